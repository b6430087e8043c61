; Where several patterns name the same node, the first in this file wins; then come those of ecma.

(class_heritage [
  (identifier) @name
  (member_expression object: (_) @receiver property: (property_identifier) @name)
  (call_expression function: (identifier) @name)]) @reference.inheritance
(formal_parameters [(identifier) @local (assignment_pattern left: (identifier) @local) (rest_pattern (identifier) @local)])
