; Where several patterns name the same node, the first in this file wins.

((command name: (command_name (word) @_source) . argument: (_) @name) @reference.import
  (#any-of? @_source "source" "." "load"))
; trap cleanup EXIT; run some_function; type -t name
((command name: (command_name (word) @_runner) . argument: (word) @name) @reference.call
  (#any-of? @_runner "trap" "run" "exec" "command" "builtin" "xargs" "time"))
(command name: (command_name (word) @name)) @reference.call
