"""How a speed is made of steps: cadence, step length and the stiffness of the leg.

Speed is cadence times step length. The runner's own cadence line says both: at a speed v it
expects the step v / cadence. At one speed a higher cadence *is* a
shorter step; both can be higher, or both lower, only where the device's step length and speed
disagree, and that is said.

T's table of "ideal" ranges by pace, closed to half-open bands. Its lines have wrong signs for many
runners (oscillation rises with speed in most), which is why nothing is judged by them: the
runner's own line is.

The spring-mass model needs level ground and a steady speed (Morin 2005; not valid on slopes, Meyer
2023). Where it does not hold, a reason stands in place of a figure. It is description: stiffness
goes with economy only weakly (r about -0.5 over many runners).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Literal

import numpy as np

from hakaru.core.units import (
    CM_PER_M,
    MS_PER_S,
    PERCENT,
    SECONDS_PER_MINUTE,
    speed_to_pace_s_per_km,
)
from hakaru.records import frozen
from hakaru.running.activity import FloatArray
from hakaru.running.arithmetic import (
    DECLINE_ACCEPTABLE_PCT,
    DECLINE_EXCELLENT_PCT,
    DeclineClass,
    Stiffness,
    decline_class,
    decline_pct,
    flight_time_ms,
    speed_of_steps_mps,
    spring_mass,
    variation_frac,
    weighted_mean,
)
from hakaru.running.baseline.model import Basis, MetricBaseline
from hakaru.running.baseline.predict import Around, expect_at
from hakaru.running.physiology.power import Piece, Target, per_second
from hakaru.running.session.model import TrainingType
from hakaru.running.splits import FLAT_GRADE_PCT
from hakaru.running.validity import inside_spans


@frozen
class TypicalForm:
    """T's ranges at one pace."""

    gct_low_ms: float
    gct_high_ms: float
    vo_low_cm: float
    vo_high_cm: float
    vr_low_pct: float = 8.0
    vr_high_pct: float = 9.5


_BANDS: tuple[tuple[float, TypicalForm], ...] = (
    (240.0, TypicalForm(gct_low_ms=220, gct_high_ms=235, vo_low_cm=6.5, vo_high_cm=7.5)),
    (270.0, TypicalForm(gct_low_ms=230, gct_high_ms=240, vo_low_cm=6.5, vo_high_cm=7.5)),
    (330.0, TypicalForm(gct_low_ms=240, gct_high_ms=250, vo_low_cm=6.5, vo_high_cm=7.5)),
    (360.0, TypicalForm(gct_low_ms=250, gct_high_ms=260, vo_low_cm=6.5, vo_high_cm=7.5)),
    (390.0, TypicalForm(gct_low_ms=250, gct_high_ms=260, vo_low_cm=7.0, vo_high_cm=8.0)),
)
"""Below this pace in s/km; slower than the last is recovery."""
_TOLERANCE = 1e-9
_SLOWER = TypicalForm(gct_low_ms=260, gct_high_ms=275, vo_low_cm=7.0, vo_high_cm=8.0)


def typical_form(speed_mps: float) -> TypicalForm:
    """T's ranges at a speed > 0."""
    pace_s_per_km = speed_to_pace_s_per_km(speed_mps)
    return next((form for below, form in _BANDS if pace_s_per_km < below - _TOLERANCE), _SLOWER)


LEG_OF_HEIGHT_FRAC = 0.53
"""Leg length over body height (Winter 2009, Biomechanics and Motor Control of Human Movement)."""

STEADY_BLOCK_S = 15
STEADY_CV_FRAC = 0.08
"""Speeds of 15 s blocks vary by less than this on steady kilometres of real watches (0.03 to 0.07);
means of speed and contact then give the mean stiffness within 1 %."""


StiffnessReason = Literal[
    "weight_unknown",
    "height_unknown",
    "no_contact_time",
    "grade_unknown",
    "sloped",
    "unsteady",
    "contradictory",
]
"""Why no stiffness can be given; `contradictory`: contact, cadence and speed cannot all be true."""


