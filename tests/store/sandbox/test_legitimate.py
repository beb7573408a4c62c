"""Do the queries people ask run, with the rows they would have without a sandbox?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
import pytest

from hakaru.core.errors import QueryRefused
from hakaru.store.database import Store
from hakaru.store.sandbox.ask import run
from hakaru.store.sandbox.job import Attached, Job
from hakaru.store.sandbox.tree import KEPT_BACK, TABLES
from tests.store.sandbox.folders import exported
from tests.store.sandbox.queries import QUERIES


def ask_directly(folder: Path, sql: str) -> list[tuple[Any, ...]]:
    store = Store(folder / "data")
    with store.read() as con:
        rows = con.execute(sql).fetchall()
    store.close()
    return rows


def first_id(folder: Path) -> str:
    return str(ask_directly(folder, "SELECT min(activity_id) FROM activities")[0][0])


def read_back(path: Path) -> list[tuple[Any, ...]]:
    with duckdb.connect() as con:
        return con.execute(f"SELECT * FROM read_parquet('{path}')").fetchall()


def test_there_are_enough_of_them() -> None:
    assert len(set(QUERIES)) >= 60


@pytest.mark.sampled(12)
@pytest.mark.parametrize("number", range(len(QUERIES)))
def test_a_query_has_the_rows_it_has_elsewhere(folder: Path, tmp_path: Path, number: int) -> None:
    sql = QUERIES[number].format(ID=first_id(folder))
    target = tmp_path / "rows.parquet"
    n_rows = exported(folder, sql, target)
    expected = ask_directly(folder, sql)
    assert n_rows == len(expected)
    rows = read_back(target)
    if "ORDER BY ALL" in sql or sql.rstrip().endswith("split_index"):
        assert rows == expected
    assert sorted(map(repr, rows)) == sorted(map(repr, expected))


@pytest.mark.parametrize(
    ("arrow", "word"),
    [
        ("list_filter([1, 2, 3], x -> x > 1)", "list_filter([1, 2, 3], lambda x: x > 1)"),
        ("list_transform([1, 2], (x, i) -> x + i)", "list_transform([1, 2], lambda x, i: x + i)"),
        ("'{\"a\": [1]}'::JSON -> 'a' ->> 0", "'1'"),
    ],
)
def test_an_arrow_means_what_it_mostly_meant(
    folder: Path, tmp_path: Path, arrow: str, word: str
) -> None:
    """The engine is about to give up the older way to write a lambda; models write it."""
    exported(folder, f"SELECT {arrow} AS x", tmp_path / "arrow.parquet")
    exported(folder, f"SELECT {word} AS x", tmp_path / "word.parquet")
    assert read_back(tmp_path / "arrow.parquet") == read_back(tmp_path / "word.parquet")


def test_a_pivot_has_the_columns_it_has_elsewhere(folder: Path, tmp_path: Path) -> None:
    """Its list is looked up by us, not by the engine."""
    for sql in [query.format(ID=first_id(folder)) for query in QUERIES if "PIVOT" in query]:
        exported(folder, sql, tmp_path / "rows.parquet")
        store = Store(folder / "data")
        with store.read() as con, duckdb.connect() as other:
            expected = [row[0] for row in con.execute(sql).description or []]
            path = tmp_path / "rows.parquet"
            found = other.execute(f"SELECT * FROM read_parquet('{path}')").description
        store.close()
        shown = ["no values" if name == "" else name for name in expected]
        names = [row[0] for row in found or []]
        assert [name for name in names if name != "no values"] == shown, sql


def test_rows_keep_the_order_the_query_gives_them(folder: Path, tmp_path: Path) -> None:
    sql = "SELECT range AS x FROM range(300000) ORDER BY hash(range)"
    exported(folder, sql, tmp_path / "x.parquet")
    assert read_back(tmp_path / "x.parquet") == ask_directly(folder, sql)


def test_every_table_is_either_offered_or_kept_back(folder: Path) -> None:
    rows = ask_directly(
        folder,
        "SELECT table_name FROM information_schema.tables WHERE table_schema = 'main'",
    )
    assert {row[0] for row in rows} == TABLES | KEPT_BACK


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", sorted(TABLES))
def test_every_table_that_is_offered_can_be_read(folder: Path, tmp_path: Path, name: str) -> None:
    assert exported(folder, f"SELECT * FROM {name}", tmp_path / "x.parquet") >= 0


@pytest.mark.parametrize(
    "name", ["sqlite_master", "duckdb_databases", "pragma_database_list", "sources"]
)
def test_a_kept_result_does_not_vouch_for_what_the_engine_calls_the_same(
    folder: Path, tmp_path: Path, name: str
) -> None:
    target = tmp_path / "kept.duckdb"
    job = Job(
        kind="materialize", text="SELECT 7 AS x", folder=str(folder / "data"),
        target=str(target), max_rows=10, max_bytes=10_000_000,
    )  # fmt: skip
    run(job)
    kept = (Attached(names=(name,), path=str(target)),)
    with pytest.raises(QueryRefused, match="no table of yours"):
        exported(folder, f"SELECT * FROM main.{name}", tmp_path / "x.parquet", attached=kept)
    if name == "sources":  # one of ours that is kept back, and was no table when it was kept
        with pytest.raises(QueryRefused, match="no table of yours"):
            exported(folder, f"SELECT * FROM {name}", tmp_path / "x.parquet", attached=kept)
        return
    for sql in (f"SELECT * FROM {name}", f"SELECT * FROM materialized.{name}"):
        exported(folder, sql, tmp_path / "x.parquet", attached=kept)
        assert read_back(tmp_path / "x.parquet") == [(7,)]


def test_a_kept_result_is_a_table_of_later_queries(folder: Path, tmp_path: Path) -> None:
    """Resolution 34."""
    target = tmp_path / "kept.duckdb"
    run(
        Job(
            kind="materialize",
            text="SELECT activity_id, avg(pace) AS pace FROM splits GROUP BY ALL",
            folder=str(folder / "data"),
            target=str(target),
            max_rows=100,
            max_bytes=10_000_000,
        )
    )
    attached = (Attached(names=("temp_view_1", "usual"), path=str(target)),)
    for name in ("usual", "USUAL", "temp_view_1", "materialized.usual", '"usual"'):
        rows = exported(
            folder,
            f"SELECT * FROM {name} JOIN activities USING (activity_id)",
            tmp_path / f"{len(name)}.parquet",
            attached=attached,
        )
        assert rows == 4
