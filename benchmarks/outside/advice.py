"""Can the next session be run as it is suggested? The figures of README.md, day by day.

The heart of the generator answers, not a fit: what a runner's heart does at a speed on that day is
drawn from the same parts as `seconds.py` draws it (effort, minutes run, weather, form of the day).
"""

from __future__ import annotations

import pickle
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from benchmarks.outside.fit_file import encode
from benchmarks.outside.runner import Runner, make_runner, stream
from benchmarks.outside.season import FIRST_DATE, Options, Season, make_season
from benchmarks.outside.seconds import Run, runs_of
from hakaru.flows.load import history_of
from hakaru.flows.reading import prepare
from hakaru.flows.remembered import Past, past_run
from hakaru.running.activity import Provenance
from hakaru.running.athlete.known import heart_rate_zones, kept_since
from hakaru.running.athlete.model import Athlete
from hakaru.running.effort_relation import (
    LEARNED_DAYS,
    EffortRelation,
    fit_relation,
    steady_stretches,
)
from hakaru.running.next_training import TrainingOption, next_options
from hakaru.running.next_training_evidence import NextQuestion
from hakaru.running.next_training_targets import Targets
from hakaru.running.session.analyse import analyse
from hakaru.running.session.model import SessionSummary
from hakaru.running.session.understand import understand
from hakaru.running.splits import Split
from hakaru.sources.fit.recordings import read_fit
from hakaru.store.athlete import PastRun

RUNNERS: Final = 60
FIRST_ASKED: Final = 12
"""Asked from the day of this run on: as many runs are known by then."""
AT: Final = time(5, tzinfo=UTC)
"""When a runner asks what to do today: before anybody of the generator runs."""
REMEMBERED_DAYS: Final = 400
LATER_DAYS: Final = 28
DRAWS: Final = 600
_NUMBERS: Final = (
    "speed_mps",
    "running_s",
    "grade_pct",
    "heart_rate_bpm",
    "temperature_c",
    "start_elapsed_s",
    "end_elapsed_s",
    "elevation_gain_m",
    "elevation_loss_m",
    "distance_m",
)
CACHE: Final = Path(tempfile.gettempdir()) / "hakaru-outside-advice"

Asked = Literal["easy", "long", "tempo", "interval"]
KINDS: Final[tuple[Asked, ...]] = ("easy", "long", "tempo", "interval")
_MINUTES: Final[Mapping[Asked, tuple[float, float]]] = {
    "easy": (5.0, 50.0),
    "long": (5.0, 105.0),
    "tempo": (15.0, 45.0),
    "interval": (17.0, 40.0),
}
"""Within which minutes of a run its main part lies: as the seasons have it."""


@dataclass(frozen=True, kw_only=True)
class Kilometre:
    """One lap as the watch wrote it: level where neither net climb nor descent is above 1 %."""

    speed_mps: float
    heart_rate_bpm: float
    start_s: float
    part: str
    level: bool


@dataclass(frozen=True, kw_only=True)
class ReadRun:
    """A run as the product understood it when it came in, beside the laps of the generator."""

    run: PastRun
    summary: SessionSummary
    splits: tuple[Split, ...]
    athlete: Athlete
    laps: tuple[Kilometre, ...]


@dataclass(frozen=True, kw_only=True)
class Suggestion:
    """One option of one day with what the generator says of it.

    `together` None: not both bands are given. `later` counts kilometres of the four weeks that
    followed at paces in the band, and those of them with a heart rate in the band.
    """

    day: int
    kind: Asked
    first: bool
    today: bool
    bands: int
    together: bool | None
    later: tuple[int, int] | None


def read_season(season: Season) -> tuple[ReadRun, ...]:
    """The runs of a season in order, each understood with what was known before it; kept."""
    kept = CACHE / f"{season.runner.seed}-{season.runner.index}.pickle"
    if kept.exists():
        return pickle.loads(kept.read_bytes())  # type: ignore[no-any-return]
    past = Past(runs=[], sessions=[])
    made = tuple(_read(run, past) for run in runs_of(season))
    CACHE.mkdir(parents=True, exist_ok=True)
    part = kept.with_suffix(".part")
    part.write_bytes(pickle.dumps(made))
    part.replace(kept)
    return made


