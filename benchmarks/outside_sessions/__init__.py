"""Real recordings as sessions, against labels that were written before."""
