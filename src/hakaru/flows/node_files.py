"""How do nodes come in from files, and leave as files?"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from hakaru.core.errors import SourceError
from hakaru.flows.context import Context
from hakaru.flows.nodes import origin
from hakaru.proposals.exchange import (
    Draft,
    Links,
    NotReadable,
    from_json,
    from_markdown,
    in_order,
    links_from_json,
    to_json,
    to_markdown,
)
from hakaru.proposals.reports import OrganizerGroupingProposal, OrganizerRelationProposal
from hakaru.store.changes import write_change
from hakaru.store.file_access import Output, person_output
from hakaru.store.nodes import NewNode, Origin, add_node, read_holdings
from hakaru.store.state import State


@dataclass(frozen=True, kw_only=True)
class ImportedNodes:
    """What was read from a file. `change_id` undoes all of it."""

    n_nodes: int
    change_id: str
    n_relations: int = 0
    n_groups: int = 0


@dataclass(frozen=True, kw_only=True)
class ExportedNodes:
    """Where the nodes were written."""

    path: Path
    n_nodes: int


def import_nodes(context: Context, *, path: Path) -> ImportedNodes:
    """Put the nodes of a JSON file or a Markdown list on the desk, as new nodes, all or none; of a
    JSON file with their relations and groups.

    Raises:
        SourceError: the file cannot be read, or holds no nodes.
    """
    drafts, links = _read(path)
    made_of = origin(context)
    ids: dict[int, str] = {}
    with State(context.data_folder).session() as con:
        for at, draft in in_order(drafts):
            ids[at] = add_node(con, _new(draft, ids), origin=made_of).id
        _link(con, links, ids, origin=made_of)
    return ImportedNodes(
        n_nodes=len(ids),
        change_id=made_of.change_id,
        n_relations=len(links.relations),
        n_groups=len(links.groups),
    )


def export_nodes(context: Context, *, path: Path | Output) -> ExportedNodes:
    """Write all nodes to a file: JSON where it is called so, else a Markdown list.

    Raises:
        FileIsThere: a file is there, and may not be replaced.
        StoreDamaged: the file cannot be written.
    """
    output = person_output(path)
    with State(context.data_folder).session() as con:
        there = read_holdings(con)
    made = output.write_file(to_json(there) if _is_json(output.name) else to_markdown(there.nodes))
    return ExportedNodes(path=made, n_nodes=len(there.nodes))


def _is_json(name: str) -> bool:
    return name.casefold().endswith(".json")


def _read(path: Path) -> tuple[tuple[Draft, ...], Links]:
    try:
        text = path.read_text(encoding="utf-8-sig")
        if _is_json(path.name):
            return from_json(text), links_from_json(text)
        return from_markdown(text), Links()
    except NotReadable as exc:
        raise SourceError(str(path), str(exc)) from exc
    except UnicodeDecodeError as exc:
        raise SourceError(str(path), "it is not text in UTF-8") from exc
    except OSError as exc:
        raise SourceError(str(path), f"it cannot be opened: {exc.strerror}") from exc


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
