"""The process that watches: its loops, what it remembers, and how others are told."""
