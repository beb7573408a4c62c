"""What may be said of form in a pair of shoes, and what not."""

from __future__ import annotations

from datetime import date, timedelta

import numpy as np

from hakaru.running.metrics import MetricName
from hakaru.running.volume import SHOE_RUNS_MIN, RatedMetric, RunFigures, Shoe, shoes_of

METRICS: tuple[MetricName, ...] = ("gct", "vo", "vr")


def season(
    z_by_gear: dict[str | None, list[float]], metrics: tuple[MetricName, ...] = ("gct",)
) -> tuple[Shoe, ...]:
    """A run per value, all metrics of it alike, the pairs one after the other."""
    runs: list[RunFigures] = []
    rated: list[RatedMetric] = []
    for gear, values in z_by_gear.items():
        for z in values:
            number = len(runs)
            day = date(2025, 1, 1) + timedelta(days=number)
            runs.append(RunFigures(activity_id=number, day=day, gear=gear, distance_m=10_000.0))
            rated += [RatedMetric(activity_id=number, metric=metric, z=z) for metric in metrics]
    return shoes_of(runs, rated)


def test_distance_and_days_are_added_up_by_pair_the_newest_first() -> None:
    old, new = season({"old": [0.0] * 3, "new": [0.0] * 2})[::-1]
    assert (old.gear, old.sums.n_runs, old.sums.distance_m) == ("old", 3, 30_000.0)
    assert (new.gear, new.first_day, new.last_day) == ("new", date(2025, 1, 4), date(2025, 1, 5))


def test_runs_without_shoes_come_last_and_without_form() -> None:
    shoes = season({"a": [0.0, 0.1], None: [0.2, 0.3]})
    assert [shoe.gear for shoe in shoes] == ["a", None]
    assert shoes[1].form == ()


def test_few_runs_say_nothing_however_clear_they_look() -> None:
    (shoe,) = season({"a": [3.0, 3.1, 3.2, 3.0, 3.1, 3.2, 3.0]})
    assert len(shoe.form) == 1
    assert shoe.form[0].n_runs == SHOE_RUNS_MIN - 1
    assert shoe.form[0].verdict == "few_runs"


def test_a_clear_difference_is_said_with_its_side() -> None:
    rng = np.random.default_rng(3)
    up, down = (rng.normal(mean, 0.8, 30).tolist() for mean in (1.0, -1.0))
    by_gear = {one.gear: one.form[0] for one in season({"soft": up, "hard": down})}
    assert by_gear["soft"].verdict == "higher"
    assert by_gear["hard"].verdict == "lower"
    low_z, high_z = by_gear["soft"].low_z, by_gear["soft"].high_z
    assert low_z is not None
    assert high_z is not None
    assert 0.0 < low_z < by_gear["soft"].mean_z < high_z


def test_one_run_has_a_mean_and_no_range() -> None:
    (shoe,) = season({"a": [0.4]})
    assert (shoe.form[0].mean_z, shoe.form[0].low_z) == (0.4, None)


def test_shoes_that_make_no_difference_are_seldom_said_to_make_one() -> None:
    """Of 400 runners with four pairs and three metrics, at most 5 % see any difference claimed."""
    rng = np.random.default_rng(7)
    wrong = 0
    for _ in range(400):
        runs = [
            RunFigures(
                activity_id=n, day=date(2025, 1, 1) + timedelta(days=n), gear=f"pair {n % 4}"
            )
            for n in range(80)
        ]
        rated = [
            RatedMetric(activity_id=n, metric=metric, z=float(z))
            for metric in METRICS
            for n, z in enumerate(rng.normal(0.0, 1.0, 80))
        ]
        found = [one.verdict for shoe in shoes_of(runs, rated) for one in shoe.form]
        wrong += bool({"higher", "lower"} & set(found))
    assert wrong <= 0.05 * 400
