"""One runner: curves of form over speed, and every effect's own size, drawn by a seed."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

METRICS: Final = ("gct", "vo", "cadence")
"""The three primary metrics. Step length and vertical ratio are derived from them and speed."""

REFERENCE_SPEED_MPS: Final = 3.0
"""Where a curve has its level."""

FIRST_SEED: Final = 1911
"""The seed of every figure that is shown; 1912 and 1913 say how far it spreads."""


@dataclass(frozen=True)
class Curve:
    """A log-quadratic in log speed: `bend` is what a power law cannot follow."""

    level: float
    slope: float
    bend: float

    def log_at(self, speed_mps: Floats) -> Floats:
        """Return the logarithm of the metric at these speeds."""
        x = np.log(speed_mps / REFERENCE_SPEED_MPS)
        return np.asarray(np.log(self.level) + self.slope * x + self.bend * x * x)

    def log_slope_at(self, speed_mps: float) -> float:
        """Return the local exponent at this speed."""
        return self.slope + 2 * self.bend * float(np.log(speed_mps / REFERENCE_SPEED_MPS))


@dataclass(frozen=True)
class Device:
    """A watch and, for some, the strap that measures form (numbers of the public profile)."""

    watch_product: int
    watch_serial: int
    strap_product: int | None
    strap_serial: int | None


@dataclass(frozen=True)
class Effects:
    """A runner's own sizes of effects, each for the primary metrics in natural logarithms."""

    day_sd: Floats
    split_sd: Floats
    second_sd: Floats
    up_per_grade: Floats
    down_per_grade: Floats
    fatigue_per_hour: Floats
    heat_per_c: Floats
    season_amplitude: Floats
    season_phase: Floats
    drift_per_100_days: Floats
    after_break: Floats
    sensor_bias: Floats


@dataclass(frozen=True)
class Runner:
    """A runner with all traits that stay for a season; nothing in here depends on a single run."""

    seed: int
    index: int
    height_m: float
    mass_kg: float
    threshold_mps: float
    faster_per_100_days: float
    gct_ms: Curve
    vo_mm: Curve
    cadence_spm: Curve
    effects: Effects
    comfort_c: float
    climate_mean_c: float
    climate_amplitude_c: float
    watch_warmth_c: float
    resting_bpm: float
    maximum_bpm: float
    runs_per_week: float
    first_day: int
    has_power: bool
    devices: tuple[Device, Device]
    device_change_run: int | None
    break_before_run: int | None
    break_days: int

    def curves(self) -> tuple[Curve, Curve, Curve]:
        """Return the curves in the order of METRICS."""
        return self.gct_ms, self.vo_mm, self.cadence_spm

    def log_form(self, speed_mps: Floats) -> Floats:
        """Return the logarithms of the primary metrics at these speeds, one row per metric."""
        return np.stack([curve.log_at(speed_mps) for curve in self.curves()])


def stream(seed: int, *place: int) -> np.random.Generator:
    """Return the random numbers of one place; what another place draws never moves them."""
    return np.random.default_rng(np.random.SeedSequence(entropy=seed, spawn_key=place))


def within(rng: np.random.Generator, mean: float, spread: float, low: float, high: float) -> float:
    """Draw from a normal distribution cut off at both ends."""
    while True:
        value = float(rng.normal(mean, spread))
        if low <= value <= high:
            return value


def step_length_m(speed_mps: Floats, cadence_spm: Floats) -> Floats:
    """Return the length of a step: cadence x step length = speed."""
    return np.asarray(60.0 * speed_mps / cadence_spm)


def vertical_ratio_pct(vo_mm: Floats, step_m: Floats) -> Floats:
    """Return vertical ratio: VO / step length."""
    return np.asarray(vo_mm / (10.0 * step_m))


def make_runner(seed: int, index: int) -> Runner:
    """Draw runner number `index` of a seed."""
    rng = stream(seed, index, 0)
    height_m = within(rng, 1.72, 0.08, 1.52, 1.92)
    gct_ms, vo_mm, cadence_spm = _draw_until(rng, height_m)
    break_at = int(rng.integers(20, 51)) if rng.random() < 0.4 else None
    change_at = int(rng.integers(20, 46)) if rng.random() < 0.4 else None
    return Runner(
        seed=seed,
        index=index,
        height_m=height_m,
        mass_kg=within(rng, 21.5, 1.8, 17.5, 27.0) * height_m**2,
        threshold_mps=within(rng, 3.6, 0.35, 2.9, 4.6),
        faster_per_100_days=float(rng.normal(0.010, 0.015)),
        gct_ms=gct_ms,
        vo_mm=vo_mm,
        cadence_spm=cadence_spm,
        effects=_draw_effects(rng),
        comfort_c=within(rng, 17.0, 2.0, 13.0, 21.0),
        climate_mean_c=within(rng, 13.0, 2.5, 8.0, 18.0),
        climate_amplitude_c=within(rng, 9.0, 1.5, 6.0, 12.0),
        watch_warmth_c=float(rng.uniform(0.0, 2.0)),
        resting_bpm=within(rng, 52.0, 5.0, 40.0, 66.0),
        maximum_bpm=within(rng, 186.0, 8.0, 168.0, 204.0),
        runs_per_week=float(rng.uniform(2.5, 5.0)),
        first_day=int(rng.integers(0, 400)),
        has_power=bool(rng.random() < 0.5),
        devices=_draw_devices(rng),
        device_change_run=change_at,
        break_before_run=break_at,
        break_days=int(rng.integers(33, 38)),
    )


