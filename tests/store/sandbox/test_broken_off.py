"""Is a query whose processes are killed, or whose table went meanwhile, one error, and the next
call as ever?"""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from hakaru.errors import HakaruError, QueryRefused, QueryStopped
from hakaru.store.sandbox.ask import run, start_sandbox
from hakaru.store.sandbox.job import Attached, Job, Limits
from tests.store.sandbox.folders import exported, profiled, refusal_of
from tests.store.sandbox.test_limits import SLOW

LONG = Limits(run_s=20.0)
STARTED_WITHIN_S = 5.0


def children(pid: int) -> list[int]:
    told = subprocess.run(
        ["ps", "-ww", "-o", "pid=,args=", "--ppid", str(pid)],
        capture_output=True,
        text=True,
        check=False,
    ).stdout
    return [int(line.split()[0]) for line in told.splitlines() if "sandbox.template" in line]


def the_template() -> int:
    start_sandbox()
    (template,) = children(os.getpid())
    return template


def the_keeper() -> int:
    return children(the_template())[0]


def the_worker() -> int:
    return children(the_keeper())[0]


def when_there(find: Callable[[], int]) -> int:
    """A process of the running query, as soon as it exists."""
    deadline_s = time.monotonic() + STARTED_WITHIN_S
    while time.monotonic() < deadline_s:
        try:
            return find()
        except IndexError:
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
    asking.join(timeout=5.0)
    left = [worker] if find is the_keeper else []
    for pid in left:  # a worker whose keeper was killed ends at its own limit of work
        os.kill(pid, signal.SIGKILL)
    assert not asking.is_alive()
    assert isinstance(ended[0], QueryStopped)
    assert ended[0].code == "crash"
    assert refusal_of(folder, "SELECT 1 AS x") is None


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
