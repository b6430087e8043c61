; Where several patterns name the same node, the first in this file wins.

(namespace_use_declaration (namespace_name) @module body: (namespace_use_group (namespace_use_clause . (name) @name alias: (name) @alias))) @reference.import
(namespace_use_declaration (namespace_name) @module body: (namespace_use_group (namespace_use_clause . (name) @name))) @reference.import
(namespace_use_clause [(qualified_name) (name)] @name alias: (name) @alias) @reference.import
(namespace_use_clause [(qualified_name) (name)] @name !alias) @reference.import
[(require_expression (_) @name) (require_once_expression (_) @name) (include_expression (_) @name) (include_once_expression (_) @name)] @reference.import

(base_clause [(name) @name (qualified_name (name) @name .)]) @reference.inheritance
(class_interface_clause [(name) @name (qualified_name (name) @name .)]) @reference.inheritance
; A class that uses a trait takes its members in.
(use_declaration [(name) @name (qualified_name (name) @name .)]) @reference.inheritance

; What is assigned, and what a declaration says, tells the class of the name.
(assignment_expression left: [(variable_name) (member_access_expression)] @alias right:
  (object_creation_expression . [(name) @name (qualified_name (name) @name .)] (arguments)? @arguments)) @reference.instantiation
(assignment_expression left: [(variable_name) (member_access_expression)] @alias right: [
  (function_call_expression function: [(name) @name (qualified_name (name) @name .)] arguments: (_) @arguments)
  (member_call_expression object: (_) @receiver name: (name) @name arguments: (_) @arguments)
  (scoped_call_expression scope: (_) @receiver name: (name) @name arguments: (_) @arguments)]) @reference.call
(assignment_expression left: (member_access_expression) @alias right: (variable_name) @name) @reference.access
(object_creation_expression . [(name) @name (qualified_name (name) @name .)] (arguments)? @arguments) @reference.instantiation
(attribute . [(name) @name (qualified_name (name) @name .)] parameters: (_)? @arguments) @reference.decorator

(function_call_expression function: [(name) @name (qualified_name (name) @name .)] arguments: (_) @arguments) @reference.call
(member_call_expression object: (_) @receiver name: (name) @name arguments: (_) @arguments) @reference.call
(nullsafe_member_call_expression object: (_) @receiver name: (name) @name arguments: (_) @arguments) @reference.call
(scoped_call_expression scope: (_) @receiver name: (name) @name arguments: (_) @arguments) @reference.call

(simple_parameter type: [
  (named_type [(name) @name (qualified_name (name) @name .)])
  (optional_type (named_type [(name) @name (qualified_name (name) @name .)]))] name: (variable_name) @alias) @reference.type
(property_promotion_parameter type: [
  (named_type [(name) @name (qualified_name (name) @name .)])
  (optional_type (named_type [(name) @name (qualified_name (name) @name .)]))] name: (variable_name) @alias) @reference.type
(property_declaration type: [
  (named_type [(name) @name (qualified_name (name) @name .)])
  (optional_type (named_type [(name) @name (qualified_name (name) @name .)]))] (property_element name: (variable_name) @alias)) @reference.type
(method_declaration name: (name) @alias return_type: [
  (named_type [(name) @name (qualified_name (name) @name .)])
  (optional_type (named_type [(name) @name (qualified_name (name) @name .)]))]) @reference.type
(function_definition name: (name) @alias return_type: [
  (named_type [(name) @name (qualified_name (name) @name .)])
  (optional_type (named_type [(name) @name (qualified_name (name) @name .)]))]) @reference.type
(named_type [(name) @name (qualified_name (name) @name .)]) @reference.type
(class_constant_access_expression . [(name) @name (qualified_name (name) @name .)]) @reference.type
(scoped_call_expression scope: [(name) @name (qualified_name (name) @name .)]) @reference.type
(scoped_property_access_expression scope: (name) @name) @reference.type
(binary_expression operator: "instanceof" right: [(name) @name (qualified_name (name) @name .)]) @reference.type
