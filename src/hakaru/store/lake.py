"""What lies in a lake of many runners?

`LAKE/runner=ID/*.parquet` holds splits: the columns of `Split`, and of their run `activity_id`,
`activity_date` (local), `started_at` (UTC) and `sensor_group`; `sensor_label` where it is known
which unit measured.

Results lie in `LAKE/_results/KIND/runner=ID.parquet`; each carries the digest of what it was made
from. A file is written under another name beside its place and moved there in one step.
"""

from __future__ import annotations

import dataclasses
import hashlib
import os
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args
from uuid import uuid4

from hakaru.core.errors import BadArgument, SourceError
from hakaru.core.i18n import listed, message
from hakaru.running.baseline.model import COVERAGES, MetricBaseline
from hakaru.running.lessons import SplitColumns
from hakaru.running.metrics import SCORED_METRICS, MetricName
from hakaru.running.splits import Split
from hakaru.running.verdict import FormEvaluation
from hakaru.store.rows import AnyArray, Kind, build, floats, kinds_of, pack, values_of

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
        raise SourceError(str(place.path), message("there is no such result; train first")) from exc


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
        raise SourceError(
            str(path), message("it cannot be written: {reason}", reason=str(exc).splitlines()[0])
        ) from exc
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


_HALF_WIDTHS = tuple(f"half_width_{round(100 * coverage)}_frac" for coverage in COVERAGES)
BASELINE_KINDS: Mapping[str, Kind] = {
    **kinds_of(MetricBaseline),
    **dict.fromkeys(_HALF_WIDTHS, "real"),
}
VERDICT_KINDS: Mapping[str, Kind] = {
    "activity_id": "whole",
    "day": "day",
    "sensor_group": "text",
    "metric": "text",
    "actual": "real",
    "expected": "real",
    "delta_frac": "real",
    "score": "real",
    "stars": "whole",
    "overall_score": "real",
    "overall_stars": "whole",
    "basis": "text",
    "baseline_version": "whole",
    "unseen": "flag",
    "inside_50": "flag",
    "inside_80": "flag",
    "inside_90": "flag",
    "refused": "text",
}
COVERAGE_KINDS: Mapping[str, Kind] = {
    "runner_id": "text",
    "n_runs": "whole",
    "n_judged": "whole",
    "n_refused": "whole",
    "metric": "text",
    "n_unseen": "whole",
    "inside_50_frac": "real",
    "inside_80_frac": "real",
    "inside_90_frac": "real",
}

VerdictRow = tuple[object, ...]
"""In the order of `VERDICT_KINDS`."""


def write_baselines(
    place: ResultPlace, baselines: Sequence[MetricBaseline], *, digest: str
) -> None:
    """The versions of a runner, oldest window first, as they were learned."""
    rows = [(*values_of(baseline), *baseline.half_widths) for baseline in baselines]
    write_result(place, rows, kinds=BASELINE_KINDS, digest=digest)


def read_baselines(place: ResultPlace) -> tuple[MetricBaseline, ...]:
    """The same back.

    Raises:
        SourceError: nothing was learned yet.
    """
    names = tuple(kinds_of(MetricBaseline))
    return tuple(
        build(
            MetricBaseline,
            [row[name] for name in names],
            half_widths=tuple(row[name] for name in _HALF_WIDTHS),
        )
        for row in read_result(place)
    )


def verdict_rows(run: FormEvaluation, *, unseen: Mapping[MetricName, bool]) -> list[VerdictRow]:
    """A row per metric. `unseen`: its baseline had learned only from earlier runs."""
    return [
        (
            run.activity_id, run.day, run.sensor_group, metric, verdict.actual, verdict.expected,
            verdict.delta_frac, verdict.score, verdict.stars, run.overall_score, run.overall_stars,
            verdict.basis, verdict.baseline_version, unseen[metric],
            *(
                low <= verdict.actual <= high
                for low, high in (verdict.interval_50, verdict.interval_80, verdict.interval_90)
            ),
            None,
        )
        for metric, verdict in run.metrics.items()
    ]  # fmt: skip


def refusal_row(activity_id: int, day: object, *, reason: str) -> VerdictRow:
    """A run without a verdict, and why."""
    empty = dict.fromkeys(VERDICT_KINDS)
    return tuple({**empty, "activity_id": activity_id, "day": day, "refused": reason}.values())


def write_verdicts(place: ResultPlace, rows: Sequence[VerdictRow], *, digest: str) -> None:
    """Coverage first, verdicts last: where the verdicts are, the runner is finished."""
    named = [dict(zip(VERDICT_KINDS, row, strict=True)) for row in rows]
    write_result(
        replace(place, kind="coverage"),
        _coverage(place.runner_id, named),
        kinds=COVERAGE_KINDS,
        digest=digest,
    )
    write_result(place, rows, kinds=VERDICT_KINDS, digest=digest)


def _coverage(runner_id: str, rows: Sequence[Mapping[str, object]]) -> list[tuple[object, ...]]:
    runs = {row["activity_id"] for row in rows}
    refused = sum(row["refused"] is not None for row in rows)
    coverage: list[tuple[object, ...]] = []
    for metric in SCORED_METRICS:
        unseen = [row for row in rows if row["metric"] == metric and row["unseen"]]
        shares = [
            sum(bool(row[name]) for row in unseen) / len(unseen) if unseen else None
            for name in ("inside_50", "inside_80", "inside_90")
        ]
        counts = (len(runs), len(runs) - refused, refused)
        coverage.append((runner_id, *counts, metric, len(unseen), *shares))
    return coverage


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
        raise BadArgument("lake", str(lake), message("a folder that exists"))
    runners = tuple(sorted(_runners(lake)))
    if not runners:
        raise BadArgument(
            "lake", str(lake), message("a folder with runner=ID folders of Parquet files")
        )
    for runner_id in runners:
        if _PATTERN.search(runner_id) or not runner_id.isprintable():
            raise BadArgument(
                "lake", _RUNNER + runner_id, message("a name without the signs of patterns")
            )
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
                raise SourceError(
                    where, message("a column is missing: {columns}", columns=listed(missing))
                )
            rows = con.execute(
                f"SELECT * REPLACE (activity_id::BIGINT AS activity_id, activity_date::DATE AS "
                f"activity_date, started_at::TIMESTAMP AS started_at) FROM {_SPLITS} "
                "ORDER BY started_at, activity_id, split_index",
                [files],
            ).fetchall()
    except duckdb.Error as exc:
        raise SourceError(
            where, message("not a lake of splits: {reason}", reason=str(exc).splitlines()[0])
        ) from exc
    keys = [names.index(name) for name in ("activity_id", "activity_date", "started_at")]
    if not rows or any(row[key] is None for row in rows for key in keys):
        raise SourceError(where, message("there is no split, or one without its run, day or start"))
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
