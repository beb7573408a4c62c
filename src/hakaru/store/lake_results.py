"""How do the baselines, verdicts and coverage of one runner lie in the result lake?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from hakaru.running.baseline.model import COVERAGES, MetricBaseline
from hakaru.running.metrics import SCORED_METRICS, MetricName
from hakaru.running.verdict import FormEvaluation
from hakaru.store.lake_files import ResultPlace, read_result, write_result
from hakaru.store.rows import Kind, build, kinds_of, values_of

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
