"""Which state is shown, when single verdicts flicker?

The shares of the verdicts are averaged over a few seconds, and the shown state gives way only to
one that is clearly ahead of it: a lost frame or a turn of the head for a moment changes nothing,
somebody who left is away within four seconds. Where a source falls silent, smoothing begins anew:
what it said before never keeps an old state alive.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from hakaru.focus.classify import SignalSource, Verdict
from hakaru.focus.states import STATES, FocusState

SMOOTHING_S = 5.0
AHEAD_FRAC = 0.15
GAP_S = 20.0
"""After so long without a verdict (suspended, paused) there is nothing to smooth with."""


@dataclass(frozen=True, kw_only=True)
class Shown:
    """The state on show. Times are epoch seconds; `share_frac` is the running average."""

    state: FocusState
    confidence: float
    since_s: float
    at_s: float
    share_frac: Mapping[FocusState, float]
    sources: frozenset[SignalSource] = frozenset()


def show(shown: Shown | None, verdict: Verdict, *, now_s: float) -> Shown:
    """The shown state after one more verdict. A clock that jumps starts afresh."""
    if shown is None or not _goes_on(shown, verdict, now_s):
        return _afresh(shown, verdict, now_s)
    keep = math.exp(-(now_s - shown.at_s) / SMOOTHING_S)
    share_frac = {
        state: keep * shown.share_frac.get(state, 0.0)
        + (1.0 - keep) * verdict.share_frac.get(state, 0.0)
        for state in STATES
    }
    best = max(STATES, key=lambda state: share_frac[state])
    ahead = share_frac[best] - share_frac[shown.state] >= AHEAD_FRAC
    state = best if ahead else shown.state
    return Shown(
        state=state,
        confidence=round(verdict.confidence if state == verdict.state else share_frac[state], 3),
        since_s=shown.since_s if state == shown.state else now_s,
        at_s=now_s,
        share_frac=share_frac,
        sources=verdict.sources,
    )


def _goes_on(shown: Shown, verdict: Verdict, now_s: float) -> bool:
    """Not after a gap, and not where a source fell silent: what it said is not known any more."""
    in_time = 0.0 <= now_s - shown.at_s <= GAP_S
    is_known = "unknown" not in (shown.state, verdict.state)
    return in_time and is_known and shown.sources <= verdict.sources


def _afresh(shown: Shown | None, verdict: Verdict, now_s: float) -> Shown:
    continues = (
        shown is not None and shown.state == verdict.state and 0.0 <= now_s - shown.at_s <= GAP_S
    )
    return Shown(
        state=verdict.state,
        confidence=verdict.confidence,
        since_s=shown.since_s if continues and shown is not None else now_s,
        at_s=now_s,
        share_frac=verdict.share_frac,
        sources=verdict.sources,
    )
