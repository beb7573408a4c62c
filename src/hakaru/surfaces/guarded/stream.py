"""How much of what is printed gets through, and what exactly did not?"""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Any, TextIO

from hakaru.present.safe_output import fitting, size_bytes

_TO_JUDGE_BYTES = 1_048_576
"""As much of the text is kept to be validated afterwards; more fails by its size alone."""


@dataclass(frozen=True, kw_only=True)
class Printed:
    """What one stream was given: all of it in bytes of UTF-8, and what was kept back."""

    n_bytes: int
    n_trimmed_bytes: int
    n_trimmed_lines: int
    text: str


class LimitedStream(io.TextIOBase):
    """Passes text on until `limit` bytes are reached, between characters; counts the rest.

    What goes through goes through at once, so that progress stays visible.
    """

    def __init__(self, behind: TextIO, limit: int) -> None:
        self.behind, self.limit = behind, limit
        self._passed_n, self._trimmed_n, self._trimmed_lines_n = 0, 0, 0
        self._closed_off = False
        self.at_line_start = True
        self._kept: list[str] = []

    def __getattr__(self, name: str) -> Any:
        """Anything else a stream may have, `buffer` for instance, is that of the stream behind."""
        return getattr(self.behind, name)

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """That of the stream behind."""
        return self.behind.encoding

    def write(self, text: str, /) -> int:
        """Pass on what still fits. Always says that everything was written."""
        passed = "" if self._closed_off else fitting(text, self.limit - self._passed_n)
        if len(passed) < len(text):
            self._closed_off = True
            rest = text[len(passed) :]
            self._trimmed_n += size_bytes(rest)
            self._trimmed_lines_n += rest.count("\n")
        if passed:
            self._passed_n += size_bytes(passed)
            if self._passed_n <= _TO_JUDGE_BYTES:
                self._kept.append(passed)
            self.at_line_start = passed.endswith("\n")
            self.behind.write(passed)
        return len(text)

    def flush(self) -> None:
        """That of the stream behind."""
        self.behind.flush()

    def isatty(self) -> bool:
        """That of the stream behind."""
        return self.behind.isatty()

    def fileno(self) -> int:
        """That of the stream behind."""
        return self.behind.fileno()

    def writable(self) -> bool:
        """It is."""
        return True

    def printed(self) -> Printed:
        """What came so far."""
        return Printed(
            n_bytes=self._passed_n + self._trimmed_n,
            n_trimmed_bytes=self._trimmed_n,
            n_trimmed_lines=self._trimmed_lines_n,
            text="".join(self._kept),
        )
