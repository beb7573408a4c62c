"""The invented runner: sensors, randomness, terrain, and what a session sets out to be.

Every function takes its generator. Noise is standard (mean 0, standard deviation 1), one value per
second, shape (n,); callers scale it to their unit.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from hakaru.records import frozen

FloatArray = NDArray[np.float64]
AnyUnit = NDArray[np.float64]
"""Numbers in whatever unit the caller has."""

_T = TypeVar("_T")
_FORGOTTEN = 1e-6
_KNOT_S = 30.0


def generator(*entropy: int) -> np.random.Generator:
    """An independent stream for each tuple of non-negative integers."""
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(entropy)))


def ar1(rng: np.random.Generator, n: int, *, carry_frac: float) -> AnyUnit:
    """A stationary first-order autoregression; `carry_frac` in (0, 1) is its lag-1 correlation."""
    memory = math.ceil(math.log(_FORGOTTEN) / math.log(carry_frac))
    weights = carry_frac ** np.arange(memory) * math.sqrt(1.0 - carry_frac**2)
    shocks = rng.standard_normal(n + memory - 1)
    noise: AnyUnit = np.convolve(shocks, weights, "valid")
    return noise


def slow_noise(rng: np.random.Generator, n: int, *, tau_s: float) -> AnyUnit:
    """Wandering that is forgotten over `tau_s` seconds (>= 30), straight between 30-s knots."""
    n_knots = int(n // _KNOT_S) + 2
    knots = ar1(rng, n_knots, carry_frac=math.exp(-_KNOT_S / tau_s))
    return np.interp(np.arange(n), np.arange(n_knots) * _KNOT_S, knots)


def follow(base: AnyUnit, own: AnyUnit, *, correlation_frac: float) -> AnyUnit:
    """A standard noise with the given correlation (-1..1) to the standard noise `base`."""
    return correlation_frac * base + math.sqrt(1.0 - correlation_frac**2) * own


def first_order(target: AnyUnit, *, rise_s: float, fall_s: float) -> AnyUnit:
    """`target` as seen through a first-order lag with two time constants; starts at target[0]."""
    up, down = 1.0 - math.exp(-1.0 / rise_s), 1.0 - math.exp(-1.0 / fall_s)
    goals = target.tolist()
    value, result = goals[0], []
    for goal in goals:
        value += (goal - value) * (up if goal > value else down)
        result.append(value)
    return np.array(result)


def pick(rng: np.random.Generator, choices: Sequence[_T]) -> _T:
    """One of the choices, all equally likely."""
    return choices[int(rng.random() * len(choices))]


SimulatedSensor = Literal["garmin-hrm", "garmin-wrist", "stryd"]

MANUFACTURER_GARMIN = 1
MANUFACTURER_STRYD = 95
MANUFACTURER_DEVELOPMENT = 255
PRODUCT_HRM_PRO = 3300
PRODUCT_STRYD = 1
WATCH_SERIAL, STRAP_SERIAL, POD_SERIAL = 255_000_000, 255_000_001, 255_000_002
SOFTWARE_VERSION = 1.0


@frozen
class Sensor:
    """One kind of sensor.

    `gct_sd_frac`, `vo_sd_frac`: standard deviation of the 1-Hz noise (autocorrelated) relative to
    the value. `vo_step_mm`, `gct_step_ms`: resolution. `zeros`: it may write 0 where it has no
    value. `product_name` is the recorder's name in the file, `label` what people call the sensor.
    """

    gct_sd_frac: float
    vo_sd_frac: float
    gct_step_ms: float
    vo_step_mm: float
    has_ratio: bool
    has_balance: bool
    zeros: bool
    product_name: str
    label: str


SENSORS: dict[SimulatedSensor, Sensor] = {
    "garmin-hrm": Sensor(
        gct_sd_frac=0.018,
        vo_sd_frac=0.037,
        gct_step_ms=1.0,
        vo_step_mm=0.7,
        has_ratio=True,
        has_balance=True,
        zeros=True,
        product_name="Hakaru simulated watch",
        label="HRM-Pro",
    ),
    "garmin-wrist": Sensor(
        gct_sd_frac=0.021,
        vo_sd_frac=0.020,
        gct_step_ms=1.0,
        vo_step_mm=0.1,
        has_ratio=True,
        has_balance=False,
        zeros=False,
        product_name="Hakaru simulated wrist",
        label="Hakaru simulated wrist",
    ),
    "stryd": Sensor(
        gct_sd_frac=0.028,
        vo_sd_frac=0.030,
        gct_step_ms=1.0,
        vo_step_mm=1.25,
        has_ratio=False,
        has_balance=False,
        zeros=True,
        product_name="Hakaru simulated watch",
        label="Stryd",
    ),
}


SessionKind = Literal["easy", "recovery", "tempo", "interval", "long", "race", "trail"]
PhaseRole = Literal["warmup", "main", "rep", "recovery", "cooldown"]
Terrain = Literal["flat", "rolling", "hilly", "mountain"]

TITLES: dict[SessionKind, str] = {
    "easy": "シミュレーション: ジョグ (Simulated easy run)",
    "recovery": "シミュレーション: リカバリー走 (Simulated recovery run)",
    "tempo": "シミュレーション: テンポ走 (Simulated tempo run)",
    "interval": "シミュレーション: インターバル (Simulated intervals)",
    "long": "シミュレーション: ロング走 (Simulated long run)",
    "race": "シミュレーション: レース (Simulated race)",
    "trail": "シミュレーション: トレイルラン (Simulated trail run)",
}

# Speeds relative to threshold speed; repetition length in metres -> (speed, count, jog in seconds).
_EASY, _RECOVERY, _LONG, _TEMPO, _JOG, _COOLDOWN = 0.78, 0.71, 0.77, 0.98, 0.62, 0.72
_RACE, _TRAIL = 1.04, 0.74
_RACE_M, _LAST_M = 10_000.0, 400.0
_REPETITIONS: dict[float, tuple[float, int, float]] = {
    400.0: (1.17, 10, 90.0),
    800.0: (1.11, 6, 120.0),
    1000.0: (1.08, 5, 150.0),
    1600.0: (1.03, 4, 150.0),
}


@frozen
class Segment:
    """A stretch at one intended speed, `duration_s` whole seconds of moving time."""

    role: PhaseRole
    target_speed_mps: float
    duration_s: int


@frozen
class SessionPlan:
    """The intended session; `stops` says whether lights and short breaks may interrupt it."""

    kind: SessionKind
    terrain: Terrain
    segments: tuple[Segment, ...]
    stops: bool

    @property
    def duration_s(self) -> int:
        """Moving time."""
        return sum(segment.duration_s for segment in self.segments)


def plan_session(
    kind: SessionKind,
    rng: np.random.Generator,
    *,
    threshold_speed_mps: float,
    duration_frac: float = 1.0,
) -> SessionPlan:
    """A session of that kind; `duration_frac` shortens it (fewer repetitions, not shorter ones)."""
    day = 1.0 + 0.02 * float(rng.standard_normal())
    speed_mps = threshold_speed_mps * max(0.95, min(1.05, day))
    varied = duration_frac * (0.85 + 0.3 * rng.random())
    if kind == "interval":
        segments = _intervals(rng, speed_mps, duration_frac=duration_frac)
    elif kind == "tempo":
        segments = (
            _timed("warmup", _EASY * speed_mps, length_s=720 * varied),
            _timed("main", _TEMPO * speed_mps, length_s=1500 * varied),
            _timed("cooldown", _COOLDOWN * speed_mps, length_s=600 * varied),
        )
    elif kind == "race":
        segments = _race(speed_mps, _RACE_M * duration_frac)
    else:
        relative, minutes = {
            "easy": (_EASY, 47),
            "recovery": (_RECOVERY, 31),
            "long": (_LONG, 92),
            "trail": (_TRAIL, 95),
        }[kind]
        segments = _steady(relative * speed_mps, minutes * 60 * varied)
    return SessionPlan(
        kind=kind,
        terrain=_terrain(kind, rng),
        segments=segments,
        stops=kind in {"easy", "recovery", "long"},
    )


def _race(threshold_mps: float, distance_m: float) -> tuple[Segment, ...]:
    """Started a little fast, even from then on, and faster at the end: nothing but the race."""
    even_mps = _RACE * threshold_mps
    start_m, end_m = distance_m / 10.0, _LAST_M
    even_m = distance_m - start_m - end_m
    return (
        _timed("main", 1.02 * even_mps, length_s=start_m / (1.02 * even_mps)),
        _timed("main", even_mps, length_s=even_m / even_mps),
        _timed("main", 1.10 * even_mps, length_s=end_m / (1.10 * even_mps)),
    )


def _steady(speed_mps: float, length_s: float) -> tuple[Segment, ...]:
    """Even running with a gentle first and last twelfth."""
    edge_s = length_s / 12.0
    return (
        _timed("warmup", 0.94 * speed_mps, length_s=edge_s),
        _timed("main", speed_mps, length_s=length_s - 2.0 * edge_s),
        _timed("cooldown", 0.95 * speed_mps, length_s=edge_s),
    )


def _intervals(
    rng: np.random.Generator, speed_mps: float, *, duration_frac: float
) -> tuple[Segment, ...]:
    rep_m = pick(rng, tuple(_REPETITIONS))
    relative, count, jog_s = _REPETITIONS[rep_m]
    rep_speed_mps = relative * speed_mps
    segments = [_timed("warmup", _EASY * speed_mps, length_s=840 * duration_frac)]
    for index in range(max(2, round(count * duration_frac))):
        if index:
            segments.append(_timed("recovery", _JOG * speed_mps, length_s=jog_s))
        segments.append(_timed("rep", rep_speed_mps, length_s=rep_m / rep_speed_mps))
    segments.append(_timed("cooldown", _COOLDOWN * speed_mps, length_s=660 * duration_frac))
    return tuple(segments)


def _timed(role: PhaseRole, speed_mps: float, *, length_s: float) -> Segment:
    return Segment(role=role, target_speed_mps=speed_mps, duration_s=max(20, round(length_s)))


def _terrain(kind: SessionKind, rng: np.random.Generator) -> Terrain:
    draw = rng.random()
    if kind in {"interval", "tempo", "recovery", "race"}:
        return "flat"
    if kind == "trail":
        return "mountain"
    if kind == "long":
        return "hilly" if draw < 0.3 else "rolling"
    return "rolling" if draw < 0.5 else "flat"


_ROUTE_STREAM = 2
_TERRAINS: tuple[Terrain, ...] = ("flat", "rolling", "hilly", "mountain")
_LENGTH_M = {"flat": 5200.0, "rolling": 8400.0, "hilly": 11600.0, "mountain": 13200.0}
_GRADE_SD_PCT = {"flat": 0.35, "rolling": 1.3, "hilly": 3.0, "mountain": 8.0}
_MID_ALTITUDE_M = 80.0
_CENTRE_LATITUDE_DEG, _CENTRE_LONGITUDE_DEG = 0.0, -30.0
_DEG_PER_M = 360.0 / 40_075_017.0  # along the equator, where the loops lie
_N_TABLE = 2048


@frozen
class Route:
    """A closed loop tabulated over its length: offsets from the centre, altitude, grade.

    `along_m` has shape (n,), starts at 0 and ends at `length_m`, where the loop meets itself.
    """

    terrain: Terrain
    length_m: float
    along_m: FloatArray
    east_m: FloatArray
    north_m: FloatArray
    altitude_m: FloatArray
    grade_pct: FloatArray

    def altitude_at_m(self, distance_m: FloatArray) -> FloatArray:
        """Altitude after that distance from the start."""
        return self._look_up(distance_m, self.altitude_m)

    def grade_at_pct(self, distance_m: FloatArray) -> FloatArray:
        """Slope of the ground, positive uphill."""
        return self._look_up(distance_m, self.grade_pct)

    def latitude_at_deg(self, distance_m: FloatArray, off_route_m: FloatArray) -> FloatArray:
        """Latitude, moved north by `off_route_m`."""
        north_m = self._look_up(distance_m, self.north_m) + off_route_m
        return _CENTRE_LATITUDE_DEG + north_m * _DEG_PER_M

    def longitude_at_deg(self, distance_m: FloatArray, off_route_m: FloatArray) -> FloatArray:
        """Longitude, moved east by `off_route_m`."""
        east_m = self._look_up(distance_m, self.east_m) + off_route_m
        return _CENTRE_LONGITUDE_DEG + east_m * _DEG_PER_M

    def _look_up(self, distance_m: FloatArray, table: AnyUnit) -> AnyUnit:
        return np.interp(np.mod(distance_m, self.length_m), self.along_m, table)


def draw_route(seed: int, terrain: Terrain) -> Route:
    """The runner's usual loop of that kind; always the same one for a seed."""
    rng = generator(seed, _ROUTE_STREAM, _TERRAINS.index(terrain))
    east_m, north_m = _outline_m(rng, length_m=_LENGTH_M[terrain])
    pieces_m = np.hypot(np.diff(east_m), np.diff(north_m))
    along_m = np.append(0.0, np.cumsum(pieces_m))
    altitude_m = _altitude_m(rng, along_m, grade_sd_pct=_GRADE_SD_PCT[terrain])
    return Route(
        terrain=terrain,
        length_m=float(along_m[-1]),
        along_m=along_m,
        east_m=east_m,
        north_m=north_m,
        altitude_m=altitude_m,
        grade_pct=100.0 * np.gradient(altitude_m, along_m),
    )


