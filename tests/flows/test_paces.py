"""Paces, zones and race times that follow from what is known on a day."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from hakaru.flows.athlete import set_athlete
from hakaru.flows.context import Context
from hakaru.flows.paces import get_paces
from tests.flows.session_seasons import copy_of, mixed_files, read_only, sessions


@pytest.fixture
def mixed() -> Iterator[Context]:
    with read_only(mixed_files()) as made:
        yield made


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Context]:
    with copy_of(mixed_files(), tmp_path) as made:
        yield made


def test_nothing_follows_from_nothing(context: Context) -> None:
    found = get_paces(context, day=None)
    assert found.athlete.day == context.now().date()
    assert found.athlete.known == {}
    assert (found.from_vo2_max, found.from_threshold, found.races) == ((), (), ())
    assert (found.zones, found.disagreement) == (None, None)


def test_paces_come_from_both_figures_where_both_are_known(mixed: Context) -> None:
    found = get_paces(mixed, day=sessions(mixed)[-1].activity_date)
    assert found.from_vo2_max
    assert [one.intensity for one in found.from_vo2_max] == [
        one.intensity for one in found.from_threshold
    ]
    assert found.zones is not None
    assert found.races
    assert all(one.low_s < one.time_s < one.high_s for one in found.races)


def test_a_day_before_the_first_run_knows_nothing(mixed: Context) -> None:
    first = sessions(mixed)[0].activity_date
    before, then = get_paces(mixed, day=first - timedelta(days=1)), get_paces(mixed, day=first)
    assert before.athlete.known == {}
    assert (before.zones, before.races) == (None, ())
    assert then.athlete.value("lt_heart_rate_bpm") is not None


def test_estimates_go_stale_and_races_fade_while_watch_zones_stay(
    mixed: Context,
) -> None:
    found = get_paces(mixed, day=sessions(mixed)[-1].activity_date + timedelta(days=365))
    assert found.races == ()
    assert found.athlete.known["vo2_max_ml_per_kg_min"].stale
    assert found.athlete.known["threshold_speed_mps"].stale
    assert found.zones is not None
    assert found.zones.basis == "watch"


def test_a_threshold_that_is_stated_gives_paces(context: Context) -> None:
    set_athlete(context, quantity="threshold_pace", value="4:30", since=None)
    found = get_paces(context, day=None)
    threshold = next(one for one in found.from_threshold if one.intensity == "threshold")
    assert threshold.typical_mps == pytest.approx(1000.0 / 270.0, rel=0.02)
    assert found.races == ()


def test_figures_that_contradict_each_other_are_both_kept(own: Context) -> None:
    set_athlete(own, quantity="threshold_pace", value="3:30", since=None)
    set_athlete(own, quantity="vo2_max_ml_per_kg_min", value="45", since=None)
    found = get_paces(own, day=sessions(own)[-1].activity_date)
    assert found.disagreement is not None
    assert found.disagreement.stated_mps == pytest.approx(1000.0 / 210.0)
    assert found.from_threshold != found.from_vo2_max
