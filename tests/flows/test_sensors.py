"""Kinds of sensors are never mixed; a new one says that it is new, and leans on the one before."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from hakaru.core.errors import BadArgument
from hakaru.core.i18n import Lang
from hakaru.flows.baselines import baselines, expect_at, view_form
from hakaru.flows.context import Context
from hakaru.flows.drift import drift
from hakaru.flows.evaluate import train
from hakaru.flows.form import get_form_evaluations
from hakaru.flows.why import explain_form
from hakaru.present.form import form_document
from hakaru.running.baseline.predict import population_baseline
from hakaru.running.metrics import METRICS
from hakaru.running.verdict_text import as_reply
from tests.documents import text_of
from tests.flows.factories import (
    NOW,
    SEASON,
    make_context,
    run_sql,
    stored_runs,
    take_in,
    verdicts,
    versions,
)
from tests.simulated import write_season

CHANGING = replace(SEASON, weeks=6, sensor_change_week=4, seed=12)
N_BEFORE = 4 * CHANGING.runs_per_week


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Context]:
    """Four weeks on a chest strap, training, then two weeks on the wrist, not trained on."""
    files = write_season(tmp_path_factory.mktemp("changing"), CHANGING)
    context = make_context(tmp_path_factory.mktemp("changed"))
    take_in(context, *files[:N_BEFORE])
    train(context, method="direct", history=False)
    take_in(context, *files[N_BEFORE:])
    yield context
    context.store.close()


def test_the_first_run_of_a_sensor_says_that_it_is_new(changed: Context) -> None:
    by_run = verdicts(changed)
    for position, run in enumerate(stored_runs(changed)):
        verdict = by_run[run.activity_id]
        is_first = position in {0, N_BEFORE}
        assert verdict.sensor_group == ("garmin-wrist" if position >= N_BEFORE else "garmin-hrm")
        assert verdict.new_sensor == (position == N_BEFORE)
        learned = {metric.baseline_version is not None for metric in verdict.metrics.values()}
        assert learned == {not is_first}


def test_another_kind_of_sensor_is_judged_at_once_from_the_one_before(changed: Context) -> None:
    by_run = verdicts(changed)
    for position, run in enumerate(stored_runs(changed)):
        verdict = by_run[run.activity_id]
        assert verdict.bridged == (position >= N_BEFORE)
        if position >= N_BEFORE:
            assert verdict.overall_score is not None
            assert {metric.basis for metric in verdict.scored} == {"bridged"}
            assert verdict.metrics["gct"].n_runs == position - N_BEFORE
            assert as_reply(verdict, "en")["bridged"] is True


def test_what_is_carried_over_is_less_doubtful_than_the_population(changed: Context) -> None:
    first = stored_runs(changed)[N_BEFORE]
    verdict = verdicts(changed)[first.activity_id].metrics["gct"]
    anybody = population_baseline("gct", sensor_group="garmin-wrist", now=NOW)
    low, high = verdict.interval_90
    assert math.log(high / low) < 0.75 * 2.0 * anybody.half_widths[2]


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_the_verdict_says_that_it_is_carried_over(changed: Context, lang: Lang) -> None:
    first = stored_runs(changed)[N_BEFORE]
    result = get_form_evaluations(changed, activity_id=str(first.activity_id), detail=False)
    text = text_of(form_document(result, lang))
    assert {"en": "with the earlier one", "ja": "これまでのセンサー"}[lang] in text


def test_the_parts_of_a_run_that_was_carried_over_add_up(changed: Context) -> None:
    first = stored_runs(changed)[N_BEFORE]
    for way in explain_form(changed, activity_id=str(first.activity_id), metric=None).metrics:
        together = way.usual_value + sum(part.change for part in way.parts)
        assert together == pytest.approx(way.expected, rel=1e-9)


def test_runs_with_the_old_sensor_that_come_late_change_what_is_carried_over(
    tmp_path: Path,
) -> None:
    files = write_season(tmp_path / "files", CHANGING)
    late, once = make_context(tmp_path / "late"), make_context(tmp_path / "once")
    take_in(late, *files[: N_BEFORE - 2])
    take_in(late, *files[N_BEFORE:])
    before = verdicts(late)
    take_in(late, *files[N_BEFORE - 2 : N_BEFORE])
    take_in(once, *files)
    first = stored_runs(once)[N_BEFORE].activity_id
    own = {name: metric.expected for name, metric in verdicts(late)[first].metrics.items()}
    assert own == {name: metric.expected for name, metric in verdicts(once)[first].metrics.items()}
    assert own != {name: metric.expected for name, metric in before[first].metrics.items()}
    late.store.close()
    once.store.close()


def test_runs_with_the_old_sensor_after_the_change_do_not(tmp_path: Path) -> None:
    """Never in hindsight: what is carried over is what was known when the new one was put on."""
    files = write_season(tmp_path / "files", CHANGING)
    context = make_context(tmp_path / "data")
    take_in(context, *files)
    newest = stored_runs(context)[-1].activity_id
    run_sql(
        context,
        "UPDATE activities SET sensor_group = 'garmin-hrm' WHERE activity_id = ?",
        [newest],
    )
    first = stored_runs(context)[N_BEFORE].activity_id
    before = verdicts(context)[first]
    train(context, method="direct", history=True)
    assert verdicts(context)[first].metrics == before.metrics
    context.store.close()


def test_no_sensor_is_pooled_with_another(changed: Context, tmp_path: Path) -> None:
    train(changed, method="direct", history=True)
    expected = {"garmin-hrm": N_BEFORE, "garmin-wrist": CHANGING.n_runs - N_BEFORE}
    current = {
        (version.sensor_group, version.metric): version for version in reversed(versions(changed))
    }
    assert set(current) == {(group, metric) for group in expected for metric in METRICS}
    for (group, _), baseline in current.items():
        assert baseline.n_runs <= expected[group]
    assert {current[group, "gct"].n_runs for group in expected} == set(expected.values())


def test_the_day_of_the_change_is_told(changed: Context) -> None:
    (change,) = view_form(changed, sensor=None).sensor_changes
    assert (change.before, change.after) == ("garmin-hrm", "garmin-wrist")
    assert change.day == stored_runs(changed)[N_BEFORE].activity_date


def test_without_a_name_the_sensor_of_the_latest_run_answers(changed: Context) -> None:
    assert expect_at(changed, pace=300.0, sensor=None).sensor_group == "garmin-wrist"
    assert expect_at(changed, pace=300.0, sensor="garmin-hrm").sensor_group == "garmin-hrm"
    assert drift(changed, sensor=None, since=None).sensor_group == "garmin-wrist"


def test_a_sensor_never_worn_is_refused_with_the_known_ones(changed: Context) -> None:
    with pytest.raises(BadArgument, match="garmin-wrist, garmin-hrm"):
        expect_at(changed, pace=300.0, sensor="stryd")
    with pytest.raises(BadArgument, match="garmin-hrm"):
        drift(changed, sensor="stryd", since=None)
    with pytest.raises(BadArgument, match="garmin-hrm"):
        baselines(changed, sensor="stryd", plot=None, limit=5)


def test_versions_can_be_listed_for_one_sensor(changed: Context) -> None:
    listed = baselines(changed, sensor="garmin-hrm", plot=None, limit=100)
    assert {baseline.sensor_group for baseline in listed.baselines} == {"garmin-hrm"}
    assert listed.n_versions == len(listed.baselines)
