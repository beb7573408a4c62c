"""How does a damaged file of the data folder get back to its newest sound copy?

At every moment the file is either the damaged one or a whole copy, never absent: an absent file
would be taken for an empty store. What is put in its place has been read in full there, beside it.
What was damaged is set aside, never removed.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Literal

from hakaru.core.errors import StoreBusy, StoreDamaged
from hakaru.store.copies import FOLDER, copies_of, flush
from hakaru.store.health import FileHealth, database_health, files_of, state_health
from hakaru.store.lock import Turnstile
from hakaru.store.migrate import check_version
from hakaru.store.private import private_file, private_folder

Outcome = Literal["absent", "sound", "without_log", "restored", "no_copy", "emptied"]
_SOUND = frozenset({"sound", "older"})
_ASIDE = "damaged-"
_LOGS = (".wal", "-wal", "-shm")


@dataclass(frozen=True, kw_only=True)
class Repaired:
    """What became of one file. `copied_at`: when what is there now was copied; `set_aside`: where
    the damaged file is now; None: neither happened. `passed_over` counts damaged copies."""

    path: Path
    outcome: Outcome
    copied_at: datetime | None = None
    set_aside: Path | None = None
    passed_over: int = 0


def repair_folder(folder: Path, *, anew: bool, timeout_s: float = 30.0) -> tuple[Repaired, ...]:
    """Put the newest sound copy in the place of each damaged file, alone in the folder.

    `anew`: where no copy is sound, the damaged file is set aside and the next use starts empty.

    Raises:
        StoreBusy: others use the folder until the deadline.
        StoreDamaged: a file is another program's or a newer Hakaru's, is kept from us, or cannot
            be written.
    """
    if not folder.is_dir():
        return tuple(Repaired(path=path, outcome="absent") for path in files_of(folder))
    database, state = files_of(folder)
    hold = Turnstile(folder).exclusive(timeout_s)
    try:
        for path in (database, state):
            incoming_of(path).unlink(missing_ok=True)  # of a repair that was killed
        check = partial(database_health, in_turn=False)
        return (
            _repair(database, check(database), check, anew=anew),
            _repair(state, state_health(state), partial(state_health, in_turn=False), anew=anew),
        )
    except OSError as exc:
        raise StoreDamaged(
            f"{folder} cannot be repaired ({exc.strerror or exc}); nothing was removed"
        ) from exc
    finally:
        hold.release()


def set_aside_in(folder: Path) -> tuple[Path, ...]:
    """What repairs of a data folder set aside, oldest first, logs included."""
    return tuple(sorted((folder / FOLDER).glob(f"{_ASIDE}*")))


def incoming_of(path: Path) -> Path:
    """Where what takes the place of a file is put together."""
    return path.with_name(f"{path.name}.incoming")


def _repair(
    path: Path, health: FileHealth, check: Callable[[Path], FileHealth], *, anew: bool
) -> Repaired:
    if health.condition in ("newer", "foreign"):
        check_version(path, version=health.version, newest=health.newest)
    if health.condition == "busy":
        raise StoreBusy(0.0, "another program that has the database open")
    if health.condition == "barred":
        raise StoreDamaged(f"{path} cannot be read ({health.fault}), so it is left as it is")
    if health.condition == "absent":
        return Repaired(path=path, outcome="absent")
    if health.condition != "damaged":
        return Repaired(path=path, outcome="sound")
    with _incoming(path) as incoming:
        restored = _brought(path, incoming, check)
        if restored is None and not anew:
            return Repaired(path=path, outcome="no_copy", passed_over=len(copies_of(path)))
        aside = _set_aside(path)
        if restored is None:
            path.unlink()
            n_copies = len(copies_of(path))
            return Repaired(path=path, outcome="emptied", set_aside=aside, passed_over=n_copies)
        incoming.replace(path)
        return replace(restored, set_aside=aside)


def _brought(path: Path, incoming: Path, check: Callable[[Path], FileHealth]) -> Repaired | None:
    """Bring the newest that is sound beside the file: itself without its logs, else a copy of it.
    None: there is none."""
    if any(path.with_name(path.name + suffix).exists() for suffix in _LOGS):
        _copy(path, incoming)
        if check(incoming).condition in _SOUND:
            return Repaired(path=path, outcome="without_log")
    for passed_over, copy in enumerate(reversed(copies_of(path))):
        _copy(copy.path, incoming)
        if check(incoming).condition in _SOUND:
            return Repaired(
                path=path, outcome="restored", copied_at=copy.made_at, passed_over=passed_over
            )
    return None


@contextmanager
def _incoming(path: Path) -> Iterator[Path]:
    """Where a copy is put together; nothing stays there that is not put in place."""
    incoming = incoming_of(path)
    try:
        yield incoming
    finally:
        with suppress(OSError):
            incoming.unlink()


def _copy(source: Path, target: Path) -> None:
    shutil.copyfile(source, target)
    private_file(target)
    flush(target)


def _set_aside(path: Path) -> Path:
    """A second name for the damaged file, and its logs away: none fits the copy that comes."""
    folder = path.parent / FOLDER
    private_folder(folder)
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")
    aside = folder / f"{_ASIDE}{stamp}-{path.name}"
    try:
        os.link(path, aside)
    except OSError:  # a file system without second names
        _copy(path, aside)
    for suffix in _LOGS:
        log = path.with_name(path.name + suffix)
        if log.exists():
            log.replace(aside.with_name(aside.name + suffix))
    return aside
