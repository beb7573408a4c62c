"""How does a notebook get at data, and print it, without drowning a model in rows?

PLAN      decide which rows are needed
EXPORT    export(context, ...)               the rows go to a file, a handle comes back
CODE      safe_load_export(handle)           compute on the rows, in Python
RESULT    safe_json_output, safe_summary_table    at most 1 KB, at most ten rows
INTERPRET only the result
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from hakaru.bootstrap import load_config
from hakaru.flows.context import Context
from hakaru.flows.exports import ExportResult
from hakaru.flows.exports import export as export_rows
from hakaru.present.safe_output import safe_json_output, safe_summary_table, validate_output
from hakaru.store.exports import MAX_LOAD_ROWS, ExportFolder, Library, as_columns, load_frame

__all__ = [
    "as_columns",
    "export",
    "safe_json_output",
    "safe_load_export",
    "safe_summary_table",
    "validate_output",
]

_DEFAULTS: dict[str, Any] = {
    "query": None,
    "activity_ids": None,
    "time_range": None,
    "metrics": None,
    "anomaly_id": None,
    "context_window": 30,
    "format": "parquet",
    "max_rows": 100_000,
    "ttl_seconds": 3600,
}


def export(context: Context, **chosen: Any) -> ExportResult:
    """The tool `export` with its defaults: rows of a `query`, or of runs by structured parameters.

    Raises:
        BadArgument, QueryRefused, QueryStopped, UnknownActivity, AmbiguousActivity, StoreBusy:
            see `hakaru.flows.exports`.
    """
    return export_rows(context, **{**_DEFAULTS, **chosen})


def safe_load_export(
    handle: str,
    max_rows: int = MAX_LOAD_ROWS,
    *,
    columns: Sequence[str] | None = None,
    library: Library | None = None,
    data_folder: Path | str | None = None,
) -> Any:
    """The rows of an export as a polars or pandas frame, by the handle that `export` gave; without
    either library a mapping of columns to numpy arrays.

    A handle is a name and never a path. `data_folder` None: the configured one.

    Raises:
        UnknownExport: there is no such export (any more).
        ReplyTooLarge: it has more than `max_rows` rows.
        BadArgument: an unknown column, or a library that is not installed.
    """
    folder = None if data_folder is None else Path(data_folder)
    configured = load_config(data_folder=folder, language=None).data_folder
    exported = ExportFolder(configured).find(handle, now=datetime.now(UTC))
    return load_frame(exported, max_rows=max_rows, columns=columns, library=library)
