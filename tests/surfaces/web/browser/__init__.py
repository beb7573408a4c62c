"""The dashboard as somebody meets it: in a real browser without a window."""
