"""A person's choice as a change: previewed, confirmed, applied, undone.

The only way to a status over HTTP. What leaves the status as it is is a memo.
"""

from __future__ import annotations

from typing import NotRequired, TypedDict, cast

from hakaru.core.errors import BadArgument
from hakaru.core.i18n import Lang, message
from hakaru.core.plain import Rows
from hakaru.flows.context import Context
from hakaru.flows.nodes import checked_status, origin
from hakaru.proposals.changes import (
    ChangeType,
    Confirmation,
    Diff,
    Estimate,
    EstimateReply,
    ProposedChange,
    Source,
    Wanted,
    estimate_reply,
)
from hakaru.proposals.changes import estimate_status as estimated
from hakaru.proposals.nodes import may_move
from hakaru.records import frozen
from hakaru.store.changes import (
    APPLIED,
    PROPOSED,
    Applied,
    add_confirmation,
    apply_diff,
    apply_status,
    read_confirmation,
    read_diff,
    refuse,
    undoable,
)
from hakaru.store.changes import undo_change as take_back
from hakaru.store.nodes import read_node
from hakaru.store.state import State

_NODES_SHOWN = 50
ChangeRow = TypedDict("ChangeRow", {"type": str, "from": str, "to": str})
"""What a confirmation is for."""


class ConfirmReply(TypedDict):
    """A person's leave; `confirmation_id` allows the change once, until `expires_at`."""

    ok: bool
    confirmation_id: str
    node_id: str
    confirmed_by: str
    confirmed_at: str
    expires_at: str
    ui_action: str
    proposed_change: ChangeRow
    consumed: bool


class ApplyReply(TypedDict):
    """What was changed; `change_id` undoes it. The statuses only where it was one."""

    ok: bool
    applied: bool
    change_id: str
    node_ids: list[str]
    n_nodes: int
    reason: str
    from_status: NotRequired[str | None]
    to_status: NotRequired[str]
    status_changed: NotRequired[bool]


@frozen
class Choice:
    """What a person chose: a status for a node, a diff to apply, or a change to take back."""

    node: str | None = None
    to: str | None = None
    diff: str | None = None
    change: str | None = None


@frozen
class EstimateResult:
    """A preview of a status; nothing was changed."""

    node_id: str
    estimate: Estimate
    lang: Lang

    @property
    def shape(self) -> EstimateReply:
        """`{ok, applied, current_status, current_label, suggested, candidates}`."""
        return estimate_reply(self.estimate, self.lang)


@frozen
class ConfirmResult:
    """A person's leave, and for a diff what it is for."""

    confirmation: Confirmation
    diff: Diff | None = None

    @property
    def shape(self) -> ConfirmReply:
        """The confirmation as the API has it."""
        confirmation = self.confirmation
        change = confirmation.proposed_change
        return {
            "ok": True,
            "confirmation_id": confirmation.confirmation_id,
            "node_id": confirmation.node_id,
            "confirmed_by": confirmation.confirmed_by,
            "confirmed_at": confirmation.confirmed_at.isoformat(timespec="seconds"),
            "expires_at": confirmation.expires_at.isoformat(timespec="seconds"),
            "ui_action": confirmation.ui_action,
            "proposed_change": {
                "type": change.type,
                "from": change.from_value,
                "to": change.to_value,
            },
            "consumed": confirmation.consumed_at is not None,
        }


@frozen
class ApplyResult:
    """What was changed. `applied.change_id` undoes it."""

    applied: Applied

    @property
    def shape(self) -> ApplyReply:
        """`{ok, applied, change_id, node_ids}`, for a status `from_status`, `to_status` ..."""
        applied = self.applied
        shape = ApplyReply(
            ok=True,
            applied=True,
            change_id=applied.change_id,
            node_ids=Rows(applied.node_ids, most=_NODES_SHOWN),
            n_nodes=len(applied.node_ids),
            reason=applied.reason,
        )
        if applied.to_status is not None:
            shape["from_status"] = applied.from_status
            shape["to_status"] = applied.to_status
            shape["status_changed"] = applied.status_changed
        return shape


