"""Everything that Hakaru needs: checked, and repaired where it is damaged.

Nothing is changed, and no connection is opened: only this machine is looked at.
"""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import tempfile
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Literal

from hakaru.core.errors import NoFaceModel, StoreError
from hakaru.core.i18n import N_, message
from hakaru.core.names import reason_of
from hakaru.core.plain import Columns, Rows, cells
from hakaru.core.units import BYTES_PER_MB
from hakaru.flows.context import Context
from hakaru.records import frozen
from hakaru.sources.camera.faces import FILE_NAME, INSTALL, installed_files, load_face_model
from hakaru.sources.parts import (
    EXTRAS,
    Extra,
    Surroundings,
    extra_named,
    own_surroundings,
    pip_of,
    presence_of,
    update_command,
)
from hakaru.sources.pc_calls import Calls, Told
from hakaru.sources.pc_usage import Openers, choose_source, open_x11
from hakaru.store.care import (
    Condition,
    FileHealth,
    Repaired,
    anything_stale,
    database_health,
    files_of,
    lock_holder,
    repair_folder,
    set_aside_in,
    state_health,
)
from hakaru.store.lock import refuse_network_folder
from hakaru.store.private import (
    FOLDER,
    Width,
    copies_of,
    has_room_for_copy,
    is_closed,
    mode_text,
    narrowed_before,
    width_of,
)

Status = Literal["ok", "missing", "broken"]


@frozen
class Check:
    """One thing that was looked at. `command` mends it or gets it; None: nothing is to be done,
    or no command does it.

    `needed` False: Hakaru does all of its work without it, except what it is for.
    """

    name: str
    status: Status
    message: str
    command: str | None = None
    needed: bool = False


FREE_MIN_BYTES = 100_000_000
_ELSEWHERE = "export HAKARU_DATA=~/hakaru-data"
_REPAIR = "hakaru repair"
_SHOW = "hakaru status"
_SLACK = timedelta(days=1)


def folder_check(folder: Path, *, free_min_bytes: int = FREE_MIN_BYTES) -> Check:
    """Whether the data folder can be written to, how large it is, and how much room is left."""
    around = (folder, *folder.absolute().parents)
    existing = next(place for place in around if os.access(place, os.F_OK))
    if not existing.is_dir():
        return _bad_folder(
            message("{path} is a file, so it cannot hold the data", path=existing), _ELSEWHERE
        )
    try:
        refuse_network_folder(existing.resolve())
        with tempfile.TemporaryFile(dir=existing):
            pass
    except StoreError as exc:
        return _bad_folder(str(exc), _ELSEWHERE)
    except OSError as exc:
        mend = f"chmod u+rwx {shlex.quote(str(existing))}" if _is_own(existing) else _ELSEWHERE
        return _bad_folder(
            message("{path} cannot be written to ({reason})", path=existing, reason=reason_of(exc)),
            mend,
        )
    free_bytes = shutil.disk_usage(existing).free
    if free_bytes < free_min_bytes:
        return _bad_folder(
            message("only {size} MB are free for {folder}", size=_mb(free_bytes), folder=folder),
            _ELSEWHERE,
        )
    if existing != folder:
        sentence = message(
            "{path} does not exist yet; the first command that stores makes it", path=folder
        )
    else:
        sentence = message(
            "{path} holds {used} MB; {size} MB are free",
            path=folder,
            used=_mb(_held_bytes(folder)),
            size=_mb(free_bytes),
        )
    return Check(name="data_folder", status="ok", message=sentence, needed=True)


def _is_own(path: Path) -> bool:
    return os.name != "posix" or path.stat().st_uid == os.geteuid()


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
        return message("only you can enter {path} ({mode})", path=folder, mode=mode)
    return message(
        "others on this machine could enter {path} ({before}) and read {n} files "
        "in it until {when} UTC; now only you can ({mode})",
        path=folder,
        before=f"{before.mode:04o}",
        n=before.n_files,
        when=f"{before.at:%Y-%m-%d %H:%M}",
        mode=mode,
    )


def _open_because(folder: Path, width: Width) -> str:
    mode = mode_text(folder)
    if width == "wide":
        return message(
            "others on this machine can enter {path} ({mode}); the next command that "
            "uses it takes that from them",
            path=folder,
            mode=mode,
        )
    if width == "shared":
        return message(
            "others on this machine can enter {path} ({mode}), which is left so, "
            "since it is not for Hakaru alone; what Hakaru makes in it only you can "
            "read",
            path=folder,
            mode=mode,
        )
    if width == "foreign":
        return message(
            "others on this machine can enter {path} ({mode}), which is left so, "
            "since it belongs to another user",
            path=folder,
            mode=mode,
        )
    return message(
        "others on this machine can enter {path} ({mode}): its file system keeps no permissions",
        path=folder,
        mode=mode,
    )


