"""The reader exports by the sandbox: a file under a handle, or an error and no file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from hakaru.core.errors import QueryRefused, QueryStopped
from hakaru.store.database import Store
from hakaru.store.readers.reader import GarminDBReader
from hakaru.store.recordings import write_recordings
from tests.store.factories import make_runs


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[GarminDBReader]:
    store = Store(tmp_path / "data")
    with store.write() as con:
        write_recordings(con, make_runs(2, n_samples=100))
    made = GarminDBReader(store)
    yield made
    store.close()


def test_the_rows_of_a_query_are_in_the_file(reader: GarminDBReader) -> None:
    export = reader.export_query_result("SELECT elapsed_s, gct_ms FROM time_series_metrics")
    assert export.n_rows == 200
    assert [name for name, _ in export.columns] == ["elapsed_s", "gct_ms"]
    with duckdb.connect() as con:
        rows = con.execute("SELECT count(*) FROM read_parquet(?)", [str(export.path)]).fetchall()
    assert rows == [(200,)]


def test_a_query_that_may_not_run_leaves_no_file(reader: GarminDBReader) -> None:
    with pytest.raises(QueryRefused):
        reader.export_query_result("SELECT * FROM read_csv('/etc/passwd')")
    with pytest.raises(QueryStopped):
        reader.export_query_result("SELECT elapsed_s FROM time_series_metrics", max_rows=10)
    folder = reader.db_path.parent / "exports" / "queries"
    assert not [one for one in folder.rglob("*") if one.suffix in (".parquet", ".csv")]
