"""A run in 1-Hz columns and laps, with the truth beside every number that a watch would write."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from benchmarks.outside.runner import (
    METRICS,
    Curve,
    Floats,
    Runner,
    autoregressive,
    step_length_m,
    stream,
    vertical_ratio_pct,
)
from benchmarks.outside.season import PlannedRun, Season, student

LAP_M: Final = 1_000.0
SPLIT_PERSISTENCE: Final = 0.5
SPLIT_FREEDOM: Final = 4
SECOND_PERSISTENCE: Final = 0.4
EASY_INTENSITY: Final = 0.8
SYSTEMATIC: Final = (
    "curve",
    "grade",
    "fatigue",
    "heat",
    "season",
    "drift",
    "break",
    "sensor",
)
"""Effects that have a cause. What else moves a metric: planted, day, split, second."""


@dataclass(frozen=True)
class Columns:
    """What a watch records, one row a second; NaN where the sensor dropped out."""

    elapsed_s: Floats
    distance_m: Floats
    speed_mps: Floats
    altitude_m: Floats
    heart_rate_bpm: Floats
    cadence_spm: Floats
    gct_ms: Floats
    vo_mm: Floats
    vr_pct: Floats
    step_length_m: Floats
    power_w: Floats | None
    temperature_c: Floats


@dataclass(frozen=True)
class Truth:
    """What stands behind the columns. `shares` maps an effect to logarithms, a row per metric.

    A row is as long as the run, or of length one where an effect is the same in every second.
    """

    speed_mps: Floats
    grade: Floats
    altitude_m: Floats
    ambient_c: Floats
    part: tuple[str, ...]
    shares: dict[str, Floats]
    step_ms: Floats

    def expected_log(self, *, planted: bool = False) -> Floats:
        """Return the logarithms of GCT, VO and cadence without any noise."""
        names = (*SYSTEMATIC, "planted") if planted else SYSTEMATIC
        total = np.zeros((len(METRICS), self.speed_mps.size))
        for name in names:
            total = total + self.shares[name]
        return total

    def expected(self, *, planted: bool = False) -> dict[str, Floats]:
        """Return each metric's value without noise; step length and VR follow from the others."""
        gct, vo, cadence = np.exp(self.expected_log(planted=planted))
        step = step_length_m(self.speed_mps, cadence)
        return {
            "gct_ms": gct + (self.step_ms if planted else 0.0),
            "vo_mm": vo,
            "cadence_spm": cadence,
            "step_length_m": step,
            "vr_pct": vertical_ratio_pct(vo, step),
        }

    def mean_share(self, effect: str) -> dict[str, float]:
        """Return an effect's mean over the run for GCT, VO, VR and cadence, in logarithms."""
        gct, vo, cadence = (float(row.mean()) for row in self.shares[effect])
        return {"gct": gct, "vo": vo, "cadence": cadence, "vr": vo + cadence}


@dataclass(frozen=True)
class Lap:
    """A lap of one kilometre (the last is what remained): rows `first` to before `end`.

    Climb and descent are the true ones; the form is the mean over the lap's seconds.
    """

    number: int
    first: int
    end: int
    duration_s: float
    distance_m: float
    climb_m: float
    descent_m: float
    speed_mps: float
    heart_rate_bpm: float
    cadence_spm: float
    gct_ms: float
    vo_mm: float
    vr_pct: float


@dataclass(frozen=True)
class Run:
    """One run: the columns, the laps and the truth."""

    runner: Runner
    plan: PlannedRun
    columns: Columns
    laps: tuple[Lap, ...]
    truth: Truth


def runs_of(season: Season) -> Iterator[Run]:
    """Yield a season's runs in the order of time, one in memory at a time."""
    for plan in season.runs:
        yield make_run(season, plan.index)


def make_run(season: Season, index: int) -> Run:
    """Return one run second by second; no other run of the season is needed for it."""
    runner, plan = season.runner, season.runs[index]
    rng = stream(runner.seed, runner.index, 2, index)
    speed, grade, altitude, part = _motion(runner, plan, rng)
    hours = np.arange(speed.size) / 3600.0
    ambient = plan.ambient_c + plan.warming_c_per_hour * hours
    intensity = _cost_of(grade) * speed / (runner.threshold_mps * np.exp(plan.fitness))
    shares = {name: value[:, None] for name, value in plan.shares.items()}
    shares |= _changing_shares(season, speed, grade, ambient, intensity)
    shares |= _noise(runner, plan, np.cumsum(speed))
    step_ms = np.zeros(speed.size)
    for step in plan.steps_inside:
        step_ms[step.start_s : step.start_s + step.duration_s] += step.step_ms
    truth = Truth(speed, grade, altitude, ambient, part, shares, step_ms)
    columns = _record(runner, plan, truth, intensity)
    return Run(runner, plan, columns, _laps(columns, altitude), truth)


