"""What the device itself reported about a run: totals, laps, pauses, zones, physiology."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import PurePosixPath

from hakaru.core.i18n import message
from hakaru.core.units import (
    CM_PER_M,
    FEET_PER_STRIDE,
    MS_PER_S,
    SECONDS_PER_HOUR,
    fit_time_to_datetime,
    mm_to_cm,
)
from hakaru.records import frozen
from hakaru.running.activity import (
    DeviceSummary,
    FloatArray,
    HeartRateZone,
    Issue,
    Lap,
    Physiology,
    PlannedStep,
    Provenance,
)
from hakaru.sources.fit.definitions import (
    RELATIVE_BELOW_S,
    FitColumns,
    FitFileId,
    FitStep,
    FitTargets,
    FitWatchMetrics,
    FitZones,
)
from hakaru.sources.fit.series import Leg

_LONGEST_LEAD_S = SECONDS_PER_HOUR
"""A session that claims to begin earlier than this before its first record is not believed."""
_GARMIN_FILE = re.compile(r"activity_(\d{9,})|(\d{9,})_activity", re.IGNORECASE)
_GARMIN_FOLDER = re.compile(r"\d{9,}")


@frozen
class Origin:
    """Elapsed time 0: `start_s` on the clock of the file, `started_at` as a moment; `end_s` is the
    end of the records or of the session, whichever is later. `issue` says that the clock of the
    file was never set, so that the moment is a stand-in."""

    start_s: float
    end_s: float
    started_at: datetime
    issue: Issue | None = None


def origin_of(file_id: FitFileId, leg: Leg, *, times_s: FloatArray) -> Origin | None:
    """The start of the session, unless records begin before it or long after it.

    Times relative to switching the device on (old foot pods and watches) are anchored at the
    creation time of the file where that is a date, else they are counted from the FIT epoch.
    None where neither records nor summary carry a time.
    """
    start_s = leg.session.start_s if leg.session is not None else None
    if times_s.size:
        first_s = float(times_s[0])
        believed = start_s is not None and first_s - _LONGEST_LEAD_S <= start_s <= first_s
        start_s = start_s if believed else first_s
    if start_s is None:
        return None
    end_s = _end_s(leg, start_s, times_s)
    if start_s >= RELATIVE_BELOW_S:
        started_at = fit_time_to_datetime(start_s)
        return Origin(start_s=start_s, end_s=end_s, started_at=started_at)
    created_s = file_id.created_s
    if created_s is not None and created_s >= RELATIVE_BELOW_S:
        text = message(
            "the times count from switching on; the date is the creation time of the file"
        )
        anchor_s = created_s
    else:
        text = message(
            "the times count from switching on; the date is unknown and stands near 1990"
        )
        anchor_s = start_s
    issue = Issue(code="relative_timestamps", message=text)
    started_at = fit_time_to_datetime(anchor_s)
    return Origin(start_s=start_s, end_s=end_s, started_at=started_at, issue=issue)


def _end_s(leg: Leg, start_s: float, times_s: FloatArray) -> float:
    elapsed_s = leg.session.elapsed_s if leg.session is not None else None
    last_s = float(times_s[-1]) if times_s.size else start_s
    return last_s if elapsed_s is None else max(last_s, start_s + elapsed_s)


def garmin_activity_id(provenance: Provenance) -> int | None:
    """Garmin's id from `activity_ID.fit`, `ID_ACTIVITY.fit` or `ID/activity.fit`; else None.

    A bare number is not taken for one: other services name their exports so.
    """
    name = provenance.path if provenance.member is None else provenance.member.rpartition("!")[2]
    file = PurePosixPath(name.replace("\\", "/"))
    stem = file.name.partition(".")[0]
    match = _GARMIN_FILE.fullmatch(stem)
    if match is not None:
        return int(match[1] if match[1] is not None else match[2])
    folder = PurePosixPath(provenance.path).parent if provenance.member else file.parent
    if stem.casefold() == "activity" and _GARMIN_FOLDER.fullmatch(folder.name):
        return int(folder.name)
    return None


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
