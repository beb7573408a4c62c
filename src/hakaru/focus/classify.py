"""From a snapshot to a state: rules first, then weighed evidence, then a model where that is open.

A row of `WEIGHTS` is a log-likelihood ratio per state, in nats: +1 makes a state e times likelier.
An observation counts with a strength between 0 and 1 that rises along a ramp, so that half a degree
more or less never turns a verdict over. What was not measured yields no observation at all; that a
whole source is absent is one (`unseen`, `pc_unknown`) and speaks against `focused`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from hakaru.focus.rules import (
    RULES_VERSION,
    AppClass,
    Match,
    classify_app,
    fallback,
    is_idle,
    obvious,
)
from hakaru.focus.states import (
    DECIDABLE,
    CameraSnapshot,
    ClassificationResult,
    FocusState,
    PcSnapshot,
    Source,
    fresh,
    reasons_text,
)

EVIDENCE_VERSION = 1

PRIOR: Mapping[FocusState, float] = {
    "focused": 0.4,
    "drowsy": -1.6,
    "distracted": -0.6,
    "away": -3.0,
    "idle": -0.8,
}

WEIGHTS: Mapping[str, Mapping[FocusState, float]] = {
    # the face
    "unseen": {"focused": -0.8},
    "face_absent": {"away": 9.0, "focused": -2.0},
    "face_missing": {"away": 5.0, "focused": -1.0},
    "facing": {"focused": 0.9, "distracted": -0.2, "idle": -0.4},
    "turned": {"distracted": 0.5},
    "looking_away": {"distracted": 2.0, "idle": 0.9, "focused": -0.8},
    # the eyes and the mouth
    "eyes_open": {"focused": 0.4, "drowsy": -0.6},
    "eyes_rarely_closed": {"drowsy": -0.6},
    "eyes_low": {"drowsy": 1.2},
    "eyes_closed_often": {"drowsy": 3.2, "focused": -1.0},
    "eyes_shut": {"drowsy": 3.5, "focused": -1.5},
    "microsleeps": {"drowsy": 2.6, "focused": -1.4},
    "yawning": {"drowsy": 1.5, "focused": -0.2},
    "head_drop": {"drowsy": 0.8},
    "several_signs": {"drowsy": 1.5, "focused": -0.8},
    # the use of the computer
    "pc_unknown": {"focused": -0.3},
    "typing": {"focused": 1.6, "distracted": -1.2, "idle": -3.0, "away": -1.5, "drowsy": -0.6},
    "recent_input": {"focused": 0.4, "idle": -1.5, "away": -1.0},
    "no_input": {"idle": 0.8, "focused": -0.3},
    "long_without_input": {"idle": 1.2, "away": 0.4, "focused": -0.3},
    "neither_input_nor_look": {"idle": 1.5},
    "screen_locked": {"away": 5.0, "idle": 1.0, "focused": -3.0},
    # what is being done
    "meeting": {"focused": 2.0, "distracted": -1.2, "idle": -2.0},
    "reading": {"focused": 0.8, "idle": -0.8},
    "working": {"focused": 0.3, "distracted": -0.3},
    "leisure": {"distracted": 0.4, "focused": -0.2},
    "passive_scrolling": {"distracted": 2.8, "focused": -1.2, "idle": -1.0},
    "rapid_switching": {"distracted": 2.6, "focused": -1.6, "idle": -1.5},
}

SIGNS_OF_SLEEP = frozenset(
    {"eyes_low", "eyes_closed_often", "eyes_shut", "microsleeps", "yawning", "head_drop"}
)
"""Signs that count towards `several_signs`: one of them alone is never enough."""


@dataclass(frozen=True, kw_only=True)
class Observation:
    """One row of the table that applies. `strength_frac`: how fully, above 0 up to 1."""

    code: str
    strength_frac: float

    def weight(self, state: FocusState) -> float:
        """What it adds to the score of a state, nats."""
        return self.strength_frac * WEIGHTS[self.code].get(state, 0.0)


def scores(observations: tuple[Observation, ...]) -> Mapping[FocusState, float]:
    """Log-odds of each state up to a common constant."""
    return {
        state: prior + sum(observation.weight(state) for observation in observations)
        for state, prior in PRIOR.items()
    }


def ramp(value: float | None, between: tuple[float, float]) -> float:
    """0 at the first bound, 1 at the second and beyond, straight between; falls where it is less.

    0 for a value that is not known.
    """
    if value is None:
        return 0.0
    start, stop = between
    return min(1.0, max(0.0, (value - start) / (stop - start)))


USUAL_OPEN_EAR = 0.30
"""Eye aspect ratio of open eyes where the person's own is not known yet."""
_HALF = 0.5
_PASSIVE_IN: dict[AppClass | None, float] = {
    "browser": 1.0,
    "leisure": 1.0,
    "chat": 0.5,
    None: 0.5,
    "meeting": 0.0,
    "work": 0.0,
    "reader": 0.0,
}
_MEETING_EXCUSES = 0.8
"""So much of a look away a meeting explains."""


