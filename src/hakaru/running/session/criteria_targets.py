"""What do the absolute figures of the requirement mean for another runner?

Its examples belong to one runner: threshold heart rate 168 bpm, maximum 190 bpm, threshold pace
4:35/km. Each figure is therefore that share of threshold heart rate (of the maximum where only that
is known) and of threshold speed (resolutions row 17). Where nothing is known the figures stand as
they are, basis `default`, and count for nothing: they are another runner's.
"""

from __future__ import annotations

from hakaru.core.units import PERCENT, speed_to_pace_s_per_km
from hakaru.running.athlete.known import reliable_value
from hakaru.running.athlete.model import Athlete
from hakaru.running.physiology.threshold import HEART_RATE_MARGIN_BPM
from hakaru.running.session.criteria import Target

EXAMPLE_LT_HEART_RATE_BPM = 168.0
EXAMPLE_HEART_RATE_MAX_BPM = 190.0
EXAMPLE_LT_OF_MAX_FRAC = EXAMPLE_LT_HEART_RATE_BPM / EXAMPLE_HEART_RATE_MAX_BPM
THRESHOLD_LOW_OF_MAX_FRAC = 0.80
THRESHOLD_HIGH_OF_MAX_FRAC = 0.90
THRESHOLD_HIGH_OF_LT_FRAC = 1.0 + HEART_RATE_MARGIN_BPM / EXAMPLE_LT_HEART_RATE_BPM

PaceBand = tuple[float | None, float | None]
"""Fast and slow end; None: open."""


def heart_rate_scale(athlete: Athlete) -> float | None:
    """This runner's heart rate for one beat of the example runner; None: no reference is known."""
    threshold_bpm = reliable_value(athlete, "lt_heart_rate_bpm")
    if threshold_bpm is not None:
        return threshold_bpm / EXAMPLE_LT_HEART_RATE_BPM
    max_bpm = reliable_value(athlete, "heart_rate_max_bpm")
    return None if max_bpm is None else max_bpm / EXAMPLE_HEART_RATE_MAX_BPM


def heart_rate_target(
    athlete: Athlete,
    low_bpm: float | None,
    *,
    high_bpm: float | None,
    below: bool = False,
) -> Target:
    """A band of heart rates of the example runner, as this runner's."""
    scale_frac = heart_rate_scale(athlete)
    factor_frac = 1.0 if scale_frac is None else scale_frac
    return Target(
        unit="bpm",
        low=None if low_bpm is None else low_bpm * factor_frac,
        high=None if high_bpm is None else high_bpm * factor_frac,
        below=below,
        basis="default" if scale_frac is None else "athlete",
        counts=scale_frac is not None,
    )


def pace_target(
    athlete: Athlete,
    *,
    fast_frac: float,
    slow_frac: float | None,
    default_s_per_km: PaceBand,
    counts: bool = True,
) -> Target:
    """A band of paces between two shares of threshold speed; None: no running is too slow."""
    threshold_mps = reliable_value(athlete, "threshold_speed_mps")
    if threshold_mps is None:
        fast_s_per_km, slow_s_per_km = default_s_per_km
        return Target(
            unit="s_per_km", low=fast_s_per_km, high=slow_s_per_km, basis="default", counts=False
        )
    return Target(
        unit="s_per_km",
        low=speed_to_pace_s_per_km(fast_frac * threshold_mps),
        high=None if slow_frac is None else speed_to_pace_s_per_km(slow_frac * threshold_mps),
        basis="athlete",
        counts=counts,
    )


def of_max_target(
    athlete: Athlete, *, bounds_frac: tuple[float | None, float]
) -> tuple[Target, float | None]:
    """A band of shares of maximum heart rate, and the heart rate that is 100 % of it.

    Where only threshold heart rate is known the band is read relative to that, by the example's
    168 / 190. The heart rate is None where neither is known. Such rows are shown, they never count.
    """
    max_bpm = reliable_value(athlete, "heart_rate_max_bpm")
    threshold_bpm = reliable_value(athlete, "lt_heart_rate_bpm")
    of_lt = max_bpm is None and threshold_bpm is not None
    ratio_frac = EXAMPLE_LT_OF_MAX_FRAC if of_lt else 1.0
    low_frac, high_frac = bounds_frac
    target = Target(
        unit="lt_heart_rate_pct" if of_lt else "pct",
        low=None if low_frac is None else PERCENT * low_frac / ratio_frac,
        high=PERCENT * high_frac / ratio_frac,
        basis="athlete",
        counts=False,
    )
    return target, threshold_bpm if of_lt else max_bpm


def threshold_target(athlete: Athlete) -> tuple[Target, float | None]:
    """The band of a threshold run's mean heart rate, and the heart rate that is 100 % of it.

    80-90 % of maximum, shown only. Where threshold heart rate is known, 90.5-103 % of that: a
    runner whose threshold lies at 93 % of the maximum is right there. The upper end are T's own
    5 bpm above threshold, which reach beyond its 90 %. The heart rate is None where neither is
    known.
    """
    threshold_bpm = reliable_value(athlete, "lt_heart_rate_bpm")
    if threshold_bpm is None:
        target = Target(
            unit="pct",
            low=PERCENT * THRESHOLD_LOW_OF_MAX_FRAC,
            high=PERCENT * THRESHOLD_HIGH_OF_MAX_FRAC,
            basis="athlete",
            counts=False,
        )
        return target, reliable_value(athlete, "heart_rate_max_bpm")
    target = Target(
        unit="lt_heart_rate_pct",
        low=PERCENT * THRESHOLD_LOW_OF_MAX_FRAC / EXAMPLE_LT_OF_MAX_FRAC,
        high=PERCENT * THRESHOLD_HIGH_OF_LT_FRAC,
        basis="athlete",
    )
    return target, threshold_bpm


def share_pct(beats_bpm: float | None, reference_bpm: float | None) -> float | None:
    """A heart rate in percent of another; None: one of them is not known."""
    if beats_bpm is None or reference_bpm is None:
        return None
    return PERCENT * beats_bpm / reference_bpm
