"""What Hakaru knows about a run: pure, no file, clock or database."""
