"""How the runner really moves, second by second, through a planned session."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchmarks.sessions.second_runner import Runner, Terrain
from benchmarks.sessions.second_shapes import Movement, Role, Stretch
from benchmarks.sessions.second_signals import draw_wander, follow
from hakaru.core.units import SECONDS_PER_HOUR
from hakaru.running.activity import FloatArray

Flags = NDArray[np.bool_]

_STILL = 0
_WALKING = 1
_RUNNING = 2
_GAIT = {"run": _RUNNING, "walk": _WALKING, "stand": _STILL, "pause": _STILL}
_TIMER_STOPS_AFTER_S = 3
"""The button is pressed, or auto-pause notices, about three seconds after stopping."""
_LONGEST_S = 6 * 3600


@dataclass(frozen=True, kw_only=True)
class TruthPhase:
    """What a stretch of the run was for: [start_s, end_s) in elapsed seconds."""

    role: Role
    start_s: float
    end_s: float


@dataclass(frozen=True, kw_only=True)
class Ground:
    """Rolling ground: a sum of waves, so that the grade is continuous.

    `grade_frac` and `wave_m` have one entry a wave, `phase_frac` is its shift in turns.
    """

    grade_frac: tuple[float, ...]
    wave_m: tuple[float, ...]
    phase_frac: tuple[float, ...]
    start_m: float

    def grade_at_frac(self, distance_m: float) -> float:
        """Rise over run at a distance from the start."""
        return sum(
            grade * math.cos(2 * math.pi * (distance_m / wave + phase))
            for grade, wave, phase in zip(
                self.grade_frac, self.wave_m, self.phase_frac, strict=True
            )
        )

    def elevation_m(self, distance_m: FloatArray) -> FloatArray:
        """Height above the sea at distances, shape (n,)."""
        height_m = np.full(distance_m.shape, self.start_m)
        for grade, wave, phase in zip(self.grade_frac, self.wave_m, self.phase_frac, strict=True):
            turns = distance_m / wave + phase
            height_m += grade * wave / (2 * math.pi) * np.sin(2 * math.pi * turns)
        return height_m


@dataclass(frozen=True, kw_only=True)
class Motion:
    """The run as it was, one row a second from elapsed second 0; every array has shape (n,).

    `flat_speed_mps` is the speed that would cost as much on the flat; `demand_frac` the same as a
    share of threshold speed; `running` and `walking` say the gait; `paused` where the timer stands.
    """

    speed_mps: FloatArray
    distance_m: FloatArray
    flat_speed_mps: FloatArray
    demand_frac: FloatArray
    elevation_m: FloatArray
    running: Flags
    walking: Flags
    paused: Flags
    phases: tuple[TruthPhase, ...]

    @property
    def n_seconds(self) -> int:
        """How long the run took, pauses included."""
        return int(self.speed_mps.size)

    @property
    def pauses(self) -> tuple[tuple[float, float], ...]:
        """Where the timer stood, as [start, end) in elapsed seconds."""
        edges = np.diff(self.paused.astype(np.int8), prepend=0, append=0)
        starts, ends = np.flatnonzero(edges == 1), np.flatnonzero(edges == -1)
        return tuple((float(a), float(b)) for a, b in zip(starts, ends, strict=True))


def draw_ground(rng: np.random.Generator, terrain: Terrain) -> Ground:
    """Ground whose grade has a standard deviation of 0.3 % (flat), 1.2 % or 2.8 % (hilly)."""
    n_waves = 4
    typical_frac = {"flat": 0.003, "rolling": 0.012, "hilly": 0.028}[terrain]
    sizes = rng.uniform(0.5, 1.5, n_waves)
    sizes *= typical_frac * math.sqrt(2.0) / math.sqrt(float(np.sum(sizes**2)))
    return Ground(
        grade_frac=tuple(sizes.tolist()),
        wave_m=tuple(rng.uniform(300, 2800, n_waves).tolist()),
        phase_frac=tuple(rng.uniform(0, 1, n_waves).tolist()),
        start_m=float(rng.uniform(2, 250)),
    )


def cost_of_grade(grade_frac: float) -> float:
    """Cost of running on a grade over that on the flat: a club runner's share of Minetti's.

    Uphill costs 3.5 % per percent of grade, downhill gives back less and less.
    """
    return 1.0 + 3.5 * grade_frac + 12.0 * grade_frac**2


def move(
    rng: np.random.Generator,
    stretches: Sequence[Stretch],
    *,
    runner: Runner,
    threshold_speed_mps: float,
    ground: Ground,
) -> Motion:
    """Runs the stretches in order, with stops at traffic lights, hills and uneven pacing."""
    track = _Track(rng, runner=runner, ground=ground, threshold_speed_mps=threshold_speed_mps)
    phases: list[TruthPhase] = []
    for stretch in stretches:
        start_s = float(len(track.speed_mps))
        track.cover(stretch)
        end_s = float(len(track.speed_mps))
        if phases and phases[-1].role == stretch.role:
            start_s = phases.pop().start_s
        phases.append(TruthPhase(role=stretch.role, start_s=start_s, end_s=end_s))
    gait = np.asarray(track.gait)
    distance_m = np.asarray(track.distance_m)
    flat_speed_mps = np.asarray(track.flat_speed_mps)
    return Motion(
        speed_mps=np.asarray(track.speed_mps),
        distance_m=distance_m,
        flat_speed_mps=flat_speed_mps,
        demand_frac=flat_speed_mps / threshold_speed_mps,
        elevation_m=ground.elevation_m(distance_m),
        running=gait == _RUNNING,
        walking=gait == _WALKING,
        paused=np.asarray(track.paused, dtype=bool),
        phases=tuple(phases),
    )


class _Track:
    """The run so far. Pace wanders by 2 % over about a minute; a change of speed takes seconds."""

    def __init__(
        self,
        rng: np.random.Generator,
        *,
        runner: Runner,
        ground: Ground,
        threshold_speed_mps: float,
    ) -> None:
        self.speed_mps: list[float] = []
        self.distance_m: list[float] = []
        self.flat_speed_mps: list[float] = []
        self.gait: list[int] = []
        self.paused: list[bool] = []
        self._rng = rng
        self._runner = runner
        self._ground = ground
        self._threshold_speed_mps = threshold_speed_mps
        self._reach_frac = 1.0 - math.exp(-1.0 / float(rng.uniform(1.5, 3.0)))
        self._wander: Iterator[float] = iter(
            draw_wander(rng, _LONGEST_S, sd=0.02, tau_s=60.0).tolist()
        )
        self._now_mps = 0.0
        self._now_m = 0.0

    def cover(self, stretch: Stretch) -> None:
        stop_chance = self._runner.traffic_stops_per_h / SECONDS_PER_HOUR
        start_m, done_s = self._now_m, 0
        while (done_frac := _done_frac(stretch, done_s, self._now_m - start_m)) < 1.0:
            if stretch.steady and self._rng.random() < stop_chance:
                self._wait_at_light()
            change_frac = stretch.effort_to_frac - stretch.effort_from_frac
            effort_frac = stretch.effort_from_frac + change_frac * done_frac
            paused = stretch.movement == "pause" and done_s >= _TIMER_STOPS_AFTER_S
            self._second(effort_frac, stretch.movement, paused=paused)
            done_s += 1

    def _wait_at_light(self) -> None:
        """5-60 s at a traffic light; who has auto-pause on records none of it but its start."""
        for second in range(int(self._rng.integers(5, 61))):
            paused = self._runner.pauses_at_stops and second >= _TIMER_STOPS_AFTER_S
            self._second(0.0, "stand", paused=paused)

    def _second(self, effort_frac: float, movement: Movement, *, paused: bool) -> None:
        cost = cost_of_grade(self._ground.grade_at_frac(self._now_m))
        wander_frac = next(self._wander)
        target_mps = effort_frac * self._threshold_speed_mps
        if movement == "run":
            target_mps *= (1.0 + wander_frac) / cost**self._runner.hill_effort_frac
        self._now_mps += self._reach_frac * (target_mps - self._now_mps)
        self.speed_mps.append(self._now_mps)
        self.distance_m.append(self._now_m)
        self.flat_speed_mps.append(self._now_mps * cost)
        self.gait.append(_GAIT[movement])
        self.paused.append(paused)
        self._now_m += self._now_mps


def _done_frac(stretch: Stretch, done_s: int, done_m: float) -> float:
    if stretch.duration_s is not None:
        return done_s / stretch.duration_s
    assert stretch.distance_m is not None
    return done_m / stretch.distance_m


def heart_rate_bpm(rng: np.random.Generator, motion: Motion, *, runner: Runner) -> FloatArray:
    """True heart rate, shape (n,): at threshold speed it settles at the threshold heart rate.

    Linear in the demand below, bending towards HRmax above; behind by 20-60 s, and a quarter
    slower to fall than to rise; rising by 1-6 % an hour of running (cardiac drift); a day effect
    of 1.5 %; standing still it stays at half of the threshold's.
    """
    threshold_bpm, most_bpm = runner.lt_heart_rate_bpm, runner.heart_rate_max_bpm
    day_frac = float(np.clip(rng.normal(0.0, 0.015), -0.03, 0.03))
    drift_frac_per_h = float(rng.uniform(0.01, 0.06))
    hours = np.arange(motion.n_seconds) / SECONDS_PER_HOUR
    settled_frac = 1.0 + runner.heart_rate_gain_frac * (motion.demand_frac - 1.0)
    settled_frac += day_frac + drift_frac_per_h * hours
    settled_bpm = threshold_bpm * np.maximum(settled_frac, runner.heart_rate_floor_frac)
    room_bpm = most_bpm - threshold_bpm
    above_bpm = room_bpm * np.tanh(np.maximum(settled_bpm - threshold_bpm, 0.0) / room_bpm)
    settled_bpm = np.minimum(settled_bpm, threshold_bpm) + above_bpm
    start_bpm = threshold_bpm * runner.heart_rate_floor_frac * float(rng.uniform(0.95, 1.1))
    tau_s = runner.heart_rate_tau_s
    behind_bpm = follow(settled_bpm, rise_s=tau_s, fall_s=1.25 * tau_s, start=start_bpm)
    beats_bpm = behind_bpm + draw_wander(rng, motion.n_seconds, sd=1.0, tau_s=8.0)
    return np.minimum(beats_bpm, most_bpm)
