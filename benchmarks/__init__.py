"""Measured figures: `python -m benchmarks` runs each and prints JSON."""
