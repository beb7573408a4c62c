"""Servers as they are started and asked: pipes, HTTP and the dashboard."""
