((script_element . (start_tag (attribute (attribute_name) @_src (quoted_attribute_value (attribute_value) @name)))) @reference.import
  (#eq? @_src "src"))
((element . (start_tag . (tag_name) @_link (attribute (attribute_name) @_href (quoted_attribute_value (attribute_value) @name)))) @reference.import
  (#eq? @_link "link") (#eq? @_href "href") (#match? @name "\\.(css|scss|js|mjs)$"))
