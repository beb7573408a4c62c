"""How good are the baselines, on simulated runners whose truth is known?"""
