; What implementations and interfaces share. Where several patterns name the same node, the first in this file wins.

(open_module "open" @name module: (module_path) @module) @reference.import
(include_module module: (module_path (module_path)? @receiver (module_name) @name .)) @reference.inheritance
(include_module module: (module_application functor: (module_path (module_path)? @receiver (module_name) @name .))) @reference.inheritance
(include_module_type module_type: (module_type_path (extended_module_path)? @receiver (module_type_name) @name .)) @reference.inheritance
(include_module_type module_type: (module_type_constraint (module_type_path (extended_module_path)? @receiver (module_type_name) @name .))) @reference.inheritance
(module_binding . (module_name) @alias body: (module_path (module_path) @module (module_name) @name .)) @reference.import
(module_binding . (module_name) @alias body: (module_path . (module_name) @name .)) @reference.import
(inheritance_definition class: (class_path (module_path)? @receiver (class_name) @name .)) @reference.inheritance
(inheritance_definition class: (class_application class: (class_path (module_path)? @receiver (class_name) @name .))) @reference.inheritance

(item_attribute (attribute_id) @name) @reference.decorator

(module_application functor: (module_path (module_path)? @receiver (module_name) @name .)) @reference.call

; let x = make y: what the name is bound to.
(let_binding pattern: (value_name) @alias . type: (_)? . body: (application_expression
  function: (value_path (module_path)? @receiver (value_name) @name .))) @reference.call
(let_binding pattern: (value_name) @alias . type: (_)? . body: (application_expression
  function: (new_expression (class_path (module_path)? @receiver (class_name) @name .)))) @reference.instantiation
(application_expression function: (value_path (module_path)? @receiver (value_name) @name .)) @reference.call
(application_expression function: (constructor_path (module_path)? @receiver (constructor_name) @name .)) @reference.instantiation
((infix_expression operator: (_) @_pipe right: (value_path (module_path)? @receiver (value_name) @name .)) @reference.call
  (#any-of? @_pipe "|>" ">>=" ">|=" ">>|"))
((infix_expression left: (value_path (module_path)? @receiver (value_name) @name .) operator: (_) @_apply) @reference.call
  (#eq? @_apply "@@"))
(method_invocation object: (_) @receiver method: (method_name) @name) @reference.call
(new_expression (class_path (module_path)? @receiver (class_name) @name .)) @reference.instantiation

; A function of a module that is handed on; a constructor in a pattern.
(value_path (module_path) @receiver (value_name) @name .) @reference.access
(constructor_path (module_path)? @receiver (constructor_name) @name .) @reference.access

(abstract_type (type_constructor) @name) @ignored
(typed_pattern pattern: (value_pattern) @alias type: (type_constructor_path (extended_module_path)? @receiver (type_constructor) @name .)) @reference.type
(parameter pattern: (value_pattern) @alias type: (type_constructor_path (extended_module_path)? @receiver (type_constructor) @name .)) @reference.type
(type_constructor_path (extended_module_path)? @receiver (type_constructor) @name .) @reference.type
(module_type_path (extended_module_path)? @receiver (module_type_name) @name .) @reference.type
