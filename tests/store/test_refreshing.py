"""What does a reader see whose results are older than their inputs, beside programs that write?"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from hakaru.core.errors import StoreBusy
from hakaru.store.database import Store
from hakaru.store.stale import EVER, StaleMark, mark_stale, stale_marks

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

PATIENCE_S = 60.0
MARK = StaleMark(kind="session", since=EVER)


@dataclass
class Marks:
    """Results are older than their inputs while there is a mark; `work` brings them up to date."""

    work: Callable[[], bool]
    n_refreshed: int = 0

    def is_stale(self, con: DuckDBPyConnection) -> bool:
        return bool(stale_marks(con))

    def refresh(self) -> bool:
        self.n_refreshed += 1
        return self.work()


def says_older(store: Store) -> bool:
    return store.is_older


def remove_marks(store: Store) -> None:
    with store.write() as con:
        con.execute("DELETE FROM stale_results")


@contextmanager
def writing_on_and_on(folder: Path) -> Iterator[threading.Event]:
    """Another program, which marks results in every turn; the event is set after each."""
    other = Store(folder, write_timeout_s=PATIENCE_S)
    over, marked = threading.Event(), threading.Event()

    def write() -> None:
        while not over.is_set():
            with other.write() as con:
                mark_stale(con, [MARK])
            marked.set()

    thread = threading.Thread(target=write)
    thread.start()
    try:
        yield marked
    finally:
        over.set()
        thread.join()
        other.close()


def test_a_reader_beside_a_program_that_writes_without_end_is_shown_older_results_after_two_tries(
    tmp_path: Path,
) -> None:
    store = Store(tmp_path, read_timeout_s=PATIENCE_S, write_timeout_s=PATIENCE_S)
    with writing_on_and_on(tmp_path) as marked:
        assert marked.wait(PATIENCE_S)

        def work() -> bool:
            remove_marks(store)
            marked.clear()
            assert marked.wait(PATIENCE_S)  # it may have been of a turn before ours
            marked.clear()
            return marked.wait(PATIENCE_S)

        freshness = Marks(work)
        store.refresh_before_reading(freshness)
        with store.read() as con:
            assert stale_marks(con)
        assert freshness.n_refreshed == 2
        assert says_older(store)

    def work_alone() -> bool:
        remove_marks(store)
        return True

    freshness.work = work_alone
    store.close()
    with store.read() as con:
        assert not stale_marks(con)
    assert freshness.n_refreshed == 3
    assert not says_older(store)
    store.close()


def test_what_another_program_writes_as_soon_as_all_is_up_to_date_is_brought_up_to_date_as_well(
    tmp_path: Path,
) -> None:
    store, other = Store(tmp_path), Store(tmp_path)
    with store.write() as con:
        mark_stale(con, [MARK])

    def work() -> bool:
        remove_marks(store)
        if freshness.n_refreshed == 1:
            with other.write() as con:
                mark_stale(con, [MARK])
        return True

    freshness = Marks(work)
    store.refresh_before_reading(freshness)
    with store.read() as con:
        assert not stale_marks(con)
    assert freshness.n_refreshed == 2
    assert not says_older(store)
    store.close()


def test_who_refreshes_for_a_reader_waits_for_a_writer_no_longer_than_a_reader_does(
    tmp_path: Path,
) -> None:
    """A server whose page brought results up to date, turn by turn, beside a program that ingests
    did not answer for minutes: each turn may be waited for as long as a writer waits."""
    store = Store(tmp_path, read_timeout_s=0.5, write_timeout_s=PATIENCE_S * 60)
    other = Store(tmp_path)
    with store.write() as con:
        mark_stale(con, [MARK])

    def work() -> bool:
        with other.write(), pytest.raises(StoreBusy):
            remove_marks(store)
        return False

    freshness = Marks(work)
    store.refresh_before_reading(freshness)
    with store.read() as con:
        assert stale_marks(con)
    assert freshness.n_refreshed == 1
    assert says_older(store)
    with store.read():  # what nobody could refresh is not tried again while the file is open
        pass
    store.close()
