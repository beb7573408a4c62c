"""What is on the desk, and how do nodes get there and away again as files?"""

from __future__ import annotations

import os
import tempfile
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from hakaru.errors import BadArgument, SourceError
from hakaru.flows.context import Context
from hakaru.flows.next_training import get_next_training
from hakaru.guard.cleaning import clean, cut
from hakaru.proposals.confirm import Source
from hakaru.proposals.exchange import (
    CONTEXT_MOST,
    TITLE_MOST,
    Draft,
    NotReadable,
    from_json,
    from_markdown,
    in_order,
    to_json,
    to_markdown,
)
from hakaru.proposals.nodes import Group, HistoryEntry, Node, Relation, newest_first, on_trays
from hakaru.proposals.phrases import is_blank
from hakaru.proposals.statuses import STATUSES, TRAYS, Status, is_status, tray_of
from hakaru.render.next_text import option_text
from hakaru.store.nodes import (
    NewNode,
    Origin,
    read_groups,
    read_history,
    read_holdings,
    read_node,
    read_nodes,
    read_relations,
)
from hakaru.store.nodes import add_node as write_node
from hakaru.store.state import State

_TITLE_SHOWN = 80
_CONTEXT_SHOWN = 1_000
_HISTORY_SHOWN = 15
_NEXT = {"ja": "次のトレーニング", "en": "The next training"}


@dataclass(frozen=True, kw_only=True)
class NodesResult:
    """Nodes on the desk by tray (`asked`: of one tray only), newest first in each."""

    nodes: tuple[Node, ...]
    limit: int
    asked: str | None

    @property
    def trays(self) -> Mapping[str, tuple[Node, ...]]:
        """As the dashboard has them."""
        return {
            tray: nodes
            for tray, nodes in on_trays(self.nodes, limit=self.limit).items()
            if self.asked in (None, tray)
        }

    @property
    def reply(self) -> Mapping[str, object]:
        """`{trays}`, and how many nodes are not shown."""
        shown = sum(map(len, self.trays.values()))
        lying = [one for one in self.nodes if tray_of(one.status) is not None]
        wanted = [one for one in lying if self.asked in (None, tray_of(one.status))]
        return {
            "trays": {
                tray: [node_row(node) for node in nodes] for tray, nodes in self.trays.items()
            },
            "n_not_shown": len(wanted) - shown,
            "n_put_away": len(self.nodes) - len(lying),
        }


@dataclass(frozen=True, kw_only=True)
class NodeResult:
    """One node with everything around it; its history with the newest entry first."""

    node: Node
    children: tuple[Node, ...]
    relations: tuple[Relation, ...]
    groups: tuple[Group, ...]
    history: tuple[HistoryEntry, ...]

    @property
    def reply(self) -> Mapping[str, object]:
        """The newest entries of the history; a long note is cut."""
        return {
            **node_row(self.node),
            "context": cut(self.node.context, _CONTEXT_SHOWN),
            "children": [node_row(one) for one in self.children[:_HISTORY_SHOWN]],
            "relations": [
                {
                    "from_node_id": one.from_node_id,
                    "to_node_id": one.to_node_id,
                    "relation_type": cut(one.relation_type, _TITLE_SHOWN),
                }
                for one in self.relations[:_HISTORY_SHOWN]
            ],
            "groups": [cut(one.label, _TITLE_SHOWN) for one in self.groups[:_HISTORY_SHOWN]],
            "history": [entry_row(one) for one in self.history[:_HISTORY_SHOWN]],
            "n_history": len(self.history),
        }


@dataclass(frozen=True, kw_only=True)
class ImportedNodes:
    """What was read from a file. `change_id` undoes all of it."""

    n_nodes: int
    change_id: str


@dataclass(frozen=True, kw_only=True)
class ExportedNodes:
    """Where the nodes were written."""

    path: Path
    n_nodes: int


def node_row(node: Node) -> Mapping[str, object]:
    """A node in one line of a list."""
    return {
        "id": node.id,
        "title": cut(node.title, _TITLE_SHOWN),
        "status": node.status,
        "parent_id": node.parent_id,
        "updated_at": node.updated_at.isoformat(timespec="seconds"),
    }


