"""On which data do the worked analyses and their notebooks show what they do?"""

from __future__ import annotations

from datetime import date
from pathlib import Path

from hakaru.core.errors import SourceError
from hakaru.flows.context import Context
from hakaru.flows.ingest import IngestResult, ingest
from hakaru.sources.simulated.season import SeasonSettings, simulate_season
from hakaru.sources.simulated.session import Step, with_step

EXAMPLE = SeasonSettings(
    seed=5, start_on=date(2026, 1, 5), weeks=2, runs_per_week=5, duration_frac=0.6, faults=False
)
"""Ten runs of two weeks: easy, intervals, recovery, tempo, long, twice."""
STEPS = {
    0: Step(metric="gct", start_elapsed_s=840.0, end_elapsed_s=930.0, shift_frac=0.15),
    3: Step(metric="vo", start_elapsed_s=900.0, end_elapsed_s=990.0, shift_frac=0.25),
    5: Step(metric="vr", start_elapsed_s=900.0, end_elapsed_s=990.0, shift_frac=0.25),
}
"""By number of the run: for a minute and a half one metric is longer or higher, by so much."""


def store_example(context: Context, folder: Path) -> IngestResult:
    """Write the example runs as FIT files into `folder`, unless they are there, and take them in.
    Nobody ever ran them.

    Raises:
        SourceError: the folder cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if len(list(folder.glob("*.fit"))) < EXAMPLE.n_runs:
            _write(folder)
    except OSError as exc:
        raise SourceError(str(folder), f"cannot write the simulated runs: {exc.strerror}") from exc
    return ingest(context, paths=[folder])


def _write(folder: Path) -> None:
    for number, session in enumerate(simulate_season(EXAMPLE)):
        stepped = with_step(session, STEPS[number]) if number in STEPS else session
        (folder / session.file_name).write_bytes(stepped.to_fit())
