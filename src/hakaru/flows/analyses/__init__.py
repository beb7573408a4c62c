"""The three worked analyses as flows: each answers with a summary of at most 1 KB and a picture."""
