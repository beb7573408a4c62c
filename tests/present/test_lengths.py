"""Lengths and paces: a value until it is known who reads it, then worded once."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.core.i18n import (
    LANGUAGES,
    Locale,
    differs,
    in_language,
    in_one_unit,
    length_unit,
    message,
    parts_of,
    say,
    with_parts,
)
from hakaru.core.quantity import Lengths, Quantity
from hakaru.core.units import METRES_PER_MILE, parse_pace_s_per_km, speed_to_pace_s_per_km
from hakaru.present.figures import (
    distance_figure,
    distance_text,
    pace_change_figure,
    pace_figure,
    pace_s_text,
    pace_text,
    quantity_span,
)
from hakaru.present.svg import pace_ticks

EVERY: tuple[Lengths, ...] = ("km", "mi", "km_and_mi")
MI, BOTH = Locale("en", "mi"), Locale("en", "km_and_mi")


def test_a_reader_gets_lengths_and_paces_in_the_units_of_choice() -> None:
    assert [distance_text(10_023.0, Locale("en", lengths)) for lengths in EVERY] == [
        "10.02 km", "6.23 mi", "10.02 km (6.23 mi)"
    ]  # fmt: skip
    assert [pace_s_text(300.0, Locale("ja", lengths)) for lengths in EVERY] == [
        "5:00/km", "8:03/mi", "5:00/km (8:03/mi)"
    ]  # fmt: skip
    assert (distance_text(None, MI), pace_text(None, MI)) == ("-", "-")


def test_a_range_says_its_unit_once() -> None:
    assert quantity_span("pace", 263.0, 286.0, "en") == "4:23–4:46/km"
    assert quantity_span("pace", 263.0, 286.0, Locale("ja", "mi")) == "7:03〜7:40/mi"
    assert quantity_span("distance", 5000.0, 7000.0, BOTH) == "5.00–7.00 km (3.11–4.35 mi)"


def test_bare_figures_have_the_first_unit_which_stands_elsewhere() -> None:
    assert (distance_figure(1609.344, MI), length_unit(MI)) == ("1.00", "mi")
    assert (distance_figure(1609.344, BOTH), length_unit(BOTH)) == ("1.61", "km")
    assert pace_figure(1000.0 / 300.0, MI) == "8:03"
    assert (pace_change_figure(-3.0, "en"), pace_change_figure(-3.0, MI)) == ("-3", "-5")
    assert say("Pace (/{length_unit})", MI) == "Pace (/mi)"
    assert distance_text(5000.0, in_one_unit(BOTH)) == "5.00 km"
    assert distance_text(5000.0, in_one_unit(MI)) == "3.11 mi"


@given(st.floats(2.0, 6.0))
def test_the_axis_of_a_reader_of_miles_has_round_paces_per_mile(low_mps: float) -> None:
    for tick in pace_ticks(low_mps, low_mps + 1.0, MI):
        per_mile_s = METRES_PER_MILE / tick.at
        assert parse_pace_s_per_km(f"{tick.label}/mi") == pytest.approx(
            speed_to_pace_s_per_km(tick.at)
        )
        assert per_mile_s == pytest.approx(round(per_mile_s))


def test_a_message_words_its_quantities_when_it_is_read() -> None:
    inner = message("at {pace}", pace=Quantity("pace", 300.0))
    far = message("{distance}, {how}", distance=Quantity("distance", 5000.0), how=inner)
    assert far == "5.00 km, at 5:00/km"
    assert in_language(far, "en") == far
    assert in_language(far, MI) == "3.11 mi, at 8:03/mi"
    assert in_language(far, BOTH) == "5.00 km (3.11 mi), at 5:00/km (8:03/mi)"
    assert in_language(Quantity("pace_change", 3.0), BOTH) == "3 s/km"
    assert [differs(far, lang) for lang in ("en", Locale("ja"), MI, BOTH)] == [
        False, False, True, True
    ]  # fmt: skip
    assert not differs(message("{n} runs", n=3), MI)


def test_a_stored_message_keeps_its_quantities_and_an_older_one_its_text() -> None:
    far = message("{distance} and {n}", distance=Quantity("distance", 5000.0, 1), n=3)
    for kept in (
        with_parts(str.__str__(far), parts_of(far)),
        pickle.loads(pickle.dumps(far)),
        far.changed(lambda text: text.replace("5", "x")),
    ):
        assert in_language(kept, MI) == "3.1 mi and 3"
    older = '{"template": "{distance} km", "values": {"distance": "5.00"}}'
    assert in_language(with_parts("5.00 km", older), MI) == "5.00 km"


def test_a_locale_is_its_language_to_whatever_takes_one() -> None:
    for code in LANGUAGES:
        for lengths in EVERY:
            lang = Locale(code, lengths)
            assert (lang, hash(lang), f"{lang}") == (code, hash(code), code)
            assert pickle.loads(pickle.dumps(lang)).lengths == lengths


@pytest.mark.parametrize(
    ("written", "pace_s"),
    [("7:23/mi", 275.265), (" 8:03 / mi ", 300.12), ("4:35", 275.0), ("4:35/km", 275.0)],
)
def test_a_pace_per_mile_may_be_stated(written: str, pace_s: float) -> None:
    assert parse_pace_s_per_km(written) == pytest.approx(pace_s, abs=0.01)


@pytest.mark.parametrize("written", ["7:63/mi", "7:23/league", "7:23/mi/km", "2:00/mi"])
def test_what_is_no_pace_is_refused(written: str) -> None:
    with pytest.raises(ValueError, match="pace"):
        parse_pace_s_per_km(written)
