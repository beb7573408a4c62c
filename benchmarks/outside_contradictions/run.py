"""Does everything that is said about a run agree? `python -m benchmarks outside_contradictions`.

More than 300 runs: the simulator, the second generator, every labelled real recording. What is
compared and how: `benchmarks/outside/contradictions.py`. `--quick`: a week of each, six real files.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from itertools import islice
from pathlib import Path

from tests.shared import REAL
from tests.surfaces.web.serving import talking

from benchmarks.outside.contradictions import (
    Contradiction,
    contradictions_of,
    general_statements,
    summary,
)
from benchmarks.outside.experiments import EXPERIMENTS
from benchmarks.outside.fit_file import write_season
from benchmarks.outside.sessions import read_labels
from hakaru.bootstrap import build, load_config
from hakaru.flows.context import Context
from hakaru.flows.ingest import ingest
from hakaru.sources.simulated.season import SeasonSettings, simulate_season
from hakaru.store.activities import list_activities

_SIMULATED = (
    SeasonSettings(seed=6101, start_on=date(2026, 1, 5), weeks=12, runs_per_week=6),
    SeasonSettings(seed=6102, start_on=date(2026, 1, 5), weeks=14, runs_per_week=5),
    SeasonSettings(seed=6103, start_on=date(2026, 3, 2), weeks=10, runs_per_week=4),
)
_OUTSIDE_RUNNERS = 2
_QUICK_RUNS, _QUICK_REAL = 6, 6


def run(quick: bool) -> Mapping[str, object]:
    """Figures per source of runs, and of all together."""
    found: dict[str, Mapping[int, list[Contradiction]]] = {}
    with tempfile.TemporaryDirectory(prefix="hakaru-contradictions-") as scratch:
        for place, (name, files) in enumerate(_sources(Path(scratch), quick=quick)):
            found[name] = contradicted(files, Path(scratch) / f"data{place}")
    together = dict(enumerate(one for group in found.values() for one in group.values()))
    return {
        "by source": {
            name: {
                "runs": len(group),
                "runs with a contradiction": sum(map(bool, group.values())),
                "pairs that disagree": sum(map(len, group.values())),
            }
            for name, group in found.items()
        },
        "all": summary(together),
    }


def _sources(scratch: Path, *, quick: bool) -> Iterator[tuple[str, list[Path]]]:
    """A name and the files of one runner (of many, for the real ones)."""
    for settings in _SIMULATED[: 1 if quick else None]:
        folder = scratch / f"simulated{settings.seed}"
        folder.mkdir()
        sessions = simulate_season(settings)
        for place, session in enumerate(islice(sessions, _QUICK_RUNS if quick else None)):
            (folder / f"{place:03}.fit").write_bytes(session.to_fit())
        yield f"simulator {settings.seed}", [folder]
    for runner in range(1 if quick else _OUTSIDE_RUNNERS):
        folder = scratch / f"outside{runner}"
        files = write_season(EXPERIMENTS["ordinary"].season(runner), folder)
        yield f"second generator {runner}", files[: _QUICK_RUNS if quick else None]
    names = [name for label in read_labels() for name in label.files]
    yield "real recordings", [REAL / name for name in names[: _QUICK_REAL if quick else None]]


def contradicted(files: list[Path], data: Path) -> Mapping[int, list[Contradiction]]:
    """What disagrees about each run of these files, in a store of their own."""
    with _opened(data) as context:
        ingest(context, paths=files)
        with context.store.read() as con:
            runs = list_activities(con)
        with talking(context) as client:

            def page(address: str) -> str:
                return client.get(address).text

            general = general_statements(context, page=page)
            return {
                run.activity_id: contradictions_of(
                    context,
                    run.activity_id,
                    day=run.activity_date,
                    page=page,
                    others=general,
                )
                for run in runs
            }


@contextmanager
def _opened(data: Path) -> Iterator[Context]:
    context = build(load_config(data_folder=data, language="en"))
    try:
        yield context
    finally:
        context.store.close()
