(from_instruction (image_spec name: (image_name) @name)) @reference.inheritance
(variable) @name @reference.access
