"""JSON documents of Garmin Connect: their values, totals, weather and figures of the athlete.

Every getter answers None for a value that is absent, null or of another type.

Told by content: the file names differ from tool to tool, the content does not.

The same figure has one name in the activity document, another in the activity list and a third in
the account export; units agree except in the export, which `garmin_export` converts beforehand.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta

from hakaru.core.errors import Unreadable
from hakaru.core.i18n import message
from hakaru.core.units import (
    GRAMS_PER_KG,
    KMH_PER_MPS,
    METRES_PER_MILE,
    MS_PER_S,
    SECONDS_PER_HOUR,
    fahrenheit_to_celsius,
)
from hakaru.running.activity import DeviceSummary, HeartRateZone, Issue, Lap, Physiology, Weather
from hakaru.sources.files import refuse_costly_json
from hakaru.sources.timeline import EARLIEST_UNIX_S, LARGEST, LATEST_UNIX_S, credible

Json = Mapping[str, object]
_ISO_DATE_LENGTH = 10


def as_number(value: object) -> float | None:
    """A number that can be a quantity; truth values and text are none."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if abs(number) <= LARGEST else None


def number(source: Json, *names: str) -> float | None:
    """The first of these fields that holds a number."""
    numbers = (as_number(source.get(name)) for name in names)
    return next((value for value in numbers if value is not None), None)


def positive(source: Json, *names: str) -> float | None:
    """The first of these fields that holds a number above zero: 0 stands for 'not measured'."""
    numbers = (as_number(source.get(name)) for name in names)
    return next((value for value in numbers if value is not None and value > 0), None)


def integer(source: Json, *names: str) -> int | None:
    """The first of these fields that holds a number, as an integer."""
    value = number(source, *names)
    return None if value is None else round(value)


def text(source: Json, *names: str) -> str | None:
    """The first of these fields that holds text that is not blank; halves of characters, which no
    file or database takes, are shown as '?'."""
    for name in names:
        value = source.get(name)
        if isinstance(value, str) and value.strip():
            return value.strip().encode(errors="replace").decode()
    return None


def part(source: Json, *names: str) -> Json:
    """The first of these fields that holds an object; an empty one where none does."""
    for name in names:
        value = source.get(name)
        if isinstance(value, Mapping):
            return value
    return {}


def parts(value: object) -> tuple[Json, ...]:
    """The objects in an array; none where the value is no array."""
    if isinstance(value, Mapping | str) or not isinstance(value, Sequence):
        return ()
    return tuple(item for item in value if isinstance(item, Mapping))


def moment(source: Json, *names: str) -> datetime | None:
    """The first field that holds a time: ISO text (UTC where unstated) or Unix milliseconds."""
    for name in names:
        value = source.get(name)
        instant = _from_text(value) if isinstance(value, str) else _from_ms(as_number(value))
        if instant is not None:
            return instant
    return None


def _from_text(value: str) -> datetime | None:
    try:
        parsed = datetime.fromisoformat(value.strip())
    except ValueError:
        return None
    aware = credible(parsed.replace(tzinfo=UTC) if parsed.tzinfo is None else parsed)
    return None if aware is None else aware.astimezone(UTC)


def _from_ms(value: float | None) -> datetime | None:
    if value is None or not EARLIEST_UNIX_S <= value / MS_PER_S <= LATEST_UNIX_S:
        return None
    return datetime.fromtimestamp(value / MS_PER_S, tz=UTC)


def day(source: Json, *names: str) -> date | None:
    """The first field that begins with an ISO date."""
    for name in names:
        value = text(source, name)
        try:
            if value is not None:
                return date.fromisoformat(value[:_ISO_DATE_LENGTH])
        except ValueError:
            continue
    return None


_SEPARATOR = re.compile(r"[\s,]*")


@dataclass(kw_only=True)
class Documents:
    """The documents of one activity (or one page of the activity list) by role.

    `activity`, `details`, `weather`, `vo2_max`, `lactate_threshold` are empty where absent;
    `damaged` says that something had to be left out.
    """

    activity: Json = field(default_factory=dict)
    laps: Json = field(default_factory=dict)
    details: Json = field(default_factory=dict)
    weather: Json = field(default_factory=dict)
    vo2_max: Json = field(default_factory=dict)
    lactate_threshold: Json = field(default_factory=dict)
    heart_rate_zones: tuple[Json, ...] = ()
    gear: tuple[Json, ...] = ()
    listed: tuple[Json, ...] = ()
    issues: list[Issue] = field(default_factory=list)
    damaged: bool = False


