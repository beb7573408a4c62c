"""Files of other services that are known and not read, and what to export instead.

What is in them is published by nobody, or they hold no samples: reading them would be guessing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hakaru.core.i18n import Message, message

_SQLITE = b"SQLite format 3\x00"


@dataclass(frozen=True, kw_only=True)
class Stranger:
    """A kind of file. `beside`: it lies beside recordings that are read, and is passed over where
    there are any."""

    reason: Message
    beside: bool
    matches: Callable[[str, bytes], bool]


def _has(*words: bytes) -> Callable[[str, bytes], bool]:
    return lambda _, head: all(word in head for word in words)


_STRANGERS = (
    Stranger(
        reason=message(
            "a log of the Suunto app, whose format is not published; export the activity from the "
            "app as a FIT file"
        ),
        beside=False,
        matches=lambda _, head: b'"suunto/sml"' in head or b'"DeviceLog"' in head,
    ),
    Stranger(
        reason=message(
            "an export of Health Connect is a database whose tables are not published; export the "
            "runs as FIT, TCX or GPX from the app that recorded them"
        ),
        beside=False,
        matches=lambda name, head: head.startswith(_SQLITE) and "health_connect" in name.lower(),
    ),
    Stranger(
        reason=message(
            "a session of Google Fit without its samples; they are in the TCX files of the same "
            "export, in the folder Activities"
        ),
        beside=True,
        matches=_has(b'"fitnessActivity"'),
    ),
    Stranger(
        reason=message(
            "a list of Fitbit has totals of a run and no samples; export the activity as a TCX file"
        ),
        beside=True,
        matches=_has(b'"activityTypeId"', b'"logId"'),
    ),
)


def stranger_of(name: str, head: bytes) -> Stranger | None:
    """The kind of a file by its name and its first bytes, unpacked; None: nothing that is known."""
    return next((stranger for stranger in _STRANGERS if stranger.matches(name, head)), None)
