"""What lies on the desk, how could it be arranged, and what happens by a click?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from hakaru.flows.changes import Choice as Chosen
from hakaru.flows.changes import agree, apply_change
from hakaru.flows.kept_proposals import (
    OpenDiff,
    OpenOrder,
    open_order,
    propose_order_anew,
    put_aside,
)
from hakaru.flows.nodes import add_next_training, add_node, list_nodes
from hakaru.guard.cleaning import clean
from hakaru.proposals.diffs import PROBLEMS
from hakaru.proposals.nodes import DESK_MAX, Node
from hakaru.proposals.reports import (
    OrganizerDecompositionProposal,
    OrganizerGroupingProposal,
    OrganizerRelationProposal,
)
from hakaru.proposals.statuses import TRAYS, is_status, label
from hakaru.running.wording import Lang
from hakaru.surfaces.web.pages.visit import Onward, Shown, Visit
from hakaru.surfaces.web.words import said

UI = "dashboard"
_CONTEXT_SHOWN = 160


@dataclass(frozen=True, kw_only=True)
class NodeLine:
    """A node in a tray. Texts are the user's own, without what could act."""

    address: str
    title: str
    status: str
    context: str


@dataclass(frozen=True, kw_only=True)
class TrayView:
    """One tray."""

    name: str
    label: str
    nodes: tuple[NodeLine, ...]


@dataclass(frozen=True, kw_only=True)
class DiffView:
    """One proposed change: what it adds, why, and what stands against it."""

    diff_id: str
    kind: str
    state: str
    subject: str
    adds: tuple[str, ...]
    why: str
    problems: tuple[str, ...]
    change_id: str
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
class PlansView:
    """The desk. `told` is what was done just now, `undo` the change that would be taken back."""

    trays: tuple[TrayView, ...]
    n_nodes: int
    n_put_away: int
    order: OrderView | None
    told: str
    undo: str


def show(visit: Visit) -> Shown:
    """The desk."""
    lang = visit.lang
    desk = list_nodes(visit.context, tray=None, limit=DESK_MAX)
    order = open_order(visit.context)
    trays = desk.trays
    view = PlansView(
        trays=tuple(
            TrayView(
                name=name,
                label=said(f"tray_{name}", lang),
                nodes=tuple(node_line(one, lang) for one in trays[name]),
            )
            for name in TRAYS
        ),
        n_nodes=len(desk.nodes),
        n_put_away=len(desk.nodes) - sum(len(one) for one in trays.values()),
        order=None if order is None else _order(order, lang),
        told=told_of(visit),
        undo=visit.choice("change") or "",
    )
    return Shown(
        template="plans.html.j2", title=said("nav_plans", lang), view=view, section="plans"
    )


def add(visit: Visit) -> Onward:
    """Put a node on the desk."""
    status = visit.sent.get("status") or None
    made = add_node(
        visit.context,
        title=visit.sent.get("title", ""),
        note=visit.sent.get("context") or None,
        status=status,
        parent=visit.sent.get("parent") or None,
    )
    if visit.sent.get("parent"):
        return Onward(to=node_address(visit.sent["parent"], told="added"))
    return Onward(to=f"/plans?{urlencode({'told': 'added', 'node': made.node.id})}")


def add_next(visit: Visit) -> Onward:
    """Put the options for the next session on the desk."""
    made = add_next_training(visit.context, day=None)
    return Onward(to=node_address(made.node.id, told="added"))


def organize(visit: Visit) -> Onward:
    """Ask how the desk could be arranged. Nothing is changed by it."""
    propose_order_anew(visit.context, intent=visit.sent.get("intent") or None)
    return Onward(to="/plans?told=proposed#order")


def apply_diff(visit: Visit) -> Onward:
    """Agree to a proposed diff, and apply it."""
    agreed = agree(visit.context, Chosen(diff=visit.sent.get("diff", "")), ui_action=UI)
    applied = confirmed(visit, agreed.confirmation.confirmation_id)
    return Onward(to=f"/plans?{urlencode({'told': 'applied', 'change': applied})}#order")


def reject_diff(visit: Visit) -> Onward:
    """Put a proposed diff aside."""
    put_aside(visit.context, diff=visit.sent.get("diff", ""))
    return Onward(to="/plans?told=rejected#order")


def confirmed(visit: Visit, confirmation_id: str) -> str:
    """Apply what was confirmed; the id of the change."""
    done = apply_change(visit.context, confirmation=confirmation_id, reason=None, source="human_ui")
    return done.applied.change_id


def told_of(visit: Visit) -> str:
    """What was done just now, in words; '' for nothing."""
    named = visit.choice("told")
    known = ("added", "applied", "rejected", "proposed", "undone", "moved", "edited", "removed")
    return said(f"told_{named}", visit.lang) if named in known else ""


def node_address(node_id: str, *, told: str = "", change: str = "") -> str:
    """The page of a node, whatever its id is made of."""
    asked = {"id": node_id, "told": told, "change": change}
    return f"/plans/node?{urlencode({name: value for name, value in asked.items() if value})}"


def node_line(node: Node, lang: Lang) -> NodeLine:
    """One node of a list."""
    return NodeLine(
        address=node_address(node.id),
        title=clean(node.title),
        status=label(node.status, lang),
        context=clean(node.context)[:_CONTEXT_SHOWN],
    )


def _order(order: OpenOrder, lang: Lang) -> OrderView:
    titles = {node.id: clean(node.title) for node in order.nodes}
    return OrderView(
        made_at=order.made_at.astimezone().strftime("%Y-%m-%d %H:%M"),
        source=said(f"source_{order.source}", lang),
        summary=order.summary,
        said=order.said,
        diffs=tuple(_diff(one, titles, lang) for one in order.diffs),
    )


def _diff(one: OpenDiff, titles: Mapping[str, str], lang: Lang) -> DiffView:
    subject, adds, why = _change(one, titles, lang)
    diff = one.diff
    return DiffView(
        diff_id=diff.id,
        kind=said(f"diff_{diff.kind}", lang),
        state=diff.state,
        subject=subject,
        adds=adds,
        why=clean(why),
        problems=tuple(PROBLEMS[code][lang == "en"] for code in diff.problems),
        change_id=one.change_id or "",
        can_apply=one.change_id is None and diff.state != "INVALID",
    )


def _change(
    one: OpenDiff, titles: Mapping[str, str], lang: Lang
) -> tuple[str, tuple[str, ...], str]:
    """What it concerns, what it adds, and why."""

    def name(node_id: str) -> str:
        return titles.get(node_id, clean(node_id))

    change = one.diff.change
    match change:
        case OrganizerRelationProposal():
            adds = said(
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
