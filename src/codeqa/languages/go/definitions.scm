; Where several patterns name the same node, the first in this file wins.

(function_declaration name: (identifier) @name body: (_) @body) @definition.function
(function_declaration name: (identifier) @name) @definition.function
; Methods belong to the type of their receiver.
(method_declaration
  receiver: (parameter_list (parameter_declaration type: [
    (type_identifier) @owner
    (generic_type type: (type_identifier) @owner)
    (pointer_type [(type_identifier) @owner (generic_type type: (type_identifier) @owner)])]))
  name: (field_identifier) @name body: (_)? @body) @definition.method

(type_spec name: (type_identifier) @name type: (struct_type (field_declaration_list) @body)) @definition.struct
(type_spec name: (type_identifier) @name type: (interface_type)) @definition.interface
(type_spec name: (type_identifier) @name) @definition.type
(type_alias name: (type_identifier) @name) @definition.type

(struct_type (field_declaration_list (field_declaration name: (field_identifier) @name) @definition.field))
(interface_type (method_elem name: (field_identifier) @name) @definition.method)

((const_spec (identifier) @name) @ignored
  (#eq? @name "_"))
((var_spec name: (identifier) @name) @ignored
  (#eq? @name "_"))
(const_spec (identifier) @name) @definition.constant
(source_file (var_declaration [
  (var_spec name: (identifier) @name) @definition.variable
  (var_spec_list (var_spec name: (identifier) @name) @definition.variable)]))
