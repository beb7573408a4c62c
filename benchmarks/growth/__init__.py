"""What a data folder costs as it grows."""
