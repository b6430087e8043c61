; Where several patterns name the same node, the first in this file wins.

; An import is not a definition.
((assignment_statement (variable_list name: (identifier) @name) (expression_list value: (function_call name: (identifier) @_require))) @ignored
  (#eq? @_require "require"))

(function_declaration name: [
  (identifier) @name
  (dot_index_expression table: (_) @owner field: (identifier) @name)
  (method_index_expression table: (_) @owner method: (identifier) @name)] body: (_)? @body) @definition.function

(assignment_statement
  (variable_list . name: [(identifier) @name (dot_index_expression table: (_) @owner field: (identifier) @name)] .)
  (expression_list . value: (function_definition body: (_)? @body) .)) @definition.function
(assignment_statement
  (variable_list . name: (bracket_index_expression table: (_) @owner field: (string content: (string_content) @name)) .)
  (expression_list . value: (function_definition body: (_)? @body) .)) @definition.function
(field name: [(identifier) @name (string content: (string_content) @name)] value: (function_definition body: (_)? @body)) @definition.function
(field name: (identifier) @name value: (table_constructor (field value: (function_definition)))) @definition.object

; A module-level table is the class of the methods written on it.
(chunk (variable_declaration (assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (table_constructor) .))) @definition.object)
((chunk (variable_declaration (assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (function_call name: (identifier) @_setmetatable) .))) @definition.class)
  (#any-of? @_setmetatable "setmetatable" "class"))
(chunk (assignment_statement (variable_list . name: (dot_index_expression table: (_) @owner field: (identifier) @name) .)) @definition.field)
((chunk (variable_declaration (assignment_statement (variable_list name: (identifier) @name))) @definition.constant)
  (#match? @name "^[A-Z][A-Z0-9_]*$"))
(chunk (variable_declaration (assignment_statement (variable_list name: (identifier) @name))) @definition.variable)
(chunk (assignment_statement (variable_list name: (identifier) @name)) @definition.variable)
