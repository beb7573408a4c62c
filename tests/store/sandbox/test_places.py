"""Does all SQL of a data folder share its places, whoever asks and however they end?"""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from hakaru.core.errors import QueriesBusy
from hakaru.store.lock import Hold
from hakaru.store.sandbox.ask import MOST_RUNNING, MOST_WAITING, run, take_place
from hakaru.store.sandbox.job import Job, Limits
from tests.store.processes import ROOT
from tests.store.sandbox.processes import when

TAKE = (
    "import sys; from pathlib import Path; from hakaru.store.sandbox.ask import take_place; "
    "hold = take_place(Path(sys.argv[1]), wait_s=60.0, check=lambda: None); "
    "print('taken', flush=True); sys.stdin.read()"
)


class Unwanted(Exception):
    """Nobody waits any more."""


@contextmanager
def another_process(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that takes a place and keeps it until it is killed."""
    with subprocess.Popen(
        [sys.executable, "-c", TAKE, str(folder)],
        cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        try:
            yield process
        finally:
            process.kill()


def taken_by(process: subprocess.Popen[str]) -> bool:
    assert process.stdout is not None
    return process.stdout.readline() == "taken\n"


def place(folder: Path, *, wait_s: float = 30.0, wanted: threading.Event | None = None) -> Hold:
    def check() -> None:
        if wanted is not None and not wanted.is_set():
            raise Unwanted

    return take_place(folder, wait_s=wait_s, check=check)


def in_line(folder: Path) -> list[int]:
    """Which of the waiting places are taken."""
    from hakaru.store.lock import open_file, try_lock  # noqa: PLC0415

    found = []
    for number in range(MOST_WAITING):
        hold = Hold(open_file(folder / "cache" / "queries" / f"waiting-{number}.lock"))
        if not try_lock(hold.descriptor, exclusive=True):
            found.append(number)
        hold.release()
    return found


def test_two_run_eight_wait_and_the_next_is_told_at_once(tmp_path: Path) -> None:
    running = [place(tmp_path) for _ in range(MOST_RUNNING)]
    wanted = threading.Event()
    wanted.set()
    ended: list[type[BaseException] | None] = []

    def wait() -> None:
        try:
            place(tmp_path, wanted=wanted).release()
            ended.append(None)
        except Unwanted:
            ended.append(Unwanted)

    waiting = []
    for number in range(MOST_WAITING):  # each has taken its place before the next one comes
        waiting.append(threading.Thread(target=wait))
        waiting[-1].start()
        when(lambda at=number: in_line(tmp_path) == list(range(at + 1)))  # type: ignore[misc]
    with pytest.raises(QueriesBusy, match="2 may run and 8 may wait") as busy:
        place(tmp_path)
    assert busy.value.status == 503
    assert busy.value.waited_s < 5.0
    wanted.clear()
    for one in waiting:
        one.join(timeout=60.0)
    assert ended == [Unwanted] * MOST_WAITING
    assert in_line(tmp_path) == []
    for hold in running:
        hold.release()
    place(tmp_path, wait_s=0.0).release()


def test_a_place_of_a_killed_process_is_free(tmp_path: Path) -> None:
    with another_process(tmp_path) as one, another_process(tmp_path) as other:
        assert taken_by(one)
        assert taken_by(other)
        with pytest.raises(QueriesBusy):
            place(tmp_path, wait_s=0.1)
        one.kill()
        place(tmp_path).release()


def test_who_waits_longer_goes_first(tmp_path: Path) -> None:
    running = [place(tmp_path) for _ in range(MOST_RUNNING)]
    order: list[int] = []

    def wait(number: int) -> None:
        hold = place(tmp_path)
        order.append(number)
        hold.release()

    threads = []
    for number in range(4):
        threads.append(threading.Thread(target=wait, args=(number,)))
        threads[-1].start()
        when(lambda at=number: in_line(tmp_path) == list(range(at + 1)))  # type: ignore[misc]
    running.pop().release()
    for thread in threads:
        thread.join(timeout=60.0)
    assert order == [0, 1, 2, 3]
    running.pop().release()


def test_who_has_waited_too_long_is_told(tmp_path: Path) -> None:
    running = [place(tmp_path) for _ in range(MOST_RUNNING)]
    with pytest.raises(QueriesBusy):
        place(tmp_path, wait_s=0.3)
    for hold in running:
        hold.release()


def test_a_folder_that_cannot_be_written_has_one_place(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("no folder", encoding="utf-8")
    hold = place(tmp_path)
    with pytest.raises(QueriesBusy):
        place(tmp_path, wait_s=0.1)
    hold.release()
    place(tmp_path, wait_s=0.0).release()


def test_a_query_waits_for_those_of_other_processes(folder: Path) -> None:
    data = folder / "data"
    job = Job(kind="profile", text="SELECT 1 AS x", folder=str(data), limits=Limits(turn_s=0.2))
    with another_process(data) as one, another_process(data) as other:
        assert taken_by(one)
        assert taken_by(other)
        with pytest.raises(QueriesBusy):
            run(job)
    assert run(job)
