"""How was the pace spread over the splits: range, halves, repetitions, heart rate?"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from hakaru.core.units import speed_to_pace_s_per_km
from hakaru.running.splits import Split

EVEN_S_PER_KM = 3.0
"""Halves this close together are even."""

_WHOLE_FRAC = 0.5
"""A split shorter than this share of the usual one is a leftover and is not compared."""


@dataclass(frozen=True, kw_only=True)
class Half:
    """Some splits together: running distance and time, the pace of both, heart rate by time. None:
    not known."""

    running_distance_m: float
    running_s: float
    pace_s_per_km: float
    heart_rate_bpm: float | None


@dataclass(frozen=True, kw_only=True)
class Spread:
    """What the splits show together. `compared` are the work segments of repetitions, else every
    split that was run and is no leftover. Both halves are of the same distance and add up to
    `whole`: a split that lies in the middle counts in either with its share, at its own pace. None
    with fewer than two splits."""

    repetitions: bool
    compared: tuple[Split, ...]
    n_splits: int
    whole: Half
    fastest: Split
    slowest: Split
    first: Half | None
    second: Half | None

    @property
    def change_s_per_km(self) -> float | None:
        """Pace of the second half minus that of the first; negative is faster."""
        if self.first is None or self.second is None:
            return None
        return self.second.pace_s_per_km - self.first.pace_s_per_km

    @property
    def even(self) -> bool:
        """Whether both halves were run at about the same pace."""
        change = self.change_s_per_km
        return change is not None and abs(change) < EVEN_S_PER_KM


def spread_of(splits: Sequence[Split]) -> Spread | None:
    """None: no split was run, or none has a speed."""
    run = [split for split in splits if _was_run(split)]
    work = [split for split in run if split.role == "work"]
    repetitions = len(work) > 1
    chosen = work if repetitions else _whole(run)
    if not chosen:
        return None
    first, second = _halves(chosen)
    return Spread(
        repetitions=repetitions,
        compared=tuple(chosen),
        n_splits=len(splits),
        whole=_half([(split, 1.0) for split in chosen]),
        fastest=max(chosen, key=_speed_mps),
        slowest=min(chosen, key=_speed_mps),
        first=first,
        second=second,
    )


def pace_s_per_km(split: Split) -> float:
    """The pace of a split that was run."""
    return speed_to_pace_s_per_km(_speed_mps(split))


def _was_run(split: Split) -> bool:
    """Whether its speed while running speaks for it."""
    measured = split.running_s > 0.0 and split.running_distance_m > 0.0
    return bool(split.speed_mps) and measured and split.is_mostly_run


def _whole(run: Sequence[Split]) -> list[Split]:
    """Without leftovers: what is much shorter than the median of them."""
    if not run:
        return []
    lengths_m = sorted(split.distance_m for split in run)
    usual_m = lengths_m[len(lengths_m) // 2]
    return [split for split in run if split.distance_m >= _WHOLE_FRAC * usual_m]


def _speed_mps(split: Split) -> float:
    assert split.speed_mps is not None, "only splits with a speed are compared"
    return split.speed_mps


def _halves(chosen: Sequence[Split]) -> tuple[Half, Half] | tuple[None, None]:
    """Both halves of the distance that was run in the splits; None for one split alone."""
    if len(chosen) < 2:
        return None, None
    half_m = math.fsum(split.running_distance_m for split in chosen) / 2.0
    first: list[tuple[Split, float]] = []
    second: list[tuple[Split, float]] = []
    begin_m = 0.0
    for split in chosen:
        share_frac = min(1.0, max(0.0, (half_m - begin_m) / split.running_distance_m))
        first += [(split, share_frac)] if share_frac > 0.0 else []
        second += [(split, 1.0 - share_frac)] if share_frac < 1.0 else []
        begin_m += split.running_distance_m
    return _half(first), _half(second)


def _half(parts: Sequence[tuple[Split, float]]) -> Half:
    """Splits, each with the share (0..1) that counts."""
    running_s = math.fsum(share * split.running_s for split, share in parts)
    running_m = math.fsum(share * split.running_distance_m for split, share in parts)
    beats = [
        (split.heart_rate_bpm, share * split.running_s)
        for split, share in parts
        if split.heart_rate_bpm is not None
    ]
    counted_s = math.fsum(weight_s for _, weight_s in beats)
    return Half(
        running_distance_m=running_m,
        running_s=running_s,
        pace_s_per_km=speed_to_pace_s_per_km(running_m / running_s),
        heart_rate_bpm=math.fsum(rate_bpm * weight_s for rate_bpm, weight_s in beats) / counted_s
        if counted_s > 0.0
        else None,
    )
