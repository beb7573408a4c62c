"""A verdict line by line and a split in a row, the same in every format."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from hakaru.core.i18n import N_, in_language, listed, say
from hakaru.core.units import PERCENT, format_duration
from hakaru.present.document import Fact
from hakaru.present.figures import (
    NO_VALUE,
    delta_text,
    distance_figure,
    pace_figure,
    pace_text,
    percent_text,
    score_text,
    signed,
)
from hakaru.records import frozen
from hakaru.running.baseline.model import Basis
from hakaru.running.metrics import METRICS, MetricName
from hakaru.running.verdict import FormEvaluation, MetricVerdict, star_text
from hakaru.running.verdict_text import (
    aside_text,
    cadence_text,
    headline,
    rank_text,
    rating_text,
    unrated_text,
)
from hakaru.running.wording import (
    brief_label,
    direction_word,
    fixed,
    heading,
    label,
    range_text,
    value_text,
)

if TYPE_CHECKING:
    from hakaru.core.i18n import Lang
    from hakaru.running.report import RunReport, SplitLine
    from hakaru.running.splits import Split

_EVEN_FRAC = 0.05


@frozen
class SplitRow:
    """One line of the splits table.

    `bar_frac` is how much faster than the whole run the split was, -1..1 of the largest
    difference between splits that were run (at least 5 % of speed, so that an even run looks
    even). One that was walked is drawn as slow as that scale goes; 0 without a speed.
    """

    number: str
    distance: str
    duration: str
    pace: str
    heart_rate: str
    cadence: str
    gct: str
    expected_gct: str
    delta: str
    grade: str
    bar_frac: float


def split_rows(report: RunReport, lang: Lang) -> tuple[SplitRow, ...]:
    """The splits in order; a cell without a value is '-'.

    A split that was mostly walked shows the pace of all of it; one with a few running seconds
    says nothing about form.
    """
    mean_mps = _mean_run_mps(report.splits)
    shares = [_share(line.split, mean_mps) for line in report.splits]
    run = [
        abs(share)
        for line, share in zip(report.splits, shares, strict=True)
        if line.split.is_mostly_run
    ]
    reach = max([_EVEN_FRAC, *run])
    pairs = zip(report.splits, shares, strict=True)
    return tuple(_split(line, max(-1.0, min(1.0, share / reach)), lang) for line, share in pairs)


def _mean_run_mps(lines: tuple[SplitLine, ...]) -> float | None:
    """Speed of all splits together that were run; None: none was."""
    run = [line.split for line in lines if line.split.is_mostly_run and line.split.speed_mps]
    running_s = sum(split.running_s for split in run)
    if running_s <= 0:
        return None
    return sum(split.running_distance_m for split in run) / running_s


def _share(split: Split, mean_mps: float | None) -> float:
    """Speed of a split relative to all of them, 0 for the same or for none."""
    speed_mps = split.speed_mps if split.is_mostly_run else split.stretch_speed_mps
    return speed_mps / mean_mps - 1 if speed_mps and mean_mps else 0.0


def _split(line: SplitLine, bar_frac: float, lang: Lang) -> SplitRow:
    split, speed_mps = line.split, line.split.stretch_speed_mps
    says_form = split.says_form
    delta_frac = line.gct_delta_frac if says_form else None
    return SplitRow(
        number=str(split.split_index),
        distance=distance_figure(split.distance_m, lang),
        duration=format_duration(split.duration_s),
        pace=pace_figure(speed_mps, lang),
        heart_rate=_cell(split.heart_rate_bpm),
        cadence=_cell(split.cadence_spm if says_form else None),
        gct=_cell(split.gct_ms if says_form else None, METRICS["gct"].decimals),
        expected_gct=_cell(line.expected_gct_ms if says_form else None, METRICS["gct"].decimals),
        delta=NO_VALUE if delta_frac is None else percent_text(delta_frac),
        grade=NO_VALUE if split.grade_pct is None else fixed(split.grade_pct, 1),
        bar_frac=bar_frac,
    )


def _cell(value: float | None, decimals: int = 0) -> str:
    return NO_VALUE if value is None else fixed(value, decimals)


@frozen
class MetricRow:
    """One line of the metrics table. Empty strings: nothing to show in that cell.

    `measured` is False when the run carries no such value; then `actual` says so in words. `usual`
    says how usual the value is, `rating` the stars and score or why there are none.
    """

    metric: MetricName
    label: str
    measured: bool
    actual: str
    expected: str = ""
    delta: str = ""
    stars: str = ""
    score: str = ""
    usual: str = ""
    rank: str = ""
    rating: str = ""
    comment: str = ""
    interval_50: str = ""
    interval_90: str = ""
    basis: str = ""
    n_runs: str = ""
    version: str = ""


_NOT_JUDGED = N_("not judged")
_NOTHING_RECORDED: frozenset[MetricName] = frozenset()


def metric_rows(
    evaluation: FormEvaluation | None,
    lang: Lang,
    *,
    recorded: frozenset[MetricName] = _NOTHING_RECORDED,
) -> tuple[MetricRow, ...]:
    """A row for each metric that was measured; one that a sensor could have measured, and that is
    missing, says so.

    `recorded`: what a run without a verdict has figures of, so that it was measured all the same.
    """
    rows = []
    for metric, row in METRICS.items():
        if evaluation is not None and metric in evaluation.metrics:
            rows.append(_measured(evaluation, evaluation.metrics[metric], lang))
        elif row.formula is None:
            measured = evaluation is not None or metric in recorded
            why = _NOT_JUDGED if measured else N_("not measured")
            rows.append(_missing(metric, lang, why=why, judged=evaluation is not None))
    return tuple(rows)


def rows_of(report: RunReport, lang: Lang) -> tuple[MetricRow, ...]:
    """The same of a run, with or without a verdict."""
    recorded = {
        metric
        for metric, spec in METRICS.items()
        if any(spec.value_of(line.split) is not None for line in report.splits)
    }
    if report.facts.cadence_spm is not None:
        recorded.add("cadence")
    return metric_rows(report.evaluation, lang, recorded=frozenset(recorded))


def heading_rating(evaluation: FormEvaluation, lang: Lang) -> str:
    """'★★★★☆ 92.3/100' of the whole run, or 'Not rated yet: 3 of 5 runs'."""
    if evaluation.overall_score is None or evaluation.overall_stars is None:
        return rating_text(evaluation, lang).rstrip("。.")
    return f"{star_text(evaluation.overall_stars)} {score_text(evaluation.overall_score)}"


def sensor_text(sensor_group: str, lang: Lang) -> str:
    """The name of a sensor group; an unknown one is 'another sensor'."""
    return say(_SENSORS.get(sensor_group, N_("another sensor")), lang)


_SENSORS: Mapping[str, str] = {
    "garmin-hrm": N_("Garmin chest strap"),
    "garmin-pod": N_("Garmin pod"),
    "garmin-wrist": N_("Garmin wrist"),
    "garmin-unknown": N_("Garmin (kind unknown)"),
    "stryd": N_("Stryd pod"),
    "coros": N_("COROS"),
    "apple-watch": N_("Apple Watch"),
}


_SELECTIONS: Mapping[str, str] = {
    "flat_splits": N_("{n} flat <n:split|splits> (grade within ±2%)"),
    "all_splits": N_("all {n} <n:split|splits> (none was flat)"),
    "running_samples": N_("all running time (no split was long enough)"),
    "summary": N_("{n} <n:row|rows> of the device's summary (no seconds recorded)"),
    "hilly_summary": N_("{n} <n:row|rows> of the device's summary (hilly, no seconds recorded)"),
    "unknown_summary": N_(
        "{n} <n:row|rows> of the device's summary (hills unknown, no seconds recorded)"
    ),
}


def selection_text(evaluation: FormEvaluation, lang: Lang) -> str:
    """Which part of the run was judged, and how long it was."""
    judged = say(_SELECTIONS[evaluation.selection], lang, n=evaluation.n_splits)
    time, pace = format_duration(evaluation.running_s), pace_text(evaluation.speed_mps, lang)
    return f"{judged}, {say('{time} of running at {pace}', lang, time=time, pace=pace)}"


def summary_text(evaluation: FormEvaluation, lang: Lang) -> str:
    """The verdict in a sentence or two, without the score that every heading shows already."""
    gap = "" if lang == "ja" else " "
    return gap.join(
        text for text in (headline(evaluation, lang), aside_text(evaluation, lang)) if text
    )


def comment_facts(evaluation: FormEvaluation | None, lang: Lang) -> tuple[Fact, ...]:
    """The stored sentences of the verdict, each with its metric."""
    if evaluation is None:
        return ()
    rows = metric_rows(evaluation, lang)
    facts = [Fact(label=row.label, value=row.comment) for row in rows if row.comment]
    balance = evaluation.balance
    if balance is not None:
        text = balance.text_ja if lang == "ja" else balance.text_en
        facts.append(Fact(label=say("Contact balance", lang), value=text))
    return tuple(facts)


def judged_facts(evaluation: FormEvaluation | None, lang: Lang) -> tuple[Fact, ...]:
    """What the judgement rests on besides the baselines."""
    if evaluation is None:
        return ()
    taken_out = _taken_out(evaluation, lang)
    head = say("Conditions taken out", lang)
    return (
        Fact(label=say("Judged on", lang), value=selection_text(evaluation, lang)),
        Fact(label=say("Sensor", lang), value=sensor_text(evaluation.sensor_group, lang)),
        *([Fact(label=head, value=taken_out)] if taken_out else []),
    )


def _taken_out(evaluation: FormEvaluation, lang: Lang) -> str:
    """'Contact time +3ms, vertical oscillation -0.1cm': what warmth, slopes, time on the feet, a
    pause and shoes change in what was expected."""
    changes = [
        f"{brief_label(verdict.metric, lang)} "
        f"{signed(verdict.conditions_delta, METRICS[verdict.metric].decimals)}"
        f"{METRICS[verdict.metric].unit}"
        for verdict in evaluation.scored
        if float(fixed(verdict.conditions_delta, METRICS[verdict.metric].decimals)) != 0.0
    ]
    return in_language(listed(changes), lang)


def _missing(metric: MetricName, lang: Lang, *, why: str, judged: bool) -> MetricRow:
    """Of a run that was judged, a metric may also be missing for its speed, far from any known."""
    return MetricRow(
        metric=metric,
        label=heading(metric, lang),
        measured=False,
        actual=say(why, lang),
        expected=NO_VALUE,
        delta=NO_VALUE,
        rating=say(why, lang),
        comment=say(
            "{metric}: not measured, or at a speed too far from those learned, and so not judged.",
            lang,
            metric=label(metric, lang),
        )
        if judged
        else "",
    )


def _measured(evaluation: FormEvaluation, verdict: MetricVerdict, lang: Lang) -> MetricRow:
    version, metric = verdict.baseline_version, verdict.metric
    stars = "" if verdict.stars is None else star_text(verdict.stars)
    score = "" if verdict.score is None else score_text(verdict.score)
    cadence, short = metric == "cadence", evaluation.is_short
    comment = cadence_text(evaluation, lang) if cadence else _text(verdict, lang)
    return MetricRow(
        metric=metric,
        label=heading(metric, lang),
        measured=True,
        actual=value_text(metric, verdict.actual),
        expected=_expected(evaluation, verdict, lang),
        delta=delta_text(verdict),
        stars=stars,
        score=score,
        usual="" if short else usual_text(verdict, lang),
        rank="" if short else _rank(verdict, lang),
        rating=f"{stars} {score}" if stars else _unrated(verdict, lang),
        comment="" if short else comment,
        interval_50=range_text(metric, verdict.interval_50, lang=lang),
        interval_90=range_text(metric, verdict.interval_90, lang=lang),
        basis=basis_text(verdict.basis, lang),
        n_runs=say("{n} <n:run|runs>", lang, n=verdict.n_runs),
        version=NO_VALUE if version is None else str(version),
    )


_BANDS: Mapping[str, str] = {
    "as_usual": N_("as usual"),
    "within_range": N_("within your range"),
    "outside_range": N_("outside your range"),
    "far_outside": N_("far outside your range"),
}


def basis_text(basis: Basis, lang: Lang) -> str:
    """Whose runs an expectation rests on."""
    return say(_BASES[basis], lang)


_BASES: Mapping[str, str] = {
    "personal": N_("your own history"),
    "shrunk": N_("your history, still leaning on other runners"),
    "bridged": N_("your history with an earlier sensor, carried over"),
    "population": N_("runners in general (not personal yet)"),
}


def usual_text(verdict: MetricVerdict, lang: Lang) -> str:
    """How usual a value is for this runner, by the runner's own intervals."""
    if verdict.basis != "population":
        return say(_BANDS[verdict.band], lang)
    inside = verdict.band in ("as_usual", "within_range")
    return say(N_("within what runners show") if inside else N_("outside what runners show"), lang)


