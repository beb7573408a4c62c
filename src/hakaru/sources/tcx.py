"""Reader of Training Center (TCX) files, as watches write them.

Laps, track points and the ActivityExtension fields (speed, steps of one foot, watts). `Intensity`
is kept as written although many exports say Resting on every lap (research data.md §3, trap 10).
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import pairwise

import numpy as np

from hakaru.core.errors import Refused, Unreadable
from hakaru.core.i18n import message
from hakaru.core.units import FEET_PER_STRIDE
from hakaru.running.activity import (
    DeviceInfo,
    DeviceSummary,
    FloatArray,
    Issue,
    Lap,
    Provenance,
    Recording,
)
from hakaru.running.metrics import RUNNING_SPEED_MIN_MPS
from hakaru.sources.files import number, number_or_none, parse_time, read_elements, where_of
from hakaru.sources.fit.summary import garmin_activity_id
from hakaru.sources.timeline import (
    SPEED_DERIVED,
    Timeline,
    both_feet,
    build_timeline,
    speed_from_distance,
    stretches,
    untimed,
)

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


_PAUSE_MIN_S = 1.5
"""Between two <Track>s of one lap: a longer gap is a pause, a shorter one ordinary sampling."""


def read_tcx(data: bytes, *, provenance: Provenance) -> tuple[Recording, ...]:
    """Every run in the file, in the order written.

    Raises:
        Refused: a sound file without a run (a ride, a course, a workout plan).
        Unreadable: no usable activity before the damage, or not TCX at all.
    """
    reader = TcxReader()
    fault: Unreadable | None = None
    try:
        read_elements(data, reader, path=where_of(provenance))
    except Unreadable as exc:
        fault = exc
    drafts, plans = reader.drafts, reader.plans
    runs = [draft for draft in drafts if _is_run(draft)]
    parsed = [_recording(draft, provenance) for draft in runs]
    recordings = [recording for recording in parsed if recording is not None]
    if not recordings:
        raise _nothing(where_of(provenance), drafts, plans) if drafts or fault is None else fault
    if fault is not None and parsed[-1] is not None and runs[-1] is drafts[-1]:
        recordings[-1] = _damaged(recordings[-1], fault)
    if len(drafts) > len(runs):
        sentence = message(
            "{n} activities of the file are no runs and are left out", n=len(drafts) - len(runs)
        )
        issues = (*recordings[0].issues, Issue(code="not_a_run", message=sentence))
        recordings[0] = replace(recordings[0], issues=issues)
    return tuple(recordings)


def _damaged(recording: Recording, fault: Unreadable) -> Recording:
    issue = Issue(code="damaged", message=fault.reason, offset_byte=fault.offset_byte)
    return replace(recording, partial=True, issues=(*recording.issues, issue))


def _nothing(path: str, drafts: Sequence[TcxDraft], plans: set[str]) -> Refused | Unreadable:
    sports = sorted({draft.sport for draft in drafts if not _is_run(draft)})
    if sports:
        return Refused(
            path, message("no run: the file says {said}", said=", ".join(map(repr, sports)))
        )
    if drafts:
        return Unreadable(path, message("the activity has neither timed laps nor timed points"))
    if plans:
        return Refused(
            path,
            message("a {sports} file, nothing that was run", sports=" and ".join(sorted(plans))),
        )
    return Unreadable(path, message("not a TCX file: it has no <Activity>"))


def _is_run(draft: TcxDraft) -> bool:
    """'Running', or 'Other' whose points carry running steps at a running speed."""
    sport = draft.sport.lower()
    if sport != "other":
        return "run" in sport
    columns = dict(zip(COLUMNS, draft.table().T, strict=True))
    speed = columns["speed_mps"][np.isfinite(columns["speed_mps"])]
    steps = np.nan_to_num(columns["run_cadence"])
    return bool(steps.any() and speed.size and np.median(speed) > RUNNING_SPEED_MIN_MPS)


def _recording(draft: TcxDraft, provenance: Provenance) -> Recording | None:
    """None: the activity states no time at all."""
    start = draft.start
    timeline = _timeline(draft)
    if timeline is not None:
        start = timeline.started_at
    if start is None:
        return None
    series, issues = _series(draft, timeline)
    last_s = float(series["elapsed_s"][-1]) if series["elapsed_s"].size else 0.0
    laps = _laps(draft.laps, start, last_s)
    return Recording(
        started_at=start.astimezone(UTC),
        utc_offset_s=_offset_s(draft.zone),
        sport="running",
        garmin_activity_id=garmin_activity_id(provenance),
        series=series,
        laps=laps,
        pauses=_pauses(draft, start),
        devices=() if draft.device is None else (draft.device,),
        summary=_summary(draft.laps, laps, last_s),
        issues=(*untimed(draft.n_untimed), *issues),
        provenance=(provenance,),
    )


def _timeline(draft: TcxDraft) -> Timeline | None:
    if not draft.times:
        return None
    columns = dict(zip(COLUMNS, draft.table().T, strict=True))
    start_unix_s = None if draft.start is None else draft.start.timestamp()
    return build_timeline(np.array(draft.times), columns, start_unix_s=start_unix_s)


def _series(
    draft: TcxDraft, timeline: Timeline | None
) -> tuple[dict[str, FloatArray], tuple[Issue, ...]]:
    """The columns of a recording: one cadence of both feet, a speed where none was written."""
    if timeline is None:
        return {"elapsed_s": np.empty(0)}, ()
    series = dict(timeline.columns)
    issues = list(timeline.issues)
    one_foot = series.pop("run_cadence", None)
    if one_foot is None:
        one_foot = series.pop("cadence_spm", None)
    if one_foot is not None:
        cadence_spm, issue = both_feet(one_foot)
        issues += [] if issue is None else [issue]
        if cadence_spm is not None:
            series["cadence_spm"] = cadence_spm
    if "speed_mps" not in series and "distance_m" in series:
        series["speed_mps"] = speed_from_distance(
            series["elapsed_s"],
            series["distance_m"],
            segment=stretches(series["elapsed_s"], _segment(draft, timeline)),
        )
        issues.append(SPEED_DERIVED)
    return series, tuple(issues)


def _segment(draft: TcxDraft, timeline: Timeline) -> FloatArray:
    """Which uninterrupted stretch each sample belongs to."""
    breaks = [end for end, _ in _gaps(draft)]
    return np.searchsorted(np.array(breaks), timeline.rows, side="left").astype(float)


def _gaps(draft: TcxDraft) -> list[tuple[int, int]]:
    """Rows (last before, first after) of each pause: a gap between two tracks of one lap."""
    gaps = []
    for (lap, _), (next_lap, row) in pairwise(draft.tracks):
        if lap == next_lap and 0 < row < len(draft.times):
            gap_s = draft.times[row] - draft.times[row - 1]
            if gap_s > _PAUSE_MIN_S:
                gaps.append((row - 1, row))
    return gaps


def _pauses(draft: TcxDraft, start: datetime) -> tuple[tuple[float, float], ...]:
    zero_s = start.timestamp()
    return tuple(
        (draft.times[before] - zero_s, draft.times[after] - zero_s)
        for before, after in _gaps(draft)
    )


def _laps(drafts: Sequence[TcxLap], start: datetime, last_s: float) -> tuple[Lap, ...]:
    """Laps with bounds in seconds from the start; each lasts until the next begins."""
    timed = [(lap, lap.start) for lap in drafts if lap.start is not None]
    begins_s = [(moment - start).total_seconds() for _, moment in timed]
    laps = []
    for index, (lap, _) in enumerate(timed):
        begin_s = begins_s[index]
        last = index + 1 == len(timed)
        end_s = max(last_s, begin_s + (lap.timer_s or 0.0)) if last else begins_s[index + 1]
        if end_s > begin_s >= 0:
            laps.append(
                Lap(
                    start_elapsed_s=begin_s,
                    elapsed_s=end_s - begin_s,
                    timer_s=lap.timer_s,
                    distance_m=lap.distance_m,
                    trigger=lap.trigger,
                    intensity=lap.intensity,
                )
            )
    return tuple(laps)


def _summary(drafts: Sequence[TcxLap], laps: Sequence[Lap], last_s: float) -> DeviceSummary:
    """Sums and means of what the laps state; one that not every lap states, or that is 0, is
    absent."""
    elapsed_s = max([last_s, *(lap.start_elapsed_s + lap.elapsed_s for lap in laps)])
    heart_rates = [lap.heart_rate_max_bpm for lap in drafts if lap.heart_rate_max_bpm is not None]
    return DeviceSummary(
        distance_m=_total([lap.distance_m for lap in drafts]),
        timer_s=_total([lap.timer_s for lap in drafts]),
        elapsed_s=elapsed_s or None,
        calories_kcal=_total([lap.calories_kcal for lap in drafts]),
        heart_rate_max_bpm=max(heart_rates, default=None),
        heart_rate_avg_bpm=_mean(drafts, "heart_rate_avg_bpm"),
        cadence_avg_spm=_mean(drafts, "cadence_avg_spm"),
        power_avg_w=_mean(drafts, "power_avg_w"),
    )


def _mean(drafts: Sequence[TcxLap], name: str) -> float | None:
    """Mean over the timer of what every lap that lasted states; None where one does not."""
    lasted = [(lap, lap.timer_s) for lap in drafts if lap.timer_s]
    values = [getattr(lap, name) for lap, _ in lasted]
    if not lasted or not all(values):
        return None
    total_s = sum(timer_s for _, timer_s in lasted)
    weighted = zip(values, lasted, strict=True)
    return float(sum(value * timer_s for value, (_, timer_s) in weighted) / total_s)


def _total(values: Sequence[float | None]) -> float | None:
    numbers = [value for value in values if value is not None]
    return sum(numbers) or None if len(numbers) == len(values) else None


def _offset_s(moment: datetime | None) -> int | None:
    """The offset that the times were written in; None for 'Z', which says nothing about it."""
    offset = None if moment is None else moment.utcoffset()
    return round(offset.total_seconds()) if offset else None
