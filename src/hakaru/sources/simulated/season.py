"""A season of a simulated runner, and of many of them.

Sixteen weeks of five runs. Whatever the day, it is the same season: seeds are fixed and the weather
does not follow the calendar, so that only dates differ. What happens is in `CHAPTERS`.

For studies of very many runners: the runner, the day-to-day and the split-to-split spread are the
season's; routes, faults and sessions are left out. Kilometres only.

Not the season's machinery: one curve, cheap noise, the same columns and resolutions as a chest
strap writes, so that sizes and query times are those of real data.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta, timezone
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from hakaru.core.errors import BadArgument
from hakaru.core.i18n import Lang, Message, message
from hakaru.core.units import CM_PER_M, METRES_PER_KM, PERCENT, SECONDS_PER_HOUR, SECONDS_PER_MINUTE
from hakaru.records import frozen
from hakaru.running.activity import FloatArray
from hakaru.sources.simulated.motion import Fitness, draw_air_temperature_c
from hakaru.sources.simulated.recorded import IntensityMode, LapMode
from hakaru.sources.simulated.runner import (
    STRAP_SERIAL,
    SessionKind,
    SimulatedRunner,
    SimulatedSensor,
    TrueCurve,
    draw_route,
    draw_runner,
    generator,
    plan_session,
)
from hakaru.sources.simulated.session import Circumstances, SimulatedSession, simulate_session

_SPLITS_STREAM = 5
_FIRST_START = datetime(2024, 1, 1, 6, 30, tzinfo=UTC)
_DAYS_BETWEEN = np.array([2, 1, 2, 2])
_KM_MIN, _KM_MAX = 5, 14
_SPEED_MPS, _SPEED_SD_MPS = 3.0, 0.28
_SPLIT_SPEED_SD_FRAC = 0.03
_GCT_RUN_SD_FRAC = 0.018
_BALANCE_SPLIT_SD_PCT = 0.2

IntArray = NDArray[np.int64]


def simulated_splits(seed: int, n_runs: int) -> Mapping[str, NDArray[Any]]:
    """Splits of `n_runs` runs, four a week from 2024-01-01, as columns of the lake.

    Raises:
        BadArgument: a negative seed, or no run.
    """
    if seed < 0 or n_runs < 1:
        raise BadArgument("n_runs", n_runs, message("a whole number >= 1, for a seed >= 0"))
    rng = generator(seed, _SPLITS_STREAM)
    n_km = rng.integers(_KM_MIN, _KM_MAX + 1, n_runs)
    run = np.repeat(np.arange(n_runs), n_km)
    day_mps = _SPEED_MPS + _SPEED_SD_MPS * np.clip(rng.standard_normal(n_runs), -2, 2)
    speed_mps = day_mps[run] * np.exp(_SPLIT_SPEED_SD_FRAC * rng.standard_normal(run.size))
    return {
        **_places(seed, run, n_km=n_km),
        **_lengths(speed_mps, n_km),
        **_form(draw_runner(seed), speed_mps, run=run, rng=rng),
    }


def _places(seed: int, run: IntArray, *, n_km: IntArray) -> Mapping[str, NDArray[Any]]:
    """Which run each split belongs to, and when that was."""
    days = np.concatenate([[0], np.cumsum(np.resize(_DAYS_BETWEEN, n_km.size - 1))])
    first = np.datetime64(_FIRST_START.replace(tzinfo=None), "us")
    starts = first + days.astype("timedelta64[D]")
    return {
        "activity_id": (seed * 1_000_000 + run + 1).astype(np.int64),
        "activity_date": starts[run].astype("datetime64[D]").astype("datetime64[s]"),
        "started_at": starts[run],
        "sensor_group": np.full(run.size, "garmin-hrm", dtype=object),
        "split_index": np.concatenate([np.arange(1, n + 1) for n in n_km]).astype(np.int64),
        "kind": np.full(run.size, "km", dtype=object),
    }


def _lengths(speed_mps: FloatArray, n_km: IntArray) -> Mapping[str, NDArray[Any]]:
    """A kilometre each, one after the other."""
    running_s = METRES_PER_KM / speed_mps
    ends_s = np.concatenate(
        [np.cumsum(part_s) for part_s in np.split(running_s, np.cumsum(n_km)[:-1])]
    )
    kilometre = np.full(speed_mps.size, METRES_PER_KM)
    return {
        "start_elapsed_s": ends_s - running_s,
        "end_elapsed_s": ends_s,
        "distance_m": kilometre,
        "running_s": running_s,
        "running_distance_m": kilometre,
        "speed_mps": speed_mps,
    }


def _form(
    runner: SimulatedRunner, speed_mps: FloatArray, *, run: IntArray, rng: np.random.Generator
) -> Mapping[str, NDArray[Any]]:
    """What the strap shows: the runner's curve, a day's level and each split's own."""

    def noise(run_sd: float, split_sd: float) -> FloatArray:
        day = run_sd * rng.standard_normal(int(run[-1]) + 1)
        spread: FloatArray = day[run] + split_sd * rng.standard_normal(run.size)
        return spread

    curve = runner.chest
    vo_cm = curve.vo_cm(speed_mps) * np.exp(noise(runner.vo_run_sd_frac, runner.vo_km_sd_frac))
    cadence_spm = curve.cadence_spm(speed_mps) * np.exp(
        noise(runner.cadence_run_sd_frac, runner.cadence_km_sd_frac)
    )
    step_cm = SECONDS_PER_MINUTE * CM_PER_M * speed_mps / cadence_spm
    gct_noise = noise(_GCT_RUN_SD_FRAC, runner.gct_km_sd_frac)
    return {
        "cadence_spm": cadence_spm,
        "gct_ms": curve.gct_ms(speed_mps) * np.exp(gct_noise),
        "vo_cm": vo_cm,
        "vr_pct": PERCENT * vo_cm / step_cm,
        "gct_balance_left_pct": runner.gct_balance_left_pct
        + noise(runner.balance_run_sd_pct, _BALANCE_SPLIT_SD_PCT),
        "grade_pct": 0.5 * rng.standard_normal(run.size),
        "coverage_frac": np.ones(run.size),
    }


