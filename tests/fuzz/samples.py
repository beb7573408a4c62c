"""What is changed first: small files of our own making, of every kind a decoder reads."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from hakaru.focus.timeline import Record, Recorded
from hakaru.sources.focus_files import session_lines
from tests.focus.factories import make_camera, make_pc
from tests.fuzz.change_json import PARTS
from tests.fuzz.change_zip import zipped
from tests.sources import fit_bytes as fb
from tests.sources.fit_strange import strange_file
from tests.sources.test_activities_csv import HEADERS, WORDS, row
from tests.sources.test_garmin_export import entry, export
from tests.sources.test_garmin_json import activity, details, stryd
from tests.sources.xml_samples import gpx, gpx_point, gpx_track, tcx, tcx_lap, tcx_point

_HEART = "<HeartRateBpm><Value>150</Value></HeartRateBpm>"
_FORM: dict[str, Sequence[object]] = {
    "directSpeed": [3.0, 3.1, 3.2],
    "sumDistance": [0.0, 3.0, 6.1],
    "directGroundContactTime": [250.0, 252.0, 251.0],
    "directVerticalOscillation": [9.0, 9.1, None],
    "directVerticalRatio": [8.0, 8.1, 8.2],
    "directRunCadence": [80.0, 81.0, 82.0],
    "sumElapsedDuration": [0.0, 1.0, 9.0],
    "sumDuration": [0.0, 1.0, 2.0],
}


def fit_samples() -> list[bytes]:
    """A run with laps and pauses, a chain, a pod, another sport, and files no device writes."""
    run = fb.fit_file(
        fb.file_id(),
        fb.timer_event(0, 0),
        fb.records(20),
        fb.timer_event(20, 4),
        fb.timer_event(60, 0),
        fb.record(60, {3: ("u8", 151), 6: ("u16", 3000), 41: ("u16", 2500), 39: ("u16", 90)}),
        fb.lap(0, 30),
        fb.lap(30, 30),
        fb.session(),
    )
    pod = fb.fit_file(
        fb.file_id(manufacturer=95, product_name="Stryd"),
        fb.developer_app(0),
        fb.device(0, 1, 4315, local=True),
        fb.device(1, 95, 1),
        fb.records(5),
        fb.sport_message(fb.RUNNING),
        fb.session(),
    )
    ride = fb.fit_file(fb.file_id(), fb.records(3), fb.session(sport=fb.CYCLING))
    settings = fb.fit_file(fb.file_id(file_type=2))
    planned = fb.fit_file(
        fb.file_id(),
        fb.workout("4 x 1 km"),
        fb.workout_step(0, intensity=2),
        fb.workout_step(1, duration_type=1, duration_value=100_000),
        fb.workout_step(2, duration_type=6, duration_value=0, target_value=4),
        fb.sport_message(fb.RUNNING),
        fb.message(fb.ZONES_TARGET, {1: ("u8", 188)}),
        fb.message(fb.USER_PROFILE, {1: ("enum", 0), 2: ("u8", 41), 4: ("u16", 655)}),
        fb.message(fb.HR_ZONE, {254: ("u16", 0), 1: ("u8", 120)}),
        fb.message(
            fb.TIME_IN_ZONE,
            {0: ("u16", 18), 1: ("u16", 0), 2: ("u32", (0, 1000)), 6: ("u8", (90, 110))},
        ),
        fb.message(fb.MAX_MET, {2: ("u16", 523)}),
        fb.records(8),
        fb.lap(0, 4, step=0),
        fb.lap(4, 4, step=1),
        fb.session(),
    )
    strange = [strange_file(seed, n_steps=40) for seed in range(6)]
    return [run, pod, planned, run + settings, ride, gzip.compress(run, mtime=0), *strange]


def tcx_samples() -> list[bytes]:
    """Laps with pauses, of one foot's steps, another sport, a course."""
    points = [tcx_point(at, f"{_HEART}<RunCadence>86</RunCadence>") for at in range(8)]
    paused = [*points[:4], "</Track><Track>", tcx_point(60), tcx_point(61)]
    device = (
        '<Creator xsi:type="Device_t" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">'
        "<Name>Watch</Name><UnitId>1</UnitId><ProductID>4315</ProductID></Creator>"
    )
    return [
        tcx(tcx_lap(points), tcx_lap([tcx_point(60 + at) for at in range(4)], at_s=60)),
        tcx(tcx_lap(paused, timer_s=61, tail="<Calories>7</Calories>") + device),
        tcx(tcx_lap([tcx_point(at, speed_mps=None) for at in range(4)]), sport="Other"),
        tcx(tcx_lap(points[:2]), sport="Biking"),
        b"<TrainingCenterDatabase><Courses><Course/></Courses></TrainingCenterDatabase>",
    ]


