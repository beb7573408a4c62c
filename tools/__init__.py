"""Tools of the repository that are not shipped."""
