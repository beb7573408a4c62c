"""The charts of one run: its seconds beside what was to be expected, and its figures over pace."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from hakaru.core.i18n import N_, Lang, say
from hakaru.core.units import PERCENT, format_duration
from hakaru.present.chart import (
    Axis,
    AxisKind,
    Chart,
    Colour,
    Look,
    Mark,
    Panel,
    Series,
    Stretch,
    axis_value,
    day_axis,
    day_places,
)
from hakaru.present.figures import distance_text, pace_text
from hakaru.present.session import role_text
from hakaru.present.svg import FloatArray, padded
from hakaru.records import frozen
from hakaru.running.metrics import METRICS, MetricName
from hakaru.running.wording import heading, value_text

if TYPE_CHECKING:
    from hakaru.flows.run_lines import Placed, Route, RunLines, StretchFigures
    from hakaru.present.charts import ThisRun
    from hakaru.running.report import HistoryPoints, MetricCurve, ResidualTrend

_NAMES: Mapping[str, str] = {
    "speed_mps": N_("Pace"),
    "heart_rate_bpm": N_("Heart rate"),
    "gct_ms": N_("Contact time"),
    "vo_cm": N_("Vertical oscillation"),
    "vr_pct": N_("Vertical ratio"),
    "cadence_spm": N_("Cadence"),
    "power_w": N_("Power"),
    "elevation_m": N_("Elevation"),
}
_UNITS: Mapping[str, tuple[str, int]] = {
    "heart_rate_bpm": ("bpm", 0),
    "gct_ms": ("ms", 0),
    "vo_cm": ("cm", 1),
    "vr_pct": ("%", 1),
    "cadence_spm": ("spm", 0),
    "power_w": ("W", 0),
    "elevation_m": ("m", 0),
}
_COLOURS: Mapping[str, Colour] = {
    "speed_mps": "line",
    "heart_rate_bpm": "pulse",
    "gct_ms": "me",
    "vo_cm": "star",
    "vr_pct": "dot",
    "cadence_spm": "green",
    "power_w": "violet",
    "elevation_m": "hill",
}
_ACROSS: Mapping[str, tuple[AxisKind, str]] = {
    "time": ("elapsed", N_("Elapsed time")),
    "moving": ("elapsed", N_("Time without standing")),
    "distance": ("distance", N_("Distance")),
}
_TALL_PX, _LOW_PX, _LOWEST_PX = 150, 120, 76
_METRIC_OF: Mapping[str, MetricName] = {
    metric.series_column: name for name, metric in METRICS.items()
}


def column_axis(column: str, low: float, high: float) -> Axis:
    """The y axis of a column of a run, from one value to another, in the unit of the column."""
    if column == "speed_mps":
        return Axis(kind="speed", low=low, high=high)
    unit, digits = _UNITS[column]
    return Axis(low=low, high=high, unit=unit, digits=digits)


def column_name(column: str, lang: Lang) -> str:
    """What a column of a run is called."""
    return say(_NAMES[column], lang)


def lines_chart(lines: RunLines, whole: RunLines, *, kind: str, source: str, lang: Lang) -> Chart:
    """Every column of a run with one cursor. `lines` are thinned, `whole` is all of it; `kind` is
    easy, tempo or reps; `source` answers with the same for a shorter stretch."""
    panels = tuple(_panel(lines, column, lang) for column in lines.columns)
    name, label = _ACROSS[lines.across]
    return Chart(
        name="run",
        title=say("The run over time", lang),
        text=_words_of_lines(lines, lang),
        x=Axis(
            kind=name,
            low=float(whole.at[0]) if whole.at.size else 0.0,
            high=float(whole.at[-1]) if whole.at.size else 1.0,
            label=say(label, lang),
        ),
        at=lines.at,
        panels=panels,
        stretches=_stretches(lines.parts, kind, lang),
        source=source,
        tools=True,
    )


def _words_of_lines(lines: RunLines, lang: Lang) -> str:
    """What the lines are, and what the band is, or why there is none."""
    words = [N_("Every line of the run by the second.")]
    if lines.low:
        words += [
            N_(
                "The shaded band is where 90% of your own splits lay at that pace, as was known "
                "before this run; what lies outside is filled."
            ),
            N_("There is no band at a pace that was not known yet."),
        ]
    elif any(column in _METRIC_OF for column in lines.columns):
        words.append(
            N_("No band shows what is usual: before this run, too little was known of this sensor.")
        )
    return ("" if lang == "ja" else " ").join(say(sentence, lang) for sentence in words)


def overview_chart(lines: RunLines, *, kind: str, lang: Lang) -> Chart:
    """Pace and heart rate in one look."""
    shown = ("speed_mps", "heart_rate_bpm")
    columns = [column for column in shown if column in lines.columns]
    panels = tuple(_panel(lines, column, lang) for column in columns or list(lines.columns)[:1])
    names = [panel.title for panel in panels]
    start, stop = (float(lines.at[0]), float(lines.at[-1])) if lines.at.size else (0.0, 1.0)
    kind_of_x, label = _ACROSS[lines.across]
    return Chart(
        name="overview",
        title=say("Pace and heart rate over time", lang),
        text=say(
            "{names} drawn over {elapsed} of elapsed time.",
            lang,
            names=("、" if lang == "ja" else ", ").join(names),
            elapsed=format_duration(stop),
        ),
        x=Axis(kind=kind_of_x, low=start, high=stop, label=say(label, lang)),
        at=lines.at,
        panels=panels,
        stretches=_stretches(lines.parts, kind, lang),
    )


def _panel(lines: RunLines, column: str, lang: Lang) -> Panel:
    title, metric = column_name(column, lang), _METRIC_OF.get(column)
    values = lines.columns[column]
    series: list[Series] = []
    if metric is not None and metric in lines.low:
        series.append(
            Series(
                name="expected",
                label=say("90% at this pace", lang),
                kind="band",
                low=lines.low[metric],
                high=lines.high[metric],
            )
        )
    series.append(
        Series(
            name=column,
            label=title,
            kind="area" if column == "elevation_m" else "line",
            colour=_COLOURS[column],
            values=values,
            departs_from="expected" if series else "",
        )
    )
    heights = {"speed_mps": _TALL_PX, "elevation_m": _LOWEST_PX}
    return Panel(
        name=column,
        title=title,
        y=column_axis(column, *lines.domains[column]),
        series=tuple(series),
        marks=_zone_marks(lines) if column == "heart_rate_bpm" else (),
        height_px=heights.get(column, _LOW_PX),
    )


def _zone_marks(lines: RunLines) -> tuple[Mark, ...]:
    if lines.zones is None:
        return ()
    low, high = lines.domains["heart_rate_bpm"]
    return tuple(
        Mark(at=low_bpm, label=f"Z{number}", upright=False, colour="pulse")
        for number, low_bpm in enumerate(lines.zones.low_bpm, start=1)
        if low <= low_bpm <= high
    )


def _stretches(parts: tuple[Placed, ...], kind: str, lang: Lang) -> tuple[Stretch, ...]:
    """Work and recovery of repetitions with their numbers, or the main part of a tempo run."""
    stretches = []
    for part in parts:
        role, number = part.segment.role, part.segment.rep_index
        look: Look | None = None
        if kind == "reps" and role in ("work", "recovery"):
            look = "work" if role == "work" else "recovery"
        elif kind == "tempo" and role in ("main", "work"):
            look = "work"
        if look is None:
            continue
        label = role_text(role, lang) if number is None else f"W{number}"
        stretches.append(
            Stretch(
                start=part.start,
                stop=part.stop,
                look=look,
                label="" if role == "recovery" else label,
            )
        )
    return tuple(stretches)


@frozen
class FigureRow:
    """One line of the figures of a stretch, as finished strings."""

    name: str
    mean: str
    low: str
    high: str


@frozen
class StretchTable:
    """What a stretch came to: `facts` are time, distance and pace; then a row per column."""

    facts: tuple[tuple[str, str], ...]
    rows: tuple[FigureRow, ...]


def stretch_table(figures: StretchFigures, lang: Lang) -> StretchTable:
    """The figures of a stretch in words."""
    moving_s = figures.moving_s
    stood = figures.elapsed_s - moving_s >= 1.0
    facts = [
        (say("Time", lang), format_duration(figures.elapsed_s)),
        *([(say("Without standing", lang), format_duration(moving_s))] if stood else []),
        (say("Distance", lang), distance_text(figures.distance_m, lang)),
    ]
    if figures.speed_mps is not None:
        label = say(N_("Pace without standing") if stood else N_("Pace"), lang)
        facts.append((label, pace_text(figures.speed_mps, lang)))
    rows = []
    for figure in figures.figures:
        axis = column_axis(figure.column, 0.0, 1.0)
        values = (figure.mean, figure.low, figure.high)
        mean, low, high = (axis_value(axis, value, lang) for value in values)
        rows.append(FigureRow(name=column_name(figure.column, lang), mean=mean, low=low, high=high))
    return StretchTable(facts=tuple(facts), rows=tuple(rows))


def pace_chart(
    curve: MetricCurve, points: HistoryPoints | None, *, this_run: ThisRun | None, lang: Lang
) -> Chart:
    """What is expected at each pace, the runner's own splits, and where this run stands."""
    metric = METRICS[curve.metric]
    title = heading(curve.metric, lang)
    speeds = [curve.speed_mps]
    values = [curve.low_90, curve.high_90]
    series = _curve_series(curve, lang)
    if points is not None:
        series += _split_dots(points, lang)
        values.append(np.array([np.nanquantile(points.value, q) for q in (0.005, 0.995)]))
    if this_run is not None:
        series.append(
            Series(
                name="this",
                label=say("this run", lang),
                kind="dots",
                colour="me",
                at=np.array([this_run.speed_mps]),
                values=np.array([this_run.actual]),
            )
        )
        speeds.append(np.array([this_run.speed_mps]))
        values.append(np.array([this_run.actual]))
    low, high = padded(*speeds, share=0.0)
    y_low, y_high = padded(*values)
    return Chart(
        name=f"curve-{curve.metric}",
        title=say("{metric}: expected by pace", lang, metric=title),
        text=_stand(curve.metric, this_run, lang),
        x=Axis(kind="speed", low=low, high=high, label=say("Pace", lang)),
        at=curve.speed_mps,
        panels=(
            Panel(
                name=curve.metric,
                title=title,
                y=Axis(low=y_low, high=y_high, unit=metric.unit, digits=metric.decimals),
                series=tuple(series),
            ),
        ),
    )