def observe(camera: CameraSnapshot | None, pc: PcSnapshot | None) -> tuple[Observation, ...]:
    """Everything that both snapshots say, with the strength of each; nothing for what is missing.

    A camera without a face and without a verdict about it says as little as no camera.
    """
    seen = camera if camera is not None and camera.face_detected is not None else None
    meeting = in_meeting(pc)
    strength_frac = {
        **_of_face(seen, in_meeting=meeting),
        **(_of_eyes(seen) if seen is not None else {}),
        **_of_pc(pc),
        **_of_activity(pc),
    }
    strength_frac["neither_input_nor_look"] = min(
        ramp(None if pc is None else pc.idle_seconds, (45, 90))
        or strength_frac.get("_idle_flag", 0.0),
        max(strength_frac.get("looking_away", 0.0), strength_frac.get("turned", 0.0)),
    )
    # Keys pressed in ever other applications are no steady work in one.
    strength_frac["typing"] = strength_frac.get("typing", 0.0) * (
        1.0 - 0.9 * strength_frac.get("rapid_switching", 0.0)
    )
    signs = [strength_frac.get(code, 0.0) for code in SIGNS_OF_SLEEP]
    strength_frac["several_signs"] = min(1.0, sum(signs) - max(signs))
    return tuple(
        Observation(code=code, strength_frac=strength)
        for code, strength in sorted(strength_frac.items())
        if strength > 0 and not code.startswith("_")
    )


def _of_face(camera: CameraSnapshot | None, *, in_meeting: bool) -> dict[str, float]:
    if camera is None:
        return {"unseen": 1.0}
    if camera.face_detected is False:
        return {"face_absent": 1.0}
    yaw, pitch = camera.yaw_deg, camera.pitch_deg
    away = max(ramp(yaw, (40, 52)), ramp(pitch, (25, 35)), _eyes_elsewhere(camera))
    turned = ramp(yaw, (25, 45))
    facing = min(ramp(yaw, (30, 20)), ramp(pitch, (30, 20))) if None not in (yaw, pitch) else 0.0
    return {
        "face_missing": ramp(camera.face_not_detected_ratio, (0.3, 0.7)),
        "facing": min(facing, 1.0 - away),
        "turned": 0.0 if in_meeting else turned,
        "looking_away": away * (1.0 - _MEETING_EXCUSES if in_meeting else 1.0),
    }


def _eyes_elsewhere(camera: CameraSnapshot) -> float:
    """Eyes off the screen while the head is not: a turned head is judged by its angle."""
    yaw_deg = camera.yaw_deg
    if yaw_deg is not None and yaw_deg > 25:
        return 0.0
    return ramp(camera.gaze_off_screen_ratio, (0.5, 0.9))


def _of_eyes(camera: CameraSnapshot) -> dict[str, float]:
    if camera.face_detected is False:
        return {}
    open_frac = _openness_frac(camera)
    strength_frac = {
        "eyes_open": ramp(open_frac, (0.80, 0.93)),
        "eyes_closed_often": ramp(camera.perclos, (0.08, 0.35)),
        "eyes_rarely_closed": ramp(camera.perclos, (0.12, 0.05)),
        "eyes_shut": ramp(camera.eyes_closed_s, (1.0, 4.0)),
        "microsleeps": ramp(camera.microsleeps, (1, 5)),
        "yawning": 1.0 if camera.yawning is True else 0.0,
    }
    if camera.perclos is None and camera.perclos_drowsy is not None:
        strength_frac["eyes_closed_often"] = _HALF if camera.perclos_drowsy else 0.0
        strength_frac["eyes_rarely_closed"] = 0.0 if camera.perclos_drowsy else _HALF
    # Narrow eyes and a smile look half closed too; what tells them apart is that they stay so.
    strength_frac["eyes_low"] = min(ramp(open_frac, (0.80, 0.64)), _really_closing(camera))
    if any(strength_frac[code] > 0 for code in SIGNS_OF_SLEEP & strength_frac.keys()):
        pose = camera.head_pose
        strength_frac["head_drop"] = ramp(None if pose is None else pose.pitch, (8, 20))
    return strength_frac


