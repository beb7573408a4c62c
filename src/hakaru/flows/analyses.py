"""Worked analyses: columns of runs in, figures and a picture out, also of a runner's own runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from hakaru.core.errors import BadArgument, NotRecorded, SourceError, StoreDamaged, UnknownActivity
from hakaru.core.i18n import message
from hakaru.core.names import reason_of
from hakaru.core.units import PERCENT, SECONDS_PER_MINUTE
from hakaru.flows.athlete import get_athlete
from hakaru.flows.context import Context
from hakaru.flows.drift import check_window
from hakaru.flows.ingest import IngestResult, ingest
from hakaru.present.analysis_charts import aligned_chart, around_chart, seconds_chart
from hakaru.present.svg import Svg, standalone
from hakaru.records import frozen
from hakaru.running.analyses import (
    COMPANIONS,
    AlignedRun,
    AlignedRuns,
    Moment,
    PaceChange,
    RunSeries,
    Stretch,
    StretchSeconds,
    Surroundings,
    align,
    look_around,
    look_at_seconds,
)
from hakaru.running.metrics import METRICS
from hakaru.sources.simulated.season import SeasonSettings, simulate_season
from hakaru.sources.simulated.session import Step, with_step
from hakaru.store.activities import resolve_activity
from hakaru.store.file_access import PersonOutput
from hakaru.store.recordings import read_series
from hakaru.store.sessions import EVERY_RUN, anomalies_of, judged_runs

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


_MOST_SIDE_BY_SIDE = 5
_LONG_ENOUGH_S = 600.0


@frozen
class RunToShow:
    """A run with samples. `duration_s`: from its first to its last sample."""

    activity_id: int
    day: date
    duration_s: float

    @property
    def stretch(self) -> str:
        """The second five minutes of it, or all of a shorter run."""
        return "5:00-10:00" if self.duration_s >= _LONG_ENOUGH_S else f"0-{self.duration_s:.0f}"


@frozen
class RunsToShow:
    """Newest first. `judged_id` None: no run has a verdict; `step` None: no step of form was found,
    else the run of the newest one and its number."""

    runs: tuple[RunToShow, ...]
    judged_id: int | None
    step: tuple[int, int] | None


def runs_to_show(context: Context) -> RunsToShow:
    """The newest runs with samples, the newest verdict, and the newest step of form.

    Raises:
        UnknownActivity: no run with samples is stored.
    """
    with context.store.read() as con:
        rows = con.execute(
            "SELECT a.activity_id, a.activity_date, max(t.elapsed_s) FROM activities a "
            "JOIN time_series_metrics t USING (activity_id) WHERE t.speed_mps IS NOT NULL "
            "GROUP BY a.activity_id, a.activity_date, a.started_at "
            "ORDER BY a.started_at DESC LIMIT ?",
            [_MOST_SIDE_BY_SIDE],
        ).fetchall()
        judged = con.execute(
            "SELECT activity_id FROM form_evaluations JOIN activities USING (activity_id) "
            "ORDER BY started_at DESC LIMIT 1"
        ).fetchone()
        looked_at = [row[0] for row in judged_runs(con, since=None, limit=EVERY_RUN)]
        steps = anomalies_of(con, looked_at)
    if not rows:
        raise UnknownActivity("latest", empty=True)
    newest = next((run for run in looked_at if steps[run]), None)
    return RunsToShow(
        runs=tuple(RunToShow(activity_id=row[0], day=row[1], duration_s=row[2]) for row in rows),
        judged_id=None if judged is None else judged[0],
        step=None if newest is None else (newest, 1),
    )


def one_run(context: Context, activity: str | int, *, columns: Sequence[str]) -> RunSeries:
    """Columns of the run an id or a local day names; those that were not recorded are left out.

    Raises:
        UnknownActivity, AmbiguousActivity: the reference does not name one run.
        NotRecorded: the run was stored without samples.
    """
    with context.store.read() as con:
        return read_run(con, resolve_activity(con, activity), columns=columns)


def read_run(con: DuckDBPyConnection, activity_id: int, *, columns: Sequence[str]) -> RunSeries:
    """The same, by our own id."""
    series = read_series(con, activity_id, columns=columns)
    if len(series["elapsed_s"]) < 2:
        raise NotRecorded(activity_id, message("a run with samples"), name="activity")
    ((day,),) = con.execute(
        "SELECT activity_date FROM activities WHERE activity_id = ?", [activity_id]
    ).fetchall()
    return RunSeries(
        activity_id=activity_id,
        day=day,
        series={name: values for name, values in series.items() if np.isfinite(values).any()},
    )


COLUMNS = ("elapsed_s", "distance_m", "speed_mps", "cadence_spm")
"""What has to be exported for it besides the column compared."""
COMPARED = (
    "heart_rate_bpm",
    "speed_mps",
    "cadence_spm",
    "power_w",
    "gct_ms",
    "vo_cm",
    "vr_pct",
)
MOST_RUNS = 10


@frozen
class ComparisonResult:
    """Runs on one axis in figures, and as a picture."""

    aligned: AlignedRuns
    picture: Svg

    @property
    def shape(self) -> Mapping[str, object]:
        """The figures without any point of the lines."""
        return comparison_summary(self.aligned)


def compare_activities(
    context: Context, *, activities: Sequence[str | int], metric: str = "heart_rate_bpm"
) -> ComparisonResult:
    """One column of 2-10 runs, each stretched to 0-100 % of its time; zones are the newest run's.

    Raises:
        UnknownActivity, AmbiguousActivity: a reference does not name one run.
        BadArgument: other than 2-10 different runs, an unknown metric, or one that none has.
    """
    if metric not in COMPARED:
        raise BadArgument("metric", metric, message("one of {names}", names=", ".join(COMPARED)))
    with context.store.read() as con:
        ids = dict.fromkeys(resolve_activity(con, activity) for activity in activities)
        if not 2 <= len(ids) <= MOST_RUNS:
            raise BadArgument(
                "activities",
                len(ids),
                message("between 2 and {n} different <n:run|runs>", n=MOST_RUNS),
            )
        wanted = tuple(dict.fromkeys([*COLUMNS, metric]))
        runs = [read_run(con, activity_id, columns=wanted) for activity_id in ids]
    zones = None
    if metric == "heart_rate_bpm":
        zones = get_athlete(context, day=max(run.day for run in runs)).zones
    aligned = align(runs, metric, zone_low_bpm=None if zones is None else zones.low_bpm)
    if not aligned.runs:
        raise BadArgument("metric", metric, message("recorded in at least one of these runs"))
    return ComparisonResult(
        aligned=aligned, picture=aligned_chart(aligned, context.settings.locale)
    )


def comparison_summary(aligned: AlignedRuns) -> Mapping[str, object]:
    """Runs in plain values, oldest first: mean, second half minus first, shares of zones 1-5.

    Runs without the column are in `without`; `newest_delta` is the newest minus the others.
    """
    summary: dict[str, object] = {
        "column": aligned.column,
        "newest_delta": _short(aligned.newest_delta),
        "runs": [_run(run) for run in aligned.runs],
    }
    if aligned.without:
        summary["without"] = list(aligned.without)
    return summary


def _run(run: AlignedRun) -> Mapping[str, object]:
    plain: dict[str, object] = {
        "id": run.activity_id,
        "mean": _short(run.mean_level),
        "rise": _short(run.half_delta),
        "min": round(run.duration_s / SECONDS_PER_MINUTE),
    }
    if run.zones_pct is not None:
        plain["zones"] = [round(zone_pct) for zone_pct in run.zones_pct]
    return plain


def _short(value: float | None) -> float | None:
    return None if value is None else float(f"{value:.4g}")


EXAMPLE = SeasonSettings(
    seed=5, start_on=date(2026, 1, 5), weeks=2, runs_per_week=5, duration_frac=0.6, faults=False
)
"""Ten runs of two weeks: easy, intervals, recovery, tempo, long, twice."""
STEPS = {
    0: Step(metric="gct", start_elapsed_s=840.0, end_elapsed_s=930.0, shift_frac=0.15),
    3: Step(metric="vo", start_elapsed_s=900.0, end_elapsed_s=990.0, shift_frac=0.25),
    5: Step(metric="vr", start_elapsed_s=900.0, end_elapsed_s=990.0, shift_frac=0.25),
}
"""By number of the run: for a minute and a half one metric is longer or higher, by so much."""


def store_example(context: Context, folder: Path) -> IngestResult:
    """Write the example runs as FIT files into `folder`, unless they are there, and take them in.
    Nobody ever ran them.

    Raises:
        SourceError: the folder cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if len(list(folder.glob("*.fit"))) < EXAMPLE.n_runs:
            _write(folder)
    except OSError as exc:
        raise SourceError(
            str(folder), message("cannot write the simulated runs: {reason}", reason=reason_of(exc))
        ) from exc
    return ingest(context, paths=[folder])


