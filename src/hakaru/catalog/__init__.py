"""One declaration per thing a user can ask for."""
