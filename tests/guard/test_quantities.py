"""Is a figure understood however it is written?"""

from __future__ import annotations

import pytest

from hakaru.guard.quantities import form_of, kanji_value, measure_of, written


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("7:11/km", "pace", 431.0),
        ("7\u203211\u2033/km", "pace", 431.0),
        ("7'11\"", "time", 431.0),
        ("1kmあたり7分11秒", "pace", 431.0),
        ("キロ7:11", "pace", 431.0),
        ("1kmあたり431秒", "pace", 431.0),
        ("7 min 11 s per km", "pace", 431.0),
        ("11:34/mi", "pace", 431.2316),
        ("7分台", "pace", 450.0),
        ("1:11:58", "time", 4318.0),
        ("１：１１：５８", "time", 4318.0),
        ("1時間11分58秒", "time", 4318.0),
        ("1時間半", "time", 5400.0),
        ("1 h 12 min", "time", 4320.0),
        ("71 min 58 s", "time", 4318.0),
        ("95/100", "score", 95.0),
        ("100点満点中95点", "score", 95.0),
        ("4.5 of 5 stars", "star", 4.5),
        ("5つ星中4", "star", 4.0),
        ("★★★☆☆", "star", 3.0),
        ("★4", "star", 4.0),
        ("7\u200b:1\u20601/km", "pace", 431.0),
    ],
)
def test_a_figure_that_is_no_plain_number_is_read(text: str, kind: str, value: float) -> None:
    reading = form_of(written(text))
    assert reading is not None
    assert (reading.kind, round(reading.value, 4)) == (kind, value)


@pytest.mark.parametrize(
    "text",
    ["", "258 ms", "7:11/km and more", "2025-10-25", "10/25", "1/3", "half", "7:11:58:02", "3回目"],
)
def test_anything_else_is_none(text: str) -> None:
    assert form_of(written(text)) is None


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("二百五十八", 258.0),
        ("二五八", 258.0),
        ("七・一", 7.1),
        ("一万二百", 10200.0),
        ("十", 10.0),
    ],
)
def test_kanji_count(text: str, value: float) -> None:
    assert kanji_value(text) == pytest.approx(value)


@pytest.mark.parametrize(
    ("text", "read"),
    [("２５８ＭＳ", "258ms"), ("١٠ km", "10 km"), ("\u22123〜5", "-3~5"), ("2\u200b58", "258")],
)
def test_one_spelling_of_signs_and_digits(text: str, read: str) -> None:
    assert written(text) == read


def test_units_of_one_kind_convert() -> None:
    kilometre, mile = measure_of("km"), measure_of("mi")
    assert kilometre.kind == mile.kind == "length"
    assert mile.factor / kilometre.factor == pytest.approx(1.609344)
    assert measure_of("W").kind == "power"
    assert measure_of("furlong").kind == "furlong"
