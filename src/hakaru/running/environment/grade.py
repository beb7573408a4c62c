"""Slopes: what they cost, this runner's own cost, and the terrain of a run.

Cost of running by Minetti et al. 2002 (J Appl Physiol 93:1039), a polynomial of the grade, measured
from -0.45 to +0.45. Slopes of a recording come from its smoothed altitude over its distance.

Pieces of runs (splits, segments) with slope, speed and heart rate: within one run, ln of speed over
heart rate above rest falls with ln of Minetti's cost factor; a slope of 1 is the published curve.
Robust, one level per run, shrunk towards the curve, so that few runs change little.

A watch's speed column lags and may average some percent below distance over time. Threshold speeds
and race times are distances over times, so that what is compared with them has to be as well.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hakaru.core.memo import Recent, freeze
from hakaru.core.units import METRES_PER_KM
from hakaru.records import frozen
from hakaru.running.activity import TRAIL_SPORTS, FloatArray, Recording
from hakaru.running.session.model import Terrain
from hakaru.running.validity import (
    MOVED,
    BoolArray,
    Motion,
    cumulative_climb_m,
    known_heights_m,
    read_motion,
    smooth_elevation_m,
)
from hakaru.stats.robust import HUBER_CUT, huber_weights, mad_scale, shrink, student_half_width


class Change(NamedTuple):
    """How much a value changes around each sample, and over how many metres; shape (n_samples,)."""

    delta: FloatArray
    over_m: FloatArray


def change_around(path_m: FloatArray, values: FloatArray, *, length_m: float) -> Change:
    """Value half a length ahead minus value half a length behind, cut at both ends of the run.

    `path_m` never falls and `values` has no NaN; both of shape (n_samples,), n >= 1. While standing
    the path does not grow: the first sample of such a stretch speaks for its place.
    """
    moved = np.diff(path_m, prepend=path_m[0] - 1.0) > 0.0
    places_m, there = path_m[moved], values[moved]
    behind_m = np.clip(path_m - length_m / 2.0, places_m[0], places_m[-1])
    ahead_m = np.clip(path_m + length_m / 2.0, places_m[0], places_m[-1])
    delta = np.interp(ahead_m, places_m, there) - np.interp(behind_m, places_m, there)
    return Change(delta, ahead_m - behind_m)


def is_known_around(path_m: FloatArray, measured: BoolArray, *, gap_m: float) -> BoolArray:
    """True where the last known place behind a sample and the first ahead of it (itself included)
    lie at most `gap_m` apart."""
    places_m = path_m[measured]
    if places_m.size == 0:
        return np.zeros(path_m.shape, dtype=np.bool_)
    ahead = np.searchsorted(places_m, path_m, side="left")
    behind = np.searchsorted(places_m, path_m, side="right") - 1
    inside = (ahead < places_m.size) & (behind >= 0)
    apart_m = places_m[ahead.clip(max=places_m.size - 1)] - places_m[behind.clip(min=0)]
    near: BoolArray = inside & (apart_m <= gap_m)
    return near


COST_COEFFICIENTS = (155.4, -30.4, -43.3, 46.3, 19.5, 3.6)
"""J/kg/m of the powers 5..0 of the grade. Its level value 3.6 lies above the 3.40 +- 0.24 that
was measured; ratios to it are used here, not the level itself."""

GRADE_LIMIT_FRAC = 0.45
"""Nobody was measured on steeper slopes: beyond it the cost of the limit is used."""

BASELINE_M = 50.0
"""Length over which a slope is read: shorter is noise of the altimeter, longer hides hills."""

BASELINE_MIN_M = 25.0
"""At both ends of a run the baseline is cut; below this nothing is said."""

ALTITUDE_GAP_M = 100.0
"""Where altitude is missing over more than this, the slope is unknown."""


def running_cost_j_per_kg_m(grade_frac: FloatArray) -> FloatArray:
    """Metabolic cost of one metre at each grade (rise over distance); NaN stays NaN.

    Grades beyond +-0.45 cost what the limit costs.
    """
    inside = np.clip(grade_frac, -GRADE_LIMIT_FRAC, GRADE_LIMIT_FRAC)
    return np.polyval(np.array(COST_COEFFICIENTS), inside)


def cost_factor(grade_frac: FloatArray) -> FloatArray:
    """Cost at each grade over cost on the level: 1 on the level, above 1 uphill."""
    return running_cost_j_per_kg_m(grade_frac) / COST_COEFFICIENTS[-1]


def level_speed_mps(
    speed_mps: FloatArray, grade_frac: FloatArray, *, exponent: float = 1.0
) -> FloatArray:
    """Speed on the level at the same metabolic power: v C(i) / C(0).

    `exponent` is a runner's own (`personal_grade.py`); 1: the published curve.
    """
    return speed_mps * cost_factor(grade_frac) ** exponent


def has_altitude(recording: Recording) -> bool:
    """Whether at least two heights were recorded."""
    return believable_heights_m(recording) is not None


def grade_frac(recording: Recording) -> FloatArray:
    """Rise over distance at each sample, over some 50 m around it; shape (n_samples,).

    NaN where altitude or distance is not known; all NaN without altitude. It cannot be written.
    """
    columns = [recording.series.get(name) for name in (*MOVED, "elevation_m")]
    return _grades.get(columns, recording.pauses, lambda: _grade_frac(recording))


_grades: Recent[FloatArray] = Recent("grade_frac", 4)


def _grade_frac(recording: Recording) -> FloatArray:
    heights_m = believable_heights_m(recording)
    elapsed_s = recording.series["elapsed_s"]
    smooth_m = None if heights_m is None else smooth_elevation_m(heights_m, elapsed_s)
    if heights_m is None or smooth_m is None:
        return np.full(elapsed_s.shape, np.nan)
    path_m = np.cumsum(read_motion(recording.series, recording.pauses).step_m)
    rise_m, over_m = change_around(path_m, smooth_m, length_m=BASELINE_M)
    measured = is_known_around(path_m, np.isfinite(heights_m), gap_m=ALTITUDE_GAP_M)
    measured &= over_m >= BASELINE_MIN_M - 1e-9
    grades_frac = np.where(measured, rise_m / np.where(measured, over_m, 1.0), np.nan)
    freeze([grades_frac])
    return grades_frac


def grade_adjusted_speed_mps(
    recording: Recording, motion: Motion | None = None, *, exponent: float = 1.0
) -> FloatArray:
    """Level speed of equal cost at each sample; shape (n_samples,). `exponent` as above.

    NaN where the speed is unknown, and where the altitude has a gap. A recording without any
    altitude gives its plain speed: on a treadmill or a track there is nothing to correct, and who
    needs to know asks `has_altitude`. Standing and walking are in it: mask it with `running`.
    """
    moved = read_motion(recording.series, recording.pauses) if motion is None else motion
    if not has_altitude(recording):
        return moved.speed_mps.copy()
    return level_speed_mps(moved.speed_mps, grade_frac(recording), exponent=exponent)


def believable_heights_m(recording: Recording) -> FloatArray | None:
    """Recorded heights, NaN outside the physical window; None: fewer than two."""
    known_m = known_heights_m(recording.series)
    if known_m is None or np.count_nonzero(np.isfinite(known_m)) < 2:
        return None
    return known_m


GradeBasis = Literal["personal", "published"]

RUNS_MIN = 5
PIECES_PER_RUN_MIN = 3
SLOPE_MIN_FRAC = 0.01
"""A run tells something only if it has a piece up and a piece down at least this steep."""

SLOPE_MAX_FRAC = 0.25
"""Beyond it runners walk, and heart rate no longer follows."""

PRIOR_SD = 0.3
"""How far a runner's exponent is believed to lie from 1 before any run is seen."""

