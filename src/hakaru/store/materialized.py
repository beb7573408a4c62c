"""Which results of queries are kept as tables, for later queries of any process?

Each is a database file of its own in the private cache, attached read-only to the sandbox. The
runner's database is never written.
"""

from __future__ import annotations

import re
import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from hakaru.core.errors import BadArgument
from hakaru.store.export_files import KeptFile, KeptFiles
from hakaru.store.sandbox.allowed import KEPT_BACK, TABLES
from hakaru.store.sandbox.job import Attached, Written

MATERIALIZED_FILE_BYTES = 256_000_000
MATERIALIZED_ROWS = 5_000_000
MOST_MATERIALIZED = 10
_PREFIX = "temp_view_"
_NAME = re.compile(r"[a-z_][a-z0-9_]{0,40}")


@dataclass(frozen=True, kw_only=True)
class Materialized:
    """A kept result. It answers to `view` as long as it lives, and to `name` until a newer one
    takes that name."""

    view: str
    name: str
    path: Path
    n_rows: int
    size_bytes: int
    created_at: datetime
    expires_at: datetime


class MaterializedFolder:
    """The kept results of one data folder, shared by all its processes."""

    def __init__(self, data_folder: Path) -> None:
        self._files = KeptFiles(data_folder / "cache" / "materialized")

    def clean(self, *, now: datetime, everything: bool = False) -> int:
        """Remove expired results, or all. How many are gone."""
        return self._files.clean(now=now, everything=everything)

    def list(self, *, now: datetime) -> tuple[Materialized, ...]:
        """What has not expired, newest first."""
        return tuple(_materialized(kept_file) for kept_file in self._files.kept(now=now))

    def attached(self, *, now: datetime) -> tuple[Attached, ...]:
        """What a query may name, and in which file it is."""
        taken: set[str] = set()
        attachments = []
        for export in self.list(now=now):
            names = (export.view,) if export.name in taken else (export.view, export.name)
            taken.add(export.name)
            attachments.append(Attached(names=names, path=str(export.path)))
        return tuple(attachments)

    def begin(self) -> tuple[str, Path]:
        """A new view name, and where to write its database."""
        view = f"{_PREFIX}{uuid.uuid4().hex[:12]}"
        return view, self._files.place(view)

    def give_up(self, view: str) -> None:
        """Remove what was written of a result that failed."""
        self._files.remove(view)

    def keep(
        self, part: Path, written: Written, *, name: str, now: datetime, ttl_s: float
    ) -> Materialized:
        """Keep a written database; beyond ten the oldest go."""
        note = {
            "created_at": now.isoformat(),
            "expires_at": (now + timedelta(seconds=ttl_s)).isoformat(),
            "name": name,
            "rows": written.n_rows,
        }
        materialized = _materialized(self._files.keep(part, ending=".duckdb", note=note))
        for outdated in self.list(now=now)[MOST_MATERIALIZED:]:
            self._files.remove(outdated.view)
        return materialized


def checked_name(name: str) -> str:
    """A name for a kept result, in lower case.

    Raises:
        BadArgument: not a plain name, or one of our tables.
    """
    folded = name.strip().lower()
    if not _NAME.fullmatch(folded) or folded.startswith(_PREFIX):
        raise BadArgument("name", name, "a name of up to 41 letters, digits and underscores")
    if folded in TABLES | KEPT_BACK:
        raise BadArgument("name", name, "free: it is a table of yours")
    return folded


def _materialized(kept_file: KeptFile) -> Materialized:
    return Materialized(
        view=kept_file.name,
        name=kept_file.note["name"],
        path=kept_file.path,
        n_rows=kept_file.note["rows"],
        size_bytes=kept_file.size_bytes,
        created_at=kept_file.created_at,
        expires_at=kept_file.expires_at,
    )
