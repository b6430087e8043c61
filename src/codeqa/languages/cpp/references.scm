; Where several patterns name the same node, the first in this file wins.

(preproc_include path: (_) @name) @reference.import
(using_declaration (qualified_identifier scope: (_) @module name: (identifier) @name)) @reference.import

(base_class_clause [
  (type_identifier) @name
  (template_type name: (type_identifier) @name)
  (qualified_identifier scope: (_) @receiver name: [(type_identifier) @name (template_type name: (type_identifier) @name)])
  ]) @reference.inheritance

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
(qualified_identifier scope: (_) @receiver name: (type_identifier) @name) @reference.type
(type_identifier) @name @reference.type
