"""What can be said about a run that was recorded without samples, from what the device reported?

Activities.csv, an account export and some JSON hold averages only. They are taken as reported;
their speed may include standing (research data.md §3, trap 8), which nobody can undo.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from hakaru.core.units import METRES_PER_KM, PERCENT
from hakaru.running.activity import DeviceSummary, Lap, Recording
from hakaru.running.environment.terrain import LEVEL_SUB_SPORTS
from hakaru.running.splits import MEAN_COLUMNS, Split, SplitKind
from hakaru.running.validity import SPEED_MAX_MPS, VALID_WINDOWS

GRADE_DISTANCE_MIN_M = 50.0
"""Below it, net rise over distance says more about the altimeter than about the slope."""

LONG_SUMMARY_M = 3000.0
"""The net grade of a longer row says little: what was climbed may have been descended again."""

SUMMARY_CLIMB_MAX_M_PER_KM = 10.0
"""Each way. An average of 1 % up and 1 % down moves contact time by less, and oscillation by no
more, than one day differs from the next (`running.effects`); nobody sees where it was steeper."""


def reported_splits(recording: Recording) -> tuple[Split, ...]:
    """The laps as reported; without laps the whole run as one; empty when not even that is known.

    `coverage_frac` is 1 where an average contact time was reported: its share is unknown.
    """
    laps = recording.laps or _whole_run(recording.summary)
    level = recording.sub_sport in LEVEL_SUB_SPORTS
    splits = (_split(lap, index, level=level) for index, lap in enumerate(laps, start=1))
    return tuple(split for split in splits if split is not None)


def join_splits(splits: Sequence[Split]) -> Split:
    """Neighbouring splits (at least one) as one: sums, and means weighted by running time."""
    total_s = sum(split.running_s for split in splits)
    timed_m = sum(split.running_distance_m for split in splits if split.speed_mps is not None)
    timed_s = sum(split.running_s for split in splits if split.speed_mps is not None)
    peaks = [split.heart_rate_max_bpm for split in splits if split.heart_rate_max_bpm is not None]
    columns = (*MEAN_COLUMNS, "grade_pct")
    means: dict[str, Any] = {column: _joined_mean(splits, column) for column in columns}
    return Split(
        split_index=splits[0].split_index,
        kind="segment",
        start_elapsed_s=splits[0].start_elapsed_s,
        end_elapsed_s=splits[-1].end_elapsed_s,
        distance_m=sum(split.distance_m for split in splits),
        running_s=total_s,
        running_distance_m=sum(split.running_distance_m for split in splits),
        speed_mps=timed_m / timed_s if timed_s > 0.0 else None,
        heart_rate_max_bpm=max(peaks, default=None),
        **means,
    )


def _joined_mean(splits: Sequence[Split], column: str) -> float | None:
    pairs = [(getattr(split, column), split.running_s) for split in splits]
    weighted = [(value, weight_s) for value, weight_s in pairs if value is not None]
    weight_s = sum(time_s for _, time_s in weighted)
    return sum(value * time_s for value, time_s in weighted) / weight_s if weight_s > 0.0 else None


def net_grade_pct(rise_m: float | None, distance_m: float) -> float | None:
    """Net rise over distance in percent; None without elevation or below 50 m."""
    if rise_m is None or distance_m < GRADE_DISTANCE_MIN_M:
        return None
    return PERCENT * rise_m / distance_m


def _whole_run(summary: DeviceSummary) -> tuple[Lap, ...]:
    elapsed_s = summary.elapsed_s if summary.elapsed_s is not None else summary.timer_s
    if elapsed_s is None:
        return ()
    lap = Lap(
        start_elapsed_s=0.0,
        elapsed_s=elapsed_s,
        timer_s=summary.timer_s,
        distance_m=summary.distance_m,
        speed_mps=summary.speed_avg_mps,
        heart_rate_bpm=summary.heart_rate_avg_bpm,
        heart_rate_max_bpm=summary.heart_rate_max_bpm,
        cadence_spm=summary.cadence_avg_spm,
        power_w=summary.power_avg_w,
        gct_ms=summary.gct_avg_ms,
        vo_cm=summary.vo_avg_cm,
        vr_pct=summary.vr_avg_pct,
        gct_balance_left_pct=summary.gct_balance_left_avg_pct,
        step_length_cm=summary.step_length_avg_cm,
        elevation_gain_m=summary.ascent_m,
        elevation_loss_m=summary.descent_m,
    )
    return (lap,)


def _split(lap: Lap, index: int, *, level: bool) -> Split | None:
    running_s = lap.timer_s if lap.timer_s is not None else lap.elapsed_s
    speed_mps = _speed_mps(lap, running_s)
    distance_m = lap.distance_m
    if distance_m is None and speed_mps is not None:
        distance_m = speed_mps * running_s
    if distance_m is None or running_s <= 0.0:
        return None
    means: dict[str, Any] = {name: _believable(getattr(lap, name), name) for name in MEAN_COLUMNS}
    return Split(
        split_index=index,
        kind="summary" if level else _kind(lap, distance_m),
        start_elapsed_s=lap.start_elapsed_s,
        end_elapsed_s=lap.start_elapsed_s + lap.elapsed_s,
        distance_m=distance_m,
        running_s=running_s,
        running_distance_m=distance_m,
        speed_mps=speed_mps,
        heart_rate_max_bpm=_believable(lap.heart_rate_max_bpm, "heart_rate_bpm"),
        elevation_gain_m=lap.elevation_gain_m,
        elevation_loss_m=lap.elevation_loss_m,
        grade_pct=net_grade_pct(_net_rise_m(lap), distance_m),
        coverage_frac=0.0 if means["gct_ms"] is None else 1.0,
        intensity=lap.intensity,
        trigger=lap.trigger,
        **means,
    )


def _kind(lap: Lap, distance_m: float) -> SplitKind:
    """How far a row can be trusted to be of level ground."""
    if distance_m <= LONG_SUMMARY_M:
        return "summary"
    most_m = SUMMARY_CLIMB_MAX_M_PER_KM * distance_m / METRES_PER_KM
    ways_m = (lap.elevation_gain_m, lap.elevation_loss_m)
    if any(way_m is not None and way_m > most_m for way_m in ways_m):
        return "hilly_summary"
    return "unknown_summary" if None in ways_m else "summary"


def _speed_mps(lap: Lap, running_s: float) -> float | None:
    """Distance over time where both are known, else the reported speed; None if impossible."""
    speed_mps = lap.speed_mps
    if lap.distance_m is not None and running_s > 0.0:
        speed_mps = lap.distance_m / running_s
    if speed_mps is None or not 0.0 < speed_mps <= SPEED_MAX_MPS:
        return None
    return speed_mps


def _net_rise_m(lap: Lap) -> float | None:
    if lap.elevation_gain_m is None or lap.elevation_loss_m is None:
        return None
    return lap.elevation_gain_m - lap.elevation_loss_m


def _believable(value: float | None, column: str) -> float | None:
    low, high = VALID_WINDOWS[column]
    if value is None or not math.isfinite(value) or not low <= value <= high:
        return None
    return value
