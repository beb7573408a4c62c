"""Which state does all the evidence together speak for, and how clearly?"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from hakaru.focus.evidence import Observation, scores
from hakaru.focus.observe import observe
from hakaru.focus.signals import CameraSnapshot, PcSnapshot
from hakaru.focus.states import FocusState

CLEAR_MARGIN_FRAC = 0.2
"""A best state this far ahead of the second needs nobody's second opinion."""
REASONS_KEPT = 4

_CAPS: Mapping[FocusState, tuple[float, float, float]] = {
    # both sources, the camera only, the computer only
    "focused": (0.80, 0.70, 0.75),
    "drowsy": (0.95, 0.90, 0.50),
    "distracted": (0.85, 0.75, 0.70),
    "away": (0.90, 0.90, 0.65),
    "idle": (0.70, 0.60, 0.65),
    "unknown": (0.20, 0.20, 0.20),
}
_ONE_SIGN = 0.6
"""Drowsy from one sign alone is never surer than this."""
_SECOND_SIGN = 0.25
"""So strong the other signs are together before they count as a second one."""


@dataclass(frozen=True, kw_only=True)
class Fusion:
    """The weighed evidence. `share_frac` per state adds up to 1; `reasons` are codes of the table
    that spoke for the best state, strongest first."""

    best: FocusState
    second: FocusState
    share_frac: Mapping[FocusState, float]
    confidence: float
    reasons: tuple[str, ...]
    observations: tuple[Observation, ...]

    @property
    def clear(self) -> bool:
        """Whether the best state is far enough ahead."""
        return self.share_frac[self.best] - self.share_frac[self.second] >= CLEAR_MARGIN_FRAC


def weigh(camera: CameraSnapshot | None, pc: PcSnapshot | None) -> Fusion | None:
    """The state that both snapshots together speak for; None: they say too little."""
    if not (_tells_enough(camera) or _used(pc)):
        return None
    observations = observe(camera, pc)
    score = scores(observations)
    share_frac = _shares(score)
    best, second = sorted(share_frac, key=lambda state: -share_frac[state])[:2]
    return Fusion(
        best=best,
        second=second,
        share_frac=share_frac,
        confidence=_confidence(best, share_frac[best], observations),
        reasons=_reasons(best, second, observations),
        observations=observations,
    )


def _tells_enough(camera: CameraSnapshot | None) -> bool:
    """A face alone says nothing; where it looks, or what the eyes do, does."""
    if camera is None or camera.face_detected is not True:
        return camera is not None and camera.face_detected is False
    return camera.yaw_deg is not None or camera.ear_average is not None


def _used(pc: PcSnapshot | None) -> bool:
    if pc is None:
        return False
    signals = (pc.idle_seconds, pc.is_idle, pc.keyboard_rate_window, pc.screen_locked)
    return any(signal is not None for signal in signals)


def _shares(score: Mapping[FocusState, float]) -> Mapping[FocusState, float]:
    highest = max(score.values())
    odds = {state: math.exp(log_odds - highest) for state, log_odds in score.items()}
    total = sum(odds.values())
    return {state: state_odds / total for state, state_odds in odds.items()}


def _confidence(
    state: FocusState, share_frac: float, observations: tuple[Observation, ...]
) -> float:
    codes = {observation.code: observation.strength_frac for observation in observations}
    both, camera_only, pc_only = _CAPS[state]
    cap = pc_only if "unseen" in codes else camera_only if "pc_unknown" in codes else both
    if state == "drowsy" and codes.get("several_signs", 0.0) < _SECOND_SIGN:
        cap = min(cap, _ONE_SIGN)
    return round(min(share_frac, cap), 3)


def _reasons(
    best: FocusState, second: FocusState, observations: tuple[Observation, ...]
) -> tuple[str, ...]:
    """What spoke most for the best against the second."""
    gains = {
        observation.code: observation.weight(best) - observation.weight(second)
        for observation in observations
    }
    ordered = sorted((code for code in gains if gains[code] > 0), key=lambda code: -gains[code])
    return tuple(ordered[:REASONS_KEPT])
