"""Changes of nodes: proposed, confirmed once, applied wholly or not at all, and undone.

Everything here happens inside one transaction of `State.session`: the confirmation is used up in
the same breath as the change is written, so neither a second caller nor a crash comes between.
"""

from __future__ import annotations

import json
import sqlite3
import uuid
from collections.abc import Callable, Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any, cast

from hakaru.core.errors import BadArgument, ChangeRefused
from hakaru.core.i18n import Message, message
from hakaru.proposals.changes import (
    STATUS_OF,
    VALID_FOR,
    Change,
    ChangeType,
    Confirmation,
    Diff,
    DiffKind,
    ProposedChange,
    RefusalCode,
    Wanted,
    checked_again,
    needs_confirmation,
    refusal_before,
    refusal_of,
)
from hakaru.proposals.nodes import (
    ENDED,
    HistoryEntry,
    Node,
    Status,
    descendants,
    is_status,
    valid_transitions,
)
from hakaru.proposals.reports import (
    OrganizerDecompositionProposal,
    OrganizerGroupingProposal,
    OrganizerRelationProposal,
    OrganizerReportChild,
)
from hakaru.records import frozen
from hakaru.store.nodes import (
    NewNode,
    Origin,
    add_entry,
    add_node,
    edited_since,
    read_history,
    read_holdings,
    read_node,
    read_nodes,
    set_status,
    take_back_edit,
)
from hakaru.store.state import utc_text

_COLUMNS = (
    "confirmation_id, node_id, ui_action, change_type, from_value, to_value, confirmed_by, "
    "confirmed_at, expires_at, consumed_at"
)
_WHY: Mapping[RefusalCode, Message] = {
    "unattended": message("a batch or a chain of skills may not apply changes: a person has to"),
    "confirmation_missing": message(
        "a change is applied only with the id of a person's confirmation"
    ),
    "confirmation_malformed": message("confirmation_id is not a UUID of version 4"),
    "confirmation_unknown": message("no confirmation has this id"),
    "confirmation_consumed": message("this confirmation has been used already"),
    "confirmation_expired": message("this confirmation is older than 24 hours: confirm again"),
    "other_node": message("this confirmation is for another node"),
    "other_change": message("this confirmation is for another change"),
    "changed_meanwhile": message(
        "things have changed since this was confirmed: look and confirm again"
    ),
}


def add_confirmation(
    con: sqlite3.Connection,
    change: ProposedChange,
    *,
    node_id: str,
    ui_action: str,
    now: datetime,
) -> Confirmation:
    """Write down that a person agreed to a change."""
    made = Confirmation(
        confirmation_id=str(uuid.uuid4()),
        node_id=node_id,
        ui_action=ui_action,
        proposed_change=change,
        confirmed_at=now,
        expires_at=now + VALID_FOR,
    )
    con.execute(
        f"INSERT INTO node_confirmations ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)",
        [
            made.confirmation_id,
            node_id,
            ui_action,
            change.type,
            change.from_value,
            change.to_value,
            made.confirmed_by,
            utc_text(now),
            utc_text(made.expires_at),
        ],
    )
    return made


def read_confirmation(con: sqlite3.Connection, confirmation_id: str) -> Confirmation | None:
    """The confirmation with this id; None: there is none."""
    row = con.execute(
        f"SELECT {_COLUMNS} FROM node_confirmations WHERE confirmation_id = ?",
        [confirmation_id.lower()],
    ).fetchone()
    if row is None:
        return None
    leave, node_id, action, kind, start, end, by, confirmed_at, expires_at, consumed_at = row
    return Confirmation(
        confirmation_id=leave,
        node_id=node_id,
        ui_action=action,
        proposed_change=ProposedChange(type=cast(ChangeType, kind), from_value=start, to_value=end),
        confirmed_by=by,
        confirmed_at=datetime.fromisoformat(confirmed_at),
        expires_at=datetime.fromisoformat(expires_at),
        consumed_at=None if consumed_at is None else datetime.fromisoformat(consumed_at),
    )


def use_leave(con: sqlite3.Connection, wanted: Wanted, *, now: datetime) -> None:
    """Check a change against its confirmation and use that up, in the transaction of the change.

    Raises:
        ChangeRefused: why not; nothing is used up.
    """
    refuse(refusal_before(wanted), wanted)
    if not needs_confirmation(wanted) or wanted.confirmation_id is None:
        return
    confirmation = read_confirmation(con, wanted.confirmation_id)
    refuse(refusal_of(confirmation, wanted, now=now), wanted)
    used = con.execute(
        "UPDATE node_confirmations SET consumed_at = ? WHERE confirmation_id = ? "
        "AND consumed_at IS NULL",
        [utc_text(now), wanted.confirmation_id.lower()],
    )
    if used.rowcount != 1:
        refuse("confirmation_consumed", wanted)


