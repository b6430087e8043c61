; Where several patterns name the same node, the first in this file wins.

(preproc_include path: (_) @name) @reference.import

(call_expression function: [
  (identifier) @name
  (field_expression argument: (_) @receiver field: (field_identifier) @name)
  (parenthesized_expression (pointer_expression argument: (identifier) @name))
  (parenthesized_expression (pointer_expression argument: (field_expression argument: (_) @receiver field: (field_identifier) @name)))
  ] arguments: (_) @arguments) @reference.call

(compound_literal_expression type: (type_descriptor type: [
  (type_identifier) @name
  (struct_specifier name: (type_identifier) @name)])) @reference.instantiation
(type_identifier) @name @reference.type
