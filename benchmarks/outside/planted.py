"""Seasons kilometre by kilometre, with every effect's share beside every number.

Runners, curves, sizes of effects, landscapes and weather are those of `runner` and `season`. Added
here: shoes, surfaces, a second sensor in the same file, and cases in which two effects cannot be
told apart. README.md ("What moved the number") has the parameters and what is measured with them.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from benchmarks.outside.planted_season import (
    EFFECTS,
    EXPLAINED,
    MOST_RUNS,
    Coefficients,
    Effect,
    Plan,
    PlantedOptions,
    day_effects,
    draw_coefficients,
    draw_plan,
    whole_run_shares,
)
from benchmarks.outside.runner import (
    METRICS,
    Floats,
    Runner,
    autoregressive,
    make_runner,
    step_length_m,
    stream,
    vertical_ratio_pct,
)
from benchmarks.outside.season import (
    FIRST_DATE,
    Block,
    Kind,
    Part,
    Route,
    blocks_of,
    route_of,
    student,
)
from benchmarks.outside.seconds import EASY_INTENSITY, SPLIT_FREEDOM, SPLIT_PERSISTENCE
from hakaru.running.splits import Role, Split

KILOMETRE_M: Final = 1_000.0
POINTS: Final = 40
"""Points of the landscape in a kilometre."""

STEEPEST: Final = 0.15
CLIMB_NOISE_M: Final = 0.8
PACE_SD: Final = 0.009
SPEED_RUN_SD: Final = 0.004
SPEED_KM_SD: Final = 0.010 * float(np.sqrt(1.8 / 0.2))
"""1 % a second with AR 0.8, before it is divided by the root of a kilometre's seconds."""

SECOND_KM_FACTOR: Final = float(np.sqrt(1.4 / 0.6))
"""What an AR of 0.4 adds to the noise of a mean of many seconds."""

SENSOR_OWN_SD: Final = np.array([0.004, 0.008, 0.001])
"""How far two sensors in the same file differ from kilometre to kilometre beside their offset."""

JOG_INTENSITY: Final = 0.70
ROLES: Final[dict[Part, Role]] = {
    "warm_up": "warmup",
    "steady": "main",
    "work": "main",
    "recovery": "recovery",
    "cool_down": "cooldown",
}


@dataclass(frozen=True)
class SplitTruth:
    """What stands behind the kilometres of a run: a row per metric, a column per split.

    `up_frac` and `down_frac` are metres of climb and descent per metre, `fatigue_h` hours at 0.8 of
    threshold since the start, at the kilometre's middle.
    """

    speed_mps: Floats
    up_frac: Floats
    down_frac: Floats
    ambient_c: Floats
    above_comfort_c: Floats
    intensity: Floats
    fatigue_h: Floats
    curve: Floats
    shares: dict[Effect, Floats]


@dataclass(frozen=True)
class PlantedRun:
    """One run: what a product may be given, and apart from it `truth`.

    `other_splits` are the same kilometres by `other_sensor`, where two recorded at once.
    """

    index: int
    day: int
    started_at: datetime
    kind: Kind
    sensor: str
    shoe: str
    surface: str
    splits: tuple[Split, ...]
    other_sensor: str | None
    other_splits: tuple[Split, ...]
    after_long_break: bool
    truth: SplitTruth = field(repr=False)

    def mean_share(self, effect: Effect) -> Floats:
        """Return an effect's mean over the run's target splits, one number per metric."""
        return np.asarray(self.truth.shares[effect][:, self.targets].mean(axis=1))

    @property
    def targets(self) -> NDArray[np.bool_]:
        """Which splits speak for the run: not warm-up and cool-down of a tempo or an interval."""
        return np.array([split.is_target is not False for split in self.splits])


@dataclass(frozen=True)
class PlantedSeason:
    """A runner's season. Given: `runs` without their truth, `threshold_shown_mps`."""

    runner: Runner
    options: PlantedOptions
    threshold_shown_mps: float
    changed_sensor_at: int | None
    break_before: int | None
    coefficients: Coefficients
    runs: tuple[PlantedRun, ...]

    def run_shares(self, effect: Effect) -> Floats:
        """Return an effect's mean share in each run: metrics x runs."""
        return np.stack([run.mean_share(effect) for run in self.runs], axis=1)

    def explained(self, effects: tuple[Effect, ...] = EXPLAINED) -> Floats:
        """Return each run's explained share against the runner's own mean run: metrics x runs."""
        total = np.sum([self.run_shares(effect) for effect in effects], axis=0)
        return np.asarray(total - total.mean(axis=1, keepdims=True))


