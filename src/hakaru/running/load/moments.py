"""What did a session show from moment to moment, or, where only averages exist, on average?

A device that was asked for a summary reports means of laps or of the whole run. They take the place
of samples, so that such a run has a load as well; what varied inside them cannot be known.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from hakaru.running.activity import FloatArray
from hakaru.running.load.effort import EffortSeries
from hakaru.running.physiology.level import level_speed_mps
from hakaru.running.session.model import SessionInput
from hakaru.running.validity import within_window

MOVING_MIN_MPS = 0.5
"""Walking breaks are load, standing is not."""

_SAMPLES_MIN = 2


@dataclass(frozen=True, kw_only=True)
class Moments:
    """One row per sample, or per split of a run without samples (`reported`); NaN: not measured.

    `speed_mps` is the device's, `level_mps` corrected for slopes (reported: as it is). `moving_s`
    and `active_s` are the seconds a row stands for: while moving, and while the watch ran, both
    without pauses and gaps.
    """

    power_w: FloatArray
    speed_mps: FloatArray
    level_mps: FloatArray
    heart_rate_bpm: FloatArray
    moving_s: FloatArray
    active_s: FloatArray
    reported: bool


def read_moments(session: SessionInput, effort: EffortSeries) -> Moments:
    """The samples of a session, or what its device reported instead."""
    motion = effort.motion
    if motion.elapsed_s.size < _SAMPLES_MIN:
        return _reported(session)
    observed_s = motion.observed_s
    return Moments(
        power_w=_recorded(session, "power_w"),
        speed_mps=motion.speed_mps,
        level_mps=level_speed_mps(session.recording, motion),
        heart_rate_bpm=_recorded(session, "heart_rate_bpm"),
        moving_s=np.where(motion.speed_mps >= MOVING_MIN_MPS, observed_s, 0.0),
        active_s=observed_s,
        reported=False,
    )


def _recorded(session: SessionInput, column: Literal["power_w", "heart_rate_bpm"]) -> FloatArray:
    """A column with impossible values (and zeros) set to NaN; all NaN where it was not recorded."""
    series = session.recording.series
    values = series.get(column)
    if values is None:
        return np.full(series["elapsed_s"].shape, np.nan)
    return np.where(within_window(values, column), values, np.nan)


def _reported(session: SessionInput) -> Moments:
    """The means of the splits; without splits (no distance is known) those of the whole run."""
    rows = [
        (split.running_s, split.power_w, split.speed_mps, split.heart_rate_bpm)
        for split in session.splits
    ] or _whole_run(session)
    table = np.array(rows, dtype=np.float64).reshape(-1, 4)
    lasted_s, power_w, speed_mps, beats_bpm = table.T
    believable = within_window(beats_bpm, "heart_rate_bpm")
    return Moments(
        power_w=np.where(within_window(power_w, "power_w"), power_w, np.nan),
        speed_mps=speed_mps,
        level_mps=speed_mps,
        heart_rate_bpm=np.where(believable, beats_bpm, np.nan),
        moving_s=lasted_s,
        active_s=lasted_s,
        reported=True,
    )


def _whole_run(
    session: SessionInput,
) -> list[tuple[float, float | None, float | None, float | None]]:
    summary = session.recording.summary
    lasted_s = summary.elapsed_s if summary.timer_s is None else summary.timer_s
    if lasted_s is None or not lasted_s > 0.0:
        return []
    return [
        (lasted_s, summary.power_avg_w, summary.speed_avg_mps, summary.heart_rate_avg_bpm),
    ]
