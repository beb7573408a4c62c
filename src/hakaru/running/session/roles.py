"""Which stretch of a session has which role, once work has been told from the rest?"""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np

from hakaru.running.session.bounds import refine_bounds_s
from hakaru.running.session.changes import Pieces
from hakaru.running.session.model import Segment, Structure
from hakaru.running.session.reps import Alternation
from hakaru.running.session.trace import Trace
from hakaru.running.splits import Role, RoleSource

EDGE_MIN_S = 20.0
"""A start or an end shorter than this is no warm-up and no cool-down."""

LAP_TRUST_S = 10.0
"""Nobody presses later or earlier than this; then the lap is right and the speed misleads."""

CONFIDENT_Z = 1.5
"""Separation of work from the rest at which the confidence is one half."""


def structure_of(
    pieces: Pieces, alternation: Alternation, *, source: RoleSource, trace: Trace | None
) -> Structure:
    """Segments along the work that was found; bounds to the second where there is a trace."""
    work = alternation.division.work
    changes = np.flatnonzero(np.diff(work.astype(np.int64))) + 1
    edges = [0, *changes.tolist(), work.size]
    log_speed = [
        float(np.average(pieces.log_speed[a:b], weights=pieces.length_s[a:b]))
        for a, b in pairwise(edges)
    ]
    bounds_s = [*(float(pieces.start_s[edge]) for edge in edges[:-1]), float(pieces.end_s[-1])]
    if trace is not None:
        within_s = math.inf if source == "speed" else LAP_TRUST_S
        bounds_s = refine_bounds_s(trace, bounds_s, log_speed=log_speed, within_s=within_s)
    works = [bool(work[edge]) for edge in edges[:-1]]
    return Structure(
        form="reps" if alternation.form == "reps" else "block",
        segments=segments_of(works, bounds_s, source=source, is_block=alternation.form == "block"),
        confidence_frac=alternation.separation_z / (alternation.separation_z + CONFIDENT_Z),
    )


def segments_of(
    works: list[bool], bounds_s: list[float], *, source: RoleSource, is_block: bool
) -> tuple[Segment, ...]:
    """Warm-up, work and recovery in turns (or one main part), cool-down; `works` alternates."""
    works, bounds_s = _without_edges(works, bounds_s)
    segments: list[Segment] = []
    n_works = 0
    for index, (start_s, end_s) in enumerate(pairwise(bounds_s)):
        n_works += works[index]
        role = _role(works, index, is_block=is_block)
        segments.append(
            Segment(
                role=role,
                start_elapsed_s=start_s,
                end_elapsed_s=end_s,
                source=source,
                rep_index=n_works if role in ("work", "recovery") else None,
            )
        )
    return tuple(segments)


def _without_edges(works: list[bool], bounds_s: list[float]) -> tuple[list[bool], list[float]]:
    """A few seconds before the first work (getting going) or after the last belong to it."""
    if len(works) > 1 and not works[0] and bounds_s[1] - bounds_s[0] < EDGE_MIN_S:
        works, bounds_s = works[1:], [bounds_s[0], *bounds_s[2:]]
    if len(works) > 1 and not works[-1] and bounds_s[-1] - bounds_s[-2] < EDGE_MIN_S:
        works, bounds_s = works[:-1], [*bounds_s[:-2], bounds_s[-1]]
    return works, bounds_s


def _role(works: list[bool], index: int, *, is_block: bool) -> Role:
    if works[index]:
        return "main" if is_block else "work"
    if not any(works[:index]):
        return "warmup"
    return "recovery" if any(works[index:]) else "cooldown"
