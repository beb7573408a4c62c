"""The lake of many runners: what lies where in it.

`LAKE/splits/NAME.parquet` holds the splits of many runners, sorted by runner: `runner_id`, the
columns of `Split`, and of their run `activity_id`, `activity_date` (local), `started_at` (UTC) and
`sensor_group`; where they are known `sensor_label` (which unit measured), `gear` (the pair of
shoes) and `sub_sport`. A runner lies in one file. `LAKE/manifest.json` says which runners each file
holds, so that nobody has to open or list many; it is made anew where files came or changed. A lake
of folders, `LAKE/runner=ID/*.parquet` without the column `runner_id`, is read as well.

Results lie in `LAKE/_results/KIND/NAME.parquet`; each carries the digest of what it was made from.
A file is written under another name beside its place and moved there in one step.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, date, datetime
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal
from uuid import uuid4

import numpy as np

from hakaru.core.errors import BadArgument, SourceError
from hakaru.core.i18n import listed, message
from hakaru.records import frozen
from hakaru.running.activity import surface_of
from hakaru.running.lessons import SplitColumns
from hakaru.running.splits import Split
from hakaru.store.rows import AnyArray, floats, pack

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


ResultKind = Literal["baselines", "coverage", "verdicts"]
RESULTS = "_results"
MANIFEST = "manifest.json"
SPLITS = "splits"
_INCOMING = "incoming_rows"
HALF_WRITTEN = ".part"
_ROW_GROUP = 8192
"""Rows that are read or left out together: about the splits of fifteen runners of fifty runs."""


@frozen
class LakePart:
    """Runners whose splits lie together: a file of many, or the folder of one."""

    lake: Path
    name: str
    n_runners: int = 1

    @property
    def files(self) -> list[Path]:
        """What holds its splits."""
        if self.only_runner is not None:
            return sorted((self.lake / self.name).glob("*.parquet"))
        return [self.lake / SPLITS / f"{self.name}.parquet"]

    @property
    def only_runner(self) -> str | None:
        """Whose folder it is; None: a file of many."""
        return self.name.removeprefix(_RUNNER) if self.name.startswith(_RUNNER) else None

    def digest(self, *more: object) -> str:
        """What its results depend on: the bytes of its files, and settings and versions."""
        digest = hashlib.sha256(repr(more).encode())
        for path in self.files:
            digest.update(f"\0{path.name}\0{path.stat().st_size}\0".encode())
            digest.update(path.read_bytes())
        return digest.hexdigest()

    def result(self, kind: ResultKind) -> Path:
        """Where a result of its runners lies, or will."""
        return self.lake / RESULTS / kind / f"{self.name}.parquet"


def write_parquet(
    path: Path,
    columns: Mapping[str, AnyArray],
    *,
    days: Sequence[str],
    notes: Mapping[str, str] | None = None,
) -> Path:
    """Write columns as a file, over what was there; `days`: those that are dates.

    Raises:
        SourceError: it cannot be written.
    """
    import duckdb  # noqa: PLC0415  # 0.1 s

    part = path.with_name(f"{path.name}.{uuid4().hex}{HALF_WRITTEN}")
    metadata = ", ".join(f"{key}: {_quoted(value)}" for key, value in (notes or {}).items())
    dates = ", ".join(f"{name}::DATE AS {name}" for name in days)
    chosen = f"* REPLACE ({dates})" if dates else "*"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with closing(connection()) as con:
            con.register(_INCOMING, dict(columns))
            con.execute(
                f"COPY (SELECT {chosen} FROM {_INCOMING}) TO {_quoted(str(part))} (FORMAT parquet, "
                f"COMPRESSION zstd, ROW_GROUP_SIZE {_ROW_GROUP}"
                + (f", KV_METADATA {{{metadata}}})" if metadata else ")")
            )
            con.unregister(_INCOMING)
        part.replace(path)
    except (duckdb.Error, OSError) as exc:
        with suppress(OSError):
            part.unlink()
        raise SourceError(
            str(path), message("it cannot be written: {reason}", reason=str(exc).splitlines()[0])
        ) from exc
    return path


def _quoted(text: str) -> str:
    escaped = text.replace("'", "''")
    return f"'{escaped}'"


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


_RUN_COLUMNS = ("activity_id", "activity_date", "started_at", "sensor_group")
_NEEDED = (
    *_RUN_COLUMNS,
    *(field.name for field in dataclasses.fields(Split) if field.default is dataclasses.MISSING),
)
_RUNNER = "runner="
_RUNNER_ID = "runner_id"
_PATTERN = re.compile(r"[*?\[\]{}]")
_READ = "read_parquet(?, union_by_name = true, hive_partitioning = false)"


@frozen
class LakeRun:
    """One run of a runner. `sensor_group` None: it was measured without form."""

    activity_id: int
    day: date
    started_at: datetime
    sensor_group: str | None
    sensor_label: str | None
    shoe: str | None
    surface: str | None
    splits: tuple[Split, ...]


@frozen
class LakeRunner:
    """All that the lake holds of a runner: runs in order of time, and all splits as columns."""

    runner_id: str
    runs: tuple[LakeRun, ...]
    columns: SplitColumns


def has_runners(lake: Path) -> bool:
    """Whether there is a runner in a folder, which need not exist."""
    return lake.is_dir() and (any(_sizes(lake)) or any(_folders(lake)))


def parts_of(lake: Path) -> tuple[LakePart, ...]:
    """The parts of a lake, in the order of their runners.

    Raises:
        BadArgument: there is no such folder, no runner in it, one whose name is a pattern, or files
            of which several hold one runner.
    """
    if not lake.is_dir():
        raise BadArgument("lake", str(lake), message("a folder that exists"))
    sizes = _sizes(lake)
    if sizes:
        return _listed(lake, sizes)
    runners = sorted(_folders(lake))
    if not runners:
        raise BadArgument(
            "lake",
            str(lake),
            message("a folder with Parquet files in splits, or in runner=ID folders"),
        )
    for runner_id in runners:
        if _PATTERN.search(runner_id) or not runner_id.isprintable():
            raise BadArgument(
                "lake", _RUNNER + runner_id, message("a name without the signs of patterns")
            )
    return tuple(LakePart(lake=lake, name=_RUNNER + runner_id) for runner_id in runners)


def write_part(lake: Path, name: str, runners: Mapping[str, Mapping[str, AnyArray]]) -> Path:
    """Put the splits of some runners into the lake as one file, over what was there.

    Raises:
        SourceError: it cannot be written.
    """
    ids = sorted(runners)
    n_rows = [len(runners[runner_id]["activity_id"]) for runner_id in ids]
    columns = {
        column: np.concatenate([runners[runner_id][column] for runner_id in ids])
        for column in runners[ids[0]]
    }
    columns[_RUNNER_ID] = np.repeat(np.array(ids, dtype=object), n_rows)
    path = LakePart(lake=lake, name=name).files[0]
    return write_parquet(path, columns, days=("activity_date",))


def _sizes(lake: Path) -> Mapping[str, int]:
    """The files of many runners, by name without its ending, and their bytes."""
    try:
        with os.scandir(lake / SPLITS) as entries:
            return {
                entry.name.removesuffix(".parquet"): entry.stat().st_size
                for entry in entries
                if entry.name.endswith(".parquet")
            }
    except FileNotFoundError:
        return {}


def _folders(lake: Path) -> Iterator[str]:
    with os.scandir(lake) as entries:
        for entry in entries:
            if entry.name.startswith(_RUNNER) and entry.is_dir():
                yield entry.name.removeprefix(_RUNNER)


@frozen
class _Entry:
    """A line of the manifest: a file, how large it was, and its runners from first to last."""

    name: str
    size_bytes: int
    n_runners: int
    first: str
    last: str


def _listed(lake: Path, sizes: Mapping[str, int]) -> tuple[LakePart, ...]:
    """The files by the manifest, which is brought up to date where files came or changed."""
    known = {
        entry.name: entry for entry in _manifest(lake) if sizes.get(entry.name) == entry.size_bytes
    }
    entries = [
        known.get(name) or _looked_into(lake, name, size_bytes)
        for name, size_bytes in sorted(sizes.items())
    ]
    entries.sort(key=lambda entry: (entry.first, entry.name))
    readable = [entry for entry in entries if entry.n_runners]
    for before, after in pairwise(readable):
        if after.first <= before.last:
            raise BadArgument(
                "lake",
                f"{SPLITS}/{after.name}.parquet",
                message("files in the order of runners, each runner in one of them"),
            )
    if len(known) < len(entries):
        _write_manifest(lake, readable)
    return tuple(
        LakePart(lake=lake, name=entry.name, n_runners=max(entry.n_runners, 1)) for entry in entries
    )


def _manifest(lake: Path) -> Sequence[_Entry]:
    try:
        stored = json.loads((lake / MANIFEST).read_text(encoding="utf-8"))
        return [_Entry(**entry) for entry in stored["parts"]]
    except (OSError, ValueError, KeyError, TypeError):
        return ()  # it is made anew


def _write_manifest(lake: Path, entries: Sequence[_Entry]) -> None:
    text = json.dumps({"parts": [dataclasses.asdict(entry) for entry in entries]}, indent=1)
    part = lake / f"{MANIFEST}.{uuid4().hex}{HALF_WRITTEN}"
    with suppress(OSError):  # a lake that may only be read is looked into each time
        part.write_text(text + "\n", encoding="utf-8")
        part.replace(lake / MANIFEST)


def _looked_into(lake: Path, name: str, size_bytes: int) -> _Entry:
    """Which runners a file holds; none where it cannot be read, which its own turn will say."""
    import duckdb  # noqa: PLC0415  # 0.1 s

    path = str(LakePart(lake=lake, name=name).files[0])
    try:
        with closing(connection()) as con:
            rows = con.execute(
                f"SELECT count(DISTINCT r), min(r), max(r) FROM (SELECT {_RUNNER_ID}::VARCHAR AS r "
                f"FROM {_READ})",
                [[path]],
            ).fetchall()
    except duckdb.Error:
        rows = [(0, "", "")]
    n_runners, first, last = rows[0]
    return _Entry(
        name=name, size_bytes=size_bytes, n_runners=n_runners, first=first or "", last=last or ""
    )


@frozen
class PartReader:
    """A part that is open."""

    part: LakePart
    con: DuckDBPyConnection

    def runner_ids(self) -> tuple[str, ...]:
        """Whose splits it holds, in order.

        Raises:
            SourceError: no Parquet file can be read there, or it does not say whose they are.
        """
        if self.part.only_runner is not None:
            return (self.part.only_runner,)
        rows = self._rows(f"SELECT DISTINCT {_RUNNER_ID}::VARCHAR FROM {_READ} ORDER BY 1")
        return tuple(row[0] for row in rows if row[0] is not None)

    def runner(self, runner_id: str) -> LakeRunner:
        """The splits of a runner.

        Raises:
            SourceError: no Parquet file can be read there, or a column that is needed is missing.
        """
        self._rows(f"SELECT * FROM {_READ} LIMIT 0")
        names = [str(column[0]) for column in self.con.description or ()]
        missing = [name for name in _NEEDED if name not in names]
        if missing:
            raise SourceError(
                self._where, message("a column is missing: {columns}", columns=listed(missing))
            )
        own = "" if self.part.only_runner is not None else f"WHERE {_RUNNER_ID}::VARCHAR = ? "
        rows = self._rows(
            "SELECT * REPLACE (activity_id::BIGINT AS activity_id, activity_date::DATE AS "
            f"activity_date, started_at::TIMESTAMP AS started_at) FROM {_READ} {own}"
            "ORDER BY started_at, activity_id, split_index",
            *([runner_id] if own else []),
        )
        keys = [names.index(name) for name in ("activity_id", "activity_date", "started_at")]
        if not rows or any(row[key] is None for row in rows for key in keys):
            raise SourceError(
                self._where, message("there is no split, or one without its run, day or start")
            )
        return LakeRunner(
            runner_id=runner_id, runs=_runs(names, rows), columns=_columns(names, rows)
        )

    @property
    def _where(self) -> str:
        if self.part.only_runner is None:
            return str(self.part.files[0])
        return str(self.part.lake / self.part.name)

    def _rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        import duckdb  # noqa: PLC0415  # 0.1 s

        files = [str(path) for path in self.part.files]
        try:
            return self.con.execute(query, [files, *values]).fetchall()
        except duckdb.Error as exc:
            raise SourceError(
                self._where,
                message("not a lake of splits: {reason}", reason=str(exc).splitlines()[0]),
            ) from exc


@contextmanager
def opened(part: LakePart) -> Iterator[PartReader]:
    """A part, ready to be read runner by runner."""
    with closing(connection()) as con:
        con.execute("SET enable_progress_bar = false; SET TimeZone = 'UTC'")
        yield PartReader(part=part, con=con)


def _runs(names: Sequence[str], rows: Sequence[Sequence[object]]) -> tuple[LakeRun, ...]:
    fields = [field.name for field in dataclasses.fields(Split) if field.name in names]
    places = [names.index(name) for name in fields]
    key, day, started, group = (names.index(name) for name in _RUN_COLUMNS)
    label, gear, ground = (
        names.index(name) if name in names else None
        for name in ("sensor_label", "gear", "sub_sport")
    )
    runs: dict[int, tuple[Sequence[Any], list[Split]]] = {}
    for row in rows:
        values: dict[str, Any] = {
            name: row[place] for name, place in zip(fields, places, strict=True)
        }
        _, splits = runs.setdefault(int(str(row[key])), (row, []))
        splits.append(Split(**values))
    return tuple(
        LakeRun(
            activity_id=activity_id,
            day=first[day],
            started_at=first[started].replace(tzinfo=UTC),
            sensor_group=first[group],
            sensor_label=None if label is None else first[label],
            shoe=None if gear is None else first[gear],
            surface=None if ground is None else surface_of(first[ground]),
            splits=tuple(splits),
        )
        for activity_id, (first, splits) in runs.items()
    )


def _columns(names: Sequence[str], rows: Sequence[Sequence[object]]) -> SplitColumns:
    """The columns that training reads; one that the lake has not is left out."""
    by_name = dict(zip(names, zip(*rows, strict=True), strict=True))
    columns: dict[str, AnyArray] = {
        name: floats(pack("real", by_name[name]))
        for name in (
            "speed_mps", "gct_ms", "vo_cm", "vr_pct", "cadence_spm", "running_s",
            "running_distance_m", "grade_pct", "is_target", "rep_index", "temperature_c",
            "distance_m", "elevation_gain_m", "elevation_loss_m", "start_elapsed_s",
            "end_elapsed_s",
        )
        if name in by_name
    }  # fmt: skip
    columns["activity_id"] = pack("whole", by_name["activity_id"])
    stamps = [value.replace(tzinfo=UTC) for value in by_name["started_at"]]
    columns["started_at"] = pack("moment", stamps)
    for name in ("sensor_group", "sensor_label", "role", "gear", "sub_sport"):
        if name in by_name:
            columns[name] = pack("text", by_name[name])
    return columns
