"""A full disk, a read-only one, a folder of somebody else: one sentence, nothing is lost."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from hakaru.core.errors import StoreDamaged
from hakaru.store.state import State
from tests.faults.disks import fill, read_only, small_disk
from tests.faults.running import Commands, Done, copied, digest
from tests.faults.writing import words_of
from tests.store.older import STATE_MIGRATIONS, older_state, state_rows

SIZE_MB = 48
NEEDS_ROOM = (
    *("ingest", "understand", "label", "athlete set", "analyze"),
    *("nodes add", "nodes import", "confirm", "focus import", "focus forget"),
    *("nodes export", "focus export", "report", "run", "simulate", "export", "materialize"),
)
"""`focus forget` writes, too: what it deletes stands in a log first. `train` on runs it has learned
from writes nothing."""
FULL = (
    "is full",
    "cannot write",
    "cannot be written",
    "is not writable",
    "that can be written",
    "empty space",
)
READ_ONLY = ("not writable", "cannot be written", "that can be written", "Read-only")


def in_either_language(names: Sequence[str]) -> pytest.MarkDecorator:
    """Each command in one language, every other one in Japanese."""
    cases = [(name, ("en", "ja")[at % 2]) for at, name in enumerate(names)]
    return pytest.mark.parametrize(("command", "language"), cases)


def one_sentence(done: Done, *words: str, japanese: bool = False) -> None:
    """Exit code, one line, in the language asked for, and why."""
    assert done.code in (1, 2), done
    assert len(done.sentences) == 1, done.err
    (line,) = done.sentences
    assert line.startswith("hakaru: ")
    assert "Error:" not in line.removeprefix("hakaru: ").partition("(")[0], line
    if japanese:
        assert any("\u3040" <= letter <= "\u30ff" for letter in line), line
    else:
        assert any(word in line for word in words), line


@pytest.mark.sampled(6)
@in_either_language(NEEDS_ROOM)
def test_on_a_full_disk_a_command_says_so_loses_nothing_and_goes_on_when_there_is_room(
    command: str, language: str, ran: Commands, prepared: Path, tmp_path: Path
) -> None:
    with small_disk(tmp_path / "disk", size_mb=SIZE_MB) as disk:
        data, out = copied(prepared / "data", disk / "data"), disk / "out"
        out.mkdir()
        before, words = digest(data), words_of(command, prepared, out)
        filler = fill(disk, but_kb=0)
        done = ran.run(*words, data=data, language=language)
        filler.unlink()
        one_sentence(done, *FULL, japanese=language == "ja")
        assert [path for path in out.rglob("*") if path.is_file()] == []
        assert digest(data) == before
        assert ran.run(*words, data=data).code == 0


@pytest.mark.sampled(3)
@pytest.mark.parametrize("command", ["ingest", "understand", "nodes import", "report", "simulate"])
@pytest.mark.parametrize("but_kb", [64, 1500])
def test_a_disk_that_fills_up_on_the_way_costs_only_what_no_longer_fits(
    command: str, but_kb: int, ran: Commands, prepared: Path, tmp_path: Path
) -> None:
    with small_disk(tmp_path / "disk", size_mb=SIZE_MB) as disk:
        data, out = copied(prepared / "data", disk / "data"), disk / "out"
        out.mkdir()
        before, words = digest(data), words_of(command, prepared, out)
        filler = fill(disk, but_kb=but_kb)
        done = ran.run(*words, data=data)
        filler.unlink()
        if done.code != 0:
            one_sentence(done, *FULL)
        n_rows = {table: int(rows.split()[0]) for table, rows in digest(data).items()}
        assert all(n_rows[table] >= int(rows.split()[0]) for table, rows in before.items())
        made = ("--overwrite",) * any(path.is_file() for path in out.rglob("*"))
        assert ran.run(*words, *made, data=data).code == 0


@pytest.mark.sampled(6)
@in_either_language([*NEEDS_ROOM, "nodes move", "undo", "apply"])
def test_a_read_only_folder_is_named_and_stays_as_it_was(
    command: str, language: str, ran: Commands, prepared: Path, tmp_path: Path
) -> None:
    with small_disk(tmp_path / "disk", size_mb=SIZE_MB) as disk:
        data, out = copied(prepared / "data", disk / "data"), disk / "out"
        out.mkdir()
        before, words = digest(data), words_of(command, prepared, out)
        read_only(disk, is_so=True)
        try:
            done = ran.run(*words, data=data, language=language)
            one_sentence(done, *READ_ONLY, japanese=language == "ja")
        finally:
            read_only(disk, is_so=False)
        assert digest(data) == before
        assert ran.run(*words, data=data).code == 0


@pytest.mark.parametrize("command", ["nodes add", "label", "ingest", "confirm"])
def test_a_folder_one_may_only_look_into_is_named(
    command: str, ran: Commands, prepared: Path, tmp_path: Path
) -> None:
    data = copied(prepared / "data", tmp_path / "data")
    before = digest(data)
    paths = [data, *data.rglob("*")]
    for path in paths:
        path.chmod(0o500 if path.is_dir() else 0o400)
    done = ran.run(*words_of(command, prepared, tmp_path), data=data, powerless=True)
    one_sentence(done, *READ_ONLY)
    for path in paths:
        path.chmod(0o700 if path.is_dir() else 0o600)
    assert digest(data) == before
    assert ran.run(*words_of(command, prepared, tmp_path), data=data).code == 0


def test_on_a_full_disk_nothing_is_migrated_and_with_room_it_is(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", size_mb=SIZE_MB) as disk:
        path = older_state(disk, len(STATE_MIGRATIONS) - 1)
        before = state_rows(path)
        filler = fill(disk, but_kb=0)
        with pytest.raises(StoreDamaged, match=r"room|full"):
            State(disk).setting("any")
        assert state_rows(Path(shutil.copy(path, tmp_path))) == before
        filler.unlink()
        State(disk).write_setting("a", "b")
        assert State(disk).setting("a") == "b"
        after = state_rows(path, before)
        assert {table: rows for table, rows in after.items() if table != "settings"} == {
            table: rows for table, rows in before.items() if table != "settings"
        }
