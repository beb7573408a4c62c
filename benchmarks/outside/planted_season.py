"""What is drawn for a whole planted season: days, shoes, surfaces, sensors, sizes of effects.

`planted` makes the kilometres of it.
"""

from dataclasses import dataclass, fields
from typing import Final, Literal

import numpy as np

from benchmarks.outside.runner import METRICS, Floats, Runner, autoregressive, stream
from benchmarks.outside.season import (
    AFTER_BREAK_DAYS,
    DAY_FREEDOM,
    DAY_PERSISTENCE,
    HARD,
    KINDS,
    Kind,
    climate_c,
    student,
)

Effect = Literal[
    "up",
    "down",
    "heat",
    "fatigue",
    "shoe",
    "surface",
    "sensor",
    "season",
    "break",
    "day",
    "noise",
]
EFFECTS: Final[tuple[Effect, ...]] = (
    "up",
    "down",
    "heat",
    "fatigue",
    "shoe",
    "surface",
    "sensor",
    "season",
    "break",
    "day",
    "noise",
)
"""All shares of a kilometre. Their sum is the logarithm of the recorded over the curve's value."""

EXPLAINED: Final[tuple[Effect, ...]] = ("up", "down", "heat", "fatigue", "shoe", "sensor")
"""The effects whose sum is the explained share of a run."""

Collinear = Literal["heat_with_season", "shoes_with_date", "shoe_with_sensor"]
Drawn = Literal["drawn", "always", "never"]

MOST_RUNS: Final = 200
BREAK_DAYS: Final = 35
SHOE_SD: Final = np.array([0.008, 0.012, 0.003])
SURFACE_SD: Final = np.array([0.010, 0.015, 0.004])
BLOCK_SD: Final = np.array([0.010, 0.012, 0.003])
HEATING_C: Final = 12.0
FAST_SHOE_FRAC: Final = 0.7


@dataclass(frozen=True, kw_only=True)
class PlantedOptions:
    """What a season holds. A switch takes a share away and moves no other number at all.

    The label stays: without `shoe` the pairs are still written down, without `heat` it is as warm
    and the runner as slow, without `break_` the days off are the same. `season` holds the year's
    wave, the drift and the training block. `long_break` and `new_sensor` say whether there is one:
    the former moves dates and with them season and weather, the latter nothing but the sensor.
    `double_sensor_runs`: from the change on, so many files carry the old sensor beside the new one.
    """

    up: bool = True
    down: bool = True
    heat: bool = True
    fatigue: bool = True
    shoe: bool = True
    surface: bool = True
    sensor: bool = True
    season: bool = True
    break_: bool = True
    day: bool = True
    noise: bool = True
    double_sensor_runs: int = 0
    new_sensor: Drawn = "drawn"
    long_break: Drawn = "drawn"
    collinear: Collinear | None = None

    def holds(self, effect: Effect) -> bool:
        """Say whether an effect is planted."""
        return bool(getattr(self, "break_" if effect == "break" else effect))

    def without(self, effect: Effect) -> "PlantedOptions":
        """Return the same options with one effect switched off."""
        kept = {item.name: getattr(self, item.name) for item in fields(self)}
        return PlantedOptions(**(kept | {"break_" if effect == "break" else effect: False}))


@dataclass(frozen=True)
class Coefficients:
    """The runner's own sizes for GCT, VO and cadence, in natural logarithms; 0 where switched off.

    `up_per_grade`, `down_per_grade`: per metre of climb (descent) per metre run. `heat_per_c`: per
    degree of air above `comfort_c`; on the watch that is `comfort_c + watch_warmth_c`.
    `fatigue_per_hour`: per hour at 0.8 of threshold; a minute at another intensity counts
    (intensity / 0.8)^4 times, the ratio cut to 0.7..1.5. `shoes`, `surfaces`, `sensors`: offsets,
    of which only differences can be seen (the first sensor is 0). `season_amplitude`, `_phase`:
    sine of the year; `drift_per_100_days` grows from the first run; `block_step` from `block_run`
    on. `after_break` fades with 15 days from the first run after the break.
    """

    up_per_grade: Floats
    down_per_grade: Floats
    heat_per_c: Floats
    comfort_c: float
    watch_warmth_c: float
    fatigue_per_hour: Floats
    shoes: dict[str, Floats]
    surfaces: dict[str, Floats]
    sensors: dict[str, Floats]
    season_amplitude: Floats
    season_phase: Floats
    drift_per_100_days: Floats
    block_step: Floats
    after_break: Floats


