"""What does a runner do over a number of weeks? The whole simulator behind one function."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path

import numpy as np

from hakaru.core.errors import BadArgument, SourceError
from hakaru.core.units import SECONDS_PER_HOUR
from hakaru.sources.simulated.body import Fitness, draw_air_temperature_c
from hakaru.sources.simulated.noise import generator
from hakaru.sources.simulated.plan import SessionKind, plan_session
from hakaru.sources.simulated.recorded import IntensityMode, LapMode
from hakaru.sources.simulated.runner import SimulatedRunner, TrueCurve, draw_runner
from hakaru.sources.simulated.sensors import SimulatedSensor
from hakaru.sources.simulated.session import Circumstances, SimulatedSession, simulate_session
from hakaru.sources.simulated.terrain import draw_route

SIMULATOR_VERSION = 1
"""Raised when the same settings give other bytes than before."""

_RUN_STREAM = 3
_UTC_OFFSET_S = -7200  # the time zone of the sea around 30 degrees west
_MOST_WEEKS = 1040
# Weekday (counted from the start of the plan) and kind, by runs per week; with three, intervals
# and tempo take turns from week to week.
_WEEKS: dict[int, tuple[tuple[int, SessionKind], ...]] = {
    1: ((5, "long"),),
    2: ((2, "easy"), (5, "long")),
    3: ((1, "interval"), (3, "easy"), (5, "long")),
    4: ((1, "interval"), (2, "easy"), (4, "tempo"), (6, "long")),
    5: ((0, "easy"), (1, "interval"), (3, "recovery"), (4, "tempo"), (6, "long")),
    6: ((0, "easy"), (1, "interval"), (2, "recovery"), (3, "easy"), (4, "tempo"), (6, "long")),
    7: (
        (0, "easy"),
        (1, "interval"),
        (2, "recovery"),
        (3, "easy"),
        (4, "tempo"),
        (5, "recovery"),
        (6, "long"),
    ),
}


@dataclass(frozen=True, kw_only=True)
class SeasonSettings:
    """A season; equal settings give equal bytes.

    Args:
        seed: >= 0; decides the runner (unless `runner` is given), the routes and every noise.
        start_on: local day on which week 0 begins.
        weeks, runs_per_week: 1-1040 and 1-7.
        runner: None: drawn from the seed (`draw_runner`, then `dataclasses.replace` to override).
        sensor: worn at first; `sensor_change_week` None: worn throughout, else `second_sensor`
            from that week (counted from 0).
        shift_from_run: index of the first run with contact times longer by `gct_shift_frac`;
            None: no shift.
        laps, intensity: see `LapMode` and `IntensityMode`.
        duration_frac: 0.1-1, shortens the sessions.
        faults: False: no spikes, zeros and gaps.
    """

    seed: int
    start_on: date
    weeks: int = 12
    runs_per_week: int = 5
    runner: SimulatedRunner | None = None
    sensor: SimulatedSensor = "garmin-hrm"
    second_sensor: SimulatedSensor = "garmin-wrist"
    sensor_change_week: int | None = None
    shift_from_run: int | None = None
    gct_shift_frac: float = 0.05
    laps: LapMode = "manual"
    intensity: IntensityMode = "active"
    duration_frac: float = 1.0
    faults: bool = True

    def __post_init__(self) -> None:
        """Raises BadArgument for a season that cannot be run."""
        checks: tuple[tuple[str, object, bool, str], ...] = (
            ("seed", self.seed, self.seed >= 0, "a whole number >= 0"),
            ("weeks", self.weeks, 1 <= self.weeks <= _MOST_WEEKS, f"between 1 and {_MOST_WEEKS}"),
            ("runs_per_week", self.runs_per_week, self.runs_per_week in _WEEKS, "between 1 and 7"),
            (
                "duration_frac",
                self.duration_frac,
                0.1 <= self.duration_frac <= 1.0,
                "between 0.1 and 1",
            ),
            (
                "gct_shift_frac",
                self.gct_shift_frac,
                -0.5 < self.gct_shift_frac < 1.0,
                "between -0.5 and 1",
            ),
        )
        for name, value, holds, expected in checks:
            if not holds:
                raise BadArgument(name, value, expected)

    @property
    def n_runs(self) -> int:
        """How many runs the season has."""
        return self.weeks * self.runs_per_week

    @property
    def fingerprint(self) -> str:
        """A name for the season's content, for caches: settings and simulator version."""
        text = f"{SIMULATOR_VERSION} {self!r}"
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def simulate_season(settings: SeasonSettings) -> Iterator[SimulatedSession]:
    """The runs in order of time, one at a time."""
    runner = draw_runner(settings.seed) if settings.runner is None else settings.runner
    for run_index in range(settings.n_runs):
        yield _simulate_run(settings, _slot(settings, runner, run_index=run_index))


