from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from datetime import timedelta
from typing import TYPE_CHECKING

import duckdb
import numpy as np
import pytest

from hakaru.running.splits import Split
from hakaru.store.connect import apply_migrations, load_migrations
from hakaru.store.history import runs_named, sensor_runs, sensor_splits, to_judge
from hakaru.store.recordings import read_splits, split_columns, splits_of, write_recordings
from tests.store.factories import START, make_run, make_runs, make_split, memory_store
from tests.store.session_factories import migrated

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@pytest.fixture
def con() -> Iterator[DuckDBPyConnection]:
    with memory_store() as con:
        yield con


def test_splits_read_back_as_they_were_written(con: DuckDBPyConnection) -> None:
    bare = Split(
        split_index=1,
        kind="km",
        start_elapsed_s=300.0,
        end_elapsed_s=301.0,
        distance_m=0.0,
        running_s=0.0,
        running_distance_m=0.0,
        speed_mps=None,
    )
    run = dataclasses.replace(make_run(), splits=(make_split(kind="km"), bare))
    write_recordings(con, [run])
    assert read_splits(con, run.recording.activity_id) == run.splits


def test_stored_rows_of_a_summary_say_so_from_now_on() -> None:
    """By the rule of `running.spans`; laps of a recording with samples stay laps."""
    rows = {
        (1, "hilly_summary"): (12_510.0, 182.0, 130.0),
        (2, "unknown_summary"): (5000.0, None, 20.0),
        (3, "summary"): (5000.0, 50.0, 50.0),
        (4, "summary"): (900.0, None, None),
        (5, "summary"): (5000.0, None, None),
        (6, "lap"): (5000.0, 500.0, 500.0),
    }
    with migrated(duckdb.connect(), version=9) as con:
        for (number, _), figures in rows.items():
            con.execute(
                "INSERT INTO activities (activity_id, activity_date, started_at, sport, sub_sport, "
                "partial, simulated, series_columns, n_samples, n_splits) VALUES "
                "(?, '2026-05-14', '2026-05-14 10:00:00', 'running', ?, false, false, '', ?, 1)",
                [number, "treadmill" if number == 5 else None, 500 if number == 6 else 0],
            )
            con.execute(
                "INSERT INTO data.splits (activity_id, split_index, kind, start_elapsed_s, "
                "end_elapsed_s, running_s, running_distance_m, coverage_frac, distance_m, "
                "elevation_gain_m, elevation_loss_m) "
                "VALUES (?, 1, 'lap', 0, 1500, 1500, 5000, 1, ?, ?, ?)",
                [number, *figures],
            )
        apply_migrations(con, load_migrations("migrations"), code_version=None)
        kinds = splits_of(con, [number for number, _ in rows])
        found = [{split.kind for split in splits} for splits in kinds.values()]
        assert found == [{kind} for _, kind in rows]


def test_an_activity_without_splits_has_an_empty_tuple(con: DuckDBPyConnection) -> None:
    assert read_splits(con, 1) == ()


def test_splits_of_several_activities_come_in_one_query(con: DuckDBPyConnection) -> None:
    runs = make_runs(3)
    write_recordings(con, runs)
    ids = [run.recording.activity_id for run in runs]
    found = splits_of(con, [*ids[:2], 99])
    assert found == {ids[0]: runs[0].splits, ids[1]: runs[1].splits, 99: ()}


def test_split_columns_come_oldest_run_first_with_nan_for_missing(con: DuckDBPyConnection) -> None:
    runs = make_runs(3)
    second = dataclasses.replace(runs[1], splits=(make_split(0, gct_ms=None, speed_mps=None),))
    write_recordings(con, [runs[2], second, runs[0]])
    columns = split_columns(con)
    ids = [run.recording.activity_id for run in runs]
    assert columns["activity_id"].tolist() == [ids[0], ids[0], ids[1], ids[2], ids[2]]
    assert np.isnan(columns["gct_ms"]).tolist() == [False, False, True, False, False]
    assert columns["started_at"][0] == np.datetime64(START.replace(tzinfo=None))
    assert {len(column) for column in columns.values()} == {5}
    assert columns["speed_mps"].dtype == np.float64


def test_split_columns_of_one_sensor_leave_the_others_out(con: DuckDBPyConnection) -> None:
    hrm, pod, unknown = (
        make_run(START + timedelta(days=day), sensor_group=group)
        for day, group in enumerate(["garmin-hrm", "stryd", None])
    )
    write_recordings(con, [hrm, pod, unknown])
    assert set(split_columns(con, sensor_group="stryd")["sensor_group"]) == {"stryd"}
    assert split_columns(con)["sensor_group"].tolist() == [
        "garmin-hrm",
        "garmin-hrm",
        "stryd",
        "stryd",
        None,
        None,
    ]


def test_an_empty_store_has_columns_of_length_zero(con: DuckDBPyConnection) -> None:
    assert {len(column) for column in split_columns(con).values()} == {0}


def test_the_usual_balance_reaches_behind_the_splits_that_weigh_something(
    con: DuckDBPyConnection,
) -> None:
    runs = [
        dataclasses.replace(
            make_run(START + timedelta(days=500 * number)),
            splits=(make_split(0, gct_balance_left_pct=left_pct),),
        )
        for number, left_pct in enumerate((48.0, 52.0, None, 55.0))
    ]
    write_recordings(con, runs)
    (newest,) = runs_named(con, [runs[-1].recording.activity_id])
    every_run = sensor_runs(con, str(newest.sensor_group))
    for first in range(4):
        columns = sensor_splits(con, every_run, first, 4)
        (run,) = to_judge(con, [newest], every_run=every_run, columns=columns)
        assert run.usual_left_pct == 50.0
        assert [split.gct_balance_left_pct for split in run.splits] == [55.0]
        assert not run.known_elsewhere
