"""Performance figures of a report, by kind of training, and how they moved over the months."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hakaru.core.i18n import Lang, say
from hakaru.present.anomalies import anomaly_texts
from hakaru.present.changes import (
    change_table,
    plausible_change,
)
from hakaru.present.document import Block, Facts, FormPart, Items, Mark, Part, Row, Table, Text
from hakaru.present.figures import NO_VALUE
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
from hakaru.present.session import role_text
from hakaru.present.trends import long_term_texts, month_table
from hakaru.present.words import PAGE

if TYPE_CHECKING:
    from hakaru.running.athlete.model import Athlete
    from hakaru.running.physiology.figures import Topic
    from hakaru.running.report import RepForm, RunReport, SessionReport
    from hakaru.running.session.intervals import IntervalFigures
    from hakaru.running.splits import Split


_ROLE_COLUMN, _BAR_COLUMN = 1, 4
_ROWS_OPEN = 15


def metrics(report: RunReport, session: SessionReport, *, lang: Lang) -> tuple[Part, ...]:
    """Splits, form, what the type adds, physiology, load and trend: T's order and titles."""
    kind = page_kind(session.analysis)
    intervals, rep_form = session.intervals, session.rep_form
    athlete = session.analysis.athlete
    parts = [matrix_part(intervals, rep_form, athlete, lang)] if kind == "reps" else []
    parts.append(splits_part(report, say(PAGE[f"splits_{kind}"], lang), kind=kind, lang=lang))
    parts.append(form_part(report, session, say(PAGE[f"form_{kind}"], lang), lang=lang))
    if kind == "tempo":
        parts.append(_threshold(session, lang))
    if kind == "reps":
        parts += interval_parts(intervals, rep_form, lang)
    parts += context_parts(session, lang)
    parts.append(_trend(session, lang))
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
    pairs = zip(report.splits, split_rows(report), strict=True)
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
        "km",
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
    why = "no_threshold_samples" if averaged else "no_threshold"
    return Part(title=title, missing=say(PAGE[why], lang))


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


def _trend(session: SessionReport, lang: Lang) -> Part:
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
        why = "no_plausible_change" if session.changes else "no_trend"
        return Part(title=title, missing=say(PAGE[why], lang))
    return Part(title=title, blocks=tuple(blocks))
