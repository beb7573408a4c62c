"""Understanding one run as a session: structure, roles, type, phases, rating."""
