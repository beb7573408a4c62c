"""Whether a text says only what the evidence says: numbers, whose they are, and what they mean."""
