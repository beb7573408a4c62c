"""Hakaru beside others that do a part of the same, on the same machine and data."""
