"""How is a stretch of code kept from flooding whoever reads its output?

    with hakaru.guarded_output():
        print(df)

Frames display ten rows, output beyond 100 KB is trimmed, and a line says exactly what was trimmed
or which smaller limit (JSON 1 KB, table 10 rows, text 4 KB) the output exceeds. What other
processes write, and bytes written below the text stream, are out of its sight.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator, Mapping

from hakaru.core.errors import BadArgument
from hakaru.running.wording import Lang
from hakaru.surfaces.guarded.displays import display_limits
from hakaru.surfaces.guarded.notices import notices_on, trimmed, worded
from hakaru.surfaces.guarded.stream import LimitedStream, Printed

LIMIT_BYTES = 102_400


class Guard:
    """The streams of one guarded stretch of code; `close` gives them back and says what was cut."""

    def __init__(self, limit: int, language: Lang | None) -> None:
        if limit < 0:
            raise BadArgument("limit", limit, "a whole number of bytes >= 0")
        self.language = language or chosen_language()
        self.notices: tuple[str, ...] = ()
        self._before = (sys.stdout, sys.stderr)
        self._limited = (LimitedStream(sys.stdout, limit), LimitedStream(sys.stderr, limit))
        sys.stdout, sys.stderr = self._limited

    def close(self) -> None:
        """Put the streams back; then say on each what it earned."""
        sys.stdout, sys.stderr = self._before
        printed = self.printed
        self.say(*notices_on("stdout", printed["stdout"]))
        self.say(*trimmed("stderr", printed["stderr"]))
        if self.notices:
            begin = "" if self._limited[0].at_line_start else "\n"
            lines = "".join(worded(notice, self.language) for notice in self.notices)
            self._before[0].write(begin + lines)

    def say(self, *notices: str) -> None:
        """Have these said at the end as well."""
        self.notices += notices

    @property
    def printed(self) -> Mapping[str, Printed]:
        """What each stream was given so far."""
        stdout, stderr = self._limited
        return {"stdout": stdout.printed(), "stderr": stderr.printed()}


@contextlib.contextmanager
def guarded_output(limit: int = LIMIT_BYTES, *, language: Lang | None = None) -> Iterator[Guard]:
    """Trim what the code inside prints beyond `limit` bytes of UTF-8, and say so.

    Applies to stdout and stderr, each on its own, and limits what frames of pandas and polars
    display. `language` None: that of HAKARU_LANG, else Japanese. An error inside passes through,
    after the notice.

    Raises:
        BadArgument: a limit below 0.
    """
    with display_limits():
        guard = Guard(limit, language)
        try:
            yield guard
        finally:
            guard.close()


def chosen_language() -> Lang:
    """The language of notices where nobody says one."""
    return "en" if os.environ.get("HAKARU_LANG") == "en" else "ja"
