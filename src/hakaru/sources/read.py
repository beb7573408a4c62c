"""Exports of many activities, as one candidate for each.

An export of Apple Health is streamed once, and what belongs to each run is put aside on disk, in
files without a name that are gone with the process. The list of a Strava account goes with the
recordings it names; what is left of it are the runs without one.

Top-level functions of picklable arguments and results, so that files can be read in parallel.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import BinaryIO, cast

from hakaru.core.errors import Refused, Unreadable
from hakaru.core.i18n import message
from hakaru.core.names import reason_of
from hakaru.core.units import SECONDS_PER_DAY, format_duration
from hakaru.records import frozen
from hakaru.running.activity import Issue, Provenance, Recording, SourceKind
from hakaru.running.plausibility import (
    SPAN_MAX_S,
    TooFast,
    too_fast,
    without_impossible_values,
    without_leaps,
)
from hakaru.sources import archive
from hakaru.sources.activities_csv import read_activities_csv
from hakaru.sources.apple.export import Files, HeldWorkout, unfold
from hakaru.sources.apple.workout import read_apple_workout
from hakaru.sources.discover import APPLE_ROUTES, Candidate, FileRef, Kind
from hakaru.sources.files import (
    FILE_MAX_BYTES,
    open_regular,
    read_regular,
    refuse_costly_samples,
    shown,
)
from hakaru.sources.fit.recordings import read_fit
from hakaru.sources.garmin.activity import read_garmin_json
from hakaru.sources.garmin.lists import read_summarized_activities
from hakaru.sources.gpx import read_gpx
from hakaru.sources.polar import read_polar_json
from hakaru.sources.strava import read_strava_csv, read_strava_list, refuse_other_sport, with_listed
from hakaru.sources.tcx import read_tcx

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


Reader = Callable[..., tuple[Recording, ...]]
_READERS: Mapping[Kind, tuple[Reader, SourceKind]] = {
    "fit": (read_fit, "fit"),
    "tcx": (read_tcx, "tcx"),
    "gpx": (read_gpx, "gpx"),
    "garmin-export": (read_summarized_activities, "garmin-json"),
    "garmin-csv": (read_activities_csv, "garmin-csv"),
    "polar-json": (read_polar_json, "polar-json"),
}

_OF_A_DEVICE: frozenset[Kind] = frozenset({"fit", "tcx", "gpx"})
"""What a device wrote of one occasion; a list or a summary may say less of it, beside others."""


@frozen
class Fingerprint:
    """What identifies a candidate across runs of the ingest: the same content is not read twice."""

    path: str
    member: str | None
    sha256: str


def fingerprint(candidate: Candidate) -> Fingerprint:
    """Identity of the content, unpacked but not parsed. Raises Unreadable like `read_candidate`."""
    if candidate.kind == "apple-health":
        candidate = replace(candidate, beside=())
    return _fingerprint(candidate, _unpack(candidate))


def read_candidate(candidate: Candidate) -> tuple[Recording, ...]:
    """The runs of one candidate, at least one.

    Raises:
        Refused: sound, but no run.
        Unreadable: nothing usable in it; `reason` and, where known, `offset_byte` say why.
    """
    where = _where(candidate.file)
    if candidate.listed is not None:
        refuse_other_sport(candidate.listed, where=where)
    files = _unpack(candidate)
    identity = _fingerprint(candidate, files)
    kind: SourceKind
    if candidate.kind == "garmin-json":
        by_name = {shown(file.name): content.data for file, content in files.items()}
        recordings = read_garmin_json(by_name, provenance=_provenance(identity, "garmin-json"))
    elif candidate.kind == "apple-health":
        workout, *routes = files
        by_name = {shown(file.name): files[file].data for file in routes}
        origin = _provenance(identity, "apple-health")
        recordings = read_apple_workout(files[workout].data, by_name, provenance=origin)
    elif candidate.kind == "strava-csv":
        recordings = read_strava_csv(
            files[candidate.file].data,
            provenance=_provenance(identity, "strava-csv"),
            only_rows=candidate.only_rows,
        )
    else:
        reader, kind = _READERS[_known(candidate)]
        (unpacked,) = files.values()
        recordings = reader(unpacked.data, provenance=_provenance(identity, kind))
    if candidate.listed is not None and candidate.listed_in is not None:
        origin = _origin_of_list(candidate.listed_in, identity)
        recordings = with_listed(recordings, candidate.listed, origin=origin)
    faults = [file.fault for file in files.values() if file.fault is not None]
    return tuple(_marked(recording, faults) for recording in _plausible(recordings, candidate))


def _plausible(recordings: tuple[Recording, ...], candidate: Candidate) -> tuple[Recording, ...]:
    """The recordings without leaps of their clock and impossible values, at least one.

    What is faster than any human is left out, and refused where nothing else is there.
    """
    path = _where(candidate.file)
    for recording in recordings:
        refuse_costly_samples(recording.series["elapsed_s"].size, path=path)
    spread = [without_leaps(recording) for recording in recordings]
    calm = [recording for recording in spread if recording is not None]
    if candidate.kind in _OF_A_DEVICE and calm and not any(map(_holds_a_course, calm)):
        raise Unreadable(path, message("no run: no time passes in it and no distance is covered"))
    if not calm:
        days = SPAN_MAX_S / SECONDS_PER_DAY
        reason = message(
            "its samples are spread over more than {n} <n:day|days>, which no run takes",
            n=f"{days:.0f}",
        )
        raise Unreadable(path, reason)
    speeds = [too_fast(recording) for recording in calm]
    runs = [run for run, speed in zip(calm, speeds, strict=True) if speed is None]
    rides = [speed for speed in speeds if speed is not None]
    if not runs:
        speed, lasted = _figures(rides[0])
        raise Refused(
            path,
            message(
                "no run: {speed} m/s for {lasted} is faster than any human has run for "
                "that long (a bicycle, a car, or a broken counter)",
                speed=speed,
                lasted=lasted,
            ),
        )
    if rides:
        runs[0] = _with_rides_said(runs[0], rides)
    return tuple(without_impossible_values(recording) for recording in runs)


def _holds_a_course(recording: Recording) -> bool:
    """Whether time or distance pass in it, by its samples, its laps or its totals."""
    totals = (recording.summary.distance_m, recording.summary.timer_s, recording.summary.elapsed_s)
    of_laps = [lap.elapsed_s for lap in recording.laps]
    of_laps += [lap.distance_m for lap in recording.laps if lap.distance_m is not None]
    stated = (*of_laps, *(total for total in totals if total is not None))
    return recording.series["elapsed_s"].size > 1 or any(value > 0.0 for value in stated)


def _with_rides_said(run: Recording, rides: Sequence[TooFast]) -> Recording:
    """The first run of a file of several, with what was left out beside it."""
    speed, lasted = _figures(rides[0])
    sentence = message(
        "{n} of the file's activities left out as no run: {speed} m/s for "
        "{lasted} is faster than any human has run for that long",
        n=len(rides),
        speed=speed,
        lasted=lasted,
    )
    return replace(run, issues=(*run.issues, Issue(code="too_fast", message=sentence)))


def _figures(stretch: TooFast) -> tuple[str, str]:
    """Metres per second and minutes of what is faster than any human."""
    return f"{stretch.speed_mps:.1f}", format_duration(stretch.duration_s)


def _unpack(candidate: Candidate) -> Mapping[FileRef, archive.Unpacked]:
    if candidate.problem is not None:
        raise Unreadable(_where(candidate.file), candidate.problem)
    files: dict[FileRef, archive.Unpacked] = {}
    room_bytes = FILE_MAX_BYTES
    for file in (candidate.file, *candidate.beside):
        files[file] = read_file(file, limit_bytes=room_bytes)
        room_bytes -= len(files[file].data)
    return files


def _known(candidate: Candidate) -> Kind:
    if candidate.kind is None:
        raise Unreadable(_where(candidate.file), message("it is of no known kind"))
    return candidate.kind


def _where(file: FileRef) -> str:
    return shown(file.path if file.member is None else f"{file.path}!{file.member}")


def read_file(file: FileRef, *, limit_bytes: int = FILE_MAX_BYTES) -> archive.Unpacked:
    """The content of one file, unpacked. Raises Unreadable."""
    where = _where(file)
    try:
        if file.held is not None:
            return archive.Unpacked(data=file.held.read())
        if file.member is not None:
            unpacked = archive.read_member(file.path, file.member, limit_bytes=limit_bytes)
        else:
            data = read_regular(file.path, limit_bytes=limit_bytes)
            unpacked = archive.Unpacked(data=data)
    except OSError as exc:
        raise Unreadable(
            where, message("it cannot be opened: {reason}", reason=reason_of(exc))
        ) from exc
    if not archive.is_gzip(unpacked.data):
        return unpacked
    inner = archive.gunzip(unpacked.data, where=where, limit_bytes=limit_bytes)
    return replace(inner, fault=unpacked.fault if inner.fault is None else inner.fault)


def _fingerprint(candidate: Candidate, files: Mapping[FileRef, archive.Unpacked]) -> Fingerprint:
    """Of one file the digest of its content, of a set that of all names and digests in it.

    A workout of Apple Health is known by itself: its route has the day of the export in it.
    """
    digests = {
        shown(file.name): hashlib.sha256(content.data).hexdigest()
        for file, content in files.items()
        if candidate.kind != "apple-health" or file == candidate.file
    }
    if candidate.listed is not None:
        digests["listed"] = hashlib.sha256(repr(candidate.listed.facts).encode()).hexdigest()
    (digest,) = digests.values() if len(digests) == 1 else (_joined(digests),)
    member = None if candidate.member is None else shown(candidate.member)
    return Fingerprint(path=shown(candidate.path), member=member, sha256=digest)


def _joined(digests: Mapping[str, str]) -> str:
    lines = "".join(f"{digest}  {name}\n" for name, digest in sorted(digests.items()))
    return hashlib.sha256(lines.encode()).hexdigest()


def _provenance(identity: Fingerprint, kind: SourceKind) -> Provenance:
    return Provenance(kind=kind, path=identity.path, member=identity.member, sha256=identity.sha256)


def _origin_of_list(file: FileRef, identity: Fingerprint) -> Provenance:
    """A list as the source of what it says of one recording, which is known with it."""
    member = None if file.member is None else shown(file.member)
    return Provenance(
        kind="strava-csv", path=shown(file.path), member=member, sha256=identity.sha256
    )


def _marked(recording: Recording, faults: list[str]) -> Recording:
    """The recording with what was wrong with its packing."""
    if not faults:
        return recording
    issues = tuple(Issue(code="archive_damaged", message=fault) for fault in faults)
    return replace(recording, partial=True, issues=(*recording.issues, *issues))
