"""Do rows leave as files behind handles, private, for a while, and within their sizes?"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

import duckdb
import pytest

from hakaru.catalog.operation import load
from hakaru.catalog.operations import OPERATIONS
from hakaru.catalog.reply import as_json
from hakaru.core.errors import (
    BadArgument,
    NotRecorded,
    QueryRefused,
    QueryStopped,
    ReplyTooLarge,
    UnknownActivity,
    UnknownExport,
)
from hakaru.core.plain import as_plain
from hakaru.flows.context import Context
from hakaru.flows.evaluate import understand
from hakaru.flows.exports import ExportResult, clean_exports, export, list_exports
from hakaru.flows.query import histogram, materialize, profile
from hakaru.store.exports import ExportFolder
from hakaru.store.schema import unit_of_column
from hakaru.surfaces.cli.command import shown
from tests.flows.factories import NOW, ask, at, make_context, stored_runs

NOTHING: Mapping[str, Any] = {
    "query": None, "activity_ids": None, "time_range": None, "metrics": None, "anomaly_id": None,
    "context_window": 30, "format": "parquet", "max_rows": 100_000, "ttl_seconds": 3600,
}  # fmt: skip
COLUMNS = "activity_id, elapsed_s, heart_rate"


def exported(context: Context, **arguments: Any) -> ExportResult:
    return export(context, **{**NOTHING, **arguments})


def rows_of(result: ExportResult) -> list[tuple[Any, ...]]:
    reader = {"parquet": "read_parquet", "csv": "read_csv"}[result.export.file_format]
    with duckdb.connect() as con:
        return con.execute(f"SELECT * FROM {reader}('{result.export.path}')").fetchall()


def size_bytes(result: object) -> int:
    return len(as_json(result).encode())


@pytest.mark.parametrize("file_format", ["parquet", "csv"])
def test_a_query_becomes_a_file_behind_a_handle(untrained: Context, file_format: str) -> None:
    sql = f"SELECT {COLUMNS} FROM time_series_metrics ORDER BY ALL"
    result = exported(untrained, query=sql, format=file_format)
    assert rows_of(result) == ask(untrained, sql)
    assert as_plain(result)["columns"] == ["activity_id", "elapsed_s", "heart_rate"]
    assert as_plain(result)["rows"] == len(ask(untrained, sql))
    assert "/" not in str(as_plain(result)["handle"])
    assert size_bytes(result) <= 500


def test_only_the_owner_can_read_it(untrained: Context) -> None:
    """Resolution 37."""
    path = exported(untrained, query="SELECT 1 AS x").export.path
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    kept = [one for one in path.parent.iterdir() if one.is_file()]
    assert len(kept) == 2
    assert {stat.S_IMODE(one.stat().st_mode) for one in kept} == {0o600}


def test_seconds_of_a_run_are_half_open(untrained: Context) -> None:
    """Resolution 36."""
    run = stored_runs(untrained)[0].activity_id
    result = exported(
        untrained, activity_ids=str(run), time_range="60-120", metrics="heart_rate,pace"
    )
    rows = rows_of(result)
    assert [row[1] for row in rows] == [
        row[0]
        for row in ask(
            untrained,
            f"SELECT elapsed_s FROM time_series_metrics WHERE activity_id = {run} "
            "AND elapsed_s >= 60 AND elapsed_s < 120 ORDER BY 1",
        )
    ]
    assert max(row[1] for row in rows) < 120
    assert exported(untrained, activity_ids=str(run), time_range="1:00-2:00").export.n_rows == len(
        rows
    )


def test_a_metric_is_exported_by_the_name_that_other_commands_take(untrained: Context) -> None:
    run = stored_runs(untrained)[0].activity_id
    result = exported(untrained, activity_ids=str(run), metrics="gct,vo,vr,step_length,cadence")
    names = [name for name, _ in result.export.columns]
    assert names[2:] == ["gct", "vo", "vr", "step_length", "cadence"]
    assert [unit_of_column(name, "DOUBLE") for name in names[2:6]] == ["ms", "cm", "%", "cm"]
    (profile_of,) = profile(
        untrained, table_or_query=None, activity_ids=str(run), date_range=None, metrics="gct"
    ).profiles
    assert [column.name for column in profile_of.columns] == ["gct"]


def test_several_runs_are_exported_in_order(untrained: Context) -> None:
    runs = stored_runs(untrained)[:3]
    named = ",".join([str(runs[0].activity_id), *(str(run.activity_date) for run in runs[1:])])
    result = exported(untrained, activity_ids=named, metrics="heart_rate")
    assert {row[0] for row in rows_of(result)} == {run.activity_id for run in runs}
    assert result.export.n_rows == sum(run.n_samples for run in runs)


def test_an_anomaly_is_exported_with_what_surrounds_it(untrained: Context) -> None:
    """Resolution 62."""
    run = stored_runs(untrained)[0].activity_id
    with untrained.store.write() as con:
        con.execute("DELETE FROM form_anomalies WHERE activity_id = ?", [run])
        con.execute(
            "INSERT INTO form_anomalies VALUES "
            f"({run}, 1, 'gct', 'above', 100, 160, 260, 240, 20, 0.08, 5, '[]', '')"
        )
    result = exported(
        untrained, anomaly_id=f"{run}:1", context_window=30, metrics="gct_ms,heart_rate,elevation"
    )
    seconds = [row[1] for row in rows_of(result)]
    assert min(seconds) >= 70
    assert max(seconds) < 190
    assert seconds == [
        row[0]
        for row in ask(
            untrained,
            f"SELECT elapsed_s FROM time_series_metrics WHERE activity_id = {run} "
            "AND elapsed_s >= 70 AND elapsed_s < 190 ORDER BY 1",
        )
    ]


def test_more_rows_than_asked_for_leave_no_file(untrained: Context) -> None:
    """Resolution 65."""
    folder = exported(untrained, query="SELECT 1 AS x").export.path.parent
    before = sorted(folder.iterdir())
    with pytest.raises(QueryStopped, match="more than 10 rows"):
        exported(untrained, query="SELECT * FROM time_series_metrics", max_rows=10)
    assert sorted(folder.iterdir()) == before


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ("SELECT * FROM read_text('/etc/passwd')", "read_text"),
        ("SELECT pace FORM splits", "cannot be read as SQL"),
        ("SELECT * FROM splits WHERE", "cannot be read as SQL"),
        ("SELECT no_such_column FROM splits", "no_such_column"),
        ("SELECT CAST(training_type AS INTEGER) FROM sessions", "could not be read as a number"),
    ],
)
def test_a_refused_query_leaves_no_file(untrained: Context, query: str, why: str) -> None:
    with pytest.raises(QueryRefused, match=why):
        exported(untrained, query=query)
    assert not list((untrained.data_folder / "exports" / "queries").iterdir())


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"query": "SELECT 1", "activity_ids": "1"},
        {"query": "SELECT 1", "metrics": "pace"},
        {"activity_ids": " , "},
        {"activity_ids": "{ID}", "metrics": "nope"},
        {"activity_ids": "{ID}", "metrics": 'pace"; DROP TABLE x; --'},
        {"activity_ids": "{ID}", "time_range": "600-300"},
        {"activity_ids": "{ID}", "time_range": "soon"},
        {"activity_ids": "{ID}", "anomaly_id": "{ID}:1"},
        {"anomaly_id": "7"},
        {"anomaly_id": "{ID}:²"},
        {"anomaly_id": "{ID}:" + 5000 * "9"},
        {"activity_ids": "{ID}", "time_range": "300-inf"},
        {"activity_ids": "{ID}", "time_range": "0-nan"},
        {"anomaly_id": "{ID}:1", "context_window": 10_000},
        {"query": "SELECT 1", "max_rows": 0},
        {"query": "SELECT 1", "max_rows": 10**9},
        {"query": "SELECT 1", "ttl_seconds": 1},
    ],
)
def test_what_cannot_be_exported_is_said(untrained: Context, arguments: dict[str, Any]) -> None:
    run = str(stored_runs(untrained)[0].activity_id)
    named = {
        name: value.replace("{ID}", run) if isinstance(value, str) else value
        for name, value in arguments.items()
    }
    with pytest.raises(BadArgument):
        exported(untrained, **named)


def test_a_run_of_steady_form_has_no_anomaly_to_export(untrained: Context) -> None:
    run = stored_runs(untrained)[0].activity_id
    with pytest.raises(NotRecorded, match="a run in which form changed on the way"):
        exported(untrained, anomaly_id=f"{run}:99")


def test_an_unknown_run_is_an_error(untrained: Context) -> None:
    with pytest.raises(UnknownActivity):
        exported(untrained, activity_ids="4711")


def test_an_export_expires_also_for_another_process(untrained: Context) -> None:
    """Resolution 37: the time to live survives a restart."""
    result = exported(untrained, query="SELECT 1 AS x", ttl_seconds=600)
    handle = result.export.handle
    later = make_context(untrained.data_folder, now=NOW + timedelta(seconds=599))
    folder = ExportFolder(later.data_folder)
    assert folder.find(handle, now=later.now()) == result.export
    assert list_exports(later).exports == (result.export,)
    over = at(later, NOW + timedelta(seconds=600))
    with pytest.raises(UnknownExport, match="an export that is there"):
        folder.find(handle, now=over.now())
    assert list_exports(over).exports == ()
    assert result.export.path.exists(), "a list removes nothing"
    exported(over, query="SELECT 2 AS x")
    assert not result.export.path.exists()
    later.store.close()


@pytest.mark.parametrize(
    "handle",
    [
        "../../hakaru.duckdb",
        "/etc/passwd",
        "export_20250101T000000_" + "0" * 32,
        "",
        "export_",
        ".",
    ],
)
def test_a_handle_is_no_path(untrained: Context, handle: str) -> None:
    """Resolution 37."""
    exported(untrained, query="SELECT 1 AS x")
    with pytest.raises(UnknownExport):
        ExportFolder(untrained.data_folder).find(handle, now=NOW)


def test_a_note_cannot_point_elsewhere(untrained: Context, tmp_path: Path) -> None:
    kept = exported(untrained, query="SELECT 1 AS x").export
    secret = tmp_path / "secret.parquet"
    secret.write_bytes(b"x")
    note = kept.path.with_suffix(".json")
    fields = json.loads(note.read_text(encoding="utf-8"))
    note.write_text(json.dumps({**fields, "file": str(secret)}), encoding="utf-8")
    with pytest.raises(UnknownExport):
        ExportFolder(untrained.data_folder).find(kept.handle, now=NOW)
    clean_exports(untrained)
    assert secret.exists()


def test_all_of_it_can_be_removed(untrained: Context) -> None:
    exported(untrained, query="SELECT 1 AS x")
    materialize(untrained, name="mine", query="SELECT 1 AS x", ttl_seconds=3600)
    assert clean_exports(untrained).n_removed == 2
    left = list_exports(untrained)
    assert (left.exports, left.materialized) == ((), ())
    cache = untrained.data_folder / "cache"
    assert not [
        path for path in cache.rglob("*") if path.suffix in (".parquet", ".json", ".duckdb")
    ]


def test_many_columns_are_told_as_some_and_a_number(untrained: Context) -> None:
    columns = ", ".join(f"{number} AS とても長い列の名前_{number}" for number in range(60))
    result = exported(untrained, query=f"SELECT {columns}")
    assert size_bytes(result) <= 500
    assert as_plain(result)["n_columns"] == 60
    assert len(result.export.columns) == 60


def test_a_profile_tells_figures_and_days(untrained: Context) -> None:
    result = profile(
        untrained,
        table_or_query="time_series_metrics",
        activity_ids=None,
        date_range="2025-01-06..2025-01-31",
        metrics="pace,heart_rate,cadence,power,gct_ms,vo_cm,vr_pct,speed,elevation,distance_m",
    )
    reply = as_plain(result)
    assert size_bytes(result) <= 1024 + 64
    ((mean, median, n_rows),) = ask(
        untrained,
        "SELECT avg(heart_rate), median(heart_rate), count(*) FROM time_series_metrics "
        "JOIN activities USING (activity_id) "
        "WHERE activity_date BETWEEN '2025-01-06' AND '2025-01-31'",
    )
    columns: Any = reply["columns"]
    assert reply["row_count"] == n_rows
    assert columns["heart_rate"]["mean"] == pytest.approx(mean, rel=1e-4)
    assert columns["heart_rate"]["median"] == pytest.approx(median, rel=1e-4)
    assert set(columns["heart_rate"]) == {
        "min", "max", "mean", "median", "null_rate", "distinct_count",
    }  # fmt: skip


@pytest.mark.parametrize(
    "table", ["splits", "time_series_metrics", "form_efficiency", "activities"]
)
def test_tables_of_the_requirements_have_profiles(untrained: Context, table: str) -> None:
    result = profile(
        untrained, table_or_query=table, activity_ids=None, date_range=None, metrics=None
    )
    assert size_bytes(result) <= 4096


def test_a_profile_that_would_not_fit_names_export(untrained: Context) -> None:
    with pytest.raises(ReplyTooLarge, match=r"export\(\)"):
        profile(
            untrained,
            table_or_query="form_evaluations",
            activity_ids=None,
            date_range=None,
            metrics=None,
        )


def test_each_of_several_runs_has_a_profile(untrained: Context) -> None:
    runs = stored_runs(untrained)[:5]
    ids = ",".join(str(run.activity_id) for run in runs)
    result = profile(
        untrained, table_or_query=None, activity_ids=ids, date_range=None, metrics="heart_rate"
    )
    profiles: Any = as_plain(result)["activities"]
    assert [one["activity_id"] for one in profiles] == [run.activity_id for run in runs]
    assert [one["row_count"] for one in profiles] == [run.n_samples for run in runs]


@pytest.mark.parametrize("column", ["pace", "heart_rate", "cadence"])
def test_a_histogram_tells_bins(untrained: Context, column: str) -> None:
    result = histogram(untrained, table_or_query="splits", column=column, bins=20, date_range=None)
    bins: Any = as_plain(result)["bins"]
    ((n, n_missing),) = ask(
        untrained, f"SELECT count({column}), count(*) - count({column}) FROM splits"
    )
    assert (as_plain(result)["total_count"], as_plain(result)["null_count"]) == (n, n_missing)
    assert len(bins) == 20
    assert size_bytes(result) <= 1100


@pytest.mark.parametrize(
    ("table", "column", "bins", "days"),
    [
        ("nope", "pace", 20, None),
        ("sources", "pace", 20, None),
        ("splits", "nope", 20, None),
        ("splits", "kind", 20, None),
        ("splits", "pace", 0, None),
        ("splits", "pace", 20, "yesterday"),
        ("splits", "pace", 20, "2025-02-01..2025-01-01"),
        ("SELECT pace FROM splits", "pace", 20, "2025-01-01..2025-02-01"),
    ],
)
def test_what_has_no_histogram_is_said(
    untrained: Context, table: str, column: str, bins: int, days: str | None
) -> None:
    with pytest.raises((BadArgument, QueryRefused)):
        histogram(untrained, table_or_query=table, column=column, bins=bins, date_range=days)


def test_a_kept_result_can_be_named_by_any_process(untrained: Context) -> None:
    """Resolution 66: also after a restart, until its time is over; the database is not written."""
    before = (untrained.data_folder / "hakaru.duckdb").read_bytes()
    sql = "SELECT activity_id, avg(pace) AS pace FROM splits GROUP BY ALL"
    kept = materialize(untrained, name="usual", query=sql, ttl_seconds=600)
    assert size_bytes(kept) <= 200
    again = make_context(untrained.data_folder)
    for name in ("usual", kept.materialized.view):
        found = exported(again, query=f"SELECT * FROM {name} ORDER BY activity_id")
        assert rows_of(found) == ask(untrained, f"{sql} ORDER BY activity_id")
    assert profile(
        again, table_or_query="usual", activity_ids=None, date_range=None, metrics=None
    ).profiles[0].n_rows == len(ask(untrained, sql))
    over = at(again, NOW + timedelta(seconds=601))
    with pytest.raises(QueryRefused, match="no table of yours"):
        exported(over, query="SELECT * FROM usual")
    assert (untrained.data_folder / "hakaru.duckdb").read_bytes() == before
    again.store.close()


def test_a_name_means_the_newest_and_the_eleventh_pushes_the_oldest_out(
    untrained: Context,
) -> None:
    kept = [
        materialize(
            at(untrained, NOW + timedelta(seconds=number)),
            name="mine",
            query=f"SELECT {number} AS x",
            ttl_seconds=3600,
        ).materialized
        for number in range(11)
    ]
    assert rows_of(exported(untrained, query="SELECT * FROM mine")) == [(10,)]
    assert rows_of(exported(untrained, query=f"SELECT * FROM {kept[3].view}")) == [(3,)]
    assert len(list_exports(untrained).materialized) == 10
    with pytest.raises(QueryRefused):
        exported(untrained, query=f"SELECT * FROM {kept[0].view}")


@pytest.mark.parametrize("name", ["splits", "sources", "a b", "x; DROP", "", "1x", "temp_view_1"])
def test_a_name_of_a_table_or_no_name_is_refused(untrained: Context, name: str) -> None:
    with pytest.raises(BadArgument, match="name"):
        materialize(untrained, name=name, query="SELECT 1 AS x", ttl_seconds=3600)


def test_an_empty_folder_is_no_error(context: Context) -> None:
    assert exported(context, query="SELECT * FROM splits").export.n_rows == 0
    made = profile(
        context, table_or_query="splits", activity_ids=None, date_range=None, metrics=None
    )
    assert as_plain(made)["row_count"] == 0
    told = as_plain(
        histogram(context, table_or_query="splits", column="pace", bins=20, date_range=None)
    )
    assert told["bins"] == []
    assert as_plain(list_exports(context))["n_exports"] == 1
    with pytest.raises(UnknownActivity):
        exported(context, activity_ids="2025-01-06")


def test_each_result_reads_in_both_languages(untrained: Context) -> None:
    run = str(stored_runs(untrained)[0].activity_id)
    results = {
        "export": exported(untrained, query="SELECT * FROM splits"),
        "profile": profile(
            untrained, table_or_query=None, activity_ids=run, date_range=None, metrics=None
        ),
        "histogram": histogram(
            untrained, table_or_query="splits", column="pace", bins=5, date_range=None
        ),
        "materialize": materialize(untrained, name="a", query="SELECT 1 AS x", ttl_seconds=60),
        "exports": list_exports(untrained),
        "clean_exports": clean_exports(untrained),
    }
    for operation in OPERATIONS:
        if operation.name not in results:
            continue
        result = results[operation.name]
        ja, en = (shown(operation, result, language) for language in ("ja", "en"))
        assert ja
        assert en
        assert "{" not in ja + en
        assert callable(load(operation.target))


@pytest.mark.soak
def test_runs_are_analysed_before_their_anomalies_are_asked_for(untrained: Context) -> None:
    understand(untrained, activity=None, all=True)
    steps = ask(untrained, "SELECT activity_id, anomaly_index FROM form_anomalies LIMIT 1")
    for activity_id, number in steps:
        assert exported(untrained, anomaly_id=f"{activity_id}:{number}").export.n_rows > 0


def test_a_data_folder_can_be_named_from_where_the_user_is(untrained: Context) -> None:
    here = make_context(Path(os.path.relpath(untrained.data_folder)))
    counted = histogram(here, table_or_query="splits", column="pace", bins=5, date_range=None)
    assert as_plain(counted)["bins"]
    materialize(here, name="usual", query="SELECT count(*) AS n FROM splits", ttl_seconds=600)
    assert rows_of(exported(here, query="SELECT n FROM usual")) == ask(
        untrained, "SELECT count(*) FROM splits"
    )
    here.store.close()
