"""How are proposed diffs kept, and what does each of them write?"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any

from hakaru.core.errors import BadArgument
from hakaru.proposals.changes import Change, Diff, DiffKind, checked_again
from hakaru.proposals.nodes import is_status
from hakaru.proposals.reports import (
    OrganizerDecompositionProposal,
    OrganizerGroupingProposal,
    OrganizerRelationProposal,
    OrganizerReportChild,
)
from hakaru.store.nodes import NewNode, Origin, add_entry, add_node, as_text, read_holdings

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
            as_text(origin.now),
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
        raise BadArgument("diff", diff_id, "the id of a proposed diff (`hakaru organize`)")
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
        [None if now is None else as_text(now), diff_id],
    )
    if cursor.rowcount != 1:
        raise BadArgument("diff", diff_id, "the id of a proposed diff that is not applied")


def put_aside_at(con: sqlite3.Connection, diff_id: str) -> datetime | None:
    """When a person put a diff aside; None: nobody has."""
    row = con.execute("SELECT put_aside_at FROM node_diffs WHERE diff_id = ?", [diff_id]).fetchone()
    return None if row is None or row[0] is None else datetime.fromisoformat(row[0])


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