def _draw_until(rng: np.random.Generator, height_m: float) -> tuple[Curve, Curve, Curve]:
    """Draw curves until they are those of a person over every speed that is run."""
    while True:
        gct_ms = Curve(
            level=258.0 * float(np.exp(within(rng, 0.0, 0.06, -0.14, 0.14))),
            slope=within(rng, -0.40, 0.10, -0.60, -0.18),
            bend=within(rng, -0.10, 0.15, -0.40, 0.30),
        )
        vo_mm = Curve(
            level=88.0 * float(np.exp(within(rng, 0.0, 0.10, -0.25, 0.25))),
            slope=within(rng, 0.32, 0.12, 0.05, 0.60),
            bend=within(rng, -0.10, 0.15, -0.40, 0.30),
        )
        cadence_spm = Curve(
            level=within(rng, 168.0 - 60.0 * (height_m - 1.72), 5.0, 150.0, 188.0),
            slope=within(rng, 0.12, 0.04, 0.03, 0.22),
            bend=within(rng, 0.05, 0.04, 0.0, 0.15),
        )
        if _is_a_person(gct_ms, vo_mm, cadence_spm):
            return gct_ms, vo_mm, cadence_spm


def _is_a_person(gct_ms: Curve, vo_mm: Curve, cadence_spm: Curve) -> bool:
    """Say whether contact falls, the ratio falls and the duty factor stays in its range."""
    duty = gct_ms.level * cadence_spm.level / 120_000.0
    ends = (2.0, 5.6)
    contact_falls = all(-0.85 < gct_ms.log_slope_at(v) < -0.05 for v in ends)
    bounces = all(-0.10 < vo_mm.log_slope_at(v) < 0.90 for v in ends)
    ratio_falls = all(
        vo_mm.log_slope_at(v) + cadence_spm.log_slope_at(v) - 1.0 < -0.05 for v in ends
    )
    return 0.32 <= duty <= 0.41 and contact_falls and bounces and ratio_falls


def _draw_effects(rng: np.random.Generator) -> Effects:
    day = float(rng.uniform(0.01, 0.03))
    vo_day = float(np.clip(day * rng.uniform(0.8, 1.2), 0.01, 0.03))
    return Effects(
        day_sd=np.array([day, vo_day, 0.35 * day]),
        split_sd=_uniform(rng, (0.006, 0.008, 0.003), (0.018, 0.020, 0.008)),
        second_sd=_uniform(rng, (0.012, 0.020, 0.006), (0.035, 0.050, 0.015)),
        up_per_grade=rng.normal((0.30, -2.0, 0.30), (0.40, 0.50, 0.10)),
        down_per_grade=rng.normal((-0.20, 0.50, -0.10), (0.30, 0.40, 0.10)),
        fatigue_per_hour=rng.normal((0.010, 0.003, -0.004), (0.008, 0.008, 0.003)),
        heat_per_c=np.array(
            [
                within(rng, 0.0018, 0.0008, 0.0, 0.004),
                float(rng.normal(-0.0005, 0.0005)),
                float(rng.normal(-0.0003, 0.0002)),
            ]
        ),
        season_amplitude=_uniform(rng, (0.0, 0.0, 0.0), (0.012, 0.012, 0.004)),
        season_phase=rng.uniform(0.0, 2 * np.pi, 3),
        drift_per_100_days=rng.normal((-0.002, 0.0, 0.001), (0.005, 0.005, 0.002)),
        after_break=rng.normal((0.010, -0.003, -0.003), (0.008, 0.008, 0.003)),
        sensor_bias=_draw_bias(rng),
    )


def _draw_bias(rng: np.random.Generator) -> Floats:
    """Draw what a new sensor reads besides the old one: never too little to be a change."""
    sides = rng.choice((-1.0, 1.0), 2)
    sizes = (rng.uniform(0.015, 0.060), rng.uniform(0.020, 0.100))
    return np.array([sides[0] * sizes[0], sides[1] * sizes[1], 0.0])


def _uniform(rng: np.random.Generator, low: tuple[float, ...], high: tuple[float, ...]) -> Floats:
    return np.asarray(rng.uniform(low, high))


def _draw_devices(rng: np.random.Generator) -> tuple[Device, Device]:
    """Draw the device of the season's start and the one that follows it."""
    serials = [int(n) for n in rng.integers(3_300_000_000, 3_499_999_999, 4)]
    watches = [int(n) for n in rng.choice((3113, 3906, 3992, 4257, 4315), 2, replace=False)]
    straps = [int(n) for n in rng.choice((1752, 2327, 3300, 4130), 2, replace=False)]
    if rng.random() < 0.7:
        return (
            Device(watches[0], serials[0], straps[0], serials[2]),
            Device(watches[0], serials[0], straps[1], serials[3]),
        )
    if rng.random() < 0.5:
        return (
            Device(watches[0], serials[0], None, None),
            Device(watches[0], serials[0], straps[0], serials[2]),
        )
    return (
        Device(watches[0], serials[0], None, None),
        Device(watches[1], serials[1], None, None),
    )


def autoregressive(innovations: Floats, persistence: float, count: int) -> Floats:
    """Return the last `count` values of an AR(1) of unit variance over the last axis.

    What stands before them in `innovations` warms it up, so that the first value is as any other.
    """
    reach = innovations.shape[-1] - count + 1
    kernel = np.sqrt(1.0 - persistence**2) * persistence ** np.arange(reach)
    rows = [np.convolve(row, kernel, "valid") for row in np.atleast_2d(innovations)]
    return np.asarray(np.stack(rows).reshape((*innovations.shape[:-1], count)))
