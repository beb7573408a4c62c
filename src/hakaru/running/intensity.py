"""How intense a session was, by power, pace or heart rate, and the load that makes.

A device that was asked for a summary reports means of laps or of the whole run. They take the place
of samples, so that such a run has a load as well; what varied inside them cannot be known.

One hour at the threshold is 100, and load grows with the square of intensity: 100 h IF^2. It is
like what is sold as TSS, rTSS and hrTSS; NP, IF and TSS are trademarks
of Peaksware, which is why the figure has its own name here.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Literal

import numpy as np

from hakaru.core.units import PERCENT, SECONDS_PER_HOUR, SECONDS_PER_MINUTE
from hakaru.records import frozen
from hakaru.running.activity import FloatArray, Sex
from hakaru.running.athlete.known import is_reliable
from hakaru.running.athlete.model import Athlete, Known
from hakaru.running.environment.grade import recorded_level_speed_mps
from hakaru.running.physiology.oxygen import fraction_sustained
from hakaru.running.physiology.power import normalised_mean, per_second, quartic_mean
from hakaru.running.session.model import LoadBasis, SessionInput
from hakaru.running.validity import BoolArray, Motion, read_motion, valid_column, within_window

MEASURED_MIN_FRAC = 0.8
"""A stretch speaks only where at least this share of it has both a speed and a heart rate."""


@frozen
class EffortSeries:
    """The samples of a session, shape (n_samples,); NaN where not running or not measured.

    `ran_s` is the running time up to and including each sample, `speed_mps` the level speed of
    equal cost where there is altitude, else the plain speed.
    """

    motion: Motion
    ran_s: FloatArray
    speed_mps: FloatArray
    heart_rate_bpm: FloatArray

    @property
    def running_s(self) -> float:
        """Running time of the whole recording."""
        return float(self.ran_s[-1]) if self.ran_s.size else 0.0


@frozen
class Stretch:
    """Time-weighted means over the samples that have both speed and heart rate."""

    speed_mps: float
    heart_rate_bpm: float

    @property
    def efficiency_factor(self) -> float:
        """Metres per heartbeat (Friel's efficiency factor, m/min over bpm)."""
        return efficiency_factor(self.speed_mps, self.heart_rate_bpm)


def efficiency_factor(speed_mps: float, heart_rate_bpm: float) -> float:
    """Speed in m/min over heart rate: metres per heartbeat."""
    return speed_mps * SECONDS_PER_MINUTE / heart_rate_bpm


def read_effort(session: SessionInput) -> EffortSeries:
    """Speed and heart rate of a session, where it was run."""
    series = session.recording.series
    motion = read_motion(series, session.recording.pauses)
    level_mps = recorded_level_speed_mps(session.recording, motion)
    return EffortSeries(
        motion=motion,
        ran_s=np.cumsum(motion.running_s),
        speed_mps=np.where(motion.running, level_mps, np.nan),
        heart_rate_bpm=valid_column(series, "heart_rate_bpm", running=motion.running),
    )


def describe_stretch(effort: EffortSeries, inside: BoolArray) -> Stretch | None:
    """The means over a part of the samples. None: less than 80 % of it was measured."""
    measured = inside & np.isfinite(effort.speed_mps) & np.isfinite(effort.heart_rate_bpm)
    total_s = float(effort.motion.running_s[inside].sum())
    weight_s = effort.motion.running_s[measured]
    if not weight_s.sum() > 0.0 or weight_s.sum() < MEASURED_MIN_FRAC * total_s:
        return None
    share = weight_s / weight_s.sum()
    return Stretch(
        speed_mps=float(effort.speed_mps[measured] @ share),
        heart_rate_bpm=float(effort.heart_rate_bpm[measured] @ share),
    )


MOVING_MIN_MPS = 0.5
"""Walking breaks are load, standing is not."""

_SAMPLES_MIN = 2


@frozen
class Moments:
    """One row per sample, or per split of a run without samples (`reported`); NaN: not measured.

    `speed_mps` is the device's, `level_mps` corrected for slopes (reported: as it is). `moving_s`
    and `active_s` are the seconds a row stands for: while moving, and while the watch ran, both
    without pauses and gaps.
    """

    power_w: FloatArray
    speed_mps: FloatArray
    level_mps: FloatArray
    heart_rate_bpm: FloatArray
    moving_s: FloatArray
    active_s: FloatArray
    reported: bool


def read_moments(session: SessionInput, effort: EffortSeries) -> Moments:
    """The samples of a session, or what its device reported instead."""
    motion = effort.motion
    if motion.elapsed_s.size < _SAMPLES_MIN:
        return _reported(session)
    observed_s = motion.observed_s
    return Moments(
        power_w=_recorded(session, "power_w"),
        speed_mps=motion.speed_mps,
        level_mps=recorded_level_speed_mps(session.recording, motion),
        heart_rate_bpm=_recorded(session, "heart_rate_bpm"),
        moving_s=np.where(motion.speed_mps >= MOVING_MIN_MPS, observed_s, 0.0),
        active_s=observed_s,
        reported=False,
    )


def _recorded(session: SessionInput, column: Literal["power_w", "heart_rate_bpm"]) -> FloatArray:
    """A column with impossible values (and zeros) set to NaN; all NaN where it was not recorded."""
    series = session.recording.series
    values = series.get(column)
    if values is None:
        return np.full(series["elapsed_s"].shape, np.nan)
    return np.where(within_window(values, column), values, np.nan)


def _reported(session: SessionInput) -> Moments:
    """The means of the splits; without splits (no distance is known) those of the whole run."""
    rows = [
        (split.running_s, split.power_w, split.speed_mps, split.heart_rate_bpm)
        for split in session.splits
    ] or _whole_run(session)
    table = np.array(rows, dtype=np.float64).reshape(-1, 4)
    lasted_s, power_w, speed_mps, beats_bpm = table.T
    believable = within_window(beats_bpm, "heart_rate_bpm")
    return Moments(
        power_w=np.where(within_window(power_w, "power_w"), power_w, np.nan),
        speed_mps=speed_mps,
        level_mps=speed_mps,
        heart_rate_bpm=np.where(believable, beats_bpm, np.nan),
        moving_s=lasted_s,
        active_s=lasted_s,
        reported=True,
    )


def _whole_run(
    session: SessionInput,
) -> list[tuple[float, float | None, float | None, float | None]]:
    summary = session.recording.summary
    lasted_s = summary.elapsed_s if summary.timer_s is None else summary.timer_s
    if lasted_s is None or not lasted_s > 0.0:
        return []
    return [
        (lasted_s, summary.power_avg_w, summary.speed_avg_mps, summary.heart_rate_avg_bpm),
    ]


LoadClass = Literal["low", "moderate", "high", "very_high"]

CLASS_FROM_SCORE = (50.0, 100.0, 200.0)
"""Where moderate, high and very high begin (T, half-open)."""

TRIMP_COEFFICIENTS: Mapping[Sex, tuple[float, float]] = {
    "male": (0.64, 1.92),
    "female": (0.86, 1.67),
}
"""a and b of a x exp(b x), x the share of heart rate reserve (Banister 1991, Morton 1990)."""

_TOLERANCE = 1e-9


def training_load_score(duration_s: float, intensity_frac: float) -> float:
    """100 hours IF^2. `intensity_frac` is relative to the threshold, 1.0 at it."""
    return PERCENT * duration_s / SECONDS_PER_HOUR * intensity_frac**2


def load_class(load_score: float) -> LoadClass:
    """Below 50 low, below 100 moderate, below 200 high, else very high (T)."""
    classes: tuple[LoadClass, ...] = ("low", "moderate", "high", "very_high")
    return classes[sum(load_score >= bound - _TOLERANCE for bound in CLASS_FROM_SCORE)]


def trimp_score(duration_s: float, reserve_frac: float, *, sex: Sex) -> float:
    """Banister's training impulse of a mean share of heart rate reserve, 0..1."""
    a, b = TRIMP_COEFFICIENTS[sex]
    return duration_s / SECONDS_PER_MINUTE * reserve_frac * a * math.exp(b * reserve_frac)


def trimp_of_series(reserve_frac: FloatArray, weight_s: FloatArray, *, sex: Sex) -> float:
    """The training impulse summed over samples; below resting heart rate counts as rest.

    Arrays have shape (n_samples,); NaN is left out.
    """
    a, b = TRIMP_COEFFICIENTS[sex]
    finite = np.isfinite(reserve_frac)
    share = np.clip(reserve_frac[finite], 0.0, 1.0)
    minutes = weight_s[finite] / SECONDS_PER_MINUTE
    return float(np.sum(minutes * share * a * np.exp(b * share)))


def trimp_intensity_frac(
    reserve_frac: FloatArray, weight_s: FloatArray, *, threshold_reserve_frac: float, sex: Sex
) -> float:
    """The intensity whose load equals the training impulse, if an hour at threshold heart rate is
    100: the root of impulse per hour over that of the threshold."""
    known_s = float(weight_s[np.isfinite(reserve_frac)].sum())
    at_threshold = trimp_score(known_s, threshold_reserve_frac, sex=sex)
    return math.sqrt(trimp_of_series(reserve_frac, weight_s, sex=sex) / at_threshold)


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


@frozen
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
