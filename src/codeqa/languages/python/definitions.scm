; Where several patterns name the same node, the first in this file wins.

; A docstring may follow comments; the second pattern is for definitions without one.
(class_definition
  name: (identifier) @name
  body: (block . (comment)* . (expression_statement (string) @doc)) @body) @definition.class
(class_definition name: (identifier) @name body: (_) @body) @definition.class

(function_definition
  name: (identifier) @name
  body: (block . (comment)* . (expression_statement (string) @doc)) @body) @definition.function
(function_definition name: (identifier) @name body: (_) @body) @definition.function

(type_alias_statement left: (type (identifier) @name)) @definition.type
(type_alias_statement left: (type (generic_type (identifier) @name))) @definition.type

; Names bound at module level.
(module (expression_statement (assignment left: (identifier) @name type: (type [
  (identifier) @_alias
  (attribute attribute: (identifier) @_alias)]))) @definition.type
  (#eq? @_alias "TypeAlias"))
(module (expression_statement
  (assignment left: (identifier) @name
    right: (call function: [(identifier) @_maker (attribute attribute: (identifier) @_maker)]))) @definition.type
  (#any-of? @_maker "TypeVar" "ParamSpec" "TypeVarTuple" "NewType" "NamedTuple" "TypedDict" "namedtuple"))
(module (expression_statement (assignment left: (identifier) @name)) @definition.constant
  (#match? @name "^_*[A-Z][A-Z0-9_]*$"))
(module (expression_statement (assignment left: (identifier) @name right: (lambda))) @definition.function)
(module (expression_statement (assignment left: (identifier) @name)) @definition.variable)
(module (expression_statement (assignment left: (pattern_list [(identifier) @name (list_splat_pattern (identifier) @name)])) @definition.variable))
(module (expression_statement (assignment right: (assignment left: (identifier) @name)) @definition.variable))
(module [(if_statement (block (expression_statement (assignment left: (identifier) @name)) @definition.variable))
         (try_statement (block (expression_statement (assignment left: (identifier) @name)) @definition.variable))
         (with_statement (block (expression_statement (assignment left: (identifier) @name)) @definition.variable))
         (try_statement (finally_clause (block (expression_statement (assignment left: (identifier) @name)) @definition.variable)))
         (try_statement (else_clause (block (expression_statement (assignment left: (identifier) @name)) @definition.variable)))
         (if_statement (elif_clause (block (expression_statement (assignment left: (identifier) @name)) @definition.variable)))
         (if_statement (else_clause (block (expression_statement (assignment left: (identifier) @name)) @definition.variable)))
         (try_statement (except_clause (block (expression_statement (assignment left: (identifier) @name)) @definition.variable)))])

; Names bound in a class body.
(class_definition body: (block (expression_statement (assignment left: (identifier) @name)) @definition.field))

; Attributes that methods give their object belong to the class, once each.
(function_definition parameters: (parameters . (identifier) @_self) body: (block [
  (expression_statement (assignment left: (attribute object: (identifier) @_object attribute: (identifier) @name)) @definition.field)
  (expression_statement (assignment left: (pattern_list (attribute object: (identifier) @_object attribute: (identifier) @name))) @definition.field)
  (_ (block (expression_statement (assignment left: (attribute object: (identifier) @_object attribute: (identifier) @name)) @definition.field)))
  (_ (_ (block (expression_statement (assignment left: (attribute object: (identifier) @_object attribute: (identifier) @name)) @definition.field))))])
  (#eq? @_self "self") (#eq? @_object "self"))
