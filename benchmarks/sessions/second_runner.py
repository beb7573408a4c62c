"""Who runs, and what is run on which day of a season."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

import numpy as np

from hakaru.core.units import SECONDS_PER_MINUTE

Kind = Literal["recovery", "aerobic_base", "tempo_threshold", "interval", "long_run"]
Terrain = Literal["flat", "rolling", "hilly"]
Group = Literal["garmin-wrist", "garmin-hrm"]

_TERRAINS: tuple[Terrain, ...] = ("flat", "rolling", "hilly")
_FIRST_DAY = date(2026, 3, 2)
_DAYS_PER_WEEK = 7
_MOST_MISSED = 6
_OUTSIDE_ANY_SEASON = 2**31
"""Streams of a runner start here, so that no session index ever shares one."""


@dataclass(frozen=True, kw_only=True)
class Runner:
    """One runner as a physiologist and a coach would know him, at the start of the season.

    `heart_rate_gain_frac` is the fall of HR/LTHR per unit of (speed / threshold speed) below
    threshold; `gct_exponent_frac` the b of gct = c v^b; `hill_effort_frac` 1 for a runner who holds
    his effort on a hill and 0 for one who holds his speed. `form_group` is None where the watch has
    no form metrics, `watch_error_frac` (of its threshold speed) where it estimates no physiology.
    """

    threshold_speed_mps: float
    threshold_gain_frac_per_week: float
    lt_heart_rate_bpm: float
    heart_rate_max_bpm: float
    heart_rate_gain_frac: float
    heart_rate_floor_frac: float
    heart_rate_tau_s: float
    walk_speed_mps: float
    easy_s: float
    terrain: Terrain
    hill_effort_frac: float
    traffic_stops_per_h: float
    pauses_at_stops: bool
    smart_recording: bool
    has_power: bool
    has_cadence: bool
    has_elevation: bool
    form_group: Group | None
    weight_kg: float
    cadence_at_3_mps_spm: float
    gct_at_3_mps_ms: float
    gct_exponent_frac: float
    vo_at_3_mps_cm: float
    watch_error_frac: float | None
    sessions_per_week: int


@dataclass(frozen=True, kw_only=True)
class Appointment:
    """What a runner does on one day; `week` counts from 0."""

    day: date
    week: int
    kind: Kind


def draw_runner(seed: int) -> Runner:
    """The runner of a seed.

    Threshold speed 2.9-4.6 m/s (5:45-3:37 /km) spans club runners; HRmax 172-202 and a threshold
    at 87-92 % of it are usual in the trained. Contact time falls with speed (b about -0.40), the
    vertical oscillation rises. Half of the runners own a watch that estimates threshold and zones.
    """
    rng = np.random.default_rng([seed, _OUTSIDE_ANY_SEASON])
    heart_rate_max_bpm = float(round(rng.uniform(172, 202)))
    form_group = _draw_form_group(rng)
    return Runner(
        threshold_speed_mps=float(rng.uniform(2.9, 4.6)),
        threshold_gain_frac_per_week=float(rng.uniform(-0.002, 0.006)),
        lt_heart_rate_bpm=float(round(heart_rate_max_bpm * rng.uniform(0.87, 0.92))),
        heart_rate_max_bpm=heart_rate_max_bpm,
        heart_rate_gain_frac=float(rng.uniform(0.65, 0.85)),
        heart_rate_floor_frac=float(rng.uniform(0.50, 0.58)),
        heart_rate_tau_s=float(rng.uniform(20, 60)),
        walk_speed_mps=float(rng.uniform(1.2, 1.7)),
        easy_s=float(rng.uniform(35, 55)) * SECONDS_PER_MINUTE,
        terrain=_TERRAINS[int(rng.integers(len(_TERRAINS)))],
        hill_effort_frac=float(rng.uniform(0.5, 1.0)),
        traffic_stops_per_h=float(rng.choice([0.0, 0.5, 2.0, 4.0])),
        pauses_at_stops=bool(rng.random() < 0.5),
        smart_recording=bool(rng.random() < 0.25),
        has_power=bool(rng.random() < 0.5),
        has_cadence=form_group is not None or bool(rng.random() < 0.8),
        has_elevation=bool(rng.random() < 0.85),
        form_group=form_group,
        weight_kg=float(rng.uniform(48, 82)),
        cadence_at_3_mps_spm=float(rng.uniform(160, 178)),
        gct_at_3_mps_ms=float(rng.uniform(225, 285)),
        gct_exponent_frac=float(rng.normal(-0.40, 0.08)),
        vo_at_3_mps_cm=float(rng.uniform(7.0, 10.0)),
        watch_error_frac=float(rng.normal(0.0, 0.02)) if rng.random() < 0.5 else None,
        sessions_per_week=int(rng.integers(3, 5)),
    )


def draw_calendar(seed: int) -> tuple[Appointment, ...]:
    """What a seed's runner does, in order of date: 8-10 weeks of three or four sessions.

    The usual amateur week: one quality day, a long run at the weekend, the rest easy, with a
    recovery run on the day after quality in the weeks of four. Seven in a hundred are missed, at
    most six, so that a season has 18 sessions or more.
    """
    runner = draw_runner(seed)
    rng = np.random.default_rng([seed, _OUTSIDE_ANY_SEASON + 1])
    first = _FIRST_DAY + timedelta(weeks=int(rng.integers(0, 20)))
    plan: list[Appointment] = []
    n_missed = 0
    for week in range(int(rng.integers(8, 11))):
        for weekday, kind in _draw_week(rng, runner.sessions_per_week):
            day = first + timedelta(days=week * _DAYS_PER_WEEK + weekday)
            if rng.random() < 0.07 and n_missed < _MOST_MISSED:
                n_missed += 1
                continue
            plan.append(Appointment(day=day, week=week, kind=kind))
    return tuple(plan)


def _draw_week(rng: np.random.Generator, sessions_per_week: int) -> list[tuple[int, Kind]]:
    """The second quality day of three weeks in ten is of the other kind than the first."""
    intervals_first = bool(rng.random() < 0.6)
    quality: Kind = "interval" if intervals_first else "tempo_threshold"
    other: Kind = "tempo_threshold" if intervals_first else "interval"
    easy: Kind = "recovery" if rng.random() < 0.25 else "aerobic_base"
    if sessions_per_week == 3:
        return [(1, quality), (4, easy), (6, "long_run")]
    after: Kind = "recovery" if rng.random() < 0.7 else "aerobic_base"
    friday: Kind = other if rng.random() < 0.3 else "aerobic_base"
    return [(1, quality), (2, after), (4, friday), (6, "long_run")]


def _draw_form_group(rng: np.random.Generator) -> Group | None:
    """Three of four runners have form metrics, half of them from a strap."""
    if rng.random() < 0.25:
        return None
    return "garmin-hrm" if rng.random() < 0.5 else "garmin-wrist"
