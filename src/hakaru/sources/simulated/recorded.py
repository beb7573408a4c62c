"""What the invented watch stored: columns, laps, totals, and the truth beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import pairwise
from typing import Literal

import numpy as np

from hakaru.core.units import METRES_PER_KM, MM_PER_CM, deg_to_semicircles
from hakaru.records import frozen
from hakaru.sources.simulated.motion import (
    BodyColumns,
    FormColumns,
    Motion,
    Pauses,
    RunEffects,
    heart_rate_zone_bounds_bpm,
)
from hakaru.sources.simulated.runner import (
    STRAP_SERIAL,
    AnyUnit,
    FloatArray,
    PhaseRole,
    SessionKind,
    SimulatedRunner,
    SimulatedSensor,
    Terrain,
    TrueCurve,
)

Figure = float | None
"""One figure in the unit of its column; None: not measured."""

_SMOOTHING_S = 15
_KCAL_PER_KG_KM = 1.0


@frozen
class Totals:
    """Sums and means over a lap or the whole run, as the watch states them. None: not measured."""

    distance_m: float
    elapsed_s: float
    timer_s: float
    speed_avg_mps: float | None
    speed_max_mps: float | None
    heart_rate_avg_bpm: float | None
    heart_rate_max_bpm: float | None
    cadence_avg_spm: float | None
    power_avg_w: float | None
    gct_avg_ms: float | None
    vo_avg_cm: float | None
    vr_avg_pct: float | None
    gct_balance_left_avg_pct: float | None
    step_length_avg_cm: float | None
    temperature_avg_c: float | None
    ascent_m: float
    descent_m: float
    calories_kcal: float


def sum_up(
    columns: Mapping[str, FloatArray],
    pauses: Pauses,
    *,
    mass_kg: float,
    span_s: tuple[float, float],
) -> Totals:
    """What the watch would state for the elapsed seconds of `span_s`."""
    start_s, end_s = span_s
    first, last = np.searchsorted(columns["elapsed_s"], [start_s, end_s])
    part = {name: values[first : last + 1] for name, values in columns.items()}
    distance_m = _figure(part["distance_m"][-1:] - part["distance_m"][:1], per_unit=100)
    stopped_s = sum(max(0.0, min(end_s, to_s) - max(start_s, at_s)) for at_s, to_s in pauses)
    timer_s = end_s - start_s - stopped_s
    climb_m = np.diff(_smoothed(part["elevation_m"]))
    return Totals(
        distance_m=distance_m,
        elapsed_s=end_s - start_s,
        timer_s=timer_s,
        speed_avg_mps=round(distance_m / timer_s, 3) if timer_s > 0 else None,
        speed_max_mps=float(part["speed_mps"].max()),
        heart_rate_avg_bpm=_mean(part, "heart_rate_bpm", per_unit=1),
        heart_rate_max_bpm=_largest(part, "heart_rate_bpm"),
        cadence_avg_spm=_mean(part, "cadence_spm", per_unit=64),
        power_avg_w=_mean(part, "power_w", per_unit=1),
        gct_avg_ms=_mean(part, "gct_ms", per_unit=10),
        vo_avg_cm=_mean(part, "vo_cm", per_unit=100),
        vr_avg_pct=_mean(part, "vr_pct", per_unit=100),
        gct_balance_left_avg_pct=_mean(part, "gct_balance_left_pct", per_unit=100),
        step_length_avg_cm=_mean(part, "step_length_cm", per_unit=100),
        temperature_avg_c=_figure(part["temperature_c"], per_unit=1),
        ascent_m=float(np.rint(climb_m[climb_m > 0].sum())),
        descent_m=float(np.rint(-climb_m[climb_m < 0].sum())),
        calories_kcal=float(round(_KCAL_PER_KG_KM * mass_kg * distance_m / METRES_PER_KM)),
    )


def time_in_zones_s(
    columns: Mapping[str, FloatArray], *, heart_rate_max_bpm: float
) -> tuple[float, ...]:
    """Recorded seconds below the first zone, in each zone, and above the last one."""
    heart_rate_bpm = columns["heart_rate_bpm"]
    bounds_bpm = heart_rate_zone_bounds_bpm(heart_rate_max_bpm)
    zone = np.searchsorted(bounds_bpm, heart_rate_bpm[np.isfinite(heart_rate_bpm)], side="right")
    return tuple(np.bincount(zone, minlength=len(bounds_bpm) + 1).astype(np.float64).tolist())


def rounded(values: AnyUnit, *, per_unit: int) -> AnyUnit:
    """`values` in steps of 1 / per_unit."""
    return np.rint(values * per_unit) / per_unit


def _figure(values: AnyUnit, *, per_unit: int) -> float:
    return float(rounded(values.mean(), per_unit=per_unit))


def _mean(part: Mapping[str, FloatArray], name: str, *, per_unit: int) -> Figure:
    values = _above_zero(part, name)
    return _figure(values, per_unit=per_unit) if values.size else None


def _largest(part: Mapping[str, FloatArray], name: str) -> Figure:
    values = _above_zero(part, name)
    return float(values.max()) if values.size else None


def _above_zero(part: Mapping[str, FloatArray], name: str) -> AnyUnit:
    """Values > 0: a zero is no step, no pulse or no value. Empty where the column is absent."""
    values = part.get(name, np.empty(0))
    return values[values > 0]


def _smoothed(values: AnyUnit) -> AnyUnit:
    if len(values) < _SMOOTHING_S:
        return values
    return np.convolve(values, np.full(_SMOOTHING_S, 1.0 / _SMOOTHING_S), "valid")


@frozen
class TruePhase:
    """A stretch of the run with one purpose, [start, end) in elapsed seconds, stops included."""

    role: PhaseRole
    start_elapsed_s: float
    end_elapsed_s: float
    target_speed_mps: float


@frozen
class SessionTruth:
    """The answers: kind of session, phases, and how form really was.

    `curve` is what the sensor shows on flat ground on an average day around this date: it contains
    the season's drift and an injected shift, but not `effects` of the day. `gct_shift_frac` is the
    injected shift (0.05: contact 5 % longer), 0 before it begins. `n_reps` counts repetitions.
    """

    run_index: int
    week: int
    kind: SessionKind
    terrain: Terrain
    sensor: SimulatedSensor
    phases: tuple[TruePhase, ...]
    n_reps: int
    runner: SimulatedRunner
    curve: TrueCurve
    effects: RunEffects
    gct_shift_frac: float
    threshold_speed_mps: float
    air_temperature_c: float


LapMode = Literal["auto", "manual", "none"]
"""Kilometres; the phases of intervals and tempo runs by button, else kilometres; one lap."""
IntensityMode = Literal["none", "active", "interval", "structured"]
"""How the watch labels laps: not at all, all alike (as real watches do), or by the workout step."""

_STIFFNESS_KN_PER_M = 9.5
_FORM_POWER_SHARE = 0.27


@frozen
class RecordedLap:
    """One lap [start, end] in whole elapsed seconds; `intensity` None: the watch wrote none."""

    start_elapsed_s: float
    end_elapsed_s: float
    trigger: str
    intensity: str | None
    totals: Totals


@frozen
class RecordedRun:
    """One run in the memory of the watch; `columns` have SI-like units in their names, shape (n,),
    NaN where nothing was measured; `elapsed_s` are whole seconds."""

    started_at: datetime
    utc_offset_s: int
    title: str
    sensor: SimulatedSensor
    columns: Mapping[str, FloatArray]
    pauses: Pauses
    laps: tuple[RecordedLap, ...]
    totals: Totals
    mass_kg: float
    heart_rate_rest_bpm: float
    heart_rate_threshold_bpm: float
    heart_rate_max_bpm: float
    time_in_zones_s: tuple[float, ...]
    trail: bool = False
    strap_serial: int = STRAP_SERIAL


def stored_columns(
    motion: Motion, form: FormColumns, *, body: BodyColumns, sensor: SimulatedSensor
) -> Mapping[str, FloatArray]:
    """The columns at the resolution of the FIT fields that hold them."""
    columns = {
        "elapsed_s": motion.timeline.elapsed_s,
        "latitude_deg": _whole_semicircles_deg(motion.latitude_deg),
        "longitude_deg": _whole_semicircles_deg(motion.longitude_deg),
        "distance_m": rounded(motion.recorded_distance_m, per_unit=100),
        "speed_mps": rounded(motion.recorded_speed_mps, per_unit=1000),
        "elevation_m": rounded(motion.recorded_altitude_m, per_unit=5),
        "heart_rate_bpm": body.heart_rate_bpm,
        "cadence_spm": form.cadence_spm,
        "power_w": body.power_w,
        "temperature_c": body.temperature_c,
        "gct_ms": form.gct_ms,
        "vo_cm": rounded(form.vo_mm, per_unit=10) / MM_PER_CM,
        "vr_pct": rounded(form.vr_pct, per_unit=100),
        "gct_balance_left_pct": rounded(form.gct_balance_left_pct, per_unit=100),
        "step_length_cm": form.step_length_mm / MM_PER_CM,
    }
    if sensor == "stryd":
        columns |= _pod_columns(columns)
    return {name: values for name, values in columns.items() if np.isfinite(values).any()}


def _pod_columns(columns: Mapping[str, FloatArray]) -> Mapping[str, FloatArray]:
    """What a pod's app writes besides: its own power figures, oscillation as a 4-byte float."""
    power_w, gct_ms = columns["power_w"], columns["gct_ms"]
    stepping = gct_ms > 0
    stiffness = np.where(stepping, _STIFFNESS_KN_PER_M * 250.0 / np.where(stepping, gct_ms, 1), 0)
    return {
        "vo_cm": columns["vo_cm"].astype(np.float32).astype(np.float64),
        "stryd_power_w": power_w,
        "stryd_form_power_w": np.rint(_FORM_POWER_SHARE * power_w),
        "stryd_leg_stiffness_kn_per_m": stiffness.astype(np.float32).astype(np.float64),
    }


