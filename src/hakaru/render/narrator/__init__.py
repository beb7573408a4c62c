"""Sections of a run in words that need no model: the same bytes for the same facts."""