@frozen
class PieceStiffness:
    """One piece of the target: its figures, or the reason why not (exactly one is set)."""

    start_elapsed_s: float
    end_elapsed_s: float
    stiffness: Stiffness | None
    reason: StiffnessReason | None


@frozen
class StiffnessFigures:
    """Means over the pieces where the model holds, weighted by running time.

    None with `reason`, that of most pieces, where it holds in none.
    """

    vertical_stiffness_kn_per_m: float | None
    leg_stiffness_kn_per_m: float | None
    duty_factor: float | None
    n_pieces: int
    reason: StiffnessReason | None
    pieces: tuple[PieceStiffness, ...]


@frozen
class Body:
    """Mass and height of the runner; None: not known."""

    weight_kg: float | None
    height_cm: float | None


def speed_cv_frac(speed_mps: FloatArray, weight_s: FloatArray) -> float | None:
    """Sample SD over mean of the speeds of 15 s blocks. None: fewer than two blocks."""
    seconds = per_second(speed_mps, weight_s)
    n_blocks = seconds.size // STEADY_BLOCK_S
    if n_blocks < 2:
        return None
    means = seconds[: n_blocks * STEADY_BLOCK_S].reshape(n_blocks, STEADY_BLOCK_S).mean(axis=1)
    return float(np.std(means, ddof=1) / np.mean(means))


def piece_stiffness(
    piece: Piece, body: Body, *, cv_frac: float | None, level: bool = False
) -> PieceStiffness:
    """Stiffness of one piece, or why not.

    `cv_frac` as from `speed_cv_frac` (None: too short to tell, taken as unsteady); `level` True on
    a treadmill, where no slope is recorded.
    """
    outcome = _spring(piece, body, cv_frac=cv_frac, level=level)
    return PieceStiffness(
        start_elapsed_s=piece.start_elapsed_s,
        end_elapsed_s=piece.end_elapsed_s,
        stiffness=outcome if isinstance(outcome, Stiffness) else None,
        reason=None if isinstance(outcome, Stiffness) else outcome,
    )


def stiffness_figures(
    target: Target, body: Body, *, level: bool = False
) -> StiffnessFigures | None:
    """Stiffness over the pieces of the target. None: it has no pieces."""
    pieces = tuple(
        piece_stiffness(piece, body, cv_frac=_cv_within(target, piece), level=level)
        for piece in target.pieces
    )
    if not pieces:
        return None
    springs = [piece.stiffness for piece in pieces if piece.stiffness is not None]
    reasons = Counter(piece.reason for piece in pieces)
    most = None if springs else reasons.most_common(1)[0][0]
    weights_s = [
        whole.running_s
        for piece, whole in zip(pieces, target.pieces, strict=True)
        if piece.stiffness is not None
    ]
    return StiffnessFigures(
        vertical_stiffness_kn_per_m=_mean(
            [spring.vertical_stiffness_kn_per_m for spring in springs], weights_s
        ),
        leg_stiffness_kn_per_m=_mean(
            [spring.leg_stiffness_kn_per_m for spring in springs], weights_s
        ),
        duty_factor=_mean([spring.duty_factor for spring in springs], weights_s),
        n_pieces=len(springs),
        reason=most,
        pieces=pieces,
    )


def _mean(values: list[float], weights_s: list[float]) -> float | None:
    return weighted_mean(values, weights_s) if values else None


def _cv_within(target: Target, piece: Piece) -> float | None:
    motion = target.motion
    within = motion.running & inside_spans(motion, [(piece.start_elapsed_s, piece.end_elapsed_s)])
    return speed_cv_frac(motion.speed_mps[within], motion.active_s[within])