def _read(run: Run, past: Past) -> ReadRun:
    name = f"{run.runner.seed:08d}{run.runner.index:04d}{run.plan.index:04d}"
    provenance = Provenance(kind="fit", path=f"{name}.fit", sha256=name.zfill(64))
    (recording,) = read_fit(encode(run), provenance=provenance)
    stored = prepare(recording)
    assert stored.anatomy is not None
    known = past_run(stored)
    then = past.runner_then(known)
    session = understand(recording, stored.splits, anatomy=stored.anatomy, runner=then)
    summary = analyse(session, now=known.started_at).summary
    past.remember(known, summary)
    return ReadRun(
        run=known,
        summary=summary,
        splits=session.splits,
        athlete=then.athlete,
        laps=tuple(_laps(run)),
    )


def _laps(run: Run) -> Iterator[Kilometre]:
    for lap in run.laps:
        parts = Counter(run.truth.part[lap.first : lap.end])
        steep = abs(lap.climb_m - lap.descent_m) / max(lap.distance_m, 1.0)
        yield Kilometre(
            speed_mps=lap.speed_mps,
            heart_rate_bpm=lap.heart_rate_bpm,
            start_s=float(lap.first),
            part=parts.most_common(1)[0][0],
            level=steep <= 0.01 and lap.distance_m > 800.0,
        )


def true_band_bpm(
    runner: Runner, *, speed_mps: float, kind: Asked, day: int, rng: np.random.Generator
) -> tuple[float, float]:
    """Between which heart rates 80 % of level kilometres at this speed lie, on days like this."""
    hours = rng.uniform(*_MINUTES[kind], DRAWS) / 60.0
    clock = rng.choice([6, 7, 8, 12, 17, 18, 19], DRAWS)
    afternoon = np.where((clock >= 12) & (clock <= 18), 2.0, -2.0)
    year = np.cos(2 * np.pi * (day - 24) / 365.25)
    ambient = runner.climate_mean_c - runner.climate_amplitude_c * year + afternoon
    ambient = ambient + rng.normal(0.0, 3.5, DRAWS) + rng.uniform(-0.5, 1.5, DRAWS) * hours
    fitness = runner.faster_per_100_days * (day - runner.first_day) / 100.0
    effort = float(np.clip(speed_mps / (runner.threshold_mps * np.exp(fitness)), 0.4, 1.12))
    reserve = runner.maximum_bpm - runner.resting_bpm
    beats = runner.resting_bpm + reserve * (0.88 * effort + 0.02 * hours)
    beats = beats + 0.6 * np.maximum(ambient - runner.comfort_c, 0.0) + rng.normal(0.0, 2.5, DRAWS)
    low, high = np.quantile(np.clip(beats, 60.0, runner.maximum_bpm), [0.1, 0.9])
    return float(low), float(high)


def together(
    runner: Runner, targets: Targets, *, kind: Asked, day: int, rng: np.random.Generator
) -> bool | None:
    """Whether slow end with low heart rate, middle with middle, and fast end with high heart rate
    each lie in the runner's own 80 %; None: not both are suggested."""
    if targets.pace_s_per_km is None or targets.heart_rate_bpm is None:
        return None
    fast, slow = (1000.0 / pace for pace in targets.pace_s_per_km)
    low, high = targets.heart_rate_bpm
    points = ((slow, low), ((slow + fast) / 2.0, (low + high) / 2.0), (fast, high))
    for speed_mps, beats in points:
        inside = true_band_bpm(runner, speed_mps=speed_mps, kind=kind, day=day, rng=rng)
        if not inside[0] <= beats <= inside[1]:
            return False
    return True


