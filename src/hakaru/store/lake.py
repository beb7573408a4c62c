"""What lies in a lake of many runners, and how is a result put there whole or not at all?

`LAKE/runner=ID/*.parquet` holds splits: the columns of `Split`, and of their run `activity_id`,
`activity_date` (local), `started_at` (UTC) and `sensor_group`. Results lie in `LAKE/_results/KIND/
runner=ID.parquet`; each carries the digest of what it was made from, so that it is known when it
need not be made again.
"""

from __future__ import annotations

import dataclasses
import hashlib
import os
import re
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from hakaru.errors import BadArgument, SourceError
from hakaru.running.samples import SplitColumns
from hakaru.running.splits import Split
from hakaru.store.rows import AnyArray, Kind, floats, pack

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

ResultKind = Literal["baselines", "coverage", "verdicts"]
RESULTS = "_results"
_RUN_COLUMNS = ("activity_id", "activity_date", "started_at", "sensor_group")
_NEEDED = (
    *_RUN_COLUMNS,
    *(field.name for field in dataclasses.fields(Split) if field.default is dataclasses.MISSING),
)
_RUNNER = re.compile(r"runner=([A-Za-z0-9][A-Za-z0-9_.-]{0,99})")
_INCOMING = "incoming_rows"


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


@dataclass(frozen=True, kw_only=True)
class LakeRun:
    """One run of a runner. `sensor_group` None: it was measured without form."""

    activity_id: int
    day: date
    started_at: datetime
    sensor_group: str | None
    splits: tuple[Split, ...]


@dataclass(frozen=True, kw_only=True)
class LakeRunner:
    """All that the lake holds of a runner: runs in order of time, and all splits as columns."""

    runner_id: str
    runs: tuple[LakeRun, ...]
    columns: SplitColumns


def runners_of(lake: Path) -> tuple[str, ...]:
    """The runners of a lake, in order.

    Raises:
        BadArgument: there is no such folder, or no runner in it.
    """
    if not lake.is_dir():
        raise BadArgument("lake", str(lake), "a folder that exists")
    with os.scandir(lake) as entries:
        found = [_RUNNER.fullmatch(entry.name) for entry in entries if entry.is_dir()]
    runners = tuple(sorted(match[1] for match in found if match))
    if not runners:
        raise BadArgument("lake", str(lake), "a folder with runner=ID folders of Parquet files")
    return runners


