"""The named experiments: what is planted in whose season, fixed before anything is measured."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, Literal

from benchmarks.outside.runner import FIRST_SEED, Runner, make_runner, stream
from benchmarks.outside.season import (
    RUNS,
    Change,
    Lasting,
    OneRun,
    Options,
    Season,
    StepInside,
    Trend,
    make_season,
)
from benchmarks.outside.seconds import StepSeries, step_series

RUNNERS: Final = 40
FIRST_ALTERED: Final = 20
ALTERED_EVERY: Final = 4
TREND_FROM: Final = 15
STEP_NOISE_MS: Final = (4.0, 5.0, 6.0, 7.0, 8.0, 9.0)
STEP_DURATIONS_S: Final = (6, 8, 10, 15, 20, 30, 45, 60)
STEP_SERIES_EACH: Final = 50
STEPLESS_SERIES_EACH: Final = 20
EVEN: Final = Options(heat=False, season=False, drift=False, device_change=False, long_break=False)
SAME_DEVICE: Final = Options(device_change=False, long_break=False)


def altered_runs(runner: Runner) -> tuple[int, ...]:
    """Return the runs (counted from 0) that are asked in an altered version: ten a runner.

    Each is asked alone: the runs before it are the ordinary ones, and none after it is known.
    """
    first = FIRST_ALTERED + runner.index % ALTERED_EVERY
    return tuple(range(first, RUNS, ALTERED_EVERY))


def lasting_from(runner: Runner) -> int:
    """Return the run (counted from 0) from which a lasting change holds: the 26th to the 40th."""
    return 25 + int(stream(runner.seed, runner.index, 10).integers(0, 15))


def _none(_: Runner) -> tuple[Change, ...]:
    return ()


def _lasting(percent: float) -> Callable[[Runner], tuple[Change, ...]]:
    return lambda runner: (Lasting(lasting_from(runner), percent),)


@dataclass(frozen=True)
class Experiment:
    """Seasons of forty runners with the same thing asked of each."""

    name: str
    options: Options
    changes: Callable[[Runner], tuple[Change, ...]]

    def season(self, index: int, seed: int = FIRST_SEED) -> Season:
        """Return the season of one runner."""
        runner = make_runner(seed, index)
        return make_season(runner, self.options, self.changes(runner))

    def seasons(self, seed: int = FIRST_SEED, runners: int = RUNNERS) -> Iterator[Season]:
        """Yield the seasons of all runners."""
        for index in range(runners):
            yield self.season(index, seed)


def _named() -> tuple[Experiment, ...]:
    lasting = [
        Experiment(
            f"lasting_day_{size}",
            Options(day_sd=size / 100, device_change=False, long_break=False),
            _lasting(5.0),
        )
        for size in (1, 2, 3)
    ]
    return (
        Experiment("ordinary", Options(), _none),
        Experiment("lasting", SAME_DEVICE, _lasting(5.0)),
        *lasting,
        Experiment("trend_gct", EVEN, lambda _: (Trend(TREND_FROM, -3.0, "gct"),)),
        Experiment("trend_vo_vr", EVEN, lambda _: (Trend(TREND_FROM, -3.0, "vo"),)),
        Experiment("trend_gct_in_season", SAME_DEVICE, lambda _: (Trend(TREND_FROM, -3.0, "gct"),)),
        Experiment(
            "trend_vo_vr_in_season", SAME_DEVICE, lambda _: (Trend(TREND_FROM, -3.0, "vo"),)
        ),
        Experiment("equal", EVEN, _none),
        Experiment("equal_in_season", SAME_DEVICE, _none),
    )


EXPERIMENTS: Final = {experiment.name: experiment for experiment in _named()}


def with_one_run(index: int, run: int, percent: float, seed: int = FIRST_SEED) -> Season:
    """Return the ordinary season of a runner with a single run of longer contact."""
    return make_season(make_runner(seed, index), Options(), (OneRun(run, percent),))


def with_step(
    index: int, run: int, start_s: int, duration_s: int, seed: int = FIRST_SEED
) -> Season:
    """Return the ordinary season of a runner with a step of +40 ms inside one run."""
    step = StepInside(run, start_s, duration_s)
    return make_season(make_runner(seed, index), Options(), (step,))


def step_grid(
    duration_s: int, noise_ms: float, noise: Literal["white", "heavy"], seed: int = FIRST_SEED
) -> Iterator[StepSeries]:
    """Yield the series of one cell; a duration of 0 yields series without a step."""
    times = STEP_SERIES_EACH if duration_s else STEPLESS_SERIES_EACH
    for number in range(times):
        own = seed * 1_000_000 + duration_s * 10_000 + round(noise_ms) * 1_000 + number
        yield step_series(own + (500 if noise == "heavy" else 0), noise_ms, duration_s, noise=noise)
