"""Which FIT files show how the cost per record depends on the file? Written for this purpose."""

from __future__ import annotations

from itertools import cycle

import numpy as np

from hakaru.sources.fit.profile import FILE_ID, RECORD
from hakaru.sources.fit.scan import fit_crc
from hakaru.sources.simulated.as_fit import (
    FitField,
    FitMessage,
    encode_fit,
    fields_of,
    fit_message,
)

_START_S = 1_000_000_000
_FILE_TYPE_ACTIVITY = 4
_FIELDS = fields_of(
    RECORD,
    """
    timestamp position_lat position_long distance enhanced_speed enhanced_altitude heart_rate
    cadence fractional_cadence temperature power vertical_oscillation stance_time vertical_ratio
    step_length stance_time_balance
    """,
)
_LAYOUTS = (_FIELDS, _FIELDS[:-1], _FIELDS[:-3])


def plain_file(n_records: int) -> bytes:
    """One definition, then record after record."""
    return encode_fit([_file_id(), _records(_FIELDS, 0, n_records=n_records)])


def redefining_file(n_records: int) -> bytes:
    """A new definition before every record, of three kinds in turn, all as the same local type."""
    layouts = cycle(_LAYOUTS)
    bodies = [_body(_records(next(layouts), second, n_records=1)) for second in range(n_records)]
    return _framed(_body(_file_id()) + b"".join(bodies))


def _framed(body: bytes) -> bytes:
    """A body between the header and checksum of a file."""
    head = b"\x0e\x20\x54\x08" + len(body).to_bytes(4, "little") + b".FIT\x00\x00"
    return head + body + fit_crc(head + body).to_bytes(2, "little")


def _file_id() -> FitMessage:
    columns = {"type": _FILE_TYPE_ACTIVITY, "manufacturer": 255, "time_created": _START_S}
    return fit_message(FILE_ID, fields_of(FILE_ID, " ".join(columns)), columns=columns)


def _records(fields: tuple[FitField, ...], start_s: int, *, n_records: int) -> FitMessage:
    second = np.arange(start_s, start_s + n_records, dtype=np.float64)
    columns = {
        field.name: (1.0 + second % 100) / (field.profile.raw_per_value or 1.0) for field in fields
    }
    columns["timestamp"] = _START_S + second
    return fit_message(RECORD, fields, columns=columns)


def irregular_file(n_records: int) -> bytes:
    """The same, but which of the three kinds comes next follows no rule."""
    rng = np.random.default_rng(1)
    parts = [
        [_body(_records(layout, second, n_records=1)) for second in range(100)]
        for layout in _LAYOUTS
    ]
    chosen = rng.integers(0, len(_LAYOUTS), n_records).tolist()
    return _framed(_body(_file_id()) + b"".join(parts[k][n % 100] for n, k in enumerate(chosen)))


def _body(message: FitMessage) -> bytes:
    """A message with its definition, without the frame of a file."""
    return encode_fit([message])[14:-2]
