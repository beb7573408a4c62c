"""Results of a lake of many runners: what was learned, verdicts, and how often intervals held."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from hakaru.core.errors import SourceError
from hakaru.core.i18n import message
from hakaru.records import frozen
from hakaru.running.baseline.model import COVERAGES, MetricBaseline
from hakaru.running.metrics import SCORED_METRICS, MetricName
from hakaru.running.verdict import FormEvaluation
from hakaru.store.lake import (
    HALF_WRITTEN,
    RESULTS,
    LakePart,
    ResultKind,
    connection,
    write_parquet,
)
from hakaru.store.rows import Kind, build, kinds_of, pack, values_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_LEFT_OVER_S = 3600.0


@frozen
class Origin:
    """What a result was made from, and why it holds nothing of some runners, by their names."""

    digest: str
    failed: Mapping[str, str] = field(default_factory=dict)


def write_result(
    path: Path, rows: Sequence[Sequence[object]], *, kinds: Mapping[str, Kind], origin: Origin
) -> None:
    """Put a result in its place in one step: a process that is killed leaves the old or the new."""
    by_name = {
        name: pack(each, [row[number] for row in rows])
        for number, (name, each) in enumerate(kinds.items())
    }
    days = [name for name, kind in kinds.items() if kind == "day"]
    notes = {"made_from": origin.digest, "failed": json.dumps(dict(origin.failed))}
    write_parquet(path, by_name, days=days, notes=notes)


def clear_cut_off(lake: Path) -> None:
    """Remove what processes that were killed left half written an hour ago or more."""
    before_s = time.time() - _LEFT_OVER_S
    for kind in get_args(ResultKind):
        folder = lake / RESULTS / kind
        with suppress(OSError), os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.endswith(HALF_WRITTEN) and entry.stat().st_mtime < before_s:
                    Path(entry.path).unlink()


def origin_of(path: Path) -> Origin | None:
    """What a result was made from; None: there is none, or none that can be read."""
    import duckdb  # noqa: PLC0415  # 0.1 s

    if not path.exists():
        return None
    try:
        with closing(connection()) as con:
            rows = con.execute(
                "SELECT decode(key), decode(value) FROM parquet_kv_metadata(?)", [str(path)]
            ).fetchall()
    except duckdb.Error:
        return None
    notes = dict(rows)
    if "made_from" not in notes:
        return None
    return Origin(digest=notes["made_from"], failed=json.loads(notes.get("failed", "{}")))


_HALF_WIDTHS = tuple(f"half_width_{round(100 * coverage)}_frac" for coverage in COVERAGES)
BASELINE_KINDS: Mapping[str, Kind] = {
    **kinds_of(MetricBaseline),
    **dict.fromkeys(_HALF_WIDTHS, "real"),
}
VERDICT_KINDS: Mapping[str, Kind] = {
    "runner_id": "text",
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


def write_baselines(part: LakePart, baselines: Sequence[MetricBaseline], *, origin: Origin) -> None:
    """The versions of each runner, oldest window first, as they were learned."""
    rows = [(*values_of(baseline), *baseline.half_widths) for baseline in baselines]
    write_result(part.result("baselines"), rows, kinds=BASELINE_KINDS, origin=origin)


def read_baselines(
    con: DuckDBPyConnection, part: LakePart, runner_id: str
) -> tuple[MetricBaseline, ...]:
    """The versions of a runner, as they were written.

    Raises:
        SourceError: nothing was learned yet.
    """
    import duckdb  # noqa: PLC0415  # 0.1 s

    names = tuple(kinds_of(MetricBaseline))
    path = str(part.result("baselines"))
    try:
        rows = con.execute(
            f"SELECT {', '.join((*names, *_HALF_WIDTHS))} FROM read_parquet(?, "
            "hive_partitioning = false, file_row_number = true) WHERE user_id = ? "
            "ORDER BY file_row_number",
            [path, runner_id],
        ).fetchall()
    except duckdb.Error as exc:
        raise SourceError(path, message("there is no such result; train first")) from exc
    return tuple(
        build(MetricBaseline, row[: len(names)], half_widths=tuple(row[len(names) :]))
        for row in rows
    )


def verdict_rows(
    runner_id: str, run: FormEvaluation, *, unseen: Mapping[MetricName, bool]
) -> list[VerdictRow]:
    """A row per metric. `unseen`: its baseline had learned only from earlier runs."""
    return [
        (
            runner_id, run.activity_id, run.day, run.sensor_group, metric, verdict.actual,
            verdict.expected, verdict.delta_frac, verdict.score, verdict.stars,
            run.overall_score, run.overall_stars, verdict.basis, verdict.baseline_version,
            unseen[metric],
            *(
                low <= verdict.actual <= high
                for low, high in (verdict.interval_50, verdict.interval_80, verdict.interval_90)
            ),
            None,
        )
        for metric, verdict in run.metrics.items()
    ]  # fmt: skip


def refusal_row(runner_id: str, activity_id: int, day: object, *, reason: str) -> VerdictRow:
    """A run without a verdict, and why."""
    known = {"runner_id": runner_id, "activity_id": activity_id, "day": day, "refused": reason}
    return tuple({**dict.fromkeys(VERDICT_KINDS), **known}.values())


def write_verdicts(
    part: LakePart, rows: Mapping[str, Sequence[VerdictRow]], *, origin: Origin
) -> None:
    """The rows of each runner. Coverage first, verdicts last: where these are, all is finished."""
    coverage = [line for runner_id, own in rows.items() for line in _coverage(runner_id, own)]
    write_result(part.result("coverage"), coverage, kinds=COVERAGE_KINDS, origin=origin)
    every = [row for own in rows.values() for row in own]
    write_result(part.result("verdicts"), every, kinds=VERDICT_KINDS, origin=origin)


def _coverage(runner_id: str, verdicts: Sequence[VerdictRow]) -> list[tuple[object, ...]]:
    rows = [dict(zip(VERDICT_KINDS, row, strict=True)) for row in verdicts]
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
