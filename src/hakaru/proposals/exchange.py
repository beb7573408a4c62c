"""Nodes as files: JSON, a Markdown list of tasks, tasks of other programs, and dates as a calendar.

A list item is a node, indented below its parent, `[x]` where it is done, `[-]` or struck out where
it was given up; its status may stand behind the title as code. A heading is the parent of what
stands below it, and other lines below either are its note.

A day that the other program keeps goes into the note in words that are read again ("due
2026-12-05"), for a node has no day of its own. What cannot be a node is left out.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hakaru.core.i18n import message
from hakaru.guard.cleaning import clean
from hakaru.proposals.board import Board
from hakaru.proposals.changes import Holdings
from hakaru.proposals.nodes import Node, Status, is_status
from hakaru.proposals.rules import folded, is_blank
from hakaru.records import frozen

NODES_MOST = 2_000
TITLE_MOST = 500
CONTEXT_MOST = 10_000

_ITEM = re.compile(r"^([ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[([ xX-])\][ \t]+)?(\S.*)$")
_HEADING = re.compile(r"^ {0,3}(#{1,6})[ \t]+(\S.*?)(?:[ \t]+#+)?[ \t]*$")
_RULE = re.compile(r"^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$")
_FENCE = re.compile(r"^[ \t]*(?:```|~~~)")
_STRUCK = re.compile(r"^~~(?=\S)(.*\S)~~$")
_NOTE = re.compile(r"^[ \t]*>[ \t]?(.*)$")
_STATUS = re.compile(r"[ \t]*`([A-Z_]+)`[ \t]*$")
_TAB = "    "


@frozen
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
    """The items and headings of a Markdown text, with the lines below each as its note; lines
    before the first are left out (see `lines_before_markdown`).

    Raises:
        NotReadable: there is no item, or there are too many.
    """
    drafts: list[Draft] = []
    above: list[tuple[tuple[int, int], int]] = []
    for line, match in _markdown_lines(text):
        if match is None:
            if drafts:
                drafts[-1] = _with_line(drafts[-1], line.strip())
            continue
        if match.re is _NOTE:
            if drafts:
                drafts[-1] = _with_note(drafts[-1], match[1])
            continue
        is_heading = match.re is _HEADING
        depth = (0, len(match[1])) if is_heading else (1, len(match[1].replace("\t", _TAB)))
        while above and above[-1][0] >= depth:
            above.pop()
        parent = above[-1][1] if above else None
        above.append((depth, len(drafts)))
        drafts.append(_draft(match[2], parent=parent) if is_heading else _drafted(match, parent))
    return checked(drafts)


def lines_before_markdown(text: str) -> int:
    """How many lines stand before the first item or heading, in the note of none."""
    n_lines = 0
    for _, match in _markdown_lines(text):
        if match is not None and match.re is not _NOTE:
            break
        n_lines += 1
    return n_lines


def _markdown_lines(text: str) -> Iterator[tuple[str, re.Match[str] | None]]:
    """Lines that say something, each with what it is: an item, a heading, a quote, or (None) text.
    What stands between fences is text."""
    in_fence = False
    for line in text.splitlines():
        is_fence = _FENCE.match(line) is not None
        if is_fence or in_fence:
            in_fence = in_fence != is_fence
            yield line, None
        elif line.strip() and not _RULE.match(line):
            yield line, _NOTE.match(line) or _HEADING.match(line) or _ITEM.match(line)


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
    title, is_done = item[3], item[2] in ("x", "X")
    status: Status = "DONE" if is_done else "CANCELLED" if item[2] == "-" else "CAPTURED"
    named, struck = _STATUS.search(title), _STRUCK.match(title.rstrip())
    if named and is_status(named[1]):
        title = title[: named.start()]
        if (named[1] == "DONE") == is_done:  # a box that was ticked since wins
            status = named[1]
    elif struck:
        title, status = struck[1], status if is_done else "CANCELLED"
    return _draft(title, parent=parent, status=status)


def _with_note(draft: Draft, line: str) -> Draft:
    context = f"{draft.context}\n{line}" if draft.context else line
    return replace(draft, context=context[:CONTEXT_MOST])


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


@frozen
class DraftRelation:
    """A relation between the nodes at two places of the file."""

    start: int
    end: int
    relation_type: str
    reason: str


@frozen
class DraftGroup:
    """A group of the nodes at these places of the file."""

    label: str
    members: tuple[int, ...]
    reason: str


@frozen
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


_TODOIST_COLUMNS = {"TYPE", "CONTENT"}
_INDENT_DIGITS = 3


def is_todoist_csv(text: str) -> bool:
    """Whether a text begins with the columns of a Todoist project."""
    head = text.lstrip("\ufeff").partition("\n")[0].upper()
    return {cell.strip().strip('"') for cell in head.split(",")} >= _TODOIST_COLUMNS


def from_todoist_csv(text: str) -> tuple[Draft, ...]:
    """The tasks of a project that Todoist exported; a section is the parent of what follows it.

    Raises:
        NotReadable: the columns are others, or there is no task.
    """
    if not is_todoist_csv(text):
        raise NotReadable(message("it has no columns TYPE and CONTENT, as Todoist writes them"))
    drafts: list[Draft] = []
    section: int | None = None
    parents: dict[int, int] = {}
    try:
        rows = list(csv.DictReader(re.split(r"(?<=\n)", text.lstrip("\ufeff"))))
    except csv.Error as exc:
        raise NotReadable(message("it is not CSV")) from exc
    for row in rows:
        cells = {str(key).strip().upper(): value or "" for key, value in row.items() if key}
        kind, content = cells.get("TYPE", "").strip().lower(), cells.get("CONTENT", "").strip()
        if kind == "section" and content:
            section, parents = len(drafts), {}
            drafts.append(_draft(content, parent=None))
        elif kind == "note" and drafts and content:
            drafts[-1] = _with_line(drafts[-1], content)
        elif kind == "task" and content:
            depth = _depth(cells.get("INDENT", ""))
            above = max((at for at in parents if at < depth), default=None)
            parent = section if above is None else parents[above]
            parents = {at: place for at, place in parents.items() if at < depth}
            parents[depth] = len(drafts)
            drafts.append(_todoist_task(cells, content, parent))
    return checked(drafts)


def _depth(indent: str) -> int:
    """How deep a task stands, 1 for one of its own; a number that no list has counts as that."""
    return int(indent) if indent.isdecimal() and len(indent) <= _INDENT_DIGITS else 1


def _todoist_task(cells: Mapping[str, str], content: str, parent: int | None) -> Draft:
    lines = [
        cells.get("DESCRIPTION", ""),
        _due(cells.get("DATE", "")),
        _due(cells.get("DEADLINE", "")),
    ]
    title = re.sub(r"^\* ", "", content)
    return _draft(title, parent=parent, context="\n".join(line for line in lines if line))


def _due(day: str) -> str:
    return f"due {day.strip()}" if day.strip() else ""


def is_todoist_json(read: object) -> bool:
    """Whether JSON holds tasks as Todoist's interfaces give them."""
    return any(
        isinstance(row, Mapping) and "content" in row and "title" not in row
        for row in _todoist_rows(read)[:5]
    )