def file_checks(folder: Path) -> tuple[Check, ...]:
    """The database, the state, and who holds the lock."""
    if not folder.is_dir():
        return ()
    database, state = files_of(folder)
    holder = lock_holder(folder)
    sentence = (
        message("nobody holds the lock")
        if holder is None
        else message("in use by {holder}", holder=holder)
    )
    health = database_health(database)
    return (
        _file_check("database", health),
        *(_ingest_checks(database) if health.condition == "sound" else ()),
        _file_check("state", state_health(state)),
        Check(name="lock", status="ok", message=sentence, needed=True),
    )


def backups_check(folder: Path, *, has_room: Callable[[Path], bool] = has_room_for_copy) -> Check:
    """How many copies there are, of when the newest is, and whether there is room for the next."""
    for path in files_of(folder):
        if path.exists() and not has_room(path):
            sentence = message(
                "the disk is too full for a copy of {file}: none is made", file=path.name
            )
            return Check(name="copies", status="broken", message=sentence)
    copies = [copy for path in files_of(folder) for copy in copies_of(path)]
    if not copies:
        sentence = message(
            "no copy yet: one is made before a new schema, and on each day before a change"
        )
        return Check(name="copies", status="ok", message=sentence)
    newest = max(
        file_copies[-1].made_at for path in files_of(folder) if (file_copies := copies_of(path))
    )
    where = folder / FOLDER
    sentence = message(
        "copies in {path}: {n}, the newest of {when} UTC",
        path=where,
        n=len(copies),
        when=f"{newest:%Y-%m-%d %H:%M}",
    )
    return Check(name="copies", status="ok", message=sentence)


def aside_checks(folder: Path) -> tuple[Check, ...]:
    """What repairs have left, if anything."""
    aside = set_aside_in(folder)
    if not aside:
        return ()
    size = _mb(sum(path.stat().st_size for path in aside))
    sentence = message(
        "{path} holds {size} MB that repairs set aside; delete what begins with "
        "damaged- once nothing is missing",
        path=folder / FOLDER,
        size=size,
    )
    return (Check(name="set_aside", status="ok", message=sentence),)


def clock_check(context: Context, platform: str) -> Check:
    """Whether the clock has gone back behind what was written."""
    now = context.now()
    written = [
        datetime.fromtimestamp(path.stat().st_mtime, UTC)
        for path in files_of(context.data_folder)
        if path.is_file()
    ]
    if written and now < max(written) - _SLACK:
        sentence = message(
            "the clock says {now}, but the data was written on {written}",
            now=f"{now:%Y-%m-%d %H:%M}",
            written=f"{max(written):%Y-%m-%d %H:%M}",
        )
        mend = "sudo timedatectl set-ntp true" if platform == "linux" else None
        return Check(name="clock", status="broken", message=sentence, command=mend, needed=True)
    sentence = message("the clock says {now} UTC", now=f"{now:%Y-%m-%d %H:%M}")
    return Check(name="clock", status="ok", message=sentence, needed=True)


def _ingest_checks(database: Path) -> tuple[Check, ...]:
    """What a program that was cut off has left to be done, if anything."""
    try:
        stale = anything_stale(database)
    except StoreError:
        return ()  # somebody writes just now, or the folder cannot be written to: told elsewhere
    if not stale:
        return ()
    sentence = message(
        "some results wait to be brought up to date; the next command that shows any does it"
    )
    return (Check(name="ingest", status="broken", message=sentence, command=_SHOW),)


def _bad_folder(message: str, command: str) -> Check:
    return Check(name="data_folder", status="broken", message=message, command=command, needed=True)


def _file_check(name: str, health: FileHealth) -> Check:
    message, command = _told(health)
    status: Status = (
        "broken" if health.condition in ("newer", "foreign", "damaged", "barred") else "ok"
    )
    return Check(name=name, status=status, message=message, command=command, needed=True)


_CONDITIONS: Mapping[Condition, str] = {
    "absent": N_("{path} is not there yet; the first command that stores makes it"),
    "sound": N_("{path} is sound: schema {version}, {size} MB, every value read"),
    "older": N_(
        "{path} is sound, of schema {version}; its next use brings it to {newest}, after a copy"
    ),
    "newer": N_("{path} was written by a newer Hakaru (schema {version}, this one knows {newest})"),
    "foreign": N_("{path} is a database of another program"),
    "busy": N_("{path} was not looked into: {reason}"),
    "barred": N_("{path} cannot be read: {reason}"),
    "damaged": N_("{path} is damaged: {reason}"),
}