def _whole_semicircles_deg(angle_deg: FloatArray) -> FloatArray:
    per_deg = deg_to_semicircles(90.0) / 90.0
    return np.rint(angle_deg * per_deg) / per_deg


_STEP_INTENSITY: dict[PhaseRole, str] = {
    "warmup": "warmup",
    "main": "active",
    "rep": "interval",
    "recovery": "recovery",
    "cooldown": "cooldown",
}
_SHORTEST_LAP_S = 2.0


@frozen
class LapRule:
    """How the watch is set, and for which kind of session."""

    kind: SessionKind
    laps: LapMode
    intensity: IntensityMode


def cut_laps(
    columns: Mapping[str, FloatArray],
    pauses: Pauses,
    *,
    phases: Sequence[TruePhase],
    rule: LapRule,
    mass_kg: float,
) -> tuple[RecordedLap, ...]:
    """Laps in order, without gaps, from the start to the end of the run."""
    end_s = float(columns["elapsed_s"][-1])
    trigger, ends_s = _lap_ends_s(columns, phases, rule=rule)
    bounds_s = [0.0, *(at_s for at_s in ends_s if at_s <= end_s - _SHORTEST_LAP_S), end_s]
    return tuple(
        RecordedLap(
            start_elapsed_s=start_s,
            end_elapsed_s=at_s,
            trigger="session_end" if at_s == end_s else trigger,
            intensity=_intensity(rule.intensity, phases, start_s=start_s, end_s=at_s),
            totals=sum_up(columns, pauses, mass_kg=mass_kg, span_s=(start_s, at_s)),
        )
        for start_s, at_s in pairwise(bounds_s)
    )


