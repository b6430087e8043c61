; Where several patterns name the same node, the first in this file wins.

(data_type name: (name) @name) @definition.type
(newtype name: (name) @name) @definition.type
(type_synonym name: (name) @name) @definition.type
(type_family name: (name) @name) @definition.type
(data_family name: (name) @name) @definition.type
(class name: (name) @name declarations: (_)? @body) @definition.trait
(instance name: (name) @name declarations: (_)? @body) @definition.impl
(data_constructor constructor: [
  (record name: (constructor) @name)
  (prefix name: (constructor) @name)
  (infix operator: (constructor_operator) @name)]) @definition.enum_member
(newtype_constructor name: (constructor) @name) @definition.enum_member
(gadt_constructor name: (constructor) @name) @definition.enum_member
(gadt_constructor names: (binding_list name: (constructor) @name)) @definition.enum_member
(foreign_import signature: (signature name: (variable) @name)) @definition.function
(field name: (field_name (variable) @name)) @definition.field
(pattern_synonym (equation synonym: (_ [function: (constructor) @name constructor: (constructor) @name]))) @definition.function

; A signature and the clauses behind it are one definition.
(declarations (signature name: (variable) @name) @definition.function)
(class_declarations (signature name: (variable) @name) @definition.function)
(signature names: (binding_list name: (variable) @name)) @definition.function
(function name: [(variable) (prefix_id (operator))] @name) @definition.function
(function (infix operator: [(operator) (infix_id (variable))] @name)) @definition.function
(declarations (bind name: (variable) @name) @definition.function)
(declarations (bind pattern: (tuple element: (variable) @name)) @definition.function)
(class_declarations (bind name: (variable) @name) @definition.function)
(instance_declarations (bind name: (variable) @name) @definition.function)
(local_binds (bind name: (variable) @name) @definition.function)
