; Where several patterns name the same node, the first in this file wins.

; An import is not a definition.
((variable_declaration (identifier) @name [
  (builtin_function (builtin_identifier) @_import)
  (field_expression object: (builtin_function (builtin_identifier) @_import))
  (field_expression object: (field_expression object: (builtin_function (builtin_identifier) @_import)))]) @ignored
  (#any-of? @_import "@import" "@This" "@cImport"))

(variable_declaration (identifier) @name (struct_declaration)) @definition.struct
(variable_declaration (identifier) @name (enum_declaration)) @definition.enum
(variable_declaration (identifier) @name (union_declaration)) @definition.union
(variable_declaration (identifier) @name (opaque_declaration)) @definition.struct
(variable_declaration (identifier) @name (error_set_declaration)) @definition.enum
(error_set_declaration (identifier) @name @definition.enum_member)
(function_declaration name: (identifier) @name body: (_)? @body) @definition.function
(test_declaration [(string) @name (identifier) @name] (block) @body) @definition.function

((enum_declaration (container_field name: (identifier) @name) @definition.enum_member)
  (#not-eq? @name "_"))
((enum_declaration (container_field name: (identifier) @name)) @ignored
  (#eq? @name "_"))
(container_field name: (identifier) @name) @definition.field
(source_file (variable_declaration "const" (identifier) @name) @definition.constant)
(struct_declaration (variable_declaration "const" (identifier) @name) @definition.constant)
(source_file (variable_declaration . (identifier) @name) @definition.variable)
(source_file (variable_declaration "var" (identifier) @name) @definition.variable)
