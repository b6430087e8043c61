; cc_library(name = "strings", …): a target by its name.
(module (expression_statement (call arguments: (argument_list (keyword_argument
  name: (identifier) @_name value: (string (string_content) @name))))) @definition.target
  (#eq? @_name "name"))
