"""Attention as files: the user's own rules, our own sessions, and buckets of ActivityWatch.

[[rule]]
match = "app"            # or "domain", "title"
pattern = "Kanban|Trello"
category = "work"        # or learning, meeting, leisure, music

JSON lines: a header, then one line per time. A line that a crash cut off, or that is damaged, is
counted and left out; the rest is read.

Its export is `{"buckets": {id: {"type", "events": [{"timestamp", "duration", "data"}]}}}`. Events
of type `currentwindow` name the application in front, those of type `afkstatus` say whether anybody
used the computer. Titles and addresses of pages are looked at where the user allows it, to know
what they are for, and are not kept.
"""

from __future__ import annotations

import json
import math
import os
import re
import tempfile
import tomllib
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from io import TextIOWrapper
from itertools import pairwise
from pathlib import Path
from typing import TextIO
from urllib.parse import urlsplit

from hakaru.core.errors import StoreDamaged, Unreadable
from hakaru.core.i18n import Message, message
from hakaru.core.names import reason_of
from hakaru.focus.categories import (
    OWN_CATEGORIES,
    PATTERN_MOST,
    RULE_SUBJECTS,
    RULES_MOST,
    Category,
    OwnCategory,
    OwnRule,
    Permissions,
    category_of,
)
from hakaru.focus.states import app_name, read_pc
from hakaru.focus.timeline import (
    LINE_MOST,
    Interval,
    Record,
    Recorded,
    header_line,
    is_header,
    read_record,
    record_line,
)
from hakaru.records import frozen
from hakaru.sources.files import (
    open_regular,
    read_regular,
    refuse_costly_json,
    refuse_costly_memory,
    shown,
)

RULES_FILE = "focus_rules.toml"
_BYTES_MOST = 100_000
_HEAD = """\
# What things are for, as you say it; it comes before every table of Hakaru's.
# match: app, domain or title; category: work, learning, meeting, leisure or music.
# Several names go with | between them. Domains and titles count where the settings allow them.
"""


@frozen
class OwnRules:
    """The rules of a file, and how many of its entries could not be used. `fault`: why none can
    be read; '': nothing is wrong."""

    rules: tuple[OwnRule, ...] = ()
    n_unusable: int = 0
    fault: str = ""


def read_own_rules(folder: Path) -> OwnRules:
    """The rules of a data folder; a file that is no TOML gives none and says so."""
    path = folder / RULES_FILE
    try:
        data = path.read_bytes()[:_BYTES_MOST]
    except FileNotFoundError:
        return OwnRules()
    except OSError as exc:
        return OwnRules(fault=reason_of(exc))
    try:
        written = tomllib.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as exc:
        return OwnRules(fault=str(exc))
    entries = written.get("rule", [])
    if not isinstance(entries, list):
        return OwnRules(fault="[[rule]]")
    read = [rule_of(entry) for entry in entries[:RULES_MOST]]
    rules = tuple(rule for rule in read if rule is not None)
    return OwnRules(rules=rules, n_unusable=len(entries) - len(rules))


def rule_of(entry: object) -> OwnRule | None:
    """A rule from its fields; None: it is none."""
    if not isinstance(entry, Mapping):
        return None
    match = next((name for name in RULE_SUBJECTS if name == entry.get("match")), None)
    category = next((name for name in OWN_CATEGORIES if name == entry.get("category")), None)
    pattern = entry.get("pattern")
    if match is None or category is None or not isinstance(pattern, str):
        return None
    plain = "".join(char for char in pattern if char.isprintable()).strip()
    if not any(part.strip() for part in plain.split("|")) or len(plain) > PATTERN_MOST:
        return None
    return OwnRule(match=match, pattern=plain, category=category)


def fault_of(match: str, pattern: str) -> Message | None:
    """What is wrong with the names that somebody types for a rule; None: nothing is."""
    names = [name.strip() for name in pattern.split("|")]
    if len(pattern) > PATTERN_MOST:
        return message("at most {n} characters", n=PATTERN_MOST)
    if not all(any(char.isalnum() for char in name) for name in names):
        return message("a name with a letter or digit, or several with | between them")
    if "*" in pattern and match != "title":
        return message("a plain name without *; a domain covers those below it")
    return None


