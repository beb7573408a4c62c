"""Which runs does a FIT file hold? Columns to `Recording`s, or a polite refusal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from hakaru.core.errors import Refused, SourceError, Unreadable
from hakaru.running.activity import FloatArray, Issue, Provenance, Recording
from hakaru.sources.fit import summary
from hakaru.sources.fit.columns import FitColumns
from hakaru.sources.fit.decode import decode_fit
from hakaru.sources.fit.legs import Leg, legs_of
from hakaru.sources.fit.origin import Origin, garmin_activity_id, origin_of
from hakaru.sources.fit.sensors import FormSensor, device_infos, form_sensor, is_simulated
from hakaru.sources.fit.series import series_of
from hakaru.sources.fit.timeline import IndexArray, Timeline, order_records

_ACTIVITY = "activity"
_RUNNING = "running"
_ANY_KIND = "generic"


def read_fit(data: bytes, *, provenance: Provenance) -> tuple[Recording, ...]:
    """The runs of one FIT file, at least one: running legs only, each link of a chain by itself.

    Raises:
        Refused: sound, but no run: another sport, settings, a workout, monitoring.
        Unreadable: no FIT file, or damaged before anything usable.
    """
    member = provenance.member
    path = provenance.path if member is None else f"{provenance.path}!{member}"
    runs: list[Recording] = []
    errors: list[SourceError] = []
    for columns in decode_fit(data, path=path):
        try:
            runs.extend(_runs_of(columns, provenance=provenance, path=path))
        except SourceError as error:
            errors.append(error)
    if not runs:
        raise errors[0]
    return _without_copies(runs)


@dataclass(frozen=True, kw_only=True)
class _File:
    """What every leg of one FIT file shares."""

    columns: FitColumns
    timeline: Timeline
    sensor: FormSensor
    provenance: Provenance


def _runs_of(columns: FitColumns, *, provenance: Provenance, path: str) -> list[Recording]:
    """The running legs of one FIT file, at least one."""
    _refuse_other_files(columns, path)
    legs = legs_of(columns)
    running = [leg for leg in legs if leg.is_running]
    if not running:
        words = " + ".join(dict.fromkeys(leg.words for leg in legs))
        raise Refused(path, f"this is {words}, not a run; only running is judged")
    timeline = order_records(columns.timestamp_s)
    sensor = form_sensor(columns)
    file = _File(columns=columns, timeline=timeline, sensor=sensor, provenance=provenance)
    runs = [run for run in (_recording(file, leg) for leg in running) if run is not None]
    if not runs:
        raise _nothing_usable(columns, path)
    return runs


def _refuse_other_files(columns: FitColumns, path: str) -> None:
    file_type = columns.file_id.type
    if file_type is not None and file_type != _ACTIVITY:
        words = file_type.replace("_", " ")
        raise Refused(path, f"this FIT file holds {words} data, not a recorded activity")
    if not columns.sessions and not columns.timestamp_s.size:
        raise _nothing_usable(columns, path)


def _nothing_usable(columns: FitColumns, path: str) -> Unreadable:
    faults = [issue for issue in columns.issues if issue.code != "crc_mismatch"]
    if not faults:
        return Unreadable(path, "this FIT file holds no record and no summary with a time")
    reason = f"damaged before the first usable record: {faults[-1].message}"
    return Unreadable(path, reason, offset_byte=faults[-1].offset_byte)


def _recording(file: _File, leg: Leg) -> Recording | None:
    """One leg as a recording; None where it has no time at all."""
    columns = file.columns
    rows = file.timeline.kept
    chosen = rows[leg.holds(columns.timestamp_s[rows])]
    times_s = columns.timestamp_s[chosen]
    origin = origin_of(columns.file_id, leg, times_s=times_s)
    if origin is None:
        return None
    series = _leg_series(file, chosen, elapsed_s=times_s - origin.start_s)
    has_form = "gct_ms" in series or "vo_cm" in series
    laps = summary.laps_of(columns, leg, origin=origin)
    return Recording(
        started_at=origin.started_at,
        utc_offset_s=_utc_offset_s(columns, origin),
        sport=_RUNNING,
        sub_sport=None if leg.sub_sport == _ANY_KIND else leg.sub_sport,
        title=_title(columns),
        garmin_activity_id=garmin_activity_id(file.provenance),
        series=series,
        laps=laps,
        workout_title=columns.workout_name,
        planned_steps=summary.planned_steps_of(columns, laps),
        pauses=summary.pauses_of(columns, origin),
        sensor_group=file.sensor.group if has_form else None,
        sensor_label=file.sensor.label if has_form else None,
        devices=device_infos(columns),
        summary=summary.summary_of(leg),
        heart_rate_zones=summary.zones_of(columns, leg),
        physiology=summary.physiology_of(columns, leg, has_power=_has_own_power(series)),
        partial=columns.partial,
        simulated=is_simulated(columns),
        issues=(*columns.issues, *file.timeline.issues, *_doubts(file, leg, origin)),
        provenance=(file.provenance,),
    )


def _title(columns: FitColumns) -> str | None:
    """What the simulator calls its session; None for a watch, whose profile is no title ('Run')."""
    if not is_simulated(columns):
        return None
    names = [sport.name for sport in columns.sports if sport.name is not None]
    return names[-1] if names else columns.file_id.product_name


def _utc_offset_s(columns: FitColumns, origin: Origin) -> int | None:
    """None also where the clock was never set: the zone of an unknown date says nothing."""
    if columns.utc_offset_s is None or origin.issue is not None:
        return None
    return int(columns.utc_offset_s)


def _has_own_power(series: Mapping[str, FloatArray]) -> bool:
    """Whether the watch measured power, not a pod beside it."""
    return "power_w" in series and "stryd_power_w" not in series


def _leg_series(
    file: _File, chosen: IndexArray, *, elapsed_s: FloatArray
) -> Mapping[str, FloatArray]:
    """The series of a leg; distance starts at its own start, not at that of the earlier legs."""
    columns, timeline = file.columns, file.timeline
    series = {"elapsed_s": elapsed_s, **series_of(columns, timeline, chosen=chosen)}
    earlier = timeline.kept[: np.searchsorted(timeline.kept, chosen[0])] if chosen.size else chosen
    if "distance_m" in series and earlier.size:
        covered_m = columns.native["distance"][earlier]
        covered_m = covered_m[np.isfinite(covered_m)]
        if covered_m.size:
            series["distance_m"] = series["distance_m"] - covered_m[-1]
    return series


def _doubts(file: _File, leg: Leg, origin: Origin) -> list[Issue]:
    doubts = [issue for issue in (origin.issue, file.sensor.issue) if issue is not None]
    if leg.sport is None:
        doubts.append(
            Issue(code="sport_unknown", message="the file names no sport: taken as a run")
        )
    return doubts


def _without_copies(runs: list[Recording]) -> tuple[Recording, ...]:
    """A chain that holds the same run twice gives it once, the sounder copy."""
    distinct: list[Recording] = []
    for run in runs:
        copy = next((recording for recording in distinct if _is_copy(recording, run)), None)
        if copy is None:
            distinct.append(run)
        elif copy.partial and not run.partial:
            distinct[distinct.index(copy)] = run
    return tuple(distinct)


def _is_copy(recording: Recording, other: Recording) -> bool:
    if recording.started_at != other.started_at:
        return False
    ours, theirs = recording.series["elapsed_s"], other.series["elapsed_s"]
    shared = min(ours.size, theirs.size)
    if recording.partial or other.partial:
        return bool(np.array_equal(ours[:shared], theirs[:shared]))
    return bool(np.array_equal(ours, theirs))
