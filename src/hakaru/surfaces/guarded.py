"""Guarded output: a stretch of code or every cell of a shell cannot flood whoever reads it.

One sentence each, on the guarded stream, where whoever reads the output meets it; the same
sentence goes to the log `hakaru.surfaces.notebook`.

    with hakaru.guarded_output():
        print(df)

Frames display ten rows, output beyond 100 KB is trimmed, and a line says exactly what was trimmed
or which smaller limit (JSON 1 KB, table 10 rows, text 4 KB) the output exceeds. What other
processes write, and bytes written below the text stream, are out of its sight.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import io
import logging
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from typing import Any, TextIO

from hakaru.core.errors import BadArgument
from hakaru.core.i18n import Lang, in_language, message
from hakaru.present.safe_output import INSTEAD, MAX_TABLE_ROWS, fitting, size_bytes, validate_output
from hakaru.records import frozen

_TO_JUDGE_BYTES = 1_048_576
"""As much of the text is kept to be validated afterwards; more fails by its size alone."""


@frozen
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


LOG = logging.getLogger("hakaru.surfaces.notebook")
LOG.addHandler(logging.NullHandler())
_MARK = "[hakaru]"


def notices_on(name: str, printed: Printed) -> tuple[str, ...]:
    """What a text earns: exactly what was trimmed, or else which limit it exceeds."""
    cut = trimmed(name, printed)
    if cut:
        return cut
    is_within, why = validate_output(printed.text)
    return () if is_within or why is None else (why,)


def trimmed(name: str, printed: Printed) -> tuple[str, ...]:
    """Exactly what was trimmed, if anything was."""
    if not printed.n_trimmed_bytes:
        return ()
    n_shown_bytes = printed.n_bytes - printed.n_trimmed_bytes
    return (
        message(
            "{name}: showed the first {kept} of {size} bytes; {total} bytes ({n} "
            "line breaks) were cut; {expected}",
            name=name,
            kept=n_shown_bytes,
            size=printed.n_bytes,
            total=printed.n_trimmed_bytes,
            n=printed.n_trimmed_lines,
            expected=INSTEAD,
        ),
    )


def notice_of_hidden(name: str, kind: str, *, n_bytes: int, limit: int) -> str:
    """A display that was left out whole, because half of it would be no display."""
    return message(
        "{name}: {size} bytes of {document} were not shown, limit {limit} bytes; {expected}",
        name=name,
        size=n_bytes,
        document=kind,
        limit=limit,
        expected=INSTEAD,
    )


def worded(notice: str, language: Lang) -> str:
    """A notice as a line of its own, and written to the log."""
    LOG.warning(notice)
    return f"{_MARK} {in_language(notice, language)}\n"


@contextlib.contextmanager
def display_limits() -> Iterator[tuple[str, ...]]:
    """Frames of pandas and polars show no more than so many rows; what was set before comes back.

    Yields the names of the libraries that are installed and thereby limited.
    """
    with ExitStack() as settings:
        yield tuple(
            name
            for name, limited in (("pandas", _pandas), ("polars", _polars))
            if importlib.util.find_spec(name) is not None
            and settings.enter_context(limited(importlib.import_module(name), MAX_TABLE_ROWS))
        )


@contextlib.contextmanager
def _pandas(pandas: Any, max_rows: int) -> Iterator[bool]:
    with pandas.option_context("display.max_rows", max_rows, "display.min_rows", max_rows):
        yield True


@contextlib.contextmanager
def _polars(polars: Any, max_rows: int) -> Iterator[bool]:
    with polars.Config(tbl_rows=max_rows):
        yield True


LIMIT_BYTES = 102_400


class Guard:
    """The streams of one guarded stretch of code; `close` gives them back and says what was cut."""

    def __init__(self, limit: int, language: Lang | None) -> None:
        if limit < 0:
            raise BadArgument("limit", limit, message("a whole number of bytes >= 0"))
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


Bundle = dict[str, Any]
_PICTURES = "image/"


class CellGuard:
    """The guard around each cell of one shell, from `start` to `stop`."""

    def __init__(self, shell: Any, limit: int = LIMIT_BYTES) -> None:
        self.shell, self.limit = shell, limit
        self._running: Guard | None = None
        self._settings = ExitStack()
        self._format: Callable[..., tuple[Bundle, Bundle]] = shell.display_formatter.format

    def start(self) -> None:
        """Limit displays, and guard every cell from the next on."""
        self._settings.enter_context(display_limits())
        self.shell.display_formatter.format = self.formatted
        self.shell.events.register("pre_run_cell", self.before_cell)
        self.shell.events.register("post_run_cell", self.after_cell)

    def stop(self) -> None:
        """Leave the shell as it was found."""
        self.shell.events.unregister("pre_run_cell", self.before_cell)
        self.shell.events.unregister("post_run_cell", self.after_cell)
        self.after_cell(None)
        del self.shell.display_formatter.format
        self._settings.close()

    def before_cell(self, _info: object) -> None:
        """Guard the streams of the cell."""
        self.after_cell(None)
        self._running = Guard(self.limit, None)

    def after_cell(self, _result: object) -> None:
        """Give the streams back, and say what was trimmed."""
        if self._running is not None:
            self._running.close()
            self._running = None

    def formatted(
        self, shown: object, *, include: object = None, exclude: object = None
    ) -> tuple[Bundle, Bundle]:
        """What a value displays, its plain text trimmed and other large texts left out."""
        bundle, metadata = self._format(shown, include=include, exclude=exclude)
        outputs = {kind: self._kept(kind, output) for kind, output in bundle.items()}
        return {kind: output for kind, output in outputs.items() if output is not None}, metadata

    def _say(self, *notices: str) -> None:
        """After the cell; at once where no cell is running."""
        if self._running is not None:
            self._running.say(*notices)
            return
        for notice in notices:
            sys.stdout.write(worded(notice, chosen_language()))

    def _kept(self, kind: str, shown: Any) -> Any:
        if kind.startswith(_PICTURES) or not isinstance(shown, str):
            return shown
        if kind == "text/plain":
            begun = fitting(shown, self.limit)
            rest = shown[len(begun) :]
            printed = Printed(
                n_bytes=size_bytes(shown),
                n_trimmed_bytes=size_bytes(rest),
                n_trimmed_lines=rest.count("\n"),
                text=begun,
            )
            self._say(*notices_on("display", printed))
            return begun
        n_bytes = size_bytes(shown)
        if n_bytes <= self.limit:
            return shown
        self._say(notice_of_hidden("display", kind, n_bytes=n_bytes, limit=self.limit))
        return None