def digest_of(lake: Path, runner_id: str, *more: object) -> str:
    """What a result of a runner depends on: the bytes of its files, and settings and versions."""
    digest = hashlib.sha256(repr(more).encode())
    for path in _files(lake, runner_id):
        digest.update(f"\0{path.name}\0{path.stat().st_size}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def read_runner(lake: Path, runner_id: str) -> LakeRunner:
    """The splits of a runner.

    Raises:
        SourceError: no Parquet file can be read there, or a column that is needed is missing.
    """
    import duckdb  # noqa: PLC0415  # 0.1 s

    where = str(lake / f"runner={runner_id}")
    files = [str(path) for path in _files(lake, runner_id)]
    try:
        with closing(_connection()) as con:
            con.execute("SET enable_progress_bar = false")
            fetched = con.execute(
                "SELECT * FROM read_parquet(?, union_by_name = true, hive_partitioning = false) "
                "ORDER BY started_at, activity_id, split_index",
                [files],
            )
            names = [str(column[0]) for column in fetched.description or ()]
            rows = fetched.fetchall()
    except duckdb.Error as exc:
        raise SourceError(where, f"not a lake of splits: {str(exc).splitlines()[0]}") from exc
    missing = [name for name in _NEEDED if name not in names]
    if missing:
        raise SourceError(where, f"a column is missing: {', '.join(missing)}")
    return LakeRunner(runner_id=runner_id, runs=_runs(names, rows), columns=_columns(names, rows))


def write_splits(lake: Path, runner_id: str, *, columns: Mapping[str, AnyArray]) -> Path:
    """Put the splits of a runner into the lake, over what was there."""
    folder = lake / f"runner={runner_id}"
    folder.mkdir(parents=True, exist_ok=True)
    return _write(folder / "splits.parquet", columns, note="")


def write_result(
    place: ResultPlace,
    rows: Sequence[Sequence[object]],
    *,
    kinds: Mapping[str, Kind],
    digest: str,
) -> None:
    """Put a result in its place in one step: a process that is killed leaves the old or the new."""
    place.path.parent.mkdir(parents=True, exist_ok=True)
    by_name = {
        name: pack(each, [row[number] for row in rows])
        for number, (name, each) in enumerate(kinds.items())
    }
    _write(place.path, by_name, note=digest)


def is_done(place: ResultPlace, *, digest: str) -> bool:
    """Whether a result made from the same is there."""
    import duckdb  # noqa: PLC0415  # 0.1 s

    if not place.path.exists():
        return False
    try:
        with closing(_connection()) as con:
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
        with closing(_connection()) as con:
            fetched = con.execute(
                "SELECT * FROM read_parquet(?, hive_partitioning = false)", [str(place.path)]
            )
            names = [str(column[0]) for column in fetched.description or ()]
            return [dict(zip(names, row, strict=True)) for row in fetched.fetchall()]
    except duckdb.Error as exc:
        raise SourceError(str(place.path), "there is no such result; train first") from exc


def _files(lake: Path, runner_id: str) -> list[Path]:
    return sorted((lake / f"runner={runner_id}").glob("*.parquet"))


def _connection() -> DuckDBPyConnection:
    import duckdb  # noqa: PLC0415  # 0.1 s

    return duckdb.connect(
        config={
            "threads": "1",
            "autoinstall_known_extensions": "false",
            "autoload_known_extensions": "false",
        }
    )


def _write(path: Path, columns: Mapping[str, AnyArray], *, note: str) -> Path:
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    quoted = str(part).replace("'", "''")
    with closing(_connection()) as con:
        con.register(_INCOMING, dict(columns))
        con.execute(
            f"COPY (SELECT * FROM {_INCOMING}) TO '{quoted}' (FORMAT parquet, COMPRESSION zstd, "
            f"KV_METADATA {{made_from: '{note}'}})"
        )
        con.unregister(_INCOMING)
    part.replace(path)
    return path


def _runs(names: Sequence[str], rows: Sequence[Sequence[object]]) -> tuple[LakeRun, ...]:
    fields = [field.name for field in dataclasses.fields(Split) if field.name in names]
    places = [names.index(name) for name in fields]
    key, day, started, group = (names.index(name) for name in _RUN_COLUMNS)
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
            day=_day(first[day]),
            started_at=first[started].replace(tzinfo=UTC),
            sensor_group=first[group],
            splits=tuple(splits),
        )
        for activity_id, (first, splits) in runs.items()
    )


def _day(value: date) -> date:
    return value.date() if isinstance(value, datetime) else value


def _columns(names: Sequence[str], rows: Sequence[Sequence[object]]) -> SplitColumns:
    """The columns that training reads; one that the lake has not is left out."""
    by_name = dict(zip(names, zip(*rows, strict=True), strict=True))
    columns: dict[str, AnyArray] = {
        name: floats(pack("real", by_name[name]))
        for name in (
            "speed_mps", "gct_ms", "vo_cm", "vr_pct", "cadence_spm", "running_s",
            "running_distance_m", "grade_pct", "is_target", "rep_index",
        )
        if name in by_name
    }  # fmt: skip
    columns["activity_id"] = pack("whole", by_name["activity_id"])
    stamps = [value.replace(tzinfo=UTC) for value in by_name["started_at"]]
    columns["started_at"] = pack("moment", stamps)
    for name in ("sensor_group", "role"):
        if name in by_name:
            columns[name] = pack("text", by_name[name])
    return columns
