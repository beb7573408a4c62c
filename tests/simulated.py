"""Simulated runs as tests and benchmarks want them: as recordings, in a folder, with a step in."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import numpy as np

from hakaru.core.units import METRES_PER_KM
from hakaru.running.activity import (
    DeviceInfo,
    DeviceSummary,
    FloatArray,
    HeartRateZone,
    Lap,
    Physiology,
    Provenance,
    Recording,
)
from hakaru.sources.simulated.motion import heart_rate_zone_bounds_bpm
from hakaru.sources.simulated.recorded import RecordedLap, RecordedRun, Totals, rounded
from hakaru.sources.simulated.runner import (
    POD_SERIAL,
    SENSORS,
    SOFTWARE_VERSION,
    WATCH_SERIAL,
    TrueCurve,
    draw_runner,
    generator,
    slow_noise,
)
from hakaru.sources.simulated.season import SeasonSettings, simulate_season
from hakaru.sources.simulated.session import SimulatedSession


def write_season(folder: Path, settings: SeasonSettings) -> list[Path]:
    """The season as FIT files in `folder`, which is made if need be."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for session in simulate_season(settings):
        written.append(folder / session.file_name)
        written[-1].write_bytes(session.to_fit())
    return written


def as_recording(session: SimulatedSession) -> Recording:
    """What reading its file gives, without the detour."""
    provenance = Provenance(
        kind="fit", path=session.file_name, sha256=hashlib.sha256(session.to_fit()).hexdigest()
    )
    return run_as_recording(session.recorded, provenance)


def run_as_recording(run: RecordedRun, provenance: Provenance) -> Recording:
    """The same facts as in the file; `provenance` names the file that would hold them."""
    return Recording(
        started_at=run.started_at,
        utc_offset_s=run.utc_offset_s,
        sport="running",
        sub_sport="trail" if run.trail else None,
        title=run.title,
        series=run.columns,
        laps=tuple(_lap(lap) for lap in run.laps),
        pauses=run.pauses,
        sensor_group=run.sensor,
        sensor_label=SENSORS[run.sensor].label,
        devices=_devices(run),
        summary=_summary(run.totals),
        heart_rate_zones=_zones(run),
        physiology=Physiology(
            weight_kg=run.mass_kg,
            lt_heart_rate_bpm=run.heart_rate_threshold_bpm,
            heart_rate_max_bpm=run.heart_rate_max_bpm,
            heart_rate_rest_bpm=run.heart_rate_rest_bpm,
        ),
        simulated=True,
        provenance=(provenance,),
    )


def _zones(run: RecordedRun) -> tuple[HeartRateZone, ...]:
    """The reader's view: time above the maximum counts in the last zone."""
    bounds_bpm = heart_rate_zone_bounds_bpm(run.heart_rate_max_bpm)
    _, *inside_s, above_s = run.time_in_zones_s
    inside_s[-1] += above_s
    return tuple(
        HeartRateZone(zone_number=number, low_bpm=low_bpm, time_in_zone_s=time_s)
        for number, (low_bpm, time_s) in enumerate(
            zip(bounds_bpm[:-1], inside_s, strict=True), start=1
        )
    )


def _lap(lap: RecordedLap) -> Lap:
    return Lap(
        start_elapsed_s=lap.start_elapsed_s,
        elapsed_s=lap.totals.elapsed_s,
        timer_s=lap.totals.timer_s,
        distance_m=lap.totals.distance_m,
        trigger=lap.trigger,
        intensity=lap.intensity,
    )


def _devices(run: RecordedRun) -> tuple[DeviceInfo, ...]:
    """The watch, and the strap or pod if there is one."""
    watch = DeviceInfo(
        role="recorder",
        manufacturer="development",
        product=SENSORS[run.sensor].product_name,
        serial=str(WATCH_SERIAL),
        software=f"{SOFTWARE_VERSION:.2f}",
    )
    if run.sensor == "garmin-wrist":
        return (watch,)
    is_strap = run.sensor == "garmin-hrm"
    worn = DeviceInfo(
        role="sensor",
        manufacturer="garmin" if is_strap else "stryd",
        product=SENSORS[run.sensor].label,
        serial=str(run.strap_serial if is_strap else POD_SERIAL),
        software=f"{SOFTWARE_VERSION:.2f}",
    )
    return (watch, worn)


def _summary(totals: Totals) -> DeviceSummary:
    return DeviceSummary(
        distance_m=totals.distance_m,
        elapsed_s=totals.elapsed_s,
        timer_s=totals.timer_s,
        heart_rate_avg_bpm=totals.heart_rate_avg_bpm,
        heart_rate_max_bpm=totals.heart_rate_max_bpm,
        cadence_avg_spm=totals.cadence_avg_spm,
        power_avg_w=totals.power_avg_w,
        speed_avg_mps=totals.speed_avg_mps,
        gct_avg_ms=totals.gct_avg_ms,
        vo_avg_cm=totals.vo_avg_cm,
        vr_avg_pct=totals.vr_avg_pct,
        gct_balance_left_avg_pct=totals.gct_balance_left_avg_pct,
        step_length_avg_cm=totals.step_length_avg_cm,
        ascent_m=totals.ascent_m,
        descent_m=totals.descent_m,
        calories_kcal=totals.calories_kcal,
    )


