"""How much more than its engine does a command cost?"""
