"""What all runs add up to: volume, records, a month, shoes, and some runs side by side."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Literal

from hakaru.core.errors import BadArgument
from hakaru.core.i18n import N_, Lang, length_unit, say
from hakaru.flows.cockpit import first_run_day, loads_by_day, months, power_by_year
from hakaru.flows.history import (
    CalendarResult,
    VolumeResult,
    calendar,
    list_runs,
    records,
    shoes,
    volume,
)
from hakaru.flows.similar import MOST_RUNS, compare_runs
from hakaru.guard.cleaning import clean
from hakaru.present.chart import DrawnChart, drawn_chart
from hakaru.present.compare import (
    alignment_text,
    compare_notes,
    heads_table,
    stretch_tables,
)
from hakaru.present.document import Document, Table, without_pictures
from hakaru.present.figures import NO_VALUE, cut, day_text, distance_figure, distance_text, lasting
from hakaru.present.history import (
    WEEKDAYS,
    records_page,
    run_address,
    shoes_document,
    short_distance,
    short_type,
    sum_cells,
    volume_document,
)
from hakaru.present.overview_charts import (
    best_chart,
    compared_chart,
    drawn_or_none,
    power_chart,
    volume_chart,
)
from hakaru.present.session import type_name
from hakaru.records import frozen
from hakaru.running.segment import Alignment, CellColumn, SideBySide
from hakaru.running.volume import (
    FIRST_KNOWN_DAY,
    CalendarDay,
    CalendarWeek,
    PeriodKind,
    RunFigures,
    first_day_of,
    next_month,
)
from hakaru.store.activities import RunFilter
from hakaru.store.history import run_figures
from hakaru.store.overview import MonthSum
from hakaru.surfaces.web.pages.ranges import (
    DayRange,
    RangeView,
    chosen_range,
    range_query,
    range_view,
)
from hakaru.surfaces.web.pages.visit import Shown, Visit

Place = Literal["runs", "calendar", "volume", "records", "shoes", "compare"]
_PLACE_NAMES: Mapping[Place, str] = {
    "runs": N_("Runs"),
    "calendar": N_("Calendar"),
    "volume": N_("Volume"),
    "records": N_("Records"),
    "shoes": N_("Shoes"),
    "compare": N_("Compare"),
}
PLACES = tuple(_PLACE_NAMES)
_PERIODS: Mapping[PeriodKind, str] = {
    "week": N_("Weeks"),
    "month": N_("Months"),
    "year": N_("Years"),
}
_ALIGNMENTS: Mapping[Alignment, str] = {
    "distance": N_("Distance"),
    "lap": N_("Laps"),
    "rep": N_("Repetitions"),
}
_NAMES = "abcdef"
_TITLE_COLUMNS = 11
_RUN_ID = re.compile(r"\d{1,18}", re.ASCII)


@frozen
class HistoryTab:
    """A page beside this one."""

    label: str
    address: str
    here: bool


@frozen
class TablesView:
    """A page of tables. `empty`: no run is stored. `spans` are other choices of the same page."""

    tabs: tuple[HistoryTab, ...]
    empty: bool
    document: Document
    spans: tuple[HistoryTab, ...] = ()
    charts: tuple[DrawnChart, ...] = ()
    span: RangeView | None = None


@frozen
class CalendarRun:
    """A run in a cell. `kind_name` says it in a word, `kind` chooses its colour."""

    address: str
    distance: str
    kind: str
    kind_name: str


@frozen
class CalendarCell:
    """A day of the month; `number` '': another month's."""

    number: str
    day: str
    address: str
    runs: tuple[CalendarRun, ...]


@frozen
class CalendarRow:
    """A week and what it adds up to in this month."""

    cells: tuple[CalendarCell, ...]
    n_runs: str
    distance: str
    time: str
    load: str


@frozen
class MonthCell:
    """A month of the grid of years; `figure` '': nothing was run. `heat` 0-4 is how much it was."""

    address: str
    label: str
    figure: str
    heat: int
    here: bool


@frozen
class YearRow:
    """A year month by month, and as a whole."""

    year: str
    months: tuple[MonthCell, ...]
    total: str


@frozen
class CalendarView:
    """A month. `earlier`, `later`: addresses; '': there is nothing."""

    tabs: tuple[HistoryTab, ...]
    empty: bool
    fault: str
    month: str
    total: str
    days: tuple[str, ...]
    rows: tuple[CalendarRow, ...]
    kinds: tuple[tuple[str, str], ...]
    earlier: str
    later: str
    years: tuple[YearRow, ...]
    unit: str


