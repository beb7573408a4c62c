"""Which record may follow which, where a damaged file is put together again?"""

from __future__ import annotations

import pytest

from hakaru.sources.fit.salvage import continues

LAST_S = 1_000_000_000
NEVER_SET = 0xFFFF_FFFF


@pytest.mark.parametrize(
    ("later_s", "follows"),
    [(-61, False), (-60, True), (0, True), (1, True), (86_400, True), (86_401, False)],
)
def test_a_clock_may_be_set_back_a_minute_and_a_pause_may_last_a_day(
    later_s: int, follows: bool
) -> None:
    assert continues(LAST_S + later_s, LAST_S) is follows


def test_a_time_that_was_never_set_follows_nothing() -> None:
    assert not continues(NEVER_SET, None)
    assert not continues(NEVER_SET, NEVER_SET - 1)
    assert not continues(0, None)
    assert continues(1, None)
