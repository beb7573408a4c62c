"""Rows of a SELECT with their units, what there is to select from, and the fastest efforts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from hakaru.core.errors import BadArgument, QueryRefused
from hakaru.core.plain import as_plain
from hakaru.flows.context import Context
from hakaru.flows.history import best_efforts
from hakaru.flows.query import MOST_ROWS, describe, query
from hakaru.flows.status import activities
from hakaru.store.readers.base import size_bytes
from hakaru.store.sandbox.tree import KEPT_BACK, TABLES
from tests.flows.session_seasons import mixed_files, read_only

TWO_KB = 2048


@pytest.fixture(scope="module")
def mixed() -> Iterator[Context]:
    """Two weeks: each easy, intervals, recovery, tempo, long."""
    with read_only(mixed_files()) as made:
        yield made


def rows(context: Context, sql: str, *, limit: int = 20) -> dict[str, Any]:
    reply: dict[str, Any] = as_plain(query(context, query=sql, limit=limit))
    return reply


def stored(context: Context, sql: str) -> list[tuple[Any, ...]]:
    with context.store.read() as con:
        return con.execute(sql).fetchall()


def efforts(context: Context, **given: Any) -> dict[str, Any]:
    asked = {
        "type": None, "not_type": None,
        "since": None, "until": None, "limit": 5, **given,
    }  # fmt: skip
    reply: dict[str, Any] = as_plain(best_efforts(context, **asked))
    return reply


def test_rows_come_in_the_order_of_the_query_and_say_that_there_are_more(mixed: Context) -> None:
    days = "SELECT activity_date FROM activities ORDER BY started_at DESC"
    reply = rows(mixed, days, limit=3)
    expected = [str(day) for (day,) in stored(mixed, days)[:3]]
    assert [row[0] for row in reply["rows"]] == expected
    assert "export" in reply["more"]
    assert rows(mixed, days, limit=MOST_ROWS)["more"] is None


def test_a_speed_and_a_long_time_stand_beside_what_one_says(mixed: Context) -> None:
    reply = rows(mixed, "SELECT 4.0 AS speed_mps, 3725.0 AS timer_s, 12.5 AS vo_cm")
    assert reply["units"] == ["m/s, min/km", "s, h:mm:ss", "cm"]
    assert reply["rows"] == [[[4.0, "4:10"], [3725.0, "1:02:05"], 12.5]]


def test_standing_still_has_no_pace(mixed: Context) -> None:
    reply = rows(mixed, "SELECT 0.0::DOUBLE AS speed_mps, NULL::DOUBLE AS pace_s_per_km")
    assert reply["rows"] == [[0.0, None]]


def test_a_reply_of_many_wide_rows_keeps_to_its_bytes_and_counts_what_is_left_out(
    mixed: Context,
) -> None:
    wide = "SELECT repeat('x', 5000) AS title, i FROM range(50) AS t(i) ORDER BY i"
    reply = rows(mixed, wide, limit=MOST_ROWS)
    assert size_bytes(reply) <= 4096
    assert len(reply["rows"]) + reply["n_left_out"] == MOST_ROWS
    assert len(reply["rows"][0][0]) < 500


@pytest.mark.parametrize("limit", [0, -1, MOST_ROWS + 1])
def test_a_limit_outside_its_range_is_told(mixed: Context, limit: int) -> None:
    with pytest.raises(BadArgument, match="between 1 and 50"):
        query(mixed, query="SELECT 1", limit=limit)


@pytest.mark.parametrize(
    ("sql", "near"),
    [
        ("SELECT gctms FROM splits", "gct_ms"),
        ("SELECT hart_rate_bpm FROM splits", "heart_rate_bpm"),
        ("SELECT gear FROM splits", r"in the tables it reads; there is activities\.gear"),
        ("SELECT 1 FROM activites", "activities"),
        ("SELECT 1 FROM my_kilometres", "splits"),
    ],
)
def test_a_name_that_is_not_there_is_answered_with_those_that_are(
    mixed: Context, sql: str, near: str
) -> None:
    with pytest.raises(QueryRefused, match=near):
        query(mixed, query=sql, limit=5)


@pytest.mark.parametrize("table", sorted(KEPT_BACK))
def test_tables_that_are_kept_back_are_neither_read_nor_described(
    mixed: Context, table: str
) -> None:
    with pytest.raises(QueryRefused, match="no table of yours"):
        query(mixed, query=f"SELECT * FROM {table}", limit=5)
    with pytest.raises(BadArgument, match="one of"):
        describe(mixed, table=table, like=None)


def test_every_table_is_described_in_two_kilobytes(mixed: Context) -> None:
    reply = as_plain(describe(mixed, table=None, like=None))
    assert reply["tables"].keys() == TABLES
    assert all(reply["tables"].values())
    assert size_bytes(reply) <= TWO_KB


@pytest.mark.parametrize("table", sorted(TABLES))
def test_the_columns_of_a_table_are_described_in_two_kilobytes(mixed: Context, table: str) -> None:
    reply = as_plain(describe(mixed, table=table, like=None))
    assert reply["about"]
    assert reply["listed"]
    assert size_bytes(reply) <= TWO_KB


def test_a_column_is_found_by_part_of_its_name_the_recorded_ones_first(mixed: Context) -> None:
    reply = as_plain(describe(mixed, table=None, like="gct_ms"))
    assert reply["listed"][0] == "splits.gct_ms number (ms)"
    assert "time_series_metrics.gct_ms number (ms)" in reply["listed"]


def test_runs_are_listed_by_kind_length_and_order(mixed: Context) -> None:
    chosen = activities(
        mixed, since=None, until=None, limit=9, type="interval", least_km=5.0, order="fastest"
    )
    reply = as_plain(chosen)
    at = reply["columns"].index
    assert {row[at("training_type")] for row in reply["activities"]} == {"interval"}
    paces = [row[at("pace_s_per_km")] for row in reply["activities"]]
    assert paces == sorted(paces)
    assert all(row[at("pace")].endswith("/km") for row in reply["activities"])


def test_the_run_with_contact_furthest_above_what_was_expected_comes_first(
    mixed: Context,
) -> None:
    listed = activities(mixed, since=None, until=None, limit=99, order="contact").activities
    judged = "SELECT activity_id, z FROM metric_verdicts WHERE metric = 'gct' AND rated"
    z_by_id = dict(stored(mixed, judged))
    rated = [z_by_id[run.activity_id] for run in listed if run.activity_id in z_by_id]
    assert rated == sorted(rated, reverse=True)


def test_the_fastest_over_a_distance_come_first_with_their_pace(mixed: Context) -> None:
    reply = efforts(mixed, over="3k")
    times_s = [row[reply["columns"].index("elapsed_s")] for row in reply["rows"]]
    ((best_s,),) = stored(
        mixed, "SELECT min(elapsed_s) FROM distance_efforts WHERE distance_m = 3000"
    )
    assert times_s == sorted(times_s)
    assert times_s[0] == pytest.approx(best_s, abs=0.1)
    assert reply["over"] == "3 km"


def test_a_kind_of_run_can_be_left_out(mixed: Context) -> None:
    def kinds(reply: dict[str, Any]) -> set[str]:
        return {row[reply["columns"].index("training_type")] for row in reply["rows"]}

    assert kinds(efforts(mixed, over="1k", type="interval", limit=50)) == {"interval"}
    assert "interval" not in kinds(efforts(mixed, over="1k", not_type="interval", limit=50))


def test_the_furthest_in_a_time_come_first(mixed: Context) -> None:
    reply = efforts(mixed, over="10min")
    covered_m = [row[reply["columns"].index("distance_m")] for row in reply["rows"]]
    assert covered_m == sorted(covered_m, reverse=True)
    assert reply["over"] == "10 min"


@pytest.mark.parametrize(
    ("given", "names"),
    [
        ({"over": "7k"}, "over"),
        ({"over": "far"}, "over"),
        ({"over": "7min"}, "over"),
        ({"over": "2h"}, "over"),
        ({"over": "5k", "limit": 0}, "limit"),
    ],
)
def test_what_has_no_records_is_told(mixed: Context, given: dict[str, Any], names: str) -> None:
    with pytest.raises(BadArgument, match=names):
        efforts(mixed, **given)
