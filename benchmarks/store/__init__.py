"""Figures of the store."""
