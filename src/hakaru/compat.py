"""Names that only the requirements give, as thin calls. Nothing in the product uses them.

Fits of a whole table: thin views of the estimator. A table is a pandas frame or any mapping of
columns; pandas itself is not needed. Without run ids and dates every row counts as a run of its
own, of today (resolutions 57, 58).

Rubric `symmetric`: 5 % free, both sides cost, up to 20 points, and the words of its star bands.
The verdict of the product is `hakaru.running.evaluate`.
"""

from __future__ import annotations

import math
import time
import warnings
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from hakaru.core.errors import BadArgument, NoFormData, NotEvaluated, UnknownActivity
from hakaru.core.i18n import N_, Lang, message, say, term
from hakaru.core.quantity import Quantity
from hakaru.core.units import PERCENT, SECONDS_PER_MINUTE, pace_to_speed_mps
from hakaru.flows.context import Settings
from hakaru.flows.gather import read_input
from hakaru.flows.judge import judge_and_store
from hakaru.flows.session import form_verdict
from hakaru.focus.states import ClassificationResult, IntegratedState
from hakaru.focus.states import build_integrated_state as build_at
from hakaru.records import frozen
from hakaru.running.baseline.model import components_of, line_prior, straight_prior
from hakaru.running.baseline.predict import (
    beyond_speeds,
    expected_values,
    intercept_at_zero,
    population_baseline,
)
from hakaru.running.baseline.regression import (
    ModelType,
    Posterior,
    Rows,
    estimate_line,
    inverse_line,
    root_mean_square,
    speed_axis,
)
from hakaru.running.metrics import SCORED_METRICS, MetricName
from hakaru.running.session.model import Phase, TrainingType, TypeVerdict, with_targets
from hakaru.running.session.model import get_target_splits as target_splits
from hakaru.running.session.phases import evaluate_phases
from hakaru.running.similar import SimilarWorkout, find_widening
from hakaru.running.splits import Split
from hakaru.running.verdict import (
    EPSILON,
    IMPROVEMENT_PENALTY,
    FormEvaluation,
    imbalance_penalty,
    relative_delta_frac,
    star_text,
    stars,
)
from hakaru.running.wording import (
    direction_word,
    fixed,
    label,
    points_text,
    value_text,
)
from hakaru.stats.robust import Belief, FloatArray, huber_line, iqr_fence
from hakaru.store.database import transaction
from hakaru.store.recordings import chosen_sensor, read_splits
from hakaru.store.sessions import read_anatomy, read_session, session_summaries
from hakaru.store.verdicts import baselines_before

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def get_target_splits(
    conn: DuckDBPyConnection, activity_id: int, training_type: TrainingType
) -> tuple[Split, ...]:
    """The splits by which a run would be judged as a session of that type.

    Roles decide (work, main, ...), found in laps or in the trace; empty for an unknown run.
    """
    return target_splits(read_splits(conn, activity_id), training_type)


def generate_phase_evaluation(
    conn: DuckDBPyConnection, activity_id: int, training_type: TrainingType
) -> tuple[Phase, ...]:
    """The three or four phases of a run, judged as a session of that type.

    Raises:
        UnknownActivity: nothing is stored under this id.
        NotAnalysed: the run was not looked at as a session yet.
    """
    analysis = read_session(conn, activity_id)
    anatomy = read_anatomy(conn, analysis.summary)
    session = read_input(conn, analysis, anatomy=anatomy, settings=Settings())
    as_said = TypeVerdict(training_type=training_type, source="user", confidence_frac=1.0)
    session = replace(session, verdict=as_said, splits=with_targets(session.splits, training_type))
    return evaluate_phases(session, form=form_verdict(conn, activity_id))


