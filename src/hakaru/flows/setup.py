"""Which recordings of a machine does `hakaru setup` take in?"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from hakaru.sources.places import Machine, recordings_in, usual_places

_DOCUMENTS = ("Documents", "ドキュメント", "書類")


@dataclass(frozen=True, kw_only=True)
class FoundRecordings:
    """Recordings in one folder: files, unpacked exports, or the folder of a watch."""

    folder: Path
    paths: tuple[Path, ...]


def find_recordings(machine: Machine) -> tuple[FoundRecordings, ...]:
    """A mounted watch, the downloads, the documents, and what lies in the home folder itself (such
    as `~/garmin`), in this order. Nothing is read but names and first bytes. Never raises."""
    usual = [
        FoundRecordings(folder=place.folder, paths=place.paths) for place in usual_places(machine)
    ]
    others = [
        FoundRecordings(folder=folder, paths=paths)
        for folder in (*_documents(machine), machine.home)
        if (paths := tuple(recordings_in(folder)))
    ]
    return (*usual, *others)


def folders_looked_in(machine: Machine) -> tuple[Path, ...]:
    """The folders in which recordings are looked for on a machine, without drives."""
    return (*machine.downloads, *_documents(machine), machine.home)


def _documents(machine: Machine) -> tuple[Path, ...]:
    return tuple(path for name in _DOCUMENTS if (path := machine.home / name).is_dir())
