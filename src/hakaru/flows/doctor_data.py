"""Are the data folder, its two files, their copies and the clock as they should be?"""

from __future__ import annotations

import contextlib
import shlex
import shutil
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from hakaru.core.errors import StoreError
from hakaru.core.units import BYTES_PER_MB
from hakaru.flows.checks import Check, Status
from hakaru.flows.context import Context
from hakaru.sources.parts import update_command
from hakaru.store.care import (
    FileHealth,
    anything_stale,
    database_health,
    files_of,
    lock_holder,
    set_aside_in,
    state_health,
)
from hakaru.store.lock import refuse_network_folder
from hakaru.store.private import (
    FOLDER,
    Width,
    copies_of,
    has_room_for_copy,
    mode_text,
    narrowed_before,
    width_of,
)

FREE_MIN_BYTES = 100_000_000
_ELSEWHERE = "export HAKARU_DATA=~/hakaru-data"
_REPAIR = "hakaru repair"
_SHOW = "hakaru status"
_SLACK = timedelta(days=1)


def folder_check(folder: Path, *, free_min_bytes: int = FREE_MIN_BYTES) -> Check:
    """Whether the data folder can be written to, how large it is, and how much room is left."""
    existing = next(
        ancestor for ancestor in (folder, *folder.absolute().parents) if ancestor.exists()
    )
    if not existing.is_dir():
        return _bad_folder(f"{existing} is a file, so it cannot hold the data", _ELSEWHERE)
    try:
        refuse_network_folder(existing.resolve())
        with tempfile.TemporaryFile(dir=existing):
            pass
    except StoreError as exc:
        return _bad_folder(str(exc), _ELSEWHERE)
    except OSError as exc:
        mend = f"chmod u+rwx {shlex.quote(str(existing))}"
        return _bad_folder(f"{existing} cannot be written to ({exc.strerror})", mend)
    free_bytes = shutil.disk_usage(existing).free
    if free_bytes < free_min_bytes:
        return _bad_folder(f"only {_mb(free_bytes)} MB are free for {folder}", _ELSEWHERE)
    if existing != folder:
        message = f"{folder} does not exist yet; the first command that stores makes it"
    else:
        message = f"{folder} holds {_mb(_held_bytes(folder))} MB; {_mb(free_bytes)} MB are free"
    return Check(name="data_folder", status="ok", message=message, needed=True)


def _held_bytes(folder: Path) -> int:
    """What lies in it; a file that another program removes meanwhile does not count."""
    total_bytes = 0
    for path in folder.rglob("*"):
        with contextlib.suppress(FileNotFoundError):
            total_bytes += path.stat().st_size if path.is_file() else 0
    return total_bytes


def privacy_check(folder: Path) -> tuple[Check, ...]:
    """Whether others on this machine can enter the data folder, or could before it was narrowed."""
    width = width_of(folder)
    if width == "absent":
        return ()
    if width == "private":
        return (Check(name="privacy", status="ok", message=_private_since(folder)),)
    mend = f"chmod -R go-rwx {shlex.quote(str(folder))}" if width == "wide" else _ELSEWHERE
    message = _open_because(folder, width)
    return (Check(name="privacy", status="broken", message=message, command=mend),)


def _private_since(folder: Path) -> str:
    before, mode = narrowed_before(folder), mode_text(folder)
    if before is None:
        return f"only you can enter {folder} ({mode})"
    return (
        f"others on this machine could enter {folder} ({before.mode:04o}) and read "
        f"{before.n_files} files in it until {before.at:%Y-%m-%d %H:%M} UTC; now only you can "
        f"({mode})"
    )


def _open_because(folder: Path, width: Width) -> str:
    mode = mode_text(folder)
    if width == "wide":
        return (
            f"others on this machine can enter {folder} ({mode}); the next command that uses it "
            "takes that from them"
        )
    if width == "shared":
        return (
            f"others on this machine can enter {folder} ({mode}), which is left so, since it is "
            "not for Hakaru alone; what Hakaru makes in it only you can read"
        )
    if width == "foreign":
        return (
            f"others on this machine can enter {folder} ({mode}), which is left so, since it "
            "belongs to another user"
        )
    return (
        f"others on this machine can enter {folder} ({mode}): its file system keeps no permissions"
    )


