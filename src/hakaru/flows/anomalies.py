"""Where did form step away inside a run and stay, and what accounts for it?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from hakaru.core.errors import BadArgument
from hakaru.core.units import PERCENT, SECONDS_PER_HOUR
from hakaru.flows.context import Context
from hakaru.flows.session_view import form_baselines
from hakaru.running.anomalies.find import describe_anomaly
from hakaru.running.anomalies.steps import Anomaly, AnomalyDetail
from hakaru.store.activities import resolve_activity
from hakaru.store.recordings import read_recording
from hakaru.store.sessions import (
    EVERY_RUN,
    anomalies_of,
    judged_runs,
    read_anatomy,
    read_anomaly,
    read_session,
)

_CONTEXT_MAX_S = 300.0
_REPLY_STEPS = 12


@dataclass(frozen=True, kw_only=True)
class RunAnomalies:
    """The steps of one run. `judged_s`: how much of it could be judged."""

    activity_id: int
    day: date
    judged_s: float
    anomalies: tuple[Anomaly, ...]


@dataclass(frozen=True, kw_only=True)
class AnomaliesResult:
    """Runs, newest first; also those without any step."""

    runs: tuple[RunAnomalies, ...]

    @property
    def reply(self) -> Mapping[str, object]:
        """Counts, and the largest steps of all runs."""
        return self._told(_REPLY_STEPS)

    @property
    def content(self) -> Mapping[str, object]:
        """The same with every step."""
        return self._told(None)

    def _told(self, most: int | None) -> Mapping[str, object]:
        every = [(run, step) for run in self.runs for step in run.anomalies]
        worst = sorted(every, key=lambda pair: -abs(pair[1].z))[:most]
        hours = sum(run.judged_s for run in self.runs) / SECONDS_PER_HOUR
        return {
            "n_runs": len(self.runs),
            "n_anomalies": len(every),
            "judged_h": round(hours, 2),
            "by_metric": _counts([step.metric for _, step in every]),
            "by_cause": _counts([step.main_cause for _, step in every]),
            "worst": [
                {
                    "activity_id": run.activity_id,
                    "number": step.anomaly_index,
                    "metric": step.metric,
                    "start_s": step.start_elapsed_s,
                    "duration_s": step.duration_s,
                    "delta": step.delta,
                    "delta_pct": PERCENT * step.delta_frac,
                    "cause": step.main_cause,
                    "signs": step.sensor_signs,
                }
                for run, step in worst
            ],
        }


@dataclass(frozen=True, kw_only=True)
class AnomalyResult:
    """One step with its surroundings."""

    activity_id: int
    day: date
    detail: AnomalyDetail


def detect_form_anomalies_summary(
    context: Context, *, activity: str | None, since: date | None, limit: int
) -> AnomaliesResult:
    """The steps of one run, or of the newest runs.

    Raises:
        UnknownActivity, AmbiguousActivity: the reference does not name one run.
        NotAnalysed: the run was not looked at as a session yet.
        BadArgument: a limit below 1.
    """
    if limit < 1:
        raise BadArgument("limit", limit, "a whole number >= 1")
    with context.store.read() as con:
        chosen = judged_runs(con, since=since, limit=limit)
        if activity is not None:
            activity_id = resolve_activity(con, activity)
            day = read_session(con, activity_id).summary.activity_date
            every = judged_runs(con, since=day, limit=EVERY_RUN)
            chosen = tuple(run for run in every if run[0] == activity_id)
            chosen = chosen or ((activity_id, day, 0.0),)
        anomalies = anomalies_of(con, [run[0] for run in chosen])
    return AnomaliesResult(
        runs=tuple(
            RunAnomalies(activity_id=key, day=day, judged_s=judged_s, anomalies=anomalies[key])
            for key, day, judged_s in chosen
        )
    )


def get_form_anomaly_details(
    context: Context, *, activity: str, number: int, context_window_s: float
) -> AnomalyResult:
    """One step of one run with the seconds before and after it.

    Raises:
        UnknownActivity, AmbiguousActivity: the reference does not name one run.
        NotAnalysed: the run was not looked at as a session yet.
        NotRecorded: form was steady in the run: there is no step.
        BadArgument: the run has no step of that number, or a window beyond 0-300 s.
    """
    if not 0.0 <= context_window_s <= _CONTEXT_MAX_S:
        raise BadArgument("context_window_s", context_window_s, "between 0 and 300")
    with context.store.read() as con:
        activity_id = resolve_activity(con, activity)
        summary = read_session(con, activity_id).summary
        recording = read_recording(con, activity_id)
        structure = read_anatomy(con, summary).structure
        baselines = form_baselines(con, recording, settings=context.settings)
        step = read_anomaly(con, activity_id, number=number)
    detail = describe_anomaly(
        recording,
        structure,
        anomaly=step,
        baselines=baselines,
        context_s=context_window_s,
    )
    return AnomalyResult(activity_id=activity_id, day=summary.activity_date, detail=detail)


def _counts(names: list[str]) -> Mapping[str, int]:
    return {name: names.count(name) for name in dict.fromkeys(names)}
