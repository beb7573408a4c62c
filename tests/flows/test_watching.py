"""Watched folders: what arrives is taken in once, when it is complete."""

from __future__ import annotations

import os
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from hakaru.core.errors import BadArgument
from hakaru.flows.context import Context
from hakaru.flows.watching import KEY, Look, Watcher
from hakaru.sources.places import Machine
from hakaru.store.state import State
from tests.flows.factories import NOW, at, make_context, stored_runs
from tests.sources.apple_export import Export, PlantedRun, write_zip
from tests.sources.strava_archive import Listed, recording_of

LONG_AGO = NOW - timedelta(hours=1)
FIT = recording_of(Listed(number=1, suffix=".fit"))
OTHER = recording_of(Listed(number=2, suffix=".fit"))


def put(path: Path, data: bytes, *, changed: datetime = LONG_AGO) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    os.utime(path, (changed.timestamp(), changed.timestamp()))
    return path


def counts(look: Look) -> list[tuple[int, int, int, int]]:
    results = [arrival.result for arrival in look.arrivals if arrival.result is not None]
    return [
        (result.ingested, result.duplicates, len(result.refused), len(result.failed))
        for result in results
    ]


@pytest.fixture
def downloads(tmp_path: Path) -> Path:
    folder = tmp_path / "Downloads"
    folder.mkdir()
    return folder


@pytest.fixture
def context(tmp_path: Path) -> Context:
    return make_context(tmp_path / "data")


def watcher_of(context: Context, *folders: Path, mounts: Path | None = None) -> Watcher:
    home = context.data_folder.parent
    roots = () if mounts is None else (mounts,)
    return Watcher(context, folders, Machine(home=home, mount_roots=roots))


def test_what_arrives_is_taken_in_once(context: Context, downloads: Path) -> None:
    watcher = watcher_of(context, downloads)
    assert watcher.look() == Look(arrivals=(), waiting=0)
    put(downloads / "run.fit", FIT)
    assert counts(watcher.look()) == [(1, 0, 0, 0)]
    assert watcher.look().arrivals == ()
    put(downloads / "other.fit", OTHER)
    assert counts(watcher.look()) == [(1, 0, 0, 0)]
    assert len(stored_runs(context)) == 2


def test_a_file_that_grows_is_waited_for(context: Context, downloads: Path) -> None:
    watcher = watcher_of(context, downloads)
    put(downloads / "run.fit", FIT[:300], changed=NOW - timedelta(seconds=1))
    assert watcher.look() == Look(arrivals=(), waiting=1)
    put(downloads / "run.fit", FIT[:600], changed=NOW)
    assert watcher.look() == Look(arrivals=(), waiting=1)
    put(downloads / "run.fit", FIT, changed=NOW)
    assert watcher.look().waiting == 1
    assert counts(watcher.look()) == [(1, 0, 0, 0)]


def test_a_file_that_a_browser_still_writes_is_waited_for(
    context: Context, downloads: Path
) -> None:
    watcher = watcher_of(context, downloads)
    put(downloads / "run.fit", FIT)
    coming = put(downloads / "run.fit.part", b"")
    put(downloads / "more.fit.crdownload", FIT)
    assert watcher.look().arrivals == ()
    coming.unlink()
    assert counts(watcher.look()) == [(1, 0, 0, 0)]


def test_an_empty_file_is_not_complete(context: Context, downloads: Path) -> None:
    put(downloads / "run.fit", b"")
    assert watcher_of(context, downloads).look() == Look(arrivals=(), waiting=1)


def test_what_was_taken_in_before_it_was_stopped_is_not_read_again(
    context: Context, downloads: Path
) -> None:
    put(downloads / "run.fit", FIT)
    watcher_of(context, downloads).look()
    put(downloads / "other.fit", OTHER)
    later = at(context, NOW + timedelta(days=1))
    (arrival,) = watcher_of(later, downloads).look().arrivals
    assert [path.name for path in arrival.paths] == ["other.fit"]


def test_a_file_that_cannot_be_read_is_told_once_and_tried_again_when_it_changes(
    context: Context, downloads: Path
) -> None:
    watcher = watcher_of(context, downloads)
    put(downloads / "broken.fit", FIT[:10])
    put(downloads / "run.fit", FIT)
    assert counts(watcher.look()) == [(1, 0, 0, 1)]
    assert watcher.look().arrivals == ()
    put(downloads / "broken.fit", OTHER)
    assert counts(watcher.look()) == [(1, 0, 0, 0)]


