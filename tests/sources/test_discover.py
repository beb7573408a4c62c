"""What is found behind files, folders, globs and archives, and how it is read."""

from __future__ import annotations

import gzip
import json
import pickle
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from hakaru.core.errors import HakaruError, Refused, Unreadable
from hakaru.running.activity import Recording
from hakaru.sources.discover import Candidate, discover, kind_of
from hakaru.sources.files import FILE_MAX_BYTES
from hakaru.sources.read import fingerprint, read_candidate
from tests.shared import REAL, needs_real
from tests.sources import fit_bytes as fb
from tests.sources.test_archive import zipped

RUN = fb.fit_file(fb.file_id(), fb.records(10), fb.session())
GPX = b'<?xml version="1.0"?>\n<gpx version="1.1" creator="test"></gpx>'
TCX = b'<?xml version="1.0"?><TrainingCenterDatabase></TrainingCenterDatabase>'
ACTIVITY = json.dumps({"activityId": 1234567890, "activityName": "Run"}).encode()
WEATHER = json.dumps({"temp": 50}).encode()


def laid_out(folder: Path, files: Mapping[str, bytes]) -> Path:
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder


def shown(candidates: list[Candidate], folder: Path) -> list[tuple[str, str | None, str | None]]:
    return [
        (str(candidate.path.relative_to(folder)), candidate.member, candidate.kind)
        for candidate in candidates
    ]


def test_a_folder_gives_its_recordings_sorted_and_nothing_else(tmp_path: Path) -> None:
    files = {
        "b/run.fit": RUN,
        "a.gpx": GPX,
        "c.tcx": TCX,
        "list.csv": b"Activity Type,Date\n",
        "LICENSE": b"MIT",
        "notes.md": b"# notes",
        "photo.png": b"\x89PNG",
        "package.json": b'{"name": "x"}',
        ".hidden/run.fit": RUN,
        ".run.fit": RUN,
        "empty.txt": b"",
    }
    candidates = discover([laid_out(tmp_path, files)])
    assert shown(candidates, tmp_path) == [
        ("a.gpx", None, "gpx"),
        ("c.tcx", None, "tcx"),
        ("list.csv", None, "garmin-csv"),
        ("b/run.fit", None, "fit"),
    ]


def test_content_wins_over_the_name(tmp_path: Path) -> None:
    files = {
        "really_fit.bin": RUN,
        "really_fit.gpx": RUN,
        "really_zip.fit": zipped({"x.fit": RUN}),
        "really_gz.fit": gzip.compress(RUN),
        "no_suffix": TCX,
    }
    candidates = discover([laid_out(tmp_path, files)])
    assert shown(candidates, tmp_path) == [
        ("no_suffix", None, "tcx"),
        ("really_fit.bin", None, "fit"),
        ("really_fit.gpx", None, "fit"),
        ("really_gz.fit", None, "fit"),
        ("really_zip.fit", "x.fit", "fit"),
    ]


def test_a_damaged_file_keeps_the_kind_of_its_suffix(tmp_path: Path) -> None:
    files = {"a.fit": b"garbage", "b.FIT.gz": b"\x1f\x8bbroken", "c.tcx": b""}
    candidates = discover([laid_out(tmp_path, files)])
    assert [one.kind for one in candidates] == ["fit", "fit", "tcx"]
    for one in candidates:
        with pytest.raises(Unreadable):
            read_candidate(one)


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("notes.txt", b"hello", "not a format"),
        ("other.json", b"{}", "not a format"),
        ("empty.bin", b"", "empty"),
        ("broken.zip", b"PK\x03\x04 broken", "not a sound zip"),
        ("papers.zip", zipped({"readme.txt": b"hi"}), "holds no recording"),
    ],
)
def test_a_named_file_that_is_none_of_ours_is_a_failure_in_words(
    tmp_path: Path, name: str, content: bytes, words: str
) -> None:
    laid_out(tmp_path, {name: content})
    (candidate,) = discover([tmp_path / name])
    with pytest.raises(Unreadable, match=words):
        read_candidate(candidate)
    with pytest.raises(Unreadable, match=words):
        fingerprint(candidate)


def test_a_missing_path_and_an_empty_glob_are_failures_in_words(tmp_path: Path) -> None:
    missing, unmatched = discover([tmp_path / "none.fit", tmp_path / "*.fit"])
    assert missing.problem == "there is no such file or folder"
    assert unmatched.problem == "no file matches this pattern"


def test_a_path_that_no_system_takes_is_a_failure_in_words(tmp_path: Path) -> None:
    (candidate,) = discover([tmp_path / ("x" * 5000)])
    assert str(candidate.problem).startswith("it cannot be opened")


