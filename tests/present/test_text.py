"""Words, figures and text from outside."""

import re
import string
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.core.i18n import LANGUAGES
from hakaru.guard.cleaning import clean
from hakaru.present.figures import (
    cut,
    delta_text,
    markdown,
    pad,
    percent_text,
    score_text,
    signed,
    width_columns,
)
from hakaru.present.form import verdict_notes
from hakaru.present.rows import basis_text, selection_text, sensor_text
from hakaru.running.baseline.model import Basis
from hakaru.running.metrics import METRICS
from hakaru.running.verdict import Selection, star_text
from hakaru.running.wording import heading, range_text, value_text
from tests.present.factories import make_evaluation, make_verdict


def _placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}


def test_every_metric_basis_sensor_and_selection_has_a_word() -> None:
    assert all(heading(metric, lang) for metric in METRICS for lang in LANGUAGES)
    assert all(basis_text(basis, lang) for basis in get_args(Basis) for lang in LANGUAGES)
    judged = (make_evaluation(selection=selection) for selection in get_args(Selection))
    assert all(selection_text(evaluation, "ja") for evaluation in judged)
    assert sensor_text("stryd", "en") == "Stryd pod"
    assert sensor_text("nonsense", "en") == "another sensor"


@pytest.mark.parametrize("selection", ["summary", "hilly_summary", "unknown_summary"])
def test_a_summary_is_never_called_splits(selection: Selection) -> None:
    evaluation = make_evaluation(selection=selection)
    for lang in LANGUAGES:
        walk = " ".join([selection_text(evaluation, lang), *verdict_notes(evaluation, lang)])
        assert not {"flat", "split", "平坦", "区間"} & set(re.findall(r"[a-z]+|平坦|区間", walk))
        assert ("seconds" if lang == "en" else "秒ごと") in walk


@pytest.mark.parametrize(
    ("value", "decimals", "written"),
    [(0.04, 1, "0.0"), (-0.04, 1, "0.0"), (1.26, 1, "+1.3"), (-2, 0, "-2")],
)
def test_deviations_carry_a_sign_unless_they_are_zero(
    value: float, decimals: int, written: str
) -> None:
    assert signed(value, decimals) == written


def test_figures_carry_the_unit_and_decimals_of_their_metric() -> None:
    assert value_text("gct", 258.2) == "258ms"
    assert value_text("vo", 7.46) == "7.5cm"
    assert range_text("vr", (7.96, 8.84), lang="ja") == "8.0〜8.8%"
    assert range_text("gct", (245, 279), lang="en") == "245–279ms"


def test_deviation_is_in_percent_but_in_cm_for_oscillation() -> None:
    assert delta_text(make_verdict("gct", actual=258.0, expected=261.5)) == "-1.3%"
    assert delta_text(make_verdict("vo", actual=7.5, expected=7.2)) == "+0.30cm"
    assert delta_text(make_verdict("vr", actual=8.5, expected=8.0)) == "+6.2%"
    assert percent_text(0.0) == "0.0%"


def test_ratings_read_as_the_requirement_shows() -> None:
    assert star_text(4) == "★★★★☆"
    assert star_text(1) == "★☆☆☆☆"
    assert score_text(92.34) == "92.3/100"


def test_text_from_outside_loses_control_and_direction_characters() -> None:
    hostile = "a\x1b[31m\r\nb\u202ec\u2066\x00\u2028d\ud800"
    assert clean(hostile) == "a [31m bc d\ufffd"
    assert clean("👩‍🦰 朝ラン") == "👩‍🦰 朝ラン"


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("# 1*2_3`4`|5", r"\# 1\*2\_3\`4\`\|5"),
        ("<img src=x>", r"&lt;img src=x\>"),
        ("![a](b) & c", r"!\[a\](b) &amp; c"),
        ("- item", r"\- item"),
        ("3. March", r"3\. March"),
        ("see www.example.org", r"see www\.example.org"),
        ("10.5 km - easy", "10.5 km - easy"),
    ],
)
def test_markdown_means_nothing_in_text_from_outside(text: str, escaped: str) -> None:
    assert markdown(text) == escaped


@given(st.text(max_size=40))
def test_cleaned_text_is_one_printable_line(text: str) -> None:
    cleaned = clean(text)
    assert "\n" not in cleaned
    assert "\x1b" not in cleaned
    assert clean(cleaned) == cleaned
    assert cleaned.encode().decode() == cleaned


def test_width_counts_wide_characters_twice_and_marks_not_at_all() -> None:
    assert width_columns("朝ラン10km") == 10
    assert width_columns("e\u0301") == 1
    assert width_columns("★★★★☆") == 5


@given(st.text("abc朝ラン★ｱ", max_size=30), st.integers(1, 20))
def test_cut_and_pad_fill_exactly_the_columns_asked_for(text: str, columns: int) -> None:
    fitted = cut(text, columns)
    assert width_columns(fitted) <= columns
    assert width_columns(pad(fitted, columns)) == columns
    assert pad(fitted, columns, right=True).endswith(fitted)