Chapter = Literal["new_strap", "heat", "trail", "no_dynamics", "bad_day", "race", "longer_contact"]
"""What happens, in order of time."""

STORY_WEEKS = 16
STORY_RUNS = 5 * STORY_WEEKS
STORY_SEED = 32
_STORY_STREAM = 11
_DAYS_PER_WEEK = 7
_WEEK: tuple[tuple[int, SessionKind], ...] = (
    (0, "easy"),
    (1, "interval"),
    (3, "recovery"),
    (4, "tempo"),
    (6, "long"),
)
CHAPTERS: Mapping[Chapter, tuple[int, int]] = {
    "new_strap": (6 * 7, STORY_WEEKS * 7),
    "heat": (9 * 7, 10 * 7),
    "trail": (10 * 7 + 6, 10 * 7 + 7),
    "no_dynamics": (11 * 7 + 3, 11 * 7 + 4),
    "bad_day": (12 * 7, 12 * 7 + 1),
    "race": (13 * 7 + 6, 13 * 7 + 7),
    "longer_contact": (14 * 7, STORY_WEEKS * 7),
}
"""Each from which day of the season to before which."""
_OTHER_KINDS: Mapping[int, SessionKind] = {10 * 7 + 6: "trail", 13 * 7 + 6: "race"}
_NEW_STRAP_GCT_FRAC, _LONGER_GCT_FRAC, _BAD_GCT_FRAC, _BAD_VO_FRAC = 0.015, 0.06, 0.10, 0.08
_BAD_LEGS_FRAC = 0.94
_USUAL_C, _HEAT_C = 15.0, 31.0

_TITLES: Mapping[SessionKind, tuple[str, str]] = {
    "easy": ("ジョグ", "easy run"),
    "interval": ("インターバル", "intervals"),
    "recovery": ("リカバリー走", "recovery run"),
    "tempo": ("テンポ走", "tempo run"),
    "long": ("ロング走", "long run"),
    "race": ("10 km レース", "10 km race"),
    "trail": ("トレイルラン", "trail run"),
}


@frozen
class StoryRun:
    """One run of the story, and what of it happens on that local day."""

    day: date
    chapters: tuple[Chapter, ...]
    session: SimulatedSession


def story_start(today: date) -> date:
    """The first day of the season whose last day is yesterday."""
    return today - timedelta(days=STORY_WEEKS * _DAYS_PER_WEEK)


def chapter_day(chapter: Chapter, today: date) -> date:
    """The first local day of a chapter."""
    return story_start(today) + timedelta(days=CHAPTERS[chapter][0])


def simulate_story(today: date, *, language: Lang, utc_offset_s: int = 0) -> Iterator[StoryRun]:
    """The runs in order of time, titled in a language; the last one was yesterday where the clock
    of the runner shows `today`."""
    offsets = [
        (week * _DAYS_PER_WEEK + weekday, kind)
        for week in range(STORY_WEEKS)
        for weekday, kind in _WEEK
    ]
    for run_index, (offset_days, usual) in enumerate(offsets):
        kind = _OTHER_KINDS.get(offset_days, usual)
        chapters = tuple(
            name for name, (first, end) in CHAPTERS.items() if first <= offset_days < end
        )
        day = story_start(today) + timedelta(days=offset_days)
        kind_title = _TITLES[kind][0 if language == "ja" else 1]
        title = f"シミュレーション: {kind_title}" if language == "ja" else f"Simulated {kind_title}"
        session = _session(
            run_index,
            datetime.combine(day, time(), tzinfo=timezone(timedelta(seconds=utc_offset_s))),
            kind,
            chapters=chapters,
            title=title,
        )
        yield StoryRun(day=day, chapters=chapters, session=session)


