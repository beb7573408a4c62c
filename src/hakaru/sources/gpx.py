"""Reader of GPX tracks, as apps and watches write them.

Positions with times, and whatever extensions carry: heart rate, steps, temperature, power, speed.
One <trk> is one activity; its segments are the stretches between pauses. Distance is computed from
the positions (haversine) and speed from the distance, where the file has none of its own.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

import numpy as np

from hakaru.core.errors import Refused, Unreadable
from hakaru.core.i18n import message
from hakaru.running.activity import DeviceInfo, FloatArray, Issue, Provenance, Recording
from hakaru.sources.files import number, parse_time, read_elements, where_of
from hakaru.sources.fit.summary import garmin_activity_id
from hakaru.sources.timeline import (
    SPEED_DERIVED,
    RunType,
    Timeline,
    both_feet,
    build_timeline,
    distance_from_positions,
    names_another_sport,
    run_type,
    speed_from_distance,
    stretches,
    untimed,
)

_STRAVA_RUN = "9"
_TIMED_MIN_FRAC = 0.5
"""With fewer points than this timed, the file is a drawing with a few stamps, not a recording."""
_COLUMNS = (
    "latitude_deg",
    "longitude_deg",
    "elevation_m",
    "heart_rate_bpm",
    "cadence_spm",
    "temperature_c",
    "power_w",
    "speed_mps",
    "distance_m",
)
_FIELDS = {
    "ele": 2,
    "hr": 3,
    "heartrate": 3,
    "cad": 4,
    "cadence": 4,
    "runcadence": 4,
    "atemp": 5,
    "temp": 5,
    "temperature": 5,
    "power": 6,
    "powerinwatts": 6,
    "watts": 6,
    "speed": 7,
    "distance": 8,
}

_NO_VALUES = [np.nan] * len(_COLUMNS)


@dataclass(kw_only=True)
class _Track:
    """One <trk> while it is being read; `segments` holds the first row of each <trkseg>."""

    name: str | None = None
    type: str | None = None
    points: int = 0
    times: array[float] = field(default_factory=lambda: array("d"))
    values: array[float] = field(default_factory=lambda: array("d"))
    segments: list[int] = field(default_factory=list)
    zone: datetime | None = None


def read_gpx(data: bytes, *, provenance: Provenance) -> tuple[Recording, ...]:
    """Every run in the file, in the order written.

    Raises:
        Refused: the tracks say they are no runs, or are too fast to be one.
        Unreadable: a track without times, no track at all, or damage before the first timed point.
    """
    reader = _GpxReader()
    fault: Unreadable | None = None
    try:
        read_elements(data, reader, path=where_of(provenance))
    except Unreadable as exc:
        fault = exc
    tracks, creator = reader.tracks, reader.creator
    timed, points = sum(len(track.times) for track in tracks), sum(t.points for t in tracks)
    if timed < _TIMED_MIN_FRAC * points or not timed:
        raise fault or _untimed(where_of(provenance), tracks)
    recordings, whole = _recordings(tracks, creator, provenance)
    if fault is not None and whole:
        damage = Issue(code="damaged", message=fault.reason, offset_byte=fault.offset_byte)
        recordings[-1] = replace(_with_issue(recordings[-1], damage), partial=True)
    return tuple(recordings)


def _recordings(
    tracks: list[_Track], creator: list[str], provenance: Provenance
) -> tuple[list[Recording], bool]:
    """The runs among the tracks, and whether the last track is one of them."""
    refusals: list[Refused] = []
    recordings: list[Recording] = []
    last_is_run = False
    for track in tracks:
        last_is_run = False
        if not track.times:
            continue
        try:
            recordings.append(_recording(track, creator, provenance))
            last_is_run = True
        except Refused as exc:
            refusals.append(exc)
    if not recordings:
        raise refusals[0]
    if left_out := len(tracks) - len(recordings):
        sentence = message(
            "{n} tracks of the file are no runs or have no times and are left out", n=left_out
        )
        recordings[0] = _with_issue(recordings[0], Issue(code="not_a_run", message=sentence))
    return recordings, last_is_run


def _with_issue(recording: Recording, issue: Issue) -> Recording:
    return replace(recording, issues=(*recording.issues, issue))


def _untimed(path: str, tracks: list[_Track]) -> Unreadable:
    if any(track.points for track in tracks):
        return Unreadable(
            path, message("track without times: a route can be drawn from it, not a run")
        )
    return Unreadable(path, message("not a GPX track: it has no <trkpt>"))


class _GpxReader:
    """Collects the tracks of a file while it is read; `creator` is who wrote it."""

    def __init__(self) -> None:
        self.tracks: list[_Track] = []
        self.creator: list[str] = []
        self._point: list[float] | None = None
        self._moment: datetime | None = None
        self._facts: dict[str, str] = {}

    def begin(self, path: Sequence[str], attributes: Mapping[str, str]) -> None:
        """An element begins."""
        name = path[-1]
        if name == "trkpt":
            self._point, self._moment = _NO_VALUES.copy(), None
            self._point[0] = number(attributes.get("lat"))
            self._point[1] = number(attributes.get("lon"))
        elif name == "gpx" and (text := attributes.get("creator")):
            self.creator.append(text)
        elif name == "trk":
            self.tracks.append(_Track())
            self._facts.clear()
        elif name == "trkseg" and self.tracks:
            self.tracks[-1].segments.append(len(self.tracks[-1].times))

    def end(self, path: Sequence[str], text: str) -> None:
        """An element ends."""
        name = path[-1]
        if self._point is not None:
            self._end_inside_point(name, text, self._point)
        elif name == "trk" and self.tracks:
            self.tracks[-1].name = self._facts.get("name") or None
            self.tracks[-1].type = self._facts.get("type") or None
        elif name in ("name", "type") and len(path) > 1 and path[-2] == "trk":
            self._facts[name] = text

    def _end_inside_point(self, name: str, text: str, values: list[float]) -> None:
        if name == "trkpt":
            self._point = None
            if self.tracks:
                self._take_point(self.tracks[-1], values)
        elif (lower := name.lower()) == "time":
            self._moment = parse_time(text)
        elif (index := _FIELDS.get(lower)) is not None:
            values[index] = number(text)

    def _take_point(self, track: _Track, values: list[float]) -> None:
        track.points += 1
        if self._moment is not None:
            track.zone = track.zone or self._moment
            track.times.append(self._moment.timestamp())
            track.values.extend(values)


def _recording(track: _Track, creator: list[str], provenance: Provenance) -> Recording:
    kind, issues = _sport(track, where_of(provenance))
    table = np.array(track.values, dtype=float).reshape(len(track.times), len(_COLUMNS))
    columns = dict(zip(_COLUMNS, table.T, strict=True))
    timeline = build_timeline(np.array(track.times), columns, start_unix_s=None)
    if timeline is None:
        raise Refused(
            where_of(provenance), message("its track points hold times, but not one value")
        )
    segment = stretches(timeline.columns["elapsed_s"], _segment(track, timeline))
    series, more = _series(timeline, segment)
    offset = None if track.zone is None else track.zone.utcoffset()
    return Recording(
        started_at=timeline.started_at,
        utc_offset_s=round(offset.total_seconds()) if offset else None,
        sport="running",
        sub_sport=kind.sub_sport,
        title=track.name,
        garmin_activity_id=garmin_activity_id(provenance),
        series=series,
        pauses=_pauses(series["elapsed_s"], segment),
        devices=tuple(DeviceInfo(role="recorder", product=text) for text in creator),
        issues=(*issues, *untimed(track.points - len(track.times)), *timeline.issues, *more),
        provenance=(provenance,),
    )


def _sport(track: _Track, path: str) -> tuple[RunType, tuple[Issue, ...]]:
    """What kind of run the track says it is; one that does not say is taken with an issue."""
    sport_text = track.type or track.name or ""
    kind = RunType() if sport_text == _STRAVA_RUN else run_type(sport_text)
    if kind is not None:
        return kind, ()
    if track.type is not None and (sport_text.isdigit() or names_another_sport(sport_text)):
        raise Refused(path, message("no run: the track says {said}", said=repr(sport_text)))
    sentence = message("the track does not say which sport it is; it is taken as a run")
    return RunType(), (Issue(code="sport_unstated", message=sentence),)


def _segment(track: _Track, timeline: Timeline) -> FloatArray:
    """Number of the track segment that each sample belongs to."""
    starts = np.unique(np.array(track.segments, dtype=float))
    return np.searchsorted(starts, timeline.rows, side="right").astype(float)


def _series(
    timeline: Timeline, segment: FloatArray
) -> tuple[dict[str, FloatArray], tuple[Issue, ...]]:
    series = dict(timeline.columns)
    issues: list[Issue] = []
    if "cadence_spm" in series:
        cadence_spm, issue = both_feet(series.pop("cadence_spm"))
        issues += [] if issue is None else [issue]
        if cadence_spm is not None:
            series["cadence_spm"] = cadence_spm
    if "distance_m" not in series and {"latitude_deg", "longitude_deg"} <= series.keys():
        distance_m = distance_from_positions(
            series["latitude_deg"], series["longitude_deg"], segment=segment
        )
        if np.isfinite(distance_m).any():
            series["distance_m"] = distance_m
    if "speed_mps" not in series and "distance_m" in series:
        series["speed_mps"] = speed_from_distance(
            series["elapsed_s"], series["distance_m"], segment=segment
        )
        issues.append(SPEED_DERIVED)
    return series, tuple(issues)


def _pauses(elapsed_s: FloatArray, segment: FloatArray) -> tuple[tuple[float, float], ...]:
    ends = np.flatnonzero(np.diff(segment) != 0)
    return tuple((float(elapsed_s[end]), float(elapsed_s[end + 1])) for end in ends)
