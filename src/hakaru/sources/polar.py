"""Training sessions out of the account export of Polar Flow.

Two forms are in use. Until 2023 every sample has its own time, and the sport is a word; since then
a stream has an interval and its values, and the sport is a number. Times are those of the wall
clock, with the offset beside them; speeds count in km/h. What was not measured is NaN, or absent;
an altimeter that begins at exactly 0 has not found its height yet.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta

import numpy as np

from hakaru.core.errors import Refused, Unreadable
from hakaru.core.i18n import message
from hakaru.core.units import KMH_PER_MPS, MS_PER_S, SECONDS_PER_MINUTE
from hakaru.running.activity import (
    DeviceInfo,
    DeviceSummary,
    FloatArray,
    Issue,
    Lap,
    Provenance,
    Recording,
)
from hakaru.sources.files import SAMPLES_MAX, refuse_costly_samples, where_of
from hakaru.sources.garmin.documents import (
    Json,
    as_number,
    number,
    parse_json,
    part,
    parts,
    positive,
    text,
)
from hakaru.sources.timeline import (
    SPEED_DERIVED,
    RunType,
    both_feet,
    credible,
    distance_from_positions,
    run_type,
    speed_from_distance,
    stretches,
)

NAME = re.compile(r"training-session[-_].*\.json", re.IGNORECASE)
SIGNS = ('"exercises"', '"startTime"')

_RUNS_BY_NUMBER: Mapping[str, RunType] = {
    "1": RunType(),
    "4": RunType(),
    "17": RunType(sub_sport="treadmill"),
    "19": RunType(sub_sport="street"),
    "27": RunType(sub_sport="trail"),
}
"""Running, jogging, on a treadmill, on roads, trail running."""
_STREAMS: Mapping[str, tuple[str, float]] = {
    "heartrate": ("heart_rate_bpm", 1.0),
    "speed": ("speed_mps", 1 / KMH_PER_MPS),
    "distance": ("distance_m", 1.0),
    "altitude": ("elevation_m", 1.0),
    "cadence": ("cadence_spm", 1.0),
    "temperature": ("temperature_c", 1.0),
    "power": ("power_w", 1.0),
}
"""Names of streams, without marks and in small letters; columns, and what a value is worth."""
_DURATION = re.compile(r"PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?")
_OFFSETS = ("timezoneOffsetMinutes", "timezoneOffset", "timeZoneOffset")
_OFFSET_MAX_MIN = 18 * 60.0
_NO_OFFSET = Issue(
    code="local_time", message=message("the file gives local times without a time zone")
)


def read_polar_json(data: bytes, *, provenance: Provenance) -> tuple[Recording, ...]:
    """Every run of a training session.

    Raises:
        Refused: the session is of another sport.
        Unreadable: it is no training session, or states no time.
    """
    where = where_of(provenance)
    session = parse_json(data, path=where)
    exercises = parts(session.get("exercises")) if isinstance(session, Mapping) else ()
    if not isinstance(session, Mapping) or not exercises:
        raise Unreadable(where, message("not a training session of Polar Flow: it has no exercise"))
    kinds = [(exercise, _kind(exercise, session)) for exercise in exercises]
    runs = [(exercise, kind) for exercise, kind in kinds if kind is not None]
    if not runs:
        words = ", ".join(repr(_sport_words(exercise, session)) for exercise in exercises)
        raise Refused(where, message("no run: the file says {said}", said=words))
    return tuple(_recording(exercise, session, kind, provenance) for exercise, kind in runs)


def _sport_words(exercise: Json, session: Json) -> str:
    """What the exercise, else the session, says it was: a word, or a number."""
    for source in (exercise, session):
        sport = source.get("sport")
        named = sport.get("id") if isinstance(sport, dict) else sport
        if isinstance(named, (str, int)):
            return str(named)
    return "unstated"


def _kind(exercise: Json, session: Json) -> RunType | None:
    words = _sport_words(exercise, session)
    return _RUNS_BY_NUMBER.get(words) if words.isdigit() else run_type(words)


def _recording(exercise: Json, session: Json, kind: RunType, provenance: Provenance) -> Recording:
    where = where_of(provenance)
    offset_s = _offset_s(exercise, session)
    start = _moment(exercise.get("startTime") or session.get("startTime"), offset_s)
    if start is None:
        raise Unreadable(where, message("the activity has neither timed laps nor timed points"))
    timed = dict(_streams(exercise, start, offset_s))
    refuse_costly_samples(max((len(rows) for rows in timed.values()), default=0), path=where)
    series, issues = _series(timed)
    if offset_s is None:
        issues = (*issues, _NO_OFFSET)
    model = text(part(session, "product"), "modelName") or text(session, "deviceId")
    return Recording(
        started_at=start,
        utc_offset_s=offset_s,
        sport="running",
        sub_sport=kind.sub_sport,
        title=text(session, "name"),
        series=series,
        laps=tuple(_laps(exercise)),
        pauses=tuple(_pauses(exercise, start, offset_s)),
        devices=(DeviceInfo(role="recorder", manufacturer="Polar", product=model),)
        if model
        else (),
        summary=_summary(exercise, session),
        issues=issues,
        provenance=(provenance,),
    )


def _offset_s(exercise: Json, session: Json) -> int | None:
    for source in (exercise, session):
        minutes = number(source, *_OFFSETS)
        if minutes is not None and abs(minutes) <= _OFFSET_MAX_MIN:
            return round(minutes * SECONDS_PER_MINUTE)
    return None


def _moment(written: object, offset_s: int | None) -> datetime | None:
    """A time of the wall clock in UTC; one with its own offset by that."""
    if not isinstance(written, str):
        return None
    try:
        moment = datetime.fromisoformat(written.strip())
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=UTC) - timedelta(seconds=offset_s or 0)
        return credible(moment.astimezone(UTC))
    except (ValueError, OverflowError):  # no time, or none that UTC has a year for
        return None


def _streams(
    exercise: Json, start: datetime, offset_s: int | None
) -> Iterator[tuple[str, FloatArray]]:
    """Columns by their names: rows of seconds since the start, and value."""
    samples = exercise.get("samples")
    inner = samples.get("samples") if isinstance(samples, dict) else None
    since = _since(start, offset_s)
    if isinstance(inner, list):
        streams = {str(stream.get("type")): _spaced(stream) for stream in parts(inner)}
    else:
        outer = samples if isinstance(samples, dict) else {}
        streams = {name: _dated(parts(rows), "value", since) for name, rows in outer.items()}
    for name, rows in streams.items():
        column = _STREAMS.get(re.sub(r"[^a-z]", "", name.lower()))
        if column is not None and len(rows):
            yield column[0], rows * np.array([1.0, column[1]])
    yield from _positions(exercise, start, offset_s)


def _since(start: datetime, offset_s: int | None) -> Callable[[object], float]:
    def seconds(written: object) -> float:
        moment = _moment(written, offset_s)
        return float("nan") if moment is None else (moment - start).total_seconds()

    return seconds


def _spaced(stream: Json) -> FloatArray:
    """Values one interval after the other, from the start on."""
    values, interval_ms = stream.get("values"), positive(stream, "intervalMillis")
    if not isinstance(values, list) or interval_ms is None:
        return np.empty((0, 2))
    if len(values) > SAMPLES_MAX:
        return np.empty((len(values), 2))
    column = np.array([_value(value) for value in values])
    return np.column_stack((np.arange(len(values)) * interval_ms / MS_PER_S, column))


def _dated(rows: Sequence[Json], name: str, since: Callable[[object], float]) -> FloatArray:
    table = [(since(row.get("dateTime")), _value(row.get(name))) for row in rows]
    return np.array(table, dtype=float).reshape(-1, 2)


def _value(value: object) -> float:
    measured = as_number(value)
    return float("nan") if measured is None else measured


def _positions(
    exercise: Json, start: datetime, offset_s: int | None
) -> Iterator[tuple[str, FloatArray]]:
    """Latitudes and longitudes: of points with their own times, or with those since the route
    began."""
    route = part(part(exercise, "routes"), "route")
    points = parts(route.get("wayPoints"))
    if points:
        begun = _moment(route.get("startTime"), offset_s) or start
        later_s = (begun - start).total_seconds()
        times = [later_s + _value(point.get("elapsedMillis")) / MS_PER_S for point in points]
    else:
        samples = part(exercise, "samples")
        points = parts(samples.get("recordedRoute") or exercise.get("recordedRoute"))
        since = _since(start, offset_s)
        times = [since(point.get("dateTime")) for point in points]
    for name in ("latitude", "longitude"):
        values = [_value(point.get(name)) for point in points]
        if values:
            yield f"{name}_deg", np.column_stack((times, values))


def _series(
    timed: Mapping[str, FloatArray],
) -> tuple[dict[str, FloatArray], tuple[Issue, ...]]:
    """All columns on one axis of whole seconds, as far as they hold a value."""
    seconds = {name: np.round(rows[:, 0]) for name, rows in timed.items()}
    usable = {
        name: np.isfinite(seconds[name]) & (seconds[name] >= 0) & np.isfinite(rows[:, 1])
        & (seconds[name] <= SAMPLES_MAX)
        for name, rows in timed.items()
    }  # fmt: skip
    if "elevation_m" in timed:
        altimeter_ready = np.cumsum(timed["elevation_m"][:, 1] != 0) > 0
        usable["elevation_m"] &= altimeter_ready
    named = [name for name in timed if usable[name].any()]
    if not named:
        return {"elapsed_s": np.empty(0)}, ()
    axis = np.unique(np.concatenate([seconds[name][usable[name]] for name in named]))
    series: dict[str, FloatArray] = {"elapsed_s": axis}
    for name in named:
        column = np.full(axis.size, np.nan)
        column[np.searchsorted(axis, seconds[name][usable[name]])] = timed[name][usable[name], 1]
        series[name] = column
    return _completed(series)


def _completed(
    series: dict[str, FloatArray],
) -> tuple[dict[str, FloatArray], tuple[Issue, ...]]:
    """With one cadence of both feet, and distance and speed where none was written."""
    issues: list[Issue] = []
    if "cadence_spm" in series:
        cadence_spm, issue = both_feet(series.pop("cadence_spm"))
        issues += [] if issue is None else [issue]
        if cadence_spm is not None:
            series["cadence_spm"] = cadence_spm
    segment = stretches(series["elapsed_s"], np.zeros(series["elapsed_s"].size))
    if "distance_m" not in series and {"latitude_deg", "longitude_deg"} <= series.keys():
        series["distance_m"] = distance_from_positions(
            series["latitude_deg"], series["longitude_deg"], segment=segment
        )
    if "speed_mps" not in series and "distance_m" in series:
        series["speed_mps"] = speed_from_distance(
            series["elapsed_s"], series["distance_m"], segment=segment
        )
        issues.append(SPEED_DERIVED)
    return series, tuple(issues)


def _seconds_of(source: Json, name: str) -> float | None:
    """A duration above zero: milliseconds under `<name>Millis`, or a text such as 'PT1H2M3.5S'."""
    millis = positive(source, f"{name}Millis")
    if millis is not None:
        return millis / MS_PER_S
    match = _DURATION.fullmatch(text(source, name) or "")
    if match is None:
        return None
    hours, minutes, seconds = (float(part or 0) for part in match.groups())
    return (hours * SECONDS_PER_MINUTE + minutes) * SECONDS_PER_MINUTE + seconds or None


def _laps(exercise: Json) -> Iterator[Lap]:
    """What the runner marked; those that the watch makes every kilometre are none."""
    laps = exercise.get("laps")
    for row in parts(laps.get("laps") if isinstance(laps, dict) else laps):
        lasted_s, until_s = _seconds_of(row, "duration"), _seconds_of(row, "splitTime")
        if lasted_s is not None and until_s is not None and until_s >= lasted_s:
            yield Lap(
                start_elapsed_s=until_s - lasted_s,
                elapsed_s=lasted_s,
                timer_s=lasted_s,
                distance_m=positive(row, "distance", "distanceMeters"),
                trigger="manual",
            )


def _pauses(exercise: Json, start: datetime, offset_s: int | None) -> Iterator[tuple[float, float]]:
    since = _since(start, offset_s)
    for pause in parts(exercise.get("pauseTimes")):
        begin_s, end_s = since(pause.get("startTime")), since(pause.get("endTime"))
        if 0.0 <= begin_s < end_s:
            yield begin_s, end_s


def _summary(exercise: Json, session: Json) -> DeviceSummary:
    heart_rate = part(exercise, "heartRate") or _statistics(exercise, "HEART_RATE")
    return DeviceSummary(
        distance_m=positive(exercise, "distance", "distanceMeters"),
        timer_s=_seconds_of(exercise, "duration"),
        heart_rate_avg_bpm=positive(heart_rate, "avg")
        or positive(session, "averageHeartRate", "hrAvg"),
        heart_rate_max_bpm=positive(heart_rate, "max")
        or positive(session, "maximumHeartRate", "hrMax"),
        ascent_m=positive(exercise, "ascent", "ascentMeters"),
        descent_m=positive(exercise, "descent", "descentMeters"),
        calories_kcal=positive(exercise, "kiloCalories", "calories")
        or positive(session, "kiloCalories", "calories"),
    )


def _statistics(exercise: Json, kind: str) -> Json:
    rows = parts(part(exercise, "statistics").get("statistics"))
    return next((row for row in rows if str(row.get("type", "")).endswith(kind)), {})
