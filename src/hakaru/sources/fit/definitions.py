"""What a FIT file says about its own messages: definitions and groups.

This is the interface behind which the decoder can be replaced. Names are those of the FIT profile,
values are in its units (mm, strides/min, semicircles, seconds since the FIT epoch); a value that
the file marks as invalid is NaN in an array and None elsewhere.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Callable, Mapping
from dataclasses import field
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from hakaru.records import frozen
from hakaru.running.activity import FloatArray, Issue, Sex
from hakaru.sources.fit.profile import DEVELOPER_DATA_ID, FIELD_DESCRIPTION, BaseType, base_type

RELATIVE_BELOW_S = 0x10000000
"""A FIT time below this counts seconds since the device was switched on, not since the epoch."""

DeveloperKey = tuple[int, int]
"""(developer_data_index, field number): the only identity of a developer field; names collide."""


@frozen
class DeveloperColumn:
    """One developer field of the records; `label` and `units` are free text of the app's author."""

    label: str
    units: str
    value: FloatArray


@frozen
class FitFileId:
    """Who wrote the file and what kind of file it is ('activity', 'settings', 'workout'...)."""

    type: str | None = None
    manufacturer: str | None = None
    product: str | None = None
    product_number: int | None = None
    product_name: str | None = None
    serial: str | None = None
    created_s: float | None = None


@frozen
class FitLap:
    """One lap message; times in FIT seconds."""

    start_s: float
    elapsed_s: float
    timer_s: float | None
    distance_m: float | None
    trigger: str | None
    intensity: str | None
    sport: str | None
    step_index: int | None = None


@frozen
class FitStep:
    """One workout_step message of a planned workout; `index` is its message_index.

    `duration_type` names what ends it, `duration_value` is raw: ms, cm, or for a repeat the index
    of the step it goes back to; `target_value` of a repeat is how often.
    """

    index: int
    name: str | None
    intensity: str | None
    duration_type: str | None
    duration_value: int | None
    target_value: int | None


@frozen
class FitSession:
    """One session message: a whole activity, or one leg of a multisport activity.

    `figures` holds the numeric totals and averages by profile name, in profile units.
    """

    index: int
    sport: str | None
    sub_sport: str | None
    start_s: float | None
    elapsed_s: float | None
    figures: Mapping[str, float]


@frozen
class FitSport:
    """A sport message and how many records came before it; `name` is that of the profile chosen."""

    sport: str | None
    sub_sport: str | None
    n_records_before: int
    name: str | None = None


@frozen
class FitEvent:
    """One event message, e.g. event 'timer' of type 'stop_all'."""

    event: str
    event_type: str
    time_s: float


@frozen
class FitDevice:
    """One device_info message. `kind` is the (ANT+) device type, '30' being running dynamics;
    `is_local` says that it is a part of the recorder itself (barometer, GPS)."""

    is_creator: bool
    is_local: bool
    manufacturer: str | None
    product: str | None
    product_number: int | None
    kind: str | None
    serial: str | None
    software: str | None


@frozen
class FitZones:
    """Heart rate zones and the time in them; `high_bpm[k]` is the upper bound of zone k (from 0).

    `session_index` is None where the bounds hold for the whole file; times are empty then.
    """

    session_index: int | None
    high_bpm: tuple[float, ...]
    time_s: tuple[float, ...] = ()
    threshold_heart_rate_bpm: float | None = None
    max_heart_rate_bpm: float | None = None
    resting_heart_rate_bpm: float | None = None


@frozen
class FitTargets:
    """A zones_target message; `sport` is the sport message it followed."""

    sport: str | None
    threshold_heart_rate_bpm: float | None = None
    functional_threshold_power_w: float | None = None
    max_heart_rate_bpm: float | None = None


@frozen
class FitUser:
    """What the last user_profile message says that sets each; None: never set."""

    weight_kg: float | None = None
    height_m: float | None = None
    age_years: int | None = None
    sex: Sex | None = None
    max_heart_rate_bpm: float | None = None
    resting_heart_rate_bpm: float | None = None


@frozen
class FitWatchMetrics:
    """What the watch itself made of the runner's fitness; None: not said, or nobody has it."""

    vo2_max_ml_per_kg_min: float | None = None
    threshold_heart_rate_bpm: float | None = None
    threshold_speed_mps: float | None = None


@frozen
class FitColumns:
    """One FIT file (one link of a chain). All record arrays have the length of `timestamp_s`.

    `utc_offset_s` is local time minus UTC as the file states it, None where it does not. `partial`
    says that reading stopped before the end; the reason is among `issues`. `n_unknown` counts the
    messages of kinds that are not read, by their global number.
    """

    file_id: FitFileId
    timestamp_s: FloatArray
    native: Mapping[str, FloatArray]
    developer: Mapping[DeveloperKey, DeveloperColumn]
    laps: tuple[FitLap, ...] = ()
    sessions: tuple[FitSession, ...] = ()
    sports: tuple[FitSport, ...] = ()
    events: tuple[FitEvent, ...] = ()
    devices: tuple[FitDevice, ...] = ()
    zones: tuple[FitZones, ...] = ()
    targets: tuple[FitTargets, ...] = ()
    user: FitUser = field(default_factory=FitUser)
    workout_name: str | None = None
    steps: tuple[FitStep, ...] = ()
    vo2_max_ml_per_kg_min: float | None = None
    watch: FitWatchMetrics = field(default_factory=FitWatchMetrics)
    utc_offset_s: float | None = None
    n_unknown: Mapping[int, int] = field(default_factory=dict)
    partial: bool = False
    issues: tuple[Issue, ...] = field(default_factory=tuple)


