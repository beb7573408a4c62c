"""What does the section of performance figures say, by kind of training?"""

from __future__ import annotations

from dataclasses import replace

from hakaru.render.blocks import Block, Facts, FormPart, Items, Mark, Part, Row, Table, Text
from hakaru.render.change_text import anomaly_texts, change_table, plausible_change
from hakaru.render.interval_text import interval_rows, rep_form_texts, rep_matrix
from hakaru.render.load_text import history_note, history_rows, load_note_texts, load_rows
from hakaru.render.long_term_text import long_term_texts
from hakaru.render.monthly import month_table
from hakaru.render.numbers import NO_VALUE
from hakaru.render.page_overview import contact_over_time, page_kind, zones_part
from hakaru.render.physiology_text import physiology_rows, threshold_rows, typical_texts
from hakaru.render.session_text import role_text
from hakaru.render.splits import SplitRow, split_rows
from hakaru.render.words import say, word
from hakaru.render.words_load import LOAD
from hakaru.render.words_page import PAGE
from hakaru.running.physiology.figures import Topic
from hakaru.running.report import RunReport, SessionReport
from hakaru.running.splits import Split
from hakaru.running.wording import Lang

_ROLE_COLUMN, _BAR_COLUMN = 1, 4
_ROWS_OPEN = 15


def metrics(report: RunReport, session: SessionReport, *, lang: Lang) -> tuple[Part, ...]:
    """Splits, form, what the type adds, physiology, load and trend: T's order and titles."""
    kind = page_kind(session)
    parts = [_matrix(session, lang)] if kind == "reps" else []
    parts.append(splits_part(report, say(PAGE[f"splits_{kind}"], lang), kind=kind, lang=lang))
    parts.append(form_part(report, session, say(PAGE[f"form_{kind}"], lang), lang=lang))
    if kind == "tempo":
        parts.append(_threshold(session, lang))
    if kind == "reps":
        parts += _intervals(session, lang)
    parts += _beyond(session, lang)
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
        return Part(title=title, missing=say(PAGE["no_splits"], lang))
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
    shown_columns = [at for at in range(len(columns)) if _says_something(at, rows)]
    bar = shown_columns.index(_BAR_COLUMN) if _BAR_COLUMN in shown_columns else None
    table = Table(
        name="splits",
        columns=tuple(columns[at] for at in shown_columns),
        rows=tuple(
            replace(row, cells=tuple(row.cells[at] for at in shown_columns)) for row in rows
        ),
        left=frozenset(
            place for place, at in enumerate(shown_columns) if at in (_ROLE_COLUMN, _BAR_COLUMN)
        ),
        bar_column=bar,
        bar_label=word("pace_bars", lang),
    )
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
    title = say(PAGE["threshold_part"], lang)
    physiology = session.physiology
    rows = () if physiology is None else threshold_rows(physiology.threshold, lang)
    if rows:
        return Part(title=title, blocks=(Facts(facts=rows),))
    has_threshold = session.analysis.athlete.value("lt_heart_rate_bpm") is not None
    averaged = has_threshold and session.analysis.summary.heart_rate_bpm is not None
    why = "no_threshold_samples" if averaged else "no_threshold"
    return Part(title=title, missing=say(PAGE[why], lang))


def _matrix(session: SessionReport, lang: Lang) -> Part:
    """A line per repetition."""
    title = say(PAGE["matrix_part"], lang)
    if session.intervals is None:
        return Part(title=title, missing=say(PAGE["no_intervals"], lang))
    athlete, rep_form = session.analysis.athlete, session.rep_form
    matrix = rep_matrix(session.intervals, athlete, lang=lang, rep_form=rep_form)
    return Part(title=title, blocks=(matrix,))


def _intervals(session: SessionReport, lang: Lang) -> list[Part]:
    """What the repetitions show together, and form across them."""
    title, intervals = say(PAGE["interval_part"], lang), session.intervals
    if intervals is None:
        return [Part(title=title, missing=say(PAGE["no_intervals"], lang))]
    figures = Facts(facts=interval_rows(intervals, lang))
    parts = [Part(title=title, blocks=(figures,), half=session.rep_form is not None)]
    rep_form, form_title = session.rep_form, say(PAGE["rep_form_part"], lang)
    if rep_form is not None:
        texts = rep_form_texts(rep_form, lang, reps=intervals.reps)
        if rep_form.code == "cannot_tell" and len(texts) == 1:
            parts[0] = replace(parts[0], half=False)
            parts.append(Part(title=form_title, missing=texts[0]))
        else:
            parts.append(Part(title=form_title, blocks=(Items(items=texts),), half=True))
    return parts


def _beyond(session: SessionReport, lang: Lang) -> list[Part]:
    """Anomalies, zones of heart rate, load, physiology with its typical ranges."""
    title = say(PAGE["anomalies_part"], lang)
    parts = []
    if session.anomalies:
        items = Items(items=anomaly_texts(session.anomalies, lang))
        parts.append(Part(title=title, blocks=(items,)))
    elif session.anomalies is not None:
        parts.append(Part(title=title, missing=anomaly_texts((), lang)[0]))
    parts += [zones_part(session, lang), _load(session, lang)]
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
        parts.append(Part(title=title, blocks=(Items(items=typical),), folded=True))
    return parts


def _load(session: SessionReport, lang: Lang) -> Part:
    load, history = session.load, session.load_history
    title, day = say(PAGE["load_part"], lang), session.analysis.summary.activity_date
    notes = [] if load is None else list(load_note_texts(load.notes, lang))
    gap = "" if lang == "ja" else " "
    if load is None or load.training_load_score is None:
        return Part(title=title, missing=gap.join([say(PAGE["no_load"], lang), *notes]))
    rows = load_rows(load, lang)
    rows += () if history is None else history_rows(history, day, lang=lang)
    if history is not None and history_note(history, lang):
        notes.append(history_note(history, lang))
    written = (text[:1].upper() + text[1:] for text in notes)
    note = Text(text=gap.join([say(LOAD["score_note"], lang), *written]), soft=True)
    return Part(title=title, blocks=(Facts(facts=rows), note), half=True)


def _trend(session: SessionReport, lang: Lang) -> Part:
    title = say(PAGE["trend_part"], lang)
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
        blocks += [Text(text=say(PAGE["months_part"], lang), soft=True), months]
    if not blocks:
        why = "no_plausible_change" if session.changes else "no_trend"
        return Part(title=title, missing=say(PAGE[why], lang))
    return Part(title=title, blocks=tuple(blocks))
