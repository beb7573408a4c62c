"""How is a speed made of cadence and step length, against what this runner usually does?

Speed is cadence times step length. The runner's own cadence line says both: at a speed v it
expects the step v / cadence (resolutions rows 25 and 76). At one speed a higher cadence *is* a
shorter step; both can be higher, or both lower, only where the device's step length and speed
disagree, and that is said.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from hakaru.core.units import CM_PER_M, PERCENT, SECONDS_PER_MINUTE
from hakaru.running.arithmetic import (
    DECLINE_ACCEPTABLE_PCT,
    DECLINE_EXCELLENT_PCT,
    DeclineClass,
    decline_class,
    decline_pct,
    speed_of_steps_mps,
    variation_frac,
    weighted_mean,
)
from hakaru.running.baseline.model import Basis, MetricBaseline
from hakaru.running.baseline.predict import expect_at
from hakaru.running.physiology.target import Piece
from hakaru.running.session.model import TrainingType

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

_TOLERANCE = 1e-9


@dataclass(frozen=True, kw_only=True)
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


@dataclass(frozen=True, kw_only=True)
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


@dataclass(frozen=True, kw_only=True)
class StepPoint:
    """A speed and the cadence it was run with."""

    speed_mps: float
    cadence_spm: float


@dataclass(frozen=True, kw_only=True)
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


@dataclass(frozen=True, kw_only=True)
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
    expectation = expect_at(baseline, speed_mps, at=at)
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
