"""What is on the desk, and how do nodes get there and change their words?"""

from __future__ import annotations

import uuid
from datetime import date

from hakaru.core.errors import BadArgument
from hakaru.flows.context import Context
from hakaru.flows.next_training import get_next_training
from hakaru.flows.node_replies import NodeList, NodeResult, NodesResult
from hakaru.guard.cleaning import clean
from hakaru.proposals.changes import Source
from hakaru.proposals.exchange import CONTEXT_MOST, TITLE_MOST
from hakaru.proposals.nodes import STATUSES, TRAYS, Status, is_status, newest_first
from hakaru.proposals.rules import is_blank
from hakaru.render.next_text import option_text
from hakaru.render.training_advice import title_text
from hakaru.store.nodes import (
    Edit,
    NewNode,
    Origin,
    Removed,
    read_groups,
    read_history,
    read_last_memos,
    read_node,
    read_nodes,
    read_relations,
)
from hakaru.store.nodes import add_node as write_node
from hakaru.store.nodes import edit_node as write_edit
from hakaru.store.nodes import remove_node as write_removal
from hakaru.store.state import State


def add_node(
    context: Context, *, title: str, note: str | None, status: str | None, parent: str | None
) -> NodeResult:
    """Put a node on the desk.

    Raises:
        BadArgument: there is no title, or the status is not one of the fifteen.
        UnknownNode: there is no such parent.
    """
    return show_node(context, node=_made(context, title, note, (status, parent)))


def list_nodes(context: Context, *, tray: str | None, limit: int) -> NodesResult:
    """The desk. Raises BadArgument for a limit below 1."""
    if limit < 1:
        raise BadArgument("limit", limit, "a whole number from 1 on")
    if tray is not None and tray not in TRAYS:
        raise BadArgument("tray", tray, f"one of {', '.join(TRAYS)}")
    every = every_node(context)
    return NodesResult(nodes=every.nodes, memos=every.memos, limit=limit, asked=tray)


def every_node(context: Context) -> NodeList:
    """All nodes that are stored, whatever their status."""
    with State(context.data_folder).session() as con:
        return NodeList(nodes=read_nodes(con), memos=read_last_memos(con))


def show_node(context: Context, *, node: str) -> NodeResult:
    """One node with children, relations, groups and history. Raises UnknownNode."""
    with State(context.data_folder).session() as con:
        stored_node = read_node(con, node)
        return NodeResult(
            node=stored_node,
            children=tuple(
                newest_first(child for child in read_nodes(con) if child.parent_id == node)
            ),
            relations=tuple(
                relation
                for relation in read_relations(con)
                if node in (relation.from_node_id, relation.to_node_id)
            ),
            groups=tuple(group for group in read_groups(con) if node in group.node_ids),
            history=read_history(con, node_id=node)[::-1],
        )


def edit_node(
    context: Context, *, node: str, title: str | None, note: str | None, parent: str | None
) -> NodeResult:
    """Give a node other words or another parent ("" for none); its status stays.

    Raises:
        BadArgument: nothing is given, the title says nothing, or the parent lies below the node.
        UnknownNode: there is no such node or parent.
    """
    if title is None and note is None and parent is None:
        raise BadArgument("title", title, "given, or a note or a parent")
    edit = Edit(
        title=None if title is None else _checked_title(title),
        context=None if note is None else _checked_note(note),
        parent_id=parent,
    )
    with State(context.data_folder).session() as con:
        write_edit(con, edit, node_id=node, origin=origin(context))
    return show_node(context, node=node)


def remove_node(context: Context, *, node: str) -> Removed:
    """Take a node off for good, with its relations; its history stays.

    Raises:
        UnknownNode: there is no such node.
        ChangeRefused: it has parts.
    """
    with State(context.data_folder).session() as con:
        return write_removal(con, node, origin=origin(context))


def add_next_training(context: Context, *, day: date | None) -> NodeResult:
    """Put the options for the next session on the desk, as one node that waits for a decision.

    Raises:
        BadArgument: no session is analysed, so there are no options.
    """
    next_training = get_next_training(context, day=day)
    if next_training.after is None:
        raise BadArgument("day", day, "a day with a session before it that was analysed")
    lang = context.settings.language
    note = "\n".join(f"- {option_text(option, lang)}" for option in next_training.options)
    title = title_text(next_training.after.activity_date, lang)
    return show_node(context, node=_made(context, title, note, ("NEEDS_DECISION", None)))


def origin(
    context: Context,
    *,
    source: Source | None = None,
    reason: str | None = None,
    confirmation_id: str | None = None,
) -> Origin:
    """A change that begins now, by `source` or (None) whoever asks."""
    return Origin(
        change_id=uuid.uuid4().hex[:12],
        source=source or context.actor,
        now=context.now(),
        reason=clean(reason or "")[:TITLE_MOST],
        confirmation_id=confirmation_id,
    )


def checked_status(status: str) -> Status:
    """One of the fifteen. Raises BadArgument."""
    if not is_status(status):
        raise BadArgument("status", status, f"one of {', '.join(STATUSES)}")
    return status


def _made(
    context: Context, title: str, note: str | None, place: tuple[str | None, str | None]
) -> str:
    """The id of a new node; `place` is its status and parent."""
    status, parent = place
    new = NewNode(
        title=_checked_title(title),
        context=_checked_note(note or ""),
        status="CAPTURED" if status is None else checked_status(status),
        parent_id=parent,
    )
    with State(context.data_folder).session() as con:
        return write_node(con, new, origin=origin(context)).id


def _checked_title(title: str) -> str:
    if is_blank(title):
        raise BadArgument("title", title, "a title in which something can be read")
    return clean(title)[:TITLE_MOST]


def _checked_note(note: str) -> str:
    return clean(note, lines=True)[:CONTEXT_MOST]
