"""How stiff was the runner's leg, and where may that be asked at all?

The spring-mass model needs level ground and a steady speed (Morin 2005; not valid on slopes, Meyer
2023). Where it does not hold, a reason stands in place of a figure. It is description: stiffness
goes with economy only weakly (r about -0.5 over many runners).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Literal

import numpy as np

from hakaru.core.units import CM_PER_M, MS_PER_S
from hakaru.running.activity import FloatArray
from hakaru.running.arithmetic import weighted_mean
from hakaru.running.mechanics import Stiffness, flight_time_ms, spring_mass
from hakaru.running.physiology.power import per_second
from hakaru.running.physiology.target import Piece, Target
from hakaru.running.selection import FLAT_GRADE_PCT
from hakaru.running.validity import inside_spans

LEG_OF_HEIGHT_FRAC = 0.53
"""Leg length over body height (Winter 2009, Biomechanics and Motor Control of Human Movement)."""

STEADY_BLOCK_S = 15
STEADY_CV_FRAC = 0.08
"""Speeds of 15 s blocks vary by less than this on steady kilometres of real watches (0.03 to 0.07);
means of speed and contact then give the mean stiffness within 1 %."""

_TOLERANCE = 1e-9

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


@dataclass(frozen=True, kw_only=True)
class PieceStiffness:
    """One piece of the target: its figures, or the reason why not (exactly one is set)."""

    start_elapsed_s: float
    end_elapsed_s: float
    stiffness: Stiffness | None
    reason: StiffnessReason | None


@dataclass(frozen=True, kw_only=True)
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


@dataclass(frozen=True, kw_only=True)
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
