"""A database from before it was known where a file ends: of a damaged one it is known at once."""

from __future__ import annotations

import duckdb

from hakaru.store.connect import apply_migrations, load_migrations
from hakaru.store.history import read_totals

BEFORE = 24
RUN = (
    "activity_id, activity_date, started_at, sport, partial, simulated, series_columns, n_samples, "
    "n_splits, distance_m, elapsed_s, device_distance_m, device_timer_s, device_elapsed_s"
)


def test_what_a_cut_off_file_holds_is_known_without_reading_it_again() -> None:
    with duckdb.connect() as con:
        apply_migrations(con, load_migrations("migrations")[:BEFORE], code_version="earlier")
        own = "'2026-05-14', '2026-05-14 10:00:00', 'running'"
        con.execute(
            f"INSERT INTO activities ({RUN}) VALUES "
            f"(1, {own}, true, false, 'elapsed_s', 2, 1, 10800, 3600, 10800, 3600, 3600), "
            f"(2, {own}, true, false, 'elapsed_s', 2, 1, 2301, 767, NULL, NULL, NULL), "
            f"(3, {own}, false, false, 'elapsed_s', 2, 1, 10800, 3600, 10800, 3600, 3600)"
        )
        con.execute(
            "INSERT INTO data.splits (activity_id, split_index, kind, start_elapsed_s, "
            "end_elapsed_s, distance_m, running_s, running_distance_m, coverage_frac) "
            "SELECT unnest([1, 2, 3]), 1, 'lap', 0, 767, 2301, 767, 2301, 0"
        )
        con.execute(
            "INSERT INTO data.time_series_metrics (activity_id, elapsed_s) VALUES "
            "(1, 0), (1, 767), (2, 0), (2, 767), (3, 0), (3, 767)"
        )
        apply_migrations(con, load_migrations("migrations"), code_version="now")
        held = [read_totals(con, run) for run in (1, 2, 3)]
        assert [(run.recorded_until_s, run.recorded_distance_m) for run in held] == [
            (767.0, 2301.0), (None, None), (None, None),
        ]  # fmt: skip
