"""Tasks of other programs as nodes: Todoist (CSV and JSON) and Org files; dates as a calendar out.

A day that the other program keeps goes into the note in words that are read again ("due
2026-12-05"), for a node has no day of its own. What cannot be a node is left out.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hakaru.core.i18n import message
from hakaru.guard.cleaning import clean
from hakaru.proposals.board import Board
from hakaru.proposals.exchange import CONTEXT_MOST, TITLE_MOST, Draft, NotReadable, checked
from hakaru.proposals.nodes import Status

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
    context = f"{draft.context}\n{line}" if draft.context else line
    return replace(draft, context=clean(context, lines=True)[:CONTEXT_MOST])


def to_ics(board: Board, *, now: datetime) -> str:
    """Every date of the notes as a calendar (RFC 5545): one event of whole days for each."""
    stamp = now.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//hakaru//nodes//EN", "CALSCALE:GREGORIAN"]
    for node_date in board.dates:
        end = (node_date.until or node_date.day) + timedelta(days=1)
        lines += [
            "BEGIN:VEVENT",
            f"UID:{_ics_text(node_date.node_id)}-{node_date.day:%Y%m%d}@hakaru",
            f"DTSTAMP:{stamp}",
            f"DTSTART;VALUE=DATE:{node_date.day:%Y%m%d}",
            f"DTEND;VALUE=DATE:{end:%Y%m%d}",
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
