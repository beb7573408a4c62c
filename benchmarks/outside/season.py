"""A season of one runner: when, what and where is run, and what holds for a whole run."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final, Literal

import numpy as np

from benchmarks.outside.runner import METRICS, Device, Floats, Runner, autoregressive, stream

Metric = Literal["gct", "vo", "vr"]
Kind = Literal["easy", "long", "tempo", "intervals", "hilly", "race"]
Part = Literal["warm_up", "steady", "work", "recovery", "cool_down"]

RUNS: Final = 60
DAY_PERSISTENCE: Final = 0.3
DAY_FREEDOM: Final = 5
FIRST_DATE: Final = datetime(2025, 1, 1, tzinfo=UTC)
AFTER_BREAK_DAYS: Final = 15.0
FARTHEST_SD: Final = 6.0
LONG_BREAK_DAYS: Final = 33
"""A gap of this many days or more between two runs is the long break."""

TOGETHER: Final = np.array([[1.0, 0.2, -0.5], [0.2, 1.0, -0.4], [-0.5, -0.4, 1.0]])
"""How the noise of GCT, VO and cadence goes together: slower steps stay longer and bounce more."""

KINDS: Final[dict[Kind, float]] = {
    "easy": 0.50,
    "long": 0.12,
    "tempo": 0.13,
    "intervals": 0.12,
    "hilly": 0.08,
    "race": 0.05,
}
HARD: Final[tuple[Kind, ...]] = ("tempo", "intervals", "race")


@dataclass(frozen=True)
class Options:
    """What a season holds; a switch takes an effect away and moves no other number.

    Only `long_break` also moves the dates (and with them season and weather) of later runs.
    """

    day_sd: float | None = None
    heat: bool = True
    season: bool = True
    drift: bool = True
    fatigue: bool = True
    grade: bool = True
    device_change: bool = True
    long_break: bool = True


@dataclass(frozen=True)
class OneRun:
    """A single run that differs by `percent` in one metric."""

    run: int
    percent: float
    metric: Metric = "gct"


@dataclass(frozen=True)
class Lasting:
    """A difference of `percent` from a run on, for good."""

    from_run: int
    percent: float
    metric: Metric = "gct"


@dataclass(frozen=True)
class Trend:
    """A change that grows evenly (in logarithms) to `percent` over some weeks, and stays."""

    from_run: int
    percent: float
    metric: Metric = "gct"
    weeks: float = 8.0


@dataclass(frozen=True)
class StepInside:
    """Seconds of one run with contact time longer by `step_ms`."""

    run: int
    start_s: int
    duration_s: int
    step_ms: float = 40.0


Change = OneRun | Lasting | Trend | StepInside


@dataclass(frozen=True)
class Block:
    """A part of a training: so many seconds at a share of threshold speed."""

    part: Part
    seconds: int
    intensity: float


@dataclass(frozen=True)
class Route:
    """A landscape: a sum of waves in altitude over distance."""

    heights_m: Floats
    lengths_m: Floats
    phases: Floats
    base_m: float

    def altitude_m(self, distance_m: Floats) -> Floats:
        """Return the true altitude along the route."""
        angle = 2 * np.pi * distance_m[:, None] / self.lengths_m + self.phases
        return np.asarray(self.base_m + np.sin(angle) @ self.heights_m)

    def grade(self, distance_m: Floats) -> Floats:
        """Return the slope along the route (0.05 is 5 % uphill)."""
        angle = 2 * np.pi * distance_m[:, None] / self.lengths_m + self.phases
        return np.asarray(np.cos(angle) @ (2 * np.pi * self.heights_m / self.lengths_m))


@dataclass(frozen=True)
class PlannedRun:
    """All that is known of a run before its first second; `shares` are natural logarithms."""

    index: int
    day: int
    start: datetime
    gap_days: int
    kind: Kind
    blocks: tuple[Block, ...]
    route: Route
    device: Device
    ambient_c: float
    warming_c_per_hour: float
    fitness: float
    heart_day_bpm: float
    shares: dict[str, Floats]
    steps_inside: tuple[StepInside, ...]

    @property
    def after_long_break(self) -> bool:
        """Say whether this is the first run after the long break."""
        return self.gap_days >= LONG_BREAK_DAYS


@dataclass(frozen=True)
class Season:
    """A runner's planned runs in the order of time, with what was planted."""

    runner: Runner
    options: Options
    changes: tuple[Change, ...]
    runs: tuple[PlannedRun, ...]


def make_season(
    runner: Runner, options: Options | None = None, changes: tuple[Change, ...] = ()
) -> Season:
    """Plan a runner's season. The same runner's noise is the same whatever is planted."""
    options = options or Options()
    calendar = _draw_calendar(runner, options)
    noise = day_effects(runner, options)
    planned = []
    for index in range(RUNS):
        shares = _whole_run_shares(runner, options, calendar.days, index)
        shares["day"] = noise[:, index]
        shares["planted"] = _planted(changes, calendar.days, index)
        steps = tuple(c for c in changes if isinstance(c, StepInside) and c.run == index)
        planned.append(_plan_run(runner, options, calendar, index, shares, steps))
    return Season(runner, options, changes, tuple(planned))


