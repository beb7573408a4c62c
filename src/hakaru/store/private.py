"""Private files of the data folder, and the copies that are kept of them.

Three things together: every folder is made with 0700; a program of ours begins with a umask that
gives others nothing; and a folder of an older version, or of a person, that is wider is narrowed
when it is opened, with what lies in it. Where others can enter anyway (a home, /tmp) the folder is
left as it is. Windows keeps no such modes, and the profile of a user is theirs there.

A copy is made before a migration, and before the first change of a day (UTC) to a file that changed
since its last copy. Kept are the newest, the first of each of the last two weeks that have one (a
damage may go unnoticed for days, and is then in every newer copy), and the last of an older schema.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import re
import shutil
import stat
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Literal

from hakaru.core.errors import StoreDamaged
from hakaru.core.i18n import message
from hakaru.core.names import reason_of
from hakaru.records import frozen

NOTE_NAME = "narrowed.json"
_OTHERS = 0o077
_HAS_MODES = os.name == "posix"
_umask_before: list[int] = []
"""The umask of the person who started this program, where `keep_private` replaced it."""

Width = Literal["absent", "private", "wide", "shared", "foreign", "modeless"]
"""Of a folder: only its owner can enter; others can, until it is next opened; or it stays so, since
it is not for us alone, belongs to another user, or lies where no permissions are kept."""


@frozen
class Narrowed:
    """What a folder was like before it was narrowed: its mode, and how many files others could
    read in it."""

    mode: int
    n_files: int
    at: datetime


def keep_private() -> None:
    """Make every file from here on for its owner alone. Once, where a program begins."""
    if not _umask_before:
        _umask_before.append(os.umask(_OTHERS))


def usual_mode(path: Path) -> None:
    """Give a file or folder that a person asked for the permissions that their own umask gives; in
    a private folder, those of its owner alone."""
    with contextlib.suppress(OSError):
        if not _mode(path.parent) & _OTHERS:
            private_file(path)
        elif _umask_before:
            path.chmod((0o777 if path.is_dir() else 0o666) & ~_umask_before[0])


def usual_folder(folder: Path) -> None:
    """Make a folder that a person asked for, with those above it, as `usual_mode`.

    Raises:
        OSError: it cannot be made.
    """
    if not folder.is_dir():
        usual_folder(folder.parent)
        folder.mkdir(exist_ok=True)
        usual_mode(folder)


def private_folder(folder: Path) -> None:
    """Make a folder that only its owner can enter, with those above it; narrow one that is wider.

    Raises:
        OSError: it cannot be made.
    """
    if not folder.is_dir():
        if not folder.parent.is_dir():
            private_folder(folder.parent)
        try:
            folder.mkdir(mode=0o700)
        except FileExistsError:  # another process was faster, or it is no folder
            if not folder.is_dir():
                raise
    if _mode(folder) & _OTHERS and _is_ours_alone(folder):
        _narrow(folder)


def private_file(path: Path) -> None:
    """Narrow a file that was made with whatever the umask gave."""
    if _mode(path) & _OTHERS:
        _narrow(path)


def narrow_folder(folder: Path) -> None:
    """Narrow a data folder and all that lies in it, where it or something in it is wide.

    That others could enter it is noted in it, for `hakaru doctor`. Never fails.
    """
    with contextlib.suppress(OSError):
        if width_of(folder) not in ("private", "wide"):
            return
        before = _mode(folder)
        with os.scandir(folder) as entries:
            if not before & _OTHERS and not any(_is_wide(entry) for entry in entries):
                return
        _narrow(folder)
        if _mode(folder) & _OTHERS:
            return  # no modes are kept here
        n_files = sum(_narrowed(path) for path in _below(folder))
        if before & _OTHERS:
            _note(folder, Narrowed(mode=before, n_files=n_files, at=datetime.now(UTC)))


def narrowed_before(folder: Path) -> Narrowed | None:
    """What the folder was like before it was narrowed; None: it never was."""
    try:
        note = json.loads((folder / NOTE_NAME).read_text(encoding="utf-8"))
        at = datetime.fromisoformat(note["at"])
        return Narrowed(mode=int(note["mode"], 8), n_files=int(note["n_files"]), at=at)
    except (OSError, ValueError, KeyError, TypeError):
        return None


def is_closed(folder: Path) -> bool:
    """Whether a folder is there, or may be, and does not let us look into it."""
    try:
        os.scandir(folder).close()
    except OSError as exc:
        return isinstance(exc, PermissionError)
    return False


def width_of(folder: Path) -> Width:
    """Who can enter a folder. Nothing is changed, but for a file that is gone at once."""
    if not _HAS_MODES or not folder.is_dir():
        return "absent"
    if not _mode(folder) & _OTHERS:
        return "private"
    if folder.stat().st_uid != os.geteuid():
        return "foreign"
    if not _is_ours_alone(folder):
        return "shared"
    return "wide" if _keeps_modes(folder) else "modeless"


def mode_text(folder: Path) -> str:
    """The permissions of a folder as `chmod` takes them: '0755'."""
    return f"{_mode(folder):04o}"


def _is_ours_alone(folder: Path) -> bool:
    """Not somebody else's, nor one that others must be able to enter: a home, /tmp, the root."""
    status = folder.stat()
    return (
        status.st_uid == os.geteuid()
        and not status.st_mode & stat.S_ISVTX
        and folder.resolve() not in (Path.home().resolve(), Path(folder.resolve().anchor))
    )


