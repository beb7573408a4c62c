"""Use of the computer, as each system tells it: window in front, idle time, counts of input.

On macOS and Windows the functions of the system come in as a table; `open_macos` and
`open_windows` bind them.

The window manager names the window in front, the screen saver extension knows the idle time, and
XInput 2 raw events are counted by their kind alone: which key it was is not read from them. Moves
are seen as a pointer that lies elsewhere than at the last look, so that a busy mouse costs nothing.
"""

from __future__ import annotations

import ctypes
import importlib
import json
import socket
import struct
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path, PureWindowsPath
from typing import Any

from hakaru.core.units import MS_PER_S
from hakaru.records import frozen
from hakaru.sources.pc_calls import (
    FIGURES,
    Calls,
    Figure,
    NoCalls,
    SystemSource,
    T,
    Told,
    alsa_microphone_used,
)

_TICKS = 2**32
_NAME_CHARACTERS = 1024
_QUERY_LIMITED = 0x1000
MOVED_PX = 5
_LISTENERS = (
    r"Software\Microsoft\Windows\CurrentVersion\CapabilityAccessManager\ConsentStore\microphone"
)


@frozen
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


KEY_DOWN, LEFT_DOWN, RIGHT_DOWN, MOVED, WHEEL = 10, 1, 3, 5, 22


_ANY_INPUT = 0xFFFFFFFF


_MOVES_PER_EVENT = 10


"""The system counts every pixel moved; ten of them are one move here."""


@frozen
class MacTable:
    """Functions of the system: events of a type since start-up, seconds since one, the name of the
    application in front, and what the session says of itself."""

    count: Callable[[int], int]
    seconds_since: Callable[[int], float]
    front_app: Callable[[], str | None]
    session: Callable[[], Mapping[str, object] | None]
    title: Callable[[], str | None] = lambda: None


class MacCalls(Calls):
    """The calls of macOS."""

    def __init__(self, table: MacTable) -> None:
        self._table = table

    def front_app(self) -> str | None:
        """The localised name of the application in front."""
        return self._table.front_app()

    def idle_s(self) -> float | None:
        """Since the last input of any kind."""
        return self._table.seconds_since(_ANY_INPUT)

    def keys(self) -> int | None:
        """Key presses since start-up."""
        return self._table.count(KEY_DOWN)

    def mouse(self) -> int | None:
        """Clicks, wheel steps and moves since start-up."""
        count = self._table.count
        clicks = sum(count(kind) for kind in (LEFT_DOWN, RIGHT_DOWN, WHEEL))
        return clicks + count(MOVED) // _MOVES_PER_EVENT

    def locked(self) -> bool | None:
        """Whether the session says that its screen is locked."""
        session = self._table.session()
        if session is None:
            return None
        return bool(session.get("CGSSessionScreenIsLocked", False))

    def title(self) -> str | None:
        """Of the window in front, where macOS lets this program record the screen's windows."""
        return self._table.title()


def open_macos() -> MacCalls:
    """Bind the functions of macOS.

    Raises:
        ImportError: pyobjc is not installed.
    """
    import Quartz  # noqa: PLC0415
    from AppKit import NSWorkspace  # noqa: PLC0415

    state = Quartz.kCGEventSourceStateCombinedSessionState

    def front_app() -> str | None:
        front = NSWorkspace.sharedWorkspace().frontmostApplication()
        return None if front is None else str(front.localizedName())

    def title() -> str | None:
        front = NSWorkspace.sharedWorkspace().frontmostApplication()
        windows = Quartz.CGWindowListCopyWindowInfo(
            Quartz.kCGWindowListOptionOnScreenOnly, Quartz.kCGNullWindowID
        )
        names = (
            window.get("kCGWindowName")
            for window in windows or ()
            if front is not None
            and window.get("kCGWindowOwnerPID") == front.processIdentifier()
            and window.get("kCGWindowLayer") == 0
        )
        return next((str(name) for name in names if name), None)

    return MacCalls(
        MacTable(
            count=lambda kind: int(Quartz.CGEventSourceCounterForEventType(state, kind)),
            seconds_since=lambda kind: float(
                Quartz.CGEventSourceSecondsSinceLastEventType(state, kind)
            ),
            front_app=front_app,
            session=Quartz.CGSessionCopyCurrentDictionary,
            title=title,
        )
    )


TIMEOUT_S = 1.0


_MAGIC = b"i3-ipc"


_GET_TREE = 4


_HEADER = struct.Struct("<6sII")


_MOST_BYTES = 16 * 1024 * 1024


_DEEPEST = 200


