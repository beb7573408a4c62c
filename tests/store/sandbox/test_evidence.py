"""What somebody wrote who had not seen the code: do honest analyses run, and hostile ones not?

The statements are data (`tests/evidence/part10`), with what has to become of each.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from hakaru.core.errors import HakaruError, QueryRefused, QueryStopped
from hakaru.store.database import Store
from hakaru.store.sandbox.ask import MOST_RUNNING, run
from hakaru.store.sandbox.job import Job, Limits
from tests.shared import some
from tests.store.sandbox.attacks import BOMBS
from tests.store.sandbox.folders import digest, make_data_folder
from tests.store.sandbox.processes import Watch, at_work
from tests.store.sandbox.test_hostile import END_S, placed

EVIDENCE = Path(__file__).resolve().parents[2] / "evidence" / "part10"
CANARY = "CANARY_7F3A"
PATIENT = Limits(run_s=30.0)
"""An honest analysis is not judged by how busy this machine is."""
HASTY = Limits(run_s=0.5)
MOST_MB = 1200.0


def evidence(name: str) -> list[dict[str, str]]:
    found: list[dict[str, str]] = json.loads((EVIDENCE / name).read_text(encoding="utf-8"))
    return found


def hostile(*must_be: str) -> list[dict[str, str]]:
    every = evidence("hostile_statements.json")
    return [one for one in every if one["must_be"] in must_be]


def outcomes(
    folder: Path, rows: Sequence[dict[str, str]], ask: Callable[[str], object]
) -> list[tuple[str, HakaruError | None]]:
    """Each statement's SQL and its error, two at a time; None: it ran."""

    def one(row: dict[str, str]) -> tuple[str, HakaruError | None]:
        try:
            ask(placed(row["sql"], folder))
        except HakaruError as error:
            return row["sql"], error
        return row["sql"], None

    with ThreadPoolExecutor(MOST_RUNNING) as asking:
        return list(asking.map(one, rows))


def profiles(folder: Path, limits: Limits) -> Callable[[str], object]:
    data = str(folder / "data")
    return lambda sql: run(Job(kind="profile", text=sql, folder=data, limits=limits))


@pytest.fixture(scope="module")
def marked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder whose texts from outside hold a word that no error may carry."""
    folder = make_data_folder(tmp_path_factory.mktemp("marked"))
    store = Store(folder / "data")
    with store.write() as con:
        word = f"{CANARY} 26 | x"
        con.execute("UPDATE activities SET title = $1, gear = $1, location = $1", [word])
        con.execute(
            "INSERT INTO recording_issues "
            "SELECT activity_id, 1000, 'gap', $1, NULL, NULL FROM activities",
            [word],
        )
    store.close()
    return folder


def test_there_is_enough_of_it() -> None:
    assert len(evidence("honest_analyses.json")) >= 60
    assert len(hostile("rejected", "bounded", "silent")) >= 99


@pytest.mark.sampled(1)
@pytest.mark.parametrize("kind", ["profile", "export"])
def test_every_honest_analysis_runs(folder: Path, tmp_path: Path, kind: str) -> None:
    """Part 10: 0 refused."""

    def ask(sql: str) -> object:
        fields: dict[str, Any] = {}
        if kind == "export":
            target = tmp_path / f"{abs(hash(sql))}.parquet"
            fields = {"target": str(target), "max_rows": 1_000_000, "max_bytes": 100_000_000}
        job = Job(kind=kind, text=sql, folder=str(folder / "data"), limits=PATIENT, **fields)  # type: ignore[arg-type]
        return run(job)

    done = outcomes(folder, some(evidence("honest_analyses.json"), 16), ask)
    assert [(sql, str(error)) for sql, error in done if error is not None] == []


def test_no_statement_that_reaches_out_runs(untouched: Path) -> None:
    done = outcomes(untouched, some(hostile("rejected"), 16), profiles(untouched, HASTY))
    assert [sql for sql, error in done if error is None] == []
    assert [sql for sql, error in done if not isinstance(error, QueryRefused | QueryStopped)] == []


@pytest.mark.sampled(1)
@pytest.mark.parametrize("source", ["evidence", "our own"])
def test_statements_that_want_too_much_end_in_time_and_small(untouched: Path, source: str) -> None:
    rows = (
        some(hostile("bounded")[::3], 5)
        if source == "evidence"
        else [{"sql": bomb} for bomb in BOMBS]
    )
    ask, took_s = profiles(untouched, HASTY), []

    def timed(sql: str) -> None:
        started_s = time.monotonic()
        try:
            ask(sql)
        finally:
            took_s.append(time.monotonic() - started_s)

    with Watch(lambda: at_work(os.getpid())) as watch:
        outcomes(untouched, rows, timed)
    assert len(took_s) == len(rows)
    assert max(took_s) < END_S
    assert watch.most_processes <= 3 * MOST_RUNNING  # a keeper may still be leaving
    assert watch.most_mb < MOST_MB


def test_no_error_carries_a_row_a_path_or_our_own_words(marked: Path) -> None:
    before = digest(marked)
    done = outcomes(marked, some(hostile("silent"), 8), profiles(marked, HASTY))
    said = [error.reason for _, error in done if isinstance(error, QueryRefused | QueryStopped)]
    assert len(said) == len([error for _, error in done if error is not None])
    for reason in said:
        for inside in (CANARY, "INTERNAL", "Error:", "LINE 1", "hakaru_", "hakaru.duckdb"):
            assert inside not in reason
    assert digest(marked) == before
