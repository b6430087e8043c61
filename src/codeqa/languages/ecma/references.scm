; What JavaScript and TypeScript share. Where several patterns name the same node, the first in this file wins.

(import_statement (import_clause (identifier) @name) source: (string) @module) @reference.import
(import_statement (import_clause (namespace_import "*" @name (identifier) @alias)) source: (string) @module) @reference.import
(import_statement (import_clause (named_imports (import_specifier name: (_) @name alias: (identifier) @alias))) source: (string) @module) @reference.import
(import_statement (import_clause (named_imports (import_specifier name: (_) @name !alias))) source: (string) @module) @reference.import
(import_statement . "import" . source: (string) @name) @reference.import
(export_statement (export_clause (export_specifier name: (_) @name alias: (_) @alias)) source: (string) @module) @reference.import
(export_statement (export_clause (export_specifier name: (_) @name !alias)) source: (string) @module) @reference.import
(export_statement "*" @name source: (string) @module) @reference.import
(export_statement (namespace_export "*" @name (_) @alias) source: (string) @module) @reference.import
; const { a, b: c } = require("m"); const m = require("m"); const a = require("m").a
((variable_declarator name: (identifier) @alias
  value: (call_expression function: (identifier) @_require arguments: (arguments . (string) @name .))) @reference.import
  (#eq? @_require "require"))
((variable_declarator name: (object_pattern [
    (shorthand_property_identifier_pattern) @name
    (pair_pattern key: (property_identifier) @name value: (identifier) @alias)])
  value: (call_expression function: (identifier) @_require arguments: (arguments (string) @module))) @reference.import
  (#eq? @_require "require"))
((variable_declarator name: (identifier) @alias
  value: (member_expression
    object: (call_expression function: (identifier) @_require arguments: (arguments (string) @module))
    property: (property_identifier) @name)) @reference.import
  (#eq? @_require "require"))
((call_expression function: (identifier) @_require arguments: (arguments . (string) @name .)) @reference.import
  (#eq? @_require "require"))
(call_expression function: (import) arguments: (arguments . (string) @name .)) @reference.import

((call_expression function: (identifier) @name) @ignored
  (#eq? @name "require"))

; const x = new Foo(), this.x = make(): what the name is bound to tells its class.
(variable_declarator name: (identifier) @alias value: [
  (new_expression constructor: (identifier) @name arguments: (_)? @arguments)
  (new_expression constructor: (member_expression object: (_) @receiver property: (property_identifier) @name) arguments: (_)? @arguments)]) @reference.instantiation
(assignment_expression left: [(identifier) (member_expression)] @alias right: [
  (new_expression constructor: (identifier) @name arguments: (_)? @arguments)
  (new_expression constructor: (member_expression object: (_) @receiver property: (property_identifier) @name) arguments: (_)? @arguments)]) @reference.instantiation
(variable_declarator name: (identifier) @alias value: [
  (call_expression function: (identifier) @name arguments: (_) @arguments)
  (call_expression function: (member_expression object: (_) @receiver property: (property_identifier) @name) arguments: (_) @arguments)
  (await_expression (call_expression function: (identifier) @name arguments: (_) @arguments))
  (await_expression (call_expression function: (member_expression object: (_) @receiver property: (property_identifier) @name) arguments: (_) @arguments))]) @reference.call
(assignment_expression left: [(identifier) (member_expression)] @alias right: [
  (call_expression function: (identifier) @name arguments: (_) @arguments)
  (call_expression function: (member_expression object: (_) @receiver property: (property_identifier) @name) arguments: (_) @arguments)
  (await_expression (call_expression function: (identifier) @name arguments: (_) @arguments))
  (await_expression (call_expression function: (member_expression object: (_) @receiver property: (property_identifier) @name) arguments: (_) @arguments))]) @reference.call

(new_expression constructor: (identifier) @name arguments: (_)? @arguments) @reference.instantiation
(new_expression constructor: (member_expression object: (_) @receiver property: (property_identifier) @name) arguments: (_)? @arguments) @reference.instantiation

(decorator [
  (identifier) @name
  (member_expression object: (_) @receiver property: (property_identifier) @name)
  (call_expression function: (identifier) @name arguments: (_) @arguments)
  (call_expression function: (member_expression object: (_) @receiver property: (property_identifier) @name) arguments: (_) @arguments)
  ]) @reference.decorator

(call_expression function: (identifier) @name arguments: (_) @arguments) @reference.call
(call_expression function: (member_expression object: (_) @receiver property: [(property_identifier) (private_property_identifier)] @name) arguments: (_) @arguments) @reference.call
