"""The marks that pictures are made of."""

import math
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from hakaru.core.units import parse_pace_s_per_km
from hakaru.present.svg import (
    NOTHING,
    Scale,
    band,
    dots,
    element,
    nice_ticks,
    pace_ticks,
    path,
    picture,
    text,
    time_ticks,
)

_FINITE = st.floats(-1e5, 1e5)


@given(_FINITE, _FINITE, _FINITE)
def test_a_scale_is_the_same_for_one_value_and_for_many(
    low: float, high: float, value: float
) -> None:
    assume(high == low or abs(high - low) > 1e-6)
    scale = Scale(low=low, high=high, start=10.0, stop=200.0)
    assert scale.many(np.array([value]))[0] == pytest.approx(scale(value), rel=1e-9, abs=1e-6)


def test_a_scale_of_one_point_answers_its_middle_and_keeps_gaps() -> None:
    scale = Scale(low=3.0, high=3.0, start=0.0, stop=10.0)
    assert scale(3.0) == 5.0
    assert np.array_equal(scale.many(np.array([3.0, np.nan])), [5.0, np.nan], equal_nan=True)
    assert scale.holds(3.0)
    assert not scale.holds(3.1)


@given(_FINITE, st.floats(1e-3, 1e5), st.integers(2, 9))
def test_nice_ticks_are_few_evenly_spaced_and_inside(low: float, span: float, target: int) -> None:
    high = low + span
    assume(high > low + abs(low) * 1e-7)
    ticks = nice_ticks(low, high, target=target)
    places = [tick.at for tick in ticks]
    assert len(ticks) <= target + 2
    assert all(low - span * 1e-6 <= place <= high + span * 1e-6 for place in places)
    if len(places) > 2:
        assert np.allclose(np.diff(places), places[1] - places[0], rtol=1e-4)
    assert len({tick.label for tick in ticks}) == len(ticks)


def test_nice_ticks_read_well() -> None:
    assert [tick.label for tick in nice_ticks(212.0, 305.0)] == ["220", "240", "260", "280", "300"]
    assert [tick.label for tick in nice_ticks(-6.0, 6.0, target=5)] == [
        "-5.0",
        "-2.5",
        "0.0",
        "2.5",
        "5.0",
    ]
    assert nice_ticks(1.0, 1.0) == ()
    assert nice_ticks(0.0, math.inf) == ()


@given(st.floats(1.0, 4.0), st.floats(0.3, 3.0))
def test_pace_ticks_are_round_paces_from_slow_to_fast(low: float, span: float) -> None:
    ticks = pace_ticks(low, low + span, "en")
    places = [tick.at for tick in ticks]
    assert places == sorted(places)
    for tick in ticks:
        assert low - 1e-9 <= tick.at <= low + span + 1e-9
        assert 1000.0 / tick.at == pytest.approx(parse_pace_s_per_km(tick.label))


def test_pace_ticks_of_an_impossible_range_are_none() -> None:
    assert pace_ticks(0.0, 3.0, "en") == ()


def test_time_ticks_start_at_zero_and_are_round() -> None:
    assert [tick.label for tick in time_ticks(3365.0)] == [
        "0:00",
        "10:00",
        "20:00",
        "30:00",
        "40:00",
        "50:00",
    ]


def test_a_line_breaks_where_nothing_was_recorded_and_at_a_pause() -> None:
    xs = np.array([0.0, 1.0, 2.0, 3.0, 4.0, 40.0, 41.0])
    ys = np.array([0.0, 1.0, np.nan, 3.0, 4.0, 5.0, 6.0])
    drawn = path(xs, ys, class_="trace", gap=10.0)
    assert drawn == '<path d="M0 0L1 1M3 3L4 4M40 5L41 6" class="trace"/>'


def test_shapes_without_points_draw_nothing() -> None:
    gap = np.array([np.nan, np.nan])
    assert path(gap, gap, class_="a") == NOTHING
    assert band(gap, (gap, gap), class_="a") == NOTHING
    assert dots(gap, gap, class_="a") == NOTHING


def test_a_band_is_a_closed_area_over_its_finite_points() -> None:
    xs = np.array([0.0, 1.0, np.nan])
    drawn = band(xs, (np.array([0.0, 0.0, 0.0]), np.array([2.0, 3.0, 4.0])), class_="band90")
    assert drawn == '<path d="M0 2L1 3L1 0L0 0Z" class="band90"/>'


def test_everything_written_is_escaped() -> None:
    drawn = text((1.0, 2.0), "<b>&", class_='"x')
    assert drawn == '<text x="1" y="2" class="&quot;x">&lt;b&gt;&amp;</text>'


def test_a_picture_is_well_formed_named_and_described() -> None:
    dot = element("circle", cx=1.25, cy=2.0, r=None, class_="")
    drawn = picture((10.0, 20.5), [dot], name="bar-gct", title="A & B", desc="<what>")
    root = ElementTree.fromstring(drawn)
    assert root.get("viewBox") == "0 0 10 20.5"
    assert root.get("role") == "img"
    assert root.get("class") == "r-chart bar"
    assert root.get("aria-labelledby") == "bar-gct-title bar-gct-desc"
    assert [child.text for child in root[:2]] == ["A & B", "<what>"]
    assert root[2].attrib == {"cx": "1.2", "cy": "2"}


@given(st.lists(st.tuples(st.floats(-999, 999), st.floats(-999, 999)), min_size=2, max_size=9))
def test_a_figure_of_a_picture_keeps_one_decimal_and_no_zero(
    points: list[tuple[float, float]],
) -> None:
    xs, ys = (np.array(column) for column in zip(*points, strict=True))
    plain = [
        tuple(f"{value:.1f}".removesuffix(".0") for value in point)
        for point in zip(xs.tolist(), ys.tolist(), strict=True)
    ]
    assert f'd="M{"L".join(f"{x} {y}" for x, y in plain)}"' in path(xs, ys, class_="a")
    assert f'd="{"".join(f"M{x} {y}h0" for x, y in plain)}"' in dots(xs, ys, class_="a")
