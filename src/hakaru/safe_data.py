"""Data for a notebook, and how it is printed without drowning a model in rows.

PLAN      decide which rows are needed
EXPORT    export(context, ...)               the rows go to a file, a handle comes back
CODE      safe_load_export(handle)           compute on the rows, in Python
RESULT    safe_json_output, safe_summary_table    at most 1 KB, at most ten rows
INTERPRET only the result
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import platformdirs

from hakaru.bootstrap import load_config
from hakaru.core.errors import UnknownExport
from hakaru.core.i18n import message
from hakaru.flows.context import Context
from hakaru.flows.exports import ExportResult
from hakaru.flows.exports import export as export_rows
from hakaru.present.safe_output import safe_json_output, safe_summary_table, validate_output
from hakaru.store.exported_frames import MAX_LOAD_ROWS, Library, as_columns, load_frame
from hakaru.store.exports import Export, ExportFolder
from hakaru.store.file_access import EXPORTS, QUERIES

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
    handle: str | Path,
    max_rows: int = MAX_LOAD_ROWS,
    *,
    columns: Sequence[str] | None = None,
    library: Library | None = None,
    data_folder: Path | str | None = None,
) -> Any:
    """The rows of an export by what `export` answered with: its `handle`, or the path in `file`.

    They come as a frame of polars, pandas or pyarrow, whichever is installed, or as `library` says
    ("duckdb": a relation); without any, as a mapping of columns to numpy arrays.

    `data_folder` None: that of a path, HAKARU_DATA, the configuration, the standard one, and the
    demo's are looked through, in this order.

    Raises:
        UnknownExport: there is no such export (any more).
        ReplyTooLarge: it has more than `max_rows` rows.
        BadArgument: an unknown column, or a library that is not installed.
    """
    exported = _find(str(handle), None if data_folder is None else Path(data_folder))
    return load_frame(exported, max_rows=max_rows, columns=columns, library=library)


def _find(handle: str, data_folder: Path | None) -> Export:
    """A handle is a name. Of a path only that name counts, and which data folder it lies in."""
    name, folder_of_path = _taken_apart(handle)
    if data_folder is not None:
        folders = [data_folder]
    elif folder_of_path is not None:
        folders = [folder_of_path]
    else:
        folders = _data_folders()
    now = datetime.now(UTC)
    for folder in folders:
        with contextlib.suppress(UnknownExport):
            return ExportFolder(folder).find(name, now=now)
    raise UnknownExport(
        handle,
        message(
            "handle = {handle} is not an export that is there in {folders}; give the path "
            "that export() answered with (`file`), or data_folder=",
            handle=repr(handle[:200]),
            folders=", ".join(map(str, folders)),
        ),
    )


def _taken_apart(handle: str) -> tuple[str, Path | None]:
    path = Path(handle)
    if not path.is_absolute() or path.parts[-3:-1] != (EXPORTS, QUERIES):
        return handle, None
    return path.stem, path.parents[2]


def _data_folders() -> list[Path]:
    """Where exports may lie, each folder once."""
    configured = load_config(data_folder=None, language=None).data_folder
    standard = Path(platformdirs.user_data_dir("hakaru"))
    demos = [parent / "demo" / "data" for parent in (Path.cwd(), Path(sys.prefix).parent)]
    others = [folder for folder in (standard, *demos) if folder.is_dir()]
    return list(dict.fromkeys(path.absolute() for path in (configured, *others)))
