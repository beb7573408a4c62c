"""When may a change be applied? Only by a person's leave: one, unused, in time, for this change."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, get_args

from hakaru.proposals.statuses import Status, may_move

VALID_FOR = timedelta(hours=24)

ChangeType = Literal["status_change", "diff_apply", "diff_undo"]
Source = Literal["human_ui", "ai_agent", "mcp", "batch", "skill_chain"]
SOURCES: tuple[Source, ...] = get_args(Source)
UNATTENDED: frozenset[Source] = frozenset({"batch", "skill_chain"})
"""These never apply a change, confirmed or not."""

_UUID4 = re.compile(
    r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", re.IGNORECASE
)

RefusalCode = Literal[
    "unattended",
    "transition",
    "confirmation_missing",
    "confirmation_malformed",
    "confirmation_unknown",
    "confirmation_consumed",
    "confirmation_expired",
    "other_node",
    "other_change",
    "changed_meanwhile",
]
STATUS_OF: dict[RefusalCode, int] = {
    "unattended": 403,
    "transition": 422,
    "confirmation_missing": 403,
    "confirmation_malformed": 400,
    "confirmation_unknown": 404,
    "confirmation_consumed": 409,
    "confirmation_expired": 403,
    "other_node": 400,
    "other_change": 400,
    "changed_meanwhile": 409,
}


@dataclass(frozen=True, kw_only=True)
class ProposedChange:
    """What is to be confirmed.

    Of a status the two statuses; of a diff its id in both (`from_value`: it is not applied yet, or
    for an undo that it is).
    """

    type: ChangeType
    from_value: str
    to_value: str


@dataclass(frozen=True, kw_only=True)
class Confirmation:
    """A person's leave for one change of one node. `consumed_at` None: not used yet."""

    confirmation_id: str
    node_id: str
    ui_action: str
    proposed_change: ProposedChange
    confirmed_at: datetime
    expires_at: datetime
    consumed_at: datetime | None = None
    confirmed_by: str = "human"


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """A change that somebody asks to apply, and how things stand now.

    `current` is the node's status, or for a diff what `ProposedChange.from_value` was taken from.
    """

    node_id: str
    type: ChangeType
    to_value: str
    current: str
    source: Source
    confirmation_id: str | None


def is_uuid4(text: str) -> bool:
    """Whether a text is a random UUID."""
    return _UUID4.fullmatch(text) is not None


def needs_confirmation(wanted: Wanted) -> bool:
    """A memo that leaves the status as it is changes nothing, so it needs none.

    Who brings one wants a change: that somebody else made it meanwhile must not pass for a memo.
    """
    is_memo = wanted.type == "status_change" and wanted.to_value == wanted.current
    return not is_memo or wanted.confirmation_id is not None


def refusal_before(wanted: Wanted) -> RefusalCode | None:
    """Why a change is refused before its confirmation is looked for; None: go on."""
    if not needs_confirmation(wanted):
        return None
    if wanted.source in UNATTENDED:
        return "unattended"
    if wanted.type == "status_change" and not _is_open(wanted):
        return "transition"
    if wanted.confirmation_id is None:
        return "confirmation_missing"
    return None if is_uuid4(wanted.confirmation_id) else "confirmation_malformed"


def refusal_of(
    confirmation: Confirmation | None, wanted: Wanted, *, now: datetime
) -> RefusalCode | None:
    """Why this confirmation does not allow this change, the first reason; None: it does."""
    if confirmation is None:
        return "confirmation_unknown"
    change = confirmation.proposed_change
    if confirmation.consumed_at is not None:
        return "confirmation_consumed"
    if (
        not confirmation.confirmed_at - VALID_FOR < now < confirmation.expires_at
    ):  # a clock set back
        return "confirmation_expired"
    if confirmation.node_id != wanted.node_id:
        return "other_node"
    if change.type != wanted.type or change.to_value != wanted.to_value:
        return "other_change"
    return None if change.from_value == wanted.current else "changed_meanwhile"


def _is_open(wanted: Wanted) -> bool:
    current: Status = wanted.current  # type: ignore[assignment]  # a status change: both are known
    to: Status = wanted.to_value  # type: ignore[assignment]
    return may_move(current, to)
