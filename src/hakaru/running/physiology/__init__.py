"""What power, steps, oxygen uptake and threshold say about a session."""
