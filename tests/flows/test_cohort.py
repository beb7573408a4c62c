"""Very many runners: the same verdicts as the product's, whole or not at all, on either engine."""

from __future__ import annotations

import dataclasses
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from hakaru.core.errors import BadArgument, SourceError
from hakaru.flows.cohort import CohortResult, cohort_evaluate, cohort_simulate, cohort_train
from hakaru.flows.context import Context
from hakaru.flows.fresh import refresh
from hakaru.present.form import cohort_document
from hakaru.running.baseline.model import MetricBaseline
from hakaru.running.metrics import MetricName
from hakaru.running.verdict import FormEvaluation
from hakaru.sources.engines import engine_named, run_each
from hakaru.sources.simulated.season import simulated_splits
from hakaru.store.lake import LakePart, LakeRunner, opened, parts_of, write_part
from hakaru.store.lake_results import read_baselines
from hakaru.store.recordings import remove_activities
from tests.documents import text_of
from tests.flows.commands import ROOT, environment, start, wait
from tests.flows.factories import (
    at,
    make_context,
    stored_runs,
    verdicts,
    versions,
    with_settings,
)
from tests.shared import SOAK

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


def file_of(lake: Path, number: int) -> Path:
    """The splits of the so-many-th file."""
    return lake / "splits" / f"part-{number:05d}.parquet"


def spread_over_files(lake: Path) -> Sequence[str]:
    """The same simulated runners, each in a file of its own; their names."""
    names = [f"{number:07d}" for number in range(N_RUNNERS)]
    for number, name in enumerate(names):
        write_part(lake, f"part-{number:05d}", {name: simulated_splits(7 + number, 12)})
    return names


def runner_in(lake: Path, part: str, runner_id: str) -> LakeRunner:
    with opened(LakePart(lake=lake, name=part)) as reader:
        return reader.runner(runner_id)


def counts(result: CohortResult) -> tuple[int, int, int]:
    return result.done, result.skipped, len(result.failed)


