from __future__ import annotations

import dataclasses
import string
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hakaru.core.errors import BadArgument, UnknownActivity
from hakaru.running.activity import (
    DeviceInfo,
    DeviceSummary,
    FloatArray,
    HeartRateZone,
    Issue,
    Lap,
    Physiology,
    PlannedStep,
    Provenance,
    Recording,
    RunTotals,
    Weather,
)
from hakaru.store.activities import SourceRecord, known_sources, record_sources
from hakaru.store.recordings import (
    SERIES_COLUMNS,
    read_recording,
    read_series,
    read_splits,
    remove_activities,
    write_recordings,
)
from hakaru.store.rows import kinds_of
from hakaru.store.stored_run import StoredRun
from hakaru.store.verdicts import read_evaluation, write_evaluations
from tests.shared import examples
from tests.store.factories import (
    START,
    make_evaluation,
    make_full_recording,
    make_recording,
    make_run,
    make_runs,
    make_series,
    make_split,
    memory_store,
    same_recording,
)

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_texts = st.text("aZ09 é走😀'\";%\\\n\t\0", max_size=12)
_numbers = st.floats(-1e6, 1e6)
_zones = st.integers(-12, 14).map(lambda hours: timezone(timedelta(hours=hours)))
_moments = st.datetimes(datetime(1990, 1, 1), datetime(2060, 1, 1), timezones=_zones)  # noqa: DTZ001


