; Where several patterns name the same node, the first in this file wins.

((call !receiver method: (identifier) @_require arguments: (argument_list . (string (string_content) @name))) @reference.import
  (#any-of? @_require "require" "require_relative" "load"))
((call !receiver method: (identifier) @_autoload arguments: (argument_list . (simple_symbol) @name . (string (string_content) @module))) @reference.import
  (#eq? @_autoload "autoload"))

((call !receiver method: (identifier) @name) @ignored
  (#any-of? @name "require" "require_relative" "load" "include" "extend" "prepend" "attr_accessor" "attr_reader" "attr_writer" "private" "public" "protected" "module_function"))

(superclass [
  (constant) @name
  (scope_resolution scope: (_) @receiver name: (constant) @name)
  (call receiver: (constant) @name)]) @reference.inheritance
; A class takes in the members of a module that it includes.
((call !receiver method: (identifier) @_include arguments: (argument_list [
  (constant) @name
  (scope_resolution scope: (_) @receiver name: (constant) @name)])) @reference.inheritance
  (#any-of? @_include "include" "extend" "prepend"))

; What is assigned, and what a declaration says, tells the class of the name.
((assignment left: [(identifier) (instance_variable) (constant)] @alias right: (call receiver: [(constant) @name (scope_resolution scope: (_) @receiver name: (constant) @name)] method: (identifier) @_new arguments: (_)? @arguments)) @reference.instantiation
  (#eq? @_new "new"))
(assignment left: [(identifier) (instance_variable) (constant)] @alias right: (call receiver: (_) @receiver method: (identifier) @name arguments: (_)? @arguments)) @reference.call
((call receiver: [(constant) @name (scope_resolution scope: (_) @receiver name: (constant) @name)] method: (identifier) @_new arguments: (_)? @arguments) @reference.instantiation
  (#eq? @_new "new"))

(call receiver: (_) @receiver method: [(identifier) (constant)] @name arguments: (_)? @arguments) @reference.call
(call !receiver method: [(identifier) (constant)] @name arguments: (_)? @arguments) @reference.call
; A bare word in a statement of its own can only be a call.
(body_statement (identifier) @name) @reference.call
(block_argument (simple_symbol) @name) @reference.call

(scope_resolution scope: (_) @receiver name: (constant) @name) @reference.type
(constant) @name @reference.type
