"""Where does a steady run begin and end gently? Lower speed and heart rate at its ends decide."""

from __future__ import annotations

from typing import Literal

import numpy as np

from hakaru.running.session.changes import Pieces
from hakaru.running.session.model import Segment, Structure
from hakaru.running.session.trace import Trace
from hakaru.running.splits import Role, RoleSource

SLOWER_MIN_LOG_SPEED = 0.04
"""Log speed below that of the run from which a beginning or an end is gentle."""

EDGE_MIN_S = 150.0
EDGE_MAX_FRAC = 0.25
EDGE_MAX_S = 1500.0
HEART_RATE_CHANGE_MIN_BPM = 4.0
HEART_RATE_WINDOW_S = 60.0
STEADY_SPREAD_LOG_SPEED = 0.25


def steady_structure(trace: Trace, pieces: Pieces) -> Structure:
    """A steady run: warm-up and cool-down where the trace shows them, else main throughout."""
    main_level = _main_level(pieces)
    warm_end_s = _edge_s(pieces, main_level, "warmup")
    cool_start_s = _edge_s(pieces, main_level, "cooldown")
    if warm_end_s is not None and not _rises(trace, warm_end_s):
        warm_end_s = None
    if cool_start_s is not None and not _falls(trace, cool_start_s):
        cool_start_s = None
    bounds_s = [0.0, *(s for s in (warm_end_s, cool_start_s) if s is not None), trace.end_s]
    roles: list[Role] = ["main"]
    if warm_end_s is not None:
        roles.insert(0, "warmup")
    if cool_start_s is not None:
        roles.append("cooldown")
    source: RoleSource = "whole_run" if len(roles) == 1 else "speed"
    return Structure(
        form="steady",
        segments=tuple(
            Segment(role=role, start_elapsed_s=start_s, end_elapsed_s=end_s, source=source)
            for role, start_s, end_s in zip(roles, bounds_s[:-1], bounds_s[1:], strict=True)
        ),
        confidence_frac=_steadiness_frac(pieces),
    )


def _main_level(pieces: Pieces) -> float:
    """The log speed at or below which half of the moving time was run."""
    moving = pieces.standing_frac < 0.5
    if not moving.any():
        return 0.0
    order = np.argsort(pieces.log_speed[moving])
    length_s = np.cumsum(pieces.length_s[moving][order])
    middle = int(np.searchsorted(length_s, length_s[-1] / 2.0))
    return float(pieces.log_speed[moving][order][middle])


def _steadiness_frac(pieces: Pieces) -> float:
    moving = pieces.standing_frac < 0.5
    if not moving.any():
        return 0.0
    levels, weights = pieces.log_speed[moving], pieces.length_s[moving]
    spread = float(np.average((levels - np.average(levels, weights=weights)) ** 2, weights=weights))
    return max(0.0, 1.0 - float(spread**0.5) / STEADY_SPREAD_LOG_SPEED)


def _edge_s(pieces: Pieces, main_level: float, end: Literal["warmup", "cooldown"]) -> float | None:
    """Where the gentle beginning ends, or the gentle end begins; None: there is none."""
    slow = (pieces.log_speed <= main_level - SLOWER_MIN_LOG_SPEED) | (pieces.standing_frac >= 0.5)
    total_s = float(pieces.end_s[-1])
    if end == "warmup":
        stop = int(np.argmin(slow)) if not slow.all() else 0
        edge_s, length_s = float(pieces.start_s[stop]), float(pieces.start_s[stop])
    else:
        stop = int(np.argmin(slow[::-1])) if not slow.all() else 0
        edge_s = float(pieces.end_s[pieces.end_s.size - 1 - stop])
        length_s = total_s - edge_s
    if not EDGE_MIN_S <= length_s <= min(EDGE_MAX_S, EDGE_MAX_FRAC * total_s):
        return None
    return edge_s


def _rises(trace: Trace, end_s: float) -> bool:
    """Heart rate at the end of the warm-up is higher than at its beginning, or unknown."""
    first_bpm = _mean_bpm(trace, 0.0, HEART_RATE_WINDOW_S)
    last_bpm = _mean_bpm(trace, end_s - HEART_RATE_WINDOW_S, end_s)
    if first_bpm is None or last_bpm is None:
        return True
    return last_bpm - first_bpm >= HEART_RATE_CHANGE_MIN_BPM


def _falls(trace: Trace, start_s: float) -> bool:
    """Heart rate at the end is lower than just before the cool-down, or unknown."""
    first_bpm = _mean_bpm(trace, start_s - HEART_RATE_WINDOW_S, start_s)
    last_bpm = _mean_bpm(trace, trace.end_s - HEART_RATE_WINDOW_S, trace.end_s)
    if first_bpm is None or last_bpm is None:
        return True
    return first_bpm - last_bpm >= HEART_RATE_CHANGE_MIN_BPM


def _mean_bpm(trace: Trace, start_s: float, end_s: float) -> float | None:
    window_bpm = trace.heart_rate_bpm[max(0, int(start_s)) : max(0, int(end_s))]
    known_bpm = window_bpm[np.isfinite(window_bpm)]
    return float(known_bpm.mean()) if known_bpm.size else None