def read_documents(files: Mapping[str, bytes], *, path: str) -> Documents:
    """Sort the files of one activity by what they hold.

    Raises:
        Unreadable: not one file is JSON, or they unfold into more than is read.
    """
    refuse_costly_json(files.values(), path=path)
    documents = Documents()
    faults: list[Unreadable] = []
    for name in sorted(files):
        try:
            take(documents, parse_json(files[name], path=name))
        except Unreadable as exc:
            faults.append(exc)
            documents.details = documents.details or _salvaged_details(files[name])
    if faults and len(faults) == len(files) and not documents.details:
        raise Unreadable(path, faults[0].reason)
    for fault in faults:
        documents.damaged = True
        documents.issues.append(Issue(code="damaged", message=str(fault)))
    return documents


def parse_json(data: bytes, *, path: str) -> object:
    """The value of a JSON document.

    Raises:
        Unreadable: it is not JSON, is nested deeper than any service writes, or unfolds into more
            than is read.
    """
    refuse_costly_json((data,), path=path)
    try:
        return json.loads(data.decode("utf-8-sig"))
    except json.JSONDecodeError as exc:
        raise Unreadable(
            path, message("damaged JSON: {error}", error=exc.msg), offset_byte=exc.pos
        ) from exc
    except (UnicodeDecodeError, ValueError) as exc:
        raise Unreadable(path, message("its text is not JSON in UTF-8")) from exc
    except RecursionError as exc:
        raise Unreadable(path, message("its JSON is nested too deeply to be an activity")) from exc


def take(documents: Documents, value: object, *, nested: bool = False) -> None:
    """Put one document where it belongs; a bundle of documents is opened one level deep."""
    if isinstance(value, Mapping):
        if not _take_object(documents, value) and not nested:
            for inner in value.values():
                take(documents, inner, nested=True)
    elif rows := parts(value):
        _take_array(documents, rows)


def _take_object(documents: Documents, value: Json) -> bool:
    if "summaryDTO" in value or _is_entry(value):
        documents.activity = value
    elif "lapDTOs" in value:
        documents.laps = value
    elif "metricDescriptors" in value:
        documents.details = value
    elif "weatherStationDTO" in value or {"temp", "relativeHumidity"} <= value.keys():
        documents.weather = value
    elif "speed_and_heart_rate" in value:
        documents.lactate_threshold = value
    elif "activityList" in value:
        documents.listed = parts(value["activityList"])
    elif _is_vo2_max(value):
        documents.vo2_max = value
    else:
        return False
    return True


def _take_array(documents: Documents, rows: tuple[Json, ...]) -> None:
    first = rows[0]
    if "zoneLowBoundary" in first:
        documents.heart_rate_zones = rows
    elif "customMakeModel" in first or "gearTypeName" in first:
        documents.gear = rows
    elif _is_entry(first):
        documents.listed = rows
    elif _is_vo2_max(first):
        documents.vo2_max = first


def _is_entry(value: Json) -> bool:
    """An activity as it stands in the activity list."""
    return {"activityId", "activityType"} <= value.keys()


def _is_vo2_max(value: Json) -> bool:
    return "vo2MaxValue" in value or isinstance(value.get("generic"), Mapping)


def _salvaged_details(data: bytes) -> Json:
    """The descriptors and complete rows of a details document that was cut off; empty if none."""
    body = data.decode("utf-8", errors="replace")
    descriptors = _array_after(body, "metricDescriptors")
    rows = _array_after(body, "activityDetailMetrics")
    if not descriptors or not rows:
        return {}
    return {"metricDescriptors": descriptors, "activityDetailMetrics": rows}


def _array_after(body: str, key: str) -> list[object]:
    """The complete elements of the array of that name, as far as they can be read."""
    elements: list[object] = []
    opening = re.search(rf'"{key}"\s*:\s*\[', body)
    if opening is None:
        return elements
    decoder = json.JSONDecoder()
    at = opening.end()
    while (separator := _SEPARATOR.match(body, at)) is not None:
        try:
            value, at = decoder.raw_decode(body, separator.end())
        except (ValueError, RecursionError):
            break
        elements.append(value)
    return elements