def _motion(
    runner: Runner, plan: PlannedRun, rng: np.random.Generator
) -> tuple[Floats, Floats, Floats, tuple[str, ...]]:
    """Run the blocks over the land: slower uphill, in heat and by an uneven pace."""
    part = tuple(b.part for b in plan.blocks for _ in range(b.seconds))
    wanted = np.concatenate([np.full(b.seconds, b.intensity) for b in plan.blocks])
    heat = 1.0 - 0.0035 * max(0.0, plan.ambient_c - runner.comfort_c)
    flat = wanted * runner.threshold_mps * np.exp(plan.fitness) * heat
    turns = np.concatenate([np.full(20, flat[0]), flat])
    kernel = np.exp(-np.arange(21) / 4.0)
    flat = np.convolve(turns, kernel / kernel.sum(), "valid")
    count, persistence = flat.size, float(np.exp(-1.0 / 60.0))
    wander = autoregressive(rng.normal(size=count + 415), persistence, count)
    flat = flat * np.exp(0.015 * wander)
    # Where the runner is depends on how fast he was; twice is enough for slopes this gentle.
    distance = np.cumsum(flat)
    for _ in range(2):
        distance = np.cumsum(flat / _cost_of(plan.route.grade(distance)) ** 0.6)
    speed = np.diff(distance, prepend=0.0)
    return speed, plan.route.grade(distance), plan.route.altitude_m(distance), part


def _cost_of(grade: Floats) -> Floats:
    """Return the cost of running on a slope against the flat."""
    return np.asarray(np.where(grade > 0, 1.0 + 5.0 * grade, np.maximum(1.0 + 2.5 * grade, 0.7)))


def _changing_shares(
    season: Season, speed: Floats, grade: Floats, ambient: Floats, intensity: Floats
) -> dict[str, Floats]:
    """Return the effects with a cause that change from second to second."""
    runner, options, effects = season.runner, season.options, season.runner.effects
    steep = np.clip(grade, -0.15, 0.15)
    slope = effects.up_per_grade[:, None] * np.maximum(steep, 0.0)
    slope = slope + effects.down_per_grade[:, None] * np.maximum(-steep, 0.0)
    growing = np.clip(intensity / EASY_INTENSITY, 0.7, 1.5) ** 4
    tired = effects.fatigue_per_hour[:, None] * np.cumsum(growing) / 3600.0
    hot = effects.heat_per_c[:, None] * np.maximum(ambient - runner.comfort_c, 0.0)
    nothing = np.zeros((len(METRICS), 1))
    return {
        "curve": runner.log_form(speed),
        "grade": slope if options.grade else nothing,
        "fatigue": tired if options.fatigue else nothing,
        "heat": hot if options.heat else nothing,
    }


