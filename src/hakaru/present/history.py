"""Volume, records, shoes and compared runs: tables and pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from hakaru.core.i18n import N_, Lang, in_context, length_unit, say, translate
from hakaru.core.quantity import METRES_PER, worded
from hakaru.core.units import (
    METRES_PER_KM,
    METRES_PER_MILE,
    SECONDS_PER_MINUTE,
    format_duration,
)
from hakaru.guard.cleaning import clean
from hakaru.present.document import (
    Document,
    Drawing,
    Part,
    Picture,
    Row,
    Table,
    Text,
    document,
    table,
)
from hakaru.present.figures import (
    NO_VALUE,
    cut,
    day_text,
    distance_text,
    grouped_text,
    pace_text,
    pad,
    signed,
    sum_time_text,
    unit_text,
)
from hakaru.present.session import type_name
from hakaru.present.svg import (
    NOTHING,
    Plot,
    Scale,
    Svg,
    Tick,
    element,
    line,
    nice_ticks,
    picture,
    spaced,
    text,
)
from hakaru.records import frozen
from hakaru.running.metrics import METRICS
from hakaru.running.records import RECORD_DISTANCES_M, Record
from hakaru.running.volume import SHOE_RUNS_MIN, Period, PeriodKind, Shoe, ShoeForm, Sums
from hakaru.running.wording import brief_label, fixed

if TYPE_CHECKING:
    from hakaru.flows.history import (
        BestEffortsResult,
        CalendarResult,
        RecordsResult,
        ShoesResult,
        VolumeResult,
    )
    from hakaru.running.session.model import TrainingType
    from hakaru.running.volume import CalendarDay, CalendarWeek

_HALF_MARATHON_M, _MARATHON_M = 21_097.5, 42_195.0


def run_address(activity_id: int) -> str:
    """The page of a run in the dashboard."""
    return f"/runs/{activity_id}"


def period_text(period: Period, kind: PeriodKind, lang: Lang) -> str:
    """'2026-11-16' (the Monday of a week), '2026-11', '2026'; of one that does not count as a whole
    also from or up to which day."""
    if kind == "day":
        return day_text(period.first, lang)
    name = _period_name(period, kind)
    if period.is_whole:
        return name
    since, until = (f"{day:%m-%d}" for day in (period.since, period.until))
    if period.since == period.first:
        return say("{name} (to {until})", lang, name=name, until=until)
    if period.until == period.last:
        return say("{name} (from {since})", lang, name=name, since=since)
    return say("{name} ({since} to {until})", lang, name=name, since=since, until=until)


def _period_name(period: Period, kind: PeriodKind) -> str:
    if kind == "year":
        return f"{period.first.year}"
    return f"{period.first:%Y-%m}" if kind == "month" else period.first.isoformat()


def sum_cells(sums: Sums, lang: Lang) -> tuple[str, str, str, str]:
    """Runs, distance, time, climb; a dash where nobody knows."""
    climb = NO_VALUE if sums.climb_m is None else unit_text(sums.climb_m, "m")
    return (
        str(sums.n_runs),
        grouped_text(distance_text(sums.distance_m, lang, decimals=1)),
        NO_VALUE if sums.time_s is None else sum_time_text(sums.time_s, lang),
        grouped_text(climb),
    )


PERIOD_HEADS: Mapping[str, str] = {
    "day": in_context("period day", "Day"),
    "week": N_("Week from"),
    "month": N_("Month"),
    "year": N_("Year"),
}
"""What a period is called as the head of its column."""


def volume_table(periods: Sequence[Period], kind: PeriodKind, total: Sums, *, lang: Lang) -> Table:
    """One line per period, the newest first, and all of them together. Several in a row without a
    run share a line."""
    rows = []
    for empty, group in groupby(reversed(periods), key=_is_empty):
        newest_first = list(group)
        if empty and len(newest_first) > _EMPTY_MOST:
            rows.append(_empty_row(newest_first, kind, lang))
        else:
            rows += [_period_row(period, kind, lang) for period in newest_first]
    head = tuple(
        say(title, lang)
        for title in (in_context("runs", "Runs"), N_("Distance"), N_("Time"), N_("Climb"))
    )
    return Table(
        name="volume",
        columns=(say(PERIOD_HEADS[kind], lang), *head),
        rows=(*rows, Row(cells=(say("Total", lang), *sum_cells(total, lang)))),
    )


_EMPTY_MOST = 2
"""So many periods without a run have a line each."""


def _is_empty(period: Period) -> bool:
    return not period.sums.n_runs and period.sums.distance_m is None


def _empty_row(newest_first: Sequence[Period], kind: PeriodKind, lang: Lang) -> Row:
    last, *_, first = (period_text(period, kind, lang) for period in newest_first)
    none = sum_cells(newest_first[0].sums, lang)
    return Row(cells=(say("{first} – {last}", lang, first=first, last=last), *none), mark="soft")


def _period_row(period: Period, kind: PeriodKind, lang: Lang) -> Row:
    return Row(
        cells=(period_text(period, kind, lang), *sum_cells(period.sums, lang)),
        mark="" if period.sums.n_runs else "soft",
        address=""
        if _is_empty(period)
        else f"/runs?since={period.since.isoformat()}&until={period.until.isoformat()}",
    )


def record_name(record: Record, lang: Lang) -> str:
    """'5 km', '10 min', 'Longest run'."""
    if record.kind in ("longest", "climb"):
        return say(N_("Longest run") if record.kind == "longest" else N_("Most climb"), lang)
    if record.over_s is not None:
        minutes = fixed(record.over_s / SECONDS_PER_MINUTE, 0)
        return say(in_context("a span", "{n} min"), lang, n=minutes)
    assert record.over_m is not None
    return record_distance_name(record.over_m, lang)


def record_distance_name(distance_m: float, lang: Lang, *, short: bool = False) -> str:
    """'400 m', '1 mile', '10 km', 'Half marathon'."""
    if distance_m == METRES_PER_MILE:
        return say("1 mile", lang)
    if distance_m == _HALF_MARATHON_M:
        return say((N_("Half") if short else N_("Half marathon")), lang)
    if distance_m == _MARATHON_M:
        return say("Marathon", lang)
    if distance_m < METRES_PER_KM:
        return f"{fixed(distance_m, 0)} m"
    return f"{fixed(distance_m / METRES_PER_KM, 0)} km"


def record_table(records: Sequence[Record], lang: Lang) -> Table:
    """One line per record; its day opens the run."""
    return Table(
        name="records",
        columns=tuple(
            say(title, lang) for title in (N_("Record"), N_("Best"), N_("Pace"), N_("Day"))
        ),
        rows=tuple(
            Row(
                cells=(
                    record_name(record, lang),
                    _best_text(record, lang),
                    pace_text(record.speed_mps, lang),
                    record.day.isoformat(),
                ),
                address=run_address(record.activity_id),
            )
            for record in records
        ),
        left=frozenset({3}),
        link_column=3,
    )


def _best_text(record: Record, lang: Lang) -> str:
    if record.kind == "climb":
        return NO_VALUE if record.climb_m is None else unit_text(record.climb_m, "m")
    if record.kind in ("duration", "longest"):
        short = record.distance_m is not None and record.distance_m < METRES_PER_KM
        distance_m = record.distance_m
        return unit_text(distance_m or 0.0, "m") if short else distance_text(distance_m, lang)
    taken = NO_VALUE if record.elapsed_s is None else format_duration(record.elapsed_s)
    if record.basis == "seconds":
        return taken
    whole = say("whole run ({distance})", lang, distance=distance_text(record.distance_m, lang))
    return f"{taken} {whole}"


def best_efforts_document(result: BestEffortsResult, language: Lang) -> Document:
    """One line per run, the fastest first."""
    if not result.efforts:
        return document(say("No run matches.", language))
    cells = [
        (
            record.day.isoformat(),
            _best_text(record, language),
            pace_text(record.speed_mps, language),
            short_type(run.training_type, language) if run.training_type else NO_VALUE,
            clean(run.gear or ""),
        )
        for record, run in result.efforts
    ]
    columns = (N_("Day"), N_("Best"), N_("Pace"), N_("Kind"), N_("Shoes"))
    heads = tuple(say(title, language) for title in columns)
    title = record_name(result.efforts[0][0], language)
    return document(
        say("The fastest of {n} <n:run|runs> over {what}:", language, n=result.n_found, what=title),
        table("efforts", heads, cells, left="lrrll"),
        *record_notes([record for record, _ in result.efforts], language),
    )


def record_notes(records: Sequence[Record], lang: Lang) -> tuple[str, ...]:
    """What has to be said of the times, and of whole runs where there are any."""
    notes = [say("Times include standing still.", lang)] if records else []
    if any(record.kind == "distance" and record.basis == "whole_run" for record in records):
        notes.append(
            say(
                "“Whole run”: the time of all of a run without seconds, or of "
                "one that was measured within 2 % of the distance.",
                lang,
            )
        )
    return tuple(notes)


def years_table(by_year: Mapping[int, Sequence[Record]], lang: Lang) -> Table:
    """The best time over each distance of each year, the newest year first."""
    heads = (
        record_distance_name(distance_m, lang, short=True) for distance_m in RECORD_DISTANCES_M
    )
    rows = []
    for year, records in by_year.items():
        taken_s = {
            record.over_m: record.elapsed_s for record in records if record.kind == "distance"
        }
        cells = (
            NO_VALUE if (best_s := taken_s.get(distance_m)) is None else format_duration(best_s)
            for distance_m in RECORD_DISTANCES_M
        )
        rows.append(Row(cells=(str(year), *cells), address=f"/records?year={year}"))
    return Table(name="years", columns=(say("Year", lang), *heads), rows=tuple(rows))


def shoe_name(shoe: Shoe, lang: Lang) -> str:
    """As the recordings name it."""
    return say("(no shoes recorded)", lang) if shoe.gear is None else clean(shoe.gear)


def shoes_table(shoes: Sequence[Shoe], lang: Lang) -> Table:
    """One line per pair."""
    keys = (
        N_("Shoes"),
        in_context("runs", "Runs"),
        N_("Distance"),
        N_("Time"),
        N_("First"),
        N_("Last"),
    )
    rows = []
    for shoe in shoes:
        n_runs, distance, time, _ = sum_cells(shoe.sums, lang)
        days = (shoe.first_day.isoformat(), shoe.last_day.isoformat())
        rows.append(Row(cells=(shoe_name(shoe, lang), n_runs, distance, time, *days)))
    columns = tuple(say(title, lang) for title in keys)
    return Table(name="shoes", columns=columns, rows=tuple(rows))


def shoe_form_table(shoes: Sequence[Shoe], lang: Lang) -> Table | None:
    """Each rated metric in each pair; None: no run in named shoes was rated."""
    keys = (
        N_("Shoes"),
        N_("Metric"),
        in_context("runs", "Runs"),
        N_("Mean (SD)"),
        N_("95 % range"),
        N_("Against usual"),
    )
    rows = tuple(
        Row(
            cells=(
                shoe_name(shoe, lang),
                brief_label(form.metric, lang),
                str(form.n_runs),
                signed(form.mean_z, 1),
                _range_text(form, lang),
                _verdict_text(form, lang),
            ),
            mark="soft" if form.verdict == "few_runs" else "",
        )
        for shoe in shoes
        for form in shoe.form
    )
    columns = tuple(say(title, lang) for title in keys)
    left = frozenset({1, 5})
    return Table(name="shoe-form", columns=columns, rows=rows, left=left) if rows else None


SHORT_TYPES: Mapping[str, str] = {
    "recovery": N_("recovery"),
    "low_moderate": N_("base"),
    "aerobic_base": N_("base"),
    "tempo_threshold": N_("tempo"),
    "interval": N_("intervals"),
    "sprint": N_("sprints"),
    "long_run": N_("long"),
    "trail": N_("trail"),
    "race": N_("race"),
}
"""A kind of training in the cell of a calendar; another one is said in full."""


def short_type(training_type: TrainingType | None, lang: Lang) -> str:
    """A kind of training in a word; '' where nobody knows."""
    if training_type is None or training_type == "unknown":
        return ""
    entry = SHORT_TYPES.get(training_type)
    return type_name(training_type, lang) if entry is None else say(entry, lang)


def _range_text(form: ShoeForm, lang: Lang) -> str:
    if form.low_z is None or form.high_z is None or form.verdict == "few_runs":
        return NO_VALUE
    low, high = signed(form.low_z, 1), signed(form.high_z, 1)
    return say("{low} to {high}", lang, low=low, high=high)


def _verdict_text(form: ShoeForm, lang: Lang) -> str:
    if form.verdict == "few_runs":
        return say("too few runs ({n} of {least})", lang, n=form.n_runs, least=SHOE_RUNS_MIN)
    if form.verdict == "no_difference":
        return say("no difference shown", lang)
    words = METRICS[form.metric].words
    return translate(words.higher if form.verdict == "higher" else words.lower, lang)


_LEFT, _TOP, _FOOT = 46.0, 30.0, 34.0
_HEADROOM = 1.08
_BAR_FRAC, _THINNEST = 0.72, 1.0


@frozen
class _Size:
    """Of a picture, and how far apart the labels of its axis are."""

    size: tuple[float, float]
    apart: float
    name: str

    @property
    def x(self) -> tuple[float, float]:
        """Where the drawing area begins and ends."""
        return _LEFT, self.size[0] - 12.0

    @property
    def y(self) -> tuple[float, float]:
        """Its foot and its top."""
        return self.size[1] - _FOOT, _TOP


_WIDE = _Size(size=(1000.0, 280.0), apart=70.0, name="wide")
_NARROW = _Size(size=(360.0, 230.0), apart=64.0, name="narrow")


def volume_picture(periods: Sequence[Period], kind: PeriodKind, lang: Lang) -> Picture:
    """A bar per period: its distance."""
    return Picture(
        name="volume",
        wide=_volume(periods, kind, lang, _WIDE),
        narrow=_volume(periods, kind, lang, _NARROW),
    )


def _volume(periods: Sequence[Period], kind: PeriodKind, lang: Lang, size: _Size) -> Svg:
    unit = length_unit(lang)
    lengths = [(period.sums.distance_m or 0.0) / METRES_PER[unit] for period in periods]
    if not lengths or max(lengths) <= 0.0:
        return NOTHING
    plot = Plot(
        x=Scale(low=-0.5, high=len(lengths) - 0.5, start=size.x[0], stop=size.x[1]),
        y=Scale(low=0.0, high=max(lengths) * _HEADROOM, start=size.y[0], stop=size.y[1]),
    )
    labels = tuple(
        Tick(at=at, label=_period_tick(period, kind)) for at, period in enumerate(periods)
    )
    ticks = spaced(plot.x, labels, apart=size.apart)
    width = max(_BAR_FRAC * (size.x[1] - size.x[0]) / len(lengths), _THINNEST)
    bars = [
        element(
            "rect",
            x=plot.x(float(at)) - width / 2,
            y=plot.y(length),
            width=width,
            height=size.y[0] - plot.y(length),
            class_="loadbar",
        )
        for at, length in enumerate(lengths)
        if length > 0.0
    ]
    body = [
        plot.frame(ticks, nice_ticks(0.0, plot.y.high, target=4)),
        *bars,
        line((size.x[0], size.y[0]), (size.x[1], size.y[0]), class_="r-axis"),
        text((size.x[0], 14.0), say("Distance ({length_unit})", lang), class_="label"),
    ]
    first, last = (_period_name(period, kind) for period in (periods[0], periods[-1]))
    return picture(
        size.size,
        body,
        name=f"volume-{size.name}",
        title=say("Distance by period", lang),
        desc=say("Distance from {first} to {last}", lang, first=first, last=last),
    )


def _period_tick(period: Period, kind: PeriodKind) -> str:
    if kind == "year":
        return f"{period.first.year}"
    return f"{period.first:%Y-%m}" if kind == "month" else f"{period.first:%m-%d}"


def nothing_stored(lang: Lang) -> Document:
    """That there is no run, and what to do."""
    text = say("Nothing is stored yet: `hakaru ingest FOLDER` reads your recordings.", lang)
    return document(Text(text=text))


def volume_document(result: VolumeResult, lang: Lang) -> Document:
    """A line per period, the newest first, and the sum."""
    if result.empty:
        return nothing_stored(lang)
    drawing = volume_picture(result.periods, result.kind, lang)
    table = volume_table(result.periods, result.kind, result.total, lang=lang)
    title = say("What each period adds up to", lang)
    return Document(parts=(Part(blocks=(drawing,)), Part(title=title, blocks=(table,))))


def records_document(result: RecordsResult, lang: Lang) -> Document:
    """The records of all time or of a year, each year's best times, and what to type for more."""
    if not result.records:
        return records_page(result, lang)
    more = say(
        "One year: `hakaru records --year YEAR`. Open a run as in `hakaru session {activity_id}`.",
        lang,
        activity_id=result.records[0].activity_id,
    )
    *parts, notes = records_page(result, lang).parts
    return Document(parts=(*parts, Part(blocks=(*notes.blocks, Text(text=more, soft=True)))))


