"""Threshold and race times against the truth of generated runners and a real history."""
