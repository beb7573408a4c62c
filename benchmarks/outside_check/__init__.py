"""The same seasons through `ingest` and by library functions."""
