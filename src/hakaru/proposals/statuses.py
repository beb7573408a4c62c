"""Which fifteen statuses can a node have, which may follow which, and in which tray does it lie?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeGuard, get_args

from hakaru.guard.cleaning import Lang

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

LABELS: Mapping[Status, tuple[str, str]] = {
    "CAPTURED": ("捕捉", "captured"),
    "CLARIFYING": ("言語化中", "being clarified"),
    "READY": ("着手可能", "ready"),
    "IN_PROGRESS": ("実施中", "in progress"),
    "DELEGATED": ("委任中", "delegated"),
    "WAITING_EXTERNAL": ("外部待ち", "waiting for others"),
    "SCHEDULED": ("予約済み", "scheduled"),
    "BLOCKED": ("障害あり", "blocked"),
    "NEEDS_DECISION": ("判断待ち", "waiting for a decision"),
    "NEEDS_REVIEW": ("見直し待ち", "waiting for a review"),
    "COOLING": ("冷却中", "cooling"),
    "DORMANT": ("休眠", "dormant"),
    "REACTIVATED": ("再浮上", "back again"),
    "DONE": ("完了", "done"),
    "CANCELLED": ("中止", "cancelled"),
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
    return LABELS[status][lang == "en"]
