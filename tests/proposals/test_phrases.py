"""Is べき found where it means "ought to", and nowhere else?"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.proposals.rules import (
    choice_in,
    folded,
    is_blank,
    is_quotable,
    order_in,
    soft_choice_in,
    soft_order_in,
)

ORDERS = [
    "終えるべきです", "べ\u200bき", "べ\nき", "へ\u3099き", "やるべきって思う", "やるべきっす",
    "すべきらしい", "乗るべき乗り物", "考慮すべき点", "やるべき数", "べき論", "優先してください",
    "優先して下さい", "確認が必要です", "確認が 必要 です", "確認が\u034f必要です", "行く べき",
    "すべき等の表現",
]  # fmt: skip
FREE = [
    "調べきれていない", "比べきれない案", "食べきって", "食べきった", "調べきらない", "並べきる",
    "2 のべき乗", "べき乗の計算", "べき級数", "べき等性", "すべきれない", "ベキ", "ﾍﾞｷ",
    "べストです", "べき等な処理", "べき等である",
    "必要かもしれません", "ください", "",
]  # fmt: skip


@pytest.mark.parametrize("text", ORDERS)
def test_an_order_is_found(text: str) -> None:
    assert order_in(text)


@pytest.mark.parametrize("text", FREE)
def test_what_only_looks_like_an_order_is_left_alone(text: str) -> None:
    assert order_in(text) is None
    assert choice_in(text) is None


@pytest.mark.parametrize("text", ["ベスト", "ﾍﾞｽﾄ", "ベ\u200dスト", "推 奨", "正解", "決断すべき"])
def test_a_choice_is_found(text: str) -> None:
    assert choice_in(text)


def test_other_modals_only_warn_an_advisor() -> None:
    assert choice_in("決めるべきことは期限です") is None
    assert soft_choice_in("決めるべきことは期限です") == "べき"


def test_softer_orders_and_choices_are_noticed_in_both_languages() -> None:
    assert soft_order_in("分けてください") == "てください"
    assert soft_order_in("Please split it") == "Please"
    assert soft_choice_in("案Aがおすすめです") == "おすすめ"
    assert soft_choice_in("Option A is the best one") == "best"
    assert soft_choice_in("bestow, mustard") is None


def test_what_cannot_be_quoted() -> None:
    assert is_quotable("企画書を書く")
    assert not is_quotable("自己ベスト更新")
    assert not is_quotable("You should run")


@pytest.mark.parametrize("text", ["", " \u3000", "\u200b\u200b", "\u2800", "\u3164", "\x00\ue000"])
def test_invisible_text_is_blank(text: str) -> None:
    assert is_blank(text)


@given(st.text(max_size=60))
def test_folding_twice_changes_nothing(text: str) -> None:
    once = folded(text)
    assert folded(once) == once


def test_a_long_text_of_ligatures_does_not_grow() -> None:
    assert folded("\ufdfa" * 5_000 + "べき") == "べき"