def write_season(
    folder: Path,
    settings: SeasonSettings,
    *,
    on_progress: Callable[[int, int], None] | None = None,
) -> list[Path]:
    """The season as FIT files in `folder`, which is made if need be; files of the same name are
    replaced. `on_progress` is told (runs written, runs in all).

    Raises:
        SourceError: the folder cannot be written.
    """
    written = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for session in simulate_season(settings):
            path = folder / session.file_name
            _write_whole(path, session.to_fit())
            written.append(path)
            if on_progress is not None:
                on_progress(len(written), settings.n_runs)
    except OSError as exc:
        raise SourceError(str(folder), f"cannot write the simulated runs: {exc.strerror}") from exc
    return written


def _write_whole(path: Path, content: bytes) -> None:
    """Write a file, or leave none that is cut off."""
    try:
        path.write_bytes(content)
    except OSError:
        path.unlink(missing_ok=True)
        raise


@dataclass(frozen=True, kw_only=True)
class _Slot:
    """One run of the plan: which, when, what, and by whom."""

    run_index: int
    week: int
    day: date
    kind: SessionKind
    runner: SimulatedRunner


def _slot(settings: SeasonSettings, runner: SimulatedRunner, *, run_index: int) -> _Slot:
    week, place = divmod(run_index, settings.runs_per_week)
    weekday, kind = _WEEKS[settings.runs_per_week][place]
    if settings.runs_per_week == 3 and kind == "interval" and week % 2:
        kind = "tempo"
    day = settings.start_on + timedelta(days=7 * week + weekday)
    return _Slot(run_index=run_index, week=week, day=day, kind=kind, runner=runner)


def _simulate_run(settings: SeasonSettings, slot: _Slot) -> SimulatedSession:
    rng = generator(settings.seed, _RUN_STREAM, slot.run_index)
    local_start = _local_start(slot, rng)
    fitness = Fitness(
        runner=slot.runner,
        threshold_speed_mps=slot.runner.threshold_speed_mps
        * (1.0 + slot.runner.threshold_gain_per_week_frac * slot.week),
        air_temperature_c=draw_air_temperature_c(local_start, rng),
    )
    plan = plan_session(
        slot.kind,
        rng,
        threshold_speed_mps=fitness.threshold_speed_mps,
        duration_frac=settings.duration_frac,
    )
    circumstances = Circumstances(
        started_at=(local_start - timedelta(seconds=_UTC_OFFSET_S)).replace(tzinfo=UTC),
        utc_offset_s=_UTC_OFFSET_S,
        sensor=_sensor(settings, slot),
        curve=_curve(settings, slot),
        gct_shift_frac=_shift_frac(settings, slot),
        route=draw_route(settings.seed, plan.terrain),
        fitness=fitness,
        laps=settings.laps,
        intensity=settings.intensity,
        faults=settings.faults,
        run_index=slot.run_index,
        week=slot.week,
    )
    return simulate_session(plan, rng, circumstances=circumstances)


def _sensor(settings: SeasonSettings, slot: _Slot) -> SimulatedSensor:
    changed = settings.sensor_change_week is not None and slot.week >= settings.sensor_change_week
    return settings.second_sensor if changed else settings.sensor


def _shift_frac(settings: SeasonSettings, slot: _Slot) -> float:
    begun = settings.shift_from_run is not None and slot.run_index >= settings.shift_from_run
    return settings.gct_shift_frac if begun else 0.0


def _curve(settings: SeasonSettings, slot: _Slot) -> TrueCurve:
    """The true curve of the sensor worn on that day: drift and shift included."""
    hundreds = (slot.day - settings.start_on).days / 100.0
    runner = slot.runner
    return runner.curve(_sensor(settings, slot)).moved(
        gct_log_frac=runner.gct_drift_per_100_days_frac * hundreds
        + math.log1p(_shift_frac(settings, slot)),
        vo_log_frac=runner.vo_drift_per_100_days_frac * hundreds,
    )


def _local_start(slot: _Slot, rng: np.random.Generator) -> datetime:
    """Local start: mornings, for hard sessions evenings; without a time zone."""
    earliest_hour = 18.0 if slot.kind in {"interval", "tempo"} else 6.5
    second = int((earliest_hour + 2.5 * rng.random()) * SECONDS_PER_HOUR)
    return datetime.combine(slot.day, time()) + timedelta(seconds=second)
