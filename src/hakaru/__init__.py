"""Hakaru: measure with statistics and rules, word it afterwards, let nothing through unchecked."""
