"""Speed at threshold, as far as runs and other figures tell.

Four kinds of evidence are weighed together: the line of heart rate and speed read off at threshold
heart rate, speed over power read off at critical power, the distance-time model of hard efforts,
and what hard speeds alone suggest. What the VO2max of a watch implies stands beside them, and from
easy running alone there is a lower bound.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from functools import lru_cache
from itertools import chain

import numpy as np

from hakaru.records import frozen
from hakaru.running.athlete.efforts import Effort, EffortHistory, each
from hakaru.running.athlete.model import Known, Quantity, log_sd, reconcile
from hakaru.running.physiology.oxygen import fraction_sustained, threshold_speed_mps, vo2_of_speed
from hakaru.running.physiology.power import D_PRIME_M, Held, fit_critical
from hakaru.stats.robust import normal_half_width, weighted_median

REST_OF_LT = 0.32
"""Resting heart rate as a share of threshold heart rate, where nobody states it."""
_LINE_LEAST = 0.70
"""Below this share of the reserve up to threshold, heart rate says little about threshold speed."""
_LINE_S = (1200.0, 600.0)
_DRIFT = 1.02
"""In the middle of a run heart rate has drifted up by about 1 %, which is 2 % of the reserve."""
_RACE_S_MIN = 300.0
_REP_S = 180.0
_REPS_OF_THRESHOLD_LOW, _REPS_OF_THRESHOLD, _REPS_OF_THRESHOLD_HIGH = 1.01, 1.08, 1.15
"""Three minutes of repetitions relative to threshold speed."""
_HARD_REP_RATIO = 1.3
_HARD_RATIO = 1.10
_LEAST_RUNS = 3
_USUAL_S = 1200.0
THRESHOLD_OF_CRITICAL = 0.96
"""Threshold is the pace of about an hour; critical speed can be held for about half of that (Poole
et al. 2016), which is 3 to 5 % faster by the equations of Daniels & Gilbert."""
_TRAINING_LIFT, _TRAINING_HIGH = 1.03, 1.09
_HARD_OF_LT = 0.97
_POWER_SD = 0.05
_ONE_RUN_SD = 0.05
"""One run has its day, and may not have been steady."""
_PROVED_FRAC = 0.98
"""A watch may overstate a distance by so much."""
_PROVED_S_MAX = 7200.0
_EASY_ONLY_HIGH = 1.40
"""Easy running is 70-85 % of threshold speed: so far above it the threshold may lie."""


@frozen
class ThresholdViews:
    """What runs say about threshold speed, each kind of evidence by itself, and the speed that an
    effort of 20 minutes or longer has proved (0: none). `implied`: what the VO2max that somebody
    states implies; it is not from runs."""

    of_runs: tuple[Known, ...]
    proved_mps: float
    implied: Known | None = None

    def best(self) -> Known | None:
        """The figure that runs make together; what VO2max implies where that is narrower or the
        only one. None: nothing."""
        own = reconcile(self.of_runs, lowest_value=self.proved_mps)
        if own is None or self.implied is None:
            return own or self.implied
        return own if _width(own) <= _width(self.implied) else self.implied


def threshold_views(efforts: EffortHistory, known: Mapping[Quantity, Known]) -> ThresholdViews:
    """Threshold speed by heart rate, by power, by the distance-time model and by speeds alone.

    Args:
        efforts: of the last months.
        known: what is known of the other quantities; heart rate and power are read off at it.
    """
    views = [
        _from_heart_rate(efforts, known),
        _from_power(efforts, known.get("critical_power_w")),
        _from_critical_speed(efforts, known.get("lt_heart_rate_bpm")),
    ]
    known_views = [view for view in views if view is not None]
    if not any(view.method == "critical_speed" for view in known_views):
        alone = _from_speed(efforts)
        if alone is not None and (alone.method != "lower_bound" or not known_views):
            known_views.append(alone)
    return ThresholdViews(
        of_runs=tuple(known_views),
        proved_mps=_PROVED_FRAC * (_highest(efforts, _proved_mps) or (0.0, None))[0],
        implied=_from_vo2_max(known.get("vo2_max_ml_per_kg_min")),
    )


def hard_speeds(efforts: EffortHistory, lt: Known | None) -> tuple[Held, ...]:
    """Speeds held for 2 to 40 minutes, of runs among which one was hard: it stands out from the
    usual 20 minutes, or was run at threshold heart rate. Empty: nobody ran hard."""
    if not _stands_out(efforts) and not _at_threshold(efforts, lt):
        return ()
    return tuple(chain.from_iterable(held for _, held in each(efforts, _held_speeds)))


def _held_speeds(run_efforts: Sequence[Effort]) -> tuple[Held, ...]:
    return tuple(
        Held(duration_s=effort.duration_s, mean=effort.speed_mps)
        for effort in run_efforts
        if effort.speed_mps is not None
    )


def _stands_out(efforts: EffortHistory) -> bool:
    usual = _usual_mps(efforts)
    bound_mps, _ = _highest(efforts, _race_mps) or (0.0, None)
    reps_mps, _ = _highest(efforts, _rep_mps) or (0.0, None)
    return usual is not None and (
        bound_mps >= _HARD_RATIO * usual or reps_mps >= _HARD_REP_RATIO * usual
    )


def _at_threshold(efforts: EffortHistory, lt: Known | None) -> bool:
    hardest = None if lt is None else _highest(efforts, _race_bpm)
    return lt is not None and hardest is not None and hardest[0] >= _HARD_OF_LT * lt.value


def _from_critical_speed(efforts: EffortHistory, lt: Known | None) -> Known | None:
    """A share of critical speed, which can be held for about half an hour, threshold for one. The
    hard efforts of training end before the runner does, so that more was possible than they show:
    the middle lies a little higher, and the upper end reaches further."""
    fit = fit_critical(hard_speeds(efforts, lt), D_PRIME_M)
    if fit is None:
        return None
    value = THRESHOLD_OF_CRITICAL * fit.value
    return Known(
        value=_TRAINING_LIFT * value,
        origin="estimated",
        method="critical_speed",
        on=max(on for on, _ in efforts),
        low=0.97 * THRESHOLD_OF_CRITICAL * fit.low,
        high=_TRAINING_HIGH * THRESHOLD_OF_CRITICAL * fit.high,
    )


def _from_power(efforts: EffortHistory, critical: Known | None) -> Known | None:
    """The speed at which this runner gives critical power, by speed over power of many runs."""
    if critical is None or critical.method == "lower_bound":
        return None
    ratios = [
        (effort.speed_mps / effort.power_w, on)
        for on, effort in each(efforts, steady_effort)
        if effort is not None and effort.speed_mps is not None and effort.power_w is not None
    ]
    if not ratios:
        return None
    value = critical.value * statistics.median(ratio for ratio, _ in ratios)
    spread = math.hypot(log_sd(critical), _POWER_SD if len(ratios) >= _LEAST_RUNS else 0.07)
    half_width = normal_half_width(0.8) * spread
    return Known(
        value=value,
        origin="estimated",
        method="power_line",
        on=max(on for _, on in ratios),
        low=value * (1.0 - half_width),
        high=value * (1.0 + half_width),
    )


def steady_effort(run_efforts: Sequence[Effort]) -> Effort | None:
    """The best 20 or 10 minutes of a run; of one without samples the whole run. None: too short."""
    by_s = {effort.duration_s: effort for effort in run_efforts}
    effort = next((by_s[one_s] for one_s in _LINE_S if one_s in by_s), None)
    if effort is not None or not by_s:
        return effort
    longest_s = max(by_s)
    return by_s[longest_s] if longest_s >= _LINE_S[-1] else None


def bounds_of(known: Known) -> tuple[float, float]:
    """The 80 % bounds; 4 % around a value that comes without, as watches err by that much."""
    low = 0.96 * known.value if known.low is None else known.low
    high = 1.04 * known.value if known.high is None else known.high
    return low, high


def _width(known: Known) -> float:
    low, high = bounds_of(known)
    return (high - low) / known.value


def _from_heart_rate(efforts: EffortHistory, known: Mapping[Quantity, Known]) -> Known | None:
    """Speed over the share of the reserve it took, of 10-20 minutes of each run."""
    threshold = known.get("lt_heart_rate_bpm")
    if threshold is None:
        return None
    rest = known.get("heart_rate_rest_bpm")
    rest_bpm = REST_OF_LT * threshold.value if rest is None else rest.value
    if not rest_bpm < threshold.value:
        return None
    points = list(_line_points(efforts, rest_bpm=rest_bpm, threshold_bpm=threshold.value))
    if not points:
        return None
    sds = [_line_sd(share) for _, share, _ in points]
    speed_mps = weighted_median(np.array([speed for speed, _, _ in points]), np.array(sds) ** -2.0)
    reserve_bpm = threshold.value - rest_bpm
    half_width = normal_half_width(0.8)
    sd = math.hypot(
        min(sds),
        _spread_bpm(threshold) / half_width / reserve_bpm,
        0.02 if rest is None else 0.0,
        _ONE_RUN_SD if len(points) == 1 else 0.0,
    )
    return Known(
        value=speed_mps,
        origin="estimated",
        method="heart_rate_line",
        on=max(on for _, _, on in points),
        low=speed_mps * (1.0 - half_width * sd),
        high=speed_mps * (1.0 + half_width * sd),
    )


def _spread_bpm(known: Known) -> float:
    """Half the distance of the bounds; 0 for a value that comes without."""
    return 0.0 if known.low is None or known.high is None else (known.high - known.low) / 2.0


def _line_points(
    efforts: EffortHistory, *, rest_bpm: float, threshold_bpm: float
) -> Iterator[tuple[float, float, date]]:
    """Of each run: threshold speed it points to, share of the reserve it took, day."""
    for on, effort in each(efforts, steady_effort):
        if effort is None or effort.speed_mps is None or effort.speed_heart_rate_bpm is None:
            continue
        share = (effort.speed_heart_rate_bpm - rest_bpm) / (threshold_bpm - rest_bpm)
        if share >= _LINE_LEAST:
            yield _DRIFT * effort.speed_mps / share, share, on


def _line_sd(share: float) -> float:
    """Relative error of one point: of the day, and of drawing the line out to threshold."""
    return 0.03 + 0.2 * abs(1.0 - share)


def _from_vo2_max(vo2_max: Known | None) -> Known | None:
    if vo2_max is None:
        return None
    low, high = bounds_of(vo2_max)
    return Known(
        value=threshold_speed_mps(vo2_max.value),
        origin="estimated",
        method="vo2_max",
        on=vo2_max.on,
        low=0.97 * threshold_speed_mps(low),
        high=1.03 * threshold_speed_mps(high),
    )


def _from_speed(efforts: EffortHistory) -> Known | None:
    """From speeds alone: hard efforts stand out from the usual 20 minutes, easy ones bound."""
    hardest = _highest(efforts, _race_mps)
    if hardest is None:
        return None
    bound_mps, on = hardest
    usual_mps = _usual_mps(efforts)
    rep_mps, _ = _highest(efforts, _rep_mps) or (0.0, None)
    if usual_mps is not None and rep_mps >= _HARD_REP_RATIO * usual_mps:
        middle_mps = max(rep_mps / _REPS_OF_THRESHOLD, bound_mps)
        low, high = rep_mps / _REPS_OF_THRESHOLD_HIGH, rep_mps / _REPS_OF_THRESHOLD_LOW
        return _of_speed("repetitions", middle_mps, on=on, bounds=(low, max(high, middle_mps)))
    if usual_mps is not None and bound_mps >= _HARD_RATIO * usual_mps:
        bounds = (0.98 * bound_mps, 1.22 * bound_mps)
        return _of_speed("best_effort", 1.10 * bound_mps, on=on, bounds=bounds)
    bounds = (bound_mps, _EASY_ONLY_HIGH * bound_mps)
    return _of_speed("lower_bound", bound_mps, on=on, bounds=bounds)


def _usual_mps(efforts: EffortHistory) -> float | None:
    """Median of the runs' best 20 minutes (of a run without samples: of the run); None: too few
    runs to say what is usual."""
    usual = [
        effort.speed_mps
        for _, effort in each(efforts, steady_effort)
        if effort is not None and effort.speed_mps is not None and effort.duration_s >= _USUAL_S
    ]
    return statistics.median(usual) if len(usual) >= _LEAST_RUNS else None


def _of_speed(
    method: str, value_mps: float, *, on: date | None, bounds: tuple[float, float]
) -> Known:
    low, high = bounds
    return Known(value=value_mps, origin="estimated", method=method, on=on, low=low, high=high)


def _highest(
    efforts: EffortHistory, work: Callable[[Sequence[Effort]], float | None]
) -> tuple[float, date] | None:
    """The highest that the efforts of one run show, on the last day that showed it."""
    shown = [(value, on) for on, value in each(efforts, work) if value is not None]
    return max(shown, default=None)


def _race_mps(run_efforts: Sequence[Effort]) -> float | None:
    """Threshold speed if the best effort of 5-60 minutes had been a race (Daniels & Gilbert
    1979)."""
    return _race_threshold_mps(run_efforts, _RACE_S_MIN, math.inf)


def _proved_mps(run_efforts: Sequence[Effort]) -> float | None:
    """The same of efforts of 20 minutes to two hours: what a runner did, a runner can."""
    return _race_threshold_mps(run_efforts, _USUAL_S, _PROVED_S_MAX)


def _race_threshold_mps(
    run_efforts: Sequence[Effort], shortest_s: float, longest_s: float
) -> float | None:
    thresholds = (
        race_threshold_mps(effort.speed_mps, effort.duration_s)
        for effort in run_efforts
        if effort.speed_mps is not None and shortest_s <= effort.duration_s <= longest_s
    )
    return max(thresholds, default=None)


def _rep_mps(run_efforts: Sequence[Effort]) -> float | None:
    """The best three minutes."""
    speeds_mps = (effort.speed_mps for effort in run_efforts if effort.duration_s == _REP_S)
    return max((speed for speed in speeds_mps if speed is not None), default=None)


def _race_bpm(run_efforts: Sequence[Effort]) -> float | None:
    """The highest mean heart rate at the best speed over five minutes or more."""
    beats_bpm = (
        effort.speed_heart_rate_bpm for effort in run_efforts if effort.duration_s >= _RACE_S_MIN
    )
    return max((bpm for bpm in beats_bpm if bpm is not None), default=None)


@lru_cache(maxsize=16_384)  # several kinds of evidence ask about each effort
def race_threshold_mps(speed_mps: float, duration_s: float) -> float:
    """Threshold speed of a runner who can just hold `speed_mps` for `duration_s`."""
    vo2_max = max(vo2_of_speed(speed_mps), 0.0) / fraction_sustained(duration_s)
    return threshold_speed_mps(vo2_max)