def _noise(runner: Runner, plan: PlannedRun, distance_m: Floats) -> dict[str, Floats]:
    """Return the noise of kilometres and of seconds."""
    rng = stream(runner.seed, runner.index, 7, plan.index)
    whole = int(distance_m[-1] // LAP_M) + 1
    splits = autoregressive(student(rng, SPLIT_FREEDOM, whole + 15), SPLIT_PERSISTENCE, whole)
    middles = (np.arange(whole) + 0.5) * LAP_M
    knots = np.linalg.solve(_averaging(whole), splits.T).T
    smooth = np.stack([np.interp(distance_m, middles, row) for row in knots])
    count = distance_m.size
    quick = autoregressive(rng.normal(size=(3, count + 12)), SECOND_PERSISTENCE, count)
    return {
        "split": runner.effects.split_sd[:, None] * smooth,
        "second": runner.effects.second_sd[:, None] * quick,
    }


def _averaging(count: int) -> Floats:
    """Return the matrix from values at the middles of kilometres to the kilometres' averages.

    Between the middles the noise runs straight, so that no kilometre begins with a jump, and
    each whole kilometre's average is the drawn number itself.
    """
    matrix = np.diag(np.full(count, 0.75))
    matrix += np.diag(np.full(count - 1, 0.125), 1) + np.diag(np.full(count - 1, 0.125), -1)
    matrix[0, 0] += 0.125
    matrix[-1, -1] += 0.125
    return matrix


def _record(runner: Runner, plan: PlannedRun, truth: Truth, intensity: Floats) -> Columns:
    """Return what the watch writes: form, speed, height and heart, each with its noise."""
    rng = stream(runner.seed, runner.index, 8, plan.index)
    count = truth.speed_mps.size
    logs = truth.expected_log(planted=True)
    for name in ("day", "split", "second"):
        logs = logs + truth.shares[name]
    gct, vo, cadence = np.exp(logs)
    gps = autoregressive(rng.normal(size=count + 30), 0.8, count)
    speed = truth.speed_mps * np.exp(float(rng.normal(0.0, 0.004)) + 0.010 * gps)
    step = step_length_m(speed, cadence)
    ratio = vertical_ratio_pct(vo, step)
    air = autoregressive(rng.normal(size=count + 500), 0.99, count)
    lost = rng.random(count) < 0.003
    power = None
    if runner.has_power:
        work = 1.04 * _cost_of(truth.grade) ** 0.8 * truth.speed_mps
        power = runner.mass_kg * work * np.exp(0.03 * rng.normal(size=count))
    return Columns(
        elapsed_s=np.arange(1.0, count + 1.0),
        distance_m=np.cumsum(speed),
        speed_mps=speed,
        altitude_m=truth.altitude_m + 0.15 * air,
        heart_rate_bpm=_heart(runner, plan, truth, intensity, rng),
        cadence_spm=cadence,
        gct_ms=np.where(lost, np.nan, gct + truth.step_ms),
        vo_mm=np.where(lost, np.nan, vo),
        vr_pct=np.where(lost, np.nan, ratio),
        step_length_m=step,
        power_w=power,
        temperature_c=truth.ambient_c + runner.watch_warmth_c,
    )


def _heart(
    runner: Runner,
    plan: PlannedRun,
    truth: Truth,
    intensity: Floats,
    rng: np.random.Generator,
) -> Floats:
    """Return a heart rate that follows the effort with a lag, and rises with time and heat."""
    reserve = runner.maximum_bpm - runner.resting_bpm
    kernel = np.exp(-np.arange(200) / 40.0)
    effort = np.concatenate([np.full(199, 0.45), 0.88 * np.clip(intensity, 0.4, 1.12)])
    followed = np.convolve(effort, kernel / kernel.sum(), "valid")
    hours = np.arange(intensity.size) / 3600.0
    hot = 0.6 * np.maximum(truth.ambient_c - runner.comfort_c, 0.0)
    wobble = autoregressive(rng.normal(size=intensity.size + 100), 0.95, intensity.size)
    beats = runner.resting_bpm + reserve * (followed + 0.02 * hours) + hot + wobble
    return np.clip(beats + plan.heart_day_bpm, 60.0, runner.maximum_bpm)


def _laps(columns: Columns, true_altitude_m: Floats) -> tuple[Lap, ...]:
    """Cut a run at each kilometre of the watch's distance."""
    last = columns.distance_m[-1]
    marks = np.arange(LAP_M, last, LAP_M)
    ends = [*(np.searchsorted(columns.distance_m, marks) + 1).tolist(), columns.distance_m.size]
    laps, first = [], 0
    for number, end in enumerate(dict.fromkeys(ends)):
        laps.append(_lap(columns, true_altitude_m, number, first, end))
        first = end
    return tuple(laps)


def _lap(columns: Columns, true_altitude_m: Floats, number: int, first: int, end: int) -> Lap:
    here = slice(first, end)
    rise = np.diff(true_altitude_m[max(first - 1, 0) : end])
    before = columns.distance_m[first - 1] if first else 0.0
    distance = float(columns.distance_m[end - 1] - before)
    return Lap(
        number=number,
        first=first,
        end=end,
        duration_s=float(end - first),
        distance_m=distance,
        climb_m=float(rise[rise > 0].sum()),
        descent_m=float(-rise[rise < 0].sum()),
        speed_mps=distance / (end - first),
        heart_rate_bpm=float(columns.heart_rate_bpm[here].mean()),
        cadence_spm=float(columns.cadence_spm[here].mean()),
        gct_ms=mean_of(columns.gct_ms[here]),
        vo_mm=mean_of(columns.vo_mm[here]),
        vr_pct=mean_of(columns.vr_pct[here]),
    )


def mean_of(values: Floats) -> float:
    """Return the mean of what was recorded, NaN where nothing was."""
    known = values[~np.isnan(values)]
    return float(known.mean()) if known.size else float("nan")


@dataclass(frozen=True)
class StepSeries:
    """Contact time second by second at an even speed, with at most one step planted."""

    elapsed_s: Floats
    speed_mps: Floats
    gct_ms: Floats
    start_s: int | None
    duration_s: int
    step_ms: float


def step_series(
    seed: int,
    noise_ms: float,
    duration_s: int,
    step_ms: float = 40.0,
    noise: Literal["white", "heavy"] = "white",
    length_s: int = 1_800,
) -> StepSeries:
    """Return a series with a step of some seconds; a duration of 0 plants nothing.

    White noise is normal and independent; heavy noise is AR 0.4 with t4 innovations. Both have
    `noise_ms` as their standard deviation. The step begins two minutes from either end or more.
    """
    rng = stream(seed, 9)
    pace = autoregressive(rng.normal(size=length_s + 415), float(np.exp(-1 / 60)), length_s)
    speed = 3.0 * np.exp(0.015 * pace)
    curve = Curve(level=float(rng.uniform(230.0, 290.0)), slope=-0.40, bend=-0.10)
    start = int(rng.integers(120, length_s - 120 - duration_s))
    drawn = rng.normal(size=length_s)
    if noise == "heavy":
        innovations = rng.standard_t(4, size=length_s + 20) / np.sqrt(2.0)
        drawn = autoregressive(innovations, SECOND_PERSISTENCE, length_s)
    gct = np.exp(curve.log_at(speed)) + noise_ms * drawn
    gct[start : start + duration_s] += step_ms
    return StepSeries(
        elapsed_s=np.arange(1.0, length_s + 1.0),
        speed_mps=speed,
        gct_ms=gct,
        start_s=start if duration_s else None,
        duration_s=duration_s,
        step_ms=step_ms if duration_s else 0.0,
    )
