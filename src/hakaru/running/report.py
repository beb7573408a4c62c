"""What a report on one run contains: facts, the verdict, and all that was understood of its
session.

Each repetition is compared with the runner's own baseline at its speed. All repetitions share the
day and the sensor, so the effect of the run cancels in their trend: only the slope is judged.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from datetime import date, datetime, timedelta
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from hakaru.core.errors import BadArgument
from hakaru.core.i18n import message
from hakaru.records import frozen
from hakaru.running.activity import FloatArray, TotalsBasis
from hakaru.running.anomalies.steps import Anomaly
from hakaru.running.athlete.known import ZoneSeconds
from hakaru.running.athlete.model import HeartRateZones, Quantity
from hakaru.running.baseline.model import Basis, MetricBaseline
from hakaru.running.baseline.predict import expect
from hakaru.running.drift import DriftFinding
from hakaru.running.environment.conditions import EnvironmentFigures
from hakaru.running.load import LoadFigures, LoadHistory
from hakaru.running.metrics import METRICS, MetricName
from hakaru.running.next_training import TrainingOption
from hakaru.running.physiology.figures import PhysiologyFigures
from hakaru.running.sections.model import AuthorNote, SectionName, ShownSection
from hakaru.running.session.intervals import IntervalFigures
from hakaru.running.session.model import SegmentFigures, SessionAnalysis, is_fragment
from hakaru.running.similar import SimilarWorkouts
from hakaru.running.similar_comparison import FigureComparison
from hakaru.running.splits import Split
from hakaru.running.trend_changes import SessionTrend
from hakaru.running.trends import Trend, WindowChange
from hakaru.running.verdict import FormEvaluation, relative_delta_frac
from hakaru.running.why import Explanation
from hakaru.stats.robust import fit_line, student_half_width
from hakaru.stats.series import group_means

RepFormCode = Literal["stable", "declining", "improving", "changing", "cannot_tell"]
"""`declining` and `improving` go the unfavourable and the other way; `changing` is said of what has
no better side, such as cadence. `cannot_tell`: too few repetitions, or it moved too far for
`stable` and not surely enough for the others."""

MIN_REPS = 3
"""Two points always lie on a line."""

CHANGE_MIN_FRAC = 0.01
"""A trend smaller than 1 % from first to last repetition is no change of form."""

_HELD_SDS = 2.0
"""What moved further than this many times the scatter of single splits has not held: where it is
not sure that it changed, it is not clear."""

PSEUDO_DEGREES = 4.0
"""How many degrees of freedom the baseline's own spread between splits of a run is worth beside the
few repetitions of one session."""

COVERAGE = 0.98
"""Three metrics are judged on one side each, so that a session without any trend is called
declining in about 3 % of cases."""
_TOLERANCE = 1e-9


@frozen
class RepDelta:
    """One repetition: (actual - expected) / expected at its own speed."""

    rep_index: int
    actual: float
    expected: float
    delta_frac: float


@frozen
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


@frozen
class RepForm:
    """Form across repetitions. `code` sums up: declining if any scored metric is, stable only where
    nothing that is shown speaks against it."""

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
        code=_code(baseline, n_steps * line.slope, sure=low_frac > 0.0 or high_frac < 0.0),
        basis=baseline.basis,
        deltas=deltas,
        slope_frac=line.slope,
        change_frac=n_steps * line.slope,
        change_low_frac=low_frac,
        change_high_frac=high_frac,
    )


def _code(baseline: MetricBaseline, change_frac: float, *, sure: bool) -> RepFormCode:
    size_frac = abs(change_frac)
    if not sure or size_frac <= CHANGE_MIN_FRAC + _TOLERANCE:
        small = size_frac <= max(_HELD_SDS * baseline.split_sd_frac, CHANGE_MIN_FRAC) + _TOLERANCE
        return "stable" if small else "cannot_tell"
    unfavourable = METRICS[baseline.metric].unfavourable
    if unfavourable == 0:
        return "changing"
    return "declining" if change_frac * unfavourable > 0.0 else "improving"


def _overall(across: Sequence[MetricAcrossReps]) -> RepFormCode:
    """The worst that any scored metric tells. Form held only where every scored metric with enough
    repetitions did, and no other one surely changed."""
    scored = [metric for metric in across if METRICS[metric.metric].unfavourable != 0]
    codes = {metric.code for metric in scored}
    ranked: tuple[RepFormCode, ...] = ("declining", "improving")
    worst = next((code for code in ranked if code in codes), None)
    if worst is not None or "stable" not in codes:
        return worst or "cannot_tell"
    if any(metric.code == "changing" for metric in across):
        return "changing"
    unclear = any(
        metric.code == "cannot_tell" and metric.change_frac is not None for metric in scored
    )
    return "cannot_tell" if unclear else "stable"


@frozen
class SessionReport:
    """One analysed session with what surrounds it.

    None or empty: not known, not measured, or not looked for; the page then says so or leaves the
    part out. `zone_s` is time in heart rate zones of the whole run. `wanted` is what the runner
    should be asked for. `anomalies` None: nothing could be judged, empty: nothing was found.
    `long_term`: figures of whole sessions up to this one, such as the threshold.
    """

    analysis: SessionAnalysis
    figures: tuple[SegmentFigures, ...] = ()
    zones: HeartRateZones | None = None
    zone_s: ZoneSeconds | None = None
    wanted: tuple[Quantity, ...] = ()
    intervals: IntervalFigures | None = None
    rep_form: RepForm | None = None
    physiology: PhysiologyFigures | None = None
    environment: EnvironmentFigures | None = None
    similar: SimilarWorkouts | None = None
    comparisons: tuple[FigureComparison, ...] = ()
    trends: tuple[Trend, ...] = ()
    changes: tuple[WindowChange, ...] = ()
    anomalies: tuple[Anomaly, ...] | None = None
    load: LoadFigures | None = None
    load_history: LoadHistory | None = None
    options: tuple[TrainingOption, ...] = ()
    long_term: tuple[SessionTrend, ...] = ()


BoolArray = NDArray[np.bool_]

REPORT_SERIES: tuple[str, ...] = (
    "elapsed_s",
    "speed_mps",
    "heart_rate_bpm",
    "elevation_m",
    "gct_ms",
)
"""The only series a report carries: coordinates never enter it."""

SERIES_POINTS_MAX = 480
HISTORY_POINTS_MAX = 800
TREND_DAYS = 400


@frozen
class ReportFacts:
    """What was recorded, as facts. None: not recorded or not known.

    `started_at` is aware and carries the runner's own UTC offset, so that its wall clock is what
    the runner saw. `issues` are finished sentences about the recording. Distance, times, speed and
    means are the watch's totals (`running.activity.RunTotals`); `running_*` are over running
    samples.
    """

    activity_id: int
    title: str | None
    day: date
    started_at: datetime
    distance_m: float | None = None
    timer_s: float | None = None
    elapsed_s: float | None = None
    totals_basis: TotalsBasis | None = None
    recorded_until_s: float | None = None
    recorded_distance_m: float | None = None
    running_s: float | None = None
    running_distance_m: float | None = None
    running_speed_mps: float | None = None
    running_heart_rate_bpm: float | None = None
    speed_mps: float | None = None
    heart_rate_avg_bpm: float | None = None
    heart_rate_max_bpm: float | None = None
    cadence_spm: float | None = None
    power_w: float | None = None
    elevation_gain_m: float | None = None
    elevation_loss_m: float | None = None
    temperature_c: float | None = None
    relative_humidity_pct: float | None = None
    wind_speed_mps: float | None = None
    device_label: str | None = None
    sensor_label: str | None = None
    gear: str | None = None
    simulated: bool = False
    partial: bool = False
    issues: tuple[str, ...] = ()

    @property
    def is_fragment(self) -> bool:
        """Whether it is too short to be counted as a run."""
        return is_fragment(self.running_s, self.elapsed_s)


@frozen
class MetricCurve:
    """The expectation over a grid of speeds: arrays of one shape, values in the metric's unit.

    `trained_*_mps` bound the speeds the baseline has seen; None for the population prior.
    """

    metric: MetricName
    speed_mps: FloatArray
    expected: FloatArray
    low_50: FloatArray
    high_50: FloatArray
    low_90: FloatArray
    high_90: FloatArray
    basis: Basis
    trained_min_mps: float | None = None
    trained_max_mps: float | None = None


@frozen
class HistoryPoints:
    """The runner's own splits with this sensor: arrays of one shape. `age_days` counts back from
    the run of the report (negative: later)."""

    metric: MetricName
    speed_mps: FloatArray
    value: FloatArray
    age_days: FloatArray
    this_run: BoolArray


@frozen
class ResidualTrend:
    """One point per judged run in time order: (actual - expected) / expected, and the relative
    half-width of its personal 90 % interval."""

    metric: MetricName
    days: tuple[date, ...]
    delta_frac: FloatArray
    half_width_90_frac: FloatArray
    this_run: BoolArray
    drifts: tuple[DriftFinding, ...] = ()
    activity_ids: tuple[int, ...] = ()


@frozen
class MetricHistory:
    """What surrounds one metric of the verdict. None: not available, its picture is left out."""

    curve: MetricCurve | None = None
    points: HistoryPoints | None = None
    trend: ResidualTrend | None = None


@frozen
class SplitLine:
    """A split and the contact time this runner would usually show at its speed.

    `expected_gct_ms` is None where the split has no speed, or one outside the curve.
    """

    split: Split
    expected_gct_ms: float | None

    @property
    def gct_delta_frac(self) -> float | None:
        """Actual minus expected contact time, relative; None where either is missing."""
        if self.split.gct_ms is None or self.expected_gct_ms is None:
            return None
        return (self.split.gct_ms - self.expected_gct_ms) / self.expected_gct_ms


@frozen
class RunReport:
    """Everything a report shows. `evaluation` is None when the run carries no form metric,
    `session` when the run was not analysed as a session.

    `why` is what moved its metrics; empty: it was not asked for, or there is no verdict.
    `sections` are its words, none of which contradicts the rest; `author_notes` what others wrote
    beside it, which nobody checked.
    `series` holds columns of `REPORT_SERIES`, thinned to `SERIES_POINTS_MAX`; empty when the
    recording had no samples.
    """

    evaluation: FormEvaluation | None
    facts: ReportFacts
    splits: tuple[SplitLine, ...]
    series: Mapping[str, FloatArray]
    history: Mapping[MetricName, MetricHistory]
    session: SessionReport | None = None
    why: tuple[Explanation, ...] = ()
    sections: Mapping[SectionName, ShownSection] = field(default_factory=dict)
    author_notes: tuple[AuthorNote, ...] = ()


def build_report(
    evaluation: FormEvaluation | None,
    facts: ReportFacts,
    *,
    splits: tuple[Split, ...],
    series: Mapping[str, FloatArray],
    history: Mapping[MetricName, MetricHistory],
) -> RunReport:
    """Gather the pieces: thin the series and the history, and expect each split's contact time.

    Raises:
        BadArgument: the verdict is on another activity, or the series differ in length.
    """
    if evaluation is not None and evaluation.activity_id != facts.activity_id:
        raise BadArgument(
            "evaluation",
            evaluation.activity_id,
            message("about {activity_id}", activity_id=facts.activity_id),
        )
    gct = history.get("gct")
    curve = None if gct is None else gct.curve
    return RunReport(
        evaluation=evaluation,
        facts=facts,
        splits=tuple(
            SplitLine(split=split, expected_gct_ms=_expected(curve, split.speed_mps))
            for split in splits
        ),
        series=_thin_series(series),
        history={metric: _thin_history(piece, facts.day) for metric, piece in history.items()},
    )


def _expected(curve: MetricCurve | None, speed_mps: float | None) -> float | None:
    if curve is None or speed_mps is None or curve.speed_mps.size == 0:
        return None
    if not curve.speed_mps[0] <= speed_mps <= curve.speed_mps[-1]:
        return None
    return float(np.interp(speed_mps, curve.speed_mps, curve.expected))


def _thin_series(series: Mapping[str, FloatArray]) -> Mapping[str, FloatArray]:
    chosen = {name: series[name] for name in REPORT_SERIES if name in series}
    lengths = {name: len(column) for name, column in chosen.items()}
    if len(set(lengths.values())) > 1:
        raise BadArgument("series", lengths, message("a set of columns of one length"))
    return group_means(chosen, SERIES_POINTS_MAX)


def _thin_history(piece: MetricHistory, day: date) -> MetricHistory:
    points, trend = piece.points, piece.trend
    return replace(
        piece,
        points=None if points is None else newest_points(points),
        trend=None if trend is None else _recent(trend, since=day - timedelta(days=TREND_DAYS)),
    )


def newest_points(points: HistoryPoints, *, n_max: int = HISTORY_POINTS_MAX) -> HistoryPoints:
    """This run's points and the nearest in time of the others."""
    distance_days = np.where(points.this_run, -1.0, np.abs(points.age_days))
    keep = np.sort(np.argsort(distance_days, kind="stable")[:n_max])
    return replace(
        points,
        speed_mps=points.speed_mps[keep],
        value=points.value[keep],
        age_days=points.age_days[keep],
        this_run=points.this_run[keep],
    )


def _recent(trend: ResidualTrend, *, since: date) -> ResidualTrend:
    start = bisect_left(trend.days, since)  # in order of time
    return replace(
        trend,
        days=trend.days[start:],
        delta_frac=trend.delta_frac[start:],
        half_width_90_frac=trend.half_width_90_frac[start:],
        this_run=trend.this_run[start:],
        drifts=tuple(mark for mark in trend.drifts if mark.day >= since),
        activity_ids=trend.activity_ids[start:],
    )
