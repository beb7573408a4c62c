"""Which claims are found in a text, however they are written?"""

from __future__ import annotations

import pytest

from hakaru.guard.grounding.extract import claims_of, written


def found(text: str) -> list[tuple[str, str, float]]:
    """Text, kind and value in base units of the first reading of each claim."""
    return [
        (claim.text, claim.readings[0].kind, round(claim.readings[0].value, 4))
        if claim.readings
        else (claim.text, claim.day, 0.0)
        for claim in claims_of(written(text))
    ]


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("２５８ｍｓ", ("258ms", "time", 0.258)),
        ("258 milliseconds", ("258 milliseconds", "time", 0.258)),
        ("二百五十八ミリ秒", ("二百五十八ミリ秒", "time", 0.258)),
        ("七・一センチ", ("七・一センチ", "length", 0.071)),
        ("一万二百メートル", ("一万二百メートル", "length", 10200.0)),
        ("二五八ミリ秒", ("二五八ミリ秒", "time", 0.258)),
        ("two hundred and fifty-eight milliseconds",
         ("two hundred and fifty-eight milliseconds", "time", 0.258)),
        ("one thousand two hundred metres", ("one thousand two hundred metres", "length", 1200.0)),
        ("seven point one centimetres", ("seven point one centimetres", "length", 0.071)),
        ("12,345m", ("12,345m", "length", 12345.0)),
        ("10キロ", ("10キロ", "length", 10000.0)),
        ("3 miles", ("3 miles", "length", 4828.032)),
        ("١٠ km", ("١٠ km", "length", 10000.0)),
        ("7:11/km", ("7:11/km", "pace", 431.0)),
        ("7′11″/km", ("7′11′′/km", "pace", 431.0)),
        ("7'11\"", ("7'11\"", "time", 431.0)),
        ("1kmあたり7分11秒", ("1kmあたり7分11秒", "pace", 431.0)),
        ("キロ7:11", ("キロ7:11", "pace", 431.0)),
        ("1kmあたり431秒", ("1kmあたり431秒", "pace", 431.0)),
        ("7 min 11 s per km", ("7 min 11 s per km", "pace", 431.0)),
        ("11:34/mi", ("11:34/mi", "pace", 431.2316)),
        ("7分台", ("7分台", "pace", 450.0)),
        ("1:11:58", ("1:11:58", "time", 4318.0)),
        ("1時間11分58秒", ("1時間11分58秒", "time", 4318.0)),
        ("1時間半", ("1時間半", "time", 5400.0)),
        ("1 h 12 min", ("1 h 12 min", "time", 4320.0)),
        ("71 min 58 s", ("71 min 58 s", "time", 4318.0)),
        ("95点", ("95点", "score", 95.0)),
        ("95/100", ("95/100", "score", 95.0)),
        ("100点満点中95点", ("100点満点中95点", "score", 95.0)),
        ("4.5 of 5 stars", ("4.5 of 5 stars", "star", 4.5)),
        ("5つ星中4", ("5つ星中4", "star", 4.0)),
        ("★★★☆☆", ("★★★☆☆", "star", 3.0)),
        ("★4", ("★4", "star", 4.0)),
        ("38°F", ("38°F", "celsius", 3.3333)),
        ("三割", ("三割", "share", 30.0)),
        ("140bpm台", ("140bpm台", "bpm", 145.0)),
        ("半分", ("半分", "ratio", 0.5)),
        ("twice", ("twice", "ratio", 2.0)),
        ("a third", ("a third", "ratio", 0.3333)),
        ("3分の1", ("3分の1", "ratio", 0.3333)),
        ("1/3", ("1/3", "ratio", 0.3333)),
        ("5 x 1 km", ("5 x", "count", 5.0)),
        ("2025-10-25", ("2025-10-25", "2025-10-25", 0.0)),
        ("10月25日", ("10月25日", "*-10-25", 0.0)),
        ("2025年10月", ("2025年10月", "2025-10-*", 0.0)),
        ("October 25, 2025", ("October 25, 2025", "2025-10-25", 0.0)),
        ("25 Oct", ("25 Oct", "*-10-25", 0.0)),
        ("10/25", ("10/25", "*-10-25", 0.0)),
    ],
)  # fmt: skip
def test_a_claim_is_read(text: str, claim: tuple[str, str, float]) -> None:
    assert found(text)[0] == claim


def test_both_ends_of_a_range_are_claims_in_its_unit() -> None:
    for text in ("250〜265ms", "250-265 ms", "between 250 and 265 ms", "250ms から 265ms"):
        assert [claim[1:] for claim in found(text)] == [("time", 0.25), ("time", 0.265)]


@pytest.mark.parametrize(
    "text",
    ["3回目", "第3", "2nd", "No. 3", "十分に休む", "一度だけ", "三点あります", "one of them"],
)
def test_what_counts_nothing_is_no_claim(text: str) -> None:
    assert found(text) == []


def test_list_markers_are_no_claims() -> None:
    assert [claim[0] for claim in found("1. 258ms\n2) 7.13cm\n- 10.9%\n* 95点")] == [
        "258ms", "7.13cm", "10.9%", "95点"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("-3.5ms", -1),
        ("−3.5ms", -1),
        ("マイナス3.5ms", -1),
        ("plus 3.5 ms", 1),
        ("+3.5ms", 1),
        ("GCT-258ms", 0),
        ("±3.5ms", 0),
    ],
)
def test_a_sign_is_read_where_it_is_one(text: str, sign: int) -> None:
    assert claims_of(written(text))[0].sign == sign


@pytest.mark.parametrize("text", ["約258ms", "about 258 ms", "~258ms", "258ms前後"])
def test_about_is_read(text: str) -> None:
    assert claims_of(written(text))[0].about


def test_hidden_characters_do_not_hide_a_number() -> None:
    assert found("2\u200b58\u2060ms") == [("258ms", "time", 0.258)]