def _openness_frac(camera: CameraSnapshot) -> float | None:
    """How wide the eyes are open against this person's usual."""
    if camera.ear_average is None:
        return None
    own = camera.open_ear_frac
    return camera.ear_average / (own if own else USUAL_OPEN_EAR)


def _really_closing(camera: CameraSnapshot) -> float:
    if camera.perclos is not None:
        return ramp(camera.perclos, (0.08, 0.14))
    if camera.perclos_drowsy is not None:
        return 1.0 if camera.perclos_drowsy else 0.0
    return _HALF


def _of_pc(pc: PcSnapshot | None) -> dict[str, float]:
    if pc is None:
        return {"pc_unknown": 1.0}
    idle_s = pc.idle_seconds
    no_input = ramp(idle_s, (30, 60))
    flagged = 1.0 if idle_s is None and is_idle(pc) else 0.0
    locked = pc.screen_locked is True
    return {
        "typing": 0.0 if locked else ramp(pc.keyboard_rate_window, (10, 40)),
        "recent_input": 0.0 if locked else _recent_input(pc),
        "no_input": no_input or flagged,
        "long_without_input": ramp(idle_s, (60, 300)),
        "screen_locked": 1.0 if locked else 0.0,
        "_idle_flag": flagged,
    }


def _recent_input(pc: PcSnapshot) -> float:
    """Where only "not idle" is told, the last input may be up to a minute old."""
    if pc.idle_seconds is None:
        return _HALF if is_idle(pc) is False else 0.0
    return ramp(pc.idle_seconds, (40, 10))


def _of_activity(pc: PcSnapshot | None) -> dict[str, float]:
    if pc is None or pc.screen_locked is True:
        return {}
    app_class = classify_app(pc.active_app)
    passive = min(
        ramp(pc.mouse_rate_window, (40, 100)),
        ramp(pc.keyboard_rate_window, (10, 3)) if pc.keyboard_rate_window is not None else 0.0,
        1.0 if (since := pc.seconds_since_last_keyboard) is None else ramp(since, (20, 45)),
    )
    return {
        "meeting": 1.0 if in_meeting(pc) else 0.0,
        "reading": 1.0 if app_class == "reader" else 0.0,
        "working": 1.0 if app_class == "work" else 0.0,
        "leisure": 1.0 if app_class == "leisure" else 0.0,
        "passive_scrolling": 0.0 if in_meeting(pc) else passive * _PASSIVE_IN[app_class],
        "rapid_switching": min(
            ramp(pc.app_switches_in_window, (4, 8)), ramp(pc.unique_apps_in_window, (3, 5))
        ),
    }


def in_meeting(pc: PcSnapshot | None) -> bool:
    """Whether a meeting application is in front, or a call is known to be on."""
    if pc is None or pc.screen_locked is True:
        return False
    return pc.in_call is True or classify_app(pc.active_app) == "meeting"


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


CLASSIFIER_VERSION = f"{RULES_VERSION}.{EVIDENCE_VERSION}"

CAMERA_MAX_AGE_S = 12.0
PC_MAX_AGE_S = 60.0
"""Twice the intervals of the requirements (5 s and 30 s) and a little: older is absent."""

ModelCause = Literal["model_rejected", "model_late", "model_unreachable", "model_resting"]


SignalSource = Literal["camera", "pc"]


