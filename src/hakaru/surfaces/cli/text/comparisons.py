"""How do similar runs, months, load and changes of form within runs read?"""

from __future__ import annotations

from collections.abc import Sequence

from hakaru.core.units import PERCENT, format_duration
from hakaru.flows.athlete import LoadResult
from hakaru.flows.drift import AnomaliesResult, AnomalyResult, RunAnomalies
from hakaru.flows.similar import SimilarResult
from hakaru.flows.trends import TrendsResult
from hakaru.present.blocks import day_text, pace_text, pct_text
from hakaru.present.changes import comparison_table, recent_text, search_text, similar_table
from hakaru.present.page_metrics import long_term_text, stale_text
from hakaru.present.rows import sensor_text
from hakaru.present.session import joined_text, type_name
from hakaru.present.terminal import table_lines, wrapped
from hakaru.present.terminal_months import (
    anomaly_lines,
    averages_lines,
    day_lines,
    month_lines,
    runs_lines,
    series_lines,
    state_lines,
    trend_lines,
    week_lines,
)
from hakaru.present.words import say as words_of
from hakaru.present.words_session import ANOMALIES, FILTERS
from hakaru.present.words_terminal import LINES, LONG_TERM
from hakaru.running.similar import STEPS, SimilarWorkouts
from hakaru.running.trend_changes import SessionTrend
from hakaru.running.wording import Lang, fixed
from hakaru.surfaces.cli.words import say

_RANGE_COLUMN = 3
"""Of the comparison: too wide for a terminal; `--json` holds it."""


def similar_text(result: SimilarResult, language: Lang) -> str:
    """How many there are, the most similar ones, and how unusual this run is among them."""
    day, kind = day_text(result.this.activity_date, language), result.this.training_type
    similar = result.similar
    lines = [
        *wrapped(say("similar_head", language, day=day, type=type_name(kind, language))),
        *wrapped(search_text(similar, language)),
        *(wrapped(_conditions(similar, language)) if _is_exact(similar) else ()),
    ]
    if similar.unchecked:
        names = [words_of(FILTERS[name], language) for name in similar.unchecked]
        unchecked = joined_text(names, language)
        lines += wrapped(say("similar_unchecked", language, names=unchecked))
    if similar.emptied_by is not None:
        lines += wrapped(say("similar_wider", language))
    if similar.workouts:
        lines += ["", *table_lines(similar_table(similar, language))]
    if similar.n_found and result.comparisons:
        table = comparison_table(result.comparisons, language)
        lines += ["", *table_lines(table, without=frozenset({_RANGE_COLUMN}))]
    return "\n".join(lines)


def trends_text(result: TrendsResult, language: Lang) -> str:
    """Each metric now and what changed, the months, then the long-term figures."""
    speed_mps, own = result.reference_speed_mps, result.reference_speeds_mps
    long_term = _long_term(result.sessions, language)
    if speed_mps is None or not result.metrics:
        none = wrapped(say("trends_none", language))
        return "\n".join(long_term or none)
    sensor = sensor_text(result.sensor_group or "other", language)
    lines = wrapped(
        words_of(LINES["trend_head"], language, pace=pace_text(speed_mps), sensor=sensor)
    )
    if own is not None:
        slow, usual, fast = (pace_text(reference_mps) for reference_mps in own)
        paces = words_of(LINES["trend_paces"], language, slow=slow, usual=usual, fast=fast)
        lines += wrapped(paces)
    lines.append("")
    for metric in result.metrics:
        lines += trend_lines(metric.trend, metric.change, lang=language)
        if metric.recent is not None and metric.recent.direction != "none":
            lines += wrapped(recent_text(metric.recent, language), first="  ")
    lines += ["", *month_lines([metric.trend for metric in result.metrics], language)]
    return "\n".join([*lines, *(["", *long_term] if long_term else [])])


def load_text(result: LoadResult, language: Lang) -> str:
    """A bar per day, a line per week, where the averages stand."""
    history = result.history
    if history is None:
        return "\n".join(wrapped(say("none_analysed", language)))
    if not result.by_basis:
        return "\n".join(wrapped(say("load_none_known", language)))
    return "\n".join(
        [
            *state_lines(history, result.by_basis, lang=language),
            *averages_lines(result.n_from_averages, lang=language),
            "",
            *day_lines(history, result.since, lang=language),
            "",
            *week_lines(history, result.sessions, since=result.since, lang=language),
        ]
    )


def anomalies_text(result: AnomaliesResult, language: Lang) -> str:
    """One run: its changes as sentences. Several: counts and the clearest as a table."""
    if not result.runs:
        return "\n".join(wrapped(say("anomalies_none", language)))
    if len(result.runs) == 1:
        return "\n".join(_one_run(result.runs[0], language))
    dated_anomalies = [(run.day, anomaly) for run in result.runs for anomaly in run.anomalies]
    judged_s = sum(run.judged_s for run in result.runs)
    counts = words_of(
        LINES["anomaly_counts"],
        language,
        runs=len(result.runs),
        judged=format_duration(judged_s),
        n=len(dated_anomalies),
    )
    more = ["", *wrapped(say("anomalies_one", language))] if dated_anomalies else []
    return "\n".join([*wrapped(counts), *runs_lines(dated_anomalies, language), *more])


def anomaly_text(result: AnomalyResult, language: Lang) -> str:
    """The sentence, then the values before, in and after it."""
    lines = [day_text(result.day, language), *anomaly_lines([result.detail.anomaly], language)]
    return "\n".join([*lines, "", *series_lines(result.detail, language)])


def _long_term(trends: Sequence[SessionTrend], language: Lang) -> list[str]:
    """Threshold, VO2max, drift and the like over all sessions, with what may be out of date."""
    if not trends:
        return []
    lines = [words_of(LONG_TERM["head"], language)]
    for trend in trends:
        lines += wrapped(long_term_text(trend, language), first="- ")
        stale = stale_text(trend, language)
        lines += wrapped(stale, first="  ! ") if stale else []
    return lines


def _one_run(run: RunAnomalies, language: Lang) -> list[str]:
    day = day_text(run.day, language)
    if not run.judged_s > 0.0:
        return wrapped(say("anomalies_unjudged", language, day=day))
    if not run.anomalies:
        return wrapped(f"{day}: {words_of(ANOMALIES['none'], language)}")
    judged, n = format_duration(run.judged_s), len(run.anomalies)
    return [
        *wrapped(words_of(LINES["anomaly_run"], language, day=day, n=n, judged=judged)),
        *anomaly_lines(run.anomalies, language),
        *wrapped(say("anomalies_more", language, activity_id=run.activity_id)),
    ]


def _is_exact(similar: SimilarWorkouts) -> bool:
    """Whether the tolerances are what the runs were chosen by."""
    return similar.n_searched > 0 and similar.step == STEPS[0]


def _conditions(similar: SimilarWorkouts, language: Lang) -> str:
    tolerance = similar.tolerance
    distance = ""
    if tolerance.distance_frac is not None:
        percent = pct_text(PERCENT * tolerance.distance_frac).removesuffix("%")
        distance = say("similar_distance", language, percent=percent)
    terrain = say("similar_terrain", language) if tolerance.terrain == "required" else ""
    pace = fixed(tolerance.pace_tolerance_s_per_km, 0)
    return say("similar_tolerance", language, pace=pace, distance=distance, terrain=terrain)
