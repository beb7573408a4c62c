"""Factors between units; they are written nowhere else."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta

SECONDS_PER_MINUTE = 60.0
SECONDS_PER_HOUR = 3600.0
SECONDS_PER_DAY = 86400.0
METRES_PER_KM = 1000.0
METRES_PER_MILE = 1609.344
METRES_PER_FOOT = 0.3048
MM_PER_CM = 10.0
CM_PER_M = 100.0
CM_PER_INCH = 2.54
MS_PER_S = 1000.0
GRAMS_PER_KG = 1000.0
BYTES_PER_MB = 1_000_000.0
KMH_PER_MPS = 3.6
PERCENT = 100.0
FEET_PER_STRIDE = 2.0
_SEMICIRCLES_PER_HALF_TURN = 2.0**31
_FIT_EPOCH = datetime(1989, 12, 31, tzinfo=UTC)


def pace_to_speed_mps(pace_s_per_km: float) -> float:
    """Speed in m/s of a pace in seconds per kilometre. Raises ValueError unless pace > 0."""
    if not pace_s_per_km > 0:
        raise ValueError(f"a pace is > 0 s/km, got {pace_s_per_km!r}")
    return METRES_PER_KM / pace_s_per_km


def speed_to_pace_s_per_km(speed_mps: float) -> float:
    """Pace in seconds per kilometre of a speed in m/s. Raises ValueError unless speed > 0."""
    if not speed_mps > 0:
        raise ValueError(f"a speed is > 0 m/s, got {speed_mps!r}")
    return METRES_PER_KM / speed_mps


def parse_pace_s_per_km(text: str) -> float:
    """'4:30' or '4:30/km' as 270.0 s/km, '7:14/mi' too; plain seconds ('270') as they are.

    Raises ValueError for anything else, including a pace outside 1:30-30:00 per km.
    """
    bare, slash, unit = (part.strip() for part in text.partition("/"))
    if slash and unit not in ("km", "mi"):
        raise ValueError(f"a pace is told per km or mi, got {text!r}")
    minutes, colon, seconds = bare.rpartition(":")
    if colon:
        if not minutes.isdigit() or not 0 <= float(seconds) < SECONDS_PER_MINUTE:
            raise ValueError(f"a pace looks like 4:30, got {text!r}")
        pace_s_per_km = int(minutes) * SECONDS_PER_MINUTE + float(seconds)
    else:
        pace_s_per_km = float(bare)
    if unit == "mi":
        pace_s_per_km *= METRES_PER_KM / METRES_PER_MILE
    if not 90 <= pace_s_per_km <= 1800:
        raise ValueError(f"a running pace lies between 1:30 and 30:00 per km, got {text!r}")
    return pace_s_per_km


def parse_day(text: str) -> date:
    """'2026-03-01' as a local day that somebody may have run on.

    Raises ValueError for anything else, including days before 1900 or after 2199.
    """
    day = date.fromisoformat(text.strip())
    if not 1900 <= day.year <= 2199:
        raise ValueError(f"a day lies between 1900 and 2199, got {text!r}")
    return day


def format_pace(pace_s_per_km: float) -> str:
    """270.4 as '4:30' (rounded to the second)."""
    total_s = round(pace_s_per_km)
    return f"{total_s // 60}:{total_s % 60:02d}"


def pace_of(speed_mps: float | None) -> str | None:
    """4.17 as '4:00/km'; None where a speed is not known or too slow to have a pace."""
    if speed_mps is None or speed_mps < _SLOWEST_MPS:
        return None
    return f"{format_pace(speed_to_pace_s_per_km(speed_mps))}/km"


_SLOWEST_MPS = 0.3
_SPOKEN_DURATION = re.compile(
    r"(?:(?P<h>\d++(?:\.\d++)?) ?h(?:ours?)?)? ?(?:(?P<m>\d++(?:\.\d++)?) ?m(?:in(?:utes?)?)?)?"
)
_CLOCK_DURATION = re.compile(r"(?:(?P<h>\d++):)?(?P<m>\d++):(?P<s>\d{2})")


def duration_s(text: str) -> float:
    """Seconds of '60min', '1h30m', '1.5 h', '45:00' or '1:30:00'.

    Raises:
        ValueError: it is none of these.
    """
    match = _CLOCK_DURATION.fullmatch(text.strip()) or _SPOKEN_DURATION.fullmatch(text.strip())
    if match is None or not any(match.groupdict().values()):
        raise ValueError(text)
    known = {name: float(value or 0.0) for name, value in match.groupdict().items()}
    return known["h"] * SECONDS_PER_HOUR + known["m"] * 60.0 + known.get("s", 0.0)


def format_duration(seconds: float) -> str:
    """3725 as '1:02:05', 125 as '2:05'."""
    total_s = round(seconds)
    hours, rest = divmod(total_s, 3600)
    head = f"{hours}:{rest // 60:02d}" if hours else f"{rest // 60}"
    return f"{head}:{rest % 60:02d}"


def mm_to_cm(length_mm: float) -> float:
    """Millimetres to centimetres."""
    return length_mm / MM_PER_CM


def fahrenheit_to_celsius(temperature_f: float) -> float:
    """Degrees Fahrenheit to degrees Celsius."""
    return (temperature_f - 32.0) / 1.8


def semicircles_to_deg(semicircles: float) -> float:
    """FIT position unit to degrees, -180..180."""
    return semicircles * 180.0 / _SEMICIRCLES_PER_HALF_TURN


def deg_to_semicircles(angle_deg: float) -> int:
    """Degrees to the FIT position unit."""
    return round(angle_deg * _SEMICIRCLES_PER_HALF_TURN / 180.0)


def fit_time_to_datetime(fit_s: float) -> datetime:
    """Seconds since the FIT epoch (1989-12-31 UTC) as an aware UTC time."""
    return _FIT_EPOCH + timedelta(seconds=fit_s)


def datetime_to_fit_time(moment: datetime) -> float:
    """An aware time as seconds since the FIT epoch."""
    return (moment - _FIT_EPOCH).total_seconds()


def imbalance_frac(left_pct: float) -> float:
    """|L - R| / 100 of the two shares of contact time: 53/47 is 0.06."""
    return abs(2.0 * left_pct - PERCENT) / PERCENT
