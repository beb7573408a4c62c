"""Exports come back as frames of either library, by handle, and never more rows than asked for.

The lines of the requirements' test list (D): normal load (1000 rows), too many (100,000 rows),
Parquet and CSV alike.
"""

from __future__ import annotations

import dataclasses
import re
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

from hakaru.core.errors import BadArgument, ReplyTooLarge, UnknownExport
from hakaru.flows.context import Context
from hakaru.safe_data import as_columns, export, safe_load_export, safe_summary_table
from hakaru.store.exported_frames import Library, load_frame
from hakaru.store.exports import Export
from tests.contracts.tree import SRC
from tests.flows.commands import environment
from tests.flows.factories import make_context

FORMATS = ("parquet", "csv")
LIBRARIES: tuple[Library, ...] = ("polars", "pandas")


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    """An empty data folder; its clock is the real one, because handles expire by it."""
    made = make_context(tmp_path, now=datetime.now(UTC))
    yield made
    made.store.close()


def rows(context: Context, n_rows: int, file_format: str = "parquet") -> Export:
    query = (
        f"SELECT i AS n, CASE WHEN i % 10 = 3 THEN NULL ELSE i * 0.5 END AS half, "
        f"CASE WHEN i % 2 = 0 THEN '走' END AS kind FROM range({n_rows}) AS t(i)"
    )
    return export(context, query=query, format=file_format, max_rows=1_000_000).export


@pytest.mark.sampled(2)
@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("file_format", FORMATS)
def test_a_thousand_rows_are_loaded_whole(
    context: Context, file_format: str, library: Library
) -> None:
    made = rows(context, 1000, file_format)
    frame = safe_load_export(made.handle, library=library, data_folder=context.data_folder)
    assert isinstance(frame, pl.DataFrame if library == "polars" else pd.DataFrame)
    assert list(frame.columns) == ["n", "half", "kind"]
    columns = as_columns(frame)
    np.testing.assert_array_equal(columns["n"], np.arange(1000))
    assert np.isnan(columns["half"][3::10]).all()
    np.testing.assert_array_equal(columns["half"][4::10], np.arange(4, 1000, 10) * 0.5)
    assert "kind" not in columns


@pytest.mark.sampled(4)
@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("file_format", FORMATS)
@pytest.mark.parametrize("n_rows", [1, 3])
def test_values_are_what_they_were_in_the_query(
    context: Context, file_format: str, library: Library, n_rows: int
) -> None:
    query = (
        "SELECT 'nan'::DOUBLE AS nan, 'inf'::DOUBLE AS inf, '007' AS code, '' AS nothing, "
        f"NULL::VARCHAR AS missing, true AS yes FROM range({n_rows})"
    )
    made = export(context, query=query, format=file_format).export
    frame = safe_load_export(made.handle, library=library, data_folder=context.data_folder)
    columns = as_columns(frame)
    assert np.isnan(columns["nan"]).all()
    assert np.isposinf(columns["inf"]).all()
    assert columns["yes"].tolist() == [1.0] * n_rows
    assert list(frame["code"]) == ["007"] * n_rows
    assert list(frame["nothing"]) == [""] * n_rows
    assert all(value is None or value is pd.NA or value != value for value in frame["missing"])


def test_a_type_that_polars_does_not_survive_is_refused_in_words(context: Context) -> None:
    made = export(context, query="SELECT INTERVAL 1 DAY AS gap, 7 AS x").export
    with pytest.raises(BadArgument, match=r"column = 'gap' is not of a type polars reads"):
        safe_load_export(made.handle, columns=["x"], data_folder=context.data_folder)
    frame = safe_load_export(made.handle, library="pandas", data_folder=context.data_folder)
    assert frame["x"].tolist() == [7]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("file_format", FORMATS)
def test_a_hundred_thousand_rows_are_refused_with_what_to_do(
    context: Context, file_format: str, library: Library
) -> None:
    made = rows(context, 100_000, file_format)
    with pytest.raises(ReplyTooLarge, match=r"100000 is not at most max_rows = 10000.*GROUP BY"):
        safe_load_export(made.handle, library=library, data_folder=context.data_folder)


def test_exactly_as_many_rows_as_allowed_are_loaded(context: Context) -> None:
    made = rows(context, 1000)
    folder = context.data_folder
    assert len(safe_load_export(made.handle, 1000, data_folder=folder)) == 1000
    with pytest.raises(ReplyTooLarge, match="max_rows = 999"):
        safe_load_export(made.handle, 999, data_folder=folder)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("file_format", FORMATS)
def test_some_columns_in_the_order_asked_for(
    context: Context, file_format: str, library: Library
) -> None:
    made = rows(context, 10, file_format)
    frame = load_frame(made, columns=["kind", "n"], library=library)
    assert list(frame.columns) == ["kind", "n"]
    with pytest.raises(BadArgument, match="column = 'pace' is not one of n, half, kind"):
        load_frame(made, columns=["pace"], library=library)


