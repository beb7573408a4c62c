"""How much a session asked, and what weeks of sessions add up to."""
