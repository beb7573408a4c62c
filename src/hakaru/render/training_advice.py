"""How do the options for the next session stand side by side, in a report that does not choose?

In a fixed order that says nothing about merit, the easy ways first; every figure is one of
`training_evidence`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from hakaru.proposals.narrator_words import LETTERS
from hakaru.proposals.nodes import Status
from hakaru.proposals.reports import AdvisorCriterion, AdvisorOption, AdvisorReport
from hakaru.render.change_text import trend_metric_name, trend_value
from hakaru.render.load_text import history_rows
from hakaru.render.next_text import (
    earliest_text,
    objection_text,
    option_name,
    reason_text,
    targets_text,
)
from hakaru.render.numbers import pace_text, percent_text
from hakaru.render.session_text import joined_text, type_name
from hakaru.render.words import say
from hakaru.render.words_advice import ACTIONS, ADVICE, INFO, RISKS
from hakaru.running.next_training import OptionName, TrainingKnown, TrainingOption
from hakaru.running.trends import WindowChange
from hakaru.running.wording import Lang

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


@dataclass(frozen=True, kw_only=True)
class Target:
    """Which node a report is about: one on the desk, or one that could be put there."""

    node_id: str
    title: str
    status: Status


ON_NO_DESK = Target(node_id="next_training", title="", status="NEEDS_DECISION")
"""A report that is about no node of the desk."""


@dataclass(frozen=True, kw_only=True)
class _Way:
    name: WayName
    option: TrainingOption


def title_text(day: date, lang: Lang) -> str:
    """'次のトレーニング（2025-10-25 のあと）'."""
    return say(ADVICE["title"], lang, day=day.isoformat())


def narrate_training(known: TrainingKnown, target: Target, *, lang: Lang) -> AdvisorReport:
    """A report that passes the judge of Advisor reports, and says no figure but those known."""
    ways = list(_ways(known.options))
    return AdvisorReport(
        target_node_id=target.node_id,
        target_title=target.title,
        current_status=target.status,
        options=tuple(
            _option(way, letter, lang) for letter, way in zip(LETTERS, ways, strict=False)
        ),
        criteria=tuple(_criteria(known, lang)),
        next_decision=say(ADVICE["next_decision"], lang),
        summary=say(
            ADVICE["summary"],
            lang,
            day=known.after.activity_date.isoformat(),
            type=type_name(known.after.training_type, lang),
        ),
    )


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
        label=say(ADVICE["label"], lang, letter=letter, name=way_name(name, option, lang=lang)),
        description=_description(way, earliest, lang),
        next_action=say(ACTIONS[name], lang, earliest=earliest),
        necessary_info=say(INFO["hard" if name in _HARD else "easy"], lang),
        criteria_note=_fits(way, lang),
        risks=(*against, say(RISKS[name], lang)),
        suggested_status="SCHEDULED",
    )


def _description(way: _Way, earliest: str, lang: Lang) -> str:
    targets = way.option.targets
    if way.name == "rest" or targets is None:
        return say(ADVICE["without_targets"], lang, earliest=earliest)
    return say(ADVICE["description"], lang, earliest=earliest, targets=targets_text(targets, lang))


def _fits(way: _Way, lang: Lang) -> str:
    reasons = [reason_text(reason, lang) for reason in way.option.reasons]
    if reasons:
        return say(ADVICE["fits"], lang, reasons=("。" if lang == "ja" else "; ").join(reasons))
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


def _form(known: TrainingKnown, lang: Lang) -> str:
    """The sentences of the verdict, as everywhere."""
    if known.verdict is None:
        return ""
    texts = [metric.text_ja if lang == "ja" else metric.text_en for metric in known.verdict.scored]
    return ("" if lang == "ja" else " ").join(texts)


def _load(known: TrainingKnown, lang: Lang) -> str:
    if known.load is None:
        return ""
    rows = history_rows(known.load, known.load.days[-1], lang=lang)
    texts = [say(ADVICE["load_row"], lang, label=row.label, value=row.value) for row in rows]
    return say(ADVICE["load_line"], lang, rows=joined_text(texts, lang)) if texts else ""


def _trend(known: TrainingKnown, lang: Lang) -> str:
    """What changed, before what did not."""
    first = sorted(known.changes, key=lambda change: not change.changed)[:_CHANGES_SHOWN]
    return ("" if lang == "ja" else " ").join(_change(change, lang) for change in first)


def _change(change: WindowChange, lang: Lang) -> str:
    """What it was and what it is, without a word on which is better: that is the verdict's."""
    return say(
        ADVICE["change"],
        lang,
        metric=trend_metric_name(change.metric, lang),
        pace=pace_text(change.reference_speed_mps),
        earlier=trend_value(change.metric, change.earlier.value),
        later=trend_value(change.metric, change.later.value),
        delta=percent_text(change.delta_frac),
        clear=say(ADVICE["clear" if change.changed else "unclear"], lang),
    )
