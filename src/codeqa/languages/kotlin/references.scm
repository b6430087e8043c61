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

(call_expression . (identifier) @name (value_arguments) @arguments) @reference.call
(call_expression . (identifier) @name (annotated_lambda)) @reference.call
(call_expression . (navigation_expression (_) @receiver (identifier) @name .) (value_arguments) @arguments) @reference.call
(call_expression . (navigation_expression (_) @receiver (identifier) @name .) (annotated_lambda)) @reference.call
(infix_expression (_) @receiver (identifier) @name (_)) @reference.call
(callable_reference (identifier) @name .) @reference.call

(type_parameter (identifier) @name) @ignored
(user_type (identifier) @name .) @reference.type
(user_type (identifier) @name . (type_arguments) .) @reference.type
