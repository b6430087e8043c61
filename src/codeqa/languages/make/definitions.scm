; Where several patterns name the same node, the first in this file wins.

; .PHONY and the like say how make works.
((rule (targets (word) @name)) @ignored
  (#match? @name "^\\.[A-Z_]+$"))
(rule (targets (word) @name) (recipe) @body) @definition.target
(rule (targets (word) @name)) @definition.target
; NAME += adds to what is defined elsewhere.
(variable_assignment !target_or_pattern name: (word) @name ["=" ":=" "::=" "?="]) @definition.variable
(shell_assignment name: (word) @name) @definition.variable
(define_directive name: (word) @name) @definition.macro
