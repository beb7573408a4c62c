"""Performance figures of a report, how they moved over the months, and changes of form within a
run."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from hakaru.core.i18n import N_, Lang, in_context, length_unit, say
from hakaru.core.units import format_duration
from hakaru.present.changes import change_table, plausible_change
from hakaru.present.document import (
    Block,
    Document,
    Facts,
    FormPart,
    Items,
    Mark,
    Part,
    Row,
    Table,
    Text,
    document,
    paragraphs,
)
from hakaru.present.figures import (
    NO_VALUE,
    clock_text,
    day_text,
    pace_figure,
    percent_text,
    share_text,
    signed,
)
from hakaru.present.load import history_note, history_rows, load_note_texts, load_rows
from hakaru.present.page_overview import contact_over_time, page_kind, zones_part
from hakaru.present.physiology import (
    interval_rows,
    physiology_rows,
    rep_form_texts,
    rep_matrix,
    threshold_rows,
    typical_texts,
)
from hakaru.present.rows import SplitRow, split_rows
from hakaru.present.session import joined_text, role_text
from hakaru.present.trends import long_term_texts, month_table
from hakaru.running.metrics import MetricName
from hakaru.running.wording import direction_word, fixed, label, value_text
from hakaru.stats.series import group_means

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hakaru.flows.drift import AnomaliesResult, AnomalyResult, RunAnomalies
    from hakaru.running.anomalies.steps import Anomaly, AnomalyDetail
    from hakaru.running.athlete.model import Athlete
    from hakaru.running.physiology.figures import Topic
    from hakaru.running.report import RepForm, RunReport, SessionReport
    from hakaru.running.session.intervals import IntervalFigures
    from hakaru.running.splits import Split


ANOMALIES_SHOWN = 6


_SHARE_SHOWN_FRAC = 0.15


SIGNS: Mapping[str, str] = {
    "gap": N_("values missing around it"),
    "spikes": N_("spikes in it"),
    "frozen": N_("one value held"),
    "ratio_violated": N_("VO and VR disagree"),
    "all_at_once": N_("several metrics jumped together"),
    "cadence_lock": N_("heart rate equals cadence"),
}


def anomaly_text(anomaly: Anomaly, lang: Lang) -> str:
    """When, what, by how much, and what it is put down to."""
    text = say(
        "{start}–{end}: {metric} was {actual}, {delta} {side} than the "
        "{expected} expected at that speed and slope. {reason}",
        lang,
        start=clock_text(anomaly.start_elapsed_s),
        end=clock_text(anomaly.end_elapsed_s),
        metric=label(anomaly.metric, lang),
        expected=value_text(anomaly.metric, anomaly.expected),
        actual=value_text(anomaly.metric, anomaly.actual),
        delta=_delta(anomaly.metric, anomaly.delta),
        side=direction_word(anomaly.metric, anomaly.delta, lang=lang),
        reason=_reason(anomaly, lang),
    )
    if not anomaly.sensor_signs:
        return text
    signs = joined_text([say(SIGNS[sign], lang) for sign in anomaly.sensor_signs], lang)
    gap = "" if lang == "ja" else " "
    return text + gap + say("Signs of a sensor fault: {signs}.", lang, signs=signs)


def anomaly_texts(anomalies: tuple[Anomaly, ...], lang: Lang) -> tuple[str, ...]:
    """The clearest anomalies in order of time, and how many more there are."""
    if not anomalies:
        return (say("No clear change of form was found.", lang),)
    clearest = sorted(anomalies, key=lambda anomaly: -abs(anomaly.z))[:ANOMALIES_SHOWN]
    shown = sorted(clearest, key=lambda anomaly: anomaly.start_elapsed_s)
    texts = [anomaly_text(anomaly, lang) for anomaly in shown]
    left = len(anomalies) - len(shown)
    return (*texts, *([say("{n} more.", lang, n=left)] if left else []))


CAUSES: Mapping[str, str] = {
    "pace": in_context("pace", "pace"),
    "grade": N_("slope"),
    "fatigue": N_("fatigue"),
    "sensor": N_("possible sensor error"),
    "unexplained": N_("unknown"),
}


def _reason(anomaly: Anomaly, lang: Lang) -> str:
    """What a step is put down to: the main cause, and others that account for a part worth
    naming; that the cause is unknown, where nothing was found."""
    texts = [
        say(
            "{cause} {share}",
            lang,
            cause=say(CAUSES[cause.cause], lang),
            share=share_text(cause.share_frac),
        )
        for at, cause in enumerate(anomaly.causes)
        if cause.cause != "unexplained" and (at == 0 or cause.share_frac >= _SHARE_SHOWN_FRAC)
    ]
    if not texts:
        return say("Cause unknown.", lang)
    mostly_unknown = anomaly.causes[0].cause == "unexplained"
    text = (
        N_("Mostly unexplained; in part: {causes}.")
        if mostly_unknown
        else N_("Likely cause: {causes}.")
    )
    return say(text, lang, causes=joined_text(texts, lang))


def _delta(metric: MetricName, delta: float) -> str:
    return value_text(metric, abs(delta))


DETAIL_LINES = 16
LISTED = 20
_STANDING_MPS = 0.8


def anomalies_document(result: AnomaliesResult, lang: Lang) -> Document:
    """One run: its changes as sentences. Several: counts and the clearest as a table."""
    if not result.runs:
        none = say("No run could be judged: ingest runs with running dynamics.", lang)
        return document(Text(text=none))
    if len(result.runs) == 1:
        return _one_run(result.runs[0], lang)
    dated = [(run.day, anomaly) for run in result.runs for anomaly in run.anomalies]
    counts = say(
        "Clear changes: {n} in {runs} <runs:run|runs> ({judged} of running judged).",
        lang,
        runs=len(result.runs),
        judged=format_duration(sum(run.judged_s for run in result.runs)),
        n=len(dated),
    )
    if not dated:
        return document(Text(text=counts))
    metrics = _counts([label(anomaly.metric, lang) for _, anomaly in dated], lang)
    causes = _counts([say(CAUSES[anomaly.main_cause], lang) for _, anomaly in dated], lang)
    texts = (
        counts,
        say("By metric: {counts}", lang, counts=metrics),
        say("By main cause: {counts}", lang, counts=causes),
    )
    table = anomaly_table(dated, lang)
    left = len(dated) - len(table.rows)
    more = say(
        "What surrounds one: `hakaru anomaly DAY --number N`; a run in "
        "sentences: `hakaru anomalies DAY`.",
        lang,
    )
    return Document(
        parts=(
            Part(blocks=paragraphs(*texts)),
            Part(blocks=(table,)),
            Part(
                blocks=paragraphs(
                    say(in_context("more", "{n} more"), lang, n=left) if left else "", more
                )
            ),
        )
    )


def anomaly_document(result: AnomalyResult, lang: Lang) -> Document:
    """The sentence, then the values before, in and after it."""
    series = series_table(result.detail, lang)
    marks = say("> marks the stretch itself.", lang)
    return Document(
        parts=(
            Part(
                title=day_text(result.day, lang),
                blocks=(_numbered([result.detail.anomaly], lang),),
            ),
            *((Part(blocks=(series, Text(text=marks, soft=True))),) if series.rows else ()),
        )
    )


def _one_run(run: RunAnomalies, lang: Lang) -> Document:
    day = day_text(run.day, lang)
    if not run.judged_s > 0.0:
        unknown = say(
            "Form within the run of {day} could not be judged: not measured, or too short a run.",
            lang,
            day=day,
        )
        return document(Text(text=unknown))
    if not run.anomalies:
        return document(Text(text=f"{day}: {say('No clear change of form was found.', lang)}"))
    counts = say(
        "{day}: clear changes: {n} ({judged} of running judged)",
        lang,
        day=day,
        n=len(run.anomalies),
        judged=format_duration(run.judged_s),
    )
    more = say(
        "What surrounds one: `hakaru anomaly {activity_id} --number N`.",
        lang,
        activity_id=run.activity_id,
    )
    return document(Text(text=counts), _numbered(run.anomalies, lang), Text(text=more))


def _numbered(anomalies: Sequence[Anomaly], lang: Lang) -> Items:
    """Each as a sentence behind its number, in order of time."""
    return Items(
        items=tuple(
            f"{anomaly.anomaly_index}: {anomaly_text(anomaly, lang)}" for anomaly in anomalies
        )
    )


def anomaly_table(dated: Sequence[tuple[date, Anomaly]], lang: Lang) -> Table:
    """The clearest of several runs, the newest day first."""
    clearest = sorted(dated, key=lambda pair: -abs(pair[1].z))[:LISTED]
    shown = sorted(clearest, key=lambda pair: (pair[0], pair[1].start_elapsed_s), reverse=True)
    return Table(
        name="anomalies",
        columns=(
            say("Day", lang),
            say("No.", lang),
            say("When", lang),
            say("Metric", lang),
            say("Change", lang),
            say("Main cause", lang),
        ),
        rows=tuple(
            Row(
                cells=(
                    day.isoformat(),
                    str(anomaly.anomaly_index),
                    f"{clock_text(anomaly.start_elapsed_s)}-{clock_text(anomaly.end_elapsed_s)}",
                    label(anomaly.metric, lang),
                    percent_text(anomaly.delta_frac),
                    say(CAUSES[anomaly.main_cause], lang),
                )
            )
            for day, anomaly in shown
        ),
        left=frozenset({3, 5}),
    )


def series_table(detail: AnomalyDetail, lang: Lang) -> Table:
    """What was measured before, in and after the stretch, beside what was expected."""
    series, anomaly = group_means(detail.series, DETAIL_LINES), detail.anomaly
    keys = (
        N_("When"),
        in_context("actual", "Measured"),
        N_("Usual"),
        N_("Change"),
        N_("/{length_unit}\nrunning"),
        N_("bpm"),
        N_("Cadence"),
        N_("Slope"),
    )
    rows = []
    for at, elapsed_s in enumerate(series["elapsed_s"].tolist() if series else ()):
        inside = anomaly.start_elapsed_s <= elapsed_s < anomaly.end_elapsed_s
        values = {name: float(column[at]) for name, column in series.items()}
        shown = _series_cells(anomaly.metric, values, lang)
        cells = (">" if inside else "", clock_text(elapsed_s), *shown)
        rows.append(Row(cells=cells, mark="target" if inside else ""))
    columns = ("", *(say(title, lang) for title in keys))
    return Table(name="series", columns=columns, rows=tuple(rows)).measured()


def _series_cells(metric: MetricName, values: Mapping[str, float], lang: Lang) -> tuple[str, ...]:
    """What was measured and expected, the difference, pace, heart rate, cadence, slope."""

    def shown(name: str, text: Callable[[float], str], *, above_mps: float = -math.inf) -> str:
        value = values.get(name, math.nan)
        return text(value) if math.isfinite(value) and value > above_mps else NO_VALUE

    actual, expected = values["actual"], values["expected"]
    is_known = math.isfinite(actual) and math.isfinite(expected) and expected > 0.0
    return (
        shown("actual", lambda value: value_text(metric, value)),
        shown("expected", lambda value: value_text(metric, value)),
        percent_text(actual / expected - 1.0) if is_known else NO_VALUE,
        shown("speed_mps", lambda value: pace_figure(value, lang), above_mps=_STANDING_MPS),
        shown("heart_rate_bpm", lambda value: fixed(value, 0)),
        shown("cadence_spm", lambda value: fixed(value, 0)),
        shown("grade_pct", lambda value: f"{signed(value, 1)}%"),
    )


def _counts(names: Sequence[str], lang: Lang) -> str:
    counted = Counter(names).most_common()
    return joined_text([say("{name} {n}", lang, name=name, n=n) for name, n in counted], lang)


_ROLE_COLUMN, _BAR_COLUMN = 1, 4
_ROWS_OPEN = 15


_SPLIT_TITLES: Mapping[str, str] = {
    "easy": N_("Splits (all of them)"),
    "tempo": N_("Splits (all of them, the main part highlighted)"),
    "reps": N_("Splits (all of them, with work and recovery)"),
}
_FORM_TITLES: Mapping[str, str] = {
    "easy": N_("Form (whole run)"),
    "tempo": N_("Form (main part only)"),
    "reps": N_("Form (work segments only)"),
}


def metrics(report: RunReport, session: SessionReport, *, lang: Lang) -> tuple[Part, ...]:
    """Splits, form, what the type adds, physiology and load: T's order and titles."""
    kind = page_kind(session.analysis)
    intervals, rep_form = session.intervals, session.rep_form
    athlete = session.analysis.athlete
    parts = [matrix_part(intervals, rep_form, athlete, lang)] if kind == "reps" else []
    parts.append(splits_part(report, say(_SPLIT_TITLES[kind], lang), kind=kind, lang=lang))
    parts.append(form_part(report, session, say(_FORM_TITLES[kind], lang), lang=lang))
    if kind == "tempo":
        parts.append(_threshold(session, lang))
    if kind == "reps":
        parts += interval_parts(intervals, rep_form, lang)
    parts += context_parts(session, lang)
    return tuple(parts)


