; Where several patterns name the same node, the first in this file wins.

; use parent 'A', 'B'; use base qw(A); our @ISA = ('A'); extends 'A'; with 'Role'
((use_statement module: (package) @_parent [
  (string_literal content: (string_content) @name)
  (list_expression (string_literal content: (string_content) @name))]) @reference.inheritance
  (#any-of? @_parent "parent" "base" "Mojo::Base") (#match? @name "^[A-Za-z]\\S*$"))
((use_statement module: (package) @_parent [
  (quoted_word_list content: (string_content) @names)
  (list_expression (quoted_word_list content: (string_content) @names))]) @reference.inheritance
  (#any-of? @_parent "parent" "base"))
((assignment_expression left: [(variable_declaration variable: (array (varname) @_isa)) (array (varname) @_isa)] right: [
  (string_literal content: (string_content) @name)
  (parenthesized_expression (string_literal content: (string_content) @name))
  (parenthesized_expression (list_expression (string_literal content: (string_content) @name)))]) @reference.inheritance
  (#eq? @_isa "ISA"))
((assignment_expression left: [(variable_declaration variable: (array (varname) @_isa)) (array (varname) @_isa)]
  right: (quoted_word_list content: (string_content) @names)) @reference.inheritance
  (#eq? @_isa "ISA"))
((ambiguous_function_call_expression function: (function) @_extends arguments: [
  (string_literal content: (string_content) @name)
  (list_expression (string_literal content: (string_content) @name))]) @reference.inheritance
  (#any-of? @_extends "extends" "with"))
((attribute name: (attribute_name) @_isa value: (attribute_value) @name) @reference.inheritance
  (#any-of? @_isa "isa" "does"))

((use_statement module: (package) @name) @ignored
  (#any-of? @name "strict" "warnings" "utf8" "feature" "parent" "base" "constant" "lib" "vars" "overload" "experimental"))
; use List::Util qw(sum max); use List::Util 'sum', 'max';
((use_statement module: (package) @module [
  (quoted_word_list content: (string_content) @names)
  (list_expression (quoted_word_list content: (string_content) @names))]) @reference.import
  (#not-match? @module "^(parent|base|constant|lib|vars|overload|feature|warnings|strict|experimental|fields)$"))
((use_statement module: (package) @module [
  (string_literal content: (string_content) @name)
  (list_expression (string_literal content: (string_content) @name))]) @reference.import
  (#not-match? @module "^(parent|base|constant|lib|vars|overload|feature|warnings|strict|experimental|fields|Mojo::Base)$")
  (#match? @name "^[A-Za-z_]\\w*$"))
(use_statement module: (package) @name) @reference.import
(require_expression (bareword) @name) @reference.import

; my $x = Class->new(…), new Class(…): what the name is bound to tells its class.
(assignment_expression left: (variable_declaration variable: (scalar) @alias)
  right: (method_call_expression invocant: (_) @receiver method: (method) @name)) @reference.call
(assignment_expression left: [(scalar) (hash_element_expression)] @alias
  right: (method_call_expression invocant: (_) @receiver method: (method) @name)) @reference.call
((assignment_expression left: (variable_declaration variable: (scalar) @alias)
  right: (ambiguous_function_call_expression function: (function) @_new
    arguments: (function_call_expression function: (function) @name))) @reference.instantiation
  (#eq? @_new "new"))
((ambiguous_function_call_expression function: (function) @_new
  arguments: (function_call_expression function: (function) @name)) @reference.instantiation
  (#eq? @_new "new"))
((ambiguous_function_call_expression function: (function) @name) @ignored
  (#any-of? @name "new" "has" "extends" "with" "before" "after" "around"))

; before 'area' => sub { … } changes the method of that name.
((ambiguous_function_call_expression function: (function) @_around
  arguments: (list_expression . [(autoquoted_bareword) @name (string_literal content: (string_content) @name)])) @reference.decorator
  (#any-of? @_around "before" "after" "around"))

((method_call_expression invocant: (_) @receiver method: (method) @name) @reference.call
  (#match? @name "^\\w"))
((method_call_expression method: (method) @name) @reference.call
  (#match? @name "^\\w"))
((function_call_expression function: (function (varname) @name)) @reference.call
  (#match? @name "^\\w"))
((function_call_expression function: (function) @name) @reference.call
  (#match? @name "^\\w"))
((ambiguous_function_call_expression function: (function) @name) @reference.call
  (#match? @name "^\\w"))
; \&area hands a sub on.
((refgen_expression (function (varname) @name)) @reference.access
  (#match? @name "^\\w"))