def refuse(code: RefusalCode | None, wanted: Wanted) -> None:
    """Raise for a reason; None: there is none."""
    if code is None:
        return
    status = STATUS_OF[code]
    if code == "transition" and is_status(wanted.current):
        open_now = valid_transitions(wanted.current)
        raise ChangeRefused(
            message(
                "transition from {start} to {end} is not allowed; open are {statuses}",
                start=wanted.current,
                end=wanted.to_value,
                statuses=", ".join(open_now),
            ),
            code=code,
            status=status,
            valid_transitions=open_now,
        )
    raise ChangeRefused(_WHY[code], code=code, status=status)


_NO_STATUS: tuple[None, None] = (None, None)


def keep_diff(con: sqlite3.Connection, diff: Diff, *, origin: Origin) -> None:
    """Remember a proposed diff, so that it can be confirmed and applied by its id."""
    con.execute(
        "INSERT INTO node_diffs (diff_id, kind, change, proposed_at) VALUES (?, ?, ?, ?) "
        "ON CONFLICT DO NOTHING",
        [
            diff.id,
            diff.kind,
            json.dumps(asdict(diff.change), ensure_ascii=True),
            utc_text(origin.now),
        ],
    )


def read_diff(con: sqlite3.Connection, diff_id: str) -> tuple[Diff, str | None]:
    """A proposed diff as it stands now, and the change it was applied as (None: it is not).

    Raises:
        BadArgument: nobody proposed it.
    """
    row = con.execute(
        "SELECT kind, change, change_id FROM node_diffs WHERE diff_id = ?", [diff_id]
    ).fetchone()
    if row is None:
        raise BadArgument("diff", diff_id, message("the id of a proposed diff (`hakaru organize`)"))
    kind, change, change_id = row
    diff = Diff(
        id=diff_id, kind=kind, state="VALID", problems=(), change=_READ[kind](json.loads(change))
    )
    return checked_again(diff, read_holdings(con)), change_id


def put_aside(con: sqlite3.Connection, diff_id: str, *, now: datetime | None) -> None:
    """Write down when a person put a proposed diff aside; None: it is open again.

    Raises:
        BadArgument: nobody proposed it, or it is applied.
    """
    cursor = con.execute(
        "UPDATE node_diffs SET put_aside_at = ? WHERE diff_id = ? AND change_id IS NULL",
        [None if now is None else utc_text(now), diff_id],
    )
    if cursor.rowcount != 1:
        raise BadArgument("diff", diff_id, message("the id of a proposed diff that is not applied"))


def put_aside_at(con: sqlite3.Connection, diff_id: str) -> datetime | None:
    """When a person put a diff aside; None: nobody has."""
    row = con.execute("SELECT put_aside_at FROM node_diffs WHERE diff_id = ?", [diff_id]).fetchone()
    return None if row is None or row[0] is None else datetime.fromisoformat(row[0])


def was_applied(con: sqlite3.Connection, diff_id: str) -> bool:
    """Whether a diff was ever applied, also if that was taken back."""
    row = con.execute(
        "SELECT 1 FROM node_confirmations WHERE change_type = 'diff_apply' AND to_value = ? "
        "AND consumed_at IS NOT NULL",
        [diff_id],
    ).fetchone()
    return row is not None


def write_change(con: sqlite3.Connection, change: Change, *, origin: Origin) -> tuple[str, ...]:
    """Write what a diff changes; the ids of the nodes it concerns or makes."""
    match change:
        case OrganizerRelationProposal():
            return _relate(con, change, origin)
        case OrganizerGroupingProposal():
            return _group(con, change, origin)
        case _:
            return _split(con, change, origin)


def _relate(
    con: sqlite3.Connection, proposal: OrganizerRelationProposal, origin: Origin
) -> tuple[str, ...]:
    con.execute(
        "INSERT INTO node_relations (from_node_id, to_node_id, relation_type, reason, change_id) "
        "VALUES (?, ?, ?, ?, ?)",
        [
            proposal.from_node_id,
            proposal.to_node_id,
            proposal.relation_type,
            proposal.reason,
            origin.change_id,
        ],
    )
    ids = (proposal.from_node_id, proposal.to_node_id)
    for node_id in ids:
        add_entry(con, node_id, kind="relation", statuses=_NO_STATUS, origin=origin)
    return ids


