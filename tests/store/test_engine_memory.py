"""A process that reads on and on does not end up holding the whole file in memory."""

from __future__ import annotations

import time
from pathlib import Path

import duckdb
import pytest

from hakaru.store.connect import CACHE_BYTES, forget_cache
from hakaru.store.database import Store

HANG_S = 60.0
_ROWS = 8_000_000
"""Of random numbers: more than twice what may be held."""


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("large") / "large.duckdb"
    with duckdb.connect(path) as con:
        con.execute(f"CREATE TABLE numbers AS SELECT random() AS n FROM range({_ROWS})")
    return path


def held_bytes(con: duckdb.DuckDBPyConnection) -> int:
    ((held,),) = con.execute("SELECT sum(memory_usage_bytes) FROM duckdb_memory()").fetchall()
    return int(held)


def test_what_was_read_is_let_go_and_the_next_query_may_use_all_there_is(large: Path) -> None:
    with duckdb.connect(large, read_only=True) as con:
        ((limit,),) = con.execute("SELECT current_setting('memory_limit')").fetchall()
        con.execute("SELECT sum(n) FROM numbers").fetchall()
        assert held_bytes(con) > CACHE_BYTES
        forget_cache(con)
        assert held_bytes(con) <= CACHE_BYTES
        assert con.execute("SELECT current_setting('memory_limit')").fetchall() == [(limit,)]
        assert con.execute("SELECT count(n) FROM numbers").fetchall() == [(_ROWS,)]


def test_a_file_that_is_read_on_and_on_is_opened_anew_for_the_engine_keeps_something_of_each_join(
    tmp_path: Path,
) -> None:
    store = Store(tmp_path, open_at_most_s=1.5)
    with store.read() as con:
        con.execute("SET GLOBAL default_order = 'DESC'")
    until_s = time.monotonic() + HANG_S
    n_reads, order = 0, "DESC"
    while order == "DESC" and time.monotonic() < until_s:
        with store.read() as con:
            ((order,),) = con.execute("SELECT current_setting('default_order')").fetchall()
        n_reads += 1
    assert order.startswith("ASC")
    assert n_reads > 10
    store.close()
