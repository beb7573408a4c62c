"""Volume, records, shoes and compared runs: tables and pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from string import ascii_uppercase
from typing import TYPE_CHECKING

import numpy as np

from hakaru.core.i18n import N_, Lang, say, translate
from hakaru.core.units import (
    METRES_PER_KM,
    METRES_PER_MILE,
    SECONDS_PER_MINUTE,
    format_duration,
    format_pace,
)
from hakaru.guard.cleaning import clean
from hakaru.present.document import Picture, Row, Table
from hakaru.present.figures import NO_VALUE, day_text, km_text, pace_text, signed, unit_text
from hakaru.present.session import type_name
from hakaru.present.svg import (
    NOTHING,
    FloatArray,
    Plot,
    Scale,
    Svg,
    Tick,
    element,
    line,
    nice_ticks,
    pace_ticks,
    path,
    picture,
    spaced,
    text,
)
from hakaru.present.words_terminal import HISTORY, SHORT_TYPES
from hakaru.running.metrics import METRICS, MetricName
from hakaru.running.records import RECORD_DISTANCES_M, Record
from hakaru.running.volume import SHOE_RUNS_MIN, Period, PeriodKind, Shoe, ShoeForm, Sums
from hakaru.running.wording import fixed

if TYPE_CHECKING:
    from hakaru.running.segment import Cell, CellColumn, ComparedRun, SideBySide
    from hakaru.running.session.model import TrainingType

_HALF_MARATHON_M, _MARATHON_M = 21_097.5, 42_195.0


def run_address(activity_id: int) -> str:
    """The page of a run in the dashboard."""
    return f"/runs/{activity_id}"


def period_text(period: Period, kind: PeriodKind, lang: Lang) -> str:
    """'2026-11-16' (the Monday of a week), '2026-11', '2026'."""
    if kind == "day":
        return day_text(period.first, lang)
    if kind == "year":
        return f"{period.first.year}"
    if kind == "month":
        return f"{period.first:%Y-%m}"
    return period.first.isoformat()


def sum_cells(sums: Sums) -> tuple[str, str, str, str]:
    """Runs, distance, time, climb; a dash where nobody knows."""
    return (
        str(sums.n_runs),
        distance_text(sums.distance_m),
        NO_VALUE if sums.time_s is None else format_duration(sums.time_s),
        NO_VALUE if sums.climb_m is None else unit_text(sums.climb_m, "m"),
    )


def distance_text(distance_m: float | None) -> str:
    """'10.02 km', or a dash."""
    return NO_VALUE if distance_m is None else f"{km_text(distance_m)} km"


def volume_table(periods: Sequence[Period], kind: PeriodKind, total: Sums, *, lang: Lang) -> Table:
    """One line per period, the newest first, and all of them together."""
    rows = [
        Row(
            cells=(period_text(period, kind, lang), *sum_cells(period.sums)),
            mark="" if period.sums.n_runs else "soft",
            address=_runs_between(period),
        )
        for period in reversed(periods)
    ]
    head = tuple(say(HISTORY[key], lang) for key in ("runs", "distance", "time", "climb"))
    return Table(
        name="volume",
        columns=(say(HISTORY[f"period_{kind}"], lang), *head),
        rows=(*rows, Row(cells=(say("Total", lang), *sum_cells(total)))),
    )


def _runs_between(period: Period) -> str:
    if not period.sums.n_runs:
        return ""
    return f"/runs?since={period.first.isoformat()}&until={period.last.isoformat()}"


def record_name(record: Record, lang: Lang) -> str:
    """'5 km', '10 min', 'Longest run'."""
    if record.kind in ("longest", "climb"):
        return say(HISTORY[f"record_{record.kind}"], lang)
    if record.over_s is not None:
        return say("{n} min", lang, n=fixed(record.over_s / SECONDS_PER_MINUTE, 0))
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
        columns=tuple(say(HISTORY[key], lang) for key in ("record", "best", "pace", "day")),
        rows=tuple(
            Row(
                cells=(
                    record_name(record, lang),
                    _best_text(record, lang),
                    f"{pace_text(record.speed_mps)}/km" if record.speed_mps else NO_VALUE,
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
        return (
            unit_text(record.distance_m or 0.0, "m") if short else distance_text(record.distance_m)
        )
    taken = NO_VALUE if record.elapsed_s is None else format_duration(record.elapsed_s)
    if record.basis == "seconds":
        return taken
    whole = say("whole run ({distance})", lang, distance=distance_text(record.distance_m))
    return f"{taken} {whole}"


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
    keys = ("shoes", "runs", "distance", "time", "first_worn", "last_worn")
    rows = []
    for shoe in shoes:
        n_runs, distance, time, _ = sum_cells(shoe.sums)
        days = (shoe.first_day.isoformat(), shoe.last_day.isoformat())
        rows.append(Row(cells=(shoe_name(shoe, lang), n_runs, distance, time, *days)))
    columns = tuple(say(HISTORY[key], lang) for key in keys)
    return Table(name="shoes", columns=columns, rows=tuple(rows))


def shoe_form_table(shoes: Sequence[Shoe], lang: Lang) -> Table | None:
    """Each rated metric in each pair; None: no run in named shoes was rated."""
    keys = ("shoes", "metric", "runs", "mean_z", "range_z", "against_usual")
    rows = tuple(
        Row(
            cells=(
                shoe_name(shoe, lang),
                metric_label(form.metric, lang),
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
    columns = tuple(say(HISTORY[key], lang) for key in keys)
    left = frozenset({1, 5})
    return Table(name="shoe-form", columns=columns, rows=rows, left=left) if rows else None


def metric_label(metric: MetricName, lang: Lang) -> str:
    """The name of a metric as it stands in tables."""
    return translate(METRICS[metric].words.brief, lang)


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


_DECIMALS = {"vo_cm": 1, "vr_pct": 1}


def heads_table(beside: SideBySide, lang: Lang) -> Table:
    """The runs as a whole, each with the letter it goes by."""
    metrics = [metric for metric in METRICS if any(metric in run.form_z for run in beside.runs)]
    keys = ("run", "day", "kind", "distance", "time", "pace", "heart_rate")
    form = (say("{metric} (SD)", lang, metric=_metric_name(metric, lang)) for metric in metrics)
    return Table(
        name="compared",
        columns=(*(say(HISTORY[key], lang) for key in keys), *form),
        rows=tuple(
            Row(
                cells=(
                    letter,
                    *_head_cells(run, lang),
                    *(
                        signed(run.form_z[metric], 1) if metric in run.form_z else NO_VALUE
                        for metric in metrics
                    ),
                ),
                address=run_address(run.figures.activity_id),
            )
            for letter, run in zip(ascii_uppercase, beside.runs, strict=False)
        ),
        left=frozenset({1, 2}),
        link_column=1,
    )


def alignment_text(beside: SideBySide, lang: Lang) -> str:
    """How the runs are cut into stretches."""
    if beside.step_m is None:
        return say(HISTORY[f"by_{beside.alignment}"], lang)
    return say("Every {km} km", lang, km=f"{beside.step_m / METRES_PER_KM:g}")


def stretch_tables(beside: SideBySide, lang: Lang) -> tuple[tuple[str, Table], ...]:
    """What was measured, each with its title and a table: a line per stretch, a column per run, and
    the difference where there are two."""
    return tuple(
        (column_name(column, lang), _stretch_table(beside, column, lang))
        for column in beside.columns
    )


def column_name(column: CellColumn, lang: Lang) -> str:
    """What is compared, with its unit."""
    return say(HISTORY[f"column_{column}"], lang)


def _stretch_table(beside: SideBySide, column: CellColumn, lang: Lang) -> Table:
    letters = ascii_uppercase[: len(beside.runs)]
    two = len(letters) == 2
    difference = (say("{a} − {b}", lang, a=letters[1], b=letters[0]),) if two else ()
    rows = []
    for at in range(beside.n_stretches):
        cells = [run.cells[at] if at < len(run.cells) else None for run in beside.runs]
        values = [None if cell is None else cell.value(column) for cell in cells]
        texts = [*(_value_text(value, column) for value in values)]
        if two:
            texts.append(_difference_text(values, column))
        rows.append(Row(cells=(_stretch_name(beside, at, cells), *texts)))
    return Table(
        name=column,
        columns=(say(HISTORY[f"col_{beside.alignment}"], lang), *letters, *difference),
        rows=tuple(rows),
    )


def _stretch_name(beside: SideBySide, at: int, cells: Sequence[Cell | None]) -> str:
    """Where a stretch ends in km, or the number of the lap or repetition."""
    if beside.step_m is None:
        return str(at + 1)
    end_m = beside.step_m * (at + 1)
    longest_m = max((cell.distance_m for cell in cells if cell is not None), default=0.0)
    if longest_m < 0.999 * beside.step_m:
        end_m = beside.step_m * at + longest_m
        return fixed(end_m / METRES_PER_KM, 2)
    return f"{end_m / METRES_PER_KM:g}"


def _metric_name(metric: MetricName, lang: Lang) -> str:
    """Short, for the head of a column."""
    return METRICS[metric].words.abbreviation or metric_label(metric, lang)


def _head_cells(run: ComparedRun, lang: Lang) -> tuple[str, ...]:
    figures = run.figures
    return (
        day_text(figures.day, lang),
        short_type(figures.training_type, lang) or NO_VALUE,
        distance_text(figures.distance_m),
        NO_VALUE if figures.time_s is None else format_duration(figures.time_s),
        f"{pace_text(figures.speed_mps)}/km" if figures.speed_mps else NO_VALUE,
        NO_VALUE if figures.heart_rate_bpm is None else unit_text(figures.heart_rate_bpm, "bpm"),
    )


def _value_text(value: float | None, column: CellColumn) -> str:
    if value is None:
        return NO_VALUE
    if column == "pace_s_per_km":
        return format_pace(value)
    return fixed(value, _DECIMALS.get(column, 0))


def _difference_text(values: Sequence[float | None], column: CellColumn) -> str:
    """Of the figures as they are shown, so that a reader who subtracts gets the same."""
    first, second = values
    if first is None or second is None:
        return NO_VALUE
    if column == "pace_s_per_km":
        return f"{signed(round(second) - round(first), 0)} s"
    decimals = _DECIMALS.get(column, 0)
    return signed(round(second, decimals) - round(first, decimals), decimals)


_LEFT, _TOP, _FOOT = 46.0, 30.0, 34.0
_HEADROOM = 1.08
_BAR_FRAC, _THINNEST = 0.72, 1.0


@dataclass(frozen=True, kw_only=True)
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
_HALF = _Size(size=(440.0, 250.0), apart=60.0, name="half")


def volume_picture(periods: Sequence[Period], kind: PeriodKind, lang: Lang) -> Picture:
    """A bar per period: its distance."""
    return Picture(
        name="volume",
        wide=_volume(periods, kind, lang, _WIDE),
        narrow=_volume(periods, kind, lang, _NARROW),
    )


def compare_chart(beside: SideBySide, column: CellColumn, lang: Lang) -> Svg:
    """A line per run over its stretches, for half a page or a telephone; faster is higher."""
    return _compared(beside, column, lang, _HALF)


def _volume(periods: Sequence[Period], kind: PeriodKind, lang: Lang, size: _Size) -> Svg:
    far_km = [(period.sums.distance_m or 0.0) / METRES_PER_KM for period in periods]
    if not far_km or max(far_km) <= 0.0:
        return NOTHING
    plot = Plot(
        x=Scale(low=-0.5, high=len(far_km) - 0.5, start=size.x[0], stop=size.x[1]),
        y=Scale(low=0.0, high=max(far_km) * _HEADROOM, start=size.y[0], stop=size.y[1]),
    )
    labels = tuple(
        Tick(at=at, label=_period_tick(period, kind)) for at, period in enumerate(periods)
    )
    ticks = spaced(plot.x, labels, apart=size.apart)
    width = max(_BAR_FRAC * (size.x[1] - size.x[0]) / len(far_km), _THINNEST)
    bars = [
        element(
            "rect",
            x=plot.x(float(at)) - width / 2,
            y=plot.y(km),
            width=width,
            height=size.y[0] - plot.y(km),
            class_="loadbar",
        )
        for at, km in enumerate(far_km)
        if km > 0.0
    ]
    body = [
        plot.frame(ticks, nice_ticks(0.0, plot.y.high, target=4)),
        *bars,
        line((size.x[0], size.y[0]), (size.x[1], size.y[0]), class_="axis"),
        text((size.x[0], 14.0), say("Distance (km)", lang), class_="label"),
    ]
    first, last = (period_text(period, kind, lang) for period in (periods[0], periods[-1]))
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


def _compared(beside: SideBySide, column: CellColumn, lang: Lang, size: _Size) -> Svg:
    lines = [_values(beside, at, column) for at in range(len(beside.runs))]
    every = np.concatenate(lines) if lines else np.array([])
    finite = every[np.isfinite(every)]
    if finite.size < 2 or beside.n_stretches < 2:
        return NOTHING
    low, high = float(finite.min()), float(finite.max())
    room = max(0.08 * (high - low), 0.01 * high)
    plot = Plot(
        x=Scale(low=0.5, high=beside.n_stretches + 0.5, start=size.x[0], stop=size.x[1] - 14.0),
        y=Scale(low=low - room, high=high + room, start=size.y[0], stop=size.y[1]),
    )
    is_pace = column == "pace_s_per_km"
    marks = (pace_ticks if is_pace else nice_ticks)(plot.y.low, plot.y.high, target=5)
    body = [
        plot.frame(_stretch_ticks(beside, plot, size), marks),
        text((size.x[0], 14.0), column_name(column, lang), class_="label"),
    ]
    for letter, values in zip(ascii_uppercase, lines, strict=False):
        body += _run_line(plot, letter, values)
    names = ", ".join(ascii_uppercase[: len(lines)])
    title = column_name(column, lang)
    return picture(
        size.size,
        body,
        name=f"compare-{column}-{size.name}",
        title=title,
        desc=say("{column} by stretch, runs {names}", lang, column=title, names=names),
    )


def _stretch_ticks(beside: SideBySide, plot: Plot, size: _Size) -> tuple[Tick, ...]:
    step = 1.0 if beside.step_m is None else beside.step_m / METRES_PER_KM
    labels = tuple(
        Tick(at=number, label=f"{number * step:g}") for number in range(1, beside.n_stretches + 1)
    )
    return spaced(plot.x, labels, apart=size.apart / 2)


def _run_line(plot: Plot, letter: str, values: FloatArray) -> list[Svg]:
    """The line of a run with its letter at its end."""
    numbers = np.arange(1, values.size + 1, dtype=np.float64)
    finite_places = np.flatnonzero(np.isfinite(values))
    if not finite_places.size:
        return []
    end = int(finite_places[-1])
    at = (plot.x(float(numbers[end])) + 9.0, plot.y(float(values[end])) + 4.0)
    name = f"run-{letter.lower()}"
    return [
        path(plot.x.many(numbers), plot.y.many(values), class_=f"runline {name}"),
        text(at, letter, class_=f"runletter {name}"),
    ]


def _values(beside: SideBySide, at: int, column: CellColumn) -> FloatArray:
    """The values of a run as they are drawn: a pace as a speed, so that faster is higher."""
    cell_values = [cell.value(column) for cell in beside.runs[at].cells]
    values = np.array(
        [np.nan if value is None else value for value in cell_values], dtype=np.float64
    )
    return METRES_PER_KM / values if column == "pace_s_per_km" else values
