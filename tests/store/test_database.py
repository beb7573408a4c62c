import gc
import os
import shutil
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

import duckdb
import pytest

from hakaru.core.errors import StoreBusy, StoreDamaged
from hakaru.store.connect import Migration, load_migrations
from hakaru.store.database import Store, transaction
from hakaru.store.private import COPIES_KEPT_MAX
from hakaru.store.recordings import remove_activities, write_recordings
from hakaru.store.verdicts import read_evaluation, write_evaluations
from tests.store.factories import make_evaluation, make_run, make_runs
from tests.store.processes import holding, start

OURS = load_migrations("migrations")


def _later(version: int, sql: str = "CREATE TABLE later (x INTEGER)") -> tuple[Migration, ...]:
    added = (
        Migration(version=number, name="later", sql=sql.replace("later", f"later{number}"))
        for number in range(len(OURS) + 1, version + 1)
    )
    return (*OURS, *added)


def _count(store: Store) -> int:
    with store.read() as con:
        return int(con.execute("SELECT count(*) FROM activities").fetchall()[0][0])


def test_a_read_in_an_empty_folder_makes_the_database_first(tmp_path: Path) -> None:
    store = Store(tmp_path / "not" / "yet", code_version="9.9")
    assert _count(store) == 0
    with store.read() as con:
        rows = con.execute("SELECT version, name, code_version FROM schema_migrations").fetchall()
    assert rows == [(one.version, one.name, "9.9") for one in OURS]
    store.close()


def test_what_is_written_is_read(tmp_path: Path) -> None:
    store = Store(tmp_path)
    with store.write() as con:
        write_recordings(con, [make_run()])
    assert _count(store) == 1
    with store.write() as con:
        write_recordings(con, make_runs(3))
    assert _count(store) == 3
    store.close()


def test_an_error_in_a_write_leaves_everything_as_it_was(tmp_path: Path) -> None:
    store = Store(tmp_path)
    with pytest.raises(ZeroDivisionError), store.write() as con:
        write_recordings(con, [make_run()])
        raise ZeroDivisionError
    assert _count(store) == 0
    store.close()


def test_one_transaction_may_replace_the_same_run_and_verdict_again_and_again(
    tmp_path: Path,
) -> None:
    store = Store(tmp_path)
    run = make_run(n_samples=10)
    activity_id = run.recording.activity_id
    for _ in range(2):
        with store.write() as con:
            for score in (70.0, 80.0, 90.0):
                write_recordings(con, [run])
                write_evaluations(con, [make_evaluation(activity_id, overall_score=score)])
            remove_activities(con, [activity_id])
            write_recordings(con, [run])
            write_evaluations(con, [make_evaluation(activity_id)])
    with store.read() as con:
        assert read_evaluation(con, activity_id) == make_evaluation(activity_id)
        assert con.execute("SELECT count(*) FROM time_series_metrics").fetchall() == [(10,)]
    store.close()


def test_several_transactions_fit_into_one_turn_and_fail_alone(tmp_path: Path) -> None:
    store = Store(tmp_path)
    first, second, third = make_runs(3, n_samples=5)
    with store.turn() as con:
        with transaction(con):
            write_recordings(con, [first])
        with pytest.raises(ZeroDivisionError), transaction(con):
            write_recordings(con, [second])
            raise ZeroDivisionError
        with transaction(con):
            write_recordings(con, [third])
    assert _count(store) == 2
    store.close()


def test_a_folder_name_may_hold_a_quote(tmp_path: Path) -> None:
    store = Store(tmp_path / "o'clock")
    with store.write() as con:
        write_recordings(con, [make_run(n_samples=5)])
    assert _count(store) == 1
    store.close()


def test_a_read_connection_cannot_write(tmp_path: Path) -> None:
    store = Store(tmp_path)
    with pytest.raises(duckdb.InvalidInputException, match="read-only"), store.read() as con:
        con.execute("CREATE TABLE x (y INTEGER)")
    store.close()


def test_a_write_inside_a_read_is_refused(tmp_path: Path) -> None:
    store = Store(tmp_path)
    with store.read(), pytest.raises(RuntimeError, match="inside a read"), store.write():
        pass
    with store.write(), pytest.raises(RuntimeError, match="inside a write"), store.read():
        pass
    store.close()


def test_reads_of_one_thread_nest(tmp_path: Path) -> None:
    store = Store(tmp_path)
    with store.read() as outer, store.read() as inner:
        assert outer.execute("SELECT 1").fetchall() == inner.execute("SELECT 1").fetchall()
    store.close()


def test_many_threads_read_and_write_one_store(tmp_path: Path) -> None:
    store = Store(tmp_path, read_timeout_s=120.0, write_timeout_s=120.0)
    runs = make_runs(8, n_samples=20)

    def write(number: int) -> int:
        with store.write() as con:
            write_recordings(con, [runs[number]])
        return _count(store)

    with ThreadPoolExecutor(8) as pool:
        counts = list(pool.map(write, range(8)))
    assert _count(store) == 8
    assert all(1 <= count <= 8 for count in counts)
    store.close()


