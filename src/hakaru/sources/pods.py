"""Which of two sensors that measured one run counts: the one that covers most of it.

A pod and a strap or wrist are two scales; their values are never mixed within a run.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from hakaru.running.activity import FloatArray, Issue
from hakaru.running.validity import VALID_WINDOWS

NATIVE_ALONE = frozenset({"gct_ms", "vo_cm", "vr_pct", "gct_balance_left_pct"})
"""What the native sensor measured goes with it where the pod leads."""
_LEADS_RATIO = 1.25
"""Hardly more of a run is no reason to leave the sensor that the runner is known by."""


@dataclass(frozen=True, kw_only=True)
class Coverage:
    """In how many records the native sensor and a pod measured running."""

    native: int
    pod: int

    @property
    def pod_leads(self) -> bool:
        """Whether the pod covers a good deal more."""
        return self.pod > _LEADS_RATIO * self.native

    @property
    def issues(self) -> tuple[Issue, ...]:
        """What is said where the pod leads and another sensor measured as well."""
        if not self.pod_leads or not self.native:
            return ()
        message = (
            f"the pod measured running in {self.pod} records, the other sensor in {self.native}:"
            " the pod's values are used"
        )
        return (Issue(code="sensor_chosen", message=message),)


def coverage_of(native: Mapping[str, FloatArray], pod: Mapping[str, FloatArray]) -> Coverage:
    """What each measured, by columns `gct_ms` and `vo_cm` (any unit), as far as they are there.

    By contact times that running can show, for a pod also measures the steps of a walk; a sensor
    without one by its oscillation above zero.
    """
    return Coverage(native=_n_running(native), pod=_n_running(pod))


def _n_running(dynamics: Mapping[str, FloatArray]) -> int:
    contact_ms = dynamics.get("gct_ms", np.empty(0))
    if not (contact_ms > 0.0).any():
        return int(np.count_nonzero(dynamics.get("vo_cm", np.empty(0)) > 0.0))
    low_ms, high_ms = VALID_WINDOWS["gct_ms"]
    return int(np.count_nonzero((contact_ms >= low_ms) & (contact_ms <= high_ms)))
