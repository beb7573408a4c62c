"""Files that were made to break a reader: refused in one sentence, in little time and memory."""

from __future__ import annotations

import gzip
import json
import struct
import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from hakaru.core.errors import SourceError, Unreadable
from hakaru.core.i18n import in_language
from hakaru.focus.timeline import header_line
from hakaru.running.activity import Provenance
from hakaru.sources import archive
from hakaru.sources.activities_csv import read_activities_csv
from hakaru.sources.files import number, parse_time
from hakaru.sources.focus_files import read_export, read_session
from hakaru.sources.garmin.activity import read_garmin_json
from hakaru.sources.gpx import read_gpx
from hakaru.sources.tcx import read_tcx
from hakaru.sources.timeline import LARGEST, credible
from tests.sources.test_activities_csv import HEADERS, row
from tests.sources.test_garmin_json import activity, details
from tests.sources.xml_samples import (
    GPX_PROVENANCE,
    TCX_PROVENANCE,
    gpx,
    gpx_point,
    gpx_track,
    stamp,
    tcx,
    tcx_lap,
    tcx_point,
)

NOT_OURS = ("0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "1969-12-31T23:59:59Z")
JSON_PROVENANCE = Provenance(kind="garmin-json", path="raw/1", sha256="00")


def in_both_languages(error: SourceError) -> None:
    """One sentence each, and the Japanese one is Japanese."""
    said = in_language(str(error), "ja")
    assert "\n" not in said
    assert any("\u3040" <= letter <= "\u9fff" for letter in said), said


@pytest.mark.parametrize("moment", NOT_OURS)
def test_a_time_that_no_recording_has_is_missing(moment: str) -> None:
    assert parse_time(moment) is None
    assert credible(parse_time(stamp(0))) is not None
    points = [gpx_point(0).replace(stamp(0), moment), gpx_point(1), gpx_point(2, north_m=3)]
    (run,) = read_gpx(gpx(gpx_track(points)), provenance=GPX_PROVENANCE)
    assert run.series["elapsed_s"].tolist() == [0.0, 1.0]
    laps = tcx_lap([tcx_point(at) for at in range(3)]).replace(f'StartTime="{stamp(0)}"', "")
    (timed,) = read_tcx(tcx(laps).replace(b"<Id>", b"<Id>9"), provenance=TCX_PROVENANCE)
    assert timed.series["elapsed_s"].tolist() == [0.0, 1.0, 2.0]


def test_points_that_never_have_both_coordinates_give_no_distance() -> None:
    points = [gpx_point(0), gpx_point(1), gpx_point(2)]
    halves = [
        point.replace(" lon=" if at % 2 else " lat=", " of=") for at, point in enumerate(points)
    ]
    (run,) = read_gpx(gpx(gpx_track(halves)), provenance=GPX_PROVENANCE)
    assert not {"distance_m", "speed_mps"} & run.series.keys()
    assert run.series["elapsed_s"].tolist() == [0.0, 1.0, 2.0]


@pytest.mark.parametrize("moment", NOT_OURS)
def test_so_is_it_in_json(moment: str) -> None:
    document = activity(summary={"startTimeGMT": moment, "startTimeLocal": moment})
    with pytest.raises(Unreadable, match="do not say when the run began"):
        read_garmin_json({"a.json": json.dumps(document).encode()}, provenance=JSON_PROVENANCE)


def test_a_number_that_no_quantity_has_is_missing() -> None:
    assert number("1e308") != number("1e308")
    assert number(str(LARGEST)) == LARGEST
    text = row(gct="9" * 400, time="9" * 400 + ":00:00", power="1e300")
    (run,) = read_activities_csv(
        f"{HEADERS['en']}\n{text}\n".encode(),
        provenance=Provenance(kind="garmin-csv", path="a.csv", sha256="00"),
    )
    assert run.summary is not None
    assert (run.summary.gct_avg_ms, run.summary.timer_s, run.summary.power_avg_w) == (None,) * 3


def test_half_a_character_in_a_title_is_shown_as_missing() -> None:
    document = json.dumps(activity(activityName="A \ud800 run")).encode()
    (run,) = read_garmin_json({"a.json": document}, provenance=JSON_PROVENANCE)
    assert run.title == "A ? run"


def test_a_number_of_thousands_of_digits_ends_what_is_salvaged() -> None:
    whole = json.dumps(details({"directSpeed": [3.0, 3.1]})).encode()
    broken = whole[: whole.rindex(b"]}")] + b", " + b"9" * 5000
    files = {"a.json": json.dumps(activity()).encode(), "d.json": broken}
    (run,) = read_garmin_json(files, provenance=JSON_PROVENANCE)
    assert run.partial


@pytest.mark.parametrize(
    ("read", "provenance", "begins"),
    [
        (read_gpx, GPX_PROVENANCE, b"<gpx>"),
        (read_tcx, TCX_PROVENANCE, b"<TrainingCenterDatabase>"),
    ],
)
def test_a_million_elements_inside_each_other_are_refused_at_once(
    read: object, provenance: Provenance, begins: bytes
) -> None:
    assert callable(read)
    with pytest.raises(Unreadable, match="nested too deeply") as caught:
        read(begins + b"<trk>" * 1_000_000, provenance=provenance)
    in_both_languages(caught.value)


def test_a_list_of_more_activities_than_a_life_has_is_refused() -> None:
    body = "Activity Type,Date,Time\n" + "Running,2026-01-04 12:38:59,00:01:00\n" * 100_001
    with pytest.raises(Unreadable, match="more than 100000 activities") as caught:
        read_activities_csv(
            body.encode(), provenance=Provenance(kind="garmin-csv", path="a.csv", sha256="00")
        )
    in_both_languages(caught.value)


@pytest.mark.parametrize("packed", ["zip", "gz"])
def test_little_that_unpacks_to_much_is_stopped_early(tmp_path: Path, packed: str) -> None:
    bomb, limit = bytes(20_000_000), archive.ALWAYS_BYTES
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as out:
        out.writestr("bomb.fit", bomb)
        out.writestr("small.fit", bomb[: limit - 1])
    assert len(archive.read_member(path, "small.fit").data) == limit - 1
    with pytest.raises(Unreadable, match="larger than 4 MiB") as caught:
        if packed == "zip":
            archive.read_member(path, "bomb.fit")
        else:
            archive.gunzip(gzip.compress(bomb), where="a.fit.gz")
    in_both_languages(caught.value)


def test_an_archive_whose_files_lie_on_top_of_each_other_is_refused(tmp_path: Path) -> None:
    """The same packed bytes, listed a hundred times: each would be unpacked anew."""
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as out:
        out.writestr("a.fit", bytes(1000))
    data = path.read_bytes()
    start = data.index(b"PK\x01\x02")
    end = data.index(b"PK\x05\x06")
    entry = data[start:end]
    entries = [entry.replace(b"a.fit", f"{at:05d}".encode()) for at in range(100)]
    tail = struct.pack("<4s4H2IH", b"PK\x05\x06", 0, 0, 100, 100, 100 * len(entry), start, 0)
    path.write_bytes(data[:start] + b"".join(entries) + tail)
    with pytest.raises(Unreadable, match="on top of each other") as caught:
        archive.member_names(path)
    in_both_languages(caught.value)


def exported(folder: Path, *events: object) -> Path:
    path = folder / "aw.json"
    path.write_text(json.dumps({"buckets": {"w": {"type": "currentwindow", "events": events}}}))
    return path


def event(at: str, duration: object) -> dict[str, object]:
    return {"timestamp": at, "duration": duration, "data": {"app": "Code"}}


@pytest.mark.parametrize("duration", [10**400, float("nan"), float("inf"), -1, True, "9"])
def test_an_event_that_lasts_no_time_at_all_is_skipped(tmp_path: Path, duration: object) -> None:
    export = read_export(exported(tmp_path, event("2026-03-02T09:00:00+00:00", duration)))
    assert (export.n_events, export.n_skipped) == (0, 1)


def test_events_that_claim_a_century_are_refused(tmp_path: Path) -> None:
    day_0 = datetime(1980, 1, 1, tzinfo=UTC)
    days = [(day_0 + timedelta(days=day)).isoformat() for day in range(30_000)]
    path = exported(tmp_path, *(event(day, 86_400) for day in days))
    with pytest.raises(Unreadable, match="export fewer days") as caught:
        read_export(path)
    in_both_languages(caught.value)


@pytest.mark.parametrize("line", [f'{{"at": 1{"0" * 400}}}', '{"at": NaN}', '{"at": -1}'])
def test_a_recorded_line_without_a_time_is_counted(tmp_path: Path, line: str) -> None:
    path = tmp_path / "day.jsonl"
    told = '{"at": 5, "decided": {"state": "focused", "confidence": %s}}'
    huge, sound = told % f"1{'0' * 400}", told % "0.5"
    path.write_text("\n".join([header_line(), line, huge, sound]))
    session = read_session(path)
    assert session.n_damaged == 1
    assert [record.decided is not None for record in session.records] == [False, True]
