"""A database from before the watch's totals: nothing is lost, and the totals are there at once."""

from __future__ import annotations

from collections.abc import Iterator

import duckdb
import pytest

from hakaru.store.connect import apply_migrations, load_migrations
from hakaru.store.history import read_totals

BEFORE = 11
RUN = (
    "activity_id, activity_date, started_at, sport, partial, simulated, series_columns, n_samples, "
    "n_splits, distance_m, elapsed_s, running_s, speed_mps, heart_rate_avg_bpm, cadence_spm, "
    "power_w, elevation_gain_m"
)
WATCH = (
    "device_distance_m, device_timer_s, device_elapsed_s, device_heart_rate_avg_bpm, "
    "device_power_avg_w, device_ascent_m"
)


@pytest.fixture
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    """Three runs of version 11: with the watch's totals, without any, and a row of a list."""
    with duckdb.connect() as made:
        apply_migrations(made, load_migrations("migrations")[:BEFORE], code_version="earlier")
        own = "'2026-05-14', '2026-05-14 10:00:00', 'running', false, false, 'elapsed_s'"
        made.execute(
            f"INSERT INTO activities ({RUN}, {WATCH}) VALUES "
            f"(1, {own}, 4488, 1, 11228, 4487, 2713, 3.28, 154, 166, 342, 60, "
            "11232.7, 4487.8, 4487.8, 143, 229, 57), "
            f"(2, {own}, 4, 1, 9.0, 3, 2, 3.0, 150, NULL, NULL, NULL, "
            "NULL, NULL, NULL, NULL, NULL, NULL), "
            f"(3, {own}, 0, 1, 8000, 2500, 2400, 3.33, 150, NULL, NULL, NULL, "
            "8000, 2400, 2500, 150, NULL, NULL)"
        )
        made.execute(
            "INSERT INTO data.splits (activity_id, split_index, kind, start_elapsed_s, "
            "end_elapsed_s, distance_m, running_s, running_distance_m, speed_mps, coverage_frac) "
            "VALUES (1, 1, 'lap', 0, 4487, 11228, 2713, 8900, 3.28, 1), "
            "(2, 1, 'lap', 0, 3, 9, 2, 6, 3.0, 0)"
        )
        made.execute(
            "INSERT INTO data.time_series_metrics (activity_id, elapsed_s, heart_rate_bpm) "
            "VALUES (2, 0, 160), (2, 1, 160), (2, 2, 160), (2, 3, 100)"
        )
        made.execute("INSERT INTO pauses VALUES (2, 1, 1, 1.5)")
        apply_migrations(made, load_migrations("migrations"), code_version="now")
        yield made


def test_what_the_watch_stated_is_shown(con: duckdb.DuckDBPyConnection) -> None:
    totals = read_totals(con, 1)
    assert (totals.distance_m, totals.timer_s, totals.elapsed_s) == (11232.7, 4487.8, 4487.8)
    assert totals.pace_s_per_km == pytest.approx(399.5, abs=0.1)
    assert (totals.heart_rate_avg_bpm, totals.power_avg_w) == (143.0, 229.0)
    assert totals.elevation_gain_m == 57.0
    assert totals.totals_basis == "watch"


def test_what_was_measured_while_running_is_kept(con: duckdb.DuckDBPyConnection) -> None:
    totals = read_totals(con, 1)
    assert (totals.running_s, totals.running_distance_m) == (2713.0, 8900.0)
    assert (totals.running_speed_mps, totals.running_heart_rate_bpm) == (3.28, 154.0)
    assert (totals.running_cadence_spm, totals.running_power_w) == (166.0, 342.0)


def test_where_a_file_stated_none_they_are_computed_over_all_of_it(
    con: duckdb.DuckDBPyConnection,
) -> None:
    totals = read_totals(con, 2)
    assert totals.totals_basis == "computed"
    assert (totals.distance_m, totals.elapsed_s, totals.timer_s) == (9.0, 3.0, 2.5)
    assert totals.heart_rate_avg_bpm == pytest.approx(140.0)
    assert totals.running_heart_rate_bpm == 150.0
    assert totals.power_avg_w is None


def test_a_row_of_a_list_is_called_so(con: duckdb.DuckDBPyConnection) -> None:
    totals = read_totals(con, 3)
    assert totals.totals_basis == "list"
    assert totals.pace_s_per_km == pytest.approx(300.0)
