; Where several patterns name the same node, the first in this file wins.

(package_statement name: (package) @name (block)? @body) @definition.class
(class_statement name: (package) @name (block)? @body) @definition.class
(role_statement name: (package) @name (block)? @body) @definition.trait

; A sub without a body announces one.
(subroutine_declaration_statement name: (bareword) @name body: (block) @body) @definition.function
(method_declaration_statement name: (bareword) @name body: (block) @body) @definition.method
; my $double = sub { … }; *alias = \&area; *alias = sub { … }
(expression_statement (assignment_expression
  left: (variable_declaration variable: (scalar (varname) @name))
  right: (anonymous_subroutine_expression body: (_) @body))) @definition.function
(expression_statement (assignment_expression
  left: (glob (varname) @name)
  right: [(anonymous_subroutine_expression) (refgen_expression)])) @definition.function

; use constant NAME => 1; use constant { A => 1, B => 2 };
((use_statement module: (package) @_constant (list_expression . (autoquoted_bareword) @name)) @definition.constant
  (#eq? @_constant "constant"))
((use_statement module: (package) @_constant (anonymous_hash_expression (list_expression (autoquoted_bareword) @name))) @definition.constant
  (#eq? @_constant "constant"))

; Attributes of Moo, Moose and the like, and of Mojo::Base.
((expression_statement (ambiguous_function_call_expression function: (function) @_has
  arguments: (list_expression . [(autoquoted_bareword) @name (string_literal content: (string_content) @name)]))) @definition.property
  (#any-of? @_has "has" "option"))
((expression_statement (ambiguous_function_call_expression function: (function) @_has
  arguments: (string_literal content: (string_content) @name))) @definition.property
  (#eq? @_has "has"))
((class_statement (block (expression_statement (assignment_expression left: (variable_declaration "field" variable: (_ (varname) @name)))) @definition.field)))
((class_statement (block (expression_statement (variable_declaration "field" variable: (_ (varname) @name))) @definition.field)))

((variable_declaration variable: (_ (varname) @name)) @ignored
  (#any-of? @name "ISA" "VERSION" "EXPORT" "EXPORT_OK" "EXPORT_TAGS" "AUTOLOAD"))
(source_file (expression_statement (assignment_expression left: (variable_declaration variable: (_ (varname) @name)))) @definition.variable)
(source_file (expression_statement (variable_declaration variable: (_ (varname) @name))) @definition.variable)
(source_file (expression_statement (assignment_expression left: (variable_declaration variables: (_ (varname) @name)))) @definition.variable)
(package_statement (block (expression_statement (assignment_expression left: (variable_declaration variable: (_ (varname) @name)))) @definition.variable))