def entry_row(entry: HistoryEntry) -> Mapping[str, object]:
    """One entry of a history."""
    return {
        "change_id": entry.change_id,
        "kind": entry.kind,
        "from_status": entry.from_status,
        "to_status": entry.to_status,
        "reason": cut(entry.reason, _TITLE_SHOWN),
        "at": entry.at.isoformat(timespec="seconds"),
    }


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
    with State(context.data_folder).session() as con:
        nodes = read_nodes(con)
    if tray is not None and tray not in TRAYS:
        raise BadArgument("tray", tray, f"one of {', '.join(TRAYS)}")
    return NodesResult(nodes=nodes, limit=limit, asked=tray)


def show_node(context: Context, *, node: str) -> NodeResult:
    """One node with children, relations, groups and history. Raises UnknownNode."""
    with State(context.data_folder).session() as con:
        found = read_node(con, node)
        return NodeResult(
            node=found,
            children=tuple(newest_first(one for one in read_nodes(con) if one.parent_id == node)),
            relations=tuple(
                one for one in read_relations(con) if node in (one.from_node_id, one.to_node_id)
            ),
            groups=tuple(one for one in read_groups(con) if node in one.node_ids),
            history=read_history(con, node_id=node)[::-1],
        )


def import_nodes(context: Context, *, path: Path) -> ImportedNodes:
    """Put the nodes of a JSON file or a Markdown list on the desk, as new nodes, all or none.

    Raises:
        SourceError: the file cannot be read, or holds no nodes.
    """
    read = from_json if path.suffix.casefold() == ".json" else from_markdown
    try:
        drafts = read(path.read_text(encoding="utf-8-sig"))
    except NotReadable as exc:
        raise SourceError(str(path), str(exc)) from exc
    except UnicodeDecodeError as exc:
        raise SourceError(str(path), "it is not text in UTF-8") from exc
    except OSError as exc:
        raise SourceError(str(path), f"it cannot be opened: {exc.strerror}") from exc
    made_of = origin(context)
    ids: dict[int, str] = {}
    with State(context.data_folder).session() as con:
        for at, draft in in_order(drafts):
            ids[at] = write_node(con, _new(draft, ids), origin=made_of).id
    return ImportedNodes(n_nodes=len(ids), change_id=made_of.change_id)


def export_nodes(context: Context, *, path: Path) -> ExportedNodes:
    """Write all nodes to a file: JSON where it is called so, else a Markdown list.

    Raises:
        SourceError: the file cannot be written.
    """
    with State(context.data_folder).session() as con:
        there = read_holdings(con)
    is_json = path.suffix.casefold() == ".json"
    _write(path, to_json(there) if is_json else to_markdown(there.nodes))
    return ExportedNodes(path=path, n_nodes=len(there.nodes))


def add_next_training(context: Context, *, day: date | None) -> NodeResult:
    """Put the options for the next session on the desk, as one node that waits for a decision.

    Raises:
        BadArgument: no session is analysed, so there are no options.
    """
    found = get_next_training(context, day=day)
    if found.after is None:
        raise BadArgument("day", day, "a day with a session before it that was analysed")
    lang = context.settings.language
    note = "\n".join(f"- {option_text(one, lang)}" for one in found.options)
    title = f"{_NEXT[lang]} ({found.after.activity_date} →)"
    return show_node(context, node=_made(context, title, note, ("NEEDS_DECISION", None)))


def origin(
    context: Context,
    *,
    source: Source = "human_ui",
    reason: str | None = None,
    confirmation_id: str | None = None,
) -> Origin:
    """A change that begins now."""
    return Origin(
        change_id=uuid.uuid4().hex[:12],
        source=source,
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
    if is_blank(title):
        raise BadArgument("title", title, "a title in which something can be read")
    new = NewNode(
        title=clean(title)[:TITLE_MOST],
        context=clean(note or "", lines=True)[:CONTEXT_MOST],
        status="CAPTURED" if status is None else checked_status(status),
        parent_id=parent,
    )
    with State(context.data_folder).session() as con:
        return write_node(con, new, origin=origin(context)).id


def _new(draft: Draft, ids: Mapping[int, str]) -> NewNode:
    parent = None if draft.parent is None else ids.get(draft.parent)
    return NewNode(title=draft.title, context=draft.context, status=draft.status, parent_id=parent)


def _write(path: Path, text: str) -> None:
    """Whole or not at all."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, part = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(handle, "w", encoding="utf-8", errors="replace") as file:
            file.write(text)
        Path(part).replace(path)
    except OSError as exc:
        raise SourceError(str(path), f"it cannot be written: {exc.strerror}") from exc
