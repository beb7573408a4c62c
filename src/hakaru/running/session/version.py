"""Which rules understood a session?"""

SESSION_VERSION = "3"
"""Raised whenever the same run and athlete would be understood or rated differently."""
