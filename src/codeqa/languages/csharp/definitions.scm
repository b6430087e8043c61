; Where several patterns name the same node, the first in this file wins.

(class_declaration name: (identifier) @name body: (_)? @body) @definition.class
(interface_declaration name: (identifier) @name body: (_)? @body) @definition.interface
(struct_declaration name: (identifier) @name body: (_)? @body) @definition.struct
(record_declaration name: (identifier) @name body: (_)? @body) @definition.record
(enum_declaration name: (identifier) @name body: (_) @body) @definition.enum
(enum_member_declaration name: (identifier) @name) @definition.enum_member
(namespace_declaration name: (_) @name body: (_) @body) @definition.module
(delegate_declaration name: (identifier) @name) @definition.type

(constructor_declaration name: (identifier) @name body: (_)? @body) @definition.constructor
(destructor_declaration "~" @name_before name: (identifier) @name body: (_)? @body) @definition.method
(method_declaration name: (identifier) @name body: (_)? @body) @definition.method
(local_function_statement name: (identifier) @name body: (_) @body) @definition.function
(operator_declaration "operator" @name_before operator: _ @name body: (_)? @body) @definition.method
(conversion_operator_declaration "operator" @name_before type: (_) @name body: (_)? @body) @definition.method
(indexer_declaration "this" @name) @definition.property
(property_declaration name: (identifier) @name accessors: (_) @body) @definition.property
(property_declaration name: (identifier) @name) @definition.property
(event_declaration name: (identifier) @name) @definition.property
(record_declaration (parameter_list (parameter name: (identifier) @name) @definition.property))

((field_declaration (modifier) @_modifier (variable_declaration (variable_declarator name: (identifier) @name))) @definition.constant
  (#eq? @_modifier "const"))
(field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @definition.field
(event_field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @definition.field