_MILLISECONDS_BEYOND = 100.0
"""An elapsed time this many times the timer time is in milliseconds (old activity lists)."""
_OFFSET_STEP_S = 900
_NO_EVENT = "uncategorized"
_OFFSET_MAX_S = 14 * 3600


def summary_of(source: Json) -> DeviceSummary:
    """The totals of an activity document's summary, or of an entry of the list or the export."""
    timer_s = positive(source, "duration")
    return DeviceSummary(
        distance_m=positive(source, "distance"),
        elapsed_s=_elapsed_s(positive(source, "elapsedDuration"), timer_s),
        timer_s=timer_s,
        heart_rate_avg_bpm=positive(source, "averageHR", "avgHr"),
        heart_rate_max_bpm=positive(source, "maxHR", "maxHr"),
        cadence_avg_spm=positive(
            source,
            "averageRunCadence",
            "averageRunningCadenceInStepsPerMinute",
            "avgDoubleCadence",
        ),
        power_avg_w=positive(source, "averagePower", "avgPower"),
        power_normalized_w=positive(source, "normalizedPower", "normPower"),
        speed_avg_mps=positive(source, "averageSpeed", "avgSpeed"),
        gct_avg_ms=positive(source, "groundContactTime", "avgGroundContactTime"),
        vo_avg_cm=positive(source, "verticalOscillation", "avgVerticalOscillation"),
        vr_avg_pct=positive(source, "verticalRatio", "avgVerticalRatio"),
        gct_balance_left_avg_pct=positive(
            source, "groundContactBalanceLeft", "avgGroundContactBalance"
        ),
        step_length_avg_cm=positive(source, "strideLength", "avgStrideLength"),
        ascent_m=number(source, "elevationGain"),
        descent_m=number(source, "elevationLoss"),
        calories_kcal=positive(source, "calories"),
        training_effect_label=text(source, "trainingEffectLabel"),
    )


def _elapsed_s(elapsed: float | None, timer_s: float | None) -> float | None:
    if elapsed is None or timer_s is None:
        return elapsed
    in_ms = elapsed > _MILLISECONDS_BEYOND * timer_s and elapsed / MS_PER_S >= timer_s - 1.0
    return elapsed / MS_PER_S if in_ms else elapsed


def start_of(source: Json) -> tuple[datetime | None, int | None]:
    """When the activity began (UTC), and the local offset in seconds; None: not stated."""
    start = moment(source, "startTimeGMT", "startTimeGmt", "beginTimestamp")
    local = moment(source, "startTimeLocal")
    if start is None or local is None:
        return start, None
    offset_s = round((local - start) / timedelta(seconds=1))
    plausible = abs(offset_s) <= _OFFSET_MAX_S and offset_s % _OFFSET_STEP_S == 0
    return start, offset_s if plausible else None


def laps_of(document: Json, *, start: datetime, with_averages: bool) -> tuple[Lap, ...]:
    """The laps of a splits document, each until the next begins.

    Args:
        document: holds lapDTOs.
        start: when elapsed time is 0.
        with_averages: take the lap's averages too, for a recording without samples.
    """
    rows = parts(document.get("lapDTOs"))
    timed = [(row, moment(row, "startTimeGMT")) for row in rows]
    begins = [(row, (at - start) / timedelta(seconds=1)) for row, at in timed if at is not None]
    ends_s = [*(begin_s for _, begin_s in begins[1:]), None]
    laps = (
        _lap(row, begin_s, end_s, with_averages=with_averages)
        for (row, begin_s), end_s in zip(begins, ends_s, strict=False)
    )
    return tuple(lap for lap in laps if lap is not None)


