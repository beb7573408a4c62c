"""Pages, reports and charts: how a verdict looks."""