@dataclass(frozen=True)
class Plan:
    """All that is decided before the first run: dates, kinds, weather, labels."""

    runs: int
    days: Floats
    hours: Floats
    kinds: tuple[Kind, ...]
    ambient_c: Floats
    warming_c_per_hour: Floats
    heart_bpm: Floats
    shoes: tuple[str, ...]
    surfaces: tuple[str, ...]
    sensors: tuple[str, str]
    changed_sensor_at: int | None
    break_before: int | None
    together_at: int

    def hundreds_of_days(self, run: int) -> float:
        """Return the time since the season's first run."""
        return float(self.days[run] - self.days[0]) / 100.0

    def sensor_of(self, run: int) -> str:
        """Return the sensor that counts in a run."""
        changed = self.changed_sensor_at is not None and run >= self.changed_sensor_at
        return self.sensors[int(changed)]


def draw_plan(runner: Runner, options: PlantedOptions, runs: int) -> Plan:
    """Draw a season's days, weather and labels; 80 runs take 8 to 10 months."""
    rng = stream(runner.seed, runner.index, 20)
    gaps = 1.0 + rng.poisson(float(rng.uniform(3.0, 3.75)) - 1.0, MOST_RUNS)
    gaps[0] = 0.0
    hours = rng.choice([6, 7, 8, 12, 17, 18, 19], MOST_RUNS).astype(float)
    weather_c = rng.normal(0.0, 3.5, MOST_RUNS)
    warming = rng.uniform(-0.5, 1.5, MOST_RUNS)
    heart_bpm = rng.normal(0.0, 2.5, MOST_RUNS)
    kinds = _draw_kinds(rng)
    together_at = int(runs * rng.uniform(0.35, 0.60))
    places = rng.integers(24, 46, 2)
    break_before = _place(options.long_break, runner.break_before_run, int(places[0]), runs)
    changed_at = _place(options.new_sensor, runner.device_change_run, int(places[1]), runs)
    if options.collinear == "shoe_with_sensor":
        changed_at = together_at
    if break_before is not None:
        gaps[break_before] = BREAK_DAYS
    days = runner.first_day + np.cumsum(gaps)
    climate = [climate_c(runner, int(d), int(h)) for d, h in zip(days, hours, strict=True)]
    only_warmer = options.collinear == "heat_with_season"
    return Plan(
        runs=runs,
        days=days,
        hours=hours,
        kinds=kinds,
        ambient_c=_rising(runner, days, runs) if only_warmer else np.array(climate) + weather_c,
        warming_c_per_hour=0.0 * warming if only_warmer else warming,
        heart_bpm=heart_bpm,
        shoes=_draw_shoes(runner, options, kinds, together_at),
        surfaces=_draw_surfaces(runner, kinds),
        sensors=_sensor_names(runner),
        changed_sensor_at=changed_at,
        break_before=break_before,
        together_at=together_at,
    )


def _rising(runner: Runner, days: Floats, runs: int) -> Floats:
    """Return an air that only gets warmer, day by day, from the runner's comfort on."""
    past_frac = (days - days[0]) / (days[runs - 1] - days[0])
    return np.asarray(runner.comfort_c + HEATING_C * past_frac)


def _place(wanted: Drawn, drawn: int | None, otherwise: int, runs: int) -> int | None:
    """Return the run at which something happens, None where it does not within the season."""
    run = otherwise if wanted == "always" and drawn is None else drawn
    return None if wanted == "never" or run is None or run >= runs else run


def _draw_kinds(rng: np.random.Generator) -> tuple[Kind, ...]:
    names = list(KINDS)
    drawn = [names[i] for i in rng.choice(len(names), MOST_RUNS, p=list(KINDS.values()))]
    for run in range(1, MOST_RUNS):
        if drawn[run] in HARD and drawn[run - 1] in HARD:
            drawn[run] = "easy"
    return tuple(drawn)


def _draw_shoes(
    runner: Runner, options: PlantedOptions, kinds: tuple[Kind, ...], together_at: int
) -> tuple[str, ...]:
    """Draw who wears what: 2-4 pairs, the later ones bought on the way, for half one is fast."""
    rng = stream(runner.seed, runner.index, 21)
    pairs = int(rng.integers(2, 5))
    bought = (0, 0, int(rng.integers(12, 28)), int(rng.integers(28, 44)))
    likes = rng.dirichlet(np.full(pairs, 4.0))
    has_fast = bool(rng.random() < 0.5)
    chances = rng.random((MOST_RUNS, 2))
    if options.collinear in ("shoes_with_date", "shoe_with_sensor"):
        return tuple(f"shoe-{1 + int(run >= together_at)}" for run in range(MOST_RUNS))
    worn = []
    for run, (first, second) in enumerate(chances):
        likely = likes * (np.array(bought[:pairs]) <= run)
        pair = int(np.searchsorted(np.cumsum(likely) / likely.sum(), first))
        if has_fast and kinds[run] in HARD and second < FAST_SHOE_FRAC:
            pair = 1
        worn.append(f"shoe-{pair + 1}")
    return tuple(worn)


