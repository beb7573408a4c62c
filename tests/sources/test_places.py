"""Where recordings usually lie on a machine."""

from __future__ import annotations

import gzip
from pathlib import Path

from hakaru.sources.places import (
    Machine,
    activity_folders,
    find_recordings,
    own_machine,
    recordings_in,
    usual_places,
    watch_folders,
)
from tests.sources.test_archive import zipped
from tests.sources.test_discover import ACTIVITY, GPX, RUN, laid_out


def machine_in(folder: Path) -> Machine:
    return Machine(home=folder / "home", mount_roots=(folder / "media", folder / "absent"))


def test_a_watch_is_found_on_a_drive_of_any_depth_and_case(tmp_path: Path) -> None:
    laid_out(
        tmp_path,
        {
            "media/runner/GARMIN/GARMIN/Activity/run.fit": RUN,
            "media/EDGE/Garmin/Activities/ride.fit": RUN,
            "media/stick/photos/a.png": b"",
        },
    )
    folders = {str(path.relative_to(tmp_path)) for path in watch_folders(machine_in(tmp_path))}
    assert folders == {"media/runner/GARMIN/GARMIN/Activity", "media/EDGE/Garmin/Activities"}


def test_the_drive_of_a_watch_is_known_by_itself(tmp_path: Path) -> None:
    drive = laid_out(tmp_path, {"GARMIN/ACTIVITY/run.fit": RUN})
    assert activity_folders(drive) == (tmp_path / "GARMIN" / "ACTIVITY",)
    assert activity_folders(tmp_path / "GARMIN") == ()


def test_downloads_give_what_holds_recordings_and_nothing_else(tmp_path: Path) -> None:
    downloads = laid_out(
        tmp_path / "home" / "Downloads",
        {
            "run.fit": RUN,
            "run.gpx": GPX,
            "export.zip": zipped({"a/run.fit": RUN}),
            "photos.zip": zipped({"a.png": b"x"}),
            "activity_1234567890.json": ACTIVITY,
            "package.json": b"{}",
            "novel.txt": b"It was",
            "table.csv": b"a,b\n1,2\n",
            "Activities (1).csv": "活动类型,日期\n跑步,2026-01-01\n".encode(),
            "export_1/activities/1.gpx": GPX,
            "holiday/1.png": b"",
        },
    )
    assert [path.name for path in recordings_in(downloads)] == [
        "Activities (1).csv",
        "activity_1234567890.json",
        "export.zip",
        "export_1",
        "run.fit",
        "run.gpx",
    ]
    (place,) = usual_places(machine_in(tmp_path))
    assert (place.kind, place.folder, len(place.paths)) == ("downloads", downloads, 6)


def test_runs_in_folders_among_downloads_are_found_two_levels_down(tmp_path: Path) -> None:
    laid_out(
        tmp_path / "home",
        {
            "Downloads/garmin files/a.fit": RUN,
            "Downloads/garmin files/2024/b.FIT.gz": gzip.compress(RUN),
            "Downloads/garmin files/2024/07/too deep.fit": RUN,
            "Downloads/garmin files/notes.json": ACTIVITY,
            "Documents/Laufen/c.gpx": GPX,
            "project/samples/of somebody else.fit": RUN,
        },
    )
    found = find_recordings(machine_in(tmp_path))
    assert [[path.name for path in place.paths] for place in found] == [
        ["b.FIT.gz", "a.fit"],
        ["c.gpx"],
    ]


def test_downloads_are_where_the_desktop_says(tmp_path: Path) -> None:
    home = tmp_path / "home"
    laid_out(
        home,
        {
            ".config/user-dirs.dirs": b'XDG_DESKTOP_DIR="$HOME/x"\nXDG_DOWNLOAD_DIR="$HOME/in"\n',
            "in/run.fit": RUN,
        },
    )
    (place,) = usual_places(machine_in(tmp_path))
    assert place.folder == home / "in"


def test_watches_come_before_downloads(tmp_path: Path) -> None:
    laid_out(
        tmp_path,
        {"media/W/GARMIN/Activity/run.fit": RUN, "home/Downloads/run.fit": RUN},
    )
    assert [place.kind for place in usual_places(machine_in(tmp_path))] == ["watch", "downloads"]


def test_a_machine_without_any_has_none(tmp_path: Path) -> None:
    assert usual_places(machine_in(tmp_path)) == ()


def test_each_system_has_its_mount_points() -> None:
    home = Path("/home/runner")
    linux = own_machine(home=home, environment={"XDG_RUNTIME_DIR": "/run/user/7"}, platform="linux")
    assert Path("/media") in linux.mount_roots
    assert Path("/run/user/7/gvfs") in linux.mount_roots
    mac = own_machine(home=home, environment={}, platform="darwin")
    assert mac.mount_roots == (Path("/Volumes"),)
    windows = own_machine(home=home, environment={}, platform="win32")
    assert windows.mount_roots[0] == Path("D:\\")