def _outline_m(rng: np.random.Generator, *, length_m: float) -> tuple[FloatArray, FloatArray]:
    """A dented circle of the wanted circumference: metres east and north of its centre."""
    angle = np.linspace(0.0, 2.0 * np.pi, _N_TABLE + 1)
    phases = 2.0 * np.pi * rng.random(3)
    radius = 1.0 + sum(
        depth * np.cos(k * angle + phase)
        for k, depth, phase in zip((2, 3, 5), (0.25, 0.12, 0.05), phases, strict=True)
    )
    east, north = radius * np.cos(angle), radius * np.sin(angle)
    scale_m = length_m / float(np.hypot(np.diff(east), np.diff(north)).sum())
    return east * scale_m, north * scale_m


def _altitude_m(
    rng: np.random.Generator, along_m: FloatArray, *, grade_sd_pct: float
) -> FloatArray:
    """Harmonics of the loop, so that the end is as high as the start; wavelengths >= 0.6 km."""
    turns = along_m / along_m[-1] * 2.0 * np.pi
    n_harmonics = max(3, int(along_m[-1] / 600.0))
    altitude_m = np.zeros_like(turns)
    for k in range(1, n_harmonics + 1):
        height, phase = rng.standard_normal() / k, 2.0 * np.pi * rng.random()
        altitude_m += height * np.sin(k * turns + phase)
    steepness_pct = 100.0 * float(np.std(np.gradient(altitude_m, along_m)))
    above_m: FloatArray = altitude_m * (grade_sd_pct / steepness_pct)
    return _MID_ALTITUDE_M + above_m


