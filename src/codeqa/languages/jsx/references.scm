; <Button/>, <Menu.Item>: a component is called by its element; lower-case names are HTML.
((jsx_opening_element name: (identifier) @name) @reference.instantiation
  (#match? @name "^[A-Z]"))
((jsx_self_closing_element name: (identifier) @name) @reference.instantiation
  (#match? @name "^[A-Z]"))
(jsx_opening_element name: (member_expression object: (_) @receiver property: (property_identifier) @name)) @reference.instantiation
(jsx_self_closing_element name: (member_expression object: (_) @receiver property: (property_identifier) @name)) @reference.instantiation