def _lap(row: Json, begin_s: float, end_s: float | None, *, with_averages: bool) -> Lap | None:
    timer_s = positive(row, "duration")
    lasted_s = _elapsed_s(positive(row, "elapsedDuration"), timer_s) or timer_s
    elapsed_s = lasted_s if end_s is None else end_s - begin_s
    if begin_s < 0 or elapsed_s is None or elapsed_s <= 0:
        return None
    intensity = text(row, "intensityType")
    averages = summary_of(row) if with_averages else DeviceSummary()
    return Lap(
        start_elapsed_s=begin_s,
        elapsed_s=elapsed_s,
        timer_s=timer_s,
        distance_m=number(row, "distance"),
        intensity=None if intensity is None else intensity.lower(),
        workout_step=integer(row, "wktStepIndex"),
        speed_mps=averages.speed_avg_mps,
        heart_rate_bpm=averages.heart_rate_avg_bpm,
        heart_rate_max_bpm=averages.heart_rate_max_bpm,
        cadence_spm=averages.cadence_avg_spm,
        power_w=averages.power_avg_w,
        gct_ms=averages.gct_avg_ms,
        vo_cm=averages.vo_avg_cm,
        vr_pct=averages.vr_avg_pct,
        gct_balance_left_pct=averages.gct_balance_left_avg_pct,
        step_length_cm=averages.step_length_avg_cm,
        elevation_gain_m=averages.ascent_m,
        elevation_loss_m=averages.descent_m,
        temperature_c=number(row, "averageTemperature") if with_averages else None,
    )


def event_kind_of(activity: Json) -> str | None:
    """What the runner said on the service that the activity was: 'race', 'training'; None: nothing.

    It stands under one name in the activity document and another in lists and exports.
    """
    for name in ("eventTypeDTO", "eventType"):
        kind = text(part(activity, name), "typeKey") or text(activity, name)
        if kind is not None and kind != _NO_EVENT:
            return kind.lower()
    return None


def has_form(summary: DeviceSummary, laps: Sequence[Lap] = ()) -> bool:
    """Whether a contact time, oscillation or ratio is among these averages."""
    stated = [summary.gct_avg_ms, summary.vo_avg_cm, summary.vr_avg_pct]
    stated += [value for lap in laps for value in (lap.gct_ms, lap.vo_cm, lap.vr_pct)]
    return any(value is not None for value in stated)


_TENTHS = 10.0
_SLOWEST_LT_MPS = 1.0
"""Nobody's threshold is slower: a smaller figure counts in 0.1 m/s, as most documents do."""
_HEAVIEST_KG = 400.0
_WIND_UNITS = {
    "kph": 1 / KMH_PER_MPS,
    "kmh": 1 / KMH_PER_MPS,
    "kilometersperhour": 1 / KMH_PER_MPS,
    "mph": METRES_PER_MILE / SECONDS_PER_HOUR,
    "milesperhour": METRES_PER_MILE / SECONDS_PER_HOUR,
    "mps": 1.0,
    "meterspersecond": 1.0,
}
_NOT_AVAILABLE = {"n/a", "na", "unknown"}


def weather_of(document: Json) -> tuple[Weather | None, tuple[Issue, ...]]:
    """The weather at the start. Temperatures come in Fahrenheit for every account; the unit of the
    wind follows the account, so without a stated unit its speed stays unknown."""
    temperature_f = number(document, "temp")
    humidity_pct = number(document, "relativeHumidity")
    wind = number(document, "windSpeed")
    factor = _wind_factor(document)
    compass = text(document, "windDirectionCompassPoint")
    if compass is not None and compass.lower() in _NOT_AVAILABLE:
        compass = None
    if temperature_f is None and humidity_pct is None and wind is None:
        return None, ()
    issues: tuple[Issue, ...] = ()
    if wind is not None and factor is None:
        sentence = message(
            "wind {speed} has no unit (it follows the account) and is left out", speed=f"{wind:g}"
        )
        issues = (Issue(code="wind_unit_unknown", message=sentence),)
    weather = Weather(
        temperature_c=None if temperature_f is None else fahrenheit_to_celsius(temperature_f),
        relative_humidity_pct=humidity_pct,
        wind_speed_mps=None if wind is None or factor is None else wind * factor,
        wind_from_deg=number(document, "windDirection"),
        wind_direction_compass=compass,
        station=text(part(document, "weatherStationDTO"), "name", "id"),
    )
    return weather, issues


def _wind_factor(document: Json) -> float | None:
    stated = text(document, "windSpeedUnit", "windUnit", "speedUnit")
    if stated is None:
        return None
    return _WIND_UNITS.get("".join(letter for letter in stated.lower() if letter.isalpha()))


