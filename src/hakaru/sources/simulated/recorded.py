"""What did the invented watch store? Columns already at the resolution of the file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

import numpy as np

from hakaru.core.units import MM_PER_CM, deg_to_semicircles
from hakaru.sources.simulated.body import BodyColumns
from hakaru.sources.simulated.form import FormColumns
from hakaru.sources.simulated.motion import Motion, Pauses
from hakaru.sources.simulated.noise import FloatArray
from hakaru.sources.simulated.sensors import STRAP_SERIAL, SimulatedSensor
from hakaru.sources.simulated.totals import Totals, rounded

LapMode = Literal["auto", "manual", "none"]
"""Kilometres; the phases of intervals and tempo runs by button, else kilometres; one lap."""
IntensityMode = Literal["none", "active", "interval", "structured"]
"""How the watch labels laps: not at all, all alike (as real watches do), or by the workout step."""

_STIFFNESS_KN_PER_M = 9.5
_FORM_POWER_SHARE = 0.27


@dataclass(frozen=True, kw_only=True)
class RecordedLap:
    """One lap [start, end] in whole elapsed seconds; `intensity` None: the watch wrote none."""

    start_elapsed_s: float
    end_elapsed_s: float
    trigger: str
    intensity: str | None
    totals: Totals


@dataclass(frozen=True, kw_only=True)
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
