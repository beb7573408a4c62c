"""Nodes on the desk: added, edited and shown."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import field
from datetime import date
from typing import TypedDict, TypeVar

from hakaru.core.errors import BadArgument
from hakaru.core.i18n import message
from hakaru.core.plain import Rows, Text, Versions
from hakaru.flows.athlete import get_next_training
from hakaru.flows.context import Context
from hakaru.guard.cleaning import clean
from hakaru.present.training import option_text
from hakaru.present.training_advice import title_text
from hakaru.proposals.board import Board
from hakaru.proposals.changes import Source
from hakaru.proposals.exchange import CONTEXT_MOST, TITLE_MOST
from hakaru.proposals.nodes import (
    STATUSES,
    TRAYS,
    Group,
    HistoryEntry,
    Node,
    Relation,
    Status,
    is_status,
    newest_first,
    on_trays,
    tray_of,
)
from hakaru.proposals.rules import is_blank
from hakaru.records import frozen
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

R = TypeVar("R")
_TITLE_SHOWN = 80
_CONTEXT_SHOWN = 1_000
_ROWS_SHOWN = 15


class NodeRow(TypedDict):
    """A node in one line of a list; times are ISO 8601."""

    id: str
    title: str
    status: str
    parent_id: str | None
    updated_at: str


class DashboardRow(NodeRow):
    """A node as the dashboard has it; without a memo both last fields are null."""

    context: str
    created_at: str | None
    last_memo: str | None
    last_memo_at: str | None


class NodesReply(TypedDict):
    """Nodes by tray; `n_put_away` of them are done, cancelled or dormant."""

    trays: dict[str, list[NodeRow]]
    n_not_shown: int
    n_put_away: int


class DashboardReply(TypedDict):
    """The desk as a program shows it; `node_children` by the id of the parent."""

    trays: dict[str, list[DashboardRow]]
    node_children: dict[str, list[str]]
    n_not_shown: int
    n_put_away: int


class RelationRow(TypedDict):
    """A relation of a node."""

    from_node_id: str
    to_node_id: str
    relation_type: str
    reason: str


class EntryRow(TypedDict):
    """One entry of a history. `change_id` undoes it."""

    change_id: str
    kind: str
    from_status: str | None
    to_status: str | None
    reason: str
    source: str
    at: str


class NodeReply(NodeRow):
    """One node with what is around it; the newest entry of its history first."""

    context: str
    children: list[NodeRow]
    relations: list[RelationRow]
    groups: list[str]
    history: list[EntryRow]
    n_history: int


class NodeListReply(TypedDict):
    """Every node that is stored, in the order they were made."""

    nodes: list[DashboardRow]


@frozen
class NodesResult:
    """Nodes on the desk by tray (`asked`: of one tray only), newest first in each.

    `memos`: the newest entry with words in it, by node.
    """

    nodes: tuple[Node, ...]
    limit: int
    asked: str | None
    today: date
    memos: Mapping[str, HistoryEntry] = field(default_factory=dict)

    @property
    def trays(self) -> Mapping[str, tuple[Node, ...]]:
        """As the dashboard has them."""
        return {
            tray: nodes
            for tray, nodes in on_trays(self.nodes, limit=self.limit).items()
            if self.asked in (None, tray)
        }

    @property
    def shape(self) -> Versions[NodesReply, DashboardReply]:
        """`{trays, node_children}` and how many nodes are not shown; in a reply without children,
        notes and memos, long titles cut."""
        trays = self.trays
        children: dict[str, list[str]] = {}
        listed = {node.id for nodes in trays.values() for node in nodes}
        for node in self.nodes:
            if node.parent_id in listed:
                children.setdefault(str(node.parent_id), []).append(node.id)
        n_not_shown, n_put_away = self.counts
        return Versions(
            short=NodesReply(
                trays={tray: [node_row(node) for node in nodes] for tray, nodes in trays.items()},
                n_not_shown=n_not_shown,
                n_put_away=n_put_away,
            ),
            whole=DashboardReply(
                trays={
                    tray: [dashboard_row(node, self.memos.get(node.id)) for node in nodes]
                    for tray, nodes in trays.items()
                },
                node_children=children,
                n_not_shown=n_not_shown,
                n_put_away=n_put_away,
            ),
        )

    @property
    def counts(self) -> tuple[int, int]:
        """How many nodes of what was asked for are not shown, and how many are put away."""
        shown = sum(map(len, self.trays.values()))
        lying = [node for node in self.nodes if tray_of(node.status) is not None]
        wanted = [node for node in lying if self.asked in (None, tray_of(node.status))]
        return len(wanted) - shown, len(self.nodes) - len(lying)

    @property
    def board(self) -> Board:
        """What the notes of all nodes say."""
        return Board(nodes=self.nodes, today=self.today)


@frozen
class NodeList:
    """Every node, with the newest memo of each."""

    nodes: tuple[Node, ...]
    memos: Mapping[str, HistoryEntry]

    @property
    def shape(self) -> NodeListReply:
        """`{nodes}`."""
        rows = [dashboard_row(node, self.memos.get(node.id)) for node in self.nodes]
        return NodeListReply(nodes=rows)


@frozen
class NodeResult:
    """One node with everything around it; its history with the newest entry first."""

    node: Node
    children: tuple[Node, ...]
    relations: tuple[Relation, ...]
    groups: tuple[Group, ...]
    history: tuple[HistoryEntry, ...]

    @property
    def shape(self) -> NodeReply:
        """All of it; in a reply the newest entries of the history, long texts cut."""
        return NodeReply(
            **node_row(self.node),
            context=Text(self.node.context, within_characters=_CONTEXT_SHOWN),
            children=_rows(map(node_row, self.children)),
            relations=_rows(map(_relation_row, self.relations)),
            groups=_rows(_short(group.label) for group in self.groups),
            history=_rows(map(entry_row, self.history)),
            n_history=len(self.history),
        )


def _short(text: str) -> Text:
    return Text(text, within_characters=_TITLE_SHOWN)


def _rows(rows: Iterable[R]) -> Rows[R]:
    return Rows(rows, most=_ROWS_SHOWN)


def node_row(node: Node) -> NodeRow:
    """A node in one line of a list."""
    return NodeRow(
        id=node.id,
        title=_short(node.title),
        status=node.status,
        parent_id=node.parent_id,
        updated_at=node.updated_at.isoformat(timespec="seconds"),
    )


def dashboard_row(node: Node, memo: HistoryEntry | None) -> DashboardRow:
    """A node with its note and its last memo."""
    made = node.created_at
    return DashboardRow(
        **node_row(node),
        context=node.context,
        created_at=None if made is None else made.isoformat(timespec="seconds"),
        last_memo=None if memo is None else memo.reason,
        last_memo_at=None if memo is None else memo.at.isoformat(timespec="seconds"),
    )


def entry_row(entry: HistoryEntry) -> EntryRow:
    """One entry of a history."""
    return EntryRow(
        change_id=entry.change_id,
        kind=entry.kind,
        from_status=entry.from_status,
        to_status=entry.to_status,
        reason=_short(entry.reason),
        source=entry.source,
        at=entry.at.isoformat(timespec="seconds"),
    )


def _relation_row(relation: Relation) -> RelationRow:
    return RelationRow(
        from_node_id=relation.from_node_id,
        to_node_id=relation.to_node_id,
        relation_type=_short(relation.relation_type),
        reason=_short(relation.reason),
    )


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
        raise BadArgument("limit", limit, message("a whole number from 1 on"))
    if tray is not None and tray not in TRAYS:
        raise BadArgument("tray", tray, message("one of {names}", names=", ".join(TRAYS)))
    every = every_node(context)
    today = context.today
    return NodesResult(nodes=every.nodes, memos=every.memos, limit=limit, asked=tray, today=today)


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
        raise BadArgument("title", title, message("given, or a note or a parent"))
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


@frozen
class NodeRemoval:
    """A node that is gone, or (`change_id` None) would be, with what hangs on it."""

    node_id: str
    title: str
    n_parts: int
    n_relations: int
    n_groups: int
    change_id: str | None = None


def ask_remove_node(context: Context, *, node: str, yes: bool) -> NodeRemoval:
    """Take a node off for good (`yes`), or say what would go.

    Raises:
        UnknownNode: there is no such node.
        ChangeRefused: it has parts.
    """
    around = show_node(context, node=node)
    removed = remove_node(context, node=node) if yes else None
    return NodeRemoval(
        node_id=node,
        title=around.node.title,
        n_parts=len(around.children),
        n_relations=len(around.relations),
        n_groups=len(around.groups),
        change_id=None if removed is None else removed.change_id,
    )


def add_next_training(context: Context, *, day: date | None) -> NodeResult:
    """Put the options for the next session on the desk, as one node that waits for a decision.

    Raises:
        BadArgument: no session is analysed, so there are no options.
    """
    next_training = get_next_training(context, day=day)
    if next_training.after is None:
        raise BadArgument("day", day, message("a day with a session before it that was analysed"))
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
        raise BadArgument("status", status, message("one of {names}", names=", ".join(STATUSES)))
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
        raise BadArgument("title", title, message("a title in which something can be read"))
    return clean(title)[:TITLE_MOST]


def _checked_note(note: str) -> str:
    return clean(note, lines=True)[:CONTEXT_MOST]
