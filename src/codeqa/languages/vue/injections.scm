; :class="…", @click="…", v-if="…"; what binds a slot's parts is no expression.
((attribute (attribute_name) @_directive (quoted_attribute_value (attribute_value) @injection.content))
  (#match? @_directive "^(:|@|v-)")
  (#not-match? @_directive "^v-slot")
  (#set! injection.language "typescript"))
; {{ title }}
((text) @injection.content
  (#set! injection.language "typescript")
  (#set! injection.within "\\{\\{([\\s\\S]*?)\\}\\}"))
