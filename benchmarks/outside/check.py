"""Three runners through `ingest`, beside the same three by library functions.

One FIT file after another in the order of names, nothing else. After each file its verdict is read,
and the findings on lasting changes; they are compared with what `verdict.py` and
`measure_changes.py` get without a store. README.md allows their figures where both agree.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from benchmarks.outside.experiments import EXPERIMENTS
from benchmarks.outside.fit_file import write_season
from benchmarks.outside.measure_changes import SCORED, monitor
from benchmarks.outside.season import Season
from benchmarks.outside.splits import OutsideSeason, outside_runs
from benchmarks.outside.verdict import judged_season
from hakaru.bootstrap import build, load_config
from hakaru.flows.context import Context
from hakaru.flows.drift import drift_now
from hakaru.flows.ingest import ingest
from hakaru.running.metrics import SCORED_METRICS
from hakaru.running.verdict import FormEvaluation
from hakaru.store.recordings import sensor_groups
from hakaru.store.verdicts import evaluations_of

Verdict = tuple[float | None, int | None, tuple[tuple[str, float, float, float, float, float], ...]]
"""Overall score, stars, and per metric its actual value, expectation, interval and z."""
Change = tuple[str, str, int, int]
"""Metric, direction, the run after which it was announced, and its first run."""
_DIGITS: Final = 9


@dataclass(frozen=True, kw_only=True)
class Said:
    """What was said of a season: of each run when it was the newest, and in the end."""

    verdicts: list[Verdict] = field(default_factory=list)
    verdicts_in_the_end: list[Verdict] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)


def through_ingest(folder: Path, season: Season) -> Said:
    """What the product says of the files of a season."""
    files = write_season(season, folder / "files")
    context = build(load_config(data_folder=folder / "data", language="en"))
    said = Said()
    first: dict[tuple[str, str, int], int] = {}
    for run, path in enumerate(files):
        ingest(context, paths=[path])
        said.verdicts.append(_verdicts(context)[-1])
        for metric, direction, since in _changes(context):
            first.setdefault((metric, direction, since), run)
    said.verdicts_in_the_end.extend(_verdicts(context))
    order = _order(context)
    context.store.close()
    said.changes.extend(
        sorted(
            (metric, direction, run, order.index(since))
            for (metric, direction, since), run in first.items()
        )
    )
    return said


def by_functions(season: Season) -> Said:
    """What `verdict.py` and `measure_changes.py` say of it."""
    runs = outside_runs(season)
    verdicts = [_verdict(one.evaluation) for one in judged_season(runs)]
    changes = [
        (one.metric, "higher" if one.higher else "lower", one.announced, one.start)
        for one in monitor(OutsideSeason(season=season, runs=runs), SCORED)
    ]
    return Said(verdicts=verdicts, verdicts_in_the_end=verdicts, changes=sorted(changes))


def _verdict(evaluation: FormEvaluation) -> Verdict:
    metrics = (evaluation.metrics[name] for name in SCORED_METRICS if name in evaluation.metrics)
    return (
        _rounded(evaluation.overall_score),
        evaluation.overall_stars,
        tuple(
            (
                metric.metric,
                round(metric.actual, _DIGITS),
                round(metric.expected, _DIGITS),
                round(metric.interval_90[0], _DIGITS),
                round(metric.interval_90[1], _DIGITS),
                round(metric.z, _DIGITS),
            )
            for metric in metrics
        ),
    )


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, _DIGITS)


def _verdicts(context: Context) -> list[Verdict]:
    order = _order(context)
    with context.store.read() as con:
        stored = evaluations_of(con, order)
    return [_verdict(stored[activity_id]) for activity_id in order]


def _changes(context: Context) -> list[tuple[str, str, int]]:
    with context.store.read() as con:
        return [
            (finding.metric, finding.direction, finding.since_activity_id)
            for group in sensor_groups(con)
            for finding in drift_now(context, con, group).findings
        ]


def _order(context: Context) -> list[int]:
    with context.store.read() as con:
        rows = con.execute("SELECT activity_id FROM activities ORDER BY started_at").fetchall()
    return [row[0] for row in rows]


def compared(folder: Path, name: str, runner: int) -> Mapping[str, object]:
    """One runner both ways."""
    season = EXPERIMENTS[name].season(runner)
    ours, theirs = through_ingest(folder / f"{name}-{runner}", season), by_functions(season)
    return {
        "runs": len(ours.verdicts),
        "verdicts that differ": _different(ours.verdicts, theirs.verdicts),
        "verdicts that changed when later runs came": _different(
            ours.verdicts, ours.verdicts_in_the_end
        ),
        "changes found": len(ours.changes),
        "changes that differ": len(set(ours.changes) ^ set(theirs.changes)),
    }


def _different(some: list[Verdict], others: list[Verdict]) -> int:
    return sum(one != other for one, other in zip(some, others, strict=True))