def results(lake: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every result; each file has to be readable."""
    rows = {}
    for kind in ("baselines", "coverage", "verdicts"):
        pattern = str(lake / "_results" / kind / "*.parquet")
        query = "SELECT * FROM read_parquet(?, filename = false) ORDER BY ALL"
        rows[kind] = duckdb.execute(query, [pattern]).fetchall()
    return rows


VERDICT_COLUMNS = (
    "activity_id", "metric", "day", "sensor_group", "stars", "overall_stars", "basis",
    "baseline_version", "inside_50", "inside_80", "inside_90", "actual", "expected", "delta_frac",
    "score", "overall_score",
)  # fmt: skip
N_RUNS = 16
N_EXACT = 11
"""So many of these columns have to be equal, the others to nine digits."""


def as_row(form: FormEvaluation, metric: MetricName) -> tuple[Any, ...]:
    """A verdict of the product as a row of the lake."""
    verdict = form.metrics[metric]
    inside = [
        low <= verdict.actual <= high
        for low, high in (verdict.interval_50, verdict.interval_80, verdict.interval_90)
    ]
    return (
        form.activity_id, metric, form.day, form.sensor_group, verdict.stars, form.overall_stars,
        verdict.basis, verdict.baseline_version, *inside, verdict.actual, verdict.expected,
        verdict.delta_frac, verdict.score, form.overall_score,
    )  # fmt: skip


def as_numbers(baseline: MetricBaseline) -> tuple[tuple[object, ...], list[float]]:
    """What has to be equal of a baseline, and what to nine digits."""
    values = [value for field in dataclasses.fields(baseline)
              for value in flat(getattr(baseline, field.name))]  # fmt: skip
    exact = tuple(value for value in values if not isinstance(value, float))
    return exact, [value for value in values if isinstance(value, float)]


def flat(value: object) -> Sequence[object]:
    return value if isinstance(value, tuple) else (value,)


@settings(max_examples=6 if SOAK else 1, deadline=None)
@example(
    kept=set(range(N_RUNS)),
    another_sensor={9, 10, 11, 13, 15},
    minimum_spm=None,
    half_life_days=90.0,
)
@given(
    kept=st.sets(st.integers(0, N_RUNS - 1), min_size=8),
    another_sensor=st.sets(st.integers(0, N_RUNS - 1), max_size=8),
    minimum_spm=st.sampled_from([None, 175.0]),
    half_life_days=st.sampled_from([30.0, 90.0]),
)
def test_a_lake_of_one_user_gives_the_baselines_and_verdicts_of_the_product(
    kept: set[int], another_sensor: set[int], minimum_spm: float | None,
    half_life_days: float,
    untrained_folder: Path, tmp_path_factory: pytest.TempPathFactory,
) -> None:  # fmt: skip
    folder = tmp_path_factory.mktemp("one")
    shutil.copytree(untrained_folder, folder / "data")
    user = with_settings(
        make_context(folder / "data"),
        cadence_minimum_spm=minimum_spm,
        half_life_days=half_life_days,
    )
    ids = [run.activity_id for run in stored_runs(user)]
    assert len(ids) >= N_RUNS, len(ids)
    with user.store.write() as con:
        remove_activities(con, [key for number, key in enumerate(ids) if number not in kept])
        con.execute(
            "UPDATE activities SET sensor_group = 'garmin-wrist' "
            "WHERE list_contains(?::BIGINT[], activity_id)",
            [[ids[number] for number in another_sensor]],
        )
    lake = folder / "lake"
    latest = max(run.started_at for run in stored_runs(user))
    with user.store.write() as con:  # as on a day when every run is judged anew
        con.execute("DELETE FROM data.form_baselines")
        con.execute("DELETE FROM derived_with")
    assert refresh(at(user, latest + timedelta(microseconds=1)))
    (lake / "runner=default").mkdir(parents=True)
    with user.store.read() as con:
        con.execute(
            "COPY (SELECT s.*, a.activity_date, a.started_at, a.sensor_group, "
            "a.sensor_label, a.gear, a.sub_sport FROM data.splits s "
            f"JOIN activities a USING (activity_id)) TO '{lake}/runner=default/splits.parquet'"
        )
    assert counts(learn(user, lake)) == counts(judge(user, lake)) == (1, 0, 0)

    part = LakePart(lake=lake, name="runner=default")
    with opened(part) as reader:
        learned = read_baselines(reader.con, part, "default")
    by_name = {
        (baseline.sensor_group, baseline.metric, baseline.version): as_numbers(baseline)
        for baseline in learned
    }
    product = {
        (version.sensor_group, version.metric, version.version): as_numbers(version)
        for version in versions(user)
    }
    assert by_name.keys() == product.keys()
    for name, (exact, numbers) in product.items():
        assert by_name[name][0] == exact
        np.testing.assert_allclose(by_name[name][1], numbers, rtol=1e-9)

    rows = duckdb.execute(
        f"SELECT {', '.join(VERDICT_COLUMNS)} FROM '{lake}/_results/verdicts/*.parquet' "
        "WHERE refused IS NULL ORDER BY activity_id, metric"
    ).fetchall()
    expected = sorted(
        as_row(verdict, metric) for verdict in verdicts(user).values() for metric in verdict.metrics
    )
    assert [row[:N_EXACT] for row in rows] == [row[:N_EXACT] for row in expected]
    np.testing.assert_allclose(
        np.array([row[N_EXACT:] for row in rows], dtype=np.float64),  # no score: not rated
        np.array([row[N_EXACT:] for row in expected], dtype=np.float64),
        rtol=1e-9,
    )
    user.store.close()


def test_simulated_runners_are_the_same_every_time_and_look_like_runners() -> None:
    first, again = simulated_splits(3, 10), simulated_splits(3, 10)
    assert all((first[name] == again[name]).all() for name in first)
    assert not (first["gct_ms"][:5] == simulated_splits(4, 10)["gct_ms"][:5]).any()
    assert 2.0 < first["speed_mps"].min() < first["speed_mps"].max() < 5.0
    assert 150 < first["gct_ms"].min() < first["gct_ms"].max() < 420
    with pytest.raises(BadArgument):
        simulated_splits(3, 0)


@pytest.mark.soak
def test_what_is_done_is_not_done_again_unless_its_splits_change(
    context: Context, lake: Path
) -> None:
    spread_over_files(lake)
    assert counts(learn(context, lake)) == (N_RUNNERS, 0, 0)
    assert counts(learn(context, lake)) == (0, N_RUNNERS, 0)
    assert counts(judge(context, lake)) == (N_RUNNERS, 0, 0)
    assert counts(judge(context, lake)) == (0, N_RUNNERS, 0)
    first, *_ = spread_over_files(lake)
    write_part(lake, "part-00000", {first: simulated_splits(99, 14)})
    assert [failure.runner_id for failure in judge(context, lake).failed] == ["part-00000"]
    assert counts(learn(context, lake)) == (1, N_RUNNERS - 1, 0)
    assert counts(judge(context, lake)) == (1, N_RUNNERS - 1, 0)
    (lake / "_results" / "verdicts" / "part-00001.parquet").write_bytes(b"half")
    assert counts(judge(context, lake)) == (1, N_RUNNERS - 1, 0)
    minimum = with_settings(context, cadence_minimum_spm=180.0)
    assert counts(judge(minimum, lake)) == (N_RUNNERS, 0, 0)
    slower = with_settings(context, half_life_days=30.0)
    assert counts(learn(slower, lake)) == (N_RUNNERS, 0, 0)


def test_one_bad_runner_fails_alone_with_its_reason(context: Context, lake: Path) -> None:
    spread_over_files(lake)
    file_of(lake, 0).write_bytes(b"no parquet at all")
    duckdb.execute(f"COPY (SELECT '0000001' AS runner_id, 1 AS split_index, 2 AS activity_id, "
                   f"DATE '2025-01-01' AS started_at) TO '{file_of(lake, 1)}'")  # fmt: skip
    result = learn(context, lake)
    assert counts(result) == (N_RUNNERS - 2, 0, 2)
    assert result.ok
    english, japanese = (text_of(cohort_document(result, lang)) for lang in ("en", "ja"))
    assert "2 failed:" in english
    assert "not a lake of splits" in english
    assert "a column is missing: activity_date" in english
    assert "必要な列がありません" in japanese


def store_as(lake: Path, runner_id: str, replaced: str, *, where: str = "true") -> None:
    """The splits of a simulated runner as another program may write them."""
    source = write_part(lake.parent / "source", "x", {"x": simulated_splits(5, 8)})
    (lake / f"runner={runner_id}").mkdir(parents=True)
    duckdb.execute(
        f"SET TimeZone = 'UTC'; COPY (SELECT * EXCLUDE runner_id REPLACE ({replaced}) "
        f"FROM '{source}' WHERE {where}) "
        f"TO '{lake}/runner={runner_id}/splits.parquet'"
    )


@pytest.mark.parametrize(
    "replaced",
    [
        "started_at::TIMESTAMPTZ AS started_at",
        "started_at::TIMESTAMP_NS AS started_at",
        "strftime(started_at, '%Y-%m-%d %H:%M:%S') AS started_at",
        "activity_date::TIMESTAMP AS activity_date, activity_id::INTEGER AS activity_id",
    ],
)
def test_moments_and_days_of_other_programs_are_the_same_moments(
    replaced: str, tmp_path: Path
) -> None:
    lake = tmp_path / "lake"
    store_as(lake, "ours", "started_at AS started_at")
    store_as(lake, "theirs", replaced)
    ours, theirs = (runner_in(lake, f"runner={name}", name) for name in ("ours", "theirs"))
    assert theirs.runs == ours.runs
    assert (theirs.columns["started_at"] == ours.columns["started_at"]).all()


def test_runners_without_a_split_or_a_start_are_named_and_the_others_go_on(
    context: Context, tmp_path: Path
) -> None:
    lake = tmp_path / "lake"
    store_as(lake, "good", "started_at AS started_at")
    store_as(lake, "empty", "started_at AS started_at", where="false")
    store_as(lake, "Müller 走", "NULL::TIMESTAMP AS started_at")
    (lake / "runner=nothing").mkdir()
    result = learn(context, lake)
    assert counts(result) == (1, 0, 3)
    assert [outcome.runner_id for outcome in result.failed] == ["Müller 走", "empty", "nothing"]
    assert (
        text_of(cohort_document(result, "en")).count("there is no split, or one without its run")
        == 2
    )


def test_a_lake_of_files_and_one_of_folders_give_the_same_results(
    context: Context, tmp_path: Path
) -> None:
    for name in ("files", "folders"):
        lake = tmp_path / name
        if name == "files":
            cohort_simulate(context, lake=lake, runners=3, runs=8, seed=5)
        else:
            for number in range(3):
                folder = lake / f"runner={number:07d}"
                folder.mkdir(parents=True)
                duckdb.execute(
                    f"COPY (SELECT * EXCLUDE runner_id FROM '{file_of(tmp_path / 'files', 0)}' "
                    f"WHERE runner_id = '{number:07d}') TO '{folder}/splits.parquet'"
                )
        assert counts(learn(context, lake)) == counts(judge(context, lake)) == (3, 0, 0)
    assert results(tmp_path / "files") == results(tmp_path / "folders")


def test_the_manifest_follows_the_files(context: Context, lake: Path) -> None:
    def listed() -> list[tuple[str, int]]:
        return [(part.name, part.n_runners) for part in parts_of(lake)]

    assert listed() == [("part-00000", N_RUNNERS)]
    written = (lake / "manifest.json").read_bytes()
    assert listed() == [("part-00000", N_RUNNERS)]
    assert (lake / "manifest.json").read_bytes() == written
    write_part(lake, "more", {name: simulated_splits(3, 8) for name in ("a", "b")})
    assert listed() == [("part-00000", N_RUNNERS), ("more", 2)]
    (lake / "manifest.json").write_text("half", encoding="utf-8")
    assert listed() == [("part-00000", N_RUNNERS), ("more", 2)]
    file_of(lake, 0).unlink()
    assert listed() == [("more", 2)]


def test_a_runner_in_two_files_is_refused_by_the_name_of_the_second(
    context: Context, lake: Path
) -> None:
    write_part(lake, "twice", {"0000002": simulated_splits(3, 8)})
    with pytest.raises(BadArgument, match="splits/twice"):
        learn(context, lake)


def test_a_runner_that_fails_in_a_file_of_many_is_told_again_and_the_others_are_done_once(
    context: Context, tmp_path: Path
) -> None:
    lake = tmp_path / "lake"
    source = write_part(lake, "all", {name: simulated_splits(5, 8) for name in ("a", "b", "c")})
    duckdb.execute(
        "COPY (SELECT * REPLACE (CASE WHEN runner_id = 'b' THEN NULL ELSE started_at END AS "
        f"started_at) FROM '{source}') TO '{tmp_path}/new.parquet'"
    )
    (tmp_path / "new.parquet").replace(source)
    assert counts(learn(context, lake)) == counts(judge(context, lake)) == (2, 0, 1)
    again = judge(context, lake)
    assert counts(again) == (0, 2, 1)
    assert [failure.runner_id for failure in again.failed] == ["b"]


def test_a_runner_whose_name_is_a_pattern_is_not_left_out_in_silence(
    context: Context, tmp_path: Path
) -> None:
    (tmp_path / "lake" / "runner=[a-z]").mkdir(parents=True)
    with pytest.raises(BadArgument, match="a name without"):
        learn(context, tmp_path / "lake")


def test_simulated_runners_are_never_written_over_real_ones(context: Context, lake: Path) -> None:
    before = file_of(lake, 0).read_bytes()
    with pytest.raises(BadArgument, match="a folder without runners"):
        cohort_simulate(context, lake=lake, runners=1, runs=2, seed=9)
    assert file_of(lake, 0).read_bytes() == before


def test_what_killed_processes_left_is_cleared_away_but_not_what_is_being_written(
    context: Context, lake: Path
) -> None:
    learn(context, lake)
    old, new = (lake / "_results" / "baselines" / f"part-00000.parquet.{n}.part" for n in "ab")
    old.touch()
    new.touch()
    os.utime(old, (0, 0))
    learn(context, lake)
    assert (old.exists(), new.exists()) == (False, True)


def test_results_that_cannot_be_written_are_one_reason_per_file(
    context: Context, lake: Path
) -> None:
    (lake / "_results").write_text("a file in the way", encoding="utf-8")
    result = learn(context, lake)
    assert not result.ok
    assert "it cannot be written" in text_of(cohort_document(result, "en"))
    assert "書き込めません" in text_of(cohort_document(result, "ja"))


def test_where_every_runner_fails_the_command_fails(context: Context, lake: Path) -> None:
    result = judge(context, lake)
    assert not result.ok
    assert counts(result) == (0, 0, 1)


def test_a_run_without_form_is_refused_and_counted(context: Context, tmp_path: Path) -> None:
    columns = dict(simulated_splits(5, 8))
    last = columns["activity_id"] == columns["activity_id"].max()
    columns["sensor_group"][last] = None
    write_part(tmp_path / "lake", "x", {"x": columns})
    learn(context, tmp_path / "lake")
    judge(context, tmp_path / "lake")
    coverage = results(tmp_path / "lake")["coverage"]
    assert {row[1:4] for row in coverage} == {(8, 7, 1)}
    assert runner_in(tmp_path / "lake", "x", "x").runs[-1].sensor_group is None


@pytest.mark.soak
def test_killed_at_any_moment_results_are_whole_and_the_next_call_goes_on(
    context: Context, lake: Path, tmp_path: Path
) -> None:
    learn(context, lake)
    judge(context, lake)
    whole = results(lake)
    shutil.rmtree(lake / "_results")
    for moment in range(4):
        for step in ("train", "evaluate"):
            process = start("cohort", step, str(lake), "--data", str(tmp_path / "data"))
            wait(process, 0.4 + moment * 0.25)
            process.kill()
            process.communicate()
        for path in (lake / "_results").rglob("*.parquet"):
            assert duckdb.execute(f"SELECT count(*) FROM '{path}'").fetchall()
    learn(context, lake)
    judge(context, lake)
    assert results(lake) == whole


@pytest.mark.soak
def test_two_processes_and_a_dask_cluster_give_the_same_rows_and_say_what_is_amiss(
    context: Context, lake: Path
) -> None:
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
    assert done.stdout.splitlines() == [
        f"train {N_RUNNERS} 0",
        f"evaluate {N_RUNNERS} 0",
        "its workers need this version of Hakaru (No module named 'module_only_here')",
        "the scheduler went away; run it again to go on",
    ], done.stderr
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


@pytest.mark.soak
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