_STREAM = 4
_FIRST_START = datetime(2016, 1, 1, 7, tzinfo=UTC)
_DAY = timedelta(days=1)
_SPEED_MPS, _SPEED_SD_MPS = 3.0, 0.25
_DEG_PER_M = 9e-6
_TITLE = "シミュレーション: 大量データ (Simulated bulk run)"


def column_runs(n_runs: int, rows_per_run: int, *, seed: int) -> Iterator[Recording]:
    """`n_runs` recordings of `rows_per_run` seconds each, one a day from 2016-01-01 07:00 UTC.

    One curve and cheap noise, the same columns and resolutions as a chest strap writes, so that
    sizes and query times are those of real data.
    """
    curve = draw_runner(seed).chest
    for index in range(n_runs):
        rng = generator(seed, _STREAM, index)
        yield _column_recording(_series(rng, rows_per_run, curve=curve), seed=seed, index=index)


def _series(rng: np.random.Generator, n: int, *, curve: TrueCurve) -> Mapping[str, FloatArray]:
    day_mps = _SPEED_MPS + _SPEED_SD_MPS * float(np.clip(rng.standard_normal(), -2, 2))
    white = rng.standard_normal((6, n))
    pace, hill, effort, form, oscillation = (
        slow_noise(rng, n, tau_s=tau_s) for tau_s in (60.0, 300.0, 200.0, 250.0, 250.0)
    )
    speed_mps = np.maximum(day_mps * np.exp(0.02 * pace) + 0.05 * white[0], 1.8)
    cadence_spm = np.rint(curve.cadence_spm(speed_mps) * np.exp(0.006 * white[1]))
    log_day_gct, log_day_vo = 0.018 * rng.standard_normal(), 0.03 * rng.standard_normal()
    gct_ms = curve.gct_ms(speed_mps) * np.exp(log_day_gct + 0.015 * form + 0.018 * white[2])
    vo_cm = curve.vo_cm(speed_mps) * np.exp(log_day_vo + 0.025 * oscillation + 0.03 * white[3])
    step_cm = np.rint(60_000.0 * speed_mps / cadence_spm) / 10.0
    distance_m = np.cumsum(speed_mps)
    angle = distance_m / 800.0
    return {
        "elapsed_s": np.arange(n, dtype=np.float64),
        "distance_m": rounded(distance_m, per_unit=100),
        "speed_mps": rounded(speed_mps, per_unit=1000),
        "heart_rate_bpm": np.rint(100.0 + 15.0 * speed_mps + 4.0 * effort),
        "cadence_spm": cadence_spm,
        "power_w": np.rint(70.0 * speed_mps * np.exp(0.02 * white[4])),
        "gct_ms": np.rint(gct_ms),
        "vo_cm": rounded(vo_cm, per_unit=100),
        "vr_pct": rounded(100.0 * vo_cm / step_cm, per_unit=100),
        "gct_balance_left_pct": rounded(49.5 + 0.3 * white[5], per_unit=100),
        "step_length_cm": step_cm,
        "elevation_m": rounded(80.0 + 5.0 * hill, per_unit=5),
        "latitude_deg": _DEG_PER_M * 800.0 * np.sin(angle),
        "longitude_deg": -30.0 + _DEG_PER_M * 800.0 * np.cos(angle),
        "temperature_c": np.rint(20.0 - 4.0 * np.arange(n) / n),
    }


def _column_recording(series: Mapping[str, FloatArray], *, seed: int, index: int) -> Recording:
    name = f"{seed}-{index:06d}.fit"
    elapsed_s = float(series["elapsed_s"][-1])
    provenance = Provenance(
        kind="fit",
        path=name,
        sha256=hashlib.sha256(f"hakaru simulated {name}".encode()).hexdigest(),
    )
    return Recording(
        started_at=_FIRST_START + index * _DAY,
        utc_offset_s=0,
        sport="running",
        title=_TITLE,
        series=series,
        laps=_kilometres(series),
        sensor_group="garmin-hrm",
        sensor_label=SENSORS["garmin-hrm"].label,
        summary=DeviceSummary(
            distance_m=float(series["distance_m"][-1]), elapsed_s=elapsed_s, timer_s=elapsed_s
        ),
        simulated=True,
        provenance=(provenance,),
    )


def _kilometres(series: Mapping[str, FloatArray]) -> tuple[Lap, ...]:
    distance_m, elapsed_s = series["distance_m"], series["elapsed_s"]
    marks_m = np.arange(METRES_PER_KM, distance_m[-1], METRES_PER_KM)
    rows = [0, *np.searchsorted(distance_m, marks_m).tolist(), len(elapsed_s) - 1]
    return tuple(
        Lap(
            start_elapsed_s=float(elapsed_s[first]),
            elapsed_s=float(elapsed_s[last] - elapsed_s[first]),
            timer_s=float(elapsed_s[last] - elapsed_s[first]),
            distance_m=round(float(distance_m[last] - distance_m[first]), 2),
            trigger="session_end" if last == rows[-1] else "distance",
        )
        for first, last in pairwise(rows)
        if last > first
    )
