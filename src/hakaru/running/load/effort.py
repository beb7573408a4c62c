"""What did each moment of a run cost in heartbeats, and how do stretches of it compare?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hakaru.core.units import SECONDS_PER_MINUTE
from hakaru.running.activity import FloatArray
from hakaru.running.physiology.level import level_speed_mps
from hakaru.running.session.model import SessionInput
from hakaru.running.validity import BoolArray, Motion, read_motion, valid_column

MEASURED_MIN_FRAC = 0.8
"""A stretch speaks only where at least this share of it has both a speed and a heart rate."""


@dataclass(frozen=True, kw_only=True)
class EffortSeries:
    """The samples of a session, shape (n_samples,); NaN where not running or not measured.

    `ran_s` is the running time up to and including each sample, `speed_mps` the level speed of
    equal cost where there is altitude, else the plain speed.
    """

    motion: Motion
    ran_s: FloatArray
    speed_mps: FloatArray
    heart_rate_bpm: FloatArray

    @property
    def running_s(self) -> float:
        """Running time of the whole recording."""
        return float(self.ran_s[-1]) if self.ran_s.size else 0.0


@dataclass(frozen=True, kw_only=True)
class Stretch:
    """Time-weighted means over the samples that have both speed and heart rate."""

    speed_mps: float
    heart_rate_bpm: float

    @property
    def efficiency_factor(self) -> float:
        """Metres per heartbeat (Friel's efficiency factor, m/min over bpm)."""
        return efficiency_factor(self.speed_mps, self.heart_rate_bpm)


def efficiency_factor(speed_mps: float, heart_rate_bpm: float) -> float:
    """Speed in m/min over heart rate: metres per heartbeat."""
    return speed_mps * SECONDS_PER_MINUTE / heart_rate_bpm


def read_effort(session: SessionInput) -> EffortSeries:
    """Speed and heart rate of a session, where it was run."""
    series = session.recording.series
    motion = read_motion(series, session.recording.pauses)
    level_mps = level_speed_mps(session.recording, motion)
    return EffortSeries(
        motion=motion,
        ran_s=np.cumsum(motion.running_s),
        speed_mps=np.where(motion.running, level_mps, np.nan),
        heart_rate_bpm=valid_column(series, "heart_rate_bpm", running=motion.running),
    )


def describe_stretch(effort: EffortSeries, inside: BoolArray) -> Stretch | None:
    """The means over a part of the samples. None: less than 80 % of it was measured."""
    measured = inside & np.isfinite(effort.speed_mps) & np.isfinite(effort.heart_rate_bpm)
    total_s = float(effort.motion.running_s[inside].sum())
    weight_s = effort.motion.running_s[measured]
    if not weight_s.sum() > 0.0 or weight_s.sum() < MEASURED_MIN_FRAC * total_s:
        return None
    share = weight_s / weight_s.sum()
    return Stretch(
        speed_mps=float(effort.speed_mps[measured] @ share),
        heart_rate_bpm=float(effort.heart_rate_bpm[measured] @ share),
    )
