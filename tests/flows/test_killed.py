"""An ingest that is killed at any moment: nothing is half there, and the next one completes it."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import time
from pathlib import Path

import pytest

from hakaru.sources.simulated.season import SeasonSettings
from hakaru.store.database import FILE_NAME
from tests.flows.commands import HANG_S, start, wait
from tests.flows.factories import SEASON_START, assert_whole, make_context, stored_runs, take_in
from tests.simulated import write_season

SMALL = SeasonSettings(
    seed=21, start_on=SEASON_START, weeks=2, runs_per_week=2, duration_frac=0.1, faults=False
)


@pytest.fixture(scope="module")
def small_season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four runs of a few minutes each."""
    folder = tmp_path_factory.mktemp("small")
    write_season(folder, SMALL)
    return folder


def ingest_begun(data: Path, season: Path, *, workers: int) -> subprocess.Popen[str]:
    """`hakaru ingest`, once it has made its database."""
    data.parent.mkdir(parents=True, exist_ok=True)
    config = data.parent / "config.toml"
    config.write_text(f"workers = {workers}\n")
    words = ("ingest", str(season), "--data", str(data), "--json", "--lang", "en")
    process = start(*words, env={"HAKARU_CONFIG": str(config)})
    until_s = time.monotonic() + HANG_S
    while not (data / FILE_NAME).exists() and process.poll() is None:
        assert time.monotonic() < until_s, "no database was made"
        wait(process, 0.005)
    return process


def kill(process: subprocess.Popen[str]) -> None:
    """Kill -9 the command alone. Its reading processes hold the pipes: they have to end, too."""
    process.kill()
    process.communicate(timeout=HANG_S)


@pytest.mark.soak
@pytest.mark.parametrize(
    ("workers", "n_moments"),
    [(1, 6), (2, 3), pytest.param(1, 15, marks=pytest.mark.soak),
     pytest.param(2, 5, marks=pytest.mark.soak)],
)  # fmt: skip
def test_killed_at_any_moment_nothing_is_half_there_and_the_next_ingest_completes_it(
    small_season: Path, tmp_path: Path, workers: int, n_moments: int
) -> None:
    whole = ingest_begun(tmp_path / "whole" / "data", small_season, workers=workers)
    begun_s = time.monotonic()
    whole.communicate(timeout=HANG_S)
    assert whole.returncode == 0
    duration_s = time.monotonic() - begun_s
    moments = random.Random(workers)
    counts = []
    for moment in range(n_moments):
        data = tmp_path / str(moment) / "data"
        process = ingest_begun(data, small_season, workers=workers)
        wait(process, (moment + moments.random()) / n_moments * duration_s)
        kill(process)
        context = make_context(data)
        counts.append(len(stored_runs(context)))
        assert_whole(context)
        result = take_in(context, small_season)
        assert result.ingested == SMALL.n_runs - counts[-1]
        assert result.duplicates == counts[-1]
        assert len(stored_runs(context)) == SMALL.n_runs
        assert_whole(context)
        context.store.close()
    if workers == 1:
        assert any(0 < n_stored < SMALL.n_runs for n_stored in counts), counts


def test_stopped_from_the_keyboard_it_says_one_sentence_and_keeps_what_is_stored(
    season: Path, tmp_path: Path
) -> None:
    context = make_context(tmp_path / "data")
    process = ingest_begun(tmp_path / "data", season, workers=2)
    while not stored_runs(context) and process.poll() is None:
        wait(process, 0.02)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=HANG_S)
    assert process.returncode == 130
    assert out == ""
    assert err.startswith("Stopped. What was stored stays")
    assert len(err.splitlines()) == 1
    assert len(stored_runs(context)) > 0
    assert_whole(context)
    context.store.close()