def question_on(read: Sequence[ReadRun], past: Past, moment: datetime) -> NextQuestion | None:
    """What the product is asked at a moment, as `flows.athlete` puts it; None: no run yet."""
    before = [one for one in read if one.summary.started_at <= moment]
    if not before:
        return None
    this, day = before[-1], moment.date()
    sessions = [one.summary for one in before]
    history = history_of(sessions, until=day)
    balance = np.nan if history is None else float(history.balance_score[-1])
    athlete = kept_since(past.athlete_on(day), then=this.athlete)
    since = this.summary.started_at - timedelta(days=REMEMBERED_DAYS)
    return NextQuestion(
        this=this.summary,
        recent=[session for session in sessions if session.started_at >= since],
        athlete=athlete,
        zones=heart_rate_zones(athlete),
        now=moment,
        tsb_score=balance if np.isfinite(balance) else None,
        power_device=dict.fromkeys([session.activity_id for session in sessions], "watch"),
        relation=_relation(before, athlete),
    )


def _relation(before: Sequence[ReadRun], athlete: Athlete) -> EffortRelation | None:
    """As `flows.athlete` asks the store for it."""
    this = before[-1].summary.started_at
    rows = [
        (one.summary, split)
        for one in before
        if this - one.summary.started_at <= timedelta(days=LEARNED_DAYS)
        for split in one.splits
    ]
    columns: dict[str, NDArray[Any]] = {
        name: np.array([getattr(split, name) for _, split in rows], dtype=np.float64)
        for name in _NUMBERS
    }
    columns["activity_id"] = np.array([one.activity_id for one, _ in rows], dtype=np.int64)
    started = [one.started_at.replace(tzinfo=None) for one, _ in rows]
    columns["started_at"] = np.array(started, dtype="datetime64[us]")
    for name in ("kind", "role"):
        columns[name] = np.array([getattr(split, name) for _, split in rows], dtype=object)
    return fit_relation(
        steady_stretches(columns, now=this),
        heart_rate_rest_bpm=athlete.value("heart_rate_rest_bpm"),
        heart_rate_max_bpm=athlete.value("heart_rate_max_bpm"),
    )


def kind_of(option: TrainingOption) -> Asked | None:
    """Which of the four kinds an option is; None: strength work, or a pace to be kept."""
    names: Mapping[str, Asked] = {
        "easy_day": "easy",
        "return_run": "easy",
        "long_run": "long",
        "tempo": "tempo",
        "interval": "interval",
    }
    return names.get(option.name)


def asked_season(index: int, seed: int) -> tuple[Suggestion, ...]:
    """Every suggestion of every morning of one runner's season."""
    season = make_season(make_runner(seed, index), Options())
    read = read_season(season)
    past = Past(runs=[one.run for one in read], sessions=[one.summary for one in read])
    rng = stream(seed, index, 20)
    found: list[Suggestion] = []
    for day in range(season.runs[FIRST_ASKED].day, season.runs[-1].day + 1):
        moment = datetime.combine((FIRST_DATE + timedelta(days=day)).date(), AT)
        question = question_on(read, past, moment)
        if question is not None:
            found += _answers(season.runner, question, read, day=day, rng=rng)
    return tuple(found)


def _answers(
    runner: Runner,
    question: NextQuestion,
    read: Sequence[ReadRun],
    *,
    day: int,
    rng: np.random.Generator,
) -> Iterator[Suggestion]:
    today = question.now.date()
    for place, option in enumerate(next_options(question)):
        kind, targets = kind_of(option), option.targets
        if kind is None or targets is None:
            continue
        bands = (targets.pace_s_per_km, targets.heart_rate_bpm)
        yield Suggestion(
            day=day,
            kind=kind,
            first=place == 0,
            today=option.earliest_day <= today,
            bands=sum(band is not None for band in bands),
            together=together(runner, targets, kind=kind, day=day, rng=rng),
            later=_later(targets, read, kind=kind, moment=question.now),
        )