def write_own_rules(folder: Path, rules: Sequence[OwnRule]) -> Path:
    """Write the file anew, whole or not at all.

    Raises:
        StoreDamaged: it cannot be written.
    """
    path = folder / RULES_FILE
    blocks = [
        "\n[[rule]]\n"
        f"match = {json.dumps(rule.match)}\n"
        f"pattern = {json.dumps(rule.pattern, ensure_ascii=False)}\n"
        f"category = {json.dumps(rule.category)}\n"
        for rule in rules
    ]
    try:
        descriptor, part = tempfile.mkstemp(dir=folder, prefix=f".{RULES_FILE}.")
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(_HEAD + "".join(blocks))
        Path(part).replace(path)
    except OSError as exc:
        raise StoreDamaged(
            message("{path} cannot be written: {error}", path=path, error=reason_of(exc))
        ) from exc
    return path


_LINE_BYTES, _LETTER_BYTES = 250, 5
"""What a line and each of its letters take in memory once they are read."""


@frozen
class Session:
    """A recorded file: its records in order of time, and how many lines were not usable."""

    records: tuple[Record, ...]
    n_damaged: int


def read_session(path: Path) -> Session:
    """The records of a file.

    Raises:
        Unreadable: it cannot be opened, or is no recorded session.
    """
    try:
        with open_regular(path) as opened:
            file = TextIOWrapper(opened, encoding="utf-8", errors="replace")
            if not is_header(file.readline(LINE_MOST + 1)):
                raise Unreadable(shown(path), message("this is no recorded focus session"))
            parsed = [read_record(line) for line in _affordable(_lines(file), path=shown(path))]
    except OSError as exc:
        raise Unreadable(
            shown(path), message("it cannot be opened: {reason}", reason=reason_of(exc))
        ) from exc
    records = sorted(
        (record for record in parsed if record is not None), key=lambda record: record.recorded.at_s
    )
    return Session(records=tuple(records), n_damaged=len(parsed) - len(records))


def session_lines(records: Iterable[Record]) -> Iterator[str]:
    """The lines of a recorded file."""
    yield header_line() + "\n"
    for record in records:
        yield record_line(record) + "\n"


def _affordable(lines: Iterable[str], *, path: str) -> Iterator[str]:
    """The lines. Raises Unreadable where what they become takes more memory than is used."""
    memory_bytes = 0
    for line in lines:
        memory_bytes += _LINE_BYTES + _LETTER_BYTES * len(line)
        refuse_costly_memory(memory_bytes, path=path)
        yield line


def _lines(file: TextIO) -> Iterator[str]:
    """Lines that are not blank; one too long comes in pieces, each of which is damaged."""
    while line := file.readline(LINE_MOST + 1):
        if line.strip():
            yield line


BUCKET_TYPE = "app.attention.state"
BUCKET_ID = "aw-watcher-hakaru"
STEP_S = 10.0
SWITCH_WINDOW_S = 30.0
RECORDS_MOST = 5_000_000
"""Five years of working days; a few megabytes of events can claim centuries."""
AFK_AFTER_S = 180.0
"""ActivityWatch calls somebody away from keyboard after three minutes without input."""
_LONGEST_S = 86_400.0
_FIRST, _LAST = datetime(1970, 1, 2, tzinfo=UTC), datetime(2099, 12, 30, tzinfo=UTC)


@frozen
class Event:
    """One event: when, for how long, and the text that matters of it."""

    at_s: float
    duration_s: float
    value: str

    @property
    def end_s(self) -> float:
        """When it ended."""
        return self.at_s + self.duration_s


@frozen
class Export:
    """What an export tells about PC use, as records every ten seconds, and what was in front for
    how long."""

    records: tuple[Recorded, ...]
    n_events: int
    n_skipped: int
    used: tuple[AppEvent, ...] = ()


@frozen
class AppEvent:
    """An application in front, and what it was for: of titles and addresses nothing is left."""

    at_s: float
    duration_s: float
    app: str
    category: Category | None


def read_export(
    path: Path, *, allowed: Permissions | None = None, rules: Sequence[OwnRule] = ()
) -> Export:
    """The PC use in an exported file. Titles and addresses are looked at as far as `allowed`, to
    know what something was for, and are not kept.

    Raises:
        Unreadable: it cannot be opened, is too large or covers too long a time, or is no export of
            ActivityWatch.
    """
    buckets = _buckets(path)
    windows, skipped_windows = _events(buckets, "currentwindow", "app")
    presence, skipped_presence = _events(buckets, "afkstatus", "status")
    if _covered_s(windows, presence) > RECORDS_MOST * STEP_S:
        reason = message(
            "its events cover more than {n} times ten seconds; export fewer days", n=RECORDS_MOST
        )
        raise Unreadable(shown(path), reason)
    may = allowed or Permissions()
    return Export(
        used=tuple(_used(buckets, allowed=may, rules=rules)),
        records=tuple(_records(windows, presence)),
        n_events=len(windows) + len(presence),
        n_skipped=skipped_windows + skipped_presence,
    )


