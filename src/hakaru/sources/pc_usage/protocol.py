"""What does a system have to tell about its use, and how do its calls become a reading?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol, TypeVar

from hakaru.focus.features import PcReading

T = TypeVar("T")

Figure = Literal["app", "idle", "keys", "mouse", "locked"]
FIGURES: tuple[Figure, ...] = ("app", "idle", "keys", "mouse", "locked")


class Calls(Protocol):
    """What is asked of the operating system. None: it does not tell; OSError: it cannot now.

    Counts are running totals since the calls were opened: of key presses, and of clicks, wheel
    steps and moves. Which key it was is never asked for.
    """

    def front_app(self) -> str | None:
        """The name of the application in front."""

    def idle_s(self) -> float | None:
        """Seconds since the last input."""

    def keys(self) -> int | None:
        """Key presses so far."""

    def mouse(self) -> int | None:
        """Clicks, wheel steps and moves so far."""

    def locked(self) -> bool | None:
        """Whether the screen is locked."""

    def close(self) -> None:
        """Let go of whatever was opened."""


@dataclass(frozen=True, kw_only=True)
class Told:
    """What a system tells. `missing` is what it does not, `note` why not (code; "": it tells
    all)."""

    system: str
    missing: tuple[Figure, ...] = ()
    note: str = ""


class SystemSource:
    """Readings of one system. What a call cannot tell now is absent from the reading."""

    def __init__(self, calls: Calls, capabilities: Told) -> None:
        self._calls = calls
        self.told = capabilities

    def read(self, *, at_s: float) -> PcReading:
        """The counters now. Never raises: a source that fails tells nothing."""
        calls = self._calls
        return PcReading(
            at_s=at_s,
            app=_asked(calls.front_app),
            idle_s=_not_negative(_asked(calls.idle_s)),
            keys=_asked(calls.keys),
            mouse=_asked(calls.mouse),
            screen_locked=_asked(calls.locked),
        )

    def close(self) -> None:
        """Let go of whatever was opened."""
        try:
            self._calls.close()
        except OSError:
            return


def _asked(call: Callable[[], T | None]) -> T | None:
    try:
        return call()
    except OSError:
        return None


def _not_negative(idle_s: float | None) -> float | None:
    return idle_s if idle_s is not None and idle_s >= 0 else None
