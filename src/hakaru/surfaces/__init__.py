"""Where a user meets the operations."""
