"""A second generator of runners' seasons, written from findings alone (see README.md)."""
