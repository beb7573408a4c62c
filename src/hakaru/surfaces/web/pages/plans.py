"""What lies on the desk, how could it be arranged, and what happens by a click?"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from hakaru.flows.nodes import add_next_training, add_node, list_nodes
from hakaru.guard.cleaning import clean
from hakaru.proposals.nodes import DESK_MAX, Node
from hakaru.proposals.statuses import TRAYS, label
from hakaru.running.wording import Lang
from hakaru.surfaces.web.pages.addresses import node_address, told_of
from hakaru.surfaces.web.pages.order import OrderPanel, order_panel
from hakaru.surfaces.web.pages.visit import Onward, Shown, Visit
from hakaru.surfaces.web.words import said

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
class PlansView:
    """The desk. `told` is what was done just now, `undo` the change that would be taken back."""

    trays: tuple[TrayView, ...]
    n_nodes: int
    n_put_away: int
    order: OrderPanel
    told: str
    undo: str


def show(visit: Visit) -> Shown:
    """The desk."""
    lang = visit.lang
    desk = list_nodes(visit.context, tray=None, limit=DESK_MAX)
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
        order=order_panel(visit),
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


def node_line(node: Node, lang: Lang) -> NodeLine:
    """One node of a list."""
    return NodeLine(
        address=node_address(node.id),
        title=clean(node.title),
        status=label(node.status, lang),
        context=clean(node.context)[:_CONTEXT_SHOWN],
    )
