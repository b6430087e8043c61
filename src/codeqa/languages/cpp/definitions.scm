; Where several patterns name the same node, the first in this file wins.

(class_specifier name: [
  (type_identifier) @name
  (template_type name: (type_identifier) @name)
  (qualified_identifier scope: (_) @owner name: (type_identifier) @name)] body: (_) @body) @definition.class
(struct_specifier name: [
  (type_identifier) @name
  (template_type name: (type_identifier) @name)
  (qualified_identifier scope: (_) @owner name: (type_identifier) @name)] body: (_) @body) @definition.struct
(union_specifier name: (type_identifier) @name body: (_) @body) @definition.union
(enum_specifier name: (type_identifier) @name body: (_) @body) @definition.enum
(enumerator name: (identifier) @name) @definition.enum_member
(concept_definition name: (identifier) @name) @definition.type
(alias_declaration name: (type_identifier) @name) @definition.type
(namespace_definition name: (_) @name body: (_) @body) @definition.module
(namespace_alias_definition name: (_) @name) @definition.module
(type_definition type: (struct_specifier !name body: (_) @body) declarator: (type_identifier) @name) @definition.struct
(type_definition type: (union_specifier !name body: (_) @body) declarator: (type_identifier) @name) @definition.union
(type_definition type: (enum_specifier !name body: (_) @body) declarator: (type_identifier) @name) @definition.enum
(type_definition type: [
  (struct_specifier name: (_) body: (_))
  (union_specifier name: (_) body: (_))
  (enum_specifier name: (_) body: (_))] declarator: (type_identifier) @name @definition.type)
; struct point { … } origin; the struct has the body, the variable is one more thing.
(declaration type: [
  (struct_specifier name: (_) body: (_))
  (union_specifier name: (_) body: (_))
  (enum_specifier name: (_) body: (_))
  (class_specifier name: (_) body: (_))] declarator: [
  (identifier) @name @definition.variable
  (init_declarator declarator: (identifier) @name @definition.variable)
  (array_declarator declarator: (identifier) @name @definition.variable)
  (init_declarator declarator: (array_declarator declarator: (identifier) @name @definition.variable))])
(field_declaration type: [
  (struct_specifier name: (_) body: (_))
  (union_specifier name: (_) body: (_))
  (enum_specifier name: (_) body: (_))
  (class_specifier name: (_) body: (_))] declarator: (field_identifier) @name @definition.field)
(type_definition declarator: [
  (type_identifier) @name
  (pointer_declarator declarator: (type_identifier) @name)
  (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name)))
  ]) @definition.type

; TEST_F(StackTest, Pushes) { … } defines a test of that name.
((function_definition !type declarator: (function_declarator
  declarator: (identifier) @_macro
  parameters: (parameter_list . (parameter_declaration type: (_) @owner) . (parameter_declaration type: (_) @name) .)) body: (_) @body) @definition.function
  (#match? @_macro "^(TYPED_)?TEST(_[FP])?$"))
((function_definition !type declarator: (function_declarator declarator: (identifier) @name)) @ignored
  (#match? @name "^(TYPED_)?TEST(_[FP])?$"))
; Outside its class the grammar takes "operator" of Shape::operator bool() for a type.
((function_definition
  type: (qualified_identifier scope: (_) @owner name: (type_identifier) @name_before)
  declarator: (function_declarator declarator: (identifier) @name) body: (_) @body) @definition.function
  (#eq? @name_before "operator"))
; Functions and methods: the table's declarators lead from the name out to the whole declaration.
(function_declarator declarator: [
  (identifier) @name
  (field_identifier) @name
  (operator_name) @name
  (destructor_name) @name
  (qualified_identifier) @name
  (template_function name: (identifier) @name)]) @definition.function
(qualified_identifier scope: (_) @owner name: (operator_cast "operator" @name_before type: (_) @name)) @definition.function
(operator_cast "operator" @name_before type: (_) @name) @definition.function

(preproc_def name: (identifier) @name) @definition.macro
(preproc_function_def name: (identifier) @name) @definition.macro

(field_declaration declarator: [
  (field_identifier) @name
  (pointer_declarator declarator: (field_identifier) @name)
  (reference_declarator (field_identifier) @name)
  (pointer_declarator declarator: (array_declarator declarator: (field_identifier) @name))
  (pointer_declarator declarator: (pointer_declarator declarator: (field_identifier) @name))
  (array_declarator declarator: (field_identifier) @name)
  (array_declarator declarator: (array_declarator declarator: (field_identifier) @name))
  (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (field_identifier) @name)))
  ]) @definition.field

; Constants and variables outside functions.
(translation_unit (declaration (type_qualifier) declarator: (init_declarator declarator: [
    (identifier) @name
    (qualified_identifier) @name
    (pointer_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)])
    (reference_declarator (identifier) @name)
    (array_declarator declarator: [(identifier) @name (qualified_identifier) @name (array_declarator declarator: (identifier) @name)])
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @name)))
    ])) @definition.constant)