def _told(health: FileHealth) -> tuple[str, str | None]:
    """What a condition means, and what to do about it."""
    sentence = message(
        _CONDITIONS[health.condition],
        path=health.path.name,
        version=health.version,
        newest=health.newest,
        size=_mb(health.size_bytes),
        reason=health.fault,
    )
    if health.condition == "newer":
        return sentence, update_command()
    return sentence, {"foreign": _ELSEWHERE, "damaged": _REPAIR}.get(health.condition)


def _mb(n_bytes: int) -> str:
    return f"{n_bytes / BYTES_PER_MB:.1f}"


PYTHON_MIN = (3, 11)
_BROWSERS = (
    "xdg-open", "www-browser", "sensible-browser", "firefox", "chromium", "chromium-browser",
    "google-chrome",
)  # fmt: skip
_OWN_BROWSER = ("darwin", "win32")


def python_check(around: Surroundings) -> Check:
    """Whether this Python is new enough."""
    version = ".".join(map(str, around.python))
    if around.python < PYTHON_MIN:
        return Check(
            name="python",
            status="broken",
            message=message(
                "Python {version} is too old: 3.11 or newer is needed", version=version
            ),
            command=update_command(python="python3.13"),
            needed=True,
        )
    sentence = message("Python {version} on {system}", version=version, system=around.system)
    return Check(name="python", status="ok", message=sentence, needed=True)


def extra_check(extra: Extra, around: Surroundings) -> Check:
    """Whether what an extra brings is there."""
    presence = presence_of(extra, around)
    name = f"extra {extra.name}"
    if presence.condition == "present":
        return Check(
            name=name,
            status="ok",
            message=message("installed: {packages}", packages=", ".join(presence.versions)),
        )
    if presence.condition == "broken":
        broken = " ".join(presence.broken)
        return Check(
            name=name,
            status="broken",
            message=message("installed, but it cannot be imported: {packages}", packages=broken),
            command=f"{pip_of()} install --force-reinstall {broken}",
        )
    missing = ", ".join(presence.missing)
    return Check(
        name=name,
        status="missing",
        message=message("not installed: {packages}", packages=missing),
        command=extra.command,
    )


def camera_check(data_folder: Path, around: Surroundings) -> Check:
    """Whether the file that finds faces is there, and the one we know."""
    candidates = installed_files(data_folder, around.search_path)
    if not (there := [path for path in candidates if os.access(path, os.R_OK)]):
        sentence = message(
            "{path} is not there: attention is told from the use of the computer alone",
            path=FILE_NAME,
        )
        return Check(name="camera_model", status="missing", message=sentence, command=INSTALL)
    try:
        load_face_model(there)
    except NoFaceModel as exc:
        return Check(name="camera_model", status="broken", message=str(exc), command=INSTALL)
    sentence = message("the one we know, in {path}", path=there[0].parent)
    return Check(name="camera_model", status="ok", message=sentence)


def desktop_told(around: Surroundings) -> Told:
    """What is told of the use of the computer here. A display elsewhere is not asked."""
    source = choose_source(around.platform, around.environment, openers=Openers(x11=_open_x11_here))
    source.close()
    return source.told


def desktop_check(around: Surroundings) -> Check:
    """Whether the use of the computer can be told here."""
    capabilities = desktop_told(around)
    missing = ", ".join(capabilities.missing)
    if not capabilities.missing:
        sentence = message("{system} tells everything", system=capabilities.system)
        return Check(name="desktop", status="ok", message=sentence)
    if capabilities.note == "library_missing":
        command = extra_named("focus").command
        sentence = message(
            "{system} cannot be asked: its library is not installed", system=capabilities.system
        )
        return Check(name="desktop", status="missing", message=sentence, command=command)
    if capabilities.note == "cannot_be_opened":
        sentence = message(
            "{system} cannot be asked: its display cannot be opened from here",
            system=capabilities.system,
        )
        return Check(name="desktop", status="broken", message=sentence)
    if capabilities.note in ("no_desktop", "desktop_tells_nothing"):
        sentence = message(
            "{system}: no desktop that tells how the computer is used", system=capabilities.system
        )
        return Check(name="desktop", status="missing", message=sentence)
    return Check(
        name="desktop",
        status="ok",
        message=message(
            "{system} tells all but: {missing}", system=capabilities.system, missing=missing
        ),
    )


