"""Very many runners: the same verdicts as the product's, whole or not at all, on either engine."""

from __future__ import annotations

import dataclasses
import shutil
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import duckdb
import numpy as np
import pytest

from hakaru.errors import BadArgument, SourceError
from hakaru.flows.cohort import CohortResult, cohort_evaluate, cohort_simulate, cohort_train
from hakaru.flows.context import Context
from hakaru.flows.evaluate import reevaluate
from hakaru.flows.train import train
from hakaru.sources.engines import engine_named, run_each
from hakaru.sources.simulated.splits import simulated_splits
from hakaru.store.lake import read_runner, runners_of, write_splits
from hakaru.surfaces.cli.text.cohort import cohort_text
from tests.flows.commands import ROOT, environment, start, wait
from tests.flows.factories import at, stored_runs, verdicts, versions, with_settings

N_RUNNERS = 4


@pytest.fixture
def lake(context: Context, tmp_path: Path) -> Path:
    """Four runners of twelve runs."""
    path = tmp_path / "lake"
    cohort_simulate(context, lake=path, runners=N_RUNNERS, runs=12, seed=7)
    return path


def learn(context: Context, lake: Path) -> CohortResult:
    return cohort_train(context, lake=lake, engine="local", anywhere=False)


def judge(context: Context, lake: Path) -> CohortResult:
    return cohort_evaluate(context, lake=lake, engine="local", anywhere=False)


def counts(result: CohortResult) -> tuple[int, int, int]:
    return result.done, result.skipped, len(result.failed)


