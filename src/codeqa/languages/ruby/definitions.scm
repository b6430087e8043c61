; Where several patterns name the same node, the first in this file wins.

(module name: [(constant) (scope_resolution)] @name body: (_)? @body) @definition.class
(class name: [(constant) (scope_resolution)] @name body: (_)? @body) @definition.class
; Point = Struct.new(:x) do … end, Error = Class.new(StandardError)
((assignment left: (constant) @name right: (call receiver: (constant) @_maker method: (identifier) @_new block: (_)? @body)) @definition.class
  (#any-of? @_maker "Struct" "Class" "Module" "Data")
  (#any-of? @_new "new" "define"))
(assignment left: [(constant) @name (scope_resolution name: (constant) @name)]) @definition.constant

(method name: (_) @name body: (_)? @body) @definition.function
(singleton_method object: (constant) @owner name: (_) @name body: (_)? @body) @definition.function
(singleton_method name: (_) @name body: (_)? @body) @definition.function
((call method: (identifier) @_define arguments: (argument_list . [(simple_symbol) (string . (string_content) .)] @name) block: (_) @body) @definition.method
  (#any-of? @_define "define_method" "define_singleton_method"))
((call !receiver method: (identifier) @_alias arguments: (argument_list . (simple_symbol) @name)) @definition.method
  (#eq? @_alias "alias_method"))
(alias name: (_) @name) @definition.method
((call !receiver method: (identifier) @_attribute arguments: (argument_list (simple_symbol) @name)) @definition.property
  (#any-of? @_attribute "attr_accessor" "attr_reader" "attr_writer"))
