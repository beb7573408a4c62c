"""Questions over many weeks of sessions."""
