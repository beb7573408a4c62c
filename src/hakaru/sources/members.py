"""Exports of many activities, as one candidate for each.

An export of Apple Health is streamed once, and what belongs to each run is put aside on disk, in
files without a name that are gone with the process. The list of a Strava account goes with the
recordings it names; what is left of it are the runs without one.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import BinaryIO, cast

from hakaru.core.errors import Unreadable
from hakaru.sources import archive
from hakaru.sources.apple.export import Files, HeldWorkout, unfold
from hakaru.sources.discover import APPLE_ROUTES, Candidate, FileRef
from hakaru.sources.files import open_regular, shown
from hakaru.sources.read import read_file
from hakaru.sources.strava import read_strava_list

EXPORT_MAX_BYTES = 32 * 2**30
"""A streamed export may not be larger than this, unpacked."""
_CHUNK_BYTES = 2**20


def streamed_bytes(candidates: Iterable[Candidate]) -> int:
    """How much is read to unfold the candidates."""
    return sum(_size_bytes(candidate.file) for candidate in candidates if _is_folded(candidate))


@contextmanager
def unfolded(
    candidates: Sequence[Candidate],
    *,
    folder: Path,
    on_bytes: Callable[[int], None],
) -> Iterator[list[Candidate]]:
    """The candidates, each export of many activities as one for each of them.

    Args:
        candidates: as they were discovered.
        folder: where there is room on disk for what is put aside.
        on_bytes: is told how many bytes of an export were read, piece by piece.
    """
    files = Files(lambda: cast("BinaryIO", tempfile.TemporaryFile(dir=folder)))  # noqa: SIM115
    try:
        members: list[Candidate] = []
        for candidate in candidates:
            if _is_folded(candidate):
                members += _workouts(candidate, files, on_bytes)
            else:
                members.append(candidate)
        yield _with_lists(members)
    finally:
        files.close()


def _is_folded(candidate: Candidate) -> bool:
    return candidate.kind == "apple-health" and candidate.file.held is None


def _workouts(
    candidate: Candidate, files: Files, on_bytes: Callable[[int], None]
) -> Iterator[Candidate]:
    export = candidate.file
    where = shown(export.path if export.member is None else f"{export.path}!{export.member}")
    unfolded_export = unfold(_chunks(export), files, path=where, on_bytes=on_bytes)
    for workout in unfolded_export.workouts:
        yield Candidate(
            file=FileRef(path=export.path, member=workout.name, held=workout.content),
            kind="apple-health",
            beside=tuple(_routes(export, workout)),
        )
    if unfolded_export.fault is not None:
        yield Candidate(file=export, kind=None, problem=unfolded_export.fault)


def _chunks(export: FileRef) -> Iterator[bytes]:
    if export.member is not None:
        yield from archive.member_chunks(export.path, export.member, limit_bytes=EXPORT_MAX_BYTES)
        return
    with open_regular(export.path) as file:
        left = EXPORT_MAX_BYTES
        while left > 0 and (chunk := file.read(_CHUNK_BYTES)):
            left -= len(chunk)
            yield chunk


def _size_bytes(export: FileRef) -> int:
    try:
        if export.member is None:
            return export.path.stat().st_size
        return archive.member_bytes(export.path, export.member)
    except (OSError, Unreadable):
        return 0


def _routes(export: FileRef, workout: HeldWorkout) -> Iterator[FileRef]:
    """The files of a workout's positions that are in the export; their names alone are believed."""
    for named in workout.routes:
        route = export.beside_it(f"{APPLE_ROUTES}/{PurePosixPath(named).name}")
        if _is_there(route):
            yield route


def _is_there(file: FileRef) -> bool:
    try:
        if file.member is None:
            return file.path.is_file()
        archive.member_bytes(file.path, file.member)
    except (OSError, ValueError, Unreadable):
        return False
    return True


def _with_lists(candidates: list[Candidate]) -> list[Candidate]:
    """The candidates, those that a list names with what it says of them."""
    places = {
        (candidate.path, candidate.member): place for place, candidate in enumerate(candidates)
    }
    joined = list(candidates)
    for place, candidate in enumerate(candidates):
        if candidate.kind == "strava-csv":
            joined[place] = _join(candidate, joined, places)
    return [candidate for candidate in joined if candidate.only_rows != frozenset()]


def _join(
    candidate: Candidate, joined: list[Candidate], places: dict[tuple[Path, str | None], int]
) -> Candidate:
    """The list with the rows that name no recording beside it; the others go to those."""
    try:
        data = read_file(candidate.file).data
        activities = read_strava_list(data, where=shown(candidate.path))
    except Unreadable:  # said when the list itself is read
        return candidate
    left: set[int] = set()
    for activity in activities:
        recording = candidate.file.beside_it(activity.file) if activity.file else None
        place = None if recording is None else places.get((recording.path, recording.member))
        if place is not None:
            joined[place] = replace(joined[place], listed=activity, listed_in=candidate.file)
        elif activity.is_run:
            left.add(activity.row_number)
    has_recordings = any(member.listed_in == candidate.file for member in joined)
    return replace(candidate, only_rows=frozenset(left)) if has_recordings else candidate
