"""Did heart rate drift away from speed in the second half of a steady run? (Pa:HR, Friel)

Halves of running time, speed corrected for slopes. The first ten minutes are left out: heart rate
is still rising then, so that a fresh start would pass for drift. Repetitions have no halves to
compare.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from hakaru.core.units import PERCENT
from hakaru.running.load.effort import EffortSeries, Stretch, describe_stretch, read_effort
from hakaru.running.physiology.power import per_second
from hakaru.running.session.model import SessionInput
from hakaru.running.validity import BoolArray, inside_spans

WARM_UP_S = 600.0
STEADY_MIN_S = 1200.0
"""Twenty minutes are the least in which drift can be told from the noise of a heart rate."""

BLOCK_S = 60
STEADY_CV_FRAC = 0.10
"""Minutes of a steady run, corrected for slopes, vary by less than this."""

DECOUPLED_PCT = 5.0
_TOLERANCE = 1e-9

DecouplingReason = Literal["repetitions", "too_short", "not_steady", "no_heart_rate_or_speed"]


@dataclass(frozen=True, kw_only=True)
class Decoupling:
    """Loss of speed per heartbeat from first to second half, in percent of the first.

    None with a `reason`. Positive: more heartbeats for the same speed later on. `decoupled` above
    5 % (Friel). `running_s` is the time both halves cover.
    """

    decoupling_pct: float | None
    first_efficiency_factor: float | None
    second_efficiency_factor: float | None
    decoupled: bool | None
    running_s: float
    reason: DecouplingReason | None


def decoupling_pct(first: Stretch, second: Stretch) -> float:
    """(EF1 - EF2) / EF1 in percent."""
    return PERCENT * (1.0 - second.efficiency_factor / first.efficiency_factor)


def session_decoupling(session: SessionInput, effort: EffortSeries | None = None) -> Decoupling:
    """Pa:HR of the steady part: a tempo run's main part, else the run without its first minutes."""
    if session.structure.form == "reps":
        return _without("repetitions", 0.0)
    series = read_effort(session) if effort is None else effort
    inside = _steady_part(session, series)
    running_s = float(series.motion.running_s[inside].sum())
    if running_s < STEADY_MIN_S - _TOLERANCE:
        return _without("too_short", running_s)
    variation = _minutes_cv_frac(series, inside)
    if variation is not None and variation > STEADY_CV_FRAC + _TOLERANCE:
        return _without("not_steady", running_s)
    half_s = float(series.ran_s[inside][0] + series.ran_s[inside][-1]) / 2.0
    first = describe_stretch(series, inside & (series.ran_s <= half_s))
    second = describe_stretch(series, inside & (series.ran_s > half_s))
    if first is None or second is None:
        return _without("no_heart_rate_or_speed", running_s)
    fallen_pct = decoupling_pct(first, second)
    return Decoupling(
        decoupling_pct=fallen_pct,
        first_efficiency_factor=first.efficiency_factor,
        second_efficiency_factor=second.efficiency_factor,
        decoupled=fallen_pct > DECOUPLED_PCT + _TOLERANCE,
        running_s=running_s,
        reason=None,
    )


def _steady_part(session: SessionInput, effort: EffortSeries) -> BoolArray:
    """Running samples after the first ten minutes of running, inside the block where there is one;
    a cool-down is never part of it."""
    excluded = {"cooldown", "warmup"} if session.structure.form == "block" else {"cooldown"}
    parts = [part for part in session.structure.segments if part.role in excluded]
    spans_s = [(part.start_elapsed_s, part.end_elapsed_s) for part in parts]
    outside = ~inside_spans(effort.motion, spans_s)
    return effort.motion.running & (effort.ran_s > WARM_UP_S) & outside


def _minutes_cv_frac(effort: EffortSeries, inside: BoolArray) -> float | None:
    """Sample SD over mean of the speed of whole minutes. None: fewer than two."""
    seconds = per_second(effort.speed_mps[inside], effort.motion.running_s[inside])
    n_blocks = seconds.size // BLOCK_S
    if n_blocks < 2:
        return None
    minutes = seconds[: n_blocks * BLOCK_S].reshape(n_blocks, BLOCK_S).mean(axis=1)
    return float(np.std(minutes, ddof=1) / np.mean(minutes))


def _without(reason: DecouplingReason, running_s: float) -> Decoupling:
    return Decoupling(
        decoupling_pct=None,
        first_efficiency_factor=None,
        second_efficiency_factor=None,
        decoupled=None,
        running_s=running_s,
        reason=reason,
    )