def _group(
    con: sqlite3.Connection, proposal: OrganizerGroupingProposal, origin: Origin
) -> tuple[str, ...]:
    group_id = _group_id(con, origin.change_id)
    con.execute(
        "INSERT INTO node_groups VALUES (?, ?, ?, ?)",
        [group_id, proposal.group_label, proposal.reason, origin.change_id],
    )
    for position, node_id in enumerate(proposal.node_ids):
        con.execute(
            "INSERT INTO node_group_members VALUES (?, ?, ?)", [group_id, position, node_id]
        )
        add_entry(con, node_id, kind="group", statuses=_NO_STATUS, origin=origin)
    return proposal.node_ids


def _group_id(con: sqlite3.Connection, change_id: str) -> str:
    """A change may make several groups."""
    (number,) = con.execute(
        "SELECT count(*) FROM node_groups WHERE change_id = ?", [change_id]
    ).fetchone()
    return f"g-{change_id}-{number + 1}"


def _split(
    con: sqlite3.Connection, proposal: OrganizerDecompositionProposal, origin: Origin
) -> tuple[str, ...]:
    add_entry(con, proposal.target_node_id, kind="children", statuses=_NO_STATUS, origin=origin)
    made = [
        add_node(
            con,
            NewNode(
                title=child.title,
                context=child.context,
                parent_id=proposal.target_node_id,
                status=child.suggested_status if is_status(child.suggested_status) else "CAPTURED",
            ),
            origin=origin,
        )
        for child in proposal.suggested_children
    ]
    return (proposal.target_node_id, *(node.id for node in made))


def _decomposition(fields: dict[str, Any]) -> Change:
    children = tuple(OrganizerReportChild(**child) for child in fields.pop("suggested_children"))
    return OrganizerDecompositionProposal(**fields, suggested_children=children)


def _grouping(fields: dict[str, Any]) -> Change:
    return OrganizerGroupingProposal(**{**fields, "node_ids": tuple(fields["node_ids"])})


def _relation(fields: dict[str, Any]) -> Change:
    return OrganizerRelationProposal(**fields)


_READ: Mapping[DiffKind, Callable[[dict[str, Any]], Change]] = {
    "decomposition": _decomposition,
    "grouping": _grouping,
    "relation": _relation,
}
"""A stored change, by its kind."""


PROPOSED, APPLIED = "proposed", "applied"


@frozen
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
            message("this diff cannot be applied: {problems}", problems=", ".join(diff.problems)),
            code="invalid",
            status=409,
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
        ChangeRefused: something was built on it since.
    """
    entries = read_history(con, change_id=change_id)
    undone = con.execute(
        "SELECT 1 FROM node_history WHERE kind = 'undone' AND reason = ?", [change_id]
    ).fetchone()
    if not entries or undone is not None or entries[0].kind in ("memo", "removed", "undone"):
        raise BadArgument(
            "change", change_id, message("a change that can be undone (`hakaru nodes show`)")
        )
    for entry in {entry.node_id: entry for entry in entries}.values():
        _check_untouched(con, entry, read_node(con, entry.node_id))
    return entries


def _check_untouched(con: sqlite3.Connection, entry: HistoryEntry, node: Node) -> None:
    """What was done since in the same place stands in the way of taking back."""
    built_on = entry.kind == "created" and _is_built_on(con, entry)
    built_on = built_on or (entry.kind == "edited" and edited_since(con, entry))
    if built_on or entry.to_status not in (None, node.status):
        raise ChangeRefused(
            message("something was changed since: undo that first"),
            code="changed_meanwhile",
            status=409,
        )


def _take_back(con: sqlite3.Connection, entry: HistoryEntry, origin: Origin) -> None:
    """One step."""
    _check_untouched(con, entry, read_node(con, entry.node_id))
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
            [entry.from_status, utc_text(origin.now), entry.node_id],
        )


def _is_built_on(con: sqlite3.Connection, created: HistoryEntry) -> bool:
    """Whether a node that was made has got something by another change that was not undone."""
    row = con.execute(
        "SELECT 1 FROM node_history WHERE node_id = :node AND change_id <> :change "
        "AND kind NOT IN ('memo', 'undone') "
        "AND change_id NOT IN (SELECT reason FROM node_history WHERE kind = 'undone') "
        "UNION ALL SELECT 1 FROM nodes WHERE parent_id = :node AND node_id NOT IN "
        "(SELECT node_id FROM node_history WHERE change_id = :change AND kind = 'created')",
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
