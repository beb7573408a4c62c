"""Is a query held within time, memory and bytes, and do the limits hold without the walk?"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from functools import partial
from pathlib import Path

import pytest

from hakaru.core.errors import QueryStopped, StoreBusy
from hakaru.store.sandbox.ask import run, start_sandbox
from hakaru.store.sandbox.job import Job, Limits, Written
from tests.store.processes import ROOT, holding
from tests.store.sandbox.attacks import ATTACKS
from tests.store.sandbox.folders import SECRET, digest, exported, profiled, refusal_of
from tests.store.sandbox.processes import is_gone, templates, when
from tests.store.sandbox.test_hostile import placed

SLOW = (
    "SELECT count(DISTINCT a.elapsed_s * b.elapsed_s * c.elapsed_s) "
    "FROM time_series_metrics a, time_series_metrics b, time_series_metrics c"
)
MEMORY_BOMBS = (
    "SELECT len(list(i)) FROM range(1000000000) t(i)",
    "SELECT count(*) FROM (SELECT i, count(*) FROM range(1000000000) t(i) GROUP BY i)",
    "SELECT string_agg(a.heart_rate::VARCHAR, ',') FROM time_series_metrics a, time_series_metrics",
    "SELECT list_sort(range(500000000))[1]",
)
LATE_S = 6.0
"""Longer than a query of two seconds is waited for."""
SHORT = Limits(run_s=0.6, writer_s=0.2)


def unwatched(job: Job, **environment: str) -> dict[str, object]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.store.sandbox.unwatched", job.line.decode()],
        cwd=ROOT,
        env={**os.environ, "MALLOC_ARENA_MAX": "1", **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    answer: dict[str, object] = json.loads(done.stdout or '{"answer": "died"}')
    return answer


def test_a_query_that_takes_too_long_is_ended(folder: Path) -> None:
    profiled(folder, "SELECT 1 AS x")
    started_s = time.monotonic()
    with pytest.raises(QueryStopped, match="takes too long") as stopped:
        profiled(folder, SLOW, limits=SHORT)
    assert (stopped.value.code, stopped.value.status) == ("time", 408)
    assert time.monotonic() - started_s < 3.0


def test_a_query_has_its_whole_time_after_a_start_that_took_longer(folder: Path) -> None:
    for started in templates(os.getpid()):
        os.kill(started, signal.SIGKILL)
        when(partial(is_gone, started))
    start_sandbox()
    (template,) = templates(os.getpid())
    os.kill(template, signal.SIGSTOP)
    limits = Limits(lock_s=1.0, run_s=1.0)
    goes_on = threading.Timer(LATE_S, os.kill, (template, signal.SIGCONT))
    goes_on.start()
    profiled(folder, "SELECT 1 AS x", limits=limits)
    goes_on.join()


def test_a_query_gives_way_to_a_writer_that_waits(folder: Path) -> None:
    failed: list[Exception] = []

    def ask() -> None:
        try:
            profiled(folder, SLOW, limits=Limits(run_s=240.0, writer_s=0.2))
        except StoreBusy as error:
            failed.append(error)

    asking = threading.Thread(target=ask)
    profiled(folder, "SELECT 1 AS x")
    asking.start()
    with holding("hold-write", folder / "data"):
        asking.join(timeout=60.0)
    assert not asking.is_alive()
    assert len(failed) == 1


def test_a_query_waits_for_a_writer_and_says_who_it_is(folder: Path) -> None:
    with (
        holding("hold-write", folder / "data"),
        pytest.raises(StoreBusy, match="process"),
    ):
        profiled(folder, "SELECT 1 AS x", limits=Limits(lock_s=0.2))
    assert refusal_of(folder, "SELECT 1 AS x") is None


@pytest.mark.sampled(1)
@pytest.mark.parametrize("sql", MEMORY_BOMBS)
def test_a_query_that_wants_too_much_memory_is_ended_below_a_gigabyte(
    folder: Path, sql: str
) -> None:
    answer = unwatched(Job(kind="profile", text=sql, folder=str(folder / "data")))
    assert '"memory"' in str(answer["answer"])
    assert int(str(answer["peak_bytes"])) < 550_000_000


def test_a_file_stops_at_its_size(folder: Path, tmp_path: Path) -> None:
    job = Job(
        kind="export",
        text="SELECT hash(range) AS x FROM range(10000000)",
        folder=str(folder / "data"),
        target=str(tmp_path / "x.csv"),
        file_format="csv",
        max_rows=100_000_000,
        max_bytes=1_000_000,
    )
    with pytest.raises(QueryStopped, match="too large") as stopped:
        run(job)
    assert stopped.value.code == "too_many_bytes"
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) <= 1_000_000


def test_more_rows_than_asked_for_are_an_error(folder: Path, tmp_path: Path) -> None:
    """Resolution 65."""
    job = Job(
        kind="export",
        text="SELECT * FROM range(11)",
        folder=str(folder / "data"),
        target=str(tmp_path / "x.parquet"),
        max_rows=10,
        max_bytes=1_000_000,
    )
    with pytest.raises(QueryStopped, match="more than 10 rows") as stopped:
        run(job)
    assert stopped.value.code == "too_many_rows"


def test_exactly_as_many_rows_as_asked_for_are_written(folder: Path, tmp_path: Path) -> None:
    job = Job(
        kind="export",
        text="SELECT * FROM range(10)",
        folder=str(folder / "data"),
        target=str(tmp_path / "x.parquet"),
        max_rows=10,
        max_bytes=1_000_000,
    )
    assert run(job) == Written(n_rows=10, columns=(("range", "BIGINT"),))


def test_many_threads_may_ask_at_once(folder: Path, tmp_path: Path) -> None:
    rows: list[int] = []

    def ask(number: int) -> None:
        target = tmp_path / f"{number}.parquet"
        rows.append(exported(folder, f"SELECT * FROM range({number})", target))

    asking = [threading.Thread(target=ask, args=(number,)) for number in range(8)]
    for one in asking:
        one.start()
    for one in asking:
        one.join()
    assert sorted(rows) == list(range(8))


def test_the_template_is_started_again_when_it_was_killed(folder: Path) -> None:
    start_sandbox()
    children = subprocess.run(
        ["ps", "-ww", "-o", "pid=,args=", "--ppid", str(os.getpid())],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    (template,) = [line.split()[0] for line in children if "sandbox.template" in line]
    os.kill(int(template), 9)
    deadline_s = time.monotonic() + 60.0
    while Path(f"/proc/{template}/stat").exists() and time.monotonic() < deadline_s:
        if Path(f"/proc/{template}/stat").read_text().split()[2] == "Z":
            break
    assert refusal_of(folder, "SELECT 1 AS x") is None


@pytest.mark.soak
def test_the_locked_engine_alone_lets_no_file_in_or_out(untouched: Path) -> None:
    """The second wall: the same texts without the walk over their tree."""
    touching = [sql for sql in ATTACKS if "{OUTSIDE}" in sql or "{DB}" in sql or "/etc" in sql]
    before = digest(untouched)
    for sql in touching[::3]:
        job = Job(kind="profile", text=placed(sql, untouched), folder=str(untouched / "data"))
        answer = str(unwatched(job, WITHOUT_WALK="1")["answer"])
        assert SECRET not in answer
        assert "root:" not in answer
        assert digest(untouched) == before, sql
