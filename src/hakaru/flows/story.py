"""Write the season of the demo as FIT files, and say what happens in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime

from hakaru.flows.context import Context
from hakaru.flows.simulate import SimulateResult
from hakaru.sources.simulated.season import (
    CHAPTERS,
    STORY_RUNS,
    STORY_SEED,
    Chapter,
    chapter_day,
    simulate_story,
)
from hakaru.store.file_access import Output


@dataclass(frozen=True, kw_only=True)
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
    files = folder.write_folder(_files(context, now), name="season")
    context.progress.end()
    return StoryResult(
        written=SimulateResult(folder=files[0].parent, files=files, seed=STORY_SEED),
        chapters=tuple((chapter, chapter_day(chapter, today)) for chapter in CHAPTERS),
    )


def _files(context: Context, now: datetime) -> Iterator[tuple[str, bytes]]:
    offset = now.utcoffset()
    for run in simulate_story(
        now.date(),
        language=context.settings.language,
        utc_offset_s=round(offset.total_seconds()) if offset else 0,
    ):
        yield run.session.file_name, run.session.to_fit()
        context.progress.advance()
