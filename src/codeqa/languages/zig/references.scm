; Where several patterns name the same node, the first in this file wins.

((variable_declaration (identifier) @alias (builtin_function (builtin_identifier) @_import (arguments (string (string_content) @name)))) @reference.import
  (#eq? @_import "@import"))
((variable_declaration (identifier) @alias (field_expression
  object: (builtin_function (builtin_identifier) @_import (arguments (string (string_content) @module))) member: (identifier) @name)) @reference.import
  (#eq? @_import "@import"))
((builtin_function (builtin_identifier) @_import (arguments (string (string_content) @name))) @reference.import
  (#eq? @_import "@import"))

(call_expression function: (identifier) @name) @reference.call
(call_expression function: (field_expression object: (_) @receiver member: (identifier) @name)) @reference.call
(struct_initializer . [
  (identifier) @name
  (field_expression object: (_) @receiver member: (identifier) @name)]) @reference.instantiation
(_ type: [
  (identifier) @name
  (field_expression object: (_) @receiver member: (identifier) @name)
  (pointer_type (identifier) @name)
  (slice_type (identifier) @name)
  (nullable_type (identifier) @name)
  (array_type (identifier) @name)
  (error_union_type ok: (identifier) @name)]) @reference.type
