; Where several patterns name the same node, the first in this file wins; then come those of ecma.

(import_statement (import_require_clause (identifier) @name source: (string) @module)) @reference.import

(extends_clause value: [
  (identifier) @name
  (member_expression object: (_) @receiver property: (property_identifier) @name)
  (call_expression function: (identifier) @name)]) @reference.inheritance
(implements_clause [
  (type_identifier) @name
  (generic_type name: [(type_identifier) @name (nested_type_identifier module: (_) @receiver name: (_) @name)])
  (nested_type_identifier module: (_) @receiver name: (_) @name)]) @reference.inheritance
(extends_type_clause [
  (type_identifier) @name
  (generic_type name: [(type_identifier) @name (nested_type_identifier module: (_) @receiver name: (_) @name)])
  (nested_type_identifier module: (_) @receiver name: (_) @name)]) @reference.inheritance

(type_parameter name: (_) @name) @ignored
(type_query [
  (identifier) @name
  (member_expression object: (_) @receiver property: (property_identifier) @name)]) @reference.type
(nested_type_identifier module: (_) @receiver name: (_) @name) @reference.type
(type_identifier) @name @reference.type
