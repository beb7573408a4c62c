"""A file is refused for what reading it would cost, with the figure, and never for its size."""

from __future__ import annotations

import io
import json
import resource
import sys
import tracemalloc
import zipfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hakaru.core.errors import Unreadable
from hakaru.sources.archive import forget, inner_member_names
from hakaru.sources.discover import discover
from hakaru.sources.files import json_bytes
from hakaru.sources.read import read_candidate
from tests.shared import examples
from tests.sources import fit_bytes as fb
from tests.sources.xml_samples import gpx, gpx_point, gpx_track

OPEN_GPX = '<gpx creator="x" xmlns="http://www.topografix.com/GPX/1/1"><trk><type>running</type>'
CLOSE_GPX = "</trk></gpx>"
OPEN_TCX = (
    '<TrainingCenterDatabase><Activities><Activity Sport="Running"><Id>2026-03-01T06:00:00Z</Id>'
)
ROW = "Running,2026-01-01 10:00:00,1:00:00"


def refusal(path: Path) -> str:
    (candidate,) = discover([path])
    if candidate.problem is not None:
        return candidate.problem
    with pytest.raises(Unreadable) as caught:
        read_candidate(candidate)
    return caught.value.reason


def test_a_small_zip_of_millions_of_objects_is_refused_with_its_cost(tmp_path: Path) -> None:
    path = tmp_path / "bomb.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        noise = json.dumps([str(number) for number in range(70_000)])
        text = '{"activityId":1,"noise":' + noise + ',"x":[' + "{}," * 7_000_000 + "{}]}"
        archive.writestr("activity_123456789.json", text)
    assert path.stat().st_size < 400_000
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert "JSON objects; at most 1000000 are read" in refusal(path)
    if sys.platform == "linux":
        assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 200 * 2**10


CASES = {
    "objects.json": ('{"activityId":1,"x":[' + "{}," * 1_000_000 + "{}]}", "JSON objects"),
    "arrays.json": ('{"activityId":1,"x":[' + "[]," * 5_000_000 + "[]]}", "MB of memory"),
    "deep.json": ('{"activityId":' + "[" * 1_000_000, "nested too deeply"),
    "wide.csv": ("Activity Type,Date,Time" + ",x" * 600 + "\n" + ROW, "603 columns"),
    "cells.csv": ("Activity Type,Date,Time\n" + "," * 3_000_000, "cells; at most"),
    "names.gpx": (
        OPEN_GPX + "".join(f"<a{number}/>" for number in range(20_000)) + " " * 2**20 + CLOSE_GPX,
        "more than 10000 names",
    ),
    "attributes.gpx": (
        OPEN_GPX + "<trkpt " + " ".join(f'a{number}=""' for number in range(1_200_000)) + "/>",
        "longer than 8 MiB",
    ),
    "comment.gpx": (OPEN_GPX + "<!--" + "x" * (10 * 2**20) + "-->" + CLOSE_GPX, "longer than 8"),
    "deep.gpx": (OPEN_GPX + "<a>" * 200, "nested too deeply"),
}


@pytest.mark.parametrize("name", sorted(CASES))
def test_what_unfolds_is_refused_with_a_sentence(tmp_path: Path, name: str) -> None:
    text, expected = CASES[name]
    (tmp_path / name).write_text(text)
    assert expected in refusal(tmp_path / name)


@pytest.mark.parametrize("point", ["<Trackpoint/>", "<Trackpoint></Trackpoint>"])
def test_empty_points_leave_nothing_behind(tmp_path: Path, point: str) -> None:
    path = tmp_path / "empty.tcx"
    lap = '<Lap StartTime="2026-03-01T06:00:00Z"><TotalTimeSeconds>9</TotalTimeSeconds><Track>'
    path.write_text(f"{OPEN_TCX}{lap}{point * 50_000}</Track></Lap></Activity></Activities>")
    (candidate,) = discover([path])
    tracemalloc.start()
    try:
        (run,) = read_candidate(candidate)
        _, peak_bytes = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert run.series["elapsed_s"].size == 0
    assert peak_bytes < 3 * path.stat().st_size + 2**20


def test_a_fit_file_of_millions_of_messages_is_refused(tmp_path: Path) -> None:
    tiny = b"\x41\x00\x00\x14\x00\x01\x03\x01\x02" + b"\x42\x00\x00\x14\x00\x01\x04\x01\x02"
    path = tmp_path / "tiny.fit"
    path.write_bytes(fb.fit_file(fb.file_id(), tiny + b"\x01\x96\x02\x55" * 800_000))
    assert refusal(path) == "it holds more than 1500000 messages, which no run has"


def test_more_samples_than_can_be_computed_with_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "long.fit"
    fields: dict[int, fb.Field] = {253: ("u32", fb.FIT_START), 3: ("u8", 141)}
    definition, first = (message := fb.message(fb.RECORD, fields))[:-6], message[-6:]
    rows = np.tile(np.frombuffer(first, np.uint8), (600_001, 1))
    rows[:, 1:5] = (fb.FIT_START + np.arange(600_001, dtype="<u4")).view(np.uint8).reshape(-1, 4)
    path.write_bytes(fb.fit_file(fb.file_id(), definition + rows.tobytes()))
    assert refusal(path) == "it holds 600001 samples; at most 600000 are read"


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats(allow_nan=False) | st.integers() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
        max_leaves=60,
    )
)
@settings(max_examples=examples(60))
def test_the_estimate_is_never_less_than_half_of_what_json_takes(value: object) -> None:
    text = json.dumps([value] * 40).encode()
    tracemalloc.start()
    try:
        read = json.loads(text)
        taken_bytes, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert read is not None
    assert json_bytes(text) >= taken_bytes / 2 - 4096


def test_an_archive_in_an_archive_may_not_list_more_than_is_left(tmp_path: Path) -> None:
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as archive:
        for number in range(30):
            archive.writestr(f"{number}", b"")
    path = tmp_path / "outer.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("inner.zip", inner.getvalue())
    assert len(inner_member_names(path, "inner.zip", most=30)) == 30
    with pytest.raises(Unreadable, match="with it the archive lists more than 200000 files"):
        inner_member_names(path, "inner.zip", most=29)
    forget()


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_a_recording_in_an_archive_in_an_archive_is_read(tmp_path: Path, method: int) -> None:
    points = [gpx_point(at, north_m=3.0 * at) for at in range(60)]
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("run.gpx", gpx(gpx_track(points)))
    path = tmp_path / "outer.zip"
    with zipfile.ZipFile(path, "w", method) as archive:
        archive.writestr("beside.txt", b"nothing")
        archive.writestr("inner.zip", inner.getvalue())
    (candidate,) = discover([path])
    (run,) = read_candidate(candidate)
    assert run.series["elapsed_s"].size == 60
    forget()
