"""What is written about a run in five sections, and what may be written there."""
