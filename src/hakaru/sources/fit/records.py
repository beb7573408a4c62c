"""Record messages as one array per field, with the time of each.

The lower 12 bits are the speed (0.01 m/s), the upper 12 the distance (1/16 m), which rolls over
every 256 m and is summed up over the whole file.

A compressed header holds the lowest five bits of the time; the rest is that of the last time that
any message before it stated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from hakaru.records import frozen
from hakaru.running.activity import FloatArray
from hakaru.sources.fit.definitions import (
    TIMES_S,
    TIMESTAMP,
    DefinedField,
    Definition,
    Description,
    DeveloperColumn,
    DeveloperKey,
    Group,
    OffsetArray,
)
from hakaru.sources.fit.profile import COMPRESSED_SPEED_DISTANCE, MESSAGES, RECORD

Key = str | DeveloperKey
_REMEMBERED = 512
_TIME = "timestamp"
_PACKED_BYTES = 3


@frozen(eq=False)
class Planned:
    """One column: value = stored / raw_per_value - offset_value (None: stored)."""

    key: Key
    field: DefinedField
    raw_per_value: float | None = None
    offset_value: float = 0.0
    description: Description | None = None

    def scaled(self, values: FloatArray) -> FloatArray:
        """Values as stored in the units of the profile; the array is overwritten."""
        if self.raw_per_value is not None:
            values /= self.raw_per_value
        if self.offset_value:
            values -= self.offset_value
        return values


@frozen(eq=False)
class Plan:
    """Fields as sent, fields derived from them, and the field that packs speed and distance."""

    fields: tuple[Planned, ...]
    derived: tuple[Planned, ...]
    packed: DefinedField | None


@lru_cache(maxsize=_REMEMBERED)
def plan_of(definition: Definition) -> Plan:
    """The columns that messages of this definition give. Of a field defined twice the last counts.

    Only fields of one number become columns: no texts, no arrays, no bit patterns.
    """
    message = MESSAGES[definition.global_number]
    sent: dict[Key, Planned] = {}
    derived: dict[Key, Planned] = {}
    for field in definition.fields:
        profile_field = message.fields.get(field.number)
        if not field.is_one_number:
            continue
        if field.number == TIMESTAMP:
            sent[_TIME] = Planned(key=_TIME, field=field)
        elif profile_field is not None:
            scale, offset = profile_field.raw_per_value, profile_field.offset_value
            for key, planned in ((profile_field.name, sent), (profile_field.gives, derived)):
                if key is not None:
                    planned[key] = Planned(
                        key=key, field=field, raw_per_value=scale, offset_value=offset
                    )
    for own in definition.developer:
        if own.field.is_one_number:
            description = own.description
            sent[own.key] = Planned(
                key=own.key,
                field=own.field,
                raw_per_value=None
                if description.raw_per_value == 1.0
                else description.raw_per_value,
                offset_value=description.offset_value,
                description=description,
            )
    return Plan(
        fields=tuple(sent.values()), derived=tuple(derived.values()), packed=_packed(definition)
    )


def _packed(definition: Definition) -> DefinedField | None:
    field = definition.field(COMPRESSED_SPEED_DISTANCE)
    return field if field is not None and field.size_bytes == _PACKED_BYTES else None


Packed = NDArray[np.uint8]
Places = NDArray[np.int64]
_MASK = 0xFFF
_PER_MPS, _PER_M = 100.0, 16.0


def _bits(packed: Packed) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """The 24 bits of each row, and which rows hold a value."""
    wide = packed.astype(np.int64)
    return wide[:, 0] | wide[:, 1] << 8 | wide[:, 2] << 16, (packed != 0xFF).any(axis=1)


def packed_speed_mps(packed: Packed) -> FloatArray:
    """The speeds, shape (n,); NaN where a row holds no value."""
    bits, valid = _bits(packed)
    return np.where(valid, (bits & _MASK) / _PER_MPS, np.nan)


class PackedDistances:
    """Collects the packed distances of a file, whose order is that of their places."""

    def __init__(self) -> None:
        self._places: list[Places] = [np.empty(0, dtype=np.int64)]
        self._rolled: list[Places] = [np.empty(0, dtype=np.int64)]

    def add(self, places: Places, packed: Packed) -> None:
        """Take in the rows at these places; rows without a value are left out."""
        bits, valid = _bits(packed)
        self._places.append(places[valid])
        self._rolled.append(bits[valid] >> 12)

    def unrolled_m(self) -> tuple[Places, FloatArray]:
        """Places in ascending order, and the distance since the start of the file at each."""
        places, rolled = np.concatenate(self._places), np.concatenate(self._rolled)
        order = np.argsort(places, kind="stable")
        steps = np.diff(rolled[order], prepend=0) & _MASK
        return places[order], np.cumsum(steps) / _PER_M


@frozen(eq=False)
class Rows:
    """The messages of a group one under the other: message k begins at byte
    first + k * stride_bytes of the buffer."""

    buffer: bytes | NDArray[np.void]
    first: int
    stride_bytes: int
    n_rows: int
    byte_order: str

    def numbers(self, field: DefinedField) -> FloatArray:
        """The values of a field that holds one number, as stored; NaN where there is none."""
        values = self._raw(field, field.base.numpy_code)
        with np.errstate(invalid="ignore"):  # what a NaN holds besides being one
            numbers: FloatArray = values.astype(np.float64)
        if field.base.invalid is None:
            unknown = ~np.isfinite(numbers)
        else:
            unknown = values == field.base.invalid
        if unknown.any():
            numbers[unknown] = np.nan
        return numbers

    def bytes_of(self, field: DefinedField) -> NDArray[np.uint8]:
        """A field byte by byte, shape (n_rows, size_bytes)."""
        return np.ndarray(
            (self.n_rows, field.size_bytes),
            np.uint8,
            self.buffer,
            self.first + field.at_byte,
            (self.stride_bytes, 1),
        )

    def _raw(self, field: DefinedField, numpy_code: str) -> NDArray[np.generic]:
        return np.ndarray(
            (self.n_rows,),
            self.byte_order + numpy_code,
            self.buffer,
            self.first + field.at_byte,
            (self.stride_bytes,),
        )


def rows_of(data: bytes, group: Group, *, at: OffsetArray) -> Rows:
    """The messages at these offsets: in place where they lie one after the other, else copied."""
    definition = group.definition
    size_bytes = definition.size_bytes
    in_place = int(at[-1] - at[0]) == group.step_bytes * (at.size - 1)
    buffer: bytes | NDArray[np.void] = data
    if not in_place and size_bytes:
        everywhere = np.ndarray((len(data) - size_bytes + 1,), f"V{size_bytes}", data, 0, (1,))
        buffer = everywhere[at + 1]
    return Rows(
        buffer=buffer,
        first=int(at[0]) + 1 if in_place else 0,
        stride_bytes=group.step_bytes if in_place else size_bytes,
        n_rows=at.size,
        byte_order=definition.byte_order,
    )


_IS_COMPRESSED, _LOW_BITS = 0x80, 0x1F


class HeaderTimes:
    """The times that compressed headers stand for."""

    def __init__(self, data: bytes, groups: Sequence[Group]) -> None:
        self._at, self._time_s = _header_times(data, groups)

    def fill(self, time_s: FloatArray, at: OffsetArray) -> None:
        """Complete the times of the messages at `at` where they state none (NaN)."""
        if not self._at.size:
            return
        places = np.searchsorted(self._at, at).clip(max=self._at.size - 1)
        fits = (self._at[places] == at) & np.isnan(time_s)
        time_s[fits] = self._time_s[places[fits]]

    def at(self, offset: int) -> float | None:
        """The time of one message; None where its header holds none."""
        place = int(np.searchsorted(self._at, offset))
        has_time = place < self._at.size and self._at[place] == offset
        return float(self._time_s[place]) if has_time else None


def _header_times(data: bytes, groups: Sequence[Group]) -> tuple[OffsetArray, FloatArray]:
    """Offsets of all messages with compressed headers, and their times in FIT seconds."""
    raw = np.frombuffer(data, dtype=np.uint8)
    at = np.sort(np.concatenate([np.empty(0, np.int64), *(group.at for group in groups)]))
    at = at[raw[at] >= _IS_COMPRESSED]
    if not at.size:
        return at, np.empty(0)
    anchor_at, anchor_s = _anchors(data, groups)
    low = (raw[at] & _LOW_BITS).astype(np.int64)
    before = np.searchsorted(anchor_at, at, side="right") - 1
    base_s = np.where(before >= 0, anchor_s[before], 0) if anchor_s.size else np.zeros_like(at)
    is_first = np.diff(before, prepend=-2) != 0
    previous = np.where(is_first, base_s & _LOW_BITS, np.roll(low, 1))
    steps_s = (low - previous) & _LOW_BITS
    since_start_s = np.cumsum(steps_s)
    first = np.maximum.accumulate(np.where(is_first, np.arange(at.size), 0))
    since_anchor_s = since_start_s - (since_start_s - steps_s)[first]
    return at, (base_s + since_anchor_s).astype(np.float64)


def _anchors(data: bytes, groups: Sequence[Group]) -> tuple[OffsetArray, OffsetArray]:
    """Offsets of all messages that state a time, and these times."""
    places, times_s = [np.empty(0, np.int64)], [np.empty(0)]
    for group in groups:
        field = group.definition.field(TIMESTAMP)
        if field is not None and field.is_one_number and group.offsets:
            places.append(group.at)
            times_s.append(rows_of(data, group, at=group.at).numbers(field))
    at, time_s = np.concatenate(places), np.concatenate(times_s)
    in_range = (time_s >= 0) & (time_s < TIMES_S)
    order = np.argsort(at[in_range], kind="stable")
    return at[in_range][order], time_s[in_range][order].astype(np.int64)


_CELLS_PER_BYTE = 16
"""A file that needs more cells than this per byte comes from no device; its rare fields are left
out, so that memory stays in proportion to the file."""
_ALWAYS_CELLS = 250_000
_CELLS_MAX = 40_000_000
"""320 MB; a run of 24 hours with thirty fields has 2.6 million."""


@frozen(eq=False)
class Records:
    """All record messages: `at` are their offsets, every array has that length. `n_left_out`
    counts fields that are too rare for the size of the file."""

    at: OffsetArray
    timestamp_s: FloatArray
    native: Mapping[str, FloatArray]
    developer: Mapping[DeveloperKey, DeveloperColumn]
    n_left_out: int = 0


def records_of(
    data: bytes,
    groups: Sequence[Group],
    *,
    n_bytes: int,
    header_times: HeaderTimes | None = None,
) -> Records:
    """The columns of the record messages among the groups; NaN where a record lacks a field.

    `n_bytes` is the size of the one file that the groups are of.

    A field that the device sent beats one derived from another. Of a developer field that is
    described anew under another label or unit, the column holds the kind described last.
    """
    chosen = [
        group for group in groups if group.definition.global_number == RECORD and group.offsets
    ]
    chosen.sort(key=lambda group: group.offsets[-1])
    places = [group.at for group in chosen]
    at = np.sort(np.concatenate([np.empty(0, dtype=np.int64), *places]))
    keys, n_left_out = _affordable(chosen, n_records=at.size, n_bytes=n_bytes)
    table = _Table(at, keys, descriptions=_latest_descriptions(chosen))
    for group, place in zip(chosen, places, strict=True):
        table.add(group, rows_of(data, group, at=place), at=place)
    columns = table.finish()
    timestamp_s = columns.pop(_TIME, None)
    if timestamp_s is None:
        timestamp_s = np.full(at.size, np.nan)
    timestamp_s[~((timestamp_s >= 0) & (timestamp_s < TIMES_S))] = np.nan
    if header_times is not None:
        header_times.fill(timestamp_s, at)
    return Records(
        at=at,
        timestamp_s=timestamp_s,
        native={key: values for key, values in columns.items() if isinstance(key, str)},
        developer=table.labelled(columns),
        n_left_out=n_left_out,
    )


def _affordable(
    groups: Sequence[Group], *, n_records: int, n_bytes: int
) -> tuple[frozenset[Key], int]:
    """The fields that get a column, the most frequent first, and how many do not."""
    frequency: Counter[Key] = Counter()
    for group in groups:
        for planned in plan_of(group.definition).fields:
            frequency[planned.key] += len(group.offsets)
    n_cells = min(max(_ALWAYS_CELLS, _CELLS_PER_BYTE * n_bytes), _CELLS_MAX)
    room = n_cells // max(n_records, 1)
    keys = frozenset(key for key, _ in frequency.most_common(room)) | {_TIME}
    return keys, max(0, len(frequency.keys() - keys))


def _latest_descriptions(groups: Sequence[Group]) -> Mapping[DeveloperKey, Description]:
    """What each developer field means at its last use; groups come in the order of that."""
    return {
        developer_field.key: developer_field.description
        for group in groups
        for developer_field in group.definition.developer
    }


class _Table:
    """Columns over all records, filled group by group."""

    def __init__(
        self,
        at: OffsetArray,
        keys: frozenset[Key],
        *,
        descriptions: Mapping[DeveloperKey, Description],
    ) -> None:
        self._at, self._kept, self._descriptions = at, keys, descriptions
        self._columns: dict[Key, FloatArray] = {}
        self._distances = PackedDistances()

    def add(self, group: Group, rows: Rows, *, at: OffsetArray) -> None:
        """Take in one group, whose messages are at `at`."""
        places = None if at.size == self._at.size else np.searchsorted(self._at, at)
        plan = plan_of(group.definition)
        for planned in plan.fields:
            if planned.key in self._kept and self._means_the_same(planned):
                self._put(planned.key, planned.scaled(rows.numbers(planned.field)), places)
        for planned in plan.derived:
            values = planned.scaled(rows.numbers(planned.field))
            self._fill(planned.key, values, places)
        if plan.packed is not None:
            packed = rows.bytes_of(plan.packed)
            self._fill("speed", packed_speed_mps(packed), places)
            self._distances.add(np.arange(at.size) if places is None else places, packed)

    def finish(self) -> dict[Key, FloatArray]:
        """All columns, after the last group."""
        places, distance_m = self._distances.unrolled_m()
        if places.size:
            self._fill("distance", distance_m, places)
        return self._columns

    def labelled(self, columns: Mapping[Key, FloatArray]) -> dict[DeveloperKey, DeveloperColumn]:
        """The developer fields with what their app calls them."""
        labelled_columns = {}
        for key, values in columns.items():
            if not isinstance(key, str):
                description = self._descriptions[key]
                labelled_columns[key] = DeveloperColumn(
                    label=description.label, units=description.units, value=values
                )
        return labelled_columns

    def _means_the_same(self, planned: Planned) -> bool:
        if planned.description is None or isinstance(planned.key, str):
            return True
        latest, own = self._descriptions[planned.key], planned.description
        return (latest.label, latest.units) == (own.label, own.units)

    def _put(self, key: Key, values: FloatArray, places: OffsetArray | None) -> None:
        if places is None:
            self._columns[key] = values
        else:
            self._column(key)[places] = values

    def _fill(self, key: Key, values: FloatArray, places: OffsetArray | None) -> None:
        """Values for those of the records that have none."""
        if key not in self._columns:
            self._put(key, values, places)
            return
        column = self._columns[key]
        rows = np.arange(column.size) if places is None else places
        missing = np.isnan(column[rows])
        column[rows[missing]] = values[missing]

    def _column(self, key: Key) -> FloatArray:
        column = self._columns.get(key)
        if column is None:
            column = self._columns[key] = np.full(self._at.size, np.nan)
        return column
