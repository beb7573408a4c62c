"""What intensity does a session have by power, by pace and by heart rate, and how sound is each?"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from hakaru.running.activity import FloatArray, Sex
from hakaru.running.athlete.known import is_reliable
from hakaru.running.athlete.model import Athlete, Known
from hakaru.running.load.effort import MEASURED_MIN_FRAC, EffortSeries
from hakaru.running.load.score import trimp_intensity_frac, trimp_of_series
from hakaru.running.physiology.daniels import fraction_sustained
from hakaru.running.physiology.power import normalised_mean, per_second
from hakaru.running.session.model import SessionInput
from hakaru.running.session.summary import LoadBasis
from hakaru.running.validity import GAP_MIN_S, GAP_TO_MEDIAN_RATIO, within_window
from hakaru.units import SECONDS_PER_HOUR

LoadProblem = Literal[
    "not_recorded",
    "gaps",
    "threshold_unknown",
    "threshold_stale",
    "threshold_guessed",
    "implausible",
    "bounds_unknown",
    "sex_unknown",
]
"""`threshold_guessed`: an estimate with wide bounds. `implausible`: nobody holds that intensity for
so long, so that the threshold is too low. `bounds_unknown`: no resting or maximum heart rate.
`sex_unknown`: the training impulse of men and women differs."""

MOVING_MIN_MPS = 0.5
"""Walking breaks are load, standing is not."""

SUSTAINED_SLACK_FRAC = 0.10
_SEXES: tuple[Sex, Sex] = ("female", "male")
_TOLERANCE = 1e-9


@dataclass(frozen=True, kw_only=True)
class Intensity:
    """A session by one basis. `intensity_frac` (1.0: threshold) None: cannot be computed.

    `duration_s` is what the intensity is taken to hold for. Without `problems` it is sound.
    """

    basis: LoadBasis
    intensity_frac: float | None
    duration_s: float
    problems: tuple[LoadProblem, ...]


@dataclass(frozen=True, kw_only=True)
class Timing:
    """Seconds each sample stands for, shape (n_samples,): while moving, and while the watch ran."""

    moving_s: FloatArray
    active_s: FloatArray


def read_timing(effort: EffortSeries) -> Timing:
    """Time without pauses and without gaps in the recording."""
    active_s, speed_mps = effort.motion.active_s, effort.motion.speed_mps
    lasting_s = active_s[active_s > 0.0]
    longest_s = GAP_MIN_S
    if lasting_s.size:
        longest_s = max(GAP_MIN_S, GAP_TO_MEDIAN_RATIO * float(np.median(lasting_s)))
    observed_s = np.where((active_s > 0.0) & (active_s <= longest_s), active_s, 0.0)
    return Timing(
        moving_s=np.where(speed_mps >= MOVING_MIN_MPS, observed_s, 0.0), active_s=observed_s
    )


def power_intensity(session: SessionInput, timing: Timing) -> Intensity:
    """Normalised power over critical power."""
    power_w = _recorded(session, "power_w")
    known = session.athlete.known.get("critical_power_w")
    return _relative("power", power_w, known=known, weight_s=timing.moving_s)


def pace_intensity(session: SessionInput, timing: Timing, *, level_mps: FloatArray) -> Intensity:
    """Normalised level speed over threshold speed (McGregor & Coggan's graded pace)."""
    known = session.athlete.known.get("threshold_speed_mps")
    return _relative("pace", level_mps, known=known, weight_s=timing.moving_s)


def heart_rate_intensity(session: SessionInput, timing: Timing) -> Intensity:
    """The training impulse relative to that of threshold heart rate, of all time recorded.

    Without the bounds of the heart rate: the root mean square of heart rate over the threshold's.
    """
    beats_bpm = _recorded(session, "heart_rate_bpm")
    weight_s = timing.active_s
    known = session.athlete.known.get("lt_heart_rate_bpm")
    problems = _series_problems(beats_bpm, weight_s) + _threshold_problems(known)
    total_s = float(weight_s.sum())
    if known is None or not _measured_s(beats_bpm, weight_s) > 0.0:
        return _none("heart_rate", total_s, problems)
    intensity, more = _of_beats(session.athlete, beats_bpm, weight_s, known.value)
    return _judged("heart_rate", intensity, total_s, problems + more)


def session_trimp_score(session: SessionInput, timing: Timing) -> float | None:
    """Banister's training impulse. None: no heart rate, or its bounds or the sex not known."""
    sex = session.athlete.sex
    beats_bpm = _recorded(session, "heart_rate_bpm")
    reserve_frac = _reserve_frac(session.athlete, beats_bpm)
    if sex is None or reserve_frac is None or not _measured_s(beats_bpm, timing.active_s) > 0.0:
        return None
    return trimp_of_series(reserve_frac, timing.active_s, sex=sex)


def _relative(
    basis: LoadBasis, values: FloatArray, *, known: Known | None, weight_s: FloatArray
) -> Intensity:
    problems = _series_problems(values, weight_s) + _threshold_problems(known)
    total_s = float(weight_s.sum())
    mean = normalised_mean(per_second(values, weight_s))
    if known is None or mean is None:
        return _none(basis, total_s, problems)
    return _judged(basis, mean / known.value, total_s, problems)


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


def _series_problems(values: FloatArray, weight_s: FloatArray) -> tuple[LoadProblem, ...]:
    measured_s, total_s = _measured_s(values, weight_s), float(weight_s.sum())
    if not measured_s > 0.0:
        return ("not_recorded",)
    return ("gaps",) if measured_s < MEASURED_MIN_FRAC * total_s - _TOLERANCE else ()


def _threshold_problems(known: Known | None) -> tuple[LoadProblem, ...]:
    if known is None:
        return ("threshold_unknown",)
    if known.stale:
        return ("threshold_stale",)
    return () if is_reliable(known) else ("threshold_guessed",)


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


def _recorded(session: SessionInput, column: Literal["power_w", "heart_rate_bpm"]) -> FloatArray:
    """A column with impossible values (and zeros) set to NaN; all NaN where it was not recorded."""
    series = session.recording.series
    values = series.get(column)
    if values is None:
        return np.full(series["elapsed_s"].shape, np.nan)
    return np.where(within_window(values, column), values, np.nan)
