"""Are files read right that the protocol allows and hardly a device writes?"""

from __future__ import annotations

import struct

import numpy as np
import pytest

from hakaru.sources.fit.decode import decode_fit
from hakaru.sources.fit.definitions import FitColumns
from tests.sources import fit_bytes as fb
from tests.sources.fit_oracle import differences_in
from tests.sources.fit_strange import strange_file


def only(data: bytes) -> FitColumns:
    (columns,) = decode_fit(data)
    return columns


@pytest.mark.sampled(20)
@pytest.mark.parametrize("seed", range(150))
def test_whatever_a_definition_may_say_is_read_like_an_independent_reader_reads_it(
    seed: int,
) -> None:
    assert differences_in(strange_file(seed), name=f"seed {seed}") == []


def definition(local: int, fields: bytes, *, number: int = fb.RECORD) -> bytes:
    """A little-endian definition; `fields` are triples of number, size and base type."""
    return struct.pack("<BBBHB", 0x40 | local, 0, 0, number, len(fields) // 3) + fields


TIMED = b"\xfd\x04\x86\x03\x01\x02"
"""A time and a heart rate."""


def timed(local: int, at_s: int, heart_rate: int) -> bytes:
    return struct.pack("<BIB", local, fb.FIT_START + at_s, heart_rate)


def test_long_runs_and_single_messages_keep_their_order() -> None:
    parts, expected = [definition(1, TIMED), definition(2, TIMED)], []
    for second in range(1000):
        local = 2 if second % 97 == 0 or second > 900 else 1
        parts.append(timed(local, second, second % 200))
        expected.append(float(second % 200))
    columns = only(fb.fit_file(fb.file_id(), *parts))
    assert columns.native["heart_rate"].tolist() == expected
    assert columns.timestamp_s.tolist() == [fb.FIT_START + second for second in range(1000)]


def test_a_value_that_looks_like_a_header_does_not_break_a_run() -> None:
    messages = [timed(1, second, 1) for second in range(200)]
    columns = only(fb.fit_file(fb.file_id(), definition(1, TIMED), *messages))
    assert columns.native["heart_rate"].tolist() == [1.0] * 200


def test_unused_header_bits_are_ignored() -> None:
    plain, marked = timed(1, 0, 100), bytearray(timed(1, 1, 101))
    marked[0] |= 0x30
    columns = only(fb.fit_file(fb.file_id(), definition(1, TIMED), plain, bytes(marked)))
    assert columns.native["heart_rate"].tolist() == [100.0, 101.0]


def test_a_compressed_header_follows_a_new_definition_of_its_local_type() -> None:
    base = fb.FIT_START - fb.FIT_START % 32
    parts = [
        fb.record(0, start=base),
        definition(1, b"\x03\x01\x02"),
        bytes((0xA1, 140)),
        definition(1, b"\x04\x01\x02"),
        bytes((0xA2, 85)),
    ]
    columns = only(fb.fit_file(fb.file_id(), *parts))
    np.testing.assert_array_equal(columns.native["heart_rate"], [150.0, 140.0, np.nan])
    np.testing.assert_array_equal(columns.native["cadence"], [np.nan, np.nan, 85.0])
    assert columns.timestamp_s.tolist() == [base, base + 1, base + 2]


def test_a_summary_may_have_a_compressed_time() -> None:
    base = fb.FIT_START - fb.FIT_START % 32
    event = definition(1, b"\x00\x01\x00\x01\x01\x00", number=fb.EVENT) + b"\xa7\x00\x00"
    columns = only(fb.fit_file(fb.file_id(), fb.record(0, start=base), event))
    assert [one.time_s for one in columns.events] == [base + 7]


def test_packed_distances_go_on_after_a_new_definition() -> None:
    """fitdecode begins at zero again with each definition, so that the run would jump back."""
    packed = definition(1, TIMED + b"\x08\x03\x0d")
    parts = [packed]
    for second in range(8):
        rolled = (second + 1) * 100 * 16 % 4096
        parts.append(timed(1, second, 150) + (300 | rolled << 12).to_bytes(3, "little"))
        parts.append(packed)
    columns = only(fb.fit_file(fb.file_id(), *parts))
    assert columns.native["distance"].tolist() == [100.0 * k for k in range(1, 9)]
    assert columns.native["speed"].tolist() == [3.0] * 8


def test_packed_bytes_without_a_value_are_missing() -> None:
    packed = definition(1, TIMED + b"\x08\x03\x0d")
    parts = [timed(1, 0, 150) + b"\xff\xff\xff", timed(1, 1, 150) + b"\x2c\x01\x64"]
    columns = only(fb.fit_file(fb.file_id(), packed, *parts))
    np.testing.assert_array_equal(columns.native["distance"], [np.nan, 100.0])


def test_a_developer_field_described_anew_keeps_the_values_of_its_last_meaning() -> None:
    app = fb.developer_app(0)
    parts = [
        app,
        fb.developer_field(0, 1, "Power", units="W"),
        fb.record(0, None, [(0, 1, "u16", 300)]),
        fb.developer_field(0, 1, "Lung", units="%"),
        fb.record(1, None, [(0, 1, "u16", 40)]),
    ]
    column = only(fb.fit_file(fb.file_id(), *parts)).developer[0, 1]
    assert (column.label, column.units) == ("Lung", "%")
    np.testing.assert_array_equal(column.value, [np.nan, 40.0])


def test_a_new_scale_holds_from_the_next_definition_on() -> None:
    parts = [
        fb.developer_app(0),
        fb.developer_field(0, 1, "Power"),
        fb.record(0, None, [(0, 1, "u16", 300)]),
        fb.developer_field(0, 1, "Power", scale=10),
        fb.record(1, None, [(0, 1, "u16", 3000)]),
    ]
    column = only(fb.fit_file(fb.file_id(), *parts)).developer[0, 1]
    assert column.value.tolist() == [300.0, 300.0]


def test_an_app_that_registers_again_has_no_fields_until_it_describes_them() -> None:
    parts = [
        fb.developer_app(0),
        fb.developer_field(0, 1, "Power"),
        fb.record(0, None, [(0, 1, "u16", 300)]),
        fb.developer_app(0),
        fb.record(1, None, [(0, 1, "u16", 400)]),
    ]
    column = only(fb.fit_file(fb.file_id(), *parts)).developer[0, 1]
    np.testing.assert_array_equal(column.value, [300.0, np.nan])


def test_a_developer_field_of_an_unknown_type_is_left_out() -> None:
    described = fb.message(fb.FIELD_DESCRIPTION, {0: ("u8", 0), 1: ("u8", 1), 2: ("u8", 0x77)})
    nameless = fb.message(fb.FIELD_DESCRIPTION, {1: ("u8", 1)})
    record = fb.record(0, None, [(0, 1, "u16", 300)])
    columns = only(fb.fit_file(fb.file_id(), fb.developer_app(0), nameless, described, record))
    assert columns.developer == {}
    assert columns.native["heart_rate"].tolist() == [150.0]


def test_messages_of_unknown_kinds_are_counted() -> None:
    unknown = [fb.message(233, {2: ("u8", 1)}) for _ in range(7)]
    columns = only(fb.fit_file(fb.file_id(), *unknown, fb.records(3)))
    assert columns.n_unknown == {233: 7}


def test_memory_stays_in_proportion_where_every_record_has_a_field_of_its_own() -> None:
    """2,000 records with 250 developer fields each would need 500 million cells."""
    parts = [fb.developer_app(index) for index in range(8)]
    parts += [fb.developer_field(index, number, "x") for index in range(8) for number in range(250)]
    wide = [(index, number, "u16", 7) for index in range(8) for number in range(250)]
    for second in range(2000):
        parts.append(fb.record(second, None, [wide[second]]))
    parts += [fb.records(60_000, start=fb.FIT_START + 2000)]
    columns = only(fb.fit_file(*parts))
    assert columns.timestamp_s.size == 62_000
    assert len(columns.developer) * 62_000 <= 16 * sum(map(len, parts))
    assert {issue.code for issue in columns.issues} == {"fields_left_out"}
    assert columns.native["heart_rate"].size == 62_000


def test_more_summaries_than_a_run_can_have_are_left_out() -> None:
    columns = only(fb.fit_file(fb.file_id(), *(fb.session(k, 1) for k in range(100))))
    assert len(columns.sessions) == 64
    assert {issue.code for issue in columns.issues} == {"summaries_left_out"}


def test_a_chain_without_end_is_read_up_to_a_bound() -> None:
    assert len(decode_fit(fb.fit_file(fb.file_id()) * 500)) == 64


@pytest.mark.parametrize("n_records", [3, 5, 17, 200])
@pytest.mark.parametrize("n_layouts", [1, 2, 3])
def test_definitions_that_come_round_in_turns_are_read_as_they_stand(
    n_records: int, n_layouts: int
) -> None:
    fields = (b"\x03\x01\x02", b"\x04\x01\x02", b"\x0d\x01\x01")
    parts = [fb.record(0, {3: ("u8", 99)})]
    for second in range(n_records):
        own = fields[second % n_layouts]
        parts.append(definition(1, b"\xfd\x04\x86" + own) + timed(1, second, second % 90))
        if second % 50 == 49:
            parts.append(fb.timer_event(second, 0))
    data = fb.fit_file(fb.file_id(), *parts, definition(1, TIMED), timed(1, n_records, 7))
    assert differences_in(data, name="turns") == []
    assert only(data).timestamp_s.size == n_records + 2


def test_a_turn_whose_first_message_was_defined_before_it_is_not_mistaken() -> None:
    """In each turn the first record is of the layout that the turn before defined."""
    wide, narrow = b"\xfd\x04\x86\x03\x01\x02", b"\xfd\x04\x86\x04\x01\x02"
    parts = [definition(1, wide), definition(2, wide)]
    for second in range(60):
        parts.append(definition(2, wide) + timed(1, second, 100) + definition(1, narrow))
        parts.append(timed(1, second, 80) + (definition(1, wide) if second % 2 else b""))
    data = fb.fit_file(fb.file_id(), *parts)
    assert differences_in(data, name="turns") == []
    assert only(data).timestamp_s.size == 120
