; Where several patterns name the same node, the first in this file wins; then come those of ecma.

(abstract_class_declaration name: (_) @name body: (_) @body) @definition.class
(interface_declaration name: (_) @name body: (_) @body) @definition.interface
(enum_declaration name: (_) @name body: (_) @body) @definition.enum
(enum_body [(property_identifier) @name (string) @name] @definition.enum_member)
(enum_body (enum_assignment name: (_) @name) @definition.enum_member)
(type_alias_declaration name: (_) @name) @definition.type
(internal_module name: (_) @name body: (_) @body) @definition.module
(module name: (_) @name body: (_) @body) @definition.module

(function_signature name: (_) @name) @definition.function
(method_signature name: (_) @name) @definition.method
(abstract_method_signature name: (_) @name) @definition.method
(interface_body (property_signature name: (_) @name type: (type_annotation (function_type))) @definition.method)
(interface_body (property_signature name: (_) @name) @definition.field)

(public_field_definition name: (_) @name value: [
  (arrow_function body: (_) @body)
  (function_expression body: (_) @body)]) @definition.method
(public_field_definition name: (_) @name) @definition.field
; constructor(private readonly store: Store) declares a field.
(required_parameter (accessibility_modifier) pattern: (identifier) @name) @definition.field
(ambient_declaration [
  (lexical_declaration (variable_declarator name: (identifier) @name))
  (variable_declaration (variable_declarator name: (identifier) @name))] @definition.constant)
