; Where several patterns name the same node, the first in this file wins.
; A call is flat: its callee, and what is selected from it, are siblings.

(library_import (import_specification (configurable_uri (uri (string_literal) @module)) "as" (identifier) @alias (combinator "show" (identifier) @name))) @reference.import
(library_import (import_specification (configurable_uri (uri (string_literal) @module)) (combinator "show" (identifier) @name))) @reference.import
(library_import (import_specification (configurable_uri (uri (string_literal) @name)) "as" (identifier) @alias)) @reference.import
; All of a library: the statement's end stands for the names.
(library_import (import_specification (configurable_uri (uri (string_literal) @module)) . (combinator "hide")? . ";" @name)) @reference.import
(library_export (configurable_uri (uri (string_literal) @module)) (combinator "show" (identifier) @name)) @reference.import
(library_export (configurable_uri (uri (string_literal) @module)) . (combinator "hide")? . ";" @name) @reference.import
(part_directive (uri (string_literal) @name)) @reference.import
(part_of_directive (uri (string_literal) @name)) @reference.import

(superclass (type_identifier) @name) @reference.inheritance
(mixins (type_identifier) @name) @reference.inheritance
(interfaces (type_identifier) @name) @reference.inheritance
(mixin_application . (type_identifier) @name) @reference.inheritance
(mixin_declaration "on" (type_identifier) @name) @reference.inheritance
(extension_declaration class: (type_identifier) @name) @reference.inheritance

(annotation name: (identifier) @name (arguments)? @arguments) @reference.decorator

; final x = make(…), var x = await client.get(…): what the name is bound to tells its class.
(initialized_variable_definition name: (identifier) @alias value: (identifier) @name . value: (selector (argument_part (arguments) @arguments)) .) @reference.call
(initialized_variable_definition name: (identifier) @alias value: (_) @receiver
  . value: (selector [(unconditional_assignable_selector (identifier) @name) (conditional_assignable_selector (identifier) @name)])
  . value: (selector (argument_part (arguments) @arguments)) .) @reference.call
(initialized_variable_definition name: (identifier) @alias value: [
  (new_expression (type_identifier) @name (arguments) @arguments)
  (const_object_expression (type_identifier) @name (arguments) @arguments)]) @reference.instantiation
(initialized_identifier . (identifier) @alias . (identifier) @name . (selector (argument_part (arguments) @arguments)) .) @reference.call
(static_final_declaration . (identifier) @alias . (identifier) @name . (selector (argument_part (arguments) @arguments)) .) @reference.call

(new_expression (type_identifier) @name . (arguments) @arguments) @reference.instantiation
(new_expression (type_identifier) @receiver (identifier) @name . (arguments) @arguments) @reference.instantiation
(const_object_expression (type_identifier) @name . (arguments) @arguments) @reference.instantiation
(const_object_expression (type_identifier) @receiver (identifier) @name . (arguments) @arguments) @reference.instantiation

((_) @receiver
  . (selector [(unconditional_assignable_selector (identifier) @name) (conditional_assignable_selector (identifier) @name)])
  . (selector (argument_part (arguments) @arguments))) @reference.call
((super) @receiver . (unconditional_assignable_selector (identifier) @name) . (selector (argument_part (arguments) @arguments))) @reference.call
(cascade_section (cascade_selector (identifier) @name) . (argument_part (arguments) @arguments)) @reference.call
((identifier) @name . (selector (argument_part (arguments) @arguments))) @reference.call
(redirection . (this) @name (arguments) @arguments) @reference.call
(redirecting_factory_constructor_signature "=" . (type_identifier) @receiver . (type_identifier) @name .) @reference.call

; A function or a constructor that is handed on: args.map(Shape.parse).
(argument . (identifier) @receiver . (selector (unconditional_assignable_selector (identifier) @name)) .) @reference.access

(type_parameter . (type_identifier) @name) @ignored
(type_alias . (type_identifier) @name) @ignored
(formal_parameter (type_identifier) @name . name: (identifier) @alias) @reference.type
(declaration (type_identifier) @name . (initialized_identifier_list (initialized_identifier . (identifier) @alias))) @reference.type
(function_signature (type_identifier) @name . name: (identifier) @alias) @reference.type
(getter_signature (type_identifier) @name . name: (identifier) @alias) @reference.type
(local_variable_declaration (initialized_variable_definition (type_identifier) @name . name: (identifier) @alias)) @reference.type
(type_identifier) @name @reference.type
