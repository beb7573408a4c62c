"""What the runner says a run was: one word per run, the last one."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from hakaru.store.activities import read_labels, remove_label, write_label
from hakaru.store.recordings import remove_activities, write_recordings
from tests.store.factories import make_run, memory_store
from tests.store.session_factories import NOW

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@pytest.fixture
def con() -> Iterator[DuckDBPyConnection]:
    with memory_store() as con:
        yield con


def test_the_last_word_counts(con: DuckDBPyConnection) -> None:
    write_label(con, 7, training_type="interval", source="human_ui", now=NOW)
    write_label(con, 8, training_type="recovery", source="human_ui", now=NOW)
    write_label(con, 7, training_type="sprint", source="human_ui", now=NOW + timedelta(days=1))
    assert read_labels(con) == {7: "sprint", 8: "recovery"}
    said = con.execute("SELECT labelled_at FROM training_labels WHERE activity_id = 7").fetchall()
    assert said == [((NOW + timedelta(days=1)).replace(tzinfo=None),)]


def test_a_label_taken_back_is_gone_and_may_be_taken_back_twice(con: DuckDBPyConnection) -> None:
    write_label(con, 7, training_type="interval", source="human_ui", now=NOW)
    for _ in range(2):
        remove_label(con, 7)
        assert read_labels(con) == {}


def test_a_label_stays_when_its_run_is_stored_anew(con: DuckDBPyConnection) -> None:
    run = make_run(n_samples=2)
    activity_id = run.recording.activity_id
    write_recordings(con, [run])
    write_label(con, activity_id, training_type="interval", source="human_ui", now=NOW)
    write_recordings(con, [run])
    assert read_labels(con) == {activity_id: "interval"}


def test_a_label_goes_with_its_run_and_leaves_those_of_others(con: DuckDBPyConnection) -> None:
    run = make_run(n_samples=2)
    activity_id = run.recording.activity_id
    write_recordings(con, [run])
    write_label(con, activity_id, training_type="interval", source="human_ui", now=NOW)
    write_label(con, 7, training_type="recovery", source="human_ui", now=NOW)
    remove_activities(con, [activity_id])
    assert read_labels(con) == {7: "recovery"}
