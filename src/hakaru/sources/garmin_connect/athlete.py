"""What does Garmin Connect say about the day and the athlete: weather, zones, thresholds, shoes?"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from hakaru.core.units import (
    GRAMS_PER_KG,
    KMH_PER_MPS,
    METRES_PER_MILE,
    SECONDS_PER_HOUR,
    fahrenheit_to_celsius,
)
from hakaru.running.activity import HeartRateZone, Issue, Physiology, Weather
from hakaru.sources.garmin_connect.documents import Documents
from hakaru.sources.garmin_connect.values import (
    Json,
    day,
    integer,
    number,
    part,
    positive,
    text,
)

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
        message = f"wind {wind:g} has no unit (it follows the account) and is left out"
        issues = (Issue(code="wind_unit_unknown", message=message),)
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
        message = f"the lactate threshold was determined on {lt_on}, after the run"
        issues = (Issue(code="threshold_after_run", message=message),)
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
