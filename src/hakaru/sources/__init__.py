"""Readers: they record what a file or a service said and decide nothing."""
