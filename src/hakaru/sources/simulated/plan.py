"""What does the runner set out to do in one session?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from hakaru.sources.simulated.noise import pick

SessionKind = Literal["easy", "recovery", "tempo", "interval", "long", "race", "trail"]
PhaseRole = Literal["warmup", "main", "rep", "recovery", "cooldown"]
Terrain = Literal["flat", "rolling", "hilly", "mountain"]

TITLES: dict[SessionKind, str] = {
    "easy": "シミュレーション: ジョグ (Simulated easy run)",
    "recovery": "シミュレーション: リカバリー走 (Simulated recovery run)",
    "tempo": "シミュレーション: テンポ走 (Simulated tempo run)",
    "interval": "シミュレーション: インターバル (Simulated intervals)",
    "long": "シミュレーション: ロング走 (Simulated long run)",
    "race": "シミュレーション: レース (Simulated race)",
    "trail": "シミュレーション: トレイルラン (Simulated trail run)",
}

# Speeds relative to threshold speed; repetition length in metres -> (speed, count, jog in seconds).
_EASY, _RECOVERY, _LONG, _TEMPO, _JOG, _COOLDOWN = 0.78, 0.71, 0.77, 0.98, 0.62, 0.72
_RACE, _TRAIL = 1.04, 0.74
_RACE_M, _LAST_M = 10_000.0, 400.0
_REPETITIONS: dict[float, tuple[float, int, float]] = {
    400.0: (1.17, 10, 90.0),
    800.0: (1.11, 6, 120.0),
    1000.0: (1.08, 5, 150.0),
    1600.0: (1.03, 4, 150.0),
}


@dataclass(frozen=True, kw_only=True)
class Segment:
    """A stretch at one intended speed, `duration_s` whole seconds of moving time."""

    role: PhaseRole
    target_speed_mps: float
    duration_s: int


@dataclass(frozen=True, kw_only=True)
class SessionPlan:
    """The intended session; `stops` says whether lights and short breaks may interrupt it."""

    kind: SessionKind
    terrain: Terrain
    segments: tuple[Segment, ...]
    stops: bool

    @property
    def duration_s(self) -> int:
        """Moving time."""
        return sum(segment.duration_s for segment in self.segments)


def plan_session(
    kind: SessionKind,
    rng: np.random.Generator,
    *,
    threshold_speed_mps: float,
    duration_frac: float = 1.0,
) -> SessionPlan:
    """A session of that kind; `duration_frac` shortens it (fewer repetitions, not shorter ones)."""
    day = 1.0 + 0.02 * float(rng.standard_normal())
    speed_mps = threshold_speed_mps * max(0.95, min(1.05, day))
    varied = duration_frac * (0.85 + 0.3 * rng.random())
    if kind == "interval":
        segments = _intervals(rng, speed_mps, duration_frac=duration_frac)
    elif kind == "tempo":
        segments = (
            _timed("warmup", _EASY * speed_mps, length_s=720 * varied),
            _timed("main", _TEMPO * speed_mps, length_s=1500 * varied),
            _timed("cooldown", _COOLDOWN * speed_mps, length_s=600 * varied),
        )
    elif kind == "race":
        segments = _race(speed_mps, _RACE_M * duration_frac)
    else:
        relative, minutes = {
            "easy": (_EASY, 47),
            "recovery": (_RECOVERY, 31),
            "long": (_LONG, 92),
            "trail": (_TRAIL, 95),
        }[kind]
        segments = _steady(relative * speed_mps, minutes * 60 * varied)
    return SessionPlan(
        kind=kind,
        terrain=_terrain(kind, rng),
        segments=segments,
        stops=kind in {"easy", "recovery", "long"},
    )


def _race(threshold_mps: float, distance_m: float) -> tuple[Segment, ...]:
    """Started a little fast, even from then on, and faster at the end: nothing but the race."""
    even_mps = _RACE * threshold_mps
    start_m, end_m = distance_m / 10.0, _LAST_M
    even_m = distance_m - start_m - end_m
    return (
        _timed("main", 1.02 * even_mps, length_s=start_m / (1.02 * even_mps)),
        _timed("main", even_mps, length_s=even_m / even_mps),
        _timed("main", 1.10 * even_mps, length_s=end_m / (1.10 * even_mps)),
    )


def _steady(speed_mps: float, length_s: float) -> tuple[Segment, ...]:
    """Even running with a gentle first and last twelfth."""
    edge_s = length_s / 12.0
    return (
        _timed("warmup", 0.94 * speed_mps, length_s=edge_s),
        _timed("main", speed_mps, length_s=length_s - 2.0 * edge_s),
        _timed("cooldown", 0.95 * speed_mps, length_s=edge_s),
    )


def _intervals(
    rng: np.random.Generator, speed_mps: float, *, duration_frac: float
) -> tuple[Segment, ...]:
    rep_m = pick(rng, tuple(_REPETITIONS))
    relative, count, jog_s = _REPETITIONS[rep_m]
    rep_speed_mps = relative * speed_mps
    segments = [_timed("warmup", _EASY * speed_mps, length_s=840 * duration_frac)]
    for index in range(max(2, round(count * duration_frac))):
        if index:
            segments.append(_timed("recovery", _JOG * speed_mps, length_s=jog_s))
        segments.append(_timed("rep", rep_speed_mps, length_s=rep_m / rep_speed_mps))
    segments.append(_timed("cooldown", _COOLDOWN * speed_mps, length_s=660 * duration_frac))
    return tuple(segments)


def _timed(role: PhaseRole, speed_mps: float, *, length_s: float) -> Segment:
    return Segment(role=role, target_speed_mps=speed_mps, duration_s=max(20, round(length_s)))


def _terrain(kind: SessionKind, rng: np.random.Generator) -> Terrain:
    draw = rng.random()
    if kind in {"interval", "tempo", "recovery", "race"}:
        return "flat"
    if kind == "trail":
        return "mountain"
    if kind == "long":
        return "hilly" if draw < 0.3 else "rolling"
    return "rolling" if draw < 0.5 else "flat"