def test_files_that_are_none_of_ours_are_passed_over_in_silence(
    context: Context, downloads: Path
) -> None:
    put(downloads / "package.json", b"{}")
    put(downloads / "table.csv", b"a,b\n1,2\n")
    put(downloads / "broken.zip", b"PK\x03\x04 but no archive")
    put(downloads / "novel.txt", b"It was")
    (arrival,) = watcher_of(context, downloads).look().arrivals
    assert (arrival.paths, arrival.result) == ((), None)


def test_an_export_of_apple_health_that_arrives_is_taken_in(
    context: Context, downloads: Path
) -> None:
    write_zip(downloads / "書き出したデータ.zip", Export(runs=[PlantedRun(length_s=300)]))
    os.utime(downloads / "書き出したデータ.zip", (LONG_AGO.timestamp(), LONG_AGO.timestamp()))
    assert counts(watcher_of(context, downloads).look()) == [(1, 0, 0, 0)]


def test_an_export_that_the_browser_unpacked_is_taken_in(context: Context, downloads: Path) -> None:
    text = "".join(Export(runs=[PlantedRun(length_s=300, route=False)]).text())
    put(downloads / "apple_health_export" / "export.xml", text.encode())
    watcher = watcher_of(context, downloads)
    looks = [watcher.look(), watcher.look()]
    assert [counts(look) for look in looks if look.arrivals] == [[(1, 0, 0, 0)]]


def test_runs_that_arrive_in_folders_of_a_folder_are_taken_in_two_levels_down(
    context: Context, downloads: Path
) -> None:
    watcher = watcher_of(context, downloads)
    put(downloads / "2026" / "run.fit", FIT)
    put(downloads / "2026" / "03" / "other.fit", OTHER)
    put(downloads / "2026" / "03" / "05" / "too deep.fit", FIT)
    put(downloads / "some program" / "package.json", b"{}")
    put(downloads / ".hidden" / "run.fit", FIT)
    assert counts(watcher.look()) == [(2, 0, 0, 0)]
    coming = put(downloads / "2026" / "04" / "third.fit.part", b"")
    put(downloads / "2026" / "04" / "third.fit", recording_of(Listed(number=3, suffix=".fit")))
    assert watcher.look() == Look(arrivals=(), waiting=0)
    coming.unlink()
    assert counts(watcher.look()) == [(1, 0, 0, 0)]


def test_a_watch_that_is_plugged_in_is_noticed_and_taken_in(
    context: Context, downloads: Path, tmp_path: Path
) -> None:
    media = tmp_path / "media"
    watcher = watcher_of(context, downloads, mounts=media)
    assert watcher.drives() == {}
    put(media / "GARMIN" / "GARMIN" / "Activity" / "run.fit", FIT)
    folder = media / "GARMIN" / "GARMIN" / "Activity"
    assert watcher.drives() == {folder: "there"}
    assert watcher.drives() == {}
    assert counts(watcher.look()) == [(1, 0, 0, 0)]
    (media / "GARMIN").rename(tmp_path / "unplugged")
    assert watcher.drives() == {folder: "gone"}
    assert watcher.look() == Look(arrivals=(), waiting=0)


def test_the_drive_of_a_watch_stands_for_its_recordings(context: Context, tmp_path: Path) -> None:
    drive = tmp_path / "drive"
    put(drive / "Garmin" / "Activities" / "run.fit", FIT)
    put(drive / "Garmin" / "Courses" / "other.fit", OTHER)
    assert counts(watcher_of(context, drive).look()) == [(1, 0, 0, 0)]


def test_a_folder_that_is_not_there_is_refused(context: Context, tmp_path: Path) -> None:
    with pytest.raises(BadArgument):
        watcher_of(context, tmp_path / "absent")


def test_what_is_remembered_and_no_longer_of_our_making_is_forgotten(
    context: Context, downloads: Path
) -> None:
    put(downloads / "run.fit", FIT)
    watcher = watcher_of(context, downloads)
    watcher.look()
    State(context.data_folder).write_setting(KEY, '{"x": [1], "y": "z", "q": [1, 2, "3"]}')
    assert counts(watcher_of(context, downloads).look()) == [(0, 1, 0, 0)]
