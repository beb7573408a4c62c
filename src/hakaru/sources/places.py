"""Where recordings usually lie on a machine: the folder of downloads, and a watch that is mounted
as a drive.

Names are looked at, and the first bytes of what may be a recording; nothing is read or copied.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from string import ascii_uppercase
from typing import Final, Literal

from hakaru.core.errors import Unreadable
from hakaru.records import frozen
from hakaru.sources.discover import GARMIN_LIST, HEAD_BYTES, discover, kind_of, suffix_of
from hakaru.sources.files import open_regular

PlaceKind = Literal["watch", "downloads"]

_WATCH_FOLDERS = (("garmin", "activity"), ("garmin", "activities"))
"""In small letters: where a watch keeps what it recorded, on its own drive."""
_WRITTEN_BY_WATCHES = (".fit", ".tcx", ".gpx", ".zip", ".csv", ".json", ".xml")
_OF_RUNS_ALONE = (".fit", ".tcx", ".gpx")
LEVELS: Final = 2
"""So deep lie years of runs in folders of their own, with their months; the home folder holds too
much that is somebody else's."""
_UNFINISHED = (".part", ".crdownload", ".download", ".partial", ".tmp")
"""What browsers put behind the name of a file that is still coming."""
_UNPACKED = frozenset({"apple_health_export", "activities", "takeout", "di_connect", "garmin"})
"""Folders in small letters that an export has at its top when it was unpacked."""
_XDG_DOWNLOADS = re.compile(r'^\s*XDG_DOWNLOAD_DIR\s*=\s*"(.*)"\s*$', re.MULTILINE)
_DOWNLOADS = ("Downloads", "ダウンロード")
_FIRST_DRIVE = 3
"""A, B and C of Windows are no drives of a watch."""


@frozen
class Machine:
    """Where a machine keeps what its users download and plug in; tests put one of their own here.

    `mount_roots` are folders in which a drive appears as a folder, one or two levels down.
    """

    home: Path
    mount_roots: tuple[Path, ...]

    @property
    def downloads(self) -> tuple[Path, ...]:
        """The folders of downloads that are there, each once."""
        named = [_xdg_downloads(self.home), *(self.home / name for name in _DOWNLOADS)]
        folders = {os.path.realpath(path): path for path in reversed(named) if _is_folder(path)}
        return tuple(reversed(folders.values()))


@frozen
class Place:
    """A folder in which recordings were found, and what to hand to the ingest."""

    kind: PlaceKind
    folder: Path
    paths: tuple[Path, ...]


def own_machine(
    *,
    home: Path | None = None,
    environment: Mapping[str, str] = os.environ,
    platform: str = sys.platform,
) -> Machine:
    """The machine this runs on."""
    return Machine(home=home or Path.home(), mount_roots=_mount_roots(environment, platform))


def usual_places(machine: Machine) -> tuple[Place, ...]:
    """Places that hold recordings now: watches first, then downloads. Never raises."""
    watches = [
        Place(kind="watch", folder=folder, paths=(folder,)) for folder in watch_folders(machine)
    ]
    downloads = [
        Place(kind="downloads", folder=folder, paths=paths)
        for folder in machine.downloads
        if (paths := tuple(recordings_in(folder)))
    ]
    return (*watches, *downloads)


def watch_folders(machine: Machine) -> tuple[Path, ...]:
    """Folders of recordings on drives that are mounted now, each once, in the order of names."""
    drives = {
        os.path.realpath(drive): drive
        for root in machine.mount_roots
        for drive in (root, *_folders_of(root, levels=2))
    }
    folders = [folder for drive in drives.values() for folder in activity_folders(drive)]
    return tuple({os.path.realpath(folder): folder for folder in folders}.values())


def activity_folders(drive: Path) -> tuple[Path, ...]:
    """The folders of recordings on the drive of a watch; none: it is not one."""
    folders = []
    for outer_name, inner_name in _WATCH_FOLDERS:
        for outer in _folders_of(drive):
            if outer.name.lower() == outer_name:
                folders += [path for path in _folders_of(outer) if path.name.lower() == inner_name]
    return tuple(folders)


def recordings_in(folder: Path, *, levels: int = LEVELS) -> Iterator[Path]:
    """Files of a folder, and unpacked exports in it, that hold what can be read as a recording; of
    the folders in it, so many `levels` down, those that have the name of a recording and no other
    use."""
    for path in candidates_in(folder, levels=levels):
        if _is_folder(path) or holds_a_recording(path):
            yield path


def candidates_in(folder: Path, *, levels: int = LEVELS) -> Iterator[Path]:
    """What has the name of something `recordings_in` would look into. What a browser is still
    writing is not here yet."""
    for path in _whole_entries_of(folder):
        if not _is_folder(path):
            yield from (path,) if may_be_recording(path.name) else ()
        elif is_unpacked_export(path):
            yield path
        elif levels > 0:
            yield from _of_runs_alone(path, levels=levels - 1)


