; Where several patterns name the same node, the first in this file wins.

(import_statement name: (dotted_name) @name) @reference.import
(import_statement name: (aliased_import name: (dotted_name) @name alias: (identifier) @alias)) @reference.import
(import_from_statement module_name: (_) @module name: (dotted_name) @name) @reference.import
(import_from_statement module_name: (_) @module
  name: (aliased_import name: (dotted_name) @name alias: (identifier) @alias)) @reference.import
(import_from_statement module_name: (_) @module (wildcard_import) @name) @reference.import
(future_import_statement name: (dotted_name) @name) @reference.import

(class_definition superclasses: (argument_list [
  (identifier) @name
  (attribute object: (_) @receiver attribute: (identifier) @name)
  (subscript value: (identifier) @name)
  (subscript value: (attribute object: (_) @receiver attribute: (identifier) @name))
  (call function: (identifier) @name)
  ])) @reference.inheritance
(class_definition superclasses: (argument_list
  (keyword_argument name: (identifier) @_keyword value: [
    (identifier) @name
    (attribute object: (_) @receiver attribute: (identifier) @name)]))
  (#eq? @_keyword "metaclass")) @reference.inheritance

; @property: the method's name reads like a field.
(decorated_definition (decorator (identifier) @name) definition: (function_definition name: (identifier) @alias)) @reference.decorator
(decorator [
  (identifier) @name
  (attribute object: (_) @receiver attribute: (identifier) @name)
  (call function: (identifier) @name arguments: (_) @arguments)
  (call function: (attribute object: (_) @receiver attribute: (identifier) @name) arguments: (_) @arguments)
  ]) @reference.decorator

; x = make(), self.x = Shape(1), with open_file() as x: what the name is bound to tells its class.
(assignment left: [(identifier) (attribute)] @alias right: [
  (call function: (identifier) @name arguments: (_) @arguments)
  (call function: (attribute object: (_) @receiver attribute: (identifier) @name) arguments: (_) @arguments)
  (await (call function: (identifier) @name arguments: (_) @arguments))
  (await (call function: (attribute object: (_) @receiver attribute: (identifier) @name) arguments: (_) @arguments))
  ]) @reference.call
(named_expression name: (identifier) @alias value: (call function: [
  (identifier) @name
  (attribute object: (_) @receiver attribute: (identifier) @name)] arguments: (_) @arguments)) @reference.call
(as_pattern
  (call function: [(identifier) @name (attribute object: (_) @receiver attribute: (identifier) @name)] arguments: (_) @arguments)
  alias: (as_pattern_target (identifier) @alias)) @reference.call

; self.x = x, x = self.y: what is known of the one is known of the other.
(assignment left: (attribute object: (identifier) @_self) @alias right: (identifier) @name !type
  (#eq? @_self "self")) @reference.access
(assignment left: (identifier) @alias right: (attribute object: (_) @receiver attribute: (identifier) @name) !type) @reference.access

(call function: (identifier) @name arguments: (_) @arguments) @reference.call
(call function: (attribute object: (_) @receiver attribute: (identifier) @name) arguments: (_) @arguments) @reference.call
(call function: (subscript value: (identifier) @name)) @reference.call

; The annotation of a parameter, of a name, of what a function returns; Optional and unions with None show through.
(typed_parameter . (identifier) @alias type: (type [
  (identifier) @name
  (attribute object: (_) @receiver attribute: (identifier) @name)
  (binary_operator left: [(identifier) @name (attribute object: (_) @receiver attribute: (identifier) @name)] right: (none))
  (generic_type . (identifier) @_optional (type_parameter (type (identifier) @name)))])
  (#any-of? @_optional "Optional" "Annotated" "ClassVar" "Final")) @reference.type
(typed_default_parameter name: (identifier) @alias type: (type [
  (identifier) @name
  (attribute object: (_) @receiver attribute: (identifier) @name)
  (binary_operator left: [(identifier) @name (attribute object: (_) @receiver attribute: (identifier) @name)] right: (none))
  (generic_type . (identifier) @_optional (type_parameter (type (identifier) @name)))])
  (#any-of? @_optional "Optional" "Annotated" "ClassVar" "Final")) @reference.type
(assignment left: [(identifier) (attribute)] @alias type: (type [
  (identifier) @name
  (attribute object: (_) @receiver attribute: (identifier) @name)
  (binary_operator left: [(identifier) @name (attribute object: (_) @receiver attribute: (identifier) @name)] right: (none))
  (generic_type . (identifier) @_optional (type_parameter (type (identifier) @name)))])
  (#any-of? @_optional "Optional" "Annotated" "ClassVar" "Final")) @reference.type
(function_definition name: (identifier) @alias return_type: (type [
  (identifier) @name
  (attribute object: (_) @receiver attribute: (identifier) @name)
  (binary_operator left: [(identifier) @name (attribute object: (_) @receiver attribute: (identifier) @name)] right: (none))
  (generic_type . (identifier) @_optional (type_parameter (type (identifier) @name)))])
  (#any-of? @_optional "Optional" "Annotated")) @reference.type

; With arguments the type is what it was, for those that are none of the above.
(typed_parameter . (identifier) @alias type: (type (generic_type . (identifier) @name))) @reference.type
(typed_default_parameter name: (identifier) @alias type: (type (generic_type . (identifier) @name))) @reference.type
(assignment left: [(identifier) (attribute)] @alias type: (type (generic_type . (identifier) @name))) @reference.type
(function_definition name: (identifier) @alias return_type: (type (generic_type . (identifier) @name))) @reference.type
; Types in quotes.
(typed_parameter . (identifier) @alias type: (type (string (string_content) @name)) (#match? @name "^[A-Za-z_][A-Za-z_0-9]*$")) @reference.type
(typed_default_parameter name: (identifier) @alias type: (type (string (string_content) @name)) (#match? @name "^[A-Za-z_][A-Za-z_0-9]*$")) @reference.type
(assignment left: [(identifier) (attribute)] @alias type: (type (string (string_content) @name)) (#match? @name "^[A-Za-z_][A-Za-z_0-9]*$")) @reference.type
(function_definition name: (identifier) @alias return_type: (type (string (string_content) @name)) (#match? @name "^[A-Za-z_][A-Za-z_0-9]*$")) @reference.type
(type (string (string_content) @name) (#match? @name "^[A-Za-z_][A-Za-z_0-9]*$")) @reference.type

(type [
  (identifier) @name
  (attribute object: (_) @receiver attribute: (identifier) @name)
  (generic_type (identifier) @name)
  (subscript value: (identifier) @name)
  (union_type (type (identifier) @name))
  (binary_operator (identifier) @name)
  (binary_operator (attribute object: (_) @receiver attribute: (identifier) @name))
  (binary_operator (subscript value: (identifier) @name))
  (subscript subscript: [(identifier) @name (attribute object: (_) @receiver attribute: (identifier) @name)])
  ]) @reference.type
(except_clause value: [
  (identifier) @name
  (attribute object: (_) @receiver attribute: (identifier) @name)
  (tuple (identifier) @name)
  (as_pattern (identifier) @name)
  (as_pattern (attribute object: (_) @receiver attribute: (identifier) @name))
  (as_pattern (tuple (identifier) @name))]) @reference.type
(case_pattern (class_pattern (dotted_name (identifier) @name .))) @reference.type

; What binds a name inside a function, where it hides the file's.
[(function_definition) (lambda) (list_comprehension) (set_comprehension) (dictionary_comprehension) (generator_expression)] @scope
(parameters (identifier) @local)
(lambda_parameters (identifier) @local)
(typed_parameter . [(identifier) @local (list_splat_pattern (identifier) @local) (dictionary_splat_pattern (identifier) @local)])
(default_parameter name: (identifier) @local)
(typed_default_parameter name: (identifier) @local)
(parameters [(list_splat_pattern (identifier) @local) (dictionary_splat_pattern (identifier) @local)])
(assignment left: (identifier) @local)
(pattern_list (identifier) @local)
(tuple_pattern (identifier) @local)
(for_statement left: (identifier) @local)
(for_in_clause left: (identifier) @local)
(as_pattern_target (identifier) @local)
(named_expression name: (identifier) @local)
