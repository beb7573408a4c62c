"""One run in several files is one run: the best source leads, the others fill gaps."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from pathlib import Path

import pytest

from hakaru.flows.context import Context
from hakaru.running.activity import Recording
from hakaru.sources.simulated.season import SeasonSettings, simulate_season
from hakaru.store.recordings import read_recording
from tests.flows.factories import SEASON_START, assert_whole, stored_runs, take_in
from tests.shared import REAL, needs_real
from tests.simulated import as_recording
from tests.sources.xml_samples import stamp

FR610 = (REAL / "fit_hr_only" / "fr610_234979239.fit", REAL / "tcx" / "fr610_234979239.tcx")
CONNECT = REAL / "connect_api" / "2477200414"


def stored(context: Context) -> Recording:
    (run,) = stored_runs(context)
    with context.store.read() as con:
        return read_recording(con, run.activity_id)


def in_turn(context: Context, paths: Sequence[Path]) -> list[int]:
    """The id under which the run is known after each file."""
    ids = []
    for path in paths:
        take_in(context, path)
        (run,) = stored_runs(context)
        ids.append(run.activity_id)
    assert_whole(context)
    return ids


@pytest.fixture(scope="module")
def both_formats(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A simulated run as FIT, and as the TCX that a service would offer (no form metrics)."""
    folder = tmp_path_factory.mktemp("formats")
    settings = SeasonSettings(
        seed=3, start_on=SEASON_START, weeks=1, runs_per_week=1, duration_frac=0.15
    )
    (session,) = simulate_season(settings)
    (folder / "run.fit").write_bytes(session.to_fit())
    (folder / "run.tcx").write_text(as_tcx(as_recording(session)))
    return folder / "run.fit", folder / "run.tcx"


def as_tcx(recording: Recording) -> str:
    start, series = recording.started_at, recording.series
    points = "".join(
        f"<Trackpoint><Time>{stamp(at_s, start)}</Time><DistanceMeters>{distance_m}"
        f"</DistanceMeters><HeartRateBpm><Value>{round(heart_rate_bpm)}</Value></HeartRateBpm>"
        "</Trackpoint>"
        for at_s, distance_m, heart_rate_bpm in zip(
            series["elapsed_s"].tolist(),
            series["distance_m"].tolist(),
            series["heart_rate_bpm"].tolist(),
            strict=True,
        )
        if distance_m == distance_m and heart_rate_bpm == heart_rate_bpm
    )
    total_s, total_m = series["elapsed_s"][-1], recording.summary.distance_m
    return (
        '<?xml version="1.0"?><TrainingCenterDatabase '
        'xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><Activities>'
        f'<Activity Sport="Running"><Id>{stamp(0, start)}</Id><Lap StartTime="{stamp(0, start)}">'
        f"<TotalTimeSeconds>{total_s}</TotalTimeSeconds><DistanceMeters>{total_m}</DistanceMeters>"
        f"<Track>{points}</Track></Lap></Activity></Activities></TrainingCenterDatabase>"
    )


@pytest.mark.sampled(1)
@pytest.mark.parametrize("order", [(0, 1), (1, 0)], ids=["fit-first", "tcx-first"])
def test_a_run_in_two_formats_is_one_run_led_by_the_fit(
    context: Context, both_formats: tuple[Path, Path], order: tuple[int, int]
) -> None:
    ids = in_turn(context, [both_formats[place] for place in order])
    assert ids[0] == ids[1]
    recording = stored(context)
    assert recording.provenance[0].kind == "fit"
    assert recording.sensor_group == "garmin-hrm"
    assert "gct_ms" in recording.series
    (run,) = stored_runs(context)
    assert run.judged


def test_a_source_that_adds_nothing_is_a_duplicate(
    context: Context, both_formats: tuple[Path, Path]
) -> None:
    fit, tcx = both_formats
    take_in(context, fit)
    result = take_in(context, tcx)
    assert result.ingested == 0
    assert result.duplicates + result.completed == 1


def test_both_formats_in_one_ingest_are_one_run(
    context: Context, both_formats: tuple[Path, Path]
) -> None:
    result = take_in(context, both_formats[0].parent)
    assert result.ingested == 1
    assert len(stored_runs(context)) == 1


def test_a_run_that_was_without_form_data_gets_its_verdict_with_the_better_file(
    context: Context, both_formats: tuple[Path, Path]
) -> None:
    fit, tcx = both_formats
    assert take_in(context, tcx).evaluated == 0
    (before,) = stored_runs(context)
    assert not before.judged
    assert before.refusal is not None
    assert take_in(context, fit).evaluated == 1
    (after,) = stored_runs(context)
    assert after.judged
    assert after.refusal is None


@pytest.mark.sampled(1)
@needs_real
@pytest.mark.parametrize("order", [(0, 1), (1, 0)], ids=["fit-first", "tcx-first"])
def test_a_real_run_in_fit_and_tcx_is_one_run(context: Context, order: tuple[int, int]) -> None:
    ids = in_turn(context, [FR610[place] for place in order])
    assert ids[0] == ids[1]
    assert stored(context).provenance[0].kind == "fit"


@pytest.mark.sampled(1)
@needs_real
@pytest.mark.parametrize("order", list(permutations(range(2))), ids=["fit-first", "json-first"])
def test_a_real_run_in_fit_and_json_is_one_run_with_its_weather(
    context: Context, tmp_path: Path, order: tuple[int, int]
) -> None:
    json_folder = tmp_path / "json"
    json_folder.mkdir()
    for path in CONNECT.glob("*.json"):
        (json_folder / path.name).symlink_to(path)
    sources = [CONNECT / "activity_2477200414.fit", json_folder]
    ids = in_turn(context, [sources[place] for place in order])
    assert ids[0] == ids[1]
    recording = stored(context)
    assert [one.kind for one in recording.provenance] == ["fit", "garmin-json"]
    assert recording.weather is not None
    assert recording.garmin_activity_id == 2477200414
    (run,) = stored_runs(context)
    assert run.judged
