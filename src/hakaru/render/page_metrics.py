"""What does the section of performance figures say, by kind of training?"""

from __future__ import annotations

from hakaru.render.blocks import Block, Facts, FormPart, Items, Mark, Part, Row, Table, Text
from hakaru.render.change_text import (
    anomaly_texts,
    change_table,
    change_text,
    plausible_change,
)
from hakaru.render.interval_text import interval_rows, rep_form_texts, rep_matrix
from hakaru.render.load_text import history_note, history_rows, load_note_texts, load_rows
from hakaru.render.long_term_text import long_term_texts
from hakaru.render.monthly import month_table
from hakaru.render.page_overview import page_kind
from hakaru.render.physiology_text import physiology_rows, threshold_rows, typical_texts
from hakaru.render.session_text import role_text
from hakaru.render.splits import SplitRow, split_rows
from hakaru.render.words import say, word
from hakaru.render.words_load import LOAD
from hakaru.render.words_page import PAGE
from hakaru.running.physiology.importance import Topic
from hakaru.running.report import RunReport
from hakaru.running.session.report import SessionReport
from hakaru.running.splits import Split
from hakaru.running.wording import Lang

_BAR_COLUMN = 4


def metrics(report: RunReport, session: SessionReport, *, lang: Lang) -> tuple[Part, ...]:
    """Splits, form, what the type adds, physiology, load and trend: T's order and titles."""
    kind = page_kind(session)
    parts = [
        Part(title=say(PAGE[f"splits_{kind}"], lang), blocks=_splits(report, session, lang)),
        Part(title=say(PAGE[f"form_{kind}"], lang), blocks=(FormPart(),)),
    ]
    if kind == "tempo":
        parts.append(_threshold(session, lang))
    if kind == "reps":
        parts += _intervals(session, lang)
    parts += _beyond(session, lang)
    parts.append(_trend(session, lang))
    return tuple(parts)


def _splits(report: RunReport, session: SessionReport, lang: Lang) -> tuple[Block, ...]:
    if not report.splits:
        return (Text(text=say(PAGE["no_splits"], lang)),)
    kind = page_kind(session)
    pairs = zip(report.splits, split_rows(report), strict=True)
    rows = tuple(
        Row(
            cells=_split_cells(row, _role(line.split, lang)),
            mark=_mark(line.split, kind),
            bar_frac=row.bar_frac,
        )
        for line, row in pairs
    )
    left = frozenset({1, _BAR_COLUMN})
    return (
        Table(
            name="splits",
            columns=_split_heads(lang),
            rows=rows,
            left=left,
            bar_column=_BAR_COLUMN,
            bar_label=word("pace_bars", lang),
        ),
    )


def _split_heads(lang: Lang) -> tuple[str, ...]:
    return (
        word("split_number", lang),
        say(PAGE["role"], lang),
        "km",
        say(PAGE["rep_time"], lang),
        word("pace_running", lang),
        word("heart_rate", lang),
        word("cadence", lang),
        f"{word('gct_short', lang)} (ms)",
        word("expected_gct_short", lang),
        word("delta", lang),
        f"{word('grade', lang)} (%)",
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
    physiology = session.physiology
    rows = () if physiology is None else threshold_rows(physiology.threshold, lang)
    known = session.analysis.athlete.value("lt_heart_rate_bpm") is not None
    averaged = known and session.analysis.summary.heart_rate_bpm is not None
    why = say(PAGE["no_threshold_samples" if averaged else "no_threshold"], lang)
    block: Block = Facts(facts=rows) if rows else Text(text=why)
    return Part(title=say(PAGE["threshold_part"], lang), blocks=(block,))


def _intervals(session: SessionReport, lang: Lang) -> list[Part]:
    title = say(PAGE["interval_part"], lang)
    intervals = session.intervals
    if intervals is None:
        return [Part(title=title, blocks=(Text(text=say(PAGE["no_intervals"], lang)),))]
    athlete, rep_form = session.analysis.athlete, session.rep_form
    matrix = rep_matrix(intervals, athlete, lang=lang, rep_form=rep_form)
    note = Text(text=say(PAGE["matrix_note"], lang), soft=True)
    parts = [
        Part(title=title, blocks=(Facts(facts=interval_rows(intervals, lang)),)),
        Part(title=say(PAGE["matrix_part"], lang), blocks=(matrix, note)),
    ]
    if rep_form is not None:
        items = Items(items=rep_form_texts(rep_form, lang, reps=intervals.reps))
        parts.append(Part(title=say(PAGE["rep_form_part"], lang), blocks=(items,)))
    return parts


def _beyond(session: SessionReport, lang: Lang) -> list[Part]:
    """Anomalies, physiology with its typical ranges, load."""
    parts = []
    if session.anomalies is not None:
        found = Items(items=anomaly_texts(session.anomalies, lang))
        parts.append(Part(title=say(PAGE["anomalies_part"], lang), blocks=(found,)))
    if session.physiology is not None:
        tempo = page_kind(session) == "tempo"
        elsewhere: frozenset[Topic] = frozenset({"threshold"}) if tempo else frozenset()
        rows = physiology_rows(session.physiology, lang, without=elsewhere)
        if rows:
            title = say(PAGE["physiology_part"], lang)
            parts.append(Part(title=title, blocks=(Facts(facts=rows),)))
    training_type = session.analysis.verdict.training_type
    typical = typical_texts(training_type, session.physiology, lang=lang)
    if typical:
        title = say(PAGE["typical_part"], lang)
        parts.append(Part(title=title, blocks=(Items(items=typical),)))
    parts.append(Part(title=say(PAGE["load_part"], lang), blocks=_load(session, lang)))
    return parts


def _load(session: SessionReport, lang: Lang) -> tuple[Block, ...]:
    load, history = session.load, session.load_history
    day = session.analysis.summary.activity_date
    rows = () if load is None else load_rows(load, lang)
    known = load is not None and load.training_load_score is not None
    blocks: list[Block] = [] if known else [Text(text=say(PAGE["no_load"], lang))]
    rows += () if history is None else history_rows(history, day, lang=lang)
    if rows:
        blocks.append(Facts(facts=rows))
    notes = [] if load is None else list(load_note_texts(load.notes, lang))
    if history is not None and history_note(history, lang):
        notes.append(history_note(history, lang))
    if known:
        notes.insert(0, say(LOAD["score_note"], lang))
    return (*blocks, *(Text(text=note, soft=True) for note in notes))


def _trend(session: SessionReport, lang: Lang) -> Part:
    most_bpm = session.analysis.athlete.value("heart_rate_max_bpm")
    changes = tuple(
        one for one in session.changes if plausible_change(one, heart_rate_max_bpm=most_bpm)
    )
    none = "no_plausible_change" if session.changes else "no_trend"
    blocks: tuple[Block, ...] = (Text(text=say(PAGE[none], lang)),)
    if changes:
        told = Items(items=tuple(change_text(one, lang) for one in changes))
        blocks = (told, change_table(changes, lang))
    if session.long_term:
        blocks = (Items(items=long_term_texts(session.long_term, lang)), *blocks)
    months = month_table(session.trends, lang, heart_rate_max_bpm=most_bpm)
    if months is not None:
        blocks = (*blocks, Text(text=say(PAGE["months_part"], lang), soft=True), months)
    return Part(title=say(PAGE["trend_part"], lang), blocks=blocks)