def _expected(evaluation: FormEvaluation, verdict: MetricVerdict, lang: Lang) -> str:
    """The expectation; of cadence the minimum, where the user set one."""
    if verdict.metric == "cadence" and evaluation.cadence_set_spm is not None:
        minimum = value_text("cadence", evaluation.cadence_set_spm)
        return say("at least {value}", lang, value=minimum)
    return value_text(verdict.metric, verdict.expected)


def _unrated(verdict: MetricVerdict, lang: Lang) -> str:
    """Why there are no stars; what is never scored says how usual it is."""
    text = unrated_text(verdict.unrated_reason, verdict.n_runs, lang).rstrip("。.")
    says_all = METRICS[verdict.metric].scored or verdict.unrated_reason == "short_run"
    return text if text and says_all else usual_text(verdict, lang)


def _rank(verdict: MetricVerdict, lang: Lang) -> str:
    """How often the runner's own runs deviate less far this way."""
    rank = rank_text(verdict)
    if rank is None or verdict.basis == "population":
        return ""
    direction = direction_word(verdict.metric, verdict.delta, lang=lang)
    n = round(PERCENT) - int(rank) if lang == "ja" else rank  # Japanese counts those beyond
    return say("{direction} than in {n} of 100 runs", lang, n=n, direction=direction)


def _text(verdict: MetricVerdict, lang: Lang) -> str:
    return verdict.text_ja if lang == "ja" else verdict.text_en
