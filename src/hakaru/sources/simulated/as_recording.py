"""How does a recorded run look to the product, as if its FIT file had been read?"""

from __future__ import annotations

from hakaru.running.activity import (
    DeviceInfo,
    DeviceSummary,
    HeartRateZone,
    Lap,
    Physiology,
    Provenance,
    Recording,
)
from hakaru.sources.simulated.body import heart_rate_zone_bounds_bpm
from hakaru.sources.simulated.recorded import RecordedLap, RecordedRun
from hakaru.sources.simulated.sensors import (
    POD_SERIAL,
    SENSORS,
    SOFTWARE_VERSION,
    WATCH_SERIAL,
)
from hakaru.sources.simulated.totals import Totals


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