def _spring(
    piece: Piece, body: Body, *, cv_frac: float | None, level: bool
) -> Stiffness | StiffnessReason:
    if body.weight_kg is None:
        return "weight_unknown"
    if body.height_cm is None:
        return "height_unknown"
    if piece.gct_ms is None or piece.cadence_spm is None or piece.speed_mps is None:
        return "no_contact_time"
    slope_pct = 0.0 if level else piece.slope_pct
    if slope_pct is None:
        return "grade_unknown"
    if slope_pct > FLAT_GRADE_PCT + _TOLERANCE:
        return "sloped"
    if cv_frac is None or cv_frac > STEADY_CV_FRAC + _TOLERANCE:
        return "unsteady"
    flight_ms = flight_time_ms(piece.cadence_spm, piece.gct_ms)
    leg_m = LEG_OF_HEIGHT_FRAC * body.height_cm / CM_PER_M
    contact_s = piece.gct_ms / MS_PER_S
    if flight_ms <= 0.0 or piece.speed_mps * contact_s / 2.0 >= leg_m:
        return "contradictory"
    return spring_mass(
        body.weight_kg,
        piece.speed_mps,
        leg_m=leg_m,
        contact_s=contact_s,
        flight_s=flight_ms / MS_PER_S,
    )


StepPattern = Literal[
    "usual",
    "high_cadence_long_step",
    "high_cadence_short_step",
    "low_cadence_long_step",
    "low_cadence_short_step",
]
StepConsistency = Literal["excellent", "good", "needs_improvement"]
StepSource = Literal["device", "speed_and_cadence"]
"""Whether step lengths are those the device recorded, or speed over cadence."""

CV_EXCELLENT_FRAC = DECLINE_EXCELLENT_PCT / PERCENT
CV_GOOD_FRAC = DECLINE_ACCEPTABLE_PCT / PERCENT
AGREEMENT_FRAC = 0.03
"""Cadence times step length gives the speed within this in sound recordings (research data); a
device whose lengths are further off is not believed."""

CHANGE_MIN_FRAC = 0.01
"""A speed that changed by less has no parts worth telling apart."""


@frozen
class TypicalSteps:
    """Requirement T's ranges for a height of about 170 cm: context, never a criterion."""

    step_low_cm: float
    step_high_cm: float
    cadence_low_spm: float
    cadence_high_spm: float


def _typical(step_cm: tuple[float, float], cadence_spm: tuple[float, float]) -> TypicalSteps:
    return TypicalSteps(
        step_low_cm=step_cm[0],
        step_high_cm=step_cm[1],
        cadence_low_spm=cadence_spm[0],
        cadence_high_spm=cadence_spm[1],
    )


TYPICAL_STEPS: Mapping[TrainingType, TypicalSteps] = {
    "recovery": _typical((110.0, 120.0), (155.0, 165.0)),
    "low_moderate": _typical((115.0, 125.0), (160.0, 170.0)),
    "aerobic_base": _typical((115.0, 125.0), (160.0, 170.0)),
    "long_run": _typical((115.0, 125.0), (160.0, 170.0)),
    "tempo_threshold": _typical((125.0, 135.0), (170.0, 180.0)),
    "interval": _typical((135.0, 150.0), (180.0, 190.0)),
    "sprint": _typical((135.0, 150.0), (180.0, 190.0)),
}


@frozen
class StepExpectation:
    """Cadence and step of this runner at a speed, each with its own 90 % interval."""

    speed_mps: float
    cadence_spm: float
    cadence_low_spm: float
    cadence_high_spm: float
    step_length_cm: float
    step_low_cm: float
    step_high_cm: float
    basis: Basis
    extrapolated: bool


@frozen
class StepPoint:
    """A speed and the cadence it was run with."""

    speed_mps: float
    cadence_spm: float


@frozen
class SpeedChange:
    """A change of speed, split into cadence and step length.

    Shares are of the logarithm of the change, so that they add up to 1 (one may be negative: it
    worked against the change). None: the speed hardly changed; `expected_*` also without a line.
    """

    speed_change_pct: float
    cadence_change_pct: float
    step_length_change_pct: float
    cadence_share_frac: float | None
    step_length_share_frac: float | None
    expected_cadence_share_frac: float | None


