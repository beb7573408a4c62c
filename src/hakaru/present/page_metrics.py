"""Performance figures of a report, by kind of training, and how they moved over the months."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from hakaru.core.i18n import N_, Lang, say
from hakaru.present.changes import (
    anomaly_texts,
    change_table,
    plausible_change,
    plausible_point,
    trend_metric_name,
    trend_value,
)
from hakaru.present.charts import month_ticks
from hakaru.present.document import Block, Facts, FormPart, Items, Mark, Part, Row, Table, Text
from hakaru.present.figures import NO_VALUE, pace_text, pct_text, signed, span_text, unit_text
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
from hakaru.present.svg import (
    NOTHING,
    PANEL,
    Svg,
    Tick,
    bulk,
    dots,
    element,
    nice_ticks,
    pace_ticks,
    panel_plot,
    path,
    picture,
    text,
)
from hakaru.present.training import history_note, history_rows, load_note_texts, load_rows
from hakaru.present.words import PAGE
from hakaru.present.words_session import CHANGES, MEANINGS
from hakaru.present.words_terminal import SESSION_QUANTITIES
from hakaru.running.wording import fixed

if TYPE_CHECKING:
    from hakaru.running.physiology.figures import Topic
    from hakaru.running.report import RunReport, SessionReport
    from hakaru.running.splits import Split
    from hakaru.running.trend_changes import SessionQuantity, SessionTrend
    from hakaru.running.trends import Trend, TrendPoint

MONTHS_SHOWN = 6


def month_table(
    trends: tuple[Trend, ...], lang: Lang, *, heart_rate_max_bpm: float | None = None
) -> Table | None:
    """The newest months, one line each: value with its 90 % interval. None: no month at all.

    A heart rate that was extended, or lies above the maximum, is left out.
    """
    possible = (_possible(trend, heart_rate_max_bpm) for trend in trends)
    shown_trends = [trend for trend in possible if trend.points]
    months = sorted({point.month for trend in shown_trends for point in trend.points})[
        -MONTHS_SHOWN:
    ]
    if not months:
        return None
    by_month = [{point.month: point for point in trend.points} for trend in shown_trends]
    return Table(
        name="months",
        columns=(say("Month", lang), *(_head(trend, lang) for trend in shown_trends)),
        rows=tuple(
            Row(
                cells=(
                    month.strftime("%Y-%m"),
                    *(
                        _cell(trend, points.get(month), lang)
                        for trend, points in zip(shown_trends, by_month, strict=True)
                    ),
                )
            )
            for month in months
        ),
    )


def _possible(trend: Trend, heart_rate_max_bpm: float | None) -> Trend:
    points = tuple(
        point
        for point in trend.points
        if plausible_point(trend.metric, point, heart_rate_max_bpm=heart_rate_max_bpm)
    )
    return replace(trend, points=points)


def _head(trend: Trend, lang: Lang) -> str:
    return f"{trend_metric_name(trend.metric, lang)} ({pace_text(trend.reference_speed_mps)}/km)"


def _cell(trend: Trend, point: TrendPoint | None, lang: Lang) -> str:
    """A month in which the speed was not run is an extension, and says so."""
    if point is None:
        return NO_VALUE
    value, low, high = (
        trend_value(trend.metric, value) for value in (point.value, point.low, point.high)
    )
    span = span_text(low, high, lang=lang)
    key = "month_extended" if point.extrapolated else "month_value"
    return say(CHANGES[key], lang, value=value, span=span)


_UNITS: dict[SessionQuantity, tuple[str, int]] = {
    "decoupling": ("pt", 1),
    "speed_per_beat": ("m", 2),
    "vo2_max": ("ml/kg/min", 1),
    "lt_heart_rate": ("bpm", 0),
    "critical_power": ("W", 0),
}


def quantity_text(quantity: SessionQuantity, value: float) -> str:
    """A value in the unit of what is followed; a speed as the pace it is."""
    if quantity == "threshold_speed":
        return f"{pace_text(value)}/km"
    if quantity == "decoupling":
        return pct_text(value, 1)
    if quantity == "running_effectiveness":
        return fixed(value, 2)
    unit, decimals = _UNITS[quantity]
    return unit_text(value, unit, decimals=decimals)


def long_term_text(trend: SessionTrend, lang: Lang) -> str:
    """One figure from then to now, which way it went, and over how many sessions."""
    earlier, later = (
        quantity_text(trend.quantity, value) for value in (trend.earlier_value, trend.later_value)
    )
    values = {
        "name": say(SESSION_QUANTITIES[trend.quantity], lang),
        "later": later,
        "n": trend.n_sessions,
    }
    if trend.low is None or trend.high is None:
        if trend.meaning == "unchanged":
            return say("{name}: {later} (unchanged over {n} <n:session|sessions>)", lang, **values)
        meaning = say(MEANINGS[trend.meaning], lang)
        return say(
            "{name}: {earlier} to {later} ({meaning}, {n} <n:session|sessions>)",
            lang,
            **values,
            earlier=earlier,
            meaning=meaning,
        )
    unclear = trend.meaning == "unchanged"
    return say(
        "{name}: first half {earlier}, second half {later} ({meaning}, "
        "{n} <n:session|sessions>, 99% interval of the difference "
        "{low} to {high})",
        lang,
        **values,
        earlier=earlier,
        meaning=say(N_("shows no clear change") if unclear else MEANINGS[trend.meaning], lang),
        low=_difference(trend.quantity, trend.low),
        high=_difference(trend.quantity, trend.high),
    )


def stale_text(trend: SessionTrend, lang: Lang) -> str:
    """That a figure may be out of date, and since when it has not moved; '' where it is not."""
    if trend.stale_days is None:
        return ""
    return say(
        "{name} ({value}) has not changed for {days} <days:day|days> and may be out of date.",
        lang,
        name=say(SESSION_QUANTITIES[trend.quantity], lang),
        value=quantity_text(trend.quantity, trend.later_value),
        days=trend.stale_days,
    )


def long_term_texts(trends: Iterable[SessionTrend], lang: Lang) -> tuple[str, ...]:
    """Every figure, and below it that it may be out of date where it is."""
    text_pairs = ((long_term_text(trend, lang), stale_text(trend, lang)) for trend in trends)
    return tuple(text for texts in text_pairs for text in texts if text)


def _difference(quantity: SessionQuantity, value: float) -> str:
    """A difference with its sign; of percentages in points."""
    unit, decimals = _UNITS.get(quantity, ("", 2))
    return f"{signed(value, decimals)} {unit}".rstrip()


def session_trend_chart(trend: SessionTrend, *, lang: Lang) -> Svg:
    """The median of each month; nothing for fewer than two months."""
    if len(trend.points) < 2:
        return NOTHING
    months = [point.month for point in trend.points]
    values = np.array([point.value for point in trend.points])
    low, high = bulk(values)
    room = max((high - low) * 0.25, abs(high) * 0.01)
    ordinals = np.array([month.toordinal() for month in months], dtype=np.float64)
    plot = panel_plot(
        (float(ordinals[0]) - 15.0, float(ordinals[-1]) + 15.0), (low - room, high + room)
    )
    ticks: tuple[Tick, ...] = nice_ticks(plot.y.low, plot.y.high, target=4)
    if trend.quantity == "threshold_speed":
        ticks = pace_ticks(plot.y.low, plot.y.high, target=4)
    name = say(SESSION_QUANTITIES[trend.quantity], lang)
    xs, ys = plot.x.many(ordinals), plot.y.many(np.clip(values, plot.y.low, plot.y.high))
    body = [
        plot.frame(month_ticks(months[0], months[-1]), ticks),
        path(xs, ys, class_="expected"),
        element("g", dots(xs, ys, class_="dots new run")),
        text((plot.x.start, 14.0), name, class_="label"),
    ]
    ends = [quantity_text(trend.quantity, value) for value in (values[0], values[-1])]
    desc = f"{months[0].isoformat()[:7]} {ends[0]}, {months[-1].isoformat()[:7]} {ends[1]}"
    return picture(PANEL, body, name=f"month-{trend.quantity}", title=name, desc=desc)


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
        bar_label=say("Pace, running (right: faster than the whole)", lang),
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


def _matrix(session: SessionReport, lang: Lang) -> Part:
    """A line per repetition."""
    title = say("Efficiency by repetition", lang)
    if session.intervals is None:
        return Part(title=title, missing=say("Fewer than two work segments were found.", lang))
    athlete, rep_form = session.analysis.athlete, session.rep_form
    matrix = rep_matrix(session.intervals, athlete, lang=lang, rep_form=rep_form)
    return Part(title=title, blocks=(matrix,))


def _intervals(session: SessionReport, lang: Lang) -> list[Part]:
    """What the repetitions show together, and form across them."""
    title, intervals = (
        say("Interval figures (consistency of work, recovery, rise of heart rate)", lang),
        session.intervals,
    )
    if intervals is None:
        return [Part(title=title, missing=say("Fewer than two work segments were found.", lang))]
    figures = Facts(facts=interval_rows(intervals, lang))
    parts = [Part(title=title, blocks=(figures,), half=session.rep_form is not None)]
    rep_form, form_title = session.rep_form, say("Form across repetitions", lang)
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
    title = say("Form changes within the run", lang)
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
