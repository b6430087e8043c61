; Where several patterns name the same node, the first in this file wins; then come those of ecma.

(import_statement (import_require_clause (identifier) @name source: (string) @module)) @reference.import

(extends_clause value: [
  (identifier) @name
  (member_expression object: (_) @receiver property: (property_identifier) @name)
  (call_expression function: (identifier) @name)]) @reference.inheritance
(implements_clause [
  (type_identifier) @name
  (generic_type name: [(type_identifier) @name (nested_type_identifier module: (_) @receiver name: (_) @name)])
  (nested_type_identifier module: (_) @receiver name: (_) @name)]) @reference.inheritance
; Types made of another show through: interface A extends Omit<B, "x">.
(extends_type_clause (generic_type name: (type_identifier) @_made type_arguments: (type_arguments . [
  (type_identifier) @name
  (generic_type type_arguments: (type_arguments . (type_identifier) @name))]))
  (#any-of? @_made "Omit" "Pick" "Partial" "Required" "Readonly")) @reference.inheritance
(extends_type_clause [
  (type_identifier) @name
  (generic_type name: [(type_identifier) @name (nested_type_identifier module: (_) @receiver name: (_) @name)])
  (nested_type_identifier module: (_) @receiver name: (_) @name)]) @reference.inheritance

; The declared type of a parameter, a variable, a field, of what a function returns; promises show through.
((required_parameter pattern: (identifier) @alias type: (type_annotation (generic_type name: (type_identifier) @_promise type_arguments: (type_arguments . (type_identifier) @name .)))) @reference.type
  (#any-of? @_promise "Promise" "Readonly" "Partial" "Required"))
((optional_parameter pattern: (identifier) @alias type: (type_annotation (generic_type name: (type_identifier) @_promise type_arguments: (type_arguments . (type_identifier) @name .)))) @reference.type
  (#any-of? @_promise "Promise" "Readonly" "Partial" "Required"))
((variable_declarator name: (identifier) @alias type: (type_annotation (generic_type name: (type_identifier) @_promise type_arguments: (type_arguments . (type_identifier) @name .)))) @reference.type
  (#any-of? @_promise "Promise" "Readonly" "Partial" "Required"))
((public_field_definition name: (_) @alias type: (type_annotation (generic_type name: (type_identifier) @_promise type_arguments: (type_arguments . (type_identifier) @name .)))) @reference.type
  (#any-of? @_promise "Promise" "Readonly" "Partial" "Required"))
((property_signature name: (_) @alias type: (type_annotation (generic_type name: (type_identifier) @_promise type_arguments: (type_arguments . (type_identifier) @name .)))) @reference.type
  (#any-of? @_promise "Promise" "Readonly" "Partial" "Required"))
((function_declaration name: (_) @alias return_type: (type_annotation (generic_type name: (type_identifier) @_promise type_arguments: (type_arguments . (type_identifier) @name .)))) @reference.type
  (#any-of? @_promise "Promise" "Readonly" "Partial" "Required"))
((method_definition name: (_) @alias return_type: (type_annotation (generic_type name: (type_identifier) @_promise type_arguments: (type_arguments . (type_identifier) @name .)))) @reference.type
  (#any-of? @_promise "Promise" "Readonly" "Partial" "Required"))
((method_signature name: (_) @alias return_type: (type_annotation (generic_type name: (type_identifier) @_promise type_arguments: (type_arguments . (type_identifier) @name .)))) @reference.type
  (#any-of? @_promise "Promise" "Readonly" "Partial" "Required"))
((abstract_method_signature name: (_) @alias return_type: (type_annotation (generic_type name: (type_identifier) @_promise type_arguments: (type_arguments . (type_identifier) @name .)))) @reference.type
  (#any-of? @_promise "Promise" "Readonly" "Partial" "Required"))
((function_signature name: (_) @alias return_type: (type_annotation (generic_type name: (type_identifier) @_promise type_arguments: (type_arguments . (type_identifier) @name .)))) @reference.type
  (#any-of? @_promise "Promise" "Readonly" "Partial" "Required"))
((variable_declarator name: (_) @alias value: (arrow_function return_type: (type_annotation (generic_type name: (type_identifier) @_promise type_arguments: (type_arguments . (type_identifier) @name .))))) @reference.type
  (#any-of? @_promise "Promise" "Readonly" "Partial" "Required"))
(required_parameter pattern: (identifier) @alias type: (type_annotation [
  (type_identifier) @name
  (generic_type name: (type_identifier) @name)
  (nested_type_identifier module: (_) @receiver name: (_) @name)
  (union_type . (type_identifier) @name . (literal_type) .)])) @reference.type
(optional_parameter pattern: (identifier) @alias type: (type_annotation [
  (type_identifier) @name
  (generic_type name: (type_identifier) @name)
  (nested_type_identifier module: (_) @receiver name: (_) @name)
  (union_type . (type_identifier) @name . (literal_type) .)])) @reference.type
(variable_declarator name: (identifier) @alias type: (type_annotation [
  (type_identifier) @name
  (generic_type name: (type_identifier) @name)
  (nested_type_identifier module: (_) @receiver name: (_) @name)
  (union_type . (type_identifier) @name . (literal_type) .)])) @reference.type
(public_field_definition name: (_) @alias type: (type_annotation [
  (type_identifier) @name
  (generic_type name: (type_identifier) @name)
  (nested_type_identifier module: (_) @receiver name: (_) @name)
  (union_type . (type_identifier) @name . (literal_type) .)])) @reference.type
(property_signature name: (_) @alias type: (type_annotation [
  (type_identifier) @name
  (generic_type name: (type_identifier) @name)
  (nested_type_identifier module: (_) @receiver name: (_) @name)
  (union_type . (type_identifier) @name . (literal_type) .)])) @reference.type
(function_declaration name: (_) @alias return_type: (type_annotation [
  (type_identifier) @name
  (generic_type name: (type_identifier) @name)
  (nested_type_identifier module: (_) @receiver name: (_) @name)
  (union_type . (type_identifier) @name . (literal_type) .)])) @reference.type
(method_definition name: (_) @alias return_type: (type_annotation [
  (type_identifier) @name
  (generic_type name: (type_identifier) @name)
  (nested_type_identifier module: (_) @receiver name: (_) @name)
  (union_type . (type_identifier) @name . (literal_type) .)])) @reference.type
(method_signature name: (_) @alias return_type: (type_annotation [
  (type_identifier) @name
  (generic_type name: (type_identifier) @name)
  (nested_type_identifier module: (_) @receiver name: (_) @name)
  (union_type . (type_identifier) @name . (literal_type) .)])) @reference.type
(abstract_method_signature name: (_) @alias return_type: (type_annotation [
  (type_identifier) @name
  (generic_type name: (type_identifier) @name)
  (nested_type_identifier module: (_) @receiver name: (_) @name)
  (union_type . (type_identifier) @name . (literal_type) .)])) @reference.type
(function_signature name: (_) @alias return_type: (type_annotation [
  (type_identifier) @name
  (generic_type name: (type_identifier) @name)
  (nested_type_identifier module: (_) @receiver name: (_) @name)
  (union_type . (type_identifier) @name . (literal_type) .)])) @reference.type
(variable_declarator name: (_) @alias value: (arrow_function return_type: (type_annotation [
  (type_identifier) @name
  (generic_type name: (type_identifier) @name)
  (nested_type_identifier module: (_) @receiver name: (_) @name)
  (union_type . (type_identifier) @name . (literal_type) .)]))) @reference.type

(type_parameter name: (_) @name) @ignored
(type_query [
  (identifier) @name
  (member_expression object: (_) @receiver property: (property_identifier) @name)]) @reference.type
(nested_type_identifier module: (_) @receiver name: (_) @name) @reference.type
(type_identifier) @name @reference.type
(required_parameter pattern: [(identifier) @local (rest_pattern (identifier) @local)])
(optional_parameter pattern: (identifier) @local)
[(function_type) (constructor_type) (method_signature) (abstract_method_signature) (function_signature) (call_signature) (construct_signature)] @scope
