"""The passport of a sensor: offsets that were planted come out, and nothing where none was."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta

import numpy as np
import pytest

from hakaru.running.devices import Pair, Passport, SensorRun, passports
from hakaru.running.metrics import MetricName

START = datetime(2026, 1, 1, 7, tzinfo=UTC)
N_SPLITS = 6


def season(
    *, n_old: int, n_new: int, offset_log: float, new_group: str = "garmin-hrm", drift: float = 0.0
) -> tuple[list[SensorRun], Mapping[str, np.ndarray]]:
    """Runs every third day, first with one unit, then with another; contact time only."""
    rng = np.random.default_rng(5)
    runs, rows = [], []
    for number in range(n_old + n_new):
        is_new = number >= n_old
        at = START + timedelta(days=3 * number)
        group, label = (new_group, "new") if is_new else ("garmin-hrm", "old")
        runs.append(
            SensorRun(
                activity_id=number + 1,
                day=at.date(),
                sensor_group=group,
                sensor_label=label,
                coverage_frac=0.4 if number == 0 else 0.99,
            )
        )
        level = math.log(260.0) + rng.normal(0.0, 0.015) + offset_log * is_new + drift * number
        noise = rng.normal(0.0, 0.01, N_SPLITS)
        rows += [(number + 1, group, at, level + float(one)) for one in noise]
    count = len(rows)
    columns: dict[str, np.ndarray] = {
        "activity_id": np.array([row[0] for row in rows], dtype=np.int64),
        "sensor_group": np.array([row[1] for row in rows], dtype=object),
        "started_at": np.array(
            [row[2].replace(tzinfo=None) for row in rows], dtype="datetime64[us]"
        ),
        "kind": np.array(["km"] * count, dtype=object),
        "speed_mps": np.full(count, 3.0),
        "running_s": np.full(count, 333.0),
        "running_distance_m": np.full(count, 1000.0),
        "grade_pct": np.zeros(count),
        "gct_ms": np.exp([row[3] for row in rows]),
        "vo_cm": np.full(count, np.nan),
        "vr_pct": np.full(count, np.nan),
        "cadence_spm": np.full(count, 170.0),
    }
    return runs, columns


def of(label: str, made: tuple[Passport, ...]) -> Passport:
    (found,) = (one for one in made if one.sensor_label == label)
    return found


@pytest.mark.parametrize("offset_log", [0.03, -0.05])
def test_a_planted_offset_lies_in_its_interval(offset_log: float) -> None:
    made = passports(*season(n_old=20, n_new=20, offset_log=offset_log), pairs={}, bases={})
    (offset,) = of("new", made).offsets
    assert offset.against_label == "old"
    assert offset.size.low_frac < math.expm1(offset_log) < offset.size.high_frac
    assert offset.size.high_frac - offset.size.low_frac < 0.06
    assert (offset.n_before, offset.n_after) == (20, 20)


def test_the_same_sensor_under_another_name_reads_alike() -> None:
    made = passports(*season(n_old=20, n_new=20, offset_log=0.0), pairs={}, bases={})
    (offset,) = of("new", made).offsets
    assert offset.size.low_frac < 0.0 < offset.size.high_frac


def test_the_first_sensor_has_none_before_it() -> None:
    made = passports(*season(n_old=5, n_new=5, offset_log=0.0), pairs={}, bases={})
    assert of("old", made).offsets == ()


def test_a_single_run_says_little_more_than_the_belief() -> None:
    wide, narrow = (
        of("new", passports(*season(n_old=n, n_new=n, offset_log=0.0), pairs={}, bases={}))
        for n in (1, 20)
    )
    (few,), (many,) = wide.offsets, narrow.offsets
    assert few.size.high_frac - few.size.low_frac > many.size.high_frac - many.size.low_frac


def test_files_with_both_say_more_than_runs_around_the_change() -> None:
    runs, columns = season(n_old=8, n_new=8, offset_log=-0.06, new_group="stryd")
    pairs: dict[tuple[str, str], dict[MetricName, Pair]] = {
        ("garmin-hrm", "stryd"): {"gct": Pair(ratio_ln=-0.06, n_runs=5)}
    }
    (alone,) = of("new", passports(runs, columns, pairs={}, bases={})).offsets
    (both,) = of("new", passports(runs, columns, pairs=pairs, bases={})).offsets
    assert both.n_both == 5
    assert both.size.frac == pytest.approx(math.expm1(-0.06), abs=0.01)
    assert both.size.high_frac - both.size.low_frac < alone.size.high_frac - alone.size.low_frac


def test_days_coverage_and_runs_that_it_slept_through() -> None:
    old = of("old", passports(*season(n_old=5, n_new=3, offset_log=0.0), pairs={}, bases={}))
    assert (old.n_runs, old.n_sparse, old.coverage_frac) == (5, 1, 0.99)
    assert (old.first_day, old.last_day) == (date(2026, 1, 1), date(2026, 1, 13))
    assert old.drifts == ()


def test_a_planted_drift_lies_in_its_interval() -> None:
    made = passports(*season(n_old=60, n_new=1, offset_log=0.0, drift=0.0006), pairs={}, bases={})
    (drift,) = of("old", made).drifts
    planted = math.expm1(0.0006 / 3.0 * 100.0)
    assert drift.size.low_frac < planted < drift.size.high_frac
    assert drift.size.low_frac > 0.0


def test_no_run_no_passport() -> None:
    _, columns = season(n_old=1, n_new=0, offset_log=0.0)
    none = {name: column[:0] for name, column in columns.items()}
    assert passports([], none, pairs={}, bases={}) == ()
