"""Which heart rate and power zones does the runner have, and how long was a run in each?

Zones are half-open. Time below the first zone counts nowhere, so that shares are of the time *in*
zones: the first minute of a run, before the heart follows, speaks for no zone.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

import numpy as np

from hakaru.core.units import PERCENT
from hakaru.running.activity import HeartRateZone, Recording
from hakaru.running.athlete.known import reliable_value
from hakaru.running.athlete.model import Athlete, HeartRateZones
from hakaru.running.session.settings import LT_SHARES, POWER_BOUNDS
from hakaru.running.validity import inside_spans, read_motion, within_window

ZoneSeconds = tuple[float, float, float, float, float]
"""Seconds in zones 1..5."""

N_ZONES = 5
MAX_SHARES: ZoneSeconds = (0.50, 0.60, 0.70, 0.80, 0.90)
"""Lower bounds as shares of maximum heart rate, as most watches set them."""

MaxShareZone = Literal["recovery", "aerobic", "tempo", "threshold", "vo2_max", "maximum"]
"""T's zones by share of maximum heart rate."""
_MAX_SHARE_ZONES: tuple[tuple[float, MaxShareZone], ...] = (
    (0.70, "recovery"),
    (0.80, "aerobic"),
    (0.85, "tempo"),
    (0.90, "threshold"),
)
"""Upper bound of each, not included."""
_VO2_MAX_UPTO = 0.95
"""The last bound is the only one that belongs to the zone below: T says "> 95 %"."""

_TOLERANCE = 1e-9
_LOWEST_BPM, _HIGHEST_BPM = 30.0, 240.0


def heart_rate_zones(
    athlete: Athlete,
    watch_zones: Sequence[HeartRateZone] = (),
    *,
    shares_frac: Sequence[float] = LT_SHARES,
) -> HeartRateZones | None:
    """Bounds of the watch, else shares of threshold heart rate, else of the maximum.

    The watch's bounds count where it has five that rise and are possible. `shares_frac` are the
    five lower bounds relative to threshold heart rate.

    Returns:
        None: neither the watch nor what is known of the athlete gives bounds.
    """
    lows = tuple(zone.low_bpm for zone in sorted(watch_zones, key=lambda zone: zone.zone_number))
    if len(lows) == N_ZONES and _is_possible(lows):
        first, second, third, fourth, fifth = lows
        return HeartRateZones(low_bpm=(first, second, third, fourth, fifth), basis="watch")
    threshold_bpm = reliable_value(athlete, "lt_heart_rate_bpm")
    if threshold_bpm is not None:
        return HeartRateZones(low_bpm=_scaled(shares_frac, threshold_bpm), basis="lt_heart_rate")
    max_bpm = reliable_value(athlete, "heart_rate_max_bpm")
    if max_bpm is not None:
        return HeartRateZones(low_bpm=_scaled(MAX_SHARES, max_bpm), basis="heart_rate_max")
    return None


def _is_possible(lows: Sequence[float]) -> bool:
    rising = all(low < high for low, high in pairwise(lows))
    return rising and lows[0] >= _LOWEST_BPM and lows[-1] <= _HIGHEST_BPM


def _scaled(shares: Sequence[float], reference_bpm: float) -> ZoneSeconds:
    first, second, third, fourth, fifth = (share * reference_bpm for share in shares)
    return (first, second, third, fourth, fifth)


def zone_seconds(
    recording: Recording,
    zones: HeartRateZones,
    *,
    spans_s: Sequence[tuple[float, float]] | None = None,
) -> ZoneSeconds | None:
    """Time in each zone: standing counts (the heart goes on), pauses and gaps do not.

    Args:
        recording: any; without heart rate there is no answer.
        zones: from `heart_rate_zones`.
        spans_s: only time in these spans of elapsed time; a sample stands for what
            lies between it and the one before, spans are (start, end]. None: the whole run.

    Returns:
        None where no heart rate was measured there.
    """
    heart_rate_bpm = recording.series.get("heart_rate_bpm")
    elapsed_s = recording.series["elapsed_s"]
    if heart_rate_bpm is None or not elapsed_s.size:
        return None
    motion = read_motion(recording.series, recording.pauses)
    counted = within_window(heart_rate_bpm, "heart_rate_bpm") & motion.observed
    if spans_s is not None:
        counted &= inside_spans(motion, spans_s)
    if not counted.any():
        return None
    lows = np.array(zones.low_bpm) - _TOLERANCE
    zone_index = np.searchsorted(lows, heart_rate_bpm[counted], side="right")
    first, second, third, fourth, fifth = np.bincount(
        zone_index, weights=motion.active_s[counted], minlength=N_ZONES + 1
    )[1:].tolist()
    return (first, second, third, fourth, fifth)


def zone_shares_pct(zone_s: ZoneSeconds) -> ZoneSeconds | None:
    """Share of each zone in the time in zones, 0..100; None: no time in any."""
    total_s = sum(zone_s)
    if not total_s > 0.0:
        return None
    first, second, third, fourth, fifth = (PERCENT * one_s / total_s for one_s in zone_s)
    return (first, second, third, fourth, fifth)


def power_zone(
    power_of_critical_frac: float, *, bounds_frac: Sequence[float] = POWER_BOUNDS
) -> int:
    """Zone of a power relative to critical power: 1 below the first bound, each zone half-open."""
    return 1 + sum(power_of_critical_frac >= bound - _TOLERANCE for bound in bounds_frac)


def power_bounds_w(
    critical_power_w: float, *, bounds_frac: Sequence[float] = POWER_BOUNDS
) -> tuple[float, ...]:
    """Where power zones 2, 3, ... begin, in W."""
    return tuple(bound * critical_power_w for bound in bounds_frac)


def max_share_zone(heart_rate_of_max_frac: float) -> MaxShareZone:
    """T's zone of a share of maximum heart rate; half-open but for the top, which is above 95 %."""
    for upper_frac, zone in _MAX_SHARE_ZONES:
        if heart_rate_of_max_frac < upper_frac - _TOLERANCE:
            return zone
    return "vo2_max" if heart_rate_of_max_frac <= _VO2_MAX_UPTO + _TOLERANCE else "maximum"


def reserve_heart_rate_bpm(reserve_frac: float, *, rest_bpm: float, max_bpm: float) -> float:
    """Heart rate at a share of the reserve (Karvonen 1957): rest + share x (max - rest)."""
    return rest_bpm + reserve_frac * (max_bpm - rest_bpm)
