"""Which few figures of a learned baseline are one row of a reply?"""

from __future__ import annotations

from collections.abc import Sequence

from hakaru.core.units import PERCENT
from hakaru.flows.brevity import first_rows, rounded
from hakaru.running.baseline.model import MetricBaseline

BASELINE_COLUMNS = (
    "metric",
    "sensor_group",
    "version",
    "basis",
    "n_runs",
    "n_samples",
    "half_width_90_pct",
    "speed_min_mps",
    "speed_max_mps",
    "window_end",
    "trained_at",
)
"""`version` null: not stored. `window_end` is the day (UTC) of the last run learned from."""


def baseline_rows(
    baselines: Sequence[MetricBaseline], *, within_bytes: int | None
) -> Sequence[Sequence[object]]:
    """The first baselines whose rows fit, in the order of the columns."""
    return first_rows(map(_row, baselines), within_bytes=within_bytes)


def _row(baseline: MetricBaseline) -> Sequence[object]:
    return [
        baseline.metric,
        baseline.sensor_group,
        baseline.version,
        baseline.basis,
        baseline.n_runs,
        baseline.n_samples,
        rounded(PERCENT * baseline.half_widths[2], 1),
        rounded(baseline.speed_min_mps, 2),
        rounded(baseline.speed_max_mps, 2),
        None if baseline.window_end is None else baseline.window_end.date().isoformat(),
        baseline.trained_at.isoformat(timespec="minutes"),
    ]
