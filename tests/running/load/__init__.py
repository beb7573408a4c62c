"""Tests of load and lasting."""
