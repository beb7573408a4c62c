"""How long does each command take on ten years of running?"""