def _write(folder: Path) -> None:
    for number, session in enumerate(simulate_season(EXAMPLE)):
        stepped = with_step(session, STEPS[number]) if number in STEPS else session
        (folder / session.file_name).write_bytes(stepped.to_fit())


FORM_ANOMALY_COLUMNS = (
    "elapsed_s",
    "distance_m",
    *COMPANIONS,
    *(metric.series_column for metric in METRICS.values() if metric.scored),
)
"""What has to be exported for it."""


@frozen
class FormAnomalyResult:
    """One step of one run with its surroundings in figures, and as a picture."""

    activity_id: int
    day: date
    found: Surroundings
    picture: Svg

    @property
    def shape(self) -> Mapping[str, object]:
        """The figures without any second of the stretch."""
        return {
            "activity_id": self.activity_id,
            "day": self.day.isoformat(),
            **anomaly_summary(self.found),
        }


def analyse_form_anomaly(
    context: Context, *, activity: str | int, number: int = 1, context_window_s: float = 30.0
) -> FormAnomalyResult:
    """Step `number` of a run (as `detect_form_anomalies_summary` counts) and what lay around it.

    Raises:
        UnknownActivity, AmbiguousActivity: the reference does not name one run.
        BadArgument: the run has no step of that number, or a window beyond 0-300 s.
    """
    check_window(context_window_s)
    with context.store.read() as con:
        activity_id = resolve_activity(con, activity)
        steps = anomalies_of(con, [activity_id])[activity_id]
        if not steps:
            raise BadArgument(
                "activity", activity_id, message("a run in which a sudden change of form was found")
            )
        if not 1 <= number <= len(steps):
            raise BadArgument(
                "number",
                number,
                message("a whole number between {low} and {high}", low=1, high=len(steps)),
            )
        run = read_run(con, activity_id, columns=FORM_ANOMALY_COLUMNS)
    surroundings = look_around(run.series, steps[number - 1], context_s=context_window_s)
    return FormAnomalyResult(
        activity_id=activity_id,
        day=run.day,
        found=surroundings,
        picture=around_chart(surroundings, context.settings.locale),
    )


