"""When was the runner where, and how fast? The bodily truth and what a watch makes of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hakaru.sources.simulated.noise import FloatArray, ar1, first_order, slow_noise
from hakaru.sources.simulated.plan import SessionPlan
from hakaru.sources.simulated.terrain import Route

_STILL_MPS = 0.3
_STOPPING_S = 2

Pauses = tuple[tuple[float, float], ...]
"""(from, to) in elapsed seconds."""


@dataclass(frozen=True, kw_only=True)
class Timeline:
    """The seconds that get recorded, shape (n,) each.

    `segment` is an index into the plan, `moving` False while standing; `elapsed_s` jumps over
    pauses: nothing is recorded strictly between their ends.
    """

    elapsed_s: FloatArray
    segment: NDArray[np.int64]
    moving: NDArray[np.bool_]
    pauses: Pauses


@dataclass(frozen=True, kw_only=True)
class Motion:
    """Second by second, shape (n,): what happened, and what the watch recorded of it."""

    timeline: Timeline
    speed_mps: FloatArray
    distance_m: FloatArray
    grade_pct: FloatArray
    recorded_speed_mps: FloatArray
    recorded_distance_m: FloatArray
    recorded_altitude_m: FloatArray
    latitude_deg: FloatArray
    longitude_deg: FloatArray


def draw_timeline(plan: SessionPlan, rng: np.random.Generator) -> Timeline:
    """The plan as seconds, with waits at lights (recorded) and breaks (timer stopped)."""
    lengths = [segment.duration_s for segment in plan.segments]
    segment = np.repeat(np.arange(len(lengths)), lengths)
    waits = _draw_stops(plan, rng, most=4, shortest_s=8, longest_s=45)
    breaks = _draw_stops(plan, rng, most=2, shortest_s=20, longest_s=150)
    inserted = [(at, length) for at, length in waits] + [(at, 2 * _STOPPING_S) for at, _ in breaks]
    places = np.repeat([at for at, _ in inserted], [n for _, n in inserted]).astype(np.int64)
    source = np.insert(np.arange(len(segment)), places, places)
    moving = np.insert(np.ones(len(segment), dtype=np.bool_), places, False)
    elapsed_s = np.arange(len(source), dtype=np.float64)
    pauses = []
    for at, length in breaks:
        # The gap opens after the first still seconds of this break.
        row = int(np.searchsorted(source, at)) + _STOPPING_S
        elapsed_s[row:] += length
        pauses.append((float(elapsed_s[row] - length), float(elapsed_s[row])))
    return Timeline(
        elapsed_s=elapsed_s, segment=segment[source], moving=moving, pauses=tuple(pauses)
    )


def _draw_stops(
    plan: SessionPlan, rng: np.random.Generator, *, most: int, shortest_s: int, longest_s: int
) -> list[tuple[int, int]]:
    """(moving second, length in seconds) in order; 90 s or more from start, end and each other."""
    draws = rng.random((most, 2))
    wanted = int(rng.random() * (most + 1)) if plan.stops else 0
    span_s = plan.duration_s - 180
    if span_s < 90:
        return []
    stops: list[tuple[int, int]] = []
    for place, length in sorted(draws[:wanted].tolist()):
        at = 90 + int(place * span_s)
        if not stops or at - stops[-1][0] >= 90:
            stops.append((at, shortest_s + int(length * (longest_s - shortest_s))))
    return stops


def draw_motion(
    plan: SessionPlan, rng: np.random.Generator, *, timeline: Timeline, route: Route
) -> Motion:
    """Speed follows the plan, slower uphill; a watch sees it through GPS and barometer."""
    n = len(timeline.elapsed_s)
    targets = np.array([segment.target_speed_mps for segment in plan.segments])
    variation = 0.022 * slow_noise(rng, n, tau_s=60.0)
    variation += 0.012 * ar1(rng, n, carry_frac=0.9)
    wanted = np.where(timeline.moving, targets[timeline.segment] * np.exp(variation), 0.0)
    grade_pct = np.zeros(n)
    for _ in range(3):  # speed depends on the hill, the hill on the distance run so far
        slowed = wanted * np.exp(
            -0.022 * np.maximum(grade_pct, 0) - 0.010 * np.minimum(grade_pct, 0)
        )
        speed_mps = first_order(np.append(0.0, slowed), rise_s=3.0, fall_s=1.5)[1:]
        distance_m = np.cumsum(speed_mps) - speed_mps[0]
        grade_pct = route.grade_at_pct(distance_m)
    recorded_mps = _recorded_speed_mps(rng, speed_mps)
    east_m, north_m = (2.0 * ar1(rng, n, carry_frac=0.97) for _ in range(2))
    altitude_m = route.altitude_at_m(distance_m) + 0.8 * ar1(rng, n, carry_frac=0.995)
    return Motion(
        timeline=timeline,
        speed_mps=speed_mps,
        distance_m=distance_m,
        grade_pct=grade_pct,
        recorded_speed_mps=recorded_mps,
        recorded_distance_m=np.cumsum(recorded_mps) - recorded_mps[0],
        recorded_altitude_m=altitude_m,
        latitude_deg=route.latitude_at_deg(distance_m, north_m),
        longitude_deg=route.longitude_at_deg(distance_m, east_m),
    )


def _recorded_speed_mps(rng: np.random.Generator, speed_mps: FloatArray) -> FloatArray:
    """GPS speed: a small error of scale for the whole run, smooth noise, zero at rest."""
    scale = 1.0 + 0.003 * float(rng.standard_normal())
    noisy = speed_mps * scale + 0.09 * ar1(rng, len(speed_mps), carry_frac=0.8)
    return np.where(speed_mps > _STILL_MPS, np.maximum(noisy, 0.0), 0.0)