def by_metric(rows: Floats) -> dict[str, Floats]:
    """Name the rows of shares and add VR, whose share is that of VO and of cadence together."""
    gct, vo, cadence = rows
    return {"gct": gct, "vo": vo, "vr": np.asarray(vo + cadence), "cadence": cadence}


def make_planted(
    seed: int, index: int, *, runs: int = 80, options: PlantedOptions | None = None
) -> PlantedSeason:
    """Draw runner `index` of a seed and the first `runs` (at most 200) of the season.

    A shorter season is the beginning of the longer one, but for `collinear` cases.
    """
    if not 2 <= runs <= MOST_RUNS:
        raise ValueError(f"a season has 2 to {MOST_RUNS} runs, not {runs}")
    options = options or PlantedOptions()
    runner = make_runner(seed, index)
    plan = draw_plan(runner, options, runs)
    coefficients = draw_coefficients(runner, options, plan)
    noise = day_effects(runner, options)
    made = [
        _make_run(_Season(runner, options, plan, coefficients, noise), number)
        for number in range(runs)
    ]
    shown = float(np.exp(stream(seed, index, 27).normal(0.0, 0.03)))
    return PlantedSeason(
        runner=runner,
        options=options,
        threshold_shown_mps=runner.threshold_mps * shown,
        changed_sensor_at=plan.changed_sensor_at,
        break_before=plan.break_before,
        coefficients=coefficients,
        runs=tuple(made),
    )


@dataclass(frozen=True)
class _Season:
    runner: Runner
    options: PlantedOptions
    plan: Plan
    coefficients: Coefficients
    day_shares: Floats


@dataclass(frozen=True)
class _Course:
    """A run's kilometres before anything is measured; `jog_s` is what is jogged before each."""

    part: tuple[Part, ...]
    repetition: tuple[int | None, ...]
    wanted: Floats
    jog_s: Floats


def _course(runner: Runner, kind: Kind, number: int) -> _Course:
    """Cut a training into whole kilometres; repetitions are of a kilometre with jogs between."""
    blocks = blocks_of(runner, kind, number)
    if kind == "intervals":
        blocks = _repetitions(runner, number)
    part: list[Part] = []
    repetition: list[int | None] = []
    wanted: list[float] = []
    jogs: list[float] = []
    jog_s = 0.0
    for block in blocks:
        if block.part == "recovery":
            jog_s = float(block.seconds)
            continue
        metres = block.seconds * block.intensity * runner.threshold_mps
        kilometres = max(1, round(metres / KILOMETRE_M))
        part += [block.part] * kilometres
        wanted += [block.intensity] * kilometres
        jogs += [jog_s] + [0.0] * (kilometres - 1)
        is_repetition = kind == "intervals" and block.part == "work"
        count = sum(n is not None for n in repetition)
        repetition += [count + 1 if is_repetition else None] * kilometres
        jog_s = 0.0
    return _Course(tuple(part), tuple(repetition), np.array(wanted), np.array(jogs))


def _repetitions(runner: Runner, number: int) -> tuple[Block, ...]:
    rng = stream(runner.seed, runner.index, 25, number)
    form, times = float(rng.normal(1.0, 0.015)), int(rng.integers(4, 7))
    seconds = round(KILOMETRE_M / (1.05 * form * runner.threshold_mps))
    repetition = (Block("work", seconds, 1.05 * form), Block("recovery", 120, JOG_INTENSITY))
    return (
        Block("warm_up", 900, 0.76 * form),
        *(repetition * times)[:-1],
        Block("cool_down", 600, 0.74 * form),
    )


@dataclass(frozen=True)
class _Land:
    """The slope of each kilometre: what it rises and falls per metre, and what it costs."""

    up_frac: Floats
    down_frac: Floats
    cost: Floats
    slowing: Floats


