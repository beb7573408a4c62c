"""Charts over many runs: load, volume, months, best efforts, form by pace and over time, runs side
by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from string import ascii_uppercase
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from numpy.typing import NDArray

from hakaru.core.i18n import Lang, in_context, say
from hakaru.core.units import METRES_PER_KM, PERCENT
from hakaru.present.chart import (
    Axis,
    Chart,
    Colour,
    DrawnChart,
    Mark,
    Panel,
    Series,
    day_axis,
    day_places,
    drawn_chart,
    name_axis,
)
from hakaru.present.compare import column_name
from hakaru.present.figures import day_text
from hakaru.present.history import PERIOD_HEADS, record_distance_name, run_address
from hakaru.present.names import SESSION_QUANTITIES
from hakaru.present.svg import FloatArray, bulk, from_zero, padded, whole_unless_far
from hakaru.present.trends import quantity_axis
from hakaru.running.metrics import METRICS
from hakaru.running.volume import FIRST_KNOWN_DAY
from hakaru.running.wording import heading

if TYPE_CHECKING:
    from hakaru.running.drift import DriftFinding
    from hakaru.running.load import LoadHistory
    from hakaru.running.records import Record
    from hakaru.running.report import HistoryPoints, MetricCurve, ResidualTrend
    from hakaru.running.segment import CellColumn, SideBySide
    from hakaru.running.trend_changes import SessionTrend
    from hakaru.running.volume import Period, PeriodKind

BoolArray = NDArray[np.bool_]
_COLOURS: tuple[Colour, ...] = ("line", "me", "violet", "green", "star", "pulse")
_LINKS_MOST = 600
_BAND_PLACES_MOST = 400
_YEARS_SHOWN = 6
_LEAST_MPS = 0.5
_FIRST_DAY = float(day_places([FIRST_KNOWN_DAY])[0])


def drawn_or_none(chart: Chart | None, lang: Lang) -> DrawnChart | None:
    """A chart ready for a template; None: there is nothing to draw."""
    return None if chart is None else drawn_chart(chart, lang)


def load_chart(history: LoadHistory, *, since: date, lang: Lang) -> Chart | None:
    """A bar per day from a day on with both averages, and the balance below; None: fewer than two
    days."""
    shown = np.array([day >= since for day in history.days], dtype=np.bool_)
    days = [day for day in history.days if day >= since]
    if len(days) < 2:
        return None
    return Chart(
        name="load",
        title=say("Load and its averages", lang),
        text=say(
            "Load of each day from {first} to {last}, with its long (42 "
            "days) and short (7 days) average.",
            lang,
            first=days[0],
            last=days[-1],
        ),
        x=day_axis(days, room_days=1.0),
        at=day_places(days),
        panels=(_load_panel(history, shown, lang), _balance_panel(history, shown, lang)),
    )


def _load_panel(history: LoadHistory, shown: BoolArray, lang: Lang) -> Panel:
    load = history.load_score[shown]
    chronic, acute = history.chronic_score[shown], history.acute_score[shown]
    ran = np.where(load > 0.0, load, np.nan)
    low, high = from_zero(load, chronic, acute)
    averages = (
        Series(
            name="day", label=say("load of a day", lang), kind="bars", colour="grey", values=ran
        ),
        Series(name="chronic", label=say("fitness (42 days)", lang), values=chronic),
        Series(name="acute", label=say("fatigue (7 days)", lang), colour="me", values=acute),
    )
    y = Axis(low=low, high=high)
    return Panel(name="load", title=say("Load", lang), y=y, series=averages)


def _balance_panel(history: LoadHistory, shown: BoolArray, lang: Lang) -> Panel:
    balance = history.balance_score[shown]
    low, high = padded(balance, np.zeros(1))
    form = Series(
        name="balance", label=say("form", lang), kind="area", colour="violet", values=balance
    )
    return Panel(
        name="form",
        title=say("Form (fitness minus fatigue of the day before)", lang),
        y=Axis(low=low, high=high),
        series=(form,),
        marks=(Mark(at=0.0, label="", upright=False, colour="soft"),),
        height_px=130,
    )


def volume_chart(periods: Sequence[Period], kind: PeriodKind, lang: Lang) -> Chart | None:
    """A bar per period: its distance; None: nothing was run."""
    far_m = np.array([period.sums.distance_m or 0.0 for period in periods], dtype=np.float64)
    if far_m.size == 0 or far_m.max() <= 0.0:
        return None
    low, high = from_zero(far_m)
    names = [_period_name(period, kind) for period in periods]
    return Chart(
        name="volume",
        title=say("Distance by period", lang),
        text=say("Distance from {first} to {last}", lang, first=names[0], last=names[-1]),
        x=name_axis(names),
        rows=say(PERIOD_HEADS[kind], lang),
        at=np.arange(far_m.size, dtype=np.float64),
        panels=(
            Panel(
                name="distance",
                title=say("Distance", lang),
                y=Axis(kind="distance", low=low, high=high),
                series=(
                    Series(name="distance", label=say("Distance", lang), kind="bars", values=far_m),
                ),
            ),
        ),
    )


def _period_name(period: Period, kind: PeriodKind) -> str:
    if kind == "year":
        return f"{period.first.year}"
    return f"{period.first:%Y-%m}" if kind == "month" else f"{period.first:%Y-%m-%d}"


def months_chart(trends: Sequence[SessionTrend], lang: Lang) -> Chart | None:
    """The median of each month of every figure, one above the other; None: fewer than two months
    of any."""
    drawn = [trend for trend in trends if len(trend.points) > 1]
    if not drawn:
        return None
    every_month = [point.month for trend in drawn for point in trend.points]
    return Chart(
        name="months",
        title=say("Month by month", lang),
        text=say(
            "Medians of months from {first} to {last}",
            lang,
            first=f"{min(every_month):%Y-%m}",
            last=f"{max(every_month):%Y-%m}",
        ),
        x=day_axis(every_month, room_days=12.0),
        panels=tuple(_month_panel(trend, lang) for trend in drawn),
    )


def _month_panel(trend: SessionTrend, lang: Lang) -> Panel:
    values = np.array([point.value for point in trend.points], dtype=np.float64)
    at = day_places([point.month for point in trend.points])
    low, high = padded(whole_unless_far(values), share=0.25)
    if high - low < abs(high) * 0.01:
        low, high = low - abs(high) * 0.01, high + abs(high) * 0.01
    name = say(SESSION_QUANTITIES[trend.quantity], lang)
    kind, unit, digits = quantity_axis(trend.quantity)
    line = Series(name="median", label=say("median", lang), values=values, at=at, thin=True)
    dots = Series(
        name="month", label=say("month", lang), kind="dots", values=values, at=at, colour="line"
    )
    return Panel(
        name=trend.quantity,
        title=name,
        y=Axis(kind=kind, low=low, high=high, unit=unit, digits=digits),
        series=(line, dots),
        height_px=130,
    )


def cloud_chart(
    day_number_days: FloatArray,
    speed_mps: FloatArray,
    activity_ids: Sequence[int],
    lang: Lang,
) -> Chart | None:
    """Every run of a known day as a point: when, and at which pace; None: fewer than two."""
    known = np.isfinite(speed_mps) & (speed_mps > _LEAST_MPS) & (day_number_days >= _FIRST_DAY)
    if np.count_nonzero(known) < 2:
        return None
    at, speeds = day_number_days[known], speed_mps[known]
    low, high = padded(whole_unless_far(speeds))
    ids = [activity_ids[place] for place in np.flatnonzero(known).tolist()]
    links = tuple(map(run_address, ids)) if len(ids) <= _LINKS_MOST else ()
    label = say(in_context("day run", "run"), lang)
    runs = Series(name="runs", label=label, kind="dots", values=speeds, at=at, links=links)
    room = max((float(at[-1]) - float(at[0])) * 0.02, 1.0)
    return Chart(
        name="cloud",
        title=say("Pace of every run", lang),
        text=say("{n} <n:run|runs>", lang, n=len(ids)),
        x=Axis(kind="date", low=float(at.min()) - room, high=float(at.max()) + room),
        panels=(
            Panel(
                name="pace",
                title=say("Pace", lang),
                y=Axis(kind="speed", low=low, high=high),
                series=(runs,),
                height_px=150,
            ),
        ),
    )


_Best = TypeVar("_Best")


def _lines_of_years(
    by_year: Mapping[int, Mapping[float, _Best]],
) -> Mapping[int, Mapping[float, _Best]]:
    """The newest years of which there is a line to draw, the newest first."""
    drawn = [(year, best) for year, best in by_year.items() if len(best) > 1]
    return dict(sorted(drawn, key=lambda item: item[0], reverse=True)[:_YEARS_SHOWN])


def best_chart(by_year: Mapping[int, Sequence[Record]], lang: Lang) -> Chart | None:
    """The pace of the best effort over each record distance, a line per year, the newest first;
    None: no effort over two distances."""
    by_distance = {
        year: {record.over_m: record for record in records if record.over_m is not None}
        for year, records in by_year.items()
    }
    chosen = _lines_of_years(by_distance)
    distances = sorted({over_m for records in chosen.values() for over_m in records})
    if len(distances) < 2:
        return None
    series = []
    for (year, records), colour in zip(chosen.items(), _COLOURS, strict=False):
        speeds = [
            records[over_m].speed_mps or np.nan if over_m in records else np.nan
            for over_m in distances
        ]
        series.append(
            Series(
                name=str(year), label=str(year), colour=colour, values=np.array(speeds, dtype=float)
            )
        )
    every = np.concatenate([line.values for line in series])
    low, high = padded(every)
    names = [record_distance_name(over_m, lang, short=True) for over_m in distances]
    return _by_name(
        "best", say("Pace of the best effort over each distance", lang), names, series,
        y=Axis(kind="speed", low=low, high=high), rows=say("Distance", lang), lang=lang,
    )  # fmt: skip


def power_chart(by_year: Mapping[int, Mapping[float, float]], lang: Lang) -> Chart | None:
    """The highest mean power (W) in each duration (s), a line per year; None: under two."""
    chosen = _lines_of_years(by_year)
    durations = sorted({duration for best in chosen.values() for duration in best})
    if len(durations) < 2:
        return None
    series = [
        Series(
            name=str(year),
            label=str(year),
            colour=colour,
            values=np.array([best.get(duration, np.nan) for duration in durations]),
        )
        for (year, best), colour in zip(chosen.items(), _COLOURS, strict=False)
    ]
    low, high = padded(np.concatenate([line.values for line in series]))
    names = [say("{n} min", lang, n=round(duration / 60)) for duration in durations]
    return _by_name(
        "power", say("Highest mean power in each duration", lang), names, series,
        y=Axis(low=low, high=high, unit="W"), rows=say("Time", lang), lang=lang,
    )  # fmt: skip


def _by_name(  # one shape for both curves
    name: str,
    title: str,
    names: Sequence[str],
    series: Sequence[Series],
    *,
    y: Axis,
    rows: str,
    lang: Lang,
) -> Chart:
    years = ", ".join(line.label for line in series)
    return Chart(
        name=name,
        title=title,
        text=say("A line for each year: {years}", lang, years=years),
        x=name_axis(names),
        rows=rows,
        at=np.arange(len(names), dtype=np.float64),
        panels=(Panel(name=name, title=title, y=y, series=tuple(series), height_px=260),),
    )


def zones_chart(seconds: Sequence[float], lang: Lang) -> Chart | None:
    """Minutes in each zone of heart rate; None: none is known."""
    minutes = np.array(seconds, dtype=np.float64) / 60.0
    if not minutes.size or float(minutes.sum()) <= 0.0:
        return None
    low, high = from_zero(minutes)
    names = [say("Zone {n}", lang, n=number) for number in range(1, minutes.size + 1)]
    share = 100.0 * minutes / float(minutes.sum())
    words = ", ".join(
        f"{name} {part:.0f}%" for name, part in zip(names, share.tolist(), strict=True)
    )
    bars = Series(
        name="zone",
        label=say("time in the zone", lang),
        kind="bars",
        colour="pulse",
        values=minutes,
    )
    title = say("Time in zones of heart rate", lang)
    return Chart(
        name="zones",
        title=title,
        text=words,
        x=name_axis([f"{name} {part:.0f}%" for name, part in zip(names, share, strict=True)]),
        rows=say("Zone", lang),
        at=np.arange(minutes.size, dtype=np.float64),
        panels=(
            Panel(
                name="zones",
                title=title,
                y=Axis(low=low, high=high, unit="min"),
                series=(bars,),
                height_px=180,
            ),
        ),
    )


def form_curve(curve: MetricCurve, points: HistoryPoints | None, lang: Lang) -> Chart:
    """What is usual at each pace with its bands, the runner's own splits, and those of a run that
    is pointed out."""
    metric = curve.metric
    words = METRICS[metric]
    low_x, high_x = _where_run(curve, points)
    inside = (curve.speed_mps >= low_x) & (curve.speed_mps <= high_x)
    series = [
        _band("band90", say("90% interval", lang), curve.low_90[inside], curve.high_90[inside]),
        _band("band50", say("50% interval", lang), curve.low_50[inside], curve.high_50[inside]),
        Series(name="expected", label=say("usual", lang), values=curve.expected[inside]),
    ]
    heights = [curve.low_90[inside], curve.high_90[inside]]
    if points is not None:
        seen = (points.speed_mps >= low_x) & (points.speed_mps <= high_x)
        heights.append(whole_unless_far(points.value[seen]))
        groups: tuple[tuple[str, str, Colour, BoolArray], ...] = (
            ("splits", say("your splits", lang), "dot", seen & ~points.this_run),
            ("this", say("this run", lang), "me", seen & points.this_run),
        )
        series += [_dots(name, label, colour, points, at) for name, label, colour, at in groups
                   if at.any()]  # fmt: skip
    low, high = padded(*heights)
    title = say("{metric}: expected by pace", lang, metric=heading(metric, lang))
    panel = Panel(
        name=metric,
        title=heading(metric, lang),
        y=Axis(low=low, high=high, unit=words.unit, digits=words.decimals),
        series=tuple(series),
        height_px=230,
    )
    x = Axis(kind="speed", low=low_x, high=high_x, label=say("Pace, faster to the right", lang))
    text = say("What is usual at each pace, with the runner's own splits.", lang)
    return Chart(
        name=f"curve-{metric}", title=title, text=text, x=x,
        at=curve.speed_mps[inside], panels=(panel,),
    )  # fmt: skip


def _where_run(curve: MetricCurve, points: HistoryPoints | None) -> tuple[float, float]:
    """The part of the curve where this runner has been."""
    speeds = [] if points is None else list(bulk(points.speed_mps))
    speeds += [
        speed for speed in (curve.trained_min_mps, curve.trained_max_mps) if speed is not None
    ]
    slowest, fastest = float(curve.speed_mps[0]), float(curve.speed_mps[-1])
    held = np.clip(speeds or [slowest, fastest], slowest, fastest)
    return max(float(held.min()) - 0.12, slowest), min(float(held.max()) + 0.12, fastest)


def _band(name: str, label: str, low: FloatArray, high: FloatArray) -> Series:
    thin = name == "band90"
    return Series(name=name, label=label, kind="band", colour="line", low=low, high=high, thin=thin)


def _dots(
    name: str, label: str, colour: Colour, points: HistoryPoints, chosen: BoolArray
) -> Series:
    order = np.argsort(points.speed_mps[chosen], kind="stable")
    return Series(
        name=name,
        label=label,
        kind="dots",
        colour=colour,
        at=points.speed_mps[chosen][order],
        values=points.value[chosen][order],
    )


def form_trend(
    trend: ResidualTrend, *, swaps: Mapping[date, str], since: date | None, lang: Lang
) -> Chart | None:
    """How far each run was from its expectation, with the band of 90 %, lasting changes and
    changes of sensor; None: fewer than two runs since a day."""
    chosen = np.array([since is None or day >= since for day in trend.days], dtype=np.bool_)
    days = [day for day, kept in zip(trend.days, chosen, strict=True) if kept]
    if len(days) < 2:
        return None
    delta, half = trend.delta_frac[chosen] * PERCENT, trend.half_width_90_frac[chosen] * PERCENT
    at = day_places(days)
    links = _trend_links(trend, chosen, len(days))
    low, high = padded(whole_unless_far(delta), half, -half, share=0.1)
    series = _trend_series(delta, half, at, this_run=trend.this_run[chosen], links=links, lang=lang)
    title = say("{metric}: deviation from expected", lang, metric=heading(trend.metric, lang))
    return Chart(
        name=f"trend-{trend.metric}",
        title=title,
        text=say(
            "{n} <n:run|runs> from {first} to {last}. The band is the 90% "
            "interval; sustained changes: {drifts}.",
            lang,
            first=days[0],
            last=days[-1],
            n=len(days),
            drifts=len(trend.drifts),
        ),
        x=day_axis(days, room_days=1.0),
        at=at,
        panels=(
            Panel(
                name=trend.metric,
                title=title,
                y=Axis(low=low, high=high, unit="%", digits=1),
                series=series,
                marks=_trend_marks(trend, swaps, days, lang),
                height_px=230,
            ),
        ),
    )


def _trend_series(
    delta: FloatArray,
    half: FloatArray,
    at: FloatArray,
    *,
    this_run: BoolArray,
    links: tuple[str, ...],
    lang: Lang,
) -> tuple[Series, ...]:
    """The band, the runs, and the run that the page is about, in percent."""
    edge = half[spread := _spread(at.size)]
    series = [
        Series(name="band90", label=say("90% interval", lang), kind="band", low=-edge, high=edge,
               at=None if edge.size == at.size else at[spread]),
        Series(name="runs", label=say(in_context("day run", "run"), lang), kind="dots",
               colour="dot", values=delta, links=links),
    ]  # fmt: skip
    if this_run.any():
        series.append(
            Series(name="this", label=say("this run", lang), kind="dots", colour="me",
                   at=at[this_run], values=delta[this_run])
        )  # fmt: skip
    return tuple(series)


def _spread(n_places: int) -> NDArray[np.intp]:
    """Places of a band, evenly spread from the first to the last: as many as a screen shows."""
    return np.linspace(0, n_places - 1, min(n_places, _BAND_PLACES_MOST)).round().astype(np.intp)


def _trend_links(trend: ResidualTrend, chosen: BoolArray, n_days: int) -> tuple[str, ...]:
    ids = [run for run, kept in zip(trend.activity_ids, chosen, strict=False) if kept]
    return tuple(map(run_address, ids)) if len(ids) == n_days <= _LINKS_MOST else ()


def _trend_marks(
    trend: ResidualTrend, swaps: Mapping[date, str], days: Sequence[date], lang: Lang
) -> tuple[Mark, ...]:
    """Zero, lasting changes and changes of sensor within the days."""
    drifts = [_drift_mark(finding, lang) for finding in trend.drifts if finding.since >= days[0]]
    sensors = [
        Mark(at=float(day_places([day])[0]), label=say("new sensor", lang), colour="grey")
        for day in swaps
        if days[0] <= day <= days[-1]
    ]
    return (Mark(at=0.0, label="", upright=False, colour="soft"), *drifts, *sensors)


def _drift_mark(finding: DriftFinding, lang: Lang) -> Mark:
    words = {
        "higher": in_context("mark on a chart", "higher"),
        "lower": in_context("mark on a chart", "lower"),
    }
    place = float(day_places([finding.since])[0])
    return Mark(at=place, label=say(words[finding.direction], lang), colour="pulse")


def compared_chart(beside: SideBySide, column: CellColumn, lang: Lang) -> Chart | None:
    """A line per run over its stretches; faster is higher; None: nothing to draw."""
    lines = [_compared_values(beside, at, column) for at in range(len(beside.runs))]
    every = np.concatenate(lines) if lines else np.empty(0)
    if np.count_nonzero(np.isfinite(every)) < 2 or beside.n_stretches < 2:
        return None
    low, high = padded(every, share=0.08)
    is_pace = column == "pace_s_per_km"
    x, at = _stretches(beside)
    title = say("Pace", lang) if is_pace else column_name(column, lang)
    series = tuple(
        Series(
            name=letter,
            label=f"{letter} {day_text(run.figures.day, lang)}",
            colour=colour,
            values=values,
        )
        for letter, run, values, colour in zip(
            ascii_uppercase, beside.runs, lines, _COLOURS, strict=False
        )
    )
    y = (
        Axis(kind="speed", low=low, high=high)
        if is_pace
        else Axis(low=low, high=high, digits=1 if column in ("vo_cm", "vr_pct") else 0)
    )
    return Chart(
        name=f"compare-{column}",
        title=title,
        text=say(
            "{column} by stretch, runs {names}",
            lang,
            column=title,
            names=", ".join(ascii_uppercase[: len(lines)]),
        ),
        x=x,
        at=at,
        panels=(Panel(name=column, title=title, y=y, series=series),),
    )


def _stretches(beside: SideBySide) -> tuple[Axis, FloatArray]:
    """The axis of the stretches, and where each of them is."""
    numbers, step_m = np.arange(beside.n_stretches, dtype=np.float64), beside.step_m
    if step_m is None:
        return name_axis([str(number) for number in range(1, beside.n_stretches + 1)]), numbers
    end_m = step_m * (beside.n_stretches + 0.5)
    return Axis(kind="distance", low=step_m * 0.5, high=end_m), (numbers + 1.0) * step_m


def _compared_values(beside: SideBySide, at: int, column: CellColumn) -> FloatArray:
    """The values of a run as they are drawn: a pace as a speed, so that faster is higher."""
    values = np.full(beside.n_stretches, np.nan)
    for place, cell in enumerate(beside.runs[at].cells):
        value = cell.value(column)
        values[place] = np.nan if value is None else value
    return METRES_PER_KM / values if column == "pace_s_per_km" else values
