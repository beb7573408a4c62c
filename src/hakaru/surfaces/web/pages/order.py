"""How could the desk be arranged, and what becomes of each proposed change by a click?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode

from hakaru.flows.changes import Choice
from hakaru.flows.job_records import Subject
from hakaru.flows.propose import OpenDiff, OpenOrder, open_order, put_aside, take_up
from hakaru.guard.cleaning import clean
from hakaru.present.sentences import in_language
from hakaru.proposals.changes import PROBLEMS
from hakaru.proposals.nodes import is_status, label
from hakaru.proposals.reports import (
    OrganizerDecompositionProposal,
    OrganizerGroupingProposal,
    OrganizerRelationProposal,
)
from hakaru.running.wording import Lang
from hakaru.surfaces.web.pages.agreeing import applied
from hakaru.surfaces.web.pages.jobs import Asked, ask, asked_before
from hakaru.surfaces.web.pages.visit import Onward, Shown, Visit
from hakaru.surfaces.web.words import page_text


@dataclass(frozen=True, kw_only=True)
class DiffView:
    """One proposed change: what it adds, why, and what stands against it. `put_aside` says when a
    person did not want it; '': nobody said so."""

    diff_id: str
    kind: str
    state: str
    subject: str
    adds: tuple[str, ...]
    why: str
    problems: tuple[str, ...]
    change_id: str
    put_aside: str
    can_apply: bool


@dataclass(frozen=True, kw_only=True)
class OrderView:
    """A proposal on the whole desk."""

    made_at: str
    source: str
    summary: str
    said: tuple[str, ...]
    diffs: tuple[DiffView, ...]


@dataclass(frozen=True, kw_only=True)
class OrderPanel:
    """The proposals that lie there, and whether others are being made."""

    asked: Asked
    order: OrderView | None


def show(visit: Visit) -> Shown:
    """The proposals: a piece of the page of plans, for as long as they are being made."""
    return Shown(
        template="plans_order.html.j2",
        piece=True,
        title=page_text("order_head", visit.lang),
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
    ask(visit, "organize", about=Subject(intent=visit.sent.get("intent") or None, lang=visit.lang))
    return Onward(to="/plans?told=asked#order")


def apply_diff(visit: Visit) -> Onward:
    """Agree to a proposed diff, and apply it."""
    change = applied(visit, Choice(diff=visit.sent.get("diff", "")))
    return Onward(to=f"/plans?{urlencode({'told': 'applied', 'change': change})}#order")


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
        made_at=_moment(order.made_at),
        source=page_text(f"source_{order.source}", lang),
        summary=order.summary,
        said=tuple(clean(in_language(text, lang)) for text in order.said),
        diffs=tuple(_diff(diff, titles, lang) for diff in order.diffs),
    )


def _diff(open_diff: OpenDiff, titles: Mapping[str, str], lang: Lang) -> DiffView:
    subject, adds, why = _change(open_diff, titles, lang)
    diff = open_diff.diff
    return DiffView(
        diff_id=diff.id,
        kind=page_text(f"diff_{diff.kind}", lang),
        state=diff.state,
        subject=subject,
        adds=adds,
        why=clean(why),
        problems=tuple(PROBLEMS[code][lang == "en"] for code in diff.problems),
        change_id=open_diff.change_id or "",
        put_aside="" if open_diff.put_aside_at is None else _moment(open_diff.put_aside_at),
        can_apply=open_diff.change_id is None and diff.state != "INVALID",
    )


def _change(
    open_diff: OpenDiff, titles: Mapping[str, str], lang: Lang
) -> tuple[str, tuple[str, ...], str]:
    """What it concerns, what it adds, and why."""

    def name(node_id: str) -> str:
        return titles.get(node_id, clean(node_id))

    change = open_diff.diff.change
    match change:
        case OrganizerRelationProposal():
            adds = page_text(
                "adds_relation",
                lang,
                type=clean(change.relation_type),
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


def _moment(at: datetime) -> str:
    return at.astimezone().strftime("%Y-%m-%d %H:%M")
