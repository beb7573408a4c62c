"""How long an explanation takes with years of stored runs."""
