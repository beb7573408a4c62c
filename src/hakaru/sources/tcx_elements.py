"""What does one <Activity> of a TCX file hold, element by element, before it is a recording?"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

import numpy as np

from hakaru.core.units import FEET_PER_STRIDE
from hakaru.running.activity import DeviceInfo, FloatArray
from hakaru.sources.xml_text import number, number_or_none, parse_time

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
    heart_rate_avg_bpm: float | None = None
    cadence_avg_spm: float | None = None
    power_avg_w: float | None = None
    intensity: str | None = None
    trigger: str | None = None


@dataclass(kw_only=True)
class TcxDraft:
    """One <Activity> while it is being read.

    `n_untimed` counts points without a time that can be one. `tracks` holds (number of the lap,
    number of the first row) of each <Track>; `zone` is the first time as it was written, offset
    included.
    """

    sport: str
    id_text: str | None = None
    device: DeviceInfo | None = None
    laps: list[TcxLap] = field(default_factory=list)
    times: array[float] = field(default_factory=lambda: array("d"))
    values: array[float] = field(default_factory=lambda: array("d"))
    tracks: list[tuple[int, int]] = field(default_factory=list)
    zone: datetime | None = None
    n_untimed: int = 0

    def table(self) -> FloatArray:
        """Values of the points, shape (n_points, n_columns), NaN where a point lacks one."""
        return np.array(self.values, dtype=float).reshape(len(self.times), len(COLUMNS))

    @property
    def start(self) -> datetime | None:
        """When the first lap, or the activity by its own id, says it began."""
        starts = [lap.start for lap in self.laps if lap.start is not None]
        return starts[0] if starts else parse_time(self.id_text)


_LAP_FIELDS = frozenset(
    {"TotalTimeSeconds", "DistanceMeters", "Calories", "Intensity", "TriggerMethod"}
)
_HEART_RATES: Mapping[tuple[str, ...], str] = {
    ("Lap", "MaximumHeartRateBpm", "Value"): "Peak",
    ("Lap", "AverageHeartRateBpm", "Value"): "Average",
}
_LX_FIELDS = frozenset({"AvgRunCadence", "AvgWatts"})
"""What Garmin's extension adds to a lap, in <LX>."""
_MAJOR, _MINOR = (("Creator", "Version", name) for name in ("VersionMajor", "VersionMinor"))
_NO_VALUES = [np.nan] * len(COLUMNS)


class TcxReader:
    """Collects the activities of a file while it is read; `plans` names what else is in it.

    A point, lap or device counts once it is whole, so that a file that breaks off has no half one.
    """

    def __init__(self) -> None:
        self.drafts: list[TcxDraft] = []
        self.plans: set[str] = set()
        self._point: list[float] | None = None
        self._moment: datetime | None = None
        self._lap: dict[str, str] = {}
        self._device: dict[str, str] = {}

    def begin(self, path: Sequence[str], attributes: Mapping[str, str]) -> None:
        """An element begins."""
        name = path[-1]
        if name == "Trackpoint":
            self._point, self._moment = _NO_VALUES.copy(), None
        elif name in ("Course", "Workout"):
            self.plans.add(name.lower())
        elif name == "Activity":
            self.drafts.append(TcxDraft(sport=attributes.get("Sport", "unstated")))
        elif not self.drafts:
            return
        elif name == "Lap":
            self._lap.clear()
            self.drafts[-1].laps.append(TcxLap(start=parse_time(attributes.get("StartTime"))))
        elif name == "Track":
            draft = self.drafts[-1]
            draft.tracks.append((len(draft.laps), len(draft.times)))
        elif name == "Creator":
            self._device.clear()

    def end(self, path: Sequence[str], text: str) -> None:
        """An element ends."""
        name = path[-1]
        if self._point is not None:
            if name == "Trackpoint":
                self._take_point(self._point)
            elif name == "Time":
                self._moment = parse_time(text)
            elif (index := _FIELDS.get(name)) is not None:
                self._point[index] = number(text)
        elif self.drafts:
            self._end_outside(path, name, text, self.drafts[-1])

    def _take_point(self, values: list[float]) -> None:
        self._point = None
        if not self.drafts:
            return
        draft = self.drafts[-1]
        if self._moment is None:
            draft.n_untimed += bool(np.isfinite(values).any())
        else:
            draft.zone = draft.zone or self._moment
            draft.times.append(self._moment.timestamp())
            draft.values.extend(values)

    def _end_outside(self, path: Sequence[str], name: str, text: str, draft: TcxDraft) -> None:
        """An element outside of the points."""
        if name == "Lap" and draft.laps:
            _fill_lap(draft.laps[-1], self._lap)
        elif name == "Creator":
            draft.device = _device(self._device)
        elif len(path) < 2 or not text:
            return
        elif path[-2] == "Lap" and name in _LAP_FIELDS:
            self._lap.setdefault(name, text)
        elif (heart_rate := _HEART_RATES.get(tuple(path[-3:]))) is not None:
            self._lap.setdefault(heart_rate, text)
        elif path[-2] == "LX" and name in _LX_FIELDS:
            self._lap.setdefault(name, text)
        elif path[-2] == "Creator" or tuple(path[-3:]) in (_MAJOR, _MINOR):
            self._device.setdefault(name, text)
        elif path[-2] == "Activity" and name == "Id":
            draft.id_text = draft.id_text or text


def _fill_lap(lap: TcxLap, fields: Mapping[str, str]) -> None:
    lap.timer_s = number_or_none(fields.get("TotalTimeSeconds"))
    lap.distance_m = number_or_none(fields.get("DistanceMeters"))
    lap.calories_kcal = number_or_none(fields.get("Calories"))
    lap.heart_rate_max_bpm = number_or_none(fields.get("Peak"))
    lap.heart_rate_avg_bpm = number_or_none(fields.get("Average"))
    strides = number_or_none(fields.get("AvgRunCadence"))
    lap.cadence_avg_spm = None if strides is None else strides * FEET_PER_STRIDE
    lap.power_avg_w = number_or_none(fields.get("AvgWatts"))
    lap.intensity = _lower(fields.get("Intensity"))
    lap.trigger = _lower(fields.get("TriggerMethod"))


def _lower(text: str | None) -> str | None:
    return None if text is None else text.lower()


def _device(fields: Mapping[str, str]) -> DeviceInfo | None:
    product = fields.get("Name")
    if product is None:
        return None
    major, serial = fields.get("VersionMajor"), fields.get("UnitId")
    return DeviceInfo(
        role="recorder",
        product=product,
        serial=None if serial == "0" else serial,
        software=None if major is None else f"{major}.{fields.get('VersionMinor') or 0}",
    )