def anomaly_summary(surroundings: Surroundings) -> Mapping[str, object]:
    """A step and its surroundings in plain values; what was not recorded is in `missing`.

    `before`, `inside`, `after` are means; `r` comes with its 95 % interval. Correlation is no
    cause: `causes_pct` is what the detector put the deviation down to.
    """
    step = surroundings.anomaly
    return {
        "metric": step.metric,
        "step_s": [step.start_elapsed_s, step.end_elapsed_s],
        "span_s": [surroundings.start_elapsed_s, surroundings.end_elapsed_s],
        "delta": _short(step.delta),
        "delta_pct": round(PERCENT * step.delta_frac, 1),
        "causes_pct": {cause.cause: round(PERCENT * cause.share_frac) for cause in step.causes},
        "before_inside_after": {name: _means(means) for name, means in surroundings.means.items()},
        "r_low_high": {
            name: [round(correlation.r, 2), round(correlation.low, 2), round(correlation.high, 2)]
            for name, correlation in surroundings.correlations.items()
        },
        **({"missing": list(surroundings.missing)} if surroundings.missing else {}),
    }


def _means(means: Stretch) -> list[float | None]:
    return [_short(means.before_level), _short(means.inside_level), _short(means.after_level)]


def write_picture(picture: Svg, path: Path) -> Path:
    """Write a picture as an SVG file that shows by itself; a file of that name is replaced.

    Raises:
        SourceError: the folder cannot be written.
    """
    try:
        return PersonOutput(path=path, overwrite=True).write_file(standalone(picture))
    except StoreDamaged as exc:
        cause = exc.__cause__
        reason = reason_of(cause) if isinstance(cause, OSError) else exc.message
        raise SourceError(
            str(path), message("cannot write the picture: {reason}", reason=reason)
        ) from exc


