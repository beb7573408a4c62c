"""What is known of one node, what could be done with it, and what was done?"""

from __future__ import annotations

from dataclasses import dataclass

from hakaru.flows.changes import Choice
from hakaru.flows.nodes import edit_node, remove_node, show_node
from hakaru.guard.cleaning import clean
from hakaru.proposals.nodes import STATUSES, HistoryEntry, label, valid_transitions
from hakaru.running.wording import Lang
from hakaru.surfaces.web.pages.addresses import node_address, told_of
from hakaru.surfaces.web.pages.advice import AdvicePanel, advice_panel
from hakaru.surfaces.web.pages.agreeing import applied
from hakaru.surfaces.web.pages.plans import NodeLine, node_line
from hakaru.surfaces.web.pages.visit import Onward, Shown, Visit
from hakaru.surfaces.web.words import page_text

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
    result = show_node(visit.context, node=node_id)
    node = result.node
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
        open_to=tuple(StatusChoice(value=status, label=label(status, lang)) for status in open_to),
        children=tuple(node_line(child, lang) for child in result.children),
        relations=tuple(
            f"{_title(visit, relation.from_node_id)} — {clean(relation.relation_type)} → "
            f"{_title(visit, relation.to_node_id)}"
            for relation in result.relations
        ),
        groups=tuple(clean(group.label) for group in result.groups),
        history=tuple(_entry(entry, lang) for entry in result.history[:_HISTORY_SHOWN]),
        advice=advice_panel(visit, node),
        statuses=tuple(
            StatusChoice(value=status, label=label(status, lang)) for status in STATUSES
        ),
        told=told_of(visit),
        undo=visit.choice("change") or "",
    )
    return Shown(template="node.html.j2", title=view.title, view=view, section="plans")


def move(visit: Visit) -> Onward:
    """Agree to a status, and apply it."""
    node_id = visit.sent.get("id", "")
    change = applied(visit, Choice(node=node_id, to=visit.sent.get("to", "")))
    return Onward(to=node_address(node_id, notice="moved", change=change))


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
    return Onward(to=node_address(node_id, notice="edited"))


def remove(visit: Visit) -> Onward:
    """Take it off for good."""
    remove_node(visit.context, node=visit.sent.get("id", ""))
    return Onward(to="/plans?told=removed")


def undo(visit: Visit) -> Onward:
    """Agree that a change is taken back, and take it back."""
    applied(visit, Choice(change=visit.sent.get("change", "")))
    node_id = visit.sent.get("id", "")
    return Onward(to=node_address(node_id, notice="undone") if node_id else "/plans?told=undone")


def _title(visit: Visit, node_id: str) -> str:
    return clean(show_node(visit.context, node=node_id).node.title)


def _entry(entry: HistoryEntry, lang: Lang) -> EntryView:
    what = page_text(f"entry_{entry.kind}", lang)
    if entry.kind == "status" and entry.to_status is not None:
        before = "" if entry.from_status is None else label(entry.from_status, lang)
        what = f"{before} → {label(entry.to_status, lang)}"
    return EntryView(
        at=entry.at.astimezone().strftime("%Y-%m-%d %H:%M"),
        what=what,
        why=clean(entry.reason),
        change_id=entry.change_id if entry.kind in _UNDOABLE else "",
    )