def _used(
    buckets: Sequence[Mapping[str, object]], *, allowed: Permissions, rules: Sequence[OwnRule]
) -> Iterator[AppEvent]:
    windows, _ = _events(buckets, "currentwindow", "app")
    titles = {
        event.at_s: event.value
        for event in (_events(buckets, "currentwindow", "title")[0] if allowed.titles else ())
    }
    pages = _events(buckets, "web.tab.current", "url")[0] if allowed.domains else []
    starts_s = [page.at_s for page in pages]
    for window in windows:
        page = _at(pages, starts_s, window.at_s + window.duration_s / 2.0)
        domain = None if page is None else urlsplit(page.value).hostname
        app = app_name(window.value)
        if app is not None:
            yield AppEvent(
                at_s=window.at_s,
                duration_s=window.duration_s,
                app=app,
                category=category_of(
                    app, domain=domain, title=titles.get(window.at_s), rules=rules
                ),
            )


_WORK_WORDS: Mapping[str, OwnCategory] = {
    "work": "work", "programming": "work", "learning": "learning", "study": "learning",
    "education": "learning", "music": "music", "media": "leisure", "games": "leisure",
    "gaming": "leisure", "video": "leisure", "social media": "leisure", "social": "leisure",
    "entertainment": "leisure", "leisure": "leisure", "shopping": "leisure",
    "仕事": "work", "学習": "learning", "勉強": "learning", "娯楽": "leisure", "ゲーム": "leisure",
    "音楽": "music", "動画": "leisure",
}  # fmt: skip
_PLAIN = re.compile(r"[^\\^$*+?()\[\]{}]+")


def read_categories(path: Path) -> tuple[tuple[OwnRule, ...], int] | None:
    """Rules from an export of the categories of ActivityWatch, and how many entries could not be
    used (another purpose than ours, or an expression that is no list of names); None: this is no
    such export.

    Raises:
        Unreadable: it cannot be opened, or is too large.
    """
    data = read_regular(path)
    refuse_costly_json((data,), path=shown(path), objects_max=None)
    try:
        document = json.loads(data.decode())
    except (ValueError, RecursionError):
        return None
    entries = document.get("categories") if isinstance(document, Mapping) else None
    if not isinstance(entries, list):
        return None
    rules = [rule for entry in entries for rule in _category_rules(entry)]
    unusable = sum(not any(True for _ in _category_rules(entry)) for entry in entries)
    return tuple(rules), unusable


def _category_rules(entry: object) -> Iterator[OwnRule]:
    """ActivityWatch looks for an expression in the application and the title alike."""
    if not isinstance(entry, Mapping) or not isinstance(entry.get("name"), list):
        return
    rule, names = entry.get("rule"), [str(name).casefold() for name in entry["name"]]
    category = next((_WORK_WORDS[name] for name in reversed(names) if name in _WORK_WORDS), None)
    pattern = rule.get("regex") if isinstance(rule, Mapping) else None
    if category is None or not isinstance(pattern, str) or not _PLAIN.fullmatch(pattern):
        return
    for match in ("app", "title"):
        made = rule_of({"match": match, "pattern": pattern, "category": category})
        if made is not None:
            yield made


def as_categories(rules: Sequence[OwnRule]) -> str:
    """Rules as categories that ActivityWatch imports: one for each purpose."""
    patterns: dict[str, list[str]] = {}
    for rule in rules:
        parts = [re.escape(part.strip()) for part in rule.pattern.split("|") if part.strip()]
        patterns.setdefault(rule.category, []).extend(parts)
    entries = [
        {
            "id": number,
            "name": [category.capitalize()],
            "rule": {
                "type": "regex",
                "regex": "|".join(dict.fromkeys(some)),
                "ignore_case": True,
            },
        }
        for number, (category, some) in enumerate(patterns.items())
    ]
    return json.dumps({"categories": entries}, ensure_ascii=False, indent=1)


def as_bucket(intervals: Sequence[Interval], *, hostname: str, created: datetime) -> str:
    """Intervals as an export that ActivityWatch imports."""
    events = [
        {
            "timestamp": interval.started_at.astimezone(UTC).isoformat(),
            "duration": interval.duration_s,
            "data": {"state": interval.state},
        }
        for interval in intervals
    ]
    bucket_id = f"{BUCKET_ID}_{hostname}"
    bucket = {
        "id": bucket_id,
        "type": BUCKET_TYPE,
        "client": BUCKET_ID,
        "hostname": hostname,
        "created": created.astimezone(UTC).isoformat(),
        "data": {},
        "events": events,
    }
    return json.dumps({"buckets": {bucket_id: bucket}}, ensure_ascii=False)