CURVE_SPEED_MPS = 3.0
_RUNNER_STREAM = 1
_LEVEL_CORRELATION = -0.3


@frozen
class TrueCurve:
    """What one sensor would show on this runner without noise: power laws around 3 m/s.

    The slopes are exponents: gct = gct_at_3mps_ms (v / 3) ** gct_slope.
    """

    gct_at_3mps_ms: float
    gct_slope: float
    vo_at_3mps_cm: float
    vo_slope: float
    cadence_at_3mps_spm: float
    cadence_slope: float

    def gct_ms(self, speed_mps: FloatArray | float) -> FloatArray:
        """True contact time at a speed > 0."""
        return self.gct_at_3mps_ms * _relative_frac(speed_mps) ** self.gct_slope

    def vo_cm(self, speed_mps: FloatArray | float) -> FloatArray:
        """True vertical oscillation at a speed > 0."""
        return self.vo_at_3mps_cm * _relative_frac(speed_mps) ** self.vo_slope

    def cadence_spm(self, speed_mps: FloatArray | float) -> FloatArray:
        """True cadence, both feet, at a speed > 0."""
        return self.cadence_at_3mps_spm * _relative_frac(speed_mps) ** self.cadence_slope

    def vr_pct(self, speed_mps: FloatArray | float) -> FloatArray:
        """True vertical ratio: oscillation over step length."""
        step_cm = 6000.0 * np.asarray(speed_mps, dtype=np.float64) / self.cadence_spm(speed_mps)
        return 100.0 * self.vo_cm(speed_mps) / step_cm

    def moved(self, *, gct_log_frac: float, vo_log_frac: float) -> TrueCurve:
        """The same curve with both levels multiplied by exp(...)."""
        return replace(
            self,
            gct_at_3mps_ms=self.gct_at_3mps_ms * math.exp(gct_log_frac),
            vo_at_3mps_cm=self.vo_at_3mps_cm * math.exp(vo_log_frac),
        )


