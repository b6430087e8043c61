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
; let x = Foo::new(), let x = make()?: what the name is bound to tells its type.
(let_declaration pattern: (identifier) @alias value: (struct_expression name: (type_identifier) @name)) @reference.instantiation
(let_declaration pattern: (identifier) @alias value: [
  (call_expression function: [(identifier) @name (scoped_identifier path: (_) @receiver name: (identifier) @name) (field_expression value: (_) @receiver field: (field_identifier) @name)] arguments: (_) @arguments)
  (try_expression (call_expression function: [(identifier) @name (scoped_identifier path: (_) @receiver name: (identifier) @name) (field_expression value: (_) @receiver field: (field_identifier) @name)] arguments: (_) @arguments))
  (await_expression (call_expression function: [(identifier) @name (scoped_identifier path: (_) @receiver name: (identifier) @name) (field_expression value: (_) @receiver field: (field_identifier) @name)] arguments: (_) @arguments))
  (try_expression (await_expression (call_expression function: [(identifier) @name (scoped_identifier path: (_) @receiver name: (identifier) @name) (field_expression value: (_) @receiver field: (field_identifier) @name)] arguments: (_) @arguments)))
  ]) @reference.call

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
; The declared type of a parameter, a variable, a field, of what a function returns; smart pointers show through.
((parameter pattern: (identifier) @alias type: (generic_type type: (type_identifier) @_pointer type_arguments: (type_arguments . [
    (type_identifier) @name
    (generic_type type: (type_identifier) @name)
    (dynamic_type trait: (type_identifier) @name)]))) @reference.type
  (#any-of? @_pointer "Box" "Rc" "Arc" "Option" "Result" "Cow" "Pin" "RefCell" "Mutex" "RwLock"))
((let_declaration pattern: (identifier) @alias type: (generic_type type: (type_identifier) @_pointer type_arguments: (type_arguments . [
    (type_identifier) @name
    (generic_type type: (type_identifier) @name)
    (dynamic_type trait: (type_identifier) @name)]))) @reference.type
  (#any-of? @_pointer "Box" "Rc" "Arc" "Option" "Result" "Cow" "Pin" "RefCell" "Mutex" "RwLock"))
((field_declaration name: (field_identifier) @alias type: (generic_type type: (type_identifier) @_pointer type_arguments: (type_arguments . [
    (type_identifier) @name
    (generic_type type: (type_identifier) @name)
    (dynamic_type trait: (type_identifier) @name)]))) @reference.type
  (#any-of? @_pointer "Box" "Rc" "Arc" "Option" "Result" "Cow" "Pin" "RefCell" "Mutex" "RwLock"))
((function_item name: (identifier) @alias return_type: (generic_type type: (type_identifier) @_pointer type_arguments: (type_arguments . [
    (type_identifier) @name
    (generic_type type: (type_identifier) @name)
    (dynamic_type trait: (type_identifier) @name)]))) @reference.type
  (#any-of? @_pointer "Box" "Rc" "Arc" "Option" "Result" "Cow" "Pin" "RefCell" "Mutex" "RwLock"))
((function_signature_item name: (identifier) @alias return_type: (generic_type type: (type_identifier) @_pointer type_arguments: (type_arguments . [
    (type_identifier) @name
    (generic_type type: (type_identifier) @name)
    (dynamic_type trait: (type_identifier) @name)]))) @reference.type
  (#any-of? @_pointer "Box" "Rc" "Arc" "Option" "Result" "Cow" "Pin" "RefCell" "Mutex" "RwLock"))
((const_item name: (identifier) @alias type: (generic_type type: (type_identifier) @_pointer type_arguments: (type_arguments . [
    (type_identifier) @name
    (generic_type type: (type_identifier) @name)
    (dynamic_type trait: (type_identifier) @name)]))) @reference.type
  (#any-of? @_pointer "Box" "Rc" "Arc" "Option" "Result" "Cow" "Pin" "RefCell" "Mutex" "RwLock"))
((static_item name: (identifier) @alias type: (generic_type type: (type_identifier) @_pointer type_arguments: (type_arguments . [
    (type_identifier) @name
    (generic_type type: (type_identifier) @name)
    (dynamic_type trait: (type_identifier) @name)]))) @reference.type
  (#any-of? @_pointer "Box" "Rc" "Arc" "Option" "Result" "Cow" "Pin" "RefCell" "Mutex" "RwLock"))
(parameter pattern: (identifier) @alias type: [
  (type_identifier) @name
  (generic_type type: (type_identifier) @name)
  (scoped_type_identifier path: (_) @receiver name: (type_identifier) @name)
  (reference_type type: [
    (type_identifier) @name
    (generic_type type: (type_identifier) @name)
    (scoped_type_identifier path: (_) @receiver name: (type_identifier) @name)
    (dynamic_type trait: (type_identifier) @name)
    (abstract_type trait: (type_identifier) @name)])
  (abstract_type trait: (type_identifier) @name)]) @reference.type
(let_declaration pattern: (identifier) @alias type: [
  (type_identifier) @name
  (generic_type type: (type_identifier) @name)
  (scoped_type_identifier path: (_) @receiver name: (type_identifier) @name)
  (reference_type type: [
    (type_identifier) @name
    (generic_type type: (type_identifier) @name)
    (scoped_type_identifier path: (_) @receiver name: (type_identifier) @name)
    (dynamic_type trait: (type_identifier) @name)
    (abstract_type trait: (type_identifier) @name)])
  (abstract_type trait: (type_identifier) @name)]) @reference.type
(field_declaration name: (field_identifier) @alias type: [
  (type_identifier) @name
  (generic_type type: (type_identifier) @name)
  (scoped_type_identifier path: (_) @receiver name: (type_identifier) @name)
  (reference_type type: [
    (type_identifier) @name
    (generic_type type: (type_identifier) @name)
    (scoped_type_identifier path: (_) @receiver name: (type_identifier) @name)
    (dynamic_type trait: (type_identifier) @name)
    (abstract_type trait: (type_identifier) @name)])
  (abstract_type trait: (type_identifier) @name)]) @reference.type
(function_item name: (identifier) @alias return_type: [
  (type_identifier) @name
  (generic_type type: (type_identifier) @name)
  (scoped_type_identifier path: (_) @receiver name: (type_identifier) @name)
  (reference_type type: [
    (type_identifier) @name
    (generic_type type: (type_identifier) @name)
    (scoped_type_identifier path: (_) @receiver name: (type_identifier) @name)
    (dynamic_type trait: (type_identifier) @name)
    (abstract_type trait: (type_identifier) @name)])
  (abstract_type trait: (type_identifier) @name)]) @reference.type
(function_signature_item name: (identifier) @alias return_type: [
  (type_identifier) @name
  (generic_type type: (type_identifier) @name)
  (scoped_type_identifier path: (_) @receiver name: (type_identifier) @name)
  (reference_type type: [
    (type_identifier) @name
    (generic_type type: (type_identifier) @name)
    (scoped_type_identifier path: (_) @receiver name: (type_identifier) @name)
    (dynamic_type trait: (type_identifier) @name)
    (abstract_type trait: (type_identifier) @name)])
  (abstract_type trait: (type_identifier) @name)]) @reference.type
(const_item name: (identifier) @alias type: [
  (type_identifier) @name
  (generic_type type: (type_identifier) @name)
  (scoped_type_identifier path: (_) @receiver name: (type_identifier) @name)
  (reference_type type: [
    (type_identifier) @name
    (generic_type type: (type_identifier) @name)
    (scoped_type_identifier path: (_) @receiver name: (type_identifier) @name)
    (dynamic_type trait: (type_identifier) @name)
    (abstract_type trait: (type_identifier) @name)])
  (abstract_type trait: (type_identifier) @name)]) @reference.type
(static_item name: (identifier) @alias type: [
  (type_identifier) @name
  (generic_type type: (type_identifier) @name)
  (scoped_type_identifier path: (_) @receiver name: (type_identifier) @name)
  (reference_type type: [
    (type_identifier) @name
    (generic_type type: (type_identifier) @name)
    (scoped_type_identifier path: (_) @receiver name: (type_identifier) @name)
    (dynamic_type trait: (type_identifier) @name)
    (abstract_type trait: (type_identifier) @name)])
  (abstract_type trait: (type_identifier) @name)]) @reference.type

(scoped_type_identifier path: (_) @receiver name: (type_identifier) @name) @reference.type
(type_identifier) @name @reference.type

; What binds a name inside a function, where it hides the module's.
[(function_item) (closure_expression) (match_arm) (for_expression) (if_expression) (while_expression) (block)] @scope
(closure_parameters (identifier) @local)
(closure_parameters (parameter pattern: (identifier) @local))
(parameter pattern: [(identifier) @local (mut_pattern (identifier) @local)])
(let_declaration pattern: [(identifier) @local (mut_pattern (identifier) @local)])
(tuple_pattern [(identifier) @local (mut_pattern (identifier) @local)])
(tuple_struct_pattern type: (_) (identifier) @local)
(for_expression pattern: (identifier) @local)
(ref_pattern (identifier) @local)
(captured_pattern . (identifier) @local)
(field_pattern name: (shorthand_field_identifier) @local)
(reference_pattern (identifier) @local)
