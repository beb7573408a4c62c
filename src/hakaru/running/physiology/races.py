"""Race times this runner could run now, with their intervals.

Two models, VDOT (Daniels & Gilbert 1979) and Riegel (1981, American Scientist 69:285:
t2 = t1 (d2/d1)^1.06), start from two kinds of evidence: the best recent efforts, which are rarely
all-out in training, and threshold speed, which heart rate and power tell as well. Their widths,
their disagreement and how far the distance lies from anything that was run make the interval.

Beyond half a marathon both models are too fast for most runners (Vickers & Vertosick 2016, BMC
Sports Sci Med Rehabil 8:26, of 2,303 runners), the more so the shorter their longest run: the slow
end reaches further, and the middle moves by half of that.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Literal

from hakaru.core.units import SECONDS_PER_HOUR
from hakaru.records import frozen
from hakaru.running.arithmetic import weighted_mean
from hakaru.running.athlete.efforts import Effort
from hakaru.running.athlete.model import Known, log_sd
from hakaru.running.physiology.oxygen import race_time_s, vdot, vo2_max_of_threshold
from hakaru.running.plausibility import fastest_human_mps
from hakaru.stats.robust import normal_half_width

RIEGEL_EXPONENT = 1.06
RIEGEL_EXPONENT_SD = 0.02
"""Runners' own exponents lie mostly between 1.04 and 1.10; endurance decides."""

RACE_DISTANCES_M: tuple[float, ...] = (5000.0, 10000.0, 21097.5, 42195.0)
EFFORT_MIN_S = 300.0
"""Below five minutes speed depends on more than oxygen."""

RECENT_DAYS = 120
NEAR_BEST_FRAC = 0.97
"""Efforts whose VDOT lies further below the best one were not all-out."""

LONGER_BEST_FRAC = 0.90
"""The best of long efforts counts down to here: below it a long run was easy."""

EFFORT_SD_FRAC = 0.02
"""A best effort in training or a race on one day against another day of the same form."""

RACE_DAY_SD_FRAC = 0.03
"""Form of the day, weather and course of the race itself, 1 to 3 % each, which no evidence makes
smaller."""

NOT_ALL_OUT_FRAC = 0.03
"""A best effort out of training is a lower bound: the fast end reaches this much further."""

TRAINING_SD_FRAC = 0.04
"""How far below what was possible the best effort of four months of training may lie, where
threshold speed says that more was possible."""

LONG_RACE_M = 25000.0
FADE_FRAC, FADE_PER_LOG, FADE_LOG_MAX = 0.06, 0.05, 1.0
"""By how much a race beyond 25 km may be slower than the models say: always by 6 %, by 5 % more
where the longest run is a factor e shorter than the race."""

PAUSE_FREE_DAYS, PAUSE_FRAC_PER_DAY, PAUSE_FRAC_MAX = 10, 0.0015, 0.08
"""After ten days without a run a race gets slower: by 4 to 6 % in the first month, then less
(Mujika & Padilla 2000, Sports Med 30:79, of oxygen uptake and time trials)."""

CHANGE_SD_FRAC_PER_DAY = 0.00015
"""Form moves by 1 to 2 % in a hundred days, either way."""

COVERAGE = 0.8
FAR_FACTOR = 4.0
LOG_DISTANCE_SCALE = 0.7
"""An effort over half or twice the distance weighs 0.6 of one over the distance itself."""

_VDOT_MIN, _VDOT_MAX = 15.0, 90.0

Reach = Literal["inside", "beyond"]
"""Whether the distance lies within four times the longest effort."""


@frozen
class Performance:
    """A distance covered in a time, standing counted, on a day."""

    distance_m: float
    time_s: float
    on: date


@frozen
class RacePrediction:
    """A race time with its 80 % interval, and what each model alone says."""

    distance_m: float
    time_s: float
    low_s: float
    high_s: float
    vdot_time_s: float
    riegel_time_s: float
    n_efforts: int
    reach: Reach


