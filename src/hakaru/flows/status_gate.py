"""How does a program ask for a person's leave, and for a status: named in full, checked in full?

The only way to a status over HTTP. What leaves the status as it is is a memo.
"""

from __future__ import annotations

from dataclasses import dataclass

from hakaru.flows.changes import ApplyResult, Choice, ConfirmResult, agree
from hakaru.flows.context import Context
from hakaru.flows.nodes import checked_status, origin
from hakaru.proposals.changes import ProposedChange, Source, Wanted
from hakaru.store.changes import APPLIED, PROPOSED, apply_status, read_diff, refuse, undoable
from hakaru.store.nodes import read_node
from hakaru.store.state import State


@dataclass(frozen=True, kw_only=True)
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
        refuse("changed_meanwhile", _wanted(change, node, current))


def _check_diff(context: Context, change: ProposedChange, node: str) -> None:
    with State(context.data_folder).session() as con:
        diff, applied_as = read_diff(con, change.to_value)
    if diff.node_id != node:
        refuse("other_node", _wanted(change, node, PROPOSED))
    if applied_as is not None:
        refuse("changed_meanwhile", _wanted(change, node, PROPOSED))


def _check_undo(context: Context, change: ProposedChange, node: str) -> None:
    with State(context.data_folder).session() as con:
        entries = undoable(con, change.to_value)
    if node not in {entry.node_id for entry in entries}:
        refuse("other_node", _wanted(change, node, APPLIED))


def _wanted(change: ProposedChange, node: str, current: str) -> Wanted:
    return Wanted(
        node_id=node,
        type=change.type,
        to_value=change.to_value,
        current=current,
        source="human_ui",
        confirmation_id=None,
    )
