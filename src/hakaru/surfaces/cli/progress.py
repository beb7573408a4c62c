"""Progress: on a terminal a bar on stderr, in a pipe nothing."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from hakaru.core.i18n import N_, Lang, translate
from hakaru.flows.context import NoProgress, Progress

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress
    from rich.progress import TaskID

STEPS = (
    N_("reading"),
    N_("streaming"),
    N_("rows"),
    N_("understanding"),
    N_("judging texts"),
    N_("evaluating"),
    N_("training"),
    N_("wording"),
    N_("simulating"),
    N_("fetching"),
    N_("checking"),
    N_("export"),
)
"""What flows call their steps."""


def step_name(label: str, language: Lang) -> str:
    """What a step of a flow is called."""
    return translate(label, language)


class TerminalProgress:
    """One bar per step, gone when the step ends."""

    def __init__(self, language: Lang) -> None:
        self._language = language
        self._bar: RichProgress | None = None
        self._task_id: TaskID | None = None

    def begin(self, label: str, total: int) -> None:
        """Show a bar for a step of `total` pieces."""
        self.end()
        text = step_name(label, self._language)
        self._bar = _bar(text)
        self._task_id = self._bar.add_task(text, total=total)
        self._bar.start()

    def advance(self, pieces: int = 1) -> None:
        """Move the bar."""
        if self._bar is not None and self._task_id is not None:
            self._bar.advance(self._task_id, pieces)

    def at(self, item: str, *, rows: int = 0) -> None:
        """Say nothing: the bar counts files."""

    def end(self) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = self._task_id = None

    def check(self) -> None:
        """Do nothing: Ctrl-C ends a command by itself."""


def progress_for(language: Lang) -> Progress:
    """A bar where someone looks at the terminal, silence elsewhere."""
    return TerminalProgress(language) if sys.stderr.isatty() else NoProgress()


def _bar(text: str) -> RichProgress:
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import (  # noqa: PLC0415
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    return Progress(
        TextColumn(text),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
