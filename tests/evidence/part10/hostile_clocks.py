"""Write recordings of an ordinary 30-minute run whose clock, or whose file name, is hostile.

Pure standard library, so that nothing of the judged code takes part in making its evidence. Every
recording is the same run: 1 Hz, straight north at 3 m/s, 1,800 s, 5,400 m. A test compares what was
stored with `Truth`.
"""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from xml.sax.saxutils import escape

SPEED_MPS = 3.0
DURATION_S = 1800
METRES_PER_DEGREE = 111_194.93
START = datetime(2026, 3, 1, 6, 0, tzinfo=UTC)
DAY_S = 86_400
YEAR_S = 365 * DAY_S
HALF_S = DURATION_S // 2


@dataclass(frozen=True)
class Truth:
    """What the run really was, whatever its clock said, and how far a reader may be from it."""

    name: str
    distance_m: float
    moving_s: float
    tolerance_frac: float = 0.02


@dataclass(frozen=True)
class Point:
    """One trackpoint: the second of the run it belongs to, and the time that is written for it."""

    true_s: float
    written: str


def stamp(moment: datetime) -> str:
    """Text of a moment as both formats write it."""
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def at(offset_s: float, start: datetime = START) -> str:
    """Time written for a clock that stands `offset_s` after the start."""
    return stamp(start + timedelta(seconds=offset_s))


def clocked(written_s: Callable[[int], float], start: datetime = START) -> list[Point]:
    """Points of the run, each with the time its clock showed."""
    return [Point(second, at(written_s(second), start)) for second in range(DURATION_S + 1)]


def honest(start: datetime = START) -> list[Point]:
    """Points with a good clock."""
    return clocked(float, start)


def last_point_off(off_s: float) -> list[Point]:
    """Points whose last one is late by `off_s`, or early where it is negative."""
    return clocked(lambda second: second + (off_s if second == DURATION_S else 0.0))


def last_point_at(written: str) -> list[Point]:
    """Points whose last one carries this text as its time."""
    return [*honest()[:-1], Point(DURATION_S, written)]


def leap_and_back(off_s: float, seconds: int = 5) -> list[Point]:
    """Points whose clock leaps in the middle and comes back after some seconds."""
    return clocked(lambda second: second + (off_s if HALF_S <= second < HALF_S + seconds else 0.0))


def leap_for_good(off_s: float) -> list[Point]:
    """Points whose clock leaps in the middle and stays there."""
    return clocked(lambda second: second + (off_s if second >= HALF_S else 0.0))


