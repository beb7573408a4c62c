"""What may be said of a run: its facts, the menu of true claims, and their wording."""
