"""Nodes as files: JSON, and a Markdown list of tasks.

A list item is a node, indented below its parent, `[x]` where it is done; its status may stand
behind the title as code, and quoted lines below it are its note.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from hakaru.core.i18n import message
from hakaru.guard.cleaning import clean
from hakaru.proposals.changes import Holdings
from hakaru.proposals.nodes import Node, Status, is_status
from hakaru.proposals.rules import folded, is_blank

NODES_MOST = 2_000
TITLE_MOST = 500
CONTEXT_MOST = 10_000

_ITEM = re.compile(r"^([ \t]*)[-*+][ \t]+(?:\[([ xX])\][ \t]+)?(\S.*)$")
_NOTE = re.compile(r"^[ \t]*>[ \t]?(.*)$")
_STATUS = re.compile(r"[ \t]*`([A-Z_]+)`[ \t]*$")
_TAB = "    "


@dataclass(frozen=True, kw_only=True)
class Draft:
    """A node that was read from a file. `parent` is the place of its parent among the drafts."""

    title: str
    context: str
    status: Status
    parent: int | None


class NotReadable(ValueError):
    """A file that holds no nodes; the message says what is wrong and where."""


def to_markdown(nodes: Sequence[Node]) -> str:
    """Every node as an item below its parent, each once."""
    below: dict[str | None, list[Node]] = {}
    node_ids = {node.id for node in nodes}
    for node in nodes:
        below.setdefault(node.parent_id if node.parent_id in node_ids else None, []).append(node)
    lines: list[str] = []
    waiting = [(node, "") for node in reversed(below.get(None, ()))]
    while waiting:
        node, indent = waiting.pop()
        box = "x" if node.status == "DONE" else " "
        lines.append(f"{indent}- [{box}] {clean(node.title)} `{node.status}`")
        lines += [f"{indent}  > {line}" for line in clean(node.context, lines=True).splitlines()]
        waiting += [(child, indent + "  ") for child in reversed(below.get(node.id, ()))]
    return "\n".join(lines) + "\n" if lines else ""


def from_markdown(text: str) -> tuple[Draft, ...]:
    """The items of a list in a Markdown text; what is no item or note of one is left out.

    Raises:
        NotReadable: there is no item, or there are too many.
    """
    drafts: list[Draft] = []
    open_items: list[tuple[int, int]] = []
    for line in text.splitlines():
        note = _NOTE.match(line)
        if note and drafts:
            drafts[-1] = _with_note(drafts[-1], note[1])
            continue
        item = _ITEM.match(line)
        if item is None:
            continue
        depth = len(item[1].replace("\t", _TAB))
        while open_items and open_items[-1][0] >= depth:
            open_items.pop()
        parent = open_items[-1][1] if open_items else None
        open_items.append((depth, len(drafts)))
        drafts.append(_drafted(item, parent))
    return checked(drafts)


def to_json(there: Holdings) -> str:
    """Nodes, relations and groups."""
    nodes = [
        {
            "id": node.id,
            "title": node.title,
            "context": node.context,
            "status": node.status,
            "parent_id": node.parent_id,
            "updated_at": node.updated_at.isoformat(),
        }
        for node in there.nodes
    ]
    relations = [
        {
            "from_node_id": relation.from_node_id,
            "to_node_id": relation.to_node_id,
            "relation_type": relation.relation_type,
            "reason": relation.reason,
        }
        for relation in there.relations
    ]
    groups = [
        {"label": group.label, "node_ids": list(group.node_ids), "reason": group.reason}
        for group in there.groups
    ]
    plain = {"nodes": nodes, "relations": relations, "groups": groups}
    return json.dumps(plain, ensure_ascii=False, indent=1) + "\n"


def from_json(text: str) -> tuple[Draft, ...]:
    """The nodes of a file as `to_json` writes it, or of a plain list of them.

    Raises:
        NotReadable: the file is no JSON, or a node has no title, an unknown status or parent.
    """
    try:
        read = json.loads(text)
    except (ValueError, RecursionError) as exc:
        raise NotReadable(message("it is not JSON")) from exc
    rows = read.get("nodes") if isinstance(read, Mapping) else read
    if not isinstance(rows, list):
        raise NotReadable(message("it has no list of nodes"))
    places = {
        row["id"]: at
        for at, row in enumerate(rows)
        if isinstance(row, Mapping) and isinstance(row.get("id"), str)
    }
    return checked([_row(row, at, places) for at, row in enumerate(rows)])


def in_order(drafts: Sequence[Draft]) -> Iterator[tuple[int, Draft]]:
    """Parents before their children, whatever their order in the file. Rings are cut open."""
    written: set[int] = set()
    for at in range(len(drafts)):
        path: list[int] = []
        step: int | None = at
        while step is not None and step not in written and step not in path:
            path.append(step)
            step = drafts[step].parent
        for index in reversed(path):
            written.add(index)
            yield index, drafts[index]


def _drafted(item: re.Match[str], parent: int | None) -> Draft:
    title, status = item[3], "DONE" if item[2] in ("x", "X") else "CAPTURED"
    named = _STATUS.search(title)
    if named and is_status(named[1]):
        title = title[: named.start()]
        if (named[1] == "DONE") == (status == "DONE"):  # a box that was ticked since wins
            status = named[1]
    known_status: Status = status if is_status(status) else "CAPTURED"
    return Draft(title=clean(title)[:TITLE_MOST], context="", status=known_status, parent=parent)


def _with_note(draft: Draft, line: str) -> Draft:
    context = f"{draft.context}\n{line}" if draft.context else line
    return Draft(
        title=draft.title,
        context=context[:CONTEXT_MOST],
        status=draft.status,
        parent=draft.parent,
    )


def _row(row: object, at: int, places: Mapping[str, int]) -> Draft:
    if not isinstance(row, Mapping):
        raise NotReadable(message("node {n} is no object", n=at + 1))
    title, context = row.get("title"), row.get("context") or ""
    status, parent = row.get("status", "CAPTURED"), row.get("parent_id")
    if not isinstance(title, str) or not isinstance(context, str):
        raise NotReadable(message("node {n} has no title or note in text", n=at + 1))
    if not is_status(status):
        raise NotReadable(message("node {n} has a status that is not known", n=at + 1))
    if parent is not None and (not isinstance(parent, str) or parent not in places):
        raise NotReadable(message("node {n} has a parent that is not in the file", n=at + 1))
    return Draft(
        title=clean(title)[:TITLE_MOST],
        context=clean(context, lines=True)[:CONTEXT_MOST],
        status=status,
        parent=None if parent is None else places[parent],
    )


def checked(drafts: list[Draft]) -> tuple[Draft, ...]:
    """The drafts of a file. Raises NotReadable: there are none or too many, or one has no title."""
    if not drafts:
        raise NotReadable(message("it has no nodes"))
    if len(drafts) > NODES_MOST:
        raise NotReadable(message("it has more than {n} nodes", n=NODES_MOST))
    for at, draft in enumerate(drafts):
        if is_blank(draft.title):
            raise NotReadable(message("node {n} has an empty title", n=at + 1))
    return tuple(drafts)


LINKS_MOST = 4_000


@dataclass(frozen=True, kw_only=True)
class DraftRelation:
    """A relation between the nodes at two places of the file."""

    start: int
    end: int
    relation_type: str
    reason: str


@dataclass(frozen=True, kw_only=True)
class DraftGroup:
    """A group of the nodes at these places of the file."""

    label: str
    members: tuple[int, ...]
    reason: str


@dataclass(frozen=True, kw_only=True)
class Links:
    """What hangs nodes together besides their parents; each relation once."""

    relations: tuple[DraftRelation, ...] = ()
    groups: tuple[DraftGroup, ...] = ()


def links_from_json(text: str) -> Links:
    """The relations and groups of a file whose nodes `from_json` could read.

    Raises:
        NotReadable: one is not as `to_json` writes it, or names a node that is not in the file.
    """
    read = json.loads(text)
    if not isinstance(read, Mapping):
        return Links()
    places = {
        row["id"]: at for at, row in enumerate(read["nodes"]) if isinstance(row.get("id"), str)
    }
    relations: dict[tuple[int, int, str], DraftRelation] = {}
    for at, row in enumerate(_rows(read, "relations")):
        relation = _relation(row, at, places)
        relations.setdefault(
            (relation.start, relation.end, folded(relation.relation_type)), relation
        )
    groups = [_group(row, at, places) for at, row in enumerate(_rows(read, "groups"))]
    return Links(relations=tuple(relations.values()), groups=tuple(groups))


def _rows(read: Mapping[str, object], key: str) -> Sequence[object]:
    rows = read.get(key, [])
    if not isinstance(rows, list):
        raise NotReadable(message("its {kind} are no list", kind=key))
    if len(rows) > LINKS_MOST:
        raise NotReadable(message("it has more than {n} {kind}", n=LINKS_MOST, kind=key))
    return rows


def _relation(row: object, at: int, places: Mapping[str, int]) -> DraftRelation:
    plain = row if isinstance(row, Mapping) else {}
    ends = [plain.get(key) for key in ("from_node_id", "to_node_id")]
    positions = [places[end] for end in ends if isinstance(end, str) and end in places]
    kind, reason = _texts(plain, "relation_type")
    if len(positions) != 2 or positions[0] == positions[1] or is_blank(kind):
        raise NotReadable(message("relation {n} does not join two nodes of the file", n=at + 1))
    return DraftRelation(start=positions[0], end=positions[1], relation_type=kind, reason=reason)


def _group(row: object, at: int, places: Mapping[str, int]) -> DraftGroup:
    plain = row if isinstance(row, Mapping) else {}
    ids = plain.get("node_ids")
    listed = ids if isinstance(ids, list) else []
    members = tuple(
        dict.fromkeys(
            places[listed_id]
            for listed_id in listed
            if isinstance(listed_id, str) and listed_id in places
        )
    )
    label, reason = _texts(plain, "label")
    if len(members) < 2 or len(members) < len(listed) or is_blank(label):
        raise NotReadable(
            message("group {n} does not name two nodes of the file and a label", n=at + 1)
        )
    return DraftGroup(label=label, members=members, reason=reason)


def _texts(row: Mapping[str, object], key: str) -> tuple[str, str]:
    """The text under a key, and the reason; '' where there is none."""
    texts = [row.get(key), row.get("reason")]
    first, second = (clean(text)[:TITLE_MOST] if isinstance(text, str) else "" for text in texts)
    return first, second
