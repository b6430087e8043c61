; Where several patterns name the same node, the first in this file wins.

(class_declaration "interface" name: (identifier) @name (class_body)? @body) @definition.interface
(class_declaration name: (identifier) @name (enum_class_body) @body) @definition.enum
((class_declaration (modifiers (class_modifier) @_modifier) name: (identifier) @name (class_body)? @body) @definition.annotation
  (#eq? @_modifier "annotation"))
(class_declaration name: (identifier) @name (class_body)? @body) @definition.class
; Between imports and an annotation the grammar takes "open class Name { … }" for an expression.
((infix_expression (identifier) (identifier) @_class [
    (identifier) @name
    (call_expression . (identifier) @name (annotated_lambda) @body)]) @definition.class
  (#eq? @_class "class"))
(object_declaration name: (identifier) @name (class_body)? @body) @definition.object
(companion_object name: (identifier) @name (class_body)? @body) @definition.object
(companion_object "companion" @name !name (class_body)? @body) @definition.object
(enum_entry . (identifier) @name) @definition.enum_member
(type_alias (identifier) @name) @definition.type

(function_declaration name: (identifier) @name (function_body)? @body) @definition.function
(secondary_constructor "constructor" @name (block)? @body) @definition.constructor
((class_parameter ["val" "var"] (identifier) @name) @definition.property)

((source_file (property_declaration (modifiers (property_modifier) @_const) (variable_declaration (identifier) @name)) @definition.constant)
  (#eq? @_const "const"))
((class_body (property_declaration (modifiers (property_modifier) @_const) (variable_declaration (identifier) @name)) @definition.constant)
  (#eq? @_const "const"))
(source_file (property_declaration (variable_declaration (identifier) @name)) @definition.variable)
(class_body (property_declaration (variable_declaration (identifier) @name)) @definition.property)
