"""How far from the truth are threshold and race times, and do the 80 % ranges hold 80 %?

Two sources that the code was not written from. The second generator (`benchmarks/outside`) knows
the threshold speed of its runners at every run and lets them race 5 km, 10 km and half marathons:
each race is predicted from the runs before it. A real public history (Activities.csv of 1,131 runs
over seven years, read where it lies, figures only) has no seconds: what is known of a run is its
distance, time and mean heart rate. There a race is a road run of a race's distance whose VDOT is
within 5 % of the best within half a year (every marathon counts), without much climb: chosen by its
result, as the export has no mark for races, so that this asks "where the runner ran as well as he
could".

Seeds 901 and 902 were used while the widths were chosen, and so was the real history for the width
beyond half marathons; the figures of seed 1911 were measured afterwards.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import numpy as np

from benchmarks.outside.fit_file import encode
from benchmarks.outside.runner import FIRST_SEED, Runner, make_runner
from benchmarks.outside.season import make_season
from benchmarks.outside.seconds import runs_of
from hakaru.running.activity import Physiology, Provenance
from hakaru.running.athlete.efforts import EffortHistory, RunEfforts, best_efforts
from hakaru.running.athlete.known import athlete_on
from hakaru.running.athlete.model import Athlete
from hakaru.running.physiology.oxygen import vdot
from hakaru.running.physiology.races import RacePrediction
from hakaru.running.readiness import race_times, recent_efforts
from hakaru.sources.activities_csv import read_activities_csv
from hakaru.sources.fit.recordings import read_fit

RUNNERS = 20
FIRST_JUDGED = 10
"""Runs before the tenth are a cold start."""
EVERY = 10
THRESHOLD_OF_RESERVE = 0.88
"""Where the generator's hearts beat at threshold speed."""

HISTORY = Path("../shared/data/real/csv/garmin_connect_activities_eu_locale.csv")
RACES_M = (
    (4950.0, 5150.0, "5 km"),
    (9950.0, 10250.0, "10 km"),
    (21050.0, 21500.0, "half marathon"),
    (42150.0, 42900.0, "marathon"),
)
NEAR_BEST = 0.95
HALF_A_YEAR_DAYS = 180
FLAT_M_PER_M = 0.012


@dataclass(frozen=True, kw_only=True)
class OutsideRun:
    """A generated run as it is read back, with what is true of it."""

    day: date
    efforts: RunEfforts
    threshold_mps: float
    is_race: bool
    distance_m: float
    time_s: float


@dataclass(frozen=True, kw_only=True)
class Judged:
    """A prediction beside what was run."""

    name: str
    prediction: RacePrediction
    time_s: float

    @property
    def is_inside(self) -> bool:
        """Whether the 80 % range holds the time."""
        return self.prediction.low_s <= self.time_s <= self.prediction.high_s


def run(quick: bool) -> Mapping[str, object]:
    """Figures of the generated runners and of the real history (absent where it is not there)."""
    seasons = [_season(make_runner(FIRST_SEED, index)) for index in range(2 if quick else RUNNERS)]
    figures: dict[str, object] = {
        "seed": FIRST_SEED,
        "runners": len(seasons),
        "only_runs": _outside(seasons, with_watch=False),
        "with_heart_rates_of_the_watch": _outside(seasons, with_watch=True),
    }
    if HISTORY.is_file():
        figures["real_history"] = _races(list(_history(HISTORY)))
    return figures


def _season(runner: Runner) -> tuple[Runner, list[OutsideRun]]:
    runs = []
    for made in runs_of(make_season(runner)):
        (recording,) = read_fit(
            encode(made), provenance=Provenance(kind="fit", path="outside", sha256="")
        )
        runs.append(
            OutsideRun(
                day=recording.day,
                efforts=RunEfforts(best_efforts(recording)),
                threshold_mps=runner.threshold_mps * math.exp(made.plan.fitness),
                is_race=made.plan.kind == "race",
                distance_m=float(made.truth.speed_mps.sum()),
                time_s=float(made.truth.speed_mps.size),
            )
        )
    return runner, runs


