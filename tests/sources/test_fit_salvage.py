"""When is a damaged FIT file taken up elsewhere, and when is one odd record just an odd record?

Two records in turn whose times make no sense are the sign: at one the walk would leave sound
messages for whatever looks like one inside them, at three it would read on beside the messages.
"""

from __future__ import annotations

import struct

from hakaru.sources.fit.decode import decode_fit
from hakaru.sources.fit.definitions import FitColumns
from tests.sources.fit_bytes import FIT_START, RECORD, fit_file

N_RECORDS = 200
TIMESTAMP, HEART_RATE, UNKNOWN = 253, 3, 150
LONG_AGO = FIT_START - 100_000
_U32, _U8, _BYTES = 0x86, 0x02, 0x0D
_FILLER = 0xEE


def definition(local: int, *fields: tuple[int, int, int]) -> bytes:
    """A definition of records; fields are (number, bytes, base type)."""
    head = struct.pack("<BBBHB", 0x40 | local, 0, 0, RECORD, len(fields))
    return head + b"".join(bytes(field) for field in fields)


def record(at_s: int, payload: bytes, *, local: int = 0) -> bytes:
    """Time, heart rate and bytes that nobody knows."""
    return bytes((local,)) + struct.pack("<IB", FIT_START + at_s, 150) + payload


def read(*messages: bytes) -> FitColumns:
    """A file whose checksum is wrong, so that its records are watched."""
    (columns,) = decode_fit(fit_file(*messages, crc=0))
    return columns


def messages_lost(columns: FitColumns) -> bool:
    return any(issue.code == "damaged" for issue in columns.issues)


def test_two_strange_records_in_turn_are_enough_to_look_for_the_way_back() -> None:
    """One wrong header makes the walk read 28 bytes where 21 were written: it lands inside the
    records behind it, sees two that do not exist, and is in step again at the end of the file."""
    payload = bytearray((_FILLER,) * 15)
    for at in (1, 8):  # where the walk lands: offsets 7 and 14 of a record
        payload[at] = 1
        payload[at + 1 : at + 5] = struct.pack("<I", LONG_AGO)
    written = [record(at_s, bytes(payload)) for at_s in range(N_RECORDS)]
    hit = N_RECORDS - 4
    written[hit] = b"\x01" + written[hit][1:]
    columns = read(
        definition(0, (TIMESTAMP, 4, _U32), (HEART_RATE, 1, _U8), (UNKNOWN, 15, _BYTES)),
        definition(1, (TIMESTAMP, 4, _U32), (UNKNOWN, 23, _BYTES)),
        *written,
    )
    seconds = [time_s - FIT_START for time_s in columns.timestamp_s.tolist()]
    assert seconds[-2:] == [N_RECORDS - 2, N_RECORDS - 1]
    assert min(seconds) == 0
    assert messages_lost(columns)


def test_one_strange_record_is_no_reason_to_leave_the_messages() -> None:
    """The clock of the last record is wrong, and its bytes hold what looks like a definition and a
    record of the next second: neither is taken for one."""
    decoy = definition(2, (TIMESTAMP, 4, _U32)) + b"\x02" + struct.pack("<I", FIT_START + N_RECORDS)
    filler = bytes((_FILLER,) * len(decoy))
    written = [record(at_s, filler) for at_s in range(N_RECORDS - 1)]
    columns = read(
        definition(0, (TIMESTAMP, 4, _U32), (HEART_RATE, 1, _U8), (UNKNOWN, len(decoy), _BYTES)),
        *written,
        record(LONG_AGO - FIT_START, decoy),
    )
    seconds = [time_s - FIT_START for time_s in columns.timestamp_s.tolist()]
    assert seconds == [*range(N_RECORDS - 1), LONG_AGO - FIT_START]
    assert columns.native["heart_rate"].tolist() == [150.0] * N_RECORDS
    assert not messages_lost(columns)
