"""Write a season of a simulated runner as FIT files."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

from hakaru.flows.context import Context
from hakaru.sources.simulated.season import SeasonSettings, write_season
from hakaru.store.private import usual_folder, usual_mode


@dataclass(frozen=True, kw_only=True)
class SimulateResult:
    """The files that were written, in order of time. Nothing in them was ever run by anyone."""

    folder: Path
    files: tuple[Path, ...]
    seed: int

    @property
    def reply(self) -> Mapping[str, object]:
        """How many files, and where."""
        return {"folder": str(self.folder), "n_files": len(self.files), "seed": self.seed}


def simulate(
    context: Context,
    *,
    folder: Path,
    weeks: int,
    runs_per_week: int,
    seed: int,
    start: date | None,
) -> SimulateResult:
    """A season that begins on `start`; without one, a season that ends today.

    Raises:
        BadArgument: a length or seed that cannot be simulated.
        SourceError: the folder cannot be written.
    """
    begin = start or context.now().date() - timedelta(days=7 * weeks - 1)
    settings = SeasonSettings(seed=seed, start_on=begin, weeks=weeks, runs_per_week=runs_per_week)
    with contextlib.suppress(OSError):  # said by whoever writes there
        usual_folder(folder)
    context.progress.begin("simulating", settings.n_runs)
    files = write_season(
        folder, settings, on_progress=lambda _done, _total: context.progress.advance()
    )
    context.progress.end()
    for file in files:
        usual_mode(file)
    return SimulateResult(folder=folder, files=tuple(files), seed=seed)
