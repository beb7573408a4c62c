"""How is a change of nodes applied and undone: wholly or not at all, and once?

Everything here happens inside one transaction of `State.session`: the confirmation is used up in
the same breath as the change is written, so neither a second caller nor a crash comes between.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

from hakaru.core.errors import BadArgument, ChangeRefused
from hakaru.proposals.changes import ChangeType, Wanted
from hakaru.proposals.nodes import ENDED, HistoryEntry, Status, descendants
from hakaru.store.confirmations import use_leave
from hakaru.store.diffs import read_diff, write_change
from hakaru.store.node_edits import edited_since, take_back_edit
from hakaru.store.nodes import (
    Origin,
    add_entry,
    as_text,
    read_history,
    read_node,
    read_nodes,
    set_status,
)

PROPOSED, APPLIED = "proposed", "applied"


@dataclass(frozen=True, kw_only=True)
class Applied:
    """What was applied. `node_ids` are those that changed or were made."""

    change_id: str
    node_ids: tuple[str, ...]
    from_status: Status | None = None
    to_status: Status | None = None
    reason: str = ""

    @property
    def status_changed(self) -> bool:
        """Whether more than a memo was left."""
        return self.from_status != self.to_status


def apply_status(con: sqlite3.Connection, node_id: str, *, to: Status, origin: Origin) -> Applied:
    """Move a node, with those below it where it ends; staying leaves a memo only.

    Raises:
        UnknownNode: there is no such node.
        ChangeRefused: the way is closed, or the confirmation does not allow it.
    """
    node = read_node(con, node_id)
    wanted = _wanted("status_change", node_id, current=node.status, to_value=to, origin=origin)
    use_leave(con, wanted, now=origin.now)
    moved = [node_id]
    if to == node.status:
        add_entry(con, node_id, kind="memo", statuses=(to, to), origin=origin)
    else:
        set_status(con, node, to=to, origin=origin)
        if to in ENDED:
            for below in descendants(read_nodes(con), node_id):
                if below.status not in ENDED:
                    set_status(con, below, to=to, origin=origin)
                    moved.append(below.id)
    return Applied(
        change_id=origin.change_id,
        node_ids=tuple(moved),
        from_status=node.status,
        to_status=to,
        reason=origin.reason,
    )


def apply_diff(con: sqlite3.Connection, diff_id: str, *, origin: Origin) -> Applied:
    """Apply one diff.

    Raises:
        BadArgument: nobody proposed it.
        ChangeRefused: it cannot be applied as it is, or the confirmation does not allow it.
    """
    diff, applied_as = read_diff(con, diff_id)
    current = PROPOSED if applied_as is None else APPLIED
    wanted = _wanted("diff_apply", diff.node_id, current=current, to_value=diff_id, origin=origin)
    use_leave(con, wanted, now=origin.now)
    if diff.state == "INVALID":
        raise ChangeRefused(
            f"this diff cannot be applied: {', '.join(diff.problems)}", code="invalid", status=409
        )
    node_ids = write_change(con, diff.change, origin=origin)
    con.execute(
        "UPDATE node_diffs SET change_id = ?, put_aside_at = NULL WHERE diff_id = ?",
        [origin.change_id, diff_id],
    )
    return Applied(change_id=origin.change_id, node_ids=node_ids, reason=origin.reason)


def undo_change(con: sqlite3.Connection, change_id: str, *, origin: Origin) -> Applied:
    """Take back a change by its history, the last step first.

    Raises:
        BadArgument: there is no such change, or it was undone.
        ChangeRefused: something was built on it since, or the confirmation does not allow it.
    """
    entries = undoable(con, change_id)
    wanted = _wanted(
        "diff_undo", entries[0].node_id, current=APPLIED, to_value=change_id, origin=origin
    )
    use_leave(con, wanted, now=origin.now)
    con.execute(
        "DELETE FROM node_group_members WHERE group_id IN "
        "(SELECT group_id FROM node_groups WHERE change_id = ?)",
        [change_id],
    )
    con.execute("DELETE FROM node_groups WHERE change_id = ?", [change_id])
    con.execute("DELETE FROM node_relations WHERE change_id = ?", [change_id])
    for entry in reversed(entries):
        _take_back(con, entry, origin)
    con.execute("UPDATE node_diffs SET change_id = NULL WHERE change_id = ?", [change_id])
    return Applied(
        change_id=origin.change_id,
        node_ids=tuple(dict.fromkeys(entry.node_id for entry in entries)),
        reason=origin.reason,
    )


def undoable(con: sqlite3.Connection, change_id: str) -> tuple[HistoryEntry, ...]:
    """The entries of a change that can be taken back.

    Raises:
        BadArgument: there is none, or it was undone.
    """
    entries = read_history(con, change_id=change_id)
    undone = con.execute(
        "SELECT 1 FROM node_history WHERE kind = 'undone' AND reason = ?", [change_id]
    ).fetchone()
    if not entries or undone is not None or entries[0].kind in ("memo", "removed", "undone"):
        raise BadArgument("change", change_id, "a change that can be undone (`hakaru nodes show`)")
    return entries


def _take_back(con: sqlite3.Connection, entry: HistoryEntry, origin: Origin) -> None:
    """One step. What was done since in the same place stands in its way."""
    node = read_node(con, entry.node_id)
    built_on = entry.kind == "created" and _is_built_on(con, entry)
    built_on = built_on or (entry.kind == "edited" and edited_since(con, entry))
    if built_on or entry.to_status not in (None, node.status):
        raise ChangeRefused(
            "something was changed since: undo that first", code="changed_meanwhile", status=409
        )
    undone = Origin(
        change_id=origin.change_id,
        source=origin.source,
        now=origin.now,
        reason=entry.change_id,
        confirmation_id=origin.confirmation_id,
    )
    statuses = (entry.to_status, entry.from_status)
    add_entry(con, entry.node_id, kind="undone", statuses=statuses, origin=undone)
    if entry.kind == "created":
        con.execute("DELETE FROM nodes WHERE node_id = ?", [entry.node_id])
    elif entry.kind == "edited":
        take_back_edit(con, entry, origin=origin)
    elif entry.kind == "status":
        con.execute(
            "UPDATE nodes SET status = ?, updated_at = ? WHERE node_id = ?",
            [entry.from_status, as_text(origin.now), entry.node_id],
        )


def _is_built_on(con: sqlite3.Connection, created: HistoryEntry) -> bool:
    """Whether a node that was made has got something since that was not undone."""
    row = con.execute(
        "SELECT 1 FROM node_history WHERE node_id = :node AND change_id <> :change "
        "AND kind NOT IN ('memo', 'undone') "
        "AND change_id NOT IN (SELECT reason FROM node_history WHERE kind = 'undone') "
        "UNION ALL SELECT 1 FROM nodes WHERE parent_id = :node",
        {"node": created.node_id, "change": created.change_id},
    ).fetchone()
    return row is not None


def _wanted(
    kind: ChangeType, node_id: str, *, current: str, to_value: str, origin: Origin
) -> Wanted:
    return Wanted(
        node_id=node_id,
        type=kind,
        to_value=to_value,
        current=current,
        source=origin.source,
        confirmation_id=origin.confirmation_id,
    )