def _land(route: Route, kilometres: int) -> _Land:
    points = (np.arange(kilometres * POINTS) + 0.5) * KILOMETRE_M / POINTS
    grade = np.clip(route.grade(points), -STEEPEST, STEEPEST).reshape(kilometres, POINTS)
    cost = np.where(grade > 0, 1.0 + 5.0 * grade, np.maximum(1.0 + 2.5 * grade, 0.7))
    return _Land(
        up_frac=np.maximum(grade, 0.0).mean(axis=1),
        down_frac=np.maximum(-grade, 0.0).mean(axis=1),
        cost=cost.mean(axis=1),
        slowing=(cost**0.6).mean(axis=1),
    )


@dataclass(frozen=True)
class _Motion:
    """How the kilometres went: the watch's speed makes their times, the true one their form."""

    speed_mps: Floats
    shown_mps: Floats
    start_s: Floats
    duration_s: Floats
    jog_s: Floats


def _move(season: _Season, number: int, course: _Course, land: _Land) -> _Motion:
    runner, plan = season.runner, season.plan
    rng = stream(runner.seed, runner.index, 26, number)
    count = course.wanted.size
    fitness = runner.faster_per_100_days * plan.hundreds_of_days(number)
    heat = 1.0 - 0.0035 * max(0.0, float(plan.ambient_c[number]) - runner.comfort_c)
    flat = course.wanted * runner.threshold_mps * np.exp(fitness) * heat
    speed = flat / land.slowing * np.exp(PACE_SD * rng.normal(size=count))
    of_run = float(rng.normal(0.0, SPEED_RUN_SD))
    of_km = SPEED_KM_SD * np.sqrt(speed / KILOMETRE_M) * rng.normal(size=count)
    shown = speed * np.exp(of_run + of_km)
    duration = KILOMETRE_M / shown
    start = np.cumsum(duration + course.jog_s) - duration
    return _Motion(speed, shown, start, duration, course.jog_s)


def _make_run(season: _Season, number: int) -> PlantedRun:
    runner, plan = season.runner, season.plan
    kind = plan.kinds[number]
    course = _course(runner, kind, number)
    land = _land(route_of(runner, kind, number), course.wanted.size)
    motion = _move(season, number, course, land)
    truth = _truth(season, number, motion, land)
    rng = stream(runner.seed, runner.index, 28, number)
    bare = _Recorded(season, number, course, motion, truth, rng).splits()
    logs = truth.curve + np.sum([truth.shares[effect] for effect in EFFECTS], axis=0)
    other = _other_sensor(season, number)
    between = rng.normal(size=logs.shape) * SENSOR_OWN_SD[:, None] * season.options.noise
    others: tuple[Split, ...] = ()
    if other is not None:
        offsets = season.coefficients.sensors
        shift = offsets[other] - offsets[plan.sensor_of(number)]
        others = _with_form(bare, logs + shift[:, None] + between, motion.shown_mps)
    clock = timedelta(days=int(plan.days[number]), hours=int(plan.hours[number]))
    return PlantedRun(
        index=number,
        day=int(plan.days[number]),
        started_at=FIRST_DATE + clock,
        kind=kind,
        sensor=plan.sensor_of(number),
        shoe=plan.shoes[number],
        surface=plan.surfaces[number],
        splits=_with_form(bare, logs, motion.shown_mps),
        other_sensor=other,
        other_splits=others,
        after_long_break=number == plan.break_before,
        truth=truth,
    )


def _other_sensor(season: _Season, number: int) -> str | None:
    """Return the old sensor where it was worn beside the new one."""
    changed_at = season.plan.changed_sensor_at
    if changed_at is None:
        return None
    both = changed_at <= number < changed_at + season.options.double_sensor_runs
    return season.plan.sensors[0] if both else None


