"""Back after a break: whether each measure lies within the runner's own range of before.

A break is two weeks or more without a run, or days that the runner noted. The range of before is
that of the runs in the months before it, each moved to one speed: what nine of ten of them showed.
Where the runs since lie now is a mean that follows the newest ones, with its 80 % interval. Nothing
is said of why there was a break, or whether the runner is well.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import field
from datetime import date, timedelta
from itertools import pairwise
from typing import Final, Literal

import numpy as np

from hakaru.core.plain import LastRows, shown
from hakaru.records import frozen
from hakaru.running.activity import FloatArray
from hakaru.running.metrics import METRICS, MetricName
from hakaru.stats.robust import student_half_width

BREAK_DAYS_LEAST: Final = 14
"""So many days without a run are a break, and not a rest."""
BEFORE_DAYS: Final = 120
BEFORE_RUNS_LEAST: Final = 8
BEFORE_RUNS_MOST: Final = 60
NEWEST_WEIGHT: Final = 0.5
"""How much of the present mean the newest run is; the one before it half as much, and so on."""
PSEUDO_RUNS: Final = 4.0
_HEART_RATE_SD_BPM: Final = 4.0
_BALANCE_SD_PCT: Final = 0.5
_NEIGHBOURS_INFLATE: Final = 1.4
RUNS_SHOWN: Final = 4

Measure = Literal["gct", "vo", "vr", "cadence", "heart_rate", "balance"]
MEASURES: Final[tuple[Measure, ...]] = ("gct", "vo", "vr", "cadence", "heart_rate", "balance")
Standing = Literal["within", "outside", "not_sure"]
"""Whether the present mean lies within the range of before: surely, surely not, or neither."""


@frozen
class NotedBreak:
    """Days that the runner noted as a break, both included; `text` is the runner's own."""

    first_day: date
    last_day: date
    text: str | None = None


@frozen
class Break:
    """Days without a run, or noted as a break, both included."""

    first_day: date
    last_day: date
    noted: bool = False

    @property
    def n_days(self) -> int:
        """How many days."""
        return (self.last_day - self.first_day).days + 1


@frozen
class Reading:
    """One measure of one run at a common speed: relative to a reference (logarithm) for form, in
    beats for the heart rate, in points for the balance."""

    activity_id: int
    day: date
    value: float


@frozen
class Since:
    """One run since the break: how far from the middle of before, and whether within the range."""

    activity_id: int
    day: date
    delta: float
    within: bool


@frozen
class Progress:
    """One measure. Deviations are from the middle of before: a share of the value for form (0.02:
    2 % more), bpm for the heart rate, points of the left share for the balance.

    `half_range` is half the range of nine of ten runs of before. `now_delta` is where the newest
    runs lie, between `low` and `high` with 80 %. `runs` are oldest first; a reply has the newest.
    """

    measure: Measure
    n_before: int
    half_range: float
    first_delta: float
    now_delta: float
    low: float
    high: float
    standing: Standing
    runs: tuple[Since, ...] = field(metadata=shown(LastRows, most=RUNS_SHOWN, left_out="n_earlier"))


def days_without(earlier: date, later: date) -> int:
    """Days without a run between two days with one, or between one and today, which is not over."""
    return (later - earlier).days - 1


def breaks_of(
    days: Sequence[date], noted: Sequence[NotedBreak], *, today: date
) -> tuple[Break, ...]:
    """Every break with a run before it, oldest first: gaps between days with a run and days noted.
    A gap that a note overlaps is the note's."""
    of_note = [
        Break(first_day=note.first_day, last_day=note.last_day, noted=True)
        for note in noted
        if days and days[0] < note.first_day
    ]
    gaps = [
        Break(first_day=earlier + timedelta(days=1), last_day=later - timedelta(days=1))
        for earlier, later in pairwise([*days, today])
        if days_without(earlier, later) >= BREAK_DAYS_LEAST
    ]
    free = [
        gap
        for gap in gaps
        if not any(
            noted_break.first_day <= gap.last_day and gap.first_day <= noted_break.last_day
            for noted_break in of_note
        )
    ]
    return tuple(sorted((*of_note, *free), key=lambda gap: gap.first_day))


def progress_of(
    measure: Measure, before: Sequence[Reading], since: Sequence[Reading]
) -> Progress | None:
    """Where a measure stands; None: too few runs before, or none since."""
    if len(before) < BEFORE_RUNS_LEAST or not since:
        return None
    values = np.array([reading.value for reading in before])
    center = float(np.median(values))
    spread, degrees = _spread(measure, values - center)
    half_range = spread * student_half_width(0.9, degrees) * math.sqrt(1.0 + 1.0 / len(before))
    deviations = [reading.value - center for reading in since]
    now, weight_square = _newest(deviations)
    sd = spread * math.sqrt(_NEIGHBOURS_INFLATE * weight_square + 1.0 / len(before))
    half = sd * student_half_width(0.8, degrees)
    return Progress(
        measure=measure,
        n_before=len(before),
        half_range=half_range,
        first_delta=deviations[0],
        now_delta=now,
        low=now - half,
        high=now + half,
        standing=_standing(now - half, now + half, half_range),
        runs=tuple(
            Since(
                activity_id=reading.activity_id,
                day=reading.day,
                delta=deviation,
                within=abs(deviation) <= half_range,
            )
            for reading, deviation in zip(since, deviations, strict=True)
        ),
    )