def test_a_file_that_vanished_since_is_unreadable(tmp_path: Path) -> None:
    (candidate,) = discover([laid_out(tmp_path, {"a.fit": RUN}) / "a.fit"])
    candidate.path.unlink()
    with pytest.raises(Unreadable, match="cannot be opened"):
        read_candidate(candidate)


def test_globs_folders_and_files_are_mixed_and_each_file_counts_once(tmp_path: Path) -> None:
    laid_out(tmp_path, {"a/1.fit": RUN, "a/2.fit": RUN, "b/3.fit": RUN, "b/readme.md": b"x"})
    paths = [tmp_path / "a" / "2.fit", tmp_path / "a", tmp_path / "**" / "*", tmp_path / "b"]
    candidates = discover(paths)
    assert [one.path.name for one in candidates] == ["2.fit", "1.fit", "3.fit"]


def test_archives_give_their_members_and_one_level_of_archives_inside(tmp_path: Path) -> None:
    uploaded = zipped({"someone_1.fit": RUN, "someone_2.txt": b"x", "deep.zip": zipped({})})
    export = zipped(
        {
            "DI_CONNECT/DI-Connect-Uploaded-Files/UploadedFiles_0.zip": uploaded,
            "DI_CONNECT/DI-Connect-Fitness/x_0_summarizedActivities.json": b'[{"a": []}]',
            "DI_CONNECT/DI-Connect-Wellness/123456_sleepData.json": b"[]",
            "__MACOSX/run.fit": RUN,
            "activities/1.fit.gz": gzip.compress(RUN),
            "activities/unnamed.gz": gzip.compress(RUN),
            "readme.txt": b"hello",
        }
    )
    candidates = discover([laid_out(tmp_path, {"export.zip": export})])
    assert [(one.member, one.kind) for one in candidates] == [
        ("DI_CONNECT/DI-Connect-Fitness/x_0_summarizedActivities.json", "garmin-export"),
        ("DI_CONNECT/DI-Connect-Uploaded-Files/UploadedFiles_0.zip!someone_1.fit", "fit"),
        ("activities/1.fit.gz", "fit"),
        ("activities/unnamed.gz", "fit"),
    ]
    for one in candidates[1:]:
        (run,) = read_candidate(one)
        assert run.series["elapsed_s"].size == 10
        assert run.provenance[0].member == one.member


def test_a_broken_archive_inside_an_archive_is_one_failure(tmp_path: Path) -> None:
    laid_out(tmp_path, {"all.zip": zipped({"bad.zip": b"PK\x03\x04", "run.fit": RUN})})
    bad, good = discover([tmp_path])
    assert bad.problem is not None
    assert good.kind == "fit"


def test_json_files_of_one_activity_are_one_candidate(tmp_path: Path) -> None:
    files = {
        "activitylaps_1234567890.json": b'{"lapDTOs": []}',
        "activity_1234567890.json": ACTIVITY,
        "activityweather_1234567890.json": WEATHER,
        "activity_1234567891.json": ACTIVITY,
        "activity_1234567890.fit": RUN,
        "list_page.json": b'{"activityList": [{"activityId": 1}]}',
    }
    for folder in (laid_out(tmp_path / "plain", files), tmp_path):
        if folder == tmp_path:
            laid_out(tmp_path, {"packed/all.zip": zipped(files)})
        candidates = discover([folder / "packed" if folder == tmp_path else folder])
        sets = [
            (one.file.name, [file.name for file in one.beside])
            for one in candidates
            if one.kind == "garmin-json"
        ]
        assert sets == [
            (
                "activity_1234567890.json",
                ["activitylaps_1234567890.json", "activityweather_1234567890.json"],
            ),
            ("activity_1234567891.json", []),
            ("list_page.json", []),
        ]
        assert sum(one.kind == "fit" for one in candidates) == 1


def test_a_folder_per_activity_is_one_candidate_beside_its_fit_file(tmp_path: Path) -> None:
    files = {
        "raw/1234567890/activity.json": ACTIVITY,
        "raw/1234567890/splits.json": b'{"lapDTOs": []}',
        "raw/1234567890/weather.json": WEATHER,
        "raw/1234567890/hr_zones.json": b"[]",
        "raw/1234567890/activity.zip": zipped({"1234567890_ACTIVITY.fit": RUN}),
        "other/weather.json": WEATHER,
        "other/activity.json": b'{"some": "thing else"}',
    }
    documents, packed = discover([laid_out(tmp_path, files)])
    assert packed.kind == "fit"
    assert documents.file.name == "activity.json"
    assert {file.name for file in documents.beside} == {
        "splits.json",
        "weather.json",
        "hr_zones.json",
    }
    (run,) = read_candidate(packed)
    assert run.garmin_activity_id == 1234567890


