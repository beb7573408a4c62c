"""A damaged file goes back to its newest sound copy; a copy is made before a day changes it."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.core.errors import StoreBusy, StoreDamaged
from hakaru.store.care import Repaired, database_health, repair_folder, state_health
from hakaru.store.database import Store
from hakaru.store.private import (
    COPIES_KEPT_MAX,
    KeptCopy,
    copies_of,
    copies_to_keep,
    copy_is_due,
    has_room_for_copy,
    keep_copy,
    try_copy,
)
from hakaru.store.recordings import write_recordings
from hakaru.store.state import State
from tests.flows.commands import run, start, wait
from tests.once import empty_database
from tests.shared import some
from tests.store.damage import flip_bytes
from tests.store.factories import START, make_run
from tests.store.processes import holding

YESTERDAY = datetime.now(UTC) - timedelta(days=1)


@pytest.fixture
def used(tmp_path: Path) -> Iterator[Path]:
    """A data folder with a run and a setting, both changed yesterday and today."""
    folder = tmp_path / "data"
    empty_database(folder)
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


def made_on(day: int, schema: int = 4) -> KeptCopy:
    """A copy of so many days after a Monday."""
    made_at = datetime(2025, 1, 6, 6, tzinfo=UTC) + timedelta(days=day)
    return KeptCopy(path=Path(f"{day}-{schema}"), made_at=made_at, schema=schema)


def test_a_damage_that_nobody_saw_for_a_week_is_not_in_every_copy() -> None:
    kept: list[KeptCopy] = []
    for day in range(60):
        kept.append(made_on(day))
        kept = sorted(copies_to_keep(kept), key=lambda one: one.made_at)
        ages = [(made_on(day).made_at - one.made_at).days for one in kept]
        assert len(kept) <= COPIES_KEPT_MAX
        assert min(ages) == 0
        assert day < 13 or 7 <= max(ages) < 14


@given(made=st.lists(st.tuples(st.integers(0, 60), st.integers(1, 5)), min_size=1, unique=True))
def test_the_newest_copy_and_that_of_the_schema_before_always_stay(
    made: list[tuple[int, int]],
) -> None:
    copies = [made_on(day, schema) for day, schema in sorted(made)]
    kept = copies_to_keep(copies)
    older = [copy for copy in copies if copy.schema < copies[-1].schema]
    assert copies[-1] in kept
    assert not older or older[-1] in kept
    assert len(kept) <= min(len(copies), COPIES_KEPT_MAX)
    assert kept <= set(copies)


def test_a_clock_that_was_wrong_once_neither_stops_copies_nor_makes_an_old_one_the_newest(
    used: Path,
) -> None:
    path = used / "hakaru.duckdb"
    (used / "backups").mkdir()
    shutil.copyfile(path, used / "backups" / "hakaru-20990101T000000000000-schema4.duckdb")
    copied(used)
    flip_bytes(path)
    copied_at = repaired(used)[path.name].copied_at
    assert copied_at is not None
    assert copied_at.year < 2099
    for _ in range(3):
        newest = keep_copy(path, 4, write=lambda target: shutil.copyfile(path, target))
        assert copies_of(path)[-1].path == newest


def test_a_copy_that_was_cut_off_is_cleared_away_and_is_none(used: Path) -> None:
    path = used / "hakaru.duckdb"
    cut_off = used / "backups" / "hakaru-20250101T000000000000-schema4.partial"
    cut_off.parent.mkdir()
    cut_off.write_bytes(b"half")
    age(cut_off)
    assert copies_of(path) == ()
    keep_copy(path, 4, write=lambda target: shutil.copyfile(path, target))
    assert not cut_off.exists()


def test_a_disk_that_is_nearly_full_is_not_filled_by_the_copy_of_a_day(used: Path) -> None:
    path = used / "hakaru.duckdb"
    assert has_room_for_copy(path)
    with path.open("rb+") as file:
        file.truncate(10**13)  # a hole, which takes no room
    assert not has_room_for_copy(path)
    try_copy(path, 4, write=lambda target: target.touch())
    assert copies_of(path) == ()


def test_a_copy_that_fails_half_way_leaves_the_earlier_ones_and_nothing_else(used: Path) -> None:
    path = used / "hakaru.duckdb"
    earlier = keep_copy(path, 4, write=lambda target: shutil.copyfile(path, target))

    def fill(target: Path) -> None:
        target.write_bytes(b"half")
        raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(StoreDamaged, match="No space left"):
        keep_copy(path, 4, write=fill)
    try_copy(path, 4, write=fill)
    assert list((used / "backups").iterdir()) == [earlier]


def test_others_read_on_while_the_copy_of_a_day_is_made(used: Path) -> None:
    path = used / "hakaru.duckdb"
    age(path)
    with holding("hold-read", used), pytest.raises(StoreBusy):
        Store(used, write_timeout_s=0.2).write().__enter__()
    assert len(copies_of(path)) == 1


def test_what_a_killed_process_left_in_a_log_is_taken_in_before_it_is_copied(used: Path) -> None:
    path = used / "hakaru.duckdb"
    with holding("hold-committed", used) as process:
        process.kill()
    log = path.with_name("hakaru.duckdb.wal")
    assert log.exists()
    for one in (path, log):
        age(one)
    add_run(used, 1)
    assert copies_of(path) == ()
    age(path)
    add_run(used, 2)
    (copy,) = copies_of(path)
    restored = used.parent / "restored"
    restored.mkdir()
    shutil.copyfile(copy.path, restored / "hakaru.duckdb")
    assert (count_runs(restored), count_runs(used)) == (3, 4)


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


@pytest.mark.parametrize("name", ["hakaru.duckdb", "state.sqlite"])
def test_what_is_only_kept_from_us_is_not_replaced_by_an_older_one(name: str, used: Path) -> None:
    copied(used)
    (used / name).unlink()
    (used / name).mkdir()
    with pytest.raises(StoreDamaged, match=rf"{name} cannot be read \(Is a directory\), so it is"):
        repaired(used)
    assert (used / name).is_dir()


def test_a_file_whose_log_alone_is_bad_loses_only_the_log(used: Path) -> None:
    """Its pages are whole, but of another file."""
    copied(used)
    State(used).write_setting("x", "3")
    for number in range(50):
        State(used).write_setting(f"long {number}", "z" * 3000)
    path = used / "state.sqlite"
    other = used.parent / "other"
    State(other).write_setting("y", "1")
    with closing(sqlite3.connect(other / "state.sqlite", isolation_level=None)) as con:
        con.execute("CREATE TABLE filler AS SELECT randomblob(90000) AS x")
        shutil.copyfile(other / "state.sqlite-wal", path.with_name("state.sqlite-wal"))
    assert state_health(path).condition == "damaged"
    found = repaired(used)["state.sqlite"]
    assert found.outcome == "without_log"
    assert State(used).setting("x") == "3", "the newest, not the copy of yesterday"


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
    repaired = " ".join(done.stdout.split())
    assert repaired.startswith("hakaru.duckdb is back to its copy of ")
    assert repaired.endswith(" state.sqlite is sound: nothing was changed.")
    assert run("status", *data).returncode == 0
    shutil.rmtree(used / "backups")
    flip_bytes(used / "hakaru.duckdb")
    left = run("repair", *data, "--lang", "ja")
    assert left.returncode == 1
    assert "正常な控えがありません" in left.stdout
    assert run("repair", "--anew", *data, "--json").stdout.count('"outcome":"emptied"') == 1


def test_the_doctor_and_the_repair_work_where_no_other_command_does(used: Path) -> None:
    copied(used)
    flip_bytes(used / "state.sqlite", first=4096)
    data = ("--data", str(used), "--lang", "en")
    assert "`hakaru repair`" in run("status", *data).stderr
    seen = run("doctor", *data)
    assert (seen.returncode, seen.stderr) == (1, "")
    assert "BROKEN  state: state.sqlite is damaged" in seen.stdout
    left = run("repair", *data)
    assert (left.returncode, left.stderr) == (0, "")
    sound, _, repaired = " ".join(left.stdout.split()).partition(" state.sqlite ")
    assert sound == "hakaru.duckdb is sound: nothing was changed."
    assert repaired.startswith("is back to its copy of ")
    assert "ingest" not in repaired
    assert run("status", *data).returncode == 0


def test_killed_at_any_moment_of_a_repair_the_file_is_there_and_can_be_repaired(
    used: Path, tmp_path: Path
) -> None:
    copied(used)
    flip_bytes(used / "hakaru.duckdb")
    for moment in some(range(8), 3):
        folder = tmp_path / str(moment)
        shutil.copytree(used, folder)
        process = start("repair", "--data", str(folder))
        wait(process, 0.25 + moment * 0.06)
        process.kill()
        process.communicate()
        assert (folder / "hakaru.duckdb").exists()
        assert repaired(folder)["hakaru.duckdb"].outcome in ("restored", "sound")
        assert not list(folder.glob("*.incoming"))
        assert count_runs(folder) == 1
