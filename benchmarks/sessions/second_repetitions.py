"""Repetitions as a coach writes them on the board, and what is done between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

Structure = Literal["equal", "pyramid", "ladder", "sets", "fartlek"]
RecoveryStyle = Literal["jog", "walk", "stand", "pause"]

_EQUAL_M = {200: (8, 16), 300: (6, 14), 400: (6, 14), 600: (5, 10), 800: (4, 8),
            1000: (3, 7), 1200: (3, 6), 1600: (3, 5), 2000: (3, 4)}  # fmt: skip
"""Metres of a repetition: fewest and most of them."""
_EQUAL_S = {30: (8, 16), 45: (8, 16), 60: (6, 14), 90: (6, 12), 120: (5, 10),
            180: (4, 8), 240: (3, 6), 300: (3, 6), 480: (3, 4)}  # fmt: skip
"""Seconds of a repetition: fewest and most of them."""
_PYRAMIDS_M = ((200, 400, 600, 800, 600, 400, 200), (400, 800, 1200, 800, 400),
               (300, 600, 900, 600, 300))  # fmt: skip
_PYRAMIDS_S = ((60, 120, 180, 240, 180, 120, 60), (60, 120, 180, 120, 60),
               (30, 60, 90, 120, 90, 60, 30))  # fmt: skip
_LADDERS_M = ((400, 800, 1200, 1600), (2000, 1600, 1200, 800, 400), (1000, 800, 600, 400, 200))
_LADDERS_S = ((60, 120, 180, 240, 300), (300, 240, 180, 120, 60), (240, 180, 120, 60))
_SET_M = (200, 300, 400)
_SET_S = (30, 45, 60, 90)
_FARTLEK_S = (30, 45, 60, 90, 120, 180)
_LONGEST_REST_S = 240.0


@dataclass(frozen=True, kw_only=True)
class Repetition:
    """One repetition and the rest after it. One of `duration_s` and `distance_m` is None.

    `jog_m`: the rest is a jog of that distance instead of `rest_s`, None if it goes by the clock.
    """

    effort_frac: float
    duration_s: float | None = None
    distance_m: float | None = None
    rest_s: float
    jog_m: float | None = None


def draw_style(rng: np.random.Generator, structure: Structure) -> RecoveryStyle:
    """Half of the sessions are jogged between the repetitions; a fartlek always is."""
    if structure == "fartlek":
        return "jog"
    styles: tuple[RecoveryStyle, ...] = ("jog", "walk", "stand", "pause")
    return styles[int(rng.choice(4, p=[0.5, 0.2, 0.13, 0.17]))]


def draw_repetitions(
    rng: np.random.Generator, threshold_speed_mps: float
) -> tuple[Structure, tuple[Repetition, ...]]:
    """3-16 repetitions of 200-2000 m or 30 s-8 min, half by distance and half by time.

    From one to the next the effort wanders by 1.2 % and fades or rises by up to 0.3 %.
    """
    structures: tuple[Structure, ...] = ("equal", "pyramid", "ladder", "sets", "fartlek")
    structure = structures[int(rng.choice(5, p=[0.45, 0.13, 0.13, 0.15, 0.14]))]
    by_distance = structure != "fartlek" and bool(rng.random() < 0.5)
    amounts, set_size = _draw_amounts(rng, structure, by_distance)
    trend_frac = float(rng.uniform(-0.003, 0.002))
    day_frac = float(rng.normal(0.0, 0.008))
    rests_frac = float(rng.uniform(0.4, 1.1))
    jogs_metres = by_distance and bool(rng.random() < 0.4)
    repetitions = []
    for place, amount in enumerate(amounts):
        lasts_s = amount / (1.08 * threshold_speed_mps) if by_distance else float(amount)
        wander_frac = day_frac + trend_frac * place + float(rng.normal(0.0, 0.012))
        set_ends = (place + 1) % set_size == 0
        rest_s = _rest_s(lasts_s, rests_frac) * (2.5 if set_ends else 1.0)
        if structure == "fartlek":
            rest_s = float(rng.integers(60, 181))
        repetitions.append(
            Repetition(
                effort_frac=float(np.clip(_usual_effort_frac(lasts_s) + wander_frac, 1.0, 1.18)),
                distance_m=float(amount) if by_distance else None,
                duration_s=None if by_distance else float(amount),
                rest_s=rest_s,
                jog_m=(200.0 if amount <= 400 else 400.0) if jogs_metres and not set_ends else None,
            )
        )
    return structure, tuple(repetitions)


def _draw_amounts(
    rng: np.random.Generator, structure: Structure, by_distance: bool
) -> tuple[Sequence[int], int]:
    """Metres or seconds of each repetition, and how many make a set (more than all if no sets)."""
    if structure == "pyramid":
        return _pick(rng, _PYRAMIDS_M if by_distance else _PYRAMIDS_S), 99
    if structure == "ladder":
        return _pick(rng, _LADDERS_M if by_distance else _LADDERS_S), 99
    if structure == "sets":
        amount = int(rng.choice(_SET_M if by_distance else _SET_S))
        n_sets, set_size = _pick(rng, ((2, 3), (2, 4), (2, 5), (2, 6), (3, 3), (3, 4), (4, 3),
                                       (3, 5), (4, 4)))  # fmt: skip
        return [amount] * (n_sets * set_size), set_size
    if structure == "fartlek":
        return [int(rng.choice(_FARTLEK_S)) for _ in range(int(rng.integers(5, 13)))], 99
    table = _EQUAL_M if by_distance else _EQUAL_S
    amount = int(rng.choice(list(table)))
    fewest, most = table[amount]
    return [amount] * int(rng.integers(fewest, most + 1)), 99


def _usual_effort_frac(lasts_s: float) -> float:
    """The shorter the faster: 115 % of threshold speed for 30 s down to 101.5 % for 8 min."""
    log_s = np.log([30.0, 60.0, 120.0, 240.0, 480.0])
    return float(np.interp(np.log(lasts_s), log_s, [1.15, 1.12, 1.08, 1.045, 1.015]))


def _rest_s(lasts_s: float, rests_frac: float) -> float:
    """A share of the repetition, less after the longest, in steps of 5 s from 20 s to 4 min."""
    share_frac = rests_frac * float(np.interp(lasts_s, [180.0, 480.0], [1.0, 0.6]))
    return float(np.clip(5 * round(share_frac * lasts_s / 5), 20, _LONGEST_REST_S))


def _pick(rng: np.random.Generator, options: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    return options[int(rng.integers(len(options)))]
