; Where several patterns name the same node, the first in this file wins.

; use a::b::c; use a::{b, c as d}; use a::*; the module is what stands right before the name.
(use_declaration argument: (identifier) @name) @reference.import
(use_declaration argument: (scoped_identifier path: (_) @module name: (_) @name)) @reference.import
(use_declaration argument: (use_as_clause path: (scoped_identifier path: (_) @module name: (_) @name) alias: (_) @alias)) @reference.import
(use_declaration argument: (use_as_clause path: (identifier) @name alias: (_) @alias)) @reference.import
(use_declaration argument: (use_wildcard (_) @module "*" @name)) @reference.import
(use_list (identifier) @name) @reference.import
(use_list (scoped_identifier path: (_) @module name: (_) @name)) @reference.import
(use_list (use_as_clause path: (scoped_identifier path: (_) @module name: (_) @name) alias: (_) @alias)) @reference.import
(use_list (use_as_clause path: (identifier) @name alias: (_) @alias)) @reference.import
(use_list (use_wildcard (_) @module "*" @name)) @reference.import
(extern_crate_declaration name: (identifier) @name) @reference.import

; impl Trait for Type; trait Sub: Super.
(impl_item trait: [
  (type_identifier) @name
  (scoped_type_identifier path: (_) @receiver name: (type_identifier) @name)
  (generic_type type: [(type_identifier) @name (scoped_type_identifier path: (_) @receiver name: (type_identifier) @name)])
  ]) @reference.inheritance
(trait_item bounds: (trait_bounds [
  (type_identifier) @name
  (scoped_type_identifier path: (_) @receiver name: (type_identifier) @name)
  (generic_type type: [(type_identifier) @name (scoped_type_identifier path: (_) @receiver name: (type_identifier) @name)])
  ])) @reference.inheritance

(struct_expression name: [
  (type_identifier) @name
  (scoped_type_identifier path: (_) @receiver name: (type_identifier) @name)
  (generic_type_with_turbofish type: (type_identifier) @name)
  ]) @reference.instantiation
; Some(x), Token(1), Kind::Word(w): a call of a capitalised name makes a value.
((call_expression function: (identifier) @name arguments: (_) @arguments) @reference.instantiation
  (#match? @name "^[A-Z]"))
((call_expression function: (scoped_identifier path: (_) @receiver name: (identifier) @name) arguments: (_) @arguments) @reference.instantiation
  (#match? @name "^[A-Z]"))
(call_expression function: (identifier) @name arguments: (_) @arguments) @reference.call
(call_expression function: (scoped_identifier path: (_) @receiver name: (identifier) @name) arguments: (_) @arguments) @reference.call
(call_expression function: (field_expression value: (_) @receiver field: (field_identifier) @name) arguments: (_) @arguments) @reference.call
(call_expression function: (generic_function function: [
  (identifier) @name
  (scoped_identifier path: (_) @receiver name: (identifier) @name)
  (field_expression value: (_) @receiver field: (field_identifier) @name)
  ]) arguments: (_) @arguments) @reference.call

(macro_invocation macro: [
  (identifier) @name
  (scoped_identifier path: (_) @receiver name: (identifier) @name)]) @reference.call

; #[derive(Debug, Clone)] names each trait; other attributes name themselves.
(attribute_item (attribute (identifier) @_derive arguments: (token_tree (identifier) @name)) @reference.decorator
  (#eq? @_derive "derive"))
(attribute_item (attribute [
  (identifier) @name
  (scoped_identifier path: (_) @receiver name: (identifier) @name)])) @reference.decorator
(inner_attribute_item (attribute (identifier) @name)) @reference.decorator

; Calls inside a macro's arguments, which the grammar leaves as tokens.
((token_tree (identifier) @name . (token_tree) @_arguments) @reference.call
  (#match? @_arguments "^[(]"))

(type_parameters (type_parameter name: (type_identifier) @name)) @ignored
((type_identifier) @name @ignored
  (#eq? @name "_"))
(scoped_type_identifier path: (_) @receiver name: (type_identifier) @name) @reference.type
(type_identifier) @name @reference.type
