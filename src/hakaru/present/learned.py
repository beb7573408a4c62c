"""What was learned: baselines with the picture of one, and what was learned of many runners."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from hakaru.core.i18n import N_, Lang, in_language, say
from hakaru.guard.cleaning import clean
from hakaru.present.document import (
    Block,
    Document,
    Drawing,
    Items,
    Part,
    Table,
    document,
    part,
    table,
)
from hakaru.present.figures import NO_VALUE, pace_text, percent_text
from hakaru.present.form import more
from hakaru.present.rows import sensor_text
from hakaru.present.words import word
from hakaru.running.metrics import METRICS
from hakaru.running.wording import fixed, heading, label, value_text

if TYPE_CHECKING:
    from hakaru.flows.baselines import BaselinesResult
    from hakaru.flows.cohort import CohortResult, CohortSimulated
    from hakaru.flows.evaluate import TrainResult
    from hakaru.running.baseline.model import MetricBaseline
    from hakaru.running.report import HistoryPoints, MetricCurve

_COLUMNS = (
    "metric", "version", "trained_on", "n_runs", "rmse", "half_width_90", "speeds", "basis",
)  # fmt: skip
_LISTED = 10
_STEPS: dict[str, str] = {
    "train": N_(
        "{n} <n:runner|runners>: {done} learned ({rows} baselines), {skipped} were done "
        "already; {seconds} s."
    ),
    "evaluate": N_(
        "{n} <n:runner|runners>: {done} judged ({rows} rows), {skipped} were done already; "
        "{seconds} s."
    ),
}


def trained_document(result: TrainResult, language: Lang) -> Document:
    """What holds now, and that nothing is left to do."""
    if not result.baselines:
        return document(
            say("Nothing to learn from yet: ingest recordings with running dynamics.", language)
        )
    done = (
        N_(
            "Nothing is left to do: every run is learned from as it comes "
            "in, and judged by those before it."
        )
        if result.stored
        else N_("For comparison only: nothing was stored.")
    )
    return Document(parts=(*_by_sensor(result.baselines, language), part(say(done, language))))


def baselines_document(result: BaselinesResult, language: Lang) -> Document:
    """The versions, and the picture where one was asked for."""
    none = N_("No baselines yet: they are learned from the first run with form data.")
    parts = _by_sensor(result.baselines, language) or [part(say(none, language))]
    left = result.n_versions - len(result.baselines)
    parts.append(part(*more(left, language)))
    if result.curve is not None:
        parts.append(part(curve_drawing(result.curve, result.points, language)))
    return Document(parts=tuple(parts))


def _by_sensor(baselines: Sequence[MetricBaseline], lang: Lang) -> list[Part]:
    """The versions of each sensor under its name."""
    return [
        part(
            baseline_table([line for line in baselines if line.sensor_group == sensor], lang),
            title=sensor_text(sensor, lang),
        )
        for sensor in dict.fromkeys(line.sensor_group for line in baselines)
    ]


def baseline_table(baselines: Sequence[MetricBaseline], lang: Lang) -> Table:
    """Each version with what it rests on and how wide it is."""
    cells = [
        (
            label(version.metric, lang),
            NO_VALUE if version.version is None else str(version.version),
            version.trained_at.astimezone().date().isoformat(),
            say("{n} <n:run|runs>", lang, n=version.n_runs),
            fixed(version.rmse, METRICS[version.metric].decimals + 1)
            + METRICS[version.metric].unit,
            percent_text(version.half_widths[2]).removeprefix("+"),
            _speeds(version),
            word(f"basis_{version.basis}", lang),
        )
        for version in baselines
    ]
    return table("versions", [word(name, lang) for name in _COLUMNS], cells, left="lrlrrrrl")


def _rmse(baseline: MetricBaseline) -> str:
    row = METRICS[baseline.metric]
    return fixed(baseline.rmse, row.decimals + 1) + row.unit


def _speeds(baseline: MetricBaseline) -> str:
    if baseline.basis == "population" or not baseline.speed_min_mps > 0:
        return NO_VALUE
    return f"{pace_text(baseline.speed_min_mps)}-{pace_text(baseline.speed_max_mps)}"


def curve_drawing(
    curve: MetricCurve,
    points: HistoryPoints | None,
    lang: Lang,
    *,
    size: tuple[int, int] = (64, 16),
) -> Drawing:
    """A small picture of a baseline in ASCII, faster to the right; `size` is columns x lines."""
    columns, lines = size
    speeds = np.linspace(curve.speed_mps[0], curve.speed_mps[-1], columns)
    low, high = (np.interp(speeds, curve.speed_mps, v) for v in (curve.low_90, curve.high_90))
    bottom, top = float(low.min()), float(high.max())

    def place(value: float) -> int:
        return round((top - value) / ((top - bottom) or 1.0) * (lines - 1))

    grid = [[" "] * columns for _ in range(lines)]
    expected = np.interp(speeds, curve.speed_mps, curve.expected)
    for column in range(columns):
        for row in range(place(high[column]), place(low[column]) + 1):
            grid[row][column] = "."
    for speed_mps, value, this in _marks(points):
        inside = speeds[0] <= speed_mps <= speeds[-1] and bottom <= value <= top
        column = int(np.argmin(np.abs(speeds - speed_mps)))
        if inside and grid[place(value)][column] != "@":
            grid[place(value)][column] = "@" if this else "o"
    for column in range(columns):
        cell = grid[place(expected[column])]
        cell[column] = cell[column] if cell[column] == "@" else "="
    return Drawing(lines=_framed(grid, curve, bounds=(bottom, top), lang=lang))


def _marks(points: HistoryPoints | None) -> list[tuple[float, float, bool]]:
    if points is None:
        return []
    columns = (points.speed_mps.tolist(), points.value.tolist(), points.this_run.tolist())
    return list(zip(*columns, strict=True))


def _framed(
    grid: list[list[str]], curve: MetricCurve, *, bounds: tuple[float, float], lang: Lang
) -> tuple[str, ...]:
    bottom, top = bounds
    labels = {0: value_text(curve.metric, top), len(grid) - 1: value_text(curve.metric, bottom)}
    room = max(len(label) for label in labels.values())
    body = [f"{labels.get(at, ''):>{room}} |{''.join(row)}" for at, row in enumerate(grid)]
    slow, fast = pace_text(float(curve.speed_mps[0])), pace_text(float(curve.speed_mps[-1]))
    axis = slow + fast.rjust(len(grid[0]) - len(slow))
    return (
        heading(curve.metric, lang),
        *body,
        " " * room + " +" + "-" * len(grid[0]),
        " " * (room + 2) + axis,
        say("pace (min/km), faster to the right", lang),
        word("plot_legend", lang),
    )


def cohort_simulated_document(result: CohortSimulated, language: Lang) -> Document:
    """One sentence."""
    return document(
        say(
            "Wrote {n} simulated <n:runner|runners> of {runs} "
            "<runs:run|runs> each to {lake}. Nobody ran <n:it|them>.",
            language,
            n=result.n_runners,
            runs=result.runs_each,
            lake=result.lake,
        )
    )


def cohort_document(result: CohortResult, language: Lang) -> Document:
    """Counts, the first failures, and where the results are."""
    counts = say(
        _STEPS[result.step],
        language,
        n=result.n_runners,
        done=result.done,
        rows=result.n_rows,
        skipped=result.skipped,
        seconds=f"{result.elapsed_s:.1f}",
    )
    failed: list[Block | str] = []
    if result.failed:
        reasons = [
            f"{clean(outcome.runner_id)}: {clean(in_language(outcome.reason or '', language))}"
            for outcome in result.failed[:_LISTED]
        ]
        failed = [say("{n} failed:", language, n=len(result.failed)), Items(items=tuple(reasons))]
    return document(counts, *failed, say("Results: {lake}/_results", language, lake=result.lake))
