"""What a system may be asked about the use of the computer, and one reading of all of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal, TypeVar

from hakaru.focus.categories import OwnRule, Permissions, category_of
from hakaru.focus.features import PcReading
from hakaru.records import frozen

T = TypeVar("T")


NOTHING_ALLOWED = Permissions()


Figure = Literal["app", "idle", "keys", "mouse", "locked"]


FIGURES: tuple[Figure, ...] = ("app", "idle", "keys", "mouse", "locked")


class Calls:
    """What is asked of the operating system. None: it does not tell, as here where a system has no
    answer of its own; OSError: it cannot now.

    Counts are running totals since the calls were opened: of key presses, and of clicks, wheel
    steps and moves. Which key it was is never asked for.
    """

    def front_app(self) -> str | None:
        """The name of the application in front."""
        return None

    def idle_s(self) -> float | None:
        """Seconds since the last input."""
        return None

    def keys(self) -> int | None:
        """Key presses so far."""
        return None

    def mouse(self) -> int | None:
        """Clicks, wheel steps and moves so far."""
        return None

    def locked(self) -> bool | None:
        """Whether the screen is locked."""
        return None

    def screen_saver(self) -> bool | None:
        """Whether the screen saver runs."""
        return None

    def title(self) -> str | None:
        """The title of the window in front. Asked where the user allows it, and kept nowhere."""
        return None

    def domain(self) -> str | None:
        """The site in front. Asked where the user allows it, and kept nowhere."""
        return None

    def microphone_used(self) -> bool | None:
        """Whether a program listens to the microphone."""
        return None

    def camera_used(self) -> bool | None:
        """Whether another program has a camera open."""
        return None

    def close(self) -> None:
        """Let go of whatever was opened."""


@frozen
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

    def read(
        self,
        *,
        at_s: float,
        allowed: Permissions = NOTHING_ALLOWED,
        rules: Sequence[OwnRule] = (),
    ) -> PcReading:
        """The counters now. Never raises: a source that fails tells nothing.

        What may not be looked at is not asked for. A domain and a title end here: the reading holds
        what they are for, and nothing of them.
        """
        calls = self._calls
        app = _asked(calls.front_app)
        domain = _asked(calls.domain) if allowed.domains else None
        title = _asked(calls.title) if allowed.titles else None
        listening, filmed = _asked(calls.microphone_used), _asked(calls.camera_used)
        locked, saver = _asked(calls.locked), _asked(calls.screen_saver)
        return PcReading(
            at_s=at_s,
            app=app,
            idle_s=_not_negative(_asked(calls.idle_s)),
            keys=_asked(calls.keys),
            mouse=_asked(calls.mouse),
            screen_locked=_either(locked, saver),
            in_call=_either(listening, filmed),
            category=category_of(app, domain=domain, title=title, rules=rules),
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


def _either(first: bool | None, second: bool | None) -> bool | None:
    """Whether one of both is so; None: neither is known."""
    return None if first is None and second is None else bool(first or second)


def _not_negative(idle_s: float | None) -> float | None:
    return idle_s if idle_s is not None and idle_s >= 0 else None


def alsa_microphone_used(root: Path = Path("/proc/asound")) -> bool | None:
    """Whether any sound card is being recorded from (Linux); None: there is none."""
    states = list(root.glob("card*/pcm*c/sub*/status"))
    if not states:
        return None
    try:
        return any("RUNNING" in state.read_text(errors="replace") for state in states)
    except OSError:
        return None


class NoCalls(Calls):
    """A desktop that tells nothing."""
