"""Two things that are said about one thing are found where they disagree, and only there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from benchmarks.outside.statements import Statement, disagreements, statements, told_value
from benchmarks.outside.texts import (
    html_blocks,
    markdown_blocks,
    terminal_blocks,
    text_statements,
)

RUN = (("run", "7"),)


def said(reply: Mapping[str, Any], source: str = "a") -> list[Statement]:
    return list(statements(reply, source=source, about=RUN))


def disagreeing(first: Mapping[str, Any], other: Mapping[str, Any]) -> list[str]:
    """The quantities in which two replies about a run disagree."""
    both = [*said(first, "a"), *said(other, "b")]
    return [first.quantity for first, _ in disagreements(both)]


def test_a_number_agrees_with_its_own_rounding_and_with_no_other() -> None:
    exact = {"distance_m": 11232.7}
    assert not disagreeing(exact, {"distance_m": 11233})
    assert not disagreeing(exact, {"distance_km": 11.23})
    assert disagreeing(exact, {"distance_m": 11231}) == ["distance_m"]
    assert disagreeing(exact, {"distance_km": 11.25}) == ["distance_m"]


def test_a_speed_is_compared_as_the_pace_it_is() -> None:
    assert not disagreeing({"speed_mps": 3.28}, {"pace_s_per_km": 304.9})
    assert disagreeing({"speed_mps": 3.28}, {"pace_s_per_km": 399.5}) == ["pace_s_per_km"]


def test_counts_and_stars_have_no_rounding() -> None:
    assert disagreeing({"n_reps": 5}, {"n_reps": 6}) == ["n_reps"]
    assert disagreeing({"session_stars": 4}, {"rating": {"session_stars": None}}) == [
        "session_stars"
    ]


def test_a_value_that_is_missing_elsewhere_is_no_disagreement() -> None:
    assert not disagreeing({"power_w": 229.0}, {"power_w": None})


def test_words_of_a_closed_set_are_compared() -> None:
    assert disagreeing({"training_type": "interval"}, {"training_type": "long_run"}) == [
        "training_type"
    ]


def test_rows_of_a_table_are_told_apart_and_found_again_in_another_shape() -> None:
    table = {"columns": ["split", "distance_m"], "splits": [[1, 1000.0], [2, 400.0]]}
    listed = {"splits": [{"split": 1, "distance_m": 1000}, {"split": 2, "distance_m": 401}]}
    assert not list(disagreements(said(table)))
    assert disagreeing(table, listed) == ["distance_m"]


def test_what_a_row_says_of_another_run_is_about_that_run() -> None:
    similar = {"workouts": [{"activity_id": 8, "distance_m": 5.0}]}
    assert not disagreeing({"distance_m": 11232.7}, similar)
    (statement,) = said(similar)
    assert statement.scope == (("run", "8"),)


def test_a_metric_is_the_same_under_its_key_and_in_a_row() -> None:
    keyed = {"gct": {"actual": 234.1, "delta_pct": -0.1}, "vo": {"actual": 9.0, "delta_pct": 2.0}}
    rows = {"columns": ["metric", "delta_pct"], "metrics": [["gct_ms", 0.5], ["vo_cm", 2.0]]}
    assert disagreeing(keyed, rows) == ["delta_pct"]


def test_how_many_criteria_were_met_is_counted_and_compared() -> None:
    phases = {
        "criterion_columns": ["name", "outcome"],
        "phases": [{"role": "warmup", "criteria": [["pace", "met"], ["distance", "not_met"]]}],
    }
    counted = {"phases": [{"phase": "warmup", "evaluation": {"met": 2, "of": 2}}]}
    assert disagreeing(phases, counted) == ["met"]


def test_one_name_in_two_groups_of_one_reply_means_two_things() -> None:
    reply = {"running_s": 2713.0, "window": {"running_s": 60.0}}
    assert not list(disagreements(said(reply)))


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("11.23 km", 11230.0, "m"),
        ("5:05/km", 305.0, "s_per_km"),
        ("1:14:47", 4487.0, "s"),
        ("★★☆☆☆", 2.0, "stars"),
        ("154 bpm", 154.0, "bpm"),
    ],
)
def test_a_figure_is_read_as_a_person_reads_it(text: str, value: float, unit: str) -> None:
    told = told_value(text)
    assert told is not None
    assert told[0] == pytest.approx(value)
    assert told[2] == unit


def test_words_are_no_figure() -> None:
    assert told_value("about five") is None


PAGE = """
<main><h1>A run</h1><p class="kind">Interval session (told from laps, 91%)</p>
<p><span>Session rating</span> <span>★★☆☆☆</span></p>
<dl><div><dt>Distance</dt><dd>11.23 km</dd></div><div><dt>Pace</dt><dd>5:05/km</dd></div></dl>
<p>11.23 km were run in 45:13. Warm-up: 3.20 km, 4 of 5 targets met.</p>
</main>
"""
MARKDOWN = """
# A run

- **Distance**: 11.23 km
- **Pace**: 5:05/km

Session rating ★★★☆☆
"""


def test_a_page_and_a_reply_are_held_against_each_other() -> None:
    page = list(text_statements(html_blocks(PAGE), source="page", about=RUN))
    reply = said({"training_type": "interval", "session_stars": 2, "distance_m": 11232.7})
    pairs = list(disagreements([*reply, *page]))
    assert [statement.quantity for statement, _ in pairs] == [
        "pace_s_per_km"
    ]  # 45:13 is not 5:05/km
    counted = said({"phases": [{"phase": "warmup", "met": 4, "of": 6}]})
    assert "of" in [statement.quantity for statement, _ in disagreements([*counted, *page])]


def test_a_report_and_a_page_are_held_against_each_other() -> None:
    page = list(text_statements(html_blocks(PAGE), source="page", about=RUN))
    text = list(text_statements(list(markdown_blocks(MARKDOWN)), source="md", about=RUN))
    quantities = {statement.quantity for statement, _ in disagreements([*page, *text])}
    assert quantities == {"session_stars", "pace_s_per_km"}


def test_a_terminal_is_read_by_paragraphs_in_both_languages() -> None:
    text = "インターバル（構成から）\n\nクールダウンは1.20 kmで、4項目のうち3項目を達成しました。"
    blocks = list(terminal_blocks(text))
    values = {
        statement.quantity: statement.value
        for statement in text_statements(blocks, source="t", about=RUN)
    }
    assert values == {"training_type": "interval", "met": 3.0, "of": 4.0}


LIST = """
<table><thead><tr><th>Day</th><th>Run</th><th>Distance</th><th>Pace</th></tr></thead>
<tr><td>2026-05-14</td><th><a href="/runs/7">A run</a></th><td>11.23 km</td><td>5:05/km</td></tr>
<tr><td>2026-05-16</td><th><a href="/runs/8">A run</a></th><td>9.01 km</td><td>5:04/km</td></tr>
</table>
"""


def test_a_row_that_leads_to_a_run_is_about_that_run() -> None:
    listed = list(text_statements(html_blocks(LIST), source="page", about=(("athlete", ""),)))
    pairs = list(disagreements([*said({"distance_m": 9010.0, "pace_s_per_km": 305.0}), *listed]))
    assert [statement.quantity for statement, _ in pairs] == ["distance_m"]
