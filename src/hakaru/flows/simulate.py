"""Write a season of a simulated runner as FIT files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from datetime import date, datetime, timedelta
from pathlib import Path

from hakaru.core.plain import shown
from hakaru.flows.context import Context
from hakaru.records import frozen
from hakaru.sources.simulated.season import (
    CHAPTERS,
    STORY_RUNS,
    STORY_SEED,
    Chapter,
    SeasonSettings,
    chapter_day,
    simulate_season,
    simulate_story,
)
from hakaru.store.file_access import Output, person_output


@frozen
class SimulateResult:
    """The files that were written, in order of time. Nothing in them was ever run by anyone."""

    folder: Path
    files: tuple[Path, ...] = field(metadata=shown(len, key="n_files"))
    seed: int


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


@frozen
class StoryResult:
    """What was written, and on which local day each chapter begins, in order of time."""

    written: SimulateResult
    chapters: tuple[tuple[Chapter, date], ...]


def write_story(context: Context, *, folder: Output) -> StoryResult:
    """A season that ends yesterday by the clock, titled in the language of the settings.

    Raises:
        StoreDamaged: the folder cannot be written.
    """
    now = context.now().astimezone()
    today = now.date()
    context.progress.begin("simulating", STORY_RUNS)
    files = folder.write_folder(_files_of_story(context, now), name="season")
    context.progress.end()
    return StoryResult(
        written=SimulateResult(folder=files[0].parent, files=files, seed=STORY_SEED),
        chapters=tuple((chapter, chapter_day(chapter, today)) for chapter in CHAPTERS),
    )


def _files_of_story(context: Context, now: datetime) -> Iterator[tuple[str, bytes]]:
    offset = now.utcoffset()
    for run in simulate_story(
        now.date(),
        language=context.settings.language,
        utc_offset_s=round(offset.total_seconds()) if offset else 0,
    ):
        yield run.session.file_name, run.session.to_fit()
        context.progress.advance()
