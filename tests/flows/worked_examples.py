"""The runs of the worked analyses, stored once; tests only read them."""

from __future__ import annotations

from datetime import UTC, date, datetime
from functools import cache
from pathlib import Path

from hakaru.flows.context import Context
from hakaru.flows.ingest import ingest
from hakaru.sources.simulated.season import SeasonSettings, simulate_season
from hakaru.sources.simulated.session import Step, with_step
from tests.flows.factories import make_context
from tests.once import made_once, own_copy

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


@cache
def example_folder() -> Path:
    """As the notebooks take it from HAKARU_EXAMPLE: `data` and `fit` in it."""
    return own_copy(made_once("worked-example", _make))


def _make(folder: Path) -> None:
    context, files = make_context(folder / "data"), folder / "fit"
    files.mkdir()
    for number, session in enumerate(simulate_season(EXAMPLE)):
        stepped = with_step(session, STEPS[number]) if number in STEPS else session
        (files / session.file_name).write_bytes(stepped.to_fit())
    assert not ingest(context, paths=[files]).failed
    context.store.close()


def example_context() -> Context:
    """A context on the example with the real time, by which handles expire. Close its store."""
    return make_context(example_folder() / "data", now=datetime.now(UTC))
