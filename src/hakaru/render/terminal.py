"""How do verdicts, runs and baselines read in a terminal? Plain text, aligned by width."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np

from hakaru.core.units import format_duration, format_pace
from hakaru.guard.cleaning import clean
from hakaru.render.facts import day_text
from hakaru.render.notes import verdict_notes
from hakaru.render.numbers import NO_VALUE, km_text, pace_text, percent_text
from hakaru.render.plain import cut, pad, width_columns
from hakaru.render.rows import (
    MetricRow,
    comment_facts,
    heading_rating,
    judged_facts,
    metric_rows,
    sensor_text,
)
from hakaru.render.words import word
from hakaru.running.baseline.model import Expectation, MetricBaseline
from hakaru.running.metrics import METRICS, MetricName
from hakaru.running.report import HistoryPoints, MetricCurve
from hakaru.running.verdict import FormEvaluation, UnratedReason, star_text
from hakaru.running.verdict_text import aside_text, headline, unrated_text
from hakaru.running.wording import Lang, fixed, heading, value_text

_TITLE_COLUMNS = 32

BASELINE_HEADS = (
    "metric",
    "sensor",
    "version",
    "trained_on",
    "n_runs",
    "rmse",
    "half_width_90",
    "speeds",
    "basis",
)
"""What a list of versions tells of each, as words know it."""


@dataclass(frozen=True, kw_only=True)
class ActivityLine:
    """One run of a list, with the watch's totals. None: not recorded, or (`score`, `stars`) not
    judged."""

    activity_id: int
    day: date
    title: str | None
    distance_m: float | None
    timer_s: float | None
    speed_mps: float | None
    score: float | None
    stars: int | None
    unrated_reason: UnratedReason | None = None
    n_runs: int | None = None


def verdict_text(evaluation: FormEvaluation, *, title: str | None = None, lang: Lang = "ja") -> str:
    """The verdict of one run: what is furthest from usual, the rows, their sentences, notes."""
    rows = metric_rows(evaluation, lang)
    aside = aside_text(evaluation, lang)
    lines = [
        headline(evaluation, lang),
        *([aside] if aside else []),
        "",
        f"{day_text(evaluation.day, lang)}  {clean(title or '')}".rstrip(),
        f"{word('form_heading', lang)} {heading_rating(evaluation, lang)}",
        "",
        _verdict_table(rows, lang),
        "",
        *[f"- {fact.value}" for fact in comment_facts(evaluation, lang)],
        *[f"{fact.label}: {fact.value}" for fact in judged_facts(evaluation, lang)],
        *[f"! {note}" for note in verdict_notes(evaluation, lang)],
    ]
    return "\n".join(lines)


def activities_text(lines: Sequence[ActivityLine], *, lang: Lang = "ja") -> str:
    """A list of runs, in the order given."""
    if not lines:
        return word("no_activities", lang)
    keys = ("day", "activity", "distance", "timer", "pace", "run_title", "rating")
    cells = [
        (
            line.day.isoformat(),
            str(line.activity_id),
            NO_VALUE if line.distance_m is None else f"{km_text(line.distance_m)}km",
            NO_VALUE if line.timer_s is None else format_duration(line.timer_s),
            f"{pace_text(line.speed_mps)}/km" if line.speed_mps else NO_VALUE,
            cut(clean(line.title or ""), _TITLE_COLUMNS),
            _rating(line, lang),
        )
        for line in lines
    ]
    return table([tuple(word(key, lang) for key in keys), *cells], right={1, 2, 3, 4})


def baselines_text(baselines: Sequence[MetricBaseline], *, lang: Lang = "ja") -> str:
    """A list of baselines with what they rest on and how wide they are."""
    if not baselines:
        return word("no_baselines", lang)
    cells = [baseline_cells(line, lang) for line in baselines]
    heads = tuple(word(key, lang) for key in BASELINE_HEADS)
    return table([heads, *cells], right={2, 4, 5, 6, 7})


def baseline_cells(line: MetricBaseline, lang: Lang) -> tuple[str, ...]:
    """One version, a cell per entry of `BASELINE_HEADS`."""
    return (
        METRICS[line.metric].label_ja if lang == "ja" else METRICS[line.metric].label_en,
        sensor_text(line.sensor_group, lang),
        NO_VALUE if line.version is None else str(line.version),
        line.trained_at.astimezone().date().isoformat(),
        word("n_runs_value", lang, n=line.n_runs),
        _rmse(line),
        percent_text(line.half_widths[2]).removeprefix("+"),
        _speeds(line),
        word(f"basis_{line.basis}", lang),
    )


def too_far_text(metric: MetricName, lang: Lang = "ja") -> str:
    """That nothing can be said of a metric at a pace so far from the learned ones."""
    return word("expect_too_far", lang, metric=heading(metric, lang))


def expectation_text(expectation: Expectation, pace_s_per_km: float, *, lang: Lang = "ja") -> str:
    """'At 4:30 you would show 219 ± 9 ms': half the 90 % interval, then what it rests on."""
    metric = expectation.metric
    row = METRICS[metric]
    low, high = expectation.intervals[2]
    sentence = word(
        "expect_sentence",
        lang,
        pace=format_pace(pace_s_per_km),
        metric=row.label_ja if lang == "ja" else row.label_en.lower(),
        value=value_text(metric, expectation.value, unit=False),
        half=fixed((high - low) / 2, row.decimals),
        unit=row.unit,
        low=value_text(metric, low, unit=False),
        high=value_text(metric, high, unit=False),
    )
    basis = word(
        "expect_basis",
        lang,
        basis=word(f"basis_{expectation.basis}", lang),
        n=expectation.n_runs,
        sensor=sensor_text(expectation.sensor_group, lang),
    )
    extended = [word("expect_extrapolated", lang)] if expectation.extrapolated else []
    return ("" if lang == "ja" else " ").join([sentence, basis, *extended])


def curve_plot(
    curve: MetricCurve,
    points: HistoryPoints | None = None,
    *,
    size: tuple[int, int] = (64, 16),
    lang: Lang = "ja",
) -> str:
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
    return _framed(grid, curve, bounds=(bottom, top), lang=lang)


def table(rows: Sequence[Sequence[str]], *, right: set[int]) -> str:
    """Columns aligned by terminal width, the first row a heading; `right` are right-aligned."""
    widths = [max(width_columns(cell) for cell in column) for column in zip(*rows, strict=True)]
    written = [
        "  ".join(
            pad(cell, widths[column], right=column in right) for column, cell in enumerate(row)
        ).rstrip()
        for row in rows
    ]
    return "\n".join([written[0], "-" * (sum(widths) + 2 * (len(widths) - 1)), *written[1:]])


def _verdict_table(rows: Sequence[MetricRow], lang: Lang) -> str:
    keys = ("metric", "actual", "expected", "interval_90", "delta", "how_usual", "rating")
    cells = [
        (
            row.label,
            row.actual,
            row.expected,
            row.interval_90 or NO_VALUE,
            row.delta,
            row.usual or NO_VALUE,
            NO_VALUE if row.rating == row.usual else row.rating,
        )
        for row in rows
    ]
    return table([tuple(word(key, lang) for key in keys), *cells], right={1, 2, 3, 4})


def _rating(line: ActivityLine, lang: Lang) -> str:
    if line.score is None or line.stars is None:
        return unrated_text(line.unrated_reason, line.n_runs, lang).rstrip("。.") or NO_VALUE
    return f"{star_text(line.stars)} {fixed(line.score, 1)}"


def _rmse(baseline: MetricBaseline) -> str:
    row = METRICS[baseline.metric]
    return fixed(baseline.rmse, row.decimals + 1) + row.unit


def _speeds(baseline: MetricBaseline) -> str:
    if baseline.basis == "population" or not baseline.speed_min_mps > 0:
        return NO_VALUE
    return f"{pace_text(baseline.speed_min_mps)}-{pace_text(baseline.speed_max_mps)}"


def _marks(points: HistoryPoints | None) -> list[tuple[float, float, bool]]:
    if points is None:
        return []
    columns = (points.speed_mps.tolist(), points.value.tolist(), points.this_run.tolist())
    return list(zip(*columns, strict=True))


def _framed(
    grid: list[list[str]], curve: MetricCurve, *, bounds: tuple[float, float], lang: Lang
) -> str:
    bottom, top = bounds
    labels = {0: value_text(curve.metric, top), len(grid) - 1: value_text(curve.metric, bottom)}
    room = max(len(label) for label in labels.values())
    body = [f"{labels.get(at, ''):>{room}} |{''.join(row)}" for at, row in enumerate(grid)]
    slow, fast = pace_text(float(curve.speed_mps[0])), pace_text(float(curve.speed_mps[-1]))
    axis = slow + fast.rjust(len(grid[0]) - len(slow))
    return "\n".join(
        [
            f"{heading(curve.metric, lang)}",
            *body,
            " " * room + " +" + "-" * len(grid[0]),
            " " * (room + 2) + axis,
            f"{word('pace_axis', lang)}   {word('plot_legend', lang)}",
        ]
    )