def zones_of(rows: Sequence[Json]) -> tuple[HeartRateZone, ...]:
    """Heart-rate zones with the time in each, lowest first."""
    zones = []
    for row in rows:
        zone_number, low_bpm = integer(row, "zoneNumber"), positive(row, "zoneLowBoundary")
        if zone_number is not None and low_bpm is not None:
            zones.append(
                HeartRateZone(
                    zone_number=zone_number,
                    low_bpm=low_bpm,
                    time_in_zone_s=number(row, "secsInZone"),
                )
            )
    return tuple(sorted(zones, key=lambda zone: zone.zone_number))


def physiology_of(
    documents: Documents, activity: Json, *, on: date
) -> tuple[Physiology | None, tuple[Issue, ...]]:
    """VO2max, threshold and FTP with the day each was determined; None where none is known.

    What the activity itself states holds on its own day. A threshold document is often today's,
    fetched years later: its own date is kept, and one after the run is reported.
    """
    lt_heart_rate_bpm, lt_speed_mps, lt_on = _threshold(documents.lactate_threshold, activity, on)
    power = part(documents.lactate_threshold, "power")
    ftp_w = positive(power, "functionalThresholdPower")
    vo2_max, vo2_max_on = _vo2_max(documents.vo2_max, activity, on)
    physiology = Physiology(
        vo2_max_ml_per_kg_min=vo2_max,
        vo2_max_on=vo2_max_on,
        fitness_age_years=_fitness_age_years(documents.vo2_max),
        lt_heart_rate_bpm=lt_heart_rate_bpm,
        lt_speed_mps=lt_speed_mps,
        lt_on=lt_on,
        ftp_w=ftp_w,
        ftp_on=None if ftp_w is None else day(power, "calendarDate"),
        weight_kg=_weight_kg(power),
    )
    issues: tuple[Issue, ...] = ()
    if lt_on is not None and lt_on > on:
        sentence = message(
            "the lactate threshold was determined on {day}, after the run", day=lt_on
        )
        issues = (Issue(code="threshold_after_run", message=sentence),)
    return None if physiology == Physiology() else physiology, issues


def _threshold(
    document: Json, activity: Json, on: date
) -> tuple[float | None, float | None, date | None]:
    """Threshold heart rate, speed and their day: the activity's own, else the document's."""
    heart_rate_bpm = positive(activity, "lactateThresholdHeartRate", "lactateThresholdBpm")
    speed_mps = _threshold_speed_mps(activity, "lactateThresholdSpeed")
    if heart_rate_bpm is not None or speed_mps is not None:
        return heart_rate_bpm, speed_mps, on
    stated = part(document, "speed_and_heart_rate")
    heart_rate_bpm = positive(stated, "heartRate")
    speed_mps = _threshold_speed_mps(stated, "speed")
    is_stated = heart_rate_bpm is not None or speed_mps is not None
    return heart_rate_bpm, speed_mps, day(stated, "calendarDate") if is_stated else None


def _threshold_speed_mps(source: Json, name: str) -> float | None:
    speed = positive(source, name)
    if speed is None:
        return None
    return _TENTHS * speed if speed < _SLOWEST_LT_MPS else speed


def _vo2_max(document: Json, activity: Json, on: date) -> tuple[float | None, date | None]:
    source = part(document, "generic") or document
    value = positive(source, "vo2MaxPreciseValue", "vo2MaxValue")
    if value is not None:
        return value, day(source, "calendarDate")
    value = positive(activity, "vO2MaxValue")
    return value, None if value is None else on


def _fitness_age_years(document: Json) -> int | None:
    return integer(part(document, "generic") or document, "fitnessAge")


def _weight_kg(power: Json) -> float | None:
    weight = positive(power, "weight")
    if weight is None:
        return None
    return weight / GRAMS_PER_KG if weight > _HEAVIEST_KG else weight


def gear_of(rows: Sequence[Json]) -> str | None:
    """The shoes: the first gear of type Shoes, else the first there is."""
    shoes = [row for row in rows if (text(row, "gearTypeName") or "").lower() == "shoes"]
    for row in (*shoes, *rows):
        name = text(row, "customMakeModel", "displayName", "gearModelName")
        if name is not None:
            return name
    return None