def gpx_samples() -> list[bytes]:
    """Two segments, sensors, several tracks, a route without times."""
    sensors = (
        "<extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>150</gpxtpx:hr><gpxtpx:cad>86"
        "</gpxtpx:cad><gpxtpx:atemp>21</gpxtpx:atemp></gpxtpx:TrackPointExtension>"
        "<power>250</power></extensions>"
    )
    first = [gpx_point(at, north_m=3.0 * at, inner=sensors) for at in range(6)]
    second = [gpx_point(60 + at, north_m=20 + 3.0 * at) for at in range(4)]
    return [
        gpx(gpx_track(first, second)),
        gpx(gpx_track(second, kind=None), gpx_track(first, kind="cycling", name="A ride")),
        gpx(gpx_track([gpx_point(None), gpx_point(None, north_m=5)])),
        gpx(gpx_track(first[:2], kind="9")),
    ]


def garmin_json_samples() -> list[bytes]:
    """The documents of one activity, a page of the list, a pod."""
    pod = stryd(details({"directSpeed": [3.0, 3.1]}), {0: [200.0, 201.0], 3: [250.0, 251.0]})
    lap = {
        "startTimeGMT": "2024-05-04T06:00:00.0", "distance": 1000.0, "duration": 300.0,
        "averageRunCadence": 170.0, "groundContactTime": 250.0, "verticalOscillation": 9.0,
        "elapsedDuration": 301.0, "lapIndex": 1, "intensityType": "ACTIVE",
    }  # fmt: skip
    zones = [{"zoneNumber": 1, "secsInZone": 60.0, "zoneLowBoundary": 100}]
    weather = {
        "temp": 60, "relativeHumidity": 50, "windSpeed": 5, "windDirection": 180,
        "weatherStationDTO": {"id": "x"}, "issueDate": "2024-05-04T06:00:00",
    }  # fmt: skip
    threshold = {"speed_and_heart_rate": {"heartRate": 170, "speed": 0.4, "calendarDate": "2024"}}
    vo2 = [{"generic": {"vo2MaxPreciseValue": 50.1, "calendarDate": "2024-05-03"}}]
    gear = [{"customMakeModel": "Shoe", "gearTypeName": "Shoes", "gearStatusName": "active"}]
    listed = {"activityList": [activity() | {"activityType": {"typeKey": "running"}}]}
    sensors = {"metadataDTO": {"manufacturer": "GARMIN", "sensors": [{"sku": "006-B2050-00"}]}}
    return [
        _set(activity(**sensors), details(_FORM), {"lapDTOs": [lap, lap]}, weather, zones),
        _set(activity(), pod, threshold, vo2, gear),
        _set({"lapDTOs": [lap]}, details({"directDoubleCadence": [170.0, 171.0]})),
        _set(listed),
        _set({"a": activity(), "b": weather}),
    ]


def garmin_export_samples() -> list[bytes]:
    """A list with odd units and another sport."""
    return [
        export(entry(), entry(activityType="cycling", activityId=9_000_000_002)),
        export(entry(distance=10_000.0, duration=3000.0, avgVerticalOscillation=92.0)),
    ]


