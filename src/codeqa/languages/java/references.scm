; Where several patterns name the same node, the first in this file wins.

(import_declaration (scoped_identifier scope: (_) @module name: (identifier) @name) .) @reference.import
(import_declaration (_) @module (asterisk) @name) @reference.import
(import_declaration (identifier) @name .) @reference.import

(superclass [
  (type_identifier) @name
  (scoped_type_identifier (_) @receiver "." (type_identifier) @name .)
  (generic_type . [(type_identifier) @name (scoped_type_identifier (_) @receiver "." (type_identifier) @name .)])
  ]) @reference.inheritance
(super_interfaces (type_list [
  (type_identifier) @name
  (scoped_type_identifier (_) @receiver "." (type_identifier) @name .)
  (generic_type . [(type_identifier) @name (scoped_type_identifier (_) @receiver "." (type_identifier) @name .)])
  ])) @reference.inheritance
(extends_interfaces (type_list [
  (type_identifier) @name
  (scoped_type_identifier (_) @receiver "." (type_identifier) @name .)
  (generic_type . [(type_identifier) @name (scoped_type_identifier (_) @receiver "." (type_identifier) @name .)])
  ])) @reference.inheritance
(permits (type_list (type_identifier) @name)) @reference.type

; var x = new Foo(); what the name is bound to tells its class.
(local_variable_declaration type: (type_identifier) @_var declarator: (variable_declarator name: (identifier) @alias value: [
  (object_creation_expression type: [(type_identifier) @name (generic_type . (type_identifier) @name)] arguments: (_) @arguments)])
  (#eq? @_var "var")) @reference.instantiation
(local_variable_declaration type: (type_identifier) @_var declarator: (variable_declarator name: (identifier) @alias value:
  (method_invocation object: (_)? @receiver name: (identifier) @name arguments: (_) @arguments))
  (#eq? @_var "var")) @reference.call

(object_creation_expression type: [
  (type_identifier) @name
  (scoped_type_identifier (_) @receiver "." (type_identifier) @name .)
  (generic_type . [(type_identifier) @name (scoped_type_identifier (_) @receiver "." (type_identifier) @name .)])
  ] arguments: (_) @arguments) @reference.instantiation
(array_creation_expression type: (type_identifier) @name) @reference.type
(explicit_constructor_invocation constructor: (_) @name arguments: (_) @arguments) @reference.call
(method_reference . (_) @name "::" "new") @reference.instantiation
(method_reference . (_) @receiver "::" (identifier) @name .) @reference.call

(method_invocation object: (_) @receiver name: (identifier) @name arguments: (_) @arguments) @reference.call
(method_invocation name: (identifier) @name arguments: (_) @arguments) @reference.call

(marker_annotation name: [
  (identifier) @name
  (scoped_identifier scope: (_) @receiver name: (identifier) @name)]) @reference.decorator
(annotation name: [
  (identifier) @name
  (scoped_identifier scope: (_) @receiver name: (identifier) @name)] arguments: (_) @arguments) @reference.decorator

(type_parameter . (type_identifier) @name) @ignored
; The declared type of a parameter, a variable, a field, of what a method returns.
(formal_parameter type: [
  (type_identifier) @name
  (generic_type . (type_identifier) @name)
  (scoped_type_identifier (_) @receiver "." (type_identifier) @name .)
  (generic_type . (scoped_type_identifier (_) @receiver "." (type_identifier) @name .))] name: (identifier) @alias) @reference.type
(catch_formal_parameter (catch_type . (type_identifier) @name .) name: (identifier) @alias) @reference.type
(local_variable_declaration type: [
  (type_identifier) @name
  (generic_type . (type_identifier) @name)
  (scoped_type_identifier (_) @receiver "." (type_identifier) @name .)
  (generic_type . (scoped_type_identifier (_) @receiver "." (type_identifier) @name .))] declarator: (variable_declarator name: (identifier) @alias)
  (#not-eq? @name "var")) @reference.type
(field_declaration type: [
  (type_identifier) @name
  (generic_type . (type_identifier) @name)
  (scoped_type_identifier (_) @receiver "." (type_identifier) @name .)
  (generic_type . (scoped_type_identifier (_) @receiver "." (type_identifier) @name .))] declarator: (variable_declarator name: (identifier) @alias)) @reference.type
(enhanced_for_statement type: [
  (type_identifier) @name
  (generic_type . (type_identifier) @name)
  (scoped_type_identifier (_) @receiver "." (type_identifier) @name .)
  (generic_type . (scoped_type_identifier (_) @receiver "." (type_identifier) @name .))] name: (identifier) @alias
  (#not-eq? @name "var")) @reference.type
(resource type: [
  (type_identifier) @name
  (generic_type . (type_identifier) @name)
  (scoped_type_identifier (_) @receiver "." (type_identifier) @name .)
  (generic_type . (scoped_type_identifier (_) @receiver "." (type_identifier) @name .))] name: (identifier) @alias
  (#not-eq? @name "var")) @reference.type
(instanceof_expression right: [
  (type_identifier) @name
  (generic_type . (type_identifier) @name)
  (scoped_type_identifier (_) @receiver "." (type_identifier) @name .)
  (generic_type . (scoped_type_identifier (_) @receiver "." (type_identifier) @name .))] name: (identifier) @alias) @reference.type
(method_declaration type: [
  (type_identifier) @name
  (generic_type . (type_identifier) @name)
  (scoped_type_identifier (_) @receiver "." (type_identifier) @name .)
  (generic_type . (scoped_type_identifier (_) @receiver "." (type_identifier) @name .))] name: (identifier) @alias) @reference.type

(scoped_type_identifier (_) @receiver "." (type_identifier) @name .) @reference.type
((type_identifier) @name
  (#not-eq? @name "var")) @reference.type

; What binds a name inside a lambda, where it hides a field.
(lambda_expression) @scope
(lambda_expression parameters: [(identifier) @local (inferred_parameters (identifier) @local) (formal_parameters (formal_parameter name: (identifier) @local))])
