; Where several patterns name the same node, the first in this file wins.

; Each selector of a rule that speaks of a class or an id is a name for it; other rules are only cut by.
((rule_set (selectors (_) @name) (block) @body) @definition.rule
  (#match? @name "[.#][A-Za-z_-]"))
(rule_set (selectors) @name (block) @body) @definition.section
(keyframes_statement (keyframes_name) @name (keyframe_block_list) @body) @definition.rule
; A custom property is defined where it is set for all; elsewhere it is changed.
((rule_set (selectors) @_all (block (declaration (property_name) @name) @definition.property))
  (#match? @_all ":root|:host|^html|^\\*") (#match? @name "^--"))

(media_statement . (_) @name (block) @body) @definition.section
(supports_statement . (_) @name (block) @body) @definition.section
(at_rule (at_keyword) @name (block) @body) @definition.section
