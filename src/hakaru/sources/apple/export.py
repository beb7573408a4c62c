"""An Apple Health export: its XML, read once in constant memory, as an archive of running workouts.

The document type that such a file begins with is taken off before anything is parsed: exports of
some systems hold one that is no XML. Without it no entity has a meaning, and a declared one is
refused. Records are written to a spool on disk as they come, because the workouts they belong to
stand behind them; of the workouts only running ones are kept.

What is taken out of the export does not depend on the order of its records, on the time zone that
the phone was in, or on what else it holds: the same workout in the next export is the same bytes.
"""

from __future__ import annotations

import json
import re
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import lru_cache
from typing import BinaryIO
from xml.parsers import expat

import numpy as np

from hakaru.core.errors import Unreadable
from hakaru.core.i18n import Message, message
from hakaru.core.names import reason_of
from hakaru.core.units import SECONDS_PER_DAY, SECONDS_PER_HOUR
from hakaru.records import frozen
from hakaru.running.activity import FloatArray
from hakaru.sources.apple.records import NAMES, QUANTITIES, Clock, Quantity, offset_s
from hakaru.sources.archive import Held, InMemory, Spooled
from hakaru.sources.files import SAMPLES_MAX, number, refuse_costly_tags
from hakaru.sources.timeline import LARGEST

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


@frozen
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


NOTHING = "workouts"
"""What is left of an export without a run is called."""
_RECORD_MAX_S = SECONDS_PER_HOUR
"""A record that says it lasted longer tells nothing of a run."""
_TOGETHER_S = 2 * SECONDS_PER_DAY
"""Workouts of so much time are taken out of the spool in one go."""
_BLOCK_ROWS = 65_536
_BYTES_PER_NUMBER = 8
_TIME_ZONE = "HKTimeZone"
_READ_ATTRIBUTES = frozenset(
    {"duration", "durationUnit", "totalDistance", "totalDistanceUnit", "totalEnergyBurned",
     "totalEnergyBurnedUnit"}
)  # fmt: skip
_READ_METADATA = frozenset(
    {"HKIndoorWorkout", "HKWeatherTemperature", "HKWeatherHumidity", "HKElevationAscended",
     "HKElevationDescended", "HKWorkoutBrandName", _TIME_ZONE}
)  # fmt: skip


@frozen
class HeldWorkout:
    """One workout of an export; `name` is the same in every export, `routes` are the files of its
    positions as the export names them."""

    name: str
    content: Held
    routes: tuple[str, ...]


@frozen
class Unfolded:
    """The workouts of an export, oldest first, and what was wrong with it; None: nothing."""

    workouts: tuple[HeldWorkout, ...]
    fault: Message | None


class Files:
    """Where files without a name are made; they are gone when they are closed."""

    def __init__(self, make: Callable[[], BinaryIO]) -> None:
        self._make = make
        self._made: list[BinaryIO] = []

    def new(self) -> BinaryIO:
        """A new one."""
        file = self._make()
        self._made.append(file)
        return file

    def close(self) -> None:
        """Give all of them up."""
        for file in self._made:
            file.close()


def unfold(
    chunks: Iterable[bytes], files: Files, *, path: str, on_bytes: Callable[[int], None]
) -> Unfolded:
    """Take the running workouts out of an export, which is read once. Never raises for a bad one.

    An export without a run gives one piece that says so.
    """
    content = ExportContent()
    fault: Message | None = None
    try:
        spooled = {index: files.new() for index in range(len(NAMES))}
        try:
            read_stream(chunks, Spool(spooled), content, path=path, on_bytes=on_bytes)
        except Unreadable as exc:
            fault = exc.reason
        pack = files.new()
        workouts = tuple(_packed(content, spooled, pack))
    except OSError as exc:
        reason = message("it cannot be taken apart: {reason}", reason=reason_of(exc))
        return Unfolded(workouts=(), fault=reason)
    if not workouts and fault is None:
        return Unfolded(workouts=(_nothing(content),), fault=None)
    return Unfolded(workouts=workouts, fault=fault)


def _nothing(content: ExportContent) -> HeldWorkout:
    """What the reader refuses, with what there is instead of runs."""
    header = {"others": content.others, "unread": content.unread}
    data = json.dumps(header, sort_keys=True).encode()
    return HeldWorkout(name=NOTHING, content=InMemory(data=data), routes=())


def _packed(
    content: ExportContent, spooled: dict[int, BinaryIO], pack: BinaryIO
) -> Iterator[HeldWorkout]:
    drafts = sorted(content.workouts, key=lambda draft: (draft.start_s, draft.source.name))
    for together in _batches(drafts):
        rows = [_rows_of(spooled[index], together) for index in range(len(NAMES))]
        for draft in together:
            data = _pack_one(draft, [_during(draft, part) for part in rows], content.sources)
            offset = pack.seek(0, 2)
            pack.write(data)
            pack.flush()
            yield HeldWorkout(
                name=_name_of(draft),
                content=Spooled(file=pack, offset=offset, n_bytes=len(data)),
                routes=tuple(draft.routes),
            )