def estimate_status(context: Context, *, node: str, intent: str | None) -> EstimateResult:
    """Which status words suggest, and which are open. Raises UnknownNode."""
    with State(context.data_folder).session() as con:
        stored_node = read_node(con, node)
    return EstimateResult(
        node_id=node,
        estimate=estimated(stored_node.status, intent),
        lang=context.settings.language,
    )


def confirm_change(
    context: Context, *, node: str | None, to: str | None, diff: str | None, change: str | None
) -> ConfirmResult:
    """Agree on the command line. Raises as `agree`."""
    choice = Choice(node=node, to=to, diff=diff, change=change)
    return agree(context, choice, ui_action="command_line")


def agree(context: Context, choice: Choice, *, ui_action: str) -> ConfirmResult:
    """Write down that a person agrees to a choice.

    Raises:
        BadArgument: not exactly one thing is chosen.
        UnknownNode: there is no such node.
        ChangeRefused: the way is closed.
    """
    node, to, diff, change = choice.node, choice.to, choice.diff, choice.change
    if [node is not None and to is not None, diff is not None, change is not None].count(True) != 1:
        raise BadArgument("node", node, message("a node with a status (to), or a diff or a change"))
    if diff is not None:
        return _confirm_diff(context, diff, ui_action)
    now = context.now()
    with State(context.data_folder).session() as con:
        if change is not None:
            target = undoable(con, change)[0].node_id
            agreed = ProposedChange(type="diff_undo", from_value=APPLIED, to_value=change)
        else:
            target, status = str(node), checked_status(str(to))
            current = read_node(con, target).status
            if not may_move(current, status):
                refuse("transition", _wanted(target, current, status))
            agreed = ProposedChange(type="status_change", from_value=current, to_value=status)
        return ConfirmResult(
            confirmation=add_confirmation(con, agreed, node_id=target, ui_action=ui_action, now=now)
        )


def apply_change(
    context: Context, *, confirmation: str, reason: str | None, source: str | None
) -> ApplyResult:
    """Apply what was confirmed, once. `source` None: by whoever asks.

    Raises:
        ChangeRefused: the confirmation does not allow it, or things have changed.
    """
    asked = origin(
        context, source=cast("Source | None", source), reason=reason, confirmation_id=confirmation
    )
    with State(context.data_folder).session() as con:
        pending = read_confirmation(con, confirmation)
        if pending is None:
            refuse("confirmation_unknown", _wanted("", "", ""))
            raise AssertionError
        agreed = pending.proposed_change
        if agreed.type == "diff_apply":
            return ApplyResult(applied=apply_diff(con, agreed.to_value, origin=asked))
        if agreed.type == "diff_undo":
            return ApplyResult(applied=take_back(con, agreed.to_value, origin=asked))
        to = checked_status(agreed.to_value)
        return ApplyResult(applied=apply_status(con, pending.node_id, to=to, origin=asked))


def move_node(context: Context, *, node: str, status: str, reason: str | None) -> ApplyResult:
    """Give a node a status, by the hand of who types it; the same status leaves a memo only.

    Raises:
        BadArgument: the status is not one of the fifteen.
        UnknownNode: there is no such node.
        ChangeRefused: the way is closed; the error names those that are open.
    """
    agreed = agree(context, Choice(node=node, to=status), ui_action="command_line")
    return apply_change(
        context,
        confirmation=agreed.confirmation.confirmation_id,
        reason=reason,
        source=None,
    )


def undo_change(context: Context, *, change: str) -> ApplyResult:
    """Take back a change, by the hand of who types it.

    Raises:
        BadArgument: there is no such change, or it was undone.
        ChangeRefused: something was built on it since.
    """
    agreed = agree(context, Choice(change=change), ui_action="command_line")
    return apply_change(
        context,
        confirmation=agreed.confirmation.confirmation_id,
        reason=None,
        source=None,
    )


