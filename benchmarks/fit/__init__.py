"""Reading FIT files."""
