; Where several patterns name the same node, the first in this file wins.

(import_declaration path: (identifier) @module . ("." . path: (identifier) @module)* . "." . (namespace_selectors [
  (identifier) @name
  (arrow_renamed_identifier name: (identifier) @name alias: (identifier) @alias)
  (as_renamed_identifier name: (identifier) @name alias: (identifier) @alias)
  (namespace_wildcard) @name])) @reference.import
(import_declaration path: (identifier) @module . ("." . path: (identifier) @module)* . "." . (namespace_wildcard) @name) @reference.import
(import_declaration path: (identifier) @module . ("." . path: (identifier) @module)* . "." . (as_renamed_identifier name: (identifier) @name alias: (identifier) @alias)) @reference.import
(import_declaration path: (identifier) @module . ("." . path: (identifier) @module)* . "." . path: (identifier) @name .) @reference.import
(import_declaration . (identifier) @name .) @reference.import

(extends_clause type: [
  (type_identifier) @name
  (generic_type type: (type_identifier) @name)
  (stable_type_identifier (_) @receiver (type_identifier) @name .)
  (generic_type type: (stable_type_identifier (_) @receiver (type_identifier) @name .))]) @reference.inheritance
(derives_clause type: (type_identifier) @name) @reference.inheritance
(annotation name: (type_identifier) @name) @reference.decorator

; What is assigned, and what a declaration says, tells the class of the name.
(val_definition pattern: (identifier) @alias value: (instance_expression . (type_identifier) @name arguments: (_)? @arguments)) @reference.instantiation
(val_definition pattern: (identifier) @alias value: (call_expression function: [
  (identifier) @name
  (field_expression value: (_) @receiver field: (identifier) @name)] arguments: (_) @arguments)) @reference.call
(instance_expression [
  (type_identifier) @name
  (generic_type type: (type_identifier) @name)
  (stable_type_identifier (_) @receiver (type_identifier) @name .)] arguments: (_)? @arguments) @reference.instantiation
(call_expression function: [
  (identifier) @name
  (operator_identifier) @name
  (field_expression value: (_) @receiver field: (identifier) @name)
  (generic_function function: (identifier) @name)
  (generic_function function: (field_expression value: (_) @receiver field: (identifier) @name))
  ] arguments: (_) @arguments) @reference.call
(infix_expression left: (_) @receiver operator: (identifier) @name) @reference.call

(class_parameter name: (identifier) @alias type: [
  (type_identifier) @name
  (generic_type type: (type_identifier) @name)]) @reference.type
(parameter name: (identifier) @alias type: [
  (type_identifier) @name
  (generic_type type: (type_identifier) @name)]) @reference.type
(val_definition pattern: (identifier) @alias type: [
  (type_identifier) @name
  (generic_type type: (type_identifier) @name)]) @reference.type
(function_definition name: (identifier) @alias return_type: [
  (type_identifier) @name
  (generic_type type: (type_identifier) @name)]) @reference.type
(type_parameters name: (_) @name) @ignored
(stable_type_identifier (_) @receiver (type_identifier) @name .) @reference.type
(type_identifier) @name @reference.type
