"""Suggestions for the next session on seasons from outside: can they be followed?"""
