"""Runs that a FIT file holds, with the sensors that measured them, or a polite refusal."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from hakaru.core.errors import Refused, SourceError, Unreadable
from hakaru.core.i18n import PLUS, listed, message
from hakaru.core.names import named, unnamed_sensor
from hakaru.records import frozen
from hakaru.running.activity import (
    DeviceInfo,
    FloatArray,
    Issue,
    Provenance,
    Recording,
    SensorGroup,
)
from hakaru.sources.fit import summary
from hakaru.sources.fit.decode import decode_fit
from hakaru.sources.fit.definitions import FitColumns, FitDevice
from hakaru.sources.fit.profile import (
    DYNAMICS_POD,
    DYNAMICS_STRAPS,
    FIRST_WRIST_PRODUCT,
    POD_LABEL,
    product_words,
)
from hakaru.sources.fit.series import (
    IndexArray,
    Leg,
    Timeline,
    dynamics_coverage,
    has_native_dynamics,
    legs_of,
    order_records,
    pod_leads,
    series_of,
)
from hakaru.sources.fit.summary import Origin, garmin_activity_id, origin_of

_GARMIN = "garmin"
_STRYD = "stryd"
_STRYD_LABEL = "Stryd"
_COROS = ("coros", "coros_byte")
_DEVELOPMENT = "development"
_DYNAMICS_KIND = "30"
"""ANT+ device type of the running dynamics profile."""
SIMULATED_SIGN = "Hakaru simulated"
_SIMULATED_WRIST_SIGN = "Hakaru simulated wrist"


@frozen
class FormSensor:
    """The sensor behind contact time and oscillation; `group` None where nothing measured them.
    `issue` says how the sensor was inferred where the file does not name it."""

    group: SensorGroup | None
    label: str | None
    issue: Issue | None = None


def form_sensor(columns: FitColumns) -> FormSensor:
    """The sensor of the form metrics, from who wrote the file and which accessories it names."""
    if pod_leads(columns):
        issue = next(iter(dynamics_coverage(columns).issues), None)
        return FormSensor(group="stryd", label=_STRYD_LABEL, issue=issue)
    if not has_native_dynamics(columns):
        return FormSensor(group=None, label=None)
    maker = _maker(columns)
    if maker == _STRYD:
        return FormSensor(group="stryd", label=_STRYD_LABEL)
    accessory = _dynamics_accessory(columns.devices)
    if accessory is not None:
        return accessory
    if maker in _COROS:
        return FormSensor(group="coros", label=recorder_words(columns))
    if is_simulated(columns) or maker == _GARMIN:
        return _without_accessory(columns)
    return FormSensor(group="other", label=recorder_words(columns))


def is_simulated(columns: FitColumns) -> bool:
    """Whether our own simulator wrote the file, which it states in two places."""
    name = columns.file_id.product_name
    return _maker(columns) == _DEVELOPMENT and name is not None and SIMULATED_SIGN in name


def _maker(columns: FitColumns) -> str | None:
    return columns.file_id.manufacturer


def _dynamics_accessory(devices: tuple[FitDevice, ...]) -> FormSensor | None:
    """A paired strap or pod that measures dynamics; a pod first, because it is worn for that."""
    worn = [device for device in devices if not (device.is_local or device.is_creator)]
    if any(
        device.manufacturer == _GARMIN and device.product_number == DYNAMICS_POD for device in worn
    ):
        return FormSensor(group="garmin-pod", label=POD_LABEL)
    for device in worn:
        strap = (
            DYNAMICS_STRAPS.get(device.product_number)
            if device.product_number is not None
            else None
        )
        if device.manufacturer == _GARMIN and strap is not None:
            return FormSensor(group="garmin-hrm", label=strap)
    for device in worn:
        if device.kind == _DYNAMICS_KIND:
            group: SensorGroup = "garmin-unknown" if device.manufacturer == _GARMIN else "other"
            return FormSensor(group=group, label=_device_words(device))
    return None


def _without_accessory(columns: FitColumns) -> FormSensor:
    """A Garmin recorder alone: the wrist if it can, else a strap that the file does not name."""
    words = recorder_words(columns) or "Garmin"
    number = columns.file_id.product_number
    if is_simulated(columns):
        is_wrist = _SIMULATED_WRIST_SIGN in (columns.file_id.product_name or "")
        group: SensorGroup = "garmin-wrist" if is_wrist else "garmin-unknown"
        return FormSensor(group=group, label=columns.file_id.product_name)
    if number is not None and number >= FIRST_WRIST_PRODUCT:
        return FormSensor(group="garmin-wrist", label=unnamed_sensor("garmin-wrist", words))
    if number is not None and number < DYNAMICS_POD:
        text = message(
            "a {device} takes contact time only from a chest strap, which the file does not name",
            device=words,
        )
        issue = Issue(code="sensor_inferred", message=text)
        return FormSensor(group="garmin-hrm", label=message("HRM-Run (not named)"), issue=issue)
    text = message(
        "a {device} needs an accessory for contact time, and the file names none", device=words
    )
    issue = Issue(code="sensor_unknown", message=text)
    return FormSensor(
        group="garmin-unknown",
        label=unnamed_sensor("garmin-unknown", words),
        issue=issue,
    )


def recorder_words(columns: FitColumns) -> str | None:
    """The recording device as people call it, e.g. 'Forerunner 965'."""
    file_id = columns.file_id
    if file_id.product_name is not None:
        return file_id.product_name
    words = product_words(file_id.product, file_id.product_number)
    return words if words is not None else _maker_words(file_id.manufacturer)


def device_infos(columns: FitColumns) -> tuple[DeviceInfo, ...]:
    """The recorder and every paired accessory, each once."""
    creators = [
        device for device in columns.devices if device.is_creator and device.software is not None
    ]
    file_id = columns.file_id
    recorder = DeviceInfo(
        role="recorder",
        manufacturer=file_id.manufacturer,
        product=recorder_words(columns),
        serial=file_id.serial,
        software=creators[-1].software if creators else None,
    )
    sensors: dict[tuple[str | None, str | None], DeviceInfo] = {}
    for device in columns.devices:
        if device.is_local or device.is_creator or not _is_accessory(device, columns):
            continue
        info = DeviceInfo(
            role="sensor",
            manufacturer=device.manufacturer,
            product=_device_words(device),
            serial=device.serial,
            software=device.software,
        )
        key = (info.manufacturer, info.product)
        if key not in sensors or info.serial is not None:
            sensors[key] = info
    return (recorder, *sensors.values())


def _is_accessory(device: FitDevice, columns: FitColumns) -> bool:
    """Whether the message names a thing of its own: old watches list their parts without saying
    that they are parts."""
    if device.manufacturer in (None, _DEVELOPMENT):
        return False
    if device.manufacturer != columns.file_id.manufacturer:
        return _device_words(device) is not None
    is_named = product_words(device.product, device.product_number) is not None
    return is_named and device.product_number != columns.file_id.product_number


def _device_words(device: FitDevice) -> str | None:
    words = product_words(device.product, device.product_number)
    return words if words is not None else _maker_words(device.manufacturer)


def _maker_words(manufacturer: str | None) -> str | None:
    """A manufacturer as a word; None for a number that the profile does not know."""
    if manufacturer is None or manufacturer.isdigit():
        return None
    return manufacturer.replace("_", " ").title()


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


@frozen
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
        words = listed(tuple(dict.fromkeys(leg.words for leg in legs)), PLUS)
        raise Refused(
            path, message("this is {sports}, not a run; only running is judged", sports=words)
        )
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
        words = named(file_type.replace("_", " "))
        raise Refused(
            path,
            message("this FIT file holds {sports} data, not a recorded activity", sports=words),
        )
    if not columns.sessions and not columns.timestamp_s.size:
        raise _nothing_usable(columns, path)


def _nothing_usable(columns: FitColumns, path: str) -> Unreadable:
    faults = [issue for issue in columns.issues if issue.code != "crc_mismatch"]
    if not faults:
        return Unreadable(path, message("this FIT file holds no record and no summary with a time"))
    reason = message("damaged before the first usable record: {reason}", reason=faults[-1].message)
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
        physiology=summary.physiology_of(
            columns, leg, has_power="power_w" in series and "stryd_power_w" not in series
        ),
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
            Issue(code="sport_unknown", message=message("the file names no sport: taken as a run"))
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