def form_part(report: RunReport, session: SessionReport | None, title: str, *, lang: Lang) -> Part:
    """The verdict on form with contact time over the run; a run that nothing measured has none."""
    if report.evaluation is None:
        return Part(title=title)
    contact = contact_over_time(report, session, lang=lang)
    return Part(title=title, blocks=(FormPart(), *(() if contact is None else (contact,))))


def splits_part(report: RunReport, title: str, *, kind: str, lang: Lang) -> Part:
    """Every split in one table; a long one, or one below repetitions, is folded."""
    if not report.splits:
        return Part(title=title, missing=say("There are no splits.", lang))
    pairs = zip(report.splits, split_rows(report, lang), strict=True)
    rows = tuple(
        Row(
            cells=_split_cells(row, _role(line.split, lang)),
            mark=_mark(line.split, kind),
            bar_frac=row.bar_frac,
        )
        for line, row in pairs
    )
    columns = _split_heads(lang)
    table = Table(
        name="splits",
        columns=columns,
        rows=rows,
        left=frozenset({_ROLE_COLUMN, _BAR_COLUMN}),
        bar_column=_BAR_COLUMN,
        bar_label=say("Pace, running (right: faster than the whole)", lang),
    ).only([at for at in range(len(columns)) if _says_something(at, rows)])
    return Part(title=title, blocks=(table,), folded=kind == "reps" or len(rows) > _ROWS_OPEN)


