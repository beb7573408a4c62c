"""Goals, tasks and the next session as nodes, and proposals about them that a person can trust."""
