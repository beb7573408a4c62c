"""What comes out of one day: a recorded run, and the truth about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from hakaru.records import frozen
from hakaru.sources.simulated.as_fit import run_as_fit
from hakaru.sources.simulated.motion import (
    RUNNING_MPS,
    Fitness,
    FormColumns,
    FormDay,
    Motion,
    Pauses,
    RunEffects,
    Timeline,
    draw_body,
    draw_effects,
    draw_form,
    draw_motion,
    draw_timeline,
)
from hakaru.sources.simulated.recorded import (
    IntensityMode,
    LapMode,
    LapRule,
    RecordedRun,
    SessionTruth,
    TruePhase,
    cut_laps,
    stored_columns,
    sum_up,
    time_in_zones_s,
)
from hakaru.sources.simulated.runner import (
    SENSORS,
    STRAP_SERIAL,
    TITLES,
    FloatArray,
    Route,
    Sensor,
    SessionPlan,
    SimulatedSensor,
    TrueCurve,
)

_SETTLING_S = 10
_SPIKE_CHANCE = 0.45
_ZERO_RUNS, _ZERO_SECONDS = 0.35, 0.003
_GAP_RUNS, _HEART_GAP_RUNS = 0.25, 0.10


def spoil_form(
    form: FormColumns, rng: np.random.Generator, *, motion: Motion, sensor: Sensor
) -> FormColumns:
    """Spikes while the sensor settles, lost contact, and zeros where old straps mean nothing."""
    n = len(form.gct_ms)
    gct_ms, vo_mm = form.gct_ms.copy(), form.vo_mm.copy()
    spikes, heights = rng.random(_SETTLING_S) < _SPIKE_CHANCE, rng.random(_SETTLING_S)
    gct_ms[:_SETTLING_S] = np.where(spikes, np.rint(600.0 + 300.0 * heights), gct_ms[:_SETTLING_S])
    vo_mm[:_SETTLING_S] = np.where(spikes, np.rint(20.0 + 40.0 * heights), vo_mm[:_SETTLING_S])
    lost = _gaps(rng, n, chance_frac=_GAP_RUNS, longest_s=90)
    writes_zeros = rng.random() < _ZERO_RUNS
    blank = rng.random(n) < _ZERO_SECONDS
    if sensor.zeros and writes_zeros:
        zero = blank | (motion.recorded_speed_mps < RUNNING_MPS)
        zero[:_SETTLING_S] = False
        gct_ms[zero], vo_mm[zero] = 0.0, 0.0
    without = {
        name: np.where(lost, np.nan, values)
        for name, values in {
            "gct_ms": gct_ms,
            "vo_mm": vo_mm,
            "vr_pct": form.vr_pct,
            "gct_balance_left_pct": form.gct_balance_left_pct,
            "step_length_mm": form.step_length_mm,
        }.items()
    }
    return replace(form, **without)


def spoil_heart_rate_bpm(heart_rate_bpm: FloatArray, rng: np.random.Generator) -> FloatArray:
    """Now and then no pulse for some seconds."""
    lost = _gaps(rng, len(heart_rate_bpm), chance_frac=_HEART_GAP_RUNS, longest_s=40)
    return np.where(lost, np.nan, heart_rate_bpm)


def _gaps(
    rng: np.random.Generator, n: int, *, chance_frac: float, longest_s: int
) -> NDArray[np.bool_]:
    """True during up to three gaps of 5..longest_s seconds, in a share of the runs."""
    lost = np.zeros(n, dtype=np.bool_)
    hit, count, draws = rng.random() < chance_frac, 1 + int(rng.random() * 3), rng.random((3, 2))
    for place, length in draws[: count if hit else 0].tolist():
        start = int(place * n)
        lost[start : start + 5 + int(length * (longest_s - 5))] = True
    return lost


_DYNAMICS = frozenset({"gct_ms", "vo_cm", "vr_pct", "gct_balance_left_pct", "step_length_cm"})


@frozen
class Circumstances:
    """What a day brings besides the plan. `curve` is the true curve of the sensor on that date;
    `faults` False: a sensor without spikes, zeros and lost contact. `title` None: that of the kind
    of session. `dynamics` False: the strap stayed at home, and the watch saw the pulse alone."""

    started_at: datetime
    utc_offset_s: int
    sensor: SimulatedSensor
    curve: TrueCurve
    gct_shift_frac: float
    route: Route
    fitness: Fitness
    laps: LapMode
    intensity: IntensityMode
    faults: bool
    run_index: int
    week: int
    title: str | None = None
    strap_serial: int = STRAP_SERIAL
    dynamics: bool = True


@frozen
class SimulatedSession:
    """One run as the invented watch recorded it, and the truth, which no file contains."""

    recorded: RecordedRun
    truth: SessionTruth

    @property
    def file_name(self) -> str:
        """Local day and kind: '2026-03-01-easy.fit'."""
        local = self.recorded.started_at + timedelta(seconds=self.recorded.utc_offset_s)
        return f"{local.date().isoformat()}-{self.truth.kind}.fit"

    def to_fit(self) -> bytes:
        """The run as a FIT file that says it is simulated."""
        return run_as_fit(self.recorded)


def simulate_session(
    plan: SessionPlan, rng: np.random.Generator, *, circumstances: Circumstances
) -> SimulatedSession:
    """Run the plan once: legs, sensor, heart, watch."""
    runner = circumstances.fitness.runner
    effects = draw_effects(runner, rng)
    timeline = draw_timeline(plan, rng)
    motion = draw_motion(plan, rng, timeline=timeline, route=circumstances.route)
    day = FormDay(
        runner=runner,
        curve=circumstances.curve,
        effects=effects,
        sensor=SENSORS[circumstances.sensor],
    )
    columns = _columns(motion, rng, day=day, circumstances=circumstances)
    phases = _phases(plan, timeline)
    recorded = _recorded(
        plan, circumstances, columns=columns, phases=phases, pauses=timeline.pauses
    )
    truth = _truth(plan, circumstances, effects=effects, phases=phases)
    return SimulatedSession(recorded=recorded, truth=truth)


def _columns(
    motion: Motion, rng: np.random.Generator, *, day: FormDay, circumstances: Circumstances
) -> Mapping[str, FloatArray]:
    form = draw_form(motion, rng, day=day)
    body = draw_body(motion, rng, fitness=circumstances.fitness)
    if circumstances.faults:
        form = spoil_form(form, rng, motion=motion, sensor=day.sensor)
        body = replace(body, heart_rate_bpm=spoil_heart_rate_bpm(body.heart_rate_bpm, rng))
    columns = stored_columns(motion, form, body=body, sensor=circumstances.sensor)
    without = frozenset() if circumstances.dynamics else _DYNAMICS
    return {name: values for name, values in columns.items() if name not in without}


def _recorded(
    plan: SessionPlan,
    circumstances: Circumstances,
    *,
    columns: Mapping[str, FloatArray],
    phases: tuple[TruePhase, ...],
    pauses: Pauses,
) -> RecordedRun:
    runner = circumstances.fitness.runner
    rule = LapRule(kind=plan.kind, laps=circumstances.laps, intensity=circumstances.intensity)
    span_s = (0.0, float(columns["elapsed_s"][-1]))
    return RecordedRun(
        started_at=circumstances.started_at,
        utc_offset_s=circumstances.utc_offset_s,
        title=circumstances.title or TITLES[plan.kind],
        sensor=circumstances.sensor,
        columns=columns,
        pauses=pauses,
        laps=cut_laps(columns, pauses, phases=phases, rule=rule, mass_kg=runner.mass_kg),
        totals=sum_up(columns, pauses, mass_kg=runner.mass_kg, span_s=span_s),
        mass_kg=runner.mass_kg,
        heart_rate_rest_bpm=runner.heart_rate_rest_bpm,
        heart_rate_threshold_bpm=runner.heart_rate_threshold_bpm,
        heart_rate_max_bpm=runner.heart_rate_max_bpm,
        time_in_zones_s=time_in_zones_s(columns, heart_rate_max_bpm=runner.heart_rate_max_bpm),
        trail=plan.kind == "trail",
        strap_serial=circumstances.strap_serial,
    )


def _phases(plan: SessionPlan, timeline: Timeline) -> tuple[TruePhase, ...]:
    starts = np.searchsorted(timeline.segment, np.arange(len(plan.segments)))
    bounds_s = [*timeline.elapsed_s[starts].tolist(), float(timeline.elapsed_s[-1])]
    return tuple(
        TruePhase(
            role=segment.role,
            start_elapsed_s=start_s,
            end_elapsed_s=end_s,
            target_speed_mps=segment.target_speed_mps,
        )
        for segment, start_s, end_s in zip(plan.segments, bounds_s[:-1], bounds_s[1:], strict=True)
    )


def _truth(
    plan: SessionPlan,
    circumstances: Circumstances,
    *,
    effects: RunEffects,
    phases: tuple[TruePhase, ...],
) -> SessionTruth:
    return SessionTruth(
        run_index=circumstances.run_index,
        week=circumstances.week,
        kind=plan.kind,
        terrain=plan.terrain,
        sensor=circumstances.sensor,
        phases=phases,
        n_reps=sum(segment.role == "rep" for segment in plan.segments),
        runner=circumstances.fitness.runner,
        curve=circumstances.curve,
        effects=effects,
        gct_shift_frac=circumstances.gct_shift_frac,
        threshold_speed_mps=circumstances.fitness.threshold_speed_mps,
        air_temperature_c=circumstances.fitness.air_temperature_c,
    )


SteppedMetric = Literal["gct", "vo", "vr"]

_COLUMNS: dict[SteppedMetric, dict[str, float]] = {
    "gct": {"gct_ms": 1.0},
    "vo": {"vo_cm": 1.0, "vr_pct": 1.0},
    "vr": {"vr_pct": 1.0, "step_length_cm": -1.0},
}
"""What moves with a metric, and which way: the ratio is oscillation over step length."""


@frozen
class Step:
    """`metric` is longer or higher by `shift_frac` (0.08: 8 %) in [start, end) of elapsed time."""

    metric: SteppedMetric
    start_elapsed_s: float
    end_elapsed_s: float
    shift_frac: float


def with_step(session: SimulatedSession, step: Step) -> SimulatedSession:
    """The same run with a step put in, at the resolution of the watch's file or finer."""
    columns = dict(session.recorded.columns)
    elapsed_s = columns["elapsed_s"]
    inside = (elapsed_s >= step.start_elapsed_s) & (elapsed_s < step.end_elapsed_s)
    for name, power in _COLUMNS[step.metric].items():
        if name in columns:
            factor = np.where(inside, (1.0 + step.shift_frac) ** power, 1.0)
            columns[name] = np.round(columns[name] * factor, 2)
    return replace(session, recorded=replace(session.recorded, columns=columns))