def _todoist_rows(read: object) -> Sequence[object]:
    rows = read.get("items", read.get("results", ())) if isinstance(read, Mapping) else read
    return rows if isinstance(rows, list) else ()


def from_todoist_json(read: object) -> tuple[Draft, ...]:
    """The tasks of a list or of `items`; projects and sections that are named are parents.

    Raises:
        NotReadable: there is no task.
    """
    rows = [row for row in _todoist_rows(read) if isinstance(row, Mapping) and row.get("content")]
    tops = list(_containers(read))
    places = {f"{kind} {row.get('id')}": at for at, (kind, row) in enumerate(tops)}
    places |= {f"task {row.get('id')}": len(tops) + at for at, row in enumerate(rows)}
    drafts = [_draft(str(row.get("name", "")), parent=None) for _, row in tops]
    for row in rows:
        names = (("task", "parent_id"), ("section", "section_id"), ("project", "project_id"))
        parent = next(
            (
                places[f"{kind} {row[key]}"]
                for kind, key in names
                if row.get(key) is not None and f"{kind} {row[key]}" in places
            ),
            None,
        )
        drafts.append(_todoist_row(row, parent))
    return checked(drafts)


def _containers(read: object) -> Iterator[tuple[str, Mapping[str, object]]]:
    if not isinstance(read, Mapping):
        return
    for kind in ("project", "section"):
        rows = read.get(f"{kind}s")
        for row in rows if isinstance(rows, list) else ():
            if isinstance(row, Mapping) and row.get("name"):
                yield kind, row


def _todoist_row(row: Mapping[str, object], parent: int | None) -> Draft:
    due, deadline = row.get("due"), row.get("deadline")
    days = [
        str(value.get("date", ""))[:10] if isinstance(value, Mapping) else ""
        for value in (due, deadline)
    ]
    done = bool(row.get("checked") or row.get("is_completed") or row.get("completed_at"))
    lines = [str(row.get("description") or ""), *map(_due, days)]
    return _draft(
        str(row["content"]),
        parent=parent,
        context="\n".join(line for line in lines if line),
        status="DONE" if done else "CAPTURED",
    )