def test_any_library_gives_the_same_columns_and_the_same_table(context: Context) -> None:
    query = (
        "SELECT i AS n, CASE WHEN i % 10 = 3 THEN NULL ELSE i * 0.5::DOUBLE END AS half, "
        "CASE WHEN i % 2 = 0 THEN '走' END AS kind FROM range(20) AS t(i)"
    )
    made = export(context, query=query).export
    loaded = {
        library: load_frame(made, library=library)
        for library in ("polars", "pandas", "duckdb", "arrays")
    }
    expected = as_columns(loaded["polars"])
    table = safe_summary_table(loaded["polars"])
    assert "(10 rows omitted)" in table
    for frame in loaded.values():
        columns = as_columns(frame)
        assert list(columns) == ["n", "half"]
        np.testing.assert_array_equal(columns["n"], expected["n"])
        np.testing.assert_array_equal(columns["half"], expected["half"])
        assert safe_summary_table(frame) == table


def test_a_relation_outlives_the_file_of_its_export(context: Context) -> None:
    made = rows(context, 20)
    relation = safe_load_export(made.handle, library="duckdb", data_folder=context.data_folder)
    made.path.unlink()
    assert relation.aggregate("sum(n)").fetchall() == [(190,)]


def test_the_path_of_the_reply_leads_to_its_data_folder(context: Context) -> None:
    made = rows(context, 3)
    for path in (made.path.absolute(), str(made.path.absolute())):
        assert len(safe_load_export(path)) == 3


def test_a_handle_is_found_in_the_folder_of_the_environment(tmp_path: Path) -> None:
    """HAKARU_DATA, then the demo made where one is: asked of a process of its own."""
    for folder, variables in (
        (tmp_path / "own", {"HAKARU_DATA": str(tmp_path / "own")}),
        (tmp_path / "work" / "demo" / "data", {}),
    ):
        made_in = make_context(folder, now=datetime.now(UTC))
        handle = rows(made_in, 4).handle
        made_in.store.close()
        (tmp_path / "work").mkdir(exist_ok=True)
        asked = (
            f"from hakaru.safe_data import safe_load_export as load; print(len(load({handle!r})))"
        )
        environ = environment({"HOME": str(tmp_path), "PYTHONPATH": str(SRC.parent), **variables})
        done = subprocess.run(
            [sys.executable, "-c", asked], env=environ, cwd=tmp_path / "work",
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert done.stdout == "4\n"


def test_an_export_that_is_nowhere_says_where_it_was_looked_for(context: Context) -> None:
    handle = "export_20260101T000000_" + "0" * 32
    with pytest.raises(UnknownExport, match=re.escape(str(context.data_folder)) + ".*`file`"):
        safe_load_export(handle, data_folder=context.data_folder)


@pytest.mark.parametrize(
    "handle",
    [
        "",
        "../../etc/passwd",
        "/etc/passwd",
        "export_x",
        "/exports/queries/passwd",
        "export_20260101T000000_" + "0" * 32,
    ],
)
def test_what_is_no_handle_is_never_looked_up_as_a_path(context: Context, handle: str) -> None:
    """Resolutions 37: a handle is not a path."""
    with pytest.raises(UnknownExport, match="handle"):
        safe_load_export(handle, data_folder=context.data_folder)


def test_an_unknown_library_is_a_typed_error(context: Context) -> None:
    library: Any = "arrow"
    with pytest.raises(BadArgument, match="one of polars, pandas, pyarrow, duckdb, arrays"):
        load_frame(rows(context, 1), library=library)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("file_format", FORMATS)
def test_a_damaged_file_is_a_typed_error(
    context: Context, file_format: str, library: Library
) -> None:
    made = rows(context, 10, file_format)
    made.path.chmod(0o600)
    made.path.write_bytes(b"\x00 not what it was \xff\xfe" * 20)
    with pytest.raises(BadArgument, match=r"export\(\) again"):
        load_frame(made, library=library)


@pytest.mark.parametrize("library", LIBRARIES)
def test_a_column_name_with_quotes_is_only_a_name(context: Context, library: Library) -> None:
    made = export(context, query="""SELECT 1 AS "a""b", 2 AS "走" """).export
    assert list(load_frame(made, library=library).columns) == ['a"b', "走"]


def test_a_file_that_is_gone_is_a_typed_error(context: Context) -> None:
    made = rows(context, 10)
    gone = dataclasses.replace(made, path=made.path.with_name("gone.parquet"))
    for library in LIBRARIES:
        with pytest.raises(BadArgument, match=r"export\(\) again"):
            load_frame(gone, library=library)
