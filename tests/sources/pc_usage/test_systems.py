"""What each system tells, by a table of calls in place of the system."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest
from Xlib import error as faults

from hakaru.focus.features import PcReading, Usage, note, summarise_usage
from hakaru.sources.pc_calls import FIGURES, NoCalls, SystemSource, Told
from hakaru.sources.pc_usage import (
    MacCalls,
    MacTable,
    Openers,
    WindowsCalls,
    WindowsTable,
    X11Calls,
    choose_source,
    open_macos,
    open_windows,
    open_x11,
)

TOLD = Told(system="test")


def test_a_mac_tells_counts_without_an_event_tap() -> None:
    counts = {10: 70, 1: 3, 3: 1, 22: 4, 5: 95}
    table = MacTable(
        count=counts.__getitem__,
        seconds_since=lambda kind: 2.5 if kind == 0xFFFFFFFF else 99.0,
        front_app=lambda: "Safari",
        session=lambda: {"CGSSessionScreenIsLocked": 1},
    )
    reading = SystemSource(MacCalls(table), TOLD).read(at_s=10.0)
    assert reading == PcReading(
        at_s=10.0,
        app="Safari",
        category="browser",
        idle_s=2.5,
        keys=70,
        mouse=17,
        screen_locked=True,
    )
    silent = MacTable(
        count=lambda _: 0, seconds_since=lambda _: 0.0, front_app=lambda: None, session=lambda: None
    )
    calls = MacCalls(silent)
    assert (calls.front_app(), calls.locked()) == (None, None)
    calls.close()


def test_windows_tells_idle_time_across_the_wrap_of_its_ticks() -> None:
    places = iter([(0, 0), (3, 3), (50, 3), (50, 3)])
    table = WindowsTable(
        now_ms=lambda: 1_000,
        last_input_ms=lambda: 2**32 - 500,
        front_path=lambda: r"C:\Program Files\Code\Code.exe",
        pointer=lambda: next(places),
    )
    source = SystemSource(WindowsCalls(table), TOLD)
    readings = [source.read(at_s=float(n)) for n in range(4)]
    assert readings[0].idle_s == 1.5
    assert readings[0].app == "Code"
    assert readings[0].keys is None
    assert [reading.mouse for reading in readings] == [0, 0, 1, 1]
    assert readings[0].screen_locked is False


def test_the_lock_screen_of_windows_is_seen() -> None:
    def calls(path: str | None) -> WindowsCalls:
        return WindowsCalls(
            WindowsTable(
                now_ms=lambda: 0, last_input_ms=lambda: 0, front_path=lambda: path,
                pointer=lambda: (0, 0),
            )
        )  # fmt: skip

    assert calls(r"C:\Windows\SystemApps\LockApp.exe").locked() is True
    assert calls(None).locked() is None
    assert calls(None).front_app() is None
    calls(None).close()


@dataclass
class FakeDisplay:
    """A display of X11 as its library shows it."""

    window: int = 7
    names: tuple[str, str] | None = ("navigator", "Firefox")
    events: list[int] = field(default_factory=list)
    places: list[tuple[int, int]] = field(default_factory=lambda: [(0, 0)])
    fault: Callable[[], Exception] | None = None
    extensions: tuple[str, ...] = ("XInputExtension", "MIT-SCREEN-SAVER")
    selected: list[tuple[int, int]] = field(default_factory=list)

    def has_extension(self, name: str) -> bool:
        return name in self.extensions

    def xinput_query_version(self) -> None:
        pass

    def xinput_select_events(self, masks: list[tuple[int, int]]) -> None:
        self.selected += masks

    def sync(self) -> None:
        pass

    def screen(self) -> Any:
        return SimpleNamespace(root=self)

    def intern_atom(self, name: str) -> str:
        return name

    def get_full_property(self, _atom: str, _kind: int) -> Any:
        if self.fault is not None:
            raise self.fault()
        return SimpleNamespace(value=[self.window])

    def create_resource_object(self, _kind: str, _id: int) -> Any:
        return SimpleNamespace(get_wm_class=lambda: self.names)

    def screensaver_query_info(self) -> Any:
        return SimpleNamespace(idle=4_200)

    def pending_events(self) -> int:
        return len(self.events)

    def next_event(self) -> Any:
        return SimpleNamespace(evtype=self.events.pop(0))

    def query_pointer(self) -> Any:
        x, y = self.places.pop(0) if len(self.places) > 1 else self.places[0]
        return SimpleNamespace(root_x=x, root_y=y)

    def close(self) -> None:
        self.events.clear()


def test_x11_counts_presses_by_their_kind() -> None:
    display = FakeDisplay(events=[13, 14, 13, 15, 17, 13], places=[(0, 0), (40, 0), (41, 0)])
    source = SystemSource(X11Calls(display), TOLD)
    first = source.read(at_s=0.0)
    assert (first.app, first.idle_s, first.keys, first.mouse) == ("Firefox", 4.2, 3, 1)
    display.events += [13, 15, 15]
    second = source.read(at_s=1.0)
    assert (second.keys, second.mouse) == (4, 4)
    assert source.read(at_s=2.0).mouse == 4
    assert first.screen_locked is None
    source.close()


def test_x11_without_a_window_in_front_names_none() -> None:
    assert X11Calls(FakeDisplay(window=0)).front_app() is None
    assert X11Calls(FakeDisplay(names=None)).front_app() is None


def test_a_display_that_went_away_tells_nothing_and_breaks_nothing() -> None:
    display = FakeDisplay(fault=lambda: faults.ConnectionClosedError("server"))
    reading = SystemSource(X11Calls(display), TOLD).read(at_s=0.0)
    assert reading.app is None
    assert reading.idle_s == 4.2


def test_x11_is_opened_and_asks_for_raw_presses_only() -> None:
    display = FakeDisplay(events=[13])
    assert open_x11(":1", open_display=lambda _: display).keys() == 1
    assert display.selected == [(1, (1 << 13) | (1 << 15))]


def test_without_a_display_or_its_extensions_x11_cannot_be_opened() -> None:
    with pytest.raises(OSError, match="no display"):
        open_x11(":1", open_display=failing(faults.DisplayConnectionError(":1", b"refused")))
    with pytest.raises(OSError, match="lacks"):
        open_x11(":1", open_display=lambda _: FakeDisplay(extensions=("XInputExtension",)))
    with pytest.raises(OSError, match="no Windows"):
        open_windows()
    with pytest.raises(ImportError):
        open_macos()


def failing(error: Exception) -> Callable[..., Any]:
    def opener(*_: object) -> Any:
        raise error

    return opener


def opening(*_: object) -> Any:
    return NoCalls()


def test_the_source_is_chosen_by_the_system() -> None:
    openers = Openers(macos=opening, windows=opening, x11=opening)
    chosen = {
        "darwin": choose_source("darwin", {}, openers=openers),
        "win32": choose_source("win32", {}, openers=openers),
        "x11": choose_source("linux", {"DISPLAY": ":1"}, openers=openers),
        "sway": choose_source("linux", {"SWAYSOCK": "/s", "WAYLAND_DISPLAY": "w"}),
        "hyprland": choose_source(
            "linux", {"HYPRLAND_INSTANCE_SIGNATURE": "a", "XDG_RUNTIME_DIR": "/r"}
        ),
        "gnome": choose_source("linux", {"WAYLAND_DISPLAY": "w", "DISPLAY": ":0"}),
        "none": choose_source("linux", {}),
    }
    assert {name: one.told.system for name, one in chosen.items()} == {
        "darwin": "macos", "win32": "windows", "x11": "x11", "sway": "sway",
        "hyprland": "hyprland", "gnome": "wayland", "none": "linux",
    }  # fmt: skip
    assert chosen["darwin"].told.missing == ()
    assert chosen["win32"].told.missing == ("keys",)
    assert chosen["gnome"].told.note == "desktop_tells_nothing"
    assert chosen["none"].told.missing == FIGURES
    assert chosen["none"].read(at_s=1.0) == PcReading(at_s=1.0)


@pytest.mark.parametrize(
    ("error", "why"), [(ImportError(), "library_missing"), (OSError(), "cannot_be_opened")]
)
def test_what_cannot_be_opened_degrades_and_says_why(error: Exception, why: str) -> None:
    openers = Openers(macos=failing(error), windows=failing(error), x11=failing(error))
    for platform, environment in (("darwin", {}), ("win32", {}), ("linux", {"DISPLAY": ":1"})):
        source = choose_source(platform, environment, openers=openers)
        assert source.told.note == why
        assert source.read(at_s=0.0).app is None
        source.close()


class Broken(NoCalls):
    def idle_s(self) -> float | None:
        return -3.0

    def front_app(self) -> str | None:
        raise OSError("gone")

    def close(self) -> None:
        raise OSError("gone")


def test_a_failing_call_is_a_missing_figure() -> None:
    source = SystemSource(Broken(), TOLD)
    assert source.read(at_s=0.0) == PcReading(at_s=0.0)
    source.close()


def test_readings_of_a_source_become_a_snapshot() -> None:
    display = FakeDisplay()
    source = SystemSource(X11Calls(display), TOLD)
    usage = Usage()
    for second in range(61):
        display.events += [13, 13]
        usage = note(usage, source.read(at_s=float(second)))
    snapshot = summarise_usage(usage)
    assert snapshot is not None
    assert snapshot.active_app == "Firefox"
    assert snapshot.keyboard_rate_window == pytest.approx(120.0)
    assert snapshot.mouse_rate_window == 0.0
