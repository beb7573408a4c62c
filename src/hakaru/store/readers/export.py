"""How do the rows of a query leave as a file? By the sandbox, under a handle."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from hakaru.store.database import Store
from hakaru.store.exports import Export, ExportFolder
from hakaru.store.materialized import MaterializedFolder
from hakaru.store.readers.base import BaseDBReader
from hakaru.store.sandbox.ask import write_rows
from hakaru.store.sandbox.job import FileFormat, Job

MAX_ROWS = 100_000
TTL_S = 3600.0


class ExportReader(BaseDBReader):
    """Files of rows. `check` is called while one is written; what it raises ends the query."""

    def __init__(
        self, database: Store | Path | str, *, check: Callable[[], None] = lambda: None
    ) -> None:
        super().__init__(database)
        self._check = check

    def export_query_result(
        self,
        query: str,
        export_format: FileFormat = "parquet",
        *,
        max_rows: int = MAX_ROWS,
        ttl_s: float = TTL_S,
        now: datetime | None = None,
    ) -> Export:
        """Write the rows of a SELECT to a new file of the private folder; `now` None: now.

        Raises:
            QueriesBusy: too many queries run and wait already.
            QueryRefused: the query may not run; no file is left then, nor below.
            QueryStopped: it has more than `max_rows` rows, or took more than its limits.
            BadArgument: all exports together are too large.
            StoreBusy, StoreDamaged: as in `Store.read`.
        """
        moment = datetime.now(UTC) if now is None else now
        data_folder = self.db_path.parent
        with self.store.read():
            pass  # the sandbox only reads: whoever comes first makes or migrates the database
        exports = ExportFolder(data_folder)
        exports.clean(now=moment)
        room_bytes = exports.room_bytes(now=moment)
        handle, part = exports.begin(now=moment)
        job = Job(
            kind="export",
            text=query,
            folder=str(data_folder),
            attached=MaterializedFolder(data_folder).attached(now=moment),
            target=str(part),
            file_format=export_format,
            max_rows=max_rows,
            max_bytes=room_bytes,
        )
        try:
            written = write_rows(job, self._check)
            return exports.keep(part, written, file_format=export_format, now=moment, ttl_s=ttl_s)
        except BaseException:
            exports.give_up(handle)
            raise
