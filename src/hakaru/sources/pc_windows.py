"""Use of the computer as Windows tells it. The functions of the system come in as a table."""

from __future__ import annotations

import ctypes
import importlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PureWindowsPath
from typing import Any

from hakaru.core.units import MS_PER_S
from hakaru.sources.pc_calls import Calls

_TICKS = 2**32
_NAME_CHARACTERS = 1024
_QUERY_LIMITED = 0x1000
MOVED_PX = 5
_LISTENERS = (
    r"Software\Microsoft\Windows\CurrentVersion\CapabilityAccessManager\ConsentStore\microphone"
)


@dataclass(frozen=True, kw_only=True)
class WindowsTable:
    """Functions of the system: ticks in ms now and at the last input (both 32 bits and wrap
    around), the path of the program in front (None: nobody's, a locked screen), the pointer."""

    now_ms: Callable[[], int]
    last_input_ms: Callable[[], int]
    front_path: Callable[[], str | None]
    pointer: Callable[[], tuple[int, int]]
    title: Callable[[], str | None] = lambda: None
    microphone: Callable[[], bool | None] = lambda: None


class WindowsCalls(Calls):
    """The calls of Windows."""

    def __init__(self, table: WindowsTable) -> None:
        self._table = table
        self._n_moves = 0
        self._pointer: tuple[int, int] | None = None

    def front_app(self) -> str | None:
        """The name of the program in front, without its folder and ending."""
        path = self._table.front_path()
        return PureWindowsPath(path).stem if path else None

    def idle_s(self) -> float | None:
        """Since the last input; right also when the ticks wrapped around, every 49.7 days."""
        return ((self._table.now_ms() - self._table.last_input_ms()) % _TICKS) / MS_PER_S

    def mouse(self) -> int | None:
        """Looks at which the pointer had moved."""
        place, before = self._table.pointer(), self._pointer
        self._pointer = place
        if before is not None:
            moved = max(abs(place[0] - before[0]), abs(place[1] - before[1])) >= MOVED_PX
            self._n_moves += moved
        return self._n_moves

    def locked(self) -> bool | None:
        """The lock screen is a program of its own."""
        app = self.front_app()
        return None if app is None else app.casefold() == "lockapp"

    def title(self) -> str | None:
        """Of the window in front."""
        return self._table.title()

    def microphone_used(self) -> bool | None:
        """Whether the system lists a program that listens now."""
        return self._table.microphone()


class _LastInput(ctypes.Structure):
    _fields_ = (("size", ctypes.c_uint), ("ticks_ms", ctypes.c_uint))


class _Point(ctypes.Structure):
    _fields_ = (("x", ctypes.c_long), ("y", ctypes.c_long))


def open_windows() -> WindowsCalls:
    """Bind the functions of Windows.

    Raises:
        OSError: this is no Windows.
    """
    library: Any = getattr(ctypes, "windll", None)
    if library is None:
        raise OSError("this is no Windows")
    user, kernel = library.user32, library.kernel32

    def last_input_ms() -> int:
        info = _LastInput(size=ctypes.sizeof(_LastInput))
        user.GetLastInputInfo(ctypes.byref(info))
        return int(info.ticks_ms)

    def pointer() -> tuple[int, int]:
        place = _Point()
        user.GetCursorPos(ctypes.byref(place))
        return int(place.x), int(place.y)

    def front_path() -> str | None:
        process_id = ctypes.c_uint()
        user.GetWindowThreadProcessId(user.GetForegroundWindow(), ctypes.byref(process_id))
        handle = kernel.OpenProcess(_QUERY_LIMITED, False, process_id.value)
        name, size = ctypes.create_unicode_buffer(_NAME_CHARACTERS), ctypes.c_uint(_NAME_CHARACTERS)
        succeeded = handle and kernel.QueryFullProcessImageNameW(
            handle, 0, name, ctypes.byref(size)
        )
        if handle:
            kernel.CloseHandle(handle)
        return name.value if succeeded else None

    def title() -> str | None:
        text = ctypes.create_unicode_buffer(_NAME_CHARACTERS)
        user.GetWindowTextW(user.GetForegroundWindow(), text, _NAME_CHARACTERS)
        return text.value or None

    return WindowsCalls(
        WindowsTable(
            now_ms=kernel.GetTickCount,
            last_input_ms=last_input_ms,
            front_path=front_path,
            pointer=pointer,
            title=title,
            microphone=_listed_microphone,
        )
    )


def _listed_microphone() -> bool | None:
    """A program that began to listen and has not ended has no time of its end in the registry."""
    registry: Any = importlib.import_module("winreg")
    try:
        root = registry.OpenKey(registry.HKEY_CURRENT_USER, _LISTENERS)
    except OSError:
        return None
    return any(
        _listens(registry, registry.OpenKey(parent, name))
        for parent in (root, *_child_keys(registry, root, "NonPackaged"))
        for name in _names_of(registry, parent)
    )


def _child_keys(registry: Any, root: Any, name: str) -> tuple[Any, ...]:
    try:
        return (registry.OpenKey(root, name),)
    except OSError:
        return ()


def _names_of(registry: Any, key: Any) -> tuple[str, ...]:
    n_keys, _, _ = registry.QueryInfoKey(key)
    return tuple(registry.EnumKey(key, index) for index in range(n_keys))


def _listens(registry: Any, key: Any) -> bool:
    try:
        ended, _ = registry.QueryValueEx(key, "LastUsedTimeStop")
    except OSError:
        return False
    return bool(ended == 0)
