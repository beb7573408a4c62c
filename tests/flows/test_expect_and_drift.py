"""What would the runner show at a pace, and has the form changed for good?"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import numpy as np
import pytest

from hakaru.flows.baselines import expect_at
from hakaru.flows.context import Context
from hakaru.flows.drift import DriftResult, drift, residuals
from hakaru.flows.train import train
from hakaru.running.metrics import METRICS
from hakaru.sources.simulated.season import write_season
from hakaru.store.evaluations import evaluation_columns
from hakaru.surfaces.cli.text.baselines import expect_text
from hakaru.surfaces.cli.text.drift import drift_text
from tests.flows.factories import SEASON, make_context, stored_runs, take_in

PERSONAL_RUNS = 20
SHIFTED = replace(SEASON, weeks=14, seed=5, shift_from_run=PERSONAL_RUNS)


@pytest.fixture(scope="module")
def before_a_shift(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder that was trained on the runs before the shift, which no shift concerns."""
    folder = tmp_path_factory.mktemp("before")
    context = make_context(folder / "data")
    take_in(context, *write_season(folder / "files", SHIFTED)[:PERSONAL_RUNS])
    train(context, method="direct", history=False)
    context.store.close()
    return folder / "data"


def after_a_shift(before: Path, folder: Path, *, gct_shift_frac: float) -> Context:
    """The shifted runs judged as they come in."""
    files = write_season(folder / "files", replace(SHIFTED, gct_shift_frac=gct_shift_frac))
    shutil.copytree(before, folder / "data")
    context = make_context(folder / "data")
    again = take_in(context, *files)
    assert again.duplicates == PERSONAL_RUNS
    return context


@pytest.fixture(scope="module")
def longer(before_a_shift: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Context]:
    """Contact 5 % longer from one run on."""
    folder = tmp_path_factory.mktemp("longer")
    context = after_a_shift(before_a_shift, folder, gct_shift_frac=0.05)
    yield context
    context.store.close()


@pytest.fixture(scope="module")
def shorter(before_a_shift: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Context]:
    """Contact 6 % shorter from one run on."""
    folder = tmp_path_factory.mktemp("shorter")
    context = after_a_shift(before_a_shift, folder, gct_shift_frac=-0.06)
    yield context
    context.store.close()


def of_contact(result: DriftResult) -> list[object]:
    return [finding for finding in result.findings if finding.metric == "gct"]


def test_a_lasting_five_percent_is_found_soon_and_concerns(longer: Context) -> None:
    result = drift(longer, sensor=None, since=None)
    finding = next(one for one in result.findings if one.metric == "gct")
    runs = stored_runs(longer)
    first = runs[PERSONAL_RUNS]
    position = [run.activity_id for run in runs].index(finding.activity_id)
    assert finding.direction == "higher"
    assert finding.concerning
    assert finding.shift_frac == pytest.approx(0.05, abs=0.03)
    assert position < PERSONAL_RUNS + 5
    assert abs(finding.since - first.activity_date) <= timedelta(days=7)


def test_a_lasting_shorter_contact_is_news_and_never_advice(shorter: Context) -> None:
    result = drift(shorter, sensor=None, since=None)
    lower = [one for one in result.findings if one.metric == "gct"]
    assert lower
    for finding in lower:
        assert finding.direction == "lower"
        assert not finding.concerning
    assert "no fault" in drift_text(result, "en")
    assert "良し悪しではありません" in drift_text(result, "ja")


def test_verdicts_by_the_population_are_left_out(longer: Context) -> None:
    result = drift(longer, sensor=None, since=None)
    assert set(result.n_runs.values()) == {SHIFTED.n_runs - PERSONAL_RUNS}


def test_older_findings_are_left_out_when_a_day_is_named(longer: Context) -> None:
    last = stored_runs(longer)[-1].activity_date
    result = drift(longer, sensor=None, since=last + timedelta(days=1))
    assert result.findings == ()
    assert result.n_runs == drift(longer, sensor=None, since=None).n_runs


def test_a_change_is_told_by_the_days_of_the_runner_not_of_greenwich(longer: Context) -> None:
    with longer.store.read() as con:
        local = dict(con.execute("SELECT activity_id, activity_date FROM activities").fetchall())
        columns = {**evaluation_columns(con)}
    columns["started_at"] = columns["started_at"] - np.timedelta64(1, "D")  # as far east as it goes
    told = residuals(columns, "gct")
    assert list(told.days) == [local[int(one)] for one in told.activity_id]


def test_an_untrained_store_has_no_drift(untrained: Context) -> None:
    result = drift(untrained, sensor=None, since=None)
    assert result.findings == ()
    assert set(result.n_runs.values()) == {0}


@pytest.mark.parametrize("pace", [240.0, 330.0, 420.0])
def test_a_trained_runner_gets_a_personal_answer_inside_its_intervals(
    trained: Context, pace: float
) -> None:
    result = expect_at(trained, pace=pace, sensor=None)
    assert result.speed_mps == pytest.approx(1000 / pace)
    assert [one.metric for one in result.expectations] == list(METRICS)
    for one in result.expectations:
        assert one.basis in {"personal", "shrunk"}
        assert one.baseline_version == 1
        lows, highs = zip(*one.intervals, strict=True)
        assert list(lows) == sorted(lows, reverse=True)
        assert list(highs) == sorted(highs)
        assert lows[0] < one.value < highs[0]


def test_a_pace_never_run_is_answered_as_extrapolated(trained: Context) -> None:
    usual = expect_at(trained, pace=330.0, sensor=None)
    never = expect_at(trained, pace=170.0, sensor=None)
    assert not any(one.extrapolated for one in usual.expectations)
    assert all(one.extrapolated for one in never.expectations)


def test_at_a_pace_where_a_line_says_what_no_body_shows_nothing_is_said(trained: Context) -> None:
    sprint = expect_at(trained, pace=90.0, sensor=None)
    told = {one.metric: one.value for one in sprint.expectations}
    assert "vr" in sprint.too_far
    assert set(told) | set(sprint.too_far) == set(METRICS)
    for metric, value in told.items():
        assert METRICS[metric].valid_min <= value <= METRICS[metric].valid_max
    (ja, en) = (expect_text(sprint, lang).splitlines() for lang in ("ja", "en"))
    assert "垂直比率 (VR): 学習した速さから遠すぎるため、分かりません。" in ja
    assert "Vertical ratio (VR): too far from the speeds learned to say." in en


def test_faster_means_a_shorter_expected_contact(trained: Context) -> None:
    values = [
        expect_at(trained, pace=pace, sensor=None).expectations[0].value
        for pace in (420.0, 360.0, 300.0, 240.0)
    ]
    assert values == sorted(values, reverse=True)


def test_an_untrained_runner_is_answered_by_the_population(untrained: Context) -> None:
    result = expect_at(untrained, pace=300.0, sensor=None)
    assert result.sensor_group == "garmin-hrm"
    assert {one.basis for one in result.expectations} == {"population"}
    assert {one.baseline_version for one in result.expectations} == {None}
