"""Reads of stored runs under the names of the requirements, one small module per concern."""
