; Where several patterns name the same node, the first in this file wins.

(class_definition name: (identifier) @name body: (_)? @body) @definition.class
(object_definition name: (identifier) @name body: (_)? @body) @definition.object
(package_object name: (identifier) @name body: (_)? @body) @definition.object
(trait_definition name: (identifier) @name body: (_)? @body) @definition.trait
(enum_definition name: (identifier) @name body: (_) @body) @definition.enum
(simple_enum_case name: (identifier) @name) @definition.enum_member
(full_enum_case name: (identifier) @name) @definition.enum_member
(type_definition name: (type_identifier) @name) @definition.type
(given_definition name: (identifier) @name body: (_)? @body) @definition.object
; given Show[Int] with …: an instance without a name goes by its type.
(given_definition !name return_type: (_) @name body: (_)? @body) @definition.impl

(function_definition name: [(identifier) (operator_identifier)] @name body: (_) @body) @definition.function
(function_declaration name: [(identifier) (operator_identifier)] @name) @definition.function
(compilation_unit (val_definition pattern: (identifier) @name) @definition.constant)
(compilation_unit (var_definition pattern: (identifier) @name) @definition.variable)
(template_body [
  (val_definition pattern: (identifier) @name)
  (var_definition pattern: (identifier) @name)
  (val_definition pattern: (tuple_pattern (identifier) @name))
  (val_definition pattern: (identifiers (identifier) @name))
  (val_declaration name: (identifier) @name)
  (var_declaration name: (identifier) @name)] @definition.property)
(class_parameters (class_parameter name: (identifier) @name) @definition.property)
