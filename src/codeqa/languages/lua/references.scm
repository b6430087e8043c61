; Where several patterns name the same node, the first in this file wins.

((assignment_statement
  (variable_list . name: (identifier) @alias)
  (expression_list . value: (function_call name: (identifier) @_require arguments: (arguments (string content: (string_content) @name))))) @reference.import
  (#eq? @_require "require"))
((function_call name: (identifier) @_require arguments: (arguments (string content: (string_content) @name))) @reference.import
  (#any-of? @_require "require" "dofile" "loadfile"))
((function_call name: (identifier) @name) @ignored
  (#eq? @name "require"))

; setmetatable({}, { __index = Base })
((function_call name: (identifier) @_setmetatable arguments: (arguments (table_constructor (field name: (identifier) @_index value: (identifier) @name)))) @reference.inheritance
  (#eq? @_setmetatable "setmetatable")
  (#eq? @_index "__index"))

(function_call name: [
  (identifier) @name
  (dot_index_expression table: (_) @receiver field: (identifier) @name)
  (method_index_expression table: (_) @receiver method: (identifier) @name)] arguments: (_) @arguments) @reference.call
