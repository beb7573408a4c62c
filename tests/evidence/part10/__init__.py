"""Evidence for part 10: hostile statements, paths, texts and clocks."""