def day_effects(runner: Runner, options: Options | None = None) -> Floats:
    """Return what each run shares in all its seconds: one row per metric, one column per run.

    Innovations are multivariate t (5 degrees of freedom, unit variance, correlated as TOGETHER),
    an AR(1) of 0.3 from run to run, times the runner's own standard deviations.
    """
    rng = stream(runner.seed, runner.index, 3)
    innovations = student(rng, DAY_FREEDOM, RUNS + 20)
    sizes = runner.effects.day_sd
    if options is not None and options.day_sd is not None:
        sizes = options.day_sd * np.array([1.0, 1.0, 0.35])
    return np.asarray(sizes[:, None] * autoregressive(innovations, DAY_PERSISTENCE, RUNS))


def student(rng: np.random.Generator, freedom: int, count: int) -> Floats:
    """Draw correlated Student-t numbers of unit variance, one row per metric.

    Beyond six sd (one draw in some thousand) they are cut off: contact that is 40 % off is no run.
    """
    normal = np.linalg.cholesky(TOGETHER) @ rng.normal(size=(len(METRICS), count))
    mixing = np.sqrt(rng.chisquare(freedom, count) / freedom)
    drawn = normal / mixing * np.sqrt((freedom - 2) / freedom)
    return np.asarray(np.clip(drawn, -FARTHEST_SD, FARTHEST_SD))


@dataclass(frozen=True)
class _Calendar:
    days: Floats
    gaps: Floats
    hours: Floats
    seconds: Floats
    kinds: tuple[Kind, ...]
    weather_c: Floats
    warming_c_per_hour: Floats
    heart_bpm: Floats


def _draw_calendar(runner: Runner, options: Options) -> _Calendar:
    """Draw the days of the runs, the kind, the start and the weather of each."""
    rng = stream(runner.seed, runner.index, 1)
    gaps = 1 + rng.poisson(7.0 / runner.runs_per_week - 1.0, RUNS)
    short_rests = rng.random(RUNS) < 0.03
    gaps = gaps + short_rests * rng.integers(6, 12, RUNS)
    gaps[0] = 0
    if options.long_break and runner.break_before_run is not None:
        gaps[runner.break_before_run] = runner.break_days
    return _Calendar(
        days=runner.first_day + np.cumsum(gaps.astype(float)),
        gaps=gaps.astype(float),
        hours=rng.choice([6, 7, 8, 12, 17, 18, 19], RUNS).astype(float),
        seconds=rng.integers(0, 3600, RUNS).astype(float),
        kinds=_kinds(rng),
        weather_c=rng.normal(0.0, 3.5, RUNS),
        warming_c_per_hour=rng.uniform(-0.5, 1.5, RUNS),
        heart_bpm=rng.normal(0.0, 2.5, RUNS),
    )


def _plan_run(
    runner: Runner,
    options: Options,
    calendar: _Calendar,
    index: int,
    shares: dict[str, Floats],
    steps_inside: tuple[StepInside, ...],
) -> PlannedRun:
    day, hour = int(calendar.days[index]), int(calendar.hours[index])
    kind = calendar.kinds[index]
    clock = timedelta(days=day, hours=hour, seconds=int(calendar.seconds[index]))
    return PlannedRun(
        index=index,
        day=day,
        start=FIRST_DATE + clock,
        gap_days=int(calendar.gaps[index]),
        kind=kind,
        blocks=blocks_of(runner, kind, index),
        route=route_of(runner, kind, index),
        device=runner.devices[_changed(runner, options, index)],
        ambient_c=climate_c(runner, day, hour) + float(calendar.weather_c[index]),
        warming_c_per_hour=float(calendar.warming_c_per_hour[index]),
        fitness=runner.faster_per_100_days * (day - runner.first_day) / 100.0,
        heart_day_bpm=float(calendar.heart_bpm[index]),
        shares=shares,
        steps_inside=steps_inside,
    )


def _kinds(rng: np.random.Generator) -> tuple[Kind, ...]:
    """Draw kinds of training; a hard day is never followed by another."""
    names = list(KINDS)
    drawn = [names[i] for i in rng.choice(len(names), RUNS, p=list(KINDS.values()))]
    for index in range(1, RUNS):
        if drawn[index] in HARD and drawn[index - 1] in HARD:
            drawn[index] = "easy"
    return tuple(drawn)


