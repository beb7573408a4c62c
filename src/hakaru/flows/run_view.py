"""What does somebody see who opens one run: its verdict, and its seconds as lines?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from hakaru.core.errors import BadArgument, NotAnalysed
from hakaru.flows.context import Context
from hakaru.flows.past import Past
from hakaru.flows.report import gather, gather_form
from hakaru.render.plot import pace_domain
from hakaru.running.activity import FloatArray, SeriesColumn
from hakaru.running.report import RunReport
from hakaru.running.session.analyse import SessionAnalysis
from hakaru.stats.series import min_max
from hakaru.store.activities import resolve_activity
from hakaru.store.recordings import read_series
from hakaru.store.sessions import read_session

SHOWN_SERIES: tuple[SeriesColumn, ...] = (
    "speed_mps",
    "heart_rate_bpm",
    "gct_ms",
    "vo_cm",
    "vr_pct",
    "power_w",
    "cadence_spm",
    "elevation_m",
)
POINTS_MOST = 4_000


@dataclass(frozen=True, kw_only=True)
class RunView:
    """A run's form, and what it was as a session (None: nobody has looked at it as one)."""

    report: RunReport
    analysis: SessionAnalysis | None


@dataclass(frozen=True, kw_only=True)
class SeriesView:
    """A stretch of a run in at most so many points, its extremes kept: arrays of one shape.

    A column nobody recorded is left out. `n_samples` were recorded in the stretch.
    `pace_domain_mps` is where an axis of pace begins and ends; None: no speed was recorded.
    """

    activity_id: int
    start_s: float
    end_s: float
    n_samples: int
    elapsed_s: FloatArray
    columns: Mapping[str, FloatArray]
    pace_domain_mps: tuple[float, float] | None = None


def view_run(context: Context, activity: str) -> RunView:
    """A run's verdict and its kind, without what takes longer to find out.

    Raises:
        UnknownActivity, AmbiguousActivity: the reference does not name one run.
    """
    with context.store.read() as con:
        activity_id = resolve_activity(con, activity)
        report = gather_form(con, activity_id, context=context)
        try:
            analysis = read_session(con, activity_id)
        except NotAnalysed:
            analysis = None
        return RunView(report=report, analysis=analysis)


def whole_run(context: Context, activity: str, *, past: Past | None = None) -> RunReport:
    """Everything a report on the run shows; `past` None: read anew. Raises as `view_run`."""
    with context.store.read() as con:
        return gather(con, resolve_activity(con, activity), context=context, past=past)


def view_series(
    context: Context, activity: str, *, start_s: float | None, end_s: float | None, points: int
) -> SeriesView:
    """The seconds [start_s, end_s) of a run (None: from the first, to the last).

    Raises:
        UnknownActivity, AmbiguousActivity: the reference does not name one run.
        BadArgument: too few or too many points.
    """
    if not 2 <= points <= POINTS_MOST:
        raise BadArgument("points", points, f"a whole number from 2 to {POINTS_MOST}")
    with context.store.read() as con:
        activity_id = resolve_activity(con, activity)
        series = read_series(con, activity_id, columns=("elapsed_s", *SHOWN_SERIES))
    elapsed_s = series["elapsed_s"]
    inside = np.ones(elapsed_s.shape, dtype=np.bool_)
    if start_s is not None:
        inside &= elapsed_s >= start_s
    if end_s is not None:
        inside &= elapsed_s < end_s
    shown_series: dict[str, FloatArray] = {
        name: series[name][inside] for name in SHOWN_SERIES if np.isfinite(series[name]).any()
    }
    times_s, columns = min_max(elapsed_s[inside], shown_series, n_max=points)
    speed_mps = shown_series.get("speed_mps")
    return SeriesView(
        activity_id=activity_id,
        start_s=float(elapsed_s[0]) if elapsed_s.size else 0.0,
        end_s=float(elapsed_s[-1]) if elapsed_s.size else 0.0,
        n_samples=int(np.count_nonzero(inside)),
        elapsed_s=times_s,
        columns={name: columns[name] for name in shown_series},
        pace_domain_mps=None if speed_mps is None else pace_domain(speed_mps),
    )


def view_track(context: Context, activity: str) -> tuple[FloatArray, FloatArray]:
    """Latitude and longitude of a run, in degrees, shape (n,) each; n = 0 without any."""
    with context.store.read() as con:
        activity_id = resolve_activity(con, activity)
        series = read_series(con, activity_id, columns=("latitude_deg", "longitude_deg"))
    located = np.isfinite(series["latitude_deg"]) & np.isfinite(series["longitude_deg"])
    return series["latitude_deg"][located], series["longitude_deg"][located]
