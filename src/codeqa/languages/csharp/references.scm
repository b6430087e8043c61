; Where several patterns name the same node, the first in this file wins.

(using_directive "static" (_) @name) @reference.import
(using_directive name: (identifier) @alias [(qualified_name) (identifier) (generic_name)] @name .) @reference.import
(using_directive !name [(identifier) (qualified_name)] @name) @reference.import

(base_list [
  (identifier) @name
  (generic_name (identifier) @name)
  (qualified_name qualifier: (_) @receiver name: [(identifier) @name (generic_name (identifier) @name)])
  (primary_constructor_base_type type: [(identifier) @name (generic_name (identifier) @name)])
  ]) @reference.inheritance

; What is assigned, and what a declaration says, tells the class of the name.
(variable_declaration type: (implicit_type) (variable_declarator name: (identifier) @alias (object_creation_expression type: [
  (identifier) @name
  (generic_name (identifier) @name)] arguments: (_)? @arguments))) @reference.instantiation
(variable_declaration type: (implicit_type) (variable_declarator name: (identifier) @alias (invocation_expression function: [
  (identifier) @name
  (member_access_expression expression: (_) @receiver name: (identifier) @name)] arguments: (_) @arguments))) @reference.call
(variable_declaration type: (implicit_type) (variable_declarator name: (identifier) @alias (await_expression (invocation_expression function: [
  (identifier) @name
  (member_access_expression expression: (_) @receiver name: (identifier) @name)] arguments: (_) @arguments)))) @reference.call
(object_creation_expression type: [
  (identifier) @name
  (generic_name (identifier) @name)
  (qualified_name qualifier: (_) @receiver name: [(identifier) @name (generic_name (identifier) @name)])
  ] arguments: (_)? @arguments) @reference.instantiation
(attribute name: [
  (identifier) @name
  (qualified_name qualifier: (_) @receiver name: (identifier) @name)]) @reference.decorator

(invocation_expression function: [
  (identifier) @name
  (generic_name (identifier) @name)
  (member_access_expression expression: (_) @receiver name: [(identifier) @name (generic_name (identifier) @name)])
  (conditional_access_expression condition: (_) @receiver (member_binding_expression name: [(identifier) @name (generic_name (identifier) @name)]))
  ] arguments: (_) @arguments) @reference.call

(type_parameter name: (identifier) @name) @ignored
(parameter type: [
  (identifier) @name
  (generic_name (identifier) @name)
  (qualified_name qualifier: (_) @receiver name: [(identifier) @name (generic_name (identifier) @name)])
  (nullable_type type: [(identifier) @name (generic_name (identifier) @name)])] name: (identifier) @alias) @reference.type
(property_declaration type: [
  (identifier) @name
  (generic_name (identifier) @name)
  (qualified_name qualifier: (_) @receiver name: [(identifier) @name (generic_name (identifier) @name)])
  (nullable_type type: [(identifier) @name (generic_name (identifier) @name)])] name: (identifier) @alias) @reference.type
(variable_declaration type: [
  (identifier) @name
  (generic_name (identifier) @name)
  (qualified_name qualifier: (_) @receiver name: [(identifier) @name (generic_name (identifier) @name)])
  (nullable_type type: [(identifier) @name (generic_name (identifier) @name)])] (variable_declarator name: (identifier) @alias)) @reference.type
(foreach_statement type: [
  (identifier) @name
  (generic_name (identifier) @name)
  (qualified_name qualifier: (_) @receiver name: [(identifier) @name (generic_name (identifier) @name)])
  (nullable_type type: [(identifier) @name (generic_name (identifier) @name)])] left: (identifier) @alias) @reference.type
(method_declaration returns: [
  (identifier) @name
  (generic_name (identifier) @name)
  (qualified_name qualifier: (_) @receiver name: [(identifier) @name (generic_name (identifier) @name)])
  (nullable_type type: [(identifier) @name (generic_name (identifier) @name)])] name: (identifier) @alias) @reference.type
((method_declaration returns: (generic_name (identifier) @_task (type_argument_list . (identifier) @name .)) name: (identifier) @alias) @reference.type
  (#any-of? @_task "Task" "ValueTask"))
(_ type: [
  (identifier) @name
  (generic_name (identifier) @name)
  (qualified_name qualifier: (_) @receiver name: [(identifier) @name (generic_name (identifier) @name)])
  (nullable_type type: [(identifier) @name (generic_name (identifier) @name)])
  (array_type type: [(identifier) @name (generic_name (identifier) @name)])]) @reference.type
(_ returns: [
  (identifier) @name
  (generic_name (identifier) @name)
  (qualified_name qualifier: (_) @receiver name: [(identifier) @name (generic_name (identifier) @name)])
  (nullable_type type: [(identifier) @name (generic_name (identifier) @name)])
  (array_type type: [(identifier) @name (generic_name (identifier) @name)])]) @reference.type
(type_argument_list [
  (identifier) @name
  (generic_name (identifier) @name)
  (nullable_type type: (identifier) @name)
  (array_type type: (identifier) @name)]) @reference.type
(type_parameter_constraint type: [(identifier) @name (generic_name (identifier) @name)]) @reference.type