@dataclass(frozen=True, kw_only=True)
class Signals:
    """What is current at one time. None: absent, stale or unusable."""

    camera: CameraSnapshot | None
    pc: PcSnapshot | None

    @property
    def sources(self) -> frozenset[SignalSource]:
        """Which sources say anything now."""
        by_source: tuple[tuple[SignalSource, object], ...] = (
            ("camera", self.camera),
            ("pc", self.pc),
        )
        return frozenset(name for name, snapshot in by_source if snapshot is not None)


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """One decision with its reasons.

    `share_frac` per state is what the shown state is smoothed from; `sources` had something to
    say. `fusion` None: a rule decided,
    or evidence was too thin. `model_cause` says why a model's opinion is missing, None: none was
    wanted, or it was used.
    """

    state: FocusState
    confidence: float
    source: Source
    reasons: tuple[str, ...]
    share_frac: Mapping[FocusState, float]
    sources: frozenset[SignalSource] = frozenset()
    fusion: Fusion | None = None
    model_cause: ModelCause | None = None
    classifier: str = CLASSIFIER_VERSION

    @property
    def candidates(self) -> tuple[FocusState, FocusState] | None:
        """The two states a model may choose between; None: nothing is open."""
        if self.fusion is None or self.source != "fusion" or self.fusion.clear:
            return None
        return (self.fusion.best, self.fusion.second)

    @property
    def result(self) -> ClassificationResult:
        """As the requirements name it."""
        return ClassificationResult(
            state=self.state,
            confidence=self.confidence,
            reasoning=reasons_text(self.reasons, "en"),
            source=self.source,
        )


def current(
    camera: CameraSnapshot | None,
    pc: PcSnapshot | None,
    *,
    now_s: float,
    camera_max_age_s: float = CAMERA_MAX_AGE_S,
    pc_max_age_s: float = PC_MAX_AGE_S,
) -> Signals:
    """The snapshots that are young enough to say something about now."""
    return Signals(
        camera=fresh(camera, now_s=now_s, max_age_s=camera_max_age_s),
        pc=fresh(pc, now_s=now_s, max_age_s=pc_max_age_s),
    )


def decide(signals: Signals) -> Verdict:
    """The state without asking any model: an obvious case, else the evidence, else fallback."""
    return replace(_decided(signals), sources=signals.sources)


def _decided(signals: Signals) -> Verdict:
    match = obvious(signals.camera, signals.pc)
    if match is not None:
        return _by_rule(match, "rule")
    fusion = weigh(signals.camera, signals.pc)
    if fusion is None:
        return _by_rule(fallback(signals.camera, signals.pc), "fallback")
    return Verdict(
        state=fusion.best,
        confidence=fusion.confidence,
        source="fusion",
        reasons=fusion.reasons,
        share_frac=fusion.share_frac,
        fusion=fusion,
    )


def with_model(verdict: Verdict, state: FocusState, *, confidence: float) -> Verdict:
    """The verdict after a model chose one of its two candidates.

    The chosen state takes the share of both: how sure a model says it is moves nothing else.

    Raises:
        ValueError: nothing was open, or the state is not a candidate.
    """
    candidates = verdict.candidates
    if candidates is None or state not in candidates:
        raise ValueError(f"{state!r} is not one of {candidates!r}")
    share_frac = dict(verdict.share_frac)
    both = sum(share_frac[candidate] for candidate in candidates)
    for candidate in candidates:
        share_frac[candidate] = both if candidate == state else 0.0
    return replace(
        verdict,
        state=state,
        confidence=round(min(confidence, both), 3),
        source="llm",
        reasons=(*verdict.reasons, "model_opinion"),
        share_frac=share_frac,
    )


def without_model(verdict: Verdict, cause: ModelCause) -> Verdict:
    """The same verdict, with why a model's opinion is missing."""
    return replace(verdict, model_cause=cause)


def _by_rule(match: Match, source: Source) -> Verdict:
    others = [state for state in DECIDABLE if state != match.state]
    rest = 1.0 - match.confidence
    share_frac: dict[FocusState, float] = dict.fromkeys(DECIDABLE, 0.0)
    if match.state == "unknown":
        share_frac["unknown"] = 1.0
    else:
        share_frac[match.state] = match.confidence
        share_frac.update(dict.fromkeys(others, rest / len(others)))
    return Verdict(
        state=match.state,
        confidence=match.confidence,
        source=source,
        reasons=(match.code,),
        share_frac=share_frac,
    )
