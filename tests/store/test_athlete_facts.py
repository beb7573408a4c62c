"""What the runner stated, what watches reported, and the best efforts, run by run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest

from hakaru.running.activity import HeartRateZone, Physiology
from hakaru.running.athlete.model import AthleteFact, Quantity
from hakaru.store.athlete import (
    StatedSex,
    past_runs,
    state_fact,
    stated_facts,
    stored_efforts,
    watch_zones,
)
from hakaru.store.recordings import write_recordings
from tests.store.factories import START, make_run, memory_store
from tests.store.session_factories import EFFORT, NOW, make_anatomy

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

MARCH, MAY = date(2025, 3, 1), date(2025, 5, 1)
ZONES = (HeartRateZone(zone_number=1, low_bpm=95.0), HeartRateZone(zone_number=2, low_bpm=120.0))


@pytest.fixture
def con() -> Iterator[DuckDBPyConnection]:
    with memory_store() as con:
        yield con


def fact(
    value: float, since: date = MARCH, quantity: Quantity = "heart_rate_max_bpm"
) -> AthleteFact:
    return AthleteFact(quantity=quantity, value=value, since=since)


def state(con: DuckDBPyConnection, *facts: AthleteFact | StatedSex, user_id: str = "me") -> None:
    for one in facts:
        state_fact(con, one, user_id=user_id, source="human_ui", now=NOW)


def test_statements_read_back_oldest_first(con: DuckDBPyConnection) -> None:
    weight = fact(61.5, MARCH - timedelta(days=9), "weight_kg")
    state(con, fact(188.0, MAY), weight, fact(190.0, MARCH))
    assert stated_facts(con, user_id="me") == ((weight, fact(190.0, MARCH), fact(188.0, MAY)), ())


def test_the_sex_is_stated_like_the_rest_but_is_no_number(con: DuckDBPyConnection) -> None:
    state(con, StatedSex(sex="male", since=MARCH), fact(188.0), StatedSex(sex="female", since=MAY))
    assert stated_facts(con, user_id="me") == (
        (fact(188.0),),
        (StatedSex(sex="male", since=MARCH), StatedSex(sex="female", since=MAY)),
    )


def test_a_newer_word_for_the_same_day_replaces_the_old_one(con: DuckDBPyConnection) -> None:
    state(con, fact(188.0), fact(191.0))
    assert stated_facts(con, user_id="me") == ((fact(191.0),), ())


def test_each_user_has_statements_of_their_own(con: DuckDBPyConnection) -> None:
    state(con, fact(188.0))
    state(con, fact(170.0), user_id="somebody")
    assert stated_facts(con, user_id="me") == ((fact(188.0),), ())
    assert stated_facts(con, user_id="nobody") == ((), ())


def test_every_run_is_listed_oldest_first_with_its_efforts_and_its_watch(
    con: DuckDBPyConnection,
) -> None:
    said = Physiology(
        lt_heart_rate_bpm=168.0, lt_on=MARCH, heart_rate_max_bpm=188.0, sex="female", weight_kg=61.5
    )
    later = replace(
        make_run(START + timedelta(days=1), n_samples=2, physiology=said), anatomy=make_anatomy()
    )
    earlier = make_run(n_samples=2)
    write_recordings(con, [later, earlier])
    first, second = past_runs(con)
    assert first.activity_id == earlier.recording.activity_id
    assert (first.physiology, first.efforts) == (None, ())
    assert (second.day, second.started_at) == (later.recording.day, later.recording.started_at)
    assert second.physiology == said
    assert second.efforts == (EFFORT,)


def test_a_stretch_of_the_past_is_read_without_what_other_runs_say(
    con: DuckDBPyConnection,
) -> None:
    reported = Physiology(heart_rate_max_bpm=190)
    runs = [
        replace(
            make_run(START + timedelta(days=day), n_samples=2, physiology=reported),
            anatomy=make_anatomy(),
        )
        for day in range(4)
    ]
    write_recordings(con, runs)
    con.execute(  # an id says nothing about time: this one lies between the others
        "UPDATE best_efforts SET activity_id = ? WHERE activity_id = ?",
        [runs[1].recording.activity_id + 1, runs[3].recording.activity_id],
    )
    second, third = past_runs(
        con, since=runs[1].recording.started_at, before=runs[3].recording.started_at
    )
    assert (second, third) == past_runs(con)[1:3]
    assert second.efforts == (EFFORT,)
    assert past_runs(con, before=START) == ()


def test_efforts_read_again_after_a_change_are_those_that_are_stored(
    con: DuckDBPyConnection,
) -> None:
    runs = [
        replace(make_run(START + timedelta(days=day), n_samples=2), anatomy=make_anatomy())
        for day in range(3)
    ]
    first, second, _ = (run.recording.activity_id for run in runs)
    write_recordings(con, runs[:2])
    earlier = stored_efforts(con)
    con.execute("UPDATE best_efforts SET power_w = 300 WHERE activity_id = ?", [second])
    write_recordings(con, runs[2:])
    now = stored_efforts(con, earlier=earlier)
    assert now.of_runs == stored_efforts(con).of_runs
    assert now.of_runs[first] is earlier.of_runs[first]
    assert now.of_runs[second] == (replace(EFFORT, power_w=300.0),)
    assert past_runs(con, efforts=now) == past_runs(con)


def test_the_zones_of_the_newest_watch_up_to_a_day_hold(con: DuckDBPyConnection) -> None:
    newer = tuple(replace(zone, low_bpm=zone.low_bpm + 5.0) for zone in ZONES)
    runs = [
        make_run(START, n_samples=2, heart_rate_zones=ZONES),
        make_run(START + timedelta(days=1), n_samples=2),
        make_run(START + timedelta(days=5), n_samples=2, heart_rate_zones=newer),
    ]
    write_recordings(con, runs)
    days = [run.recording.day for run in runs]
    assert watch_zones(con, until=days[0] - timedelta(days=1)) == ()
    assert watch_zones(con, until=days[1]) == ZONES
    assert watch_zones(con, until=days[2]) == newer
