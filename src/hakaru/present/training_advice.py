"""What the next training could be, as a report of the Advisor.

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
from hakaru.present.causes import why_text
from hakaru.present.changes import trend_metric_name, trend_value
from hakaru.present.figures import (
    pace_text,
    percent_text,
)
from hakaru.present.load import history_rows
from hakaru.present.session import joined_text, type_name
from hakaru.present.training import (
    earliest_text,
    objection_text,
    option_name,
    reason_text,
    targets_text,
)
from hakaru.proposals.reports import AdvisorCriterion, AdvisorOption, AdvisorReport
from hakaru.records import frozen

if TYPE_CHECKING:
    from hakaru.proposals.nodes import Status
    from hakaru.proposals.wishes import Wish, WishRead
    from hakaru.running.next_training import OptionName, TrainingKnown, TrainingOption
    from hakaru.running.trends import WindowChange
    from hakaru.running.why import Explanation


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
_OWN_WORDS: Mapping[WayName, str] = {
    "easy_run": N_("An easy run"),
    "rest": N_("A day of rest"),
    "walk_run": N_("Walking and running in turns"),
}


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
    r"痛|疲|だる|風邪|熱が|寝不足|故障|違和感|pain|hurt|sore|tired|sick|injur|ache", re.IGNORECASE
)
_PIECE_END = re.compile(r"[、。,.\n]")
_WAYS_MIN = 2


def _strain(wish: Wish) -> str:
    """What a person says of pain or tiredness; '': nothing."""
    pieces = _PIECE_END.split("\n".join((wish.intent, *wish.constraints)))
    return next((piece.strip() for piece in pieces if _STRAIN.search(piece)), "")


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
    return say(_OWN_WORDS[name], lang) if name in _OWN_WORDS else option_name(option, lang)


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


ACTIONS: Mapping[str, str] = {
    "interval": N_("Put the intervals on the calendar: {earliest}."),
    "tempo": N_("Put the tempo run on the calendar: {earliest}."),
    "same_pace": N_("Put the run at the same pace on the calendar: {earliest}."),
    "strength": N_("Keep time for strength work: {earliest}."),
    "easy_run": N_("Put an easy run at talking pace on the calendar: {earliest}."),
    "rest": N_("Keep the day free: {earliest}."),
    "long_run": N_("Put the long run on the calendar: {earliest}."),
    "return_run": N_("Put a short easy run on the calendar: {earliest}."),
    "walk_run": N_("Put time for walking and running in turns on the calendar: {earliest}."),
}


RISKS: Mapping[str, str] = {
    "interval": N_("With fatigue left, the later repetitions could fall apart."),
    "tempo": N_("With fatigue left, the intensity could be lost on the way."),
    "same_pace": N_("The same stimulus again could change little."),
    "strength": N_("Sore muscles could last into the next run."),
    "easy_run": N_("Run faster than meant, it could rest the legs less."),
    "rest": N_("A longer gap could break the habit."),
    "long_run": N_("With fatigue left, form could fall apart towards the end."),
    "return_run": N_(
        "Going straight back to the volume or pace from before could strain the legs."
    ),
    "walk_run": N_("You run less of it than you may want to."),
}


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
            "Fits if this matters: {reasons}.",
            lang,
            reasons=("。" if lang == "ja" else "; ").join(reasons),
        )
    return say(_FITS.get(way.name, _FITS["easy_run"]), lang)


_FITS: Mapping[WayName, str] = {
    "easy_run": N_("Fits if you want to run without adding fatigue."),
    "walk_run": N_("Fits if your legs are to get used to running again."),
    "rest": N_("Fits if rest comes first."),
}


def _criteria(known: TrainingKnown, lang: Lang) -> Iterator[AdvisorCriterion]:
    """What the options can be held against: the verdict, the load, the trend."""
    for name, stated, unknown in (
        (N_("Form"), _form(known, lang), N_("Form on this run was not judged.")),
        (N_("Load"), _load(known, lang), N_("No load is known yet.")),
        (N_("Trend"), _trend(known, lang), N_("There are too few runs for a comparison.")),
    ):
        text = stated or say(unknown, lang)
        yield AdvisorCriterion(name=say(name, lang), description=text)
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
