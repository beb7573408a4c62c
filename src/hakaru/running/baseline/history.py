"""Which version of a baseline judges a run? The newest one that had not seen it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from hakaru.running.baseline.model import MetricBaseline
from hakaru.running.metrics import METRICS, MetricName


def baselines_for(
    versions: Sequence[MetricBaseline], started_at: datetime
) -> Mapping[MetricName, MetricBaseline]:
    """Per metric the newest version learned only from runs before `started_at`.

    A run older than every version is judged by the oldest one, which may have learned from it; of
    versions with the same window the last trained counts. A metric without versions is absent.
    """
    found = {}
    for metric in METRICS:
        own = [version for version in versions if version.metric == metric]
        unseen = [v for v in own if v.window_end is not None and v.window_end < started_at]
        if unseen:
            found[metric] = max(unseen, key=_recency)
        elif own:
            oldest = min(v.window_end or started_at for v in own)
            found[metric] = max(
                (v for v in own if (v.window_end or started_at) == oldest), key=_recency
            )
    return found


def _recency(version: MetricBaseline) -> tuple[datetime, int]:
    return version.window_end or version.trained_at, version.version or 0
