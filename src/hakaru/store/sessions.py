"""Sessions as they were understood, and the anomalies of form inside them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from hakaru.core.errors import BadArgument, NotAnalysed, NotRecorded, UnknownActivity
from hakaru.core.i18n import message
from hakaru.core.units import PERCENT
from hakaru.records import frozen
from hakaru.running.athlete.efforts import Effort
from hakaru.running.athlete.model import Athlete
from hakaru.running.physiology.oxygen import standing
from hakaru.running.records import DistanceEffort
from hakaru.running.session.model import (
    Criterion,
    Deduction,
    Evidence,
    Phase,
    Segment,
    SegmentFigures,
    SessionAnalysis,
    SessionRating,
    SessionSummary,
    Structure,
    TrainingType,
    TypeVerdict,
)
from hakaru.running.session.understand import Anatomy
from hakaru.store.athlete import KNOWN, SOURCES, known_rows, read_known, source_rows
from hakaru.store.rows import (
    AnyArray,
    Kind,
    build,
    first_row,
    floats,
    insert_rows,
    kinds_of,
    naive_utc,
    number_column,
    select_list,
    update_rows,
    values_of,
)
from hakaru.store.stored_run import SESSION_TABLES

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from hakaru.running.anomalies.steps import Anomaly, AnomalyReport


EVERY_RUN = 2**31
"""As a limit: all of them."""


def _steps() -> Any:
    """What a step is made of; loaded where one is read, with what looks for them."""
    return import_module("hakaru.running.anomalies.steps")


@cache
def _scalars() -> Mapping[str, Kind]:
    return kinds_of(_steps().Anomaly)


def _kinds() -> Mapping[str, Kind]:
    """The columns of a step."""
    return {"activity_id": "whole", **_scalars(), "causes": "text", "sensor_signs": "text"}


_COVERAGE: Mapping[str, Kind] = {
    "activity_id": "whole",
    "metric": "text",
    "judged_s": "real",
    "noise_frac": "real",
}


def write_anomalies(con: DuckDBPyConnection, activity_id: int, *, report: AnomalyReport) -> None:
    """Make this what is known about the steps of one run."""
    for table in ("form_anomalies", "anomaly_coverage"):
        con.execute(f"DELETE FROM {table} WHERE activity_id = ?", [activity_id])
    add_anomalies(con, [(activity_id, report)])


def add_anomalies(con: DuckDBPyConnection, reports: Sequence[tuple[int, AnomalyReport]]) -> None:
    """Add what is known about the steps of runs of which nothing is known yet."""
    insert_rows(
        con,
        "form_anomalies",
        kinds=_kinds(),
        rows=[
            (
                activity_id,
                *(getattr(anomaly, name) for name in _scalars()),
                json.dumps([[cause.cause, cause.share_frac] for cause in anomaly.causes]),
                ",".join(anomaly.sensor_signs),
            )
            for activity_id, report in reports
            for anomaly in report.anomalies
        ],
    )
    insert_rows(
        con,
        "anomaly_coverage",
        kinds=_COVERAGE,
        rows=[
            (activity_id, metric, judged_s, report.noise_frac.get(metric))
            for activity_id, report in reports
            for metric, judged_s in report.judged_s.items()
        ],
    )


def anomalies_of(
    con: DuckDBPyConnection, activity_ids: Sequence[int]
) -> Mapping[int, tuple[Anomaly, ...]]:
    """The steps of each of the runs asked for, in order of time."""
    rows = con.execute(
        f"SELECT {', '.join(_kinds())} FROM form_anomalies "
        "WHERE activity_id IN (SELECT unnest(?::BIGINT[])) ORDER BY activity_id, anomaly_index",
        [list(activity_ids)],
    ).fetchall()
    anomalies: dict[int, list[Anomaly]] = {activity_id: [] for activity_id in activity_ids}
    for row in rows:
        anomalies[row[0]].append(_anomaly(dict(zip(_kinds(), row, strict=True))))
    return {activity_id: tuple(steps) for activity_id, steps in anomalies.items()}


def judged_anomalies(con: DuckDBPyConnection, activity_id: int) -> tuple[Anomaly, ...] | None:
    """The steps of one run; None: nothing of it could be looked at second by second."""
    judged = con.execute(
        "SELECT 1 FROM anomaly_coverage WHERE activity_id = ? AND judged_s > 0", [activity_id]
    ).fetchall()
    return anomalies_of(con, [activity_id])[activity_id] if judged else None


def read_anomaly(con: DuckDBPyConnection, activity_id: int, *, number: int) -> Anomaly:
    """One step of a run, counted from 1.

    Raises:
        NotRecorded: the run has none.
        BadArgument: it has fewer.
    """
    steps = anomalies_of(con, [activity_id])[activity_id]
    if not steps:
        raise NotRecorded(
            activity_id, message("a run in which form changed on the way (in this one it did not)")
        )
    if not 1 <= number <= len(steps):
        raise BadArgument(
            "number",
            number,
            message("a whole number between {low} and {high}", low=1, high=len(steps)),
        )
    return steps[number - 1]


def judged_runs(
    con: DuckDBPyConnection, *, since: date | None, limit: int
) -> tuple[tuple[int, date, float], ...]:
    """Id, local day and judged seconds of the newest runs that could be looked at."""
    rows = con.execute(
        "SELECT a.activity_id, a.activity_date, max(c.judged_s) FROM activities a "
        "JOIN anomaly_coverage c USING (activity_id) WHERE ($since IS NULL OR "
        "a.activity_date >= $since) GROUP BY ALL HAVING max(c.judged_s) > 0 "
        "ORDER BY max(a.started_at) DESC LIMIT $limit",
        {"since": since, "limit": min(limit, EVERY_RUN)},
    ).fetchall()
    return tuple((row[0], row[1], row[2]) for row in rows)


def _anomaly(row: Mapping[str, Any]) -> Anomaly:
    causes = json.loads(row["causes"])
    signs = row["sensor_signs"]
    steps = _steps()
    anomaly: Anomaly = steps.Anomaly(
        **{name: row[name] for name in _scalars()},
        causes=tuple(steps.CauseShare(cause=cause, share_frac=share) for cause, share in causes),
        sensor_signs=tuple(signs.split(",")) if signs else (),
    )
    return anomaly


Rows = Sequence[tuple[object, ...]]
_ID: dict[str, Kind] = {"activity_id": "whole"}
_PHASE: dict[str, Kind] = {**_ID, "phase_index": "whole", **kinds_of(Phase)}
_CRITERION: dict[str, Kind] = {
    **_ID,
    "phase_index": "whole",
    "criterion_index": "whole",
    **kinds_of(Criterion),
}
_DEDUCTION: dict[str, Kind] = {**_ID, "deduction_index": "whole", **kinds_of(Deduction)}


def _known(analysis: SessionAnalysis) -> Rows:
    return known_rows(analysis.summary.activity_id, analysis.athlete)


def _sources(analysis: SessionAnalysis) -> Rows:
    return source_rows(analysis.summary.activity_id, analysis.athlete)


def _phase_rows(analysis: SessionAnalysis) -> Rows:
    key = analysis.summary.activity_id
    return [(key, index, *values_of(phase)) for index, phase in enumerate(analysis.rating.phases)]


def _criterion_rows(analysis: SessionAnalysis) -> Rows:
    key = analysis.summary.activity_id
    return [
        (key, index, position, *values_of(criterion))
        for index, phase in enumerate(analysis.rating.phases)
        for position, criterion in enumerate(phase.criteria)
    ]


def _deduction_rows(analysis: SessionAnalysis) -> Rows:
    key = analysis.summary.activity_id
    return [(key, index, *values_of(row)) for index, row in enumerate(analysis.rating.deductions)]


_CHILDREN: Mapping[str, tuple[Mapping[str, Kind], Callable[[SessionAnalysis], Rows]]] = {
    "session_athlete": (KNOWN, _known),
    "session_athlete_sources": (SOURCES, _sources),
    "session_phases": (_PHASE, _phase_rows),
    "session_criteria": (_CRITERION, _criterion_rows),
    "session_deductions": (_DEDUCTION, _deduction_rows),
}
"""Table to its columns and the rows of one analysis."""


def write_sessions(
    con: DuckDBPyConnection, analyses: Sequence[SessionAnalysis], *, new: bool = False
) -> None:
    """Make these what is known about their runs; earlier ones are replaced. `new`: there are
    none."""
    ids = [analysis.summary.activity_id for analysis in analyses]
    if not ids:
        return
    for table in () if new else (*SESSION_TABLES, "performance_trends"):
        con.execute(f"DELETE FROM {table} WHERE activity_id IN (SELECT unnest(?::BIGINT[]))", [ids])
    rows = [values_of(analysis.summary) for analysis in analyses]
    insert_rows(con, "data.sessions", kinds=kinds_of(SessionSummary), rows=rows)
    for table, (kinds, rows_of) in _CHILDREN.items():
        rows = [row for analysis in analyses for row in rows_of(analysis)]
        insert_rows(con, table, kinds=kinds, rows=rows)
    _write_types(con, analyses, new=new)
    _write_categories(con, analyses)


def read_session(con: DuckDBPyConnection, activity_id: int) -> SessionAnalysis:
    """What was understood about one run.

    Raises:
        UnknownActivity: nothing is stored under this id.
        NotAnalysed: the run is stored, but nobody has looked at it as a session yet.
    """
    summary = first_row(
        con,
        f"SELECT {select_list(SessionSummary)} FROM data.sessions WHERE activity_id = ?",
        values=[activity_id],
    )
    if summary is None:
        if first_row(con, "SELECT 1 FROM activities WHERE activity_id = ?", values=[activity_id]):
            raise NotAnalysed(activity_id)
        raise UnknownActivity(activity_id)
    row = build(SessionSummary, summary)
    return SessionAnalysis(
        summary=row,
        verdict=_verdict(con, row),
        rating=SessionRating(
            training_type=row.training_type,
            stars=row.session_stars,
            deductions=_deductions(con, activity_id),
            phases=_phases(con, activity_id),
            unrated=row.unrated,
        ),
        athlete=read_known(con, activity_id, day=row.activity_date),
    )


def read_anatomy(con: DuckDBPyConnection, summary: SessionSummary) -> Anatomy:
    """The segments, their figures and the best efforts of an understood run."""
    rows = con.execute(
        f"SELECT {select_list(SegmentFigures)} FROM data.session_segments "
        "WHERE activity_id = ? ORDER BY segment_index",
        [summary.activity_id],
    ).fetchall()
    efforts = con.execute(
        f"SELECT {select_list(Effort)} FROM best_efforts WHERE activity_id = ? ORDER BY duration_s",
        [summary.activity_id],
    ).fetchall()
    over_distance = con.execute(
        f"SELECT {select_list(DistanceEffort)} FROM distance_efforts "
        "WHERE activity_id = ? ORDER BY distance_m",
        [summary.activity_id],
    ).fetchall()
    figures = tuple(build(SegmentFigures, row) for row in rows)
    return Anatomy(
        structure=Structure(
            form=summary.form,
            segments=tuple(map(_segment, figures)),
            confidence_frac=summary.structure_confidence_frac,
            n_strides=summary.n_strides,
        ),
        figures=figures,
        efforts=tuple(build(Effort, row) for row in efforts),
        distance_efforts=tuple(build(DistanceEffort, row) for row in over_distance),
    )


def _segment(figures: SegmentFigures) -> Segment:
    return Segment(
        role=figures.role,
        start_elapsed_s=figures.start_elapsed_s,
        end_elapsed_s=figures.end_elapsed_s,
        source=figures.source,
        rep_index=figures.rep_index,
    )


def session_type(con: DuckDBPyConnection, activity_id: int) -> TrainingType | None:
    """The kind of training that a run is stored as. None: it was not understood yet."""
    row = con.execute(
        "SELECT training_type FROM data.sessions WHERE activity_id = ?", [activity_id]
    ).fetchone()
    return None if row is None else cast(TrainingType, row[0])


def session_summaries(
    con: DuckDBPyConnection,
    *,
    since: date | None = None,
    until: date | None = None,
    started_since: datetime | None = None,
    started_before: datetime | None = None,
) -> tuple[SessionSummary, ...]:
    """One row per understood run between two local days, both included, or that started from one
    moment on and before another; oldest first."""
    rows = con.execute(
        f"SELECT {select_list(SessionSummary)} FROM data.sessions "
        "WHERE ($since IS NULL OR activity_date >= $since) "
        "AND ($until IS NULL OR activity_date <= $until) "
        "AND ($from IS NULL OR started_at >= $from) AND ($before IS NULL OR started_at < $before) "
        "ORDER BY started_at, activity_id",
        {
            "since": since,
            "until": until,
            "from": None if started_since is None else naive_utc(started_since),
            "before": None if started_before is None else naive_utc(started_before),
        },
    ).fetchall()
    return tuple(build(SessionSummary, row) for row in rows)


@frozen
class StoredSessions:
    """Every understood run, oldest first, and the row that each was made from, by activity."""

    sessions: tuple[SessionSummary, ...]
    rows: Mapping[int, tuple[Any, ...]]


def stored_sessions(
    con: DuckDBPyConnection, *, earlier: StoredSessions | None = None
) -> StoredSessions:
    """What `session_summaries` gives of all time. `earlier` is what was read before a run changed:
    where a row is the same, so is the session."""
    fetched = con.execute(
        f"SELECT activity_id, {select_list(SessionSummary)} FROM data.sessions "
        "ORDER BY started_at, activity_id"
    ).fetchall()
    known = {} if earlier is None else earlier.rows
    made = {} if earlier is None else {each.activity_id: each for each in earlier.sessions}
    return StoredSessions(
        sessions=tuple(
            made[row[0]] if known.get(row[0]) == row else build(SessionSummary, row[1:])
            for row in fetched
        ),
        rows={row[0]: row for row in fetched},
    )


def session_columns(con: DuckDBPyConnection, names: Sequence[str]) -> Mapping[str, AnyArray]:
    """Some figures of every understood run, oldest first, as columns of shape (n_sessions,) with
    NaN for 'not known'; with started_at (datetime64[us], UTC) and activity_date (datetime64[D],
    local)."""
    fetched = con.execute(
        "SELECT started_at, activity_date, "
        f"{', '.join(number_column(name, name) for name in names)} FROM data.sessions "
        "ORDER BY started_at, activity_id"
    ).fetchnumpy()
    return {
        "started_at": np.asarray(fetched["started_at"], dtype="datetime64[us]"),
        "activity_date": np.asarray(fetched["activity_date"], dtype="datetime64[D]"),
        **{name: floats(fetched[name]) for name in names},
    }


def loads_from_averages(con: DuckDBPyConnection, *, until: date) -> int:
    """How many runs up to a local day have a load of which only totals are known."""
    row = first_row(
        con,
        "SELECT count(*) FROM activities a JOIN data.sessions s USING (activity_id) "
        "WHERE a.n_samples < 2 AND s.training_load_score IS NOT NULL AND a.activity_date <= ?",
        values=[until],
    )
    assert row is not None
    return int(row[0])


_DEVICE_SHARES = (
    "SELECT activity_id FROM data.heart_rate_zones "
    "WHERE activity_id IN (SELECT unnest(?::BIGINT[])) "
    "GROUP BY activity_id HAVING sum(time_in_zone_s) > 0"
)
_NEW_SHARES = "SELECT activity_id FROM hr_efficiency WHERE list_contains(?::BIGINT[], activity_id)"
"""The same of runs that just came in, of which nothing else is there."""
_ZONES = range(1, 6)
_TYPE: dict[str, Kind] = {
    **_ID,
    "training_type": "text",
    "primary_zone": "whole",
    **{f"zone{zone}_percentage": "real" for zone in _ZONES},
    "training_type_source": "text",
    "training_type_confidence_frac": "real",
    "training_type_evidence": "text",
}
_STATED_TYPE: dict[str, Kind] = {
    **_ID,
    **{name: kind for name, kind in _TYPE.items() if name.startswith("training_type")},
}


def _write_categories(con: DuckDBPyConnection, analyses: Sequence[SessionAnalysis]) -> None:
    """Where the VO2max of the day stands, beside what the watch said; NULL without age or sex."""
    watched = con.execute(
        "SELECT activity_id FROM vo2_max WHERE activity_id IN (SELECT unnest(?::BIGINT[]))",
        [[analysis.summary.activity_id for analysis in analyses]],
    ).fetchall()
    of_id = {analysis.summary.activity_id: analysis.athlete for analysis in analyses}
    update_rows(
        con,
        "vo2_max",
        kinds={"activity_id": "whole", "category": "text"},
        rows=[(activity_id, _category(of_id[activity_id])) for (activity_id,) in watched],
    )


def _category(athlete: Athlete) -> str | None:
    vo2_max = athlete.known.get("vo2_max_ml_per_kg_min")
    if vo2_max is None:
        return None
    rank = standing(vo2_max.value, age_years=athlete.value("age_years"), sex=athlete.sex)
    return None if rank is None else rank.category


def _write_types(
    con: DuckDBPyConnection, analyses: Sequence[SessionAnalysis], *, new: bool
) -> None:
    """The types beside the zone shares: the device's where it gave any, else ours."""
    ids = [analysis.summary.activity_id for analysis in analyses]
    rows = con.execute(_NEW_SHARES if new else _DEVICE_SHARES, [ids]).fetchall()
    of_device = {row[0] for row in rows}
    update_rows(
        con,
        "hr_efficiency",
        kinds=_STATED_TYPE,
        rows=[
            (analysis.summary.activity_id, *_type_values(analysis))
            for analysis in analyses
            if analysis.summary.activity_id in of_device
        ],
    )
    own = [analysis for analysis in analyses if analysis.summary.activity_id not in of_device]
    if own and not new:
        con.execute(
            "DELETE FROM hr_efficiency WHERE activity_id IN (SELECT unnest(?::BIGINT[]))",
            [[analysis.summary.activity_id for analysis in own]],
        )
    insert_rows(con, "hr_efficiency", kinds=_TYPE, rows=[_type_row(analysis) for analysis in own])


