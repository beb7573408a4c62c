"""What is worth saying of a run, by subject."""
