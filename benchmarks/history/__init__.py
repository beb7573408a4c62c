"""How long does it take to bring years of totals in?"""