@frozen
class RunChoice:
    """A run that can be compared."""

    value: str
    label: str


@frozen
class CompareField:
    """One of the runs to compare, as it was chosen."""

    name: str
    letter: str
    chosen: str


@frozen
class CompareView:
    """Runs side by side; `tables` are empty until two are chosen."""

    tabs: tuple[HistoryTab, ...]
    empty: bool
    fields: tuple[CompareField, ...]
    choices: tuple[RunChoice, ...]
    alignments: tuple[tuple[str, str, bool], ...]
    heads: Table | None
    aligned: str
    tables: tuple[tuple[str, Table, DrawnChart | None], ...]
    notes: tuple[str, ...]


def show_volume(visit: Visit) -> Shown:
    """Distance, time, climb and runs by week, month or year."""
    lang = visit.lang
    named = visit.choice("by")
    kind: PeriodKind = next((period for period in _PERIODS if period == named), "week")
    asked = any(visit.choice(name) for name in ("span", "since", "until"))
    chosen = chosen_range(visit, default="3m" if kind == "week" else "all")
    today = visit.context.today
    since = chosen.since if asked or kind == "week" else None
    result = visit.remembered(
        "volume", kind, since, chosen.until, chosen.name, today,
        make=lambda: _volume_of(visit, kind, since, chosen),
    )  # fmt: skip
    chart = None if result.empty else volume_chart(result.periods, kind, lang)
    return _page(
        visit,
        "volume",
        TablesView(
            tabs=_tabs("volume", lang),
            empty=result.empty,
            document=without_pictures(volume_document(result, lang)),
            charts=() if chart is None else (drawn_chart(chart, lang),),
            span=range_view(visit, chosen, path="/volume", kept=("by",)),
            spans=tuple(
                HistoryTab(
                    label=say(name, lang),
                    address=f"/volume?by={period}"
                    + (f"&{range_query(chosen)}" if asked and not chosen.fault else ""),
                    here=period == kind,
                )
                for period, name in _PERIODS.items()
            ),
        ),
    )


def _volume_of(
    visit: Visit, kind: PeriodKind, since: date | None, chosen: DayRange
) -> VolumeResult:
    """The periods of a range; every one of them where it has no first day."""
    first = since
    if first is None and chosen.name == "all":
        oldest = first_run_day(visit.context)
        first = None if oldest is None else first_day_of(oldest, kind)
    return volume(visit.context, by=kind, since=first, until=chosen.until)


def show_records(visit: Visit) -> Shown:
    """The best of all time or of one year."""
    lang = visit.lang
    try:
        year = visit.number("year", 0) if visit.choice("year") else None
        result = visit.remembered("records", year, make=lambda: records(visit.context, year=year))
    except BadArgument:
        year = None
        result = visit.remembered("records", year, make=lambda: records(visit.context, year=year))
    power = visit.remembered("power by year", make=lambda: power_by_year(visit.context))
    drawn = (best_chart(result.by_year, lang), power_chart(power, lang))
    whole = HistoryTab(label=say("All time", lang), address="/records", here=year is None)
    years = (
        HistoryTab(
            label=str(listed_year), address=f"/records?year={listed_year}", here=listed_year == year
        )
        for listed_year in result.by_year
    )
    return _page(
        visit,
        "records",
        TablesView(
            tabs=_tabs("records", lang),
            empty=result.empty,
            document=records_page(result, lang),
            charts=tuple(drawn_chart(chart, lang) for chart in drawn if chart is not None)
            if year is None
            else (),
            spans=(whole, *years),
        ),
    )


def show_shoes(visit: Visit) -> Shown:
    """How far each pair has gone, and form in it."""
    result = visit.remembered("shoes", make=lambda: shoes(visit.context))
    return _page(
        visit,
        "shoes",
        TablesView(
            tabs=_tabs("shoes", visit.lang),
            empty=result.empty,
            document=shoes_document(result, visit.lang),
        ),
    )


def show_calendar(visit: Visit) -> Shown:
    """A month, day by day."""
    month = visit.choice("month")
    fault = ""
    try:
        result = _month_of(visit, month)
    except BadArgument:
        fault = say("“{value}” is no month; this is the latest one.", visit.lang, value=month or "")
        result = _month_of(visit, None)
    return _page(visit, "calendar", _calendar(result, visit, fault=fault))


