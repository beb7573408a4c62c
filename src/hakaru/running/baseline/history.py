"""Which version of a baseline judges a run, and what of it concerns the seconds of the run?"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from hakaru.running.baseline.model import MetricBaseline
from hakaru.running.metrics import METRICS, REFERENCE_SPEED_MPS, MetricName
from hakaru.running.verdict import FormEvaluation

_LEVEL_STEP, _SLOPE_STEP, _DOUBT_STEP = 0.05, 0.04, 0.02


def baselines_for(
    versions: Sequence[MetricBaseline], started_at: datetime
) -> Mapping[MetricName, MetricBaseline]:
    """Per metric the newest version learned only from runs before `started_at`.

    Of versions with the same window the last counts. A metric without such a version is absent: a
    run is never judged by itself or its future.
    """
    chosen = {}
    for metric in METRICS:
        unseen = [
            version
            for version in versions
            if version.metric == metric
            and version.window_end is not None
            and version.window_end < started_at
        ]
        if unseen:
            chosen[metric] = max(unseen, key=_recency)
    return chosen


def _recency(version: MetricBaseline) -> tuple[datetime, int]:
    return version.window_end or version.trained_at, version.version or 0


def stepped(baselines: Mapping[MetricName, MetricBaseline]) -> Mapping[MetricName, MetricBaseline]:
    """The curves that the seconds of a run are compared with, in coarse steps.

    Seconds are moved to the level and the speed response of their own run anyway. In steps, the
    curves stay the same while a few runs more or less are known, and so does what was found.
    """
    return {metric: _stepped(baseline) for metric, baseline in baselines.items()}


def form_sha256(
    evaluation: FormEvaluation | None, baselines: Mapping[MetricName, MetricBaseline]
) -> str:
    """The same where a session would be derived the same: of what its rating takes of the verdict,
    and of the stepped curves."""
    improve = {} if evaluation is None else evaluation.metrics
    curves = stepped(baselines)
    parts = (
        [(metric, improve[metric].needs_improvement) for metric in sorted(improve)],
        [
            (metric, curves[metric].intercept, curves[metric].slope, curves[metric].slope_var)
            for metric in sorted(curves)
        ],
    )
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def _stepped(baseline: MetricBaseline) -> MetricBaseline:
    power = baseline.model_type == "power"
    at = math.log(REFERENCE_SPEED_MPS) if power else REFERENCE_SPEED_MPS
    level = baseline.intercept + baseline.slope * at
    if power:
        level = _step(level, _LEVEL_STEP)
        slope, doubt = _step(baseline.slope, _SLOPE_STEP), math.sqrt(baseline.slope_var)
        return replace(
            baseline,
            intercept=level - slope * at,
            slope=slope,
            slope_var=_step(doubt, _DOUBT_STEP) ** 2,
        )
    if level <= 0.0:
        return baseline
    level = math.exp(_step(math.log(level), _LEVEL_STEP))
    slope = level * _step(baseline.slope / level * at, _SLOPE_STEP) / at
    doubt = _step(math.sqrt(baseline.slope_var) * at, _DOUBT_STEP) / at
    return replace(baseline, intercept=level - slope * at, slope=slope, slope_var=doubt**2)


def _step(value: float, step: float) -> float:
    return step * round(value / step)
