"""Are there runs to compare with?"""
