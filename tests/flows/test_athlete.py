"""What the runner says counts more than a watch, holds from its day, and reaches sessions later."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import get_args

import pytest

from hakaru.core.errors import BadArgument
from hakaru.flows.athlete import StatedQuantity, get_athlete, set_athlete
from hakaru.flows.context import Context
from hakaru.flows.evaluate import understand
from hakaru.running.athlete.model import Known
from tests.flows.factories import ask, take_in, with_settings
from tests.flows.session_seasons import copy_of, derived, heart_rate_files, mixed_files, sessions


@pytest.fixture
def mixed(tmp_path: Path) -> Iterator[Context]:
    with copy_of(mixed_files(), tmp_path) as made:
        yield made


def known(context: Context, quantity: str, *, day: date | None = None) -> Known | None:
    values = get_athlete(context, day=day).athlete.known
    return {str(name): value for name, value in values.items()}.get(quantity)


GOOD: dict[StatedQuantity, str] = {
    "heart_rate_max_bpm": "188",
    "heart_rate_rest_bpm": "44",
    "lt_heart_rate_bpm": " 168.5 ",
    "critical_power_w": "285",
    "vo2_max_ml_per_kg_min": "52.3",
    "weight_kg": "61.5",
    "height_cm": "172",
    "age_years": "41",
}


@pytest.mark.parametrize(("quantity", "text"), GOOD.items(), ids=GOOD)
def test_a_statement_is_the_value_from_then_on(
    context: Context, quantity: StatedQuantity, text: str
) -> None:
    result = set_athlete(context, quantity=quantity, value=text, since=None)
    assert (result.quantity, result.value, result.since) == (quantity, text.strip(), None)
    value = known(context, quantity)
    assert value is not None
    assert (value.value, value.origin, value.method) == (float(text), "user", "stated")


def test_every_quantity_that_can_be_stated_is_tested() -> None:
    assert {*GOOD, "threshold_pace", "sex"} == set(get_args(StatedQuantity))


@pytest.mark.parametrize("text", ["4:35", "4:35/km", "275"])
def test_a_threshold_is_stated_as_a_pace(context: Context, text: str) -> None:
    set_athlete(context, quantity="threshold_pace", value=text, since=None)
    value = known(context, "threshold_speed_mps")
    assert value is not None
    assert value.value == pytest.approx(1000.0 / 275.0)


def test_the_sex_is_a_word(context: Context) -> None:
    set_athlete(context, quantity="sex", value="female", since=None)
    assert get_athlete(context, day=None).athlete.sex == "female"
    for wrong in ("Female", "f", "1", ""):
        with pytest.raises(BadArgument, match="female or male"):
            set_athlete(context, quantity="sex", value=wrong, since=None)


WRONG: tuple[tuple[StatedQuantity, str], ...] = (
    ("heart_rate_max_bpm", "18"),
    ("heart_rate_max_bpm", "241"),
    ("heart_rate_rest_bpm", "0"),
    ("lt_heart_rate_bpm", "79.9"),
    ("critical_power_w", "4.2"),
    ("vo2_max_ml_per_kg_min", "0.9"),
    ("weight_kg", "6150"),
    ("height_cm", "1.72"),
    ("age_years", "-1"),
    ("weight_kg", "nan"),
    ("weight_kg", "inf"),
    ("weight_kg", "heavy"),
    ("weight_kg", ""),
    ("threshold_pace", "0:45"),
    ("threshold_pace", "31:00"),
    ("threshold_pace", "soon"),
)


@pytest.mark.sampled(6)
@pytest.mark.parametrize(("quantity", "text"), WRONG, ids=str)
def test_a_value_that_nobody_has_is_refused_and_not_noted(
    context: Context, quantity: StatedQuantity, text: str
) -> None:
    with pytest.raises(BadArgument, match=quantity):
        set_athlete(context, quantity=quantity, value=text, since=None)
    assert get_athlete(context, day=None).athlete.known == {}


def test_a_statement_beats_the_watch_and_an_estimate(mixed: Context, tmp_path: Path) -> None:
    before = known(mixed, "heart_rate_max_bpm")
    assert before is not None
    assert before.origin == "watch"
    set_athlete(mixed, quantity="heart_rate_max_bpm", value="200", since=None)
    after = known(mixed, "heart_rate_max_bpm")
    assert after is not None
    assert (after.value, after.origin) == (200.0, "user")
    with copy_of(heart_rate_files(), tmp_path / "estimates") as context:
        guessed = known(context, "heart_rate_max_bpm")
        assert guessed is not None
        assert guessed.origin == "estimated"
        set_athlete(context, quantity="heart_rate_max_bpm", value="200", since=None)
        assert known(context, "heart_rate_max_bpm") == after


def test_a_statement_holds_from_its_day_until_the_next_one(mixed: Context) -> None:
    day = sessions(mixed)[4].activity_date
    for value, since in (("195", day), ("190", day + timedelta(days=3))):
        set_athlete(mixed, quantity="heart_rate_max_bpm", value=value, since=since)
    values = [
        found and found.value
        for found in (
            known(mixed, "heart_rate_max_bpm", day=day + timedelta(days=later))
            for later in (0, 2, 3, 30)
        )
    ]
    assert values == [195.0, 195.0, 190.0, 190.0]
    before = known(mixed, "heart_rate_max_bpm", day=day - timedelta(days=1))
    assert before is not None
    assert before.origin == "watch"


def test_a_statement_for_the_same_day_is_corrected_by_the_next(mixed: Context) -> None:
    for value in ("19O".replace("O", "0"), "191"):
        set_athlete(mixed, quantity="heart_rate_max_bpm", value=value, since=None)
    found = known(mixed, "heart_rate_max_bpm")
    assert found is not None
    assert found.value == 191.0
    assert ask(mixed, "SELECT count(*) FROM athlete_facts") == [(1,)]


def test_what_is_known_is_no_longer_asked_for(context: Context) -> None:
    before = get_athlete(context, day=None).wanted
    set_athlete(context, quantity="weight_kg", value="61.5", since=None)
    after = get_athlete(context, day=None).wanted
    assert set(before) - set(after) == {"weight_kg"}


@pytest.mark.soak
def test_stored_sessions_follow_a_statement_once_they_are_analysed(mixed: Context) -> None:
    before = derived(mixed)
    set_athlete(mixed, quantity="heart_rate_max_bpm", value="200", since=None)
    assert derived(mixed) == before
    understand(mixed, activity=None, all=True)
    assert {session.athlete_heart_rate_max_bpm for session in sessions(mixed)} == {200.0}
    origin = "SELECT DISTINCT origin FROM session_athlete WHERE quantity = 'heart_rate_max_bpm'"
    assert ask(mixed, origin) == [("user",)]


@pytest.mark.soak
def test_sessions_before_the_day_of_a_statement_keep_what_the_watch_said(mixed: Context) -> None:
    since = sessions(mixed)[4].activity_date
    maxima_bpm = {session.athlete_heart_rate_max_bpm for session in sessions(mixed)}
    set_athlete(mixed, quantity="heart_rate_max_bpm", value="200", since=since)
    understand(mixed, activity=None, all=True)
    for session in sessions(mixed):
        later = session.activity_date >= since
        assert (session.athlete_heart_rate_max_bpm == 200.0) == later
        assert later or session.athlete_heart_rate_max_bpm in maxima_bpm


def test_a_run_that_comes_in_later_is_understood_by_the_statement(context: Context) -> None:
    set_athlete(context, quantity="heart_rate_max_bpm", value="200", since=None)
    take_in(context, mixed_files()[0])
    (session,) = sessions(context)
    assert session.athlete_heart_rate_max_bpm == 200.0


def test_users_do_not_share_statements(mixed: Context) -> None:
    set_athlete(mixed, quantity="heart_rate_max_bpm", value="200", since=None)
    other = known(with_settings(mixed, user_id="somebody"), "heart_rate_max_bpm")
    assert other is not None
    assert other.origin == "watch"


def test_nothing_is_known_of_nobody(context: Context) -> None:
    athlete = get_athlete(context, day=None)
    assert (athlete.athlete.known, athlete.athlete.sex, athlete.zones) == ({}, None, None)
    assert "heart_rate_max_bpm" in athlete.wanted
