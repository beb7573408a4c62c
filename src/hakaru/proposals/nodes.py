"""What is a node, how do nodes hang together, and how do they lie on the desk?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from hakaru.proposals.statuses import TRAYS, Status, Tray, tray_of

DESK_MAX = 50
"""So many nodes, the most recently touched, are on the desk at once."""


@dataclass(frozen=True, kw_only=True)
class Node:
    """A goal, a task, a thought, the next session. `parent_id` None: it stands for itself."""

    id: str
    title: str
    status: Status
    updated_at: datetime
    created_at: datetime | None = None
    context: str = ""
    parent_id: str | None = None


@dataclass(frozen=True, kw_only=True)
class Relation:
    """One node has to do with another, in a direction ("depends_on")."""

    from_node_id: str
    to_node_id: str
    relation_type: str
    reason: str = ""


@dataclass(frozen=True, kw_only=True)
class Group:
    """Nodes that somebody looks at together."""

    group_id: str
    label: str
    node_ids: tuple[str, ...]
    reason: str = ""


HistoryKind = Literal[
    "created", "status", "memo", "relation", "group", "children", "edited", "removed", "undone"
]


@dataclass(frozen=True, kw_only=True)
class HistoryEntry:
    """What happened to a node, and by whose leave.

    `from_status` equals `to_status` where only a memo was left. `change_id` is shared by all
    entries of one change, so that they are undone together. `before`: what an edit changed, as JSON
    (None: the entry is none).
    """

    entry_id: int
    node_id: str
    change_id: str
    kind: HistoryKind
    from_status: Status | None
    to_status: Status | None
    reason: str
    source: str
    confirmation_id: str | None
    at: datetime
    before: str | None = None


def newest_first(nodes: Iterable[Node]) -> list[Node]:
    """Most recently touched first; ties by id, so that the order never depends on the store."""
    return sorted(nodes, key=lambda node: (-node.updated_at.timestamp(), node.id))


def on_trays(nodes: Iterable[Node], *, limit: int = DESK_MAX) -> Mapping[Tray, tuple[Node, ...]]:
    """The nodes on the desk, by tray; every tray is there, if empty."""
    lying = [node for node in newest_first(nodes) if tray_of(node.status) is not None][:limit]
    return {tray: tuple(node for node in lying if tray_of(node.status) == tray) for tray in TRAYS}


def descendants(nodes: Sequence[Node], node_id: str) -> tuple[Node, ...]:
    """Children, their children and so on, each once even where parents form a ring."""
    children: dict[str | None, list[Node]] = {}
    for node in nodes:
        children.setdefault(node.parent_id, []).append(node)
    below: dict[str, Node] = {}
    waiting = [node_id]
    while waiting:
        for child in children.get(waiting.pop(), ()):
            if child.id not in below and child.id != node_id:
                below[child.id] = child
                waiting.append(child.id)
    return tuple(below.values())
