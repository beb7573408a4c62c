"""What a new run costs beside those that are stored, and what judging all of them again does."""
