"""Which earlier sessions were like this one, and how unusual is this one among them?"""
