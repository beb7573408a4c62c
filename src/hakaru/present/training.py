"""Load, the plan of a week, and options for the next training: each figure is one that the rules
computed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING

from hakaru.core.i18n import N_, Lang, in_context, say
from hakaru.core.units import PERCENT, format_duration
from hakaru.present.document import (
    Document,
    Fact,
    Items,
    OptionCard,
    Options,
    Part,
    Row,
    Table,
    Text,
    document,
    paragraphs,
)
from hakaru.present.figures import (
    NO_VALUE,
    day_text,
    distance_text,
    pct_text,
    quantity_span,
)
from hakaru.present.session import evidence_value, joined_text, type_name
from hakaru.running.week_plan import LEAST_RUN_M, PlannedRun, WeekPlan, WeekShape, planned_kinds
from hakaru.running.wording import fixed

if TYPE_CHECKING:
    from hakaru.flows.athlete import NextResult
    from hakaru.running.next_training import TrainingOption
    from hakaru.running.next_training_evidence import Objection, Reason, ReasonCode, TrainingBreak
    from hakaru.running.next_training_targets import Targets


_LONG_AGO_DAYS = 14
_JUST_NOW_H = 6.0
"""Within so many hours it is the session itself that was hard."""


OPTIONS: Mapping[str, str] = {
    "interval": N_("Intervals again"),
    "tempo": N_("A tempo run again"),
    "long_run": N_("A long run"),
    "same_pace": N_("The same pace again"),
    "strength": N_("Strength work beside running"),
    "easy_day": N_("An easy run or rest"),
    "return_run": N_("Back with a short easy run"),
}


def option_name(option: TrainingOption, lang: Lang) -> str:
    """'インターバルを続ける'; 'インターバルを取り入れる' where there was none for weeks."""
    codes = {reason.code for reason in option.reasons}
    new = next((name for code, name in _NEW.items() if code in codes), None)
    return say(new or OPTIONS[option.name], lang)


_NEW: Mapping[ReasonCode, str] = {
    "no_interval_days": N_("Begin with intervals"),
    "no_tempo_days": N_("Begin with tempo runs"),
}


def earliest_text(option: TrainingOption, lang: Lang) -> str:
    """The first day that keeps the rest it asks for."""
    return say("{day} at the earliest", lang, day=day_text(option.earliest_day, lang))


REASONS: Mapping[str, str] = {
    "vo2_utilisation_pct": N_("{value} of VO2max was used (from {threshold})"),
    "threshold_share_pct": N_("threshold heart rate was held for {value} (from {threshold})"),
    "power_saved_w": N_("power at equal pace was {value} lower than before (from {threshold})"),
    "step_shortened_cm": N_("steps got {value} shorter towards the end (from {threshold})"),
    "days_since_interval_days": N_("the last intervals were {value} <value:day|days> ago"),
    "days_since_tempo_days": N_("the last tempo run was {value} <value:day|days> ago"),
    "days_since_long_days": N_("the last long run was {value} <value:day|days> ago"),
    "no_interval_days": N_("no intervals in {value} <value:day|days>"),
    "no_tempo_days": N_("no tempo run in {value} <value:day|days>"),
    "no_long_days": N_("no long run in {value} <value:day|days>"),
    "after_break_days": N_(
        "running again after a break of {value} <value:day|days> (a break is {threshold} "
        "<threshold:day|days> or more)"
    ),
    "hours_since_hard_h": N_("the last hard session was {value} h ago ({threshold} h to recover)"),
    "tsb_score": N_("load balance (TSB) is {value} (tired below {threshold})"),
}


def reason_text(reason: Reason, lang: Lang) -> str:
    """A figure that speaks for an option, with the threshold it was held against."""
    if reason.code == "hours_since_hard_h" and reason.value < _JUST_NOW_H:
        return say(
            "this session was a hard one ({threshold} h to recover)",
            lang,
            threshold=fixed(reason.threshold, 0),
        )
    return say(
        REASONS[reason.code],
        lang,
        value=evidence_value(reason.code, reason.value, lang),
        threshold=evidence_value(reason.code, reason.threshold, lang),
    )


OBJECTIONS: Mapping[str, str] = {
    "hours_since_hard_h": N_(
        "only {value} h since the last hard session ({threshold} h are advised)"
    ),
    "hard_sessions_in_week_n": N_(
        "{value} hard <value:session|sessions> within seven days already ({threshold} a "
        "week are advised)"
    ),
    "tsb_score": N_("load balance (TSB) is low at {value} ({threshold})"),
    "week_volume_pct": N_(
        "the last seven days hold {value} of the mean week of the four before (up to "
        "{threshold} is usual)"
    ),
    "after_break_days": N_(
        "this is the way back from a break of {value} <value:day|days> (a break is "
        "{threshold} <threshold:day|days> or more)"
    ),
    "heart_rate_retention_pct": N_(
        "{value} of the heart rate was left after recoveries (up to {threshold})"
    ),
    "power_decline_pct": N_("{value} of power was lost by the last repetition (up to {threshold})"),
    "load_unknown": N_("recent load is not known"),
    "threshold_unknown": N_("threshold pace is not known"),
    "few_sessions_n": N_(
        "only {value} <value:session|sessions> in eight weeks ({threshold} are needed)"
    ),
}


def objection_text(objection: Objection, lang: Lang) -> str:
    """A figure that speaks against an option, or what is not known."""
    value, threshold = objection.value, objection.threshold
    since_hard = objection.code == "hours_since_hard_h"
    if since_hard and value is not None and threshold is not None and value < _JUST_NOW_H:
        return say(
            "this session was a hard one ({threshold} h to recover)",
            lang,
            threshold=fixed(threshold, 0),
        )
    values = {
        name: evidence_value(objection.code, figure, lang)
        for name, figure in (("value", value), ("threshold", threshold))
        if figure is not None
    }
    return say(OBJECTIONS[objection.code], lang, **values)


TARGET_BASES: Mapping[str, str] = {
    "this_session": N_("as this session"),
    "earlier_session": N_("as the session before"),
    "athlete": N_("from your own figures"),
    "own_runs": N_("from your own runs"),
    "none": N_("no range is known"),
}


TARGET_NOTES: Mapping[str, str] = {
    "pace_only": N_("only a pace: your heart rate at it is not known yet"),
    "heart_rate_only": N_("only a heart rate: your pace at it is not known yet"),
    "heart_rate_only_after_break": N_(
        "only a heart rate: after such a break the paces from before no longer fit it"
    ),
    "shorter_after_break": N_("shorter than before the break, by a rule of thumb"),
    "slower_for_heart_rate": N_("slower than your usual easy runs, so that heart rate stays easy"),
    "above_usual_share": N_(
        "at this pace your heart rate is above the usual share of threshold for this kind; "
        "your own relation counts"
    ),
    "below_usual_share": N_(
        "at this pace your heart rate is below the usual share of threshold for this kind; "
        "your own relation counts"
    ),
    "reps_by_pace": N_("only a pace: in short repetitions heart rate does not catch up"),
    "at_the_end_of_reps": N_("heart rate is that of the end of a repetition"),
}
"""What is said after the ranges: why one is missing, or where the own relation leads elsewhere."""


def targets_text(targets: Targets, lang: Lang) -> str:
    """Kind, repetitions, distance, pace and heart rate of an option, with where they come from."""
    parts = [type_name(targets.training_type, lang)]
    parts += _reps(targets, lang)
    if targets.distance_m is not None:
        parts.append(quantity_span("distance", *targets.distance_m, lang))
    if targets.pace_s_per_km is not None:
        parts.append(quantity_span("pace", *targets.pace_s_per_km, lang))
    if targets.heart_rate_bpm is not None:
        low, high = (fixed(bound, 0) for bound in targets.heart_rate_bpm)
        parts.append(say("heart rate {low}–{high} bpm", lang, low=low, high=high))
    basis = say(TARGET_BASES[targets.basis], lang)
    text = say("{targets} ({basis})", lang, targets=joined_text(parts, lang), basis=basis)
    for note in targets.notes:
        text = say("{targets}; {note}", lang, targets=text, note=say(TARGET_NOTES[note], lang))
    return text


def _reps(targets: Targets, lang: Lang) -> list[str]:
    if targets.n_reps is None:
        return []
    length = None
    if targets.rep_distance_m is not None:
        length = distance_text(targets.rep_distance_m, lang)
    elif targets.rep_s is not None:
        length = format_duration(targets.rep_s)
    parts = []
    if length is not None:
        parts.append(say("{n} x {length}", lang, n=targets.n_reps, length=length))
    if targets.recovery_s is not None:
        parts.append(say("recovery {time}", lang, time=format_duration(targets.recovery_s)))
    return parts


def option_rows(option: TrainingOption, lang: Lang) -> tuple[Fact, ...]:
    """What it would be, what speaks for it and what against it."""
    rows = []
    if option.targets is not None:
        rows.append((N_("What it would be"), targets_text(option.targets, lang)))
    rows += [
        (in_context("for", "For it"), _reasons(option, lang)),
        (in_context("against", "Against it"), _objections(option, lang)),
    ]
    return tuple(Fact(label=say(name, lang), value=text) for name, text in rows)


def option_text(option: TrainingOption, lang: Lang) -> str:
    """The whole option as sentences."""
    text = say(
        "{name} ({earliest}). For it: {reasons}. Against it: {objections}.",
        lang,
        name=option_name(option, lang),
        earliest=earliest_text(option, lang),
        reasons=_reasons(option, lang),
        objections=_objections(option, lang),
    )
    if option.targets is None:
        return text
    targets = targets_text(option.targets, lang)
    return say("{sentence} Targets: {targets}.", lang, sentence=text, targets=targets)


def long_ago_text(options: Sequence[TrainingOption], last_day: date, *, lang: Lang) -> str:
    """How long ago the last session was, where that is two weeks or more; else ''.

    The earliest option is one of today, once no session is left to recover from.
    """
    days = min(((option.earliest_day - last_day).days for option in options), default=0)
    return (
        say("The last session was {days} <days:day|days> ago.", lang, days=days)
        if days >= _LONG_AGO_DAYS
        else ""
    )


def _reasons(option: TrainingOption, lang: Lang) -> str:
    reasons = [reason_text(reason, lang) for reason in option.reasons]
    return joined_text(reasons, lang) or say("always possible", lang)


def _objections(option: TrainingOption, lang: Lang) -> str:
    objections = [objection_text(objection, lang) for objection in option.objections]
    return joined_text(objections, lang) or say("nothing found", lang)


def break_text(pause: TrainingBreak | None, lang: Lang) -> str:
    """How long nobody ran, and with how much the way back begins; '' unless the break lasts."""
    if pause is None or pause.back_days is not None:
        return ""
    share = pct_text(PERCENT * pause.volume_frac)
    return say(
        "There was no run for {days} <days:day|days>. The way back "
        "begins with short easy runs and about {share} of the volume "
        "before the break (a rule of thumb).",
        lang,
        days=pause.days,
        share=share,
    )


def week_head(plan: WeekPlan, lang: Lang) -> str:
    """'Seven days from 2025-10-26 (Sun), in several shapes'; of one shape nothing is said."""
    text = N_("Seven days from {start}, in several shapes")
    if len(plan.shapes) == 1:
        text = N_("Seven days from {start}")
    return say(text, lang, start=day_text(plan.start, lang))


_VOLUMES: Mapping[str, str] = {
    "steady": N_(
        "Your last {n} weeks had {usual} on average. No shape exceeds {most} (+10 %, "
        "a rule of thumb)."
    ),
    "lighter": N_(
        "Your last {n} weeks had {usual} on average. Fatigue or distance has built up, "
        "so this is a lighter week of up to {most} (a rule of thumb)."
    ),
    "return": N_(
        "The {n} weeks before the break had {usual} on average. On the way back it is "
        "up to {most} (a rule of thumb)."
    ),
}


def volume_text(plan: WeekPlan, lang: Lang) -> str:
    """From which weeks the volume comes, and what it does not exceed."""
    return say(
        _VOLUMES[plan.load],
        lang,
        n=plan.usual_weeks_n,
        usual=distance_text(plan.usual_m, lang),
        most=distance_text(plan.most_m, lang),
    )


def no_week_text(lang: Lang) -> str:
    """Said where too little is known."""
    return say("Less than two weeks with distances are known, so no week is planned.", lang)


def shape_title(shape: WeekShape, lang: Lang) -> str:
    """'4 runs  32.50 km (98% of the mean week), as many as usual'."""
    if shape.distance_m is None or shape.of_usual_pct is None:
        return say(
            "One short run by time: less than {least} is left for the week",
            lang,
            least=distance_text(LEAST_RUN_M, lang),
        )
    title = say(
        "{n} <n:run|runs>  {distance} ({share} of the mean week)",
        lang,
        n=len(shape.runs),
        distance=distance_text(shape.distance_m, lang),
        share=pct_text(shape.of_usual_pct),
    )
    return title + (say(", as many as usual", lang) if shape.is_usual else "")


_PLANNED: Mapping[str, str] = {
    "easy": N_("easy"),
    "long": in_context("long", "long"),
    "tempo": in_context("tempo", "tempo"),
    "interval": in_context("interval", "intervals"),
}
_WHOLE_RUN: Mapping[str, str] = {
    "tempo": N_("tempo (whole run)"),
    "interval": N_("intervals (whole run)"),
}
_MAIN_PART: Mapping[str, str] = {
    "tempo": N_("tempo (main part)"),
    "interval": N_("intervals (repetitions)"),
}
"""Warm-up and cool-down are in the distance and time of a day, and not in the pace of its kind."""


def run_cells(run: PlannedRun, lang: Lang) -> tuple[str, ...]:
    """Day, kind, distance and about how long, each of the whole run."""
    return (
        day_text(run.day, lang),
        say(_WHOLE_RUN.get(run.kind, _PLANNED[run.kind]), lang),
        NO_VALUE if run.distance_m is None else distance_text(run.distance_m, lang),
        format_duration(run.duration_s),
    )


def week_columns(lang: Lang) -> tuple[str, ...]:
    """What the cells of a run are called."""
    return tuple(
        say(name, lang)
        for name in (
            in_context("day", "Day"),
            in_context("kind", "Run"),
            N_("Distance"),
            N_("Time"),
        )
    )


def kind_texts(plan: WeekPlan, lang: Lang) -> tuple[str, ...]:
    """How each kind of run is run: pace and heart rate, and what has to be said of them."""
    return tuple(
        say(
            "{kind}: {targets}",
            lang,
            kind=say(_MAIN_PART.get(kind, _PLANNED[kind]), lang),
            targets=targets_text(plan.targets[kind], lang),
        )
        for kind in planned_kinds(plan)
    )


def shape_table(shape: WeekShape, lang: Lang) -> Table:
    """One shape as a table for pages."""
    rows = tuple(Row(cells=run_cells(run, lang)) for run in shape.runs)
    return Table(name="week", columns=week_columns(lang), rows=rows, left=frozenset({1}))


def next_document(result: NextResult, lang: Lang) -> Document:
    """Options with what speaks for and against them, or a week in several shapes."""
    if result.after is None:
        none = say(
            "No run up to this day is stored. Import recordings: `hakaru ingest FOLDER`.", lang
        )
        return document(Text(text=none))
    if not result.options:
        return document(Text(text=say("Too little is known yet to offer options.", lang)))
    after = say(
        "After the run of {day}: {type}",
        lang,
        day=day_text(result.after.activity_date, lang),
        type=type_name(result.after.training_type, lang),
    )
    long_ago = break_text(result.pause, lang) or long_ago_text(
        result.options, result.after.activity_date, lang=lang
    )
    parts = week_parts(result.week, lang) if result.for_week else (options_part(result, lang),)
    note = Text(text=say("Options with their evidence, not orders.", lang), soft=True)
    return Document(parts=(Part(blocks=paragraphs(after, long_ago)), *parts, Part(blocks=(note,))))


def options_part(result: NextResult, lang: Lang) -> Part:
    """The options, each with the figures for and against it."""
    cards = tuple(
        OptionCard(
            title=option_name(option, lang),
            when=earliest_text(option, lang),
            facts=option_rows(option, lang),
        )
        for option in result.options
    )
    return Part(blocks=(Options(cards=cards),) if cards else ())


def week_parts(plan: WeekPlan | None, lang: Lang) -> tuple[Part, ...]:
    """Each shape with its days, then how each kind of run is run."""
    if plan is None:
        return (Part(missing=no_week_text(lang)),)
    return (
        Part(blocks=paragraphs(week_head(plan, lang), volume_text(plan, lang))),
        *(
            Part(title=shape_title(shape, lang), blocks=(shape_table(shape, lang),), half=True)
            for shape in plan.shapes
        ),
        Part(blocks=(Items(items=kind_texts(plan, lang)),)),
    )
