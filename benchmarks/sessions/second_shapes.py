"""The stretches that a session is made of, at which effort and for how long.

Efforts are fractions of the runner's own threshold speed, as coaches set them: recovery 62-72 %,
easy 73-83 %, long 72-82 %, tempo 93-103 %, intervals 100-118 % (the shorter the faster).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from benchmarks.sessions.second_repetitions import (
    RecoveryStyle,
    Repetition,
    Structure,
    draw_repetitions,
    draw_style,
)
from benchmarks.sessions.second_runner import Kind, Runner
from hakaru.core.units import SECONDS_PER_MINUTE

Role = Literal["warmup", "main", "work", "recovery", "cooldown"]
Movement = Literal["run", "walk", "stand", "pause"]


@dataclass(frozen=True, kw_only=True)
class Stretch:
    """A stretch with one purpose, as long as `duration_s` or `distance_m` says (one is None).

    The effort goes evenly from `effort_from_frac` to `effort_to_frac` of threshold speed; a paused
    stretch is stood with the timer stopped. `steady`: a traffic light may stop the runner.
    """

    role: Role
    movement: Movement = "run"
    effort_from_frac: float
    effort_to_frac: float
    duration_s: float | None = None
    distance_m: float | None = None
    steady: bool = True


@dataclass(frozen=True, kw_only=True)
class Shape:
    """A session as planned: its stretches in order, and what a coach would call it.

    `structure` and `recovery_style` are None unless there are repetitions.
    """

    stretches: tuple[Stretch, ...]
    n_reps: int = 0
    n_strides: int = 0
    fast_finish: bool = False
    structure: Structure | None = None
    recovery_style: RecoveryStyle | None = None


def draw_shape(rng: np.random.Generator, runner: Runner, *, kind: Kind) -> Shape:
    """One session of a kind for one runner."""
    if kind == "interval":
        return _draw_interval(rng, runner)
    if kind == "tempo_threshold":
        return _draw_tempo(rng)
    if kind == "long_run":
        return _draw_long(rng, runner)
    if kind == "recovery":
        total_s = float(rng.uniform(25, 45)) * SECONDS_PER_MINUTE
        return Shape(stretches=_even(rng, total_s, 0.62, 0.72))
    return _draw_easy(rng, runner)


def _draw_easy(rng: np.random.Generator, runner: Runner) -> Shape:
    """An easy run; sometimes its last kilometre is quick, sometimes 4-6 strides follow it."""
    total_s = runner.easy_s * float(rng.uniform(0.85, 1.15))
    chance = rng.random()
    if chance < 0.20:
        n_strides = int(rng.integers(4, 7))
        main = _even(rng, 0.8 * total_s, 0.73, 0.83)
        return Shape(stretches=(*main, *_strides(rng, runner, n_strides)), n_strides=n_strides)
    if chance < 0.38:
        stretches = (*_even(rng, 0.85 * total_s, 0.73, 0.83), _fast_kilometre(rng))
        return Shape(stretches=stretches, fast_finish=True)
    return Shape(stretches=_framed(rng, total_s, 0.73, 0.83))


def _draw_long(rng: np.random.Generator, runner: Runner) -> Shape:
    """At least 70 min and 1.5 x the longest easy run of this runner, sometimes with a quick end."""
    longest_easy_s = 1.15 * runner.easy_s
    least_s = max(70 * SECONDS_PER_MINUTE, 1.5 * longest_easy_s)
    total_s = least_s * float(rng.uniform(1.02, 1.3))
    if rng.random() < 0.2:
        stretches = (*_even(rng, total_s, 0.72, 0.82), _fast_kilometre(rng))
        return Shape(stretches=stretches, fast_finish=True)
    return Shape(stretches=_framed(rng, total_s, 0.72, 0.82))


def _draw_tempo(rng: np.random.Generator) -> Shape:
    """One block of 15-45 min at 93-103 %: the longer the slower, a third of them getting faster.

    One in seven starts without a warm-up, one in five ends without a cool-down.
    """
    block_s = float(rng.uniform(15, 45)) * SECONDS_PER_MINUTE
    middle_frac = float(np.interp(block_s, [900, 2700], [1.0, 0.96])) + float(rng.normal(0, 0.015))
    rise_frac = float(rng.uniform(0.02, 0.035)) if rng.random() < 0.33 else 0.0
    from_frac, to_frac = np.clip([middle_frac - rise_frac, middle_frac + rise_frac], 0.93, 1.03)
    block = Stretch(
        role="main",
        effort_from_frac=float(from_frac),
        effort_to_frac=float(to_frac),
        duration_s=round(block_s),
    )
    warm = () if rng.random() < 0.15 else (_warm_up(rng),)
    cool = () if rng.random() < 0.20 else (_cool_down(rng),)
    return Shape(stretches=(*warm, block, *cool))


def _draw_interval(rng: np.random.Generator, runner: Runner) -> Shape:
    """Repetitions between warm-up (missing in one of 12) and cool-down (missing in one of 7).

    After the last repetition the cool-down follows at once, or in a third after one more recovery.
    """
    structure, repetitions = draw_repetitions(rng, runner.threshold_speed_mps)
    style = draw_style(rng, structure)
    recovery_frac = float(rng.uniform(0.60, 0.70) if structure == "fartlek" else
                          rng.uniform(0.50, 0.66))  # fmt: skip
    stretches = [] if rng.random() < 0.08 else [_warm_up(rng)]
    for repetition in repetitions:
        stretches.append(_work(repetition))
        stretches.append(_recovery(repetition, style, recovery_frac, runner))
    if style == "pause" or rng.random() < 0.67:
        stretches.pop()
    if rng.random() >= 0.14:
        stretches.append(_cool_down(rng))
    return Shape(
        stretches=tuple(stretches),
        n_reps=len(repetitions),
        structure=structure,
        recovery_style=style,
    )


def _work(repetition: Repetition) -> Stretch:
    """Repetitions are started a little too fast: 1 % above their mean, ending 1 % below."""
    return Stretch(
        role="work",
        effort_from_frac=repetition.effort_frac + 0.01,
        effort_to_frac=repetition.effort_frac - 0.01,
        duration_s=repetition.duration_s,
        distance_m=repetition.distance_m,
        steady=False,
    )


def _recovery(rep: Repetition, style: RecoveryStyle, jog_frac: float, runner: Runner) -> Stretch:
    walk_frac = runner.walk_speed_mps / runner.threshold_speed_mps
    effort_frac = {"jog": jog_frac, "walk": walk_frac, "stand": 0.0, "pause": 0.0}[style]
    in_metres = style == "jog" and rep.jog_m is not None
    return Stretch(
        role="recovery",
        movement="run" if style == "jog" else style,
        effort_from_frac=effort_frac,
        effort_to_frac=effort_frac,
        duration_s=None if in_metres else rep.rest_s,
        distance_m=rep.jog_m if in_metres else None,
        steady=False,
    )


def _strides(rng: np.random.Generator, runner: Runner, n_strides: int) -> tuple[Stretch, ...]:
    """15-25 s quick but relaxed, 40-60 s walked between: part of the main stretch, no workout."""
    walk_frac = runner.walk_speed_mps / runner.threshold_speed_mps
    stretches = []
    for _ in range(n_strides):
        quick_frac = float(rng.uniform(1.15, 1.30))
        quick_s = float(rng.integers(15, 26))
        stretches.append(_main("run", quick_frac, quick_s))
        stretches.append(_main("walk", walk_frac, float(rng.integers(40, 61))))
    if rng.random() < 0.5:
        stretches.append(_cool_down(rng))
    return tuple(stretches)


def _main(movement: Movement, effort_frac: float, duration_s: float) -> Stretch:
    return Stretch(
        role="main",
        movement=movement,
        effort_from_frac=effort_frac,
        effort_to_frac=effort_frac,
        duration_s=duration_s,
        steady=False,
    )


def _fast_kilometre(rng: np.random.Generator) -> Stretch:
    """A quick last kilometre at 86-95 %: the run stays what it was."""
    quick_frac = float(rng.uniform(0.86, 0.93))
    return Stretch(
        role="main", effort_from_frac=quick_frac, effort_to_frac=quick_frac + 0.02, distance_m=1000
    )


def _even(rng: np.random.Generator, total_s: float, low: float, high: float) -> tuple[Stretch, ...]:
    """One stretch in a band of effort; its pace may drift by 3 % either way within the band."""
    from_frac = float(rng.uniform(low, high))
    to_frac = float(np.clip(from_frac + rng.uniform(-0.03, 0.03), low, high))
    return (
        Stretch(
            role="main",
            effort_from_frac=from_frac,
            effort_to_frac=to_frac,
            duration_s=float(round(total_s)),
        ),
    )


def _framed(
    rng: np.random.Generator, total_s: float, low: float, high: float
) -> tuple[Stretch, ...]:
    """An even run that half of the time is eased into, and two times in five jogged out of."""
    (main,) = _even(rng, total_s, low, high)
    warm_s = float(rng.integers(300, 601)) if rng.random() < 0.5 else 0.0
    cool_s = float(rng.integers(240, 481)) if rng.random() < 0.4 else 0.0
    middle_s = float(round(total_s)) - warm_s - cool_s
    stretches = [
        Stretch(
            role="warmup",
            effort_from_frac=main.effort_from_frac - 0.09,
            effort_to_frac=main.effort_from_frac - 0.04,
            duration_s=warm_s,
        ),
        Stretch(
            role="main",
            effort_from_frac=main.effort_from_frac,
            effort_to_frac=main.effort_to_frac,
            duration_s=middle_s,
        ),
        Stretch(
            role="cooldown",
            effort_from_frac=main.effort_to_frac - 0.06,
            effort_to_frac=main.effort_to_frac - 0.10,
            duration_s=cool_s,
        ),
    ]
    return tuple(stretch for stretch in stretches if stretch.duration_s)


def _warm_up(rng: np.random.Generator) -> Stretch:
    """8-20 min, from a shuffle to an easy pace."""
    return Stretch(
        role="warmup",
        effort_from_frac=float(rng.uniform(0.62, 0.68)),
        effort_to_frac=float(rng.uniform(0.70, 0.79)),
        duration_s=float(rng.integers(480, 1201)),
    )


def _cool_down(rng: np.random.Generator) -> Stretch:
    """5-15 min of slow running."""
    effort_frac = float(rng.uniform(0.60, 0.70))
    return Stretch(
        role="cooldown",
        effort_from_frac=effort_frac,
        effort_to_frac=effort_frac - 0.02,
        duration_s=float(rng.integers(300, 901)),
    )
