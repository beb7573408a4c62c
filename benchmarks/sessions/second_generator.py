"""Sessions that no detector was built on.

A second simulator of running sessions with known truth. It shares nothing with the first
(`hakaru.sources.simulated`) nor with any detector: it imports numpy, the recording type and the
unit factors. Runners, coaches' session shapes, motion, watch and laps each have a file
`second_*.py` beside this one, which state why each number is as it is.

FROZEN_SEEDS were fixed on 2026-11-21, before any detector was tuned, together with the shapes and
noises behind them, and are used for reporting only: whoever looks into a session that went wrong
looks into those of SEEDS.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta

import numpy as np

from benchmarks.sessions.second_laps import LapHabits, draw_habits, report_laps
from benchmarks.sessions.second_motion import Motion, TruthPhase, draw_ground, move
from benchmarks.sessions.second_runner import (
    Appointment,
    Kind,
    Runner,
    draw_calendar,
    draw_runner,
)
from benchmarks.sessions.second_shapes import Shape, draw_shape
from benchmarks.sessions.second_watch import Conditions, draw_conditions, record_series
from hakaru.running.activity import (
    DeviceSummary,
    HeartRateZone,
    Physiology,
    Provenance,
    Recording,
)

SEEDS: tuple[int, ...] = (11, 23, 37, 41, 59, 67, 73, 89, 97, 101, 113, 127)
"""For development: look at these as much as you like."""

FROZEN_SEEDS: tuple[int, ...] = (
    7001, 7013, 7027, 7039, 7057, 7069, 7079, 7103, 7109, 7121,
    7127, 7151, 7159, 7177, 7187, 7193, 7207, 7211, 7219, 7229,
)  # fmt: skip
"""For reported figures only: twenty runners fixed on 2026-11-21."""

_OFFSET_S = 32400
_STARTS_AT = (time(5, 30), time(6, 15), time(12, 10), time(18, 40), time(19, 30))
_ZONE_LOW_FRAC = (0.5, 0.6, 0.7, 0.8, 0.9)
"""Zones of the watch as shares of HRmax: what it sets before anybody changes them."""


@dataclass(frozen=True, kw_only=True)
class SecondTruth:
    """What the session was. The phases tile the run, from 0 to its elapsed seconds.

    `n_reps` is 0 unless the kind is interval: strides after an easy run are `n_strides`.
    `shape`, `conditions` and `habits` say how it was made, to break figures down by.
    """

    kind: Kind
    phases: tuple[TruthPhase, ...]
    n_reps: int
    n_strides: int
    threshold_speed_mps: float
    lt_heart_rate_bpm: float
    heart_rate_max_bpm: float
    shape: Shape
    conditions: Conditions
    habits: LapHabits


@dataclass(frozen=True, kw_only=True)
class SecondSession:
    """One session as the watch recorded it, and as it was."""

    recording: Recording
    truth: SecondTruth


@dataclass(frozen=True, kw_only=True)
class Design:
    """A session before it is run: cheap to draw, enough to see how varied a season is."""

    appointment: Appointment
    shape: Shape
    habits: LapHabits
    conditions: Conditions


def season(seed: int) -> Iterator[SecondSession]:
    """Every session of a seed's runner in order of date: 18 or more, over 8-10 weeks."""
    for index in range(len(draw_calendar(seed))):
        yield generate(seed, index)


