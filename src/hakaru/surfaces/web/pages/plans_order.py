"""What the Organizer proposes for the desk: changes, each to be applied or put aside."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from hakaru.core.i18n import N_, Lang, in_context, in_language, say, translate
from hakaru.flows.job_records import Subject
from hakaru.flows.propose import (
    OpenDiff,
    OpenOrder,
    StandingDiff,
    open_order,
    put_aside,
    take_up,
)
from hakaru.guard.cleaning import clean
from hakaru.present.figures import minute_text
from hakaru.proposals.changes import PROBLEMS
from hakaru.proposals.nodes import (
    is_status,
    label,
    relation_label,
)
from hakaru.proposals.reports import (
    OrganizerDecompositionProposal,
    OrganizerGroupingProposal,
    OrganizerRelationProposal,
)
from hakaru.records import frozen
from hakaru.surfaces.web.pages.jobs import Asked, ask, asked_before
from hakaru.surfaces.web.pages.visit import Onward, Shown, Visit

SOURCES: Mapping[str, str] = {
    "narrator": N_("worded by rules"),
    "llm": N_("worded by a language model, checked"),
}


@frozen
class DiffView:
    """One proposed change: what it adds, why, its one state and what can be done now. `problems`
    stand against it, or are to be looked at before it is applied."""

    diff_id: str
    kind: str
    state: str
    state_text: str
    advice: str
    subject: str
    adds: tuple[str, ...]
    why: str
    problems: tuple[str, ...]
    change_id: str
    can_apply: bool


@frozen
class OrderView:
    """A proposal on the whole desk."""

    made_at: str
    source: str
    summary: str
    said: tuple[str, ...]
    diffs: tuple[DiffView, ...]
    counted: str
    reading: tuple[tuple[str, tuple[str, ...]], ...]


@frozen
class OrderPanel:
    """The proposals that lie there, and whether others are being made."""

    asked: Asked
    order: OrderView | None


def show_order(visit: Visit) -> Shown:
    """The proposals: a piece of the page of plans, for as long as they are being made."""
    return Shown(
        template="plans_order.html.j2",
        piece=True,
        title=say("How it could be arranged (Organizer)", visit.lang),
        view=order_panel(visit),
        section="plans",
    )


def order_panel(visit: Visit) -> OrderPanel:
    """What was proposed last."""
    order = open_order(visit.context)
    since = None if order is None else order.made_at
    return OrderPanel(
        asked=asked_before(visit, "organize", about=Subject(), since=since),
        order=None if order is None else _order(order, visit.lang),
    )


def organize(visit: Visit) -> Onward:
    """Ask how the desk could be arranged. Nothing is changed by it."""
    ask(
        visit,
        "organize",
        about=Subject(
            intent=visit.sent.get("intent") or None, lang=visit.context.settings.language
        ),
    )
    return Onward(to="/plans?told=asked#order")


def reject_diff(visit: Visit) -> Onward:
    """Write down that a proposed diff is not wanted."""
    put_aside(visit.context, diff=visit.sent.get("diff", ""))
    return Onward(to="/plans?told=rejected#order")


def take_up_diff(visit: Visit) -> Onward:
    """Look again at what was put aside."""
    take_up(visit.context, diff=visit.sent.get("diff", ""))
    return Onward(to="/plans?told=taken_up#order")


def _order(order: OpenOrder, lang: Lang) -> OrderView:
    titles = {node.id: clean(node.title) for node in order.nodes}
    return OrderView(
        made_at=minute_text(order.made_at),
        source=say(SOURCES[order.source], lang),
        summary=order.summary,
        said=tuple(clean(in_language(text, lang)) for text in order.said),
        diffs=tuple(_diff(diff, titles, lang) for diff in order.diffs),
        counted=_counted(order, lang),
        reading=order.reading,
    )


_COUNTS: Mapping[StandingDiff, str] = {
    "open": N_("{n} can be applied"),
    "review": N_("{n} <n:needs|need> a look"),
    "applied": N_("{n} applied"),
    "aside": N_("{n} put aside"),
    "undone": N_("{n} taken back"),
    "stale": N_("{n} out of date"),
    "invalid": N_("{n} cannot be applied"),
}
_STATES: Mapping[StandingDiff, str] = {
    "open": N_("can be applied"),
    "review": N_("needs a look"),
    "applied": N_("applied"),
    "aside": N_("put aside {at}"),
    "undone": in_context("state of a proposal", "taken back"),
    "stale": in_context("state of a proposal", "out of date"),
    "invalid": N_("cannot be applied"),
}
_NEXT: Mapping[StandingDiff, str] = {
    "open": N_("Nothing changes until you apply it."),
    "review": N_("Look at what is said above. You can apply it all the same."),
    "applied": N_("It is on the board. Undo takes it back."),
    "aside": N_("You did not want it; nothing changed."),
    "undone": N_("It was applied and taken back. You can apply it again."),
    "stale": N_("The board has changed since. Make proposals again, or put this one aside."),
    "invalid": N_("Put it aside, or make proposals again."),
}
_DIFF_KINDS: Mapping[str, str] = {
    "relation": N_("Relate"),
    "grouping": N_("Group"),
    "decomposition": N_("Divide"),
}


def _counted(order: OpenOrder, lang: Lang) -> str:
    """How many proposals stand how; '': there is at most one."""
    states = [open_diff.state for open_diff in order.diffs]
    if len(states) <= 1:
        return ""
    parts = [
        say(_COUNTS[state], lang, n=states.count(state))
        for state in get_args(StandingDiff)
        if state in states
    ]
    return ("、" if lang == "ja" else ", ").join(parts)


def _diff(open_diff: OpenDiff, titles: Mapping[str, str], lang: Lang) -> DiffView:
    subject, adds, why = _change(open_diff, titles, lang)
    diff, state = open_diff.diff, open_diff.state
    aside = "" if open_diff.put_aside_at is None else minute_text(open_diff.put_aside_at)
    return DiffView(
        diff_id=diff.id,
        kind=say(_DIFF_KINDS[diff.kind], lang),
        state=state,
        state_text=say(_STATES[state], lang, at=aside),
        advice=say(_NEXT[state], lang),
        subject=subject,
        adds=adds,
        why=clean(why),
        problems=()
        if state in ("applied", "aside")
        else tuple(translate(PROBLEMS[code], lang) for code in diff.problems),
        change_id=open_diff.change_id or "",
        can_apply=state in ("open", "review", "undone"),
    )


def _change(
    open_diff: OpenDiff, titles: Mapping[str, str], lang: Lang
) -> tuple[str, tuple[str, ...], str]:
    """What it concerns, what it adds, and why."""

    def name(node_id: str) -> str:
        return titles.get(node_id) or say("a removed node ({id})", lang, id=clean(node_id))

    change = open_diff.diff.change
    match change:
        case OrganizerRelationProposal():
            adds = say(
                "{type} → {to}",
                lang,
                type=clean(relation_label(change.relation_type, lang)),
                to=name(change.to_node_id),
            )
            return name(change.from_node_id), (adds,), change.reason
        case OrganizerGroupingProposal():
            members = tuple(name(node_id) for node_id in change.node_ids)
            return clean(change.group_label), members, change.reason
        case OrganizerDecompositionProposal():
            parts = tuple(
                _part(clean(child.title), child.suggested_status, lang)
                for child in change.suggested_children
            )
            return name(change.target_node_id), parts, change.reason


def _part(title: str, status: str | None, lang: Lang) -> str:
    return f"{title} ({label(status, lang)})" if is_status(status) else title
