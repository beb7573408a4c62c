"""A race is told by its occasion, its name, or by a runner's best speed over a race distance."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from hakaru.running.activity import DeviceSummary, Recording
from hakaru.running.athlete.efforts import Effort, RunEfforts
from hakaru.running.session.model import Segment, Structure, TypeVerdict
from hakaru.running.session.training_type import Record, best_speed_mps, race_verdict, record_of
from hakaru.running.session.type_evidence import Whole
from tests.running.factories import make_recording
from tests.running.session.rating_factories import example_athlete, make_athlete

TEN_KM_S = 2600.0


def effort(duration_s: float, speed_mps: float) -> Effort:
    return Effort(
        duration_s=duration_s,
        speed_mps=speed_mps,
        speed_heart_rate_bpm=None,
        heart_rate_bpm=None,
        power_w=None,
    )


USUAL = [RunEfforts([effort(1200.0, 3.6), effort(1800.0, 3.5), effort(3600.0, 3.1)])] * 10
RECORD = record_of(USUAL)


def run(distance_m: float, **given: Any) -> Recording:
    bare = make_recording({"elapsed_s": np.arange(3.0)})
    return replace(bare, summary=DeviceSummary(distance_m=distance_m), **given)


def steady(end_s: float = TEN_KM_S, *, warmup_s: float = 0.0) -> Structure:
    parts = [("warmup", 0.0, warmup_s), ("main", warmup_s, end_s)]
    segments = tuple(
        Segment(role=role, start_elapsed_s=start_s, end_elapsed_s=stop_s, source="speed")  # type: ignore[arg-type]
        for role, start_s, stop_s in parts
        if stop_s > start_s
    )
    return Structure(form="steady", segments=segments, confidence_frac=0.8)


def verdict(recording: Recording, *, bpm: float | None = 170.0, **given: Any) -> TypeVerdict | None:
    values: dict[str, Any] = {
        "athlete": example_athlete(),
        "record": RECORD,
        "whole": Whole(active_s=TEN_KM_S, heart_rate_bpm=bpm),
    } | given
    return race_verdict(recording, values.pop("structure", steady()), **values)


@pytest.mark.parametrize(
    ("named", "is_race"),
    [
        ({"event_kind": "race"}, True),
        ({"event_kind": "training"}, False),
        ({"title": "Tokyo Marathon 2026"}, True),
        ({"title": "parkrun #301"}, True),
        ({"title": "Sunrise 15K PR"}, True),
        ({"title": "市民マラソン大会"}, True),
        ({"title": "5000m 記録会"}, True),
        ({"title": "Marathon pace 12 km"}, False),
        ({"title": "half marathon training week 3"}, False),
        ({"title": "マラソンペース走"}, False),
        ({"title": "大会前日の調整ジョグ"}, False),
        ({"title": "Morning Run"}, False),
        ({"title": "Turkey Trot"}, True),
        ({"title": "Hamburg Halbmarathon"}, True),
        ({"title": "県選手権 5000m"}, True),
        ({"title": "Race warm-up"}, False),
        ({"title": "Marathon recovery"}, False),
        ({"title": "マラソンに向けて30km走"}, False),
        ({"title": "レース後のリカバリー"}, False),
        ({"title": "大会コース下見"}, False),
        ({"workout_title": "Race"}, True),
        ({}, False),
    ],
)
def test_the_occasion_or_the_name_says_so(named: dict[str, str], is_race: bool) -> None:
    found = verdict(run(6200.0, **named))
    assert (found is not None) == is_race
    if found is not None:
        assert (found.training_type, found.source) == ("race", "named")


def test_the_fastest_run_of_a_race_distance_is_one() -> None:
    found = verdict(run(10080.0))
    assert found is not None
    assert (found.training_type, found.source) == ("race", "record")
    told = {one.code: one.value for one in found.evidence}
    assert told["race_distance_m"] == 10000.0
    assert told["of_best_speed_pct"] > 100.0


@pytest.mark.parametrize(
    "given",
    [
        {"record": record_of(USUAL[:5])},
        {"record": record_of([RunEfforts([effort(1800.0, 4.2), effort(3600.0, 4.0)])] * 10)},
        {"bpm": 140.0},
        {"structure": steady(warmup_s=700.0)},
        {"whole": None},
    ],
    ids=["few runs", "slower than before", "easy heart", "jogged into it", "no samples"],
)
def test_what_is_no_race_by_its_speed(given: dict[str, Any]) -> None:
    assert verdict(run(10080.0), **given) is None


def test_on_a_treadmill_only_a_name_makes_a_race() -> None:
    assert verdict(run(10080.0, sub_sport="treadmill")) is None
    named = verdict(run(10080.0, sub_sport="treadmill", title="Virtual race 10 km"))
    assert named is not None
    assert named.source == "named"


@pytest.mark.parametrize("distance_m", [9850.0, 10400.0, 12000.0])
def test_no_race_has_this_length(distance_m: float) -> None:
    assert verdict(run(distance_m)) is None


def test_without_a_threshold_it_has_to_be_clearly_faster_than_usual() -> None:
    stranger = make_athlete()
    assert verdict(run(10080.0), athlete=stranger, bpm=None) is not None
    rarely_slower = record_of([RunEfforts([effort(2500.0, 3.7)])] * 10)
    assert verdict(run(10080.0), athlete=stranger, bpm=None, record=rarely_slower) is None
    assert verdict(run(10080.0), bpm=170.0, record=rarely_slower) is not None


def test_whoever_ran_longer_at_a_speed_was_as_fast_over_less() -> None:
    runs = (effort(1500.0, 2.9), effort(3600.0, 3.3), effort(2400.0, 3.1))
    totals = record_of([RunEfforts([run]) for run in runs])
    assert (totals.n_runs, totals.usual_mps) == (3, 3.1)
    assert [(best.duration_s, best.speed_mps) for best in totals.best] == [(3600.0, 3.3)]
    assert best_speed_mps(totals, 1500.0) == 3.3


def test_a_best_speed_lies_between_those_of_shorter_and_longer_efforts() -> None:
    between = best_speed_mps(RECORD, 2600.0)
    assert between is not None
    assert 3.1 < between < 3.5
    assert best_speed_mps(RECORD, 1200.0) == 3.6
    beyond = best_speed_mps(RECORD, 7000.0)
    assert beyond is not None
    assert beyond == pytest.approx(3.1 * (7000.0 / 3600.0) ** -0.06)
    assert best_speed_mps(RECORD, 14400.0) is None
    assert best_speed_mps(Record(), 600.0) is None
