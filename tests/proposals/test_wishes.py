"""What is understood of a wish."""

from __future__ import annotations

from datetime import date

import pytest

from hakaru.proposals.wishes import Wish, read_wish

TODAY = date(2026, 3, 1)


@pytest.mark.parametrize(
    ("intent", "time_s"),
    [
        ("half a minute", 30.0),
        ("1.5 minutes", 90.0),
        ("20分", 1_200.0),
        ("1時間半", 5_400.0),
        ("an hour", 3_600.0),
        ("soon", None),
    ],
)
def test_the_time_of_a_wish_is_not_rounded(intent: str, time_s: float | None) -> None:
    assert read_wish(Wish(intent=intent), today=TODAY).time_s == time_s


@pytest.mark.parametrize(
    ("intent", "money"),
    [
        ("at most $12.50", 12.5),
        ("1.5万円まで", 15_000.0),
        ("1万4千円", 14_000.0),
        ("8千円", 8_000.0),
        ("3,000円", 3_000.0),
        ("cheap", None),
    ],
)
def test_the_money_of_a_wish_is_not_rounded(intent: str, money: float | None) -> None:
    assert read_wish(Wish(intent=intent), today=TODAY).money_value == money


def test_a_wish_is_read_however_long_it_is() -> None:
    wish = read_wish(Wish(intent="20 minutes, at most $12.50\n" + "1 " * 10_000), today=TODAY)
    assert (wish.time_s, wish.money_value) == (1_200.0, 12.5)
