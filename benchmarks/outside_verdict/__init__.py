"""Verdicts on seasons from outside: stars, intervals, time."""
