; Where several patterns name the same node, the first in this file wins.

(module_definition name: (identifier) @name) @definition.module

; struct A, A{T}, A <: B, A{T} <: B{T}; also behind a macro of a package: Base.@kwdef struct Options.
(macrocall_expression . (_) . (macro_identifier) (macro_argument_list . (struct_definition (type_head [
  (identifier) @name
  (parametrized_type_expression . (identifier) @name)
  (binary_expression . (identifier) @name)
  (binary_expression . (parametrized_type_expression . (identifier) @name))]) . (_)? @body))) @definition.struct
(struct_definition (type_head [
  (identifier) @name
  (parametrized_type_expression . (identifier) @name)
  (binary_expression . (identifier) @name)
  (binary_expression . (parametrized_type_expression . (identifier) @name))]) . (_)? @body) @definition.struct
(abstract_definition (type_head [
  (identifier) @name
  (parametrized_type_expression . (identifier) @name)
  (binary_expression . (identifier) @name)
  (binary_expression . (parametrized_type_expression . (identifier) @name))])) @definition.interface
(primitive_definition (type_head [
  (identifier) @name
  (binary_expression . (identifier) @name)])) @definition.type
(struct_definition [
  (identifier) @name
  (typed_expression . (identifier) @name)
  (assignment . (identifier) @name)
  (assignment . (typed_expression . (identifier) @name))
  (const_statement (assignment . (identifier) @name))] @definition.field)

((macrocall_expression . (macro_identifier (identifier) @_enum) (macro_argument_list . [
  (identifier) @name
  (typed_expression . (identifier) @name)])) @definition.enum
  (#eq? @_enum "enum"))
((macrocall_expression . (macro_identifier (identifier) @_enum) (macro_argument_list (_)
  [(identifier) @name (assignment . (identifier) @name)] @definition.enum_member))
  (#eq? @_enum "enum"))
((macrocall_expression . (macro_identifier (identifier) @_enum) (macro_argument_list (_)
  (compound_statement [(identifier) @name (assignment . (identifier) @name)] @definition.enum_member)))
  (#eq? @_enum "enum"))

; function f(x), f(x)::T, f(x) where T, Base.show(io), Base.:(==)(a, b), (f::Callable)(x), function f end
(function_definition (signature [
  (identifier) @name
  (call_expression . [(identifier) (operator)] @name)
  (call_expression . (field_expression value: (_) @owner [(identifier) @name (quote_expression (operator) @name) (quote_expression (parenthesized_expression (operator) @name))] .))
  (call_expression . (parenthesized_expression (typed_expression (_) . (identifier) @name)))
  (call_expression . (parametrized_type_expression . (identifier) @name))
  (where_expression (call_expression . [(identifier) (operator)] @name))
  (where_expression (call_expression . (field_expression value: (_) @owner [(identifier) @name (quote_expression (operator) @name) (quote_expression (parenthesized_expression (operator) @name))] .)))
  (where_expression (call_expression . (parenthesized_expression (typed_expression (_) . (identifier) @name))))
  (where_expression (call_expression . (parametrized_type_expression . (identifier) @name)))
  (where_expression (typed_expression (call_expression . [(identifier) (operator)] @name)))
  (where_expression (typed_expression (call_expression . (field_expression value: (_) @owner [(identifier) @name (quote_expression (operator) @name) (quote_expression (parenthesized_expression (operator) @name))] .))))
  (where_expression (where_expression (call_expression . [(identifier) (operator)] @name)))
  (typed_expression (call_expression . [(identifier) (operator)] @name))
  (typed_expression (call_expression . (field_expression value: (_) @owner [(identifier) @name (quote_expression (operator) @name) (quote_expression (parenthesized_expression (operator) @name))] .)))]) . (_)? @body) @definition.function

; f(x) = …, in the same forms
(assignment . [
  (call_expression . [(identifier) (operator)] @name)
  (call_expression . (field_expression value: (_) @owner [(identifier) @name (quote_expression (operator) @name) (quote_expression (parenthesized_expression (operator) @name))] .))
  (call_expression . (parenthesized_expression (typed_expression (_) . (identifier) @name)))
  (call_expression . (parametrized_type_expression . (identifier) @name))
  (where_expression (call_expression . [(identifier) (operator)] @name))
  (where_expression (call_expression . (field_expression value: (_) @owner [(identifier) @name (quote_expression (operator) @name) (quote_expression (parenthesized_expression (operator) @name))] .)))
  (where_expression (call_expression . (parametrized_type_expression . (identifier) @name)))
  (where_expression (typed_expression (call_expression . [(identifier) (operator)] @name)))
  (where_expression (where_expression (call_expression . [(identifier) (operator)] @name)))
  (typed_expression . (call_expression . [(identifier) (operator)] @name))
  (typed_expression . (call_expression . (field_expression value: (_) @owner [(identifier) @name (quote_expression (operator) @name) (quote_expression (parenthesized_expression (operator) @name))] .)))]
  (operator) . (_) @body .) @definition.function

(macro_definition (signature (call_expression . (identifier) @name)) . (_)? @body) @definition.macro
(assignment . (identifier) @name (operator) . (arrow_function_expression)) @definition.function
(assignment . (identifier) @name (operator) . (function_definition (signature (argument_list)))) @definition.function

(const_statement (assignment . [(identifier) @name (typed_expression . (identifier) @name)]) @definition.constant)
(source_file (assignment . [(identifier) @name (typed_expression . (identifier) @name)]) @definition.variable)
(module_definition (assignment . [(identifier) @name (typed_expression . (identifier) @name)]) @definition.variable)
(global_statement (assignment . (identifier) @name) @definition.variable)