def ten_leaps(off_s: float) -> list[Point]:
    """Points whose clock leaps forward ten times, further each time."""
    return clocked(lambda second: second + off_s * (second * 11 // (DURATION_S + 1)))


def ten_leaps_and_back(off_s: float) -> list[Point]:
    """Points of which every 180th is alone with a wrong time."""
    return clocked(lambda second: second + (off_s if second % 180 == 90 else 0.0))


def duplicate_times() -> list[Point]:
    """Points that share their time two by two."""
    return clocked(lambda second: float(second - second % 2))


def starts_in_1970(seconds: int = 60) -> list[Point]:
    """Points whose first minute was written before the clock was set."""
    early = [
        Point(second, at(second, datetime(1970, 1, 1, tzinfo=UTC))) for second in range(seconds)
    ]
    return [*early, *honest()[seconds:]]


CLOCKS: dict[str, Callable[[], list[Point]]] = {
    "honest": honest,
    "last_30_days_late": lambda: last_point_off(30 * DAY_S),
    "last_1_year_late": lambda: last_point_off(YEAR_S),
    "last_8_years_late": lambda: last_point_off(8 * YEAR_S),
    "last_30_days_early": lambda: last_point_off(-30 * DAY_S),
    "last_1_year_early": lambda: last_point_off(-YEAR_S),
    "last_8_years_early": lambda: last_point_off(-8 * YEAR_S),
    "last_in_9999": lambda: last_point_at("9999-12-31T23:59:59Z"),
    "last_in_0001": lambda: last_point_at("0001-01-01T00:00:00Z"),
    "last_in_1970": lambda: last_point_at("1970-01-01T00:00:00Z"),
    "last_on_day_45": lambda: last_point_at("2026-13-45T06:30:00Z"),
    "last_leap_second": lambda: last_point_at("2026-03-01T06:29:60Z"),
    "leap_1_year_and_back": lambda: leap_and_back(YEAR_S),
    "leap_8_years_back_and_forth": lambda: leap_and_back(-8 * YEAR_S),
    "leap_30_days_for_good": lambda: leap_for_good(30 * DAY_S),
    "leap_8_years_for_good": lambda: leap_for_good(8 * YEAR_S),
    "leap_1_year_backwards_for_good": lambda: leap_for_good(-YEAR_S),
    "ten_leaps_of_a_day": lambda: ten_leaps(DAY_S),
    "ten_leaps_of_a_year": lambda: ten_leaps(YEAR_S),
    "ten_leaps_and_back": lambda: ten_leaps_and_back(YEAR_S),
    "duplicate_times": duplicate_times,
    "starts_in_1970": starts_in_1970,
}
# The three of the issue: right within `Truth.tolerance_frac`, in at most 1 s and 200 MB.
NAMED_BY_THE_ISSUE = ("last_30_days_late", "last_1_year_late", "last_8_years_late")


def truth(name: str) -> Truth:
    """What a reader may find at most apart from: distance and moving time of the whole run."""
    return Truth(name, SPEED_MPS * DURATION_S, float(DURATION_S))


def position(true_s: float) -> tuple[float, float]:
    """Latitude and longitude after so many seconds of the run."""
    return 35.0 + SPEED_MPS * true_s / METRES_PER_DEGREE, 139.0


def gpx(points: list[Point], title: str = "Ordinary run") -> str:
    """Text of a GPX file with these points."""
    rows = "\n".join(
        f'<trkpt lat="{latitude:.8f}" lon="{longitude:.8f}">'
        f"<ele>10</ele><time>{point.written}</time></trkpt>"
        for point in points
        for latitude, longitude in [position(point.true_s)]
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<gpx version="1.1" creator="clock" xmlns="http://www.topografix.com/GPX/1/1">\n'
        f"<trk><name>{escape(title)}</name><type>running</type><trkseg>\n{rows}\n</trkseg></trk></gpx>\n"
    )


def tcx(points: list[Point], title: str = "Ordinary run") -> str:
    """Text of a TCX file with these points in one lap."""
    rows = "\n".join(
        f"<Trackpoint><Time>{point.written}</Time><Position><LatitudeDegrees>{latitude:.8f}</LatitudeDegrees>"
        f"<LongitudeDegrees>{longitude:.8f}</LongitudeDegrees></Position><AltitudeMeters>10</AltitudeMeters>"
        f"<DistanceMeters>{SPEED_MPS * point.true_s:.2f}</DistanceMeters>"
        "<HeartRateBpm><Value>140</Value></HeartRateBpm></Trackpoint>"
        for point in points
        for latitude, longitude in [position(point.true_s)]
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        "<TrainingCenterDatabase "
        'xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><Activities>'
        f'<Activity Sport="Running"><Id>{points[0].written}</Id>'
        f'<Lap StartTime="{points[0].written}"><TotalTimeSeconds>{DURATION_S}</TotalTimeSeconds>'
        f"<DistanceMeters>{SPEED_MPS * DURATION_S}</DistanceMeters>"
        "<Calories>300</Calories><Intensity>Active</Intensity><TriggerMethod>Manual</TriggerMethod>\n"
        f"<Track>\n{rows}\n</Track></Lap><Notes>{escape(title)}</Notes></Activity></Activities>"
        "</TrainingCenterDatabase>\n"
    )


def write_clock(folder: Path, name: str, kind: str) -> tuple[Path, Truth]:
    """Write one hostile recording as `gpx` or `tcx`; give its path and the truth."""
    points = CLOCKS[name]()
    path = folder / f"{name}.{kind}"
    path.write_text(gpx(points) if kind == "gpx" else tcx(points), encoding="utf-8")
    return path, truth(name)


def write_all(folder: Path) -> Iterator[tuple[Path, Truth]]:
    """Write every clock in both formats."""
    for name in CLOCKS:
        for kind in ("gpx", "tcx"):
            yield write_clock(folder, name, kind)


BYTES_NAMES: tuple[bytes, ...] = (
    "朝ラン.gpx".encode("shift_jis"),
    "表示ソ能.gpx".encode(
        "shift_jis"
    ),  # second bytes 0x5C: a backslash to who reads bytes as ASCII
    "ジョギング（夜）.gpx".encode("cp932"),
    "긴 달리기.gpx".encode("cp949"),
    b"\xff\xfe\x80.gpx",
    "línea.gpx".encode("latin-1"),
    b"new\nline.gpx",
    b"escape\x1b[2J.gpx",
)
GOOD_NAMES: tuple[str, ...] = ("good 1.gpx", "good_2.gpx", "良い.gpx")


def named_runs() -> Iterator[tuple[bytes, str]]:
    """Each name with the text of its own run, a day apart, so that none is a duplicate."""
    names = [*BYTES_NAMES, *(name.encode() for name in GOOD_NAMES)]
    for number, name in enumerate(names):
        yield name, gpx(honest(START + timedelta(days=number + 1)), f"Run {number}")


def write_folder_of_names(folder: Path) -> int:
    """Write every name into a folder, bytes as they are; give how many runs must be stored."""
    count = 0
    for name, text in named_runs():
        (Path(folder) / name.decode("utf-8", "surrogateescape")).write_text(text, encoding="utf-8")
        count += 1
    return count


def write_zip_of_names(path: Path) -> int:
    """Write every name into a zip without the UTF-8 flag; give how many runs must be stored."""
    renames: list[tuple[bytes, bytes]] = []
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        for number, (name, text) in enumerate(named_runs()):
            stand_in = f"{number:03d}".ljust(len(name), "Q")
            renames.append((stand_in.encode(), name))
            archive.writestr(stand_in, text)
    content = path.read_bytes()
    for stand_in_bytes, name in renames:
        assert content.count(stand_in_bytes) == 2  # local header and directory
        content = content.replace(stand_in_bytes, name)
    path.write_bytes(content)
    return len(renames)
