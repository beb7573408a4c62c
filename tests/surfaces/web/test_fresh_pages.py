"""The dashboard after an import shows what the command line and the tools for models show."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hakaru.bootstrap import Config, build
from hakaru.catalog.operations import OPERATIONS
from hakaru.flows.athlete import set_athlete
from hakaru.flows.context import Context, Settings
from hakaru.flows.evaluate import label
from hakaru.flows.ingest import ingest
from hakaru.flows.job_records import begin_job, folder_of, queue_job
from hakaru.flows.jobs import run_job
from hakaru.surfaces.mcp.server import Board, answer
from tests.faults.test_cut_off_ingest import CutOff, Killed
from tests.flows.factories import stored_runs
from tests.surfaces.invoking import asked
from tests.surfaces.web.serving import reply, talking

COMMANDS: Mapping[str, str] = {"get_form_evaluations": "form", "get_session": "session"}
_SETTINGS = Settings(language="en", workers=1)


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    """As a program of the product has it."""
    made = build(Config(data_folder=tmp_path / "data", settings=_SETTINGS))
    yield made
    made.store.close()


def chosen_runs(context: Context) -> Sequence[str]:
    """The first, one from the middle and the last."""
    ids = [str(run.activity_id) for run in stored_runs(context)]
    return ids[0], ids[len(ids) // 2], ids[-1]


def on_the_web(context: Context) -> Mapping[tuple[str, str], Any]:
    known = {operation.name: operation for operation in OPERATIONS}
    with talking(context) as client:
        return {
            (tool, run): reply(
                client.get(f"/api/read/{tool}", params={known[tool].params[0].name: run})
            )
            for tool in COMMANDS
            for run in chosen_runs(context)
        }


def for_models(context: Context) -> Mapping[tuple[str, str], Any]:
    known = {operation.name: operation for operation in OPERATIONS}
    found = {}
    for tool in COMMANDS:
        for run in chosen_runs(context):
            given = {known[tool].params[0].name: run}
            found[tool, run] = answer(context, known[tool], given=given, board=Board()).value
    return found


def on_the_command_line(context: Context) -> Mapping[tuple[str, str], Any]:
    runs = chosen_runs(context)
    context.store.close()
    return {
        (tool, run): asked(command, run, data=context.data_folder)
        for tool, command in COMMANDS.items()
        for run in runs
    }


def assert_one_picture(context: Context) -> Mapping[tuple[str, str], Any]:
    """The web first, before any other program could have brought anything up to date."""
    web = on_the_web(context)
    assert for_models(context) == web
    assert on_the_command_line(context) == web
    assert not context.store.is_older
    return web


def import_on_the_web(context: Context, files: Sequence[Path]) -> None:
    """What the page of an import has done, in the order of the files as they are named."""
    job = begin_job(context, "import", phase="uploading")
    folder = folder_of(context, job.job_id)
    folder.mkdir(parents=True, exist_ok=True)
    for number, path in enumerate(files):
        shutil.copy(path, folder / f"{number:02}-{path.name}")
    queue_job(context, job.job_id)
    assert run_job(context, job.job_id).status == "done"


@pytest.mark.soak
def test_after_an_import_in_any_order_every_surface_shows_the_same(
    context: Context, season: Path
) -> None:
    files = sorted(season.glob("*.fit"))
    *shuffled, oldest = [*random.Random(4).sample(files[1:], len(files) - 1), files[0]]
    import_on_the_web(context, shuffled)
    before = assert_one_picture(context)
    import_on_the_web(context, [oldest])
    after = assert_one_picture(context)
    last = chosen_runs(context)[-1]
    assert after["get_form_evaluations", last] != before["get_form_evaluations", last]


def test_after_a_word_of_the_runner_every_surface_shows_the_same(
    context: Context, season: Path
) -> None:
    import_on_the_web(context, sorted(season.glob("*.fit")))
    before = assert_one_picture(context)
    set_athlete(context, quantity="heart_rate_max_bpm", value="168", since=None)
    stated = assert_one_picture(context)
    assert stated != before
    label(context, activity=chosen_runs(context)[0], training_type="tempo_threshold")
    assert assert_one_picture(context) != stated


@pytest.mark.soak
def test_after_an_import_that_was_killed_every_surface_shows_the_same(
    context: Context, season: Path
) -> None:
    newest_first = sorted(season.glob("*.fit"), reverse=True)
    with pytest.raises(Killed):
        ingest(replace(context, progress=CutOff("reading", 9)), paths=newest_first)
    assert_one_picture(context)
