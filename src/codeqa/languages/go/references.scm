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

; What is assigned, and what a declaration says, tells the class of the name.
(short_var_declaration left: (expression_list . (identifier) @alias) right: (expression_list . [
  (composite_literal type: [(type_identifier) @name (qualified_type package: (_) @receiver name: (_) @name)])
  (unary_expression operand: (composite_literal type: [(type_identifier) @name (qualified_type package: (_) @receiver name: (_) @name)]))])) @reference.instantiation
(var_spec name: (identifier) @alias value: (expression_list . [
  (composite_literal type: [(type_identifier) @name (qualified_type package: (_) @receiver name: (_) @name)])
  (unary_expression operand: (composite_literal type: [(type_identifier) @name (qualified_type package: (_) @receiver name: (_) @name)]))])) @reference.instantiation
(short_var_declaration left: (expression_list . (identifier) @alias) right: (expression_list . (call_expression function: [
  (identifier) @name
  (selector_expression operand: (_) @receiver field: (field_identifier) @name)] arguments: (_) @arguments))) @reference.call
(var_spec name: (identifier) @alias value: (expression_list . (call_expression function: [
  (identifier) @name
  (selector_expression operand: (_) @receiver field: (field_identifier) @name)] arguments: (_) @arguments))) @reference.call
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
(parameter_declaration name: (identifier) @alias type: [
  (type_identifier) @name
  (generic_type type: (type_identifier) @name)
  (qualified_type package: (_) @receiver name: (_) @name)
  (pointer_type [(type_identifier) @name (generic_type type: (type_identifier) @name) (qualified_type package: (_) @receiver name: (_) @name)])]) @reference.type
(var_spec name: (identifier) @alias type: [
  (type_identifier) @name
  (generic_type type: (type_identifier) @name)
  (qualified_type package: (_) @receiver name: (_) @name)
  (pointer_type [(type_identifier) @name (generic_type type: (type_identifier) @name) (qualified_type package: (_) @receiver name: (_) @name)])]) @reference.type
(field_declaration name: (field_identifier) @alias type: [
  (type_identifier) @name
  (generic_type type: (type_identifier) @name)
  (qualified_type package: (_) @receiver name: (_) @name)
  (pointer_type [(type_identifier) @name (generic_type type: (type_identifier) @name) (qualified_type package: (_) @receiver name: (_) @name)])]) @reference.type
(function_declaration name: (identifier) @alias result: [
  (type_identifier) @name
  (generic_type type: (type_identifier) @name)
  (qualified_type package: (_) @receiver name: (_) @name)
  (pointer_type [(type_identifier) @name (generic_type type: (type_identifier) @name) (qualified_type package: (_) @receiver name: (_) @name)])]) @reference.type
(method_declaration name: (field_identifier) @alias result: [
  (type_identifier) @name
  (generic_type type: (type_identifier) @name)
  (qualified_type package: (_) @receiver name: (_) @name)
  (pointer_type [(type_identifier) @name (generic_type type: (type_identifier) @name) (qualified_type package: (_) @receiver name: (_) @name)])]) @reference.type
(function_declaration name: (identifier) @alias result: (parameter_list . (parameter_declaration type: [
  (type_identifier) @name
  (generic_type type: (type_identifier) @name)
  (qualified_type package: (_) @receiver name: (_) @name)
  (pointer_type [(type_identifier) @name (generic_type type: (type_identifier) @name) (qualified_type package: (_) @receiver name: (_) @name)])]))) @reference.type
(method_declaration name: (field_identifier) @alias result: (parameter_list . (parameter_declaration type: [
  (type_identifier) @name
  (generic_type type: (type_identifier) @name)
  (qualified_type package: (_) @receiver name: (_) @name)
  (pointer_type [(type_identifier) @name (generic_type type: (type_identifier) @name) (qualified_type package: (_) @receiver name: (_) @name)])]))) @reference.type
(qualified_type package: (_) @receiver name: (_) @name) @reference.type
(type_identifier) @name @reference.type

; What binds a name inside a function, where it hides the package's.
[(function_declaration) (method_declaration) (func_literal)] @scope
(parameter_declaration name: (identifier) @local)
(short_var_declaration left: (expression_list (identifier) @local))
(range_clause left: (expression_list (identifier) @local))
(function_declaration body: (block (statement_list (var_declaration (var_spec name: (identifier) @local)))))
