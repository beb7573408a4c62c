"""Fixtures of the tests of reads."""

from __future__ import annotations

from tests.flows.reads.seasons import heart_rate_only, mixed

__all__ = ["heart_rate_only", "mixed"]
