"""Load, the plan of a week, and options for the next training.

In a fixed order that says nothing about merit, the easy ways first; every figure is one that the
rules computed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from importlib import import_module
from typing import TYPE_CHECKING, Literal

from hakaru.core.i18n import N_, Lang, joined, say
from hakaru.core.units import PERCENT, format_duration
from hakaru.present.changes import trend_metric_name, trend_value
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
    day_text,
    distance_text,
    pace_text,
    pct_text,
    percent_text,
    quantity_span,
)
from hakaru.present.load import history_rows
from hakaru.present.session import evidence_value, joined_text, type_name
from hakaru.present.why_words import why_text
from hakaru.present.words_training import (
    ACTIONS,
    ADVICE,
    NEXT,
    OBJECTIONS,
    OPTIONS,
    REASONS,
    RISKS,
    TARGET_BASES,
    TARGET_NOTES,
    WEEK,
)
from hakaru.proposals.reports import AdvisorCriterion, AdvisorOption, AdvisorReport
from hakaru.records import frozen
from hakaru.running.week_plan import PlannedRun, WeekPlan, WeekShape, planned_kinds
from hakaru.running.wording import fixed

if TYPE_CHECKING:
    from hakaru.flows.athlete import NextResult
    from hakaru.proposals.nodes import Status
    from hakaru.proposals.wishes import Wish, WishRead
    from hakaru.running.next_training import OptionName, TrainingKnown, TrainingOption
    from hakaru.running.next_training_evidence import Objection, Reason, TrainingBreak
    from hakaru.running.next_training_targets import Targets
    from hakaru.running.trends import WindowChange
    from hakaru.running.why import Explanation


_LONG_AGO_DAYS = 14
_JUST_NOW_H = 6.0
"""Within so many hours it is the session itself that was hard."""


def option_name(option: TrainingOption, lang: Lang) -> str:
    """'インターバルを続ける'; 'インターバルを取り入れる' where there was none for weeks."""
    codes = {reason.code for reason in option.reasons}
    new = {"no_interval_days": "new_interval", "no_tempo_days": "new_tempo"}
    key = next((new[code] for code in new if code in codes), None)
    return say(OPTIONS[option.name] if key is None else NEXT[key], lang)


def earliest_text(option: TrainingOption, lang: Lang) -> str:
    """The first day that keeps the rest it asks for."""
    return say("{day} at the earliest", lang, day=day_text(option.earliest_day, lang))


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
        parts.append(say(NEXT["heart_rate"], lang, low=low, high=high))
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
        rows.append(("targets", targets_text(option.targets, lang)))
    rows += [("for", _reasons(option, lang)), ("against", _objections(option, lang))]
    return tuple(Fact(label=say(NEXT[key], lang), value=text) for key, text in rows)


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
    """'Seven days from 2025-10-26 (Sun), in several shapes'."""
    return say("Seven days from {start}, in several shapes", lang, start=day_text(plan.start, lang))


def volume_text(plan: WeekPlan, lang: Lang) -> str:
    """From which weeks the volume comes, and what it does not exceed."""
    return say(
        WEEK[plan.load],
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
    title = say(
        "{n} <n:run|runs>  {distance} ({share} of the mean week)",
        lang,
        n=len(shape.runs),
        distance=distance_text(shape.distance_m, lang),
        share=pct_text(shape.of_usual_pct),
    )
    return title + (say(", as many as usual", lang) if shape.is_usual else "")


def run_cells(run: PlannedRun, lang: Lang) -> tuple[str, ...]:
    """Day, kind, distance and about how long."""
    return (
        day_text(run.day, lang),
        say(WEEK[run.kind], lang),
        distance_text(run.distance_m, lang),
        format_duration(run.duration_s),
    )


def week_columns(lang: Lang) -> tuple[str, ...]:
    """What the cells of a run are called."""
    return tuple(say(WEEK[key], lang) for key in ("day", "kind", "distance", "time"))


def kind_texts(plan: WeekPlan, lang: Lang) -> tuple[str, ...]:
    """How each kind of run is run: pace and heart rate, and what has to be said of them."""
    return tuple(
        say(
            "{kind}: {targets}",
            lang,
            kind=say(WEEK[kind], lang),
            targets=targets_text(plan.targets[kind], lang),
        )
        for kind in planned_kinds(plan)
    )


def shape_table(shape: WeekShape, lang: Lang) -> Table:
    """One shape as a table for pages."""
    rows = tuple(Row(cells=run_cells(run, lang)) for run in shape.runs)
    return Table(name="week", columns=week_columns(lang), rows=rows, left=frozenset({1}))


WayName = Literal[
    "easy_run",
    "rest",
    "return_run",
    "walk_run",
    "interval",
    "tempo",
    "long_run",
    "same_pace",
    "strength",
]
_CHANGES_SHOWN = 2
_HARD: frozenset[WayName] = frozenset({"interval", "tempo", "same_pace"})
_ORDER: tuple[OptionName, ...] = (
    "return_run", "easy_day", "long_run", "same_pace", "tempo", "interval", "strength",
)  # fmt: skip
_WAYS: Mapping[OptionName, tuple[WayName, ...]] = {
    "easy_day": ("easy_run", "rest"),
    "return_run": ("return_run", "walk_run"),
    "interval": ("interval",),
    "tempo": ("tempo",),
    "long_run": ("long_run",),
    "same_pace": ("same_pace",),
    "strength": ("strength",),
}
"""In which ways an option can be done."""
_OWN_WORDS: frozenset[WayName] = frozenset({"easy_run", "rest", "walk_run"})


@frozen
class Target:
    """Which node a report is about: one on the desk, or one that could be put there."""

    node_id: str
    title: str
    status: Status


ON_NO_DESK = Target(node_id="next_training", title="", status="NEEDS_DECISION")
"""A report that is about no node of the desk."""


@frozen
class _Way:
    name: WayName
    option: TrainingOption


def title_text(day: date, lang: Lang) -> str:
    """'次のトレーニング（2025-10-25 のあと）'."""
    return say("The next training (after {day})", lang, day=day.isoformat())


def narrate_training(
    known: TrainingKnown, target: Target, *, lang: Lang, wish: Wish | None = None
) -> AdvisorReport:
    """A report that passes the judge of Advisor reports, and says no figure but those known. What
    is wished for leaves ways out, names a pain among the risks, and bounds the time."""
    wishes = import_module("hakaru.proposals.wishes")  # 0.04 s, and few commands have one
    words = import_module("hakaru.proposals.narrator_words")
    wish = wish or wishes.Wish()
    wanted: WishRead = wishes.read_wish(wish, today=known.after.activity_date)
    ways = _wanted_ways(list(_ways(known.options)), wanted, lang)
    strain = words.quoted(_strain(wish), lang)
    return AdvisorReport(
        target_node_id=target.node_id,
        target_title=target.title,
        current_status=target.status,
        options=tuple(
            _with_strain(_option(way, letter, lang), way, strain, lang)
            for letter, way in zip(words.LETTERS, ways, strict=False)
        ),
        criteria=(*_criteria(known, lang), *_of_wish(wanted, lang)),
        next_decision=say(
            "Deciding first whether the next day is hard or easy would leave fewer options.", lang
        ),
        summary=say(
            "What could follow the run of {day} ({type}), side by side and in no order of merit.",
            lang,
            day=known.after.activity_date.isoformat(),
            type=type_name(known.after.training_type, lang),
        ),
    )


_STRAIN = re.compile(
    r"[^、。,.\n]*(?:痛|疲|だる|風邪|熱が|寝不足|故障|違和感|pain|hurt|sore|tired|sick|injur|ache)[^、。,.\n]*",
    re.IGNORECASE,
)
_WAYS_MIN = 2


def _strain(wish: Wish) -> str:
    """What a person says of pain or tiredness; '': nothing."""
    match = _STRAIN.search("\n".join((wish.intent, *wish.constraints)))
    return match.group().strip() if match else ""


def _wanted_ways(ways: list[_Way], wanted: WishRead, lang: Lang) -> list[_Way]:
    """Without those that were ruled out, as long as two stay."""
    names = [way_name(way.name, way.option, lang=lang).casefold() for way in ways]
    stay = [
        way
        for way, name in zip(ways, names, strict=True)
        if not any(len(out) > 1 and out.casefold() in name for out in wanted.out)
    ]
    return stay if len(stay) >= _WAYS_MIN else ways


def _with_strain(option: AdvisorOption, way: _Way, strain: str | None, lang: Lang) -> AdvisorOption:
    if strain is None or way.name not in _HARD:
        return option
    risk = say("You said {words}: a hard session comes on top of it.", lang, words=strain)
    return replace(option, risks=(risk, *option.risks))


def _of_wish(wanted: WishRead, lang: Lang) -> Iterator[AdvisorCriterion]:
    if wanted.time_s is not None:
        text = say("{n:g} minutes, as you said", lang, n=wanted.time_s / 60.0)
        yield AdvisorCriterion(name=say("time", lang), description=text)


def way_name(name: WayName, option: TrainingOption, *, lang: Lang) -> str:
    """What one way is called."""
    return say(ADVICE[name], lang) if name in _OWN_WORDS else option_name(option, lang)


def _ways(options: Sequence[TrainingOption]) -> Iterator[_Way]:
    """An easy day is two: a run, or none; and so is the way back from a break: there are always at
    least two."""
    by_name = {option.name: option for option in options}
    for name in _ORDER:
        option = by_name.get(name)
        if option is None:
            continue
        for way in _WAYS[name]:
            yield _Way(name=way, option=option)


def _option(way: _Way, letter: str, lang: Lang) -> AdvisorOption:
    name, option = way.name, way.option
    earliest = earliest_text(option, lang)
    objections = () if name in ("easy_run", "rest") else option.objections
    against = tuple(objection_text(objection, lang) for objection in objections)
    return AdvisorOption(
        label=say(
            "Option {letter}: {name}", lang, letter=letter, name=way_name(name, option, lang=lang)
        ),
        description=_description(way, earliest, lang),
        next_action=say(ACTIONS[name], lang, earliest=earliest),
        necessary_info=say(
            (
                N_(
                    "What no recording holds (pain, sleep, tiredness), and the "
                    "time there is on that day."
                )
                if name in _HARD
                else N_("What no recording holds: pain, sleep, tiredness.")
            ),
            lang,
        ),
        criteria_note=_fits(way, lang),
        risks=(*against, say(RISKS[name], lang)),
        suggested_status="SCHEDULED",
    )


def _description(way: _Way, earliest: str, lang: Lang) -> str:
    targets = way.option.targets
    if way.name == "rest" or targets is None:
        return say("{earliest}. No running.", lang, earliest=earliest)
    return say(
        "{earliest}. It would be: {targets}.",
        lang,
        earliest=earliest,
        targets=targets_text(targets, lang),
    )


def _fits(way: _Way, lang: Lang) -> str:
    reasons = [reason_text(reason, lang) for reason in way.option.reasons]
    if reasons:
        return say(
            "It fits if this counts: {reasons}.",
            lang,
            reasons=("。" if lang == "ja" else "; ").join(reasons),
        )
    own = f"fits_{way.name}"
    return say(ADVICE[own if own in ADVICE else "fits_easy_run"], lang)


def _criteria(known: TrainingKnown, lang: Lang) -> Iterator[AdvisorCriterion]:
    """What the options can be held against: the verdict, the load, the trend."""
    for name, stated in (
        ("form", _form(known, lang)),
        ("load", _load(known, lang)),
        ("trend", _trend(known, lang)),
    ):
        text = stated or say(ADVICE[f"no_{name}"], lang)
        yield AdvisorCriterion(name=say(ADVICE[name], lang), description=text)
    moved = [
        why_text(explanation, lang)
        for explanation in known.explanations
        if any(_counts(explanation))
    ]
    if moved:
        text = joined(moved[:_MOVED_SHOWN], lang)
        yield AdvisorCriterion(name=say("what moved your form last time", lang), description=text)


_MOVED_SHOWN = 2


def _counts(explanation: Explanation) -> Iterator[bool]:
    """Whether each cause of a deviation is certain."""
    return (cause.sure for cause in explanation.parts)


def _form(known: TrainingKnown, lang: Lang) -> str:
    """The sentences of the verdict, as everywhere."""
    if known.verdict is None:
        return ""
    texts = [metric.text_ja if lang == "ja" else metric.text_en for metric in known.verdict.scored]
    return joined(texts, lang)


def _load(known: TrainingKnown, lang: Lang) -> str:
    if known.load is None:
        return ""
    rows = history_rows(known.load, known.load.days[-1], lang=lang)
    texts = [say("{label}: {value}", lang, label=row.label, value=row.value) for row in rows]
    return say("{rows}.", lang, rows=joined_text(texts, lang)) if texts else ""


def _trend(known: TrainingKnown, lang: Lang) -> str:
    """What changed, before what did not."""
    first = sorted(known.changes, key=lambda change: not change.changed)[:_CHANGES_SHOWN]
    return joined((_change(change, lang) for change in first), lang)


def _change(change: WindowChange, lang: Lang) -> str:
    """What it was and what it is, without a word on which is better: that is the verdict's."""
    return say(
        "{metric} at {pace}: {earlier}, then {later} ({delta}, {clear}).",
        lang,
        metric=trend_metric_name(change.metric, lang),
        pace=pace_text(change.reference_speed_mps, lang),
        earlier=trend_value(change.metric, change.earlier.value),
        later=trend_value(change.metric, change.later.value),
        delta=percent_text(change.delta_frac),
        clear=say((N_("more than chance") if change.changed else N_("within chance")), lang),
    )


def next_document(result: NextResult, lang: Lang) -> Document:
    """Options with what speaks for and against them, or a week in several shapes."""
    if result.after is None:
        none = say(
            "No run up to this day is stored: `hakaru ingest FOLDER` reads recordings.", lang
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
