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

; What a file exports without a name: export default Router, module.exports = Router.
(export_statement "default" @alias value: (identifier) @name) @reference.access
((assignment_expression left: (member_expression) @alias right: (identifier) @name) @reference.access
  (#eq? @alias "module.exports"))
; this.x = x, const x = this.y: what is known of the one is known of the other.
(assignment_expression left: (member_expression object: (this)) @alias right: (identifier) @name) @reference.access
(variable_declarator name: (identifier) @alias value: (member_expression object: (_) @receiver property: (property_identifier) @name)) @reference.access

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

; What binds a name inside a function, where it hides the file's.
[(function_declaration) (function_expression) (generator_function) (generator_function_declaration) (arrow_function)
 (method_definition) (for_in_statement) (for_statement) (catch_clause)] @scope
(arrow_function parameter: (identifier) @local)
(variable_declarator name: (identifier) @local)
(object_pattern [(shorthand_property_identifier_pattern) @local (pair_pattern value: (identifier) @local)
  (object_assignment_pattern left: (shorthand_property_identifier_pattern) @local) (rest_pattern (identifier) @local)])
(array_pattern [(identifier) @local (assignment_pattern left: (identifier) @local) (rest_pattern (identifier) @local)])
(for_in_statement left: (identifier) @local)
(catch_clause parameter: (identifier) @local)
