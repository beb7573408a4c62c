"""Are two recordings the same run, and what is known when both are put together?

The best source leads: its clock, samples and laps stay as they are. The other fills what is wholly
missing. Form metrics come from one sensor only, together with its name, or not at all.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from hakaru.running.activity import Provenance, Recording
from hakaru.running.run_fill import (
    KINDS,
    fill_laps,
    fill_physiology,
    fill_series,
    fill_summary,
    has_form,
)

START_TOLERANCE_S = 90.0
"""A track may begin when the satellites are found, not when the timer was started."""
SAME_SECOND_S = 5.0
WALL_CLOCK_TOLERANCE_S = 30.0
DURATION_TOLERANCE = (60.0, 0.03)
"""Seconds, or this fraction of the longer one if that is more."""
DISTANCE_TOLERANCE = (100.0, 0.05)
STRICT_DURATION = (5.0, 0.01)
STRICT_DISTANCE = (50.0, 0.03)
OVERLAP_MIN_FRAC = 0.8
QUARTER_HOUR_S = 900
WIDEST_OFFSET_S = 14 * 3600


def same_run(recording: Recording, other: Recording) -> bool:
    """Whether two recordings are of one run (symmetric).

    Garmin's id decides where both have it, except between legs of one multisport activity, which
    share it and follow each other. Else start, length and distance must agree; an activity list
    knows only wall-clock time, so there the start may differ by whole quarter-hours.
    """
    ids = (recording.garmin_activity_id, other.garmin_activity_id)
    if None not in ids and ids[0] != ids[1]:
        return False
    shift_s = _clock_shift_s(recording, other)
    if shift_s is None:
        return False
    gap_s = (recording.started_at - other.started_at).total_seconds() - shift_s
    if None not in ids:
        return _overlap_frac(recording, other, gap_s) > 0.0
    if shift_s:
        return (
            abs(gap_s) <= WALL_CLOCK_TOLERANCE_S
            and _agree(_lengths_s(recording), _lengths_s(other), STRICT_DURATION) is True
            and _agree(_distances_m(recording), _distances_m(other), STRICT_DISTANCE) is True
        )
    return _same_by_clock(recording, other, gap_s)


def _same_by_clock(recording: Recording, other: Recording, gap_s: float) -> bool:
    if abs(gap_s) > START_TOLERANCE_S:
        return False
    lengths = (_lengths_s(recording), _lengths_s(other))
    same_second = abs(gap_s) <= SAME_SECOND_S
    if not all(lengths):
        return same_second
    if same_second and _agree(*lengths, (SAME_SECOND_S, 0.0)):
        return True
    if same_second and _is_cut_off(recording, other):
        return True
    return (
        _overlap_frac(recording, other, gap_s) >= OVERLAP_MIN_FRAC
        and _agree(*lengths, DURATION_TOLERANCE) is True
        and _agree(_distances_m(recording), _distances_m(other), DISTANCE_TOLERANCE) is not False
    )


def _is_cut_off(recording: Recording, other: Recording) -> bool:
    """Whether one is the salvaged beginning of the other."""
    pairs = ((recording, other), (other, recording))
    return any(
        short.partial and min(_lengths_s(short)) <= max(_lengths_s(whole)) + SAME_SECOND_S
        for short, whole in pairs
    )


def _clock_shift_s(recording: Recording, other: Recording) -> int | None:
    """What the start of `recording` has on top of that of `other` for being on another clock.

    0 on one clock; a whole number of quarter-hours between wall-clock time and UTC; None where
    that is no offset of any place on Earth.
    """
    if _on_wall_clock(recording) == _on_wall_clock(other):
        return 0
    utc, sign = (other, 1) if _on_wall_clock(recording) else (recording, -1)
    if utc.utc_offset_s is not None:
        return sign * utc.utc_offset_s
    apart_s = (recording.started_at - other.started_at).total_seconds()
    shift_s = round(apart_s / QUARTER_HOUR_S) * QUARTER_HOUR_S
    return shift_s if abs(shift_s) <= WIDEST_OFFSET_S else None


def _on_wall_clock(recording: Recording) -> bool:
    """Activity lists state local time only; everything else is in UTC."""
    kinds = {source.kind for source in recording.provenance}
    return recording.utc_offset_s is None and kinds == {"garmin-csv"}


def _lengths_s(recording: Recording) -> list[float]:
    """Every length known: elapsed, timer, of the samples, of the laps."""
    summary, samples = recording.summary, recording.series["elapsed_s"]
    ends_s = [lap.start_elapsed_s + lap.elapsed_s for lap in recording.laps]
    lengths_s = [summary.elapsed_s, summary.timer_s, max(ends_s, default=None)]
    lengths_s += [float(samples[-1])] if samples.size else []
    return [length_s for length_s in lengths_s if length_s]


def _distances_m(recording: Recording) -> list[float]:
    column = recording.series.get("distance_m")
    distances_m = [recording.summary.distance_m]
    if column is not None and np.isfinite(column).any():
        distances_m.append(float(np.nanmax(column)))
    return [distance_m for distance_m in distances_m if distance_m]


def _agree(ones: list[float], others: list[float], within: tuple[float, float]) -> bool | None:
    """Whether any two agree; None where one side knows nothing."""
    if not ones or not others:
        return None
    return any(
        abs(measure - other) <= max(within[0], within[1] * max(measure, other))
        for measure in ones
        for other in others
    )


def _overlap_frac(recording: Recording, other: Recording, gap_s: float) -> float:
    """Shared time relative to the shorter recording; 1 where a length is unknown.

    `gap_s` is the start of `recording` minus that of `other`.
    """
    lengths = (_lengths_s(recording), _lengths_s(other))
    if not all(lengths):
        return 1.0
    length_s, other_length_s = max(lengths[0]), max(lengths[1])
    shared_s = min(gap_s + length_s, other_length_s) - max(gap_s, 0.0)
    return max(shared_s, 0.0) / min(length_s, other_length_s)


def merge(recording: Recording, other: Recording) -> Recording:
    """Both recordings of one run as one, whichever way round they are given.

    The one with samples leads, then the better source kind. Merging again changes nothing.
    """
    lead, rest = sorted((recording, other), key=_rank)
    later_s = (rest.started_at - lead.started_at).total_seconds()
    takes_form = has_form(rest) and not has_form(lead)
    sensor = rest if takes_form else lead
    return replace(
        lead,
        utc_offset_s=_offset_s(lead, rest),
        sub_sport=lead.sub_sport if lead.sub_sport is not None else rest.sub_sport,
        title=lead.title or rest.title,
        event_kind=lead.event_kind or rest.event_kind,
        workout_title=lead.workout_title or rest.workout_title,
        location=lead.location or rest.location,
        stored_id=lead.stored_id if lead.stored_id is not None else rest.stored_id,
        garmin_activity_id=lead.garmin_activity_id or rest.garmin_activity_id,
        series=fill_series(lead, rest, later_s=later_s, takes_form=takes_form),
        laps=fill_laps(lead, rest, later_s=later_s, takes_form=takes_form),
        planned_steps=lead.planned_steps if lead.laps else rest.planned_steps,
        pauses=_pauses(lead, rest, later_s),
        sensor_group=sensor.sensor_group,
        sensor_label=sensor.sensor_label,
        devices=lead.devices or rest.devices,
        summary=fill_summary(lead.summary, rest.summary, takes_form=takes_form),
        heart_rate_zones=lead.heart_rate_zones or rest.heart_rate_zones,
        weather=lead.weather or rest.weather,
        physiology=fill_physiology(lead.physiology, rest.physiology),
        gear=lead.gear or rest.gear,
        simulated=lead.simulated or rest.simulated,
        issues=(*lead.issues, *(issue for issue in rest.issues if issue not in lead.issues)),
        provenance=_provenance((*lead.provenance, *rest.provenance)),
    )


def _rank(recording: Recording) -> tuple[bool, int, bool, int, str, str, str]:
    """Sorts the recording that leads first; total, so that the order given does not matter."""
    source = min(recording.provenance, key=_source_rank)
    samples = recording.series["elapsed_s"].size
    return (
        samples == 0,
        KINDS.index(source.kind),
        recording.partial,
        -samples,
        recording.started_at.isoformat(),
        source.path,
        source.sha256 + (source.member or ""),
    )


def _source_rank(source: Provenance) -> tuple[int, str, str, str]:
    return (KINDS.index(source.kind), source.path, source.member or "", source.sha256)


def _provenance(sources: tuple[Provenance, ...]) -> tuple[Provenance, ...]:
    """Every source once, the best first."""
    return tuple(sorted(dict.fromkeys(sources), key=_source_rank))


def _offset_s(lead: Recording, rest: Recording) -> int | None:
    """The local offset: stated by either, else what a wall clock has on top of UTC."""
    for recording in (lead, rest):
        if recording.utc_offset_s is not None:
            return recording.utc_offset_s
    shift_s = _clock_shift_s(rest, lead) if _on_wall_clock(rest) else None
    return None if _on_wall_clock(lead) else shift_s


def _pauses(lead: Recording, rest: Recording, later_s: float) -> tuple[tuple[float, float], ...]:
    """The leader's pauses; the other's where the leader's format cannot state any."""
    if lead.pauses or not lead.series["elapsed_s"].size or lead.provenance[0].kind == "fit":
        return lead.pauses
    return tuple((start_s + later_s, end_s + later_s) for start_s, end_s in rest.pauses)
