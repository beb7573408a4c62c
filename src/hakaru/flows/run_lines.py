"""The seconds of a run as lines, each beside what the runner would usually show at that pace."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Literal

import numpy as np

from hakaru.core.errors import BadArgument, NotAnalysed
from hakaru.core.i18n import message
from hakaru.flows.baselines import metric_curve
from hakaru.flows.context import Context
from hakaru.flows.one_run import analysis_of, anatomy_of, recording_of, usual_before
from hakaru.present.svg import column_domain, running_only
from hakaru.records import frozen
from hakaru.running.activity import FloatArray, Recording, SeriesColumn
from hakaru.running.athlete.known import heart_rate_zones
from hakaru.running.athlete.model import HeartRateZones
from hakaru.running.baseline.model import MetricBaseline
from hakaru.running.baseline.predict import SPEED_MARGIN_FRAC
from hakaru.running.metrics import METRICS, MetricName
from hakaru.running.session.model import SegmentFigures, TrainingType
from hakaru.running.splits import STANDING_MPS
from hakaru.running.validity import SPEED_MAX_MPS, BoolArray, within_window
from hakaru.stats.series import group_means, min_max, rolling_mean
from hakaru.store.activities import resolve_activity
from hakaru.store.recordings import read_series

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

Across = Literal["time", "moving", "distance"]
"""What the x axis counts: elapsed seconds, seconds that were not stood, or metres."""
SMOOTHS_S: tuple[int, ...] = (0, 5, 15, 60)
"""Over how many seconds lines are evened out; 0: as recorded."""
SHOWN_SERIES: tuple[SeriesColumn, ...] = (
    "speed_mps",
    "heart_rate_bpm",
    "gct_ms",
    "vo_cm",
    "vr_pct",
    "cadence_spm",
    "power_w",
    "elevation_m",
)
POINTS_MOST = 4_000
_PAUSE_S = 10.0
"""Samples further apart than this lie on both sides of a pause."""
_GAP_STEPS = 6.0


@frozen
class Placed:
    """A part of a session on the x axis."""

    segment: SegmentFigures
    start: float
    stop: float


@frozen
class Samples:
    """A run as it was recorded: arrays of one shape, a row per sample, NaN where nothing valid was
    measured. `moved_s` is the time from the sample before that was neither stood nor paused;
    `lasted_s` leaves out pauses alone. Form columns hold what was run, the speed what was moved."""

    at: FloatArray
    elapsed_s: FloatArray
    distance_m: FloatArray
    moved_s: FloatArray
    lasted_s: FloatArray
    columns: Mapping[str, FloatArray]


@frozen
class RunLines:
    """A run second by second: arrays of one shape, `at` rising in the unit of `across`.

    A column nobody recorded is left out; form columns hold what was run. `low` and `high` are the
    90 % of the runner's own splits at the pace of each second, as was known before the run: NaN at
    paces that had not been learned, absent for a metric of which nothing personal was known.
    `domains` say where the axes begin and end, `samples` what the lines were drawn from.
    `training_type` None, `parts` empty: nobody has
    looked at the run as a session. `zones` None: no bounds are known.
    """

    activity_id: int
    across: Across
    smooth_s: int
    at: FloatArray
    elapsed_s: FloatArray
    distance_m: FloatArray
    columns: Mapping[str, FloatArray]
    low: Mapping[MetricName, FloatArray]
    high: Mapping[MetricName, FloatArray]
    domains: Mapping[str, tuple[float, float]]
    samples: Samples
    training_type: TrainingType | None = None
    parts: tuple[Placed, ...] = ()
    zones: HeartRateZones | None = None

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to draw."""
        return self.at.size < 2 or not self.columns


@frozen
class Figure:
    """One column over a stretch, in its unit."""

    column: str
    mean: float
    low: float
    high: float


@frozen
class StretchFigures:
    """What a stretch of a run came to. `moving_s` leaves out standing; `speed_mps` is distance over
    that, None where nothing moved. Means are over time, of pace distance over `moving_s`."""

    elapsed_s: float
    moving_s: float
    distance_m: float
    speed_mps: float | None
    figures: tuple[Figure, ...] = field(default=())


def view_lines(context: Context, activity: str, *, across: Across, smooth_s: int) -> RunLines:
    """The seconds of a run, evened out over `smooth_s` (one of `SMOOTHS_S`).

    Raises:
        UnknownActivity, AmbiguousActivity: the reference does not name one run.
        BadArgument: no such smoothing.
    """
    if smooth_s not in SMOOTHS_S:
        listed = ", ".join(map(str, SMOOTHS_S))
        raise BadArgument("smooth", smooth_s, message("one of {names}", names=listed))
    with context.store.read() as con:
        activity_id = resolve_activity(con, activity)
        recording = recording_of(context, con, activity_id)
        curves = _curves(recording, usual_before(context, con, recording))
        training_type, parts, zones = _session(context, con, recording)
    return run_lines(
        recording,
        curves,
        across=across,
        smooth_s=smooth_s,
        training_type=training_type,
        parts=parts,
        zones=zones,
    )


