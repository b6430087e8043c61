; Beside what interfaces have, too. Where several patterns name the same node, the first in this file wins.

; let f x = …, let f = fun x -> …, let f = function …, let ( + ) a b = …; local functions, too
(let_binding pattern: [(value_name) @name (parenthesized_operator (_) @name)] (parameter) body: (_) @body) @definition.function
(let_binding pattern: [(value_name) @name (parenthesized_operator (_) @name)]
  body: [(fun_expression) (function_expression)] @body) @definition.function
(compilation_unit (value_definition (let_binding pattern: [(value_name) @name (parenthesized_operator (_) @name)]) @definition.variable))
(structure (value_definition (let_binding pattern: [(value_name) @name (parenthesized_operator (_) @name)]) @definition.variable))
(compilation_unit (value_definition (let_binding pattern: (tuple_pattern (value_name) @name)) @definition.variable))
