import sqlite3
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from hakaru.core.errors import StoreBusy, StoreDamaged
from hakaru.store.connect import Migration, load_migrations
from hakaru.store.jobs import JOBS_KEPT, Jobs, NewJob
from hakaru.store.state import State
from tests.store.factories import START

OURS = load_migrations("state_migrations")


def _later(sql: str = "CREATE TABLE later (x)") -> tuple[Migration, ...]:
    return (*OURS, Migration(version=OURS[-1].version + 1, name="later", sql=sql))


def test_settings_are_kept(tmp_path: Path) -> None:
    state = State(tmp_path / "new")
    assert state.setting("language") is None
    state.write_setting("language", "en")
    state.write_setting("language", "ja")
    assert State(tmp_path / "new").setting("language") == "ja"


def test_a_job_that_was_not_finished_is_still_running_for_the_next_process(tmp_path: Path) -> None:
    jobs = Jobs(State(tmp_path))
    done = jobs.begin(NewJob(kind="ingest", subject="a.fit"), now=START)
    cut_off = jobs.begin(NewJob(kind="ingest", subject="b.fit"), now=START)
    jobs.finish(done, status="failed", detail="no records", now=START + timedelta(seconds=2))
    (left,) = Jobs(State(tmp_path)).find(status="running")
    assert (left.job_id, left.subject, left.finished_at) == (cut_off, "b.fit", None)
    (failed,) = jobs.find(kind="ingest", status="failed")
    assert (failed.detail, failed.finished_at) == ("no records", START + timedelta(seconds=2))
    assert jobs.find(kind="train") == ()


def test_of_jobs_that_are_over_the_newest_are_kept_and_those_under_way_all(tmp_path: Path) -> None:
    jobs = Jobs(State(tmp_path))
    going = jobs.begin(NewJob(kind="import"), now=START)
    over = [jobs.begin(NewJob(kind="train"), now=START) for _ in range(JOBS_KEPT + 5)]
    for job_id in over:
        jobs.finish(job_id, status="done", now=START)
    assert [job.job_id for job in jobs.find()] == [going, *over[5:]]
    assert jobs.begin(NewJob(kind="train"), now=START) > over[-1]


def test_many_threads_write_at_once(tmp_path: Path) -> None:
    jobs = Jobs(State(tmp_path))
    with ThreadPoolExecutor(8) as pool:
        ids = set(
            pool.map(lambda n: jobs.begin(NewJob(kind="k", subject=str(n)), now=START), range(40))
        )
    assert len(ids) == 40
    assert len(jobs.find()) == 40


def test_whoever_makes_the_file_at_the_same_moment_waits_for_the_other(tmp_path: Path) -> None:
    """About one try in 60 was refused at once, by what turns SQLite's write-ahead log on."""
    ready = threading.Barrier(5)

    def write(state: State) -> None:
        ready.wait()
        state.write_setting("x", "1")

    with ThreadPoolExecutor(5) as pool:
        for attempt in range(100):
            state = State(tmp_path / str(attempt))
            for one in [pool.submit(write, state) for _ in range(5)]:
                one.result()
            assert state.setting("x") == "1"


def test_an_unknown_status_is_refused(tmp_path: Path) -> None:
    jobs = Jobs(State(tmp_path))
    job_id = jobs.begin(NewJob(kind="ingest", subject="a"), now=START)
    with pytest.raises(StoreDamaged, match="CHECK"):
        jobs.finish(job_id, status="lost", now=START)  # type: ignore[arg-type]
    assert jobs.find()[0].status == "running"


def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    (tmp_path / "state.sqlite").write_bytes(b"hello" * 1000)
    with pytest.raises(StoreDamaged, match=r"state\.sqlite cannot be used"):
        State(tmp_path).setting("x")


def test_a_newer_file_is_refused(tmp_path: Path) -> None:
    State(tmp_path, migrations=_later()).write_setting("x", "1")
    with pytest.raises(StoreDamaged, match="newer Hakaru"):
        State(tmp_path).setting("x")


def test_a_new_schema_comes_with_a_copy_of_the_old_file(tmp_path: Path) -> None:
    State(tmp_path).write_setting("x", "1")
    assert State(tmp_path, migrations=_later()).setting("x") == "1"
    (copy,) = (tmp_path / "backups").iterdir()
    with closing(sqlite3.connect(copy)) as con:
        assert con.execute("SELECT value FROM settings").fetchall() == [("1",)]


def test_a_migration_that_fails_changes_nothing(tmp_path: Path) -> None:
    State(tmp_path).write_setting("x", "1")
    broken = _later("CREATE TABLE later (x);\nINSERT INTO absent VALUES (1);")
    with pytest.raises(StoreDamaged, match="absent"):
        State(tmp_path, migrations=broken).setting("x")
    assert State(tmp_path).setting("x") == "1"


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    with closing(sqlite3.connect(path, isolation_level=None)) as con:
        con.execute("BEGIN EXCLUSIVE")
        yield


def test_a_file_that_stays_locked_is_busy_at_the_deadline(tmp_path: Path) -> None:
    state = State(tmp_path, timeout_s=0.05)
    state.write_setting("x", "1")
    with _locked(state.path), pytest.raises(StoreBusy, match=r"state\.sqlite"):
        state.write_setting("x", "2")