_Curves = Mapping[MetricName, tuple[FloatArray, FloatArray, FloatArray]]
"""Speeds, and the ends of the 90 % interval there; NaN beyond the speeds that were learned."""


def _curves(recording: Recording, known: Mapping[MetricName, MetricBaseline]) -> _Curves:
    speed_mps = recording.series.get("speed_mps")
    if speed_mps is None:
        return {}
    curves = {}
    for metric, baseline in known.items():
        if baseline.basis == "population":
            continue
        curve = metric_curve(baseline, speed_mps)
        margin_mps = SPEED_MARGIN_FRAC * baseline.speed_center_mps
        learned = curve.speed_mps >= baseline.speed_min_mps - margin_mps
        learned &= curve.speed_mps <= baseline.speed_max_mps + margin_mps
        low, high = (np.where(learned, end, np.nan) for end in (curve.low_90, curve.high_90))
        curves[metric] = (curve.speed_mps, low, high)
    return curves


def _session(
    context: Context, con: DuckDBPyConnection, recording: Recording
) -> tuple[TrainingType | None, tuple[SegmentFigures, ...], HeartRateZones | None]:
    try:
        analysis = analysis_of(context, con, recording.activity_id)
    except NotAnalysed:
        return None, (), None
    zones = heart_rate_zones(
        analysis.athlete,
        recording.heart_rate_zones,
        shares_frac=context.settings.sessions.heart_rate_zones_frac,
    )
    figures = anatomy_of(context, con, analysis.summary).figures
    return analysis.verdict.training_type, figures, zones


def run_lines(
    recording: Recording,
    curves: _Curves,
    *,
    across: Across = "time",
    smooth_s: int = 0,
    training_type: TrainingType | None = None,
    parts: tuple[SegmentFigures, ...] = (),
    zones: HeartRateZones | None = None,
) -> RunLines:
    """The same of a recording that is at hand."""
    series = recording.series
    elapsed_s = series.get("elapsed_s", np.empty(0))
    step_s = np.diff(elapsed_s, prepend=elapsed_s[:1])
    moving = _moved(series, step_s)
    distance_m = _distance(series, np.where(moving, step_s, 0.0))
    places = {
        "time": elapsed_s,
        "moving": np.cumsum(np.where(moving, step_s, 0.0)),
        "distance": distance_m,
    }[across]
    width = _width(smooth_s, step_s)
    columns: dict[str, FloatArray] = {
        str(name): rolling_mean(running_only(series, name), width) if width > 1 else series[name]
        for name in SHOWN_SERIES
        if name in series and np.isfinite(series[name]).any()
    }
    keep = _rising(places)
    bands = {
        metric: _at_speeds(curve, columns["speed_mps"])
        for metric, curve in curves.items()
        if METRICS[metric].series_column in columns and "speed_mps" in columns
    }
    return RunLines(
        activity_id=recording.activity_id,
        across=across,
        smooth_s=smooth_s,
        at=places[keep],
        elapsed_s=elapsed_s[keep],
        distance_m=distance_m[keep],
        columns={name: column[keep] for name, column in columns.items()},
        low={metric: low[keep] for metric, (low, _) in bands.items()},
        high={metric: high[keep] for metric, (_, high) in bands.items()},
        domains=_domains(columns, bands),
        samples=_samples(series, places, distance_m, moving, step_s),
        training_type=training_type,
        parts=_placed(parts, elapsed_s, places),
        zones=zones,
    )


def _samples(
    series: Mapping[str, FloatArray],
    places: FloatArray,
    distance_m: FloatArray,
    moving: BoolArray,
    step_s: FloatArray,
) -> Samples:
    return Samples(
        at=places,
        elapsed_s=series.get("elapsed_s", np.empty(0)),
        distance_m=distance_m,
        moved_s=np.where(moving, step_s, 0.0),
        lasted_s=np.where(step_s <= _PAUSE_S, step_s, 0.0),
        columns={
            str(name): _valid(series, name, moving)
            for name in SHOWN_SERIES
            if name in series and np.isfinite(series[name]).any()
        },
    )


def _valid(series: Mapping[str, FloatArray], column: str, moving: BoolArray) -> FloatArray:
    """A column without what cannot be; the speed without standing."""
    values = running_only(series, column)
    valid = within_window(values, column)
    if column == "speed_mps":
        valid = moving & (values > 0.0) & (values <= SPEED_MAX_MPS)
    return np.where(valid, values, np.nan)


