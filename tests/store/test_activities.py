from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from hakaru.core.errors import AmbiguousActivity, BadArgument, UnknownActivity
from hakaru.running.activity import RunTotals
from hakaru.store.activities import (
    find_overlapping,
    list_activities,
    resolve_activity,
)
from hakaru.store.overview import summarise
from hakaru.store.recordings import write_recordings
from hakaru.store.stored_run import StoredRun
from hakaru.store.verdicts import write_evaluations, write_refusals
from tests.store.factories import (
    START,
    make_evaluation,
    make_full_recording,
    make_recording,
    make_run,
    make_runs,
    memory_store,
)

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@pytest.fixture
def con() -> Iterator[DuckDBPyConnection]:
    with memory_store() as con:
        yield con


def test_the_list_is_newest_first_and_carries_the_verdict_or_why_there_is_none(
    con: DuckDBPyConnection,
) -> None:
    runs = make_runs(3)
    ids = [run.recording.activity_id for run in runs]
    write_recordings(con, runs)
    write_evaluations(con, [make_evaluation(ids[0])])
    write_refusals(con, {ids[1]: "no contact time"})
    listed = list_activities(con)
    assert [row.activity_id for row in listed] == ids[::-1]
    assert [row.overall_stars for row in listed] == [None, None, 4]
    assert [row.refusal for row in listed] == [None, "no contact time", None]
    assert listed[-1].started_at == START


def test_the_list_can_be_bounded_by_local_days_sensor_and_length(con: DuckDBPyConnection) -> None:
    runs = make_runs(4)
    write_recordings(con, runs)
    first_day = runs[0].recording.day
    days = {
        row.activity_date
        for row in list_activities(
            con, since=first_day + timedelta(days=1), until=first_day + timedelta(days=2)
        )
    }
    assert days == {first_day + timedelta(days=1), first_day + timedelta(days=2)}
    assert len(list_activities(con, limit=3)) == 3
    assert list_activities(con, sensor_group="stryd") == ()


def test_the_day_is_the_local_one(con: DuckDBPyConnection) -> None:
    write_recordings(con, [make_run()])
    assert list_activities(con)[0].activity_date == date(2025, 10, 26)


@pytest.mark.parametrize(
    "reference",
    [20790040925, "20790040925", " 20790040925 ", "2025-10-26", date(2025, 10, 26)],
)
def test_a_run_is_found_by_id_or_local_day(con: DuckDBPyConnection, reference: Any) -> None:
    run = StoredRun(recording=make_full_recording(), splits=(), totals=RunTotals())
    write_recordings(con, [run])
    assert resolve_activity(con, reference) == 20790040925


def test_a_day_with_two_runs_asks_which_one(con: DuckDBPyConnection) -> None:
    runs = [make_run(START), make_run(START + timedelta(hours=2))]
    write_recordings(con, runs)
    with pytest.raises(AmbiguousActivity) as caught:
        resolve_activity(con, "2025-10-26")
    assert caught.value.activity_ids == tuple(run.recording.activity_id for run in runs)
    first, second = (run.recording for run in runs)
    assert resolve_activity(con, "2025-10-26.1") == first.activity_id
    assert resolve_activity(con, "2025-10-26.2") == second.activity_id
    for number in (0, 3):
        with pytest.raises(UnknownActivity):
            resolve_activity(con, f"2025-10-26.{number}")


def test_what_is_written_like_a_day_and_is_none_is_said_to_be_no_day(
    con: DuckDBPyConnection,
) -> None:
    with pytest.raises(BadArgument, match="not a day that there is"):
        resolve_activity(con, "2026-13-45")


def test_the_runs_of_a_day_are_told_apart_by_local_time_distance_and_kind(
    con: DuckDBPyConnection,
) -> None:
    runs = [make_run(START), make_run(START + timedelta(hours=2))]
    write_recordings(con, runs)
    con.execute("UPDATE activities SET utc_offset_s = 3600, device_distance_m = 10210.4")
    with pytest.raises(AmbiguousActivity) as caught:
        resolve_activity(con, "2025-10-26")
    clock = START + timedelta(hours=1)
    assert f"2025-10-26.1 ({clock:%H:%M}, 10.21 km); 2025-10-26.2 (" in str(caught.value)


@pytest.mark.parametrize(
    ("reference", "place"),
    [("latest", 0), ("LATEST", 0), ("最新", 0), ("-1", 1), (-1, 1), ("\u22122", 2), (" -2 ", 2)],
)
def test_the_newest_run_and_those_before_it_are_named_by_words(
    con: DuckDBPyConnection, reference: Any, place: int
) -> None:
    runs = make_runs(3)
    write_recordings(con, runs)
    newest_first = [run.recording.activity_id for run in reversed(runs)]
    assert resolve_activity(con, reference) == newest_first[place]


def test_there_is_no_latest_run_where_none_is_stored_and_none_before_the_first(
    con: DuckDBPyConnection,
) -> None:
    with pytest.raises(UnknownActivity):
        resolve_activity(con, "latest")
    write_recordings(con, make_runs(1))
    with pytest.raises(UnknownActivity):
        resolve_activity(con, "-1")


@pytest.mark.parametrize(
    "reference",
    ["2025-01-01", 7, "7", "yesterday", "", "9" * 30, "²", "9" * 5000, 10**4000, -(10**30)],
)
def test_what_is_not_stored_is_unknown(con: DuckDBPyConnection, reference: Any) -> None:
    with pytest.raises(UnknownActivity):
        resolve_activity(con, reference)


def test_a_moment_stands_for_its_day(con: DuckDBPyConnection) -> None:
    write_recordings(con, [make_run()])
    moment = datetime(2025, 10, 26, 12, 0, tzinfo=START.tzinfo)
    assert resolve_activity(con, moment) == make_recording().activity_id


def test_runs_that_share_time_are_found_most_shared_first(con: DuckDBPyConnection) -> None:
    early = make_run(START, n_samples=600)
    late = make_run(START + timedelta(seconds=500), n_samples=600)
    apart = make_run(START + timedelta(days=1))
    write_recordings(con, [early, late, apart])
    overlaps = find_overlapping(con, START + timedelta(seconds=450), elapsed_s=600.0)
    assert [(row.activity_id, row.overlap_s) for row in overlaps] == [
        (late.recording.activity_id, 550.0),
        (early.recording.activity_id, 150.0),
    ]


def test_a_run_that_ends_when_another_starts_is_another_run(con: DuckDBPyConnection) -> None:
    write_recordings(con, [make_run(START, n_samples=600)])
    assert find_overlapping(con, START + timedelta(seconds=600), elapsed_s=60.0) == ()


def test_the_summary_counts_what_is_stored(con: DuckDBPyConnection) -> None:
    empty = summarise(con)
    assert (empty.n_activities, empty.n_samples, empty.first_date) == (0, 0, None)
    runs = make_runs(3, n_samples=10)
    write_recordings(con, runs)
    write_evaluations(con, [make_evaluation(runs[0].recording.activity_id)])
    before = summarise(con)
    assert (before.n_activities, before.n_samples, before.n_evaluated) == (3, 30, 1)
    assert before.n_with_form == 3
