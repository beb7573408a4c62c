"""What does the Advisor say where no model is? Options from the ways that are open, side by side.

Do it now, wait, hand it on, let it go: those of them that the node's status allows, always in this
order, each with what it asks for and what it risks. The same node gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from hakaru.guard.cleaning import Lang, plain
from hakaru.proposals.narrator_words import (
    ADVICE,
    CRITERIA,
    LABEL,
    LETTERS,
    OPTIONS,
    OptionName,
    age_days,
    named,
    phrase,
)
from hakaru.proposals.nodes import Node
from hakaru.proposals.reports import AdvisorCriterion, AdvisorOption, AdvisorReport
from hakaru.proposals.statuses import ENDED, Status, label, valid_transitions

_WAYS: Mapping[OptionName, tuple[Status, ...]] = {
    "now": ("IN_PROGRESS", "READY", "CLARIFYING"),
    "wait": ("WAITING_EXTERNAL", "SCHEDULED", "COOLING"),
    "delegate": ("DELEGATED",),
    "drop": ("CANCELLED",),
    "return": ("REACTIVATED",),
    "leave": (),
}
"""The statuses an option would lead to: the first that is open."""
_AT_WORK: tuple[OptionName, ...] = ("now", "wait", "delegate", "drop")
_AWAY: tuple[OptionName, ...] = ("return", "leave")


def narrate_advisor(node: Node, *, now: datetime, lang: Lang) -> AdvisorReport:
    """A report that passes the judge of Advisor reports for this node's id."""
    options = tuple(
        _option(name, status, letter, lang)
        for letter, (name, status) in zip(LETTERS, _open_ways(node.status), strict=False)
    )
    ended = node.status in ENDED
    return AdvisorReport(
        target_node_id=node.id,
        target_title=plain(node.title),
        current_status=node.status,
        options=options,
        criteria=tuple(
            AdvisorCriterion(name=phrase(name, lang), description=phrase(description, lang))
            for name, description in CRITERIA
        ),
        next_decision=phrase(ADVICE["next_decision_ended" if ended else "next_decision"], lang),
        summary=phrase(
            ADVICE["summary"],
            lang,
            node=named(node, lang),
            status=label(node.status, lang),
            age=_age(age_days(node, now), lang),
            n=len(options),
        ),
    )


def _open_ways(status: Status) -> list[tuple[OptionName, Status]]:
    """Each option that is open, with the status it would lead to; at least two."""
    open_now = {*valid_transitions(status), status}
    if status in ENDED or status == "DORMANT":
        names: tuple[OptionName, ...] = _AWAY
    else:
        names = _AT_WORK
    ways: list[tuple[OptionName, Status]] = []
    for name in names:
        reached = next((way for way in _WAYS[name] if way in open_now), None)
        if name == "leave":
            ways.append((name, status))
        elif reached is not None:
            ways.append((name, reached))
    return ways


def _option(name: OptionName, status: Status, letter: str, lang: Lang) -> AdvisorOption:
    words = OPTIONS[name]
    return AdvisorOption(
        label=phrase(LABEL, lang, letter=letter, name=phrase(words["name"], lang)),
        description=phrase(words["description"], lang),
        pros=(phrase(words["pros"], lang),),
        cons=(phrase(words["cons"], lang),),
        next_action=phrase(words["next_action"], lang),
        necessary_info=phrase(words["necessary_info"], lang),
        criteria_note=phrase(words["criteria_note"], lang),
        risks=(phrase(words["risks"], lang),),
        suggested_status=status,
    )


def _age(days: int, lang: Lang) -> str:
    if days > 1:
        return phrase(ADVICE["age"], lang, days=days)
    return phrase(ADVICE["age_one" if days else "age_today"], lang)
