; Where several patterns name the same node, the first in this file wins.

(function_definition name: (word) @name body: (_) @body) @definition.function
((program (declaration_command "readonly" (variable_assignment name: (variable_name) @name)) @definition.constant))
((program (declaration_command (variable_assignment name: (variable_name) @name)) @definition.variable))
(program [
  (variable_assignment name: (variable_name) @name)
  (variable_assignments (variable_assignment name: (variable_name) @name))] @definition.variable)
