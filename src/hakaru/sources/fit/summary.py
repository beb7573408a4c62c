"""What did the device itself report about a run: totals, laps, pauses, zones, physiology?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hakaru.core.units import CM_PER_M, FEET_PER_STRIDE, MS_PER_S, mm_to_cm
from hakaru.running.activity import DeviceSummary, HeartRateZone, Lap, Physiology, PlannedStep
from hakaru.sources.fit.columns import (
    FitColumns,
    FitStep,
    FitTargets,
    FitWatchMetrics,
    FitZones,
)
from hakaru.sources.fit.legs import Leg
from hakaru.sources.fit.origin import Origin

_TIMER = "timer"
_TIMED = ("time", "time_only", "repetition_time")
_DISTANCE = "distance"
_REPEAT = "repeat_until_steps_cmplt"
_STOPS = ("stop", "stop_all", "stop_disable", "stop_disable_all")


def summary_of(leg: Leg) -> DeviceSummary:
    """The session message in our units; every field None in a file without one."""
    if leg.session is None:
        return DeviceSummary()
    figures = leg.session.figures
    return DeviceSummary(
        distance_m=figures.get("total_distance"),
        elapsed_s=figures.get("total_elapsed_time"),
        timer_s=figures.get("total_timer_time"),
        heart_rate_avg_bpm=figures.get("avg_heart_rate"),
        heart_rate_max_bpm=figures.get("max_heart_rate"),
        cadence_avg_spm=_cadence_spm(figures),
        power_avg_w=figures.get("avg_power"),
        power_normalized_w=figures.get("normalized_power"),
        speed_avg_mps=_first(figures, "enhanced_avg_speed", "avg_speed"),
        gct_avg_ms=figures.get("avg_stance_time"),
        vo_avg_cm=_cm(figures.get("avg_vertical_oscillation")),
        vr_avg_pct=figures.get("avg_vertical_ratio"),
        gct_balance_left_avg_pct=figures.get("avg_stance_time_balance"),
        step_length_avg_cm=_cm(figures.get("avg_step_length")),
        ascent_m=figures.get("total_ascent"),
        descent_m=figures.get("total_descent"),
        calories_kcal=figures.get("total_calories"),
    )


def _cm(length_mm: float | None) -> float | None:
    return None if length_mm is None else mm_to_cm(length_mm)


def _first(figures: Mapping[str, float], *names: str) -> float | None:
    return next((figures[name] for name in names if name in figures), None)


def _cadence_spm(figures: Mapping[str, float]) -> float | None:
    strides = _first(figures, "avg_running_cadence", "avg_cadence")
    if strides is None:
        return None
    return (strides + figures.get("avg_fractional_cadence", 0.0)) * FEET_PER_STRIDE


def laps_of(columns: FitColumns, leg: Leg, *, origin: Origin) -> tuple[Lap, ...]:
    """Laps that begin in the leg, by time; damaged ones beyond its end are left out."""
    end_s = min(leg.end_s, origin.end_s)
    inside = [lap for lap in columns.laps if leg.start_s <= lap.start_s < end_s]
    return tuple(
        Lap(
            start_elapsed_s=max(0.0, lap.start_s - origin.start_s),
            elapsed_s=lap.elapsed_s,
            timer_s=lap.timer_s,
            distance_m=lap.distance_m,
            trigger=lap.trigger,
            intensity=lap.intensity,
            workout_step=lap.step_index,
        )
        for lap in sorted(inside, key=lambda lap: lap.start_s)
    )


def planned_steps_of(columns: FitColumns, laps: Sequence[Lap]) -> tuple[PlannedStep, ...]:
    """The planned workout that these laps followed; empty where no lap names a step of it."""
    if all(lap.workout_step is None for lap in laps):
        return ()
    return tuple(map(_planned_step, columns.steps))


def _planned_step(step: FitStep) -> PlannedStep:
    kind, value = step.duration_type, step.duration_value
    is_repeat = kind == _REPEAT
    return PlannedStep(
        step_index=step.index,
        name=step.name,
        intensity=step.intensity,
        ends_by=kind,
        duration_s=value / MS_PER_S if kind in _TIMED and value is not None else None,
        distance_m=value / CM_PER_M if kind == _DISTANCE and value is not None else None,
        repeats_from=value if is_repeat else None,
        n_repeats=step.target_value if is_repeat else None,
    )


def pauses_of(columns: FitColumns, origin: Origin) -> tuple[tuple[float, float], ...]:
    """(stop, next start) of the timer in elapsed seconds; a stop that ends the run is no pause."""
    pauses: list[tuple[float, float]] = []
    stopped_s: float | None = None
    for event in sorted(columns.events, key=lambda event: event.time_s):
        if event.event != _TIMER or not origin.start_s <= event.time_s <= origin.end_s:
            continue
        if event.event_type in _STOPS:
            stopped_s = event.time_s if stopped_s is None else stopped_s
        elif event.event_type == "start" and stopped_s is not None:
            if event.time_s > stopped_s:
                pauses.append((stopped_s - origin.start_s, event.time_s - origin.start_s))
            stopped_s = None
    return tuple(pauses)


def zones_of(columns: FitColumns, leg: Leg) -> tuple[HeartRateZone, ...]:
    """The watch's zones 1..n at that date; time above the last bound belongs to the last zone."""
    zones = _session_zones(columns, leg)
    if zones is None:
        return ()
    lows_bpm = zones.high_bpm[:-1]
    times_s = list(zones.time_s)
    if len(times_s) > len(lows_bpm) + 1:
        times_s[len(lows_bpm)] += sum(times_s[len(lows_bpm) + 1 :])
    return tuple(
        HeartRateZone(
            zone_number=number,
            low_bpm=low_bpm,
            time_in_zone_s=times_s[number] if number < len(times_s) else None,
        )
        for number, low_bpm in enumerate(lows_bpm, start=1)
    )


