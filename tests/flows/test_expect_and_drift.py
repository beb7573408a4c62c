"""What would the runner show at a pace, and has the form changed for good?"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from hakaru.core.errors import BadArgument
from hakaru.core.i18n import Lang
from hakaru.flows.baselines import expect_at
from hakaru.flows.context import Context
from hakaru.flows.drift import drift
from hakaru.flows.status import status
from hakaru.present.form import drift_document, expected_document
from hakaru.present.stored import status_document
from hakaru.running.metrics import METRICS
from tests.documents import lines_of, text_of
from tests.flows.factories import SEASON, make_context, run_sql, stored_runs, take_in
from tests.simulated import write_season

SHIFT_AT = 25
SHIFTED = replace(SEASON, weeks=14, seed=5, shift_from_run=SHIFT_AT)


@pytest.fixture(scope="module")
def longer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Context]:
    """Contact 6 % longer from one run on, taken in without any training."""
    folder = tmp_path_factory.mktemp("longer")
    context = make_context(folder / "data")
    take_in(context, *write_season(folder / "files", replace(SHIFTED, gct_shift_frac=0.06)))
    yield context
    context.store.close()


def test_a_lasting_six_percent_is_one_finding_since_it_began(longer: Context) -> None:
    result = drift(longer, sensor=None, since=None)
    (finding,) = [one for one in result.findings if one.metric == "gct"]
    runs = sorted(stored_runs(longer), key=lambda run: run.started_at)
    position = [run.activity_id for run in runs].index(finding.activity_id)
    assert finding.direction == "higher"
    assert finding.concerning
    assert finding.low_frac < 0.06 < finding.high_frac
    assert finding.change > 0.0
    assert SHIFT_AT <= position < SHIFT_AT + 8
    assert abs(finding.since - runs[SHIFT_AT].activity_date) <= timedelta(days=10)
    assert set(result.n_runs.values()) == {SHIFTED.n_runs}


def test_what_holds_is_a_sentence_in_status_and_in_both_languages(longer: Context) -> None:
    result = drift(longer, sensor=None, since=None)
    finding = next(one for one in result.findings if one.metric == "gct")
    now = status(longer)
    assert (finding in now.changes) == (finding.state == "open")
    languages: tuple[Lang, ...] = ("ja", "en")
    for lang in languages:
        sentence = next(
            line for line in lines_of(drift_document(result, lang)) if str(finding.since) in line
        )
        assert f"{finding.n_runs}" + {"ja": "回のラン", "en": " runs"}[lang] in sentence
        assert (sentence in text_of(status_document(now, lang))) == (finding.state == "open")


def test_older_findings_are_left_out_when_a_day_is_named(longer: Context) -> None:
    last = stored_runs(longer)[-1].activity_date
    newest = max(last, *(run.activity_date for run in stored_runs(longer)))
    result = drift(longer, sensor=None, since=newest + timedelta(days=1))
    assert result.findings == ()
    assert result.n_runs == drift(longer, sensor=None, since=None).n_runs


def test_a_store_before_any_change_has_no_finding(untrained: Context) -> None:
    assert drift(untrained, sensor=None, since=None).findings == ()
    assert status(untrained).changes == ()


@pytest.mark.parametrize("pace", [240.0, 330.0, 420.0])
def test_a_trained_runner_gets_a_personal_answer_inside_its_intervals(
    trained: Context, pace: float
) -> None:
    result = expect_at(trained, pace=pace, sensor=None)
    assert result.speed_mps == pytest.approx(1000 / pace)
    assert [expectation.metric for expectation in result.expectations] == list(METRICS)
    for expectation in result.expectations:
        assert expectation.basis in {"personal", "shrunk"}
        assert expectation.baseline_version is not None
        lows, highs = zip(*expectation.intervals, strict=True)
        assert list(lows) == sorted(lows, reverse=True)
        assert list(highs) == sorted(highs)
        assert lows[0] < expectation.value < highs[0]


def test_a_pace_never_run_is_answered_as_extrapolated(trained: Context) -> None:
    usual = expect_at(trained, pace=330.0, sensor=None)
    never = expect_at(trained, pace=170.0, sensor=None)
    assert not any(expectation.extrapolated for expectation in usual.expectations)
    assert all(expectation.extrapolated for expectation in never.expectations)


def test_at_a_pace_where_a_line_says_what_no_body_shows_nothing_is_said(trained: Context) -> None:
    sprint = expect_at(trained, pace=90.0, sensor=None)
    values = {expectation.metric: expectation.value for expectation in sprint.expectations}
    assert "step_length" in sprint.too_far
    assert set(values) | set(sprint.too_far) == set(METRICS)
    for metric, value in values.items():
        assert METRICS[metric].valid_min <= value <= METRICS[metric].valid_max
    (ja, en) = (lines_of(expected_document(sprint, lang)) for lang in ("ja", "en"))
    assert "ストライド: 学習した速さから遠すぎるため、分かりません。" in ja
    assert "Step length: too far from the speeds learned to say." in en


def test_faster_means_a_shorter_expected_contact(trained: Context) -> None:
    values = [
        expect_at(trained, pace=pace, sensor=None).expectations[0].value
        for pace in (420.0, 360.0, 300.0, 240.0)
    ]
    assert values == sorted(values, reverse=True)


def test_an_untrained_runner_is_answered_by_the_population(untrained: Context) -> None:
    run_sql(untrained, "DELETE FROM data.form_baselines")
    result = expect_at(untrained, pace=300.0, sensor=None)
    assert result.sensor_group == "garmin-hrm"
    assert {expectation.basis for expectation in result.expectations} == {"population"}
    assert {expectation.baseline_version for expectation in result.expectations} == {None}


def test_conditions_that_are_named_move_what_is_expected_and_say_by_how_much(
    trained: Context,
) -> None:
    plain = expect_at(trained, pace=330.0, sensor=None)
    named = expect_at(trained, pace=330.0, sensor=None, temperature=30.0, grade=3.0, after="1h30m")
    for before, after in zip(plain.expectations, named.expectations, strict=True):
        assert after.value - after.conditions_delta == pytest.approx(before.value)
        assert after.half_width_90_frac > before.half_width_90_frac
    (ja, en) = (text_of(expected_document(named, lang)) for lang in ("ja", "en"))
    assert "指定した条件" in ja
    assert "The conditions named change it by" in en
    assert "conditions named change" not in text_of(expected_document(plain, "en"))


def test_a_condition_that_changes_nothing_is_not_given_a_sign(trained: Context) -> None:
    named = expect_at(trained, pace=330.0, sensor=None, temperature=5.0)
    text = text_of(expected_document(named, "en"))
    assert "hardly change it" in text
    assert not re.search(r"[+-]0\.?0*(ms|cm|spm|m|N| points)\b", text)


def test_where_no_run_says_anything_only_the_sensor_is_named(tmp_path: Path) -> None:
    context = make_context(tmp_path)
    text = text_of(expected_document(expect_at(context, pace=300.0, sensor=None), "en"))
    assert "; sensor: " in text
    assert "0 runs" not in text
    context.store.close()


def test_a_pair_that_nobody_wore_and_a_time_that_is_none_are_refused(trained: Context) -> None:
    with pytest.raises(BadArgument, match="none is known yet"):
        expect_at(trained, pace=330.0, sensor=None, shoe="Nobody's")
    with pytest.raises(BadArgument, match="60min"):
        expect_at(trained, pace=330.0, sensor=None, after="soon")


def test_without_a_pace_it_says_what_conditions_cost(longer: Context) -> None:
    result = expect_at(longer)
    assert result.expectations == ()
    assert {curve.curve for curve in result.curves} == {
        "uphill", "downhill", "heat", "fatigue", "shoe"
    }  # fmt: skip
    for curve in result.curves:
        assert (curve.value is None) == (curve.needs is not None)
        if curve.value is not None:
            assert curve.low is not None
            assert curve.high is not None
            assert curve.low <= curve.value <= curve.high
            assert curve.n_runs > 0
    text = text_of(expected_document(result, "en"))
    assert "not known yet" in text


def test_conditions_without_a_pace_are_refused_with_the_reason(longer: Context) -> None:
    with pytest.raises(BadArgument, match="named together with a pace"):
        expect_at(longer, temperature=28.0)


def test_an_empty_folder_knows_no_cost_and_says_what_it_takes(context: Context) -> None:
    result = expect_at(context)
    assert {curve.curve for curve in result.curves} >= {"uphill", "heat", "fatigue", "shoe"}
    assert [curve.value for curve in result.curves] == [None] * len(result.curves)
    assert "not known yet" in text_of(expected_document(result, "en"))