def climate_c(runner: Runner, day: int, hour: int) -> float:
    """Return the climate's temperature: coldest in late January, warmest in the afternoon."""
    year = np.cos(2 * np.pi * (day - 24) / 365.25)
    clock = 2.0 if 12 <= hour <= 18 else -2.0
    return float(runner.climate_mean_c - runner.climate_amplitude_c * year + clock)


def _changed(runner: Runner, options: Options, index: int) -> bool:
    change_at = runner.device_change_run
    return options.device_change and change_at is not None and index >= change_at


def _whole_run_shares(
    runner: Runner, options: Options, days: Floats, index: int
) -> dict[str, Floats]:
    effects = runner.effects
    nothing = np.zeros(len(METRICS))
    angle = 2 * np.pi * days[index] / 365.25 + effects.season_phase
    since_first = (days[index] - days[0]) / 100.0
    back, detrained = runner.break_before_run, nothing
    if options.long_break and back is not None and index >= back:
        detrained = effects.after_break * np.exp(-(days[index] - days[back]) / AFTER_BREAK_DAYS)
    return {
        "season": effects.season_amplitude * np.sin(angle) if options.season else nothing,
        "drift": effects.drift_per_100_days * since_first if options.drift else nothing,
        "break": detrained,
        "sensor": effects.sensor_bias if _changed(runner, options, index) else nothing,
    }


def _planted(changes: tuple[Change, ...], days: Floats, index: int) -> Floats:
    """Add up what was planted on this run; a planted VR is a planted VO at the same steps."""
    total = np.zeros(len(METRICS))
    for change in changes:
        if isinstance(change, StepInside):
            continue
        grown = 1.0
        if isinstance(change, OneRun):
            grown = float(index == change.run)
        elif isinstance(change, Lasting):
            grown = float(index >= change.from_run)
        else:
            since = days[index] - days[change.from_run]
            grown = float(np.clip(since / (7.0 * change.weeks), 0.0, 1.0))
        total[0 if change.metric == "gct" else 1] += grown * np.log1p(change.percent / 100.0)
    return total


def blocks_of(runner: Runner, kind: Kind, index: int) -> tuple[Block, ...]:
    """Draw a training of this kind, in parts of steady effort."""
    rng = stream(runner.seed, runner.index, 5, index)
    form = float(rng.normal(1.0, 0.015))
    easy = 0.80 * form
    if kind == "race":
        metres, pace = ((5_000, 1.07), (10_000, 1.02), (21_098, 0.965))[int(rng.integers(3))]
        seconds = round(metres / (pace * form * runner.threshold_mps))
        return (Block("work", seconds, pace * form),)
    if kind == "tempo":
        minutes = int(rng.integers(18, 33))
        tempo = float(rng.uniform(0.94, 1.0)) * form
        return (
            Block("warm_up", 780, 0.95 * easy),
            Block("work", 60 * minutes, tempo),
            Block("cool_down", 600, 0.93 * easy),
        )
    if kind == "intervals":
        return _repetitions(runner, rng, form)
    low, high = {"easy": (32, 60), "long": (80, 121), "hilly": (45, 76)}[kind]
    slower = {"easy": 1.0, "long": 0.97, "hilly": 0.98}[kind]
    return (Block("steady", 60 * int(rng.integers(low, high)), slower * easy),)


def _repetitions(runner: Runner, rng: np.random.Generator, form: float) -> tuple[Block, ...]:
    """Draw repetitions of 400, 800 or 1,000 m with jogs between them."""
    metres, pace, jog_s, times = (
        (400, 1.13, 75, int(rng.integers(8, 13))),
        (800, 1.08, 110, int(rng.integers(5, 8))),
        (1_000, 1.05, 120, int(rng.integers(4, 7))),
    )[int(rng.integers(3))]
    seconds = round(metres / (pace * form * runner.threshold_mps))
    repetition = (Block("work", seconds, pace * form), Block("recovery", jog_s, 0.70 * form))
    return (
        Block("warm_up", 900, 0.76 * form),
        *(repetition * times)[:-1],
        Block("cool_down", 600, 0.74 * form),
    )


def route_of(runner: Runner, kind: Kind, index: int) -> Route:
    """Choose one of the runner's routes: hard days are flat, hilly ones are not."""
    rng = stream(runner.seed, runner.index, 6, index)
    number = 0 if kind in HARD else 3 if kind == "hilly" else int(rng.integers(0, 3))
    land = stream(runner.seed, runner.index, 4, number)
    rise = (1.5, 7.0, 14.0, 22.0)[number] * float(land.uniform(0.7, 1.3))
    lengths = land.uniform((350.0, 900.0, 2_200.0), (600.0, 1_600.0, 4_000.0))
    heights = rise * np.array([0.10, 0.30, 1.0]) * land.uniform(0.6, 1.4, 3)
    return Route(
        heights_m=heights,
        lengths_m=lengths,
        phases=land.uniform(0.0, 2 * np.pi, 3),
        base_m=float(land.uniform(20.0, 300.0)),
    )
