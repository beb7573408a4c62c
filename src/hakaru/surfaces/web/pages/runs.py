"""The list of runs, and a run as a line of any list."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Literal, TypeVar, cast, get_args
from urllib.parse import urlencode

from hakaru.core.errors import BadArgument
from hakaru.core.i18n import N_, Lang, in_context, in_language, length_unit, message, say
from hakaru.core.quantity import METRES_PER
from hakaru.core.units import format_duration
from hakaru.flows.history import RunPage, list_runs
from hakaru.guard.cleaning import clean
from hakaru.present.chart import DrawnChart
from hakaru.present.figures import (
    NO_VALUE,
    day_text,
    distance_text,
    pace_text,
    score_text,
    unit_text,
    variation_text,
)
from hakaru.present.overview_charts import cloud_chart, drawn_or_none
from hakaru.present.rows import (
    heading_rating,
    sensor_text,
    summary_text,
)
from hakaru.present.session import type_name
from hakaru.present.svg import NOTHING, Svg
from hakaru.present.timeline import spark
from hakaru.records import frozen
from hakaru.running.session.model import TrainingType
from hakaru.running.verdict import FormEvaluation, star_text
from hakaru.running.verdict_text import unrated_text
from hakaru.store.activities import RunFilter, RunFlag, StoredActivity
from hakaru.store.overview import RunColumn, Sorting
from hakaru.surfaces.web.pages.history import HistoryTab, history_tabs
from hakaru.surfaces.web.pages.visit import Choice, Shown, Visit


@frozen
class RunLine:
    """One run as finished strings. `flags` are codes with their names."""

    activity_id: int
    day: str
    title: str
    kind: str
    distance: str
    duration: str
    pace: str
    heart_rate: str
    sensor: str
    stars: str
    n_stars: int
    score: str
    why_not: str
    flags: tuple[tuple[RunFlag, str], ...]
    spark: Svg


@frozen
class Verdict:
    """The verdict on a run in one sentence. Without one `stars` is empty and the sentence says so;
    where it was not rated, `score` says why."""

    sentence: str
    stars: str
    n_stars: int
    score: str


def verdict_of(evaluation: FormEvaluation | None, lang: Lang) -> Verdict:
    """The stored verdict as it reads everywhere."""
    if evaluation is None:
        return Verdict(
            sentence=say("This run carries no form measurement.", lang),
            stars="",
            n_stars=0,
            score="",
        )
    score, n_stars = evaluation.overall_score, evaluation.overall_stars
    return Verdict(
        sentence=summary_text(evaluation, lang),
        stars="" if n_stars is None else star_text(n_stars),
        n_stars=n_stars or 0,
        score=heading_rating(evaluation, lang) if score is None else score_text(score),
    )


def run_line(
    run: StoredActivity,
    lang: Lang,
    *,
    training_type: TrainingType | None = None,
    improve: bool = False,
    speeds_mps: tuple[float | None, ...] = (),
) -> RunLine:
    """One run of a list."""
    flags: Mapping[RunFlag, bool] = {
        "improve": improve,
        "partial": run.partial,
        "short": run.is_fragment,
        "simulated": run.simulated,
    }
    return RunLine(
        activity_id=run.activity_id,
        day=day_text(run.activity_date, lang),
        title=clean(run.title or "") or say("Run on {day}", lang, day=run.activity_date),
        kind="" if training_type is None else type_name(training_type, lang),
        distance=distance_text(run.distance_m, lang),
        duration=NO_VALUE if run.timer_s is None else format_duration(run.timer_s),
        pace=pace_text(run.speed_mps, lang),
        heart_rate=_heart_rate(run),
        sensor="" if run.sensor_group is None else sensor_text(run.sensor_group, lang),
        stars="" if run.overall_stars is None else star_text(run.overall_stars),
        n_stars=run.overall_stars or 0,
        score="" if run.overall_score is None else score_text(run.overall_score),
        why_not=_why_not(run, lang),
        flags=tuple((name, say(FLAGS[name], lang)) for name, raised in flags.items() if raised),
        spark=spark(speeds_mps) if speeds_mps else NOTHING,
    )


def _why_not(run: StoredActivity, lang: Lang) -> str:
    """Why a run has no stars; empty where it has, or where nobody looked yet."""
    if run.refusal is not None and run.sensor_group is None:
        return say("no form measured", lang)
    if run.refusal is not None:
        return in_language(run.refusal, lang)
    return unrated_text(run.unrated_reason, run.n_runs, lang).rstrip("。.")


def _heart_rate(run: StoredActivity) -> str:
    if run.heart_rate_avg_bpm is None:
        return NO_VALUE
    return unit_text(run.heart_rate_avg_bpm, "bpm")


T = TypeVar("T")
FLAGS: Mapping[RunFlag, str] = {
    "improve": N_("outside your range"),
    "no_verdict": N_("no verdict"),
    "partial": N_("partial"),
    "short": N_("too short"),
    "simulated": N_("simulated"),
}
COLUMNS: tuple[RunColumn, ...] = get_args(RunColumn)
_FILTERS = ("type", "sensor", "shoe", "since", "until", "least", "most", "flag", "words")
_HEADS: Mapping[RunColumn, str] = {
    "day": N_("Day"),
    "title": N_("Run"),
    "distance": N_("Distance"),
    "time": N_("Time"),
    "pace": N_("Pace"),
    "variation": N_("Pace variation"),
    "heart_rate": N_("HR"),
    "form": N_("Form"),
}
_SMALLEST_FIRST: frozenset[RunColumn] = frozenset({"title", "variation", "heart_rate"})
"""What is looked for first in these is at their lower end."""
_FARTHEST = 10_000.0


@frozen
class Head:
    """The head of a column: the address that sorts by it. `order` None: not sorted by it."""

    label: str
    address: str
    order: Literal["ascending", "descending"] | None
    left: bool


@frozen
class ListLine:
    """A run of the list. `variation`: how much its pace varied."""

    run: RunLine
    variation: str


@frozen
class RunsView:
    """A page of runs. `newer`, `older` are addresses; empty: there is none. `nothing_stored`: there
    is no run at all yet."""

    lines: tuple[ListLine, ...]
    cloud: DrawnChart | None
    n_found: int
    page: int
    n_pages: int
    newer: str
    older: str
    heads: tuple[Head, ...]
    orders: tuple[Choice, ...]
    chips: tuple[HistoryTab, ...]
    types: tuple[Choice, ...]
    sensors: tuple[Choice, ...]
    shoes: tuple[Choice, ...]
    flags: tuple[Choice, ...]
    since: str
    until: str
    least: str
    most: str
    unit: str
    words: str
    any_chosen: bool
    more_chosen: bool
    fault: str
    nothing_stored: bool
    tabs: tuple[HistoryTab, ...]


def show(visit: Visit) -> Shown:
    """A page of the runs that match. What cannot be read in the address is said beside the filters,
    and the rest holds."""
    faults: list[str] = []
    wanted = _wanted(visit, faults)
    number = _tried(lambda: visit.number("page", 1), 1, faults, visit.lang)
    order = _sorting(visit)
    run_page = visit.remembered(
        "runs", wanted, number, order,
        make=lambda: list_runs(visit.context, wanted, page=number, order=order),
    )  # fmt: skip
    return Shown(
        template="runs_found.html.j2" if visit.partly else "runs.html.j2",
        title=say("Runs", visit.lang),
        view=_view(run_page, wanted, visit, order=order, fault=" ".join(faults)),
        section="runs",
    )


def _wanted(visit: Visit, faults: list[str]) -> RunFilter:
    lang = visit.lang
    return RunFilter(
        training_type=visit.choice("type"),
        sensor=visit.choice("sensor"),
        since=_tried(lambda: visit.day("since"), None, faults, lang),
        until=_tried(lambda: visit.day("until"), None, faults, lang),
        flag=_flag(visit.choice("flag")),
        words=visit.choice("words"),
        shoe=visit.choice("shoe"),
        least_m=_tried(lambda: _length_m(visit, "least"), None, faults, lang),
        most_m=_tried(lambda: _length_m(visit, "most"), None, faults, lang),
    )


def _tried(read: Callable[[], T], otherwise: T, faults: list[str], lang: Lang) -> T:
    """What the address says; where it cannot be read, why not goes to `faults`."""
    try:
        return read()
    except BadArgument as error:
        faults.append(
            say("“{value}” could not be read and was left out.", lang, value=str(error.value))
        )
        return otherwise


def _length_m(visit: Visit, name: str) -> float | None:
    """A distance in the unit of the visitor, as metres."""
    text = visit.choice(name)
    if text is None:
        return None
    try:
        length = float(text.replace(",", "."))
    except ValueError:
        length = math.nan
    if not 0.0 <= length <= _FARTHEST:
        raise BadArgument(name, text, message("a number"))
    return length * METRES_PER[length_unit(visit.lang)]


def _sorting(visit: Visit) -> Sorting | None:
    """'pace': the fastest first; '-pace': the slowest first."""
    text = visit.choice("sort") or ""
    column = next((column for column in COLUMNS if column == text.removeprefix("-")), None)
    if column is None:
        return None
    turned = text.startswith("-")
    return Sorting(column=column, largest_first=(column in _SMALLEST_FIRST) == turned)


def _sort_name(order: Sorting) -> str:
    turned = order.largest_first == (order.column in _SMALLEST_FIRST)
    return f"-{order.column}" if turned else order.column


def _view(
    run_page: RunPage, wanted: RunFilter, visit: Visit, *, order: Sorting | None, fault: str
) -> RunsView:
    lang, cloud = visit.lang, run_page.cloud
    any_chosen = any(visit.choice(name) for name in _FILTERS)
    return RunsView(
        lines=_lines(run_page, lang),
        cloud=drawn_or_none(
            cloud_chart(cloud.day_number_days, cloud.speed_mps, cloud.activity_ids, lang), lang
        ),
        n_found=run_page.n_found,
        page=run_page.page,
        n_pages=run_page.n_pages,
        newer=_address(visit, page=run_page.page - 1) if run_page.page > 1 else "",
        older=_address(visit, page=run_page.page + 1) if run_page.page < run_page.n_pages else "",
        heads=tuple(_head(column, order, visit) for column in COLUMNS),
        orders=_orders(order, lang),
        chips=_chips(run_page.types, visit),
        types=_choices(run_page.types, wanted.training_type, lang, kind="type"),
        sensors=_choices(run_page.sensors, wanted.sensor, lang, kind="sensor"),
        shoes=_choices(run_page.shoes, wanted.shoe, lang, kind="shoe"),
        flags=_choices(tuple(FLAGS), wanted.flag, lang, kind="flag"),
        since=visit.choice("since") or "",
        until=visit.choice("until") or "",
        least=visit.choice("least") or "",
        most=visit.choice("most") or "",
        unit=length_unit(lang),
        words=wanted.words or "",
        any_chosen=any_chosen,
        more_chosen=any(visit.choice(name) for name in ("sensor", "shoe", "flag", "least", "most")),
        fault=fault,
        nothing_stored=not any_chosen and not run_page.runs,
        tabs=history_tabs(lang),
    )


def _lines(run_page: RunPage, lang: Lang) -> tuple[ListLine, ...]:
    lines = []
    for run in run_page.runs:
        activity_id = run.activity.activity_id
        variation_frac = run_page.variation_frac.get(activity_id)
        line = run_line(
            run.activity,
            lang,
            training_type=run.activity.training_type,
            improve=run.needs_improvement,
            speeds_mps=run_page.speeds_mps.get(activity_id, ()),
        )
        variation = NO_VALUE if variation_frac is None else variation_text(variation_frac)
        lines.append(ListLine(run=line, variation=variation))
    return tuple(lines)


def _head(column: RunColumn, order: Sorting | None, visit: Visit) -> Head:
    shown = order or Sorting(column="day")
    own = shown.column == column
    turned = own and _sort_name(shown) == column
    return Head(
        label=say(_HEADS[column], visit.lang),
        address=_address(visit, sort=f"-{column}" if turned else column),
        order=("descending" if shown.largest_first else "ascending") if own else None,
        left=column in ("day", "title", "form"),
    )


def _orders(order: Sorting | None, lang: Lang) -> tuple[Choice, ...]:
    chosen = _sort_name(order) if order else "day"
    names = [*COLUMNS, "-day", "-distance", "-pace"]
    if chosen not in names:
        names.append(chosen)
    return tuple(
        Choice(
            value="" if name == "day" else name,
            label=say(
                N_("{column}, reversed")
                if name.startswith("-")
                else in_context("sorting", "{column}"),
                lang,
                column=say(_HEADS[cast(RunColumn, name.removeprefix("-"))], lang),
            ),
            chosen=name == chosen,
        )
        for name in names
    )


def _chips(types: tuple[str, ...], visit: Visit) -> tuple[HistoryTab, ...]:
    """The kinds of training that were run, the most frequent first, each one press away."""
    chosen = visit.choice("type")
    shown = [code for code in types if code != "unknown"]
    return tuple(
        HistoryTab(
            label=type_name(cast(TrainingType, code), visit.lang),
            address=_address(visit, type="" if code == chosen else code),
            here=code == chosen,
        )
        for code in shown
    )


def _flag(named: str | None) -> RunFlag | None:
    return next((flag for flag in FLAGS if flag == named), None)


def _choices(
    values: tuple[str, ...],
    chosen: str | None,
    lang: Lang,
    *,
    kind: Literal["type", "sensor", "flag", "shoe"],
) -> tuple[Choice, ...]:
    names: Mapping[str, Callable[[str], str]] = {
        "type": lambda code: type_name(cast(TrainingType, code), lang),
        "sensor": lambda code: sensor_text(code, lang),
        "flag": lambda code: say(FLAGS[cast(RunFlag, code)], lang),
        "shoe": lambda name: name,
    }
    return tuple(
        Choice(value=value, label=names[kind](value), chosen=value == chosen) for value in values
    )


def _address(visit: Visit, **changed: object) -> str:
    """This list with something else chosen; a page is left where that changes what it holds."""
    kept = {name: value for name in (*_FILTERS, "sort") if (value := visit.choice(name))}
    asked = {name: value for name, value in {**kept, **changed}.items() if value}
    return f"/runs?{urlencode(asked)}" if asked else "/runs"
