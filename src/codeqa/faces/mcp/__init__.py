"""The MCP server: tools, resources and prompts for agents and editors, thin over `Codebase`."""
