"""What does each stretch of a run show? From running samples only (research data.md §3, trap 8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from hakaru.running.activity import FloatArray, Lap, Recording
from hakaru.running.elevation import cumulative_climb_m, smooth_elevation_m
from hakaru.running.reported import net_grade_pct
from hakaru.running.splits import MEAN_COLUMNS, Role, RoleSource, Split, covered_mps
from hakaru.running.validity import Motion, read_motion, valid_column, within_window

WEIGHT_MIN_S = 0.5
"""A mean over less valid time than this is no mean."""


@dataclass(frozen=True, kw_only=True)
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


@dataclass(frozen=True, kw_only=True)
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


@dataclass(frozen=True, kw_only=True)
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
