"""English sentences about a run, read as claims."""