@frozen
class SimulatedRunner:
    """A runner: three sensors' views of the form, a heart, and how much days differ.

    `*_run_sd_frac` is the spread of whole runs around the curve, `*_km_sd_frac` of kilometres
    within a run, `*_drift_per_100_days_frac` a slow change of form.
    """

    chest: TrueCurve
    wrist: TrueCurve
    stryd: TrueCurve
    gct_balance_left_pct: float
    mass_kg: float
    heart_rate_rest_bpm: float
    heart_rate_threshold_bpm: float
    heart_rate_max_bpm: float
    threshold_speed_mps: float
    threshold_gain_per_week_frac: float
    gct_drift_per_100_days_frac: float
    vo_drift_per_100_days_frac: float
    gct_run_sd_frac: float = 0.018
    vo_run_sd_frac: float = 0.030
    cadence_run_sd_frac: float = 0.008
    gct_km_sd_frac: float = 0.015
    vo_km_sd_frac: float = 0.029
    cadence_km_sd_frac: float = 0.009
    balance_run_sd_pct: float = 0.3

    def curve(self, sensor: SimulatedSensor) -> TrueCurve:
        """What that sensor would show."""
        return {"garmin-hrm": self.chest, "garmin-wrist": self.wrist, "stryd": self.stryd}[sensor]


