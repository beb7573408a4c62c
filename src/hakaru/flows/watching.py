"""Watched folders: what arrives in them is taken in when it is complete.

Folders are listed every few seconds; that takes milliseconds, and works on the drive of a watch and
on a network, where no system tells of a change. A file is complete when it has not changed since
the last look, or for some seconds before the first. What was tried is remembered in the data
folder by its size and time, so that nothing is read twice when the watching begins again.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Literal

from hakaru.core.errors import BadArgument
from hakaru.core.i18n import message
from hakaru.flows.context import Context
from hakaru.flows.ingest import IngestResult, Problem, ingest
from hakaru.records import frozen
from hakaru.sources.files import shown
from hakaru.sources.places import (
    Machine,
    activity_folders,
    candidates_in,
    holds_a_recording,
    watch_folders,
)
from hakaru.store.state import State

KEY = "watched"
_REMEMBERED_MAX = 20_000
SETTLED_S = 5.0
"""A file that did not change for so long before it was first seen is complete."""

_OF_ANYBODY = (".json", ".csv", ".xml", ".zip", ".gz")
"""Endings that files have which are none of ours: nothing is said of those."""

Stamp = tuple[int, int, int]
"""Size of a file, when its content changed, and when its rights did (ns)."""


@frozen
class Arrival:
    """Files of one folder that were taken in together, and what came of them. `result` None: no
    recording is among them."""

    folder: Path
    paths: tuple[Path, ...]
    result: IngestResult | None


@frozen
class Look:
    """What one look brought. `waiting` counts files that are not complete yet."""

    arrivals: tuple[Arrival, ...]
    waiting: int


Change = Literal["there", "gone"]


class Watcher:
    """Looks at folders; kept from one look to the next.

    Args:
        context: where recordings go.
        folders: what to look at; the drive of a watch stands for its folder of recordings.
        machine: where further watches are looked for.
    """

    def __init__(self, context: Context, folders: Sequence[Path], machine: Machine) -> None:
        for folder in folders:
            if not folder.is_dir():
                raise BadArgument("folder", str(folder), message("a folder that is there"))
        self._context, self._named, self._machine = context, tuple(folders), machine
        self._state = State(context.data_folder)
        self._tried = _remembered(self._state.setting(KEY) if self._state.is_there else None)
        self._before: Mapping[Path, Stamp] = {}
        self._drives: frozenset[Path] = frozenset()

    def folders(self) -> tuple[Path, ...]:
        """The folders that are looked at now."""
        named = [folder for drive in self._named for folder in activity_folders(drive) or (drive,)]
        return tuple(dict.fromkeys((*named, *watch_folders(self._machine))))

    def drives(self) -> Mapping[Path, Change]:
        """Watches that were plugged in or taken away since this was asked last."""
        now = frozenset(watch_folders(self._machine))
        changes: dict[Path, Change] = dict.fromkeys(sorted(now - self._drives), "there")
        changes |= dict.fromkeys(sorted(self._drives - now), "gone")
        self._drives = now
        return changes

    def look(self) -> Look:
        """List the folders once, and take in what is complete and was not tried yet.

        Raises:
            StoreError: the store cannot be used; what was not taken in is tried again.
        """
        now_ns = round(self._context.now().timestamp() * 1e9)
        present: dict[Path, Stamp] = {}
        arrivals: list[Arrival] = []
        waiting = 0
        for folder in self.folders():
            stamps = stamps_in(folder)
            present |= stamps
            new = {
                path: stamp for path, stamp in stamps.items() if not self._was_tried(path, stamp)
            }
            whole = [
                path for path, stamp in new.items() if self._is_whole(path, stamp, now_ns=now_ns)
            ]
            waiting += len(new) - len(whole)
            if whole:
                arrivals.append(self._take_in(folder, whole))
                self._remember({path: new[path] for path in whole})
        self._before = present
        return Look(arrivals=tuple(arrivals), waiting=waiting)

    def _was_tried(self, path: Path, stamp: Stamp) -> bool:
        return self._tried.get(shown(path)) == stamp

    def _is_whole(self, path: Path, stamp: Stamp, *, now_ns: int) -> bool:
        settled = now_ns - stamp[1] >= SETTLED_S * 1e9
        return stamp[0] > 0 and (settled or self._before.get(path) == stamp)

    def _take_in(self, folder: Path, paths: Sequence[Path]) -> Arrival:
        recordings = [path for path in paths if _is_ours(path)]
        result = ingest(self._context, paths=recordings) if recordings else None
        return Arrival(folder=folder, paths=tuple(recordings), result=result)

    def _remember(self, tried: Mapping[Path, Stamp]) -> None:
        for path, stamp in tried.items():
            self._tried.pop(shown(path), None)
            self._tried[shown(path)] = stamp
        for oldest in list(self._tried)[: -_REMEMBERED_MAX or None]:
            del self._tried[oldest]
        self._state.write_setting(KEY, json.dumps(self._tried))


def problems_of(result: IngestResult) -> tuple[Problem, ...]:
    """What could not be read first, then what is no run."""
    return (*result.failed, *result.refused)


def stamps_in(folder: Path) -> Mapping[Path, Stamp]:
    """What of a folder may be a recording, or an export that was unpacked, by what changes when it
    changes; of the folders in it, what is a recording by its name. A folder that cannot be looked
    into, as that of a watch that was taken away, has none."""
    stamps: dict[Path, Stamp] = {}
    for path in candidates_in(folder):
        with contextlib.suppress(OSError):
            if path.is_file():
                stamps[path] = _stamp_of([path])
            elif path.is_dir():
                stamps[path] = _stamp_of([path, *path.rglob("*")])
    return stamps


def _stamp_of(paths: Iterable[Path]) -> Stamp:
    states = [path.stat() for path in paths]
    return (
        sum(state.st_size for state in states),
        max(state.st_mtime_ns for state in states),
        max(state.st_ctime_ns for state in states),
    )


def _is_ours(path: Path) -> bool:
    """Whether it holds a recording, or should: what is damaged or locked is to be told."""
    return holds_a_recording(path) or (path.is_file() and path.suffix.lower() not in _OF_ANYBODY)


def _remembered(text: str | None) -> dict[str, Stamp]:
    try:
        stored = json.loads(text or "{}")
    except (ValueError, RecursionError):
        return {}
    return dict(_stamped(stored.items())) if isinstance(stored, dict) else {}


def _stamped(items: Iterable[tuple[str, object]]) -> Iterable[tuple[str, Stamp]]:
    for name, stamp in items:
        if isinstance(stamp, list) and len(stamp) == 3 and all(isinstance(n, int) for n in stamp):
            yield name, (stamp[0], stamp[1], stamp[2])
