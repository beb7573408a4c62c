"""Why was a query refused or stopped, and how does that cross from the process that met it?"""

from __future__ import annotations

from typing import Literal

FaultCode = Literal[
    "not_one_select", "too_long", "too_deep", "syntax", "table", "function", "type",
    "unknown_part", "too_many_joins", "unknown_column", "failed", "no_number", "no_day",
    "too_many_rows", "too_many_bytes", "memory", "time", "writer", "crash", "busy",
    "not_limited", "damaged",
]  # fmt: skip


class Refusal(Exception):
    """A query that may not run, or did not end well; the caller's process makes a sentence of it.

    `name`: which table, function, limit ...
    """

    def __init__(self, *, code: FaultCode, name: str = "") -> None:
        self.code, self.name = code, name
        super().__init__(f"{code} {name}")
