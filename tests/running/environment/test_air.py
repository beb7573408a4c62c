"""The air of a run out of a table, and how much warmer a watch reads."""

from __future__ import annotations

import numpy as np
import pytest

from hakaru.running.environment.heat import (
    WRIST_WARMER_C,
    AirTable,
    humidity_of_dew_point_pct,
    wrist_bias,
)


def table(
    hours: list[float], degrees_c: list[float], humidity_pct: list[float] | None = None
) -> AirTable:
    unknown = [np.nan] * len(hours)
    return AirTable(
        hour=np.array(hours),
        temperature_c=np.array(degrees_c),
        relative_humidity_pct=np.array(humidity_pct or unknown),
    )


def test_the_mean_of_the_run_between_two_rows() -> None:
    air = table([6.0, 8.0], [10.0, 20.0], [90.0, 70.0]).during(6.5, 7.5)
    assert air is not None
    assert air.temperature_c == pytest.approx(15.0)
    assert air.relative_humidity_pct == pytest.approx(80.0)


def test_a_row_near_the_run_is_enough() -> None:
    air = table([6.0], [10.0]).during(6.5, 7.2)
    assert air is not None
    assert (air.temperature_c, air.relative_humidity_pct) == (10.0, None)


@pytest.mark.parametrize("hours", [[1.0, 12.0], [0.0], [30.0, 31.0]])
def test_rows_of_another_time_say_nothing(hours: list[float]) -> None:
    assert table(hours, [10.0] * len(hours)).during(6.0, 7.0) is None


def test_a_day_holds_for_every_run_of_it_and_for_no_other() -> None:
    daily = AirTable(
        hour=np.array([12.0, 36.0]),
        temperature_c=np.array([10.0, 20.0]),
        relative_humidity_pct=np.array([np.nan, np.nan]),
        daily=True,
    )
    for start_h, degrees_c in ((5.0, 10.0), (22.0, 10.0), (25.0, 20.0)):
        air = daily.during(start_h, start_h + 1.0)
        assert air is not None
        assert air.temperature_c == degrees_c
    assert daily.during(49.0, 50.0) is None


@pytest.mark.parametrize(("air_c", "dew_c", "percent"), [(20.0, 20.0, 100.0), (25.0, 13.9, 50.0)])
def test_humidity_of_a_dew_point(air_c: float, dew_c: float, percent: float) -> None:
    found = humidity_of_dew_point_pct(np.array([air_c]), np.array([dew_c]))
    assert found[0] == pytest.approx(percent, abs=0.5)


def test_a_bias_is_assumed_and_then_learned() -> None:
    nobody, once, often = wrist_bias([]), wrist_bias([9.0]), wrist_bias([9.0] * 30)
    assert (nobody.warmer_c, nobody.n_runs) == (WRIST_WARMER_C, 0)
    assert WRIST_WARMER_C < once.warmer_c < often.warmer_c
    assert often.warmer_c == pytest.approx(9.0, abs=0.2)
    widths = [one.high_c - one.low_c for one in (nobody, once, often)]
    assert widths == sorted(widths, reverse=True)