def records_page(result: RecordsResult, lang: Lang) -> Document:
    """The records of all time or of a year, then each year's best times."""
    if result.empty:
        return nothing_stored(lang)
    if not result.records:
        return document(Text(text=say("There is no run in {year}.", lang, year=result.year)))
    span = str(result.year) if result.year else say("all time", lang)
    title = say("Records ({span})", lang, span=span)
    parts = [Part(title=title, blocks=(record_table(result.records, lang),))]
    if result.year is None and len(result.by_year) > 1:
        years = years_table(result.by_year, lang)
        parts.append(Part(title=say("Best times by year", lang), blocks=(years,)))
    notes = record_notes(result.records, lang)
    return Document(
        parts=(*parts, Part(blocks=tuple(Text(text=note, soft=True) for note in notes)))
    )


def shoes_document(result: ShoesResult, lang: Lang) -> Document:
    """A line per pair, then form in each."""
    if result.empty:
        return nothing_stored(lang)
    if not result.named:
        none = say(
            "No run names its shoes yet. Exports of Garmin Connect do; of any other run, the page "
            "“Edit” takes them.",
            lang,
        )
        return document(Text(text=none))
    pairs = Part(
        title=say("Distance of each pair", lang), blocks=(shoes_table(result.shoes, lang),)
    )
    form = shoe_form_table(result.named, lang)
    if form is None:
        return Document(parts=(pairs,))
    note = say(
        "The deviation from what was expected of you at that pace "
        "before each run, in your own standard deviations; all ranges "
        "of the table hold together with 95 %. Shoes are worn on "
        "different days and sessions, so a difference need not come "
        "from the shoe.",
        lang,
    )
    title = say("Form in each pair", lang)
    return Document(parts=(pairs, Part(title=title, blocks=(form, Text(text=note, soft=True)))))


