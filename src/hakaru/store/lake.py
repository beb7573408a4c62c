"""What lies in a lake of many runners?

`LAKE/runner=ID/*.parquet` holds splits: the columns of `Split`, and of their run `activity_id`,
`activity_date` (local), `started_at` (UTC) and `sensor_group`; `sensor_label` where it is known
which unit measured.
"""

from __future__ import annotations

import dataclasses
import hashlib
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from hakaru.core.errors import BadArgument, SourceError
from hakaru.running.lessons import SplitColumns
from hakaru.running.splits import Split
from hakaru.store.lake_files import connection, write_parquet
from hakaru.store.rows import AnyArray, floats, pack

_RUN_COLUMNS = ("activity_id", "activity_date", "started_at", "sensor_group")
_NEEDED = (
    *_RUN_COLUMNS,
    *(field.name for field in dataclasses.fields(Split) if field.default is dataclasses.MISSING),
)
_RUNNER = "runner="
_PATTERN = re.compile(r"[*?\[\]{}]")
_SPLITS = "read_parquet(?, union_by_name = true, hive_partitioning = false)"


@dataclass(frozen=True, kw_only=True)
class LakeRun:
    """One run of a runner. `sensor_group` None: it was measured without form."""

    activity_id: int
    day: date
    started_at: datetime
    sensor_group: str | None
    sensor_label: str | None
    splits: tuple[Split, ...]


@dataclass(frozen=True, kw_only=True)
class LakeRunner:
    """All that the lake holds of a runner: runs in order of time, and all splits as columns."""

    runner_id: str
    runs: tuple[LakeRun, ...]
    columns: SplitColumns


def has_runners(lake: Path) -> bool:
    """Whether there is a runner in a folder, which need not exist."""
    return lake.is_dir() and any(_runners(lake))


def runners_of(lake: Path) -> tuple[str, ...]:
    """The runners of a lake, in order.

    Raises:
        BadArgument: there is no such folder, no runner in it, or one whose name is a pattern.
    """
    if not lake.is_dir():
        raise BadArgument("lake", str(lake), "a folder that exists")
    runners = tuple(sorted(_runners(lake)))
    if not runners:
        raise BadArgument("lake", str(lake), "a folder with runner=ID folders of Parquet files")
    for runner_id in runners:
        if _PATTERN.search(runner_id) or not runner_id.isprintable():
            raise BadArgument("lake", _RUNNER + runner_id, "a name without the signs of patterns")
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
        with closing(connection()) as con:
            con.execute("SET enable_progress_bar = false; SET TimeZone = 'UTC'")
            held = con.execute(f"SELECT * FROM {_SPLITS} LIMIT 0", [files])
            names = [str(column[0]) for column in held.description or ()]
            missing = [name for name in _NEEDED if name not in names]
            if missing:
                raise SourceError(where, f"a column is missing: {', '.join(missing)}")
            rows = con.execute(
                f"SELECT * REPLACE (activity_id::BIGINT AS activity_id, activity_date::DATE AS "
                f"activity_date, started_at::TIMESTAMP AS started_at) FROM {_SPLITS} "
                "ORDER BY started_at, activity_id, split_index",
                [files],
            ).fetchall()
    except duckdb.Error as exc:
        raise SourceError(where, f"not a lake of splits: {str(exc).splitlines()[0]}") from exc
    keys = [names.index(name) for name in ("activity_id", "activity_date", "started_at")]
    if not rows or any(row[key] is None for row in rows for key in keys):
        raise SourceError(where, "there is no split, or one without its run, day or start")
    return LakeRunner(runner_id=runner_id, runs=_runs(names, rows), columns=_columns(names, rows))


def write_splits(lake: Path, runner_id: str, *, columns: Mapping[str, AnyArray]) -> Path:
    """Put the splits of a runner into the lake, over what was there."""
    return write_parquet(
        lake / f"runner={runner_id}" / "splits.parquet", columns, days=("activity_date",)
    )


def _runners(lake: Path) -> Iterator[str]:
    with os.scandir(lake) as entries:
        for entry in entries:
            if entry.name.startswith(_RUNNER) and entry.is_dir():
                yield entry.name.removeprefix(_RUNNER)


def _files(lake: Path, runner_id: str) -> list[Path]:
    return sorted((lake / f"runner={runner_id}").glob("*.parquet"))


def _runs(names: Sequence[str], rows: Sequence[Sequence[object]]) -> tuple[LakeRun, ...]:
    fields = [field.name for field in dataclasses.fields(Split) if field.name in names]
    places = [names.index(name) for name in fields]
    key, day, started, group = (names.index(name) for name in _RUN_COLUMNS)
    label = names.index("sensor_label") if "sensor_label" in names else None
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
    for name in ("sensor_group", "sensor_label", "role"):
        if name in by_name:
            columns[name] = pack("text", by_name[name])
    return columns
