"""How long does it take until a text is there when a model's server misbehaves?"""
