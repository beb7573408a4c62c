"""Warmth and the air of a run: what was measured or is filled in, and what heat costs this runner.

Heart rate of steady runs against temperature at equal speed and date: HR = a + b ln v + c day +
s max(T, 10 C), one point per run, Huber weights, errors that allow for unequal scatter. Below 10 C
(the cool end of the best air temperatures for racing, Mantzios 2021) the air is taken not to
matter.

Heat stress as the wet bulb globe temperature in the shade (ISO 7243 without sun: 0.7 wet bulb + 0.3
air), the wet bulb by Stull 2011 (J Appl Meteorol Climatol 50:2267). Sun adds to it, so the figure
is a lower bound by day. Effect by Mantzios et al. 2021 (Med Sci Sports Exerc), 1,258 races.

Ranges of the table of training types; its holes are a class of their own.

A watch on the wrist is warmed by the arm. How much is estimated where runs have both; where few or
none do, a prior stands in.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Final, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hakaru.core.units import PERCENT
from hakaru.records import frozen
from hakaru.running.activity import FloatArray, Recording
from hakaru.running.environment.grade import is_indoor
from hakaru.running.session.model import SessionSummary, TrainingType
from hakaru.running.validity import VALID_WINDOWS
from hakaru.stats.robust import HUBER_CUT, huber_weights, mad_scale, student_half_width


@frozen
class Slowdown:
    """Pace lost at the same effort, in percent of it, between two bounds; negative is a gain.

    It explains, it excuses nothing: no star depends on it, and form is adjusted elsewhere.
    """

    low_pct: float
    high_pct: float

    def pace_s_per_km(self, pace_s_per_km: float) -> tuple[float, float]:
        """The range a pace of an ideal day becomes under these conditions."""
        return (
            pace_s_per_km * (1.0 + self.low_pct / PERCENT),
            pace_s_per_km * (1.0 + self.high_pct / PERCENT),
        )

    def lost_s_per_km(self, pace_s_per_km: float) -> tuple[float, float]:
        """How much of a pace that was run is owed to these conditions."""
        ideal_low = pace_s_per_km / (1.0 + self.low_pct / PERCENT)
        ideal_high = pace_s_per_km / (1.0 + self.high_pct / PERCENT)
        return pace_s_per_km - ideal_low, pace_s_per_km - ideal_high


OPTIMUM_C = (7.5, 15.0)
"""Wet bulb globe temperatures at which races were fastest."""

RATE_PCT_PER_C = (0.3, 0.4)
"""Slowing per degree outside the optimum."""

STULL_TEMPERATURE_C = (-20.0, 50.0)
STULL_HUMIDITY_PCT = (5.0, 99.0)
USUAL_HUMIDITY_PCT = (30.0, 90.0)
"""Where humidity was not reported it is taken to lie between these, which widens the answer."""

SHADE_WET_SHARE_FRAC = 0.7


def wet_bulb_c(temperature_c: float, relative_humidity_pct: float) -> float | None:
    """Wet bulb temperature at sea level (Stull 2011, within 1 C).

    Humidity beyond 5-99 % counts as that bound; None: temperature outside -20..50 C.
    """
    if not STULL_TEMPERATURE_C[0] <= temperature_c <= STULL_TEMPERATURE_C[1]:
        return None
    humid = min(max(relative_humidity_pct, STULL_HUMIDITY_PCT[0]), STULL_HUMIDITY_PCT[1])
    return (
        temperature_c * math.atan(0.151977 * math.sqrt(humid + 8.313659))
        + math.atan(temperature_c + humid)
        - math.atan(humid - 1.676331)
        + 0.00391838 * humid * math.sqrt(humid) * math.atan(0.023101 * humid)
        - 4.686035
    )


def wbgt_shade_c(temperature_c: float, relative_humidity_pct: float) -> float | None:
    """Wet bulb globe temperature in the shade; None: temperature outside -20..50 C."""
    wet_c = wet_bulb_c(temperature_c, relative_humidity_pct)
    if wet_c is None:
        return None
    return SHADE_WET_SHARE_FRAC * wet_c + (1.0 - SHADE_WET_SHARE_FRAC) * temperature_c


def wbgt_range_c(
    temperature_c: float, relative_humidity_pct: float | None
) -> tuple[float, float] | None:
    """Between which shade values the heat stress lay: one point where humidity is known."""
    humidities = (
        USUAL_HUMIDITY_PCT if relative_humidity_pct is None else (relative_humidity_pct,) * 2
    )
    low_c, high_c = (wbgt_shade_c(temperature_c, humid) for humid in humidities)
    return None if low_c is None or high_c is None else (low_c, high_c)


def heat_slowdown(
    wbgt_c: tuple[float, float],
    *,
    optimum_c: Sequence[float] = OPTIMUM_C,
    rate_pct_per_c: Sequence[float] = RATE_PCT_PER_C,
) -> Slowdown:
    """Slowing of runners at a heat stress between two bounds; 0 inside the optimum, cold counts.

    It is what fields of racers showed, not what this runner showed.
    """
    low_c, high_c = wbgt_c
    least_c = max(0.0, low_c - optimum_c[1], optimum_c[0] - high_c)
    most_c = max(0.0, high_c - optimum_c[1], optimum_c[0] - low_c)
    return Slowdown(low_pct=least_c * rate_pct_per_c[0], high_pct=most_c * rate_pct_per_c[1])


TemperatureClass = Literal["ideal", "acceptable", "slightly_outside", "caution"]
TemperatureSide = Literal["cold", "within", "warm"]
"""On which side of the ideal range the air was."""

TemperatureSource = Literal["weather", "device", "none"]
"""A weather service; only the thermometer of the watch, which feels the arm; or nobody."""

HumidityClass = Literal["normal", "high"]
HUMIDITY_HIGH_PCT = 80.0

DEVICE_SETTLES_S = 600.0
"""A watch taken from a warm room has cooled down after ten minutes."""

_EDGE = 1e-9


class Band(NamedTuple):
    """Ideal and acceptable range (ends included) and where caution begins (ends excluded)."""

    ideal_c: tuple[float, float]
    acceptable_c: tuple[float, float]
    caution_outside_c: tuple[float, float]


_EASY = Band((15.0, 22.0), (10.0, 25.0), (5.0, 28.0))
_BASE = Band((10.0, 18.0), (8.0, 23.0), (3.0, 25.0))
_TEMPO = Band((8.0, 15.0), (5.0, 20.0), (0.0, 23.0))
_FAST = Band((8.0, 15.0), (5.0, 18.0), (0.0, 20.0))

BANDS: Mapping[TrainingType, Band] = {
    "recovery": _EASY,
    "low_moderate": _BASE,
    "aerobic_base": _BASE,
    "long_run": _BASE,
    "trail": _BASE,
    "race": _TEMPO,
    "tempo_threshold": _TEMPO,
    "interval": _FAST,
    "sprint": _FAST,
}
"""No row for an unknown type: nobody knows what it would be too warm for."""


@frozen
class AirTemperature:
    """What is known of the air. `temperature_c` only from a weather service.

    `device_upper_c`: lowest reading of the watch after ten minutes. The arm warms it by some
    degrees, so the air was about that warm or cooler; None: the watch has no thermometer, or the
    run ended before it settled.
    """

    temperature_c: float | None
    source: TemperatureSource
    device_upper_c: float | None = None


def air_temperature(recording: Recording) -> AirTemperature:
    """Temperature of the air and its source; a weather service knows nothing of a room."""
    hint_c = _device_upper_c(recording)
    weather = None if is_indoor(recording) else recording.weather
    if weather is not None and weather.temperature_c is not None:
        return AirTemperature(
            temperature_c=weather.temperature_c, source="weather", device_upper_c=hint_c
        )
    source: TemperatureSource = "none" if hint_c is None else "device"
    return AirTemperature(temperature_c=None, source=source, device_upper_c=hint_c)


def classify_temperature(
    temperature_c: float, training_type: TrainingType
) -> TemperatureClass | None:
    """Ordered class of a temperature for a kind of training; None: unknown type."""
    band = BANDS.get(training_type)
    if band is None:
        return None
    if _is_inside(temperature_c, band.ideal_c):
        return "ideal"
    if _is_inside(temperature_c, band.acceptable_c):
        return "acceptable"
    return "slightly_outside" if _is_inside(temperature_c, band.caution_outside_c) else "caution"


def temperature_side(temperature_c: float, training_type: TrainingType) -> TemperatureSide | None:
    """Which side of the ideal range it lies on; None: unknown type."""
    band = BANDS.get(training_type)
    if band is None:
        return None
    if _is_inside(temperature_c, band.ideal_c):
        return "within"
    return "cold" if temperature_c < band.ideal_c[0] else "warm"


def classify_humidity(relative_humidity_pct: float) -> HumidityClass:
    """High above 80 %."""
    return "high" if relative_humidity_pct > HUMIDITY_HIGH_PCT + _EDGE else "normal"


def _is_inside(value_c: float, bounds_c: tuple[float, float]) -> bool:
    return bounds_c[0] - _EDGE <= value_c <= bounds_c[1] + _EDGE


def _device_upper_c(recording: Recording) -> float | None:
    readings_c = recording.series.get("temperature_c")
    if readings_c is None:
        return None
    low_c, high_c = VALID_WINDOWS["temperature_c"]
    settled = recording.series["elapsed_s"] >= DEVICE_SETTLES_S
    settled &= (readings_c >= low_c) & (readings_c <= high_c)
    return float(np.min(readings_c[settled])) if settled.any() else None


HeatReason = Literal["too_few_runs", "temperatures_too_alike"]

STEADY_TYPES: frozenset[TrainingType] = frozenset(
    {"recovery", "low_moderate", "aerobic_base", "long_run"}
)
RUNS_MIN = 20
SPREAD_MIN_C = 8.0
"""Between the tenth and the ninetieth percentile of temperatures, those below 10 C taken as 10."""

INDIFFERENT_BELOW_C = 10.0
N_COEFFICIENTS = 4
_ITERATIONS = 30


@frozen
class HeatSlope:
    """Beats per minute that one degree above 10 C adds at equal speed, with its intervals.

    Consecutive warm days and a change of shape over a season can look like heat: the intervals
    hold for runs that are independent once speed and date are accounted for.
    """

    slope_bpm_per_c: float
    interval_80_bpm_per_c: tuple[float, float]
    interval_90_bpm_per_c: tuple[float, float]
    n_runs: int
    spread_c: float

    def added_bpm(self, temperature_c: float) -> tuple[float, float]:
        """Beats that a temperature adds over 10 C or cooler: the 80 % interval."""
        above_c = max(temperature_c - INDIFFERENT_BELOW_C, 0.0)
        low, high = self.interval_80_bpm_per_c
        return low * above_c, high * above_c


@frozen
class HeatAnswer:
    """The slope, or why there is none; `n_runs` usable runs, `spread_c` None without any."""

    slope: HeatSlope | None
    reason: HeatReason | None
    n_runs: int
    spread_c: float | None


def fit_heat_slope(history: Sequence[SessionSummary], *, day: date) -> HeatAnswer:
    """The runner's own heat slope from the steady runs up to `day`.

    Needs 20 runs with temperature from a weather service, heart rate and speed, and 8 C between
    cool and warm ones.
    """
    rows = [
        row for session in history if session.activity_date <= day and (row := _row(session, day))
    ]
    if not rows:
        return HeatAnswer(slope=None, reason="too_few_runs", n_runs=0, spread_c=None)
    heart_rate_bpm, log_speed, warm_c, age_days = np.array(rows, dtype=np.float64).T
    spread_c = float(np.diff(np.quantile(warm_c, [0.1, 0.9]))[0])
    if len(rows) < RUNS_MIN:
        return HeatAnswer(slope=None, reason="too_few_runs", n_runs=len(rows), spread_c=spread_c)
    if spread_c < SPREAD_MIN_C - 1e-9:
        return HeatAnswer(
            slope=None, reason="temperatures_too_alike", n_runs=len(rows), spread_c=spread_c
        )
    slope, error = _slope_and_error(heart_rate_bpm, (warm_c, log_speed, age_days))
    half_80, half_90 = (
        error * student_half_width(coverage, len(rows) - N_COEFFICIENTS) for coverage in (0.8, 0.9)
    )
    fitted = HeatSlope(
        slope_bpm_per_c=slope,
        interval_80_bpm_per_c=(slope - half_80, slope + half_80),
        interval_90_bpm_per_c=(slope - half_90, slope + half_90),
        n_runs=len(rows),
        spread_c=spread_c,
    )
    return HeatAnswer(slope=fitted, reason=None, n_runs=len(rows), spread_c=spread_c)


def _row(session: SessionSummary, day: date) -> tuple[float, float, float, float] | None:
    """Heart rate, ln speed, temperature from 10 C up and age in days; None: something missing."""
    speed_mps = session.target_grade_adjusted_speed_mps or session.target_speed_mps
    if session.training_type not in STEADY_TYPES or not speed_mps:
        return None
    if session.temperature_c is None or session.target_heart_rate_bpm is None:
        return None
    return (
        session.target_heart_rate_bpm,
        float(np.log(speed_mps)),
        max(session.temperature_c, INDIFFERENT_BELOW_C),
        float((day - session.activity_date).days),
    )


def _slope_and_error(y: FloatArray, columns: Sequence[FloatArray]) -> tuple[float, float]:
    """Huber regression on columns: coefficient of the first and its standard error.

    Errors as an M-estimate's (Huber 1981, ch. 7): what lies beyond the cut adds to the scatter, but
    not to the information; leverage as in HC3. Columns that do not vary are left out by the
    pseudo-inverse.
    """
    scaled = [(column - column.mean()) / (column.std() or 1.0) for column in columns]
    design = np.column_stack([*scaled, np.ones_like(y)])
    weight = np.ones_like(y)
    inside = np.ones_like(y)
    for _ in range(_ITERATIONS):
        residual = y - design @ _coefficients(design, weight, y)
        scale = mad_scale(residual)
        if not scale > 0.0:
            break
        weight = huber_weights(residual / scale)
        inside = (np.abs(residual) <= HUBER_CUT * scale).astype(np.float64)
    coefficients = _coefficients(design, weight, y)
    bread = np.linalg.pinv(design.T @ (inside[:, None] * design))
    leverage = np.einsum("ij,jk,ik->i", design, bread, design).clip(max=0.9)
    score = weight * (y - design @ coefficients) / (1.0 - leverage)
    error = np.sqrt(np.square(design @ bread[0]) @ np.square(score))
    spread = columns[0].std()
    return float(coefficients[0] / spread), float(error / spread)


def _coefficients(design: FloatArray, weight: FloatArray, y: FloatArray) -> FloatArray:
    weighted = weight[:, None] * design
    return np.linalg.pinv(design.T @ weighted) @ (weighted.T @ y)


NEAREST_H: Final = 1.5
"""A row of the table may lie so far from a run where it is not between two rows."""
GAP_H: Final = 6.0
"""Between rows further apart the air is not known: a morning says little of the evening."""
WRIST_WARMER_C: Final = 5.0
WRIST_BETWEEN_SD_C: Final = 2.5
WRIST_RUN_SD_C: Final = 2.0
"""How much warmer a watch at the wrist is than the air, between watches and between runs. Two real
recordings have a weather service beside the watch: 3.6 and 9.2 °C warmer; the rest is assumed. Two
runs with both weigh more than that.
"""
_SDS_80: Final = 1.2816
_MAGNUS: Final = (17.62, 243.12)
"""Vapour pressure over water (WMO guide no. 8, -45..60 °C)."""


def humidity_of_dew_point_pct(temperature_c: FloatArray, dew_point_c: FloatArray) -> FloatArray:
    """Relative humidity by the Magnus formula; NaN where either is not known."""
    factor, offset_c = _MAGNUS
    with np.errstate(invalid="ignore", divide="ignore"):
        exponent = factor * dew_point_c / (offset_c + dew_point_c) - factor * temperature_c / (
            offset_c + temperature_c
        )
        humidity: FloatArray = np.minimum(100.0 * np.exp(exponent), 100.0)
    return humidity


@frozen
class Air:
    """The air of one run; humidity None: not known."""

    temperature_c: float
    relative_humidity_pct: float | None


@frozen
class AirTable:
    """Temperatures in order of time: `hour` since 1970, of the clock that runs are asked by. Days
    only where `daily`: each holds for all runs of its day."""

    hour: FloatArray
    temperature_c: FloatArray
    relative_humidity_pct: FloatArray
    daily: bool = False

    def during(self, start_h: float, end_h: float) -> Air | None:
        """The mean air of a run, linear between rows; None: the table says nothing about then."""
        if self.daily:
            of_day = np.flatnonzero(np.floor(self.hour / 24.0) == math.floor(start_h / 24.0))
            return None if not of_day.size else self._mean(self.hour[of_day])
        asked_h = np.linspace(start_h, end_h, 9)
        known = [hour for hour in asked_h.tolist() if self._reaches(hour)]
        return self._mean(np.array(known)) if len(known) > asked_h.size // 2 else None

    def _reaches(self, hour: float) -> bool:
        after = int(np.searchsorted(self.hour, hour))
        before_h = hour - self.hour[after - 1] if after else math.inf
        later_h = self.hour[after] - hour if after < self.hour.size else math.inf
        return bool(before_h + later_h <= GAP_H or min(before_h, later_h) <= NEAREST_H)

    def _mean(self, hours: FloatArray) -> Air:
        temperature_c = float(np.interp(hours, self.hour, self.temperature_c).mean())
        finite = np.isfinite(self.relative_humidity_pct)
        if not finite.any():
            return Air(temperature_c=temperature_c, relative_humidity_pct=None)
        humidity = np.interp(hours, self.hour[finite], self.relative_humidity_pct[finite])
        return Air(temperature_c=temperature_c, relative_humidity_pct=float(humidity.mean()))


@frozen
class WristBias:
    """How much warmer than the air a watch reads, with the 80 % interval, from `n_runs` that have
    both; 0: what is believed of any watch."""

    warmer_c: float
    low_c: float
    high_c: float
    n_runs: int


def wrist_bias(differences_c: Sequence[float]) -> WristBias:
    """From the differences watch - air of the runs that have both."""
    n_runs = len(differences_c)
    middle_c = float(np.median(differences_c)) if n_runs else 0.0
    own = n_runs / WRIST_RUN_SD_C**2
    believed = 1.0 / WRIST_BETWEEN_SD_C**2
    warmer_c = (own * middle_c + believed * WRIST_WARMER_C) / (own + believed)
    half_c = _SDS_80 / math.sqrt(own + believed)
    return WristBias(
        warmer_c=warmer_c, low_c=warmer_c - half_c, high_c=warmer_c + half_c, n_runs=n_runs
    )


def hours_of(moment: NDArray[np.datetime64]) -> FloatArray:
    """Hours since 1970."""
    hours: FloatArray = moment.astype("datetime64[s]").astype(np.int64) / 3600.0
    return hours
