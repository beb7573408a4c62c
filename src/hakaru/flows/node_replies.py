"""In which shape do nodes leave the program: the desk, one node, its history?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypedDict

from hakaru.guard.cleaning import cut
from hakaru.proposals.nodes import Group, HistoryEntry, Node, Relation, on_trays, tray_of

_TITLE_SHOWN = 80
_CONTEXT_SHOWN = 1_000
_HISTORY_SHOWN = 15
_WHOLE = 1_000_000


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


@dataclass(frozen=True, kw_only=True)
class NodesResult:
    """Nodes on the desk by tray (`asked`: of one tray only), newest first in each.

    `memos`: the newest entry with words in it, by node.
    """

    nodes: tuple[Node, ...]
    limit: int
    asked: str | None
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
    def reply(self) -> NodesReply:
        """`{trays}`, and how many nodes are not shown; long titles are cut."""
        n_not_shown, n_put_away = self.counts
        return NodesReply(
            trays={tray: [node_row(node) for node in nodes] for tray, nodes in self.trays.items()},
            n_not_shown=n_not_shown,
            n_put_away=n_put_away,
        )

    @property
    def content(self) -> DashboardReply:
        """`{trays, node_children}` with whole texts and the last memo of each node."""
        shown = {node.id for nodes in self.trays.values() for node in nodes}
        children: dict[str, list[str]] = {}
        for node in self.nodes:
            if node.parent_id in shown:
                children.setdefault(str(node.parent_id), []).append(node.id)
        n_not_shown, n_put_away = self.counts
        return DashboardReply(
            trays={tray: [self._row(node) for node in nodes] for tray, nodes in self.trays.items()},
            node_children=children,
            n_not_shown=n_not_shown,
            n_put_away=n_put_away,
        )

    @property
    def counts(self) -> tuple[int, int]:
        """How many nodes of what was asked for are not shown, and how many are put away."""
        shown = sum(map(len, self.trays.values()))
        lying = [node for node in self.nodes if tray_of(node.status) is not None]
        wanted = [node for node in lying if self.asked in (None, tray_of(node.status))]
        return len(wanted) - shown, len(self.nodes) - len(lying)

    def _row(self, node: Node) -> DashboardRow:
        return dashboard_row(node, self.memos.get(node.id))


@dataclass(frozen=True, kw_only=True)
class NodeList:
    """Every node, with the newest memo of each."""

    nodes: tuple[Node, ...]
    memos: Mapping[str, HistoryEntry]

    @property
    def reply(self) -> NodeListReply:
        """`{nodes}`."""
        rows = [dashboard_row(node, self.memos.get(node.id)) for node in self.nodes]
        return NodeListReply(nodes=rows)


@dataclass(frozen=True, kw_only=True)
class NodeResult:
    """One node with everything around it; its history with the newest entry first."""

    node: Node
    children: tuple[Node, ...]
    relations: tuple[Relation, ...]
    groups: tuple[Group, ...]
    history: tuple[HistoryEntry, ...]

    @property
    def reply(self) -> NodeReply:
        """The newest entries of the history; long texts are cut."""
        return self._shaped(
            texts_most=_TITLE_SHOWN, context_most=_CONTEXT_SHOWN, most=_HISTORY_SHOWN
        )

    @property
    def content(self) -> NodeReply:
        """All of it."""
        return self._shaped(texts_most=_WHOLE, context_most=_WHOLE, most=_WHOLE)

    def _shaped(self, *, texts_most: int, context_most: int, most: int) -> NodeReply:
        return NodeReply(
            **node_row(self.node, most=texts_most),
            context=cut(self.node.context, context_most),
            children=[node_row(child, most=texts_most) for child in self.children[:most]],
            relations=[_relation_row(relation, texts_most) for relation in self.relations[:most]],
            groups=[cut(group.label, texts_most) for group in self.groups[:most]],
            history=[entry_row(entry, most=texts_most) for entry in self.history[:most]],
            n_history=len(self.history),
        )


def node_row(node: Node, *, most: int = _TITLE_SHOWN) -> NodeRow:
    """A node in one line of a list."""
    return NodeRow(
        id=node.id,
        title=cut(node.title, most),
        status=node.status,
        parent_id=node.parent_id,
        updated_at=node.updated_at.isoformat(timespec="seconds"),
    )


def dashboard_row(node: Node, memo: HistoryEntry | None) -> DashboardRow:
    """A node with its note and its last memo, uncut."""
    made = node.created_at
    return DashboardRow(
        **node_row(node, most=_WHOLE),
        context=node.context,
        created_at=None if made is None else made.isoformat(timespec="seconds"),
        last_memo=None if memo is None else memo.reason,
        last_memo_at=None if memo is None else memo.at.isoformat(timespec="seconds"),
    )


def entry_row(entry: HistoryEntry, *, most: int = _TITLE_SHOWN) -> EntryRow:
    """One entry of a history."""
    return EntryRow(
        change_id=entry.change_id,
        kind=entry.kind,
        from_status=entry.from_status,
        to_status=entry.to_status,
        reason=cut(entry.reason, most),
        source=entry.source,
        at=entry.at.isoformat(timespec="seconds"),
    )


def _relation_row(relation: Relation, most: int) -> RelationRow:
    return RelationRow(
        from_node_id=relation.from_node_id,
        to_node_id=relation.to_node_id,
        relation_type=cut(relation.relation_type, most),
        reason=cut(relation.reason, most),
    )
