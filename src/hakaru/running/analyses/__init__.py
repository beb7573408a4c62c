"""The three worked analyses: what a stretch, an anomaly and several runs amount to in figures."""