def _says_something(at: int, rows: tuple[Row, ...]) -> bool:
    """Whether a column is worth its room: it names the split, it was measured, and a run of one
    part is not told that of every split."""
    cells = {row.cells[at] for row in rows}
    if at == _ROLE_COLUMN:
        return len(cells) > 1
    return at == 0 or not cells <= {"", NO_VALUE}


def _split_heads(lang: Lang) -> tuple[str, ...]:
    return (
        say("Split", lang),
        say("Part", lang),
        length_unit(lang),
        say("Time", lang),
        say("Pace, running", lang),
        say("Heart rate", lang),
        say("Cadence", lang),
        f"{say('GCT', lang)} (ms)",
        say("GCT expected", lang),
        say("Deviation", lang),
        f"{say('Grade', lang)} (%)",
    )


def _split_cells(row: SplitRow, role: str) -> tuple[str, ...]:
    measured = (row.heart_rate, row.cadence, row.gct, row.expected_gct, row.delta, row.grade)
    return (row.number, role, row.distance, row.duration, row.pace, *measured)


def _role(split: Split, lang: Lang) -> str:
    if split.role is None:
        return "-"
    name = role_text(split.role, lang)
    return name if split.rep_index is None else f"{name} {split.rep_index}"


def _mark(split: Split, kind: str) -> Mark:
    """Work and recovery of intervals, the main part of a tempo run; what is not judged is soft."""
    if kind == "reps":
        if split.role == "work":
            return "work"
        return "recovery" if split.role == "recovery" else "soft"
    if kind == "tempo":
        return "target" if split.is_target else "soft"
    return ""