def _draw_surfaces(runner: Runner, kinds: tuple[Kind, ...]) -> tuple[str, ...]:
    """Draw what is run on: asphalt alone for 60 % of runners; hard days are always on asphalt."""
    rng = stream(runner.seed, runner.index, 22)
    only_asphalt = bool(rng.random() < 0.6)
    share = float(rng.uniform(0.2, 0.5))
    chances = rng.random(MOST_RUNS)
    runs_on = []
    for kind, chance in zip(kinds, chances, strict=True):
        limit = share + 0.3 * (kind == "hilly")
        soft = not only_asphalt and kind not in HARD and chance < limit
        runs_on.append("trail" if soft else "asphalt")
    return tuple(runs_on)


def _sensor_names(runner: Runner) -> tuple[str, str]:
    names = [f"sensor-{device.strap_serial or device.watch_serial}" for device in runner.devices]
    return names[0], names[1]


def draw_coefficients(runner: Runner, options: PlantedOptions, plan: Plan) -> Coefficients:
    """Draw the sizes of shoes and surfaces; all others are the runner's. Switched off is 0."""
    rng, effects = stream(runner.seed, runner.index, 23), runner.effects
    shoes = rng.normal(size=(4, len(METRICS))) * SHOE_SD
    trail = rng.normal(size=len(METRICS)) * SURFACE_SD
    block = rng.normal(size=len(METRICS)) * BLOCK_SD
    if options.collinear != "shoes_with_date":
        block = np.zeros(len(METRICS))
    held = {effect: float(options.holds(effect)) for effect in EFFECTS}
    pairs = sorted(set(plan.shoes[: plan.runs]))
    return Coefficients(
        up_per_grade=held["up"] * effects.up_per_grade,
        down_per_grade=held["down"] * effects.down_per_grade,
        heat_per_c=held["heat"] * effects.heat_per_c,
        comfort_c=runner.comfort_c,
        watch_warmth_c=runner.watch_warmth_c,
        fatigue_per_hour=held["fatigue"] * effects.fatigue_per_hour,
        shoes={name: held["shoe"] * shoes[int(name[-1]) - 1] for name in pairs},
        surfaces={"asphalt": np.zeros(len(METRICS)), "trail": held["surface"] * trail},
        sensors={
            plan.sensors[0]: np.zeros(len(METRICS)),
            plan.sensors[1]: held["sensor"] * effects.sensor_bias,
        },
        season_amplitude=held["season"] * effects.season_amplitude,
        season_phase=effects.season_phase,
        drift_per_100_days=held["season"] * effects.drift_per_100_days,
        block_step=held["season"] * block,
        after_break=held["break"] * effects.after_break,
    )


def day_effects(runner: Runner, options: PlantedOptions) -> Floats:
    """Return what all kilometres of a run share, by the law of `season.day_effects`."""
    innovations = student(stream(runner.seed, runner.index, 24), DAY_FREEDOM, MOST_RUNS + 20)
    sizes = runner.effects.day_sd * float(options.day)
    return np.asarray(sizes[:, None] * autoregressive(innovations, DAY_PERSISTENCE, MOST_RUNS))


def whole_run_shares(plan: Plan, sizes: Coefficients, run: int) -> dict[Effect, Floats]:
    """Return the shares that hold for every kilometre of a run, but for that of the day."""
    angle = 2 * np.pi * plan.days[run] / 365.25 + sizes.season_phase
    drift = sizes.drift_per_100_days * plan.hundreds_of_days(run)
    block = sizes.block_step * float(run >= plan.together_at)
    left_frac = 0.0
    if plan.break_before is not None and run >= plan.break_before:
        since_days = plan.days[run] - plan.days[plan.break_before]
        left_frac = float(np.exp(-since_days / AFTER_BREAK_DAYS))
    return {
        "shoe": sizes.shoes[plan.shoes[run]],
        "surface": sizes.surfaces[plan.surfaces[run]],
        "sensor": sizes.sensors[plan.sensor_of(run)],
        "season": sizes.season_amplitude * np.sin(angle) + drift + block,
        "break": sizes.after_break * left_frac,
    }
