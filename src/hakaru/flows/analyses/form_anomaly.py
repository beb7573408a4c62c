"""What lay around a step of form, and what moved with it?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from hakaru.core.errors import BadArgument
from hakaru.core.units import PERCENT
from hakaru.flows.analyses.columns import read_run
from hakaru.flows.context import Context
from hakaru.render.analysis_charts import around_chart
from hakaru.render.svg import Svg
from hakaru.running.analyses import COMPANIONS, Stretch, Surroundings, look_around
from hakaru.running.metrics import METRICS
from hakaru.stats.series import Correlation
from hakaru.store.activities import resolve_activity
from hakaru.store.sessions import anomalies_of

COLUMNS = (
    "elapsed_s",
    "distance_m",
    *COMPANIONS,
    *(metric.series_column for metric in METRICS.values() if metric.scored),
)
"""What has to be exported for it."""
_CONTEXT_MAX_S = 300.0


@dataclass(frozen=True, kw_only=True)
class FormAnomalyResult:
    """One step of one run with its surroundings in figures, and as a picture."""

    activity_id: int
    day: date
    found: Surroundings
    picture: Svg

    @property
    def reply(self) -> Mapping[str, object]:
        """The figures without any second of the stretch."""
        return {
            "activity_id": self.activity_id,
            "day": self.day.isoformat(),
            **anomaly_summary(self.found),
        }


def analyse_form_anomaly(
    context: Context, *, activity: str | int, number: int = 1, context_window_s: float = 30.0
) -> FormAnomalyResult:
    """Step `number` of a run (as `detect_form_anomalies_summary` counts) and what lay around it.

    Raises:
        UnknownActivity, AmbiguousActivity: the reference does not name one run.
        BadArgument: the run has no step of that number, or a window beyond 0-300 s.
    """
    if not 0.0 <= context_window_s <= _CONTEXT_MAX_S:
        raise BadArgument("context_window_s", context_window_s, "between 0 and 300")
    with context.store.read() as con:
        activity_id = resolve_activity(con, activity)
        steps = anomalies_of(con, [activity_id])[activity_id]
        if not steps:
            raise BadArgument("activity", activity_id, "a run in which a step of form was found")
        if not 1 <= number <= len(steps):
            raise BadArgument("number", number, f"a whole number between 1 and {len(steps)}")
        run = read_run(con, activity_id, columns=COLUMNS)
    surroundings = look_around(run.series, steps[number - 1], context_s=context_window_s)
    return FormAnomalyResult(
        activity_id=activity_id,
        day=run.day,
        found=surroundings,
        picture=around_chart(surroundings, context.settings.language),
    )


def anomaly_summary(surroundings: Surroundings) -> Mapping[str, object]:
    """A step and its surroundings in plain values; what was not recorded is in `missing`.

    `before`, `inside`, `after` are means; `r` comes with its 95 % interval. Correlation is no
    cause: `causes_pct` is what the detector put the deviation down to.
    """
    step = surroundings.anomaly
    return {
        "metric": step.metric,
        "step_s": [step.start_elapsed_s, step.end_elapsed_s],
        "span_s": [surroundings.start_elapsed_s, surroundings.end_elapsed_s],
        "delta": _short(step.delta),
        "delta_pct": round(PERCENT * step.delta_frac, 1),
        "causes_pct": {cause.cause: round(PERCENT * cause.share_frac) for cause in step.causes},
        "before_inside_after": {name: _means(means) for name, means in surroundings.means.items()},
        "r_low_high": {
            name: _correlation(correlation)
            for name, correlation in surroundings.correlations.items()
        },
        **({"missing": list(surroundings.missing)} if surroundings.missing else {}),
    }


def _means(means: Stretch) -> list[float | None]:
    return [_short(means.before_level), _short(means.inside_level), _short(means.after_level)]


def _correlation(correlation: Correlation) -> list[float]:
    return [round(correlation.r, 2), round(correlation.low, 2), round(correlation.high, 2)]


def _short(value: float | None) -> float | None:
    return None if value is None else float(f"{value:.4g}")
