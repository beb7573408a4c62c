"""What watching costs, and how soon it tells."""