def _curve_series(curve: MetricCurve, lang: Lang) -> list[Series]:
    low, high = curve.low_90, curve.high_90
    return [
        Series(name="90", label="90%", kind="band", low=low, high=high, thin=True),
        Series(name="50", label="50%", kind="band", low=curve.low_50, high=curve.high_50),
        Series(name="expected", label=say("expected", lang), values=curve.expected),
    ]


def _stand(metric: MetricName, this_run: ThisRun | None, lang: Lang) -> str:
    """Where this run stands, in a sentence; '' where nothing was expected of it."""
    if this_run is None or this_run.expected is None:
        return ""
    return say(
        "At {pace} the expectation is {expected}, this run showed {actual}.",
        lang,
        pace=pace_text(this_run.speed_mps, lang),
        expected=value_text(metric, this_run.expected),
        actual=value_text(metric, this_run.actual),
    )


def _split_dots(points: HistoryPoints, lang: Lang) -> list[Series]:
    """Earlier splits, then those of this run."""
    groups = (
        ("earlier", say("earlier splits", lang), ~points.this_run, "dot"),
        ("own", say("splits of this run", lang), points.this_run, "star"),
    )
    dots = []
    for name, label, chosen, colour in groups:
        if not chosen.any():
            continue
        order = np.argsort(points.speed_mps[chosen], kind="stable")
        dots.append(
            Series(
                name=name,
                label=label,
                kind="dots",
                colour="dot" if colour == "dot" else "star",
                at=points.speed_mps[chosen][order],
                values=points.value[chosen][order],
                thin=name == "earlier",
            )
        )
    return dots


