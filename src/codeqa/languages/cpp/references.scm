; Where several patterns name the same node, the first in this file wins.

(preproc_include path: (_) @name) @reference.import
(using_declaration (qualified_identifier scope: (_) @module name: (identifier) @name)) @reference.import

(base_class_clause [
  (type_identifier) @name
  (template_type name: (type_identifier) @name)
  (qualified_identifier scope: (_) @receiver name: [(type_identifier) @name (template_type name: (type_identifier) @name)])
  ]) @reference.inheritance

; What is assigned, and what a declaration says, tells the class of the name.
(declaration type: (placeholder_type_specifier) declarator: (init_declarator declarator: [(identifier) @alias (pointer_declarator declarator: (identifier) @alias) (reference_declarator (identifier) @alias)] value: (call_expression function: [
  (identifier) @name
  (qualified_identifier scope: (_) @receiver name: (identifier) @name)
  (field_expression argument: (_) @receiver field: (field_identifier) @name)] arguments: (_) @arguments))) @reference.call
(declaration type: (placeholder_type_specifier) declarator: (init_declarator declarator: [(identifier) @alias (pointer_declarator declarator: (identifier) @alias)] value: (new_expression type: (type_identifier) @name arguments: (_)? @arguments))) @reference.instantiation
(new_expression type: [
  (type_identifier) @name
  (template_type name: (type_identifier) @name)
  (qualified_identifier scope: (_) @receiver name: [(type_identifier) @name (template_type name: (type_identifier) @name)])
  ] arguments: (_)? @arguments) @reference.instantiation
(compound_literal_expression type: [
  (type_identifier) @name
  (template_type name: (type_identifier) @name)
  (qualified_identifier scope: (_) @receiver name: (type_identifier) @name)] value: (_) @arguments) @reference.instantiation
; Foo name(1); Foo name{1};
(declaration type: [
  (type_identifier) @name
  (template_type name: (type_identifier) @name)
  (qualified_identifier scope: (_) @receiver name: [(type_identifier) @name (template_type name: (type_identifier) @name)])
  ] declarator: (init_declarator value: [(argument_list) (initializer_list)] @arguments)) @reference.instantiation

(call_expression function: [
  (identifier) @name
  (template_function name: (identifier) @name)
  (qualified_identifier scope: (_) @receiver name: [(identifier) @name (template_function name: (identifier) @name)])
  (qualified_identifier name: (qualified_identifier scope: (_) @receiver name: [(identifier) @name (template_function name: (identifier) @name)]))
  (qualified_identifier name: (qualified_identifier name: (qualified_identifier scope: (_) @receiver name: [(identifier) @name (template_function name: (identifier) @name)])))
  (field_expression argument: (_) @receiver field: [(field_identifier) @name (template_method name: (field_identifier) @name)])
  ] arguments: (_) @arguments) @reference.call
; std::make_unique<Foo>(…)
(field_initializer_list (field_initializer [(field_identifier) (template_method name: (field_identifier))] @name) @ignored)

(template_parameter_list (type_parameter_declaration (type_identifier) @name)) @ignored
(parameter_declaration type: [
  (type_identifier) @name
  (template_type name: (type_identifier) @name)
  (qualified_identifier scope: (_) @receiver name: (type_identifier) @name)] declarator: [
  (identifier) @alias
  (pointer_declarator declarator: (identifier) @alias)
  (reference_declarator (identifier) @alias)]) @reference.type
(declaration type: [
  (type_identifier) @name
  (template_type name: (type_identifier) @name)
  (qualified_identifier scope: (_) @receiver name: (type_identifier) @name)] declarator: [
  (identifier) @alias
  (pointer_declarator declarator: (identifier) @alias)
  (reference_declarator (identifier) @alias)
  (init_declarator declarator: [(identifier) @alias (pointer_declarator declarator: (identifier) @alias)])]) @reference.type
(field_declaration type: [
  (type_identifier) @name
  (template_type name: (type_identifier) @name)
  (qualified_identifier scope: (_) @receiver name: (type_identifier) @name)] declarator: [(field_identifier) @alias (pointer_declarator declarator: (field_identifier) @alias) (reference_declarator (field_identifier) @alias)]) @reference.type
(function_definition type: [
  (type_identifier) @name
  (template_type name: (type_identifier) @name)
  (qualified_identifier scope: (_) @receiver name: (type_identifier) @name)] declarator: [
  (function_declarator declarator: [(identifier) (field_identifier)] @alias)
  (function_declarator declarator: (qualified_identifier name: (identifier) @alias))
  (pointer_declarator declarator: (function_declarator declarator: [(identifier) (field_identifier)] @alias))
  (pointer_declarator declarator: (function_declarator declarator: (qualified_identifier name: (identifier) @alias)))
  (reference_declarator (function_declarator declarator: [(identifier) (field_identifier)] @alias))]) @reference.type
(field_declaration type: [
  (type_identifier) @name
  (template_type name: (type_identifier) @name)
  (qualified_identifier scope: (_) @receiver name: (type_identifier) @name)] declarator: [
  (function_declarator declarator: (field_identifier) @alias)
  (pointer_declarator declarator: (function_declarator declarator: (field_identifier) @alias))
  (reference_declarator (function_declarator declarator: (field_identifier) @alias))]) @reference.type
; std::unique_ptr<Foo> foo: what it points at.
((field_declaration type: (qualified_identifier name: (template_type name: (type_identifier) @_pointer arguments: (template_argument_list . (type_descriptor type: (type_identifier) @name)))) declarator: (field_identifier) @alias) @reference.type
  (#any-of? @_pointer "unique_ptr" "shared_ptr" "weak_ptr"))
(qualified_identifier scope: (_) @receiver name: (type_identifier) @name) @reference.type
(type_identifier) @name @reference.type
