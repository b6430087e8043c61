((document (element (start_tag (tag_name) @name)) @definition.section)
  (#match? @name "^[a-z]"))
