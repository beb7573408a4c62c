"""Exports of Suunto, COROS, Polar, Google and Fitbit: as they come, or a sentence."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from hakaru.core.errors import Unreadable
from hakaru.sources.discover import discover
from hakaru.sources.read import read_candidate
from tests.sources import fit_bytes as fb
from tests.sources.test_archive import zipped
from tests.sources.test_discover import laid_out
from tests.sources.xml_samples import tcx, tcx_lap, tcx_point

SUUNTO, POLAR, COROS = 23, 123, 294
TCX = tcx(tcx_lap([tcx_point(at_s) for at_s in range(0, 61, 5)]))
SUUNTO_LOG = json.dumps(
    {"Samples": [{"Attributes": {"suunto/sml": {"Sample": {"HR": 2.5}}}}]}
).encode()
GOOGLE_SESSION = json.dumps({"fitnessActivity": "running", "duration": "1800s"}).encode()
FITBIT_LIST = json.dumps(
    [{"logId": 1, "activityName": "Run", "activityTypeId": 90009, "duration": 1}]
).encode()
HEALTH_CONNECT = b"SQLite format 3\x00" + bytes(100)


@pytest.mark.parametrize("maker", [SUUNTO, POLAR, COROS])
def test_a_zip_of_fit_files_of_any_maker_is_read(tmp_path: Path, maker: int) -> None:
    run = fb.fit_file(fb.file_id(manufacturer=maker), fb.records(60), fb.session())
    path = tmp_path / "export.zip"
    path.write_bytes(zipped({"2024/run.fit": run, "2024/run.fit.gz": gzip.compress(run)}))
    for candidate in discover([path]):
        (recording,) = read_candidate(candidate)
        assert recording.series["elapsed_s"].size == 60


def test_google_fit_has_a_tcx_file_for_every_activity(tmp_path: Path) -> None:
    files = {
        "Takeout/Fit/Activities/2024-05-04T06_00_00Z_PT1M_Running.tcx": TCX,
        "Takeout/Fit/Activities/2024-05-05T06_00_00Z_PT1M_Biking.tcx": TCX.replace(
            b'"Running"', b'"Biking"'
        ),
        "Takeout/Fit/All Sessions/2024-05-04_RUNNING.json": GOOGLE_SESSION,
        "Takeout/Fit/All Data/derived_com.google.step_count.json": b'{"Data Points": []}',
        "Takeout/Fit/Daily activity metrics/2024-05-04.csv": b"Start time,Calories (kcal)\n",
        "Takeout/archive_browser.html": b"<html></html>",
    }
    path = tmp_path / "takeout.zip"
    path.write_bytes(zipped(files))
    kinds = {candidate.file.name: candidate.kind for candidate in discover([path])}
    assert set(kinds.values()) == {"tcx"}
    run = next(c for c in discover([path]) if c.file.name.endswith("_Running.tcx"))
    assert len(read_candidate(run)) == 1


STRANGERS = {
    "suunto.json": (SUUNTO_LOG, "export the activity from the app as a FIT file"),
    "suunto.json.gz": (gzip.compress(SUUNTO_LOG), "export the activity from the app as a FIT"),
    "health_connect_export.db": (HEALTH_CONNECT, "from the app that recorded them"),
    "2024-05-04_RUNNING.json": (GOOGLE_SESSION, "in the folder Activities"),
    "exercise-0.json": (FITBIT_LIST, "export the activity as a TCX file"),
}


@pytest.mark.parametrize("name", STRANGERS)
@pytest.mark.parametrize("packed", [False, True], ids=["alone", "in a zip"])
def test_what_is_not_published_is_refused_with_what_to_export_instead(
    tmp_path: Path, name: str, packed: bool
) -> None:
    data, sentence = STRANGERS[name]
    path = tmp_path / ("export.zip" if packed else name)
    path.write_bytes(zipped({name: data}) if packed else data)
    (candidate,) = discover([path])
    with pytest.raises(Unreadable, match=sentence):
        read_candidate(candidate)


def test_a_kind_that_is_not_read_is_said_once(tmp_path: Path) -> None:
    files = {f"{number}.json": SUUNTO_LOG for number in range(30)}
    run = fb.fit_file(fb.file_id(), fb.records(10), fb.session())
    candidates = discover([laid_out(tmp_path, files | {"run.fit": run})])
    assert [candidate.kind for candidate in candidates] == [None, "fit"]
