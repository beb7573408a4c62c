"""Errors and units: what every other part of the package may use."""