(translation_unit (declaration declarator: [
    (identifier) @name
    (qualified_identifier) @name
    (pointer_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)])
    (reference_declarator (identifier) @name)
    (array_declarator declarator: [(identifier) @name (qualified_identifier) @name (array_declarator declarator: (identifier) @name)])
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @name)))
    (init_declarator declarator: [
    (identifier) @name
    (qualified_identifier) @name
    (pointer_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)])
    (reference_declarator (identifier) @name)
    (array_declarator declarator: [(identifier) @name (qualified_identifier) @name (array_declarator declarator: (identifier) @name)])
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @name)))
    ])]) @definition.variable)
(declaration_list (declaration (type_qualifier) declarator: (init_declarator declarator: [
    (identifier) @name
    (qualified_identifier) @name
    (pointer_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)])
    (reference_declarator (identifier) @name)
    (array_declarator declarator: [(identifier) @name (qualified_identifier) @name (array_declarator declarator: (identifier) @name)])
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @name)))
    ])) @definition.constant)
(declaration_list (declaration declarator: [
    (identifier) @name
    (qualified_identifier) @name
    (pointer_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)])
    (reference_declarator (identifier) @name)
    (array_declarator declarator: [(identifier) @name (qualified_identifier) @name (array_declarator declarator: (identifier) @name)])
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @name)))
    (init_declarator declarator: [
    (identifier) @name
    (qualified_identifier) @name
    (pointer_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)])
    (reference_declarator (identifier) @name)
    (array_declarator declarator: [(identifier) @name (qualified_identifier) @name (array_declarator declarator: (identifier) @name)])
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @name)))
    ])]) @definition.variable)
(preproc_ifdef (declaration (type_qualifier) declarator: (init_declarator declarator: [
    (identifier) @name
    (qualified_identifier) @name
    (pointer_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)])
    (reference_declarator (identifier) @name)
    (array_declarator declarator: [(identifier) @name (qualified_identifier) @name (array_declarator declarator: (identifier) @name)])
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @name)))
    ])) @definition.constant)
(preproc_ifdef (declaration declarator: [
    (identifier) @name
    (qualified_identifier) @name
    (pointer_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)])
    (reference_declarator (identifier) @name)
    (array_declarator declarator: [(identifier) @name (qualified_identifier) @name (array_declarator declarator: (identifier) @name)])
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @name)))
    (init_declarator declarator: [
    (identifier) @name
    (qualified_identifier) @name
    (pointer_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)])
    (reference_declarator (identifier) @name)
    (array_declarator declarator: [(identifier) @name (qualified_identifier) @name (array_declarator declarator: (identifier) @name)])
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @name)))
    ])]) @definition.variable)
