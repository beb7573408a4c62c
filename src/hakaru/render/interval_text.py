"""How do repetitions read, one by one and together? Figures stand side by side, never averaged."""

from __future__ import annotations

from collections.abc import Sequence

from hakaru.core.units import PERCENT, format_duration
from hakaru.render.blocks import Row, Table
from hakaru.render.facts import Fact
from hakaru.render.numbers import (
    NO_VALUE,
    km_text,
    pace_text,
    pct_text,
    percent_text,
    signed,
    unit_text,
    variation_text,
)
from hakaru.render.physiology_text import classed_text, decline_text
from hakaru.render.session_text import joined_text
from hakaru.render.words import say, word
from hakaru.render.words_page import PAGE
from hakaru.render.words_physiology import PHYSIOLOGY, REP_FORM, REPS, RETENTION
from hakaru.running.athlete.model import Athlete
from hakaru.running.metrics import METRICS
from hakaru.running.report import MetricAcrossReps, RepForm
from hakaru.running.session.intervals import IntervalFigures, Rep
from hakaru.running.wording import Lang, fixed, label, value_text


def interval_rows(intervals: IntervalFigures, lang: Lang) -> tuple[Fact, ...]:
    """What the repetitions show together; what was not measured is left out."""
    speed_mps, total_s = intervals.work_speed_mps, intervals.work_s
    total = f"{km_text(intervals.work_distance_m)} km / {format_duration(total_s)}"
    cv, rise_bpm = intervals.work_cv_frac, intervals.heart_rate_rise_bpm
    drop_pct, left_pct = intervals.heart_rate_drop_pct, intervals.heart_rate_retention_pct
    keyed_texts = [
        ("work_cv", None if cv is None else variation_text(cv)),
        ("heart_rate_drop", None if drop_pct is None else pct_text(drop_pct, 1)),
        (
            "heart_rate_retention",
            classed_text(
                None if left_pct is None else pct_text(left_pct, 1),
                None
                if intervals.retention_class is None
                else say(RETENTION[intervals.retention_class], lang),
                lang=lang,
            ),
        ),
        ("heart_rate_rise", None if rise_bpm is None else f"{signed(rise_bpm, 0)} bpm"),
        ("work_pace", None if speed_mps is None else f"{pace_text(speed_mps)}/km"),
        ("work_total", total),
        *_declines(intervals, lang),
    ]
    return tuple(
        Fact(label=say(PHYSIOLOGY[key], lang), value=text) for key, text in keyed_texts if text
    )


def _declines(intervals: IntervalFigures, lang: Lang) -> list[tuple[str, str | None]]:
    cv = intervals.power_cv_frac
    power = (intervals.power_decline_pct, intervals.power_decline_class)
    steps = (intervals.step_length_decline_pct, intervals.step_length_decline_class)
    return [
        ("power_cv", None if cv is None else variation_text(cv)),
        ("power_decline", decline_text(*power, lang=lang)),
        ("step_decline", decline_text(*steps, lang=lang)),
    ]


def rep_matrix(
    intervals: IntervalFigures, athlete: Athlete, *, lang: Lang, rep_form: RepForm | None = None
) -> Table:
    """One line per repetition: pace, power, step, heart rate, contact time, recovery.

    Columns that no repetition carries are left out.
    """
    heads = ("rep", "rep_time", "pace", "power_of_cp", "step_length", "heart_rate_end")
    titles = [
        word("pace_running", lang) if key == "pace" else say(PAGE[key], lang)
        for key in (*heads, "gct_own", "recovery")
    ]
    critical_w = athlete.value("critical_power_w")
    own = _gct_deltas(rep_form)
    lines = [
        (
            f"W{rep.rep_index}",
            f"{km_text(rep.distance_m)} km / {format_duration(rep.duration_s)}",
            f"{pace_text(rep.speed_mps)}/km" if rep.speed_mps else NO_VALUE,
            _power(rep, critical_w),
            NO_VALUE if rep.step_length_cm is None else unit_text(rep.step_length_cm, "cm"),
            NO_VALUE
            if rep.heart_rate_end_bpm is None
            else unit_text(rep.heart_rate_end_bpm, "bpm"),
            _gct(rep, own),
            _recovery(rep, lang),
        )
        for rep in intervals.reps
    ]
    shown_columns = [
        at for at in range(len(titles)) if at == 0 or any(line[at] != NO_VALUE for line in lines)
    ]
    return Table(
        name="reps",
        columns=tuple(titles[at] for at in shown_columns),
        rows=tuple(Row(cells=tuple(line[at] for at in shown_columns)) for line in lines),
    )


