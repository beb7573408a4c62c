"""How do form and fitness of one runner change over months?"""
