; A page defines nothing; it is cut by its parts. Where several patterns name the same node, the first wins.

((element . (start_tag . (tag_name) @_part (attribute (attribute_name) @_id (quoted_attribute_value (attribute_value) @name)))) @definition.section
  (#any-of? @_part "section" "article" "aside" "main" "nav" "header" "footer" "form" "dialog" "template" "div" "table" "fieldset")
  (#eq? @_id "id"))
((element . (start_tag . (tag_name) @_part) . (element . (start_tag . (tag_name) @_heading) . (text) @name)) @definition.section
  (#any-of? @_part "section" "article" "aside" "div" "form" "dialog" "fieldset" "body")
  (#match? @_heading "^([hH][1-6]|legend)$"))
(script_element . (start_tag . (tag_name) @name)) @definition.section
(style_element . (start_tag . (tag_name) @name)) @definition.section
((element . (start_tag . (tag_name) @name)) @definition.section
  (#any-of? @name "head" "nav" "header" "footer" "main"))
