"""Read, decide, write: one verb per file."""
