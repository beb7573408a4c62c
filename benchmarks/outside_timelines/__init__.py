"""Attention on labelled timelines from outside."""
