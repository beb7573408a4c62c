"""Attention: signals in, a state with its reasons out."""
