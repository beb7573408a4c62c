"""Tests of the physiological figures."""
