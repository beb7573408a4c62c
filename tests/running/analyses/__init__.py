"""The figures of the worked analyses."""
