"""Changes of form within a run and over months, and similar runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from hakaru.core.i18n import N_, Lang, length_unit, say
from hakaru.core.quantity import seconds_per
from hakaru.core.units import PERCENT
from hakaru.present.document import Document, Part, Row, Table, paragraphs
from hakaru.present.figures import (
    NO_VALUE,
    day_text,
    distance_text,
    pace_change_figure,
    pace_s_text,
    pct_text,
    percent_text,
    quantity_span,
    share_text,
    span_text,
    unit_text,
    variation_text,
)
from hakaru.present.names import MEANINGS
from hakaru.present.session import joined_text, type_name
from hakaru.running.metrics import METRICS
from hakaru.running.similar import (
    STEPS,
    SimilarWorkout,
    SimilarWorkouts,
    compared_distance_m,
    compared_pace_s_per_km,
)
from hakaru.running.similar_comparison import FigureComparison, FigureUnit, ranks_decide
from hakaru.running.wording import fixed, value_text

if TYPE_CHECKING:
    from hakaru.flows.similar import SimilarResult
    from hakaru.running.trends import TrendMetric, TrendPoint, Window, WindowChange

_SAME_YEAR, _WITH_YEAR = "%m-%d", "%Y-%m-%d"


TREND_METRICS: Mapping[str, str] = {
    **{name: row.words.name for name, row in METRICS.items()},
    "heart_rate": N_("Heart rate"),
    "power": N_("Power"),
    "running_effectiveness": N_("Running effectiveness"),
}


def trend_metric_name(metric: TrendMetric, lang: Lang) -> str:
    """'接地時間', 'Heart rate'."""
    return say(TREND_METRICS[metric], lang)


def trend_value(metric: TrendMetric, value: float) -> str:
    """A value in the unit of what is followed."""
    if metric == "heart_rate":
        return unit_text(value, "bpm")
    if metric == "power":
        return unit_text(value, "W")
    if metric == "running_effectiveness":
        return fixed(value, 3)
    return value_text(metric, value)


def plausible_change(change: WindowChange, *, heart_rate_max_bpm: float | None) -> bool:
    """Whether a comparison can be shown: a heart rate that was extended, or lies above the
    athlete's maximum (None: not known), is no heart rate that this runner has."""
    return change.metric != "heart_rate" or not (
        change.extrapolated
        or _above(change.earlier.value, heart_rate_max_bpm)
        or _above(change.later.value, heart_rate_max_bpm)
    )


def plausible_point(
    metric: TrendMetric, point: TrendPoint, *, heart_rate_max_bpm: float | None = None
) -> bool:
    """The same of one month."""
    return metric != "heart_rate" or not (
        point.extrapolated or _above(point.value, heart_rate_max_bpm)
    )


def _above(bpm: float, most_bpm: float | None) -> bool:
    return most_bpm is not None and bpm > most_bpm


def change_table(changes: tuple[WindowChange, ...], lang: Lang) -> Table:
    """The same comparisons as a table."""
    heads = (N_("Metric"), N_("Earlier"), N_("Recent"), N_("Change (99% interval)"), N_("Verdict"))
    return Table(
        name="changes",
        columns=tuple(say(title, lang) for title in heads),
        rows=tuple(Row(cells=_change_cells(change, lang)) for change in changes),
        left=frozenset({1, 2, 4}),
    )


DIRECTIONS: Mapping[str, str] = {
    "higher": N_("rose"),
    "lower": N_("fell"),
    "none": N_("shows no clear change"),
}


def _change_cells(change: WindowChange, lang: Lang) -> tuple[str, ...]:
    """The two means and their difference. A change is described, and called better or worse only
    of heart rate at one pace, which says something of fitness."""
    delta = percent_text(change.delta_frac)
    low, high = percent_text(change.low_frac), percent_text(change.high_frac)
    verdict = say("shows no clear change", lang)
    if change.changed:
        verdict = say(DIRECTIONS[change.direction], lang)
        if change.metric not in METRICS and change.meaning in MEANINGS:
            verdict = say(
                "{direction}, {meaning}",
                lang,
                direction=verdict,
                meaning=say(MEANINGS[change.meaning], lang),
            )
    return (
        trend_metric_name(change.metric, lang),
        _window(change.metric, change.earlier, lang),
        _window(change.metric, change.later, lang),
        f"{delta} ({low} – {high})",
        verdict,
    )


def _window(metric: TrendMetric, window: Window, lang: Lang) -> str:
    same_year = window.first_day.year == window.last_day.year
    return say(
        "{value} ({first} to {last}, {n} <n:run|runs>)",
        lang,
        value=trend_value(metric, window.value),
        first=window.first_day.isoformat(),
        last=window.last_day.strftime(_SAME_YEAR if same_year else _WITH_YEAR),
        n=window.n_runs,
    )


_DECIMALS: dict[FigureUnit, int] = {"pct": 1, "frac": 3, "score": 1}


