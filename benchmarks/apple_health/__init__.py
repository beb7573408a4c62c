"""How long a large export of Apple Health takes, in how much memory, and what is found in it."""
