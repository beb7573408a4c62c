"""Volume, records, the calendar, shoes and runs side by side, from files to replies."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hakaru.catalog.reply import as_json
from hakaru.core.errors import BadArgument, UnknownActivity
from hakaru.core.plain import as_plain
from hakaru.flows.context import Context
from hakaru.flows.fresh import refresh
from hakaru.flows.history import calendar, records, shoes, volume
from hakaru.flows.reading import prepare
from hakaru.flows.similar import compare_runs
from hakaru.running.activity import DeviceSummary, Recording
from hakaru.running.records import RECORD_DISTANCES_M, Record
from hakaru.store.recordings import read_recording, remove_activities, write_recordings
from tests.flows.factories import ask, make_context, run_sql, stored_runs
from tests.flows.session_seasons import copy_of, mixed_files, read_only, sessions
from tests.running.factories import make_series
from tests.store.factories import make_recording

FOUR_KB = 4096


@pytest.fixture(scope="module")
def mixed() -> Iterator[Context]:
    """Two weeks: each easy, intervals, recovery, tempo, long."""
    with read_only(mixed_files()) as made:
        yield made


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Context]:
    """The same, to be changed."""
    with copy_of(mixed_files(), tmp_path) as made:
        yield made


@pytest.fixture
def nothing(tmp_path: Path) -> Iterator[Context]:
    """A folder without any run."""
    made = make_context(tmp_path / "none")
    yield made
    made.store.close()


def store(context: Context, *recordings: Recording) -> None:
    """Runs as an import leaves them, without their sessions."""
    with context.store.write() as con:
        write_recordings(con, [prepare(recording) for recording in recordings])


def row(activity: int, started_at: datetime, **totals: Any) -> Recording:
    """A row of a list: totals and no second."""
    return make_recording(
        started_at,
        series={"elapsed_s": np.array([])},
        garmin_activity_id=activity,
        summary=DeviceSummary(**totals),
        utc_offset_s=0,
    )


def record_of(found: tuple[Record, ...], target: float) -> Record:
    return next(record for record in found if record.kind == "distance" and record.over_m == target)


def test_weeks_add_up_to_the_runs(mixed: Context) -> None:
    found = volume(mixed, by="week", since=date(2024, 12, 30), until=date(2025, 1, 26))
    ((n_runs, distance_m, time_s),) = ask(
        mixed,
        "SELECT count(*), sum(coalesce(device_distance_m, distance_m)), "
        "sum(coalesce(device_timer_s, elapsed_s)) FROM activities",
    )
    assert found.total.n_runs == n_runs
    assert found.total.distance_m == pytest.approx(distance_m)
    assert found.total.time_s == pytest.approx(time_s)
    assert [period.sums.n_runs for period in found.periods] == [0, 5, 5, 0]
    assert found.periods[0].first == date(2024, 12, 30)


def test_months_and_years_hold_the_same_runs(mixed: Context) -> None:
    n_runs = len(stored_runs(mixed))
    for by in ("month", "year", "day"):
        found = volume(mixed, by=by, since=date(2024, 1, 1), until=date(2025, 12, 31))
        assert sum(period.sums.n_runs for period in found.periods) == n_runs


def test_the_newest_weeks_are_shown_where_the_last_run_is_long_ago(mixed: Context) -> None:
    """The clock of the tests stands in June, the season ends in January."""
    found = volume(mixed, by="week", since=None, until=None)
    assert found.total.n_runs == len(stored_runs(mixed))
    assert found.periods[-1].first <= stored_runs(mixed)[-1].activity_date
    assert len(found.periods) == 12


def test_days_in_disorder_are_refused(mixed: Context) -> None:
    with pytest.raises(BadArgument):
        volume(mixed, by="week", since=date(2025, 2, 1), until=date(2025, 1, 1))


@pytest.mark.parametrize(
    ("utc_offset_s", "week"),
    [(9 * 3600, date(2025, 3, 31)), (0, date(2025, 3, 24)), (-7 * 3600, date(2025, 3, 24))],
)
def test_a_run_belongs_to_the_week_of_its_own_clock(
    nothing: Context, utc_offset_s: int, week: date
) -> None:
    """Sunday, 30 March 2025, 22:30 in London, half an hour into summer time's first evening: it is
    Monday in Tokyo."""
    late = datetime(2025, 3, 30, 22, 30, tzinfo=UTC)
    store(nothing, make_recording(late, utc_offset_s=utc_offset_s))
    found = volume(nothing, by="week", since=None, until=date(2025, 4, 6))
    assert [period.first for period in found.periods if period.sums.n_runs] == [week]


def test_the_best_kilometre_is_no_slower_than_any_lap_of_one(mixed: Context) -> None:
    best_s = record_of(records(mixed, year=None).records, 1000.0).elapsed_s
    laps = ask(
        mixed, "SELECT elapsed_s, distance_m FROM laps WHERE distance_m BETWEEN 995 AND 1005"
    )
    assert best_s is not None
    assert laps
    assert all(
        best_s <= float(str(lap_s)) * 1000.0 / float(str(lap_m)) + 1.0 for lap_s, lap_m in laps
    )


def test_longer_records_take_longer_and_open_a_stored_run(mixed: Context) -> None:
    history = records(mixed, year=None)
    times = [record.elapsed_s for record in history.records if record.kind == "distance"]
    assert times == sorted(times, key=lambda time_s: time_s or 0.0)
    ids = {run.activity_id for run in stored_runs(mixed)}
    assert {record.activity_id for record in history.records} <= ids
    longest = next(record for record in history.records if record.kind == "longest")
    assert longest.distance_m == pytest.approx(
        max(run.distance_m or 0.0 for run in stored_runs(mixed)), rel=0.01
    )


def test_a_year_has_its_own_records(mixed: Context) -> None:
    assert records(mixed, year=2025).records == records(mixed, year=None).records
    assert records(mixed, year=2019).records == ()
    with pytest.raises(BadArgument):
        records(mixed, year=19)


def test_rows_of_a_list_hold_records_of_the_whole_run(nothing: Context) -> None:
    start = datetime(2016, 5, 1, 9, tzinfo=UTC)
    marathon = row(1, start, distance_m=42_400.0, timer_s=11_000.0, elapsed_s=11_400.0)
    jog = row(2, start + timedelta(days=7), distance_m=8_000.0, timer_s=2_900.0)
    store(nothing, marathon, jog)
    found = records(nothing, year=None).records
    best = record_of(found, 42_195.0)
    assert (best.basis, best.elapsed_s, best.distance_m) == ("whole_run", 11_400.0, 42_400.0)
    assert {(record.kind, record.over_m) for record in found} == {
        ("distance", 42_195.0),
        ("longest", None),
    }
    assert volume(nothing, by="year", since=None, until=None).total.distance_m == 50_400.0


def test_a_stored_run_has_the_efforts_of_its_recording(own: Context) -> None:
    run = stored_runs(own)[-1]
    with own.store.read() as con:
        anatomy = prepare(read_recording(con, run.activity_id)).anatomy
    assert anatomy is not None
    stored = ask(
        own,
        "SELECT distance_m, elapsed_s, start_elapsed_s FROM distance_efforts "
        f"WHERE activity_id = {run.activity_id} ORDER BY distance_m",
    )
    expected = [
        (effort.distance_m, effort.elapsed_s, effort.start_elapsed_s)
        for effort in anatomy.distance_efforts
    ]
    assert [*stored] == expected
    assert {effort[0] for effort in stored} <= set(RECORD_DISTANCES_M)
    with own.store.write() as con:
        remove_activities(con, [run.activity_id])
    assert not ask(own, f"SELECT 1 FROM distance_efforts WHERE activity_id = {run.activity_id}")


@pytest.mark.soak
def test_runs_of_an_earlier_version_get_their_efforts_before_they_are_shown(own: Context) -> None:
    before = records(own, year=None).records
    run_sql(own, "DELETE FROM distance_efforts")
    run_sql(own, "UPDATE data.sessions SET code_version = '0'")
    run_sql(own, "UPDATE derived_with SET fingerprint = 'earlier' WHERE kind = 'session'")
    assert records(own, year=None).records != before
    assert refresh(own)
    assert records(own, year=None).records == before


def test_a_month_shows_what_was_run_on_which_day(mixed: Context) -> None:
    found = calendar(mixed, month="2025-01")
    shown = {run.activity_id: run for run in found.runs}
    stored = [session for session in sessions(mixed) if session.activity_date.month == 1]
    assert {session.activity_id for session in stored} == set(shown)
    for session in stored:
        assert shown[session.activity_id].training_type == session.training_type
        assert shown[session.activity_id].day == session.activity_date
    assert sum(week.sums.n_runs for week in found.weeks) == found.total.n_runs == len(stored)


def test_the_month_of_the_newest_run_is_shown_unless_another_is_named(mixed: Context) -> None:
    assert calendar(mixed, month=None).month == date(2025, 1, 1)
    found = calendar(mixed, month="2025-02")
    assert (found.total.n_runs, found.earlier, found.later) == (
        0, date(2025, 1, 1), date(2025, 3, 1),
    )  # fmt: skip
    for odd in ("2025", "2025-13", "January", "2025-01-01", "9999-01"):
        with pytest.raises(BadArgument):
            calendar(mixed, month=odd)


def test_shoes_add_up_to_the_runs_in_them(own: Context) -> None:
    run_sql(own, "UPDATE activities SET gear = 'Racer' WHERE activity_id % 2 = 0")
    found = shoes(own)
    runs = stored_runs(own)
    racer = next(shoe for shoe in found.named if shoe.gear == "Racer")
    assert racer.sums.n_runs == sum(run.activity_id % 2 == 0 for run in runs)
    assert sum(shoe.sums.n_runs for shoe in found.shoes) == len(runs)
    assert {form.verdict for form in racer.form} <= {"few_runs"}


def test_repetitions_stand_beside_repetitions(mixed: Context) -> None:
    ids = [
        str(session.activity_id)
        for session in sessions(mixed)
        if session.training_type == "interval"
    ]
    beside = compare_runs(mixed, activities=ids, by=None).beside
    assert (beside.alignment, beside.step_m) == ("rep", None)
    by_id = {session.activity_id: session for session in sessions(mixed)}
    for run in beside.runs:
        assert len(run.cells) == by_id[run.figures.activity_id].n_reps


def test_other_runs_stand_beside_each_other_by_distance(mixed: Context) -> None:
    runs = [session for session in sessions(mixed) if session.training_type != "interval"][:3]
    ids = [str(one.activity_id) for one in runs]
    beside = compare_runs(mixed, activities=ids, by=None).beside
    assert beside.alignment == "distance"
    assert [run.figures.activity_id for run in beside.runs] == [one.activity_id for one in runs]
    for run in beside.runs:
        total_m = sum(cell.distance_m for cell in run.cells)
        assert run.figures.distance_m is not None
        assert abs(run.figures.distance_m - total_m) <= 0.2 * (beside.step_m or 0.0)
    laps = compare_runs(mixed, activities=ids, by="lap").beside
    for run in laps.runs:
        where = f"WHERE activity_id = {run.figures.activity_id}"
        assert [(len(run.cells),)] == ask(mixed, f"SELECT count(*) FROM laps {where}")


def test_rows_of_a_list_are_compared_as_a_whole(nothing: Context) -> None:
    start = datetime(2016, 5, 1, 9, tzinfo=UTC)
    first = row(1, start, distance_m=5_000.0, timer_s=1_500.0)
    second = row(2, start + timedelta(days=7), distance_m=5_200.0, timer_s=1_600.0)
    store(nothing, first, second)
    beside = compare_runs(nothing, activities=("1", "2"), by=None).beside
    assert beside.n_stretches == 0
    assert [run.figures.time_s for run in beside.runs] == [1_500.0, 1_600.0]
    by_rep = compare_runs(nothing, activities=("1", "2"), by="rep")
    assert (by_rep.beside.alignment, by_rep.beside.n_stretches) == ("rep", 0)


def test_one_run_or_too_many_cannot_be_compared(mixed: Context) -> None:
    ids = [str(run.activity_id) for run in stored_runs(mixed)]
    for odd in (ids[:1], ids[:1] * 2, ids[:7]):
        with pytest.raises(BadArgument):
            compare_runs(mixed, activities=odd, by=None)
    with pytest.raises(UnknownActivity):
        compare_runs(mixed, activities=("1999-01-01", ids[0]), by=None)


def test_an_empty_store_is_said_and_nothing_fails(nothing: Context) -> None:
    assert volume(nothing, by="week", since=None, until=None).empty
    assert records(nothing, year=None).empty
    assert calendar(nothing, month=None).empty
    assert shoes(nothing).empty


def test_replies_stay_within_their_budget_over_many_years(nothing: Context) -> None:
    """A run a day for six years, each in another pair of shoes with a long name."""
    rows = [
        make_recording(
            datetime(2019, 1, 1, 6, tzinfo=UTC) + timedelta(days=n),
            series={"elapsed_s": np.array([])},
            summary=DeviceSummary(distance_m=10_000.0 + n, timer_s=3_000.0),
            gear=f"{n:04d} " + "long name " * 6,
        )
        for n in range(2200)
    ]
    with nothing.store.write() as con:
        for first in range(0, len(rows), 500):
            write_recordings(con, [prepare(recording) for recording in rows[first : first + 500]])
    results = (
        volume(nothing, by="day", since=date(2019, 1, 1), until=None),
        records(nothing, year=None),
        calendar(nothing, month=None),
        shoes(nothing),
    )
    for result in results:
        assert len(as_json(result).encode()) <= FOUR_KB
    days = as_plain(results[0], whole=True)
    assert len(days["rows"]) == days["total"]["n_periods"]
    ids = [str(run.activity_id) for run in stored_runs(nothing)[-5:]]
    assert len(as_json(compare_runs(nothing, activities=ids, by=None)).encode()) <= FOUR_KB


def test_a_long_comparison_says_how_much_of_it_is_shown(nothing: Context) -> None:
    recordings = [
        make_recording(
            datetime(2025, 1, 1 + n, 6, tzinfo=UTC), series=make_series(20_000), utc_offset_s=0
        )
        for n in range(5)
    ]
    store(nothing, *recordings)
    ids = [str(run.activity_id) for run in stored_runs(nothing)]
    comparison = compare_runs(nothing, activities=ids, by="distance")
    shown, whole = (
        content["stretches"] for content in (as_plain(comparison), as_plain(comparison, whole=True))
    )
    assert isinstance(shown, dict)
    assert isinstance(whole, dict)
    assert len(as_json(comparison).encode()) <= FOUR_KB
    assert shown["n_stretches"] == whole["n_shown"] == comparison.beside.n_stretches
    assert len(whole["pace_s_per_km"][0]) == comparison.beside.n_stretches


def test_a_run_whose_day_is_not_known_begins_no_table_of_years(nothing: Context) -> None:
    """A clock that counted from switching on says 1990."""
    store(
        nothing,
        row(1, datetime(1990, 7, 9, 7, tzinfo=UTC), distance_m=10_000.0, timer_s=3600.0),
        row(2, datetime(2025, 3, 9, 7, tzinfo=UTC), distance_m=10_000.0, timer_s=3600.0),
    )
    found = volume(nothing, by="year", since=None, until=None)
    assert [period.first.year for period in found.periods] == [2025]
    assert found.periods[0].since == date(2025, 1, 1)
    plain = as_plain(found)
    assert (plain["since"], plain["until"]) == ("2025-01-01", "2025-06-01")