def get_similar_workouts(
    conn: DuckDBPyConnection, activity_id: int, training_type: TrainingType
) -> tuple[SimilarWorkout, ...]:
    """Earlier runs like this one, by the tolerances of that type, widened until five are found;
    most similar first.

    Raises:
        UnknownActivity: nothing is stored under this id.
        NotAnalysed: the run was not looked at as a session yet.
    """
    this = replace(read_session(conn, activity_id).summary, training_type=training_type)
    earlier = [
        session for session in session_summaries(conn) if session.started_at < this.started_at
    ]
    return find_widening(this, earlier).workouts


def build_integrated_state(
    result: ClassificationResult,
    camera_snapshot: Mapping[str, object] | None,
    pc_snapshot: Mapping[str, object] | None,
) -> IntegratedState:
    """The decision, as of now, as clients are sent it."""
    return build_at(result, camera_snapshot, pc_snapshot, timestamp=time.time())


_UNKNOWN_SENSOR = "garmin-unknown"


class FormExpectations(NamedTuple):
    """Expected form at one speed. NaN: no expectation for that metric."""

    gct_ms: float
    vo_cm: float
    vr_pct: float


def predict_expectations(
    conn: DuckDBPyConnection,
    avg_speed_mps: float,
    user_id: str = "default",
    condition_group: str = "default",
    *,
    sensor_group: str | None = None,
) -> FormExpectations:
    """Expected contact time (ms), oscillation (cm) and ratio (%) at a speed in m/s.

    `sensor_group` None: that of the latest run with form data. What was never trained is answered
    by the population prior (resolutions 58); `hakaru expect` also says so and gives intervals. At
    a speed outside those that were learned a UserWarning says so.

    Raises:
        BadArgument: the speed is not > 0, or no run was measured with the sensor named.
    """
    if not (math.isfinite(avg_speed_mps) and avg_speed_mps > 0):
        raise BadArgument("avg_speed_mps", avg_speed_mps, message("a speed > 0 m/s"))
    group = chosen_sensor(conn, sensor_group) or _UNKNOWN_SENSOR
    current = baselines_before(conn, group, None, user_id=user_id, condition_group=condition_group)
    now, speed_mps = datetime.now(UTC), np.array([avg_speed_mps])
    used = [
        current.get(metric) or population_baseline(metric, sensor_group=group, now=now)
        for metric in SCORED_METRICS
    ]
    if any(beyond_speeds(baseline, speed_mps) for baseline in used):
        sentence = message(
            "{speed} m/s is outside the speeds that were learned: extrapolated",
            speed=f"{avg_speed_mps:.2f}",
        )
        warnings.warn(str(sentence), stacklevel=2)
    gct_ms, vo_cm, vr_pct = (float(expected_values(model, speed_mps)[0]) for model in used)
    return FormExpectations(gct_ms=gct_ms, vo_cm=vo_cm, vr_pct=vr_pct)


def evaluate_and_store(
    conn: DuckDBPyConnection, activity_id: int, activity_date: str | date | None = None
) -> FormEvaluation:
    """Judge one stored run with the baselines of the store and make the verdict current.

    `conn` is a writable connection to a Hakaru database. `activity_date` (YYYY-MM-DD) is checked
    against the stored local day where it is given.

    Raises:
        UnknownActivity: nothing is stored under this id.
        BadArgument: the run took place on another day.
        NotEvaluated: the run carries no form data.
    """
    rows = conn.execute(
        "SELECT activity_date FROM activities WHERE activity_id = ?", [activity_id]
    ).fetchall()
    if not rows:
        raise UnknownActivity(activity_id)
    day = rows[0][0]
    if activity_date is not None and str(activity_date) != day.isoformat():
        raise BadArgument(
            "activity_date", str(activity_date), message("{day}, its stored day", day=day)
        )
    with transaction(conn):
        judged = judge_and_store(conn, [activity_id], settings=Settings(), now=datetime.now(UTC))
    if not judged.evaluations:
        raise NotEvaluated(activity_id, term(judged.refused[activity_id]))
    return judged.evaluations[0]


