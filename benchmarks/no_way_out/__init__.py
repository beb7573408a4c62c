"""Can a model, a stranger or another process get out, or in, through a running server?"""
