"""What does one recorded run amount to: what its device states, and what its samples show?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from hakaru.running.activity import FloatArray, Recording
from hakaru.running.spans import WEIGHT_MIN_S
from hakaru.running.splits import Split
from hakaru.running.totals import RunTotals, TotalsBasis
from hakaru.running.validity import Motion, read_motion, within_window


def run_totals(recording: Recording, splits: Sequence[Split]) -> RunTotals:
    """The run as a whole: what the device states, else what the recording or its splits show."""
    stated, whole = recording.summary, _Whole.of(recording, splits)
    distance_m = _stated(stated.distance_m, whole.distance_m)
    timer_s = _stated(stated.timer_s, whole.timer_s)
    running_m = sum(split.running_distance_m for split in splits if split.speed_mps is not None)
    moving_s = sum(split.running_s for split in splits if split.speed_mps is not None)
    return RunTotals(
        distance_m=distance_m,
        timer_s=timer_s,
        elapsed_s=_stated(stated.elapsed_s, whole.elapsed_s),
        speed_mps=_speed_mps(distance_m, timer_s, stated.speed_avg_mps),
        heart_rate_avg_bpm=_stated(stated.heart_rate_avg_bpm, whole.heart_rate_avg_bpm),
        heart_rate_max_bpm=_stated(stated.heart_rate_max_bpm, _peak_bpm(splits)),
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
    )


def totals_basis(recording: Recording) -> TotalsBasis:
    """Whose totals a recording has: they are stated where it states a distance or a timer time."""
    if not (recording.summary.distance_m or recording.summary.timer_s):
        return "computed"
    return "watch" if recording.series["elapsed_s"].size >= 2 else "list"


@dataclass(frozen=True, kw_only=True)
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


def _speed_mps(
    distance_m: float | None, timer_s: float | None, stated_mps: float | None
) -> float | None:
    if distance_m and timer_s:
        return distance_m / timer_s
    return stated_mps or None


def _peak_bpm(splits: Sequence[Split]) -> float | None:
    peaks = [split.heart_rate_max_bpm for split in splits if split.heart_rate_max_bpm is not None]
    return max(peaks, default=None)


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
