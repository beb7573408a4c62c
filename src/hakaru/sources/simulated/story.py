"""A season that ends yesterday and in which something happens, for `hakaru demo`.

Sixteen weeks of five runs. Whatever the day, it is the same season: seeds are fixed and the weather
does not follow the calendar, so that only dates differ. What happens is in `CHAPTERS`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta, timezone
from typing import Literal

import numpy as np

from hakaru.core.units import SECONDS_PER_HOUR
from hakaru.sources.simulated.body import Fitness
from hakaru.sources.simulated.noise import generator
from hakaru.sources.simulated.plan import SessionKind, plan_session
from hakaru.sources.simulated.runner import draw_runner
from hakaru.sources.simulated.sensors import STRAP_SERIAL
from hakaru.sources.simulated.session import Circumstances, SimulatedSession, simulate_session
from hakaru.sources.simulated.terrain import draw_route

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


@dataclass(frozen=True, kw_only=True)
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


def simulate_story(
    today: date, *, language: Literal["ja", "en"], utc_offset_s: int = 0
) -> Iterator[StoryRun]:
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
    gct_frac, vo_frac = _shift_frac(chapters)
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


def _shift_frac(chapters: tuple[Chapter, ...]) -> tuple[float, float]:
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
