; Where several patterns name the same node, the first in this file wins.

((call target: (identifier) @_keyword
  (arguments . (alias) @name)
  (do_block . (unary_operator operand: (call target: (identifier) @_moduledoc (arguments (string) @doc)))) @body) @definition.module
  (#eq? @_keyword "defmodule")
  (#eq? @_moduledoc "moduledoc"))
((call target: (identifier) @_keyword (arguments . (alias) @name) (do_block) @body) @definition.module
  (#eq? @_keyword "defmodule"))
((call target: (identifier) @_keyword (arguments . (alias) @name) (do_block) @body) @definition.interface
  (#eq? @_keyword "defprotocol"))
((call target: (identifier) @_keyword (arguments . (alias) @name) (do_block) @body) @definition.impl
  (#eq? @_keyword "defimpl"))
((call target: (identifier) @name) @definition.struct
  (#any-of? @name "defstruct" "defexception"))

; @timeout 5_000
((unary_operator operator: "@" operand: (call target: (identifier) @name (arguments . (_) .))) @definition.constant
  (#not-match? @name "^(?:(?:module|type)?doc|spec|impl|behaviour|derive|typep?|opaque|(?:macro)?callback|optional_callbacks|enforce_keys|deprecated|since|dialyzer|compile|on_load|on_definition|(?:before|after)_compile|external_resource|fallback_to_any|(?:module|describe)?tag|nifs|vsn)$"))

; def name, def name(…), def name(…) when guard, def a <> b; with do … end, do: …, or neither.
((call target: (identifier) @_keyword (arguments . [
    (identifier) @name
    (call target: (identifier) @name)
    (binary_operator left: [(identifier) @name (call target: (identifier) @name)] operator: "when")
    (binary_operator operator: _ @name)]) (do_block)? @body) @definition.function
  (#any-of? @_keyword "def" "defp" "defdelegate")
  (#not-eq? @name "when"))
((call target: (identifier) @_keyword (arguments . [
    (identifier) @name
    (call target: (identifier) @name)
    (binary_operator left: [(identifier) @name (call target: (identifier) @name)] operator: "when")]) (do_block)? @body) @definition.macro
  (#any-of? @_keyword "defmacro" "defmacrop" "defguard" "defguardp"))

((unary_operator operand: (call target: (identifier) @_attribute (arguments (binary_operator left: [(identifier) @name (call target: (identifier) @name)])))) @definition.type
  (#any-of? @_attribute "type" "typep" "opaque"))
((unary_operator operand: (call target: (identifier) @_attribute (arguments (binary_operator left: [
    (call target: (identifier) @name)
    (binary_operator left: (call target: (identifier) @name) operator: "::")])))) @definition.method
  (#any-of? @_attribute "callback" "macrocallback"))