def _buckets(path: Path) -> Sequence[Mapping[str, object]]:
    data = read_regular(path)
    refuse_costly_json((data,), path=shown(path), objects_max=None)
    try:
        document = json.loads(data.decode())
    except (ValueError, RecursionError) as exc:
        raise Unreadable(shown(path), message("this is no export of ActivityWatch")) from exc
    buckets = document.get("buckets") if isinstance(document, Mapping) else None
    if not isinstance(buckets, Mapping):
        raise Unreadable(shown(path), message("this is no export of ActivityWatch"))
    return [bucket for bucket in buckets.values() if isinstance(bucket, Mapping)]


def _events(
    buckets: Sequence[Mapping[str, object]], kind: str, key: str
) -> tuple[list[Event], int]:
    parsed: list[Event] = []
    skipped = 0
    for bucket in buckets:
        events = bucket.get("events")
        if bucket.get("type") != kind or not isinstance(events, list):
            continue
        for payload in events:
            event = _event(payload, key)
            if event is None:
                skipped += 1
            else:
                parsed.append(event)
    return sorted(parsed, key=lambda event: event.at_s), skipped


def _event(values: object, key: str) -> Event | None:
    if not isinstance(values, Mapping) or not isinstance(values.get("data"), Mapping):
        return None
    value, duration = values["data"].get(key), values.get("duration")
    if not isinstance(value, str) or isinstance(duration, bool):
        return None
    if not isinstance(duration, int | float):
        return None
    try:
        at = datetime.fromisoformat(str(values.get("timestamp")))
    except ValueError:
        return None
    if at.tzinfo is None or not 0 <= duration <= _LONGEST_S or not _FIRST <= at <= _LAST:
        return None
    return Event(at_s=at.timestamp(), duration_s=float(duration), value=value)


def _records(windows: Sequence[Event], presence: Sequence[Event]) -> Iterator[Recorded]:
    """A record every ten seconds in which anything is known."""
    window_starts = [window.at_s for window in windows]
    presence_starts = [event.at_s for event in presence]
    for at_s in _ticks(windows, presence):
        window = _at(windows, window_starts, at_s)
        here = _at(presence, presence_starts, at_s)
        if window is None and here is None:
            continue
        first = bisect_right(window_starts, at_s - SWITCH_WINDOW_S)
        visits = [
            recent_window.value
            for recent_window in windows[max(0, first - 1) : bisect_right(window_starts, at_s)]
        ]
        pc = read_pc(
            {
                "timestamp": at_s,
                "active_app": None if window is None else window.value,
                "app_switches_in_window": _switches(visits) if window is not None else None,
                "unique_apps_in_window": len(set(visits)) if window is not None else None,
                **_presence(here, at_s),
            }
        )
        yield Recorded(at_s=at_s, camera=None, pc=pc)


def _presence(here: Event | None, at_s: float) -> Mapping[str, object]:
    """Away from the keyboard: no input for at least its limit. Else somebody used it."""
    if here is None:
        return {}
    if here.value == "afk":
        return {"is_idle": True, "idle_seconds": AFK_AFTER_S + at_s - here.at_s}
    return {"is_idle": False}


def _covered_s(windows: Sequence[Event], presence: Sequence[Event]) -> float:
    """For how long anything is known."""
    covered_s, until_s = 0.0, -math.inf
    for event in sorted([*windows, *presence], key=lambda each: each.at_s):
        covered_s += max(0.0, event.end_s - max(event.at_s, until_s))
        until_s = max(until_s, event.end_s)
    return covered_s


def _ticks(windows: Sequence[Event], presence: Sequence[Event]) -> Iterator[float]:
    """Every ten seconds that an event covers."""
    covered_s = -math.inf
    for event in sorted([*windows, *presence], key=lambda each: each.at_s):
        start_s = max(event.at_s, covered_s)
        tick = math.ceil(start_s / STEP_S)
        while tick * STEP_S < event.end_s:
            yield tick * STEP_S
            tick += 1
        covered_s = max(covered_s, event.end_s)


def _at(events: Sequence[Event], starts_s: Sequence[float], at_s: float) -> Event | None:
    index = bisect_right(starts_s, at_s) - 1
    return events[index] if index >= 0 and events[index].end_s > at_s else None


def _switches(visits: Sequence[str]) -> int:
    return sum(earlier != later for earlier, later in pairwise(visits))