def draw_runner(seed: int) -> SimulatedRunner:
    """The runner of a seed (>= 0); always the same one."""
    rng = generator(seed, _RUNNER_STREAM)
    chest = _chest_view(rng)
    beat, balance, mass, rest, speed, gain, gct_drift, vo_drift = _standard(rng, 8)
    heart_rate_max_bpm = round(188.0 + 8.0 * beat)
    return SimulatedRunner(
        chest=chest,
        wrist=_wrist_view(chest, rng),
        stryd=_stryd_view(chest, rng),
        gct_balance_left_pct=50.0 + balance,
        mass_kg=round(66.0 + 7.0 * mass, 1),
        heart_rate_rest_bpm=round(52.0 + 5.0 * rest),
        heart_rate_max_bpm=heart_rate_max_bpm,
        heart_rate_threshold_bpm=round(heart_rate_max_bpm * (0.89 + 0.02 * rng.random())),
        threshold_speed_mps=3.75 + 0.25 * speed,
        threshold_gain_per_week_frac=0.001 * (1.0 + gain),
        gct_drift_per_100_days_frac=0.008 * gct_drift,
        vo_drift_per_100_days_frac=0.012 * vo_drift,
    )


def _chest_view(rng: np.random.Generator) -> TrueCurve:
    level, other, gct_slope, vo_slope, cadence, cadence_slope = _standard(rng, 6)
    vo_level = _LEVEL_CORRELATION * level + math.sqrt(1.0 - _LEVEL_CORRELATION**2) * other
    return TrueCurve(
        gct_at_3mps_ms=267.0 * math.exp(0.08 * level),
        gct_slope=-0.38 + 0.10 * gct_slope,
        vo_at_3mps_cm=9.1 * math.exp(0.145 * vo_level),
        vo_slope=0.15 + 0.28 * vo_slope,
        cadence_at_3mps_spm=167.0 * math.exp(0.031 * cadence),
        cadence_slope=0.12 + 0.02 * cadence_slope,
    )


def _wrist_view(chest: TrueCurve, rng: np.random.Generator) -> TrueCurve:
    gct, slope, vo = _standard(rng, 3)
    return replace(
        chest.moved(gct_log_frac=0.01 + 0.03 * gct, vo_log_frac=0.08 * vo),
        gct_slope=chest.gct_slope - 0.05 + 0.04 * slope,
    )


def _stryd_view(chest: TrueCurve, rng: np.random.Generator) -> TrueCurve:
    """Contact time hardly differs between runners there; oscillation reads 1.1-3.3 cm lower."""
    gct, slope, vo_slope = _standard(rng, 3)
    return replace(
        chest,
        gct_at_3mps_ms=265.0 * math.exp(0.025 * gct),
        gct_slope=-0.59 + 0.12 * slope,
        vo_at_3mps_cm=max(5.0, chest.vo_at_3mps_cm - (1.1 + 2.2 * rng.random())),
        vo_slope=0.14 + 0.12 * vo_slope,
    )


def _standard(rng: np.random.Generator, n: int) -> Iterator[float]:
    """Standard normal draws held within two standard deviations: no caricatures."""
    yield from np.clip(rng.standard_normal(n), -2.0, 2.0).tolist()


def _relative_frac(speed_mps: FloatArray | float) -> FloatArray:
    return np.asarray(speed_mps, dtype=np.float64) / CURVE_SPEED_MPS
