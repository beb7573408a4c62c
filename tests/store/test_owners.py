"""An owner is there as long as its process, however that ends."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hakaru.core.errors import StoreDamaged
from hakaru.store.jobs import FOLDER, Jobs, NewJob, Owner, is_gone, label_is_gone, process_of
from hakaru.store.state import State
from tests.flows.commands import ROOT, environment
from tests.store.factories import START

HELD = """
import sys
from pathlib import Path
from hakaru.store.jobs import Owner
owner = Owner(Path(sys.argv[1]))
print(owner.name, flush=True)
sys.stdin.read()
"""


def test_an_owner_is_there_until_it_lets_go(tmp_path: Path) -> None:
    owner = Owner(tmp_path)
    assert not is_gone(tmp_path, owner.name)
    owner.release()
    owner.release()
    assert is_gone(tmp_path, owner.name)
    assert list((tmp_path / FOLDER).iterdir()) == []


@pytest.mark.parametrize("name", ["", "../state.sqlite", "pid 1", "0" * 32])
def test_what_is_no_owner_of_ours_is_not_there(tmp_path: Path, name: str) -> None:
    Owner(tmp_path).release()
    assert is_gone(tmp_path, name)


def test_an_owner_of_another_process_goes_with_it_when_it_is_killed(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", HELD, str(tmp_path)],
        cwd=ROOT,
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    name = process.stdout.readline().strip()
    assert not is_gone(tmp_path, name)
    process.kill()
    process.communicate(timeout=30)
    assert is_gone(tmp_path, name)


def test_files_that_were_left_are_removed_after_an_hour_and_those_in_use_never(
    tmp_path: Path,
) -> None:
    used = Owner(tmp_path)
    left, young = (tmp_path / FOLDER / (digit * 32) for digit in "ab")
    left.touch()
    young.touch()
    for path in (left, tmp_path / FOLDER / used.name):
        os.utime(path, (1, 1))
    other = Owner(tmp_path)
    names = {path.name for path in (tmp_path / FOLDER).iterdir()}
    assert names == {used.name, other.name, young.name}
    used.release()
    other.release()


def test_where_nothing_can_be_written_there_is_no_owner(tmp_path: Path) -> None:
    (tmp_path / FOLDER).write_text("a file")
    with pytest.raises(StoreDamaged, match="is not writable"):
        Owner(tmp_path)


def test_a_job_is_taken_by_one_and_by_others_only_when_that_one_is_gone(tmp_path: Path) -> None:
    jobs, first, second = Jobs(State(tmp_path)), Owner(tmp_path), Owner(tmp_path)
    nobodys = jobs.begin(NewJob(kind="train", subject=""), now=START)
    begun = jobs.begin(NewJob(kind="export", subject="", owner=first.name), now=START)
    assert jobs.take(nobodys, owner=second.name)
    assert not jobs.take(nobodys, owner=first.name)
    assert not jobs.take(begun, owner=second.name)
    assert jobs.take(begun, owner=first.name)
    first.release()
    assert jobs.take(begun, owner=second.name)
    jobs.finish(begun, status="done", now=START)
    assert not jobs.take(begun, owner=second.name)
    assert not jobs.take(99, owner=second.name)
    assert [job.owner for job in jobs.find()] == [second.name, second.name]
    second.release()


def test_a_label_names_the_process_and_tells_whether_its_owner_is_gone(tmp_path: Path) -> None:
    owner = Owner(tmp_path)
    assert process_of(owner.label) == f"pid {os.getpid()}"
    assert not label_is_gone(tmp_path, owner.label)
    owner.release()
    assert label_is_gone(tmp_path, owner.label)  # though a process of that number runs


@pytest.mark.skipif(sys.platform == "win32", reason="there a process cannot be asked")
def test_of_a_label_without_a_name_the_process_is_asked(tmp_path: Path) -> None:
    assert not label_is_gone(tmp_path, f"pid {os.getpid()}")
    assert not label_is_gone(tmp_path, "somebody")
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait(60)
    assert label_is_gone(tmp_path, f"pid {ended.pid}")
