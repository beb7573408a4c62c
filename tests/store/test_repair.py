"""A damaged file goes back to its newest sound copy; a copy is made before a day changes it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from hakaru.errors import StoreBusy, StoreDamaged
from hakaru.store.copies import COPIES_KEPT, copies_of, copy_is_due, keep_copy
from hakaru.store.database import Store
from hakaru.store.health import database_health, state_health
from hakaru.store.recordings import write_recordings
from hakaru.store.repair import Repaired, repair_folder
from hakaru.store.state import State
from tests.flows.commands import run, start, wait
from tests.store.damage import flip_bytes
from tests.store.factories import START, make_run
from tests.store.processes import holding

YESTERDAY = datetime.now(UTC) - timedelta(days=1)


@pytest.fixture
def used(tmp_path: Path) -> Iterator[Path]:
    """A data folder with a run and a setting, both changed yesterday and today."""
    folder = tmp_path / "data"
    add_run(folder, 0)
    State(folder).write_setting("x", "1")
    yield folder


def add_run(folder: Path, day: int) -> None:
    store = Store(folder)
    with store.write() as con:
        write_recordings(con, [make_run(START + timedelta(days=day))])
    store.close()


def count_runs(folder: Path) -> int:
    store = Store(folder)
    with store.read() as con:
        rows = con.execute("SELECT count(*) FROM activities").fetchall()
    store.close()
    return int(rows[0][0])


def age(path: Path, days: float = 1.0) -> None:
    """As if it had been written so long ago."""
    before = path.stat().st_mtime - days * 86_400
    os.utime(path, (before, before))


def copied(folder: Path) -> None:
    """The next day: a change makes copies first."""
    for name in ("hakaru.duckdb", "state.sqlite"):
        age(folder / name)
    add_run(folder, 1)
    State(folder).write_setting("x", "2")


def repaired(folder: Path, *, anew: bool = False) -> dict[str, Repaired]:
    return {one.path.name: one for one in repair_folder(folder, anew=anew, timeout_s=5.0)}


# copies


def test_the_first_change_of_a_day_comes_with_copies(used: Path) -> None:
    assert copies_of(used / "hakaru.duckdb") == copies_of(used / "state.sqlite") == ()
    copied(used)
    (database,) = copies_of(used / "hakaru.duckdb")
    (state,) = copies_of(used / "state.sqlite")
    assert database_health(database.path, in_turn=False).condition == "sound"
    assert state_health(state.path).condition == "sound"
    add_run(used, 2)
    State(used).write_setting("x", "3")
    assert len(copies_of(used / "hakaru.duckdb")) == len(copies_of(used / "state.sqlite")) == 1
    assert count_runs(used) == 3


def test_reading_makes_no_copy_and_what_did_not_change_is_not_copied_again(used: Path) -> None:
    path = used / "hakaru.duckdb"
    age(path, 2)
    assert count_runs(used) == 1
    assert copies_of(path) == ()
    assert copy_is_due(path, now=datetime.now(UTC))
    keep_copy(path, 4, write=lambda target: shutil.copyfile(path, target))
    assert not copy_is_due(path, now=datetime.now(UTC))


def test_a_clock_that_went_back_makes_no_copies(used: Path) -> None:
    assert not copy_is_due(used / "hakaru.duckdb", now=YESTERDAY)


def test_the_last_copies_stay_and_that_of_the_schema_before(used: Path) -> None:
    path = used / "hakaru.duckdb"
    for schema in (1, 2, *([3] * (COPIES_KEPT + 2))):
        keep_copy(path, schema, write=lambda target: shutil.copyfile(path, target))
    assert [one.schema for one in copies_of(path)] == [2, *([3] * COPIES_KEPT)]


def test_a_copy_that_was_cut_off_is_cleared_away_and_is_none(used: Path) -> None:
    path = used / "hakaru.duckdb"
    cut_off = used / "backups" / "hakaru-20250101T000000000000-schema4.partial"
    cut_off.parent.mkdir()
    cut_off.write_bytes(b"half")
    age(cut_off)
    assert copies_of(path) == ()
    keep_copy(path, 4, write=lambda target: shutil.copyfile(path, target))
    assert not cut_off.exists()


def test_where_no_copy_can_be_written_work_goes_on_but_no_migration(used: Path) -> None:
    (used / "backups").write_text("a file in the way")
    copied(used)
    assert count_runs(used) == 2
    with pytest.raises(StoreDamaged, match=r"no copy of .* can be written .*left as it is"):
        keep_copy(used / "hakaru.duckdb", 4, write=lambda target: target.touch())


# repair


def test_a_sound_folder_is_left_alone(used: Path) -> None:
    before = (used / "hakaru.duckdb").read_bytes()
    assert {one.outcome for one in repaired(used).values()} == {"sound"}
    assert (used / "hakaru.duckdb").read_bytes() == before


def test_an_absent_folder_has_nothing_to_repair(tmp_path: Path) -> None:
    assert {one.outcome for one in repaired(tmp_path / "none").values()} == {"absent"}
    (tmp_path / "empty").mkdir()
    assert {one.outcome for one in repaired(tmp_path / "empty").values()} == {"absent"}


def test_both_files_go_back_to_yesterday_and_what_was_damaged_is_kept(used: Path) -> None:
    copied(used)
    for name in ("hakaru.duckdb", "state.sqlite"):
        flip_bytes(used / name)
    damaged = {one.name: one.read_bytes() for one in used.glob("*.[ds][uq]*")}
    found = repaired(used)
    for name, one in found.items():
        assert (one.outcome, one.passed_over) == ("restored", 0)
        assert one.copied_at is not None
        assert one.set_aside is not None
        assert one.set_aside.read_bytes() == damaged[name]
    assert count_runs(used) == 1
    assert State(used).setting("x") == "1"
    assert {one.outcome for one in repaired(used).values()} == {"sound"}


def test_a_damaged_copy_is_passed_over(used: Path) -> None:
    path = used / "hakaru.duckdb"
    copied(used)
    newest = keep_copy(path, 4, write=lambda target: shutil.copyfile(path, target))
    flip_bytes(newest)
    flip_bytes(path)
    assert (repaired(used)[path.name].outcome, count_runs(used)) == ("restored", 1)


@pytest.mark.parametrize("content", [b"", b"hello", bytes(20_000)], ids=len)
def test_without_a_sound_copy_nothing_is_changed_unless_asked(used: Path, content: bytes) -> None:
    path = used / "hakaru.duckdb"
    path.write_bytes(content)
    assert repaired(used)[path.name].outcome == "no_copy"
    assert path.read_bytes() == content
    anew = repaired(used, anew=True)[path.name]
    assert anew.outcome == "emptied"
    assert anew.set_aside is not None
    assert anew.set_aside.read_bytes() == content
    assert count_runs(used) == 0
    assert State(used).setting("x") == "1"


def test_logs_of_the_damaged_file_do_not_stay_beside_the_copy(used: Path) -> None:
    copied(used)
    path = used / "hakaru.duckdb"
    flip_bytes(path)
    path.with_name("hakaru.duckdb.wal").write_bytes(b"a log that fits no copy")
    aside = repaired(used)[path.name].set_aside
    assert aside is not None
    assert not path.with_name("hakaru.duckdb.wal").exists()
    assert aside.with_name(f"{aside.name}.wal").read_bytes() == b"a log that fits no copy"


def test_nobody_is_repaired_under_while_others_use_it(used: Path) -> None:
    with holding("hold-read", used), pytest.raises(StoreBusy):
        repair_folder(used, anew=False, timeout_s=0.05)


def test_the_command_says_it_in_one_sentence_per_file_in_both_languages(used: Path) -> None:
    copied(used)
    data = ("--data", str(used))
    flip_bytes(used / "hakaru.duckdb")
    found = run("status", *data, "--lang", "en")
    assert found.returncode == 1
    (sentence,) = found.stderr.splitlines()
    assert "`hakaru repair` puts the newest sound copy back" in sentence
    done = run("repair", *data, "--lang", "en")
    assert done.returncode == 0
    first, second = done.stdout.splitlines()
    assert first.startswith("hakaru.duckdb is back to its copy of ")
    assert second == "state.sqlite is sound: nothing was changed."
    assert run("status", *data).returncode == 0
    shutil.rmtree(used / "backups")
    flip_bytes(used / "hakaru.duckdb")
    left = run("repair", *data, "--lang", "ja")
    assert left.returncode == 1
    assert "正常な控えがありません" in left.stdout
    assert run("repair", "--anew", *data, "--json").stdout.count('"outcome":"emptied"') == 1


def test_killed_at_any_moment_of_a_repair_the_file_is_there_and_can_be_repaired(
    used: Path, tmp_path: Path
) -> None:
    copied(used)
    flip_bytes(used / "hakaru.duckdb")
    for moment in range(8):
        folder = tmp_path / str(moment)
        shutil.copytree(used, folder)
        process = start("repair", "--data", str(folder))
        wait(process, 0.25 + moment * 0.06)
        process.kill()
        process.communicate()
        assert (folder / "hakaru.duckdb").exists()
        assert repaired(folder)["hakaru.duckdb"].outcome in ("restored", "sound")
        assert count_runs(folder) == 1
