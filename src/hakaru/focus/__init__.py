"""Is the person there, awake, and on it? Signals in, a state with its reasons out."""