__all__ = [
    "FormExpectations",
    "GCTPowerModel",
    "LinearModel",
    "MetricScore",
    "compute_star_rating",
    "drop_outliers",
    "fit_gct_power",
    "fit_linear",
    "generate_gct_evaluation_text",
    "generate_vo_evaluation_text",
    "generate_vr_evaluation_text",
    "score_gct_observation",
    "score_vo_observation",
    "score_vr_observation",
    "to_speed",
]

Table = TypeVar("Table", bound=Any)
_UNINFORMED_SD = 1e3
_FENCE_K = 1.5
TOLERANCE_FRAC = 0.05
PENALTY_MAX = 20.0
_POINTS_PER_UNIT_DELTA = 200.0
_RATINGS: Mapping[int, str] = {
    5: N_("excellent"),
    4: N_("good"),
    3: N_("acceptable"),
    2: N_("needs improvement"),
    1: N_("needs improvement"),
}
_AS_EXPECTED: str = N_("{label} {actual} is as expected{at_pace} ({expected}).")
_OFF_EXPECTED: str = N_(
    "{label} {actual} is {pct}% {direction} than the expected {expected}{at_pace}."
)
_AT_PACE: str = N_(" at {pace}")
_RATED: str = N_(" Rating: {rating}.")
_POINTS: str = N_(" {points} points off: {rating}.")


@frozen(kw_only=False)
class GCTPowerModel:
    """v = c GCT^d with alpha = ln c and d < 0; `rmse` in ms, `speed_range` in m/s."""

    alpha: float
    d: float
    rmse: float
    n_samples: int
    speed_range: tuple[float, float]

    def predict(self, gct_ms: float) -> float:
        """The speed in m/s at which this contact time is expected."""
        return float(np.exp(self.alpha + self.d * np.log(gct_ms)))

    def predict_inverse(self, speed_mps: float) -> float:
        """The contact time in ms expected at a speed."""
        return float(np.exp((np.log(speed_mps) - self.alpha) / self.d))


@frozen(kw_only=False)
class LinearModel:
    """y = a + b v, v in m/s; `rmse` in the metric's unit (cm or %)."""

    a: float
    b: float
    rmse: float
    n_samples: int
    speed_range: tuple[float, float]

    def predict(self, speed_mps: float) -> float:
        """The value expected at a speed, in cm or %."""
        return float(self.a + self.b * speed_mps)


def to_speed(pace_sec_per_km: float) -> float:
    """Speed in m/s of a pace in s/km."""
    return pace_to_speed_mps(pace_sec_per_km)


def drop_outliers(df: Table, column: str) -> Table:
    """The rows whose `column` is positive, finite and inside Tukey's fences (1.5 IQR).

    Returns the kind of table it was given: a frame keeps its index, a mapping becomes a dict of
    arrays. The fits here reject by residual instead, because this rule deletes strides and hills.
    """
    values = _column(df, column)
    keep = np.isfinite(values) & (values > 0)
    if keep.any():
        keep &= iqr_fence(values[keep], _FENCE_K).keeps(values)
    if hasattr(df, "loc"):
        return df.loc[keep]  # type: ignore[no-any-return]
    inliers: Any = {name: np.asarray(df[name])[keep] for name in df}
    return inliers  # type: ignore[no-any-return]