def _outside(
    seasons: Sequence[tuple[Runner, list[OutsideRun]]], *, with_watch: bool
) -> Mapping[str, object]:
    errors: list[float] = []
    inside: list[bool] = []
    races: list[Judged] = []
    for runner, runs in seasons:
        for place in range(FIRST_JUDGED, len(runs)):
            this = runs[place]
            if not this.is_race and place % EVERY:
                continue
            before = [(one.day, one.efforts) for one in runs[:place]]
            athlete = _athlete(runner, before, day=this.day, with_watch=with_watch)
            known = athlete.known.get("threshold_speed_mps")
            if place % EVERY == 0 and known is not None:
                errors.append(math.log(known.value / this.threshold_mps))
                low, high = known.low or known.value, known.high or known.value
                inside.append(low <= this.threshold_mps <= high)
            if this.is_race:
                name = f"{round(this.distance_m / 1000.0)} km"
                races += _judged(
                    athlete, before, distance_m=this.distance_m, time_s=this.time_s, name=name
                )
    return {
        "threshold_speed": {
            "n": len(errors),
            "bias_pct": _pct(float(np.mean(errors))),
            "rms_error_pct": _pct(float(np.sqrt(np.mean(np.square(errors))))),
            "inside_80_pct": _pct(float(np.mean(inside))),
        },
        "races": _races(races),
    }


def _athlete(runner: Runner, before: EffortHistory, *, day: date, with_watch: bool) -> Athlete:
    reserve_bpm = runner.maximum_bpm - runner.resting_bpm
    watch = Physiology(
        heart_rate_max_bpm=runner.maximum_bpm,
        heart_rate_rest_bpm=runner.resting_bpm,
        lt_heart_rate_bpm=runner.resting_bpm + THRESHOLD_OF_RESERVE * reserve_bpm,
    )
    reported = [(before[-1][0], watch)] if with_watch else []
    return athlete_on(day, facts=(), reported=reported, efforts=before)


def _judged(
    athlete: Athlete, before: EffortHistory, *, distance_m: float, time_s: float, name: str
) -> list[Judged]:
    recent = recent_efforts(before, day=athlete.day)
    predicted = race_times(athlete, recent, distances_m=(distance_m,))
    return [Judged(name=name, prediction=one, time_s=time_s) for one in predicted]


def _history(path: Path) -> Iterator[Judged]:
    """Every race-like run of a real history, predicted from the runs before it."""
    provenance = Provenance(kind="garmin-csv", path=path.name, sha256="")
    recordings = sorted(
        read_activities_csv(path.read_bytes(), provenance=provenance),
        key=lambda one: one.started_at,
    )
    runs = [(one.day, RunEfforts(best_efforts(one))) for one in recordings]
    grades = [
        (day, vdot(of_run[0].speed_mps * of_run[0].duration_s, of_run[0].duration_s))
        for day, of_run in runs
        if of_run and of_run[0].speed_mps is not None
    ]
    for recording, (day, of_run) in zip(recordings, runs, strict=True):
        if not of_run or of_run[0].speed_mps is None or recording.sub_sport is not None:
            continue
        time_s = of_run[0].duration_s
        distance_m = of_run[0].speed_mps * time_s
        name = next((name for low, high, name in RACES_M if low <= distance_m <= high), None)
        best = max(grade for on, grade in grades if abs((on - day).days) <= HALF_A_YEAR_DAYS)
        is_hard = name == "marathon" or vdot(distance_m, time_s) >= NEAR_BEST * best
        climb_m = recording.summary.ascent_m or 0.0
        if name is None or not is_hard or climb_m > FLAT_M_PER_M * distance_m:
            continue
        before = [one for one in runs if one[0] < day]
        athlete = athlete_on(day, facts=(), reported=(), efforts=before)
        yield from _judged(athlete, before, distance_m=distance_m, time_s=time_s, name=name)


def _races(judged: Sequence[Judged]) -> Mapping[str, object]:
    names = list(dict.fromkeys(one.name for one in judged))
    return {
        "all": _group(judged),
        **{name: _group([one for one in judged if one.name == name]) for name in sorted(names)},
    }


def _group(judged: Sequence[Judged]) -> Mapping[str, object]:
    if not judged:
        return {"n": 0}
    errors = [math.log(one.prediction.time_s / one.time_s) for one in judged]
    widths = [math.log(one.prediction.high_s / one.prediction.low_s) for one in judged]
    return {
        "n": len(judged),
        "inside_80_pct": _pct(float(np.mean([one.is_inside for one in judged]))),
        "faster_than_range_pct": _pct(
            float(np.mean([one.time_s < one.prediction.low_s for one in judged]))
        ),
        "bias_pct": _pct(float(np.mean(errors))),
        "rms_error_pct": _pct(float(np.sqrt(np.mean(np.square(errors))))),
        "median_width_pct": _pct(float(np.median(widths))),
    }


def _pct(share: float) -> float:
    return round(100.0 * share, 1)