def comparison_table(comparisons: tuple[FigureComparison, ...], lang: Lang) -> Table:
    """This run's main figures beside those of similar runs, and how unusual each is."""
    heads = (
        N_("Figure"),
        N_("This run"),
        N_("Median of similar runs"),
        N_("Range of similar runs"),
        N_("Difference"),
        N_("How unusual"),
    )
    return Table(
        name="comparison",
        columns=tuple(say(title, lang) for title in heads),
        rows=tuple(Row(cells=comparison_cells(comparison, lang)) for comparison in comparisons),
        left=frozenset({5}),
        wide=frozenset({3}),
    )


FIGURE_NAMES: Mapping[str, str] = {
    "pace": N_("Mean pace while running"),
    "heart_rate_at_pace": N_("Heart rate at this pace"),
    "zone2_share": N_("Time in zone 2"),
    "form": N_("Form (points)"),
    "threshold_share": N_("Time at threshold heart rate"),
    "pace_consistency": N_("Even pace (variation)"),
    "heart_rate_retention": N_("Heart rate left after recovery"),
    "heart_rate_rise": N_("Rise of heart rate, first to last"),
    "power_at_pace": N_("Power at this pace"),
}


def comparison_cells(comparison: FigureComparison, lang: Lang) -> tuple[str, ...]:
    """Name, value, median (n), range, difference, and how unusual."""
    level = NO_VALUE
    if comparison.level is not None:
        text = figure_text(comparison.level, comparison.unit, lang)
        level = say("{value} (n = {n})", lang, value=text, n=comparison.n)
    spread = NO_VALUE
    if comparison.low is not None and comparison.high is not None:
        ends = (comparison.low, comparison.high)
        spread = (
            quantity_span("pace", *ends, lang)
            if comparison.unit == "s_per_km"
            else span_text(*(figure_text(end, comparison.unit, lang) for end in ends), lang=lang)
        )
    return (
        say(FIGURE_NAMES[comparison.name], lang),
        NO_VALUE
        if comparison.value is None
        else figure_text(comparison.value, comparison.unit, lang),
        level,
        spread,
        _difference(comparison, lang),
        unusual_text(comparison, lang),
    )


def _difference(comparison: FigureComparison, lang: Lang) -> str:
    """Of the figures as they are shown, so that a reader who subtracts gets the same."""
    value, level = comparison.value, comparison.level
    if value is None or level is None or comparison.delta is None:
        return NO_VALUE
    if comparison.unit == "s_per_km":
        value, level = (seconds_per(length_unit(lang), pace) for pace in (value, level))
    decimals = _DECIMALS.get(comparison.unit, 0)
    return difference_text(round(value, decimals) - round(level, decimals), comparison.unit, lang)


UNUSUAL: Mapping[str, str] = {
    "usual": N_("as usual"),
    "unusual_low": N_("unusually low"),
    "unusual_high": N_("unusually high"),
    "too_few": N_("too few to compare"),
    "not_measured": N_("not measured"),
    "by_selection": N_("runs were chosen by it"),
}


def unusual_text(comparison: FigureComparison, lang: Lang) -> str:
    """'いつもどおり（p=0.62）': the outcome with the share of orders as far out.

    Among few runs that share is never small and did not decide: it is left out.
    """
    outcome = say(UNUSUAL[comparison.outcome], lang)
    decided = comparison.outcome in ("usual", "unusual_low", "unusual_high")
    if comparison.rank_share_frac is None or not decided or not ranks_decide(comparison.n):
        return outcome
    return say("{outcome} (p={p})", lang, outcome=outcome, p=fixed(comparison.rank_share_frac, 2))


def figure_text(value: float, unit: FigureUnit, lang: Lang) -> str:
    """A figure in its unit."""
    if unit == "s_per_km":
        return pace_s_text(value, lang)
    if unit == "frac":
        return variation_text(value)
    if unit == "pct":
        return pct_text(value, 1)
    if unit == "score":
        return fixed(value, 1)
    return unit_text(value, "W" if unit == "w" else "bpm")


def difference_text(delta: float, unit: FigureUnit, lang: Lang) -> str:
    """A difference with its sign, of paces in seconds per unit of the reader."""
    if unit == "s_per_km":
        text = unit_text(abs(delta), f"s/{length_unit(lang)}")
    elif unit in ("pct", "frac"):
        points = abs(delta) if unit == "pct" else PERCENT * abs(delta)
        text = unit_text(points, "pt", decimals=1)
    else:
        text = figure_text(abs(delta), unit, lang)
    is_zero = not any(digit in text for digit in "123456789")
    return text if is_zero else ("-" if delta < 0.0 else "+") + text


FILTERS: Mapping[str, str] = {
    "type": N_("the same kind"),
    "distance": N_("a similar distance"),
    "pace": N_("a similar pace"),
    "terrain": N_("the same terrain"),
}


WIDENED: Mapping[str, str] = {
    "any_pace": N_("at any pace"),
    "any_terrain": N_("at any pace and on any terrain"),
    "wider": N_("of a length within 25%"),
    "much_wider": N_("of a length within 50%"),
    "same_kind": N_("of the same kind and any length"),
    "near_kind": N_("of the same or a neighbouring kind"),
}
"""How far the search had to widen until five were found, or nothing more to be found."""


