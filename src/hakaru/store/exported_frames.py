"""The rows of an export in the library that is installed: polars, pandas, pyarrow, DuckDB or numpy.

No frame library is needed by the product itself, and none is converted into another: they are
imported when a frame of theirs is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Literal, cast

import numpy as np
from numpy.typing import NDArray

from hakaru.core.errors import BadArgument, ReplyTooLarge
from hakaru.core.i18n import message
from hakaru.store.exports import Export
from hakaru.store.sandbox.check import quoted

MAX_LOAD_ROWS = 10_000
_PLAIN = re.compile(r"[A-Z ]+|DECIMAL\([0-9]+,[0-9]+\)")
"""Types of single values; a list or struct in a CSV file is text."""
Library = Literal["polars", "pandas", "pyarrow", "duckdb", "arrays"]
_TRIED = ("polars", "pandas", "pyarrow")
"""Asked for in this order where no library is named."""


def load_frame(
    export: Export,
    *,
    max_rows: int = MAX_LOAD_ROWS,
    columns: Sequence[str] | None = None,
    library: Library | None = None,
) -> Any:
    """The rows of an export, Parquet or CSV, as a frame of the library; `columns` None: all.

    `library` None: polars, pandas or pyarrow, whichever is installed; without any, a mapping of
    columns to numpy arrays. "duckdb": a relation in a database of its own, in memory.

    Text of a CSV file stays text, also where it looks like a number.

    Nothing is loaded of an export with too many rows.

    Raises:
        ReplyTooLarge: more than `max_rows` rows.
        BadArgument: an unknown column or library, a library that is not installed, a type that it
            cannot read, or a file that is damaged.
    """
    library = library or _installed_library()
    if library not in _LOADERS:
        raise BadArgument("library", library, message("one of {names}", names=", ".join(_LOADERS)))
    if export.n_rows > max_rows:
        raise ReplyTooLarge(
            message(
                "rows of {handle} = {n} is not at most max_rows = {limit}: aggregate in "
                "the query (GROUP BY), narrow its time range, or ask profile() or "
                "histogram()",
                handle=export.handle,
                n=export.n_rows,
                limit=max_rows,
            )
        )
    names = [name for name, _ in export.columns]
    for column in columns or ():
        if column not in names:
            raise BadArgument("column", column, message("one of {names}", names=", ".join(names)))
    chosen = names if columns is None else list(columns)
    try:
        return _LOADERS[library](export, chosen)
    except ImportError as exc:
        raise BadArgument(
            "library",
            library,
            message("installed here; without the argument the one that is installed is taken"),
        ) from exc


def as_columns(frame: Any) -> dict[str, NDArray[np.float64]]:
    """The numeric columns of what `load_frame` gives as arrays; NaN where a value is missing."""
    columns = {str(name): _floats(values) for name, values in columns_of(frame).items()}
    return {name: values for name, values in columns.items() if values is not None}


def columns_of(frame: Any) -> Mapping[Any, Any]:
    """The columns by name of a frame of any library, or of a mapping of arrays."""
    if isinstance(frame, Mapping):
        return frame
    if hasattr(frame, "fetchnumpy"):  # a relation of DuckDB
        return cast("Mapping[Any, Any]", frame.fetchnumpy())
    names = frame.column_names if hasattr(frame, "column_names") else frame.columns
    return {name: frame[name] for name in names}


def _floats(column: Any) -> NDArray[np.float64] | None:
    """A column as floats; None: it holds no numbers. SQL literals like 0.5 make it decimal."""
    if isinstance(column, np.ma.MaskedArray):  # of DuckDB, where values are missing
        if column.dtype.kind not in "iufb":
            return None
        return np.where(np.ma.getmaskarray(column), np.nan, column.data.astype(np.float64))
    values = np.asarray(column.to_numpy() if hasattr(column, "to_numpy") else column)
    if values.dtype.kind in "iufb":
        return values.astype(np.float64)
    kind = str(getattr(column, "dtype", getattr(column, "type", "")))
    if kind.lower().startswith(("decimal", "bool")):
        return np.array([np.nan if value is None else float(value) for value in values])
    return None


def _with_polars(export: Export, columns: list[str]) -> Any:
    import polars  # noqa: PLC0415  # an optional library

    for name, kind in export.columns:
        if "INTERVAL" in kind and export.file_format == "parquet":  # polars does not survive it
            raise BadArgument(
                "column", name, message("of a type polars reads; export epoch() of it")
            )
    try:
        if export.file_format == "parquet":
            return polars.read_parquet(export.path, columns=columns).select(columns)
        polars_types = {"VARCHAR": polars.String, "DOUBLE": polars.Float64}
        types = {name: polars_types[kind] for name, kind in export.columns if kind in polars_types}
        read = polars.read_csv(
            export.path, try_parse_dates=True, infer_schema_length=None, schema_overrides=types
        )
        return read.select(columns)
    except (polars.exceptions.PolarsError, OSError) as exc:
        raise _unreadable(export) from exc


def _with_pandas(export: Export, columns: list[str]) -> Any:
    """By way of the database library: pandas alone reads no Parquet."""
    import_module("pandas")
    return _read_by_duckdb(export, columns, as_=lambda _, rows: rows.df())


def _with_numpy(export: Export, columns: list[str]) -> Any:
    return _read_by_duckdb(export, columns, as_=lambda _, rows: rows.fetchnumpy())


def _with_pyarrow(export: Export, columns: list[str]) -> Any:
    import_module("pyarrow")
    return _read_by_duckdb(export, columns, as_=lambda _, rows: rows.to_arrow_table())


def _with_duckdb(export: Export, columns: list[str]) -> Any:
    """A relation keeps its database alive; the rows are read now, as the file may expire."""
    return _read_by_duckdb(export, columns, as_=_kept_in_memory)


def _kept_in_memory(con: Any, rows: Any) -> Any:
    rows.create("export")
    return con.table("export")


def _read_by_duckdb(export: Export, columns: list[str], *, as_: Callable[[Any, Any], Any]) -> Any:
    """`as_` makes of a connection and its relation what is given back."""
    import duckdb  # noqa: PLC0415  # 0.1 s

    given: list[object] = [str(export.path)]
    if export.file_format == "parquet":
        rows = "read_parquet(?)"
    else:
        rows = "read_csv(?, header = true, types = ?, allow_quoted_nulls = false)"
        given.append({name: kind for name, kind in export.columns if _PLAIN.fullmatch(kind)})
    names = ", ".join(map(quoted, columns))
    con = duckdb.connect()
    try:
        return as_(con, con.sql(f"SELECT {names} FROM {rows}", params=given))
    except duckdb.Error as exc:
        raise _unreadable(export) from exc


_LOADERS: Mapping[str, Callable[[Export, list[str]], Any]] = {
    "polars": _with_polars,
    "pandas": _with_pandas,
    "pyarrow": _with_pyarrow,
    "duckdb": _with_duckdb,
    "arrays": _with_numpy,
}


def _installed_library() -> Library:
    installed = (name for name in _TRIED if find_spec(name) is not None)
    return cast(Library, next(installed, "arrays"))


READ_WITH: Mapping[str, Mapping[str, str]] = {
    "parquet": {
        "polars": "polars.read_parquet(file)",
        "pandas": "pandas.read_parquet(file) (pyarrow)",
        "duckdb": "FROM 'file'",
        "R": "arrow::read_parquet(file)",
    },
    "csv": {
        "polars": "polars.read_csv(file)",
        "pandas": "pandas.read_csv(file)",
        "duckdb": "FROM 'file'",
        "R": "read.csv(file)",
    },
}
"""One line that opens an export of a format; `file` stands for its path."""


def _unreadable(export: Export) -> BadArgument:
    return BadArgument(
        "handle", export.handle, message("an export that can be read; export() again")
    )
