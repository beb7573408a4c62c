"""Verdicts on form, what form usually is at a pace, what was learned, and what changed
lastingly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from hakaru.core.i18n import N_, Lang, in_context, in_language, joined, say
from hakaru.core.units import PERCENT
from hakaru.guard.cleaning import clean
from hakaru.present.causes import curves_parts
from hakaru.present.document import (
    Block,
    Document,
    Drawing,
    Facts,
    Items,
    Part,
    Table,
    Text,
    document,
    part,
    table,
)
from hakaru.present.figures import (
    NO_VALUE,
    cut_off_text,
    day_text,
    fragment_text,
    pace_figure,
    pace_s_text,
    percent_text,
    width_columns,
)
from hakaru.present.rows import (
    basis_text,
    comment_facts,
    heading_rating,
    judged_facts,
    metric_rows,
    sensor_text,
)
from hakaru.running.metrics import METRICS, MetricName
from hakaru.running.verdict_text import aside_text, headline
from hakaru.running.wording import brief_label, difference_text, fixed, heading, label, value_text

if TYPE_CHECKING:
    from hakaru.flows.baselines import BaselinesResult, ExpectResult
    from hakaru.flows.cohort import CohortResult, CohortSimulated
    from hakaru.flows.drift import DriftResult
    from hakaru.flows.evaluate import EvaluateResult, TrainResult
    from hakaru.flows.form import FormResult
    from hakaru.running.baseline.model import Expectation, MetricBaseline
    from hakaru.running.drift import ChangeState, Direction, DriftFinding
    from hakaru.running.report import HistoryPoints, MetricCurve, RunReport
    from hakaru.running.trend_changes import RecentTrend
    from hakaru.running.verdict import FormEvaluation, Selection


_LISTED = 10
_NAME_COLUMNS = 14
_VERDICT_COLUMNS = (
    N_("Metric"),
    N_("Measured"),
    N_("Expected"),
    N_("90% interval"),
    N_("Deviation"),
    N_("Rating"),
)


def verdict_parts(evaluation: FormEvaluation, lang: Lang) -> tuple[Part, ...]:
    """What is furthest from usual, the metrics, their sentences, what it rests on, notes."""
    aside = aside_text(evaluation, lang)
    cells = [
        (
            _short_name(row.metric, lang),
            row.actual,
            row.expected,
            row.interval_90 or NO_VALUE,
            row.delta,
            NO_VALUE if row.rating == row.usual else row.rating,
        )
        for row in metric_rows(evaluation, lang)
    ]
    columns = [say(name, lang) for name in _VERDICT_COLUMNS]
    return (
        part(headline(evaluation, lang), *([aside] if aside else [])),
        part(
            day_text(evaluation.day, lang),
            f"{say('Form against your own usual', lang)} {heading_rating(evaluation, lang)}",
        ),
        part(table("metrics", columns, cells, left="lrrrrl")),
        part(
            Items(items=tuple(fact.value for fact in comment_facts(evaluation, lang))),
            Facts(facts=judged_facts(evaluation, lang)),
            *(Text(text=note, mark="! ") for note in verdict_notes(evaluation, lang)),
        ),
    )


def _short_name(metric: MetricName, lang: Lang) -> str:
    """As people say it, or its abbreviation: six columns share a terminal's width, and the
    sentences below name each in full."""
    brief = brief_label(metric, lang)
    abbreviation = METRICS[metric].words.abbreviation
    return abbreviation if abbreviation and width_columns(brief) > _NAME_COLUMNS else brief


def form_document(result: FormResult, language: Lang) -> Document:
    """The verdict on one run."""
    return Document(parts=verdict_parts(result.evaluation, language))


def evaluated_document(result: EvaluateResult, language: Lang) -> Document:
    """One verdict in full, several as a list, and who has none."""
    head = say(
        "{n} judged ({changed} <changed:differs|differ> from what was stored).",
        language,
        n=result.evaluated,
        changed=result.changed,
    )
    shown = result.evaluations[-_LISTED:]
    parts = [part(head)]
    if len(shown) == 1:
        parts += verdict_parts(shown[0], language)
    elif shown:
        lines = [
            f"{verdict.day}  {verdict.activity_id}  {heading_rating(verdict, language)}"
            for verdict in reversed(shown)
        ]
        parts = [
            part(head, Items(items=tuple(lines)), *more(result.evaluated - len(shown), language))
        ]
    if result.refused:
        refusals = [
            f"{refusal.activity_id}: {clean(in_language(refusal.reason, language))}"
            for refusal in result.refused[:_LISTED]
        ]
        title = say("{n} without a verdict:", language, n=len(result.refused))
        parts.append(part(title, Items(items=tuple(refusals))))
    return Document(parts=tuple(parts))


def more(n_left: int, lang: Lang) -> tuple[Block, ...]:
    """That a list goes on, where it does."""
    return (Text(text=say("{n} more", lang, n=n_left)),) if n_left > 0 else ()


def expected_document(result: ExpectResult, language: Lang) -> Document:
    """A few sentences per metric; without a pace what conditions cost."""
    if result.curves:
        return Document(parts=curves_parts(result.curves, result.pace_s_per_km, language))
    texts = [
        expectation_text(
            expectation, result.pace_s_per_km, language, stated=result.conditions_stated
        )
        for expectation in result.expectations
    ]
    return document(*texts, *(too_far_text(metric, language) for metric in result.too_far))


def too_far_text(metric: MetricName, lang: Lang) -> str:
    """That nothing can be said of a metric at a pace so far from the learned ones."""
    return say(
        "{metric}: too far from the speeds learned to say.", lang, metric=heading(metric, lang)
    )


def expectation_text(
    expectation: Expectation, pace_s_per_km: float, lang: Lang, *, stated: bool = False
) -> str:
    """'At 4:30 you would show 219 ± 9 ms': half the 90 % interval, then what it rests on."""
    metric = expectation.metric
    row = METRICS[metric]
    low, high = expectation.intervals[2]
    sentence = say(
        "At {pace} you would show {value} ± {half} {unit} for "
        "{metric} (90% interval {low} to {high}).",
        lang,
        pace=pace_s_text(pace_s_per_km, lang),
        metric=label(row.name, lang).lower(),
        value=value_text(metric, expectation.value, unit=False),
        half=fixed((high - low) / 2, row.decimals),
        unit=row.unit,
        low=value_text(metric, low, unit=False),
        high=value_text(metric, high, unit=False),
    )
    around = [_conditions_text(expectation, lang)] if stated else []
    extended = (
        [say("This speed is outside what was learned, so the value is extrapolated.", lang)]
        if expectation.extrapolated
        else []
    )
    return joined([sentence, *around, _basis_text(expectation, lang), *extended], lang)


def _conditions_text(expectation: Expectation, lang: Lang) -> str:
    change = difference_text(expectation.metric, expectation.conditions_delta, lang)
    if float(fixed(expectation.conditions_delta, METRICS[expectation.metric].decimals + 1)) == 0.0:
        return say("The conditions named hardly change it.", lang)
    sign = "+" if expectation.conditions_delta > 0.0 else ""
    return say("The conditions named change it by {change}.", lang, change=sign + change)


def _basis_text(expectation: Expectation, lang: Lang) -> str:
    values = {
        "basis": basis_text(expectation.basis, lang),
        "sensor": sensor_text(expectation.sensor_group, lang),
    }
    if not expectation.n_runs:
        return say("Basis: {basis}; sensor: {sensor}.", lang, **values)
    return say("Basis: {basis} ({n} <n:run|runs>, {sensor}).", lang, n=expectation.n_runs, **values)


def drift_texts(result: DriftResult, lang: Lang) -> tuple[str, ...]:
    """Every lasting change as a sentence, newest last, or that there is none."""
    if result.sensor_group is None:
        return (nothing_stored_text(lang),)
    if not result.findings:
        n_runs = max(result.n_runs.values(), default=0)
        return (say("No lasting change found ({n} <n:run|runs> looked at).", lang, n=n_runs),)
    return tuple(finding_text(finding, lang) for finding in result.findings)


def drift_document(result: DriftResult, language: Lang) -> Document:
    """A paragraph per lasting change."""
    return document(*drift_texts(result, language))


def nothing_stored_text(lang: Lang) -> str:
    """That the folder is empty, and the first step."""
    return say("Nothing is stored yet: `hakaru ingest FOLDER` reads your recordings.", lang)


_COLUMNS = (
    N_("Metric"),
    N_("Version"),
    N_("Trained"),
    N_("Runs learned from"),
    N_("RMSE"),
    N_("90% ±"),
    N_("Paces (/{length_unit})"),
    N_("Basis"),
)
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
            _speeds(version, lang),
            basis_text(version.basis, lang),
        )
        for version in baselines
    ]
    return table("versions", [say(name, lang) for name in _COLUMNS], cells, left="lrlrrrrl")


def _speeds(baseline: MetricBaseline, lang: Lang) -> str:
    if baseline.basis == "population" or not baseline.speed_min_mps > 0:
        return NO_VALUE
    slow, fast = baseline.speed_min_mps, baseline.speed_max_mps
    return f"{pace_figure(slow, lang)}-{pace_figure(fast, lang)}"


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
    slow, fast = (pace_figure(float(curve.speed_mps[end]), lang) for end in (0, -1))
    axis = slow + fast.rjust(len(grid[0]) - len(slow))
    return (
        heading(curve.metric, lang),
        *body,
        " " * room + " +" + "-" * len(grid[0]),
        " " * (room + 2) + axis,
        say("pace (min/{length_unit}), faster to the right", lang),
        say("= expected   . 90% interval   o earlier splits   @ this run", lang),
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


_SENTENCES: Mapping[ChangeState, str] = {
    "open": N_(
        "{metric} has been {percent}% ({change}) {direction} since {since} ({n} "
        "<n:run|runs>); 90%: {low} to {high}%."
    ),
    "absorbed": N_(
        "{metric} has been {percent}% ({change}) {direction} since {since}, which is usual "
        "now ({n} <n:run|runs>; 90%: {low} to {high}%)."
    ),
    "gone": N_(
        "{metric} was {percent}% ({change}) {direction} from {since} to {until} and is "
        "back where it was ({n} <n:run|runs>; 90%: {low} to {high}%)."
    ),
}
_RECENT = N_(
    "{metric} has become {percent}% {direction} at equal speed from the first to the last day "
    "of the newest eight weeks ({n} <n:run|runs>; 90%: {low} to {high}%)."
)
_LONGER: Mapping[Direction, str] = {
    "higher": in_context("higher", "longer"),
    "lower": in_context("lower", "shorter"),
}
_HIGHER: Mapping[Direction, str] = {
    "higher": in_context("higher", "higher"),
    "lower": in_context("lower", "lower"),
}
_BECOMES_LONGER: Mapping[Direction, str] = {
    "higher": in_context("becomes_longer higher", "longer"),
    "lower": in_context("becomes_longer lower", "shorter"),
}
_BECOMES_HIGHER: Mapping[Direction, str] = {
    "higher": in_context("becomes_higher higher", "higher"),
    "lower": in_context("becomes_higher lower", "lower"),
}


def finding_text(finding: DriftFinding, lang: Lang) -> str:
    """'Ground contact time has been 4.1% (11ms) longer since 2026-05-12 (6 runs); 90%: ...'."""
    sides = (finding.low_frac, finding.high_frac)
    low, high = sides if finding.direction == "higher" else (-sides[1], -sides[0])
    return say(
        _SENTENCES[finding.state],
        lang,
        metric=label(finding.metric, lang),
        since=finding.since,
        until=finding.until,
        percent=fixed(PERCENT * abs(finding.change_frac), 1),
        change=value_text(finding.metric, abs(finding.change)),
        direction=_direction(finding.metric, finding.direction, lang),
        n=finding.n_runs,
        low=fixed(PERCENT * low, 1),
        high=fixed(PERCENT * high, 1),
    )


def recent_text(trend: RecentTrend, lang: Lang) -> str:
    """'Ground contact time has become 2.9% shorter at equal speed from the first ...'."""
    rising = trend.direction == "higher"
    low, high = trend.low_frac, trend.high_frac
    words = _BECOMES_LONGER if trend.metric == "gct" else _BECOMES_HIGHER
    return say(
        _RECENT,
        lang,
        metric=label(trend.metric, lang),
        percent=fixed(PERCENT * abs(trend.delta_frac), 1),
        direction=say(words["higher" if rising else "lower"], lang),
        n=trend.n_runs,
        low=fixed(PERCENT * (low if rising else -high), 1),
        high=fixed(PERCENT * (high if rising else -low), 1),
    )


def _direction(metric: MetricName, direction: Direction, lang: Lang) -> str:
    words = _LONGER if metric == "gct" else _HIGHER
    return say(words[direction], lang)


_LIMITS: Mapping[Selection, str] = {
    "all_splits": N_(
        "No split was flat, so hilly ones were judged; the expected values do not allow for hills."
    ),
    "running_samples": N_(
        "No split reaches 400 m and 60 s, so all running time was judged together."
    ),
    "summary": N_(
        "No seconds were recorded, so the device's averages were judged; standing and "
        "short hills are part of them."
    ),
    "hilly_summary": N_(
        "No seconds were recorded: only averages over hills are known. What the hills did "
        "cannot be taken out, so the run is not rated and nothing is learned from it."
    ),
    "unknown_summary": N_(
        "No seconds were recorded: only averages are known, and not how hilly it was. So "
        "the run is not rated and nothing is learned from it."
    ),
}


def notes(report: RunReport, lang: Lang) -> tuple[str, ...]:
    """Our own sentences, the most important first (issues of the recording are `facts.issues`)."""
    facts, evaluation = report.facts, report.evaluation
    lines = []
    if facts.simulated:
        lines.append(say("This recording was made by a simulator; nobody ran it.", lang))
    if facts.partial:
        damaged = say("The recording is damaged; only the readable part was judged.", lang)
        lines.append(cut_off_text(facts, lang) or damaged)
    if facts.is_fragment:
        lines.append(fragment_text(lang))
    if evaluation is not None:
        lines += verdict_notes(evaluation, lang)
    return (*lines, *_drift_notes(report, lang))


def _new_sensor_note(evaluation: FormEvaluation, lang: Lang) -> str:
    if evaluation.bridged:
        return say(
            "This sensor is new here: what you usually show was carried over from the one "
            "before, allowing for how the two may differ, until it has more runs of its own.",
            lang,
        )
    return say(
        "This sensor is new here and is not pooled with an earlier "
        "one; its baseline becomes personal as runs come in.",
        lang,
    )


def verdict_notes(evaluation: FormEvaluation, lang: Lang) -> tuple[str, ...]:
    """What limits this verdict: a new sensor, no baseline, an unusual speed, hills."""
    verdicts = evaluation.scored
    lines = []
    if evaluation.bridged or evaluation.new_sensor:
        lines.append(_new_sensor_note(evaluation, lang))
    population = [verdict.metric for verdict in verdicts if verdict.basis == "population"]
    if population:
        lines.append(
            say(
                "{metrics}: no personal baseline yet, so the wide range of "
                "runners in general is used.",
                lang,
                metrics=_names(population, lang),
            )
        )
    extended = [verdict.metric for verdict in verdicts if verdict.extrapolated]
    if extended:
        lines.append(
            say(
                "{metrics}: the speed lies outside what was learned, so the expected value "
                "is extrapolated.",
                lang,
                metrics=_names(extended, lang),
            )
        )
    if evaluation.selection in _LIMITS:
        lines.append(say(_LIMITS[evaluation.selection], lang))
    return tuple(lines)


def _drift_notes(report: RunReport, lang: Lang) -> list[str]:
    """The newest lasting change of each metric."""
    trends = [piece.trend for piece in report.history.values() if piece.trend is not None]
    return [
        finding_text(max(trend.drifts, key=lambda change: change.day), lang)
        for trend in trends
        if trend.drifts
    ]


def _names(metrics: list[MetricName], lang: Lang) -> str:
    return ("・" if lang == "ja" else ", ").join(label(metric, lang) for metric in metrics)
