"""Where does a run fall into splits, and what does each show? From running samples only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from hakaru.running.activity import FloatArray, Lap, Recording
from hakaru.running.elevation import cumulative_climb_m, smooth_elevation_m
from hakaru.running.reported import net_grade_pct, reported_splits
from hakaru.running.selection import FULL_DISTANCE_M
from hakaru.running.splits import MEAN_COLUMNS, Split
from hakaru.running.totals import RunTotals
from hakaru.running.validity import Motion, read_motion, valid_column, within_window
from hakaru.units import METRES_PER_KM

LAP_MAX_M = 1700.0
"""Laps up to a mile are somebody's choice of splits; longer ones mix too much."""

LAP_MIN_S = 1.0
REMAINDER_MIN_M = 10.0
WEIGHT_MIN_S = 0.5
"""A mean over less valid time than this is no mean."""


@dataclass(frozen=True, kw_only=True)
class _Bounds:
    """Where splits begin and end: `at_s` has one entry more than there are splits."""

    at_s: FloatArray
    kind: Literal["lap", "km"]
    laps: tuple[Lap | None, ...]


@dataclass(frozen=True, kw_only=True)
class _Cut:
    """A series cut at bounds."""

    series: Mapping[str, FloatArray]
    motion: Motion
    at_s: FloatArray

    def sums(self, increments: FloatArray) -> FloatArray:
        """Sum of per-sample increments in each split; an interval cut by a bound is shared."""
        return np.diff(np.interp(self.at_s, self.motion.elapsed_s, np.cumsum(increments)))

    def rises(self, values: FloatArray) -> FloatArray:
        """Change of a quantity from the beginning to the end of each split."""
        return np.diff(np.interp(self.at_s, self.motion.elapsed_s, values))


def split_recording(recording: Recording) -> tuple[Split, ...]:
    """The splits of a run, in order, without gap or overlap.

    Device laps where they are informative: at least two, none longer than about a mile, most of the
    distance in laps of 400 m and more. Else full kilometres and the remainder. A recording without
    samples gives its laps as reported, or the whole run as one.
    """
    if recording.series["elapsed_s"].size < 2:
        return reported_splits(recording)
    motion = read_motion(recording.series, recording.pauses)
    bounds = _lap_bounds(recording.laps, motion)
    if bounds is None:
        bounds = _kilometre_bounds(motion)
    cut = _Cut(series=recording.series, motion=motion, at_s=bounds.at_s)
    return _describe(cut, bounds)


def run_totals(recording: Recording, splits: Sequence[Split]) -> RunTotals:
    """The run as a whole, from its splits; from the device's summary where there are none."""
    summary = recording.summary
    if not splits:
        return RunTotals(distance_m=summary.distance_m, elapsed_s=summary.elapsed_s)
    running_s = sum(split.running_s for split in splits)
    running_m = sum(split.running_distance_m for split in splits if split.speed_mps is not None)
    moving_s = sum(split.running_s for split in splits if split.speed_mps is not None)
    peaks = [split.heart_rate_max_bpm for split in splits if split.heart_rate_max_bpm is not None]
    return RunTotals(
        distance_m=sum(split.distance_m for split in splits),
        elapsed_s=max(split.end_elapsed_s for split in splits),
        running_s=running_s,
        speed_mps=running_m / moving_s if moving_s >= WEIGHT_MIN_S else None,
        heart_rate_avg_bpm=_time_weighted(splits, "heart_rate_bpm"),
        heart_rate_max_bpm=max(peaks, default=None),
        cadence_spm=_time_weighted(splits, "cadence_spm"),
        power_w=_time_weighted(splits, "power_w"),
        elevation_gain_m=_sum_known(splits, "elevation_gain_m"),
        elevation_loss_m=_sum_known(splits, "elevation_loss_m"),
        coverage_frac=_time_weighted(splits, "coverage_frac"),
    )


def _lap_bounds(laps: tuple[Lap, ...], motion: Motion) -> _Bounds | None:
    """The device's laps as bounds, or None where they say little."""
    end_s = float(motion.elapsed_s[-1])
    kept: list[Lap] = []
    for lap in sorted(laps, key=lambda lap: lap.start_elapsed_s):
        if kept and lap.start_elapsed_s - kept[-1].start_elapsed_s < LAP_MIN_S:
            kept[-1] = lap
        elif lap.start_elapsed_s < end_s - LAP_MIN_S:
            kept.append(lap)
    if len(kept) < 2:
        return None
    starts_s = [0.0, *(lap.start_elapsed_s for lap in kept[1:])]
    rest: tuple[None, ...] = ()
    laps_end_s = kept[-1].start_elapsed_s + kept[-1].elapsed_s
    if laps_end_s > starts_s[-1] and laps_end_s < end_s - LAP_MIN_S:
        starts_s, rest = [*starts_s, laps_end_s], (None,)
    at_s = np.array([*starts_s, end_s])
    lengths_m = _Cut(series={}, motion=motion, at_s=at_s).sums(motion.step_m)
    in_full_laps_m = float(lengths_m[lengths_m >= FULL_DISTANCE_M].sum())
    if lengths_m.max() > LAP_MAX_M or in_full_laps_m < lengths_m.sum() / 2.0:
        return None
    return _Bounds(at_s=at_s, kind="lap", laps=(*kept, *rest))


