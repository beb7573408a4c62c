"""Reads of stored runs on request: resolve what is meant, ask a reader, hand the answer on."""
