"""How SQL that somebody else wrote runs without being able to do harm."""
