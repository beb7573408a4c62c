"""The XML of an Apple Health export, read once from beginning to end in constant memory.

The document type that such a file begins with is taken off before anything is parsed: exports of
some systems hold one that is no XML. Without it no entity has a meaning, and a declared one is
refused. Records are written to a spool on disk as they come, because the workouts they belong to
stand behind them; of the workouts only running ones are kept.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import BinaryIO
from xml.parsers import expat

from hakaru.core.errors import Unreadable
from hakaru.core.i18n import message
from hakaru.sources.apple.records import QUANTITIES, Clock, Quantity, offset_s
from hakaru.sources.files import number, refuse_costly_tags

RUNNING = "HKWorkoutActivityTypeRunning"
ROW = 4
"""Numbers of a spooled record: start and end in Unix seconds, value, number of the source."""

_DOCUMENT_TYPE = re.compile(rb"<!DOCTYPE[^\[>]*(?:\[.*?\]\s*)?>", re.DOTALL)
_DOCUMENT_TYPE_MAX_BYTES = 1 << 20
_ROOT = b"<HealthData"
_DEEPEST = 20
_SPOOL_ROWS = 32_768
_SOURCES_MAX = 4096
_WORKOUTS_MAX = 100_000
_EVENTS_MAX = 2000
_EVENTS_IN_ALL_MAX = 500_000
_TEXT_MAX = 200
_HARDWARE = re.compile(r"\bhardware:([\w,]*\w)|\bmodel:([\w ]*\w)")
_UNNAMED = "?"

Row = tuple[float, float, float, float]
"""A record: start and end in Unix seconds, value in our unit, number of the source."""
Event = tuple[str, float, Mapping[str, str]]
"""What happened in a workout: its kind, when in Unix seconds, and how long it lasted."""


@dataclass(frozen=True, kw_only=True)
class Source:
    """Who wrote a record: the name of an app or device, and its hardware ('Watch6,7')."""

    name: str
    hardware: str


@dataclass(kw_only=True)
class WorkoutDraft:
    """A running workout while it is being read; times in Unix seconds."""

    start_s: float
    end_s: float
    source: Source
    offset_s: int
    attributes: Mapping[str, str]
    metadata: dict[str, str] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    statistics: dict[str, Mapping[str, str]] = field(default_factory=dict)
    routes: list[str] = field(default_factory=list)


@dataclass(kw_only=True)
class ExportContent:
    """What was met in an export. `others` counts workouts that are no runs by their type, and
    `unread` records of a quantity of ours whose unit, time or value could not be read."""

    workouts: list[WorkoutDraft] = field(default_factory=list)
    sources: list[Source] = field(default_factory=list)
    others: dict[str, int] = field(default_factory=dict)
    n_records: int = 0
    unread: dict[str, int] = field(default_factory=dict)


class Spool:
    """Records of each quantity, as rows of `ROW` numbers in the order they came."""

    def __init__(self, files: Mapping[int, BinaryIO]) -> None:
        self._files = files
        self._rows: dict[int, array[float]] = {index: array("d") for index in files}

    def add(self, index: int, row: Row) -> None:
        """Put a record with those that wait to be written."""
        rows = self._rows[index]
        rows.extend(row)
        if len(rows) >= ROW * _SPOOL_ROWS:
            self._write(index)

    def flush(self) -> None:
        """Write what waits."""
        for index in self._files:
            self._write(index)

    def _write(self, index: int) -> None:
        self._files[index].write(self._rows[index].tobytes())
        del self._rows[index][:]


def read_stream(
    chunks: Iterable[bytes],
    spool: Spool,
    content: ExportContent,
    *,
    path: str,
    on_bytes: Callable[[int], None],
) -> None:
    """Read an export. What came before a fault is in `content` and `spool` when it is raised.

    Args:
        chunks: the file, piece by piece.
        spool: takes the records.
        content: takes everything else.
        path: how the file is called in an error.
        on_bytes: is told how many bytes were read, chunk by chunk.

    Raises:
        Unreadable: it is damaged, declares an entity, or is no export of Apple Health.
    """
    names: dict[str, str] = {}
    parser = expat.ParserCreate(intern=names)
    handlers = _Handlers(spool, content, path)
    parser.StartElementHandler = handlers.begin
    parser.EndElementHandler = handlers.end
    parser.EntityDeclHandler = handlers.refuse_entity
    n_fed = 0
    try:
        for chunk in _without_document_type(chunks, path=path, on_bytes=on_bytes):
            parser.Parse(chunk, False)
            n_fed += len(chunk)
            unread = n_fed - max(parser.CurrentByteIndex, 0)
            refuse_costly_tags(path, n_names=len(names), n_unread_bytes=unread)
        parser.Parse(b"", True)
    except expat.ExpatError as exc:
        raise Unreadable(
            path, message("damaged XML: {error}", error=exc), offset_byte=parser.ErrorByteIndex
        ) from exc
    except (LookupError, ValueError) as exc:
        raise Unreadable(
            path, message("its text encoding cannot be read: {error}", error=exc)
        ) from exc
    finally:
        spool.flush()


def _without_document_type(
    chunks: Iterable[bytes], *, path: str, on_bytes: Callable[[int], None]
) -> Iterator[bytes]:
    """The file without its document type. Raises Unreadable where that declares an entity."""
    head: bytes | None = b""
    for chunk in chunks:
        on_bytes(len(chunk))
        if head is None:
            yield chunk
            continue
        head += chunk
        if _ROOT not in head and len(head) < _DOCUMENT_TYPE_MAX_BYTES:
            continue
        yield _cut(head, path)
        head = None
    if head:
        yield _cut(head, path)


def _cut(head: bytes, path: str) -> bytes:
    match = _DOCUMENT_TYPE.search(head)
    if match is None:
        return head
    if b"<!ENTITY" in match[0]:
        raise _entities(path)
    return head[: match.start()] + head[match.end() :]


def _entities(path: str) -> Unreadable:
    return Unreadable(
        path, message("it declares XML entities, which no watch writes and are not read")
    )


class _Handlers:
    """Called once per element, so they are short."""

    def __init__(self, spool: Spool, content: ExportContent, path: str) -> None:
        self._spool, self._content, self._path = spool, content, path
        self._clock = Clock()
        self._numbers: dict[tuple[str, str], int] = {}
        self._source_numbers: dict[Source, int] = {}
        self._workout: WorkoutDraft | None = None
        self._in_part = False
        self._depth = 0
        self._n_events = 0

    def refuse_entity(self, *_: object) -> None:
        """An entity is declared."""
        raise _entities(self._path)

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        """An element begins."""
        self._depth += 1
        if self._depth > _DEEPEST:
            raise Unreadable(
                self._path, message("its elements are nested too deeply to be an activity")
            )
        if name == "Record":
            quantity = QUANTITIES.get(attributes.get("type", ""))
            if quantity is not None:
                self._take_record(quantity, attributes)
        elif name == "Workout":
            self._begin_workout(attributes)
        elif self._workout is not None:
            self._in_part = self._in_part or name == "WorkoutActivity"
            if not self._in_part:
                self._take_part(self._workout, name, attributes)
        elif self._depth == 1 and name != "HealthData":
            raise Unreadable(
                self._path,
                message("not an export of Apple Health: it begins with {name}", name=name),
            )

    def end(self, name: str) -> None:
        """An element ends."""
        self._depth -= 1
        if name == "WorkoutActivity":
            self._in_part = False
        elif name == "Workout" and self._workout is not None:
            self._content.workouts.append(self._workout)
            self._workout = None

    def _take_record(self, quantity: Quantity, attributes: Mapping[str, str]) -> None:
        content = self._content
        try:
            value = float(attributes["value"]) * quantity.factors[attributes["unit"]]
            start_s = self._clock.unix_s(attributes["startDate"])
            end_s = self._clock.unix_s(attributes["endDate"])
        except (KeyError, ValueError):
            content.unread[quantity.name] = content.unread.get(quantity.name, 0) + 1
            return
        key = (attributes.get("sourceName", _UNNAMED), attributes.get("device", ""))
        source = self._numbers.get(key)
        if source is None:
            source = self._new_source(key)
        content.n_records += 1
        self._spool.add(quantity.index, (start_s, end_s, value, source))

    def _new_source(self, key: tuple[str, str]) -> int:
        """The number of a source; addresses in memory that Apple writes into it are no part."""
        source = Source(name=key[0][:_TEXT_MAX], hardware=_hardware(key[1]))
        place = self._source_numbers.setdefault(source, len(self._source_numbers))
        if place == len(self._content.sources):
            if place >= _SOURCES_MAX:
                raise Unreadable(
                    self._path, message("more than {n} apps and devices wrote it", n=_SOURCES_MAX)
                )
            self._content.sources.append(source)
        if len(self._numbers) > _SOURCES_MAX:
            self._numbers.clear()
        self._numbers[key] = place
        return place

    def _begin_workout(self, attributes: dict[str, str]) -> None:
        kind = attributes.get("workoutActivityType", _UNNAMED)
        others = self._content.others
        if kind != RUNNING:
            if kind in others or len(others) < _SOURCES_MAX:
                others[kind] = others.get(kind, 0) + 1
            return
        if len(self._content.workouts) >= _WORKOUTS_MAX:
            raise Unreadable(
                self._path, message("it lists more than {n} activities", n=_WORKOUTS_MAX)
            )
        try:
            start_s = self._clock.unix_s(attributes["startDate"])
            end_s = self._clock.unix_s(attributes["endDate"])
            written_offset_s = offset_s(attributes["startDate"])
        except (KeyError, ValueError):
            self._content.unread["workout"] = self._content.unread.get("workout", 0) + 1
            return
        self._workout = WorkoutDraft(
            start_s=start_s,
            end_s=max(start_s, end_s),
            source=Source(
                name=attributes.get("sourceName", _UNNAMED)[:_TEXT_MAX],
                hardware=_hardware(attributes.get("device", "")),
            ),
            offset_s=written_offset_s,
            attributes={name: text[:_TEXT_MAX] for name, text in attributes.items()},
        )

    def _take_part(self, workout: WorkoutDraft, name: str, attributes: Mapping[str, str]) -> None:
        """What stands inside of a running workout."""
        if name == "MetadataEntry" and len(workout.metadata) < _EVENTS_MAX:
            workout.metadata.setdefault(
                attributes.get("key", "")[:_TEXT_MAX], attributes.get("value", "")[:_TEXT_MAX]
            )
        elif name == "WorkoutEvent" and len(workout.events) < _EVENTS_MAX:
            self._take_event(workout, attributes)
        elif name == "WorkoutStatistics":
            kind = attributes.get("type", "")[:_TEXT_MAX]
            if len(workout.statistics) < _EVENTS_MAX:
                kept = {key: text[:_TEXT_MAX] for key, text in attributes.items()}
                workout.statistics.setdefault(kind, kept)
        elif name == "FileReference" and len(workout.routes) < _EVENTS_MAX:
            workout.routes.append(attributes.get("path", "")[:_TEXT_MAX])

    def _take_event(self, workout: WorkoutDraft, attributes: Mapping[str, str]) -> None:
        self._n_events += 1
        if self._n_events > _EVENTS_IN_ALL_MAX:
            raise Unreadable(self._path, message("it has more events than any account"))
        at_s = self._moment(attributes.get("date", ""))
        if at_s is not None:
            lasted = {
                key: str(number(attributes.get(key))) if key == "duration" else text[:_TEXT_MAX]
                for key, text in attributes.items()
                if key in ("duration", "durationUnit")
            }
            workout.events.append((attributes.get("type", "")[:_TEXT_MAX], at_s, lasted))

    def _moment(self, text: str) -> float | None:
        try:
            return self._clock.unix_s(text)
        except ValueError:
            return None


@lru_cache(maxsize=4096)
def _hardware(device: str) -> str:
    """The hardware that a device names, else its model; '' where it names none."""
    matches = _HARDWARE.findall(device)
    hardware = next((match[0] for match in matches if match[0]), "")
    return (hardware or next((match[1] for match in matches), "")).strip()[:_TEXT_MAX]
