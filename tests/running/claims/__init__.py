"""Claims of a run."""
