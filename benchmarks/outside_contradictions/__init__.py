"""Everything that is said about 300 runs, compared with itself."""