def fit_gct_power(
    df: Mapping[str, Any],
    fallback_ransac: bool = True,
    *,
    method: Literal["direct", "inverse"] = "direct",
) -> GCTPowerModel:
    """Contact time against speed, robust, from columns `gct_ms` and `speed_mps`.

    The direct fit ln GCT = a + b ln v, given as d = 1/b and alpha = -a/b. d < 0 always: where the
    samples alone would say otherwise the prior decides, unless `fallback_ransac` is False, in
    which case that is an error (RANSAC itself cannot mend it: resolutions §1 row 2). "inverse" is
    the requirements' recipe, for comparison.

    Raises:
        NoFormData: no row with a positive contact time and speed.
        ValueError: contact time does not fall with speed and no fallback is wanted.
    """
    gct_ms, speed_mps = _valid_pairs(df, "gct_ms")
    x = speed_axis("power", speed_mps)
    if not fallback_ransac and np.ptp(x) > 0 and huber_line(x, np.log(gct_ms)).slope >= 0:
        raise ValueError("Non-monotonic GCT model: contact time does not fall with speed")
    line, sound = _fit("gct", gct_ms, x, model_type="power")
    if method == "inverse":
        level, slope = inverse_line(x, gct_ms)
        line, sound = replace(line, level=level, slope=slope), np.ones_like(sound)
    fitted = np.exp(line.level + line.slope * x)
    return GCTPowerModel(
        alpha=-intercept_at_zero("power", level=line.level, slope=line.slope) / line.slope,
        d=1.0 / line.slope,
        rmse=root_mean_square(gct_ms[sound] - fitted[sound]),
        n_samples=int(sound.sum()),
        speed_range=(float(speed_mps[sound].min()), float(speed_mps[sound].max())),
    )


def fit_linear(df: Mapping[str, Any], metric: Literal["vo", "vr"]) -> LinearModel:
    """Vertical oscillation or ratio against speed, from columns `vo_value` or `vr_value` and
    `speed_mps`.

    Raises:
        NoFormData: no row with a positive value and speed.
    """
    value, speed_mps = _valid_pairs(df, f"{metric}_value")
    x = speed_axis("linear", speed_mps)
    line, sound = _fit(metric, value, x, model_type="linear")
    return LinearModel(
        a=intercept_at_zero("linear", level=line.level, slope=line.slope),
        b=line.slope,
        rmse=root_mean_square((value - line.level - line.slope * x)[sound]),
        n_samples=int(sound.sum()),
        speed_range=(float(speed_mps[sound].min()), float(speed_mps[sound].max())),
    )


def power_through(
    first_pace_s_per_km: float,
    first_gct_ms: float,
    *,
    second_pace_s_per_km: float,
    second_gct_ms: float,
) -> GCTPowerModel:
    """The power law through two points, for instance two statements of a runner."""
    v1, v2 = to_speed(first_pace_s_per_km), to_speed(second_pace_s_per_km)
    exponent = math.log(first_gct_ms / second_gct_ms) / math.log(v1 / v2)
    intercept = math.log(first_gct_ms) - exponent * math.log(v1)
    return GCTPowerModel(
        alpha=-intercept / exponent,
        d=1.0 / exponent,
        rmse=0.0,
        n_samples=2,
        speed_range=(min(v1, v2), max(v1, v2)),
    )


def log_speed_rmse_frac(rmse_log_speed: float, d: float) -> float:
    """An RMSE the requirements would store (of ln speed) as a fraction of contact time."""
    return math.expm1(rmse_log_speed / abs(d))


class MetricScore(NamedTuple):
    """One graded metric: penalty >= 0, score 0-100 (higher is better), '★★★★☆', and whether more
    than ten points were lost."""

    penalty: float
    score: float
    star_rating: str
    needs_improvement: bool


def score_gct_observation(
    actual_ms: float, expected_ms: float, imbalance: float | None = None
) -> MetricScore:
    """Grade a contact time in ms; `imbalance` is |L - R| / 100 of the shares, None: not counted."""
    return _score(actual_ms, expected_ms, extra=imbalance_penalty(imbalance))


def score_vo_observation(actual_cm: float, expected_cm: float) -> MetricScore:
    """Grade a vertical oscillation in cm."""
    return _score(actual_cm, expected_cm)


def score_vr_observation(actual_pct: float, expected_pct: float) -> MetricScore:
    """Grade a vertical ratio in percent."""
    return _score(actual_pct, expected_pct)


def compute_star_rating(score: float) -> str:
    """The stars of a score as text, '★★★★☆'."""
    return star_text(stars(score))


