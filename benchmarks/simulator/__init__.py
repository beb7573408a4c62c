"""How fast is a season simulated and written?"""
