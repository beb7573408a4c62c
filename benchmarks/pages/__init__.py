"""The web dashboard, as somebody with ten years of running meets it."""
