"""How do repetitions read in a terminal? One line each, then what they show together."""

from __future__ import annotations

from hakaru.core.units import format_duration
from hakaru.render.columns import fact_lines, fitted_table, wrapped
from hakaru.render.interval_text import interval_rows, rep_form_texts
from hakaru.render.numbers import NO_VALUE, km_text, pace_text, pct_text, percent_text, unit_text
from hakaru.render.words_terminal import head
from hakaru.running.report import RepForm
from hakaru.running.session.intervals import IntervalFigures, Rep
from hakaru.running.wording import Lang, value_text

_HEADS = (
    "rep",
    "km",
    "time",
    "pace",
    "power",
    "step",
    "heart_rate_end",
    "gct",
    "gct_own",
    "rest",
    "left",
)


def interval_lines(
    intervals: IntervalFigures, lang: Lang, *, rep_form: RepForm | None = None
) -> list[str]:
    """The table of repetitions, their figures together, and whether form held."""
    lines = [*rep_lines(intervals, lang, rep_form=rep_form), ""]
    lines += fact_lines(interval_rows(intervals, lang))
    if rep_form is not None:
        lines.append("")
        for at, text in enumerate(rep_form_texts(rep_form, lang, reps=intervals.reps)):
            lines += wrapped(text, first="- " if at else "")
    return lines


def rep_lines(
    intervals: IntervalFigures, lang: Lang, *, rep_form: RepForm | None = None
) -> list[str]:
    """One line per repetition; columns that none of them carries are left out."""
    own = {
        delta.rep_index: percent_text(delta.delta_frac)
        for across in (() if rep_form is None else rep_form.metrics)
        if across.metric == "gct"
        for delta in across.deltas
    }
    rows = [_rep(rep, own.get(rep.rep_index, NO_VALUE)) for rep in intervals.reps]
    shown_columns = [at for at in range(len(_HEADS)) if any(row[at] != NO_VALUE for row in rows)]
    table = [tuple(head(key, lang) for key in _HEADS), *rows]
    return fitted_table(
        [[row[at] for at in shown_columns] for row in table],
        right=frozenset(range(1, len(shown_columns))),
    )


def _rep(rep: Rep, own: str) -> tuple[str, ...]:
    left_pct = rep.heart_rate_retention_pct
    return (
        f"W{rep.rep_index}",
        km_text(rep.distance_m),
        format_duration(rep.duration_s),
        pace_text(rep.speed_mps) if rep.speed_mps else NO_VALUE,
        NO_VALUE if rep.power_w is None else unit_text(rep.power_w, "W"),
        NO_VALUE if rep.step_length_cm is None else unit_text(rep.step_length_cm, "cm"),
        NO_VALUE if rep.heart_rate_end_bpm is None else unit_text(rep.heart_rate_end_bpm, "bpm"),
        NO_VALUE if rep.gct_ms is None else value_text("gct", rep.gct_ms),
        own,
        NO_VALUE if rep.recovery is None else format_duration(rep.recovery.duration_s),
        NO_VALUE if left_pct is None else pct_text(left_pct),
    )
