"""How the result of each operation reads on a terminal, in ja and en.

One module per group of operations: a command loads the flows behind its own text only.
"""