def csv_samples() -> list[bytes]:
    """Lists in several languages and number styles, and one without known headers."""
    lists = [
        (language, row(WORDS[language], comma=language in ("de", "fr"))) for language in HEADERS
    ]
    lists += [("xx", row("Hlaup"))]
    unknown = ",".join(f"h{at}" for at in range(24))
    texts = [f"{HEADERS.get(language, unknown)}\n{one}\n{one}\n" for language, one in lists]
    return [text.encode() for text in texts]


def archive_samples() -> list[bytes]:
    """Recordings of every kind, sets of documents, archives in archives, names that lead away."""
    run, tcx_file, gpx_file = fit_samples()[0], tcx_samples()[0], gpx_samples()[0]
    documents = garmin_json_samples()[0].split(PARTS)
    inner = zipped([("run.fit", run), ("x/run.gpx.gz", gzip.compress(gpx_file, mtime=0))])
    return [
        zipped([("a/run.fit", run), ("a/run.tcx", tcx_file), ("Activities.csv", csv_samples()[0])]),
        zipped(
            [(f"a/{at}_activity_123456.json", document) for at, document in enumerate(documents)]
        ),
        zipped([("a/activity.json", documents[0]), ("a/splits.json", documents[2])]),
        zipped([("part/in.zip", inner), ("../../run.fit", run), ("/etc/run.tcx", tcx_file)]),
        zipped([("x_summarizedActivities.json", garmin_export_samples()[0])], method=0),
        gzip.compress(run, mtime=0),
    ]


def session_samples() -> list[bytes]:
    """Recorded focus sessions, with a face and without one."""
    records = [
        Record(recorded=Recorded(at_s=at, camera=make_camera(timestamp=at), pc=pc))
        for at, pc in ((10.0, make_pc(timestamp=10.0)), (20.0, None), (30.0, make_pc()))
    ]
    return ["".join(session_lines(records)).encode()]


def activitywatch_samples() -> list[bytes]:
    """An export with windows, presence and a bucket that is not read."""
    start = datetime(2026, 3, 2, 9, tzinfo=UTC)

    def event(start_s: float, duration_s: float, **data: str) -> dict[str, Any]:
        at = (start + timedelta(seconds=start_s)).isoformat()
        return {"id": 1, "timestamp": at, "duration": duration_s, "data": data}

    windows = [event(0, 60, app="Code", title="a"), event(60, 5, app="Mail"), event(65, 35, app="")]
    presence = [event(0, 50, status="not-afk"), event(50, 100, status="afk")]
    buckets = {
        "w": {"type": "currentwindow", "events": windows},
        "p": {"type": "afkstatus", "events": presence},
        "u": {"type": "web.tab.current", "events": [event(0, 5, url="https://example.org")]},
    }
    return [json.dumps({"buckets": buckets}).encode()]


def nodes_json_samples() -> list[bytes]:
    """Nodes with parents, relations and groups."""
    nodes = [
        {"id": "a", "title": "A goal", "context": "x", "status": "IN_PROGRESS", "parent_id": None},
        {"id": "b", "title": "A task", "context": "", "status": "DONE", "parent_id": "a"},
    ]
    relation = {"from_node_id": "a", "to_node_id": "b", "relation_type": "needs", "reason": "so"}
    group = {"label": "g", "node_ids": ["a", "b"], "reason": "so"}
    return [
        json.dumps({"nodes": nodes, "relations": [relation], "groups": [group]}).encode(),
        json.dumps(nodes).encode(),
    ]


def nodes_markdown_samples() -> list[bytes]:
    """A list of tasks, two levels deep, with notes."""
    return [b"- [ ] A goal `READY`\n  > a note\n  - [x] A task\n\t- another\n* a third\n"]


def _set(*documents: object) -> bytes:
    return PARTS.join(json.dumps(document).encode() for document in documents)