@frozen
class StepFigures:
    """The steps of the target part. None: not measured, or no cadence line.

    All lengths come from one `source`: the device where it recorded a length for every piece that
    agrees with speed over cadence within 3 %, else speed over cadence. `agrees` says whether it did
    (None: it recorded no step length). `change` is from the first to the last piece.
    """

    speed_mps: float
    cadence_spm: float
    step_length_cm: float
    agrees: bool | None
    expected: StepExpectation | None
    pattern: StepPattern | None
    cv_frac: float | None
    consistency: StepConsistency | None
    decline_pct: float | None
    decline: DeclineClass | None
    change: SpeedChange | None
    source: StepSource = "speed_and_cadence"


def step_length_cm(speed_mps: float, cadence_spm: float) -> float:
    """The step that a speed and a cadence imply."""
    return CM_PER_M * SECONDS_PER_MINUTE * speed_mps / cadence_spm


def expected_steps(
    baseline: MetricBaseline, speed_mps: float, *, at: datetime | None = None
) -> StepExpectation:
    """What the runner's cadence line expects of a run at one steady speed."""
    expectation = expect_at(baseline, speed_mps, around=Around(at=at))
    low_spm, high_spm = expectation.intervals[2]
    return StepExpectation(
        speed_mps=speed_mps,
        cadence_spm=expectation.value,
        cadence_low_spm=low_spm,
        cadence_high_spm=high_spm,
        step_length_cm=step_length_cm(speed_mps, expectation.value),
        step_low_cm=step_length_cm(speed_mps, high_spm),
        step_high_cm=step_length_cm(speed_mps, low_spm),
        basis=expectation.basis,
        extrapolated=expectation.extrapolated,
    )


def agree_with_speed(points: Sequence[StepPoint], lengths_cm: Sequence[float]) -> bool:
    """Whether each length lies within 3 % of what its speed and cadence imply."""
    return all(
        abs(length_cm / step_length_cm(point.speed_mps, point.cadence_spm) - 1.0)
        <= AGREEMENT_FRAC + _TOLERANCE
        for point, length_cm in zip(points, lengths_cm, strict=True)
    )


def step_pattern(
    cadence_spm: float, measured_step_cm: float, *, expected: StepExpectation
) -> StepPattern:
    """Which of T's four patterns, relative to the runner's own lines at this speed.

    'usual' while both lie in their 90 % interval; else each is high or low against its line.
    """
    usual_cadence = expected.cadence_low_spm <= cadence_spm <= expected.cadence_high_spm
    usual_step = expected.step_low_cm <= measured_step_cm <= expected.step_high_cm
    if usual_cadence and usual_step:
        return "usual"
    long_step = measured_step_cm >= expected.step_length_cm
    if cadence_spm >= expected.cadence_spm:
        return "high_cadence_long_step" if long_step else "high_cadence_short_step"
    return "low_cadence_long_step" if long_step else "low_cadence_short_step"


def decompose_speed_change(
    first: StepPoint, last: StepPoint, *, cadence_baseline: MetricBaseline | None = None
) -> SpeedChange:
    """How much of a change of speed came from cadence, how much from step length."""
    log_speed = math.log(last.speed_mps / first.speed_mps)
    log_cadence = math.log(last.cadence_spm / first.cadence_spm)
    told_apart = abs(log_speed) >= math.log1p(CHANGE_MIN_FRAC) - _TOLERANCE
    expected_log = None
    if cadence_baseline is not None and told_apart:
        usual = [expect_at(cadence_baseline, point.speed_mps).value for point in (first, last)]
        expected_log = math.log(usual[1] / usual[0])
    return SpeedChange(
        speed_change_pct=PERCENT * math.expm1(log_speed),
        cadence_change_pct=PERCENT * math.expm1(log_cadence),
        step_length_change_pct=PERCENT * math.expm1(log_speed - log_cadence),
        cadence_share_frac=log_cadence / log_speed if told_apart else None,
        step_length_share_frac=1.0 - log_cadence / log_speed if told_apart else None,
        expected_cadence_share_frac=None if expected_log is None else expected_log / log_speed,
    )