NOMINAL_REST_BPM = 60.0
"""Where the resting heart rate is unknown: 10 bpm more or less change the exponent by some
hundredths, since only differences within a run count."""

ABOVE_REST_MIN_BPM = 20.0
_ITERATIONS = 30


@frozen
class GradePieces:
    """Columns of pieces of at least some 400 m (heart rate lags), shape (n_pieces,) each.

    `run_id` tells runs apart; NaN where something was not measured.
    """

    run_id: NDArray[np.int64]
    grade_frac: FloatArray
    speed_mps: FloatArray
    heart_rate_bpm: FloatArray


@frozen
class PersonalGrade:
    """The runner's cost factor is the published one to the power of `exponent`.

    `interval` bounds it (90 %); (nan, nan) and exponent 1 with basis 'published', where fewer than
    five runs go both up and down.
    """

    exponent: float
    interval: tuple[float, float]
    n_runs: int
    basis: GradeBasis


UNKNOWN_GRADE = PersonalGrade(exponent=1.0, interval=(np.nan, np.nan), n_runs=0, basis="published")
"""Of a runner of whom no run is stored."""


def fit_personal_grade(
    pieces: GradePieces, *, heart_rate_rest_bpm: float | None = None
) -> PersonalGrade:
    """The runner's exponent from runs with both up and down; the published curve without them."""
    rest_bpm = NOMINAL_REST_BPM if heart_rate_rest_bpm is None else heart_rate_rest_bpm
    use = _usable(pieces, rest_bpm)
    _, run = np.unique(pieces.run_id[use], return_inverse=True)
    n_runs = int(run.max()) + 1 if run.size else 0
    if n_runs < RUNS_MIN:
        return replace(UNKNOWN_GRADE, n_runs=n_runs)
    x = -np.log(cost_factor(pieces.grade_frac[use]))
    y = np.log(pieces.speed_mps[use] / (pieces.heart_rate_bpm[use] - rest_bpm))
    slope, error = _within_run_slope(x, y, run)
    belief = shrink(slope, max(error, 1e-6), prior_mean=1.0, prior_sd=PRIOR_SD)
    half = student_half_width(0.9, n_runs - 1.0) * belief.sd
    return PersonalGrade(
        exponent=belief.value,
        interval=(belief.value - half, belief.value + half),
        n_runs=n_runs,
        basis="personal",
    )


