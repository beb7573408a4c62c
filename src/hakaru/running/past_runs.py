"""What did a runner's earlier runs show, as far as the judge of a later one needs it?"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

import numpy as np

USUAL_RUNS = 60
"""A balance trait is the median of so many runs before."""


@dataclass(frozen=True, kw_only=True)
class PastRun:
    """One run. `sensor_group` None: without form; `left_pct` None: no balance was measured."""

    activity_id: int
    day: date
    started_at: datetime
    sensor_group: str | None
    left_pct: float | None


class PastRuns:
    """Every measured run, oldest first, by kind of sensor: what came before a given run?"""

    def __init__(self, runs: Sequence[PastRun]) -> None:
        self._first: dict[str | None, datetime] = {}
        self._starts: dict[str | None, list[datetime]] = defaultdict(list)
        self._left_pct: dict[str | None, list[float]] = defaultdict(list)
        for run in runs:
            self._first.setdefault(run.sensor_group, run.started_at)
            if run.left_pct is not None:
                self._starts[run.sensor_group].append(run.started_at)
                self._left_pct[run.sensor_group].append(run.left_pct)

    def usual_left_pct(self, run: PastRun) -> float | None:
        """Median left share of the latest earlier runs with the same kind of sensor."""
        end = bisect_left(self._starts[run.sensor_group], run.started_at)
        earlier = self._left_pct[run.sensor_group][max(0, end - USUAL_RUNS) : end]
        return float(np.median(earlier)) if earlier else None

    def known_elsewhere(self, run: PastRun) -> bool:
        """Whether an earlier run was measured with another kind of sensor."""
        return any(
            group != run.sensor_group and first < run.started_at
            for group, first in self._first.items()
        )
