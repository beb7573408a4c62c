"""Nodes as files: what is read from one, and what is written to one."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path

from hakaru.core.errors import BadArgument, SourceError
from hakaru.core.i18n import message, term
from hakaru.core.names import reason_of
from hakaru.flows.context import Context
from hakaru.flows.nodes import origin
from hakaru.proposals.board import Board
from hakaru.proposals.changes import Holdings
from hakaru.proposals.exchange import (
    Draft,
    Links,
    NotReadable,
    from_json,
    from_markdown,
    from_org,
    from_todoist_csv,
    from_todoist_json,
    in_order,
    is_todoist_json,
    lines_before_markdown,
    links_from_json,
    to_ics,
    to_json,
    to_markdown,
)
from hakaru.proposals.nodes import ENDED, Node
from hakaru.proposals.reports import OrganizerGroupingProposal, OrganizerRelationProposal
from hakaru.proposals.rules import folded
from hakaru.records import frozen
from hakaru.store.changes import write_change
from hakaru.store.file_access import Output, PersonOutput, person_output
from hakaru.store.nodes import NewNode, Origin, read_holdings
from hakaru.store.nodes import add_node as write_node
from hakaru.store.state import State


@frozen
class ImportedNodes:
    """What was read from a file. `change_id` undoes all of it; `n_there`: nodes of the file that
    were on the desk already and were not made again, `n_lines_left`: lines that belong to none."""

    n_nodes: int
    change_id: str
    n_relations: int = 0
    n_groups: int = 0
    n_there: int = 0
    n_lines_left: int = 0


@frozen
class ExportedNodes:
    """Where the nodes were written."""

    path: Path
    n_nodes: int


def import_nodes(context: Context, *, path: Path) -> ImportedNodes:
    """Put the nodes of a file on the desk, all or none: JSON (with its relations and groups), a
    Markdown list, an export of Todoist (CSV or JSON) or an Org file, by its name. What is there
    already, with the same title, note and parent, is not made again unless it ended meanwhile.

    Raises:
        SourceError: the file cannot be read, or holds no nodes.
    """
    drafts, links, n_lines_left = _read(path)
    made_of = origin(context)
    ids: dict[int, str] = {}
    with State(context.data_folder).session() as con:
        there = read_holdings(con)
        stored = _by_words(there.nodes)
        n_there = 0
        for at, draft in in_order(drafts):
            new = _new(draft, ids)
            same = _take_same(stored, new)
            n_there += same is not None
            ids[at] = same or write_node(con, new, origin=made_of).id
        fresh = _not_linked(links, ids, there)
        _link(con, fresh, ids, origin=made_of)
    return ImportedNodes(
        n_nodes=len(ids) - n_there,
        change_id=made_of.change_id,
        n_relations=len(fresh.relations),
        n_groups=len(fresh.groups),
        n_there=n_there,
        n_lines_left=n_lines_left,
    )


_Words = tuple[str, str, str | None]


def _by_words(nodes: Sequence[Node]) -> dict[_Words, list[Node]]:
    stored: dict[_Words, list[Node]] = {}
    for node in nodes:
        stored.setdefault((node.title, node.context, node.parent_id), []).append(node)
    return stored


def _take_same(stored: Mapping[_Words, list[Node]], new: NewNode) -> str | None:
    """The id of a stored node with these words, which no other of the file is taken for; None:
    there is none. One that ended is the same only as one that ended."""
    nodes = stored.get((new.title, new.context, new.parent_id), [])
    for node in nodes:
        if node.status not in ENDED or new.status in ENDED:
            nodes.remove(node)
            return node.id
    return None


def _not_linked(links: Links, ids: Mapping[int, str], there: Holdings) -> Links:
    """Relations and groups of a file that do not hold already."""
    related = {(r.from_node_id, r.to_node_id, folded(r.relation_type)) for r in there.relations}
    grouped = {(folded(group.label), frozenset(group.node_ids)) for group in there.groups}
    return Links(
        relations=tuple(
            draft
            for draft in links.relations
            if (ids[draft.start], ids[draft.end], folded(draft.relation_type)) not in related
        ),
        groups=tuple(
            draft
            for draft in links.groups
            if (folded(draft.label), frozenset(ids[at] for at in draft.members)) not in grouped
        ),
    )


def export_nodes(context: Context, *, path: Path | Output) -> ExportedNodes:
    """Write all nodes to a file: JSON or, of their dates, a calendar (.ics) where it is called so,
    else a Markdown list.

    Raises:
        BadArgument: the folder does not exist, and is none of the data folder.
        FileIsThere: a file is there, and may not be replaced.
        StoreDamaged: the file cannot be written.
    """
    output = person_output(path)
    if isinstance(output, PersonOutput):
        _check_folder(output.path, context.data_folder)
    with State(context.data_folder).session() as con:
        there = read_holdings(con)
    if _is_json(output.name):
        text = to_json(there)
    elif output.name.casefold().endswith(".ics"):
        now = context.now()
        text = to_ics(Board(nodes=there.nodes, today=now.astimezone().date()), now=now)
    else:
        text = to_markdown(there.nodes)
    made = output.write_file(text)
    return ExportedNodes(path=made, n_nodes=len(there.nodes))


def _check_folder(path: Path, data_folder: Path) -> None:
    folder = path.absolute().parent
    if folder.exists() or folder.is_relative_to(data_folder.absolute()):
        return
    raise BadArgument(
        "path", str(path), message("a file in a folder that exists; make the folder first")
    )


def _is_json(name: str) -> bool:
    return name.casefold().endswith(".json")


def _read_json(text: str) -> tuple[tuple[Draft, ...], Links]:
    """Our own format, or tasks of Todoist."""
    try:
        read = json.loads(text)
    except (ValueError, RecursionError):
        read = None
    if is_todoist_json(read):
        return from_todoist_json(read), Links()
    return from_json(text), links_from_json(text)


def _read(path: Path) -> tuple[tuple[Draft, ...], Links, int]:
    """The nodes of a file, how they hang together, and how many lines are left out."""
    name = path.name.casefold()
    try:
        text = path.read_text(encoding="utf-8-sig")
        if _is_json(path.name):
            return *_read_json(text), 0
        if name.endswith(".csv"):
            return from_todoist_csv(text), Links(), 0
        if name.endswith(".org"):
            return from_org(text), Links(), 0
        return from_markdown(text), Links(), lines_before_markdown(text)
    except NotReadable as exc:
        raise SourceError(str(path), term(str(exc))) from exc
    except UnicodeDecodeError as exc:
        raise SourceError(str(path), message("it is not text in UTF-8")) from exc
    except OSError as exc:
        raise SourceError(
            str(path), message("it cannot be opened: {reason}", reason=reason_of(exc))
        ) from exc


def _new(draft: Draft, ids: Mapping[int, str]) -> NewNode:
    parent = None if draft.parent is None else ids.get(draft.parent)
    return NewNode(title=draft.title, context=draft.context, status=draft.status, parent_id=parent)


def _link(con: sqlite3.Connection, links: Links, ids: Mapping[int, str], *, origin: Origin) -> None:
    for draft in links.relations:
        relation = OrganizerRelationProposal(
            from_node_id=ids[draft.start],
            to_node_id=ids[draft.end],
            relation_type=draft.relation_type,
            reason=draft.reason,
        )
        write_change(con, relation, origin=origin)
    for group in links.groups:
        grouping = OrganizerGroupingProposal(
            group_label=group.label,
            node_ids=tuple(ids[at] for at in group.members),
            reason=group.reason,
        )
        write_change(con, grouping, origin=origin)
