"""Which recordings are behind the files, folders, globs and archives that a user names?

Nothing is read but names and first bytes. Inside a folder or archive, files that are none of ours
are passed over; a file that was named itself becomes a candidate with a `problem` instead.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from hakaru.core.errors import Unreadable
from hakaru.sources import archive
from hakaru.sources.files import at_home, open_regular
from hakaru.sources.json_sets import main_first, set_key
from hakaru.sources.sniff import HEAD_BYTES, Kind, kind_of, suffix_of

_IGNORED_FOLDERS = ("__MACOSX", "__pycache__", "node_modules")
_MAGIC = frozenset("*?[")
_READS = "FIT, TCX, GPX, Garmin Connect JSON, Activities.csv, or a gz or zip of these"


@dataclass(frozen=True, kw_only=True)
class FileRef:
    """One file: on disk, or a member of the archive `path` (`inner.zip!name` one level deeper)."""

    path: Path
    member: str | None = None

    @property
    def name(self) -> str:
        """The bare file name."""
        name = self.path.name if self.member is None else self.member.rpartition("!")[2]
        return PurePosixPath(name.replace("\\", "/")).name

    @property
    def folder(self) -> str:
        """What all files of one folder share."""
        return f"{self.path.parent}" if self.member is None else self._member_folder()

    def _member_folder(self) -> str:
        return f"{self.path}!{str(self.member).rpartition('/')[0]}"


@dataclass(frozen=True, kw_only=True)
class Candidate:
    """One thing to read: one recording file, or the JSON files of one activity.

    `beside` are the further files of a set. `problem` says why there is nothing to read; `kind` is
    None then.
    """

    file: FileRef
    kind: Kind | None
    beside: tuple[FileRef, ...] = ()
    problem: str | None = None

    @property
    def path(self) -> Path:
        """The file on disk that holds it."""
        return self.file.path

    @property
    def member(self) -> str | None:
        """Its name inside the archive `path`; None for a plain file."""
        return self.file.member


@dataclass(frozen=True, kw_only=True)
class _Found:
    file: FileRef
    kind: Kind | None
    problem: str | None = None


def discover(paths: Sequence[Path]) -> list[Candidate]:
    """Candidates of all paths in a stable order, each once. Never raises for a bad file."""
    by_source: dict[tuple[str, str | None], _Found] = {}
    for path in paths:
        for found_file in _found_at(path):
            by_source.setdefault((_real(found_file.file.path), found_file.file.member), found_file)
    return _with_sets(list(by_source.values()))


def _real(path: Path) -> str:
    """Where a path leads to; itself where no file can have that name."""
    try:
        return os.path.realpath(path)
    except ValueError:
        return str(path)


def _found_at(path: Path) -> Iterator[_Found]:
    path = at_home(path)
    try:
        is_folder, is_there = path.is_dir(), path.exists()
    except OSError as exc:
        yield _Found(file=FileRef(path=path), kind=None, problem=_not_opened(exc))
        return
    if is_folder:
        yield from _in_folder(path)
    elif is_there:
        yield from _in_file(path, is_named=True)
    elif _MAGIC & set(str(path)):
        yield from _in_glob(path)
    else:
        yield _Found(file=FileRef(path=path), kind=None, problem="there is no such file or folder")


def _in_folder(folder: Path) -> Iterator[_Found]:
    for parent, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not _is_ignored(name))
        for name in sorted(names):
            if not _is_ignored(name):
                yield from _in_file(Path(parent, name), is_named=False)


def _in_glob(pattern: Path) -> Iterator[_Found]:
    parts = pattern.parts
    n_plain = next(index for index, part in enumerate(parts) if _MAGIC & set(part))
    base = Path(*parts[:n_plain])
    matches = sorted(base.glob(str(Path(*parts[n_plain:]))))
    if not matches:
        yield _Found(file=FileRef(path=pattern), kind=None, problem="no file matches this pattern")
    for match in matches:
        yield from _in_folder(match) if match.is_dir() else _in_file(match, is_named=False)


def _is_ignored(name: str) -> bool:
    return name.startswith(".") or name in _IGNORED_FOLDERS


def _in_file(path: Path, *, is_named: bool) -> Iterator[_Found]:
    """What one file on disk holds: itself, or the members of a zip."""
    file = FileRef(path=path)
    if not is_named and not path.is_file() and not _promises_a_recording(path.name):
        return
    try:
        with open_regular(path) as stream:
            head = stream.read(HEAD_BYTES)
        if archive.is_zip(head) or (suffix_of(path.name) == ".zip" and head):
            members = list(_in_zip(path))
            if members or not is_named:
                yield from members
            else:
                yield _Found(file=file, kind=None, problem="the archive holds no recording")
            return
    except OSError as exc:
        yield _Found(file=file, kind=None, problem=_not_opened(exc))
        return
    except Unreadable as exc:
        yield _Found(file=file, kind=None, problem=exc.reason)
        return
    if archive.is_gzip(head):
        head = archive.gunzip_head(head, HEAD_BYTES)
    yield from _classified(file, head, is_named=is_named)


def _promises_a_recording(name: str) -> bool:
    return kind_of(name, b"") is not None or suffix_of(name) in (".json", ".zip")


def _classified(file: FileRef, head: bytes, *, is_named: bool) -> Iterator[_Found]:
    kind = kind_of(file.name, head)
    is_json = suffix_of(file.name) == ".json"
    if kind is not None:
        yield _Found(file=file, kind=kind)
    elif is_json:
        yield _Found(file=file, kind=None, problem=_unknown(head) if is_named else None)
    elif is_named:
        yield _Found(file=file, kind=None, problem=_unknown(head))


def _not_opened(exc: OSError) -> str:
    return f"it cannot be opened: {exc.strerror}"


def _unknown(head: bytes) -> str:
    return "the file is empty" if not head else f"not a format that can be read ({_READS})"


def _in_zip(path: Path) -> Iterator[_Found]:
    names = archive.member_names(path)
    n_left = archive.MEMBERS_MAX - len(names)
    for name in sorted(names):
        file = FileRef(path=path, member=name)
        if any(_is_ignored(part) for part in PurePosixPath(name).parts):
            continue
        if suffix_of(name) != ".zip":
            yield from _in_member(file)
            continue
        try:
            inner_names = archive.inner_member_names(path, name, most=n_left)
        except Unreadable as exc:
            yield _Found(file=file, kind=None, problem=exc.reason)
            continue
        n_left -= len(inner_names)
        yield from _in_inner_zip(path, name, inner_names)


def _in_inner_zip(path: Path, member: str, names: Sequence[str]) -> Iterator[_Found]:
    for name in sorted(names):
        if not any(_is_ignored(part) for part in PurePosixPath(name).parts):
            inner = FileRef(path=path, member=f"{member}{archive.NESTING_MARK}{name}")
            yield from _in_member(inner)


def _in_member(file: FileRef) -> Iterator[_Found]:
    """A member whose suffix tells its kind is not opened; JSON and unknown names are, and what
    cannot be opened is nothing we know."""
    member = str(file.member)
    kind = None if suffix_of(member) == ".json" else kind_of(member, b"")
    if kind is not None:
        yield _Found(file=file, kind=kind)
        return
    try:
        head = archive.member_head(file.path, member, n_bytes=HEAD_BYTES)
    except Unreadable:
        return
    if archive.is_gzip(head):
        head = archive.gunzip_head(head, HEAD_BYTES)
    yield from _classified(file, head, is_named=False)


def _with_sets(found_files: list[_Found]) -> list[Candidate]:
    """Candidates in the order found; the JSON files of one activity as one, at its first place."""
    names = _garmin_names_by_folder(found_files)
    sets: dict[tuple[str, str], list[FileRef]] = defaultdict(list)
    for found_file in found_files:
        key = _set_of(found_file, names)
        if key is not None:
            sets[key].append(found_file.file)
    candidates = []
    for found_file in found_files:
        key = _set_of(found_file, names)
        if key is None and (found_file.kind is not None or found_file.problem is not None):
            candidates.append(
                Candidate(file=found_file.file, kind=found_file.kind, problem=found_file.problem)
            )
        elif key is not None and key in sets:
            candidates.append(_set_candidate(sets.pop(key)))
    return candidates


def _garmin_names_by_folder(found_files: Iterable[_Found]) -> dict[str, frozenset[str]]:
    names: dict[str, set[str]] = defaultdict(set)
    for found_file in found_files:
        if found_file.kind == "garmin-json":
            names[found_file.file.folder].add(found_file.file.name.lower())
    return {folder: frozenset(inside) for folder, inside in names.items()}


def _set_of(found_file: _Found, names: dict[str, frozenset[str]]) -> tuple[str, str] | None:
    if suffix_of(found_file.file.name) != ".json" or found_file.kind == "garmin-export":
        return None
    key = set_key(found_file.file.name, garmin_names=names.get(found_file.file.folder, frozenset()))
    return None if key is None else (found_file.file.folder, key)


def _set_candidate(files: list[FileRef]) -> Candidate:
    order = main_first([file.name for file in files])
    first, *others = sorted(files, key=lambda file: order.index(file.name))
    return Candidate(file=first, kind="garmin-json", beside=tuple(others))
