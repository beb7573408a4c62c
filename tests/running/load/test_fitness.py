"""Daily loads and what they add up to."""

import math
from datetime import date, timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.running.load import (
    DatedLoad,
    load_history,
    monotony,
    running_average,
    strain,
    workload_ratio,
)

START = date(2026, 1, 1)
loads_lists = st.lists(st.floats(0.0, 300.0), min_size=1, max_size=80)


def dated(*loads: float | None) -> list[DatedLoad]:
    """One run a day."""
    return [
        DatedLoad(day=START + timedelta(days=index), load_score=load)
        for index, load in enumerate(loads)
    ]


@pytest.mark.parametrize(
    ("last_week", "lately"),
    [
        ([50.0] * 7, "as_usual"),
        ([55.0, 0.0, 60.0, 0.0, 90.0, 60.0, 85.0], "as_usual"),
        ([48.0] * 7, "as_usual"),
        ([100.0] * 7, "more"),
        ([0.0] * 7, "less"),
    ],
)
def test_more_or_less_than_usual_is_said_only_beyond_a_margin(
    last_week: list[float], lately: str
) -> None:
    runs = dated(*[50.0] * 120, *last_week)
    history = load_history(runs, until=runs[-1].day)
    assert history is not None
    assert history.lately == lately


def test_who_has_not_run_for_half_a_year_is_said_to_have_hardly_run() -> None:
    runs = dated(*[50.0] * 60)
    history = load_history(runs, until=runs[-1].day + timedelta(days=250))
    assert history is not None
    assert history.lately == "hardly"


@given(loads_lists, st.sampled_from(("linear", "exponential")))
def test_an_average_stays_among_its_loads(loads: list[float], kind: str) -> None:
    found = running_average(loads, 42.0, kind="linear" if kind == "linear" else "exponential")
    assert found.min() >= 0.0
    assert found.max() <= max(loads) + 1e-9


@given(loads_lists)
def test_an_unknown_load_leaves_the_average_as_it_was(loads: list[float]) -> None:
    before = running_average(loads, 7.0)
    after = running_average([*loads, math.nan], 7.0)
    assert after[-1] == before[-1]


def test_rest_days_are_on_the_grid_and_runs_of_a_day_add_up() -> None:
    runs = [
        DatedLoad(day=START, load_score=50.0),
        DatedLoad(day=START, load_score=30.0),
        DatedLoad(day=START + timedelta(days=3), load_score=60.0),
    ]
    found = load_history(runs, until=START + timedelta(days=4))
    assert found is not None
    assert found.load_score.tolist() == [80.0, 0.0, 0.0, 60.0, 0.0]
    assert found.days[-1] == START + timedelta(days=4)
    assert found.week_score is None


def test_the_balance_of_a_day_is_that_of_yesterday() -> None:
    found = load_history(dated(60.0, 0.0, 80.0), until=START + timedelta(days=2))
    assert found is not None
    assert math.isnan(found.balance_score[0])
    yesterday = found.chronic_score[:-1] - found.acute_score[:-1]
    assert found.balance_score[1:].tolist() == yesterday.tolist()


def test_a_run_without_a_load_is_counted_and_not_taken_for_rest() -> None:
    known = load_history(dated(*[50.0] * 40), until=START + timedelta(days=39))
    found = load_history(dated(*[50.0] * 39, None), until=START + timedelta(days=39))
    assert found is not None
    assert known is not None
    assert found.n_unknown == found.n_unknown_28 == 1
    assert math.isnan(found.load_score[-1])
    assert found.chronic_score[-1] == known.chronic_score[-2]
    assert found.week_score is None
    assert found.ratio is None


def test_before_the_first_known_load_nothing_is_known() -> None:
    found = load_history(dated(None, None, 50.0, 0.0), until=START + timedelta(days=3))
    assert found is not None
    assert found.n_unknown == 2
    for averages in (found.chronic_score, found.acute_score):
        assert np.isnan(averages).tolist() == [True, True, False, False]
    assert np.isnan(found.balance_score).tolist() == [True, True, True, False]
    nothing = load_history(dated(*[None] * 9), until=START + timedelta(days=20))
    assert nothing is not None
    assert np.isnan(nothing.chronic_score).all()
    assert nothing.ramp_score is None


def test_one_unknown_run_makes_its_whole_day_unknown() -> None:
    runs = [*dated(40.0), DatedLoad(day=START, load_score=None)]
    found = load_history(runs, until=START)
    assert found is not None
    assert math.isnan(found.load_score[0])


def test_the_future_is_not_looked_at() -> None:
    assert load_history(dated(40.0), until=START - timedelta(days=1)) is None
    found = load_history(dated(40.0, 90.0), until=START)
    assert found is not None
    assert found.load_score.tolist() == [40.0]


def test_a_steady_month_is_even_in_every_reading() -> None:
    found = load_history(dated(*[50.0] * 60), until=START + timedelta(days=59))
    assert found is not None
    assert found.ratio is not None
    assert found.ratio.coupled_factor == pytest.approx(1.0)
    assert found.ratio.uncoupled_factor == pytest.approx(1.0)
    assert found.ratio.ewma_factor == pytest.approx(1.0)
    assert found.monotony_factor is None
    assert found.week_score == 350.0
    assert found.ramp_score == pytest.approx(found.chronic_score[-1] - found.chronic_score[-8])


def test_the_forms_of_the_average_differ_and_say_which_they_are() -> None:
    runs, until = dated(*[50.0] * 42), START + timedelta(days=41)
    default, linear = (
        load_history(runs, until=until),
        load_history(runs, until=until, kind="linear"),
    )
    assert default is not None
    assert linear is not None
    assert (default.kind, linear.kind) == ("exponential", "linear")
    assert linear.chronic_score[-1] > default.chronic_score[-1]


@given(loads_lists, st.floats(0.1, 10.0))
def test_ratio_and_monotony_do_not_depend_on_the_scale(loads: list[float], scale: float) -> None:
    loads = [round(load, 3) for load in loads]
    scaled = [load * scale for load in loads]
    first, second = workload_ratio(loads), workload_ratio(scaled)
    assert (first is None) == (second is None)
    if first is not None and second is not None:
        assert second.coupled_factor == pytest.approx(first.coupled_factor)
        assert second.ewma_factor == pytest.approx(first.ewma_factor)
    if len(set(loads)) > 1:
        assert monotony(scaled) == pytest.approx(monotony(loads))
        assert strain(scaled) == pytest.approx(scale * (strain(loads) or 0.0))


def test_a_month_of_rest_has_no_ratio() -> None:
    assert workload_ratio([0.0] * 28) is None
    assert workload_ratio([50.0] * 27) is None
    only_last = workload_ratio([0.0] * 21 + [40.0] * 7)
    assert only_last is not None
    assert only_last.uncoupled_factor is None


def test_ten_years_of_loads_are_quick_to_add_up() -> None:
    loads = np.full(3650, 40.0)
    assert running_average(loads, 42.0)[-1] == pytest.approx(40.0)


def test_a_run_of_a_day_that_is_not_known_begins_no_history() -> None:
    known = DatedLoad(day=date(2025, 3, 1), load_score=50.0)
    unknown = DatedLoad(day=date(1990, 1, 1), load_score=50.0)
    history = load_history([unknown, known], until=date(2025, 3, 2))
    assert history is not None
    assert history.days[0] == known.day
    alone = load_history([unknown], until=date(1990, 1, 3))
    assert alone is not None
    assert len(alone.days) == 3