def _threshold(session: SessionReport, lang: Lang) -> Part:
    title = say("Time at threshold", lang)
    physiology = session.physiology
    rows = () if physiology is None else threshold_rows(physiology.threshold, lang)
    if rows:
        return Part(title=title, blocks=(Facts(facts=rows),))
    has_threshold = session.analysis.athlete.value("lt_heart_rate_bpm") is not None
    averaged = has_threshold and session.analysis.summary.heart_rate_bpm is not None
    why = (
        N_("There is no second-by-second record.")
        if averaged
        else N_("Threshold, heart rate or power is not known.")
    )
    return Part(title=title, missing=say(why, lang))


def matrix_part(
    intervals: IntervalFigures | None, rep_form: RepForm | None, athlete: Athlete | None, lang: Lang
) -> Part:
    """A line per repetition."""
    title = say("Efficiency by repetition", lang)
    if intervals is None:
        return Part(title=title, missing=say("Fewer than two work segments were found.", lang))
    matrix = rep_matrix(intervals, athlete, lang=lang, rep_form=rep_form)
    return Part(title=title, blocks=(matrix,))


def interval_parts(
    intervals: IntervalFigures | None, rep_form: RepForm | None, lang: Lang
) -> tuple[Part, ...]:
    """What the repetitions show together, and form across them."""
    title = say("Interval figures (consistency of work, recovery, rise of heart rate)", lang)
    if intervals is None:
        return (Part(title=title, missing=say("Fewer than two work segments were found.", lang)),)
    part = Part(title=title, blocks=(Facts(facts=interval_rows(intervals, lang)),))
    if rep_form is None:
        return (part,)
    texts = rep_form_texts(rep_form, lang, reps=intervals.reps)
    form = Part(title=say("Form across repetitions", lang))
    if rep_form.code == "cannot_tell" and len(texts) == 1:
        return part, replace(form, missing=texts[0])
    return replace(part, half=True), replace(form, blocks=(Items(items=texts),), half=True)


