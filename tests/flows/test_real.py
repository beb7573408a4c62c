"""Every real recording with running dynamics, through the whole path."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from hakaru.flows.baselines import expect_at
from hakaru.flows.context import Context
from hakaru.flows.evaluate import train
from hakaru.flows.ingest import IngestResult, ingest
from hakaru.flows.report import report
from hakaru.running.metrics import (
    METRICS,
    RUNNING_CADENCE_MIN_SPM,
    RUNNING_SPEED_MIN_MPS,
    MetricName,
)
from hakaru.running.splits import select_for_verdict
from hakaru.store.recordings import read_recording, read_splits, split_columns
from tests.flows.factories import (
    assert_whole,
    content,
    make_context,
    stored_runs,
    verdicts,
    versions,
)
from tests.shared import REAL, needs_real, some

pytestmark = needs_real
ODD = REAL / "odd"
WITH_DYNAMICS = (REAL / "fit_dynamics", REAL / "connect_api")
SHORTEST_S = 60
"""A run is said to have dynamics when so many seconds of running carry a contact time."""


@pytest.fixture(scope="module")
def taken_in(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Context, IngestResult]]:
    """Everything with dynamics, ingested and nothing else."""
    context = make_context(tmp_path_factory.mktemp("real"))
    result = ingest(context, paths=WITH_DYNAMICS)
    yield context, result
    context.store.close()


@pytest.fixture
def real(taken_in: tuple[Context, IngestResult]) -> Context:
    return taken_in[0]


def seconds_with_contact(context: Context, activity_id: int) -> float:
    """Seconds of running with a contact time, counted here and not by the product."""
    with context.store.read() as con:
        series = read_recording(con, activity_id).series
    if "gct_ms" not in series or "speed_mps" not in series:
        return 0.0
    gct, speed = METRICS["gct"], series["speed_mps"]
    runs = (series["gct_ms"] >= gct.valid_min) & (series["gct_ms"] <= gct.valid_max)
    runs &= speed > RUNNING_SPEED_MIN_MPS
    if "cadence_spm" in series:
        cadence = series["cadence_spm"]
        runs &= (cadence > RUNNING_CADENCE_MIN_SPM) | np.isnan(cadence)
    steps_s = np.diff(series["elapsed_s"], append=series["elapsed_s"][-1])
    return float(steps_s[runs & (steps_s <= 10)].sum())


def test_only_what_is_no_run_or_no_recording_is_left_out(
    taken_in: tuple[Context, IngestResult],
) -> None:
    context, result = taken_in
    assert result.failed == ()
    assert any("tiny_walk" in problem.path for problem in result.refused)
    assert result.ingested == len(stored_runs(context)) >= 12
    assert_whole(context)


def test_every_run_with_dynamics_has_a_verdict(real: Context) -> None:
    judged = verdicts(real)
    with_dynamics = [
        run.activity_id
        for run in stored_runs(real)
        if seconds_with_contact(real, run.activity_id) >= SHORTEST_S
    ]
    assert len(with_dynamics) >= 10
    assert set(with_dynamics) <= set(judged)


def test_a_run_without_a_verdict_says_why(real: Context) -> None:
    for run in stored_runs(real):
        assert run.judged == (run.refusal is None)


def test_every_expectation_is_finite_and_plausible(real: Context) -> None:
    for verdict in verdicts(real).values():
        for metric, one in verdict.metrics.items():
            limits = (*one.interval_50, *one.interval_80, *one.interval_90)
            assert all(math.isfinite(value) for value in (one.actual, one.expected, *limits))
            assert one.interval_90[0] < one.expected < one.interval_90[1]
            if metric == "gct":
                assert 150 <= one.expected <= 400
                assert one.interval_90[0] >= 150
            assert METRICS[metric].valid_min <= one.expected <= METRICS[metric].valid_max


def test_every_verdict_inside_the_trained_speeds_is_no_extrapolation(real: Context) -> None:
    known = {
        (version.sensor_group, version.metric, version.version): version
        for version in versions(real)
    }
    n_judged = 0
    for activity_id, verdict in verdicts(real).items():
        with real.store.read() as con:
            chosen, _ = select_for_verdict(read_splits(con, activity_id))
        speeds = [split.speed_mps for split in chosen if split.speed_mps is not None]
        for metric, one in verdict.metrics.items():
            if one.baseline_version is None:  # the first run of a sensor
                continue
            used = known[verdict.sensor_group, metric, one.baseline_version]
            if used.speed_min_mps <= min(speeds) and max(speeds) <= used.speed_max_mps:
                assert not one.extrapolated
                n_judged += 1
    assert n_judged >= 6


def test_an_answer_outside_the_trained_speeds_says_that_it_extrapolates(real: Context) -> None:
    for baseline in train(real, method="direct", history=False).baselines:
        asked_mps = (
            baseline.speed_min_mps * 0.9,
            baseline.speed_center_mps,
            baseline.speed_max_mps * 1.1,
        )
        extrapolated = []
        for speed_mps in asked_mps:
            answer = expect_at(real, pace=1000 / speed_mps, sensor=baseline.sensor_group)
            extrapolated += [
                expectation.extrapolated
                for expectation in answer.expectations
                if expectation.metric == baseline.metric
            ]
        assert extrapolated == [True, False, True]


@pytest.mark.parametrize("metric", list(METRICS))
def test_no_sensor_is_pooled(real: Context, metric: MetricName) -> None:
    with real.store.read() as con:
        columns = split_columns(con)
    values = METRICS[metric].values_in(columns)
    rows: dict[str, int] = defaultdict(int)
    runs: dict[str, set[int]] = defaultdict(set)
    for group, value, activity_id in zip(
        columns["sensor_group"], values, columns["activity_id"], strict=True
    ):
        if group is not None and not math.isnan(value):
            rows[group] += 1
            runs[group].add(int(activity_id))
    for version in versions(real):
        if version.metric == metric:
            assert 0 < version.n_samples <= rows[version.sensor_group]
            assert 0 < version.n_runs <= len(runs[version.sensor_group])


def test_every_sensor_expects_plausible_contact_at_ordinary_paces(real: Context) -> None:
    groups = {run.sensor_group for run in stored_runs(real) if run.sensor_group is not None}
    assert len(groups) >= 3
    for group in sorted(groups & {version.sensor_group for version in versions(real)}):
        for pace in (240.0, 300.0, 360.0, 420.0):
            contact = expect_at(real, pace=pace, sensor=group).expectations[0]
            assert contact.metric == "gct"
            assert 150 <= contact.value <= 400


def test_every_run_can_be_reported(real: Context, tmp_path: Path) -> None:
    for run in some(stored_runs(real), 5):
        result = report(real, activity=str(run.activity_id), out=tmp_path)
        text = result.html.read_text(encoding="utf-8")
        assert "http" not in text
        assert (result.evaluation is not None) == run.judged


def test_the_same_files_again_change_nothing(taken_in: tuple[Context, IngestResult]) -> None:
    context, first = taken_in
    before = content(context)
    again = ingest(context, paths=WITH_DYNAMICS)
    assert again.ingested == again.completed == again.evaluated == 0
    assert again.failed == ()
    assert again.duplicates > first.ingested // 2
    assert content(context) == before


def test_odd_files_are_refused_failed_or_taken_and_never_stop_the_rest(context: Context) -> None:
    result = ingest(context, paths=(ODD,))
    assert [Path(problem.path).name for problem in result.refused] == ["fr965_yoga_not_a_run.fit"]
    assert all(problem.reason for problem in result.refused + result.failed)
    runs = stored_runs(context)
    assert result.ingested == len(runs)
    assert len(set(result.activity_ids)) == len(result.activity_ids)
    n_files = len([path for path in ODD.iterdir() if path.is_file()])
    named = len(result.refused) + len(result.failed)
    assert named + result.ingested + result.completed + result.duplicates >= n_files
    assert all(run.refusal is not None for run in runs)
    assert_whole(context)


@pytest.mark.parametrize("name", ["activity-unexpected-eof.fit", "activity-filecrc.fit"])
def test_a_damaged_file_by_itself_is_marked_as_such(context: Context, name: str) -> None:
    result = ingest(context, paths=(ODD / name,))
    assert result.failed == ()
    (run,) = stored_runs(context)
    with context.store.read() as con:
        issues = read_recording(con, run.activity_id).issues
    assert issues
    assert run.partial == (name == "activity-unexpected-eof.fit")


@pytest.mark.soak
def test_every_other_format_comes_in_and_one_malformed_file_stops_nothing(
    context: Context,
) -> None:
    folders = ("fit_hr_only", "gpx", "tcx")
    result = ingest(context, paths=[REAL / name for name in folders])
    assert result.ingested >= 10
    assert result.evaluated == 0
    assert all(run.refusal is not None for run in stored_runs(context))
    assert all(problem.reason for problem in result.failed)
    assert_whole(context)


@pytest.mark.soak
def test_a_list_of_activities_brings_runs_without_samples(context: Context, tmp_path: Path) -> None:
    lines = (REAL / "csv" / "garmin_connect_activities_eu_locale.csv").read_text("utf-8-sig")
    some = tmp_path / "Activities.csv"
    some.write_text("".join(lines.splitlines(keepends=True)[:25]), encoding="utf-8")
    result = ingest(context, paths=(some,))
    assert result.ingested > 0
    assert all(run.n_samples == 0 for run in stored_runs(context))
    assert_whole(context)