def deviation_chart(trend: ResidualTrend, *, lang: Lang) -> Chart:
    """How far each run lay from its expectation over the months, with the personal band."""
    title = heading(trend.metric, lang)
    delta_pct, half_pct = trend.delta_frac * PERCENT, trend.half_width_90_frac * PERCENT
    at, own = day_places(trend.days), trend.this_run
    far_pct = float(np.quantile(np.abs(delta_pct), 0.99))
    reach = max(5.0, far_pct, float(np.nanmax(half_pct)))
    if own.any():
        reach = max(reach, float(np.abs(delta_pct[own]).max()))
    series = (
        Series(name="band", label="90%", kind="band", low=-half_pct, high=half_pct),
        _runs("others", say("other runs", lang), at, delta_pct, ~own, colour="dot"),
        _runs("this", say("this run", lang), at, delta_pct, own, colour="me"),
    )
    return Chart(
        name=f"trend-{trend.metric}",
        title=say("{metric}: deviation from expected", lang, metric=title),
        text=say("{n} <n:run|runs>.", lang, n=len(trend.days)),
        x=day_axis(trend.days),
        at=at,
        panels=(
            Panel(
                name=trend.metric,
                title=say("{metric}: deviation from expected", lang, metric=title),
                y=Axis(low=-1.1 * reach, high=1.1 * reach, unit="%", digits=1),
                series=tuple(one for one in series if one.kind == "band" or one.values.size),
                marks=(Mark(at=0.0, label="", upright=False, colour="line"),),
            ),
        ),
    )