def _truth(season: _Season, number: int, motion: _Motion, land: _Land) -> SplitTruth:
    runner, plan = season.runner, season.plan
    middle_h = (motion.start_s + motion.duration_s / 2) / 3600.0
    ambient = plan.ambient_c[number] + plan.warming_c_per_hour[number] * middle_h
    fitness = runner.faster_per_100_days * plan.hundreds_of_days(number)
    threshold_mps = runner.threshold_mps * np.exp(fitness)
    intensity = land.cost * motion.speed_mps / threshold_mps
    above = np.maximum(ambient - runner.comfort_c, 0.0)
    tired_h = _hours_at_easy(motion, intensity)
    coefficients = season.coefficients
    changing: dict[Effect, Floats] = {
        "up": np.outer(coefficients.up_per_grade, land.up_frac),
        "down": np.outer(coefficients.down_per_grade, land.down_frac),
        "heat": np.outer(coefficients.heat_per_c, above),
        "fatigue": np.outer(coefficients.fatigue_per_hour, tired_h),
        "noise": _noise(season, number, motion.duration_s),
    }
    same = np.ones(intensity.size)
    of_run = whole_run_shares(plan, coefficients, number)
    of_run["day"] = season.day_shares[:, number]
    constant = {name: np.outer(share, same) for name, share in of_run.items()}
    return SplitTruth(
        speed_mps=motion.speed_mps,
        up_frac=land.up_frac,
        down_frac=land.down_frac,
        ambient_c=ambient,
        above_comfort_c=above,
        intensity=intensity,
        fatigue_h=tired_h,
        curve=runner.log_form(motion.speed_mps),
        shares=changing | constant,
    )


def _hours_at_easy(motion: _Motion, intensity: Floats) -> Floats:
    """Return the hours at 0.8 of threshold that the run was worth at each kilometre's middle."""
    weight = _weight(intensity)
    jogged = motion.jog_s * float(_weight(np.array([JOG_INTENSITY]))[0])
    spent = weight * motion.duration_s
    return np.asarray((np.cumsum(spent + jogged) - spent / 2) / 3600.0)


def _weight(intensity: Floats) -> Floats:
    return np.asarray(np.clip(intensity / EASY_INTENSITY, 0.7, 1.5) ** 4)


def _noise(season: _Season, number: int, duration_s: Floats) -> Floats:
    """Return the noise of kilometres, and what is left of that of seconds in their means."""
    runner, count = season.runner, duration_s.size
    rng = stream(runner.seed, runner.index, 29, number)
    slow = autoregressive(student(rng, SPLIT_FREEDOM, count + 15), SPLIT_PERSISTENCE, count)
    quick = SECOND_KM_FACTOR / np.sqrt(duration_s) * rng.normal(size=(len(METRICS), count))
    effects = runner.effects
    noise = effects.split_sd[:, None] * slow + effects.second_sd[:, None] * quick
    return np.asarray(noise * float(season.options.noise))


@dataclass(frozen=True)
class _Recorded:
    """What a watch writes of a run, beside its form."""

    season: _Season
    number: int
    course: _Course
    motion: _Motion
    truth: SplitTruth
    rng: np.random.Generator

    def splits(self) -> tuple[Split, ...]:
        """Return the kilometres without their form."""
        truth, motion, parts = self.truth, self.motion, self.course.part
        count = truth.speed_mps.size
        errors_m = CLIMB_NOISE_M * self.rng.normal(size=(2, count))
        gain_m = np.maximum(truth.up_frac * KILOMETRE_M + errors_m[0], 0.0)
        loss_m = np.maximum(truth.down_frac * KILOMETRE_M + errors_m[1], 0.0)
        beats = self._heart(self.rng.normal(0.0, 0.6, count))
        shown_c = truth.ambient_c + self.season.runner.watch_warmth_c
        return tuple(
            Split(
                split_index=k + 1,
                kind="km" if self.course.repetition[k] is None else "lap",
                start_elapsed_s=float(motion.start_s[k]),
                end_elapsed_s=float(motion.start_s[k] + motion.duration_s[k]),
                distance_m=KILOMETRE_M,
                running_s=float(motion.duration_s[k]),
                running_distance_m=KILOMETRE_M,
                speed_mps=float(motion.shown_mps[k]),
                heart_rate_bpm=float(beats[k]),
                heart_rate_max_bpm=float(beats[k]) + 5.0,
                elevation_gain_m=float(gain_m[k]),
                elevation_loss_m=float(loss_m[k]),
                grade_pct=float(gain_m[k] - loss_m[k]) / KILOMETRE_M * 100.0,
                temperature_c=float(shown_c[k]),
                coverage_frac=1.0,
                role=self._role(k),
                role_source="speed" if len(set(parts)) > 1 else "whole_run",
                rep_index=self.course.repetition[k],
                is_target=parts[k] in ("steady", "work"),
            )
            for k in range(count)
        )

    def _role(self, k: int) -> Role:
        return "work" if self.course.repetition[k] is not None else ROLES[self.course.part[k]]

    def _heart(self, wobble: Floats) -> Floats:
        runner, truth, plan = self.season.runner, self.truth, self.season.plan
        reserve = runner.maximum_bpm - runner.resting_bpm
        hours = self.motion.start_s / 3600.0
        effort = 0.88 * np.clip(truth.intensity, 0.4, 1.12) + 0.02 * hours
        beats = runner.resting_bpm + reserve * effort + 0.6 * truth.above_comfort_c + wobble
        return np.asarray(np.clip(beats + plan.heart_bpm[self.number], 60.0, runner.maximum_bpm))


