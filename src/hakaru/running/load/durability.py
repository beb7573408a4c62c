"""How well did the runner last: what changed after 60 and 90 minutes against the first hour?

Fresh is running time from 20 to 60 minutes, when heart rate has settled and nothing is tired yet.
Late is everything after 60 (or 90) minutes, cool-down left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from hakaru.core.units import PERCENT
from hakaru.running.baseline.model import MetricBaseline
from hakaru.running.baseline.predict import expected_values
from hakaru.running.load.effort import EffortSeries, describe_stretch, read_effort
from hakaru.running.metrics import MetricName
from hakaru.running.session.model import SessionInput
from hakaru.running.validity import BoolArray, inside_spans, valid_metric

FRESH_FROM_S, FRESH_TO_S = 1200.0, 3600.0
LATE_FROM_S: tuple[float, float] = (3600.0, 5400.0)
LATE_MIN_S = 600.0
"""A late part shorter than ten minutes is mostly the noise of a heart rate."""

_TOLERANCE = 1e-9


@dataclass(frozen=True, kw_only=True)
class FormChange:
    """How far a metric moved from the runner's own line between fresh and late, in percent of the
    line: pace is taken out of it."""

    metric: MetricName
    change_pct: float


@dataclass(frozen=True, kw_only=True)
class Durability:
    """Late against fresh. `efficiency_change_pct` is the change of metres per heartbeat, negative
    is a loss; None: heart rate or speed was not measured well enough."""

    after_s: float
    late_s: float
    efficiency_change_pct: float | None
    form: tuple[FormChange, ...]


def session_durability(
    session: SessionInput,
    *,
    baselines: Mapping[MetricName, MetricBaseline] | None = None,
    effort: EffortSeries | None = None,
) -> tuple[Durability, ...]:
    """One entry for 60 minutes and one for 90, where the run goes on for ten minutes beyond.

    Empty for a shorter run and for repetitions, whose parts cannot be compared. `baselines` of the
    sensor that recorded the run; None: nothing is said about form.
    """
    if session.structure.form == "reps":
        return ()
    series = read_effort(session) if effort is None else effort
    counted = series.motion.running & ~_cooldown(session, series)
    fresh = counted & (series.ran_s > FRESH_FROM_S) & (series.ran_s <= FRESH_TO_S)
    parts = []
    for after_s in LATE_FROM_S:
        late = counted & (series.ran_s > after_s)
        late_s = float(series.motion.running_s[late].sum())
        if late_s < LATE_MIN_S - _TOLERANCE:
            continue
        parts.append(
            Durability(
                after_s=after_s,
                late_s=late_s,
                efficiency_change_pct=_efficiency_change_pct(series, fresh, late),
                form=_form(session, series, (fresh, late), tuple((baselines or {}).values())),
            )
        )
    return tuple(parts)


def _cooldown(session: SessionInput, effort: EffortSeries) -> BoolArray:
    parts = [part for part in session.structure.segments if part.role == "cooldown"]
    spans_s = [(part.start_elapsed_s, part.end_elapsed_s) for part in parts]
    return inside_spans(effort.motion, spans_s)


def _efficiency_change_pct(effort: EffortSeries, fresh: BoolArray, late: BoolArray) -> float | None:
    before, after = describe_stretch(effort, fresh), describe_stretch(effort, late)
    if before is None or after is None:
        return None
    return PERCENT * (after.efficiency_factor / before.efficiency_factor - 1.0)


def _form(
    session: SessionInput,
    effort: EffortSeries,
    parts: tuple[BoolArray, BoolArray],
    baselines: Sequence[MetricBaseline],
) -> tuple[FormChange, ...]:
    """The metrics that were measured in both parts."""
    changes = []
    for baseline in baselines:
        fresh, late = (_offset_frac(session, effort, part, baseline) for part in parts)
        if fresh is not None and late is not None:
            changes.append(FormChange(metric=baseline.metric, change_pct=PERCENT * (late - fresh)))
    return tuple(changes)


def _offset_frac(
    session: SessionInput, effort: EffortSeries, part: BoolArray, baseline: MetricBaseline
) -> float | None:
    """Mean of (actual - expected) / expected over a part. None: hardly measured."""
    motion = effort.motion
    actual = valid_metric(session.recording.series, baseline.metric, running=motion.running)
    measured = part & np.isfinite(actual) & np.isfinite(motion.speed_mps)
    weight_s = motion.running_s[measured]
    if weight_s.sum() < LATE_MIN_S / 2.0:
        return None
    expected = expected_values(baseline, motion.speed_mps[measured])
    return float(((actual[measured] - expected) / expected) @ weight_s / weight_s.sum())