def _lap_ends_s(
    columns: Mapping[str, FloatArray], phases: Sequence[TruePhase], *, rule: LapRule
) -> tuple[str, Sequence[float]]:
    """What ends the laps, and the elapsed seconds at which it does, the last lap left out."""
    if rule.laps == "none":
        return "session_end", ()
    if rule.laps == "manual" and rule.kind in {"interval", "tempo"}:
        return "manual", [phase.end_elapsed_s for phase in phases[:-1]]
    return "distance", _kilometres_s(columns)


def _kilometres_s(columns: Mapping[str, FloatArray]) -> list[float]:
    """The seconds in which a kilometre was completed."""
    distance_m = columns["distance_m"]
    marks_m = np.arange(METRES_PER_KM, distance_m[-1], METRES_PER_KM)
    at_s: list[float] = columns["elapsed_s"][np.searchsorted(distance_m, marks_m)].tolist()
    return at_s


def _intensity(
    mode: IntensityMode, phases: Sequence[TruePhase], *, start_s: float, end_s: float
) -> str | None:
    if mode != "structured":
        return None if mode == "none" else mode
    overlaps_s = [
        min(end_s, phase.end_elapsed_s) - max(start_s, phase.start_elapsed_s) for phase in phases
    ]
    return _STEP_INTENSITY[phases[int(np.argmax(overlaps_s))].role]