def _usable(pieces: GradePieces, rest_bpm: float) -> BoolArray:
    """Measured pieces of runs that go both up and down."""
    sound = (np.abs(pieces.grade_frac) <= SLOPE_MAX_FRAC) & (pieces.speed_mps > 0.0)
    sound &= pieces.heart_rate_bpm >= rest_bpm + ABOVE_REST_MIN_BPM
    _, run = np.unique(pieces.run_id, return_inverse=True)
    n_up, n_down, n_all = (
        np.bincount(run, weights=(sound & which).astype(np.float64))
        for which in (
            pieces.grade_frac >= SLOPE_MIN_FRAC,
            pieces.grade_frac <= -SLOPE_MIN_FRAC,
            np.ones_like(sound),
        )
    )
    telling = (n_up > 0) & (n_down > 0) & (n_all >= PIECES_PER_RUN_MIN)
    usable: BoolArray = sound & telling[run]
    return usable


def _within_run_slope(x: FloatArray, y: FloatArray, run: NDArray[np.intp]) -> tuple[float, float]:
    """Huber slope after taking each run's own level away, and its error with runs as units."""
    weight, inside = np.ones_like(x), np.ones_like(x)
    for _ in range(_ITERATIONS):
        dx, dy = _centred(x, weight, run), _centred(y, weight, run)
        residual = dy - float((weight * dx) @ dy / ((weight * dx) @ dx)) * dx
        scale = mad_scale(residual)
        if not scale > 0.0:
            break
        weight = huber_weights(residual / scale)
        inside = (np.abs(residual) <= HUBER_CUT * scale).astype(np.float64)
    dx, dy = _centred(x, weight, run), _centred(y, weight, run)
    slope = float((weight * dx) @ dy / ((weight * dx) @ dx))
    scores = np.bincount(run, weights=weight * dx * (dy - slope * dx))
    few = scores.size / (scores.size - 1.0)
    return slope, float(np.sqrt(few * np.square(scores).sum()) / ((inside * dx) @ dx))


def _centred(values: FloatArray, weight: FloatArray, run: NDArray[np.intp]) -> FloatArray:
    total = np.bincount(run, weights=weight)
    return values - (np.bincount(run, weights=weight * values) / total)[run]


ROLLING_FROM_M_PER_KM = 8.0
HILLY_FROM_M_PER_KM = 20.0
DISTANCE_MIN_M = 200.0
"""On less than this one bridge makes a run hilly."""

INDOOR_SPORTS = frozenset({"treadmill", "indoor_running", "virtual_activity", "indoor_track"})
"""Sub-sports without weather and without a landscape."""
LEVEL_SUB_SPORTS = frozenset({"treadmill", "indoor_running", "indoor_track", "track"})
"""Where nothing rises and falls, recorded or not; a virtual landscape may."""

_EDGE = 1e-9


def is_indoor(recording: Recording) -> bool:
    """Whether the recording says that it was made under a roof."""
    return recording.sub_sport in INDOOR_SPORTS


