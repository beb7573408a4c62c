"""What is read from an export of Apple Health."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import numpy as np
import pytest

from hakaru.core.errors import HakaruError, Refused, Unreadable
from hakaru.running.activity import Recording
from hakaru.sources.discover import Candidate, discover
from hakaru.sources.read import fingerprint, read_candidate, unfolded
from tests.sources.apple_export import (
    DOCUMENT_TYPE,
    KM,
    START,
    Export,
    PlantedRun,
    route_of,
    write_zip,
)

RUN = PlantedRun()
BOMB = DOCUMENT_TYPE.replace("]>", '<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>')
BROKEN_TYPE = DOCUMENT_TYPE.replace("]>", "<!ATTLIST Sensitivity\n  left CDATA\n]>")


def members_of(path: Path) -> list[tuple[Candidate, tuple[Recording, ...] | HakaruError]]:
    """Every member of what is at a path, with its runs or the reason why there are none."""
    outcomes: list[tuple[Candidate, tuple[Recording, ...] | HakaruError]] = []
    with unfolded(discover([path]), folder=path.parent, on_bytes=lambda _: None) as members:
        for member in members:
            try:
                outcomes.append((member, read_candidate(member)))
            except HakaruError as error:
                outcomes.append((member, error))
    return outcomes


def runs_in(path: Path) -> list[Recording]:
    runs: list[Recording] = []
    for _, outcome in members_of(path):
        assert not isinstance(outcome, HakaruError), outcome
        runs += outcome
    return runs


def exported(
    folder: Path, export: Export, name: str = "export.zip", *, routes: bool = True
) -> Path:
    path = folder / name
    write_zip(path, export, routes=routes)
    return path


def text_of(export: Export) -> str:
    return "".join(export.text())


def mean(run: Recording, column: str) -> float:
    return float(np.nanmean(run.series[column]))


def test_a_run_has_what_was_measured_in_its_time(tmp_path: Path) -> None:
    (run,) = runs_in(exported(tmp_path, Export(runs=[RUN], days=3, day_records=400)))
    assert (run.started_at, run.utc_offset_s) == (START, 9 * 3600)
    assert run.series["elapsed_s"][-1] == RUN.length_s
    assert mean(run, "heart_rate_bpm") == pytest.approx(150.0)
    assert mean(run, "gct_ms") == pytest.approx(250.0)
    assert mean(run, "vo_cm") == pytest.approx(8.5)
    assert mean(run, "power_w") == pytest.approx(240.0)
    assert mean(run, "speed_mps") == pytest.approx(3.0)
    assert mean(run, "step_length_cm") == pytest.approx(100 * RUN.step_length_m)
    assert mean(run, "cadence_spm") == pytest.approx(168.0, abs=0.5)
    assert np.isfinite(run.series["gct_ms"]).all()


def test_steps_and_metres_of_phone_and_watch_are_not_added_up(tmp_path: Path) -> None:
    (run,) = runs_in(exported(tmp_path, Export(runs=[RUN])))
    assert run.series["distance_m"][-1] == pytest.approx(RUN.distance_m)
    assert run.summary.distance_m == pytest.approx(RUN.distance_m)
    assert mean(run, "cadence_spm") == pytest.approx(RUN.cadence_spm, abs=0.5)


def test_a_run_states_its_totals_weather_and_sensor(tmp_path: Path) -> None:
    (run,) = runs_in(exported(tmp_path, Export(runs=[RUN])))
    summary = run.summary
    assert (summary.timer_s, summary.elapsed_s) == (RUN.length_s, RUN.length_s)
    assert (summary.heart_rate_avg_bpm, summary.heart_rate_max_bpm) == (150.0, 170.0)
    assert summary.cadence_avg_spm == pytest.approx(168.0)
    assert summary.calories_kcal == 300.0
    assert summary.ascent_m == pytest.approx(23.57)
    assert run.weather is not None
    assert run.weather.temperature_c == pytest.approx(15.0)
    assert run.weather.relative_humidity_pct == pytest.approx(81.0)
    assert (run.sensor_group, run.sensor_label) == ("apple-watch", "Apple Watch (Watch6,7)")
    assert run.provenance[0].kind == "apple-health"


def test_a_run_without_running_dynamics_has_no_sensor_of_form(tmp_path: Path) -> None:
    (run,) = runs_in(exported(tmp_path, Export(runs=[replace(RUN, gct_ms=None)])))
    assert "gct_ms" not in run.series
    stepped = run.series["step_length_cm"]
    assert np.isfinite(stepped).all()


@pytest.mark.parametrize(
    ("distance", "speed"),
    [
        (("mi", 1 / 1609.344), ("mi/hr", 3600 / 1609.344)),
        (("m", 1.0), ("m/s", 1.0)),
        (("km", 1 / KM), ("km/hr", 3.6)),
    ],
)
def test_units_are_those_that_are_written(
    tmp_path: Path, distance: tuple[str, float], speed: tuple[str, float]
) -> None:
    export = Export(runs=[RUN], distance_unit=distance, speed_unit=speed)
    (run,) = runs_in(exported(tmp_path, export))
    assert run.series["distance_m"][-1] == pytest.approx(RUN.distance_m, rel=1e-5)
    assert run.summary.distance_m == pytest.approx(RUN.distance_m, rel=1e-5)
    assert mean(run, "speed_mps") == pytest.approx(3.0, rel=1e-5)


def test_a_pause_has_no_samples_and_no_metres(tmp_path: Path) -> None:
    paused = replace(RUN, pause_s=(600, 720))
    (run,) = runs_in(exported(tmp_path, Export(runs=[paused])))
    assert run.pauses == ((600.0, 720.0),)
    elapsed_s = run.series["elapsed_s"]
    assert not ((elapsed_s > 600) & (elapsed_s < 720)).any()
    assert run.series["distance_m"][-1] == pytest.approx(paused.distance_m, rel=0.005)
    assert run.summary.timer_s == paused.active_s


def test_the_positions_of_a_run_come_from_its_route(tmp_path: Path) -> None:
    (run,) = runs_in(exported(tmp_path, Export(runs=[RUN])))
    assert run.series["latitude_deg"][0] == pytest.approx(35.0)
    assert np.isfinite(run.series["longitude_deg"]).mean() > 0.99
    assert run.series["elevation_m"][10] == pytest.approx(12.5)


def test_a_missing_route_is_said_and_the_run_is_there(tmp_path: Path) -> None:
    (run,) = runs_in(exported(tmp_path, Export(runs=[RUN]), routes=False))
    assert [issue.code for issue in run.issues] == ["route_missing"]
    assert "latitude_deg" not in run.series


def test_walks_and_their_routes_are_no_runs(tmp_path: Path) -> None:
    assert len(runs_in(exported(tmp_path, Export(runs=[RUN], walks=4)))) == 1


def test_an_export_without_a_run_says_what_it_holds(tmp_path: Path) -> None:
    ((_, outcome),) = members_of(exported(tmp_path, Export(walks=3)))
    assert isinstance(outcome, Refused)
    assert "no run among the 3 workouts of the export (Walking (3))" in str(outcome)


def test_an_export_without_a_workout_says_what_to_do(tmp_path: Path) -> None:
    ((_, outcome),) = members_of(exported(tmp_path, Export(days=2, day_records=10)))
    assert isinstance(outcome, Refused)
    assert "the export holds no workout; record runs with the workout app" in str(outcome)


def test_a_run_on_a_treadmill_is_one(tmp_path: Path) -> None:
    indoor = replace(RUN, indoor=True, route=False)
    (run,) = runs_in(exported(tmp_path, Export(runs=[indoor])))
    assert run.sub_sport == "treadmill"
    assert run.issues == ()


@pytest.mark.parametrize("name", ["書き出したデータ.xml", "Exportieren.xml", "export.xml"])
def test_the_export_is_known_in_every_language(tmp_path: Path, name: str) -> None:
    path = tmp_path / "書き出したデータ.zip"
    write_zip(path, Export(runs=[RUN]), xml_name=name)
    assert len(runs_in(path)) == 1


def test_an_unpacked_export_is_read_as_well(tmp_path: Path) -> None:
    write_zip(tmp_path / "export.zip", Export(runs=[RUN], walks=1))
    with zipfile.ZipFile(tmp_path / "export.zip") as archive:
        archive.extractall(tmp_path / "unpacked")
    (run,) = runs_in(tmp_path / "unpacked")
    assert "latitude_deg" in run.series
    (run,) = runs_in(tmp_path / "unpacked" / "apple_health_export" / "export.xml")
    assert "latitude_deg" in run.series


def test_the_same_run_in_the_next_export_is_the_same(tmp_path: Path) -> None:
    """Another zone of the phone, other addresses, more runs: what is known is not read again."""
    later = Export(
        runs=[RUN, PlantedRun(start=START + timedelta(days=3))],
        offset=timezone(timedelta(hours=-5)),
        address="0x1",
        days=5,
        day_records=50,
    )
    keys = []
    for number, export in enumerate((Export(runs=[RUN]), later)):
        path = exported(tmp_path, export, f"export-{number}.zip")
        with unfolded(discover([path]), folder=tmp_path, on_bytes=lambda _: None) as members:
            keys.append([(mark.sha256, mark.member) for mark in map(fingerprint, members)])
    assert keys[0][0] == keys[1][0]
    assert len(set(keys[1])) == 2


def test_the_order_of_the_records_does_not_matter(tmp_path: Path) -> None:
    lines = text_of(Export(runs=[RUN])).splitlines(keepends=True)
    records = [line for line in lines if line.startswith(" <Record")]
    others = [line for line in lines if not line.startswith(" <Record")]
    in_order, reverse = tmp_path / "a.xml", tmp_path / "b.xml"
    in_order.write_text("".join(lines))
    reverse.write_text("".join((*others[:-1], *reversed(records), others[-1])))
    marks = []
    for path in (in_order, reverse):
        with unfolded(discover([path]), folder=tmp_path, on_bytes=lambda _: None) as members:
            marks.append(fingerprint(members[0]).sha256)
    assert marks[0] == marks[1]


def test_a_document_type_that_is_no_xml_is_passed_over(tmp_path: Path) -> None:
    assert len(runs_in(exported(tmp_path, Export(runs=[RUN], document_type=BROKEN_TYPE)))) == 1
    assert len(runs_in(exported(tmp_path, Export(runs=[RUN], document_type=""), "b.zip"))) == 1


def test_declared_entities_are_refused(tmp_path: Path) -> None:
    ((_, outcome),) = members_of(exported(tmp_path, Export(runs=[RUN], document_type=BOMB)))
    assert isinstance(outcome, Unreadable)
    assert "declares XML entities" in str(outcome)


def test_what_stands_before_the_damage_is_read_and_the_damage_is_said(tmp_path: Path) -> None:
    second = PlantedRun(start=START + timedelta(days=1))
    text = text_of(Export(runs=[RUN, second]))
    path = tmp_path / "export.xml"
    path.write_text(text[: text.rindex("<Workout ") + 40])
    (first, run), (_, damage) = members_of(path)
    assert not isinstance(run, HakaruError)
    assert first.member == "workout 2024-04-30T22:00:00Z"
    assert isinstance(damage, Unreadable)
    assert "damaged XML" in str(damage)


def test_a_cut_archive_is_said_to_be_damaged(tmp_path: Path) -> None:
    path = exported(tmp_path, Export(runs=[RUN]))
    path.write_bytes(path.read_bytes()[:5000])
    ((_, outcome),) = members_of(path)
    assert isinstance(outcome, Unreadable)


def test_an_export_that_unpacks_to_too_much_is_refused(tmp_path: Path) -> None:
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("export.xml", b"<HealthData>" + b" " * 40_000_000)
    path = tmp_path / "export.zip"
    path.write_bytes(memory.getvalue())
    ((_, outcome),) = members_of(path)
    assert isinstance(outcome, Unreadable)
    assert "larger than" in str(outcome)


HOSTILE: Mapping[str, tuple[str, str]] = {
    "depth": ("<HealthData>" + "<a>" * 50, "nested too deeply"),
    "another root": ("<HealthDataX/><HealthData>", "not an export of Apple Health"),
    "no end": ("<HealthData>" + "<Record type='" + "x" * 9_500_000, "longer than 8 MiB"),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_xml_is_refused_in_a_sentence(tmp_path: Path, kind: str) -> None:
    text, reason = HOSTILE[kind]
    path = tmp_path / "export.xml"
    path.write_text('<?xml version="1.0"?><!DOCTYPE HealthData []>' + text)
    ((_, outcome),) = members_of(path)
    assert isinstance(outcome, Unreadable)
    assert reason in str(outcome)


def test_impossible_values_and_times_of_records_are_passed_over(tmp_path: Path) -> None:
    bad = (
        '<Record type="HKQuantityTypeIdentifierHeartRate" sourceName="x" unit="count/min" '
        'startDate="2024-05-01 07:10:00 +0900" endDate="2024-05-01 07:10:00 +0900" value="{}"/>'
    )
    text = text_of(Export(runs=[RUN]))
    extra = "".join(bad.format(value) for value in ("nan", "inf", "-3", "x"))
    extra += bad.format("1").replace("2024-05-01 07", "0000-99-99 99")
    path = tmp_path / "export.xml"
    path.write_text(text.replace(" <Workout ", extra + " <Workout ", 1))
    (run,) = runs_in(path)
    assert mean(run, "heart_rate_bpm") == pytest.approx(150.0)


def test_a_name_of_a_route_leads_nowhere_else(tmp_path: Path) -> None:
    secret = tmp_path / "route_elsewhere.gpx"
    secret.write_bytes(route_of(RUN))
    folder = tmp_path / "apple_health_export"
    folder.mkdir()
    text = text_of(Export(runs=[RUN]))
    hostile = text.replace(f"/workout-routes/{RUN.route_name}", "../../route_elsewhere.gpx")
    (folder / "export.xml").write_text(hostile)
    (run,) = runs_in(folder)
    assert "latitude_deg" not in run.series


def test_a_run_that_is_known_by_the_zone_of_the_phone_only(tmp_path: Path) -> None:
    (run,) = runs_in(exported(tmp_path, Export(runs=[replace(RUN, zone=None)])))
    assert run.utc_offset_s == 9 * 3600
    assert run.started_at == datetime(2024, 4, 30, 22, tzinfo=UTC)
