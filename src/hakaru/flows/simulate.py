"""Write a season of a simulated runner as FIT files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

from hakaru.flows.context import Context
from hakaru.sources.simulated.season import SeasonSettings, simulate_season
from hakaru.store.file_access import Output, person_output


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
    folder: Path | Output,
    weeks: int,
    runs_per_week: int,
    seed: int,
    start: date | None,
) -> SimulateResult:
    """A season that begins on `start`; without one, a season that ends today.

    Raises:
        BadArgument: a length or seed that cannot be simulated.
        FileIsThere: the folder holds a file of such a name, which may not be replaced.
        StoreDamaged: the folder cannot be written.
    """
    begin = start or context.now().date() - timedelta(days=7 * weeks - 1)
    settings = SeasonSettings(seed=seed, start_on=begin, weeks=weeks, runs_per_week=runs_per_week)
    context.progress.begin("simulating", settings.n_runs)
    files = person_output(folder).write_folder(
        _files(context, settings), name=f"season-{begin.isoformat()}"
    )
    context.progress.end()
    return SimulateResult(folder=files[0].parent, files=files, seed=seed)


def _files(context: Context, settings: SeasonSettings) -> Iterator[tuple[str, bytes]]:
    for session in simulate_season(settings):
        yield session.file_name, session.to_fit()
        context.progress.advance()