def climb_m_per_km(recording: Recording) -> float | None:
    """Metres gained per kilometre covered, noise of the altimeter left out (`elevation.py`).

    Without a series of heights the ascent the device reported; None: neither, or under 200 m.
    """
    motion = read_motion(recording.series, recording.pauses)
    distance_m = float(motion.step_m.sum()) or recording.summary.distance_m
    gained_m = _gained_m(recording)
    if gained_m is None or distance_m is None or distance_m < DISTANCE_MIN_M:
        return None
    return gained_m / (distance_m / METRES_PER_KM)


def is_trail(recording: Recording) -> bool:
    """Whether it climbs more than 20 m/km, or its maker says that it was run on trails: there the
    ground decides the pace."""
    if recording.sub_sport in TRAIL_SPORTS:
        return True
    climbs = None if recording.sub_sport in LEVEL_SUB_SPORTS else climb_m_per_km(recording)
    return climbs is not None and climbs > HILLY_FROM_M_PER_KM + _EDGE


def classify_terrain(climb_m_per_km: float | None, *, indoor: bool = False) -> Terrain:
    """Below 8 m/km flat, below 20 rolling, else hilly; None: unknown. Indoors is no landscape,
    whatever a pressure sensor says."""
    if indoor:
        return "indoor"
    if climb_m_per_km is None:
        return "unknown"
    if climb_m_per_km < ROLLING_FROM_M_PER_KM - _EDGE:
        return "flat"
    return "rolling" if climb_m_per_km < HILLY_FROM_M_PER_KM - _EDGE else "hilly"


def _gained_m(recording: Recording) -> float | None:
    heights_m = believable_heights_m(recording)
    if heights_m is None:
        return recording.summary.ascent_m
    smooth_m = smooth_elevation_m(heights_m, recording.series["elapsed_s"])
    return None if smooth_m is None else float(np.max(cumulative_climb_m(smooth_m)[0]))


SMOOTHING_S = 15.0
"""Single steps of a GPS track are noisy; over a quarter of a minute they are a pace."""


def recorded_level_speed_mps(recording: Recording, motion: Motion) -> FloatArray:
    """Level speed of equal cost in the interval that ends at each sample; shape (n_samples,).

    NaN where distance or slope is not known. A recording without altitude is taken as level.
    """
    device_mps = grade_adjusted_speed_mps(recording, motion)
    measured = np.isfinite(device_mps) & (motion.speed_mps > 0.0) & (motion.active_s > 0.0)
    factor = np.divide(
        device_mps, motion.speed_mps, out=np.full(measured.shape, np.nan), where=measured
    )
    ground_mps = np.divide(
        motion.step_m, motion.active_s, out=np.full(measured.shape, np.nan), where=measured
    )
    level_mps: FloatArray = factor * ground_mps
    return level_mps


def mean_level_speed_mps(
    level_mps: FloatArray, motion: Motion, *, inside: BoolArray
) -> float | None:
    """Level distance over time of a part of the samples. None: nothing known in it."""
    measured = inside & np.isfinite(level_mps)
    total_s = float(motion.active_s[measured].sum())
    return (
        float(level_mps[measured] @ motion.active_s[measured]) / total_s if total_s > 0.0 else None
    )


def smooth_level_speed_mps(
    level_mps: FloatArray, motion: Motion, *, inside: BoolArray
) -> FloatArray:
    """The mean over 15 s around each sample of a part, of that part alone; NaN elsewhere and where
    its own is not known."""
    measured = inside & np.isfinite(level_mps)
    lasted_s = np.where(measured, motion.active_s, 0.0)
    spent_s = np.cumsum(lasted_s)
    gone_m = np.cumsum(np.where(measured, level_mps, 0.0) * lasted_s)
    middle_s = motion.elapsed_s - motion.active_s / 2.0
    ends_s = (middle_s - SMOOTHING_S / 2.0, middle_s + SMOOTHING_S / 2.0)
    if not measured.any():
        return np.full(measured.shape, np.nan)
    time_s, metres = (
        np.subtract(*(np.interp(at_s, motion.elapsed_s, sums) for at_s in reversed(ends_s)))
        for sums in (spent_s, gone_m)
    )
    smooth_mps = np.full(measured.shape, np.nan)
    np.divide(metres, time_s, out=smooth_mps, where=measured & (time_s > 0.0))
    return smooth_mps
