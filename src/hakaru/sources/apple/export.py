"""An Apple Health export as an archive of running workouts, each with the records of its time.

What is taken out of the export does not depend on the order of its records, on the time zone that
the phone was in, or on what else it holds: the same workout in the next export is the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import BinaryIO

import numpy as np

from hakaru.core.errors import Unreadable
from hakaru.core.i18n import Message, message
from hakaru.core.names import reason_of
from hakaru.core.units import SECONDS_PER_DAY, SECONDS_PER_HOUR
from hakaru.running.activity import FloatArray
from hakaru.sources.apple.records import NAMES
from hakaru.sources.apple.stream import (
    ROW,
    ExportContent,
    Source,
    Spool,
    WorkoutDraft,
    read_stream,
)
from hakaru.sources.files import SAMPLES_MAX
from hakaru.sources.held import Held, InMemory, Spooled
from hakaru.sources.timeline import LARGEST

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


@dataclass(frozen=True, kw_only=True)
class HeldWorkout:
    """One workout of an export; `name` is the same in every export, `routes` are the files of its
    positions as the export names them."""

    name: str
    content: Held
    routes: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
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