_CELL = 9
WEEKDAYS = (N_("Mon"), N_("Tue"), N_("Wed"), N_("Thu"), N_("Fri"), N_("Sat"), N_("Sun"))


def calendar_document(result: CalendarResult, lang: Lang) -> Document:
    """A grid from Monday to Sunday: the day, its kilometres, its kind of training."""
    if result.empty:
        return nothing_stored(lang)
    total = say("{n} <n:run|runs>", lang, n=result.total.n_runs)
    heads = [*(say(day, lang) for day in WEEKDAYS), say("Week", lang)]
    title = f"{result.month:%Y-%m}  {total}  {distance_text(result.total.distance_m, lang)}"
    lines = [_cells(heads)]
    for week in result.weeks:
        lines += ["", *_week_lines(week, lang)]
    return Document(parts=(Part(title=title, blocks=(Drawing(lines=tuple(lines)),)),))


def _week_lines(week: CalendarWeek, lang: Lang) -> list[str]:
    """Day numbers; kilometres; kinds; and where a day has two runs, how many."""
    sums = say("{n} <n:run|runs>", lang, n=week.sums.n_runs) if week.sums.n_runs else ""
    lines = [
        _cells([*("" if day is None else str(day.day.day) for day in week.days), sums]),
        _cells(
            [
                *(_distance(day, lang) for day in week.days),
                short_distance(week.sums.distance_m, lang),
            ]
        ),
        _cells([*(_kinds(day, lang) for day in week.days), ""]),
    ]
    return [line for line in lines if line]


def _distance(day: CalendarDay | None, lang: Lang) -> str:
    if day is None or not day.runs:
        return ""
    distances_m = [run.distance_m for run in day.runs if run.distance_m is not None]
    return short_distance(sum(distances_m), lang) if distances_m else NO_VALUE


def short_distance(distance_m: float | None, lang: Lang) -> str:
    """'15.9 km'; '' where it is not known."""
    if distance_m is None:
        return ""
    return worded("distance", (distance_m,), length_unit(lang), decimals=1)


def _kinds(day: CalendarDay | None, lang: Lang) -> str:
    """The kind of the day's longest run; '+1': one run more."""
    if day is None or not day.runs:
        return ""
    longest = max(day.runs, key=lambda run: run.distance_m or 0.0)
    more = f"+{len(day.runs) - 1}" if len(day.runs) > 1 else ""
    return cut(short_type(longest.training_type, lang), _CELL - len(more)) + more


def _cells(cells: Sequence[str]) -> str:
    return " ".join(pad(cell, _CELL) for cell in cells).rstrip()
