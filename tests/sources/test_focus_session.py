"""Recorded files: written line by line, read whole, damaged lines counted."""

from __future__ import annotations

from pathlib import Path

import pytest

from hakaru.core.errors import Unreadable
from hakaru.focus.timeline import Record, Recorded, header_line
from hakaru.sources.focus_files import read_session
from tests.focus.factories import SessionWriter, make_camera, make_pc


def record(at_s: float) -> Record:
    return Record(
        recorded=Recorded(at_s=at_s, camera=make_camera(timestamp=at_s), pc=make_pc(timestamp=at_s))
    )


def test_what_was_written_is_read_in_order_of_time(tmp_path: Path) -> None:
    path = tmp_path / "day.jsonl"
    for at_s in (20.0, 10.0):
        SessionWriter(path).write(record(at_s))
    session = read_session(path)
    assert session.records == (record(10.0), record(20.0))
    assert session.n_damaged == 0
    assert path.read_text().splitlines()[0] == header_line()


def test_a_line_that_a_crash_cut_off_is_counted_and_left_out(tmp_path: Path) -> None:
    path = tmp_path / "day.jsonl"
    SessionWriter(path).write(record(10.0))
    with path.open("ab") as file:
        file.write(b'{"at":20,"camera":{"face\n\n\xff\xfe\n')
    session = read_session(path)
    assert (len(session.records), session.n_damaged) == (1, 2)


@pytest.mark.parametrize("text", ["", "{}\n", "hello\n", '{"at":1}\n', "x" * 50_000])
def test_another_file_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "other.jsonl"
    path.write_text(text)
    with pytest.raises(Unreadable, match="no recorded focus session"):
        read_session(path)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="cannot be opened"):
        read_session(tmp_path / "none.jsonl")
