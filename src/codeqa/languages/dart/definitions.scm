; Where several patterns name the same node, the first in this file wins.
; A body is the sibling that follows a signature.

(class_definition name: (identifier) @name body: (_) @body) @definition.class
(class_definition (mixin_application_class . (identifier) @name)) @definition.class
(mixin_declaration (identifier) @name (class_body) @body) @definition.trait
(extension_declaration name: (identifier) @name body: (_) @body) @definition.impl
(extension_type_declaration name: (identifier) @name body: (_) @body) @definition.class
(enum_declaration name: (identifier) @name body: (_) @body) @definition.enum
(enum_constant name: (identifier) @name) @definition.enum_member
(type_alias . (type_identifier) @name) @definition.type
(type_alias (type_identifier) @name . (formal_parameter_list)) @definition.type

; Shape(…), Shape.named(…), const Shape.unit(…), factory Shape.parse(…): a named one bears its own name.
((method_signature (constructor_signature name: (identifier) name: (identifier) @name)) @definition.constructor . (function_body) @body)
(declaration (constructor_signature name: (identifier) name: (identifier) @name)) @definition.constructor
((method_signature (constructor_signature . name: (identifier) @name . parameters: (_))) @definition.constructor . (function_body) @body)
(declaration (constructor_signature . name: (identifier) @name . parameters: (_))) @definition.constructor
(declaration (constant_constructor_signature (identifier) . (identifier) @name)) @definition.constructor
(declaration (constant_constructor_signature (identifier) @name . (formal_parameter_list))) @definition.constructor
((method_signature (factory_constructor_signature (identifier) . (identifier) @name)) @definition.constructor . (function_body) @body)
((method_signature (factory_constructor_signature (identifier) @name . (formal_parameter_list))) @definition.constructor . (function_body) @body)
(declaration (redirecting_factory_constructor_signature (identifier) . (identifier) @name)) @definition.constructor

((method_signature [
  (function_signature name: (identifier) @name)
  (getter_signature name: (identifier) @name)
  (setter_signature name: (identifier) @name)
  (operator_signature [(binary_operator) (tilde_operator)] @name)]) @definition.method . (function_body) @body)
((method_signature (operator_signature ["[]" "[]="] @name)) @definition.method . (function_body) @body)
(declaration [
  (function_signature name: (identifier) @name)
  (getter_signature name: (identifier) @name)
  (setter_signature name: (identifier) @name)
  (operator_signature [(binary_operator) (tilde_operator)] @name)]) @definition.method
((program [
  (function_signature name: (identifier) @name)
  (getter_signature name: (identifier) @name)
  (setter_signature name: (identifier) @name)] @definition.function . (function_body) @body))
(program [
  (function_signature name: (identifier) @name)
  (getter_signature name: (identifier) @name)
  (setter_signature name: (identifier) @name)] @definition.function)
(lambda_expression parameters: (function_signature name: (identifier) @name) body: (_) @body) @definition.function

(declaration (static_final_declaration_list (static_final_declaration . (identifier) @name))) @definition.constant
(declaration (initialized_identifier_list (initialized_identifier . (identifier) @name))) @definition.field
(declaration (identifier_list (identifier) @name)) @definition.field
(program (static_final_declaration_list (static_final_declaration . (identifier) @name) @definition.constant))
(program (initialized_identifier_list (initialized_identifier . (identifier) @name) @definition.variable))
