"""One line of JSON per record, whatever is in it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.focus.timeline import (
    Record,
    Recorded,
    decided_by,
    header_line,
    is_header,
    read_record,
    record_line,
)
from tests.focus.factories import decided, make_camera, make_pc

RECORD = Record(
    recorded=Recorded(at_s=1000.0, camera=make_camera(), pc=make_pc()),
    decided=decided_by(decided(make_camera(yaw=55.0), make_pc())),
)


def test_a_record_is_read_as_it_was_written() -> None:
    line = record_line(RECORD)
    assert "\n" not in line
    assert read_record(line) == RECORD
    bare = Record(recorded=Recorded(at_s=5.0, camera=None, pc=None))
    assert read_record(record_line(bare)) == bare


@pytest.mark.parametrize(
    "line",
    ["", "{", "[]", "5", '{"camera":null}', '{"at":"x"}', '{"at":true}', '{"at":-1}', '{"at":NaN}',
     '{"at":1e300}', '{"at":1,"x":"' + "x" * 20_000 + '"}', "[" * 15_000],
)  # fmt: skip
def test_a_line_that_is_no_record_is_none(line: str) -> None:
    assert read_record(line) is None
    assert not is_header(line)


def test_the_header_is_known() -> None:
    assert is_header(header_line())
    assert not is_header('{"format":"other/1"}')


@pytest.mark.parametrize(
    "told", [None, 5, {}, {"state": "sleepy"}, {"state": "away", "confidence": "x"}]
)
def test_a_damaged_decision_leaves_the_rest(told: object) -> None:
    record = read_record(json.dumps({"at": 1, "camera": 3, "decided": told}))
    assert record == Record(recorded=Recorded(at_s=1.0, camera=None, pc=None))


def test_a_decision_without_reasons_is_one() -> None:
    record = read_record('{"at":1,"decided":{"state":"away","confidence":1}}')
    assert record is not None
    assert record.decided is not None
    assert record.decided.reasons == ()


@given(st.text(max_size=60) | st.binary(max_size=60).map(lambda one: one.decode("latin-1")))
def test_any_text_is_a_record_or_none(line: str) -> None:
    record: Any = read_record(line)
    assert record is None or isinstance(record, Record)
