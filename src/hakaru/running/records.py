"""The best a runner has done: over a distance, over a duration, in one run.

Best times are elapsed times: whoever stops loses the time, so a pause makes no record. A run of
which only totals are known (a row of a list), or that the watch measured up to 2 % short, counts
for a distance as a whole, and that is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from hakaru.records import frozen
from hakaru.running.activity import FloatArray, Recording
from hakaru.running.athlete.efforts import believed_step_m
from hakaru.running.plausibility import fastest_human_mps
from hakaru.running.validity import read_motion
from hakaru.running.volume import FIRST_KNOWN_DAY, RunFigures

RECORD_DISTANCES_M: tuple[float, ...] = (
    400.0,
    1000.0,
    1609.344,
    3000.0,
    5000.0,
    10_000.0,
    21_097.5,
    42_195.0,
)
RECORD_DURATIONS_S: tuple[float, ...] = (60.0, 180.0, 300.0, 600.0, 1200.0, 1800.0, 3600.0)
WHOLE_RUN_SLACK_FRAC = 0.02
"""A measured race is within so much of its distance by satellites."""

RecordKind = Literal["distance", "duration", "longest", "climb"]
RecordBasis = Literal["seconds", "whole_run"]
"""From the samples of a run, or from its totals alone."""


@frozen
class DistanceEffort:
    """The fastest time over a distance within one run: elapsed seconds, standing included."""

    distance_m: float
    elapsed_s: float
    start_elapsed_s: float


@frozen
class EffortOfRun:
    """A best effort of one run: `distance_m` in `elapsed_s`, both as covered. `start_elapsed_s`
    None: not known, or the whole run."""

    activity_id: int
    day: date
    distance_m: float
    elapsed_s: float
    start_elapsed_s: float | None = None


@frozen
class Record:
    """The best of one kind: over a distance (`over_m`), in a duration (`over_s`), or neither: the
    longest run and the most climb.

    `distance_m` and `elapsed_s` are what was run; a whole run may be up to 2 % off the distance.
    """

    kind: RecordKind
    activity_id: int
    day: date
    distance_m: float | None
    elapsed_s: float | None
    over_m: float | None = None
    over_s: float | None = None
    climb_m: float | None = None
    start_elapsed_s: float | None = None
    basis: RecordBasis = "seconds"

    @property
    def speed_mps(self) -> float | None:
        """Mean speed over the elapsed time; None for longest and climb."""
        if self.kind not in ("distance", "duration") or not self.distance_m or not self.elapsed_s:
            return None
        return self.distance_m / self.elapsed_s


def distance_efforts(recording: Recording) -> tuple[DistanceEffort, ...]:
    """The fastest time over each record distance that the run is long enough for, shortest first.

    One faster than any human is left out: something in it was not running.
    """
    if recording.series["elapsed_s"].size < 2:
        return ()
    motion = read_motion(recording.series, recording.pauses)
    covered_m = np.cumsum(believed_step_m(motion))
    efforts = (
        fastest_over(motion.elapsed_s, covered_m, distance_m=distance_m)
        for distance_m in RECORD_DISTANCES_M
    )
    return tuple(effort for effort in efforts if effort is not None and is_human(effort))


def fastest_over(
    elapsed_s: FloatArray, covered_m: FloatArray, *, distance_m: float
) -> DistanceEffort | None:
    """The shortest time in which a distance was covered; None: the run is shorter.

    `covered_m` never falls, and is a straight line between samples; so the best stretch begins or
    ends at a sample, and two sweeps over the samples find it. Arrays of one shape (n_samples,).
    """
    if covered_m[-1] - covered_m[0] < distance_m:
        return None
    from_m = covered_m[covered_m <= covered_m[-1] - distance_m]
    ends_s = reached_at_s(covered_m, elapsed_s, from_m + distance_m)
    starts_s = elapsed_s[: from_m.size]
    to_m = covered_m[covered_m >= covered_m[0] + distance_m]
    ends_s = np.concatenate([ends_s, elapsed_s[elapsed_s.size - to_m.size :]])
    starts_s = np.concatenate([starts_s, _last_at(covered_m, elapsed_s, to_m - distance_m)])
    best = int(np.argmin(ends_s - starts_s))
    taken_s = float(ends_s[best] - starts_s[best])
    if taken_s <= 0.0:
        return None
    return DistanceEffort(
        distance_m=distance_m, elapsed_s=taken_s, start_elapsed_s=float(starts_s[best])
    )


def is_human(effort: DistanceEffort) -> bool:
    """Whether somebody could have run it."""
    return effort.distance_m / effort.elapsed_s <= fastest_human_mps(effort.elapsed_s)


def best_runs(
    efforts: Sequence[EffortOfRun],
    runs: Sequence[RunFigures],
    *,
    over_m: float | None,
) -> tuple[Record, ...]:
    """One record of each of these runs, the fastest first: over a record distance, whole runs
    among them, or (`over_m` None) in the duration that all efforts share."""
    chosen = {run.activity_id for run in runs}
    own = [effort for effort in efforts if effort.activity_id in chosen]
    if over_m is None:
        possible = [_record("duration", effort) for effort in own if _possible(effort)]
        return tuple(sorted(possible, key=lambda record: -(record.distance_m or 0.0)))
    recorded = {effort.activity_id for effort in own}
    whole = [
        whole_run
        for run in runs
        if run.activity_id not in recorded and (whole_run := _whole_run(run, over_m)) is not None
    ]
    ranked = [*((effort.elapsed_s, _record("distance", effort)) for effort in own), *whole]
    return tuple(record for _, record in sorted(ranked, key=lambda pair: _order(*pair)))


def records_of(
    *,
    over_distance: Sequence[EffortOfRun],
    over_duration: Sequence[EffortOfRun],
    runs: Sequence[RunFigures],
) -> tuple[Record, ...]:
    """The best of each kind: distances, durations, the longest run, the most climb.

    Args:
        over_distance: efforts whose `distance_m` is one of the record distances.
        over_duration: efforts whose `elapsed_s` is one of the record durations.
        runs: every run that may be the longest, the one with the most climb, or count as a whole.
    """
    return (
        *_distance_records(over_distance, runs),
        *_duration_records(over_duration),
        *_run_records(runs),
    )


def records_by_year(
    *,
    over_distance: Sequence[EffortOfRun],
    over_duration: Sequence[EffortOfRun],
    runs: Sequence[RunFigures],
) -> Mapping[int, tuple[Record, ...]]:
    """The same for each local year that has a run, newest first; not for days not known."""
    years = sorted({run.day.year for run in runs if run.day >= FIRST_KNOWN_DAY}, reverse=True)
    return {
        year: records_of(
            over_distance=[record for record in over_distance if record.day.year == year],
            over_duration=[record for record in over_duration if record.day.year == year],
            runs=[run for run in runs if run.day.year == year],
        )
        for year in years
    }


def _distance_records(
    efforts: Sequence[EffortOfRun], runs: Sequence[RunFigures]
) -> Iterable[Record]:
    recorded = {(effort.activity_id, effort.distance_m) for effort in efforts}
    for distance_m in RECORD_DISTANCES_M:
        from_seconds = [
            (effort.elapsed_s, _record("distance", effort))
            for effort in efforts
            if effort.distance_m == distance_m
        ]
        whole = [
            whole_run
            for run in runs
            if (run.activity_id, distance_m) not in recorded
            and (whole_run := _whole_run(run, distance_m)) is not None
        ]
        best = min([*from_seconds, *whole], key=lambda pair: _order(*pair), default=None)
        if best is not None:
            yield best[1]


def _order(elapsed_s: float, record: Record) -> tuple[float, date, int]:
    """The faster, and of two the earlier."""
    return elapsed_s, record.day, record.activity_id


def _record(kind: Literal["distance", "duration"], effort: EffortOfRun) -> Record:
    return Record(
        kind=kind,
        over_m=effort.distance_m if kind == "distance" else None,
        over_s=effort.elapsed_s if kind == "duration" else None,
        activity_id=effort.activity_id,
        day=effort.day,
        distance_m=effort.distance_m,
        elapsed_s=effort.elapsed_s,
        start_elapsed_s=effort.start_elapsed_s,
    )


def _whole_run(run: RunFigures, distance_m: float) -> tuple[float, Record] | None:
    """A run as a record of its whole length, and the time by which it is ranked: where it is
    short of the distance, what its pace makes of the whole. None: another distance."""
    taken_s = run.elapsed_s if run.elapsed_s is not None else run.time_s
    if not taken_s or not run.distance_m:
        return None
    if abs(run.distance_m - distance_m) > WHOLE_RUN_SLACK_FRAC * distance_m:
        return None
    if run.distance_m / taken_s > fastest_human_mps(taken_s):
        return None
    record = Record(
        kind="distance",
        over_m=distance_m,
        activity_id=run.activity_id,
        day=run.day,
        distance_m=run.distance_m,
        elapsed_s=taken_s,
        basis="whole_run",
    )
    return taken_s * max(1.0, distance_m / run.distance_m), record


def _duration_records(efforts: Sequence[EffortOfRun]) -> Iterable[Record]:
    for duration_s in RECORD_DURATIONS_S:
        best = max(
            (effort for effort in efforts if effort.elapsed_s == duration_s and _possible(effort)),
            key=lambda effort: (effort.distance_m, -effort.day.toordinal(), -effort.activity_id),
            default=None,
        )
        if best is not None:
            yield _record("duration", best)


def _possible(effort: EffortOfRun) -> bool:
    return effort.distance_m / effort.elapsed_s <= fastest_human_mps(effort.elapsed_s)


def _run_records(runs: Sequence[RunFigures]) -> Iterable[Record]:
    longest = max(
        (run for run in runs if run.distance_m), key=lambda run: run.distance_m or 0.0, default=None
    )
    if longest is not None:
        yield _of_run("longest", longest)
    steepest = max(
        (run for run in runs if run.climb_m), key=lambda run: run.climb_m or 0.0, default=None
    )
    if steepest is not None:
        yield _of_run("climb", steepest)


def _of_run(kind: RecordKind, run: RunFigures) -> Record:
    return Record(
        kind=kind,
        activity_id=run.activity_id,
        day=run.day,
        distance_m=run.distance_m,
        elapsed_s=run.elapsed_s if run.elapsed_s is not None else run.time_s,
        climb_m=run.climb_m,
        basis="whole_run",
    )


def reached_at_s(covered_m: FloatArray, elapsed_s: FloatArray, at_m: FloatArray) -> FloatArray:
    """When each distance was reached first; `at_m` lies within what was covered."""
    after = np.searchsorted(covered_m, at_m, side="left").clip(1, covered_m.size - 1)
    return _between(covered_m, elapsed_s, after - 1, at_m)


def _last_at(covered_m: FloatArray, elapsed_s: FloatArray, at_m: FloatArray) -> FloatArray:
    """When the runner was last no further than each distance."""
    after = np.searchsorted(covered_m, at_m, side="right").clip(1, covered_m.size - 1)
    return _between(covered_m, elapsed_s, after - 1, at_m)


def _between(
    covered_m: FloatArray, elapsed_s: FloatArray, before: NDArray[np.intp], at_m: FloatArray
) -> FloatArray:
    step_m = covered_m[before + 1] - covered_m[before]
    share = np.ones(at_m.shape)
    np.divide(at_m - covered_m[before], step_m, out=share, where=step_m > 0.0)
    moment_s: FloatArray = elapsed_s[before] + share.clip(0.0, 1.0) * (
        elapsed_s[before + 1] - elapsed_s[before]
    )
    return moment_s
