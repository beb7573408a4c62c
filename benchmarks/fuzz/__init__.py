"""Fuzzing of every decoder at full length."""
