"""Zones of the runner, and how long a run was in each."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.running.activity import HeartRateZone
from hakaru.running.athlete.known import (
    heart_rate_zones,
    max_share_zone,
    power_zone,
    zone_seconds,
    zone_shares_pct,
)
from hakaru.running.athlete.model import Athlete, HeartRateZones, Known
from tests.running.athlete.runners import DAY, make_athlete
from tests.running.factories import make_recording, make_series
from tests.shared import CASES, needs_cases

ZONES = HeartRateZones(low_bpm=(100.0, 120.0, 140.0, 160.0, 180.0), basis="watch")


def watch_zones(*lows_bpm: float) -> tuple[HeartRateZone, ...]:
    return tuple(
        HeartRateZone(zone_number=number, low_bpm=low_bpm)
        for number, low_bpm in enumerate(lows_bpm, start=1)
    )


def test_bounds_of_the_watch_go_first() -> None:
    athlete = make_athlete(lt_heart_rate_bpm=170.0, heart_rate_max_bpm=190.0)
    zones = heart_rate_zones(athlete, watch_zones(95, 114, 133, 152, 171))
    assert zones == HeartRateZones(low_bpm=(95, 114, 133, 152, 171), basis="watch")


@pytest.mark.parametrize(
    "lows_bpm",
    [
        (),
        (95, 114, 133, 152),
        (95, 133, 114, 152, 171),
        (0, 114, 133, 152, 171),
        (95, 95, 99, 99, 99),
    ],
)
def test_bounds_that_cannot_be_are_not_taken(lows_bpm: tuple[float, ...]) -> None:
    zones = heart_rate_zones(make_athlete(lt_heart_rate_bpm=170.0), watch_zones(*lows_bpm))
    assert zones is not None
    assert zones.basis == "lt_heart_rate"
    assert zones.low_bpm[4] == 170.0


def test_the_maximum_serves_where_the_threshold_is_unknown() -> None:
    zones = heart_rate_zones(make_athlete(heart_rate_max_bpm=190.0))
    assert zones is not None
    assert zones.basis == "heart_rate_max"
    assert zones.low_bpm == pytest.approx((95.0, 114.0, 133.0, 152.0, 171.0))


def test_nothing_known_gives_no_zones() -> None:
    assert heart_rate_zones(make_athlete(weight_kg=60.0)) is None


def test_a_guess_is_no_base_for_zones() -> None:
    guess = Known(value=160.0, origin="estimated", method="x", low=160.0, high=200.0)
    assert heart_rate_zones(Athlete(day=DAY, known={"lt_heart_rate_bpm": guess})) is None


def test_time_is_counted_in_half_open_zones() -> None:
    heart_rate_bpm = np.array([119.9, 120.0, 139.9, 140.0, 179.9, 180.0, 99.9] * 10 + [99.0])
    series = make_series(71, heart_rate_bpm=heart_rate_bpm)
    # the first sample stands for no time
    assert zone_seconds(make_recording(series), ZONES) == (9.0, 20.0, 10.0, 10.0, 10.0)


def test_spans_hold_the_intervals_that_end_inside_them() -> None:
    heart_rate_bpm = np.where(np.arange(601) < 300, 130.0, 170.0)
    recording = make_recording(make_series(601, heart_rate_bpm=heart_rate_bpm))
    assert zone_seconds(recording, ZONES, spans_s=[(300.0, 600.0)]) == (0, 0, 0, 300.0, 0)
    assert zone_seconds(recording, ZONES, spans_s=[(0.0, 100.0), (299.0, 301.0)]) == (
        0, 100.0, 0, 2.0, 0,
    )  # fmt: skip
    assert zone_seconds(recording, ZONES, spans_s=[]) is None


def test_neighbouring_spans_share_no_time_and_lose_none() -> None:
    """A sample stands for what lies between it and the one before."""
    heart_rate_bpm = np.where(np.arange(601) % 7 < 3, 130.0, 170.0)
    recording = make_recording(make_series(601, heart_rate_bpm=heart_rate_bpm))
    parts = [
        zone_seconds(recording, ZONES, spans_s=[span])
        for span in ((0.0, 123.0), (123.0, 124.0), (124.0, 600.0))
    ]
    together = np.sum([part for part in parts if part is not None], axis=0)
    assert together.tolist() == list(zone_seconds(recording, ZONES) or ())


def test_gaps_pauses_and_lost_pulse_count_nowhere() -> None:
    series = make_series(601, heart_rate_bpm=np.where(np.arange(601) < 501, 130.0, np.nan))
    late = np.arange(601) > 300
    series["elapsed_s"] = series["elapsed_s"] + np.where(late, 100.0, 0.0)
    paused = make_recording(series, pauses=((300.0, 400.0),))
    assert zone_seconds(paused, ZONES) == (0, 500.0, 0, 0, 0)
    assert zone_seconds(make_recording(series), ZONES) == (0, 499.0, 0, 0, 0)


def test_a_run_without_heart_rate_has_no_zones() -> None:
    assert zone_seconds(make_recording(make_series(heart_rate_bpm=None)), ZONES) is None
    lost = make_series(heart_rate_bpm=np.nan)
    assert zone_seconds(make_recording(lost), ZONES) is None


def test_shares_are_of_the_time_in_zones() -> None:
    assert zone_shares_pct((0.0, 30.0, 60.0, 0.0, 30.0)) == (0.0, 25.0, 50.0, 0.0, 25.0)
    assert zone_shares_pct((0.0, 0.0, 0.0, 0.0, 0.0)) is None


@given(st.floats(0.0, 2.0), st.floats(0.0, 2.0))
def test_more_power_is_never_a_lower_zone(one: float, other: float) -> None:
    """Row 23: half-open zones without gaps."""
    low, high = sorted((one, other))
    assert 1 <= power_zone(low) <= power_zone(high) <= 6


def test_power_zones_can_be_set() -> None:
    assert [power_zone(frac, bounds_frac=(0.8, 1.0)) for frac in (0.79, 0.8, 1.0)] == [1, 2, 3]


WORDS = {
    "recovery": "回復",
    "aerobic": "有酸素",
    "tempo": "テンポ",
    "threshold": "閾値",
    "vo2_max": "VO2max",
    "maximum": "最大",
}


@needs_cases
def test_zones_agree_with_the_oracles() -> None:
    """F15 (shares of the maximum), F16 (power; row 23)."""
    every = json.loads((CASES / "oracles.json").read_text(encoding="utf-8"))["cases"]
    by_id = {case["id"]: case for case in every}
    of_max, power = by_id["F15"], by_id["F16"]
    zones = [WORDS[max_share_zone(share)] for share in of_max["inputs"]["pct"]]
    assert zones == of_max["expected"]["zone"]
    assert [power_zone(share) for share in power["inputs"]["frac"]] == power["expected"]["zone"]
