"""The web server: the API that programs and the dashboard speak."""