SECONDS_COLUMNS = ("elapsed_s", "distance_m", "speed_mps", "cadence_spm", "heart_rate_bpm")
"""What has to be exported for it."""
_LONGEST_WINDOW_S = 120


@frozen
class SecondsResult:
    """A stretch [start, end) of one run in figures, and as a picture."""

    activity_id: int
    day: date
    stretch: StretchSeconds
    picture: Svg

    @property
    def shape(self) -> Mapping[str, object]:
        """The figures without any second of the stretch."""
        return {
            "activity_id": self.activity_id,
            "day": self.day.isoformat(),
            **seconds_summary(self.stretch),
        }


def analyse_seconds(
    context: Context,
    *,
    activity: str | int,
    start_s: float | None = None,
    end_s: float | None = None,
    window_s: int = 10,
) -> SecondsResult:
    """A stretch [start_s, end_s) of a run, smoothed over `window_s`; None: its start, its end.

    Raises:
        UnknownActivity, AmbiguousActivity: the reference does not name one run.
        BadArgument: a stretch outside the run or the wrong way round, or a window beyond 1-120 s.
    """
    if not 1 <= window_s <= _LONGEST_WINDOW_S:
        raise BadArgument(
            "window_s", window_s, message("between {low} and {high}", low=1, high=_LONGEST_WINDOW_S)
        )
    run = one_run(context, activity, columns=SECONDS_COLUMNS)
    last_s = float(run.series["elapsed_s"][-1])
    begin_s, stop_s = start_s or 0.0, last_s + 1.0 if end_s is None else end_s
    if not 0.0 <= begin_s < min(stop_s, last_s):
        shown = f"[{begin_s:g}, {stop_s:g})"
        raise BadArgument(
            "stretch",
            shown,
            message("inside the run, which lasts {duration} s", duration=f"{last_s:.0f}"),
        )
    stretch = look_at_seconds(
        run.series, start_s=begin_s, end_s=min(stop_s, last_s + 1.0), window_s=window_s
    )
    return SecondsResult(
        activity_id=run.activity_id,
        day=run.day,
        stretch=stretch,
        picture=seconds_chart(stretch, context.settings.locale),
    )


def _all_counted(stretch: StretchSeconds) -> Mapping[str, object]:
    more = stretch.n_changes > len(stretch.changes)
    return {"n_changes": stretch.n_changes} if more else {}


def seconds_summary(stretch: StretchSeconds) -> Mapping[str, object]:
    """A stretch in plain values; what was not recorded is named in `missing`.

    `n_changes` is there where more changes are clear than are listed.
    """
    heart = stretch.heart_rate
    return {
        "span_s": [stretch.start_elapsed_s, stretch.end_elapsed_s],
        "measured_s": stretch.n_measured,
        "running_s": stretch.n_running,
        "pace_s_per_km": _rounded(stretch.pace_s_per_km),
        "speed_sd_mps": _rounded(stretch.speed_sd_mps, digits=3),
        "speed_cv_pct": _rounded(stretch.speed_cv_pct),
        "fastest": _moment(stretch.fastest),
        "slowest": _moment(stretch.slowest),
        "changes": [_change(change) for change in stretch.changes],
        **_all_counted(stretch),
        **(
            {"missing": ["heart_rate_bpm"]}
            if heart is None
            else {
                "heart_rate_bpm": {
                    "mean": round(heart.mean_bpm, 1),
                    "first": round(heart.first_bpm, 1),
                    "last": round(heart.last_bpm, 1),
                }
            }
        ),
    }


def _rounded(value: float | None, digits: int = 1) -> float | None:
    return None if value is None else round(value, digits)


def _moment(moment: Moment | None) -> Mapping[str, object] | None:
    if moment is None:
        return None
    return {"at_s": moment.at_elapsed_s, "pace_s_per_km": round(moment.pace_s_per_km, 1)}


def _change(change: PaceChange) -> Mapping[str, object]:
    return {
        "at_s": change.at_elapsed_s,
        "kind": change.kind,
        "before_s_per_km": _rounded(change.before_s_per_km),
        "after_s_per_km": _rounded(change.after_s_per_km),
    }
