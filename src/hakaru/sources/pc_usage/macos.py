"""How is a Mac used? Counters of the window server: no event tap, so no permission to read input.

The functions of the system come in as a table; `open_macos` binds them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

KEY_DOWN, LEFT_DOWN, RIGHT_DOWN, MOVED, WHEEL = 10, 1, 3, 5, 22
_ANY_INPUT = 0xFFFFFFFF
_MOVES_PER_EVENT = 10
"""The system counts every pixel moved; ten of them are one move here."""


@dataclass(frozen=True, kw_only=True)
class MacTable:
    """Functions of the system: events of a type since start-up, seconds since one, the name of the
    application in front, and what the session says of itself."""

    count: Callable[[int], int]
    seconds_since: Callable[[int], float]
    front_app: Callable[[], str | None]
    session: Callable[[], Mapping[str, object] | None]


class MacCalls:
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

    def close(self) -> None:
        """Nothing stays open."""


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

    return MacCalls(
        MacTable(
            count=lambda kind: int(Quartz.CGEventSourceCounterForEventType(state, kind)),
            seconds_since=lambda kind: float(
                Quartz.CGEventSourceSecondsSinceLastEventType(state, kind)
            ),
            front_app=front_app,
            session=Quartz.CGSessionCopyCurrentDictionary,
        )
    )
