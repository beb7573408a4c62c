"""What hill, heat, humidity and wind did to a session."""
