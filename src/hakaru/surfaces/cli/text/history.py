"""How do volume, records, a month, shoes and compared runs read in a terminal?"""

from __future__ import annotations

from collections.abc import Sequence

from hakaru.core.units import METRES_PER_KM
from hakaru.flows.history import CalendarResult, RecordsResult, ShoesResult, VolumeResult
from hakaru.flows.similar import CompareResult
from hakaru.present.blocks import NO_VALUE, cut, pad
from hakaru.present.history import (
    alignment_text,
    distance_text,
    heads_table,
    record_notes,
    record_table,
    shoe_form_table,
    shoes_table,
    short_type,
    stretch_tables,
    volume_table,
    years_table,
)
from hakaru.present.terminal import table_lines, wrapped
from hakaru.present.words import say as words_of
from hakaru.present.words_terminal import HISTORY
from hakaru.running.volume import CalendarDay, CalendarWeek
from hakaru.running.wording import Lang, fixed
from hakaru.surfaces.cli.words import say

_CELL = 9
_DAYS = {"ja": "月火水木金土日", "en": ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")}


def volume_text(result: VolumeResult, language: Lang) -> str:
    """A line per period, the newest first, and the sum."""
    if result.empty:
        return _nothing(language)
    table = volume_table(result.periods, result.kind, result.total, lang=language)
    return "\n".join(table_lines(table))


def records_text(result: RecordsResult, language: Lang) -> str:
    """The records of all time or of a year, then each year's best times."""
    if result.empty:
        return _nothing(language)
    if not result.records:
        return "\n".join(wrapped(say("records_none", language, year=result.year)))
    span = str(result.year) if result.year else say("all_time", language)
    lines = [say("records_head", language, span=span), ""]
    lines += table_lines(record_table(result.records, language))
    if result.year is None and len(result.by_year) > 1:
        lines += ["", say("records_years", language), ""]
        lines += table_lines(years_table(result.by_year, language))
    notes = [line for note in record_notes(result.records, language) for line in wrapped(note)]
    more = say("records_more", language, activity_id=result.records[0].activity_id)
    return "\n".join([*lines, "", *notes, *wrapped(more)])


def calendar_text(result: CalendarResult, language: Lang) -> str:
    """A grid from Monday to Sunday: the day, its kilometres, its kind of training."""
    if result.empty:
        return _nothing(language)
    heads = [*_DAYS[language], words_of(HISTORY["week_sum"], language)]
    total = words_of(HISTORY["n_runs"], language, n=result.total.n_runs)
    lines = [
        f"{result.month:%Y-%m}  {total}  {distance_text(result.total.distance_m)}",
        "",
        _cells(heads),
    ]
    for week in result.weeks:
        lines += ["", *_week_lines(week, language)]
    return "\n".join(line.rstrip() for line in lines)


def shoes_text(result: ShoesResult, language: Lang) -> str:
    """A line per pair, then form in each."""
    if result.empty:
        return _nothing(language)
    if not result.named:
        return "\n".join(wrapped(words_of(HISTORY["shoes_none"], language)))
    lines = table_lines(shoes_table(result.shoes, language))
    form = shoe_form_table(result.named, language)
    if form is not None:
        note = wrapped(words_of(HISTORY["shoe_form_note"], language))
        lines += ["", *table_lines(form), "", *note]
    return "\n".join(lines)


def compare_text(result: CompareResult, language: Lang) -> str:
    """The runs as a whole, then a table per figure with a line per stretch."""
    beside = result.beside
    lines = table_lines(heads_table(beside, language))
    tables = stretch_tables(beside, language)
    if not tables:
        return "\n".join([*lines, "", *wrapped(words_of(HISTORY["nothing_aligned"], language))])
    lines += ["", alignment_text(beside, language)]
    for title, table in tables:
        lines += ["", title, *table_lines(table)]
    lines += ["", *wrapped(words_of(HISTORY["compare_note"], language))]
    if any(run.form_z for run in beside.runs):
        lines += wrapped(words_of(HISTORY["compare_form_note"], language))
    return "\n".join(lines)


def _nothing(language: Lang) -> str:
    return "\n".join(wrapped(say("nothing_stored", language)))


def _week_lines(week: CalendarWeek, language: Lang) -> list[str]:
    """Day numbers; kilometres; kinds; and where a day has two runs, how many."""
    sums = words_of(HISTORY["n_runs"], language, n=week.sums.n_runs) if week.sums.n_runs else ""
    lines = [
        _cells([*("" if day is None else str(day.day.day) for day in week.days), sums]),
        _cells([*map(_distance, week.days), _km(week.sums.distance_m)]),
        _cells([*(_kinds(day, language) for day in week.days), ""]),
    ]
    return [line for line in lines if line.strip()]


def _distance(day: CalendarDay | None) -> str:
    if day is None or not day.runs:
        return ""
    distances_m = [run.distance_m for run in day.runs if run.distance_m is not None]
    return _km(sum(distances_m)) if distances_m else NO_VALUE


def _km(distance_m: float | None) -> str:
    return "" if distance_m is None else f"{fixed(distance_m / METRES_PER_KM, 1)} km"


def _kinds(day: CalendarDay | None, language: Lang) -> str:
    """The kind of the day's longest run; '+1': one run more."""
    if day is None or not day.runs:
        return ""
    longest = max(day.runs, key=lambda run: run.distance_m or 0.0)
    more = f"+{len(day.runs) - 1}" if len(day.runs) > 1 else ""
    return cut(short_type(longest.training_type, language), _CELL - len(more)) + more


def _cells(cells: Sequence[str]) -> str:
    return " ".join(pad(cell, _CELL) for cell in cells)
