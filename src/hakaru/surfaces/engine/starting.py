"""Starting a process that watches, by a page: what there is to watch with, and how it is begun.

The process is the one that `hakaru focus watch` is, with its lease and its port. It gets the name
of the server that starts it and ends with that one, unless a person wants it to stay. What it saw
goes to the store alone: its log has errors only.
"""

from __future__ import annotations

import os
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from hakaru.core.errors import BadArgument, WatchRefused
from hakaru.core.i18n import Message, message
from hakaru.core.names import reason_of
from hakaru.flows.context import Context
from hakaru.flows.doctor import camera_check, desktop_told
from hakaru.flows.watchers import Watchers, read_watchers
from hakaru.guard.cleaning import clean
from hakaru.records import frozen
from hakaru.sources.camera.eye import camera_devices
from hakaru.sources.parts import Surroundings, extra_named, own_surroundings, presence_of
from hakaru.sources.pc_calls import Figure, Told
from hakaru.store.focus import Presence, resume_watching
from hakaru.store.jobs import process_of
from hakaru.store.state import State
from hakaru.surfaces.cli.language import FOCUS_PORT
from hakaru.surfaces.engine.installing import autostart_for, watch_arguments
from hakaru.surfaces.engine.serve import LOG_FILE
from hakaru.surfaces.http import is_free

_KNOWN_FOR_S = 20.0
_READY_WITHIN_S, _POLLED_S = 60.0, 0.05
_LOG_BYTES, _TOLD_BYTES = 1_000_000, 2_000
_WINDOWS_DETACHED = 0x00000008 | 0x00000200
"""DETACHED_PROCESS and CREATE_NEW_PROCESS_GROUP, which only exist as names on Windows."""
_NO_DESKTOP = message(
    "this server has no desktop to ask; start `hakaru serve` in a terminal of the desktop "
    "that you work at"
)
_NO_CAMERA = message("no camera is connected; plug one in")


@frozen
class Means:
    """What keeps something from being watched here; None: nothing does. `untold`: what this desktop
    does not tell of the use of the computer."""

    folder: Message | None = None
    camera: Message | None = None
    desktop: Message | None = None
    untold: tuple[Figure, ...] = ()

    def refusal(self, *, camera: bool) -> Message | None:
        """Why watching cannot be started; None: it can be."""
        if self.folder is not None:
            return self.folder
        if self.desktop is None or (camera and self.camera is None):
            return None
        if self.camera is None:
            return message(
                "without the camera there is nothing to watch: {reason}", reason=self.desktop
            )
        return message(
            "there is nothing to watch with. PC use: {desktop}. Camera: {camera}",
            desktop=self.desktop,
            camera=self.camera,
        )


@frozen
class Wish:
    """How somebody wants to be watched. `camera` False: by the use of the computer alone;
    `lasting`: also after the server has ended."""

    camera: bool
    lasting: bool


