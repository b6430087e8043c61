; Where several patterns hold for a text, the first in this file says what it is.

((script_element (start_tag (attribute (attribute_name) @_lang (quoted_attribute_value (attribute_value) @injection.language))) (raw_text) @injection.content)
  (#eq? @_lang "lang"))
((script_element (start_tag (attribute (attribute_name) @_type (quoted_attribute_value (attribute_value) @_javascript))) (raw_text) @injection.content)
  (#eq? @_type "type")
  (#any-of? @_javascript "module" "text/babel" "text/ecmascript" "application/ecmascript")
  (#set! injection.language "javascript"))
((script_element (start_tag (attribute (attribute_name) @_type (quoted_attribute_value (attribute_value) @injection.language))) (raw_text) @injection.content)
  (#eq? @_type "type"))
((script_element (raw_text) @injection.content)
  (#set! injection.language "javascript"))

((style_element (start_tag (attribute (attribute_name) @_lang (quoted_attribute_value (attribute_value) @injection.language))) (raw_text) @injection.content)
  (#eq? @_lang "lang"))
((style_element (raw_text) @injection.content)
  (#set! injection.language "css"))

; onclick="save()"
((attribute (attribute_name) @_handler (quoted_attribute_value (attribute_value) @injection.content))
  (#match? @_handler "^on[a-z]+$")
  (#set! injection.language "javascript"))