def _month_of(visit: Visit, month: str | None) -> CalendarResult:
    return visit.remembered("calendar", month, make=lambda: calendar(visit.context, month=month))


def show_compare(visit: Visit) -> Shown:
    """Two to six runs side by side, and the form that chooses them."""
    ticked = visit.chosen("run")[:MOST_RUNS]
    chosen = [visit.choice(name) or "" for name in _NAMES[:MOST_RUNS]]
    if ticked:
        chosen = [*ticked, *[""] * (MOST_RUNS - len(ticked))]
    by = next((alignment for alignment in _ALIGNMENTS if alignment == visit.choice("by")), None)
    named = tuple(dict.fromkeys(activity for activity in chosen if activity))
    beside = None
    if len(named) > 1:
        beside = visit.remembered(
            "compare", named, by,
            make=lambda: compare_runs(visit.context, activities=named, by=by),
        ).beside  # fmt: skip
    return _page(visit, "compare", _compare(visit, chosen, by, beside))


def _page(visit: Visit, place: Place, view: object) -> Shown:
    template = place if place in ("calendar", "compare") else "history_tables"
    return Shown(
        template=f"{template}.html.j2",
        title=say(_PLACE_NAMES[place], visit.lang),
        view=view,
        section="runs",
    )


def _tabs(here: Place, lang: Lang) -> tuple[HistoryTab, ...]:
    return tuple(
        HistoryTab(label=say(_PLACE_NAMES[place], lang), address=f"/{place}", here=place == here)
        for place in PLACES
    )


def history_tabs(lang: Lang) -> tuple[HistoryTab, ...]:
    """The pages beside the list of runs."""
    return _tabs("runs", lang)


def _calendar(result: CalendarResult, visit: Visit, *, fault: str) -> CalendarView:
    lang = visit.lang
    kinds = dict.fromkeys(run.training_type for run in result.runs if run.training_type)
    n_runs, distance, *_ = sum_cells(result.total, lang)
    first, last = result.month, next_month(result.month) - timedelta(days=1)
    loads = visit.remembered(
        "loads", first, make=lambda: loads_by_day(visit.context, first=first, last=last)
    )
    every_month = visit.remembered("months", make=lambda: months(visit.context))
    return CalendarView(
        tabs=_tabs("calendar", lang),
        empty=result.empty,
        fault=fault,
        month=f"{result.month:%Y-%m}",
        total=f"{say('{n} <n:run|runs>', lang, n=n_runs)} · {distance}",
        days=tuple(say(day, lang) for day in WEEKDAYS),
        rows=tuple(_calendar_row(week, loads, lang) for week in result.weeks),
        kinds=tuple((kind, type_name(kind, lang)) for kind in kinds),
        earlier="" if result.earlier is None else f"/calendar?month={result.earlier:%Y-%m}",
        later="" if result.later is None else f"/calendar?month={result.later:%Y-%m}",
        years=_years(every_month, lang, shown=result.month),
        unit=length_unit(lang),
    )


def _years(sums: Sequence[MonthSum], lang: Lang, *, shown: date) -> tuple[YearRow, ...]:
    """Every known year with a run from the newest to the oldest, with its months."""
    by_month = {(entry.year, entry.month): entry.distance_m or 0.0 for entry in sums}
    if not by_month:
        return ()
    most_m = max(by_month.values()) or 1.0
    rows = []
    known_years = {year for year, _ in by_month if year >= FIRST_KNOWN_DAY.year}
    for year in sorted(known_years, reverse=True):
        cells = tuple(
            _month_cell(year, month, by_month.get((year, month)), most_m, lang, shown=shown)
            for month in range(1, 13)
        )
        total_m = sum(far_m for (of_year, _), far_m in by_month.items() if of_year == year)
        rows.append(
            YearRow(year=str(year), months=cells, total=distance_figure(total_m, lang, decimals=0))
        )
    return tuple(rows)


def _month_cell(  # what a cell is made of
    year: int,
    month: int,
    distance_m: float | None,
    most_m: float,
    lang: Lang,
    *,
    shown: date,
) -> MonthCell:
    name = f"{year}-{month:02d}"
    return MonthCell(
        address="" if distance_m is None else f"/calendar?month={name}",
        label=name,
        figure="" if distance_m is None else distance_figure(distance_m, lang, decimals=0),
        heat=0 if distance_m is None else min(4, 1 + int(4 * distance_m / most_m)),
        here=(year, month) == (shown.year, shown.month),
    )


