"""Which copies of a file of the data folder are kept, and when is the next one due?

A copy is made before a migration, and before the first change of a day (UTC) to a file that changed
since its last copy. Kept are the newest, the first of each of the last two weeks that have one (a
damage may go unnoticed for days, and is then in every newer copy), and the last of an older schema.
"""

from __future__ import annotations

import contextlib
import logging
import os
import re
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from hakaru.core.errors import StoreDamaged
from hakaru.store.private import private_file, private_folder

COPIES_KEPT_MAX = 4
FOLDER = "backups"
ROOM_LEFT_BYTES = 200_000_000
"""The copy of a day is left out where it would leave less for the day's work."""
_WEEKS_KEPT = 2
_LEFT_OVER = timedelta(hours=1)
_STAMP = "%Y%m%dT%H%M%S%f"
_log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
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
            f"no copy of {path} can be written ({exc.strerror or exc}), so it is left as it is; "
            "make room and try again"
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
