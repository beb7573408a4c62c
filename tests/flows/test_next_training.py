"""Options for the next session, by the sessions there are."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest

from hakaru.catalog.reply import as_json
from hakaru.core.i18n import Lang
from hakaru.flows.athlete import get_next_training
from hakaru.flows.context import Context
from hakaru.present.terminal import document_text
from hakaru.present.training import next_document
from tests.flows.factories import at
from tests.flows.session_seasons import mixed_files, read_only, sessions


@pytest.fixture
def mixed() -> Iterator[Context]:
    with read_only(mixed_files()) as made:
        yield made


def test_before_any_run_there_is_nothing_to_go_by(context: Context) -> None:
    next_training = get_next_training(context, day=None)
    assert (next_training.after, next_training.options) == (None, ())


def test_before_the_first_run_there_was_nothing_either(mixed: Context) -> None:
    first = sessions(mixed)[0].activity_date
    next_training = get_next_training(mixed, day=first - timedelta(days=1))
    assert (next_training.after, next_training.options) == (None, ())


def test_options_follow_the_newest_session_of_the_day_asked_for(mixed: Context) -> None:
    for session in sessions(mixed):
        next_training = get_next_training(mixed, day=session.activity_date)
        assert next_training.after is not None
        assert next_training.after.activity_id == session.activity_id
        assert next_training.options
        assert all(option.earliest_day >= session.activity_date for option in next_training.options)


def test_without_a_day_it_is_now(mixed: Context) -> None:
    *_, before, last = sessions(mixed)
    now = at(mixed, last.started_at - timedelta(hours=1))
    next_training = get_next_training(now, day=None)
    assert next_training.after is not None
    assert next_training.after.activity_id == before.activity_id
    assert all(option.earliest_day >= before.activity_date for option in next_training.options)


def test_long_after_the_last_session_options_lie_in_the_future(mixed: Context) -> None:
    day = sessions(mixed)[-1].activity_date + timedelta(days=60)
    next_training = get_next_training(mixed, day=day)
    assert next_training.options
    assert all(option.earliest_day >= day for option in next_training.options)


@pytest.mark.parametrize("language", ["ja", "en"])
def test_a_week_is_planned_from_the_weeks_there_are_and_fits_its_reply(
    mixed: Context, language: Lang
) -> None:
    day = sessions(mixed)[-1].activity_date + timedelta(days=1)
    next_training = get_next_training(mixed, day=day, week=True)
    assert next_training.week is not None
    assert 2 <= len(next_training.week.shapes) <= 3
    assert len(as_json(next_training).encode()) <= 4096
    text = document_text(next_document(next_training, language))
    for shape in next_training.week.shapes:
        assert (shape.distance_m or 0.0) <= next_training.week.most_m
        assert all(run.day.isoformat() in text for run in shape.runs)


def test_no_week_is_planned_on_one_day(mixed: Context) -> None:
    next_training = get_next_training(mixed, day=sessions(mixed)[0].activity_date, week=True)
    assert next_training.week is None
    assert "no week is planned" in document_text(next_document(next_training, "en"))
