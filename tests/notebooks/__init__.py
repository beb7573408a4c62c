"""The notebooks, executed."""
