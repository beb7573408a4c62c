"""Keeps what is printed and displayed within what a model should read."""
