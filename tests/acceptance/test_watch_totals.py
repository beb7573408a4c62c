"""Are the headline figures of a run the watch's own, for every file there is?

What a file states is read by fitdecode and the standard library (`benchmarks.outside`), what is
shown is the row of `hakaru activities --json` after `ingest` into an empty store.
"""

from __future__ import annotations

from datetime import date
from pathlib import Path

import numpy as np
import pytest
from benchmarks.outside.watch_totals import FIGURES, Compared, compare_file, recordings_in

from hakaru.flows.ingest import ingest
from hakaru.flows.reading import prepare
from hakaru.running.activity import DeviceSummary
from hakaru.running.spans import run_totals
from hakaru.sources.simulated.season import SeasonSettings
from tests.flows.factories import ask, make_context
from tests.once import empty_database
from tests.running.factories import make_recording, make_series
from tests.shared import REAL, needs_real
from tests.simulated import write_season
from tests.sources.xml_samples import stamp, tcx, tcx_point

WITHOUT_A_RUN = {"fenix5_2017_tiny_walk.fit", "fr965_yoga_not_a_run.fit", "gpxpy_no_time.gpx"}
STATES_NOTHING = {"runpandas_malformed.tcx"}
"""Damaged: the standard library reads nothing of it."""


def assert_as_stated(runs: tuple[Compared, ...]) -> int:
    """How many figures were held against the file's own."""
    assert [run for run in runs if run.differences] == []
    return sum(value is not None for run in runs for value in run.stated.values())


@needs_real
def test_every_real_file_is_looked_at() -> None:
    assert len(recordings_in(REAL)) >= 38


@needs_real
@pytest.mark.parametrize(
    "name", [path.relative_to(REAL).as_posix() for path in recordings_in(REAL)]
)
def test_the_totals_of_a_real_run_are_those_of_its_own_file(name: str, tmp_path: Path) -> None:
    path = REAL / name
    if path.name in WITHOUT_A_RUN:
        context = make_context(tmp_path)
        assert ingest(context, paths=(path,)).ingested == 0
        context.store.close()
        return
    empty_database(tmp_path)
    runs = compare_file(path, tmp_path)
    n_figures = assert_as_stated(runs)
    if ".gpx" in path.name or path.name in STATES_NOTHING:
        assert n_figures == 0
    else:
        assert n_figures >= 2 * len(runs) > 0
    stated = any(run.stated["timer_s"] for run in runs)
    bases = {run.totals_basis for run in runs}
    assert bases <= ({"watch", "list"} if stated else {"computed", "watch"})


@pytest.mark.soak
def test_the_totals_of_simulated_runs_are_those_of_their_own_files(tmp_path: Path) -> None:
    season = SeasonSettings(seed=4, start_on=date(2026, 6, 1), weeks=1, runs_per_week=5)
    files = write_season(tmp_path / "files", season)
    runs = [run for path in files for run in compare_file(path, tmp_path / path.stem)]
    assert len(runs) == 5
    assert {run.totals_basis for run in runs} == {"watch"}
    assert assert_as_stated(tuple(runs)) == len(FIGURES) * len(runs)
    assert any(run.stated["elapsed_s"] != run.stated["timer_s"] for run in runs), "with pauses"


def test_laps_that_say_more_than_the_track_are_believed(tmp_path: Path) -> None:
    """Laps of 5,729 m over a track whose counter reached 5,341 m."""
    points = [tcx_point(at) for at in np.arange(0.0, 1781.0, 4.0)]
    laps = [
        f'<Lap StartTime="{stamp(0)}"><TotalTimeSeconds>1790</TotalTimeSeconds>'
        "<DistanceMeters>5729</DistanceMeters><AverageHeartRateBpm><Value>126</Value>"
        f"</AverageHeartRateBpm><Track>{''.join(points)}</Track></Lap>"
    ]
    path = tmp_path / "laps.tcx"
    path.write_bytes(tcx(*laps))
    (run,) = compare_file(path, tmp_path / "data")
    assert run.shown["distance_m"] == 5729
    assert run.shown["timer_s"] == 1790
    assert run.shown["heart_rate_avg_bpm"] == 126
    assert assert_as_stated((run,)) == 4
    context = make_context(tmp_path / "data")
    ((running_m,),) = ask(context, "SELECT running_distance_m FROM activities")
    assert isinstance(running_m, float)
    assert running_m <= 5341.0
    context.store.close()


def test_a_file_without_totals_gets_those_of_the_whole_recording() -> None:
    """Standing counts: the means are over the recording, not over what was run."""
    series = make_series(600)
    series["speed_mps"][300:] = 0.0
    series["distance_m"] = np.cumsum(series["speed_mps"])
    series["heart_rate_bpm"][:300], series["heart_rate_bpm"][300:] = 160.0, 100.0
    run = prepare(make_recording(series))
    assert run.totals.totals_basis == "computed"
    assert run.totals.timer_s == run.totals.elapsed_s == 599.0
    assert run.totals.heart_rate_avg_bpm == pytest.approx(130.0, abs=0.2)
    assert run.totals.running_heart_rate_bpm == pytest.approx(160.0, abs=0.5)
    assert run.totals.distance_m is not None
    assert run.totals.speed_mps == pytest.approx(run.totals.distance_m / 599.0)


@pytest.mark.parametrize(
    ("summary", "basis"),
    [
        (DeviceSummary(), "computed"),
        (DeviceSummary(heart_rate_avg_bpm=140.0), "computed"),
        (DeviceSummary(distance_m=1700.0, timer_s=590.0), "watch"),
        (DeviceSummary(timer_s=590.0), "watch"),
    ],
)
def test_a_run_says_whose_totals_it_has(summary: DeviceSummary, basis: str) -> None:
    recording = make_recording(make_series(600), summary=summary)
    assert run_totals(recording, prepare(recording).splits).totals_basis == basis


def test_a_row_of_a_list_says_that_it_is_one() -> None:
    listed = DeviceSummary(distance_m=8000.0, timer_s=2400.0, elapsed_s=2500.0, power_avg_w=240.0)
    totals = prepare(make_recording({"elapsed_s": np.empty(0)}, summary=listed)).totals
    assert totals.totals_basis == "list"
    assert totals.pace_s_per_km == pytest.approx(300.0)
    assert (totals.distance_m, totals.timer_s, totals.elapsed_s) == (8000.0, 2400.0, 2500.0)
    assert totals.power_avg_w == 240.0