def _keeps_modes(folder: Path) -> bool:
    try:
        import tempfile  # noqa: PLC0415  # hashing and random numbers, for one write

        with tempfile.TemporaryFile(dir=folder) as file:
            return not os.fstat(file.fileno()).st_mode & _OTHERS
    except OSError:
        return True  # it cannot be tried here: another check says why


def _below(folder: Path) -> Iterator[Path]:
    """Everything in a folder; no link is followed."""
    for at, folders, files in os.walk(folder):
        yield from (Path(at, name) for name in (*folders, *files))


def _narrowed(path: Path) -> bool:
    """Narrow one; whether it is a file that was wide."""
    with contextlib.suppress(OSError):
        if not path.is_symlink() and _mode(path) & _OTHERS:
            _narrow(path)
            return path.is_file()
    return False


def _narrow(path: Path) -> None:
    """Take from others what they may; what the owner may stays. One of another user stays so."""
    with contextlib.suppress(OSError):
        path.chmod(_mode(path) & ~_OTHERS)


def _is_wide(entry: os.DirEntry[str]) -> bool:
    return not entry.is_symlink() and bool(entry.stat(follow_symlinks=False).st_mode & _OTHERS)


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode) if _HAS_MODES else 0o700


def _note(folder: Path, narrowed: Narrowed) -> None:
    note = {
        "mode": f"{narrowed.mode:04o}",
        "n_files": narrowed.n_files,
        "at": narrowed.at.isoformat(timespec="seconds"),
    }
    descriptor = os.open(folder / NOTE_NAME, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        json.dump(note, file)


COPIES_KEPT_MAX = 4
FOLDER = "backups"
ROOM_LEFT_BYTES = 200_000_000
"""The copy of a day is left out where it would leave less for the day's work."""
_WEEKS_KEPT = 2
_LEFT_OVER = timedelta(hours=1)
_STAMP = "%Y%m%dT%H%M%S%f"
_log = logging.getLogger(__name__)


@frozen
class KeptCopy:
    """One copy: where it is, when it was made, and of which schema."""

    path: Path
    made_at: datetime
    schema: int


def copies_of(path: Path) -> tuple[KeptCopy, ...]:
    """The copies of a file of a data folder, oldest first. One of a day to come was made while the
    clock was wrong: it stands before all others, so that it is never taken for the newest."""
    now = datetime.now(UTC)
    written = re.compile(
        rf"{re.escape(path.stem)}-(\d{{8}}T\d{{12}})-schema(\d+){re.escape(path.suffix)}"
    )
    copies = []
    folder = path.parent / FOLDER
    for entry in folder.iterdir() if folder.is_dir() else ():
        match = written.fullmatch(entry.name)
        if match is not None:
            with contextlib.suppress(ValueError):  # a name of somebody else, with no such day
                made_at = datetime.strptime(match[1], _STAMP).replace(tzinfo=UTC)
                copies.append(KeptCopy(path=entry, made_at=made_at, schema=int(match[2])))
    return tuple(sorted(copies, key=lambda copy: (copy.made_at <= now, copy.made_at)))


def copies_to_keep(copies: Sequence[KeptCopy]) -> frozenset[KeptCopy]:
    """Those that stay of at least one, oldest first; at most `COPIES_KEPT_MAX`."""
    first_of_week: dict[tuple[int, int], KeptCopy] = {}
    for copy in copies:
        first_of_week.setdefault(copy.made_at.isocalendar()[:2], copy)
    firsts = list(first_of_week.values())[-_WEEKS_KEPT:]
    older = [copy for copy in copies if copy.schema < copies[-1].schema]
    return frozenset({copies[-1], *older[-1:], *firsts})


def keep_copy(path: Path, version: int, *, write: Callable[[Path], object]) -> Path:
    """Have a copy written that a power cut leaves whole, then let those go that are not kept.

    Nobody may change the file meanwhile.

    Raises:
        StoreDamaged: it cannot be written; nothing else was changed.
    """

    def write_through(partial: Path) -> None:
        write(partial)
        flush(partial)

    try:
        return _kept(path, version, write_through)
    except OSError as exc:
        raise StoreDamaged(
            message(
                "no copy of {path} can be written ({reason}), so it is left as it is; "
                "make room and try again",
                path=path,
                reason=reason_of(exc),
            )
        ) from exc


def try_copy(path: Path, version: int, *, write: Callable[[Path], object]) -> None:
    """The copy of a day: that it cannot be written keeps nobody from working on."""
    try:
        if not has_room_for_copy(path):
            _log.warning("no copy of %s today: the disk is nearly full", path)
            return
        _kept(path, version, write)
    except OSError as exc:
        _log.warning("no copy of %s today: %s", path, exc.strerror or exc)


def renew_copies(path: Path, version: int, *, write: Callable[[Path], object]) -> None:
    """Put one of now in place of every copy, so that what was deleted is in none of them."""
    copies = copies_of(path)
    for copy in copies:
        copy.path.unlink(missing_ok=True)
    for partial in (path.parent / FOLDER).glob(f"{path.stem}-*.partial*"):
        partial.unlink(missing_ok=True)
    if copies:
        try_copy(path, version, write=write)


def copy_is_due(path: Path, *, now: datetime) -> bool:
    """Whether the file was last changed before today, and after its last copy.

    To be asked before it is opened: SQLite makes a new log then. What cannot be looked at is not
    copied; whoever opens it next says why.
    """
    try:
        changed = [path.stat().st_mtime]
        with contextlib.suppress(FileNotFoundError):
            changed.append(path.with_name(f"{path.name}-wal").stat().st_mtime)
        changed_at = datetime.fromtimestamp(max(changed), UTC)
        if changed_at.date() >= now.date():
            return False
        copies = copies_of(path)
    except OSError:
        return False
    return all(copy.made_at > now or copy.made_at < changed_at for copy in copies)


def has_room_for_copy(path: Path) -> bool:
    """Whether the copy of a day would leave enough of the disk."""
    return shutil.disk_usage(path.parent).free >= path.stat().st_size + ROOM_LEFT_BYTES


def flush(path: Path) -> None:
    """Have a file on the disk itself before anything depends on it."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def _kept(path: Path, version: int, write: Callable[[Path], object]) -> Path:
    folder = path.parent / FOLDER
    target = folder / f"{path.stem}-{datetime.now(UTC).strftime(_STAMP)}-schema{version}"
    partial = target.with_suffix(".partial")
    finished = target.with_name(target.name + path.suffix)
    private_folder(folder)
    _clear(folder, path.stem)
    try:
        write(partial)
        private_file(partial)
        partial.replace(finished)
    except BaseException:
        with contextlib.suppress(OSError):
            partial.unlink()
        raise
    _let_go(path)
    return finished


def _let_go(path: Path) -> None:
    copies = copies_of(path)
    retained = copies_to_keep(copies)
    for copy in copies:
        if copy not in retained:
            copy.path.unlink(missing_ok=True)


def _clear(folder: Path, stem: str) -> None:
    """Remove what a copy that was cut off left; one that another process writes now is younger."""
    before = datetime.now(UTC) - _LEFT_OVER
    for partial in folder.glob(f"{stem}-*.partial*"):
        with contextlib.suppress(FileNotFoundError):  # another process was faster
            if datetime.fromtimestamp(partial.stat().st_mtime, UTC) < before:
                partial.unlink()