def riegel_time_s(
    time_s: float, distance_m: float, *, to_distance_m: float, exponent: float = RIEGEL_EXPONENT
) -> float:
    """The time over another distance that a time over one implies."""
    return time_s * math.pow(to_distance_m / distance_m, exponent)


def performances(
    efforts: Iterable[tuple[date, Sequence[Effort]]], *, day: date
) -> tuple[Performance, ...]:
    """The best efforts of the last 120 days that say something about racing: five minutes and
    longer. Nothing after `day` is looked at."""
    return tuple(
        Performance(
            distance_m=effort.speed_mps * effort.duration_s, time_s=effort.duration_s, on=on
        )
        for on, day_efforts in efforts
        if 0 <= (day - on).days < RECENT_DAYS
        for effort in day_efforts
        if effort.speed_mps is not None
        and effort.duration_s >= EFFORT_MIN_S
        and effort.speed_mps <= fastest_human_mps(effort.duration_s)
    )


def predict_races(
    efforts: Sequence[Performance],
    *,
    distances_m: Sequence[float] = RACE_DISTANCES_M,
    threshold: Known | None = None,
    longest_m: float | None = None,
    days_ahead: int = 0,
    pause_days: int = 0,
) -> tuple[RacePrediction, ...]:
    """Race times, one per distance.

    Args:
        efforts: best recent efforts.
        distances_m: of the races.
        threshold: threshold speed with its bounds; None: only efforts count.
        longest_m: the longest recent run, also an easy one; None: the longest effort.
        days_ahead: from the day that is looked at to the race; form may move by then.
        pause_days: from the newest run to the day that is looked at.

    Returns:
        Empty where no effort is plausible (VDOT 15..90).
    """
    best = _near_best(efforts)
    if not best:
        return ()
    with_long = _near_best(efforts, for_long_race=True)
    paused_days = max(0, pause_days - PAUSE_FREE_DAYS)
    pause = min(PAUSE_FRAC_PER_DAY * paused_days, PAUSE_FRAC_MAX)
    reached_m = max([longest_m or 0.0, *(effort.distance_m for effort in efforts)])
    return tuple(
        _predict(
            with_long if distance_m > LONG_RACE_M else best,
            distance_m,
            threshold=threshold,
            slower=pause + _fade(best, distance_m, longest_m=reached_m),
            change_sd=CHANGE_SD_FRAC_PER_DAY * days_ahead,
        )
        for distance_m in distances_m
    )


def _fade(
    best: Sequence[tuple[Performance, float]], distance_m: float, *, longest_m: float
) -> float:
    """By how much (of the logarithm of time) a long race may be slower than the models say."""
    raced_m = max(effort.distance_m for effort, _ in best)
    if distance_m <= max(LONG_RACE_M, 1.2 * raced_m):
        return 0.0
    beyond = min(max(math.log(distance_m / longest_m), 0.0), FADE_LOG_MAX)
    return FADE_FRAC + FADE_PER_LOG * beyond


def _near_best(
    efforts: Sequence[Performance], *, for_long_race: bool = False
) -> list[tuple[Performance, float]]:
    """Performances with their VDOT that say what is possible: those close to the best one. For a
    long race also the best of all that are as long or longer (the half marathon among runs of ten
    kilometres), which tells how this runner's speed falls with distance."""
    graded = {effort: vdot(effort.distance_m, effort.time_s) for effort in efforts}
    plausible = {
        effort: grade for effort, grade in graded.items() if _VDOT_MIN <= grade <= _VDOT_MAX
    }
    top = max(plausible.values(), default=0.0)
    near_best, longer = [], 0.0
    for effort, grade in sorted(plausible.items(), key=lambda pair: -pair[0].distance_m):
        is_best_so_long = grade >= max(longer, LONGER_BEST_FRAC * top) and for_long_race
        longer = max(longer, grade)
        if grade >= NEAR_BEST_FRAC * top or is_best_so_long:
            near_best.append((effort, grade))
    return near_best


@frozen(kw_only=False)
class _View:
    """Logarithm of a race time by one kind of evidence; `log_times` are VDOT's and Riegel's."""

    log_times: tuple[float, float]
    sd: float

    @property
    def middle_value(self) -> float:
        return sum(self.log_times) / 2.0


