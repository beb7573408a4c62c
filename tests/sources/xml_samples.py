"""Small TCX and GPX documents for tests."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from hakaru.running.activity import Provenance

START = datetime(2024, 5, 4, 6, 0, 0, tzinfo=UTC)
TCX_PROVENANCE = Provenance(kind="tcx", path="runs/some.tcx", sha256="00")
GPX_PROVENANCE = Provenance(kind="gpx", path="runs/some.gpx", sha256="00")


def stamp(at_s: float, start: datetime = START) -> str:
    return (start + timedelta(seconds=at_s)).isoformat().replace("+00:00", "Z")


def tcx_point(at_s: float, inner: str = "", *, speed_mps: float | None = 3.0) -> str:
    speed = "" if speed_mps is None else f"<Speed>{speed_mps}</Speed>"
    return (
        f"<Trackpoint><Time>{stamp(at_s)}</Time><DistanceMeters>{3.0 * at_s}</DistanceMeters>"
        f"<Extensions><TPX>{speed}{inner}</TPX></Extensions></Trackpoint>"
    )


def tcx_lap(
    points: Sequence[str], *, at_s: float = 0.0, timer_s: float = 60.0, tail: str = ""
) -> str:
    return (
        f'<Lap StartTime="{stamp(at_s)}"><TotalTimeSeconds>{timer_s}</TotalTimeSeconds>'
        f"<DistanceMeters>180</DistanceMeters><Intensity>Resting</Intensity>"
        f"<TriggerMethod>Manual</TriggerMethod><Track>{''.join(points)}</Track>{tail}</Lap>"
    )


def tcx(*laps: str, sport: str = "Running", tail: str = "") -> bytes:
    return tcx_file(activity(*laps, sport=sport), tail=tail)


def activity(*laps: str, sport: str = "Running") -> str:
    return f'<Activity Sport="{sport}"><Id>{stamp(0)}</Id>{"".join(laps)}</Activity>'


def tcx_file(*activities: str, tail: str = "") -> bytes:
    return (
        '<?xml version="1.0" encoding="UTF-8"?><TrainingCenterDatabase '
        'xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><Activities>'
        f"{''.join(activities)}</Activities>{tail}</TrainingCenterDatabase>"
    ).encode()


def gpx_point(at_s: float | None, *, north_m: float = 0.0, inner: str = "") -> str:
    time = "" if at_s is None else f"<time>{stamp(at_s)}</time>"
    latitude = 50.0 + north_m / 111_194.93
    return f'<trkpt lat="{latitude:.9f}" lon="7.0"><ele>100</ele>{time}{inner}</trkpt>'


def gpx_track(*segments: Sequence[str], kind: str | None = "running", name: str = "A run") -> str:
    type_element = "" if kind is None else f"<type>{kind}</type>"
    body = "".join(f"<trkseg>{''.join(points)}</trkseg>" for points in segments)
    return f"<trk><name>{name}</name>{type_element}{body}</trk>"


def gpx(*tracks: str) -> bytes:
    return (
        '<?xml version="1.0"?><gpx creator="An app" version="1.1" '
        'xmlns="http://www.topografix.com/GPX/1/1" '
        'xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1">'
        f"{''.join(tracks)}</gpx>"
    ).encode()


BILLION_LAUGHS = b"""<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol">
<!ENTITY lol2 "&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;">]>
<gpx><trk><name>&lol2;</name></trk></gpx>"""
