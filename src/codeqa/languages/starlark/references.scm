; load("//tools:defs.bzl", "my_rule", other = "that_rule")
(call function: (identifier) @_load
  arguments: (argument_list . (string (string_content) @module) (string (string_content) @name))
  (#eq? @_load "load")) @reference.import
(call function: (identifier) @_load
  arguments: (argument_list . (string (string_content) @module)
    (keyword_argument name: (identifier) @alias value: (string (string_content) @name)))
  (#eq? @_load "load")) @reference.import
(call function: (identifier) @name
  (#eq? @name "load")) @ignored
; deps = [":strings"]
(keyword_argument name: (identifier) @_deps value: (list (string (string_content) @name))
  (#any-of? @_deps "deps" "data" "exports" "runtime_deps" "implementation_deps")) @reference.access
