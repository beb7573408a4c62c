"""FIT files: bytes to columns (decode), columns to recordings (recordings)."""
