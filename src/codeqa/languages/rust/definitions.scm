; Where several patterns name the same node, the first in this file wins.

(struct_item name: (type_identifier) @name body: (field_declaration_list) @body) @definition.struct
(struct_item name: (type_identifier) @name) @definition.struct
(enum_item name: (type_identifier) @name body: (_) @body) @definition.enum
(union_item name: (type_identifier) @name body: (_) @body) @definition.union
(trait_item name: (type_identifier) @name body: (_) @body) @definition.trait

; Methods belong to the type that the impl block is for.
(impl_item type: [
  (type_identifier) @name
  (primitive_type) @name
  (generic_type type: (type_identifier) @name)
  (generic_type type: (scoped_type_identifier name: (type_identifier) @name))
  (scoped_type_identifier name: (type_identifier) @name)
  (reference_type type: [(type_identifier) @name (primitive_type) @name (generic_type type: (type_identifier) @name)])
  (pointer_type type: [(type_identifier) @name (primitive_type) @name])
  (dynamic_type trait: (type_identifier) @name)
  (array_type) @name
  (tuple_type) @name
  (unit_type) @name
  (function_type) @name
  ] body: (_) @body) @definition.impl

(function_item name: (_) @name body: (_) @body) @definition.function
(function_signature_item name: (_) @name) @definition.function
(macro_definition name: (identifier) @name) @definition.macro
(mod_item name: (identifier) @name body: (_) @body) @definition.module
(mod_item name: (identifier) @name) @definition.module

(associated_type name: (type_identifier) @name) @definition.type
(type_item name: (type_identifier) @name) @definition.type
(const_item name: (identifier) @name) @definition.constant
(static_item name: (identifier) @name) @definition.constant

(enum_variant name: (identifier) @name) @definition.enum_member
(field_declaration name: (field_identifier) @name) @definition.field
