"""What does one <Activity> of a TCX file hold, element by element, before it is a recording?"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from xml.etree.ElementTree import Element

import numpy as np

from hakaru.running.activity import DeviceInfo, FloatArray
from hakaru.sources.xml_text import local_name, number, number_or_none, parse_time, text_of

COLUMNS = (
    "latitude_deg",
    "longitude_deg",
    "elevation_m",
    "distance_m",
    "heart_rate_bpm",
    "cadence_spm",
    "speed_mps",
    "power_w",
    "run_cadence",
)
_FIELDS = {
    "LatitudeDegrees": 0,
    "LongitudeDegrees": 1,
    "AltitudeMeters": 2,
    "DistanceMeters": 3,
    "Value": 4,
    "Cadence": 5,
    "Speed": 6,
    "Watts": 7,
    "RunCadence": 8,
}


@dataclass(kw_only=True)
class TcxLap:
    """One <Lap> while it is being read."""

    start: datetime | None
    timer_s: float | None = None
    distance_m: float | None = None
    calories_kcal: float | None = None
    heart_rate_max_bpm: float | None = None
    intensity: str | None = None
    trigger: str | None = None


@dataclass(kw_only=True)
class TcxDraft:
    """One <Activity> while it is being read.

    `tracks` holds (number of the lap, number of the first row) of each <Track>; `zone` is the first
    time as it was written, offset included.
    """

    sport: str
    id_text: str | None = None
    device: DeviceInfo | None = None
    laps: list[TcxLap] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    rows: list[list[float]] = field(default_factory=list)
    tracks: list[tuple[int, int]] = field(default_factory=list)
    zone: datetime | None = None

    def table(self) -> FloatArray:
        """Values of the points, shape (n_points, n_columns), NaN where a point lacks one."""
        return np.array(self.rows, dtype=float).reshape(len(self.rows), len(COLUMNS))

    @property
    def start(self) -> datetime | None:
        """When the first lap, or the activity by its own id, says it began."""
        starts = [lap.start for lap in self.laps if lap.start is not None]
        return starts[0] if starts else parse_time(self.id_text)


def take_element(event: str, element: Element, *, drafts: list[TcxDraft]) -> None:
    """Add one XML event to the activities read so far."""
    name = local_name(element)
    if event == "start":
        _open(name, element, drafts)
    elif drafts:
        _close(name, element, drafts[-1])


def _open(name: str, element: Element, drafts: list[TcxDraft]) -> None:
    if name == "Activity":
        drafts.append(TcxDraft(sport=element.get("Sport", "unstated")))
    elif name == "Lap" and drafts:
        drafts[-1].laps.append(TcxLap(start=parse_time(element.get("StartTime"))))
    elif name == "Track" and drafts:
        drafts[-1].tracks.append((len(drafts[-1].laps), len(drafts[-1].rows)))


def _close(name: str, element: Element, draft: TcxDraft) -> None:
    if name == "Trackpoint":
        _take_point(element, draft)
        element.clear()
    elif name == "Lap" and draft.laps:
        _take_lap(element, draft.laps[-1])
        element.clear()
    elif name == "Creator":
        draft.device = _device(element)
    elif name == "Activity":
        draft.id_text = text_of(element, "Id")
        element.clear()


def _take_point(element: Element, draft: TcxDraft) -> None:
    values = [np.nan] * len(COLUMNS)
    moment = None
    for child in element.iter():
        name = local_name(child)
        if name == "Time":
            moment = parse_time(child.text)
        elif (index := _FIELDS.get(name)) is not None:
            values[index] = number(child.text)
    if moment is not None:
        draft.zone = draft.zone or moment
        draft.times.append(moment.timestamp())
        draft.rows.append(values)


def _take_lap(element: Element, lap: TcxLap) -> None:
    lap.timer_s = number_or_none(text_of(element, "TotalTimeSeconds"))
    lap.distance_m = number_or_none(text_of(element, "DistanceMeters"))
    lap.calories_kcal = number_or_none(text_of(element, "Calories"))
    lap.heart_rate_max_bpm = number_or_none(text_of(element, "MaximumHeartRateBpm/Value"))
    lap.intensity = _lower(text_of(element, "Intensity"))
    lap.trigger = _lower(text_of(element, "TriggerMethod"))


def _lower(text: str | None) -> str | None:
    return None if text is None else text.lower()


def _device(element: Element) -> DeviceInfo | None:
    product = text_of(element, "Name")
    if product is None:
        return None
    major = text_of(element, "Version/VersionMajor")
    minor = text_of(element, "Version/VersionMinor")
    serial = text_of(element, "UnitId")
    return DeviceInfo(
        role="recorder",
        product=product,
        serial=None if serial == "0" else serial,
        software=None if major is None else f"{major}.{minor or 0}",
    )