class SwayCalls(Calls):
    """The calls of sway (and of i3) by its socket."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def front_app(self) -> str | None:
        """The id or class of the focused window."""
        return next((name for node in _nodes(self._tree()) if (name := _focused_app(node))), None)

    def title(self) -> str | None:
        """Of the focused window."""
        focused = (node for node in _nodes(self._tree()) if node.get("focused") is True)
        return next((name for node in focused if (name := _text(node.get("name")))), None)

    def microphone_used(self) -> bool | None:
        """By the sound cards of Linux."""
        return alsa_microphone_used()

    def _tree(self) -> Mapping[str, object]:
        with _connected(self._path) as link:
            link.sendall(_HEADER.pack(_MAGIC, 0, _GET_TREE))
            magic, size, kind = _HEADER.unpack(_exactly(link, _HEADER.size))
            if magic != _MAGIC or kind != _GET_TREE or size > _MOST_BYTES:
                raise OSError("an answer of another protocol")
            return _json(_exactly(link, size))


class HyprlandCalls(SwayCalls):
    """The calls of Hyprland by its socket."""

    def front_app(self) -> str | None:
        """The class of the active window."""
        return _text(self._window().get("class"))

    def title(self) -> str | None:
        """Of the active window."""
        return _text(self._window().get("title"))

    def _window(self) -> Mapping[str, object]:
        with _connected(self._path) as link:
            link.sendall(b"j/activewindow")
            return _json(_until_closed(link))


def _connected(path: Path) -> socket.socket:
    link = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    link.settimeout(TIMEOUT_S)
    try:
        link.connect(str(path))
    except OSError:
        link.close()
        raise
    return link


def _exactly(link: socket.socket, size: int) -> bytes:
    received = bytearray()
    while len(received) < size:
        piece = link.recv(size - len(received))
        if not piece:
            raise OSError("the compositor hung up")
        received += piece
    return bytes(received)


def _until_closed(link: socket.socket) -> bytes:
    received = bytearray()
    while piece := link.recv(65_536):
        received += piece
        if len(received) > _MOST_BYTES:
            raise OSError("an answer without an end")
    return bytes(received)


def _json(data: bytes) -> Mapping[str, object]:
    try:
        values = json.loads(data)
    except (ValueError, RecursionError) as exc:
        raise OSError("an answer that is no JSON") from exc
    return values if isinstance(values, Mapping) else {}


def _nodes(tree: Mapping[str, object]) -> Iterator[Mapping[str, object]]:
    left = [(tree, 0)]
    while left:
        node, depth = left.pop()
        yield node
        for key in ("nodes", "floating_nodes"):
            inner = node.get(key)
            if isinstance(inner, list) and depth < _DEEPEST:
                left += [(child, depth + 1) for child in inner if isinstance(child, Mapping)]


def _focused_app(node: Mapping[str, object]) -> str | None:
    if node.get("focused") is not True:
        return None
    properties = node.get("window_properties")
    of_x11 = properties.get("class") if isinstance(properties, Mapping) else None
    return _text(node.get("app_id")) or _text(of_x11)


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


_RAW_KEY_PRESS, _RAW_BUTTON_PRESS = 13, 15


_EXTENSIONS = ("XInputExtension", "MIT-SCREEN-SAVER")


_MOST_EVENTS = 10_000


"""So many events are taken at one look; a connection that brings more is at fault."""


class X11Calls(Calls):
    """The calls of one display."""

    def __init__(self, display: Any) -> None:
        self._display = display
        self._root = display.screen().root
        self._active = display.intern_atom("_NET_ACTIVE_WINDOW")
        self._name = display.intern_atom("_NET_WM_NAME")
        self._n_keys = self._n_mouse = 0
        self._pointer: tuple[int, int] | None = None

    def front_app(self) -> str | None:
        """The class of the window in front, as "Firefox"."""
        return self._translated(self._front_app)

    def title(self) -> str | None:
        """Of the window in front."""
        return self._translated(self._title)

    def microphone_used(self) -> bool | None:
        """By the sound cards of Linux."""
        return alsa_microphone_used()

    def idle_s(self) -> float | None:
        """Of the screen saver extension."""
        return self._translated(lambda: float(self._root.screensaver_query_info().idle) / MS_PER_S)

    def keys(self) -> int | None:
        """Key presses so far, of all windows."""
        self._translated(self._drain)
        return self._n_keys

    def mouse(self) -> int | None:
        """Clicks, wheel steps, and looks at which the pointer had moved."""
        self._translated(self._look_at_pointer)
        return self._n_mouse

    def close(self) -> None:
        """Close the connection."""
        self._translated(self._display.close)

    def _front_app(self) -> str | None:
        window = self._front_window()
        names = None if window is None else window.get_wm_class()
        return str(names[1]) if names else None

    def _title(self) -> str | None:
        window = self._front_window()
        name = None if window is None else window.get_full_property(self._name, 0)
        return bytes(name.value).decode("utf-8", "replace") if name is not None else None

    def _front_window(self) -> Any:
        active_window = self._root.get_full_property(self._active, 0)
        if active_window is None or not len(active_window.value) or not active_window.value[0]:
            return None
        return self._display.create_resource_object("window", active_window.value[0])

    def _drain(self) -> None:
        for _ in range(min(self._display.pending_events(), _MOST_EVENTS)):
            kind = getattr(self._display.next_event(), "evtype", None)
            self._n_keys += kind == _RAW_KEY_PRESS
            self._n_mouse += kind == _RAW_BUTTON_PRESS

    def _look_at_pointer(self) -> None:
        self._drain()
        seen = self._root.query_pointer()
        place, before = (seen.root_x, seen.root_y), self._pointer
        self._pointer = place
        if before is not None:
            moved = max(abs(place[0] - before[0]), abs(place[1] - before[1])) >= MOVED_PX
            self._n_mouse += moved

    def _translated(self, call: Callable[[], T]) -> T:
        """Faults of the library as the protocol wants them; it has no common base for all."""
        from Xlib import error as faults  # noqa: PLC0415

        try:
            return call()
        except (faults.XError, faults.ConnectionClosedError, faults.DisplayError) as exc:
            raise OSError(str(exc)) from exc


def open_x11(
    name: str | None = None, *, open_display: Callable[[str | None], Any] | None = None
) -> X11Calls:
    """Connect to a display (None: that of the environment) and count its raw input events.

    Raises:
        OSError: there is no display, or it lacks an extension.
        ImportError: python-xlib is not installed.
    """
    from Xlib import display as displays  # noqa: PLC0415
    from Xlib import error as faults  # noqa: PLC0415
    from Xlib.ext import xinput  # noqa: PLC0415

    try:
        display = (open_display or displays.Display)(name)
        if not all(display.has_extension(extension) for extension in _EXTENSIONS):
            display.close()
            raise OSError("the display lacks XInput 2 or the screen saver extension")
        display.xinput_query_version()
        mask = xinput.RawKeyPressMask | xinput.RawButtonPressMask
        display.screen().root.xinput_select_events([(xinput.AllMasterDevices, mask)])
        display.sync()
    except (faults.DisplayError, faults.XError, faults.ConnectionClosedError) as exc:
        raise OSError(f"no display: {exc}") from exc
    return X11Calls(display)


_ONLY_WINDOW: tuple[Figure, ...] = ("idle", "keys", "mouse", "locked")


@frozen
class Openers:
    """How the calls of each system are opened; tests put their own here."""

    macos: Callable[[], Calls] = open_macos
    windows: Callable[[], Calls] = open_windows
    x11: Callable[[str], Calls] = open_x11


def choose_source(
    platform: str, environment: Mapping[str, str], *, openers: Openers | None = None
) -> SystemSource:
    """The source for a system (`sys.platform`) and its environment; it may tell nothing.

    On Wayland a display of X11 shows only the windows that use it, so it is not asked there.
    """
    given = openers or Openers()
    if platform == "darwin":
        return _opened(given.macos, Told(system="macos"))
    if platform == "win32":
        capabilities = Told(system="windows", missing=("keys",), note="keys_not_counted")
        return _opened(given.windows, capabilities)
    return _of_linux(environment, given)


def _of_linux(environment: Mapping[str, str], given: Openers) -> SystemSource:
    if "SWAYSOCK" in environment:
        capabilities = Told(system="sway", missing=_ONLY_WINDOW, note="wayland_counts_nothing")
        return SystemSource(SwayCalls(Path(environment["SWAYSOCK"])), capabilities)
    signature = environment.get("HYPRLAND_INSTANCE_SIGNATURE")
    runtime = environment.get("XDG_RUNTIME_DIR")
    if signature and runtime:
        capabilities = Told(system="hyprland", missing=_ONLY_WINDOW, note="wayland_counts_nothing")
        path = Path(runtime) / "hypr" / signature / ".socket.sock"
        return SystemSource(HyprlandCalls(path), capabilities)
    if "WAYLAND_DISPLAY" in environment:
        return _nothing("wayland", "desktop_tells_nothing")
    name = environment.get("DISPLAY")
    if name is None:
        return _nothing("linux", "no_desktop")
    return _opened(lambda: given.x11(name), Told(system="x11", missing=("locked",)))


def _opened(opener: Callable[[], Calls], capabilities: Told) -> SystemSource:
    try:
        return SystemSource(opener(), capabilities)
    except ImportError:
        return _nothing(capabilities.system, "library_missing")
    except OSError:
        return _nothing(capabilities.system, "cannot_be_opened")


def _nothing(system: str, note: str) -> SystemSource:
    return SystemSource(NoCalls(), Told(system=system, missing=FIGURES, note=note))
