"""Garmin Connect: an account, its lists, and the JSON documents of its activities."""