def _spread(measure: Measure, off_center: FloatArray) -> tuple[float, float]:
    """SD from run to run, drawn to what is believed, and its degrees of freedom."""
    believed = _believed_sd(measure)
    degrees = PSEUDO_RUNS + off_center.size - 1
    squares = PSEUDO_RUNS * believed**2 + float(off_center @ off_center)
    return math.sqrt(squares / degrees), degrees


def _believed_sd(measure: Measure) -> float:
    if measure == "heart_rate":
        return _HEART_RATE_SD_BPM
    if measure == "balance":
        return _BALANCE_SD_PCT
    return METRICS[measure].noise.between_sd


def _newest(deviations: Sequence[float]) -> tuple[float, float]:
    """The mean that follows the newest runs, and the sum of its squared weights."""
    weights = NEWEST_WEIGHT ** np.arange(len(deviations))[::-1]
    weights = weights / weights.sum()
    return float(weights @ np.array(deviations)), float(weights @ weights)


def _standing(low: float, high: float, half_range: float) -> Standing:
    if -half_range <= low and high <= half_range:
        return "within"
    if low > half_range or high < -half_range:
        return "outside"
    return "not_sure"


@frozen
class Effort:
    """Heart rate and speed of one run."""

    activity_id: int
    day: date
    speed_mps: float
    heart_rate_bpm: float


_BPM_PER_LN_SPEED: Final = (110.0, 40.0)
"""Beats per unit of ln speed and its spread: 10 to 11 beats for 10 % of speed at easy paces."""


def heart_rate_readings(
    before: Sequence[Effort], since: Sequence[Effort]
) -> tuple[tuple[Reading, ...], tuple[Reading, ...]]:
    """Heart rates at one pace, by the runner's own response of before, drawn to that of others."""
    if len(before) < BEFORE_RUNS_LEAST:
        return (), ()
    x = np.log([effort.speed_mps for effort in before])
    y = np.array([effort.heart_rate_bpm for effort in before])
    x0 = float(x.mean())
    mean, sd = _BPM_PER_LN_SPEED
    noise_var = _HEART_RATE_SD_BPM**2
    precision = float((x - x0) @ (x - x0)) / noise_var + 1.0 / sd**2
    slope = (float((x - x0) @ (y - y.mean())) / noise_var + mean / sd**2) / precision

    def at_one_pace(efforts: Sequence[Effort]) -> tuple[Reading, ...]:
        return tuple(
            Reading(
                activity_id=effort.activity_id,
                day=effort.day,
                value=effort.heart_rate_bpm - slope * (math.log(effort.speed_mps) - x0),
            )
            for effort in efforts
        )

    return at_one_pace(before), at_one_pace(since)


@frozen
class Comeback:
    """A break and where each measure stands since; a measure without runs before or since is
    absent. `n_since` runs came after it."""

    gap: Break
    n_before: int
    n_since: int
    progress: tuple[Progress, ...]

    @property
    def n_within(self) -> int:
        """How many measures lie within the range of before."""
        return sum(measure.standing == "within" for measure in self.progress)


def comeback_of(
    gap: Break,
    readings: Mapping[Measure, Sequence[Reading]],
    efforts: Sequence[Effort],
    *,
    days: Sequence[date],
) -> Comeback:
    """Where everything stands. `readings` of form and balance, and `efforts`, are oldest first."""
    oldest = gap.first_day - timedelta(days=BEFORE_DAYS)

    def parts(given: Sequence[Reading]) -> tuple[list[Reading], list[Reading]]:
        earlier = [reading for reading in given if oldest <= reading.day < gap.first_day]
        return earlier[-BEFORE_RUNS_MOST:], [
            reading for reading in given if reading.day > gap.last_day
        ]

    tried = [effort for effort in efforts if oldest <= effort.day < gap.first_day][
        -BEFORE_RUNS_MOST:
    ]
    at_pace = heart_rate_readings(
        tried, [effort for effort in efforts if effort.day > gap.last_day]
    )
    made = []
    for measure in MEASURES:
        before, since = at_pace if measure == "heart_rate" else parts(readings.get(measure, ()))
        own = progress_of(measure, before, since)
        made += [] if own is None else [own]
    return Comeback(
        gap=gap,
        n_before=sum(oldest <= day < gap.first_day for day in days),
        n_since=sum(day > gap.last_day for day in days),
        progress=tuple(made),
    )


def is_form(measure: Measure) -> MetricName | None:
    """The metric of form that a measure is; None: heart rate or balance."""
    return None if measure in ("heart_rate", "balance") else measure  # type: ignore[return-value]