def generate(seed: int, index: int) -> SecondSession:
    """Session `index` (from 0) of a seed's season: the same arguments give the same arrays.

    Raises IndexError outside the season.
    """
    rng = np.random.default_rng([seed, index])
    runner = draw_runner(seed)
    design = _draw_design(rng, runner, draw_calendar(seed)[index])
    gain_frac = runner.threshold_gain_frac_per_week * design.appointment.week
    threshold_speed_mps = runner.threshold_speed_mps * (1.0 + gain_frac)
    on_track = design.shape.n_reps > 0 or design.appointment.kind == "tempo_threshold"
    flat = on_track and rng.random() < 0.75
    motion = move(
        rng,
        design.shape.stretches,
        runner=runner,
        threshold_speed_mps=threshold_speed_mps,
        ground=draw_ground(rng, "flat" if flat else runner.terrain),
    )
    recording = _record(rng, motion, runner=runner, design=design, path=f"{seed}/{index}")
    truth = SecondTruth(
        kind=design.appointment.kind,
        phases=motion.phases,
        n_reps=design.shape.n_reps,
        n_strides=design.shape.n_strides,
        threshold_speed_mps=threshold_speed_mps,
        lt_heart_rate_bpm=runner.lt_heart_rate_bpm,
        heart_rate_max_bpm=runner.heart_rate_max_bpm,
        shape=design.shape,
        conditions=design.conditions,
        habits=design.habits,
    )
    return SecondSession(recording=recording, truth=truth)


def designs(seed: int) -> Iterator[Design]:
    """How each session of a season is made, without running it."""
    runner = draw_runner(seed)
    for index, appointment in enumerate(draw_calendar(seed)):
        yield _draw_design(np.random.default_rng([seed, index]), runner, appointment)


def _draw_design(rng: np.random.Generator, runner: Runner, appointment: Appointment) -> Design:
    return Design(
        appointment=appointment,
        shape=draw_shape(rng, runner, kind=appointment.kind),
        habits=draw_habits(rng),
        conditions=draw_conditions(rng, runner),
    )


def _record(
    rng: np.random.Generator, motion: Motion, *, runner: Runner, design: Design, path: str
) -> Recording:
    """The recording of a motion; nothing in it but its content tells what kind of session it is."""
    series = record_series(rng, motion, runner=runner, conditions=design.conditions)
    laps = report_laps(rng, motion, habits=design.habits, series=series)
    starts_at = _STARTS_AT[int(rng.integers(len(_STARTS_AT)))]
    local = datetime.combine(design.appointment.day, starts_at, tzinfo=UTC)
    paused_s = sum(end_s - start_s for start_s, end_s in motion.pauses)
    elapsed_s = float(motion.n_seconds)
    return Recording(
        started_at=local - timedelta(seconds=_OFFSET_S),
        utc_offset_s=_OFFSET_S,
        sport="running",
        series=series,
        laps=laps,
        pauses=motion.pauses,
        sensor_group=runner.form_group,
        summary=DeviceSummary(
            distance_m=float(np.nanmax(series["distance_m"])),
            elapsed_s=elapsed_s,
            timer_s=elapsed_s - paused_s,
        ),
        heart_rate_zones=_zones(runner),
        physiology=_physiology(runner),
        simulated=True,
        provenance=(Provenance(kind="fit", path=f"second/{path}.fit", sha256=_mark(path)),),
    )


def _physiology(runner: Runner) -> Physiology | None:
    """What half of the watches believe: the threshold heart rate, and a speed about 2 % off."""
    if runner.watch_error_frac is None:
        return None
    believed_mps = runner.threshold_speed_mps * (1.0 + runner.watch_error_frac)
    return Physiology(
        lt_heart_rate_bpm=runner.lt_heart_rate_bpm,
        lt_speed_mps=round(believed_mps, 3),
        weight_kg=round(runner.weight_kg, 1),
    )


def _zones(runner: Runner) -> tuple[HeartRateZone, ...]:
    if runner.watch_error_frac is None:
        return ()
    return tuple(
        HeartRateZone(zone_number=number, low_bpm=float(round(frac * runner.heart_rate_max_bpm)))
        for number, frac in enumerate(_ZONE_LOW_FRAC, start=1)
    )


def _mark(path: str) -> str:
    """64 hexadecimal digits that differ from session to session, in place of a file's hash."""
    seed, index = path.split("/")
    return f"{int(seed):032x}{int(index):032x}"
