; Where several patterns name the same node, the first in this file wins.

(block . (identifier) @_module (body (attribute . (identifier) @_source . (expression (literal_value (string_lit (template_literal) @name)))))
  (#eq? @_module "module") (#eq? @_source "source")) @reference.import

; What a folder's files define they see without more words: var, local and module only say what it is.
((variable_expr (identifier) @_what) . (get_attr (identifier) @name)
  (#any-of? @_what "var" "local" "module")) @reference.access
((variable_expr (identifier) @_data) . (get_attr (identifier) @receiver) . (get_attr (identifier) @name)
  (#eq? @_data "data")) @reference.access
((variable_expr (identifier) @receiver) . (get_attr (identifier) @name)
  (#match? @receiver "_")) @reference.access
(function_call . (identifier) @name (function_arguments)? @arguments) @reference.call