def _gct_deltas(rep_form: RepForm | None) -> dict[int, float]:
    across = () if rep_form is None else rep_form.metrics
    return {
        delta.rep_index: delta.delta_frac
        for across_reps in across
        if across_reps.metric == "gct"
        for delta in across_reps.deltas
    }


def _power(rep: Rep, critical_w: float | None) -> str:
    if rep.power_w is None:
        return NO_VALUE
    text = unit_text(rep.power_w, "W")
    if critical_w is None:
        return text
    return f"{text} ({pct_text(PERCENT * rep.power_w / critical_w)})"


def _gct(rep: Rep, own: dict[int, float]) -> str:
    if rep.gct_ms is None:
        return NO_VALUE
    text = value_text("gct", rep.gct_ms)
    delta_frac = own.get(rep.rep_index)
    return text if delta_frac is None else f"{text} ({percent_text(delta_frac)})"


def _recovery(rep: Rep, lang: Lang) -> str:
    if rep.recovery is None:
        return NO_VALUE
    time = format_duration(rep.recovery.duration_s)
    if rep.heart_rate_retention_pct is None:
        return time
    left = pct_text(rep.heart_rate_retention_pct, 1)
    return say(REPS["left"], lang, time=time, left=left)


def rep_form_texts(rep_form: RepForm, lang: Lang, *, reps: Sequence[Rep]) -> tuple[str, ...]:
    """Whether form held across the repetitions, or why that cannot be told; then each metric that
    changed or is not clear, and those that held in one line."""
    overall = say(REPS["overall"], lang, code=say(REP_FORM[rep_form.code], lang))
    if not any(METRICS[metric.metric].unfavourable for metric in rep_form.metrics):
        measured = any(
            value is not None for rep in reps for value in (rep.gct_ms, rep.vo_cm, rep.vr_pct)
        )
        overall = say(REPS["no_baseline" if measured else "not_measured"], lang)
    changed = [metric for metric in rep_form.metrics if metric.code != "stable"]
    held = [metric for metric in rep_form.metrics if metric.code == "stable"]
    return (overall, *(across_text(metric, lang) for metric in changed), *_held(held, lang))


def _held(metrics: Sequence[MetricAcrossReps], lang: Lang) -> tuple[str, ...]:
    """'Held from first to last: ground contact time (+2.2%), …'; nothing of none."""
    changes = [
        say(REPS["held_one"], lang, metric=label(metric.metric, lang), change=percent_text(change))
        for metric in metrics
        if (change := metric.change_frac) is not None
    ]
    return (say(REPS["held"], lang, metrics=joined_text(changes, lang)),) if changes else ()


def across_text(across: MetricAcrossReps, lang: Lang) -> str:
    """One metric from first to last repetition, with its interval."""
    metric, code = label(across.metric, lang), say(REP_FORM[across.code], lang)
    if (
        across.change_frac is None
        or across.change_low_frac is None
        or across.change_high_frac is None
    ):
        n_reps = fixed(len(across.deltas), 0)
        return say(REPS["across_few"], lang, metric=metric, code=code, n=n_reps)
    return say(
        REPS["across"],
        lang,
        metric=metric,
        code=code,
        change=percent_text(across.change_frac),
        low=percent_text(across.change_low_frac),
        high=percent_text(across.change_high_frac),
    )
