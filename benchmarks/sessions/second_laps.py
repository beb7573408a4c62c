"""The laps that a watch reports, given what the runner pressed or forgot to press."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import numpy as np

from benchmarks.sessions.second_motion import Motion
from hakaru.core.units import METRES_PER_KM
from hakaru.running.activity import FloatArray, Lap

LapMode = Literal["none", "auto_km", "manual", "manual_faulty"]
LabelMode = Literal["none", "active", "interval", "true"]

_LATEST_PRESS_S = 8.0
_SHORTEST_LAP_S = 1.0


@dataclass(frozen=True, kw_only=True)
class LapHabits:
    """How one session's laps were made.

    `by_workout`: the watch itself ends the steps, to the second. `one_press_at_pauses`: who stops
    the timer for a recovery presses lap only when he starts it again.
    """

    mode: LapMode
    labels: LabelMode
    by_workout: bool
    one_press_at_pauses: bool


def draw_habits(rng: np.random.Generator) -> LapHabits:
    """Laps of each kind; only laps per phase can carry true labels, the others carry one or none.

    Newer watches call every lap "interval", older ones "active". A third of the true labels comes
    from a workout that the watch steps through.
    """
    modes: tuple[LapMode, ...] = ("none", "auto_km", "manual", "manual_faulty")
    labels: tuple[LabelMode, ...] = ("none", "active", "interval", "true")
    mode = modes[int(rng.choice(4, p=[0.20, 0.30, 0.30, 0.20]))]
    chances = (
        [0.2, 0.25, 0.25, 0.3] if mode in ("manual", "manual_faulty") else [0.3, 0.35, 0.35, 0]
    )
    label = labels[int(rng.choice(4, p=chances))]
    by_workout = mode == "manual" and label == "true" and bool(rng.random() < 0.33)
    return LapHabits(
        mode=mode,
        labels=label,
        by_workout=by_workout,
        one_press_at_pauses=bool(rng.random() < 0.5),
    )


def report_laps(
    rng: np.random.Generator,
    motion: Motion,
    *,
    habits: LapHabits,
    series: Mapping[str, FloatArray],
) -> tuple[Lap, ...]:
    """The laps in order; they tile the run. Mode "none" is no lap at all or one over the run."""
    if habits.mode == "none":
        return _laps(rng, motion, habits, series, []) if rng.random() < 0.5 else ()
    if habits.mode == "auto_km":
        return _laps(rng, motion, habits, series, _kilometres_s(series))
    presses_s = _presses_s(rng, motion, habits)
    if habits.mode == "manual_faulty" and presses_s:
        presses_s = _mistaken_s(rng, presses_s)
    return _laps(rng, motion, habits, series, presses_s)


def _kilometres_s(series: Mapping[str, FloatArray]) -> list[float]:
    known = np.isfinite(series["distance_m"])
    distance_m, elapsed_s = series["distance_m"][known], series["elapsed_s"][known]
    marks_m = np.arange(METRES_PER_KM, distance_m[-1], METRES_PER_KM)
    return [float(elapsed_s[place]) for place in np.searchsorted(distance_m, marks_m)]


def _presses_s(rng: np.random.Generator, motion: Motion, habits: LapHabits) -> list[float]:
    """One press at each change of phase: up to 8 s off, usually 1-3 s, three of four late."""
    presses_s = []
    pauses = motion.pauses
    for phase in motion.phases[1:]:
        off_s = min(float(rng.exponential(2.0)), _LATEST_PRESS_S)
        sign = 1.0 if rng.random() < 0.75 else -1.0
        off_s = 0.0 if habits.by_workout else sign * off_s
        stopping = any(0 <= start - phase.start_s <= 3 for start, _ in pauses)
        if phase.role == "recovery" and stopping and habits.one_press_at_pauses:
            continue
        presses_s.append(_outside_pauses_s(round(phase.start_s + off_s, 1), pauses))
    return presses_s


def _outside_pauses_s(press_s: float, pauses: tuple[tuple[float, float], ...]) -> float:
    """A press while the timer stands counts when it stopped or starts again, whichever is near."""
    for start_s, end_s in pauses:
        if start_s < press_s < end_s:
            return start_s if press_s - start_s < end_s - press_s else end_s
    return press_s


def _mistaken_s(rng: np.random.Generator, presses_s: list[float]) -> list[float]:
    """One press in eight is forgotten, one in eight doubled within seconds, and at least one."""
    mistakes = rng.choice(3, size=len(presses_s), p=[0.75, 0.125, 0.125])
    if not mistakes.any():
        mistakes[int(rng.integers(len(presses_s)))] = int(rng.integers(1, 3))
    made = []
    for press_s, mistake in zip(presses_s, mistakes.tolist(), strict=True):
        if mistake != 1:
            made.append(press_s)
        if mistake == 2:
            made.append(press_s + float(rng.integers(2, 6)))
    return made


def _laps(
    rng: np.random.Generator,
    motion: Motion,
    habits: LapHabits,
    series: Mapping[str, FloatArray],
    inner_s: list[float],
) -> tuple[Lap, ...]:
    end_s = float(motion.n_seconds)
    bounds_s = [0.0]
    for bound_s in sorted(inner_s):
        if bound_s - bounds_s[-1] >= _SHORTEST_LAP_S and end_s - bound_s >= _SHORTEST_LAP_S:
            bounds_s.append(bound_s)
    bounds_s.append(end_s)
    trigger = "distance" if habits.mode == "auto_km" else "manual"
    names = _true_names(rng)
    return tuple(
        _lap(
            motion,
            series,
            (start_s, stop_s),
            "session_end" if stop_s == end_s else trigger,
            _label(motion, habits, names, (start_s, stop_s)),
        )
        for start_s, stop_s in pairwise(bounds_s)
    )


def _true_names(rng: np.random.Generator) -> Mapping[str, str]:
    """The words of a watch whose workout steps have a kind: makers differ in two of them."""
    return {
        "warmup": "warmup",
        "main": "active",
        "work": "interval" if rng.random() < 0.5 else "active",
        "recovery": "recovery" if rng.random() < 0.5 else "rest",
        "cooldown": "cooldown",
    }


def _label(
    motion: Motion, habits: LapHabits, names: Mapping[str, str], span_s: tuple[float, float]
) -> str | None:
    """None, the one word for all laps, or that of the phase which fills most of the lap."""
    if habits.labels == "none":
        return None
    if habits.labels != "true":
        return habits.labels
    shared_s = [min(span_s[1], p.end_s) - max(span_s[0], p.start_s) for p in motion.phases]
    return names[motion.phases[int(np.argmax(shared_s))].role]


def _lap(
    motion: Motion,
    series: Mapping[str, FloatArray],
    span_s: tuple[float, float],
    trigger: str,
    label: str | None,
) -> Lap:
    start_s, end_s = span_s
    elapsed_s, distance_m = series["elapsed_s"], series["distance_m"]
    known = np.isfinite(distance_m)
    from_m, to_m = np.interp(span_s, elapsed_s[known], distance_m[known])
    paused_s = sum(max(0.0, min(end_s, b) - max(start_s, a)) for a, b in motion.pauses)
    timer_s = end_s - start_s - paused_s
    inside = (elapsed_s >= start_s) & (elapsed_s < end_s)
    heart_bpm = series["heart_rate_bpm"][inside]
    return Lap(
        start_elapsed_s=start_s,
        elapsed_s=end_s - start_s,
        timer_s=timer_s,
        distance_m=round(float(to_m - from_m), 2),
        trigger=trigger,
        intensity=label,
        speed_mps=round(float(to_m - from_m) / timer_s, 3) if timer_s > 0 else None,
        heart_rate_bpm=round(float(np.mean(heart_bpm))) if heart_bpm.size else None,
        heart_rate_max_bpm=float(np.max(heart_bpm)) if heart_bpm.size else None,
    )
