"""What the sessions of the last weeks add up to, day by day."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import numpy as np
import pytest

from hakaru.core.errors import BadArgument
from hakaru.core.plain import as_plain
from hakaru.flows.context import Context
from hakaru.flows.load import SHOWN_DAYS, LoadResult, get_training_load, history_of
from tests.flows.factories import run_sql
from tests.flows.session_seasons import copy_of, mixed_files, read_only, repeat, sessions


@pytest.fixture
def mixed() -> Iterator[Context]:
    with read_only(mixed_files()) as made:
        yield made


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Context]:
    with copy_of(mixed_files(), tmp_path) as made:
        yield made


def load(context: Context, since: date | None = None, until: date | None = None) -> LoadResult:
    return get_training_load(context, since=since, until=until)


def rows(result: LoadResult) -> list[list[object]]:
    return [[date.fromisoformat(day), *figures] for day, *figures in as_plain(result)["days"]]


def test_every_day_carries_the_loads_of_its_runs(mixed: Context) -> None:
    every = sessions(mixed)
    result = load(mixed, until=every[-1].activity_date)
    assert result.history is not None
    assert result.history.days[0] == every[0].activity_date
    total = sum(day.training_load_score or 0.0 for day in every)
    assert float(np.nansum(result.history.load_score)) == pytest.approx(total)
    assert sum(result.by_basis.values()) + result.history.n_unknown == len(every)
    assert result.sessions == every


def test_days_without_a_run_are_rest_and_the_averages_fall(mixed: Context) -> None:
    last = sessions(mixed)[-1].activity_date
    result = load(mixed, until=last + timedelta(days=30))
    assert result.history is not None
    after = result.history.days.index(last) + 1
    assert set(result.history.load_score[after:].tolist()) == {0.0}
    assert np.all(np.diff(result.history.chronic_score[after:]) < 0.0)
    assert result.history.balance_score[-1] > result.history.balance_score[after]
    assert result.history.week_score == 0.0
    assert result.sessions == ()


def test_a_gap_between_runs_is_one_row_per_day(own: Context) -> None:
    first, *_, last = sessions(own)
    run_sql(
        own,
        "UPDATE data.sessions SET activity_date = activity_date + 100, "
        "started_at = started_at + INTERVAL 100 DAY WHERE activity_id = ?",
        [last.activity_id],
    )
    until = last.activity_date + timedelta(days=100)
    result = load(own, until=until)
    assert result.history is not None
    assert len(result.history.days) == (until - first.activity_date).days + 1
    assert result.sessions[-1].activity_id == last.activity_id
    assert len(result.sessions) == 1


def test_four_weeks_are_shown_unless_days_are_named(mixed: Context) -> None:
    last = sessions(mixed)[-1].activity_date
    assert load(mixed, until=last).since == last - timedelta(days=SHOWN_DAYS - 1)
    result = load(mixed, since=last - timedelta(days=2), until=last)
    assert [row[0] for row in rows(result)] == [last - timedelta(days=n) for n in (2, 1, 0)]
    one_day = load(mixed, since=last, until=last)
    assert [row[0] for row in rows(one_day)] == [last]


def test_without_days_it_ends_today(mixed: Context) -> None:
    result = load(mixed)
    assert result.history is not None
    assert result.history.days[-1] == mixed.now().date()


def test_the_averages_do_not_depend_on_the_days_shown(mixed: Context) -> None:
    last = sessions(mixed)[-1].activity_date
    short, long = load(mixed, since=last, until=last), load(mixed, until=last)
    assert rows(short)[-1] == rows(long)[-1]


def test_a_long_stretch_is_thinned_and_ends_with_its_last_day(own: Context) -> None:
    repeat(own, 26)
    every = sessions(own)
    result = load(own, since=every[0].activity_date, until=every[-1].activity_date)
    step = as_plain(result)["every_n_days"]
    assert isinstance(step, int)
    assert step > 1
    assert len(rows(result)) <= SHOWN_DAYS
    assert rows(result)[-1][0] == every[-1].activity_date
    assert rows(result)[-2][0] == every[-1].activity_date - timedelta(days=step)


def test_days_out_of_order_are_refused(mixed: Context) -> None:
    with pytest.raises(BadArgument, match="since"):
        load(mixed, since=date(2025, 2, 1), until=date(2025, 1, 31))
    with pytest.raises(BadArgument, match="since"):
        load(mixed, since=mixed.now().date() + timedelta(days=2))


def test_no_run_is_no_load(context: Context, mixed: Context) -> None:
    assert load(context).history is None
    assert as_plain(load(context))["days"] == []
    before = sessions(mixed)[0].activity_date - timedelta(days=1)
    assert load(mixed, until=before).history is None


def test_runs_whose_load_is_unknown_are_counted_and_not_taken_for_rest(own: Context) -> None:
    every = sessions(own)
    run_sql(own, "UPDATE data.sessions SET training_load_score = NULL, load_basis = NULL")
    result = load(own, until=every[-1].activity_date)
    assert result.by_basis == {}
    assert as_plain(result)["n_runs_without_load"] == len(every)
    with own.store.read():
        history = history_of(sessions(own), until=every[-1].activity_date)
    assert history is not None
    assert np.isnan(history.load_score[0])
