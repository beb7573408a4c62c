"""Two recordings of one run: recognised, and filled from each other.

The best source leads: its clock, samples and laps stay as they are. The other fills what is wholly
missing. Form metrics come from one sensor only, together with its name, or not at all.

Only what it lacks wholly: a column, a lap list, a figure. Form metrics (contact time, oscillation,
ratio and what the same sensor adds) move together or not at all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import TypeVar, get_args

import numpy as np

from hakaru.running.activity import (
    CUT_OFF_MIN_S,
    DeviceSummary,
    FloatArray,
    Lap,
    Physiology,
    Provenance,
    Recording,
    SourceKind,
)

KINDS: tuple[SourceKind, ...] = get_args(SourceKind)
"""Best first."""
FILL_WITHIN_S = 1.5
"""A sample is filled from the nearest one of the other recording within this time."""
_LAP_START_WITHIN_S = 3.0

_MEASURED = ("gct_ms", "vo_cm", "vr_pct")
_FORM = (*_MEASURED, "gct_balance_left_pct", "step_length_cm")
_MEASURED_AVERAGES = ("gct_avg_ms", "vo_avg_cm", "vr_avg_pct")
_FORM_AVERAGES = (*_MEASURED_AVERAGES, "gct_balance_left_avg_pct", "step_length_avg_cm")
_DATED = (
    ("vo2_max_ml_per_kg_min", "vo2_max_on"),
    ("lt_heart_rate_bpm", "lt_speed_mps", "lt_on"),
    ("ftp_w", "ftp_on"),
    ("weight_kg",),
    ("heart_rate_max_bpm",),
    ("heart_rate_rest_bpm",),
    ("height_cm",),
    ("age_years",),
    ("sex",),
)
"""Figures that belong together, because one date holds for them."""

Facts = TypeVar("Facts", DeviceSummary, Physiology, Lap)


def has_form(recording: Recording) -> bool:
    """Whether a contact time, oscillation or ratio is anywhere in the recording."""
    sampled = any(
        bool((recording.series[name] > 0).any()) for name in _MEASURED if name in recording.series
    )
    stated = any(_states(recording.summary, _MEASURED_AVERAGES))
    return sampled or stated or any(any(_states(lap, _MEASURED)) for lap in recording.laps)


def _states(facts: DeviceSummary | Lap, names: tuple[str, ...]) -> list[bool]:
    return [getattr(facts, name) is not None for name in names]


def _filled(facts: Facts, other: Facts, names: tuple[str, ...]) -> Facts:
    """The facts with those of `names` that are None taken from the other."""
    missing = {name: getattr(other, name) for name in names if getattr(facts, name) is None}
    return replace(facts, **missing)


def fill_series(
    lead: Recording, rest: Recording, *, later_s: float, takes_form: bool
) -> Mapping[str, FloatArray]:
    """The leader's columns, and those it lacks from the nearest samples of the other.

    Args:
        lead: keeps its axis.
        rest: starts `later_s` seconds after it.
        later_s: may be negative.
        takes_form: whether the form metrics come from `rest`.
    """
    axis, donor = lead.series["elapsed_s"], rest.series["elapsed_s"] + later_s
    if not axis.size or not donor.size:
        return lead.series
    nearest, near = _nearest(axis, donor)
    series = dict(lead.series)
    if takes_form:
        series = {name: values for name, values in series.items() if name not in _MEASURED}
    for name, values in rest.series.items():
        wanted = name not in series and (takes_form or name not in _FORM)
        filled = np.where(near, values[nearest], np.nan)
        if wanted and np.isfinite(filled).any():
            series[name] = filled
    return series


def _nearest(
    axis: FloatArray, donor: FloatArray
) -> tuple[np.ndarray[tuple[int], np.dtype[np.int64]], np.ndarray[tuple[int], np.dtype[np.bool_]]]:
    """Index of the nearest donor sample for each of the axis, and whether it is near enough."""
    after = np.clip(np.searchsorted(donor, axis), 0, donor.size - 1)
    before = np.maximum(after - 1, 0)
    nearest = np.where(np.abs(donor[before] - axis) <= np.abs(donor[after] - axis), before, after)
    return nearest, np.abs(donor[nearest] - axis) <= FILL_WITHIN_S


def fill_laps(
    lead: Recording, rest: Recording, *, later_s: float, takes_form: bool
) -> tuple[Lap, ...]:
    """The leader's laps, or the other's where it has none; with the other's form averages where
    the form is taken and the laps are the same."""
    shifted = tuple(
        replace(lap, start_elapsed_s=lap.start_elapsed_s + later_s) for lap in rest.laps
    )
    if not lead.laps:
        return tuple(lap for lap in shifted if lap.start_elapsed_s >= -_LAP_START_WITHIN_S)
    same = len(lead.laps) == len(shifted) and all(
        abs(ours.start_elapsed_s - theirs.start_elapsed_s) <= _LAP_START_WITHIN_S
        for ours, theirs in zip(lead.laps, shifted, strict=True)
    )
    if not takes_form or not same:
        return lead.laps
    pairs = zip(lead.laps, shifted, strict=True)
    return tuple(_filled(ours, theirs, _FORM) for ours, theirs in pairs)


def fill_summary(lead: DeviceSummary, rest: DeviceSummary, *, takes_form: bool) -> DeviceSummary:
    """Each figure of the leader, else the other's; form averages only if the form is taken."""
    names = tuple(field.name for field in fields(DeviceSummary))
    if not takes_form:
        names = tuple(name for name in names if name not in _FORM_AVERAGES)
    return _filled(lead, rest, names)


def fill_physiology(lead: Physiology | None, rest: Physiology | None) -> Physiology | None:
    """The leader's figures; groups it does not know, or knows in part and alike, are filled with
    their date from the other."""
    if lead is None or rest is None:
        return lead or rest
    filled = lead
    for group in _DATED:
        present = [name for name in group if getattr(lead, name) is not None]
        if all(getattr(lead, name) == getattr(rest, name) for name in present):
            filled = _filled(filled, rest, group)
    return filled


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

    The one with samples leads, then the one that is not cut off before the other's end, then the
    better source kind. Merging again changes nothing.
    """
    end_s = max(_end_s(recording), _end_s(other))
    lead, rest = sorted((recording, other), key=lambda run: _rank(run, end_s))
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


def _end_s(recording: Recording) -> float:
    """When the last sample was taken, as a Unix time; 0 without samples."""
    samples_s = recording.series["elapsed_s"]
    return recording.started_at.timestamp() + float(samples_s[-1]) if samples_s.size else 0.0


def _rank(recording: Recording, end_s: float) -> tuple[bool, bool, int, bool, int, str, str, str]:
    """Sorts the recording that leads first; total, so that the order given does not matter.
    `end_s`: when the later of the two ends."""
    source = min(recording.provenance, key=_source_rank)
    samples = recording.series["elapsed_s"].size
    return (
        samples == 0,
        recording.partial and end_s - _end_s(recording) > CUT_OFF_MIN_S,
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
