"""How does every cell of a shell get the guard, streams and displays alike?"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from hakaru.present.safe_output import fitting, size_bytes
from hakaru.surfaces.guarded.displays import display_limits
from hakaru.surfaces.guarded.guard import LIMIT_BYTES, Guard, chosen_language
from hakaru.surfaces.guarded.notices import notice_of_hidden, notices_on, worded
from hakaru.surfaces.guarded.stream import Printed

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