def _at_speeds(
    curve: tuple[FloatArray, FloatArray, FloatArray], speed_mps: FloatArray
) -> tuple[FloatArray, FloatArray]:
    low, high = (
        np.interp(speed_mps, curve[0], end, left=np.nan, right=np.nan) for end in curve[1:]
    )
    return low, high


def _domains(
    columns: Mapping[str, FloatArray], bands: Mapping[MetricName, tuple[FloatArray, FloatArray]]
) -> Mapping[str, tuple[float, float]]:
    """Of each column, with room for what was to be expected of it."""
    domains = {name: column_domain(columns, name) for name in columns}
    for metric, ends in bands.items():
        known = np.concatenate(ends)
        if np.isfinite(known).any():
            name = METRICS[metric].series_column
            low, high = (float(end) for end in np.nanquantile(known, (0.02, 0.98)))
            domains[name] = (min(domains[name][0], low), max(domains[name][1], high))
    return domains


def _moved(series: Mapping[str, FloatArray], step_s: FloatArray) -> BoolArray:
    """Whether the second that ends with a sample was moved: neither stood nor paused."""
    speed_mps = series.get("speed_mps")
    moved = step_s <= _PAUSE_S
    return moved if speed_mps is None else moved & ~(speed_mps < STANDING_MPS)


def _distance(series: Mapping[str, FloatArray], moving_s: FloatArray) -> FloatArray:
    """Metres from the start; what was recorded, else speed over time."""
    recorded = series.get("distance_m")
    if recorded is not None and np.isfinite(recorded).any():
        return np.fmax.accumulate(np.where(np.isfinite(recorded), recorded, 0.0))
    speed_mps = series.get("speed_mps")
    if speed_mps is None:
        return np.zeros(moving_s.shape)
    return np.cumsum(np.where(np.isfinite(speed_mps), speed_mps, 0.0) * moving_s)


def _width(smooth_s: int, step_s: FloatArray) -> int:
    """How many samples that is."""
    steps = step_s[1:]
    usual_s = float(np.median(steps)) if steps.size else 1.0
    return max(1, round(smooth_s / max(usual_s, 0.1)))


def _rising(places: FloatArray) -> BoolArray:
    """The samples that lie beyond every earlier one: standing takes no room."""
    before = np.concatenate([[-np.inf], np.maximum.accumulate(places)[:-1]])
    rising: BoolArray = places > before
    return rising


def _placed(
    parts: tuple[SegmentFigures, ...], elapsed_s: FloatArray, places: FloatArray
) -> tuple[Placed, ...]:
    if elapsed_s.size == 0:
        return ()
    return tuple(
        Placed(
            segment=part,
            start=float(np.interp(part.start_elapsed_s, elapsed_s, places)),
            stop=float(np.interp(part.end_elapsed_s, elapsed_s, places)),
        )
        for part in parts
    )


def thinned(lines: RunLines, *, start: float | None, stop: float | None, points: int) -> RunLines:
    """The stretch [start, stop] of the x axis (None: from the first, to the last) in at most so
    many points; of lines that are not evened out the extremes are kept.

    Raises:
        BadArgument: too few or too many points.
    """
    if not 2 <= points <= POINTS_MOST:
        expected = message("a whole number from 2 to {high}", high=POINTS_MOST)
        raise BadArgument("points", points, expected)
    inside = _inside(lines.at, start, stop)
    every = {
        **lines.columns,
        **{f"low {metric}": ends for metric, ends in lines.low.items()},
        **{f"high {metric}": ends for metric, ends in lines.high.items()},
        "elapsed": lines.elapsed_s,
        "distance": lines.distance_m,
    }
    chosen = {name: column[inside] for name, column in every.items()}
    if lines.smooth_s:
        thin = group_means({**chosen, "at": lines.at[inside]}, points)
        at = thin["at"]
    else:
        at, thin = min_max(lines.at[inside], chosen, n_max=points)
    at, thin = _broken(at, thin)
    return RunLines(
        activity_id=lines.activity_id,
        across=lines.across,
        smooth_s=lines.smooth_s,
        at=at,
        elapsed_s=thin["elapsed"],
        distance_m=thin["distance"],
        columns={name: thin[name] for name in lines.columns},
        low={metric: thin[f"low {metric}"] for metric in lines.low},
        high={metric: thin[f"high {metric}"] for metric in lines.high},
        domains=lines.domains,
        samples=lines.samples,
        training_type=lines.training_type,
        parts=lines.parts,
        zones=lines.zones,
    )


def _inside(at: FloatArray, start: float | None, stop: float | None) -> BoolArray:
    inside = np.ones(at.shape, dtype=np.bool_)
    if start is not None:
        inside &= at >= start
    if stop is not None:
        inside &= at <= stop
    return inside


