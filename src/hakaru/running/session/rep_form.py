"""Does form hold from the first repetition to the last, at the speeds they were run at?

Each repetition is compared with the runner's own baseline at its speed. All repetitions share the
day and the sensor, so the effect of the run cancels in their trend: only the slope is judged.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from hakaru.running.baseline.model import Basis, MetricBaseline
from hakaru.running.baseline.predict import expect
from hakaru.running.metrics import METRICS, MetricName
from hakaru.running.score import relative_delta_frac
from hakaru.running.session.model import SegmentFigures
from hakaru.stats.robust import fit_line, student_half_width

RepFormCode = Literal["stable", "declining", "improving", "changing", "cannot_tell"]
"""`declining` and `improving` go the unfavourable and the other way; `changing` is said of cadence,
which has no better side."""

MIN_REPS = 3
"""Two points always lie on a line."""

CHANGE_MIN_FRAC = 0.01
"""A trend smaller than 1 % from first to last repetition is no change of form."""

PSEUDO_DEGREES = 4.0
"""How many degrees of freedom the baseline's own spread between splits of a run is worth beside the
few repetitions of one session."""

COVERAGE = 0.98
"""Three metrics are judged on one side each, so that a session without any trend is called
declining in about 3 % of cases."""
_TOLERANCE = 1e-9


@dataclass(frozen=True, kw_only=True)
class RepDelta:
    """One repetition: (actual - expected) / expected at its own speed."""

    rep_index: int
    actual: float
    expected: float
    delta_frac: float


@dataclass(frozen=True, kw_only=True)
class MetricAcrossReps:
    """One metric over the repetitions that carry it.

    `slope_frac` is the change of the deviation per repetition, `change_frac` along the fitted line
    from the first to the last, with its 98 % interval; None where there are fewer than `MIN_REPS`.
    """

    metric: MetricName
    code: RepFormCode
    basis: Basis
    deltas: tuple[RepDelta, ...]
    slope_frac: float | None = None
    change_frac: float | None = None
    change_low_frac: float | None = None
    change_high_frac: float | None = None


@dataclass(frozen=True, kw_only=True)
class RepForm:
    """Form across repetitions. `code` sums up the scored metrics: declining if any of them is."""

    code: RepFormCode
    metrics: tuple[MetricAcrossReps, ...]


def form_across_reps(
    figures: Sequence[SegmentFigures], baselines: Mapping[MetricName, MetricBaseline]
) -> RepForm:
    """How each metric moved against its baseline over the repetitions of a session.

    A metric without a baseline or without a measurement is absent.
    """
    works = [figure for figure in figures if figure.role == "work" and figure.speed_mps is not None]
    across = tuple(
        _across(baselines[metric], deltas)
        for metric in METRICS
        if metric in baselines and (deltas := _deltas(works, baselines[metric]))
    )
    return RepForm(code=_overall(across), metrics=across)


def _deltas(works: Sequence[SegmentFigures], baseline: MetricBaseline) -> tuple[RepDelta, ...]:
    deltas = []
    for place, work in enumerate(works, start=1):
        actual = METRICS[baseline.metric].value_of(work)
        if actual is None or work.speed_mps is None:
            continue
        expectation = expect(baseline, np.array([work.speed_mps]), np.ones(1))
        if expectation.plausible:
            expected = expectation.value
            deltas.append(
                RepDelta(
                    rep_index=place if work.rep_index is None else work.rep_index,
                    actual=actual,
                    expected=expected,
                    delta_frac=relative_delta_frac(actual, expected),
                )
            )
    return tuple(deltas)


def _across(baseline: MetricBaseline, deltas: tuple[RepDelta, ...]) -> MetricAcrossReps:
    if len(deltas) < MIN_REPS:
        return MetricAcrossReps(
            metric=baseline.metric, code="cannot_tell", basis=baseline.basis, deltas=deltas
        )
    place = np.array([delta.rep_index for delta in deltas], dtype=np.float64)
    delta_frac = np.array([delta.delta_frac for delta in deltas])
    line = fit_line(place, delta_frac)
    degrees = len(deltas) - 2
    left_frac = delta_frac - line.at(place)
    spread = np.square(place - place.mean()).sum()
    known_var = PSEUDO_DEGREES * baseline.split_sd_frac**2
    noise_var = (known_var + left_frac @ left_frac) / (PSEUDO_DEGREES + degrees)
    half_frac = student_half_width(COVERAGE, PSEUDO_DEGREES + degrees)
    half_frac *= float(np.sqrt(noise_var / spread))
    n_steps = float(place[-1] - place[0])
    low_frac, high_frac = n_steps * (line.slope - half_frac), n_steps * (line.slope + half_frac)
    return MetricAcrossReps(
        metric=baseline.metric,
        code=_code(baseline.metric, n_steps * line.slope, sure=low_frac > 0.0 or high_frac < 0.0),
        basis=baseline.basis,
        deltas=deltas,
        slope_frac=line.slope,
        change_frac=n_steps * line.slope,
        change_low_frac=low_frac,
        change_high_frac=high_frac,
    )


def _code(metric: MetricName, change_frac: float, *, sure: bool) -> RepFormCode:
    if not sure or abs(change_frac) <= CHANGE_MIN_FRAC + _TOLERANCE:
        return "stable"
    unfavourable = METRICS[metric].unfavourable
    if unfavourable == 0:
        return "changing"
    return "declining" if change_frac * unfavourable > 0.0 else "improving"


def _overall(across: Sequence[MetricAcrossReps]) -> RepFormCode:
    """The worst that any scored metric tells; what was not scored says nothing here."""
    codes = {metric.code for metric in across if METRICS[metric.metric].unfavourable != 0}
    ranked: tuple[RepFormCode, ...] = ("declining", "improving", "stable")
    return next((code for code in ranked if code in codes), "cannot_tell")
