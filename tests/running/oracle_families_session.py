"""One product function per family of the oracles about sessions: F11-F13, recovery of intervals."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from typing import Any

from hakaru.core.units import PERCENT
from hakaru.running.session.intervals import (
    heart_rate_drop_pct,
    heart_rate_retention_pct,
    recovery_end_bpm,
)

Inputs = Mapping[str, Any]
Answer = dict[str, Any]


def _recovery(inputs: Inputs) -> Answer:
    ends_bpm = inputs["work_end_hr"], inputs["recovery_end_hr"]
    return {
        "drop_pct": heart_rate_drop_pct(*ends_bpm),
        "retention_pct": heart_rate_retention_pct(*ends_bpm),
    }


def _phase_targets(inputs: Inputs) -> Answer:
    """Bands of work and recovery as shares of the maximum, and the drop between their ends."""
    works_bpm, rests_bpm = (
        [inputs["hrmax"] * share_pct / PERCENT for share_pct in inputs[key]]
        for key in ("work_pct", "recovery_pct")
    )
    drops_pct = [heart_rate_drop_pct(*ends) for ends in product(works_bpm, rests_bpm)]
    middles_bpm = [sum(band) / len(band) for band in (works_bpm, rests_bpm)]
    return {
        "drop_pct_min": min(drops_pct),
        "drop_pct_max": max(drops_pct),
        "mid_retention": heart_rate_retention_pct(*middles_bpm),
    }


def _drop_target(inputs: Inputs) -> Answer:
    return {"recovery_end_hr": recovery_end_bpm(inputs["work_end_hr"], inputs["drop_target_pct"])}


FAMILIES: dict[str, Callable[[Inputs], Answer]] = {
    "F: work_end_hr, recovery_end_hr -> drop_pct, retention_pct": _recovery,
    "F: hrmax, work_pct, recovery_pct -> drop_pct_min, drop_pct_max, mid_retention": _phase_targets,
    "F: work_end_hr, drop_target_pct -> recovery_end_hr": _drop_target,
}