def _kilometre_bounds(motion: Motion) -> _Bounds:
    covered_m = np.cumsum(motion.step_m)
    marks_m = np.arange(METRES_PER_KM, float(covered_m[-1]), METRES_PER_KM)
    if marks_m.size and covered_m[-1] - marks_m[-1] < REMAINDER_MIN_M:
        marks_m = marks_m[:-1]
    after = np.searchsorted(covered_m, marks_m)
    missing_frac = (covered_m[after] - marks_m) / motion.step_m[after]
    interval_s = motion.elapsed_s[after] - motion.elapsed_s[after - 1]
    crossed_s = motion.elapsed_s[after] - missing_frac * interval_s
    at_s = np.concatenate([[0.0], crossed_s, motion.elapsed_s[-1:]])
    return _Bounds(at_s=at_s, kind="km", laps=(None,) * (at_s.size - 1))


def _describe(cut: _Cut, bounds: _Bounds) -> tuple[Split, ...]:
    """One `Split` per pair of bounds."""
    motion, at_s = cut.motion, cut.at_s
    running_s = cut.sums(motion.running_s)
    running_m = cut.sums(np.where(motion.running, motion.step_m, 0.0))
    distance_m = cut.sums(motion.step_m)
    means = {column: _means(cut, column) for column in MEAN_COLUMNS}
    peaks_bpm = _peak_heart_rates_bpm(cut)
    climbs = _climbs(cut, distance_m)
    return tuple(
        Split(
            split_index=index + 1,
            kind=bounds.kind,
            start_elapsed_s=float(at_s[index]),
            end_elapsed_s=float(at_s[index + 1]),
            distance_m=float(distance_m[index]),
            running_s=float(running_s[index]),
            running_distance_m=float(running_m[index]),
            speed_mps=_ratio(running_m[index], running_s[index]),
            heart_rate_max_bpm=peaks_bpm[index],
            coverage_frac=means["gct_ms"].share_frac(index, running_s[index]),
            intensity=lap.intensity if lap is not None else None,
            trigger=lap.trigger if lap is not None else None,
            **{column: mean.value(index) for column, mean in means.items()},
            **climbs[index],
        )
        for index, lap in enumerate(bounds.laps)
    )


@dataclass(frozen=True, kw_only=True)
class _Means:
    """Sum of value times time, and the time that has a value, per split."""

    totals: FloatArray
    weight_s: FloatArray

    def value(self, index: int) -> float | None:
        """The time-weighted mean of one split."""
        return _ratio(self.totals[index], self.weight_s[index])

    def share_frac(self, index: int, running_s: np.float64) -> float:
        """The share of its running time that has a value; 0 where nobody ran."""
        covered_frac = _ratio(self.weight_s[index], running_s)
        return 0.0 if covered_frac is None else min(1.0, covered_frac)


def _means(cut: _Cut, column: str) -> _Means:
    motion = cut.motion
    values = valid_column(cut.series, column, running=motion.running)
    known = np.isfinite(values)
    return _Means(
        totals=cut.sums(np.where(known, values, 0.0) * motion.active_s),
        weight_s=cut.sums(np.where(known, motion.active_s, 0.0)),
    )


def _ratio(total: np.float64, weight_s: np.float64) -> float | None:
    return float(total / weight_s) if weight_s >= WEIGHT_MIN_S else None


def _peak_heart_rates_bpm(cut: _Cut) -> list[float | None]:
    """Highest heart rate of each split, standing included: it often comes after the effort."""
    n_splits = cut.at_s.size - 1
    if "heart_rate_bpm" not in cut.series:
        return [None] * n_splits
    beats_bpm = cut.series["heart_rate_bpm"]
    valid_bpm = np.where(within_window(beats_bpm, "heart_rate_bpm"), beats_bpm, -np.inf)
    edges = np.searchsorted(cut.motion.elapsed_s, cut.at_s, side="right")
    edges[0] = 0
    peaks = [
        float(valid_bpm[edges[index] : edges[index + 1]].max(initial=-np.inf))
        for index in range(n_splits)
    ]
    return [peak if np.isfinite(peak) else None for peak in peaks]


def _climbs(cut: _Cut, distance_m: FloatArray) -> list[dict[str, float | None]]:
    """Gain, loss and net grade of each split; all None without elevation."""
    smooth_m = None
    if "elevation_m" in cut.series:
        heights_m = cut.series["elevation_m"]
        known_m = np.where(within_window(heights_m, "elevation_m"), heights_m, np.nan)
        smooth_m = smooth_elevation_m(known_m, cut.motion.elapsed_s)
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


def _time_weighted(splits: Sequence[Split], field: str) -> float | None:
    """Mean of one field over the splits that have it, weighted by running time."""
    pairs = [(getattr(split, field), split.running_s) for split in splits]
    known = [(value, weight_s) for value, weight_s in pairs if value is not None]
    total_s = sum(weight_s for _, weight_s in known)
    if total_s < WEIGHT_MIN_S:
        return None
    return float(sum(value * weight_s for value, weight_s in known) / total_s)


def _sum_known(splits: Sequence[Split], field: str) -> float | None:
    known = [getattr(split, field) for split in splits if getattr(split, field) is not None]
    return float(sum(known)) if known else None
