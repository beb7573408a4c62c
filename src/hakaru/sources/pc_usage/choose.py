"""Which of the sources fits this computer, and what will it not tell?"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from hakaru.sources.pc_usage.macos import open_macos
from hakaru.sources.pc_usage.protocol import FIGURES, Calls, Figure, SystemSource, Told
from hakaru.sources.pc_usage.wayland import HyprlandCalls, NoCalls, SwayCalls
from hakaru.sources.pc_usage.windows import open_windows
from hakaru.sources.pc_usage.x11 import open_x11

_ONLY_WINDOW: tuple[Figure, ...] = ("idle", "keys", "mouse", "locked")


@dataclass(frozen=True, kw_only=True)
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
