"""Steps of form inside one run, and what the data say of their causes."""
