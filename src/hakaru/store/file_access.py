"""Files that somebody names: where one may be made, and which may be read.

A person (command line, Python) names a path and gets that path; an existing file is replaced only
by leave. What a model names is never used as a path: a file it makes lies in the exports of the
data folder under a name made safe, and a file it reads is copied from a folder that the person
listed before anything looks at it. Both are reached from an open folder, name by name and without
following a link, so that nothing swapped meanwhile leads elsewhere.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import re
import shutil
import stat
import time
import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from hakaru.core.errors import FileIsThere, FolderNotListed, HakaruError, StoreDamaged, Unreadable
from hakaru.core.i18n import message
from hakaru.core.names import reason_of
from hakaru.records import frozen
from hakaru.store.private import usual_folder, usual_mode

EXPORTS = "exports"
"""The folder below the data folder in which a model makes files."""
UPLOADS = "uploads"
"""The one in which lies what a person handed in on the dashboard."""
QUERIES = "queries"
"""The one in the exports for rows of queries, whose files we name."""
STAGING = Path("cache", "handed-in")
STAGED_MOST_BYTES = 4_000_000_000
STAGED_MOST_FILES = 100_000
"""What a model may hand in at once; more is for the person to ingest."""
_DISK_LEFT_BYTES = 256_000_000
_STAGED_AGE_S = 86_400.0
"""Older copies were left behind by a process that died."""
_DEEPEST = 64
_CHUNK_BYTES = 1 << 20
_NAME_MOST_BYTES = 120
_SUFFIX_MOST_BYTES = 16
_SAME_NAME_MOST = 1000
_UNSAFE = re.compile(r"[^\w.\- ]")
_SEPARATORS = re.compile(r"[/\\]+")
_RESERVED = re.compile(rf"(con|prn|aux|nul|com\d|lpt\d)(\..*)?|{QUERIES}", re.IGNORECASE)
"""Names that some system or we have taken."""
_MAGIC = frozenset("*?[")

_NO_ROOM = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))
_STEPWISE = os.open in os.supports_dir_fd
"""Whether the system opens names relative to an open folder (Windows does not)."""
_NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
_FOLDER = os.O_RDONLY | _NO_LINK | getattr(os, "O_DIRECTORY", 0)
_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINK | getattr(os, "O_BINARY", 0)
_OLD_FILE = os.O_RDONLY | _NO_LINK | getattr(os, "O_NONBLOCK", 0)

NewFiles = Iterable[tuple[str, bytes]]
"""Names, bare or in one folder below ("time/a.svg"), and what shall be in the files."""


class Output(ABC):
    """Where an operation may make a file, or a folder of files."""

    @property
    @abstractmethod
    def name(self) -> str:
        """What the file is called, for its ending says the format."""

    @abstractmethod
    def write_file(self, text: str) -> Path:
        """Make the file; where it lies.

        Raises:
            FileIsThere: a file of the person's is there, and may not be replaced.
            StoreDamaged: it cannot be written.
        """

    @abstractmethod
    def write_folder(self, files: NewFiles, *, name: str) -> tuple[Path, ...]:
        """Make files in the folder, all or none; where they lie. `name`: how a folder is called
        that nobody named. Raises as `write_file`."""


@frozen
class PersonOutput(Output):
    """A path as a person or our own program names it, used as it is."""

    path: Path
    overwrite: bool = False

    @property
    def name(self) -> str:
        """The last part of the path."""
        return self.path.name

    def write_file(self, text: str) -> Path:
        """Make the file and the folders above it."""
        with _writable(self.path):
            usual_folder(self.path.parent)
            self._write(self.path, text.encode("utf-8", "replace"))
        return self.path

    def write_folder(self, files: NewFiles, *, name: str) -> tuple[Path, ...]:  # noqa: ARG002
        """Make the folder where need be, and the files in it."""
        paths: list[Path] = []
        made: list[Path] = []
        with _writable(self.path), _undone(made):
            usual_folder(self.path)
            for file_name, data in files:
                path = self.path / file_name
                usual_folder(path.parent)
                is_new = not path.exists()
                self._write(path, data)
                paths.append(path)
                if is_new:
                    made.append(path)
        return tuple(paths)

    def _write(self, path: Path, data: bytes) -> None:
        if self.overwrite:
            _replace(path, data)
            return
        try:
            _create(str(path), data=data, mode=0o666)
        except FileExistsError as exc:
            if not _is_beginning(path, data):
                raise FileIsThere(str(path)) from exc
            _replace(path, data)
        usual_mode(path)


@frozen
class ModelOutput(Output):
    """A new file or folder in the exports of a data folder. `named` None: nothing was named."""

    data_folder: Path
    named: str | None
    default: str

    @property
    def name(self) -> str:
        """The name made safe."""
        return safe_name(self.named or "", default=self.default)

    def write_file(self, text: str) -> Path:
        """Make the file under its name, or the name with a number where that is taken."""
        data = text.encode("utf-8", "replace")
        with _writable(self.data_folder), _exports(self.data_folder) as folder:
            for name in _numbered(self.name):
                with contextlib.suppress(FileExistsError):
                    _create(*folder.at(name), data=data, mode=0o600)
                    return folder.path / name
        raise _too_many(self.name)

    def write_folder(self, files: NewFiles, *, name: str) -> tuple[Path, ...]:
        """Make the files in a folder that was not there."""
        wanted = self.name if self.named else safe_name(name, default=self.default)
        with _writable(self.data_folder), _exports(self.data_folder) as exports:
            for free in _numbered(wanted):
                path, folder_fd = exports.at(free)
                try:
                    os.mkdir(path, 0o700, dir_fd=folder_fd)
                except FileExistsError:
                    continue
                return _filled(exports, free, files)
        raise _too_many(wanted)


def person_output(given: Path | Output, *, overwrite: bool = False) -> Output:
    """Where a flow writes: what a surface made safe, or a path of whoever calls it in Python."""
    return given if isinstance(given, Output) else PersonOutput(path=given, overwrite=overwrite)


def safe_name(named: str, *, default: str) -> str:
    """The last part of what was named, as a bare, visible file name of harmless characters."""
    parts = [part for part in _SEPARATORS.split(unicodedata.normalize("NFC", named)) if part]
    last = _UNSAFE.sub("_", parts[-1]) if parts else ""
    last = last.lstrip(". -").rstrip(". ")
    if not last or _RESERVED.fullmatch(last):
        last = default
    stem, dot, suffix = last.rpartition(".")
    if not stem or len(suffix.encode()) > _SUFFIX_MOST_BYTES:
        stem, dot, suffix = last, "", ""
    room = _NAME_MOST_BYTES - len((dot + suffix).encode())
    cut = stem.encode()[:room].decode("utf-8", "ignore") + dot + suffix
    return cut.rstrip(". ")


@frozen
class Staged:
    """Copies of what a model named, to be read in its place."""

    paths: tuple[Path, ...]
    labels: tuple[tuple[str, str], ...]

    def shown(self, text: str) -> str:
        """A text with the names that were handed in instead of those of the copies."""
        for copy, label in self.labels:
            text = text.replace(copy, label)
        return text

    def relabel(self, error: HakaruError) -> None:
        """Let an error speak of the names that were handed in."""
        error.args = (error.message.changed(self.shown),)


@contextmanager
def staged(
    named: Sequence[str], *, folders: Sequence[Path], uploads: Path, data_folder: Path
) -> Iterator[Staged]:
    """Private copies of files and folders that a model names, for as long as it is read.

    `folders` are those that the person listed; `uploads` is the part of the data folder that the
    person handed in, the rest of which stays closed. Hidden files, links and whatever is no
    ordinary file are left out.

    Raises:
        FolderNotListed: something lies in no such folder.
        Unreadable: there is nothing of that name, it is no ordinary file, or all is too large.
        StoreDamaged: it cannot be copied.
    """
    reach = _Reach(folders=folders, uploads=uploads, data_folder=data_folder)
    sources = [reach.find(name) for name in named]
    with contextlib.ExitStack() as cleared:
        with _writable(data_folder):
            folder = _staging(data_folder)
            cleared.callback(shutil.rmtree, folder, ignore_errors=True)
            budget = _Budget(folder, closed=reach.closed)
        copies = [
            (budget.copy(source, folder / f"{number:06d}"), source)
            for number, source in enumerate(sources)
        ]
        yield Staged(
            paths=tuple(copy / source.pattern for copy, source in copies),
            labels=tuple((str(copy), source.label) for copy, source in copies),
        )


@frozen
class _Source:
    """What a model named: a real folder that is open to it, the way down from there, and what it
    was called. `pattern` is looked for below ('': none)."""

    root: str
    parts: tuple[str, ...]
    label: str
    pattern: str = ""


class _Reach:
    """Which files a model may read."""

    def __init__(self, *, folders: Sequence[Path], uploads: Path, data_folder: Path) -> None:
        self._listed = tuple(folders)
        self._open = tuple(os.path.realpath(folder) for folder in (uploads, *folders))
        self._data = os.path.realpath(data_folder)
        self.closed = _identity(self._data)

    def find(self, named: str) -> _Source:
        """Where something lies that a model names. Raises FolderNotListed."""
        path, pattern = _without_pattern(self._absolute(named))
        try:
            real = os.path.realpath(path)
        except (OSError, ValueError) as exc:
            raise self._refused(named) from exc
        uploads = self._open[0]
        inside = (uploads,) if _is_below(real, self._data) else self._open
        for root in inside:
            parts = Path(os.path.relpath(real, root)).parts if _is_below(real, root) else None
            if parts is not None and not any(part.startswith(".") for part in parts):
                return _Source(root=root, parts=parts, label=str(path), pattern=pattern)
        raise self._refused(named)

    def _absolute(self, named: str) -> Path:
        """A relative name is looked for in the listed folders."""
        try:
            path = Path(named).expanduser()
            if path.is_absolute():
                return path
            places = [folder / path for folder in self._listed]
            return next((place for place in places if os.path.lexists(place)), (*places, path)[0])
        except (OSError, ValueError, RuntimeError) as exc:
            raise self._refused(named) from exc

    def _refused(self, named: str) -> FolderNotListed:
        try:
            path = Path(named).expanduser().absolute()
        except RuntimeError:  # nobody has that name
            path = Path(named).absolute()
        if _is_below(os.path.normpath(path), self._data):
            return FolderNotListed(named, None)
        folder = str(path.parent if path.suffix else path)
        listed = [*map(str, self._listed), folder]
        written = json.dumps(listed, ensure_ascii=False).encode("utf-8", "replace").decode()
        return FolderNotListed(named, f"folders = {written}")


class _Budget:
    """Copies ordinary files, up to so many and so large."""

    def __init__(self, folder: Path, *, closed: tuple[int, int] | None) -> None:
        free_bytes = shutil.disk_usage(folder).free - _DISK_LEFT_BYTES
        self._most_bytes = min(STAGED_MOST_BYTES, max(0, free_bytes))
        self._n_bytes = self._n_files = 0
        self._closed = closed

    def copy(self, source: _Source, target: Path) -> Path:
        """Copy what a source names; where the copy lies."""
        if not _STEPWISE:
            raise Unreadable(source.label, message("this system cannot open it safely for a model"))
        with contextlib.ExitStack() as opened:
            try:
                folder = _opened(opened, source.root)
                for part in source.parts[:-1]:
                    folder = _opened(opened, part, above=folder)
                target.mkdir(mode=0o700)
                if not source.parts:
                    self._copy_folder(folder, target, deep=0)
                    return target
                name = source.parts[-1]
                self._copy_entry(folder, name, target / name, deep=0, label=source.label)
            except FileNotFoundError as exc:
                reason = message("there is no such file or folder")
                raise Unreadable(source.label, reason) from exc
            except OSError as exc:
                reason = message("it cannot be opened: {reason}", reason=reason_of(exc))
                raise Unreadable(source.label, reason) from exc
        return target / name

    def _copy_entry(
        self, folder: int, name: str, target: Path, *, deep: int, label: str | None = None
    ) -> None:
        """`label` None: found in a folder, where what is no ordinary file is passed over."""
        kind = os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode
        if stat.S_ISDIR(kind) and deep < _DEEPEST:
            with contextlib.ExitStack() as opened:
                below = _opened(opened, name, above=folder)
                if _identity(below) != self._closed:
                    target.mkdir(mode=0o700)
                    self._copy_folder(below, target, deep=deep + 1)
        elif stat.S_ISREG(kind):
            self._copy_file(os.open(name, _OLD_FILE, dir_fd=folder), target)
        elif label is not None:
            raise Unreadable(label, message("it is no ordinary file"))

    def _copy_folder(self, folder: int, target: Path, *, deep: int) -> None:
        for name in sorted(os.listdir(folder)):
            if name.startswith("."):
                continue
            try:
                self._copy_entry(folder, name, target / name, deep=deep)
            except OSError as exc:
                if exc.errno in _NO_ROOM:
                    raise

    def _copy_file(self, descriptor: int, target: Path) -> None:
        with os.fdopen(descriptor, "rb") as file:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                return
            self._n_files += 1
            with target.open("xb") as copy:
                while chunk := file.read(_CHUNK_BYTES):
                    self._n_bytes += len(chunk)
                    self._check(target.name)
                    copy.write(chunk)

    def _check(self, name: str) -> None:
        if self._n_bytes > self._most_bytes or self._n_files > STAGED_MOST_FILES:
            most_mb = self._most_bytes // 1_000_000
            raise Unreadable(
                name,
                message(
                    "a model hands in at most {n} MB and {limit} files at once; `hakaru "
                    "ingest` takes any number",
                    n=most_mb,
                    limit=STAGED_MOST_FILES,
                ),
            )


@frozen
class _OpenFolder:
    """A folder that is open. `descriptor` None: the system opens no names relative to one."""

    path: Path
    descriptor: int | None

    def at(self, name: str) -> tuple[str, int | None]:
        """A name in it, as the system takes it, with the folder it is relative to."""
        return (str(self.path / name) if self.descriptor is None else name), self.descriptor


@contextmanager
def _exports(data_folder: Path) -> Iterator[_OpenFolder]:
    """The folder of exports, open, made where it is not there, for its owner only."""
    data_folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = data_folder.absolute() / EXPORTS
    with contextlib.ExitStack() as opened:
        above = _opened(opened, str(data_folder.absolute()), follow=True) if _STEPWISE else None
        with contextlib.suppress(FileExistsError):
            os.mkdir(path if above is None else EXPORTS, 0o700, dir_fd=above)
        descriptor = None if above is None else _opened(opened, EXPORTS, above=above)
        if descriptor is not None:
            os.fchmod(descriptor, 0o700)
        elif path.is_symlink():
            raise NotADirectoryError(0, "it leads elsewhere")
        yield _OpenFolder(path=path, descriptor=descriptor)


def _filled(exports: _OpenFolder, name: str, files: NewFiles) -> tuple[Path, ...]:
    """Files in a folder that was just made; of a failure nothing is left."""
    made: list[tuple[_OpenFolder, str]] = []
    below: dict[str, _OpenFolder] = {}
    with contextlib.ExitStack() as opened:
        folder = _open_below(exports, name, opened)
        try:
            for file_name, data in files:
                inner, _, last = file_name.rpartition("/")
                if inner and inner not in below:
                    below[inner] = _new_below(folder, safe_name(inner, default="files"), opened)
                place, bare = below.get(inner, folder), safe_name(last, default="file")
                _create(*place.at(bare), data=data, mode=0o600)
                made.append((place, bare))
        except BaseException:
            for place, bare in made:
                there, folder_fd = place.at(bare)
                os.unlink(there, dir_fd=folder_fd)
            for inside in below.values():
                there, folder_fd = folder.at(inside.path.name)
                os.rmdir(there, dir_fd=folder_fd)
            there, folder_fd = exports.at(name)
            os.rmdir(there, dir_fd=folder_fd)
            raise
    return tuple(place.path / bare for place, bare in made)


def _new_below(folder: _OpenFolder, name: str, opened: contextlib.ExitStack) -> _OpenFolder:
    """A folder in an open one, made for its owner only. Raises FileExistsError for a name taken."""
    there, folder_fd = folder.at(name)
    os.mkdir(there, 0o700, dir_fd=folder_fd)
    return _open_below(folder, name, opened)


def _open_below(folder: _OpenFolder, name: str, opened: contextlib.ExitStack) -> _OpenFolder:
    above = folder.descriptor
    descriptor = None if above is None else _opened(opened, name, above=above)
    return _OpenFolder(path=folder.path / name, descriptor=descriptor)


def _create(name: str, folder: int | None = None, *, data: bytes, mode: int) -> None:
    """Make a new file with this in it, or none. Raises FileExistsError for anything of that name,
    a link as well."""
    descriptor = os.open(name, _NEW_FILE, mode, dir_fd=folder)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name, dir_fd=folder)
        raise


def _replace(path: Path, data: bytes) -> None:
    """Write beside it and put in its place: the whole file, or the one that was there."""
    if path.exists() and not path.is_file():
        raise FileExistsError(0, message("it is no ordinary file"))
    part = path.with_name(f".{path.name[:_NAME_MOST_BYTES]}.{os.urandom(4).hex()}")
    _create(str(part), data=data, mode=0o666)
    try:
        usual_mode(part)
        part.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            part.unlink()
        raise


def _is_beginning(path: Path, data: bytes) -> bool:
    """Whether an ordinary file holds this, or the first part of it, and nothing else: it was made
    by a process that was cut off, and nothing is lost where it is made again."""
    if path.is_symlink() or not path.is_file() or path.stat().st_size > len(data):
        return False
    return data.startswith(path.read_bytes())


@contextmanager
def _undone(made: list[Path]) -> Iterator[None]:
    """Remove what was made, where the rest fails."""
    try:
        yield
    except BaseException:
        for path in made:
            with contextlib.suppress(OSError):
                path.unlink()
        raise


@contextmanager
def _writable(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as exc:
        raise StoreDamaged(
            message(
                "{folder} cannot be written: {reason}; choose another",
                folder=path,
                reason=reason_of(exc),
            )
        ) from exc


def _staging(data_folder: Path) -> Path:
    """A new private folder; those of processes that died are removed."""
    above = data_folder.absolute() / STAGING
    above.mkdir(parents=True, exist_ok=True, mode=0o700)
    before_s = time.time() - _STAGED_AGE_S
    for left in above.iterdir():
        if left.lstat().st_mtime < before_s:
            shutil.rmtree(left, ignore_errors=True)
    folder = above / os.urandom(8).hex()
    folder.mkdir(mode=0o700)
    return folder


def _opened(
    opened: contextlib.ExitStack, name: str, *, above: int | None = None, follow: bool = False
) -> int:
    """A folder, open until the stack ends. Raises OSError where it is a link or no folder."""
    flags = _FOLDER & ~getattr(os, "O_NOFOLLOW", 0) if follow else _FOLDER
    descriptor = os.open(name, flags, dir_fd=above)
    opened.callback(os.close, descriptor)
    return descriptor


def _identity(folder: str | int) -> tuple[int, int] | None:
    """What tells a folder from every other, whatever it is called; None: it is not there."""
    try:
        folder_stat = os.stat(folder)  # noqa: PTH116  # also one that is open
    except OSError:
        return None
    return folder_stat.st_dev, folder_stat.st_ino


def _is_below(path: str, folder: str) -> bool:
    """Whether a real path is a real folder or lies in it."""
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def _without_pattern(path: Path) -> tuple[Path, str]:
    """A path up to its first part with a wildcard, and the rest ('': there is none)."""
    plain = next(
        (number for number, part in enumerate(path.parts) if _MAGIC & set(part)), len(path.parts)
    )
    rest = path.parts[plain:]
    if not rest or ".." in rest or os.path.lexists(path):
        return path, ""
    return Path(*path.parts[:plain]), str(Path(*rest))


def _numbered(name: str) -> Iterator[str]:
    """The name, then name-2, name-3 ... with its ending where it was."""
    stem, dot, suffix = name.rpartition(".")
    stem, ending = (stem, dot + suffix) if stem else (name, "")
    yield name
    for number in range(2, _SAME_NAME_MOST + 1):
        yield f"{stem}-{number}{ending}"


def _too_many(name: str) -> StoreDamaged:
    return StoreDamaged(
        message("{n} exports are called {file}; remove some of them", n=_SAME_NAME_MOST, file=name)
    )