def _name_of(draft: WorkoutDraft) -> str:
    return f"workout {datetime.fromtimestamp(draft.start_s, tz=UTC):%Y-%m-%dT%H:%M:%SZ}"


def _batches(drafts: Sequence[WorkoutDraft]) -> Iterator[list[WorkoutDraft]]:
    batch: list[WorkoutDraft] = []
    total_s = 0.0
    for draft in drafts:
        if batch and total_s > _TOGETHER_S:
            yield batch
            batch, total_s = [], 0.0
        batch.append(draft)
        total_s += draft.end_s - draft.start_s
    if batch:
        yield batch


def _rows_of(file: BinaryIO, drafts: Sequence[WorkoutDraft]) -> FloatArray:
    """The spooled rows of one quantity that touch one of the workouts, by their start."""
    starts, ends = _union(drafts)
    parts: list[FloatArray] = []
    n_rows = 0
    file.seek(0)
    while data := file.read(_BLOCK_ROWS * ROW * _BYTES_PER_NUMBER):
        rows = np.frombuffer(data, dtype=np.float64).reshape(-1, ROW)
        before = np.searchsorted(starts, rows[:, 1], side="right") - 1
        touches = (before >= 0) & (ends[before] >= rows[:, 0])
        touches &= (rows[:, 1] >= rows[:, 0]) & (rows[:, 1] - rows[:, 0] <= _RECORD_MAX_S)
        touches &= (rows[:, 2] >= 0.0) & (rows[:, 2] <= LARGEST)
        n_rows += int(np.count_nonzero(touches))
        if n_rows <= SAMPLES_MAX * len(drafts):
            parts.append(rows[touches])
    table = np.concatenate(parts) if parts else np.empty((0, ROW))
    ordered: FloatArray = table[np.lexsort(table.T[::-1])]
    return ordered


def _union(drafts: Sequence[WorkoutDraft]) -> tuple[FloatArray, FloatArray]:
    """The times of the workouts (in order of start) as spans that do not touch each other."""
    spans: list[list[float]] = []
    for draft in drafts:
        if spans and draft.start_s <= spans[-1][1]:
            spans[-1][1] = max(spans[-1][1], draft.end_s)
        else:
            spans.append([draft.start_s, draft.end_s])
    table = np.array(spans, dtype=float)
    return table[:, 0], table[:, 1]


def _during(draft: WorkoutDraft, rows: FloatArray) -> FloatArray:
    """The rows (in order of start) that touch one workout; at most those of the longest run."""
    first = np.searchsorted(rows[:, 0], draft.start_s - _RECORD_MAX_S, side="left")
    last = np.searchsorted(rows[:, 0], draft.end_s, side="right")
    near = rows[first:last]
    touching: FloatArray = near[near[:, 1] >= draft.start_s]
    return touching[:SAMPLES_MAX]


def _pack_one(draft: WorkoutDraft, parts: Sequence[FloatArray], sources: Sequence[Source]) -> bytes:
    """A line of JSON, and behind it the numbers it counts; sources are numbered by their names."""
    numbers = sorted({int(number) for part in parts for number in part[:, 3]})
    ours = sorted(numbers, key=lambda number: (sources[number].name, sources[number].hardware))
    new_number = np.zeros(max(numbers, default=0) + 1)
    new_number[ours] = np.arange(len(ours))
    in_place: list[FloatArray] = []
    for part in parts:
        renumbered = part.copy()
        renumbered[:, 3] = new_number[part[:, 3].astype(int)]
        in_place.append(renumbered[np.lexsort(renumbered.T[::-1])])
    zone = draft.metadata.get(_TIME_ZONE)
    header = {
        "start_s": draft.start_s,
        "end_s": draft.end_s,
        "offset_s": draft.offset_s if zone is None else None,
        "source": [draft.source.name, draft.source.hardware],
        "attributes": {k: v for k, v in draft.attributes.items() if k in _READ_ATTRIBUTES},
        "metadata": {k: v for k, v in draft.metadata.items() if k in _READ_METADATA},
        "events": [[kind, at_s, dict(lasted)] for kind, at_s, lasted in draft.events],
        "statistics": {kind: _figures(stated) for kind, stated in draft.statistics.items()},
        "routes": draft.routes,
        "sources": [[sources[number].name, sources[number].hardware] for number in ours],
        "n_rows": [len(part) for part in in_place],
    }
    line = json.dumps(header, sort_keys=True).encode()
    return b"\n".join((line, b"".join(part.tobytes() for part in in_place)))


def _figures(stated: dict[str, str] | object) -> dict[str, str]:
    assert isinstance(stated, dict), "attributes of an element"
    names = ("average", "maximum", "sum", "unit")
    return {name: stated[name] for name in names if name in stated}
