; Where several patterns name the same node, the first in this file wins.

(import_declaration (identifier) @name) @reference.import

(inheritance_specifier inherits_from: (user_type (type_identifier) @name .)) @reference.inheritance
(inheritance_specifier inherits_from: (user_type (type_identifier) @name . (type_arguments) .)) @reference.inheritance
(attribute (user_type (type_identifier) @name .)) @reference.decorator

(constructor_expression constructed_type: (user_type (type_identifier) @name)) @reference.instantiation
(call_expression . (simple_identifier) @name (call_suffix (value_arguments) @arguments)) @reference.call
(call_expression . (simple_identifier) @name (call_suffix)) @reference.call
(call_expression . (navigation_expression target: (_) @receiver suffix: (navigation_suffix suffix: (simple_identifier) @name)) (call_suffix (value_arguments) @arguments)) @reference.call
(call_expression . (navigation_expression target: (_) @receiver suffix: (navigation_suffix suffix: (simple_identifier) @name)) (call_suffix)) @reference.call
(call_expression . (prefix_expression target: (simple_identifier) @name) (call_suffix)) @reference.call

(type_parameter (type_identifier) @name) @ignored
(user_type (type_identifier) @name .) @reference.type
(user_type (type_identifier) @name . (type_arguments) .) @reference.type
