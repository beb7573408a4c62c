"""Paces, zones and race times that follow from what is known on a day."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from hakaru.flows.athlete import get_paces, set_athlete
from hakaru.flows.context import Context
from hakaru.running.session.model import SessionSettings
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
    fitness = get_paces(context, day=None)
    assert fitness.athlete.day == context.now().date()
    assert fitness.athlete.known == {}
    assert (fitness.from_vo2_max, fitness.from_threshold, fitness.races) == ((), (), ())
    assert (fitness.zones, fitness.disagreement) == (None, None)


def test_paces_come_from_both_figures_where_both_are_known(mixed: Context) -> None:
    fitness = get_paces(mixed, day=sessions(mixed)[-1].activity_date)
    assert fitness.from_vo2_max
    assert [speed.intensity for speed in fitness.from_vo2_max] == [
        speed.intensity for speed in fitness.from_threshold
    ]
    assert fitness.zones is not None
    assert fitness.races
    assert all(race.low_s < race.time_s < race.high_s for race in fitness.races)


def test_a_day_before_the_first_run_knows_nothing(mixed: Context) -> None:
    first = sessions(mixed)[0].activity_date
    before, then = get_paces(mixed, day=first - timedelta(days=1)), get_paces(mixed, day=first)
    assert before.athlete.known == {}
    assert (before.zones, before.races) == (None, ())
    assert then.athlete.value("lt_heart_rate_bpm") is not None


def test_estimates_go_stale_and_races_fade_while_watch_zones_stay(
    mixed: Context,
) -> None:
    fitness = get_paces(mixed, day=sessions(mixed)[-1].activity_date + timedelta(days=365))
    assert fitness.races == ()
    assert fitness.athlete.known["vo2_max_ml_per_kg_min"].stale
    assert fitness.athlete.known["threshold_speed_mps"].stale
    assert fitness.zones is not None
    assert fitness.zones.basis == "watch"


def test_zones_that_the_runner_set_are_those_of_paces(context: Context) -> None:
    set_athlete(context, quantity="lt_heart_rate_bpm", value="170", since=None)
    set_athlete(context, quantity="critical_power_w", value="250", since=None)
    own = SessionSettings(
        heart_rate_zones_frac=(0.5, 0.6, 0.7, 0.8, 0.9),
        power_zones_frac=(0.5, 0.7, 0.8, 0.9, 1.1),
    )
    settings = replace(context.settings, sessions=own)
    fitness = get_paces(replace(context, settings=settings), day=None)
    assert fitness.zones is not None
    assert fitness.zones.low_bpm == pytest.approx((85.0, 102.0, 119.0, 136.0, 153.0))
    assert fitness.power_w == pytest.approx((125.0, 175.0, 200.0, 225.0, 275.0))


def test_a_threshold_that_is_stated_gives_paces(context: Context) -> None:
    set_athlete(context, quantity="threshold_pace", value="4:30", since=None)
    fitness = get_paces(context, day=None)
    threshold = next(speed for speed in fitness.from_threshold if speed.intensity == "threshold")
    assert threshold.typical_mps == pytest.approx(1000.0 / 270.0, rel=0.02)
    assert fitness.races == ()


def test_figures_that_contradict_each_other_are_both_kept(own: Context) -> None:
    set_athlete(own, quantity="threshold_pace", value="3:30", since=None)
    set_athlete(own, quantity="vo2_max_ml_per_kg_min", value="45", since=None)
    fitness = get_paces(own, day=sessions(own)[-1].activity_date)
    assert fitness.disagreement is not None
    assert fitness.disagreement.stated_mps == pytest.approx(1000.0 / 210.0)
    assert fitness.from_threshold != fitness.from_vo2_max
