"""What makes the bundle for desktop assistants, and keeps `server.json` up to date."""
