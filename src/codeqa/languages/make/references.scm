(include_directive filenames: (list (word) @name)) @reference.import
((rule (targets (word) @_phony) (prerequisites (word) @name)) @ignored
  (#match? @_phony "^\\.[A-Z_]+$"))
(rule (prerequisites (word) @name)) @reference.call
((variable_reference (word) @name) @reference.access
  (#match? @name "^[A-Za-z_.]"))
(substitution_reference text: (word) @name) @reference.access
