"""The summary messages (session, lap, device_info...) of a FIT file.

The decoder hands over each message as a mapping of profile names to numbers and texts; these
functions pick one kind each and turn it into value classes, leaving out what lacks its essential
fields.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from hakaru.records import frozen
from hakaru.sources.fit import profile
from hakaru.sources.fit.definitions import (
    TIMES_S,
    DefinedField,
    Definition,
    FitDevice,
    FitEvent,
    FitFileId,
    FitLap,
    FitSession,
    FitSport,
    FitStep,
    FitTargets,
    FitZones,
)
from hakaru.sources.fit.profile import MESSAGES, BaseType, ProfileField, name_of, product_name

Value = int | float | str | tuple[int | float | None, ...]
Fields = Mapping[str, object]
_REMEMBERED = 512


@frozen(eq=False)
class _Slot:
    """One field that is read: its values are unpacked[first : first + count]."""

    field: ProfileField
    base: BaseType
    first: int
    count: int


@frozen(eq=False)
class _Plan:
    """How the messages of one definition are unpacked; fields not read are skipped."""

    packing: struct.Struct
    slots: tuple[_Slot, ...]


def read_fields(data: bytes, definition: Definition, *, at: int) -> dict[str, object]:
    """The fields of the profile in the message whose header is at `at`, by name.

    An invalid value is absent; a field sent beats one derived from another.
    """
    plan = _plan(definition)
    unpacked = plan.packing.unpack_from(data, at + 1)
    fields: dict[str, object] = {}
    derived: dict[str, object] = {}
    for slot in plan.slots:
        value = _value(slot, unpacked)
        if value is not None:
            fields[slot.field.name] = value
            if slot.field.gives is not None:
                derived[slot.field.gives] = value
    return {**derived, **fields} if derived else fields


@lru_cache(maxsize=_REMEMBERED)
def _plan(definition: Definition) -> _Plan:
    message = MESSAGES.get(definition.global_number)
    wanted = {} if message is None else message.fields
    codes, slots, first = [definition.byte_order], [], 0
    for defined_field in definition.fields:
        field = wanted.get(defined_field.number)
        if field is None or not defined_field.count or not _fits(defined_field.base, field):
            codes.append(f"{defined_field.size_bytes}x")
            continue
        codes.append(_code(defined_field))
        count = 1 if defined_field.base.is_text else defined_field.count
        slots.append(_Slot(field=field, base=defined_field.base, first=first, count=count))
        first += count
    return _Plan(packing=struct.Struct("".join(codes)), slots=tuple(slots))


def _fits(base: BaseType, field: ProfileField) -> bool:
    """Whether a field is stored as what it is: a text as a text, numbers as numbers."""
    return base.is_text if field.is_text else base.is_number


def _code(field: DefinedField) -> str:
    return f"{field.size_bytes if field.base.is_text else field.count}{field.base.struct_code}"


def _value(slot: _Slot, unpacked: tuple[object, ...]) -> Value | None:
    first = unpacked[slot.first]
    if isinstance(first, bytes):
        return first.partition(b"\0")[0].decode(errors="replace") or None
    if slot.count == 1:
        return _field_number(slot, first)
    values = tuple(
        _field_number(slot, raw) for raw in unpacked[slot.first : slot.first + slot.count]
    )
    return values if any(value is not None for value in values) else None


def _field_number(slot: _Slot, raw: object) -> int | float | None:
    if raw == slot.base.invalid or not isinstance(raw, int | float):
        return None
    if isinstance(raw, float) and not math.isfinite(raw):
        return None
    field = slot.field
    if field.is_time and not 0 <= raw < TIMES_S:
        return None
    if field.raw_per_value is not None:
        raw = raw / field.raw_per_value
    return raw - field.offset_value if field.offset_value else raw


_UTC_OFFSET_STEP_S = 900.0
_UTC_OFFSET_MIN_S, _UTC_OFFSET_MAX_S = -43200.0, 50400.0
_CREATOR, _LOCAL = 0, 5
"""The device_index of the recorder itself, and the source_type of its parts."""
_KINDS = ("sport", "sub_sport")


@frozen
class Message:
    """One summary message and how many records came before it."""

    number: int
    fields: Fields
    n_records_before: int


Messages = Sequence[Message]


def _all(messages: Messages, number: int) -> Iterator[Fields]:
    return (message.fields for message in messages if message.number == number)


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


def _text(fields: Fields, name: str) -> str | None:
    """The field as text, a number in its digits; None where it is absent or an array."""
    value = fields.get(name)
    return None if value is None or isinstance(value, tuple) else str(value)


def _product(fields: Fields) -> str | None:
    number = _integer(fields, "product")
    return None if number is None else product_name(fields.get("manufacturer"), number)


def _numbers(fields: Fields, name: str) -> tuple[float, ...]:
    """An array field up to its first invalid entry; empty where it is absent."""
    value = fields.get(name)
    numbers: list[float] = []
    for entry in value if isinstance(value, tuple) else (value,):
        if not isinstance(entry, int | float):
            break
        numbers.append(float(entry))
    return tuple(numbers)


def last_number(messages: Messages, message: int, *, field: str) -> float | None:
    """The last value > 0 of one field of one kind of message; None where there is none."""
    values = [_positive(fields, field) for fields in _all(messages, message)]
    numbers = [value for value in values if value is not None]
    return numbers[-1] if numbers else None


def file_id_of(messages: Messages) -> FitFileId:
    """The first file_id message; one without fields where the file has none."""
    fields = next(_all(messages, profile.FILE_ID), {})
    return FitFileId(
        type=name_of(profile.FILE_TYPES, fields.get("type")),
        manufacturer=name_of(profile.MAKERS, fields.get("manufacturer")),
        product=_product(fields),
        product_number=_integer(fields, "product"),
        product_name=_text(fields, "product_name"),
        serial=_text(fields, "serial_number"),
        created_s=_number(fields, "time_created"),
    )


def laps_of(messages: Messages) -> tuple[FitLap, ...]:
    """Laps that have a start and a duration."""
    laps = []
    for fields in _all(messages, profile.LAP):
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
            trigger=name_of(profile.LAP_TRIGGERS, fields.get("lap_trigger")),
            intensity=name_of(profile.INTENSITIES, fields.get("intensity")),
            sport=name_of(profile.SPORTS, fields.get("sport")),
            step_index=_integer(fields, "wkt_step_index"),
        )
        laps.append(lap)
    return tuple(laps)


def workout_name_of(messages: Messages) -> str | None:
    """What the planned workout was called; None: none was planned, or it has no name."""
    called = [_text(fields, "wkt_name") for fields in _all(messages, profile.WORKOUT)]
    return next((name for name in called if name), None)


def steps_of(messages: Messages) -> tuple[FitStep, ...]:
    """The steps of the planned workout that the file carries, by their index."""
    steps = []
    for position, fields in enumerate(_all(messages, profile.WORKOUT_STEP)):
        index = _integer(fields, "message_index")
        step = FitStep(
            index=position if index is None else index,
            name=_text(fields, "wkt_step_name"),
            intensity=name_of(profile.INTENSITIES, fields.get("intensity")),
            duration_type=name_of(profile.DURATION_TYPES, fields.get("duration_type")),
            duration_value=_integer(fields, "duration_value"),
            target_value=_integer(fields, "target_value"),
        )
        steps.append(step)
    return tuple(sorted(steps, key=lambda step: step.index))


def sessions_of(messages: Messages) -> tuple[FitSession, ...]:
    """Sessions in the order of the file, with every numeric total and average."""
    sessions = []
    for position, fields in enumerate(_all(messages, profile.SESSION)):
        index = _integer(fields, "message_index")
        figures = {
            name: float(value)
            for name, value in fields.items()
            if isinstance(value, int | float) and name not in _KINDS
        }
        session = FitSession(
            index=position if index is None else index,
            sport=name_of(profile.SPORTS, fields.get("sport")),
            sub_sport=name_of(profile.SUB_SPORTS, fields.get("sub_sport")),
            start_s=_number(fields, "start_time"),
            elapsed_s=_number(fields, "total_elapsed_time"),
            figures=figures,
        )
        sessions.append(session)
    return tuple(sessions)


def sports_of(messages: Messages) -> tuple[FitSport, ...]:
    """Sport messages: what the athlete chose, at the place where it was chosen."""
    return tuple(
        FitSport(
            sport=name_of(profile.SPORTS, message.fields.get("sport")),
            sub_sport=name_of(profile.SUB_SPORTS, message.fields.get("sub_sport")),
            n_records_before=message.n_records_before,
            name=_text(message.fields, "name"),
        )
        for message in messages
        if message.number == profile.SPORT
    )


def events_of(messages: Messages) -> tuple[FitEvent, ...]:
    """Events that have a time."""
    events = []
    for fields in _all(messages, profile.EVENT):
        time_s = _number(fields, "timestamp")
        event = name_of(profile.EVENTS, fields.get("event"))
        event_type = name_of(profile.EVENT_TYPES, fields.get("event_type"))
        if time_s is not None and event is not None and event_type is not None:
            events.append(FitEvent(event=event, event_type=event_type, time_s=time_s))
    return tuple(events)


def devices_of(messages: Messages) -> tuple[FitDevice, ...]:
    """Every device_info message (a device is repeated at each start and stop)."""
    devices = []
    for fields in _all(messages, profile.DEVICE_INFO):
        software = _number(fields, "software_version")
        device = FitDevice(
            is_creator=fields.get("device_index") == _CREATOR,
            is_local=fields.get("source_type") == _LOCAL,
            manufacturer=name_of(profile.MAKERS, fields.get("manufacturer")),
            product=_text(fields, "product_name") or _product(fields),
            product_number=_integer(fields, "product"),
            kind=_text(fields, "device_type"),
            serial=_text(fields, "serial_number"),
            software=None if software is None else f"{software:.2f}",
        )
        devices.append(device)
    return tuple(devices)


def zones_of(messages: Messages) -> tuple[FitZones, ...]:
    """Heart rate zones: those of each session (time_in_zone), else the bare bounds (hr_zone)."""
    zones = []
    for fields in _all(messages, profile.TIME_IN_ZONE):
        high_bpm = _numbers(fields, "hr_zone_high_boundary")
        if high_bpm and fields.get("reference_mesg") == profile.SESSION:
            zone = FitZones(
                session_index=_integer(fields, "reference_index"),
                high_bpm=high_bpm,
                time_s=_numbers(fields, "time_in_hr_zone"),
                threshold_heart_rate_bpm=_positive(fields, "threshold_heart_rate"),
                max_heart_rate_bpm=_positive(fields, "max_heart_rate"),
                resting_heart_rate_bpm=_positive(fields, "resting_heart_rate"),
            )
            zones.append(zone)
    bounds = [_positive(fields, "high_bpm") for fields in _all(messages, profile.HR_ZONE)]
    high_bpm = tuple(sorted(bound for bound in bounds if bound is not None))
    if high_bpm:
        zones.append(FitZones(session_index=None, high_bpm=high_bpm))
    return tuple(zones)


def targets_of(messages: Messages) -> tuple[FitTargets, ...]:
    """zones_target messages, each with the sport message it followed."""
    targets = []
    sport: str | None = None
    for message in messages:
        if message.number == profile.SPORT:
            sport = name_of(profile.SPORTS, message.fields.get("sport"))
        elif message.number == profile.ZONES_TARGET:
            target = FitTargets(
                sport=sport,
                threshold_heart_rate_bpm=_positive(message.fields, "threshold_heart_rate"),
                functional_threshold_power_w=_positive(
                    message.fields, "functional_threshold_power"
                ),
                max_heart_rate_bpm=_positive(message.fields, "max_heart_rate"),
            )
            targets.append(target)
    return tuple(targets)


def utc_offset_of(messages: Messages) -> float | None:
    """Local time minus UTC in seconds, to the quarter of an hour: from the activity message, else
    from the device settings; None where neither gives a time zone that exists."""
    for fields in _all(messages, profile.ACTIVITY):
        local_s, utc_s = _number(fields, "local_timestamp"), _number(fields, "timestamp")
        if local_s is not None and utc_s is not None:
            return _plausible_offset_s(local_s - utc_s)
    for fields in _all(messages, profile.DEVICE_SETTINGS):
        offset_s = _number(fields, "time_offset")
        if offset_s is not None:
            return _plausible_offset_s(offset_s - 2.0**32 if offset_s >= 2.0**31 else offset_s)
    return None


def _plausible_offset_s(offset_s: float) -> float | None:
    rounded_s = round(offset_s / _UTC_OFFSET_STEP_S) * _UTC_OFFSET_STEP_S
    return rounded_s if _UTC_OFFSET_MIN_S <= rounded_s <= _UTC_OFFSET_MAX_S else None
