"""What is known about the runner's physiology at a date, and how it is known."""
