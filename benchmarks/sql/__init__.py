"""How fast and how large are queries of others, run in the sandbox?"""
