; Where several patterns name the same node, the first in this file wins.

(class_declaration name: (identifier) @name body: (_) @body) @definition.class
(interface_declaration name: (identifier) @name body: (_) @body) @definition.interface
(record_declaration name: (identifier) @name body: (_) @body) @definition.record
(enum_declaration name: (identifier) @name body: (_) @body) @definition.enum
(annotation_type_declaration name: (identifier) @name body: (_) @body) @definition.annotation
(module_declaration name: (_) @name body: (_) @body) @definition.module

(constructor_declaration name: (identifier) @name body: (_) @body) @definition.constructor
(compact_constructor_declaration name: (identifier) @name body: (_) @body) @definition.constructor
(method_declaration name: (identifier) @name body: (_) @body) @definition.method
(method_declaration name: (identifier) @name) @definition.method
(annotation_type_element_declaration name: (identifier) @name) @definition.method

(enum_constant name: (identifier) @name body: (_) @body) @definition.enum_member
(enum_constant name: (identifier) @name) @definition.enum_member
((field_declaration (modifiers) @_modifiers declarator: (variable_declarator name: (identifier) @name)) @definition.constant
  (#match? @_modifiers "static")
  (#match? @_modifiers "final"))
(interface_body (constant_declaration declarator: (variable_declarator name: (identifier) @name)) @definition.constant)
(annotation_type_body (constant_declaration declarator: (variable_declarator name: (identifier) @name)) @definition.constant)
(field_declaration declarator: (variable_declarator name: (identifier) @name)) @definition.field
(record_declaration parameters: (formal_parameters (formal_parameter name: (identifier) @name) @definition.field))
