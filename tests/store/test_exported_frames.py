"""Exports come back as frames of either library, by handle, and never more rows than asked for.

The lines of the requirements' test list (D): normal load (1000 rows), too many (100,000 rows),
Parquet and CSV alike.
"""

from __future__ import annotations

import dataclasses
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
from hakaru.safe_data import as_columns, export, safe_load_export
from hakaru.store.exports import Export, Library, load_frame
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


@pytest.mark.parametrize(
    "handle",
    ["", "../../etc/passwd", "/etc/passwd", "export_x", "export_20260101T000000_" + "0" * 32],
)
def test_what_is_no_handle_is_never_looked_up_as_a_path(context: Context, handle: str) -> None:
    """Resolutions 37: a handle is not a path."""
    with pytest.raises(UnknownExport, match="handle"):
        safe_load_export(handle, data_folder=context.data_folder)


def test_an_unknown_library_is_a_typed_error(context: Context) -> None:
    library: Any = "arrow"
    with pytest.raises(BadArgument, match="polars, pandas or arrays"):
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