def search_text(similar: SimilarWorkouts, lang: Lang) -> str:
    """How many similar runs there are and how far the search widened, or what left none."""
    if similar.n_searched == 0:
        return say("There is no earlier run to compare with.", lang)
    if similar.emptied_by is not None:
        condition = say(FILTERS[similar.emptied_by], lang)
        return say(
            "None of {n_searched} earlier <n_searched:run|runs> met the condition: {filter}.",
            lang,
            n_searched=similar.n_searched,
            filter=condition,
        )
    if similar.step in WIDENED:
        return say(
            "{n} of {n_searched} earlier <n_searched:run|runs> <n:is|are> similar ({step}).",
            lang,
            n=similar.n_found,
            n_searched=similar.n_searched,
            step=say(WIDENED[similar.step], lang),
        )
    return say(
        "{n} of {n_searched} earlier <n_searched:run|runs> <n:is|are> similar.",
        lang,
        n=similar.n_found,
        n_searched=similar.n_searched,
    )


def compared_figures(comparisons: Sequence[FigureComparison]) -> tuple[FigureComparison, ...]:
    """Those of which something can be said: measured, and with enough like runs beside it."""
    return tuple(
        row for row in comparisons if row.outcome not in ("too_few", "not_measured") and row.n
    )


def unlike_text(lang: Lang) -> str:
    """That the runs found are only listed."""
    return say("Too few of them are alike enough to compare figures with.", lang)


def similar_rows(similar: SimilarWorkouts, lang: Lang) -> tuple[tuple[str, ...], ...]:
    """One line per similar run: day, distance, pace, similarity, in what they are alike."""
    return tuple(_similar_cells(workout, lang) for workout in similar.workouts)


def similar_table(similar: SimilarWorkouts, lang: Lang) -> Table:
    """The similar runs, most similar first."""
    return Table(
        name="similar",
        columns=(
            say("Day", lang),
            say("Distance", lang),
            say("Pace, running", lang),
            say("Similarity", lang),
            say("Similar in", lang),
        ),
        rows=tuple(Row(cells=cells) for cells in similar_rows(similar, lang)),
        left=frozenset({4}),
    )


TERMS: Mapping[str, str] = {
    "distance": N_("distance"),
    "pace": N_("pace"),
    "terrain": N_("terrain"),
    "reps": N_("repetitions"),
    "rep_distance": N_("length of a repetition"),
    "rep_time": N_("time of a repetition"),
}


def _similar_cells(workout: SimilarWorkout, lang: Lang) -> tuple[str, ...]:
    summary = workout.summary
    pace = compared_pace_s_per_km(summary)
    length = distance_text(compared_distance_m(summary), lang)
    if summary.form == "reps" and summary.rep_distance_m is not None:  # as the pace is theirs
        each = distance_text(summary.rep_distance_m, lang)
        length = say("{n} × {distance}", lang, n=summary.n_reps, distance=each)
    return (
        day_text(summary.activity_date, lang),
        length,
        NO_VALUE if pace is None else pace_s_text(pace, lang),
        share_text(workout.similarity_frac),
        joined_text([say(TERMS[name], lang) for name in workout.matched], lang) or NO_VALUE,
    )


def similar_document(result: SimilarResult, lang: Lang) -> Document:
    """How many there are, the most similar ones, and how unusual this run is among them."""
    similar, compared = result.similar, compared_figures(result.comparisons)
    head = say(
        "Runs similar to {day}, {type}",
        lang,
        day=day_text(result.this.activity_date, lang),
        type=type_name(result.this.training_type, lang),
    )
    is_exact = similar.n_searched > 0 and similar.step == STEPS[0]
    names = joined_text([say(FILTERS[name], lang) for name in similar.unchecked], lang)
    unchecked = say("Not checked, as this run lacks the figure: {names}", lang, names=names)
    change = say(
        "--pace-tolerance-s-per-km, --distance-tolerance and "
        "--terrain-match change the conditions.",
        lang,
    )
    texts = (
        search_text(similar, lang),
        _conditions_text(similar, lang) if is_exact else "",
        unchecked if names else "",
        "" if similar.emptied_by is None else change,
        unlike_text(lang) if similar.n_found and not compared else "",
    )
    return Document(
        parts=(
            Part(title=head, blocks=paragraphs(*texts)),
            *((Part(blocks=(similar_table(similar, lang),)),) if similar.workouts else ()),
            *((Part(blocks=(comparison_table(compared, lang),)),) if compared else ()),
        )
    )


def _conditions_text(similar: SimilarWorkouts, lang: Lang) -> str:
    """By which tolerances the runs were chosen."""
    tolerance = similar.tolerance
    distance = ""
    if tolerance.distance_frac is not None:
        percent = pct_text(PERCENT * tolerance.distance_frac).removesuffix("%")
        distance = say(", distance within {percent}%", lang, percent=percent)
    return say(
        "Conditions: pace within {pace} s/{length_unit}{distance}{terrain}",
        lang,
        pace=pace_change_figure(tolerance.pace_tolerance_s_per_km, lang),
        distance=distance,
        terrain=say(", the same terrain only", lang) if tolerance.terrain == "required" else "",
    )
