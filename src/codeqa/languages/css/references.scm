(import_statement (string_value (string_content) @name)) @reference.import
(import_statement (call_expression (arguments (string_value (string_content) @name)))) @reference.import
((call_expression (function_name) @_var (arguments . (plain_value) @name)) @reference.access
  (#eq? @_var "var"))
((declaration (property_name) @_animation . (plain_value) @name) @reference.access
  (#any-of? @_animation "animation" "animation-name"))
