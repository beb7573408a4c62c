"""What does one look at the machine tell?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Status = Literal["ok", "missing", "broken"]


@dataclass(frozen=True, kw_only=True)
class Check:
    """One thing that was looked at. `command` mends it or gets it; None: nothing is to be done,
    or no command does it.

    `needed` False: Hakaru does all of its work without it, except what it is for.
    """

    name: str
    status: Status
    message: str
    command: str | None = None
    needed: bool = False
