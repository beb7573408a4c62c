"""Does everything that is said about a run agree, on every surface?

The walk over all replies, texts and pages is `benchmarks/outside/contradictions.py`; over 300 runs
it is made by `python -m benchmarks outside_contradictions`.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from benchmarks.outside.contradictions import (
    Contradiction,
    contradictions_of,
    general_statements,
)

from hakaru.flows.context import Context, Settings
from hakaru.sources.simulated.season import SeasonSettings, simulate_season
from tests.acceptance.season import NOW
from tests.flows.factories import make_context, stored_runs, take_in
from tests.shared import REAL, needs_real
from tests.surfaces.web.serving import talking

SETTINGS = SeasonSettings(seed=3, start_on=date(2026, 10, 5), weeks=2, runs_per_week=5)
N_ASKED = 4
"""The newest runs: recovery, tempo and long runs, and intervals."""
REAL_RUNS = (
    "fit_dynamics/fr965_2026_intervals_power.fit",
    "fit_dynamics/fenix6x_2020-04-18_stryd_dev.fit",
)


def contradictions(
    folder: Path, *paths: Path, most: int, changed: Callable[[str], str] = str
) -> list[Contradiction]:
    """What disagrees about the newest runs of these files; `changed`: what a page says instead."""
    context = make_context(folder, now=NOW, settings=Settings(workers=1, language="en"))
    take_in(context, *paths)
    try:
        return _of_runs(context, most=most, changed=changed)
    finally:
        context.store.close()


def _of_runs(context: Context, *, most: int, changed: Callable[[str], str]) -> list[Contradiction]:
    with talking(context) as client:

        def page(address: str) -> str:
            return changed(client.get(address).text)

        general = general_statements(context, page=page)
        return [
            contradiction
            for run in stored_runs(context)[-most:]
            for contradiction in contradictions_of(
                context,
                run.activity_id,
                day=run.activity_date,
                page=page,
                others=general,
            )
        ]


def assert_all_agrees(found: list[Contradiction]) -> None:
    """Nothing disagrees; where something does, one example of each subject is shown."""
    examples = {contradiction.subject: str(contradiction) for contradiction in found}
    assert not examples, "\n".join(examples.values())


@pytest.mark.soak
def test_replies_texts_and_pages_about_simulated_runs_agree(tmp_path: Path) -> None:
    folder = tmp_path / "fit"
    folder.mkdir()
    for place, session in enumerate(simulate_season(SETTINGS)):
        (folder / f"{place:02}.fit").write_bytes(session.to_fit())
    assert_all_agrees(contradictions(tmp_path / "data", folder, most=N_ASKED))


@pytest.mark.sampled(1)
@needs_real
@pytest.mark.parametrize("name", REAL_RUNS)
def test_replies_texts_and_pages_about_a_real_run_agree(name: str, tmp_path: Path) -> None:
    assert_all_agrees(contradictions(tmp_path / "data", REAL / name, most=1))


def test_a_page_that_says_something_else_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.fit").write_bytes(next(iter(simulate_season(SETTINGS))).to_fit())

    def changed(page: str) -> str:
        """A distance and a kind of training that nobody else states."""
        return page.replace("</dt><dd>", "</dt><dd>9").replace(">Aerobic base run<", ">Long run<")

    found = contradictions(tmp_path / "data", tmp_path / "a.fit", most=1, changed=changed)
    assert {contradiction.subject for contradiction in found} >= {"distance_m", "training_type"}
