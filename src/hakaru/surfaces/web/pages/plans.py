"""What lies on the desk, how could it be arranged, and what happens by a click?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from hakaru.flows.nodes import add_next_training, add_node, every_node
from hakaru.guard.cleaning import clean
from hakaru.proposals.nodes import TRAYS, Node, label, newest_first, on_trays, tray_of
from hakaru.running.wording import Lang
from hakaru.surfaces.web.pages.addresses import node_address, told_of
from hakaru.surfaces.web.pages.order import OrderPanel, order_panel
from hakaru.surfaces.web.pages.visit import Onward, Shown, Visit
from hakaru.surfaces.web.words import page_text

_CONTEXT_SHOWN = 160
_IN_SIGHT = 12


@dataclass(frozen=True, kw_only=True)
class NodeLine:
    """A node in a tray. Texts are the user's own, without what could act."""

    address: str
    title: str
    status: str
    context: str


@dataclass(frozen=True, kw_only=True)
class TrayView:
    """One tray, the node that was touched last first. `more` are those that are folded away."""

    name: str
    label: str
    n_nodes: int
    nodes: tuple[NodeLine, ...]
    more: tuple[NodeLine, ...]


@dataclass(frozen=True, kw_only=True)
class PlansView:
    """The desk. `told` is what was done just now, `undo` the change that would be taken back."""

    trays: tuple[TrayView, ...]
    ended: TrayView
    order: OrderPanel
    told: str
    undo: str


def show(visit: Visit) -> Shown:
    """The desk."""
    lang = visit.lang
    nodes = every_node(visit.context).nodes
    lying = on_trays(nodes, limit=len(nodes))
    ended = newest_first(node for node in nodes if tray_of(node.status) is None)
    view = PlansView(
        trays=tuple(_tray(name, lying[name], lang) for name in TRAYS),
        ended=_tray("ended", ended, lang),
        order=order_panel(visit),
        told=told_of(visit),
        undo=visit.choice("change") or "",
    )
    return Shown(
        template="plans.html.j2", title=page_text("nav_plans", lang), view=view, section="plans"
    )


def _tray(name: str, nodes: Sequence[Node], lang: Lang) -> TrayView:
    lines = tuple(node_line(node, lang) for node in nodes)
    return TrayView(
        name=name,
        label=page_text(f"tray_{name}", lang),
        n_nodes=len(lines),
        nodes=lines[:_IN_SIGHT],
        more=lines[_IN_SIGHT:],
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
        return Onward(to=node_address(visit.sent["parent"], notice="added"))
    return Onward(to=f"/plans?{urlencode({'told': 'added', 'node': made.node.id})}")


def add_next(visit: Visit) -> Onward:
    """Put the options for the next session on the desk."""
    made = add_next_training(visit.context, day=None)
    return Onward(to=node_address(made.node.id, notice="added"))


def node_line(node: Node, lang: Lang) -> NodeLine:
    """One node of a list."""
    return NodeLine(
        address=node_address(node.id),
        title=clean(node.title),
        status=label(node.status, lang),
        context=clean(node.context)[:_CONTEXT_SHOWN],
    )
