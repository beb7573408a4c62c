"""How is a Linux desktop on X11 used?

The window manager names the window in front, the screen saver extension knows the idle time, and
XInput 2 raw events are counted by their kind alone: which key it was is not read from them. Moves
are seen as a pointer that lies elsewhere than at the last look, so that a busy mouse costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from hakaru.core.units import MS_PER_S

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")

MOVED_PX = 5
_RAW_KEY_PRESS, _RAW_BUTTON_PRESS = 13, 15
_EXTENSIONS = ("XInputExtension", "MIT-SCREEN-SAVER")
_MOST_EVENTS = 10_000
"""So many events are taken at one look; a connection that brings more is at fault."""


class X11Calls:
    """The calls of one display."""

    def __init__(self, display: Any) -> None:
        self._display = display
        self._root = display.screen().root
        self._active = display.intern_atom("_NET_ACTIVE_WINDOW")
        self._n_keys = self._n_mouse = 0
        self._pointer: tuple[int, int] | None = None

    def front_app(self) -> str | None:
        """The class of the window in front, as "Firefox"."""
        return self._translated(self._front_app)

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

    def locked(self) -> bool | None:
        """X11 does not tell."""
        return None

    def close(self) -> None:
        """Close the connection."""
        self._translated(self._display.close)

    def _front_app(self) -> str | None:
        active_window = self._root.get_full_property(self._active, 0)
        if active_window is None or not len(active_window.value) or not active_window.value[0]:
            return None
        names = self._display.create_resource_object(
            "window", active_window.value[0]
        ).get_wm_class()
        return str(names[1]) if names else None

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
