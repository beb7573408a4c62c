"""The two embedded files: rows to dataclasses and back."""