def _confirm_diff(context: Context, diff_id: str, ui_action: str) -> ConfirmResult:
    with State(context.data_folder).session() as con:
        diff, _ = read_diff(con, diff_id)
        kind: ChangeType = "diff_apply"
        agreed = add_confirmation(
            con,
            ProposedChange(type=kind, from_value=PROPOSED, to_value=diff_id),
            node_id=diff.node_id,
            ui_action=ui_action,
            now=context.now(),
        )
    return ConfirmResult(confirmation=agreed, diff=diff)


def _wanted(node_id: str, current: str, to: str) -> Wanted:
    return Wanted(
        node_id=node_id,
        type="status_change",
        to_value=to,
        current=current,
        source="human_ui",
        confirmation_id=None,
    )


@frozen
class Asked:
    """A status for a node. `confirmation` None: none was brought, which only a memo can do without.

    `reason` is kept in the history; None: `intent` is, where there is one.
    """

    to: str
    confirmation: str | None = None
    reason: str | None = None
    intent: str | None = None
    source: Source = "human_ui"


def set_status(context: Context, asked: Asked, *, node: str) -> ApplyResult:
    """Apply a status, once, by a person's leave.

    Raises:
        BadArgument: the status is not one of the fifteen.
        UnknownNode: there is no such node.
        ChangeRefused: the way is closed, or the confirmation does not allow it.
    """
    to = checked_status(asked.to)
    made_of = origin(
        context,
        source=asked.source,
        reason=asked.reason or asked.intent,
        confirmation_id=asked.confirmation,
    )
    with State(context.data_folder).session() as con:
        return ApplyResult(applied=apply_status(con, node, to=to, origin=made_of))


def confirm_named(
    context: Context, change: ProposedChange, *, node: str, ui_action: str
) -> ConfirmResult:
    """Write down a person's leave for a change that is named in full: what, of which node, from
    what it is now.

    Raises:
        BadArgument: there is no such status, diff or change.
        UnknownNode: there is no such node.
        ChangeRefused: the change is of another node, things are not as named, or the way is closed.
    """
    if change.type == "status_change":
        _check_current(context, change, node)
        choice = Choice(node=node, to=change.to_value)
    elif change.type == "diff_apply":
        _check_diff(context, change, node)
        choice = Choice(diff=change.to_value)
    else:
        _check_undo(context, change, node)
        choice = Choice(change=change.to_value)
    return agree(context, choice, ui_action=ui_action)


def _check_current(context: Context, change: ProposedChange, node: str) -> None:
    with State(context.data_folder).session() as con:
        current = read_node(con, node).status
    checked_status(change.from_value)
    if current != change.from_value:
        refuse("changed_meanwhile", _status_gate_wanted(change, node, current))


def _check_diff(context: Context, change: ProposedChange, node: str) -> None:
    with State(context.data_folder).session() as con:
        diff, applied_as = read_diff(con, change.to_value)
    if diff.node_id != node:
        refuse("other_node", _status_gate_wanted(change, node, PROPOSED))
    if applied_as is not None:
        refuse("changed_meanwhile", _status_gate_wanted(change, node, PROPOSED))


def _check_undo(context: Context, change: ProposedChange, node: str) -> None:
    with State(context.data_folder).session() as con:
        entries = undoable(con, change.to_value)
    if node not in {entry.node_id for entry in entries}:
        refuse("other_node", _status_gate_wanted(change, node, APPLIED))


def _status_gate_wanted(change: ProposedChange, node: str, current: str) -> Wanted:
    return Wanted(
        node_id=node,
        type=change.type,
        to_value=change.to_value,
        current=current,
        source="human_ui",
        confirmation_id=None,
    )
