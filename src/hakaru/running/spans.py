"""Stretches of a run and the whole of it: what samples show, or what was reported without any.

Activities.csv, an account export and some JSON hold averages only. They are taken as reported;
their speed may include standing (research data.md §3, trap 8), which nobody can undo.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

import numpy as np

from hakaru.core.units import METRES_PER_KM, PERCENT
from hakaru.records import frozen
from hakaru.running.activity import (
    CUT_OFF_MIN_S,
    DeviceSummary,
    FloatArray,
    Lap,
    Recording,
    RunTotals,
    TotalsBasis,
)
from hakaru.running.environment.grade import LEVEL_SUB_SPORTS
from hakaru.running.splits import MEAN_COLUMNS, Role, RoleSource, Split, SplitKind, covered_mps
from hakaru.running.validity import (
    SPEED_MAX_MPS,
    VALID_WINDOWS,
    Motion,
    cumulative_climb_m,
    known_heights_m,
    read_motion,
    smooth_elevation_m,
    valid_column,
    within_window,
)

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
    speed_mps = _lap_speed_mps(lap, running_s)
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


def _lap_speed_mps(lap: Lap, running_s: float) -> float | None:
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


WEIGHT_MIN_S = 0.5
"""A mean over less valid time than this is no mean."""


@frozen
class Span:
    """A stretch [start, end) of a run, in elapsed seconds, and what it is called."""

    start_s: float
    end_s: float
    kind: Literal["lap", "km", "segment"] = "segment"
    lap: Lap | None = None
    role: Role | None = None
    role_source: RoleSource | None = None
    rep_index: int | None = None


def describe_spans(recording: Recording, spans: Sequence[Span]) -> tuple[Split, ...]:
    """One `Split` per span, in order; the recording has two samples or more.

    Spans may overlap or leave gaps: each is described on its own.
    """
    motion = read_motion(recording.series, recording.pauses)
    cut = _Cut(
        series=recording.series,
        motion=motion,
        start_s=np.array([span.start_s for span in spans]),
        end_s=np.array([span.end_s for span in spans]),
    )
    measured = _measure(cut)
    return tuple(
        replace(
            split,
            kind=span.kind,
            start_elapsed_s=float(span.start_s),
            end_elapsed_s=float(span.end_s),
            intensity=span.lap.intensity if span.lap is not None else None,
            trigger=span.lap.trigger if span.lap is not None else None,
            role=span.role,
            role_source=span.role_source,
            rep_index=span.rep_index,
        )
        for span, split in zip(spans, measured, strict=True)
    )


@frozen
class _Cut:
    """A series cut at bounds; `start_s` and `end_s` have shape (n_spans,)."""

    series: Mapping[str, FloatArray]
    motion: Motion
    start_s: FloatArray
    end_s: FloatArray

    def sums(self, increments: FloatArray) -> FloatArray:
        """Sum of per-sample increments in each span; an interval cut by a bound is shared."""
        return self.rises(np.cumsum(increments))

    def rises(self, values: FloatArray) -> FloatArray:
        """Change of a quantity from the beginning to the end of each span."""
        at_s = self.motion.elapsed_s
        risen: FloatArray = np.interp(self.end_s, at_s, values)
        return risen - np.interp(self.start_s, at_s, values)


def _measure(cut: _Cut) -> list[Split]:
    motion = cut.motion
    running_s = cut.sums(motion.running_s)
    running_m = cut.sums(np.where(motion.running, motion.step_m, 0.0))
    distance_m = cut.sums(motion.step_m)
    means = {column: _means(cut, column) for column in MEAN_COLUMNS}
    peaks_bpm = _peak_heart_rates_bpm(cut)
    climbs = _climbs(cut, distance_m)
    return [
        Split(
            split_index=index + 1,
            kind="segment",
            start_elapsed_s=float(cut.start_s[index]),
            end_elapsed_s=float(cut.end_s[index]),
            distance_m=float(distance_m[index]),
            running_s=float(running_s[index]),
            running_distance_m=float(running_m[index]),
            speed_mps=_speed_mps(running_m[index], running_s[index]),
            heart_rate_max_bpm=peaks_bpm[index],
            coverage_frac=means["gct_ms"].share_frac(index, running_s[index]),
            **_values(means, index),
            **climbs[index],
        )
        for index in range(cut.start_s.size)
    ]


@frozen
class _Means:
    """Sum of value times time, and the time that has a value, per span."""

    totals: FloatArray
    weight_s: FloatArray

    def value(self, index: int) -> float | None:
        """The time-weighted mean of one span."""
        return _ratio(self.totals[index], self.weight_s[index])

    def share_frac(self, index: int, running_s: np.float64) -> float:
        """The share of its running time that has a value; 0 where nobody ran."""
        covered_frac = _ratio(self.weight_s[index], running_s)
        return 0.0 if covered_frac is None else min(1.0, covered_frac)


def _values(means: Mapping[str, _Means], index: int) -> dict[str, Any]:
    return {column: mean.value(index) for column, mean in means.items()}


def _means(cut: _Cut, column: str) -> _Means:
    motion = cut.motion
    values = valid_column(cut.series, column, running=motion.running)
    finite = np.isfinite(values)
    return _Means(
        totals=cut.sums(np.where(finite, values, 0.0) * motion.active_s),
        weight_s=cut.sums(np.where(finite, motion.active_s, 0.0)),
    )


def _speed_mps(running_m: np.float64, running_s: np.float64) -> float | None:
    """None as well where the counter stood still although the runner is said to have run."""
    return covered_mps(float(running_m), float(running_s)) if running_s >= WEIGHT_MIN_S else None


def _ratio(total: np.float64, weight_s: np.float64) -> float | None:
    return float(total / weight_s) if weight_s >= WEIGHT_MIN_S else None


def _peak_heart_rates_bpm(cut: _Cut) -> list[float | None]:
    """Highest heart rate of each span, standing included: it often comes after the effort."""
    if "heart_rate_bpm" not in cut.series:
        return [None] * cut.start_s.size
    beats_bpm = cut.series["heart_rate_bpm"]
    valid_bpm = np.where(within_window(beats_bpm, "heart_rate_bpm"), beats_bpm, -np.inf)
    elapsed_s = cut.motion.elapsed_s
    first = np.searchsorted(elapsed_s, cut.start_s, side="right")
    first[cut.start_s <= elapsed_s[0]] = 0
    last = np.searchsorted(elapsed_s, cut.end_s, side="right")
    peaks = [
        float(valid_bpm[low:high].max(initial=-np.inf))
        for low, high in zip(first, last, strict=True)
    ]
    return [peak if np.isfinite(peak) else None for peak in peaks]


def _climbs(cut: _Cut, distance_m: FloatArray) -> list[dict[str, Any]]:
    """Gain, loss and net grade of each span; all None without elevation."""
    known_m = known_heights_m(cut.series)
    smooth_m = None if known_m is None else smooth_elevation_m(known_m, cut.motion.elapsed_s)
    if smooth_m is None:
        nothing = {"elevation_gain_m": None, "elevation_loss_m": None, "grade_pct": None}
        return [dict(nothing) for _ in distance_m]
    gain_m, loss_m = (cut.rises(climb_m) for climb_m in cumulative_climb_m(smooth_m))
    return [
        {
            "elevation_gain_m": float(gain),
            "elevation_loss_m": float(loss),
            "grade_pct": net_grade_pct(float(rise), float(covered_m)),
        }
        for gain, loss, rise, covered_m in zip(
            gain_m, loss_m, cut.rises(smooth_m), distance_m, strict=True
        )
    ]


def run_totals(recording: Recording, splits: Sequence[Split]) -> RunTotals:
    """The run as a whole: what the device states, else what the recording or its splits show."""
    stated, whole = recording.summary, _Whole.of(recording, splits)
    distance_m = _stated(stated.distance_m, whole.distance_m)
    timer_s = _stated(stated.timer_s, whole.timer_s)
    running_m = sum(split.running_distance_m for split in splits if split.speed_mps is not None)
    moving_s = sum(split.running_s for split in splits if split.speed_mps is not None)
    peaks_bpm = [bpm for split in splits if (bpm := split.heart_rate_max_bpm) is not None]
    cut_off = _is_cut_off(recording, whole)
    return RunTotals(
        distance_m=distance_m,
        timer_s=timer_s,
        elapsed_s=_stated(stated.elapsed_s, whole.elapsed_s),
        speed_mps=_stated_speed_mps(distance_m, timer_s, stated.speed_avg_mps),
        heart_rate_avg_bpm=_stated(stated.heart_rate_avg_bpm, whole.heart_rate_avg_bpm),
        heart_rate_max_bpm=_stated(stated.heart_rate_max_bpm, max(peaks_bpm, default=None)),
        cadence_avg_spm=_stated(stated.cadence_avg_spm, whole.cadence_avg_spm),
        power_avg_w=_stated(stated.power_avg_w, whole.power_avg_w),
        elevation_gain_m=_known(stated.ascent_m, _sum_known(splits, "elevation_gain_m")),
        elevation_loss_m=_known(stated.descent_m, _sum_known(splits, "elevation_loss_m")),
        totals_basis=totals_basis(recording),
        running_s=sum(split.running_s for split in splits) if splits else None,
        running_distance_m=running_m if splits else None,
        running_speed_mps=running_m / moving_s if moving_s >= WEIGHT_MIN_S else None,
        running_heart_rate_bpm=_time_weighted(splits, "heart_rate_bpm"),
        running_cadence_spm=_time_weighted(splits, "cadence_spm"),
        running_power_w=_time_weighted(splits, "power_w"),
        coverage_frac=_time_weighted(splits, "coverage_frac"),
        recorded_until_s=float(recording.series["elapsed_s"][-1]) if cut_off else None,
        recorded_distance_m=whole.distance_m if cut_off else None,
    )


def _is_cut_off(recording: Recording, whole: _Whole) -> bool:
    samples_s, stated = recording.series["elapsed_s"], recording.summary
    if not recording.partial or samples_s.size < 2:
        return False
    until_s = float(samples_s[-1])
    lengths = ((stated.elapsed_s, until_s), (stated.timer_s, whole.timer_s or until_s))
    missing_s = [stated_s - recorded_s for stated_s, recorded_s in lengths if stated_s]
    return min(missing_s, default=0.0) > CUT_OFF_MIN_S


def totals_basis(recording: Recording) -> TotalsBasis:
    """Whose totals a recording has: they are stated where it states a distance or a timer time."""
    if not (recording.summary.distance_m or recording.summary.timer_s):
        return "computed"
    return "watch" if recording.series["elapsed_s"].size >= 2 else "list"


@frozen
class _Whole:
    """What the recording shows of the figures that a device may not state, standing included."""

    distance_m: float | None = None
    timer_s: float | None = None
    elapsed_s: float | None = None
    heart_rate_avg_bpm: float | None = None
    cadence_avg_spm: float | None = None
    power_avg_w: float | None = None

    @classmethod
    def of(cls, recording: Recording, splits: Sequence[Split]) -> _Whole:
        """From the samples; without any, from the splits."""
        distance_m = sum(split.distance_m for split in splits) if splits else None
        elapsed_s = max((split.end_elapsed_s for split in splits), default=None)
        if recording.series["elapsed_s"].size < 2:
            return cls(
                distance_m=distance_m,
                timer_s=sum(split.running_s for split in splits) if splits else None,
                elapsed_s=elapsed_s,
                heart_rate_avg_bpm=_time_weighted(splits, "heart_rate_bpm"),
                cadence_avg_spm=_time_weighted(splits, "cadence_spm"),
                power_avg_w=_time_weighted(splits, "power_w"),
            )
        motion = read_motion(recording.series, recording.pauses)
        return cls(
            distance_m=distance_m,
            timer_s=float(motion.active_s.sum()),
            elapsed_s=elapsed_s,
            heart_rate_avg_bpm=_mean(recording, motion, "heart_rate_bpm"),
            cadence_avg_spm=_mean(recording, motion, "cadence_spm"),
            power_avg_w=_mean(recording, motion, "power_w"),
        )


def _mean(recording: Recording, motion: Motion, column: str) -> float | None:
    """Mean of a column over the time of its valid samples, standing and walking included."""
    values = recording.series.get(column)
    if values is None:
        return None
    measured = np.isfinite(values)
    if column == "heart_rate_bpm":
        measured &= within_window(values, column)
    weight_s: FloatArray = np.where(measured, motion.active_s, 0.0)
    total_s = float(weight_s.sum())
    if total_s < WEIGHT_MIN_S:
        return None
    mean = float((np.where(measured, values, 0.0) * weight_s).sum() / total_s)
    return mean if mean > 0.0 else None


def _stated(stated: float | None, otherwise: float | None) -> float | None:
    """What the device states, else what was recorded; a zero says that nothing was measured."""
    return stated or otherwise or None


def _known(stated: float | None, otherwise: float | None) -> float | None:
    return otherwise if stated is None else stated


def _stated_speed_mps(
    distance_m: float | None, timer_s: float | None, stated_mps: float | None
) -> float | None:
    if distance_m and timer_s:
        return distance_m / timer_s
    return stated_mps or None


def _time_weighted(splits: Sequence[Split], field: str) -> float | None:
    """Mean of one field over the splits that have it, weighted by running time."""
    pairs = [(getattr(split, field), split.running_s) for split in splits]
    weighted_values = [(value, weight_s) for value, weight_s in pairs if value is not None]
    total_s = sum(weight_s for _, weight_s in weighted_values)
    if total_s < WEIGHT_MIN_S:
        return None
    return float(sum(value * weight_s for value, weight_s in weighted_values) / total_s)


def _sum_known(splits: Sequence[Split], field: str) -> float | None:
    numbers = [getattr(split, field) for split in splits if getattr(split, field) is not None]
    return float(sum(numbers)) if numbers else None
