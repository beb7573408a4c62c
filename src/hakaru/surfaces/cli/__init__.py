"""The command line, derived from the catalogue."""
