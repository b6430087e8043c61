; Where several patterns hold for a text, the first in this file says what it is.

((script_element (start_tag (attribute (attribute_name) @_lang (quoted_attribute_value (attribute_value) @injection.language))) (raw_text) @injection.content)
  (#eq? @_lang "lang"))
((script_element (raw_text) @injection.content)
  (#set! injection.language "javascript"))
((style_element (start_tag (attribute (attribute_name) @_lang (quoted_attribute_value (attribute_value) @injection.language))) (raw_text) @injection.content)
  (#eq? @_lang "lang"))
((style_element (raw_text) @injection.content)
  (#set! injection.language "css"))
((svelte_raw_text) @injection.content
  (#set! injection.language "typescript"))
