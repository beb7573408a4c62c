"""What do the summary messages (session, lap, device_info...) of a FIT file say?

The decoder hands over each message as a mapping of profile names to values; these functions pick
one kind each and turn it into value classes, leaving out what lacks its essential fields.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from hakaru.sources.fit.columns import (
    DeveloperKey,
    DeveloperScale,
    FitDevice,
    FitEvent,
    FitFileId,
    FitLap,
    FitSession,
    FitSport,
    FitTargets,
    FitZones,
)

Fields = Mapping[str, object]
WANTED = frozenset(
    {
        "activity",
        "device_info",
        "device_settings",
        "event",
        "field_description",
        "file_id",
        "hr_zone",
        "lap",
        "max_met_data",
        "session",
        "sport",
        "time_in_zone",
        "user_profile",
        "zones_target",
    }
)
"""The kinds of message that are read, besides `record`."""
_PRODUCT_NAMES = ("garmin_product", "favero_product", "product")
_KIND_NAMES = ("antplus_device_type", "ble_device_type", "ant_device_type", "device_type")
_UTC_OFFSET_STEP_S = 900.0
_UTC_OFFSET_MIN_S, _UTC_OFFSET_MAX_S = -43200.0, 50400.0


@dataclass(frozen=True, kw_only=True)
class Message:
    """One summary message and how many records came before it."""

    name: str
    fields: Fields
    n_records_before: int


Messages = Sequence[Message]


def _all(found: Messages, name: str) -> Iterator[Fields]:
    return (one.fields for one in found if one.name == name)


def _number(fields: Fields, name: str) -> float | None:
    """The field as a number; None where it is absent, invalid, an array or a text."""
    value = fields.get(name)
    return float(value) if isinstance(value, int | float) else None


def _positive(fields: Fields, name: str) -> float | None:
    """The field where it is > 0: zero means that the athlete never set it."""
    value = _number(fields, name)
    return value if value is not None and value > 0 else None


def _integer(fields: Fields, name: str) -> int | None:
    value = fields.get(name)
    return value if isinstance(value, int) else None


def _text(fields: Fields, *names: str) -> str | None:
    """The first of these fields that is present, as text (an unknown enumeration value as its
    number); None where none is."""
    for name in names:
        value = fields.get(name)
        if value is not None and not isinstance(value, tuple):
            return str(value)
    return None


def _numbers(fields: Fields, name: str) -> tuple[float, ...]:
    """An array field up to its first invalid entry; empty where it is absent."""
    value = fields.get(name)
    kept: list[float] = []
    for one in value if isinstance(value, tuple) else (value,):
        if not isinstance(one, int | float):
            break
        kept.append(float(one))
    return tuple(kept)


def last_number(found: Messages, name: str, *, field: str) -> float | None:
    """The last value > 0 of one field of one kind of message; None where there is none."""
    values = [_positive(fields, field) for fields in _all(found, name)]
    known = [value for value in values if value is not None]
    return known[-1] if known else None


def file_id_of(found: Messages) -> FitFileId:
    """The first file_id message; one without fields where the file has none."""
    fields = next(_all(found, "file_id"), {})
    return FitFileId(
        type=_text(fields, "type"),
        manufacturer=_text(fields, "manufacturer"),
        product=_text(fields, *_PRODUCT_NAMES),
        product_number=_integer(fields, "product_number"),
        product_name=_text(fields, "product_name"),
        serial=_text(fields, "serial_number"),
        created_s=_number(fields, "time_created"),
    )


def laps_of(found: Messages) -> tuple[FitLap, ...]:
    """Laps that have a start and a duration."""
    laps = []
    for fields in _all(found, "lap"):
        start_s, end_s = _number(fields, "start_time"), _number(fields, "timestamp")
        elapsed_s = _number(fields, "total_elapsed_time")
        if elapsed_s is None and start_s is not None and end_s is not None:
            elapsed_s = end_s - start_s
        if start_s is None or elapsed_s is None or elapsed_s < 0:
            continue
        lap = FitLap(
            start_s=start_s,
            elapsed_s=elapsed_s,
            timer_s=_number(fields, "total_timer_time"),
            distance_m=_number(fields, "total_distance"),
            trigger=_text(fields, "lap_trigger"),
            intensity=_text(fields, "intensity"),
            sport=_text(fields, "sport"),
        )
        laps.append(lap)
    return tuple(laps)


def sessions_of(found: Messages) -> tuple[FitSession, ...]:
    """Sessions in the order of the file, with every numeric total and average."""
    sessions = []
    for position, fields in enumerate(_all(found, "session")):
        index = _integer(fields, "message_index")
        figures = {
            name: float(value) for name, value in fields.items() if isinstance(value, int | float)
        }
        session = FitSession(
            index=position if index is None else index,
            sport=_text(fields, "sport"),
            sub_sport=_text(fields, "sub_sport"),
            start_s=_number(fields, "start_time"),
            elapsed_s=_number(fields, "total_elapsed_time"),
            figures=figures,
        )
        sessions.append(session)
    return tuple(sessions)


def sports_of(found: Messages) -> tuple[FitSport, ...]:
    """Sport messages: what the athlete chose, at the place where it was chosen."""
    return tuple(
        FitSport(
            sport=_text(one.fields, "sport"),
            sub_sport=_text(one.fields, "sub_sport"),
            n_records_before=one.n_records_before,
            name=_text(one.fields, "name"),
        )
        for one in found
        if one.name == "sport"
    )


def events_of(found: Messages) -> tuple[FitEvent, ...]:
    """Events that have a time."""
    events = []
    for fields in _all(found, "event"):
        time_s = _number(fields, "timestamp")
        event, event_type = _text(fields, "event"), _text(fields, "event_type")
        if time_s is not None and event is not None and event_type is not None:
            events.append(FitEvent(event=event, event_type=event_type, time_s=time_s))
    return tuple(events)


def devices_of(found: Messages) -> tuple[FitDevice, ...]:
    """Every device_info message (a device is repeated at each start and stop)."""
    devices = []
    for fields in _all(found, "device_info"):
        software = _number(fields, "software_version")
        device = FitDevice(
            is_creator=fields.get("device_index") == "creator",
            is_local=fields.get("source_type") == "local",
            manufacturer=_text(fields, "manufacturer"),
            product=_text(fields, "product_name", *_PRODUCT_NAMES),
            product_number=_integer(fields, "product_number"),
            kind=_text(fields, *_KIND_NAMES),
            serial=_text(fields, "serial_number"),
            software=None if software is None else f"{software:.2f}",
        )
        devices.append(device)
    return tuple(devices)


def zones_of(found: Messages) -> tuple[FitZones, ...]:
    """Heart rate zones: those of each session (time_in_zone), else the bare bounds (hr_zone)."""
    zones = []
    for fields in _all(found, "time_in_zone"):
        high_bpm = _numbers(fields, "hr_zone_high_boundary")
        if high_bpm and fields.get("reference_mesg") == "session":
            zone = FitZones(
                session_index=_integer(fields, "reference_index"),
                high_bpm=high_bpm,
                time_s=_numbers(fields, "time_in_hr_zone"),
                threshold_heart_rate_bpm=_positive(fields, "threshold_heart_rate"),
                max_heart_rate_bpm=_positive(fields, "max_heart_rate"),
                resting_heart_rate_bpm=_positive(fields, "resting_heart_rate"),
            )
            zones.append(zone)
    bounds = [_positive(fields, "high_bpm") for fields in _all(found, "hr_zone")]
    high_bpm = tuple(sorted(bound for bound in bounds if bound is not None))
    if high_bpm:
        zones.append(FitZones(session_index=None, high_bpm=high_bpm))
    return tuple(zones)


def targets_of(found: Messages) -> tuple[FitTargets, ...]:
    """zones_target messages, each with the sport message it followed."""
    targets = []
    sport: str | None = None
    for one in found:
        if one.name == "sport":
            sport = _text(one.fields, "sport")
        elif one.name == "zones_target":
            target = FitTargets(
                sport=sport,
                threshold_heart_rate_bpm=_positive(one.fields, "threshold_heart_rate"),
                functional_threshold_power_w=_positive(one.fields, "functional_threshold_power"),
                max_heart_rate_bpm=_positive(one.fields, "max_heart_rate"),
            )
            targets.append(target)
    return tuple(targets)


def utc_offset_of(found: Messages) -> float | None:
    """Local time minus UTC in seconds, to the quarter of an hour: from the activity message, else
    from the device settings; None where neither gives a time zone that exists."""
    for fields in _all(found, "activity"):
        local_s, utc_s = _number(fields, "local_timestamp"), _number(fields, "timestamp")
        if local_s is not None and utc_s is not None:
            return _plausible_offset_s(local_s - utc_s)
    for fields in _all(found, "device_settings"):
        offset_s = _number(fields, "time_offset")
        if offset_s is not None:
            return _plausible_offset_s(offset_s - 2.0**32 if offset_s >= 2.0**31 else offset_s)
    return None


def _plausible_offset_s(offset_s: float) -> float | None:
    rounded_s = round(offset_s / _UTC_OFFSET_STEP_S) * _UTC_OFFSET_STEP_S
    return rounded_s if _UTC_OFFSET_MIN_S <= rounded_s <= _UTC_OFFSET_MAX_S else None


def developer_scales(found: Messages) -> Mapping[DeveloperKey, DeveloperScale]:
    """Scale and offset of the developer fields that state one."""
    scales = {}
    for fields in _all(found, "field_description"):
        index = _integer(fields, "developer_data_index")
        number = _integer(fields, "field_definition_number")
        scale, offset = _positive(fields, "scale"), _number(fields, "offset")
        if index is not None and number is not None and (scale, offset) != (None, None):
            scales[index, number] = DeveloperScale(
                raw_per_value=1.0 if scale is None else scale,
                offset_value=0.0 if offset is None else offset,
            )
    return scales
