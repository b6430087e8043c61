; Where several patterns name the same node, the first in this file wins.

(import module: (module) @module names: (import_list name: (import_name variable: (variable) @name))) @reference.import
(import module: (module) @module names: (import_list name: (import_name type: (name) @name))) @reference.import
(import module: (module) @name alias: (module) @alias) @reference.import
(import module: (module) @name !alias) @reference.import

(instance name: (name) @name) @reference.inheritance
(deriving classes: (tuple (name) @name)) @reference.inheritance
(deriving classes: (name) @name) @reference.inheritance
(class context: (context context: (apply constructor: (name) @name))) @reference.inheritance

(apply function: [
  (variable) @name
  (qualified module: (module) @receiver id: (variable) @name)]) @reference.call
(apply function: [
  (constructor) @name
  (qualified module: (module) @receiver id: (constructor) @name)]) @reference.instantiation
(exp [(variable) @name (qualified module: (module) @receiver id: (variable) @name)]) @reference.call
(match expression: [(variable) @name (qualified module: (module) @receiver id: (variable) @name)]) @reference.call
(infix left_operand: [(variable) @name (qualified module: (module) @receiver id: (variable) @name)]) @reference.access
(infix right_operand: [(variable) @name (qualified module: (module) @receiver id: (variable) @name)]) @reference.access
(infix operator: (operator) @name) @reference.call
(infix operator: (infix_id (variable) @name)) @reference.call
(apply argument: [(variable) @name (qualified module: (module) @receiver id: (variable) @name)]) @reference.access
(record constructor: (constructor) @name) @reference.instantiation

(qualified module: (module) @receiver id: (name) @name) @reference.type
(name) @name @reference.type
(constructor) @name @reference.instantiation