def generate_gct_evaluation_text(
    actual: float,
    expected: float,
    score: MetricScore,
    pace_minutes_per_km: float,
    *,
    lang: Lang = "ja",
) -> str:
    """A graded contact time (ms) at a pace in words."""
    pace = Quantity("pace", pace_minutes_per_km * SECONDS_PER_MINUTE)
    at_pace = say(_AT_PACE, lang, pace=pace)
    return _text("gct", (actual, expected), score=score, lang=lang, at_pace=at_pace)


def generate_vo_evaluation_text(
    actual: float, expected: float, score: MetricScore, *, lang: Lang = "ja"
) -> str:
    """A graded vertical oscillation (cm) in words."""
    return _text("vo", (actual, expected), score=score, lang=lang)


def generate_vr_evaluation_text(
    actual: float, expected: float, score: MetricScore, *, lang: Lang = "ja"
) -> str:
    """A graded vertical ratio (percent) in words."""
    return _text("vr", (actual, expected), score=score, lang=lang)


def _score(actual: float, expected: float, *, extra: float = 0.0) -> MetricScore:
    excess_frac = abs(relative_delta_frac(actual, expected)) - TOLERANCE_FRAC
    penalty = extra
    if excess_frac > EPSILON:
        penalty += min(PENALTY_MAX, excess_frac * _POINTS_PER_UNIT_DELTA)
    score = max(0.0, PERCENT - penalty)
    return MetricScore(
        penalty=penalty,
        score=score,
        star_rating=compute_star_rating(score),
        needs_improvement=penalty > IMPROVEMENT_PENALTY + EPSILON,
    )


def _text(
    metric: MetricName,
    observed: tuple[float, float],
    *,
    score: MetricScore,
    lang: Lang,
    at_pace: str = "",
) -> str:
    actual, expected = observed
    delta_frac = relative_delta_frac(actual, expected)
    pct = fixed(abs(delta_frac) * PERCENT, 1)
    head = say(
        _AS_EXPECTED if float(pct) == 0.0 else _OFF_EXPECTED,
        lang,
        label=label(metric, lang),
        actual=value_text(metric, actual),
        expected=value_text(metric, expected),
        at_pace=at_pace,
        pct=pct,
        direction=direction_word(metric, delta_frac, lang=lang),
    )
    rating = say(_RATINGS[stars(score.score)], lang)
    if score.penalty <= EPSILON:
        return head + say(_RATED, lang, rating=rating)
    return head + say(_POINTS, lang, points=points_text(score.penalty), rating=rating)


def _column(df: Mapping[str, Any], name: str) -> FloatArray:
    """One column as float64."""
    return np.asarray(df[name], dtype=np.float64)


def _valid_pairs(df: Mapping[str, Any], column: str) -> tuple[FloatArray, FloatArray]:
    """Values and speeds where both are positive and finite."""
    value, speed_mps = _column(df, column), _column(df, "speed_mps")
    keep = np.isfinite(value) & np.isfinite(speed_mps) & (value > 0) & (speed_mps > 0)
    if not keep.any():
        raise NoFormData(message("the table with column {column}", column=repr(column)))
    return value[keep], speed_mps[keep]


def _fit(
    metric: MetricName, value: FloatArray, x: FloatArray, *, model_type: ModelType
) -> tuple[Posterior, NDArray[np.bool_]]:
    """The core estimate with a prior on the slope only."""
    power = model_type == "power"
    believed = line_prior(metric, "garmin") if power else straight_prior(metric, "garmin")
    prior = replace(believed, level_sd=_UNINFORMED_SD)
    rows = Rows(
        model_type=model_type,
        value=value,
        x=x,
        weight=np.ones_like(x),
        run_index=np.arange(x.size),
        run_weight=np.ones_like(x),
    )
    belief = Belief(expected=components_of(metric), pseudo_runs=0.0, pseudo_splits=0.0)
    estimate = estimate_line(rows, prior, belief=belief, run_effect=False, bounded=power)
    return estimate.line, estimate.robust > 0
