"""Why form was what it was, as a runner reads it: one sentence and the way as a drawing."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from hakaru.core.i18n import Lang
from hakaru.present.causes import cause_text, why_text
from hakaru.present.document import Picture, Text
from hakaru.present.figures import markdown, width_columns
from hakaru.present.report import render_html, render_markdown, report_pictures
from hakaru.present.svg import Svg
from hakaru.present.why import why_lines, why_parts, why_picture
from hakaru.running.effects import Cause
from hakaru.running.why import CausePart, ChangeToday, Explanation
from tests.present.factories import make_report

_TEXT = re.compile(r"<text[^>]*>([^<]*)</text>")


def make_part(cause: Cause, change: float, half: float, **changes: Any) -> CausePart:
    made = CausePart(
        cause=cause,
        name="",
        exposure_value=10.0,
        change=change,
        low=change - half,
        high=change + half,
        sure=abs(change) > 1.6 * half,
        own_frac=0.9,
    )
    return replace(made, **changes)


def make_way(*parts: CausePart, left: float = 3.0, **changes: Any) -> Explanation:
    usual = 255.0
    expected = usual + sum(part.change for part in parts)
    made = Explanation(
        metric="gct",
        usual_value=usual,
        usual_speed_mps=3.2,
        expected=expected,
        actual=expected + left,
        parts=tuple(sorted(parts, key=lambda part: -abs(part.change))),
        left_delta=left,
        left_one_in_runs=3.1,
        basis="personal",
        n_runs=80,
    )
    return replace(made, **changes)


HEAT = make_part("heat", 5.0, 2.0)
FEET = make_part("fatigue", 4.0, 2.0, exposure_value=0.6)
PACE = make_part("pace", -20.0, 1.5, exposure_value=0.6)


def labels(drawing: Svg) -> list[str]:
    return _TEXT.findall(drawing)


def test_time_on_the_feet_is_told_as_a_run_at_the_usual_pace() -> None:
    assert (
        cause_text(FEET, make_way(FEET), "en") == "fatigue during the run (like 2.2 h at 5:12/km)"
    )
    assert cause_text(FEET, make_way(FEET), "ja") == "ラン中の疲労（5:12/kmで2.2時間相当）"
    short = replace(FEET, exposure_value=-0.3)
    assert cause_text(short, make_way(short), "en") == "the run being short (like 0.4 h at 5:12/km)"


def test_one_sentence_says_what_moved_it_the_largest_first() -> None:
    assert why_text(make_way(FEET, HEAT), "en") == (
        "Ground contact time 267ms: 12ms longer than on an ordinary run of yours (255ms at "
        "5:12/km). Of the 12ms, 5 ± 2 come from warmth (27 °C on the wrist), 4 ± 2 from "
        "fatigue during the run; 3 remain, as much as 1 run in 3 leaves."
    )
    assert why_text(make_way(FEET, HEAT), "ja") == (
        "接地時間は267msで、ふだんのラン（5:12/kmで255ms）より12ms長めです。そのうち5±2は暑さ（手首で27°C）、"
        "4±2はラン中の疲労によるものです。残りの3は、3回に1回は出る大きさです。"
    )


def test_parts_that_go_against_each_other_keep_their_signs() -> None:
    text = why_text(make_way(PACE, HEAT), "en")
    assert "That is -20 ± 2 from the faster pace (4:23/km), +5 ± 2 from warmth (27 °C" in text
    assert "on the wrist); +3 remain" in text


def test_a_finely_known_part_is_said_finely() -> None:
    text = why_text(make_way(make_part("heat", 5.04, 0.31)), "en")
    assert "5.0 ± 0.3 come from warmth (27 °C on the wrist); 3.0 remain" in text


@pytest.mark.parametrize("small", [0.2, 0.46, 0.9, 1.3])
def test_what_a_sentence_says_adds_up_to_the_whole(small: float) -> None:
    unsure = [make_part("uphill", small, 3.0), make_part("downhill", 0.44, 2.0)]
    text = why_text(make_way(make_part("heat", 5.04, 0.31), *unsure), "en")
    whole = re.search(r"Of the (\d+\.\d)ms", text)
    assert whole is not None
    said = re.findall(
        r"(\d+\.\d)(?= ± | from what is small or unsure| remain)", text.partition("Of the")[2]
    )
    assert len(said) == 3
    assert sum(map(float, said)) == pytest.approx(float(whole[1]), abs=0.15)


def test_what_may_be_nothing_is_not_said_to_be_a_cause() -> None:
    text = why_text(make_way(make_part("heat", 2.0, 3.0)), "en")
    assert "27" not in text.partition("(255ms")[2]
    assert "No known condition clearly moved it; beyond what might have, +3.0 remain" in text


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_the_drawing_goes_from_the_ordinary_run_to_the_measured_value(lang: Lang) -> None:
    picture = why_picture(make_way(PACE, HEAT, FEET), lang)
    for drawing in (picture.wide, picture.narrow):
        words = " ".join(labels(drawing))
        way = ("255ms", "-20.0 ± 1.5", "+5.0 ± 2.0", "+4.0 ± 2.0", "244ms", "+3.0", "247ms")
        places = [words.index(figure) for figure in way]
        assert places == sorted(places)
        assert drawing.count('class="r-step') == 4
        assert drawing.count('class="r-whisker"') == 3 * 3


def test_parts_too_small_to_see_share_a_line() -> None:
    small = [make_part("uphill", 0.2, 0.3), make_part("downhill", -0.1, 0.4)]
    drawing = why_picture(make_way(PACE, *small), "en").wide
    assert "everything else" in labels(drawing)
    assert "+0.1 ± 0.5" in labels(drawing)
    assert "the climbs" not in labels(drawing)


def test_a_pale_bar_is_one_that_may_be_nothing() -> None:
    drawing = why_picture(make_way(PACE, make_part("heat", 3.0, 4.0)), "en").wide
    assert drawing.count("step unsure") == 1
    assert drawing.count("step part") == 1


def test_a_long_name_of_shoes_is_cut_before_it_meets_the_bars() -> None:
    name = "Very Long Name Of A Shoe Nobody Sells Any More"
    drawing = why_picture(make_way(make_part("shoe", 3.0, 1.0, name=name)), "en").wide
    assert any(label.startswith("the shoes (Very") and "…" in label for label in labels(drawing))


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_the_way_in_letters_fits_a_terminal_and_steps_from_bar_to_bar(lang: Lang) -> None:
    lines = why_lines(make_way(PACE, HEAT, FEET), lang)
    assert all(width_columns(line) <= 80 for line in lines)
    bars = [line[line.index(mark) :] for line in lines for mark in "█" if mark in line]
    assert [bar.split()[0].count("█") for bar in bars] == sorted(
        (bar.split()[0].count("█") for bar in bars), reverse=True
    )
    assert lines[0].endswith("255ms")
    assert lines[-1].endswith("247ms")
    assert "●" in lines[-1]


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_the_report_has_the_sentence_the_drawing_and_every_part(lang: Lang) -> None:
    report = replace(make_report(), why=(make_way(HEAT, FEET),))
    page = render_html(report, lang=lang)
    assert 'id="why"' in page
    assert why_text(report.why[0], lang) in page
    assert "why-gct-wide" in page
    assert "why-gct-narrow" in page
    text = render_markdown(report, lang=lang, folder="pictures")
    assert why_text(report.why[0], lang) in text
    assert "pictures/why-gct.svg" in text
    assert "27" in report_pictures(report, lang=lang)["why-gct.svg"]


def test_a_run_that_was_not_explained_has_no_such_section() -> None:
    assert 'id="why"' not in render_html(make_report(), lang="en")


def test_names_of_shoes_are_made_harmless_for_the_format() -> None:
    way = make_way(make_part("shoe", 3.0, 1.0, name="[x](http://evil.example)"))
    parts = why_parts((way,), "en", outside=markdown)
    texts = [block.text for part in parts for block in part.blocks if isinstance(block, Text)]
    assert not any("[x]" in text for text in texts)
    (picture,) = (block for part in parts for block in part.blocks if isinstance(block, Picture))
    assert "the shoes ([x](http:" in " ".join(labels(picture.wide))


def test_a_cause_of_which_later_runs_are_sure_is_not_called_unsure_in_the_next_sentence() -> None:
    now = ChangeToday(change=5.0, low=4.0, high=6.0, n_runs=30)
    sure_now = make_part("heat", 2.0, 3.0, today=now)
    way = make_way(sure_now, make_part("uphill", 2.5, 3.0))
    (*_, tables) = why_parts((way,), "en", outside=markdown)
    words = str(tables)
    assert "With what is known now: warmth (27 °C on the wrist)" in words
    unsure = words[words.index("Too little to be sure of: ") :]
    assert "27 °C" not in unsure
