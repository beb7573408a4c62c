"""Nodes: how they hang together, and their fifteen statuses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Literal, TypeGuard, get_args

from hakaru.core.i18n import N_, Lang, in_context, translate
from hakaru.records import frozen

Status = Literal[
    "CAPTURED",
    "CLARIFYING",
    "READY",
    "IN_PROGRESS",
    "DELEGATED",
    "WAITING_EXTERNAL",
    "SCHEDULED",
    "BLOCKED",
    "NEEDS_DECISION",
    "NEEDS_REVIEW",
    "COOLING",
    "DORMANT",
    "REACTIVATED",
    "DONE",
    "CANCELLED",
]
STATUSES: tuple[Status, ...] = get_args(Status)
_KNOWN = frozenset(STATUSES)

ENDED: frozenset[Status] = frozenset({"DONE", "CANCELLED"})
"""From these a node can only come back (REACTIVATED)."""
RESTING: frozenset[Status] = ENDED | {"DORMANT"}
"""Not on the desk."""

_FROM_ANY: tuple[Status, ...] = ("DELEGATED", "WAITING_EXTERNAL", "COOLING", "DONE", "CANCELLED")
"""Where every node that has not ended may go."""
_FORWARD: Mapping[Status, tuple[Status, ...]] = {
    "CAPTURED": ("CLARIFYING", "READY", "SCHEDULED", "NEEDS_DECISION"),
    "CLARIFYING": ("READY", "SCHEDULED", "BLOCKED", "NEEDS_DECISION"),
    "READY": ("IN_PROGRESS", "SCHEDULED", "BLOCKED", "NEEDS_DECISION"),
    "IN_PROGRESS": ("READY", "SCHEDULED", "BLOCKED", "NEEDS_DECISION", "NEEDS_REVIEW"),
    "DELEGATED": ("READY", "IN_PROGRESS", "BLOCKED", "NEEDS_DECISION", "NEEDS_REVIEW"),
    "WAITING_EXTERNAL": ("READY", "IN_PROGRESS", "SCHEDULED", "BLOCKED", "NEEDS_DECISION",
                         "NEEDS_REVIEW"),
    "SCHEDULED": ("READY", "IN_PROGRESS", "BLOCKED", "NEEDS_DECISION"),
    "BLOCKED": ("CLARIFYING", "READY", "IN_PROGRESS", "SCHEDULED", "NEEDS_DECISION"),
    "NEEDS_DECISION": ("CLARIFYING", "READY", "IN_PROGRESS", "SCHEDULED"),
    "NEEDS_REVIEW": ("READY", "IN_PROGRESS", "NEEDS_DECISION"),
    "COOLING": ("READY", "IN_PROGRESS", "DORMANT", "REACTIVATED"),
    "DORMANT": ("REACTIVATED",),
    "REACTIVATED": ("CLARIFYING", "READY", "IN_PROGRESS", "SCHEDULED", "NEEDS_DECISION"),
    "DONE": ("REACTIVATED",),
    "CANCELLED": ("REACTIVATED",),
}  # fmt: skip

LABELS: Mapping[Status, str] = {
    "CAPTURED": N_("captured"),
    "CLARIFYING": N_("being clarified"),
    "READY": N_("ready"),
    "IN_PROGRESS": in_context("in progress", "in progress"),
    "DELEGATED": N_("delegated"),
    "WAITING_EXTERNAL": N_("waiting for others"),
    "SCHEDULED": N_("scheduled"),
    "BLOCKED": N_("blocked"),
    "NEEDS_DECISION": N_("waiting for a decision"),
    "NEEDS_REVIEW": N_("waiting for a review"),
    "COOLING": N_("cooling"),
    "DORMANT": N_("dormant"),
    "REACTIVATED": N_("back again"),
    "DONE": N_("done"),
    "CANCELLED": N_("cancelled"),
}
"""Japanese and English."""

Tray = Literal["in_progress", "needs_decision", "waiting_external", "cooling", "other_active"]
TRAYS: tuple[Tray, ...] = get_args(Tray)
_TRAY_OF: Mapping[Status, Tray] = {
    "IN_PROGRESS": "in_progress",
    "NEEDS_DECISION": "needs_decision",
    "WAITING_EXTERNAL": "waiting_external",
    "COOLING": "cooling",
}


def is_status(value: object) -> TypeGuard[Status]:
    """Whether a value is one of the fifteen, exactly as written."""
    return isinstance(value, str) and value in _KNOWN


def valid_transitions(status: Status) -> tuple[Status, ...]:
    """Where a node may go from here, itself left out, in the order of `STATUSES`."""
    allowed = set(_FORWARD[status])
    if status not in ENDED:
        allowed |= set(_FROM_ANY)
    return tuple(target for target in STATUSES if target in allowed and target != status)


def may_move(status: Status, to: Status) -> bool:
    """Whether the change is allowed. Staying always is."""
    return status == to or to in valid_transitions(status)


def tray_of(status: Status) -> Tray | None:
    """The tray a node lies in; None: it is not on the desk."""
    return None if status in RESTING else _TRAY_OF.get(status, "other_active")


def label(status: Status, lang: Lang) -> str:
    """What a status is called."""
    return translate(LABELS[status], lang)


DESK_MAX = 50
"""So many nodes, the most recently touched, are on the desk at once."""


@frozen
class Node:
    """A goal, a task, a thought, the next session. `parent_id` None: it stands for itself."""

    id: str
    title: str
    status: Status
    updated_at: datetime
    created_at: datetime | None = None
    context: str = ""
    parent_id: str | None = None


@frozen
class Relation:
    """One node has to do with another, in a direction ("depends_on")."""

    from_node_id: str
    to_node_id: str
    relation_type: str
    reason: str = ""


@frozen
class Group:
    """Nodes that somebody looks at together."""

    group_id: str
    label: str
    node_ids: tuple[str, ...]
    reason: str = ""


RELATION_LABELS: Mapping[str, str] = {
    "depends_on": N_("waits for"),
    "duplicate_of": N_("is about the same as"),
    "part_of": N_("is a part of"),
}


def relation_label(relation_type: str, lang: Lang) -> str:
    """What a relation is called; one of a person's or model's own is called as it is."""
    entry = RELATION_LABELS.get(relation_type)
    return relation_type if entry is None else translate(entry, lang)


HistoryKind = Literal[
    "created", "status", "memo", "relation", "group", "children", "edited", "removed", "undone"
]


@frozen
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
