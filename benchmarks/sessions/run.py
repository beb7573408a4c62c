"""Is a session understood as it was run? `python -m benchmarks.sessions.run [--quick]`

Constants of the product were tuned on simulator seeds below 1,000 and on `SEEDS` of the second
generator; everything reported here comes from seeds >= 5,000 and `FROZEN_SEEDS`.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import SupportsFloat

import numpy as np

from benchmarks.sessions.second_generator import FROZEN_SEEDS
from benchmarks.sessions.truth import (
    FIRST_REPORTED_SEED,
    TrueSession,
    second_sessions,
    simulator_sessions,
)
from benchmarks.sessions.types import type_figures
from hakaru.running.session.model import Structure
from hakaru.running.session.structure import find_structure


@dataclass(frozen=True, kw_only=True)
class Found:
    """One session beside what was found in it."""

    truth: TrueSession
    structure: Structure
    took_s: float

    @property
    def is_count_right(self) -> bool:
        """As many repetitions as there were; none where there were none."""
        return self.structure.n_reps == self.truth.n_reps

    @property
    def bound_errors_s(self) -> list[float]:
        """Found minus true beginning and end of each repetition; empty where the count differs."""
        works = [segment for segment in self.structure.segments if segment.role == "work"]
        if not self.truth.n_reps or not self.is_count_right:
            return []
        return [
            error_s
            for found, true in zip(works, self.truth.works, strict=True)
            for error_s in (found.start_elapsed_s - true.start_s, found.end_elapsed_s - true.end_s)
        ]

    @property
    def right_seconds(self) -> tuple[int, int]:
        """Seconds whose role is right, and seconds in all."""
        n_seconds = int(self.truth.recording.series["elapsed_s"][-1])
        true = np.full(n_seconds, "", dtype=object)
        found = true.copy()
        for stretch in self.truth.stretches:
            true[round(stretch.start_s) : round(stretch.end_s)] = stretch.role
        for segment in self.structure.segments:
            found[round(segment.start_elapsed_s) : round(segment.end_elapsed_s)] = segment.role
        return int((true == found).sum()), n_seconds


def run(quick: bool) -> dict[str, object]:
    """Figures of both generators, ready for JSON."""
    n_runners = 6 if quick else 24
    seeds = range(FIRST_REPORTED_SEED, FIRST_REPORTED_SEED + n_runners)
    frozen = FROZEN_SEEDS[:4] if quick else FROZEN_SEEDS
    first = [
        session for seed in seeds for session in simulator_sessions(seed, weeks=2 if quick else 4)
    ]
    second = [session for seed in frozen for session in second_sessions(seed)]
    structure = {
        "simulator": structure_figures(first),
        "second_generator": structure_figures(second),
    }
    types = {"simulator": type_figures(first), "second_generator": type_figures(second)}
    return {
        "quick": quick,
        "simulator_seeds": [seeds.start, seeds.stop - 1],
        "frozen_seeds": list(frozen),
        "structure": structure,
        "types": types,
    }


def structure_figures(sessions: Iterable[TrueSession]) -> dict[str, object]:
    """Repetitions counted right, errors of their bounds, and seconds with the right role."""
    found = [_find(session) for session in sessions]
    errors_s = np.array([error_s for one in found for error_s in one.bound_errors_s])
    strides = [one for one in found if one.truth.n_strides]
    return {
        "sessions": len(found),
        "runners": len({one.truth.runner for one in found}),
        "rep_count_right_pct": _count_pct(found),
        "rep_count_right_of_intervals_pct": _count_pct([o for o in found if o.truth.n_reps]),
        "rep_count_right_by_kind_pct": _by(found, "kind"),
        "rep_count_right_by_laps_pct": _by(found, "laps"),
        "intervals_right_by_laps_pct": _by([one for one in found if one.truth.n_reps], "laps"),
        "bound_error_median_s": _digits(np.median(np.abs(errors_s))),
        "bound_error_90_pct_s": _digits(np.quantile(np.abs(errors_s), 0.9)),
        "bound_bias_s": _digits(np.mean(errors_s)),
        "right_role_seconds_pct": _right_pct(found),
        "right_role_seconds_by_kind_pct": {
            kind: _right_pct([one for one in found if one.truth.kind == kind])
            for kind in sorted({one.truth.kind for one in found})
        },
        "strides_sessions": len(strides),
        "strides_count_right": sum(
            stride.structure.n_strides == stride.truth.n_strides for stride in strides
        ),
        "took_mean_ms": _digits(1e3 * np.mean([one.took_s for one in found])),
        "took_max_ms": _digits(1e3 * np.max([one.took_s for one in found])),
    }


def _find(session: TrueSession) -> Found:
    started_s = time.perf_counter()
    structure = find_structure(session.recording)
    return Found(truth=session, structure=structure, took_s=time.perf_counter() - started_s)


def _count_pct(found: Sequence[Found]) -> float:
    return _digits(100.0 * np.mean([one.is_count_right for one in found]))


def _by(found: Sequence[Found], name: str) -> dict[str, float]:
    """Share of right counts for each value of a field of the truth."""
    values = sorted({getattr(one.truth, name) for one in found})
    return {
        value: _count_pct([one for one in found if getattr(one.truth, name) == value])
        for value in values
    }


def _right_pct(found: Sequence[Found]) -> float:
    seconds = np.array([one.right_seconds for one in found])
    return _digits(100.0 * seconds[:, 0].sum() / seconds[:, 1].sum())


def _digits(value: SupportsFloat) -> float:
    return round(float(value), 2)


if __name__ == "__main__":
    print(json.dumps(run("--quick" in sys.argv[1:]), indent=2, ensure_ascii=False))
