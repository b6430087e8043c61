; Where several patterns name the same node, the first in this file wins.

(using_statement (identifier) @name) @reference.import
(using_statement (import_path (identifier) @name .)) @reference.import
(using_statement (scoped_identifier) @name) @reference.import
(import_statement (identifier) @name) @reference.import
(import_statement (import_path (identifier) @name .)) @reference.import
(import_statement (scoped_identifier) @name) @reference.import
(import_alias . (_) @name . (identifier) @alias .) @reference.import
(selected_import . (_) @module . [(identifier) (operator) (macro_identifier)] @name) @reference.import
(selected_import . (_) @module (_) [(identifier) (operator) (macro_identifier)] @name) @reference.import
((call_expression . (identifier) @_include (argument_list (string_literal (content) @name))) @reference.import
  (#eq? @_include "include"))
((call_expression . (identifier) @name) @ignored
  (#eq? @name "include"))
(export_statement (identifier) @name) @ignored

(type_head (binary_expression (_) (operator) [
  (identifier) @name
  (parametrized_type_expression . (identifier) @name)
  (field_expression value: (_) @receiver (identifier) @name .)])) @reference.inheritance

(macrocall_expression (identifier)? @receiver . (macro_identifier (identifier) @name) (macro_argument_list)? @arguments) @reference.decorator

; x = make(): what the name is bound to tells its type.
(assignment . (identifier) @alias (operator) . (call_expression . [
  (identifier) @name
  (field_expression value: (_) @receiver (identifier) @name .)
  (parametrized_type_expression . (identifier) @name)] (argument_list) @arguments) .) @reference.call
(call_expression . (identifier) @name (argument_list) @arguments) @reference.call
(call_expression . (field_expression value: (_) @receiver (identifier) @name .) (argument_list) @arguments) @reference.call
(call_expression . (parametrized_type_expression . (identifier) @name) (argument_list) @arguments) @reference.call
(broadcast_call_expression . (identifier) @name (argument_list) @arguments) @reference.call
(broadcast_call_expression . (field_expression value: (_) @receiver (identifier) @name .) (argument_list) @arguments) @reference.call
((binary_expression (operator) @_pipe . (identifier) @name .) @reference.call
  (#any-of? @_pipe "|>" ".|>"))

(where_expression (curly_expression [(identifier) @name (binary_expression . (identifier) @name)])) @ignored
(typed_expression (identifier) @alias . (identifier) @name .) @reference.type
(typed_expression (identifier) @alias . (parametrized_type_expression . (identifier) @name) .) @reference.type
(typed_expression (_) . [
  (identifier) @name
  (parametrized_type_expression . (identifier) @name)
  (field_expression value: (_) @receiver (identifier) @name .)] .) @reference.type
(unary_typed_expression [
  (identifier) @name
  (parametrized_type_expression . (identifier) @name)
  (field_expression value: (_) @receiver (identifier) @name .)]) @reference.type
(curly_expression [
  (identifier) @name
  (parametrized_type_expression . (identifier) @name)]) @reference.type