_ORG_HEAD = re.compile(
    r"^(?P<stars>\*+)\s+(?:(?P<state>[A-Z]{2,}(?:-[A-Z]+)?)\s+)?(?:\[#[A-Z]\]\s+)?(?P<title>.*?)(?:\s+:[\w@#%:]+:)?\s*$"
)
_ORG_STATES: Mapping[str, Status] = {
    "TO" "DO": "READY", "NEXT": "READY", "STARTED": "IN_PROGRESS", "DOING": "IN_PROGRESS",
    "INPROGRESS": "IN_PROGRESS", "IN-PROGRESS": "IN_PROGRESS", "STRT": "IN_PROGRESS",
    "WAITING": "WAITING_EXTERNAL", "WAIT": "WAITING_EXTERNAL", "HOLD": "COOLING",
    "SOMEDAY": "COOLING", "MAYBE": "COOLING", "BLOCKED": "BLOCKED", "DONE": "DONE",
    "CANCELLED": "CANCELLED", "CANCELED": "CANCELLED", "KILL": "CANCELLED",
    "DELEGATED": "DELEGATED", "REVIEW": "NEEDS_REVIEW",
}  # fmt: skip
_ORG_PLAN = re.compile(r"(DEADLINE|SCHEDULED):\s*<(\d{4}-\d{2}-\d{2})[^>]*>")
_ORG_STAMP = re.compile(r"[<\[](\d{4}-\d{2}-\d{2})[^>\]]*[>\]]")


def from_org(text: str) -> tuple[Draft, ...]:
    """The headings of an Org file, each below the one that it stands under; its text is the note.

    Raises:
        NotReadable: there is no heading.
    """
    drafts: list[Draft] = []
    above: list[tuple[int, int]] = []
    in_drawer = False
    for line in text.lstrip("\ufeff").splitlines():
        head = _ORG_HEAD.match(line)
        if head:
            depth = len(head["stars"])
            while above and above[-1][0] >= depth:
                above.pop()
            parent = above[-1][1] if above else None
            above.append((depth, len(drafts)))
            drafts.append(_org_draft(head, parent))
            in_drawer = False
            continue
        stripped = line.strip()
        if re.fullmatch(r":(?:PROPERTIES|LOGBOOK):", stripped, re.IGNORECASE):
            in_drawer = True
        elif stripped.upper() == ":END:":
            in_drawer = False
        elif drafts and stripped and not in_drawer and not stripped.startswith(("#+", "CLOSED:")):
            drafts[-1] = _with_line(drafts[-1], _org_line(stripped))
    return checked(drafts)


def _org_draft(head: re.Match[str], parent: int | None) -> Draft:
    state, title = head["state"], head["title"]
    status: Status = _ORG_STATES.get(state or "", "CAPTURED")
    if state is not None and state not in _ORG_STATES:
        title = f"{state} {title}"
    return _draft(title, parent=parent, status=status)


def _org_line(line: str) -> str:
    plans = _ORG_PLAN.findall(line)
    if plans:
        return ", ".join(
            f"due {day}" if kind == "DEADLINE" else f"scheduled {day}" for kind, day in plans
        )
    return _ORG_STAMP.sub(r"\1", line)


def _draft(
    title: str, *, parent: int | None, context: str = "", status: Status = "CAPTURED"
) -> Draft:
    return Draft(
        title=clean(title)[:TITLE_MOST],
        context=clean(context, lines=True)[:CONTEXT_MOST],
        status=status,
        parent=parent,
    )


def _with_line(draft: Draft, line: str) -> Draft:
    """Only the line is cleaned: a note of many lines would be cleaned as often."""
    own = clean(line, lines=True)
    context = f"{draft.context}\n{own}" if draft.context else own
    return replace(draft, context=context[:CONTEXT_MOST])


def to_ics(board: Board, *, now: datetime) -> str:
    """Every date of the notes as a calendar (RFC 5545): one event for each, of whole days or, where
    the note names an hour, at that local time."""
    stamp = now.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//hakaru//nodes//EN", "CALSCALE:GREGORIAN"]
    for node_date in board.dates:
        end = (node_date.until or node_date.day) + timedelta(days=1)
        days = (
            f"DTSTART;VALUE=DATE:{node_date.day:%Y%m%d}",
            f"DTEND;VALUE=DATE:{end:%Y%m%d}",
        )
        hour = node_date.at and f"DTSTART:{node_date.day:%Y%m%d}T{node_date.at:%H%M%S}"
        lines += [
            "BEGIN:VEVENT",
            f"UID:{_ics_text(node_date.node_id)}-{node_date.day:%Y%m%d}@hakaru",
            f"DTSTAMP:{stamp}",
            *((hour,) if hour else days),
            f"SUMMARY:{_ics_text(board.by_id[node_date.node_id].title)}",
            f"DESCRIPTION:{_ics_text(node_date.words)}",
            f"CATEGORIES:{node_date.sense.upper()}",
            "TRANSP:TRANSPARENT",
            "END:VEVENT",
        ]
    lines.append("END:VCALENDAR")
    return "".join(f"{part}\r\n" for line in lines for part in _folded_line(line))


def _ics_text(text: str) -> str:
    plain = clean(text, lines=True).replace("\\", "\\\\").replace("\n", "\\n")
    return plain.replace(",", "\\,").replace(";", "\\;")


def _folded_line(line: str) -> Iterator[str]:
    """At most 75 bytes a line, the following with a space in front."""
    part, size_bytes = "", 0
    for character in line:
        n_bytes = len(character.encode("utf-8", "replace"))
        if size_bytes + n_bytes > 74:
            yield part
            part, size_bytes = " ", 1
        part, size_bytes = part + character, size_bytes + n_bytes
    yield part