def _by_efforts(best: Sequence[tuple[Performance, float]], distance_m: float) -> _View:
    logs = [math.log(distance_m / effort.distance_m) for effort, _ in best]
    weights = [math.exp(-((log / LOG_DISTANCE_SCALE) ** 2) / 2.0) + 1e-6 for log in logs]
    by_vdot = [math.log(race_time_s(grade, distance_m)) for _, grade in best]
    by_riegel = [
        math.log(riegel_time_s(effort.time_s, effort.distance_m, to_distance_m=distance_m))
        for effort, _ in best
    ]
    models = (weighted_mean(by_vdot, weights), weighted_mean(by_riegel, weights))
    middle = sum(models) / 2.0
    squares = [(log - middle) ** 2 for log in (*by_vdot, *by_riegel)]
    spread_var = weighted_mean(squares, [*weights, *weights])
    extrapolated = RIEGEL_EXPONENT_SD * min(map(abs, logs))
    return _View(log_times=models, sd=math.sqrt(spread_var + extrapolated**2 + EFFORT_SD_FRAC**2))


def _by_threshold(threshold: Known, distance_m: float) -> _View | None:
    """Threshold speed as an hour's race; None: it is no VDOT that a runner has."""
    grade = vo2_max_of_threshold(threshold.value)
    if not _VDOT_MIN <= grade <= _VDOT_MAX:
        return None
    hour_m = threshold.value * SECONDS_PER_HOUR
    models = (
        math.log(race_time_s(grade, distance_m)),
        math.log(riegel_time_s(SECONDS_PER_HOUR, hour_m, to_distance_m=distance_m)),
    )
    apart = (models[0] - models[1]) / 2.0
    extrapolated = RIEGEL_EXPONENT_SD * abs(math.log(distance_m / hour_m))
    sd = math.sqrt(log_sd(threshold) ** 2 + apart**2 + extrapolated**2 + EFFORT_SD_FRAC**2)
    return _View(log_times=models, sd=sd)


def _together(efforts: _View, threshold: _View | None) -> _View:
    """Both kinds of evidence by their widths. An effort is a lower bound of what is possible: where
    threshold speed promises more, efforts weigh less; where it promises less, it was wrong."""
    if threshold is None:
        return efforts
    gap = efforts.middle_value - threshold.middle_value
    own_sd = math.hypot(efforts.sd, TRAINING_SD_FRAC) if gap > 0.0 else efforts.sd
    weight = own_sd**-2 / (own_sd**-2 + threshold.sd**-2)
    sd = (own_sd**-2 + threshold.sd**-2) ** -0.5
    birge = max(1.0, abs(gap) / math.hypot(own_sd, threshold.sd))
    models = [
        weight * mine + (1.0 - weight) * other
        for mine, other in zip(efforts.log_times, threshold.log_times, strict=True)
    ]
    return _View(log_times=(models[0], models[1]), sd=sd * birge)


def _predict(
    best: Sequence[tuple[Performance, float]],
    distance_m: float,
    *,
    threshold: Known | None,
    slower: float,
    change_sd: float,
) -> RacePrediction:
    by_threshold = None if threshold is None else _by_threshold(threshold, distance_m)
    view = _together(_by_efforts(best, distance_m), by_threshold)
    half = normal_half_width(COVERAGE) * math.hypot(view.sd, RACE_DAY_SD_FRAC, change_sd)
    longest_m = max(effort.distance_m for effort, _ in best)
    return RacePrediction(
        distance_m=distance_m,
        time_s=math.exp(view.middle_value + slower / 2.0),
        low_s=math.exp(view.middle_value - math.hypot(half, NOT_ALL_OUT_FRAC)),
        high_s=math.exp(view.middle_value + slower + half),
        vdot_time_s=math.exp(view.log_times[0]),
        riegel_time_s=math.exp(view.log_times[1]),
        n_efforts=len(best),
        reach="inside" if distance_m <= FAR_FACTOR * longest_m else "beyond",
    )