def context_parts(session: SessionReport, lang: Lang) -> list[Part]:
    """Anomalies, zones of heart rate, load, physiology with its typical ranges."""
    title = say("Form changes within the run", lang)
    parts = []
    if session.anomalies:
        items = Items(items=anomaly_texts(session.anomalies, lang))
        parts.append(Part(title=title, blocks=(items,)))
    elif session.anomalies is not None:
        parts.append(Part(title=title, missing=anomaly_texts((), lang)[0]))
    parts += [zones_part(session, lang), _load(session, lang)]
    if session.physiology is not None:
        tempo = page_kind(session.analysis) == "tempo"
        elsewhere: frozenset[Topic] = frozenset({"threshold"}) if tempo else frozenset()
        rows = physiology_rows(session.physiology, lang, without=elsewhere)
        if rows:
            title = say("Physiology", lang)
            parts.append(Part(title=title, blocks=(Facts(facts=rows),)))
    training_type = session.analysis.verdict.training_type
    typical = typical_texts(training_type, session.physiology, lang=lang)
    if typical:
        title = say("Typical ranges (context, never scored)", lang)
        parts.append(Part(title=title, blocks=(Items(items=typical),), folded=True))
    return parts


def _load(session: SessionReport, lang: Lang) -> Part:
    load, history = session.load, session.load_history
    title, day = say("Training load", lang), session.analysis.summary.activity_date
    notes = [] if load is None else list(load_note_texts(load.notes, lang))
    gap = "" if lang == "ja" else " "
    if load is None or load.training_load_score is None:
        return Part(
            title=title,
            missing=gap.join([say("No load can be computed for this run.", lang), *notes]),
        )
    rows = load_rows(load, lang)
    rows += () if history is None else history_rows(history, day, lang=lang)
    if history is not None and history_note(history, lang):
        notes.append(history_note(history, lang))
    written = (text[:1].upper() + text[1:] for text in notes)
    note = Text(text=gap.join([say("An hour at the threshold is 100.", lang), *written]), soft=True)
    return Part(title=title, blocks=(Facts(facts=rows), note), half=True)


def trend_part(session: SessionReport, lang: Lang) -> Part:
    """What moved over the months up to a session."""
    title = say("Performance trend", lang)
    most_bpm = session.analysis.athlete.value("heart_rate_max_bpm")
    changes = tuple(
        change
        for change in session.changes
        if plausible_change(change, heart_rate_max_bpm=most_bpm)
    )
    blocks: list[Block] = []
    if session.long_term:
        blocks.append(Items(items=long_term_texts(session.long_term, lang)))
    if changes:
        blocks.append(change_table(changes, lang))
    months = month_table(session.trends, lang, heart_rate_max_bpm=most_bpm)
    if months is not None and len(months.rows) > 1:
        blocks += [
            Text(text=say("Month by month (90% interval in brackets)", lang), soft=True),
            months,
        ]
    if not blocks:
        why = (
            N_("Not compared: in one period you did not run at this pace.")
            if session.changes
            else N_("Too few runs are stored yet to compare periods.")
        )
        return Part(title=title, missing=say(why, lang))
    return Part(title=title, blocks=tuple(blocks))