def _later(
    targets: Targets, read: Sequence[ReadRun], *, kind: Asked, moment: datetime
) -> tuple[int, int] | None:
    """Level kilometres of the next weeks at suggested paces, and those at suggested heart rates."""
    if targets.pace_s_per_km is None or targets.heart_rate_bpm is None or kind == "interval":
        return None
    fast, slow = (1000.0 / pace for pace in targets.pace_s_per_km)
    low, high = targets.heart_rate_bpm
    until = moment + timedelta(days=LATER_DAYS)
    laps = [
        lap
        for one in read
        if moment < one.summary.started_at <= until
        for lap in one.laps
        if lap.level and lap.start_s >= 300.0 and lap.part in ("steady", "work")
        if slow <= lap.speed_mps <= fast
    ]
    return len(laps), sum(low <= lap.heart_rate_bpm <= high for lap in laps)


def figures(seasons: Sequence[Sequence[Suggestion]]) -> Mapping[str, object]:
    """What README.md asks for, over all runners."""
    every = [one for season in seasons for one in season]
    by_kind = {kind: [one for one in every if one.kind == kind] for kind in KINDS}
    together_of: dict[str, object] = {"all": _together(every)}
    later_of: dict[str, object] = {"all": _later_share(every)}
    for kind, found in by_kind.items():
        together_of[kind], later_of[kind] = _together(found), _later_share(found)
    return {
        "runners": len(seasons),
        "mornings": sum(len({one.day for one in season}) for season in seasons),
        "together": together_of,
        "later kilometres": later_of,
        "kinds": {
            "first": _kinds(seasons, first=True),
            "offered for today": _kinds(seasons, first=False),
        },
        "mornings with nothing but easy": _only_easy(seasons),
    }


def _together(suggestions: Sequence[Suggestion]) -> Mapping[str, object]:
    both = [one.together for one in suggestions if one.together is not None]
    return {
        "pct": _pct(sum(both), len(both)),
        "n": len(both),
        "one band only": sum(one.bands == 1 for one in suggestions),
        "no band": sum(one.bands == 0 for one in suggestions),
    }


def _later_share(suggestions: Sequence[Suggestion]) -> Mapping[str, object]:
    pairs = [one.later for one in suggestions if one.later is not None]
    n_pace, n_both = sum(pair[0] for pair in pairs), sum(pair[1] for pair in pairs)
    return {
        "at the heart rate too, pct": _pct(n_both, n_pace),
        "kilometres": n_pace,
        "suggestions without any": sum(pair[0] == 0 for pair in pairs),
        "suggestions": len(pairs),
    }


def _kinds(seasons: Sequence[Sequence[Suggestion]], *, first: bool) -> Mapping[str, object]:
    counts = [
        Counter(one.kind for one in season if (one.first if first else one.today))
        for season in seasons
    ]
    return {
        "mornings": {kind: sum(count[kind] for count in counts) for kind in KINDS},
        "fewest mornings of a runner": {
            kind: min(count[kind] for count in counts) for kind in KINDS
        },
        "runners with all four, pct": _pct(
            sum(all(count[kind] for kind in KINDS) for count in counts), len(counts)
        ),
    }


def _only_easy(seasons: Sequence[Sequence[Suggestion]]) -> Mapping[str, object]:
    by_day: dict[tuple[int, int], set[str]] = {}
    for place, season in enumerate(seasons):
        for one in season:
            by_day.setdefault((place, one.day), set()).add(one.kind)
    n_easy = sum(kinds == {"easy"} for kinds in by_day.values())
    return {"pct": _pct(n_easy, len(by_day)), "n": n_easy}


def _pct(part: int, whole: int) -> float | None:
    return round(100.0 * part / whole, 1) if whole else None


def measure(seed: int, runners: int) -> Mapping[str, object]:
    """The figures of one seed."""
    return figures([asked_season(index, seed) for index in range(runners)])
