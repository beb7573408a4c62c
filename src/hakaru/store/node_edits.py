"""How do the words of a node change, and how does a node go for good?"""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass

from hakaru.core.errors import BadArgument, ChangeRefused
from hakaru.proposals.nodes import HistoryEntry, Node, descendants
from hakaru.store.nodes import Origin, add_entry, as_text, read_node, read_nodes

_UNTOUCHED: tuple[None, None] = (None, None)


@dataclass(frozen=True, kw_only=True)
class Edit:
    """What a node is to say from now on; None: as before. `parent_id` "": it stands for itself."""

    title: str | None = None
    context: str | None = None
    parent_id: str | None = None


@dataclass(frozen=True, kw_only=True)
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
    if any(child.parent_id == node_id for child in read_nodes(con)):
        raise ChangeRefused(
            f"{node_id} has parts: remove them first, or give them another parent",
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
        raise BadArgument("parent", parent_id, "a node that does not lie below this one")


def _write(
    con: sqlite3.Connection,
    node_id: str,
    *,
    words: tuple[str, str, str | None],
    origin: Origin,
) -> None:
    con.execute(
        "UPDATE nodes SET title = ?, context = ?, parent_id = ?, updated_at = ? WHERE node_id = ?",
        [*words, as_text(origin.now), node_id],
    )