@pytest.mark.parametrize(
    ("name", "head", "kind"),
    [
        ("a", RUN[:64], "fit"),
        ("a.xml", GPX, "gpx"),
        ("a.xml", b"\xef\xbb\xbf" + TCX, "tcx"),
        ("a.xml", TCX.decode().encode("utf-16"), "tcx"),
        ("a.xml", b"<html></html>", None),
        ("a.json", b'[{"summarizedActivitiesExport": []}]', "garmin-export"),
        ("a.json", b'{"metricDescriptors": []}', "garmin-json"),
        ("export.txt", b"Activity Type,Date,Favorite\n", "garmin-csv"),
        ("A.TCX.GZ", b"", "tcx"),
        ("a.pdf", b"%PDF", None),
    ],
)
def test_kinds_are_told_by_content_then_by_name(name: str, head: bytes, kind: str | None) -> None:
    assert kind_of(name, head) == kind


def test_packing_changes_neither_the_run_nor_its_digest(tmp_path: Path) -> None:
    files = {"a.fit": RUN, "b.fit.gz": gzip.compress(RUN), "c.zip": zipped({"r.fit": RUN})}
    candidates = discover([laid_out(tmp_path, files)])
    runs = [run for one in candidates for run in read_candidate(one)]
    assert len({fingerprint(one).sha256 for one in candidates}) == 1
    assert [fingerprint(one).sha256 for one in candidates] == [
        run.provenance[0].sha256 for run in runs
    ]
    for run in runs[1:]:
        np.testing.assert_array_equal(run.series["elapsed_s"], runs[0].series["elapsed_s"])
        assert run.started_at == runs[0].started_at


def test_the_digest_of_a_set_follows_each_of_its_files(tmp_path: Path) -> None:
    files = {"activity_1234567890.json": ACTIVITY, "activityweather_1234567890.json": WEATHER}
    (before,) = discover([laid_out(tmp_path, files)])
    first = fingerprint(before)
    laid_out(tmp_path, {"activityweather_1234567890.json": b'{"temp": 51}'})
    (after,) = discover([tmp_path])
    assert fingerprint(after).sha256 != first.sha256
    assert first.path.endswith("activity_1234567890.json")


def test_a_recording_from_a_damaged_archive_is_marked(tmp_path: Path) -> None:
    packed = gzip.compress(RUN)
    laid_out(tmp_path, {"a.fit.gz": packed[:-8] + b"\0" * 8})
    (candidate,) = discover([tmp_path])
    (run,) = read_candidate(candidate)
    assert run.partial
    assert "archive_damaged" in {issue.code for issue in run.issues}
    assert run.series["elapsed_s"].size == 10


def test_a_file_larger_than_any_recording_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "huge.fit"
    with path.open("wb") as file:
        file.write(RUN)
        file.truncate(FILE_MAX_BYTES + 1)
    (candidate,) = discover([path])
    with pytest.raises(Unreadable, match="larger than"):
        read_candidate(candidate)


def test_candidates_results_and_errors_travel_between_processes(tmp_path: Path) -> None:
    laid_out(tmp_path, {"a.fit": RUN, "b.fit": b"garbage"})
    sound, broken = pickle.loads(pickle.dumps(discover([tmp_path])))
    (run,) = pickle.loads(pickle.dumps(read_candidate(sound)))
    assert isinstance(run, Recording)
    with pytest.raises(Unreadable) as caught:
        read_candidate(broken)
    copy = pickle.loads(pickle.dumps(caught.value))
    assert (type(copy), str(copy)) == (Unreadable, str(caught.value))
    assert (copy.path, copy.reason, copy.offset_byte) == (str(broken.path), caught.value.reason, 0)


def kind_counts(candidates: list[Candidate]) -> dict[str | None, int]:
    kinds = [candidate.kind for candidate in candidates]
    return {kind: kinds.count(kind) for kind in set(kinds)}


@needs_real
def test_the_real_folder_gives_every_recording_and_no_licence() -> None:
    assert kind_counts(discover([REAL])) == {
        "fit": 25,
        "tcx": 6,
        "gpx": 5,
        "garmin-json": 3,
        "garmin-csv": 2,
    }


@needs_real
def test_every_real_candidate_is_read_or_refused_in_words() -> None:
    outcomes: dict[str, str] = {}
    for candidate in discover([REAL]):
        try:
            runs = read_candidate(candidate)
            assert runs
            assert all(run.provenance[0].path == str(candidate.path) for run in runs)
        except HakaruError as error:
            outcomes[candidate.path.name] = type(error).__name__
    assert outcomes == {
        "davis_V01_course_run_hrm_stryd.csv": Unreadable.__name__,
        "fenix5_2017_tiny_walk.fit": Refused.__name__,
        "fr965_yoga_not_a_run.fit": Refused.__name__,
        "gpxpy_no_time.gpx": Unreadable.__name__,
    }
