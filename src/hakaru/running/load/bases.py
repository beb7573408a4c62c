"""What intensity does a session have by power, by pace and by heart rate, and how sound is each?"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from hakaru.core.units import SECONDS_PER_HOUR
from hakaru.running.activity import FloatArray, Sex
from hakaru.running.athlete.known import is_reliable
from hakaru.running.athlete.model import Athlete, Known
from hakaru.running.load.effort import MEASURED_MIN_FRAC
from hakaru.running.load.moments import Moments
from hakaru.running.load.score import trimp_intensity_frac, trimp_of_series
from hakaru.running.physiology.daniels import fraction_sustained
from hakaru.running.physiology.power import normalised_mean, per_second, quartic_mean
from hakaru.running.session.summary import LoadBasis

LoadProblem = Literal[
    "not_recorded",
    "gaps",
    "summary_only",
    "threshold_unknown",
    "threshold_stale",
    "threshold_guessed",
    "implausible",
    "bounds_unknown",
    "sex_unknown",
]
"""`summary_only`: the device reported averages and no samples. `threshold_guessed`: an estimate
with wide bounds. `implausible`: nobody holds that intensity for so long, so that the threshold is
too low. `bounds_unknown`: no resting or maximum heart rate. `sex_unknown`: the training impulse of
men and women differs."""

DOUBTS: Mapping[LoadProblem, int] = {
    "summary_only": 1,
    "sex_unknown": 1,
    "bounds_unknown": 2,
    "threshold_stale": 2,
    "gaps": 3,
    "threshold_guessed": 3,
}
"""How much a problem speaks against a basis: a guess may be off by a fifth and more, an old
threshold by a few percent. The others leave no intensity, or one that is not used."""

SUSTAINED_SLACK_FRAC = 0.10
_SEXES: tuple[Sex, Sex] = ("female", "male")
_TOLERANCE = 1e-9


@dataclass(frozen=True, kw_only=True)
class Intensity:
    """A session by one basis. `intensity_frac` (1.0: threshold) None: cannot be computed.

    `duration_s` is what the intensity is taken to hold for. It is sound without `problems`; that
    only averages are known is no problem of heart rate, which follows effort slowly, but one of
    power and pace, whose changes and slopes an average hides.
    """

    basis: LoadBasis
    intensity_frac: float | None
    duration_s: float
    problems: tuple[LoadProblem, ...]

    @property
    def doubt(self) -> int:
        """How much speaks against it; 0: sound."""
        ignored = {"summary_only"} if self.basis == "heart_rate" else set()
        return sum(DOUBTS.get(problem, 0) for problem in self.problems if problem not in ignored)

    @property
    def usable(self) -> bool:
        """Whether there is an intensity, and one that somebody can hold."""
        return self.intensity_frac is not None and "implausible" not in self.problems


def power_intensity(athlete: Athlete, moments: Moments) -> Intensity:
    """Normalised power over critical power."""
    mean_w = _normalised(moments.power_w, moments)
    threshold = athlete.known.get("critical_power_w")
    return _relative("power", mean_w, threshold=threshold, values=moments.power_w, moments=moments)


def pace_intensity(athlete: Athlete, moments: Moments) -> Intensity:
    """Normalised level speed over threshold speed (after McGregor & Coggan's graded pace)."""
    threshold = athlete.known.get("threshold_speed_mps")
    mean_mps = normalised_level_mps(moments)
    return _relative(
        "pace", mean_mps, threshold=threshold, values=moments.level_mps, moments=moments
    )


def heart_rate_intensity(athlete: Athlete, moments: Moments) -> Intensity:
    """The training impulse relative to that of threshold heart rate, of all time recorded.

    Without the bounds of the heart rate: the root mean square of heart rate over the threshold's.
    """
    beats_bpm, weight_s = moments.heart_rate_bpm, moments.active_s
    threshold = athlete.known.get("lt_heart_rate_bpm")
    problems = _series_problems(beats_bpm, weight_s, reported=moments.reported)
    problems += _threshold_problems(threshold)
    total_s = float(weight_s.sum())
    if threshold is None or not _measured_s(beats_bpm, weight_s) > 0.0:
        return _none("heart_rate", total_s, problems)
    intensity, more = _of_beats(athlete, beats_bpm, weight_s, threshold.value)
    return _judged("heart_rate", intensity, total_s, problems + more)


def session_trimp_score(athlete: Athlete, moments: Moments) -> float | None:
    """Banister's training impulse. None: no heart rate, or its bounds or the sex not known."""
    beats_bpm, active_s = moments.heart_rate_bpm, moments.active_s
    reserve_frac = _reserve_frac(athlete, beats_bpm)
    if athlete.sex is None or reserve_frac is None or not _measured_s(beats_bpm, active_s) > 0.0:
        return None
    return trimp_of_series(reserve_frac, active_s, sex=athlete.sex)


def normalised_level_mps(moments: Moments) -> float | None:
    """Mean level speed times how much effort varied: normalised over mean speed.

    Both the plain and the level speed tell the variation. An altimeter's noise makes the level
    speed seem to vary more, hills the plain speed: the smaller is nearer to the truth.
    None: fewer than 30 seconds.
    """
    level_mps, weight_s = moments.level_mps, moments.moving_s
    normalised = _normalised(level_mps, moments)
    mean_mps = _mean(level_mps, weight_s)
    plain = _normalised(moments.speed_mps, moments), _mean(moments.speed_mps, weight_s)
    if normalised is None or mean_mps is None or plain[0] is None or plain[1] is None:
        return normalised
    return min(normalised, mean_mps * plain[0] / plain[1])


def _normalised(values: FloatArray, moments: Moments) -> float | None:
    if not moments.reported:
        return normalised_mean(per_second(values, moments.moving_s))
    measured = np.isfinite(values) & (moments.moving_s > 0.0)
    return quartic_mean(values[measured], moments.moving_s[measured]) if measured.any() else None


def _mean(values: FloatArray, weight_s: FloatArray) -> float | None:
    measured = np.isfinite(values) & (weight_s > 0.0)
    return (
        float(np.average(values[measured], weights=weight_s[measured])) if measured.any() else None
    )


def _relative(
    basis: LoadBasis,
    mean: float | None,
    *,
    threshold: Known | None,
    values: FloatArray,
    moments: Moments,
) -> Intensity:
    weight_s = moments.moving_s
    problems = _series_problems(values, weight_s, reported=moments.reported)
    problems += _threshold_problems(threshold)
    total_s = float(weight_s.sum())
    if threshold is None or mean is None:
        return _none(basis, total_s, problems)
    return _judged(basis, mean / threshold.value, total_s, problems)


def _none(basis: LoadBasis, total_s: float, problems: tuple[LoadProblem, ...]) -> Intensity:
    return Intensity(
        basis=basis,
        intensity_frac=None,
        duration_s=total_s,
        problems=problems or ("not_recorded",),
    )


def _judged(
    basis: LoadBasis, intensity: float, total_s: float, problems: tuple[LoadProblem, ...]
) -> Intensity:
    """With a word on whether anybody could hold this for so long."""
    possible = fraction_sustained(total_s) / fraction_sustained(SECONDS_PER_HOUR)
    if intensity > (1.0 + SUSTAINED_SLACK_FRAC) * possible:
        problems = (*problems, "implausible")
    return Intensity(basis=basis, intensity_frac=intensity, duration_s=total_s, problems=problems)


def _series_problems(
    values: FloatArray, weight_s: FloatArray, *, reported: bool
) -> tuple[LoadProblem, ...]:
    measured_s, total_s = _measured_s(values, weight_s), float(weight_s.sum())
    if not measured_s > 0.0:
        return ("not_recorded",)
    problems: tuple[LoadProblem, ...] = ("summary_only",) if reported else ()
    return (
        problems if measured_s >= MEASURED_MIN_FRAC * total_s - _TOLERANCE else (*problems, "gaps")
    )


def _threshold_problems(threshold: Known | None) -> tuple[LoadProblem, ...]:
    if threshold is None:
        return ("threshold_unknown",)
    if threshold.stale:
        return ("threshold_stale",)
    return () if is_reliable(threshold) else ("threshold_guessed",)


def _of_beats(
    athlete: Athlete, beats_bpm: FloatArray, weight_s: FloatArray, lt_bpm: float
) -> tuple[float, tuple[LoadProblem, ...]]:
    reserve_frac = _reserve_frac(athlete, beats_bpm)
    threshold = _reserve_frac(athlete, np.array([lt_bpm]))
    if reserve_frac is None or threshold is None or not threshold[0] > 0.0:
        counted_s = np.where(np.isfinite(beats_bpm), weight_s, 0.0)
        squares = np.where(np.isfinite(beats_bpm), beats_bpm / lt_bpm, 0.0) ** 2
        return math.sqrt(float(squares @ counted_s / counted_s.sum())), ("bounds_unknown",)
    sexes = _SEXES if athlete.sex is None else (athlete.sex,)
    intensities = [
        trimp_intensity_frac(
            reserve_frac, weight_s, threshold_reserve_frac=float(threshold[0]), sex=sex
        )
        for sex in sexes
    ]
    problems: tuple[LoadProblem, ...] = ("sex_unknown",) if athlete.sex is None else ()
    return sum(intensities) / len(intensities), problems


def _reserve_frac(athlete: Athlete, beats_bpm: FloatArray) -> FloatArray | None:
    """Share of heart rate reserve; None: resting or maximum heart rate not known."""
    rest_bpm, max_bpm = athlete.value("heart_rate_rest_bpm"), athlete.value("heart_rate_max_bpm")
    if rest_bpm is None or max_bpm is None or not max_bpm > rest_bpm:
        return None
    return (beats_bpm - rest_bpm) / (max_bpm - rest_bpm)


def _measured_s(values: FloatArray, weight_s: FloatArray) -> float:
    return float(weight_s[np.isfinite(values)].sum())
