; A stage reaches to the next FROM; one without a name is cut by its image.
(from_instruction as: (image_alias) @name) @definition.target
(from_instruction (image_spec) @name) @definition.section
(arg_instruction (arg_pair name: (_) @name)) @definition.variable
(env_instruction (env_pair name: (_) @name) @definition.variable)