def _of_runs_alone(folder: Path, *, levels: int) -> Iterator[Path]:
    for path in _whole_entries_of(folder):
        if not _is_folder(path):
            yield from (path,) if suffix_of(path.name) in _OF_RUNS_ALONE else ()
        elif levels > 0:
            yield from _of_runs_alone(path, levels=levels - 1)


def _whole_entries_of(folder: Path) -> Iterator[Path]:
    entries = _entries_of(folder)
    names = {entry.name for entry in entries}
    for entry in entries:
        if not any(entry.name + end in names for end in _UNFINISHED):
            yield Path(entry.path)


def is_unpacked_export(folder: Path) -> bool:
    """Whether a folder is one of those that an export of many activities unpacks to."""
    inside = {inner.name.lower() for inner in _entries_of(folder)}
    return _is_folder(folder) and (folder.name.lower() in _UNPACKED or bool(inside & _UNPACKED))


def may_be_recording(name: str) -> bool:
    """Whether a file has the name of something that is read."""
    return suffix_of(name) in _WRITTEN_BY_WATCHES and not name.startswith(".")


def holds_a_recording(path: Path) -> bool:
    """Whether a file, or folder, is or holds a recording by its first bytes. A list of anything
    else is none: it has a header of ours, or the name that Garmin gives it in every language."""
    if suffix_of(path.name) == ".csv" and not path.name.lower().startswith(GARMIN_LIST):
        try:
            with open_regular(path) as file:
                return kind_of(path.stem, file.read(HEAD_BYTES)) is not None
        except (OSError, Unreadable):
            return False
    return any(candidate.kind is not None for candidate in discover([path]))


def _entries_of(folder: Path) -> Sequence[os.DirEntry[str]]:
    """What lies in a folder, by name; nothing where it cannot be looked into."""
    try:
        with os.scandir(folder) as entries:
            shown = [entry for entry in entries if not entry.name.startswith(".")]
    except (OSError, ValueError):
        return []
    return sorted(shown, key=lambda entry: entry.name)


def _folders_of(folder: Path, *, levels: int = 1) -> Iterator[Path]:
    for entry in _entries_of(folder):
        path = Path(entry.path)
        if _is_folder(path):
            yield path
            if levels > 1:
                yield from _folders_of(path, levels=levels - 1)


def _is_folder(path: Path | None) -> bool:
    try:
        return path is not None and path.is_dir()
    except OSError:
        return False


def _xdg_downloads(home: Path) -> Path:
    """The folder that the desktop calls its downloads, in whatever language it was named."""
    try:
        text = (home / ".config" / "user-dirs.dirs").read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return home / _DOWNLOADS[0]
    match = _XDG_DOWNLOADS.search(text)
    named = "" if match is None else match[1].replace("$HOME", str(home))
    return Path(named) if Path(named).is_absolute() else home / _DOWNLOADS[0]


def _mount_roots(environment: Mapping[str, str], platform: str) -> tuple[Path, ...]:
    if platform == "win32":
        return tuple(Path(f"{letter}:\\") for letter in ascii_uppercase[_FIRST_DRIVE:])
    if platform == "darwin":
        return (Path("/Volumes"),)
    roots = [Path("/media"), Path("/run/media"), Path("/mnt")]
    if runtime := environment.get("XDG_RUNTIME_DIR"):
        roots.append(Path(runtime) / "gvfs")
    return tuple(roots)


_DOCUMENTS = ("Documents", "ドキュメント", "書類")


@frozen
class FoundRecordings:
    """Recordings in one folder: files, unpacked exports, or the folder of a watch."""

    folder: Path
    paths: tuple[Path, ...]


def find_recordings(machine: Machine) -> tuple[FoundRecordings, ...]:
    """A mounted watch, the downloads, the documents with the folders in them, and what lies in the
    home folder itself (such as `~/garmin`), in this order. Nothing is read but names and first
    bytes. Never raises."""
    usual = [
        FoundRecordings(folder=place.folder, paths=place.paths) for place in usual_places(machine)
    ]
    others = [
        FoundRecordings(folder=folder, paths=paths)
        for folder, levels in (*((own, LEVELS) for own in _documents(machine)), (machine.home, 0))
        if (paths := tuple(recordings_in(folder, levels=levels)))
    ]
    return (*usual, *others)


def folders_looked_in(machine: Machine) -> tuple[Path, ...]:
    """The folders in which recordings are looked for on a machine, without drives."""
    return (*machine.downloads, *_documents(machine), machine.home)


def _documents(machine: Machine) -> tuple[Path, ...]:
    return tuple(path for name in _DOCUMENTS if (path := machine.home / name).is_dir())
