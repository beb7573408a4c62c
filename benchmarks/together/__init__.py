"""Everything at once, for minutes: is anything lost, refused, or growing?"""
