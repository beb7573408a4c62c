"""A season that went the real way: FIT files, the store, sessions, baselines, verdicts."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path

from hakaru.core.i18n import Language
from hakaru.flows.context import Context, Settings
from hakaru.flows.evaluate import reevaluate, train
from hakaru.running.session.model import TrainingType
from hakaru.sources.simulated.runner import SessionKind
from hakaru.sources.simulated.season import SeasonSettings, simulate_season
from tests.flows.factories import ask, make_context, stored_runs, take_in

NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)
SETTINGS = SeasonSettings(seed=3, start_on=date(2026, 6, 1), weeks=4, runs_per_week=5)
TYPES: Mapping[SessionKind, TrainingType] = {
    "recovery": "recovery",
    "easy": "aerobic_base",
    "tempo": "tempo_threshold",
    "interval": "interval",
    "long": "long_run",
}
"""What the simulator calls the sessions, and what the product does."""


@dataclass(frozen=True, kw_only=True)
class Season:
    """Where the files of a season and its store are. `files` and `kinds` are in order of time; the
    names of the files are shuffled."""

    files: tuple[Path, ...]
    kinds: tuple[SessionKind, ...]
    data: Path


def make_season(folder: Path) -> Season:
    """Ingest in a shuffled order, learn from everything, judge again."""
    sessions = list(simulate_season(SETTINGS))
    (folder / "fit").mkdir(parents=True)
    places = random.Random(5).sample(range(len(sessions)), len(sessions))
    files = tuple(folder / "fit" / f"{place:02}.fit" for place in places)
    for path, session in zip(files, sessions, strict=True):
        path.write_bytes(session.to_fit())
    with opened(folder / "data") as context:
        take_in(context, folder / "fit")
        train(context, method="direct", history=False)
        reevaluate(context, since=None, until=None)
    kinds = tuple(session.truth.kind for session in sessions)
    return Season(files=files, kinds=kinds, data=folder / "data")


@contextmanager
def opened(data: Path, *, language: Language = "ja") -> Iterator[Context]:
    """A context on a data folder, closed afterwards."""
    context = make_context(data, now=NOW, settings=Settings(workers=1, language=language))
    try:
        yield context
    finally:
        context.store.close()


@contextmanager
def changeable(season: Season, folder: Path) -> Iterator[Context]:
    """A context on a copy of the season's store."""
    shutil.copytree(season.data, folder)
    with opened(folder) as context:
        yield context


def run_ids(context: Context, season: Season) -> Mapping[SessionKind, str]:
    """The last run of each kind, as a user names it."""
    runs = stored_runs(context)
    return {kind: str(run.activity_id) for kind, run in zip(season.kinds, runs, strict=True)}


def stored_types(context: Context) -> Sequence[tuple[int, str]]:
    """Activity and type, oldest first, by the query of the requirement."""
    types = []
    for run in stored_runs(context):
        query = f"SELECT training_type FROM hr_efficiency WHERE activity_id = {run.activity_id}"
        ((training_type,),) = ask(context, query)
        types.append((run.activity_id, str(training_type)))
    return types