def _runs(
    name: str,
    label: str,
    at: FloatArray,
    values: FloatArray,
    chosen: np.ndarray[tuple[int], np.dtype[np.bool_]],
    *,
    colour: Colour,
) -> Series:
    return Series(
        name=name,
        label=label,
        kind="dots",
        colour=colour,
        at=at[chosen],
        values=values[chosen],
        thin=name == "others",
    )


_COORDINATE_DIGITS = 6
_FURTHEST = 2.0
"""Beyond twice the half-width the colour says no more."""


def route_json(route: Route | None, lines: RunLines) -> str:
    """The way of a run for `static/run.js`: places with what colours them, and where it is not
    joined (`gap`: places that do not continue the one before). None: it is not to be drawn."""
    if route is None or route.at.size < 2:
        return json.dumps({"at": [], "latitude": [], "longitude": [], "gap": [], "colours": []})
    colours = []
    for name, values in (
        ("speed_mps", route.speed_mps),
        ("heart_rate_bpm", route.heart_rate_bpm),
        ("departure", route.departure_z),
    ):
        if not np.isfinite(values).any():
            continue
        low, high = lines.domains.get(name, (-_FURTHEST, _FURTHEST))
        colours.append({"name": name, "low": low, "high": high, "values": _plain(values, digits=3)})
    steps = np.diff(route.at)
    gaps = np.flatnonzero(steps > 8.0 * max(float(np.median(steps)), 1.0)) + 1
    content = {
        "at": _plain(route.at, digits=1),
        "latitude": _plain(route.latitude_deg, digits=_COORDINATE_DIGITS),
        "longitude": _plain(route.longitude_deg, digits=_COORDINATE_DIGITS),
        "gap": gaps.tolist(),
        "colours": colours,
    }
    return json.dumps(content, separators=(",", ":"))


def _plain(values: FloatArray, *, digits: int) -> list[float | None]:
    return [round(value, digits) if np.isfinite(value) else None for value in values.tolist()]
