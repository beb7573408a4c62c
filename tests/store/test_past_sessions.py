"""Sessions of every run are read again after a change, and stay the same where their rows do."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from hakaru.store.sessions import session_summaries, stored_sessions, write_sessions
from tests.store.factories import START, memory_store
from tests.store.session_factories import make_analysis

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@pytest.fixture
def con() -> Iterator[DuckDBPyConnection]:
    with memory_store() as con:
        yield con


def write(con: DuckDBPyConnection, *numbers: int, later_days: int = 0) -> None:
    moments = {number: START + timedelta(days=number + later_days) for number in numbers}
    write_sessions(
        con,
        [
            make_analysis(number, started_at=moment, activity_date=moment.date())
            for number, moment in moments.items()
        ],
    )


def test_they_are_those_of_all_time_oldest_first(con: DuckDBPyConnection) -> None:
    write(con, 3, 1, 2)
    stored = stored_sessions(con)
    assert [session.activity_id for session in stored.sessions] == [1, 2, 3]
    assert stored.sessions == session_summaries(con)


def test_after_a_change_they_are_as_if_read_for_the_first_time(con: DuckDBPyConnection) -> None:
    write(con, 1, 2, 3)
    earlier = stored_sessions(con)
    write(con, 2, later_days=5)
    write(con, 4)
    con.execute("DELETE FROM data.sessions WHERE activity_id = 3")
    now = stored_sessions(con, earlier=earlier)
    assert now.sessions == stored_sessions(con).sessions == session_summaries(con)
    assert [session.activity_id for session in now.sessions] == [1, 4, 2]
    assert now.sessions[0] is earlier.sessions[0]
