"""How long the archive of a Strava account takes, once and twice."""
