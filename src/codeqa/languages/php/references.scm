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

(object_creation_expression . [(name) @name (qualified_name (name) @name .)] (arguments)? @arguments) @reference.instantiation
(attribute . [(name) @name (qualified_name (name) @name .)] parameters: (_)? @arguments) @reference.decorator

(function_call_expression function: [(name) @name (qualified_name (name) @name .)] arguments: (_) @arguments) @reference.call
(member_call_expression object: (_) @receiver name: (name) @name arguments: (_) @arguments) @reference.call
(nullsafe_member_call_expression object: (_) @receiver name: (name) @name arguments: (_) @arguments) @reference.call
(scoped_call_expression scope: (_) @receiver name: (name) @name arguments: (_) @arguments) @reference.call

(named_type [(name) @name (qualified_name (name) @name .)]) @reference.type
(class_constant_access_expression . [(name) @name (qualified_name (name) @name .)]) @reference.type
(scoped_call_expression scope: [(name) @name (qualified_name (name) @name .)]) @reference.type
(scoped_property_access_expression scope: (name) @name) @reference.type
(binary_expression operator: "instanceof" right: [(name) @name (qualified_name (name) @name .)]) @reference.type