def _session(
    run_index: int,
    midnight: datetime,
    kind: SessionKind,
    *,
    chapters: tuple[Chapter, ...],
    title: str,
) -> SimulatedSession:
    rng = generator(STORY_SEED, _STORY_STREAM, run_index)
    usual = _fitness(rng, run_index // len(_WEEK), chapters=chapters)
    plan = plan_session(kind, rng, threshold_speed_mps=usual.threshold_speed_mps)
    fitness = _on_bad_legs(usual) if "bad_day" in chapters else usual
    gct_frac, vo_frac = _story_shift_frac(chapters)
    offset = midnight.utcoffset()
    circumstances = Circumstances(
        started_at=_started_at(midnight, kind, rng),
        utc_offset_s=round(offset.total_seconds()) if offset else 0,
        sensor="garmin-hrm" if "no_dynamics" not in chapters else "garmin-wrist",
        curve=fitness.runner.chest.moved(
            gct_log_frac=math.log1p(gct_frac), vo_log_frac=math.log1p(vo_frac)
        ),
        gct_shift_frac=gct_frac,
        route=draw_route(STORY_SEED, plan.terrain),
        fitness=fitness,
        laps="manual",
        intensity="active",
        faults=True,
        run_index=run_index,
        week=run_index // len(_WEEK),
        title=title,
        strap_serial=STRAP_SERIAL + 10 * ("new_strap" in chapters),
        dynamics="no_dynamics" not in chapters,
    )
    return simulate_session(plan, rng, circumstances=circumstances)


def _fitness(rng: np.random.Generator, week: int, *, chapters: tuple[Chapter, ...]) -> Fitness:
    """Who runs that day, how fit, in what air."""
    runner = draw_runner(STORY_SEED)
    gain_frac = 1.0 + runner.threshold_gain_per_week_frac * week
    air_c = _HEAT_C if "heat" in chapters else _USUAL_C
    return Fitness(
        runner=runner,
        threshold_speed_mps=runner.threshold_speed_mps * gain_frac,
        air_temperature_c=air_c + 1.5 * float(rng.standard_normal()),
    )


def _on_bad_legs(usual: Fitness) -> Fitness:
    """The same pace costs more."""
    return replace(usual, threshold_speed_mps=_BAD_LEGS_FRAC * usual.threshold_speed_mps)


def _story_shift_frac(chapters: tuple[Chapter, ...]) -> tuple[float, float]:
    """How much longer the sensor shows contact, and how much higher the bounce, than before."""
    gct_frac = {"longer_contact": _LONGER_GCT_FRAC, "bad_day": _BAD_GCT_FRAC}
    level_frac = _NEW_STRAP_GCT_FRAC if "new_strap" in chapters else 0.0
    shifts = (gct_frac.get(chapter, 0.0) for chapter in chapters)
    return level_frac + sum(shifts), _BAD_VO_FRAC if "bad_day" in chapters else 0.0


def _started_at(midnight: datetime, kind: SessionKind, rng: np.random.Generator) -> datetime:
    """Mornings, for hard sessions evenings."""
    earliest_hour = 18.0 if kind in {"interval", "tempo"} else 6.5
    second = int((earliest_hour + 2.0 * rng.random()) * SECONDS_PER_HOUR)
    return (midnight + timedelta(seconds=second)).astimezone(UTC)


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


@frozen
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
        checks: tuple[tuple[str, object, bool, Message], ...] = (
            ("seed", self.seed, self.seed >= 0, message("a whole number >= {low}", low=0)),
            (
                "weeks",
                self.weeks,
                1 <= self.weeks <= _MOST_WEEKS,
                message("between {low} and {high}", low=1, high=_MOST_WEEKS),
            ),
            (
                "runs_per_week",
                self.runs_per_week,
                self.runs_per_week in _WEEKS,
                message("between {low} and {high}", low=1, high=7),
            ),
            (
                "duration_frac",
                self.duration_frac,
                0.1 <= self.duration_frac <= 1.0,
                message("between {low} and {high}", low=0.1, high=1),
            ),
            (
                "gct_shift_frac",
                self.gct_shift_frac,
                -0.5 < self.gct_shift_frac < 1.0,
                message("between {low} and {high}", low=-0.5, high=1),
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


@frozen
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