def _calendar_row(week: CalendarWeek, loads: Mapping[date, float], lang: Lang) -> CalendarRow:
    n_runs = week.sums.n_runs
    known = [loads[day.day] for day in week.days if day is not None and day.day in loads]
    return CalendarRow(
        cells=tuple(_calendar_cell(day, lang) for day in week.days),
        n_runs=say("{n} <n:run|runs>", lang, n=n_runs) if n_runs else "",
        distance=short_distance(week.sums.distance_m, lang) or NO_VALUE if n_runs else "",
        time="" if week.sums.time_s is None else lasting(week.sums.time_s, lang),
        load=say("load {load}", lang, load=round(sum(known))) if known else "",
    )


def _calendar_cell(day: CalendarDay | None, lang: Lang) -> CalendarCell:
    if day is None:
        return CalendarCell(number="", day="", address="", runs=())
    return CalendarCell(
        number=str(day.day.day),
        day=day_text(day.day, lang),
        address=f"/day/{day.day.isoformat()}",
        runs=tuple(_calendar_run(run, lang) for run in day.runs),
    )


def _calendar_run(run: RunFigures, lang: Lang) -> CalendarRun:
    return CalendarRun(
        address=run_address(run.activity_id),
        distance=short_distance(run.distance_m, lang) or NO_VALUE,
        kind=run.training_type or "unknown",
        kind_name=short_type(run.training_type, lang),
    )


def _compare(
    visit: Visit, chosen: list[str], by: Alignment | None, beside: SideBySide | None
) -> CompareView:
    lang = visit.lang
    choices = _run_choices(visit)
    offered = {choice.value for choice in choices}
    others = dict.fromkeys(activity for activity in chosen if activity and activity not in offered)
    aligned = () if beside is None else stretch_tables(beside, lang)
    columns = () if beside is None else beside.columns
    return CompareView(
        tabs=_tabs("compare", lang),
        empty=not choices,
        fields=tuple(
            CompareField(name=name, letter=name.upper(), chosen=activity)
            for name, activity in zip(_NAMES, chosen, strict=False)
        ),
        choices=(
            *_named_choices(visit, tuple(others)),
            *choices,
        ),
        alignments=tuple(
            (alignment, say(name, lang), alignment == by) for alignment, name in _ALIGNMENTS.items()
        ),
        heads=None if beside is None else heads_table(beside, lang),
        aligned="" if beside is None or not aligned else alignment_text(beside, lang),
        tables=tuple(
            (title, table, _lines(beside, column, lang))
            for column, (title, table) in zip(columns, aligned, strict=True)
        ),
        notes=() if beside is None else compare_notes(beside, lang),
    )


def _run_choices(visit: Visit) -> tuple[RunChoice, ...]:
    """The newest runs."""
    listed = visit.remembered(
        "compare choices", make=lambda: list_runs(visit.context, RunFilter(), page=1)
    )
    return tuple(
        RunChoice(
            value=str(run.activity.activity_id),
            label=_choice_text(
                run.activity.activity_date, run.activity.distance_m, run.activity.title, visit.lang
            ),
        )
        for run in listed.runs
    )


def _named_choices(visit: Visit, activities: Sequence[str]) -> tuple[RunChoice, ...]:
    """Older runs that the address names; what names none is shown as it was written."""
    ids = [int(name) for name in activities if _RUN_ID.fullmatch(name)]
    labels: dict[str, str] = {}
    if ids:
        with visit.context.store.read() as con:
            for run in run_figures(con, activity_ids=ids):
                label = _choice_text(run.day, run.distance_m, run.title, visit.lang)
                labels[str(run.activity_id)] = label
    return tuple(RunChoice(value=name, label=labels.get(name, clean(name))) for name in activities)


def _choice_text(day: date, distance_m: float | None, title: str | None, lang: Lang) -> str:
    named = cut(clean(title or ""), _TITLE_COLUMNS)
    parts = (day.isoformat(), distance_text(distance_m, lang), named)
    return " · ".join(parts).rstrip(" ·")


def _lines(beside: SideBySide | None, column: CellColumn, lang: Lang) -> DrawnChart | None:
    """A line per run; None: nothing to draw."""
    return None if beside is None else drawn_or_none(compared_chart(beside, column, lang), lang)
