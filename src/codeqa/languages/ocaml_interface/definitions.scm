; What implementations and interfaces share. Where several patterns name the same node, the first in this file wins.

; module L = Stdlib.List is an import.
(module_binding (module_name) @name body: (module_path)) @ignored
(module_binding . (module_name) @name module_type: (signature) @body) @definition.module
(module_binding . (module_name) @name body: (_) @body) @definition.module
(module_binding . (module_name) @name module_type: (_) @body) @definition.module
(module_binding . (module_name) @name) @definition.module
(module_type_definition (module_type_name) @name body: (_)? @body) @definition.interface

(type_binding name: (type_constructor) @name body: (variant_declaration) @body) @definition.enum
(type_binding name: (type_constructor) @name body: (record_declaration) @body) @definition.record
(type_binding name: (type_constructor) @name) @definition.type
(exception_definition (constructor_declaration . (constructor_name) @name)) @definition.type
(constructor_declaration . (constructor_name) @name) @definition.enum_member
(field_declaration (field_name) @name) @definition.field

(class_binding (class_name) @name body: (_)? @body) @definition.class
(class_type_binding (class_type_name) @name body: (_)? @body) @definition.interface
(method_definition (method_name) @name body: (_)? @body) @definition.method
(method_specification (method_name) @name) @definition.method
(instance_variable_definition (instance_variable_name) @name) @definition.field

(value_specification [(value_name) @name (parenthesized_operator (_) @name)] type: (function_type)) @definition.function
(value_specification [(value_name) @name (parenthesized_operator (_) @name)]) @definition.variable
(external [(value_name) @name (parenthesized_operator (_) @name)]) @definition.function