def _maybe(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.none() | strategy


def _filled(row_type: type, **fixed: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Any value of a dataclass with scalar fields."""
    by_kind = {
        "real": _maybe(_numbers),
        "text": _maybe(_texts),
        "day": _maybe(st.dates(date(1990, 1, 1), date(2060, 1, 1))),
        "whole": _maybe(st.integers(0, 2**40)),
    }
    fields = {name: by_kind[kind] for name, kind in kinds_of(row_type).items()}
    return st.builds(row_type, **(fields | fixed))


@st.composite
def _series(draw: st.DrawFn) -> dict[str, FloatArray]:
    n_samples = draw(st.integers(0, 30))
    steps = draw(st.lists(st.integers(1, 9), min_size=n_samples, max_size=n_samples))
    series = {"elapsed_s": np.cumsum(steps, dtype=np.float64)}
    values = st.lists(st.just(float("nan")) | _numbers, min_size=n_samples, max_size=n_samples)
    for name in draw(st.sets(st.sampled_from(SERIES_COLUMNS[1:]))):
        series[name] = np.array(draw(values), dtype=np.float64)
    return series


_recordings = st.builds(
    Recording,
    started_at=_moments,
    utc_offset_s=_maybe(st.integers(-50_000, 50_000)),
    sport=_texts,
    sub_sport=_maybe(_texts),
    title=_maybe(_texts),
    garmin_activity_id=_maybe(st.integers(1, 2**53)),
    series=_series(),
    laps=st.lists(_filled(Lap, start_elapsed_s=_numbers, elapsed_s=_numbers), max_size=3).map(
        tuple
    ),
    event_kind=_maybe(_texts),
    workout_title=_maybe(_texts),
    planned_steps=st.lists(_filled(PlannedStep, step_index=st.just(0)), max_size=3).map(
        lambda steps: tuple(replace(one, step_index=i) for i, one in enumerate(steps))
    ),
    pauses=st.lists(st.tuples(_numbers, _numbers), max_size=3).map(tuple),
    devices=st.lists(
        _filled(DeviceInfo, role=st.sampled_from(["recorder", "sensor"])), max_size=3
    ).map(tuple),
    summary=_filled(DeviceSummary),
    heart_rate_zones=st.lists(st.floats(80, 200), max_size=5).map(
        lambda bounds: tuple(
            HeartRateZone(zone_number=number, low_bpm=low)
            for number, low in enumerate(bounds, start=1)
        )
    ),
    weather=_filled(Weather).map(lambda weather: None if weather == Weather() else weather),
    physiology=_filled(Physiology, fitness_age_years=_maybe(st.integers(0, 150))).map(
        lambda known: None if known == Physiology() else known
    ),
    sensor_group=st.none() | st.sampled_from(["garmin-hrm", "stryd"]),
    gear=_maybe(_texts),
    partial=st.booleans(),
    simulated=st.booleans(),
    issues=st.lists(_filled(Issue, code=_texts, message=_texts), max_size=2).map(tuple),
    provenance=st.lists(
        st.builds(
            Provenance,
            kind=st.sampled_from(["fit", "garmin-json", "tcx"]),
            path=_texts,
            sha256=st.text(string.hexdigits, min_size=8, max_size=8),
            member=_maybe(_texts),
        ),
        max_size=2,
    ).map(tuple),
)


@pytest.fixture(scope="module")
def shared_con() -> Iterator[DuckDBPyConnection]:
    with memory_store() as con:
        yield con


@pytest.fixture
def con() -> Iterator[DuckDBPyConnection]:
    with memory_store() as con:
        yield con


def _write(con: DuckDBPyConnection, *runs: StoredRun) -> None:
    con.execute("BEGIN")
    write_recordings(con, runs)
    con.execute("COMMIT")


def _count(con: DuckDBPyConnection, table: str, activity_id: int) -> int:
    query = f"SELECT count(*) FROM {table} WHERE activity_id = ?"
    return int(con.execute(query, [activity_id]).fetchall()[0][0])


@settings(max_examples=examples(40), deadline=None)
@given(recording=_recordings)
def test_any_recording_reads_back_as_it_was_written(
    shared_con: DuckDBPyConnection, recording: Recording
) -> None:
    _write(shared_con, StoredRun(recording=recording, splits=(), totals=RunTotals()))
    assert same_recording(read_recording(shared_con, recording.activity_id), recording)


def test_a_recording_in_which_every_part_is_filled_reads_back(con: DuckDBPyConnection) -> None:
    recording = make_full_recording()
    _write(con, StoredRun(recording=recording, splits=(), totals=RunTotals()))
    assert same_recording(read_recording(con, 20790040925), recording)


def test_a_start_given_in_another_zone_is_the_same_moment_in_utc(con: DuckDBPyConnection) -> None:
    tokyo = START.astimezone(timezone(timedelta(hours=9)))
    _write(con, make_run(tokyo))
    (stored,) = con.execute("SELECT started_at FROM activities").fetchall()[0]
    assert stored == START.replace(tzinfo=None)
    assert read_recording(con, make_recording().activity_id).started_at.tzinfo is UTC


def test_a_start_without_a_zone_is_refused(con: DuckDBPyConnection) -> None:
    with pytest.raises(ValueError, match="needs a zone"):
        _write(con, make_run(START.replace(tzinfo=None)))


def test_gaps_are_null_for_sql_and_nan_for_python(con: DuckDBPyConnection) -> None:
    run = make_run(n_samples=100)
    _write(con, run)
    activity_id = run.recording.activity_id
    missing, mean = con.execute(
        "SELECT count(*) FILTER (WHERE gct_ms IS NULL), avg(gct_ms) FROM time_series_metrics"
    ).fetchall()[0]
    assert missing == 2
    assert mean == pytest.approx(np.nanmean(run.recording.series["gct_ms"]))
    assert np.isnan(read_series(con, activity_id, columns=["gct_ms"])["gct_ms"]).sum() == 2


def test_a_column_one_run_lacks_stays_absent_beside_a_run_that_has_it(
    con: DuckDBPyConnection,
) -> None:
    bare = make_run(START, series={"elapsed_s": np.arange(5.0)})
    rich = make_run(START + timedelta(days=1))
    _write(con, bare, rich)
    assert set(read_recording(con, bare.recording.activity_id).series) == {"elapsed_s"}
    assert set(read_recording(con, rich.recording.activity_id).series) == set(make_series(1))


def test_a_run_without_samples_is_stored(con: DuckDBPyConnection) -> None:
    run = make_run(n_samples=0)
    _write(con, run)
    stored = read_recording(con, run.recording.activity_id)
    assert {name: len(column) for name, column in stored.series.items()} == dict.fromkeys(
        run.recording.series, 0
    )


def test_an_unknown_series_column_is_named() -> None:
    with memory_store() as con, pytest.raises(BadArgument, match="'shoe_size'"):
        series = make_series(3) | {"shoe_size": np.ones(3)}
        write_recordings(con, [make_run(series=series)])


def test_writing_a_run_again_replaces_it_wholly_and_leaves_the_others(
    con: DuckDBPyConnection,
) -> None:
    first, other = make_runs(2, n_samples=50)
    _write(con, first, other)
    again = dataclasses.replace(
        first,
        recording=dataclasses.replace(first.recording, series=make_series(20), title="again"),
        splits=(make_split(0),),
    )
    _write(con, again)
    activity_id = first.recording.activity_id
    assert read_recording(con, activity_id).title == "again"
    assert _count(con, "time_series_metrics", activity_id) == 20
    assert read_splits(con, activity_id) == again.splits
    assert _count(con, "recording_sources", activity_id) == 1
    assert same_recording(read_recording(con, other.recording.activity_id), other.recording)


def test_of_two_entries_with_one_id_the_later_counts(con: DuckDBPyConnection) -> None:
    run = make_run()
    later = dataclasses.replace(run, recording=dataclasses.replace(run.recording, title="later"))
    _write(con, run, later)
    assert read_recording(con, run.recording.activity_id).title == "later"
    assert con.execute("SELECT count(*) FROM activities").fetchall()[0] == (1,)


def test_a_verdict_survives_the_replacement_of_its_recording(con: DuckDBPyConnection) -> None:
    run = make_run()
    _write(con, run)
    evaluation = make_evaluation(run.recording.activity_id)
    write_evaluations(con, [evaluation])
    _write(con, run)
    assert read_evaluation(con, run.recording.activity_id) == evaluation


def test_zone_shares_are_kept_as_facts_without_a_training_type(con: DuckDBPyConnection) -> None:
    _write(con, StoredRun(recording=make_full_recording(), splits=(), totals=RunTotals()))
    row = con.execute(
        "SELECT training_type, primary_zone, zone1_percentage, zone2_percentage, zone5_percentage "
        "FROM hr_efficiency"
    ).fetchall()[0]
    assert row == (None, 2, 25.0, 75.0, None)
    assert con.execute(
        "SELECT low_bpm, high_bpm, zone_percentage FROM heart_rate_zones ORDER BY zone_number"
    ).fetchall() == [(95.0, 120.0, 25.0), (120.0, None, 75.0)]


def test_reading_an_unknown_recording_says_so(con: DuckDBPyConnection) -> None:
    with pytest.raises(UnknownActivity, match="4711"):
        read_recording(con, 4711)


def test_removing_a_run_leaves_nothing_of_it(con: DuckDBPyConnection) -> None:
    gone, kept = make_runs(2)
    _write(con, gone, kept)
    activity_id = gone.recording.activity_id
    write_evaluations(con, [make_evaluation(activity_id)])
    read = SourceRecord(sha256="a", path="a.fit", outcome="ingested", activity_id=activity_id)
    record_sources(con, [read])
    remove_activities(con, [activity_id])
    tables = con.execute(
        "SELECT DISTINCT schema_name || '.' || table_name FROM duckdb_columns() "
        "WHERE column_name = 'activity_id' AND NOT internal"
    ).fetchall()
    assert [_count(con, table, activity_id) for (table,) in tables] == [0] * len(tables)
    assert _count(con, "activities", kept.recording.activity_id) == 1


def test_files_of_a_run_that_got_another_id_lead_to_the_new_one(con: DuckDBPyConnection) -> None:
    read = SourceRecord(sha256="a", path="a.fit", outcome="ingested", activity_id=1)
    record_sources(con, [read])
    remove_activities(con, [1], replaced_by=2)
    assert known_sources(con, [("a", "")])["a", ""].activity_id == 2
