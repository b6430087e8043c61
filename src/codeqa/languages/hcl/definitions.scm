; Where several patterns name the same node, the first in this file wins.

(config_file (body (block . (identifier) @_kind . (string_lit (template_literal) @name) . (block_start) @body
  (body (attribute . (identifier) @_description . (expression (literal_value (string_lit) @doc))))) @definition.variable)
  (#eq? @_kind "variable") (#eq? @_description "description"))
(config_file (body (block . (identifier) @_kind . (string_lit (template_literal) @name) . (block_start) @body) @definition.variable)
  (#eq? @_kind "variable"))
(config_file (body (block . (identifier) @_kind . (string_lit (template_literal) @name) . (block_start) @body) @definition.property)
  (#eq? @_kind "output"))
(config_file (body (block . (identifier) @_kind . (string_lit (template_literal) @name) . (block_start) @body) @definition.module)
  (#eq? @_kind "module"))
(config_file (body (block . (identifier) @_kind (body (attribute . (identifier) @name) @definition.constant)))
  (#eq? @_kind "locals"))
; resource "aws_vpc" "this", data "aws_ami" "linux": any block with a type and a name.
(config_file (body (block . (identifier) . (string_lit (template_literal) @owner) . (string_lit (template_literal) @name) . (block_start) @body) @definition.resource))

(config_file (body (block . (identifier) @_kind . (string_lit (template_literal) @name) . (block_start) @body) @definition.section)
  (#any-of? @_kind "provider" "check"))
(config_file (body (block . (identifier) . (string_lit (template_literal) @name) . (block_start) @body) @definition.resource))
(config_file (body (block . (identifier) @name . (block_start) @body) @definition.section))
; The values of a .tfvars file.
(config_file (body (attribute . (identifier) @name) @definition.variable))
