"""How is a Parquet file put into a lake whole or not at all, and when need it not be made again?

Results lie in `LAKE/_results/KIND/runner=ID.parquet`; each carries the digest of what it was made
from. A file is written under another name beside its place and moved there in one step.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args
from uuid import uuid4

from hakaru.core.errors import SourceError
from hakaru.store.rows import AnyArray, Kind, pack

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

ResultKind = Literal["baselines", "coverage", "verdicts"]
RESULTS = "_results"
_INCOMING = "incoming_rows"
_PART = ".part"
_LEFT_OVER_S = 3600.0


@dataclass(frozen=True, kw_only=True)
class ResultPlace:
    """Where one result of a runner lies, or will."""

    lake: Path
    kind: ResultKind
    runner_id: str

    @property
    def path(self) -> Path:
        """Its file."""
        return self.lake / RESULTS / self.kind / f"runner={self.runner_id}.parquet"


def write_result(
    place: ResultPlace,
    rows: Sequence[Sequence[object]],
    *,
    kinds: Mapping[str, Kind],
    digest: str,
) -> None:
    """Put a result in its place in one step: a process that is killed leaves the old or the new."""
    by_name = {
        name: pack(each, [row[number] for row in rows])
        for number, (name, each) in enumerate(kinds.items())
    }
    days = [name for name, kind in kinds.items() if kind == "day"]
    write_parquet(place.path, by_name, days=days, note=digest)


def clear_cut_off(lake: Path) -> None:
    """Remove what processes that were killed left half written an hour ago or more."""
    before_s = time.time() - _LEFT_OVER_S
    for kind in get_args(ResultKind):
        folder = lake / RESULTS / kind
        with suppress(OSError), os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.endswith(_PART) and entry.stat().st_mtime < before_s:
                    Path(entry.path).unlink()


def is_done(place: ResultPlace, *, digest: str) -> bool:
    """Whether a result made from the same is there."""
    import duckdb  # noqa: PLC0415  # 0.1 s

    if not place.path.exists():
        return False
    try:
        with closing(connection()) as con:
            notes = con.execute(
                "SELECT decode(value) FROM parquet_kv_metadata(?) WHERE decode(key) = 'made_from'",
                [str(place.path)],
            ).fetchall()
    except duckdb.Error:
        return False
    return notes == [(digest,)]


def read_result(place: ResultPlace) -> list[dict[str, Any]]:
    """The rows of a result, each by column name.

    Raises:
        SourceError: it is not there, or not readable.
    """
    import duckdb  # noqa: PLC0415  # 0.1 s

    try:
        with closing(connection()) as con:
            fetched = con.execute(
                "SELECT * FROM read_parquet(?, hive_partitioning = false)", [str(place.path)]
            )
            names = [str(column[0]) for column in fetched.description or ()]
            return [dict(zip(names, row, strict=True)) for row in fetched.fetchall()]
    except duckdb.Error as exc:
        raise SourceError(str(place.path), "there is no such result; train first") from exc


def write_parquet(
    path: Path, columns: Mapping[str, AnyArray], *, days: Sequence[str], note: str = ""
) -> Path:
    """Write columns as a file, over what was there; `days`: those that are dates.

    Raises:
        SourceError: it cannot be written.
    """
    import duckdb  # noqa: PLC0415  # 0.1 s

    part = path.with_name(f"{path.name}.{uuid4().hex}{_PART}")
    quoted = str(part).replace("'", "''")
    dates = ", ".join(f"{name}::DATE AS {name}" for name in days)
    chosen = f"* REPLACE ({dates})" if dates else "*"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with closing(connection()) as con:
            con.register(_INCOMING, dict(columns))
            con.execute(
                f"COPY (SELECT {chosen} FROM {_INCOMING}) TO '{quoted}' (FORMAT parquet, "
                f"COMPRESSION zstd, KV_METADATA {{made_from: '{note}'}})"
            )
            con.unregister(_INCOMING)
        part.replace(path)
    except (duckdb.Error, OSError) as exc:
        with suppress(OSError):
            part.unlink()
        raise SourceError(str(path), f"it cannot be written: {str(exc).splitlines()[0]}") from exc
    return path


def connection() -> DuckDBPyConnection:
    """A database in memory, with one thread: every core has a runner of its own."""
    import duckdb  # noqa: PLC0415  # 0.1 s

    return duckdb.connect(
        config={
            "threads": "1",
            "autoinstall_known_extensions": "false",
            "autoload_known_extensions": "false",
        }
    )