def _with_form(splits: tuple[Split, ...], logs: Floats, shown_mps: Floats) -> tuple[Split, ...]:
    """Add the form: VR and step length follow from VO, cadence and the watch's speed."""
    gct_ms, vo_mm, cadence_spm = np.exp(logs)
    step_m = step_length_m(shown_mps, cadence_spm)
    ratio_pct = vertical_ratio_pct(vo_mm, step_m)
    return tuple(
        replace(
            split,
            gct_ms=float(gct_ms[k]),
            vo_cm=float(vo_mm[k]) / 10.0,
            vr_pct=float(ratio_pct[k]),
            cadence_spm=float(cadence_spm[k]),
            step_length_cm=100.0 * float(step_m[k]),
        )
        for k, split in enumerate(splits)
    )


Maker = Callable[[int, int], PlantedSeason]


def heat_with_season(seed: int, index: int, *, runs: int = 80) -> PlantedSeason:
    """It gets warmer by the day, from the runner's comfort to 12 degrees above, and never cooler:
    heat and a drift of the season cannot be told apart."""
    options = PlantedOptions(collinear="heat_with_season")
    return make_planted(seed, index, runs=runs, options=options)


def shoes_with_date(seed: int, index: int, *, runs: int = 80) -> PlantedSeason:
    """One pair until a day, another from then on, and a training block begins that same day."""
    options = PlantedOptions(collinear="shoes_with_date")
    return make_planted(seed, index, runs=runs, options=options)


def shoe_with_sensor(seed: int, index: int, *, runs: int = 80) -> PlantedSeason:
    """One pair and one sensor until a day, another pair and another sensor from then on."""
    options = PlantedOptions(collinear="shoe_with_sensor")
    return make_planted(seed, index, runs=runs, options=options)


def long_break(seed: int, index: int, *, runs: int = 80) -> PlantedSeason:
    """Every runner has 35 days without a run."""
    return make_planted(seed, index, runs=runs, options=PlantedOptions(long_break="always"))


def new_sensor(seed: int, index: int, *, runs: int = 80, double: int = 0) -> PlantedSeason:
    """Every runner changes the sensor; `double` files from then on carry both."""
    options = PlantedOptions(new_sensor="always", double_sensor_runs=double)
    return make_planted(seed, index, runs=runs, options=options)


def without(effect: Effect) -> Maker:
    """Return the maker of seasons that lack one effect and differ in nothing else."""
    return partial(make_planted, options=PlantedOptions().without(effect))


RUNNERS: Final = 40
SWITCHED: Final[tuple[Effect, ...]] = (*EXPLAINED, "surface", "season")
"""The effects of which "none planted" is asked."""

EXPERIMENTS: Final[dict[str, Maker]] = {
    "ordinary": make_planted,
    **{f"without_{effect}": without(effect) for effect in SWITCHED},
    "without_sensor": partial(
        make_planted, options=PlantedOptions(new_sensor="always").without("sensor")
    ),
    "heat_with_season": heat_with_season,
    "shoes_with_date": shoes_with_date,
    "shoe_with_sensor": shoe_with_sensor,
    "long_break": long_break,
    "new_sensor": new_sensor,
    "new_sensor_double_2": partial(new_sensor, double=2),
}
"""Seasons of forty runners, by name: `EXPERIMENTS[name](seed, index)`."""
