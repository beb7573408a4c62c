"""A study of very many runners, and whether each of them gets what one person gets."""
