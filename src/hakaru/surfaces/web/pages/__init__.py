"""The pages of the dashboard: one module per page, each from a visit to what is shown."""
