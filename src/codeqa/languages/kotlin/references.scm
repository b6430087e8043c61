; Where several patterns name the same node, the first in this file wins.

(import (qualified_identifier) @name "as" (identifier) @alias) @reference.import
(import (qualified_identifier) @module "*" @name) @reference.import
(import (qualified_identifier) @name) @reference.import

(delegation_specifier [
  (user_type (identifier) @name .)
  (user_type (identifier) @name . (type_arguments) .)
  (constructor_invocation (user_type (identifier) @name .) (value_arguments) @arguments)
  (constructor_invocation (user_type (identifier) @name . (type_arguments) .) (value_arguments) @arguments)
  (explicit_delegation (user_type (identifier) @name .))
  (explicit_delegation (user_type (identifier) @name . (type_arguments) .))]) @reference.inheritance

(annotation [
  (user_type (identifier) @name .)
  (constructor_invocation (user_type (identifier) @name .) (value_arguments) @arguments)]) @reference.decorator

; What is assigned, and what a declaration says, tells the class of the name.
(property_declaration (variable_declaration . (identifier) @alias .) (call_expression . (identifier) @name (value_arguments) @arguments)) @reference.call
(property_declaration (variable_declaration . (identifier) @alias .) (call_expression . (navigation_expression (_) @receiver (identifier) @name .) (value_arguments) @arguments)) @reference.call
(call_expression . (identifier) @name (value_arguments) @arguments) @reference.call
(call_expression . (identifier) @name (annotated_lambda)) @reference.call
(call_expression . (navigation_expression (_) @receiver (identifier) @name .) (value_arguments) @arguments) @reference.call
(call_expression . (navigation_expression (_) @receiver (identifier) @name .) (annotated_lambda)) @reference.call
(infix_expression (_) @receiver (identifier) @name (_)) @reference.call
(callable_reference (identifier) @name .) @reference.call

(class_parameter (identifier) @alias [
  (user_type (identifier) @name .)
  (user_type (identifier) @name . (type_arguments) .)
  (nullable_type (user_type (identifier) @name .))]) @reference.type
(parameter (identifier) @alias [
  (user_type (identifier) @name .)
  (user_type (identifier) @name . (type_arguments) .)
  (nullable_type (user_type (identifier) @name .))]) @reference.type
(variable_declaration (identifier) @alias [
  (user_type (identifier) @name .)
  (user_type (identifier) @name . (type_arguments) .)
  (nullable_type (user_type (identifier) @name .))]) @reference.type
(function_declaration name: (identifier) @alias (function_value_parameters) . [
  (user_type (identifier) @name .)
  (user_type (identifier) @name . (type_arguments) .)
  (nullable_type (user_type (identifier) @name .))]) @reference.type
(type_parameter (identifier) @name) @ignored
(user_type (identifier) @name .) @reference.type
(user_type (identifier) @name . (type_arguments) .) @reference.type
