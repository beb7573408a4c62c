"""Garmin Connect: which runs does the account hold, and what is kept of each on disk?"""