def model_check(context: Context, around: Surroundings) -> Check:
    """Whether the language model that is configured could be asked. It is not asked."""
    if context.model is None:
        sentence = message("no language model is configured, and none is needed")
        return Check(name="model", status="ok", message=sentence)
    about = context.model.describe()
    extra = extra_named("anthropic" if about.backend == "anthropic" else "llm")
    if presence_of(extra, around).condition != "present":
        return Check(
            name="model",
            status="broken",
            message=message(
                "{name} at {url} cannot be asked: a library is not installed",
                name=about.name,
                url=about.url,
            ),
            command=extra.command,
            needed=True,
        )
    if about.key_env is not None and not around.environment.get(about.key_env):
        return Check(
            name="model",
            status="broken",
            message=message(
                "{name} at {url} cannot be asked: {key} is not set",
                name=about.name,
                url=about.url,
                key=about.key_env,
            ),
            command=f"export {about.key_env}=...",
            needed=True,
        )
    sentence = message(
        "{name} at {url} is configured; `hakaru model check` asks it",
        name=about.name,
        url=about.url,
    )
    return Check(name="model", status="ok", message=sentence, needed=True)


def browser_check(around: Surroundings) -> Check:
    """Whether something shows reports and pages here."""
    if around.platform in _OWN_BROWSER:
        return Check(name="browser", status="ok", message=message("the system opens pages"))
    path = around.environment.get("PATH", "")
    browser = next((command for command in _BROWSERS if shutil.which(command, path=path)), None)
    if browser is None:
        sentence = message("no browser was found: reports open on another machine, too")
        return Check(
            name="browser", status="missing", message=sentence, command="sudo apt install firefox"
        )
    return Check(
        name="browser", status="ok", message=message("{program} opens pages", program=browser)
    )


def _open_x11_here(display: str) -> Calls:
    """A display of this machine; one over the network is not connected to."""
    host = display.rpartition(":")[0]
    if host not in ("", "unix"):
        raise OSError(f"the display {display} is on another machine")
    return open_x11(display)


@frozen
class RepairResult:
    """What became of the database and of the state."""

    files: tuple[Repaired, ...]

    @property
    def ok(self) -> bool:
        """Whether both can be used now."""
        return all(file.outcome != "no_copy" for file in self.files)

    @property
    def shape(self) -> Mapping[str, object]:
        """One entry per file."""
        return {"ok": self.ok, "files": [cells(file, _REPAIRED) for file in self.files]}


def repair(context: Context, *, anew: bool) -> RepairResult:
    """Repair what is damaged; `anew`: begin empty where no copy is sound.

    Raises:
        StoreBusy: others use the folder.
        StoreDamaged: a file is another program's or a newer Hakaru's, or cannot be written.
    """
    context.store.close()
    return RepairResult(files=repair_folder(context.data_folder, anew=anew))


_REPAIRED: Columns[Repaired] = {
    "file": lambda file: file.path.name,
    "outcome": None,
    "copied_at": None,
    "set_aside": None,
    "damaged_copies": lambda file: file.passed_over,
}
_COLUMNS: Columns[Check] = {
    "check": lambda check: check.name,
    "status": None,
    "message": None,
    "command": None,
}


@frozen
class DoctorResult:
    """What was looked at, in the order in which it is told."""

    checks: tuple[Check, ...]

    @property
    def ok(self) -> bool:
        """Whether all that is needed is sound; what is missing but optional does not count."""
        return not any(check.needed and check.status == "broken" for check in self.checks)

    @property
    def shape(self) -> Mapping[str, object]:
        """One row per check; a `command` mends it or gets what is missing."""
        return {"ok": self.ok, "checks": Rows(self.checks, columns=_COLUMNS)}


def doctor(context: Context) -> DoctorResult:
    """Look at the machine, the data folder and the optional parts."""
    return examine(context, own_surroundings())


def examine(context: Context, around: Surroundings) -> DoctorResult:
    """The same with other surroundings than one's own."""
    folder = context.data_folder
    in_folder: tuple[Callable[[], tuple[Check, ...]], ...] = (
        lambda: privacy_check(folder),
        lambda: file_checks(folder),
        lambda: (backups_check(folder), *aside_checks(folder)),
        lambda: (clock_check(context, around.platform),),
    )
    looks: tuple[Callable[[], tuple[Check, ...]], ...] = (
        lambda: (python_check(around), folder_check(folder)),
        *(() if is_closed(folder) else in_folder),
        lambda: tuple(extra_check(extra, around) for extra in EXTRAS),
        lambda: (camera_check(folder, around), desktop_check(around)),
        lambda: (model_check(context, around), browser_check(around)),
    )
    context.progress.begin("checking", len(looks))
    checks: list[Check] = []
    for look in looks:
        checks.extend(look())
        context.progress.advance()
    context.progress.end()
    return DoctorResult(checks=tuple(checks))
