; Where several patterns name the same node, the first in this file wins; then come those of ecma.

(field_definition property: (_) @name value: [
  (arrow_function body: (_) @body)
  (function_expression body: (_) @body)]) @definition.method
(field_definition property: (_) @name) @definition.field
