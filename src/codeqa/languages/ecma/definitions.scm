; What JavaScript and TypeScript share. Where several patterns name the same node, the first in this file wins.

(class_declaration name: (_) @name body: (_) @body) @definition.class
(variable_declarator name: (identifier) @name value: (class body: (_) @body)) @definition.class
(export_statement "default" @name value: (class !name body: (_) @body)) @definition.class

(function_declaration name: (identifier) @name body: (_) @body) @definition.function
(generator_function_declaration name: (identifier) @name body: (_) @body) @definition.function

; An import is not a definition.
((variable_declarator name: (identifier) @name value: [
  (call_expression function: (identifier) @_require)
  (call_expression function: (call_expression function: (identifier) @_require))
  (member_expression object: (call_expression function: (identifier) @_require))]) @ignored
  (#eq? @_require "require"))

; const run = () => …, const run = function () …, also wrapped in one call: memo(() => …), React.forwardRef(…).
(variable_declarator name: (identifier) @name value: [
  (arrow_function body: (_) @body)
  (function_expression body: (_) @body)
  (generator_function body: (_) @body)]) @definition.function
(program [
  (lexical_declaration (variable_declarator name: (identifier) @name
    value: (call_expression arguments: (arguments [(arrow_function body: (_) @body) (function_expression body: (_) @body)]))) @definition.function)
  (export_statement (lexical_declaration (variable_declarator name: (identifier) @name
    value: (call_expression arguments: (arguments [(arrow_function body: (_) @body) (function_expression body: (_) @body)]))) @definition.function))])

; A function expression with a name of its own: run(function parse() …), button.onclick = function handleClick() ….
([
  (arguments (function_expression name: (identifier) @name body: (_) @body) @definition.function)
  (return_statement (function_expression name: (identifier) @name body: (_) @body) @definition.function)
  (parenthesized_expression (function_expression name: (identifier) @name body: (_) @body) @definition.function)
  (arguments (generator_function name: (identifier) @name body: (_) @body) @definition.function)
  (return_statement (generator_function name: (identifier) @name body: (_) @body) @definition.function)
  (array (function_expression name: (identifier) @name body: (_) @body) @definition.function)
  (assignment_expression right: (function_expression name: (identifier) @name body: (_) @body) @definition.function)
  (pair value: (function_expression name: (identifier) @name body: (_) @body) @definition.function)
  (arrow_function body: (function_expression name: (identifier) @name body: (_) @body) @definition.function)
  (ternary_expression (function_expression name: (identifier) @name body: (_) @body) @definition.function)
  (arguments (class name: (_) @name body: (_) @body) @definition.class)
  (return_statement (class name: (_) @name body: (_) @body) @definition.class)])

; Default exports without a name of their own.
(export_statement "default" @name value: [
  (arrow_function body: (_) @body)
  (function_expression !name body: (_) @body)
  (generator_function !name body: (_) @body)]) @definition.function
(export_statement "default" @name declaration: (function_declaration !name body: (_) @body)) @definition.function

(method_definition name: (_) @name body: (_) @body) @definition.method
; CommonJS and prototypes: exports.run = function, module.exports = …, Router.prototype.use = function, app.get = ….
((assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @name)
  right: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)]) @definition.function
  (#any-of? @_module "exports"))
((assignment_expression
  left: (member_expression object: (member_expression) @_exports property: (property_identifier) @name)
  right: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)]) @definition.function
  (#eq? @_exports "module.exports"))
((assignment_expression
  left: (member_expression object: (member_expression object: (_) @owner property: (property_identifier) @_prototype) property: (property_identifier) @name)
  right: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)]) @definition.method
  (#eq? @_prototype "prototype"))
((assignment_expression
  left: (member_expression property: (property_identifier) @name) @_module
  right: [(arrow_function body: (_) @body) (function_expression !name body: (_) @body) (class !name body: (_) @body)]) @definition.function
  (#eq? @_module "module.exports"))
((assignment_expression
  left: (member_expression) @_module
  right: [(function_expression name: (identifier) @name body: (_) @body)]) @definition.function
  (#eq? @_module "module.exports"))
((assignment_expression
  left: (member_expression) @_module
  right: (class name: (_) @name body: (_) @body)) @definition.class
  (#eq? @_module "module.exports"))
((assignment_expression
  left: (member_expression object: (identifier) @owner property: (property_identifier) @name)
  right: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)]) @definition.method
  (#not-eq? @owner "module"))
(assignment_expression
  left: (member_expression object: (member_expression) @owner property: (property_identifier) @name)
  right: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)]) @definition.method
(assignment_expression
  left: (member_expression object: (this) property: (_) @name)
  right: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)]) @definition.method
(program (expression_statement (assignment_expression
  left: (member_expression object: (identifier) @_exports property: (property_identifier) @name)) @definition.constant)
  (#eq? @_exports "exports"))
(program (expression_statement (assignment_expression left: (identifier) @name
  right: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.function))

; Object literals: { run() {}, run: () => … }; methods belong to the object's name.
(pair key: [(property_identifier) (string)] @name value: [
  (arrow_function body: (_) @body)
  (function_expression body: (_) @body)
  (generator_function body: (_) @body)]) @definition.method
(variable_declarator name: (identifier) @name value: (object [
  (method_definition)
  (pair value: [(arrow_function) (function_expression)])]) @body) @definition.object
(export_statement "default" @name value: (object [
  (method_definition)
  (pair value: [(arrow_function) (function_expression)])]) @body) @definition.object

(program (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name) @definition.constant))
(program (export_statement (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name) @definition.constant)))
(program (lexical_declaration (variable_declarator name: (identifier) @name) @definition.variable))
(program (export_statement (lexical_declaration (variable_declarator name: (identifier) @name) @definition.variable)))
(program (variable_declaration (variable_declarator name: (identifier) @name) @definition.variable))

; const { first, second: other, ...rest } = …, but not of a module, which is an import.
((variable_declarator name: [
  (object_pattern [
    (shorthand_property_identifier_pattern) @name
    (pair_pattern value: (identifier) @name)
    (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name)
    (rest_pattern (identifier) @name)])
  (array_pattern [(identifier) @name (rest_pattern (identifier) @name)])] value: [
    (call_expression function: (identifier) @_require)
    (await_expression (call_expression function: (import) @_require))]) @ignored
  (#any-of? @_require "require" "import"))
(program [
  (lexical_declaration kind: "const" (variable_declarator name: [
    (object_pattern [
      (shorthand_property_identifier_pattern) @name
      (pair_pattern value: (identifier) @name)
      (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name)
      (rest_pattern (identifier) @name)])
    (array_pattern [(identifier) @name (rest_pattern (identifier) @name)])]) @definition.constant)
  (export_statement (lexical_declaration kind: "const" (variable_declarator name: [
    (object_pattern [
      (shorthand_property_identifier_pattern) @name
      (pair_pattern value: (identifier) @name)
      (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name)
      (rest_pattern (identifier) @name)])
    (array_pattern [(identifier) @name (rest_pattern (identifier) @name)])]) @definition.constant))
  (lexical_declaration kind: "let" (variable_declarator name: [
    (object_pattern [
      (shorthand_property_identifier_pattern) @name
      (pair_pattern value: (identifier) @name)
      (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name)
      (rest_pattern (identifier) @name)])
    (array_pattern [(identifier) @name (rest_pattern (identifier) @name)])]) @definition.variable)
  (variable_declaration (variable_declarator name: [
    (object_pattern [
      (shorthand_property_identifier_pattern) @name
      (pair_pattern value: (identifier) @name)
      (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name)
      (rest_pattern (identifier) @name)])
    (array_pattern [(identifier) @name (rest_pattern (identifier) @name)])]) @definition.variable)])
