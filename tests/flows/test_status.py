"""The store in figures, and what is worth doing next."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from hakaru.errors import BadArgument
from hakaru.flows.context import Context
from hakaru.flows.evaluate import get_form_evaluations
from hakaru.flows.status import RETRAIN_AFTER_RUNS, activities, latest_evaluated, status
from hakaru.surfaces.cli.text.verdicts import form_text
from tests.flows.factories import NOW, SEASON, at, run_sql, stored_runs, without_verdict

STORED_BEFORE = NOW - timedelta(days=1)


def stored_at(context: Context, moment: datetime, *, n_runs: int | None = None) -> None:
    """Say that runs (None: all) were stored at another time than they were."""
    limit = "" if n_runs is None else f" LIMIT {n_runs}"
    run_sql(
        context,
        "UPDATE activities SET stored_at = ? WHERE activity_id IN "
        f"(SELECT activity_id FROM activities ORDER BY activity_id{limit})",
        [moment.astimezone(UTC).replace(tzinfo=None)],
    )


def test_the_store_in_figures(trained: Context) -> None:
    found = status(trained)
    runs = stored_runs(trained)
    assert found.data_folder == trained.data_folder
    assert found.summary.n_activities == SEASON.n_runs
    assert found.summary.n_evaluated == found.summary.n_with_form == SEASON.n_runs
    assert found.summary.n_samples == sum(run.n_samples for run in runs)
    assert (found.summary.first_date, found.summary.last_date) == (
        runs[0].activity_date,
        runs[-1].activity_date,
    )
    assert found.summary.trained_at == NOW


def test_training_pays_where_there_was_none(untrained: Context) -> None:
    assert status(untrained).retrain


def test_training_does_not_pay_right_after_training(trained: Context) -> None:
    stored_at(trained, STORED_BEFORE)
    assert not status(trained).retrain
    assert status(trained).summary.n_since_training == 0


def test_training_pays_after_a_month_with_a_new_run(trained: Context) -> None:
    stored_at(trained, STORED_BEFORE)
    stored_at(trained, NOW + timedelta(days=3), n_runs=1)
    assert not status(at(trained, NOW + timedelta(days=29))).retrain
    assert status(at(trained, NOW + timedelta(days=30))).retrain


def test_training_does_not_pay_after_a_month_without_a_new_run(trained: Context) -> None:
    stored_at(trained, STORED_BEFORE)
    assert not status(at(trained, NOW + timedelta(days=400))).retrain


def test_training_pays_after_a_hundred_new_runs(trained: Context) -> None:
    stored_at(trained, NOW + timedelta(hours=1))
    assert not status(trained).retrain
    run_sql(
        trained,
        "INSERT INTO activities SELECT a.* REPLACE (a.activity_id + n AS activity_id) "
        f"FROM activities a, range(1, {RETRAIN_AFTER_RUNS // SEASON.n_runs + 1}) AS numbers(n)",
    )
    assert status(trained).summary.n_since_training >= RETRAIN_AFTER_RUNS
    assert status(trained).retrain


def test_training_never_pays_without_form_data(untrained: Context) -> None:
    run_sql(untrained, "UPDATE activities SET coverage_frac = 0")
    assert not status(untrained).retrain


def test_activities_are_listed_newest_first_with_their_verdicts(untrained: Context) -> None:
    listed = activities(untrained, since=None, until=None, limit=5)
    assert listed.n_stored == SEASON.n_runs
    assert list(listed.activities) == list(reversed(stored_runs(untrained)))[:5]
    assert all(one.judged for one in listed.activities)


def test_both_days_of_a_range_belong_to_it(untrained: Context) -> None:
    days = [run.activity_date for run in stored_runs(untrained)]
    listed = activities(untrained, since=days[3], until=days[5], limit=20)
    assert [one.activity_date for one in reversed(listed.activities)] == days[3:6]
    nothing = activities(untrained, since=date(2030, 1, 1), until=None, limit=20)
    assert nothing.n_stored == 0


@pytest.mark.parametrize("limit", [0, -3])
def test_a_limit_below_one_is_refused(untrained: Context, limit: int) -> None:
    with pytest.raises(BadArgument, match="limit"):
        activities(untrained, since=None, until=None, limit=limit)


def test_the_latest_run_with_a_verdict_is_found(untrained: Context) -> None:
    *_, before, latest = stored_runs(untrained)
    assert latest_evaluated(untrained) == latest.activity_id
    without_verdict(untrained, latest.activity_id)
    assert latest_evaluated(untrained) == before.activity_id


def test_the_verdict_says_too_when_training_pays(untrained: Context) -> None:
    newest = str(stored_runs(untrained)[-1].activity_id)
    hinted = get_form_evaluations(untrained, activity_id=newest, detail=True)
    assert hinted.retrain
    assert hinted.reply["retrain"] is True
    assert "hakaru train" in form_text(hinted, "en")


def test_the_verdict_says_nothing_about_training_while_it_would_not_pay(trained: Context) -> None:
    stored_at(trained, STORED_BEFORE)
    newest = str(stored_runs(trained)[-1].activity_id)
    quiet = get_form_evaluations(trained, activity_id=newest, detail=False)
    assert not quiet.retrain
    assert "retrain" not in quiet.reply
    assert "hakaru train" not in form_text(quiet, "en")