def _session_zones(columns: FitColumns, leg: Leg) -> FitZones | None:
    if leg.session is None:
        return None
    wanted = (leg.session.index, None)
    fitting = [zone for zone in columns.zones if zone.session_index in wanted]
    return fitting[0] if fitting else None


def physiology_of(columns: FitColumns, leg: Leg, *, has_power: bool) -> Physiology | None:
    """What the watch believed about the athlete; None where it says nothing.

    Threshold power is taken only where the leg has power of its own and the value was set after
    the choice of its sport: a watch keeps a cycling figure under the same name. What the watch made
    of the runner itself is taken from files of one session alone, for the same reason.
    """
    zones = _session_zones(columns, leg) or FitZones(session_index=None, high_bpm=())
    targets = [target for target in columns.targets if target.sport in (leg.sport, None)]
    target = targets[-1] if targets else FitTargets(sport=None)
    user = columns.user
    watch = columns.watch if len(columns.sessions) <= 1 else FitWatchMetrics()
    believed = Physiology(
        vo2_max_ml_per_kg_min=_known(columns.vo2_max_ml_per_kg_min, watch.vo2_max_ml_per_kg_min),
        lt_heart_rate_bpm=_known(
            zones.threshold_heart_rate_bpm,
            target.threshold_heart_rate_bpm,
            watch.threshold_heart_rate_bpm,
        ),
        lt_speed_mps=watch.threshold_speed_mps,
        ftp_w=target.functional_threshold_power_w if has_power else None,
        weight_kg=user.weight_kg,
        heart_rate_max_bpm=_known(
            zones.max_heart_rate_bpm, target.max_heart_rate_bpm, user.max_heart_rate_bpm
        ),
        heart_rate_rest_bpm=_known(zones.resting_heart_rate_bpm, user.resting_heart_rate_bpm),
        height_cm=None if user.height_m is None else user.height_m * CM_PER_M,
        age_years=user.age_years,
        sex=user.sex,
    )
    return None if believed == Physiology() else believed


def _known(*figures: float | None) -> float | None:
    return next((figure for figure in figures if figure is not None), None)
