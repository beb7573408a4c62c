"""How do similar runs and the comparison with them read?"""

from __future__ import annotations

from hakaru.core.units import PERCENT, format_pace
from hakaru.render.blocks import Row, Table
from hakaru.render.facts import day_text
from hakaru.render.numbers import (
    NO_VALUE,
    km_text,
    pct_text,
    share_text,
    span_text,
    unit_text,
    variation_text,
)
from hakaru.render.session_text import joined_text
from hakaru.render.words import say, word
from hakaru.render.words_page import PAGE
from hakaru.render.words_similar import (
    FIGURE_NAMES,
    FILTERS,
    SIMILAR,
    TERMS,
    UNUSUAL,
    WIDENED,
)
from hakaru.running.similar import (
    SimilarWorkout,
    SimilarWorkouts,
    compared_distance_m,
    compared_pace_s_per_km,
)
from hakaru.running.similar_comparison import ALPHA, FigureComparison, FigureUnit
from hakaru.running.wording import Lang, fixed

_DECIMALS: dict[FigureUnit, int] = {"pct": 1, "frac": 3, "score": 1}


def comparison_table(comparisons: tuple[FigureComparison, ...], lang: Lang) -> Table:
    """This run's main figures beside those of similar runs, and how unusual each is."""
    heads = ("figure", "value", "usual_median", "usual_range", "difference", "how_unusual")
    return Table(
        name="comparison",
        columns=tuple(say(PAGE[key], lang) for key in heads),
        rows=tuple(Row(cells=comparison_cells(comparison, lang)) for comparison in comparisons),
        left=frozenset({5}),
    )


def comparison_cells(comparison: FigureComparison, lang: Lang) -> tuple[str, ...]:
    """Name, value, median (n), range, difference, and how unusual."""
    level = NO_VALUE
    if comparison.level is not None:
        text = figure_text(comparison.level, comparison.unit)
        level = say(SIMILAR["n"], lang, value=text, n=comparison.n)
    spread = NO_VALUE
    if comparison.low is not None and comparison.high is not None:
        ends = [figure_text(end, comparison.unit) for end in (comparison.low, comparison.high)]
        spread = span_text(ends[0], ends[1], lang=lang)
    return (
        say(FIGURE_NAMES[comparison.name], lang),
        NO_VALUE if comparison.value is None else figure_text(comparison.value, comparison.unit),
        level,
        spread,
        _difference(comparison),
        unusual_text(comparison, lang),
    )


def _difference(comparison: FigureComparison) -> str:
    """Of the figures as they are shown, so that a reader who subtracts gets the same."""
    if comparison.value is None or comparison.level is None:
        return NO_VALUE
    decimals = _DECIMALS.get(comparison.unit, 0)
    shown = round(comparison.value, decimals) - round(comparison.level, decimals)
    return difference_text(shown, comparison.unit)


def unusual_text(comparison: FigureComparison, lang: Lang) -> str:
    """'いつもどおり（p=0.62）': the outcome with the share of orders as far out.

    Among few runs that share is never small and did not decide: it is left out beside "unusual".
    """
    outcome = say(UNUSUAL[comparison.outcome], lang)
    if comparison.rank_share_frac is None or comparison.outcome in (
        "too_few",
        "by_selection",
        "not_measured",
    ):
        return outcome
    if comparison.outcome != "usual" and comparison.rank_share_frac > ALPHA:
        return outcome
    return say(SIMILAR["rank"], lang, outcome=outcome, p=fixed(comparison.rank_share_frac, 2))


def figure_text(value: float, unit: FigureUnit) -> str:
    """A figure in its unit."""
    if unit == "s_per_km":
        return f"{format_pace(value)}/km"
    if unit == "frac":
        return variation_text(value)
    if unit == "pct":
        return pct_text(value, 1)
    if unit == "score":
        return fixed(value, 1)
    return unit_text(value, "W" if unit == "w" else "bpm")


def difference_text(delta: float, unit: FigureUnit) -> str:
    """A difference with its sign."""
    if unit == "s_per_km":
        text = unit_text(abs(delta), "s/km")
    elif unit in ("pct", "frac"):
        points = abs(delta) if unit == "pct" else PERCENT * abs(delta)
        text = unit_text(points, "pt", decimals=1)
    else:
        text = figure_text(abs(delta), unit)
    is_zero = not any(digit in text for digit in "123456789")
    return text if is_zero else ("-" if delta < 0.0 else "+") + text


def search_text(similar: SimilarWorkouts, lang: Lang) -> str:
    """How many similar runs there are and how far the search widened, or what left none."""
    if similar.n_searched == 0:
        return say(PAGE["no_similar_yet"], lang)
    if similar.emptied_by is not None:
        condition = say(FILTERS[similar.emptied_by], lang)
        return say(SIMILAR["emptied"], lang, n_searched=similar.n_searched, filter=condition)
    if similar.step in WIDENED:
        return say(
            SIMILAR["widened"],
            lang,
            n=similar.n_found,
            n_searched=similar.n_searched,
            step=say(WIDENED[similar.step], lang),
        )
    return say(SIMILAR["found"], lang, n=similar.n_found, n_searched=similar.n_searched)


def similar_rows(similar: SimilarWorkouts, lang: Lang) -> tuple[tuple[str, ...], ...]:
    """One line per similar run: day, distance, pace, similarity, in what they are alike."""
    return tuple(_similar_cells(workout, lang) for workout in similar.workouts)


def similar_table(similar: SimilarWorkouts, lang: Lang) -> Table:
    """The similar runs, most similar first."""
    return Table(
        name="similar",
        columns=(
            word("day", lang),
            word("distance", lang),
            word("pace_running", lang),
            say(PAGE["similarity"], lang),
            say(PAGE["alike_in"], lang),
        ),
        rows=tuple(Row(cells=cells) for cells in similar_rows(similar, lang)),
        left=frozenset({4}),
    )


def _similar_cells(workout: SimilarWorkout, lang: Lang) -> tuple[str, ...]:
    summary = workout.summary
    distance_m, pace = compared_distance_m(summary), compared_pace_s_per_km(summary)
    return (
        day_text(summary.activity_date, lang),
        NO_VALUE if distance_m is None else f"{km_text(distance_m)} km",
        NO_VALUE if pace is None else f"{format_pace(pace)}/km",
        share_text(workout.similarity_frac),
        joined_text([say(TERMS[name], lang) for name in workout.matched], lang) or NO_VALUE,
    )
