"""How do record messages, one after the other, become one array per field?

Messages that carry the same fields share a layout, so each costs one list of values; arrays are
built once at the end.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import fitdecode
import numpy as np

from hakaru.running.activity import FloatArray
from hakaru.sources.fit.columns import DeveloperColumn, DeveloperKey, DeveloperScale

_TIMESTAMP = "timestamp"
NativeKey = str
ColumnKey = NativeKey | DeveloperKey


@dataclass(kw_only=True)
class _Layout:
    """The columns of one kind of record message: (position in the message, key), in the order in
    which they are written, so that a field sent by the device overrides one derived from it."""

    slots: list[tuple[int, ColumnKey]]
    rows: list[list[object]] = field(default_factory=list)
    order: list[int] = field(default_factory=list)


class RecordGatherer:
    """Collects record messages; `columns()` turns them into arrays of one length."""

    def __init__(self) -> None:
        self._layouts: dict[tuple[object, int], _Layout] = {}
        self._labels: dict[DeveloperKey, tuple[str, str]] = {}
        self.n_records = 0

    def add(self, message: fitdecode.FitDataMessage) -> None:
        """Take one record message."""
        fields = message.fields
        signature = (message.def_mesg, len(fields))
        layout = self._layouts.get(signature)
        if layout is None:
            layout = self._layouts[signature] = _Layout(slots=self._slots_of(fields))
        layout.rows.append([one.value for one in fields])
        layout.order.append(self.n_records)
        self.n_records += 1

    def _slots_of(self, fields: list[fitdecode.types.FieldData]) -> list[tuple[int, ColumnKey]]:
        derived: list[tuple[int, ColumnKey]] = []
        sent: list[tuple[int, ColumnKey]] = []
        for position, one in enumerate(fields):
            definition = one.field_def
            if definition is None:
                derived.append((position, one.name))
            elif definition.is_dev and _is_number(one):
                key = (int(definition.dev_data_index or 0), int(definition.def_num))
                self._labels[key] = (str(one.name), str(one.units or ""))
                sent.append((position, key))
            elif not definition.is_dev and (one.name == _TIMESTAMP or _is_number(one)):
                sent.append((position, one.name))
        return derived + sent

    def columns(
        self, scales: Mapping[DeveloperKey, DeveloperScale]
    ) -> tuple[FloatArray, dict[str, FloatArray], dict[DeveloperKey, DeveloperColumn]]:
        """(timestamps, native columns, developer columns), NaN where a record lacks the field."""
        native: dict[str, FloatArray] = {_TIMESTAMP: self._blank()}
        developer: dict[DeveloperKey, FloatArray] = {}
        for layout in self._layouts.values():
            order = np.array(layout.order, dtype=np.int64)
            for position, key in layout.slots:
                values = _to_floats([row[position] for row in layout.rows])
                if isinstance(key, str):
                    target = native.setdefault(key, self._blank())
                else:
                    target = developer.setdefault(key, self._blank())
                known = np.isfinite(values)
                target[order[known]] = values[known]
        timestamp_s = native.pop(_TIMESTAMP)
        return timestamp_s, native, self._labelled(developer, scales)

    def _blank(self) -> FloatArray:
        return np.full(self.n_records, np.nan)

    def _labelled(
        self,
        developer: Mapping[DeveloperKey, FloatArray],
        scales: Mapping[DeveloperKey, DeveloperScale],
    ) -> dict[DeveloperKey, DeveloperColumn]:
        unscaled = DeveloperScale()
        columns = {}
        for key, values in developer.items():
            label, units = self._labels[key]
            by = scales.get(key, unscaled)
            scaled = values / by.raw_per_value - by.offset_value
            columns[key] = DeveloperColumn(label=label, units=units, value=scaled)
        return columns


def _is_number(one: fitdecode.types.FieldData) -> bool:
    """Whether the field holds one number per message (no text, no array, no enumeration)."""
    base = one.field_def.base_type
    single = one.field_def.size == base.size
    return bool(single and base.fmt not in ("s",) and base.name != "byte" and not one.type.enum)


def _to_floats(values: list[object]) -> FloatArray:
    try:
        column: FloatArray = np.array(values, dtype=np.float64)
    except (TypeError, ValueError):
        column = np.array([_to_float(value) for value in values], dtype=np.float64)
    return column if column.ndim == 1 else np.full(len(values), np.nan)


def _to_float(value: object) -> float:
    return float(value) if isinstance(value, int | float) else float("nan")
