"""Nodes, their relations, groups and history in `state.sqlite`."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import cast

from hakaru.core.errors import BadArgument, ChangeRefused, UnknownNode
from hakaru.core.i18n import message
from hakaru.proposals.changes import Holdings, Source
from hakaru.proposals.nodes import (
    Group,
    HistoryEntry,
    HistoryKind,
    Node,
    Relation,
    Status,
    descendants,
)
from hakaru.records import frozen
from hakaru.store.state import utc_text

_NODE = "node_id, title, context, status, parent_id, created_at, updated_at"
_ENTRY = (
    "entry_id, node_id, change_id, kind, from_status, to_status, reason, source, "
    "confirmation_id, at, before"
)
_COUNTER = "n_nodes_made"


@frozen
class Origin:
    """Of which change something is part: whose, when, and by whose leave."""

    change_id: str
    source: Source
    now: datetime
    reason: str = ""
    confirmation_id: str | None = None


@frozen
class NewNode:
    """A node to be made."""

    title: str
    context: str = ""
    status: Status = "CAPTURED"
    parent_id: str | None = None


def read_nodes(con: sqlite3.Connection) -> tuple[Node, ...]:
    """Every node, in the order they were made."""
    rows = con.execute(f"SELECT {_NODE} FROM nodes ORDER BY created_at, node_id").fetchall()
    return tuple(map(_node, rows))


def read_node(con: sqlite3.Connection, node_id: str) -> Node:
    """One node. Raises UnknownNode."""
    row = con.execute(f"SELECT {_NODE} FROM nodes WHERE node_id = ?", [node_id]).fetchone()
    if row is None:
        raise UnknownNode(node_id)
    return _node(row)


def read_relations(con: sqlite3.Connection) -> tuple[Relation, ...]:
    """Every relation, in the order they were made."""
    rows = con.execute(
        "SELECT from_node_id, to_node_id, relation_type, reason FROM node_relations "
        "ORDER BY relation_id"
    ).fetchall()
    return tuple(
        Relation(from_node_id=start, to_node_id=end, relation_type=kind, reason=reason)
        for start, end, kind, reason in rows
    )


def read_groups(con: sqlite3.Connection) -> tuple[Group, ...]:
    """Every group with its members in their order."""
    members: dict[str, list[str]] = {}
    for group_id, node_id in con.execute(
        "SELECT group_id, node_id FROM node_group_members ORDER BY group_id, position"
    ).fetchall():
        members.setdefault(group_id, []).append(node_id)
    rows = con.execute("SELECT group_id, label, reason FROM node_groups ORDER BY group_id")
    return tuple(
        Group(group_id=group_id, label=label, reason=reason, node_ids=tuple(members[group_id]))
        for group_id, label, reason in rows.fetchall()
    )


def read_holdings(con: sqlite3.Connection) -> Holdings:
    """All that is there, as the rules about changes look at it."""
    return Holdings(nodes=read_nodes(con), relations=read_relations(con), groups=read_groups(con))


def read_history(
    con: sqlite3.Connection, *, node_id: str | None = None, change_id: str | None = None
) -> tuple[HistoryEntry, ...]:
    """Entries of a node, of a change, or all; the oldest first."""
    rows = con.execute(
        f"SELECT {_ENTRY} FROM node_history WHERE (:node IS NULL OR node_id = :node) "
        "AND (:change IS NULL OR change_id = :change) ORDER BY entry_id",
        {"node": node_id, "change": change_id},
    ).fetchall()
    return tuple(map(_entry, rows))


def read_last_memos(con: sqlite3.Connection) -> Mapping[str, HistoryEntry]:
    """The newest entry in which somebody said something, by node."""
    rows = con.execute(
        f"SELECT {_ENTRY} FROM node_history WHERE entry_id IN (SELECT max(entry_id) "
        "FROM node_history WHERE kind IN ('memo', 'status') AND reason <> '' GROUP BY node_id)"
    ).fetchall()
    return {entry.node_id: entry for entry in map(_entry, rows)}


def add_node(con: sqlite3.Connection, new: NewNode, *, origin: Origin) -> Node:
    """Make a node and say so in its history. Raises UnknownNode for its parent."""
    if new.parent_id is not None:
        read_node(con, new.parent_id)
    node_id = _next_id(con)
    at = utc_text(origin.now)
    con.execute(
        f"INSERT INTO nodes ({_NODE}) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [node_id, new.title, new.context, new.status, new.parent_id, at, at],
    )
    add_entry(con, node_id, kind="created", statuses=(None, new.status), origin=origin)
    return read_node(con, node_id)


def set_status(con: sqlite3.Connection, node: Node, *, to: Status, origin: Origin) -> None:
    """Move a node and say so in its history."""
    con.execute(
        "UPDATE nodes SET status = ?, updated_at = ? WHERE node_id = ?",
        [to, utc_text(origin.now), node.id],
    )
    add_entry(con, node.id, kind="status", statuses=(node.status, to), origin=origin)


def add_entry(
    con: sqlite3.Connection,
    node_id: str,
    *,
    kind: HistoryKind | tuple[HistoryKind, str],
    statuses: tuple[Status | None, Status | None],
    origin: Origin,
) -> None:
    """One line of history. With `kind` may come what was there before, to be taken back."""
    named, before = kind if isinstance(kind, tuple) else (kind, None)
    con.execute(
        "INSERT INTO node_history (node_id, change_id, kind, from_status, to_status, reason, "
        "source, confirmation_id, at, before) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            node_id,
            origin.change_id,
            named,
            *statuses,
            origin.reason,
            origin.source,
            origin.confirmation_id,
            utc_text(origin.now),
            before,
        ],
    )


def _next_id(con: sqlite3.Connection) -> str:
    """Short, for it is typed; never given twice, for history speaks of it."""
    row = con.execute("SELECT value FROM settings WHERE key = ?", [_COUNTER]).fetchone()
    number = 1 + (0 if row is None else int(row[0]))
    con.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", [_COUNTER, str(number)])
    return f"n{number}"


def _node(row: Sequence[object]) -> Node:
    node_id, title, context, status, parent_id, created_at, updated_at = map(_text, row)
    return Node(
        id=node_id or "",
        title=title or "",
        context=context or "",
        status=cast(Status, status),
        parent_id=parent_id,
        created_at=datetime.fromisoformat(created_at or ""),
        updated_at=datetime.fromisoformat(updated_at or ""),
    )


def _entry(row: Sequence[object]) -> HistoryEntry:
    entry_id, *texts = row
    node_id, change_id, kind, start, end, reason, source, leave, at, before = map(_text, texts)
    return HistoryEntry(
        entry_id=int(str(entry_id)),
        node_id=node_id or "",
        change_id=change_id or "",
        kind=cast(HistoryKind, kind),
        from_status=cast("Status | None", start),
        to_status=cast("Status | None", end),
        reason=reason or "",
        source=source or "",
        confirmation_id=leave,
        at=datetime.fromisoformat(at or ""),
        before=before,
    )


def _text(value: object) -> str | None:
    return None if value is None else str(value)


_UNTOUCHED: tuple[None, None] = (None, None)


@frozen
class Edit:
    """What a node is to say from now on; None: as before. `parent_id` "": it stands for itself."""

    title: str | None = None
    context: str | None = None
    parent_id: str | None = None


@frozen
class Removed:
    """A node that is gone, and what went with it."""

    node_id: str
    change_id: str
    n_relations: int
    n_groups: int


def edit_node(con: sqlite3.Connection, edit: Edit, *, node_id: str, origin: Origin) -> None:
    """Change a node's words or parent, and keep what they were.

    Raises:
        UnknownNode: there is no such node or parent.
        BadArgument: the parent is the node or lies below it.
    """
    node = read_node(con, node_id)
    _check_parent(con, node, edit.parent_id)
    before = {"title": node.title, "context": node.context, "parent_id": node.parent_id}
    add_entry(
        con,
        node_id,
        kind=("edited", json.dumps(before, ensure_ascii=True)),
        statuses=_UNTOUCHED,
        origin=origin,
    )
    parent = node.parent_id if edit.parent_id is None else (edit.parent_id or None)
    _write(
        con,
        node_id,
        words=(
            node.title if edit.title is None else edit.title,
            node.context if edit.context is None else edit.context,
            parent,
        ),
        origin=origin,
    )


def take_back_edit(con: sqlite3.Connection, entry: HistoryEntry, *, origin: Origin) -> None:
    """The words from before an edit.

    Raises:
        UnknownNode: the node, or its parent from before, is gone.
    """
    before = json.loads(entry.before or "{}")
    if before["parent_id"] is not None:
        read_node(con, before["parent_id"])
    words = (before["title"], before["context"], before["parent_id"])
    _write(con, entry.node_id, words=words, origin=origin)


def edited_since(con: sqlite3.Connection, entry: HistoryEntry) -> bool:
    """Whether a node was edited again after an edit, and that still holds."""
    row = con.execute(
        "SELECT 1 FROM node_history WHERE node_id = ? AND kind = 'edited' AND entry_id > ? "
        "AND change_id NOT IN (SELECT reason FROM node_history WHERE kind = 'undone')",
        [entry.node_id, entry.entry_id],
    ).fetchone()
    return row is not None


def remove_node(con: sqlite3.Connection, node_id: str, *, origin: Origin) -> Removed:
    """Delete a node, its relations and its places in groups; groups of one go too.

    Raises:
        UnknownNode: there is no such node.
        ChangeRefused: it has parts.
    """
    node = read_node(con, node_id)
    n_parts = sum(child.parent_id == node_id for child in read_nodes(con))
    if n_parts:
        raise ChangeRefused(
            message(
                "{node} has {n} <n:part|parts>: remove <n:it|them> first, or give <n:it|them> "
                "another parent",
                node=node_id,
                n=n_parts,
            ),
            code="has_parts",
            status=409,
        )
    statuses = (node.status, None)
    add_entry(con, node_id, kind=("removed", node.title), statuses=statuses, origin=origin)
    relations = con.execute(
        "DELETE FROM node_relations WHERE :node IN (from_node_id, to_node_id)", {"node": node_id}
    )
    groups = con.execute("DELETE FROM node_group_members WHERE node_id = ?", [node_id])
    small = "(SELECT group_id FROM node_group_members GROUP BY group_id HAVING count(*) > 1)"
    con.execute(f"DELETE FROM node_group_members WHERE group_id NOT IN {small}")
    con.execute(
        "DELETE FROM node_groups WHERE group_id NOT IN (SELECT group_id FROM node_group_members)"
    )
    con.execute("DELETE FROM nodes WHERE node_id = ?", [node_id])
    return Removed(
        node_id=node_id,
        change_id=origin.change_id,
        n_relations=relations.rowcount,
        n_groups=groups.rowcount,
    )


def _check_parent(con: sqlite3.Connection, node: Node, parent_id: str | None) -> None:
    if not parent_id:
        return
    read_node(con, parent_id)
    below = {descendant.id for descendant in descendants(read_nodes(con), node.id)}
    if parent_id == node.id or parent_id in below:
        raise BadArgument("parent", parent_id, message("a node that does not lie below this one"))


def _write(
    con: sqlite3.Connection,
    node_id: str,
    *,
    words: tuple[str, str, str | None],
    origin: Origin,
) -> None:
    con.execute(
        "UPDATE nodes SET title = ?, context = ?, parent_id = ?, updated_at = ? WHERE node_id = ?",
        [*words, utc_text(origin.now), node_id],
    )
