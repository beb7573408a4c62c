"""Did the main part serve its purpose? Its rows of the tables of phases, per kind of session.

Evenness is that of grade-adjusted speed (Minetti 2002). Where a run climbs more than 20 m/km nobody
runs evenly and nobody should: the figure is shown there and nothing is asked of it.
"""

from __future__ import annotations

from hakaru.running.environment.terrain import is_trail
from hakaru.running.physiology.power import EVEN_CV_FRAC
from hakaru.running.physiology.threshold import HELD_GOOD_PCT
from hakaru.running.session.criteria import Kind, Missing, Target, judge, only_shown
from hakaru.running.session.criteria_intensity import intensity_criteria
from hakaru.running.session.criteria_measures import (
    Pieces,
    Stretch,
    equal_pieces,
    near_threshold_pct,
    variation_of_pieces_frac,
    why_missing,
)
from hakaru.running.session.criteria_targets import share_pct, threshold_target
from hakaru.running.session.rating import Criterion

STEADY_CV_FRAC = 0.05
TEMPO_CV_FRAC = 0.03


def main_criteria(part: Stretch, kind: Kind) -> tuple[Criterion, ...]:
    """Rows of the main part; of an unknown session those that need no purpose."""
    pieces = equal_pieces(part)
    if kind == "unknown":
        return (only_shown(_consistency(part, pieces, kind)),)
    shared = (_consistency(part, pieces, kind), *intensity_criteria(part))
    if kind in ("easy", "trail"):
        return shared
    return (*shared, _threshold_heart_rate(part), _near_threshold(part), _power(part, pieces))


def _consistency(part: Stretch, pieces: Pieces, kind: Kind) -> Criterion:
    high_frac = TEMPO_CV_FRAC if kind == "tempo" else STEADY_CV_FRAC
    missing: Missing = "too_short" if pieces.speed_mps else "speed"
    asked = kind != "trail" and not is_trail(part.session.recording)
    return judge(
        "pace_consistency",
        Target(unit="frac", high=high_frac, below=True)
        if asked
        else Target(unit="frac", counts=False),
        value=variation_of_pieces_frac(pieces.speed_mps),
        missing=why_missing(part, missing),
    )


def _power(part: Stretch, pieces: Pieces) -> Criterion:
    missing: Missing = "too_short" if pieces.power_w else "power"
    return judge(
        "power_consistency",
        Target(unit="frac", high=EVEN_CV_FRAC["main"], below=True, counts=False),
        value=variation_of_pieces_frac(pieces.power_w),
        missing=why_missing(part, missing),
    )


def _threshold_heart_rate(part: Stretch) -> Criterion:
    """Mean heart rate at 80-90 % of maximum; relative to threshold where that is known."""
    target, reference_bpm = threshold_target(part.session.athlete)
    beats_bpm = part.heart_rate_bpm
    missing: Missing = "heart_rate" if beats_bpm is None else "heart_rate_reference"
    return judge(
        "threshold_heart_rate",
        target,
        value=share_pct(beats_bpm, reference_bpm),
        missing=missing if part.parts else "phase_absent",
    )


def _near_threshold(part: Stretch) -> Criterion:
    """Time within 5 bpm of threshold heart rate, of the main part only (resolutions row 21).

    An estimated threshold is not known to 5 bpm: the row is shown then and counts for nothing.
    """
    threshold = part.session.athlete.known.get("lt_heart_rate_bpm")
    counts = threshold is not None and threshold.origin != "estimated"
    target = Target(unit="pct", low=HELD_GOOD_PCT, basis="athlete", counts=counts)
    if threshold is None:
        return judge("threshold_heart_rate_share", target, value=None, missing="lt_heart_rate")
    return judge(
        "threshold_heart_rate_share",
        target,
        value=near_threshold_pct(part, lt_heart_rate_bpm=threshold.value),
        missing=why_missing(part, "heart_rate"),
    )
