"""What is known of one node, what could be done with it, and what was done?"""

from __future__ import annotations

from dataclasses import dataclass

from hakaru.flows.changes import Choice
from hakaru.flows.nodes import edit_node, remove_node, show_node
from hakaru.guard.cleaning import clean
from hakaru.proposals.nodes import HistoryEntry
from hakaru.proposals.statuses import STATUSES, label, valid_transitions
from hakaru.running.wording import Lang
from hakaru.surfaces.web.pages.addresses import node_address, told_of
from hakaru.surfaces.web.pages.advice import AdvicePanel, advice_panel
from hakaru.surfaces.web.pages.agreeing import applied
from hakaru.surfaces.web.pages.plans import NodeLine, node_line
from hakaru.surfaces.web.pages.visit import Onward, Shown, Visit
from hakaru.surfaces.web.words import said

_HISTORY_SHOWN = 30
_UNDOABLE = ("status", "relation", "group", "children", "edited")


@dataclass(frozen=True, kw_only=True)
class StatusChoice:
    """A status that the node may go to."""

    value: str
    label: str


@dataclass(frozen=True, kw_only=True)
class EntryView:
    """Something that happened. `change_id` '': it cannot be taken back."""

    at: str
    what: str
    why: str
    change_id: str


@dataclass(frozen=True, kw_only=True)
class NodePageView:
    """One node with everything around it."""

    node_id: str
    title: str
    status: str
    context: str
    parent: NodeLine | None
    open_to: tuple[StatusChoice, ...]
    children: tuple[NodeLine, ...]
    relations: tuple[str, ...]
    groups: tuple[str, ...]
    history: tuple[EntryView, ...]
    advice: AdvicePanel
    statuses: tuple[StatusChoice, ...]
    told: str
    undo: str


def show(visit: Visit) -> Shown:
    """The page of a node."""
    lang, node_id = visit.lang, visit.choice("id") or ""
    found = show_node(visit.context, node=node_id)
    node = found.node
    parent = None
    if node.parent_id is not None:
        parent = node_line(show_node(visit.context, node=node.parent_id).node, lang)
    open_to = valid_transitions(node.status)
    view = NodePageView(
        node_id=node.id,
        title=clean(node.title),
        status=label(node.status, lang),
        context=clean(node.context, lines=True),
        parent=parent,
        open_to=tuple(StatusChoice(value=one, label=label(one, lang)) for one in open_to),
        children=tuple(node_line(one, lang) for one in found.children),
        relations=tuple(
            f"{_title(visit, one.from_node_id)} — {clean(one.relation_type)} → "
            f"{_title(visit, one.to_node_id)}"
            for one in found.relations
        ),
        groups=tuple(clean(one.label) for one in found.groups),
        history=tuple(_entry(one, lang) for one in found.history[:_HISTORY_SHOWN]),
        advice=advice_panel(visit, node),
        statuses=tuple(StatusChoice(value=one, label=label(one, lang)) for one in STATUSES),
        told=told_of(visit),
        undo=visit.choice("change") or "",
    )
    return Shown(template="node.html.j2", title=view.title, view=view, section="plans")


def move(visit: Visit) -> Onward:
    """Agree to a status, and apply it."""
    node_id = visit.sent.get("id", "")
    change = applied(visit, Choice(node=node_id, to=visit.sent.get("to", "")))
    return Onward(to=node_address(node_id, told="moved", change=change))


def edit(visit: Visit) -> Onward:
    """Give it other words."""
    node_id = visit.sent.get("id", "")
    edit_node(
        visit.context,
        node=node_id,
        title=visit.sent.get("title"),
        note=visit.sent.get("context"),
        parent=None,
    )
    return Onward(to=node_address(node_id, told="edited"))


def remove(visit: Visit) -> Onward:
    """Take it off for good."""
    remove_node(visit.context, node=visit.sent.get("id", ""))
    return Onward(to="/plans?told=removed")


def undo(visit: Visit) -> Onward:
    """Agree that a change is taken back, and take it back."""
    applied(visit, Choice(change=visit.sent.get("change", "")))
    node_id = visit.sent.get("id", "")
    return Onward(to=node_address(node_id, told="undone") if node_id else "/plans?told=undone")


def _title(visit: Visit, node_id: str) -> str:
    return clean(show_node(visit.context, node=node_id).node.title)


def _entry(one: HistoryEntry, lang: Lang) -> EntryView:
    what = said(f"entry_{one.kind}", lang)
    if one.kind == "status" and one.to_status is not None:
        before = "" if one.from_status is None else label(one.from_status, lang)
        what = f"{before} → {label(one.to_status, lang)}"
    return EntryView(
        at=one.at.astimezone().strftime("%Y-%m-%d %H:%M"),
        what=what,
        why=clean(one.reason),
        change_id=one.change_id if one.kind in _UNDOABLE else "",
    )
