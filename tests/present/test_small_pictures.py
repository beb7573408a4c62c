"""Sparklines, a day as a strip, a run over time, and load."""

from __future__ import annotations

from datetime import date, timedelta
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.present.charts import load_picture
from hakaru.present.svg import NOTHING, Scale, held, pace_domain
from hakaru.present.timeline import (
    Piece,
    day_strip,
    spark,
    sparks,
    time_chart,
)
from hakaru.running.load import DatedLoad, load_history

_SPEEDS = st.lists(st.one_of(st.none(), st.floats(0.5, 6.0)), max_size=60)


@given(_SPEEDS)
def test_a_sparkline_stays_inside_its_box(values: list[float | None]) -> None:
    made = spark(values)
    if sum(value is not None for value in values) < 2:
        assert made == NOTHING
        return
    root = ElementTree.fromstring(made)
    assert root.attrib["aria-hidden"] == "true"
    for line in root:
        numbers = line.attrib["d"].replace("M", " ").replace("L", " ").split()
        assert all(0.0 <= float(y) <= 24.0 for y in numbers[1::2])


def test_an_even_run_looks_even() -> None:
    even = ElementTree.fromstring(spark([3.0, 3.001, 2.999, 3.0]))
    heights = [float(one) for one in even[0].attrib["d"][1:].replace("L", " ").split()[1::2]]
    assert max(heights) - min(heights) < 2.0


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_a_day_is_a_strip_from_midnight_to_midnight(lang: str) -> None:
    pieces = (
        Piece(kind="focused", start_h=-1.0, end_h=2.0, label="<focused>"),
        Piece(kind="run", start_h=6.0, end_h=7.0, label="run"),
        Piece(kind="plan", start_h=26.0, end_h=26.0, label="plan"),
    )
    made = day_strip(pieces, day="2026-01-01", lang=lang)  # type: ignore[arg-type]
    root = ElementTree.fromstring(made)
    boxes = [one for one in root if one.attrib.get("class", "").startswith("day-")]
    assert len(boxes) == 2, "what lies after midnight is of another day"
    for box in boxes:
        left = float(box.attrib.get("x", box.attrib.get("cx", "0")))
        assert 0.0 <= left <= 760.0
    assert "<focused>" not in made
    assert "<desc" in day_strip((), day="2026-01-01", lang="ja")


def test_load_is_a_bar_per_day_with_both_averages() -> None:
    today = date(2026, 3, 1)
    loads = [
        DatedLoad(day=today - timedelta(days=back), load_score=float(50 + back))
        for back in range(0, 60, 2)
    ]
    history = load_history(loads, until=today)
    assert history is not None
    drawn = load_picture(history, since=today - timedelta(days=29), lang="en")
    for made, width in ((drawn.wide, 1000), (drawn.narrow, 360)):
        assert made.count("loadbar") == 15
        assert made.count("acute") == 1
        assert f'viewBox="0 0 {width} ' in made
    nothing = load_picture(history, since=today, lang="en")
    assert (nothing.wide, nothing.narrow) == (NOTHING, NOTHING)


def repetitions() -> dict[str, np.ndarray]:
    """Five repetitions of three minutes at 4:00/km with five minutes of standing and walking."""
    standing, walking, running = np.zeros(150), np.full(150, 1.2), np.full(180, 1000.0 / 240.0)
    warmup = np.full(900, 1000.0 / 330.0)
    speed_mps = np.concatenate([warmup, *[running, standing, walking] * 5])
    return {"elapsed_s": np.arange(speed_mps.size, dtype=np.float64), "speed_mps": speed_mps}


def test_standing_between_repetitions_does_not_stretch_the_pace() -> None:
    series = repetitions()
    low_mps, high_mps = pace_domain(series["speed_mps"])
    assert 1000.0 / low_mps < 420.0
    assert 1000.0 / high_mps < 240.0
    drawn = time_chart(series, width=1000.0, lang="en")
    assert [pace for pace in ("4:00", "5:00") if f">{pace}<" in drawn] == ["4:00", "5:00"]
    assert 'text-anchor="end">10:00<' not in drawn
    assert "6:46 – 4:00" in sparks(series, "en")


def test_a_walk_is_drawn_as_fast_as_it_was() -> None:
    low_mps, high_mps = pace_domain(np.full(600, 1.4))
    assert low_mps < 1.4 < high_mps
    assert pace_domain(np.zeros(9))[0] > 0.0
    assert pace_domain(np.full(9, np.nan)) == (0.3, 1.0)


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=30))
def test_a_dot_beyond_the_frame_is_held_inside_its_edge(values: list[float]) -> None:
    scale = Scale(low=-5.0, high=5.0, start=254.0, stop=24.0)
    positions = held(scale, np.array(values))
    assert ((positions >= 24.0) & (positions <= 254.0)).all()