def _broken(
    at: FloatArray, columns: Mapping[str, FloatArray]
) -> tuple[FloatArray, Mapping[str, FloatArray]]:
    """With a row of nothing in each pause, so that no line is drawn across."""
    steps = np.diff(at)
    if steps.size == 0:
        return at, columns
    gaps = np.flatnonzero(steps > max(_GAP_STEPS * float(np.quantile(steps, 0.75)), _PAUSE_S)) + 1
    middles = (at[gaps - 1] + at[gaps]) / 2 if gaps.size else np.empty(0)
    broken = {name: np.insert(column, gaps, np.nan) for name, column in columns.items()}
    return np.insert(at, gaps, middles), broken


def stretch_figures(
    lines: RunLines, *, start: float | None = None, stop: float | None = None
) -> StretchFigures | None:
    """What a stretch came to, by what was recorded, however the lines are evened out; None: there
    is nothing in it."""
    samples = lines.samples
    inside = _inside(samples.at, start, stop)
    if np.count_nonzero(inside) < 2:
        return None
    elapsed_s, distance_m = samples.elapsed_s[inside], samples.distance_m[inside]
    moving_s = float(samples.moved_s[inside][1:].sum())
    covered_m = float(distance_m[-1] - distance_m[0])
    speed_mps = covered_m / moving_s if moving_s > 0 and covered_m > 0 else None
    lasted_s = samples.lasted_s[inside]
    lasted_s[0] = 0.0
    return StretchFigures(
        elapsed_s=float(elapsed_s[-1] - elapsed_s[0]),
        moving_s=moving_s,
        distance_m=covered_m,
        speed_mps=speed_mps,
        figures=tuple(
            Figure(
                column=name,
                mean=speed_mps if name == "speed_mps" and speed_mps else _mean(values, lasted_s),
                low=float(np.nanmin(values)),
                high=float(np.nanmax(values)),
            )
            for name, column in samples.columns.items()
            if np.isfinite(values := column[inside]).any()
        ),
    )


def _mean(values: FloatArray, lasted_s: FloatArray) -> float:
    """Over the time of what is known, at least one; each as much where that is no time at all."""
    known = np.isfinite(values)
    weight_s = lasted_s[known]
    return float(np.average(values[known], weights=weight_s if weight_s.any() else None))


ROUTE_POINTS = 1_200


@frozen
class Route:
    """Where a run went: arrays of one shape, thinned, without places that are not known.

    `at` are places of the x axis of the lines. `departure_z` is how far contact time lay from the
    middle of what was expected, in half-widths of the 90 % band (-1 and 1 are its ends); NaN
    where nothing was expected.
    """

    at: FloatArray
    latitude_deg: FloatArray
    longitude_deg: FloatArray
    speed_mps: FloatArray
    heart_rate_bpm: FloatArray
    departure_z: FloatArray


def view_route(context: Context, lines: RunLines) -> Route:
    """The way of a run whose lines are at hand; empty without GPS."""
    with context.store.read() as con:
        series = read_series(
            con, lines.activity_id, columns=("elapsed_s", "latitude_deg", "longitude_deg")
        )
    located = np.isfinite(series["latitude_deg"]) & np.isfinite(series["longitude_deg"])
    located &= (series["latitude_deg"] != 0.0) | (series["longitude_deg"] != 0.0)
    elapsed_s = series["elapsed_s"][located]
    thin = thinned(lines, start=None, stop=None, points=ROUTE_POINTS)
    known = np.isfinite(thin.elapsed_s)
    if elapsed_s.size:
        known &= (thin.elapsed_s >= elapsed_s[0]) & (thin.elapsed_s <= elapsed_s[-1])
    nothing = np.full(thin.at.shape, np.nan)
    low, high = thin.low.get("gct", nothing), thin.high.get("gct", nothing)
    gct_ms = thin.columns.get("gct_ms", nothing)
    chosen = known if elapsed_s.size > 1 else np.zeros(known.shape, dtype=np.bool_)
    return Route(
        at=thin.at[chosen],
        latitude_deg=np.interp(thin.elapsed_s[chosen], elapsed_s, series["latitude_deg"][located])
        if chosen.any()
        else np.empty(0),
        longitude_deg=np.interp(thin.elapsed_s[chosen], elapsed_s, series["longitude_deg"][located])
        if chosen.any()
        else np.empty(0),
        speed_mps=thin.columns.get("speed_mps", nothing)[chosen],
        heart_rate_bpm=thin.columns.get("heart_rate_bpm", nothing)[chosen],
        departure_z=((gct_ms - (low + high) / 2) / ((high - low) / 2))[chosen],
    )
