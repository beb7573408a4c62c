"""The facade: which database it opens, whose methods it offers, and its smaller reads."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import numpy as np
import pytest

from hakaru.core.errors import BadArgument, NotRecorded, UnknownActivity
from hakaru.store.database import FILE_NAME, Store
from hakaru.store.readers.reader import GarminDBReader
from hakaru.store.recordings import write_recordings
from tests.store.factories import START, make_full_recording, make_run, make_runs

GARMIN_ID = 20790040925
METHODS = {
    "get_activity_date", "query_activity_by_date", "get_splits_pace_hr", "get_splits_form_metrics",
    "get_splits_elevation", "get_splits_all", "get_split_time_ranges",
    "get_form_efficiency_summary", "get_hr_efficiency_analysis", "get_heart_rate_zones_detail",
    "get_vo2_max_data", "get_lactate_threshold_data", "get_performance_trends", "get_weather_data",
    "get_section_analysis", "get_time_series_statistics", "get_time_series_raw",
    "detect_anomalies_sql", "export_query_result",
}  # fmt: skip
"""Of the requirement, phase 1.5."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    full = make_full_recording()
    run = make_run()
    store = Store(tmp_path)
    with store.write() as con:
        write_recordings(con, [type(run)(recording=full, splits=run.splits, totals=run.totals)])
    store.close()
    return tmp_path


@pytest.fixture
def reader(folder: Path) -> Iterator[GarminDBReader]:
    made = GarminDBReader(folder)
    yield made
    made.store.close()


def test_the_facade_has_every_method_of_the_requirement() -> None:
    offered = {name for name, _ in inspect.getmembers(GarminDBReader, inspect.isfunction)}
    assert offered >= METHODS


def test_a_folder_its_database_and_a_store_mean_the_same(folder: Path) -> None:
    for place in (folder, str(folder), folder / FILE_NAME, Store(folder)):
        reader = GarminDBReader(place)
        assert reader.db_path == folder / FILE_NAME
        assert reader.get_activity_date(GARMIN_ID) == date(2025, 10, 26)
        reader.store.close()


def test_another_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "other.duckdb").touch()
    with pytest.raises(BadArgument, match=r"hakaru\.duckdb"):
        GarminDBReader(tmp_path / "other.duckdb")


def test_a_run_is_meant_by_id_or_day(reader: GarminDBReader) -> None:
    for reference in (GARMIN_ID, str(GARMIN_ID), "2025-10-26", date(2025, 10, 26)):
        assert reader.metadata.find_activity(reference).activity_id == GARMIN_ID
    with pytest.raises(UnknownActivity):
        reader.get_activity_date(1)


def test_all_runs_of_a_day_are_listed_in_order_of_time(tmp_path: Path) -> None:
    store = Store(tmp_path)
    runs = [make_run(START.replace(hour=hour), n_samples=60) for hour in (23, 22, 16)]
    with store.write() as con:
        write_recordings(con, runs)
    day_result = GarminDBReader(store).query_activity_by_date(date(2025, 10, 26))
    assert [activity.started_at.hour for activity in day_result.activities] == [16, 22, 23]
    assert day_result.reply["n"] == 3
    with pytest.raises(UnknownActivity, match="2025-10-27"):
        GarminDBReader(store).query_activity_by_date(date(2025, 10, 27))
    store.close()


def test_time_ranges_of_splits_are_those_stored(reader: GarminDBReader) -> None:
    ranges = reader.get_split_time_ranges(GARMIN_ID)
    assert [(one.split, one.start_elapsed_s, one.end_elapsed_s) for one in ranges] == [
        (0, 0.0, 300.0),
        (1, 300.0, 600.0),
    ]


def test_raw_columns_are_the_half_open_range_without_the_place(reader: GarminDBReader) -> None:
    """Row 36."""
    found = reader.get_time_series_raw(GARMIN_ID, 300.0, end_s=310.0)
    assert found["elapsed_s"].tolist() == list(range(300, 310))
    assert not {"latitude_deg", "longitude_deg"} & set(found)
    recorded = make_full_recording().series["heart_rate_bpm"][300:310]
    assert np.array_equal(found["heart_rate_bpm"], recorded)
    only = reader.get_time_series_raw(GARMIN_ID, columns=("gct_ms",))
    assert set(only) == {"gct_ms"}
    assert len(only["gct_ms"]) == 600


def test_a_run_nobody_could_judge_has_no_list_of_anomalies(reader: GarminDBReader) -> None:
    with pytest.raises(NotRecorded, match="second by second"):
        reader.detect_anomalies_sql(GARMIN_ID)


def test_neighbouring_ranges_share_no_sample(tmp_path: Path) -> None:
    """Row 36."""
    store = Store(tmp_path)
    with store.write() as con:
        write_recordings(con, make_runs(1, n_samples=300))
    reader = GarminDBReader(store)
    day = "2025-10-26"
    parts = [
        reader.get_time_series_statistics(day, start_s, end_s=start_s + 100.0).facts["n_samples"]
        for start_s in (0.0, 100.0, 200.0)
    ]
    assert parts == [100, 100, 100]
    store.close()
