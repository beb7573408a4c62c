"""Lasting changes, trends, windows and steps on seasons from outside."""
