"""One running workout of Apple Health as a recording.

Several devices measure the same at once: an iPhone in the pocket counts the steps and metres that
the watch counts as well. Each quantity is taken from one of them, that which recorded the workout
where it measured it, else that with most records; they are never added up.

The records are laid on a second by second axis. A value holds for the time that its record states,
and until the next one where that follows within ten seconds, as it does in a workout; where there
is none it is missing. Steps and distance are what their records add up to, evenly over their time.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

import numpy as np

from hakaru.core.errors import Refused, SourceError, Unreadable
from hakaru.core.i18n import Message, listed, message
from hakaru.core.units import SECONDS_PER_MINUTE
from hakaru.records import frozen
from hakaru.running.activity import (
    DeviceInfo,
    DeviceSummary,
    FloatArray,
    Issue,
    Lap,
    Provenance,
    Recording,
    SensorGroup,
    Weather,
)
from hakaru.sources.apple import records
from hakaru.sources.apple.export import ROW
from hakaru.sources.apple.records import NAMES, QuantityName, humidity_pct, length_m, temperature_c
from hakaru.sources.files import SAMPLES_MAX, where_of
from hakaru.sources.gpx import read_gpx
from hakaru.sources.timeline import LARGEST, SPEED_DERIVED, speed_from_distance

_HOLDS_S = 10.0
_STEPS_HALF_WINDOW_S = 5.0
"""Steps are whole: over ten seconds one of them is six a minute."""
_POSITION_WITHIN_S = 1.5
_MEANS: tuple[QuantityName, ...] = (
    "heart_rate_bpm", "speed_mps", "power_w", "gct_ms", "vo_cm", "step_length_cm",
)  # fmt: skip
_FORM: tuple[QuantityName, ...] = ("gct_ms", "vo_cm", "step_length_cm")
_PAUSES = {"HKWorkoutEventTypePause": True, "HKWorkoutEventTypeMotionPaused": True,
           "HKWorkoutEventTypeResume": False, "HKWorkoutEventTypeMotionResumed": False}  # fmt: skip
_LAP = "HKWorkoutEventTypeLap"
_WATCH = "Watch"
_PREFIX = "HKWorkoutActivityType"
_SHOWN_OTHERS = 5


@frozen
class _Workout:
    """The header of a packed workout and its records by quantity: rows of start, end, value,
    source; times in seconds from the start of the workout."""

    header: Mapping[str, Any]
    rows: Mapping[QuantityName, FloatArray]

    @property
    def length_s(self) -> float:
        return float(self.header["end_s"] - self.header["start_s"])

    @property
    def started_at(self) -> datetime:
        return datetime.fromtimestamp(self.header["start_s"], tz=UTC)


def read_apple_workout(
    data: bytes, routes: Mapping[str, bytes], *, provenance: Provenance
) -> tuple[Recording, ...]:
    """The run of one packed workout.

    Args:
        data: as `export.unfold` packs it.
        routes: GPX files by their names, of this workout.
        provenance: where the workout is from.

    Raises:
        Refused: the export holds no run.
        Unreadable: the workout takes no time, or more than any run.
    """
    line, _, numbers = data.partition(b"\n")
    header = json.loads(line)
    where = where_of(provenance)
    if "start_s" not in header:
        raise Refused(where, _without_a_run(header))
    workout = _Workout(header=header, rows=_rows(header, numbers))
    if not 0.0 < workout.length_s <= SAMPLES_MAX:
        raise Unreadable(where, message("the activity has neither timed laps nor timed points"))
    pauses = _pauses(workout)
    chosen = {name: _from_one_source(workout, name) for name in NAMES}
    series = _series(workout, {name: rows for name, (rows, _) in chosen.items()}, pauses)
    series, issues = _with_route(series, routes, workout, provenance)
    group, label, hardware = _sensor(workout, {name: by for name, (_, by) in chosen.items()})
    recording = Recording(
        started_at=workout.started_at,
        utc_offset_s=_offset_s(workout),
        sport="running",
        sub_sport="treadmill" if _metadata(workout, "HKIndoorWorkout") == "1" else None,
        series=series,
        laps=_laps(workout),
        pauses=pauses,
        sensor_group=group,
        sensor_label=label,
        devices=(DeviceInfo(role="recorder", product=hardware),),
        summary=_summary(workout),
        weather=_weather(workout),
        issues=issues,
        provenance=(provenance,),
    )
    return (recording,)


def _without_a_run(header: Mapping[str, Any]) -> Message:
    """What the export holds instead of runs."""
    others: Mapping[str, int] = header["others"]
    if not others:
        return message(
            "the export holds no workout; record runs with the workout app of the watch, and "
            "export all health data again"
        )
    most = sorted(others.items(), key=lambda item: (-item[1], item[0]))[:_SHOWN_OTHERS]
    names = listed(tuple(f"{name.removeprefix(_PREFIX)} ({n})" for name, n in most))
    return message(
        "no run among the {n} workouts of the export ({names})", n=sum(others.values()), names=names
    )


def _rows(header: Mapping[str, Any], numbers: bytes) -> Mapping[QuantityName, FloatArray]:
    table = np.frombuffer(numbers, dtype=np.float64).reshape(-1, ROW).copy()
    table[:, :2] -= header["start_s"]
    bounds = np.cumsum([0, *header["n_rows"]])
    return {
        name: table[first:last]
        for name, first, last in zip(NAMES, bounds[:-1], bounds[1:], strict=True)
    }


def _from_one_source(workout: _Workout, name: QuantityName) -> tuple[FloatArray, int | None]:
    """The records of one source, and its number; None: nobody measured it."""
    rows = workout.rows[name]
    if not len(rows):
        return rows, None
    numbers, counts = np.unique(rows[:, 3].astype(int), return_counts=True)
    sources: Sequence[Sequence[str]] = workout.header["sources"]
    own_name, own_hardware = workout.header["source"]
    ranks = [
        (
            sources[number][0] == own_name and sources[number][1] == own_hardware,
            sources[number][0] == own_name,
            int(count),
            -int(number),
        )
        for number, count in zip(numbers, counts, strict=True)
    ]
    number = int(numbers[ranks.index(max(ranks))])
    return rows[rows[:, 3] == number], number


def _series(
    workout: _Workout,
    rows: Mapping[QuantityName, FloatArray],
    pauses: Sequence[tuple[float, float]],
) -> dict[str, FloatArray]:
    """Columns over the seconds of the workout in which it was not paused; none where nothing was
    measured."""
    axis = np.arange(np.floor(workout.length_s) + 1.0)
    segment = np.zeros(axis.size)
    for begin_s, end_s in pauses:
        segment[axis >= end_s] += 1.0
        inside = (axis > begin_s) & (axis < end_s)
        segment[inside] = np.nan
    active = np.isfinite(segment)
    axis, segment = axis[active], segment[active]
    series: dict[str, FloatArray] = {}
    for name in _MEANS:
        series[name] = _held(rows[name], axis)
    if len(rows["distance_m"]):
        series["distance_m"] = _gained(rows["distance_m"], axis, segment)
    if len(rows["n_steps"]):
        series["cadence_spm"] = _per_minute(rows["n_steps"], axis, segment)
    measured = {name: column for name, column in series.items() if np.isfinite(column).any()}
    if not measured:
        return {"elapsed_s": np.empty(0)}
    if "speed_mps" not in measured and "distance_m" in measured:
        measured["speed_mps"] = speed_from_distance(axis, measured["distance_m"], segment=segment)
    return {"elapsed_s": axis, **measured}


def _held(rows: FloatArray, axis: FloatArray) -> FloatArray:
    """The value of the record that holds at each second, NaN where none does."""
    if not len(rows):
        return np.full(axis.size, np.nan)
    starts = rows[:, 0]
    until = np.minimum(np.append(starts[1:], np.inf), rows[:, 1] + _HOLDS_S)
    until = np.maximum(until, rows[:, 1])
    place = np.searchsorted(starts, axis, side="right") - 1
    held = (place >= 0) & (axis <= until[place])
    return np.where(held, rows[place, 2], np.nan)


def _added_up(rows: FloatArray, at_s: FloatArray) -> FloatArray:
    """What the records add up to from the first one on, evenly over the time of each."""
    starts = np.maximum.accumulate(np.maximum(rows[:, 0], np.append(-np.inf, rows[:-1, 1])))
    ends = np.maximum.accumulate(np.maximum(starts, rows[:, 1]))
    total = np.cumsum(rows[:, 2])
    knots = np.ravel(np.column_stack((starts, ends)))
    sums = np.ravel(np.column_stack((total - rows[:, 2], total)))
    return np.interp(at_s, knots, sums)


def _gained(rows: FloatArray, axis: FloatArray, segment: FloatArray) -> FloatArray:
    """Metres since the start at each second; what is counted in a pause is not run."""
    sums = _added_up(rows, axis)
    steps = np.diff(sums, prepend=_added_up(rows, np.zeros(1))[0])
    steps[np.diff(segment, prepend=segment[:1]) != 0] = 0.0
    return np.cumsum(steps)


def _per_minute(rows: FloatArray, axis: FloatArray, segment: FloatArray) -> FloatArray:
    """Steps a minute over the seconds about each, never across a pause; NaN outside of the
    records."""
    before, after = axis - _STEPS_HALF_WINDOW_S, axis + _STEPS_HALF_WINDOW_S
    for number in np.unique(segment):
        inside = segment == number
        before[inside] = np.maximum(before[inside], axis[inside][0])
        after[inside] = np.minimum(after[inside], axis[inside][-1])
    before, after = np.maximum(before, rows[0, 0]), np.minimum(after, rows[:, 1].max())
    counted = _added_up(rows, after) - _added_up(rows, before)
    span_s = after - before
    spanned = span_s > 0
    cadence = np.full(axis.size, np.nan)
    cadence[spanned] = SECONDS_PER_MINUTE * counted[spanned] / span_s[spanned]
    return cadence


def _pauses(workout: _Workout) -> tuple[tuple[float, float], ...]:
    """The pauses that the events tell, in seconds from the start."""
    begins: list[tuple[float, float]] = []
    paused_s: float | None = None
    for kind, at_s, _ in sorted(workout.header["events"], key=lambda event: event[1]):
        elapsed_s = at_s - workout.header["start_s"]
        pauses = _PAUSES.get(kind)
        if pauses and paused_s is None:
            paused_s = elapsed_s
        elif pauses is False and paused_s is not None:
            begins.append((paused_s, elapsed_s))
            paused_s = None
    if paused_s is not None:
        begins.append((paused_s, workout.length_s))
    return tuple(
        (max(begin_s, 0.0), min(end_s, workout.length_s))
        for begin_s, end_s in begins
        if 0.0 <= begin_s < end_s and begin_s < workout.length_s
    )


def _laps(workout: _Workout) -> tuple[Lap, ...]:
    """What the runner marked; the splits of every kilometre and mile are no laps."""
    marks = sorted(
        at_s - workout.header["start_s"]
        for kind, at_s, _ in workout.header["events"]
        if kind == _LAP and workout.header["start_s"] < at_s < workout.header["end_s"]
    )
    if not marks:
        return ()
    bounds = [0.0, *marks, workout.length_s]
    return tuple(
        Lap(start_elapsed_s=begin_s, elapsed_s=end_s - begin_s, trigger="manual")
        for begin_s, end_s in pairwise(bounds)
        if end_s > begin_s
    )


def _with_route(
    series: dict[str, FloatArray],
    routes: Mapping[str, bytes],
    workout: _Workout,
    provenance: Provenance,
) -> tuple[dict[str, FloatArray], tuple[Issue, ...]]:
    """The columns with the positions of the routes, and what is to be told of them."""
    issues: tuple[Issue, ...] = ()
    if len(routes) < len(workout.header["routes"]):
        text = message("the export names a route that is not in it: the run has no positions")
        issues = (Issue(code="route_missing", message=text),)
    placed = dict(series)
    for name, data in sorted(routes.items()):
        try:
            tracks = read_gpx(data, provenance=replace(provenance, member=name))
        except SourceError as exc:
            text = message("the route {name} is left out: {reason}", name=name, reason=exc.reason)
            issues = (*issues, Issue(code="route_unreadable", message=text))
            continue
        for track in tracks:
            placed = _placed(placed, track, workout)
    if len(workout.rows["distance_m"]) and not len(workout.rows["speed_mps"]):
        issues = (*issues, SPEED_DERIVED)
    return placed, issues


def _placed(
    series: Mapping[str, FloatArray], track: Recording, workout: _Workout
) -> dict[str, FloatArray]:
    """The columns with the positions and heights of a track at the seconds it has them."""
    later_s = (track.started_at - workout.started_at).total_seconds()
    donor = track.series["elapsed_s"] + later_s
    axis = series["elapsed_s"]
    if not axis.size:
        inside = (donor >= 0.0) & (donor <= workout.length_s)
        columns = {name: column[inside] for name, column in track.series.items()}
        return {**columns, "elapsed_s": donor[inside]} if inside.any() else dict(series)
    after = np.clip(np.searchsorted(donor, axis), 0, donor.size - 1)
    before = np.maximum(after - 1, 0)
    nearest = np.where(np.abs(donor[before] - axis) <= np.abs(donor[after] - axis), before, after)
    near = np.abs(donor[nearest] - axis) <= _POSITION_WITHIN_S
    filled = dict(series)
    for name in ("latitude_deg", "longitude_deg", "elevation_m"):
        if name in track.series and near.any():
            column = filled.get(name, np.full(axis.size, np.nan)).copy()
            column[near] = track.series[name][nearest[near]]
            filled[name] = column
    for name in ("distance_m", "speed_mps"):
        if name not in filled and name in track.series and near.any():
            filled[name] = np.where(near, track.series[name][nearest], np.nan)
    return filled


def _sensor(
    workout: _Workout, by: Mapping[QuantityName, int | None]
) -> tuple[SensorGroup | None, str | None, str]:
    """The group and label of what measured the form, and the words for what recorded the run."""
    name, hardware = workout.header["source"]
    recorder = _device_words(name, hardware)
    numbers = [by[quantity] for quantity in _FORM if by[quantity] is not None]
    if not numbers:
        return None, None, recorder
    measured_by = workout.header["sources"][numbers[0]]
    if measured_by[1].startswith(_WATCH):
        return "apple-watch", _device_words(*measured_by), recorder
    return "other", str(measured_by[0]), recorder


def _device_words(name: str, hardware: str) -> str:
    """What a device is called: a watch by its model, so that a new one is noticed; else an app by
    its name."""
    if hardware.startswith(_WATCH):
        return "Apple Watch" if hardware == _WATCH else f"Apple Watch ({hardware})"
    return hardware or name


def _metadata(workout: _Workout, key: str) -> str | None:
    value = workout.header["metadata"].get(key)
    return None if value is None else str(value)


def _offset_s(workout: _Workout) -> int | None:
    """What the clock on the wall had on top of UTC: by the zone of the workout where it is named,
    else as the phone wrote it when it exported."""
    zone = _metadata(workout, "HKTimeZone")
    if zone is not None:
        try:
            offset = workout.started_at.astimezone(ZoneInfo(zone)).utcoffset()
        except (OSError, ValueError, KeyError):
            return None
        return None if offset is None else round(offset / timedelta(seconds=1))
    written = workout.header["offset_s"]
    return None if written is None else int(written)


def _summary(workout: _Workout) -> DeviceSummary:
    """The totals that the workout states."""
    attributes: Mapping[str, str] = workout.header["attributes"]
    timer_s = records.seconds(attributes.get("duration"), attributes.get("durationUnit"))
    steps = _stated(workout, "n_steps", "sum")
    distance_m = _stated(workout, "distance_m", "sum")
    if distance_m is None:
        distance_m = length_m(
            f"{attributes.get('totalDistance', '')} {attributes.get('totalDistanceUnit', '')}"
        )
    return DeviceSummary(
        distance_m=distance_m or None,
        elapsed_s=workout.length_s,
        timer_s=timer_s or None,
        heart_rate_avg_bpm=_stated(workout, "heart_rate_bpm", "average"),
        heart_rate_max_bpm=_stated(workout, "heart_rate_bpm", "maximum"),
        cadence_avg_spm=SECONDS_PER_MINUTE * steps / timer_s if steps and timer_s else None,
        power_avg_w=_stated(workout, "power_w", "average"),
        speed_avg_mps=_stated(workout, "speed_mps", "average"),
        gct_avg_ms=_stated(workout, "gct_ms", "average"),
        vo_avg_cm=_stated(workout, "vo_cm", "average"),
        step_length_avg_cm=_stated(workout, "step_length_cm", "average"),
        ascent_m=length_m(_metadata(workout, "HKElevationAscended")),
        descent_m=length_m(_metadata(workout, "HKElevationDescended")),
        calories_kcal=_stated(workout, "energy_kcal", "sum"),
    )


def _stated(workout: _Workout, name: QuantityName, figure: str) -> float | None:
    """A figure of the workout above zero, in our unit; None: it does not state one."""
    for identifier, quantity in records.STATISTICS.items():
        stated = workout.header["statistics"].get(identifier)
        if quantity.name != name or stated is None:
            continue
        number, _ = records.with_unit(stated.get(figure))
        factor = quantity.factors.get(stated.get("unit", ""))
        if number is not None and factor is not None and 0.0 < number * factor <= LARGEST:
            return number * factor
    return None


def _weather(workout: _Workout) -> Weather | None:
    air_c = temperature_c(_metadata(workout, "HKWeatherTemperature"))
    share_pct = humidity_pct(_metadata(workout, "HKWeatherHumidity"))
    if air_c is None and share_pct is None:
        return None
    return Weather(temperature_c=air_c, relative_humidity_pct=share_pct)
