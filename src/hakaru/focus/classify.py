"""From a snapshot to a state: rules first, then weighed evidence (`fusion`), then a model where
that is open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

from hakaru.focus.corrections import CODES_MOST, NO_TUNING, Tuning
from hakaru.focus.fusion import EVIDENCE_VERSION, Fusion, own_idle_s, weigh
from hakaru.focus.rules import (
    RULES_VERSION,
    Match,
    fallback,
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
from hakaru.records import frozen

CLASSIFIER_VERSION = f"{RULES_VERSION}.{EVIDENCE_VERSION}"


PRESENT_WITHIN_S = 4.0


_CORRECTED_FRAC = 0.3


CAMERA_MAX_AGE_S = 12.0


PC_MAX_AGE_S = 60.0


"""Twice the intervals of the requirements (5 s and 30 s) and a little: older is absent."""


ModelCause = Literal["model_rejected", "model_late", "model_unreachable", "model_resting"]


SignalSource = Literal["camera", "pc"]


@frozen
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


@frozen
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


def decide(signals: Signals, tuning: Tuning = NO_TUNING) -> Verdict:
    """The state without asking any model: an obvious case, else the evidence, else fallback.

    `tuning`: what this user corrected. A rule that was corrected often decides no more.
    """
    return replace(_decided(signals, tuning), sources=signals.sources)


def _decided(signals: Signals, tuning: Tuning) -> Verdict:
    signals = _trusted(signals)
    match = obvious(signals.camera, signals.pc)
    if match is not None and match.code not in tuning.doubted:
        return _by_rule(match, "rule")
    fusion = weigh(signals.camera, signals.pc, tuning)
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


def corrected_codes(verdict: Verdict) -> tuple[str, ...]:
    """The evidence that a correction of this verdict is about, strongest first: of a rule, the
    rule."""
    if verdict.fusion is None:
        return verdict.reasons
    observed = sorted(verdict.fusion.observations, key=lambda each: -each.strength_frac)
    return tuple(
        observation.code for observation in observed if observation.strength_frac >= _CORRECTED_FRAC
    )[:CODES_MOST]


def _trusted(signals: Signals) -> Signals:
    """Without a face that is missing in low light while somebody uses the keys or the mouse."""
    camera, idle_s = signals.camera, own_idle_s(signals.pc)
    lost = camera is not None and camera.face_detected is False and camera.low_light is True
    if lost and idle_s is not None and idle_s < PRESENT_WITHIN_S:
        return Signals(camera=None, pc=signals.pc)
    return signals


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
