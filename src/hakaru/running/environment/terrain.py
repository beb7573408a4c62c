"""How hilly was a run: climb per kilometre, and its class?"""

from __future__ import annotations

import numpy as np

from hakaru.core.units import METRES_PER_KM
from hakaru.running.activity import Recording
from hakaru.running.elevation import cumulative_climb_m, smooth_elevation_m
from hakaru.running.environment.grade import believable_heights_m
from hakaru.running.session.summary import Terrain
from hakaru.running.validity import read_motion

ROLLING_FROM_M_PER_KM = 8.0
HILLY_FROM_M_PER_KM = 20.0
DISTANCE_MIN_M = 200.0
"""On less than this one bridge makes a run hilly."""

INDOOR_SPORTS = frozenset({"treadmill", "indoor_running", "virtual_activity", "indoor_track"})
"""Sub-sports without weather and without a landscape."""
LEVEL_SUB_SPORTS = frozenset({"treadmill", "indoor_running", "indoor_track", "track"})
"""Where nothing rises and falls, recorded or not; a virtual landscape may."""

TRAIL_SPORTS = frozenset({"trail", "trail_running", "ultra", "obstacle"})
_EDGE = 1e-9


def is_indoor(recording: Recording) -> bool:
    """Whether the recording says that it was made under a roof."""
    return recording.sub_sport in INDOOR_SPORTS


def climb_m_per_km(recording: Recording) -> float | None:
    """Metres gained per kilometre covered, noise of the altimeter left out (`elevation.py`).

    Without a series of heights the ascent the device reported; None: neither, or under 200 m.
    """
    motion = read_motion(recording.series, recording.pauses)
    distance_m = float(motion.step_m.sum()) or recording.summary.distance_m
    gained_m = _gained_m(recording)
    if gained_m is None or distance_m is None or distance_m < DISTANCE_MIN_M:
        return None
    return gained_m / (distance_m / METRES_PER_KM)


def is_trail(recording: Recording) -> bool:
    """Whether it climbs more than 20 m/km, or its maker says that it was run on trails: there the
    ground decides the pace."""
    if recording.sub_sport in TRAIL_SPORTS:
        return True
    climbs = None if recording.sub_sport in LEVEL_SUB_SPORTS else climb_m_per_km(recording)
    return climbs is not None and climbs > HILLY_FROM_M_PER_KM + _EDGE


def classify_terrain(climb_m_per_km: float | None, *, indoor: bool = False) -> Terrain:
    """Below 8 m/km flat, below 20 rolling, else hilly; None: unknown. Indoors is no landscape,
    whatever a pressure sensor says."""
    if indoor:
        return "indoor"
    if climb_m_per_km is None:
        return "unknown"
    if climb_m_per_km < ROLLING_FROM_M_PER_KM - _EDGE:
        return "flat"
    return "rolling" if climb_m_per_km < HILLY_FROM_M_PER_KM - _EDGE else "hilly"


def _gained_m(recording: Recording) -> float | None:
    heights_m = believable_heights_m(recording)
    if heights_m is None:
        return recording.summary.ascent_m
    smooth_m = smooth_elevation_m(heights_m, recording.series["elapsed_s"])
    return None if smooth_m is None else float(np.max(cumulative_climb_m(smooth_m)[0]))