@pytest.mark.parametrize("content", [b"", b"hello", os.urandom(20_000), bytes(8192)], ids=len)
def test_a_file_that_is_no_database_is_left_alone_and_named(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "hakaru.duckdb"
    path.write_bytes(content)
    store = Store(tmp_path)
    with pytest.raises(StoreDamaged, match=r"hakaru\.duckdb cannot be opened"), store.read():
        pass
    with pytest.raises(StoreDamaged, match="hakaru repair"), store.write():
        pass
    assert path.read_bytes() == content


def test_a_database_cut_short_is_reported_not_emptied(tmp_path: Path) -> None:
    store = Store(tmp_path)
    with store.write() as con:
        write_recordings(con, make_runs(5, n_samples=2000))
    size = store.path.stat().st_size
    os.truncate(store.path, size // 3)
    with pytest.raises(StoreDamaged), store.read() as con:
        con.execute("SELECT sum(gct_ms) FROM time_series_metrics").fetchall()
    assert store.path.stat().st_size == size // 3


def test_a_database_of_another_program_is_not_touched(tmp_path: Path) -> None:
    with duckdb.connect(tmp_path / "hakaru.duckdb") as con:
        con.execute("CREATE TABLE theirs (x INTEGER)")
    store = Store(tmp_path)
    with pytest.raises(StoreDamaged, match="another program"), store.read():
        pass
    with pytest.raises(StoreDamaged, match="another program"), store.write():
        pass


def test_a_database_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    newer = Store(tmp_path, migrations=_later(len(OURS) + 2))
    assert _count(newer) == 0
    newer.close()
    with pytest.raises(StoreDamaged, match=f"schema {len(OURS) + 2}.*update Hakaru"):
        _count(Store(tmp_path))
    with pytest.raises(StoreDamaged, match="newer Hakaru"), Store(tmp_path).write():
        pass


def test_a_folder_that_is_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(StoreDamaged, match="data folder"), Store(tmp_path / "file").read():
        pass


def test_a_new_schema_comes_with_a_copy_of_the_old_data(tmp_path: Path) -> None:
    store = Store(tmp_path)
    with store.write() as con:
        write_recordings(con, [make_run()])
    assert not (tmp_path / "backups").exists()
    newer = Store(tmp_path, migrations=_later(len(OURS) + 1))
    assert _count(newer) == 1
    newer.close()
    (copy,) = (tmp_path / "backups").iterdir()
    restored = tmp_path / "restored"
    restored.mkdir()
    shutil.copy(copy, restored / "hakaru.duckdb")
    old = Store(restored)
    assert _count(old) == 1
    old.close()


def test_copies_of_many_migrations_do_not_pile_up(tmp_path: Path) -> None:
    store = Store(tmp_path)
    assert _count(store) == 0
    store.close()
    last = len(OURS) + COPIES_KEPT_MAX + 2
    for version in range(len(OURS) + 1, last + 1):
        with Store(tmp_path, migrations=_later(version)).write():
            pass
    copies = sorted(path.name for path in (tmp_path / "backups").iterdir())
    assert len(copies) <= COPIES_KEPT_MAX
    assert f"schema{last - 1}" in copies[-1]
    assert f"schema{last - 2}" in copies[-2]


def test_a_migration_that_fails_changes_nothing(tmp_path: Path) -> None:
    store = Store(tmp_path)
    with store.write() as con:
        write_recordings(con, [make_run()])
    broken = _later(len(OURS) + 1, "CREATE TABLE later (x INTEGER); SELECT * FROM absent")
    with pytest.raises(duckdb.CatalogException), Store(tmp_path, migrations=broken).write():
        pass
    assert _count(store) == 1
    with store.read() as con:
        tables = con.execute("SELECT table_name FROM duckdb_tables()").fetchall()
    assert ("later4",) not in tables
    store.close()


def test_a_reader_is_told_which_process_writes(tmp_path: Path) -> None:
    with holding("hold-write", tmp_path) as writer:
        with pytest.raises(StoreBusy) as caught, Store(tmp_path, read_timeout_s=0.05).read():
            pass
        assert f"process {writer.pid} (" in str(caught.value)
        assert "hold-write" in str(caught.value)


def test_a_writer_is_told_which_process_reads(tmp_path: Path) -> None:
    with holding("hold-read", tmp_path) as reader:
        store = Store(tmp_path, write_timeout_s=0.05)
        with pytest.raises(StoreBusy, match=f"process {reader.pid}"), store.write():
            pass
        assert _count(Store(tmp_path)) == 0


def test_an_idle_reader_of_another_process_lets_a_writer_in(tmp_path: Path) -> None:
    with holding("hold-idle", tmp_path):
        store = Store(tmp_path, write_timeout_s=5.0)
        with store.write() as con:
            write_recordings(con, [make_run()])
        assert _count(store) == 1
        store.close()


def test_a_reader_that_is_kept_open_gives_way_to_a_writer_of_another_process(
    tmp_path: Path,
) -> None:
    store = Store(tmp_path, read_timeout_s=20.0)
    assert _count(store) == 0
    with start("ingest", tmp_path, 1) as writer:
        while writer.poll() is None:
            _count(store)
        assert writer.returncode == 0
    assert _count(store) == 5
    store.close()


def test_a_program_that_has_the_file_open_is_named(tmp_path: Path) -> None:
    assert _count(Store(tmp_path)) == 0
    with holding("open-directly", tmp_path) as other:
        store = Store(tmp_path, read_timeout_s=0.05, write_timeout_s=0.05)
        with pytest.raises(StoreBusy, match=f"process {other.pid}"), store.read():
            pass
        with pytest.raises(StoreBusy, match=f"process {other.pid}"), store.write():
            pass


def test_closing_lets_go_at_once(tmp_path: Path) -> None:
    store = Store(tmp_path)
    assert _count(store) == 0
    store.close()
    with Store(tmp_path, write_timeout_s=0.0).write():
        pass
    assert _count(store) == 0
    store.close()
    store.close()


def test_between_two_turns_the_file_is_free_for_other_programs_and_has_no_log(
    tmp_path: Path,
) -> None:
    store = Store(tmp_path)
    for number in (1, 2):
        with store.write() as con:
            con.execute(f"CREATE TABLE turn{number} AS SELECT {number} AS n")
        assert not Path(f"{store.path}.wal").exists()
        with holding("open-directly", tmp_path):
            pass
    with store.read() as con:
        assert con.execute("SELECT t.n, u.n FROM turn1 t, turn2 u").fetchall() == [(1, 2)]
    store.close()
    with holding("open-directly", tmp_path):
        pass


def test_what_one_reader_makes_for_itself_is_gone_for_the_next(tmp_path: Path) -> None:
    store = Store(tmp_path)
    with store.read() as con:
        con.execute("CREATE TEMP TABLE own AS SELECT 1 AS n")
    for _ in range(2):
        with pytest.raises(duckdb.CatalogException), store.read() as con:
            con.execute("SELECT n FROM own")
        store.close()
    with pytest.raises(duckdb.CatalogException), store.write() as con:
        con.execute("SELECT n FROM own")


def test_a_turn_that_ends_in_an_open_transaction_leaves_nothing_behind(tmp_path: Path) -> None:
    store = Store(tmp_path)
    with store.turn() as con:
        con.execute("BEGIN")
        con.execute("CREATE TABLE half AS SELECT 1 AS n")
    with pytest.raises(duckdb.CatalogException), store.read() as con:
        con.execute("SELECT n FROM half")
    with store.write() as con:
        write_recordings(con, [make_run()])
    assert _count(store) == 1
    store.close()


def test_a_reader_closes_by_itself_when_it_is_idle(tmp_path: Path) -> None:
    store = Store(tmp_path)
    assert _count(store) == 0
    with Store(tmp_path, write_timeout_s=5.0).write():  # would be refused otherwise
        pass
    assert _count(store) == 0
    store.close()


def test_a_reader_of_a_folder_that_was_removed_closes_in_silence(tmp_path: Path) -> None:
    store = Store(tmp_path / "data")
    before = set(threading.enumerate())
    assert _count(store) == 0
    (watcher,) = set(threading.enumerate()) - before
    shutil.rmtree(store.path.parent)
    watcher.join(timeout=5.0)  # had it failed, this test would be told
    assert not watcher.is_alive()
    with pytest.raises(StoreDamaged, match=str(store.path.parent)), store.read():
        pass
    assert not store.path.parent.exists()


def test_a_store_that_is_forgotten_lets_go(tmp_path: Path) -> None:
    store = Store(tmp_path)
    assert _count(store) == 0
    del store
    gc.collect()
    with Store(tmp_path, write_timeout_s=1.0).write():
        pass


def test_a_program_that_forgets_to_close_ends_quietly(tmp_path: Path) -> None:
    code = (
        "import pathlib, sys; from hakaru.store.database import Store\n"
        "store = Store(pathlib.Path(sys.argv[1]))\n"
        "with store.read() as con: print(con.execute('SELECT 1').fetchall())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=True
    )
    assert (done.stdout, done.stderr) == ("[(1,)]\n", "")


def _read_in_child(folder: Path, store: Store, pipe: Connection) -> None:
    pipe.send(_count(store))
    store.close()
    pipe.send(Store(folder, write_timeout_s=0.0).path.name)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_forked_child_opens_a_reader_of_its_own(tmp_path: Path) -> None:
    store = Store(tmp_path)
    with store.write() as con:
        write_recordings(con, make_runs(2, n_samples=5))
    assert _count(store) == 2
    context = get_context("fork")
    ours, theirs = context.Pipe()
    child = context.Process(target=_read_in_child, args=(tmp_path, store, theirs))
    child.start()
    assert ours.recv() == 2
    assert ours.recv() == "hakaru.duckdb"
    child.join()
    assert child.exitcode == 0
    assert _count(store) == 2
    store.close()
