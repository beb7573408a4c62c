"""Which copies of a file of the data folder are kept, and when is the next one due?

A copy is made before a migration, and before the first change of a day (UTC) to a file that changed
since its last copy. The last three stay, and the last one of an older schema.
"""

from __future__ import annotations

import contextlib
import logging
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from hakaru.errors import StoreDamaged

COPIES_KEPT = 3
FOLDER = "backups"
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
    """The copies of a file of a data folder, oldest first."""
    written = re.compile(
        rf"{re.escape(path.stem)}-(\d{{8}}T\d{{12}})-schema(\d+){re.escape(path.suffix)}"
    )
    found = []
    folder = path.parent / FOLDER
    for entry in folder.iterdir() if folder.is_dir() else ():
        match = written.fullmatch(entry.name)
        if match is not None:
            made_at = datetime.strptime(match[1], _STAMP).replace(tzinfo=UTC)
            found.append(KeptCopy(path=entry, made_at=made_at, schema=int(match[2])))
    return tuple(sorted(found, key=lambda one: one.made_at))


def keep_copy(path: Path, version: int, *, write: Callable[[Path], object]) -> Path:
    """Have a copy written, then let the oldest go. Only the holder of the file may call this.

    Raises:
        StoreDamaged: it cannot be written; nothing else was changed.
    """
    folder = path.parent / FOLDER
    target = folder / f"{path.stem}-{datetime.now(UTC).strftime(_STAMP)}-schema{version}"
    partial = target.with_suffix(".partial")
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        _clear(folder, path.stem)
        write(partial)
        finished = target.with_name(target.name + path.suffix)
        partial.replace(finished)
        _let_go(path)
    except OSError as exc:
        with contextlib.suppress(OSError):
            partial.unlink()
        raise StoreDamaged(
            f"no copy of {path} can be written ({exc.strerror or exc}), so it is left as it is; "
            "make room and try again"
        ) from exc
    return finished


def try_copy(path: Path, version: int, *, write: Callable[[Path], object]) -> None:
    """The same for the copy of a day: that it cannot be written keeps nobody from working on."""
    try:
        keep_copy(path, version, write=write)
    except StoreDamaged as error:
        _log.warning("%s", error)


def copy_is_due(path: Path, *, now: datetime) -> bool:
    """Whether the file was last changed before today, and after its last copy.

    To be asked before it is opened: SQLite makes a new log then.
    """
    if not path.exists():
        return False
    changed_at = max(
        datetime.fromtimestamp(one.stat().st_mtime, UTC)
        for one in (path, path.with_name(path.name + "-wal"))
        if one.exists()
    )
    if changed_at.date() >= now.date():
        return False
    copies = copies_of(path)
    return not copies or copies[-1].made_at < changed_at


def _let_go(path: Path) -> None:
    copies = copies_of(path)
    kept = set(copies[-COPIES_KEPT:])
    older = [one for one in copies if one.schema < copies[-1].schema]
    kept.update(older[-1:])
    for one in copies:
        if one not in kept:
            one.path.unlink(missing_ok=True)


def _clear(folder: Path, stem: str) -> None:
    """Remove what a copy that was cut off left; one that another process writes now is younger."""
    before = datetime.now(UTC) - _LEFT_OVER
    for partial in folder.glob(f"{stem}-*.partial"):
        if datetime.fromtimestamp(partial.stat().st_mtime, UTC) < before:
            partial.unlink(missing_ok=True)
