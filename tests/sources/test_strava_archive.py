"""What is read from the archive of a Strava account: the list with its recordings."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from hakaru.core.errors import HakaruError, Refused
from hakaru.running.activity import Provenance, Recording
from hakaru.sources.discover import discover
from hakaru.sources.read import fingerprint, read_candidate, unfolded
from hakaru.sources.strava import read_strava_csv
from tests.sources.strava_archive import WORDS, Archive, Listed, date_in, write_archive
from tests.sources.test_discover import laid_out

RUN, RIDE, BY_HAND = Listed(number=1), Listed(number=2, is_run=False), Listed(number=3, suffix="")
TRACK = Listed(number=4, suffix=".gpx", title="Evening Run")


def outcomes_of(path: Path) -> dict[str, tuple[Recording, ...] | HakaruError]:
    outcomes: dict[str, tuple[Recording, ...] | HakaruError] = {}
    with unfolded(discover([path]), folder=path.parent, on_bytes=lambda _: None) as members:
        for member in members:
            try:
                outcomes[member.file.name] = read_candidate(member)
            except HakaruError as error:
                outcomes[member.file.name] = error
    return outcomes


def run_in(outcomes: dict[str, tuple[Recording, ...] | HakaruError], name: str) -> Recording:
    outcome = outcomes[name]
    assert not isinstance(outcome, HakaruError), outcome
    (run,) = outcome
    return run


@pytest.fixture(params=["zip", "folder"])
def archive_path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    archive = Archive(rows=[RUN, RIDE, BY_HAND, TRACK])
    if request.param == "folder":
        return laid_out(tmp_path / "export_1", archive.files())
    write_archive(tmp_path / "export_1.zip", archive)
    return tmp_path / "export_1.zip"


def test_a_recording_has_the_title_and_shoes_of_the_list(archive_path: Path) -> None:
    outcomes = outcomes_of(archive_path)
    run = run_in(outcomes, "9000000001.fit.gz")
    assert (run.title, run.gear) == ("Morning Run", "Blue shoes")
    assert run.started_at == datetime(2024, 5, 1, 12, 0, 12, tzinfo=UTC)
    assert [source.kind for source in run.provenance] == ["fit", "strava-csv"]
    track = run_in(outcomes, "9000000004.gpx")
    assert track.title == "Evening Run"
    assert track.summary.calories_kcal == 711.0


def test_a_ride_of_the_list_is_told_and_not_taken_in(archive_path: Path) -> None:
    outcome = outcomes_of(archive_path)["9000000002.fit.gz"]
    assert isinstance(outcome, Refused)
    assert "no run: the list of the archive says 'Ride'" in str(outcome)


def test_a_run_without_a_recording_has_its_totals(archive_path: Path) -> None:
    run = run_in(outcomes_of(archive_path), "activities.csv")
    assert run.summary.distance_m == 900.0
    assert run.gear == "Blue shoes"


def test_further_lists_and_drawn_routes_are_no_recordings(archive_path: Path) -> None:
    assert sorted(outcomes_of(archive_path)) == [
        "9000000001.fit.gz",
        "9000000002.fit.gz",
        "9000000004.gpx",
        "activities.csv",
    ]


def test_what_the_runner_wrote_beside_the_title_is_not_read(archive_path: Path) -> None:
    assert "ask the coach" not in repr(outcomes_of(archive_path))


def test_a_list_whose_runs_all_have_a_recording_says_nothing_more(tmp_path: Path) -> None:
    write_archive(tmp_path / "a.zip", Archive(rows=[RUN, RIDE]))
    assert "activities.csv" not in outcomes_of(tmp_path / "a.zip")


def test_a_recording_that_is_missing_leaves_its_totals(tmp_path: Path) -> None:
    archive = Archive(rows=[RUN, TRACK], missing=frozenset({1}))
    write_archive(tmp_path / "a.zip", archive)
    run = run_in(outcomes_of(tmp_path / "a.zip"), "activities.csv")
    assert run.started_at == RUN.start


@pytest.mark.parametrize("language", WORDS)
def test_the_list_is_read_in_the_language_of_the_account(tmp_path: Path, language: str) -> None:
    write_archive(tmp_path / "a.zip", Archive(rows=[RUN, RIDE, BY_HAND], language=language))
    outcomes = outcomes_of(tmp_path / "a.zip")
    assert run_in(outcomes, "9000000001.fit.gz").gear == "Blue shoes"
    assert isinstance(outcomes["9000000002.fit.gz"], Refused)
    listed = run_in(outcomes, "activities.csv")
    assert listed.started_at == BY_HAND.start
    summary = listed.summary
    assert (summary.distance_m, summary.timer_s) == (900.0, 300.0)
    assert (summary.heart_rate_avg_bpm, summary.heart_rate_max_bpm) == (151.4, 171.0)
    assert (summary.cadence_avg_spm, summary.calories_kcal) == (168.0, 711.0)


def test_columns_that_stand_elsewhere_are_not_guessed() -> None:
    archive = Archive(rows=[RUN, BY_HAND], language="ja")
    header, _, rows = archive.list_bytes().decode().partition("\n")
    shifted = header.replace("最大心拍数", "他", 1) + "\n" + rows
    provenance = Provenance(kind="strava-csv", path="activities.csv", sha256="00")
    runs = read_strava_csv(shifted.encode(), provenance=provenance)
    assert [run.summary.heart_rate_avg_bpm for run in runs] == [None, None]
    assert [run.title for run in runs] == ["Morning Run", "Morning Run"]


@pytest.mark.parametrize("language", WORDS)
def test_dates_are_in_utc(language: str) -> None:
    archive = Archive(rows=[RUN, BY_HAND, TRACK], language=language)
    provenance = Provenance(kind="strava-csv", path="activities.csv", sha256="00")
    first, *_ = read_strava_csv(archive.list_bytes(), provenance=provenance)
    assert first.started_at == RUN.start, date_in(language, RUN.start)


def test_a_new_title_makes_a_known_recording_worth_reading_again(tmp_path: Path) -> None:
    marks = []
    for number, title in enumerate(("Morning Run", "Morning Run", "My first race")):
        path = tmp_path / f"{number}.zip"
        rows = [Listed(number=1, title=title), *([BY_HAND] * number)]
        write_archive(path, Archive(rows=rows))
        with unfolded(discover([path]), folder=tmp_path, on_bytes=lambda _: None) as members:
            marks.append({fingerprint(member).sha256 for member in members if member.kind == "fit"})
    assert marks[0] == marks[1]
    assert marks[1] != marks[2]
