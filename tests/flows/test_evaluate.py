"""Verdicts on request: by which version, what moves to the history, and who has none."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from hakaru.core.errors import AmbiguousActivity, BadArgument, NotEvaluated, UnknownActivity
from hakaru.core.plain import as_plain
from hakaru.flows.context import Context
from hakaru.flows.evaluate import evaluate, reevaluate, train
from hakaru.flows.form import get_form_evaluations
from tests.flows.factories import (
    NOW,
    SEASON,
    at,
    content,
    run_sql,
    stored_runs,
    verdicts,
    without_verdict,
)
from tests.store.factories import superseded


def test_a_run_beside_all_is_refused_and_no_run_is_the_latest(untrained: Context) -> None:
    with pytest.raises(BadArgument, match="--all"):
        evaluate(untrained, activity="2025-01-07", all=True)
    assert evaluate(untrained, activity=None, all=False).evaluated == 1


def test_all_judges_only_what_has_no_verdict(untrained: Context) -> None:
    lost = [run.activity_id for run in stored_runs(untrained)[:3]]
    kept = {key: verdict for key, verdict in verdicts(untrained).items() if key not in lost}
    without_verdict(untrained, *lost)
    result = evaluate(untrained, activity=None, all=True)
    assert [evaluation.activity_id for evaluation in result.evaluations] == lost
    assert (result.evaluated, result.changed) == (3, 3)
    assert {key: verdict for key, verdict in verdicts(untrained).items() if key not in lost} == kept
    assert evaluate(untrained, activity=None, all=True).evaluated == 0


def test_one_run_is_named_by_its_day_or_its_id(trained: Context) -> None:
    run = stored_runs(trained)[-1]
    by_day = evaluate(trained, activity=run.activity_date.isoformat(), all=False)
    by_id = evaluate(trained, activity=str(run.activity_id), all=False)
    assert by_day.evaluations == by_id.evaluations
    assert by_day.evaluations[0].activity_id == run.activity_id


def test_an_unknown_reference_says_so(untrained: Context) -> None:
    for reference in ("2001-01-01", "17", "yesterday", "9" * 30):
        with pytest.raises(UnknownActivity):
            evaluate(untrained, activity=reference, all=False)


def test_the_first_run_of_another_unit_of_the_sensor_is_judged_less_surely(
    trained: Context,
) -> None:
    run = stored_runs(trained)[-1]
    usual = verdicts(trained)[run.activity_id]
    run_sql(
        trained,
        "UPDATE activities SET sensor_label = 'HRM-Other' WHERE activity_id = ?",
        [run.activity_id],
    )
    (other,) = evaluate(trained, activity=str(run.activity_id), all=False).evaluations
    for name, verdict in other.metrics.items():
        low, high = usual.metrics[name].interval_90
        assert verdict.interval_90[0] < low < high < verdict.interval_90[1]
        assert verdict.expected == usual.metrics[name].expected


def test_a_day_with_two_runs_asks_which(untrained: Context) -> None:
    first, second = stored_runs(untrained)[:2]
    run_sql(
        untrained,
        "UPDATE activities SET activity_date = ? WHERE activity_id = ?",
        [first.activity_date, second.activity_id],
    )
    with pytest.raises(AmbiguousActivity) as caught:
        evaluate(untrained, activity=first.activity_date.isoformat(), all=False)
    assert caught.value.activity_ids == (first.activity_id, second.activity_id)


def test_reevaluate_puts_right_what_is_wrong_and_moves_it_to_the_history(trained: Context) -> None:
    right = verdicts(trained)
    run_sql(trained, "UPDATE metric_verdicts SET actual = actual * 1.1", [])
    wrong = verdicts(trained)
    result = reevaluate(trained, since=None, until=None)
    assert result.evaluated == result.changed == SEASON.n_runs
    assert verdicts(trained) == right
    for key, old in wrong.items():
        with trained.store.read() as con:
            assert superseded(con, key) == (old,)


def test_reevaluating_again_changes_nothing(trained: Context) -> None:
    reevaluate(trained, since=None, until=None)
    before = content(trained)
    again = reevaluate(at(trained, NOW + timedelta(days=9)), since=None, until=None)
    assert (again.evaluated, again.changed) == (SEASON.n_runs, 0)
    assert content(trained) == before


def test_reevaluate_keeps_to_the_days_named(trained: Context) -> None:
    run_sql(trained, "UPDATE metric_verdicts SET actual = actual * 1.1", [])
    before = verdicts(trained)
    since, until = date(2025, 2, 1), date(2025, 2, 28)
    result = reevaluate(trained, since=since, until=until)
    assert result.evaluated > 0
    assert all(since <= evaluation.day <= until for evaluation in result.evaluations)
    touched = {evaluation.activity_id for evaluation in result.evaluations}
    assert {key for key, verdict in verdicts(trained).items() if verdict != before[key]} == touched


def test_a_run_without_form_data_is_refused_with_the_reason(untrained: Context) -> None:
    run = stored_runs(untrained)[0]
    run_sql(
        untrained,
        "UPDATE activities SET sensor_group = NULL, coverage_frac = 0 WHERE activity_id = ?",
        [run.activity_id],
    )
    result = evaluate(untrained, activity=str(run.activity_id), all=False)
    assert result.evaluated == 0
    ((refused),) = result.refused
    assert refused.activity_id == run.activity_id
    assert "form metric" in refused.reason
    assert run.activity_id not in verdicts(untrained)
    with pytest.raises(NotEvaluated, match="form metric"):
        get_form_evaluations(untrained, activity_id=str(run.activity_id), detail=False)
    assert evaluate(untrained, activity=None, all=True).evaluated == 0


def test_the_form_of_a_run_is_the_stored_verdict(trained: Context) -> None:
    run = stored_runs(trained)[3]
    brief = get_form_evaluations(trained, activity_id=str(run.activity_id), detail=False)
    full = get_form_evaluations(trained, activity_id=str(run.activity_id), detail=True)
    assert brief.evaluation == full.evaluation == verdicts(trained)[run.activity_id]
    assert set(as_plain(brief)) <= set(as_plain(full))


def test_a_version_trained_later_does_not_change_the_form_shown(trained: Context) -> None:
    run = stored_runs(trained)[0]
    shown = get_form_evaluations(trained, activity_id=str(run.activity_id), detail=True)
    train(trained, method="direct", history=True)
    again = get_form_evaluations(trained, activity_id=str(run.activity_id), detail=True)
    assert again == shown


def test_a_run_is_ranked_among_those_before_it_as_soon_as_there_are_five(trained: Context) -> None:
    after = verdicts(trained)
    ranks = [after[run.activity_id].metrics["gct"].rank_pct for run in stored_runs(trained)]
    assert ranks[:6] == [None] * 6
    later = [rank for rank in ranks[6:] if rank is not None]
    assert later
    assert all(0.0 < rank < 100.0 for rank in later)
