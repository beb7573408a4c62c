"""How long does it take to bring recordings in?"""
