"""How much do the limits on printed output cost?"""