def results(lake: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every result; each file has to be readable."""
    found = {}
    for kind in ("baselines", "coverage", "verdicts"):
        pattern = str(lake / "_results" / kind / "runner=*.parquet")
        query = "SELECT * FROM read_parquet(?, filename = false) ORDER BY ALL"
        found[kind] = duckdb.execute(query, [pattern]).fetchall()
    return found


def test_a_lake_of_one_user_gives_the_verdicts_of_the_product(
    untrained: Context, tmp_path: Path
) -> None:
    latest = max(run.started_at for run in stored_runs(untrained))
    train(at(untrained, latest + timedelta(microseconds=1)), method="direct", history=True)
    reevaluate(untrained, since=None, until=None)
    folder = tmp_path / "lake" / "runner=default"
    folder.mkdir(parents=True)
    with untrained.store.read() as con:
        con.execute(
            "COPY (SELECT s.*, a.activity_date, a.started_at, a.sensor_group FROM data.splits s "
            f"JOIN activities a USING (activity_id)) TO '{folder}/splits.parquet'"
        )
    assert counts(learn(untrained, tmp_path / "lake")) == (1, 0, 0)
    assert counts(judge(untrained, tmp_path / "lake")) == (1, 0, 0)
    rows = duckdb.execute(
        "SELECT activity_id, metric, actual, expected, score, overall_score, baseline_version "
        f"FROM '{tmp_path}/lake/_results/verdicts/*.parquet' WHERE refused IS NULL ORDER BY ALL"
    ).fetchall()
    expected = sorted(
        (key, metric, found.actual, found.expected, found.score, one.overall_score,
         found.baseline_version)
        for key, one in verdicts(untrained).items()
        for metric, found in one.metrics.items()
    )  # fmt: skip
    assert len(expected) > 20
    assert [row[:2] for row in rows] == [row[:2] for row in expected]
    np.testing.assert_allclose(
        [row[2:6] for row in rows], [row[2:6] for row in expected], rtol=1e-9
    )
    assert [row[6] for row in rows] == [row[6] for row in expected]
    learned = results_of_baselines(tmp_path / "lake")
    assert learned == {(one.metric, one.version) for one in versions(untrained)}


def results_of_baselines(lake: Path) -> set[tuple[object, ...]]:
    query = f"SELECT metric, version FROM '{lake}/_results/baselines/*.parquet'"
    return set(duckdb.execute(query).fetchall())


def test_simulated_runners_are_the_same_every_time_and_look_like_runners() -> None:
    first, again = simulated_splits(3, 10), simulated_splits(3, 10)
    assert all((first[name] == again[name]).all() for name in first)
    assert not (first["gct_ms"][:5] == simulated_splits(4, 10)["gct_ms"][:5]).any()
    assert 2.0 < first["speed_mps"].min() < first["speed_mps"].max() < 5.0
    assert 150 < first["gct_ms"].min() < first["gct_ms"].max() < 420
    with pytest.raises(BadArgument):
        simulated_splits(3, 0)


def test_what_is_done_is_not_done_again_unless_its_splits_change(
    context: Context, lake: Path
) -> None:
    assert counts(learn(context, lake)) == (N_RUNNERS, 0, 0)
    assert counts(learn(context, lake)) == (0, N_RUNNERS, 0)
    assert counts(judge(context, lake)) == (N_RUNNERS, 0, 0)
    assert counts(judge(context, lake)) == (0, N_RUNNERS, 0)
    first, second, *_ = runners_of(lake)
    write_splits(lake, first, columns=simulated_splits(99, 14))
    assert [one.runner_id for one in judge(context, lake).failed] == [first], "train first"
    assert counts(learn(context, lake)) == (1, N_RUNNERS - 1, 0)
    assert counts(judge(context, lake)) == (1, N_RUNNERS - 1, 0)
    (lake / "_results" / "verdicts" / f"runner={second}.parquet").write_bytes(b"half")
    assert counts(judge(context, lake)) == (1, N_RUNNERS - 1, 0)
    symmetric = with_settings(context, rubric="symmetric")
    assert counts(judge(symmetric, lake)) == (N_RUNNERS, 0, 0)
    slower = with_settings(context, half_life_days=30.0)
    assert counts(learn(slower, lake)) == (N_RUNNERS, 0, 0)


def test_one_bad_runner_fails_alone_with_its_reason(context: Context, lake: Path) -> None:
    first, second, *_ = runners_of(lake)
    (lake / f"runner={first}" / "splits.parquet").write_bytes(b"no parquet at all")
    duckdb.execute(f"COPY (SELECT 1 AS split_index, 2 AS activity_id, DATE '2025-01-01' AS "
                   f"started_at) TO '{lake}/runner={second}/splits.parquet'")  # fmt: skip
    result = learn(context, lake)
    assert counts(result) == (N_RUNNERS - 2, 0, 2)
    assert result.ok
    english, japanese = cohort_text(result, "en"), cohort_text(result, "ja")
    assert "2 failed:" in english
    assert "not a lake of splits" in english
    assert "a column is missing: activity_date" in english
    assert "必要な列がありません" in japanese


def test_where_every_runner_fails_the_command_fails(context: Context, lake: Path) -> None:
    result = judge(context, lake)
    assert not result.ok
    assert len(result.failed) == N_RUNNERS


def test_a_run_without_form_is_refused_and_counted(context: Context, tmp_path: Path) -> None:
    columns = dict(simulated_splits(5, 8))
    last = columns["activity_id"] == columns["activity_id"].max()
    columns["sensor_group"][last] = None
    write_splits(tmp_path / "lake", "x", columns=columns)
    learn(context, tmp_path / "lake")
    judge(context, tmp_path / "lake")
    coverage = results(tmp_path / "lake")["coverage"]
    assert {row[1:4] for row in coverage} == {(8, 7, 1)}
    assert read_runner(tmp_path / "lake", "x").runs[-1].sensor_group is None


def test_killed_at_any_moment_results_are_whole_and_the_next_call_goes_on(
    context: Context, lake: Path, tmp_path: Path
) -> None:
    learn(context, lake)
    judge(context, lake)
    whole = results(lake)
    shutil.rmtree(lake / "_results")
    for moment in range(6):
        for step in ("train", "evaluate"):
            process = start("cohort", step, str(lake), "--data", str(tmp_path / "data"))
            wait(process, 0.4 + moment * 0.15)
            process.kill()
            process.communicate()
        for path in (lake / "_results").rglob("runner=*.parquet"):
            assert duckdb.execute(f"SELECT count(*) FROM '{path}'").fetchall()
    learn(context, lake)
    judge(context, lake)
    assert results(lake) == whole


def test_two_processes_and_a_dask_cluster_give_the_same_rows(context: Context, lake: Path) -> None:
    learn(context, lake)
    judge(context, lake)
    whole = results(lake)
    shutil.rmtree(lake / "_results")
    two = dataclasses.replace(context, settings=dataclasses.replace(context.settings, workers=2))
    assert counts(learn(two, lake)) == counts(judge(two, lake)) == (N_RUNNERS, 0, 0)
    assert results(lake) == whole
    shutil.rmtree(lake / "_results")
    done = subprocess.run(
        [sys.executable, "-m", "tests.flows.dask_run", str(lake)],
        cwd=ROOT, env=environment(), capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert done.stdout.splitlines() == [f"train {N_RUNNERS} 0", f"evaluate {N_RUNNERS} 0"], (
        done.stderr
    )
    assert results(lake) == whole


@pytest.mark.parametrize(
    "text",
    ["dask", "dask://", "dask://127.0.0.1", "tcp://127.0.0.1:1", "dask://[::1:1", "spark"],
)
def test_an_engine_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(BadArgument, match="local or dask://HOST:PORT"):
        engine_named(text, workers=1, anywhere=True)


def test_work_leaves_this_machine_only_where_that_is_said() -> None:
    for host in ("10.0.0.1", "scheduler.example", "0.0.0.0"):
        with pytest.raises(BadArgument, match="a scheduler on this machine"):
            engine_named(f"dask://{host}:8786", workers=1, anywhere=False)
        assert engine_named(f"dask://{host}:8786", workers=1, anywhere=True).address
    for host in ("localhost", "127.0.0.1", "[::1]"):
        assert engine_named(f"dask://{host}:8786", workers=1, anywhere=False).address


def test_a_worker_that_dies_is_one_sentence(context: Context) -> None:
    with pytest.raises(SourceError, match="run it again to go on"):
        list(run_each(engine_named("local", workers=2, anywhere=False), die, items=[1, 2]))


def die(_: int) -> int:
    """As where memory runs out."""
    import os  # noqa: PLC0415

    os._exit(9)


@pytest.mark.parametrize("name", ["absent", "empty"])
def test_a_folder_that_is_no_lake_is_named(name: str, context: Context, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(BadArgument, match="folder"):
        learn(context, tmp_path / name)
    with pytest.raises(BadArgument, match="between 1 and"):
        cohort_simulate(context, lake=tmp_path / name, runners=0, runs=1, seed=1)