def step_consistency(cv_frac: float) -> StepConsistency:
    """Variation of step length: below 0.02 excellent, up to 0.05 good (T)."""
    if cv_frac < CV_EXCELLENT_FRAC - _TOLERANCE:
        return "excellent"
    return "good" if cv_frac <= CV_GOOD_FRAC + _TOLERANCE else "needs_improvement"


def step_figures(
    pieces: Sequence[Piece],
    *,
    cadence_baseline: MetricBaseline | None = None,
    at: datetime | None = None,
) -> StepFigures | None:
    """The steps over these pieces. None: no piece has both a speed and a cadence."""
    pairs = [(piece, point) for piece in pieces if (point := _point(piece)) is not None]
    if not pairs:
        return None
    weights_s = [piece.running_s for piece, _ in pairs]
    points = [point for _, point in pairs]
    speed_mps = weighted_mean([point.speed_mps for point in points], weights_s)
    cadence_spm = weighted_mean([point.cadence_spm for point in points], weights_s)
    lengths_cm, agrees = _lengths_cm([piece for piece, _ in pairs], points)
    mean_cm = weighted_mean(lengths_cm, weights_s)
    usual = None
    if cadence_baseline is not None:
        usual = expected_steps(cadence_baseline, speed_mps, at=at)
    several = len(lengths_cm) >= 2
    cv = variation_frac(lengths_cm) if several else None
    fallen = decline_pct(lengths_cm[0], lengths_cm[-1]) if several else None
    return StepFigures(
        speed_mps=speed_mps,
        cadence_spm=cadence_spm,
        step_length_cm=mean_cm,
        agrees=agrees,
        expected=usual,
        pattern=None if usual is None else step_pattern(cadence_spm, mean_cm, expected=usual),
        cv_frac=cv,
        consistency=None if cv is None else step_consistency(cv),
        decline_pct=fallen,
        decline=None if fallen is None else decline_class(fallen),
        change=_first_to_last(points, lengths_cm, cadence_baseline),
        source="device" if agrees else "speed_and_cadence",
    )


def _lengths_cm(
    pieces: Sequence[Piece], points: Sequence[StepPoint]
) -> tuple[list[float], bool | None]:
    """The length of each piece, all of one source, and whether the device's agree with speed.

    None: it did not record one for every piece.
    """
    implied_cm = [step_length_cm(point.speed_mps, point.cadence_spm) for point in points]
    device_cm = [piece.step_length_cm for piece in pieces if piece.step_length_cm is not None]
    if len(device_cm) < len(pieces):
        return implied_cm, None
    agrees = agree_with_speed(points, device_cm)
    return (device_cm if agrees else implied_cm), agrees


def _first_to_last(
    points: Sequence[StepPoint], lengths_cm: Sequence[float], baseline: MetricBaseline | None
) -> SpeedChange | None:
    """The change by cadence and those lengths, so that one session shortens by one figure."""
    if len(points) < 2:
        return None
    ends = (
        StepPoint(
            speed_mps=speed_of_steps_mps(points[place].cadence_spm, lengths_cm[place] / CM_PER_M),
            cadence_spm=points[place].cadence_spm,
        )
        for place in (0, -1)
    )
    return decompose_speed_change(*ends, cadence_baseline=baseline)


def _point(piece: Piece) -> StepPoint | None:
    if piece.speed_mps is None or piece.cadence_spm is None:
        return None
    return StepPoint(speed_mps=piece.speed_mps, cadence_spm=piece.cadence_spm)
