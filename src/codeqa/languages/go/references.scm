; Where several patterns name the same node, the first in this file wins.

(import_spec name: (package_identifier) @alias path: (_) @name) @reference.import
(import_spec name: (dot) path: (_) @name) @reference.import
(import_spec path: (_) @name) @reference.import

; Embedding is Go's inheritance.
(field_declaration !name type: [
  (type_identifier) @name
  (generic_type type: (type_identifier) @name)
  (qualified_type package: (_) @receiver name: (_) @name)]) @reference.inheritance
(interface_type (type_elem . [
  (type_identifier) @name
  (qualified_type package: (_) @receiver name: (_) @name)] .)) @reference.inheritance

(composite_literal type: [
  (type_identifier) @name
  (generic_type type: (type_identifier) @name)
  (qualified_type package: (_) @receiver name: (_) @name)]) @reference.instantiation
((call_expression function: (identifier) @_new arguments: (argument_list . [
    (identifier) @name
    (type_identifier) @name
    (selector_expression operand: (_) @receiver field: (_) @name)])) @reference.instantiation
  (#eq? @_new "new"))

(call_expression function: [
  (identifier) @name
  (selector_expression operand: (_) @receiver field: (field_identifier) @name)
  (parenthesized_expression (identifier) @name)
  (index_expression operand: (identifier) @name)
  (index_expression operand: (selector_expression operand: (_) @receiver field: (field_identifier) @name))
  (type_instantiation_expression type: (type_identifier) @name)
  ] arguments: (_) @arguments) @reference.call

(type_parameter_declaration name: (identifier) @name) @ignored
(qualified_type package: (_) @receiver name: (_) @name) @reference.type
(type_identifier) @name @reference.type