(preproc_if (declaration (type_qualifier) declarator: (init_declarator declarator: [
    (identifier) @name
    (qualified_identifier) @name
    (pointer_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)])
    (reference_declarator (identifier) @name)
    (array_declarator declarator: [(identifier) @name (qualified_identifier) @name (array_declarator declarator: (identifier) @name)])
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @name)))
    ])) @definition.constant)
(preproc_if (declaration declarator: [
    (identifier) @name
    (qualified_identifier) @name
    (pointer_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)])
    (reference_declarator (identifier) @name)
    (array_declarator declarator: [(identifier) @name (qualified_identifier) @name (array_declarator declarator: (identifier) @name)])
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @name)))
    (init_declarator declarator: [
    (identifier) @name
    (qualified_identifier) @name
    (pointer_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)])
    (reference_declarator (identifier) @name)
    (array_declarator declarator: [(identifier) @name (qualified_identifier) @name (array_declarator declarator: (identifier) @name)])
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @name)))
    ])]) @definition.variable)
(preproc_else (declaration (type_qualifier) declarator: (init_declarator declarator: [
    (identifier) @name
    (qualified_identifier) @name
    (pointer_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)])
    (reference_declarator (identifier) @name)
    (array_declarator declarator: [(identifier) @name (qualified_identifier) @name (array_declarator declarator: (identifier) @name)])
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @name)))
    ])) @definition.constant)
(preproc_else (declaration declarator: [
    (identifier) @name
    (qualified_identifier) @name
    (pointer_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)])
    (reference_declarator (identifier) @name)
    (array_declarator declarator: [(identifier) @name (qualified_identifier) @name (array_declarator declarator: (identifier) @name)])
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @name)))
    (init_declarator declarator: [
    (identifier) @name
    (qualified_identifier) @name
    (pointer_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)])
    (reference_declarator (identifier) @name)
    (array_declarator declarator: [(identifier) @name (qualified_identifier) @name (array_declarator declarator: (identifier) @name)])
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @name)))
    ])]) @definition.variable)
(preproc_elif (declaration (type_qualifier) declarator: (init_declarator declarator: [
    (identifier) @name
    (qualified_identifier) @name
    (pointer_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)])
    (reference_declarator (identifier) @name)
    (array_declarator declarator: [(identifier) @name (qualified_identifier) @name (array_declarator declarator: (identifier) @name)])
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @name)))
    ])) @definition.constant)
(preproc_elif (declaration declarator: [
    (identifier) @name
    (qualified_identifier) @name
    (pointer_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)])
    (reference_declarator (identifier) @name)
    (array_declarator declarator: [(identifier) @name (qualified_identifier) @name (array_declarator declarator: (identifier) @name)])
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @name)))
    (init_declarator declarator: [
    (identifier) @name
    (qualified_identifier) @name
    (pointer_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)])
    (reference_declarator (identifier) @name)
    (array_declarator declarator: [(identifier) @name (qualified_identifier) @name (array_declarator declarator: (identifier) @name)])
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @name)))
    ])]) @definition.variable)
(template_declaration (declaration (type_qualifier) declarator: (init_declarator declarator: [
    (identifier) @name
    (qualified_identifier) @name
    (pointer_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)])
    (reference_declarator (identifier) @name)
    (array_declarator declarator: [(identifier) @name (qualified_identifier) @name (array_declarator declarator: (identifier) @name)])
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @name)))
    ])) @definition.constant)
(template_declaration (declaration declarator: [
    (identifier) @name
    (qualified_identifier) @name
    (pointer_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)])
    (reference_declarator (identifier) @name)
    (array_declarator declarator: [(identifier) @name (qualified_identifier) @name (array_declarator declarator: (identifier) @name)])
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @name)))
    (init_declarator declarator: [
    (identifier) @name
    (qualified_identifier) @name
    (pointer_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)])
    (reference_declarator (identifier) @name)
    (array_declarator declarator: [(identifier) @name (qualified_identifier) @name (array_declarator declarator: (identifier) @name)])
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @name)))
    ])]) @definition.variable)
