"""The MCP server, as a client meets it."""
