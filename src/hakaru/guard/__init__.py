"""Asking a language model safely: what it may say, and what becomes of what it said."""
