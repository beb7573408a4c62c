"""Is a query whose processes are killed, or whose table went meanwhile, one error, and the next
call as ever?"""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hakaru.core.errors import HakaruError, QueryRefused, QueryStopped, StoreBusy
from hakaru.store.lock import Turnstile
from hakaru.store.sandbox.ask import run, start_sandbox
from hakaru.store.sandbox.job import Attached, Job, Limits
from tests.store.sandbox.folders import exported, profiled, refusal_of
from tests.store.sandbox.processes import (
    at_work,
    is_gone,
    parent_of,
    templates,
    when,
)
from tests.store.sandbox.test_limits import SLOW

LONG = Limits(run_s=240.0)
ENDED_WITHIN_S = 60.0
"""What ends by itself takes four times as long."""


def the_template() -> int:
    start_sandbox()
    (template,) = templates(os.getpid())
    return template


def the_keeper() -> int:
    template = the_template()
    return next(one for one in at_work(os.getpid()) if parent_of(one) == template)


def the_worker() -> int:
    keeper = the_keeper()
    return next(one for one in at_work(os.getpid()) if parent_of(one) == keeper)


def when_there(find: Callable[[], int]) -> int:
    """A process of the running query, as soon as it exists."""
    deadline_s = time.monotonic() + ENDED_WITHIN_S
    while time.monotonic() < deadline_s:
        try:
            return find()
        except StopIteration:
            continue
    raise AssertionError("no such process")


@pytest.mark.parametrize("find", [the_worker, the_keeper])
def test_a_query_whose_process_is_killed_broke_off_at_once(
    folder: Path, find: Callable[[], int]
) -> None:
    ended: list[HakaruError] = []

    def ask() -> None:
        try:
            profiled(folder, SLOW, limits=LONG)
        except HakaruError as error:
            ended.append(error)

    start_sandbox()
    asking = threading.Thread(target=ask)
    asking.start()
    victim = when_there(find)
    worker = when_there(the_worker)
    os.kill(victim, signal.SIGKILL)
    asking.join(timeout=ENDED_WITHIN_S)
    assert not asking.is_alive()
    when(lambda: is_gone(worker), within_s=ENDED_WITHIN_S)
    assert isinstance(ended[0], QueryStopped)
    assert ended[0].code == "crash"
    assert refusal_of(folder, "SELECT 1 AS x") is None


class Unwanted(BaseException):
    """Nobody waits for the answer any more."""


@contextlib.contextmanager
def asking(folder: Path, n_queries: int) -> Iterator[Callable[[], None]]:
    """So many threads with a query that is long; what it gives ends them all."""
    unwanted = threading.Event()
    ended: list[type[BaseException]] = []

    def check() -> None:
        if unwanted.is_set():
            raise Unwanted

    def ask() -> None:
        job = Job(kind="profile", text=SLOW, folder=str(folder / "data"), limits=LONG)
        try:
            run(job, check)
        except (Unwanted, HakaruError) as error:
            ended.append(type(error))

    threads = [threading.Thread(target=ask) for _ in range(n_queries)]
    for one in threads:
        one.start()
    try:
        yield unwanted.set
    finally:
        unwanted.set()
        for one in threads:
            one.join(timeout=ENDED_WITHIN_S)
    assert len(ended) == n_queries
    assert set(ended) <= {Unwanted, StoreBusy}


def test_queries_that_nobody_wants_any_more_end_at_once(folder: Path) -> None:
    """Those that run, and those that wait for their turn."""
    start_sandbox()
    with asking(folder, 4) as end:
        when_there(the_worker)
        end()
        when(lambda: not at_work(os.getpid()), within_s=ENDED_WITHIN_S)
    assert refusal_of(folder, "SELECT 1 AS x") is None


def test_a_writer_is_let_in_although_queries_wait_in_line(folder: Path) -> None:
    """Those in line hold no gate, and those that run give way."""
    start_sandbox()
    with asking(folder, 5):
        when_there(the_worker)
        Turnstile(folder / "data").exclusive(60.0).release()


def test_a_kept_result_whose_file_went_is_no_table_any_more(folder: Path, tmp_path: Path) -> None:
    """Another process may have dropped it since its name was looked up."""
    gone = Attached(names=("temp_view_1", "paces"), path=str(tmp_path / "gone.duckdb"))
    with pytest.raises(QueryRefused, match="'paces', which is no table of yours"):
        exported(folder, "SELECT * FROM paces", tmp_path / "x.parquet", attached=(gone,))
    job = Job(
        kind="profile",
        text="SELECT pace FROM splits",
        folder=str(folder / "data"),
        attached=(gone,),
    )
    assert run(job)
