((start_tag (tag_name) @name) @reference.instantiation
  (#match? @name "^[A-Z]"))
((self_closing_tag (tag_name) @name) @reference.instantiation
  (#match? @name "^[A-Z]"))
