"""The tools of a language model: an MCP server derived from the catalogue."""
