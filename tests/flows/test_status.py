"""The store in figures, and what is worth doing next."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from hakaru.core.errors import BadArgument
from hakaru.core.i18n import Lang
from hakaru.flows.baselines import view_form
from hakaru.flows.context import Context
from hakaru.flows.run_edits import edit_run
from hakaru.flows.status import activities, latest_evaluated, status
from hakaru.present.stored import status_document
from hakaru.store.verdicts import Learned
from tests.documents import lines_of, text_of
from tests.flows.factories import NOW, SEASON, run_sql, stored_runs, without_verdict


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


def test_it_says_from_how_many_runs_was_learned_and_up_to_when(untrained: Context) -> None:
    (learned,) = status(untrained).learned
    newest = stored_runs(untrained)[-1]
    assert learned == Learned(
        sensor_group="garmin-hrm", n_runs=SEASON.n_runs, until=newest.activity_date
    )
    languages: tuple[Lang, ...] = ("ja", "en")
    for language in languages:
        text = text_of(status_document(status(untrained), language))
        assert newest.activity_date.isoformat() in text
        assert str(SEASON.n_runs) in text
        assert "hakaru train" not in text
        assert "reevaluate" not in text


def test_what_was_learned_is_one_number_on_every_page(untrained: Context) -> None:
    """A run that is not learned from is measured and judged all the same."""
    left_out = stored_runs(untrained)[3].activity_id
    edit_run(
        untrained,
        activity=str(left_out),
        title=None,
        shoe=None,
        note=None,
        training_type=None,
        learn=False,
    )
    (learned,) = status(untrained).learned
    form = view_form(untrained, sensor=None)
    assert learned.n_runs == form.n_learned == SEASON.n_runs - 1
    assert form.n_learned == max(version.n_runs for version in form.versions)
    assert form.n_runs == SEASON.n_runs


def test_a_run_whose_day_is_not_known_is_no_begin_of_the_range(untrained: Context) -> None:
    first, second = stored_runs(untrained)[:2]
    run_sql(
        untrained,
        "UPDATE activities SET activity_date = DATE '1990-07-09' "
        f"WHERE activity_id = {first.activity_id}",
    )
    assert status(untrained).summary.first_date == second.activity_date


def test_it_says_where_what_is_shown_may_be_older(untrained: Context) -> None:
    found = status(untrained)
    assert not found.is_older
    languages: tuple[Lang, ...] = ("ja", "en")
    for language in languages:
        older = lines_of(status_document(replace(found, is_older=True), language))
        assert len(older) == len(lines_of(status_document(found, language))) + 1


def test_activities_are_listed_newest_first_with_their_verdicts(untrained: Context) -> None:
    listed = activities(untrained, since=None, until=None, limit=5)
    assert listed.n_stored == SEASON.n_runs
    assert list(listed.activities) == list(reversed(stored_runs(untrained)))[:5]
    assert all(activity.judged for activity in listed.activities)


def test_both_days_of_a_range_belong_to_it(untrained: Context) -> None:
    days = [run.activity_date for run in stored_runs(untrained)]
    listed = activities(untrained, since=days[3], until=days[5], limit=20)
    assert [activity.activity_date for activity in reversed(listed.activities)] == days[3:6]
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