def file_checks(folder: Path) -> tuple[Check, ...]:
    """The database, the state, and who holds the lock."""
    if not folder.is_dir():
        return ()
    database, state = files_of(folder)
    holder = lock_holder(folder)
    message = "nobody holds the lock" if holder is None else f"in use by {holder}"
    health = database_health(database)
    return (
        _file_check("database", health),
        *(_ingest_checks(database) if health.condition == "sound" else ()),
        _file_check("state", state_health(state)),
        Check(name="lock", status="ok", message=message, needed=True),
    )


def backups_check(folder: Path, *, has_room: Callable[[Path], bool] = has_room_for_copy) -> Check:
    """How many copies there are, of when the newest is, and whether there is room for the next."""
    for path in files_of(folder):
        if path.exists() and not has_room(path):
            message = f"the disk is too full for a copy of {path.name}: none is made"
            return Check(name="copies", status="broken", message=message)
    copies = [copy for path in files_of(folder) for copy in copies_of(path)]
    if not copies:
        message = "no copy yet: one is made before a new schema, and on each day before a change"
        return Check(name="copies", status="ok", message=message)
    newest = max(
        file_copies[-1].made_at for path in files_of(folder) if (file_copies := copies_of(path))
    )
    where = folder / FOLDER
    message = f"copies in {where}: {len(copies)}, the newest of {newest:%Y-%m-%d %H:%M} UTC"
    return Check(name="copies", status="ok", message=message)


def aside_checks(folder: Path) -> tuple[Check, ...]:
    """What repairs have left, if anything."""
    aside = set_aside_in(folder)
    if not aside:
        return ()
    size = _mb(sum(path.stat().st_size for path in aside))
    message = (
        f"{folder / FOLDER} holds {size} MB that repairs set aside; delete what begins with "
        "damaged- once nothing is missing"
    )
    return (Check(name="set_aside", status="ok", message=message),)


def clock_check(context: Context, platform: str) -> Check:
    """Whether the clock has gone back behind what was written."""
    now = context.now()
    written = [
        datetime.fromtimestamp(path.stat().st_mtime, UTC)
        for path in files_of(context.data_folder)
        if path.is_file()
    ]
    if written and now < max(written) - _SLACK:
        message = (
            f"the clock says {now:%Y-%m-%d %H:%M}, but the data was written on "
            f"{max(written):%Y-%m-%d %H:%M}"
        )
        mend = "sudo timedatectl set-ntp true" if platform == "linux" else None
        return Check(name="clock", status="broken", message=message, command=mend, needed=True)
    message = f"the clock says {now:%Y-%m-%d %H:%M} UTC"
    return Check(name="clock", status="ok", message=message, needed=True)


def _ingest_checks(database: Path) -> tuple[Check, ...]:
    """What a program that was cut off has left to be done, if anything."""
    try:
        stale = anything_stale(database)
    except StoreError:
        return ()  # somebody writes just now, or the folder cannot be written to: told elsewhere
    if not stale:
        return ()
    message = "some results wait to be brought up to date; the next command that shows any does it"
    return (Check(name="ingest", status="broken", message=message, command=_SHOW),)


def _bad_folder(message: str, command: str) -> Check:
    return Check(name="data_folder", status="broken", message=message, command=command, needed=True)


def _file_check(name: str, health: FileHealth) -> Check:
    message, command = _told(health)
    status: Status = (
        "broken" if health.condition in ("newer", "foreign", "damaged", "barred") else "ok"
    )
    return Check(name=name, status=status, message=message, command=command, needed=True)


def _told(health: FileHealth) -> tuple[str, str | None]:
    """What a condition means, and what to do about it."""
    path, version, newest = health.path.name, health.version, health.newest
    size = _mb(health.size_bytes)
    match health.condition:
        case "absent":
            return f"{path} is not there yet; the first command that stores makes it", None
        case "sound":
            return f"{path} is sound: schema {version}, {size} MB, every value read", None
        case "older":
            return (
                f"{path} is sound, of schema {version}; its next use brings it to {newest}, "
                "after a copy"
            ), None
        case "newer":
            return (
                f"{path} was written by a newer Hakaru (schema {version}, this one knows {newest})"
            ), update_command()
        case "foreign":
            return f"{path} is a database of another program", _ELSEWHERE
        case "busy":
            return f"{path} was not looked into: {health.fault}", None
        case "barred":
            return f"{path} cannot be read: {health.fault}", None
        case "damaged":
            return f"{path} is damaged: {health.fault}", _REPAIR


def _mb(n_bytes: int) -> str:
    return f"{n_bytes / BYTES_PER_MB:.1f}"
