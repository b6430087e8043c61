; Where several patterns name the same node, the first in this file wins.

((call target: (identifier) @_keyword (arguments (alias) @name (keywords (pair key: (keyword) @_as value: (alias) @alias)))) @reference.import
  (#eq? @_keyword "alias")
  (#match? @_as "^as:"))
((call target: (identifier) @_keyword (arguments (dot left: (alias) @module right: (tuple (alias) @name)))) @reference.import
  (#any-of? @_keyword "alias" "import" "require" "use"))
((call target: (identifier) @_keyword (arguments . (alias) @name)) @reference.import
  (#any-of? @_keyword "alias" "import" "require"))
; use takes a module's code in; a behaviour is implemented; defimpl implements a protocol.
((call target: (identifier) @_keyword (arguments . (alias) @name)) @reference.inheritance
  (#any-of? @_keyword "use" "defimpl"))
((unary_operator operand: (call target: (identifier) @_behaviour (arguments (alias) @name))) @reference.inheritance
  (#eq? @_behaviour "behaviour"))

((call target: (identifier) @name) @ignored
  (#any-of? @name "def" "defp" "defmodule" "defmacro" "defmacrop" "defguard" "defguardp" "defdelegate" "defprotocol" "defimpl" "defstruct" "defexception" "alias" "import" "require" "use" "if" "unless" "case" "cond" "with" "for" "quote" "unquote" "fn" "receive" "try"))
; Attributes: @doc, @spec, @type are no calls.
(unary_operator operator: "@" operand: (call target: (identifier) @name)) @ignored
; The head of a definition is no call.
((call target: (identifier) @_keyword (arguments . [
    (call target: (identifier) @name)
    (binary_operator left: (call target: (identifier) @name) operator: "when")])) @ignored
  (#any-of? @_keyword "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp" "defdelegate"))

(struct (alias) @name) @reference.instantiation
(call target: (dot left: (_) @receiver right: (identifier) @name) (arguments)? @arguments) @reference.call
(call target: (identifier) @name (arguments)? @arguments) @reference.call
; &helper/1, &Mod.run/2
(unary_operator operator: "&" operand: (binary_operator left: (identifier) @name operator: "/")) @reference.call
(unary_operator operator: "&" operand: (binary_operator left: (call target: (dot left: (_) @receiver right: (identifier) @name)) operator: "/")) @reference.call
(binary_operator operator: "|>" right: (identifier) @name) @reference.call
(alias) @name @reference.type