class Launcher:
    """Starts processes that watch, one at a time; each has its place in the data folder alone.

    `port` is theirs where it is free (0: any free one).
    """

    def __init__(
        self,
        around: Surroundings | None = None,
        *,
        devices: Callable[[], frozenset[str] | None] = camera_devices,
        home: Path | None = None,
        port: int = FOCUS_PORT,
    ) -> None:
        self._around = around or own_surroundings()
        self._port = port
        self._devices, self._home = devices, home or Path.home()
        self._starting = threading.Lock()
        self._means: tuple[float, Path, Means] | None = None

    def means(self, data_folder: Path) -> Means:
        """What there is to watch with, as it was at most some seconds ago."""
        now_s, known = time.monotonic(), self._means
        if known and known[1] == data_folder and now_s - known[0] < _KNOWN_FOR_S:
            return known[2]
        told = desktop_told(self._around)
        made = Means(
            folder=_why_not_written(data_folder),
            camera=self._why_no_camera(data_folder),
            desktop=_why_no_desktop(told),
            untold=told.missing,
        )
        self._means = (now_s, data_folder, made)
        return made

    def begins_at_login(self, data_folder: Path) -> bool:
        """Whether the system starts a process that watches at every login."""
        try:
            plan = autostart_for(
                self._around.platform,
                watch_arguments(data_folder=data_folder, language="en", camera=True),
                home=self._home,
                environment=self._around.environment,
            )
        except BadArgument:
            return False
        return plan.file.is_file()

    def start(self, context: Context, wish: Wish, *, owner: Callable[[], str]) -> Presence:
        """Start a process and wait until it says that it is there. A pause ends with that.

        `owner` names this server, where one is asked for.

        Raises:
            WatchRefused: another one is there, there is nothing to watch with, or it ended at once.
            StoreError: the data folder cannot be written to.
        """
        with self._starting:
            self._means = None
            refusal = self.means(context.data_folder).refusal(camera=wish.camera)
            if refusal is not None:
                raise WatchRefused(refusal)
            _refuse_a_second(read_watchers(context))
            resume_watching(State(context.data_folder))
            return self._begun(context, wish, "" if wish.lasting else owner())

    def _begun(self, context: Context, wish: Wish, owner: str) -> Presence:
        folder = context.data_folder
        command = (
            *watch_arguments(
                data_folder=folder, language=context.settings.language, camera=wish.camera
            ),
            "--port",
            str(self._port if is_free(self._port) else 0),
            "--ends-with",
            owner,
        )
        path = folder / LOG_FILE
        begin_bytes = _begin_log(path)
        try:
            with path.open("ab") as log:
                process = _spawned(command, log, environment=self._around.environment)
        except OSError as exc:
            raise WatchRefused(
                message("the process cannot be started: {reason}", reason=reason_of(exc))
            ) from exc
        threading.Thread(target=process.wait, daemon=True, name="reaper").start()
        return _ready(context, process, path, begin_bytes)

    def _why_no_camera(self, data_folder: Path) -> Message | None:
        if self._devices() == frozenset():
            return _NO_CAMERA
        extra = extra_named("focus")
        presence = presence_of(extra, self._around)
        if presence.condition != "present":
            return message(
                "its libraries are not installed; {command} gets them", command=extra.command
            )
        check = camera_check(data_folder, self._around)
        if check.status == "ok":
            return None
        return message("{reason}; {command}", reason=check.message, command=check.command or "")


def _why_no_desktop(told: Told) -> Message | None:
    if "app" not in told.missing:
        return None
    if told.note != "library_missing":
        return _NO_DESKTOP
    return message(
        "the library for {system} is not installed; {command} gets it",
        system=told.system,
        command=extra_named("focus").command,
    )


def _refuse_a_second(watchers: Watchers) -> None:
    if watchers.present:
        process = process_of(watchers.present[0].owner)
        raise WatchRefused(message("{process} is watching already", process=process))


def _why_not_written(folder: Path) -> Message | None:
    if not folder.exists() or os.access(folder, os.W_OK):
        return None
    return message(
        "the data folder {folder} can only be read, and what is watched is written there; start "
        "`hakaru serve --data FOLDER` with one that you may write to",
        folder=folder,
    )


def _begin_log(path: Path) -> int:
    """Where the words of the next process begin; a log that grew large begins anew."""
    try:
        if path.is_symlink() or (path.is_file() and path.stat().st_size > _LOG_BYTES):
            path.unlink()
        return path.stat().st_size if path.is_file() else 0
    except OSError:
        return 0


def _spawned(
    command: Sequence[str], log: Any, *, environment: Mapping[str, str]
) -> subprocess.Popen[bytes]:
    """A process that no signal to this one reaches, and that holds none of its files."""
    apart: dict[str, Any] = (
        {"creationflags": _WINDOWS_DETACHED} if os.name == "nt" else {"start_new_session": True}
    )
    return subprocess.Popen(  # noqa: S603  # our own program, no shell
        list(command),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=log,
        env=dict(environment),
        close_fds=True,
        **apart,
    )


def _ready(
    context: Context, process: subprocess.Popen[bytes], log: Path, begin_bytes: int
) -> Presence:
    """The process once it says that it is there. One that does not in time is ended."""
    deadline_s = time.monotonic() + _READY_WITHIN_S
    while True:
        watchers = read_watchers(context)
        if watchers.present:
            return watchers.present[0]
        if process.poll() is not None:
            raise WatchRefused(
                message("watching ended at once: {reason}", reason=_last_words(log, begin_bytes))
            )
        if time.monotonic() >= deadline_s:
            process.terminate()  # a child of this very process: its number is nobody else's
            raise WatchRefused(
                message("the process did not begin within {n} s", n=round(_READY_WITHIN_S))
            )
        time.sleep(_POLLED_S)


def _last_words(log: Path, begin_bytes: int) -> str:
    try:
        with log.open("rb") as file:
            file.seek(begin_bytes)
            lines = file.read()[-_TOLD_BYTES:].decode("utf-8", "replace").strip().splitlines()
    except OSError:
        lines = []
    return clean(lines[-1].removeprefix("hakaru: ")) if lines else "-"
