"""A break is seen, and the way back takes as long as it lasted."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from hakaru.running.comeback import breaks_of
from hakaru.running.next_training_evidence import TrainingBreak, find_break
from tests.running.summaries import FIRST_DAY, make_summary

EVERY_OTHER_DAY = [make_summary(n, days=2.0 * n) for n in range(15)]
LAST = FIRST_DAY + timedelta(days=28)


def on(day: date, *later: float) -> TrainingBreak | None:
    more = [make_summary(100 + n, days=days) for n, days in enumerate(later)]
    return find_break([*EVERY_OTHER_DAY, *more], today=day)


def test_a_few_days_are_rest_and_no_break() -> None:
    assert on(LAST + timedelta(days=14)) is None
    assert find_break([], today=LAST) is None


@pytest.mark.parametrize(("days", "share"), [(14, 0.5), (30, 0.33), (154, 0.33)])
def test_the_longer_the_break_the_less_to_begin_with(days: int, share: float) -> None:
    found = on(LAST + timedelta(days=days + 1))
    assert found == TrainingBreak(days=days, back_days=None, volume_frac=share)


def test_only_after_four_weeks_paces_from_before_no_longer_fit() -> None:
    short, long = on(LAST + timedelta(days=21)), on(LAST + timedelta(days=29))
    assert short is not None
    assert long is not None
    assert (short.is_long, long.is_long) == (False, True)


def test_the_way_back_rises_and_ends_when_it_took_as_long_as_the_break() -> None:
    back = LAST + timedelta(days=41)
    shares = []
    for days in (0, 14, 28):
        found = on(back + timedelta(days=days), *(41.0 + 28.0 + n for n in range(0, days + 1, 3)))
        assert found is not None
        assert (found.days, found.back_days) == (40, days)
        shares.append(found.volume_frac)
    assert shares == sorted(shares)
    assert on(back + timedelta(days=40), *(69.0 + n for n in range(0, 40, 3))) is None


@pytest.mark.parametrize("days", [14, 15, 16, 197])
def test_a_break_has_as_many_days_as_the_way_back_counts(days: int) -> None:
    today = LAST + timedelta(days=days)
    run_days = sorted({session.activity_date for session in EVERY_OTHER_DAY})
    gaps = breaks_of(run_days, [], today=today)
    found = on(today)
    assert [gap.n_days for gap in gaps] == ([] if found is None else [found.days])


def test_runs_after_the_day_are_not_known_yet() -> None:
    found = on(LAST + timedelta(days=20), 28.0 + 30.0)
    assert found is not None
    assert found.back_days is None
