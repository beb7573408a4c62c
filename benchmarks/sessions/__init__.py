"""Is a session understood as it was run, on sessions whose truth is known?"""