def _type_values(analysis: SessionAnalysis) -> tuple[object, ...]:
    verdict = analysis.verdict
    evidence = json.dumps([[item.code, item.value] for item in verdict.evidence])
    return verdict.training_type, verdict.source, verdict.confidence_frac, evidence


def _type_row(analysis: SessionAnalysis) -> tuple[object, ...]:
    """Type and our own zone shares, in the order of `_TYPE`."""
    every_s = {zone: getattr(analysis.summary, f"zone{zone}_s") for zone in _ZONES}
    known_s = {zone: time_s for zone, time_s in every_s.items() if time_s is not None}
    total_s = sum(known_s.values())
    shares = [
        PERCENT * known_s[zone] / total_s if total_s and zone in known_s else None
        for zone in every_s
    ]
    primary = max(known_s, key=lambda zone: known_s[zone]) if total_s else None
    training_type, *other_values = _type_values(analysis)
    return analysis.summary.activity_id, training_type, primary, *shares, *other_values


def _verdict(con: DuckDBPyConnection, summary: SessionSummary) -> TypeVerdict:
    row = first_row(
        con,
        "SELECT training_type_evidence FROM hr_efficiency WHERE activity_id = ?",
        values=[summary.activity_id],
    )
    evidence = json.loads(row[0]) if row and row[0] else []
    return TypeVerdict(
        training_type=summary.training_type,
        source=summary.type_source,
        confidence_frac=summary.type_confidence_frac,
        evidence=tuple(Evidence(code=code, value=value) for code, value in evidence),
    )


def _phases(con: DuckDBPyConnection, activity_id: int) -> tuple[Phase, ...]:
    rows = con.execute(
        f"SELECT phase_index, {select_list(Phase)} FROM session_phases "
        "WHERE activity_id = ? ORDER BY phase_index",
        [activity_id],
    ).fetchall()
    criteria = con.execute(
        f"SELECT phase_index, {select_list(Criterion)} FROM session_criteria "
        "WHERE activity_id = ? ORDER BY phase_index, criterion_index",
        [activity_id],
    ).fetchall()
    return tuple(
        build(
            Phase,
            row[1:],
            criteria=tuple(
                build(Criterion, criterion_row[1:])
                for criterion_row in criteria
                if criterion_row[0] == row[0]
            ),
        )
        for row in rows
    )


def _deductions(con: DuckDBPyConnection, activity_id: int) -> tuple[Deduction, ...]:
    rows = con.execute(
        f"SELECT {select_list(Deduction)} FROM session_deductions "
        "WHERE activity_id = ? ORDER BY deduction_index",
        [activity_id],
    ).fetchall()
    return tuple(build(Deduction, row) for row in rows)
