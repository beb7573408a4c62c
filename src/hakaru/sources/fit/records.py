"""How do the record messages of a FIT file become one array per field?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from hakaru.running.activity import FloatArray
from hakaru.sources.fit.clock import HeaderTimes
from hakaru.sources.fit.columns import DeveloperColumn, DeveloperKey
from hakaru.sources.fit.definitions import TIMES_S, Description
from hakaru.sources.fit.groups import Group, OffsetArray
from hakaru.sources.fit.packed import PackedDistances, packed_speed_mps
from hakaru.sources.fit.plan import Key, Planned, plan_of
from hakaru.sources.fit.profile import RECORD
from hakaru.sources.fit.rows import Rows, rows_of

_TIME = "timestamp"
_CELLS_PER_BYTE = 16
"""A file that needs more cells than this per byte comes from no device; its rare fields are left
out, so that memory stays in proportion to the file."""
_ALWAYS_CELLS = 250_000
_CELLS_MAX = 40_000_000
"""320 MB; a run of 24 hours with thirty fields has 2.6 million."""


@dataclass(frozen=True, kw_only=True, eq=False)
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