_HEAD_BYTES = 5
_FIELD_BYTES = 3
_REMEMBERED = 512
TIMESTAMP = 253
"""The number of the timestamp field in every kind of message."""
TIMES_S = 2.0**32
"""Seconds since the FIT epoch that a time can hold; anything else is no time."""


@frozen
class Description:
    """What a field_description message says of a developer field. `code` is its base type, None
    where the file names none that exists; value = raw / raw_per_value - offset_value."""

    code: int | None = None
    label: str = ""
    units: str = ""
    raw_per_value: float = 1.0
    offset_value: float = 0.0


@frozen(eq=False)
class DefinedField:
    """One field of a message: where in it, and of which type."""

    number: int
    at_byte: int
    size_bytes: int
    base: BaseType

    @property
    def count(self) -> int:
        """How many values it holds (of a text: how many bytes)."""
        return self.size_bytes // self.base.size_bytes

    @property
    def is_one_number(self) -> bool:
        """Whether it holds exactly one number."""
        return self.base.is_number and self.count == 1


@frozen(eq=False)
class DeveloperField:
    """One developer field of a message, with the description that was in force."""

    key: DeveloperKey
    field: DefinedField
    description: Description


@frozen(eq=False)
class Definition:
    """The layout of data messages; `byte_order` is '<' or '>', sizes are without the header."""

    global_number: int
    byte_order: str
    fields: tuple[DefinedField, ...]
    developer: tuple[DeveloperField, ...]
    size_bytes: int

    def field(self, number: int) -> DefinedField | None:
        """The last field of that number; None where the messages lack it."""
        return next(
            (
                defined_field
                for defined_field in reversed(self.fields)
                if defined_field.number == number
            ),
            None,
        )


Descriptions = tuple[Description | None, ...]


def definition_bytes(data: bytes, at: int, *, has_developer: bool) -> int:
    """Length of the definition message whose header is at `at`, which may exceed the data."""
    if at + _HEAD_BYTES >= len(data):
        return _HEAD_BYTES + 1
    length = 1 + _HEAD_BYTES + _FIELD_BYTES * data[at + _HEAD_BYTES]
    if has_developer:
        count = data[at + length] if at + length < len(data) else 0
        length += 1 + _FIELD_BYTES * count
    return length


def developer_keys(content: bytes) -> tuple[DeveloperKey, ...]:
    """The developer fields of a definition message (without its header) that has some."""
    start = _HEAD_BYTES + _FIELD_BYTES * content[_HEAD_BYTES - 1] + 1
    return tuple((content[at + 2], content[at]) for at in range(start, len(content), _FIELD_BYTES))


@lru_cache(maxsize=_REMEMBERED)
def read_definition(content: bytes, descriptions: Descriptions = ()) -> Definition:
    """The definition in these bytes (all but the header); `descriptions` of its developer fields.

    Definitions recur in every file of a device, so the latest are remembered.
    """
    byte_order = ">" if content[1] else "<"
    global_number = int.from_bytes(content[2:4], "big" if content[1] else "little")
    fields = []
    at_byte = 0
    end = _HEAD_BYTES + _FIELD_BYTES * content[4]
    for at in range(_HEAD_BYTES, end, _FIELD_BYTES):
        number, size_bytes, code = content[at : at + _FIELD_BYTES]
        fields.append(_field(number, at_byte, size_bytes, code))
        at_byte += size_bytes
    developer = []
    for at, description in zip(
        range(end + 1, len(content), _FIELD_BYTES), descriptions, strict=True
    ):
        number, size_bytes, index = content[at : at + _FIELD_BYTES]
        if description is not None and description.code is not None:
            defined_field = _field(number, at_byte, size_bytes, description.code)
            developer.append(
                DeveloperField(key=(index, number), field=defined_field, description=description)
            )
        at_byte += size_bytes
    return Definition(
        global_number=global_number,
        byte_order=byte_order,
        fields=tuple(fields),
        developer=tuple(developer),
        size_bytes=at_byte,
    )


def _field(number: int, at_byte: int, size_bytes: int, code: int) -> DefinedField:
    return DefinedField(
        number=number, at_byte=at_byte, size_bytes=size_bytes, base=base_type(code, size_bytes)
    )


OffsetArray = NDArray[np.int64]
_DESCRIBES = (FIELD_DESCRIPTION, DEVELOPER_DATA_ID)


def take_nothing(_: int) -> None:
    """Stands where messages cannot be taken one after the other."""


class Group:
    """All messages of one definition: the offsets of their headers, in the order of the file.

    `step_bytes` is the length of one message with its header. `describes`: the messages say what
    developer fields mean, so that their order matters. `append` takes one message in unless they
    do. `seen_at`, `gap_bytes`: where the definition was met last, and how far behind the time
    before.
    """

    __slots__ = (
        "append", "definition", "describes", "gap_bytes", "offsets", "seen_at", "step_bytes",
    )  # fmt: skip

    def __init__(self, definition: Definition) -> None:
        self.definition = definition
        self.offsets: array[int] = array("q")
        self.step_bytes = 1 + definition.size_bytes
        self.describes = definition.global_number in _DESCRIBES
        self.append: Callable[[int], None] = take_nothing if self.describes else self.offsets.append
        self.seen_at, self.gap_bytes = -1, 0

    @property
    def at(self) -> OffsetArray:
        """The offsets as an array."""
        return np.array(self.offsets, dtype=np.int64)

    def take(self, places: OffsetArray) -> None:
        """Take in messages behind those that are known."""
        self.offsets.frombytes(places.tobytes())

    def drop_from(self, offset: int) -> None:
        """Forget the messages that begin there or later."""
        del self.offsets[bisect_left(self.offsets, offset) :]
