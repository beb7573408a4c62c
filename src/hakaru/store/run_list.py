"""Which runs match what somebody looks for, a page at a time, out of thousands?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Literal

from hakaru.running.activity import FloatArray
from hakaru.running.session.model import TrainingType
from hakaru.store.activities import OF_VERDICT, StoredActivity
from hakaru.store.rows import build, floats, kinds_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

RunFlag = Literal["improve", "no_verdict", "partial", "simulated"]
"""Something to look at: a metric outside the runner's own range on the side
that costs, no verdict, a damaged file, no real run."""

_FLAGS: Mapping[RunFlag, str] = {
    "improve": "EXISTS (SELECT 1 FROM metric_verdicts m "
    "WHERE m.activity_id = a.activity_id AND m.needs_improvement)",
    "no_verdict": "e.activity_id IS NULL",
    "partial": "a.partial",
    "simulated": "a.simulated",
}
_FROM = (
    "FROM activities a "
    "LEFT JOIN data.run_verdicts e USING (activity_id) "
    "LEFT JOIN form_evaluation_refusals r USING (activity_id) "
    "LEFT JOIN data.sessions s ON s.activity_id = a.activity_id "
    "WHERE ($since IS NULL OR a.activity_date >= $since) "
    "AND ($until IS NULL OR a.activity_date <= $until) "
    "AND ($sensor IS NULL OR a.sensor_group = $sensor) "
    "AND ($training_type IS NULL OR s.training_type = $training_type) "
    "AND ($words IS NULL OR contains(lower(coalesce(a.title, '')), lower($words)))"
)


@dataclass(frozen=True, kw_only=True)
class RunFilter:
    """What somebody looks for; None: anything. `since` and `until` are local days, included."""

    training_type: str | None = None
    sensor: str | None = None
    since: date | None = None
    until: date | None = None
    flag: RunFlag | None = None
    words: str | None = None


@dataclass(frozen=True, kw_only=True)
class FoundRun:
    """One run of a list. `training_type` None: nobody has looked at it as a session."""

    activity: StoredActivity
    training_type: str | None
    needs_improvement: bool


@dataclass(frozen=True, kw_only=True)
class RunCloud:
    """All runs that match as points in order of time: arrays of one shape, NaN where unknown."""

    day_number_days: FloatArray
    speed_mps: FloatArray
    score: FloatArray


def find_runs(
    con: DuckDBPyConnection, wanted: RunFilter, *, limit: int, offset: int
) -> tuple[FoundRun, ...]:
    """The runs that match, newest first, from the `offset`-th on."""
    names = [
        "r.reason" if name == "refusal" else f"{OF_VERDICT.get(name, 'a')}.{name}"
        for name in kinds_of(StoredActivity)
    ]
    rows = con.execute(
        f"SELECT s.training_type, coalesce({_FLAGS['improve']}, false), {', '.join(names)} "
        f"{_where(wanted)} ORDER BY a.started_at DESC, a.activity_id LIMIT $limit OFFSET $offset",
        {**_values(wanted), "limit": limit, "offset": offset},
    ).fetchall()
    return tuple(
        FoundRun(
            training_type=row[0], needs_improvement=row[1], activity=build(StoredActivity, row[2:])
        )
        for row in rows
    )


def run_cloud(con: DuckDBPyConnection, wanted: RunFilter) -> RunCloud:
    """Every run that matches, as a point."""
    columns = con.execute(
        "SELECT date_diff('day', DATE '1970-01-01', a.activity_date) AS day_number, "
        f"a.speed_mps, e.overall_score {_where(wanted)} ORDER BY a.started_at",
        _values(wanted),
    ).fetchnumpy()
    return RunCloud(
        day_number_days=floats(columns["day_number"]),
        speed_mps=floats(columns["speed_mps"]),
        score=floats(columns["overall_score"]),
    )


def split_speeds(
    con: DuckDBPyConnection, activity_ids: Sequence[int]
) -> Mapping[int, tuple[float | None, ...]]:
    """The speed of each split of some runs, in order, in m/s; None where nothing was run."""
    rows = con.execute(
        "SELECT activity_id, list(speed_mps ORDER BY split_index) FROM data.splits "
        "WHERE activity_id IN (SELECT unnest(?::BIGINT[])) GROUP BY activity_id",
        [list(activity_ids)],
    ).fetchall()
    return {row[0]: tuple(row[1]) for row in rows}


def session_types(con: DuckDBPyConnection) -> tuple[str, ...]:
    """The kinds of training that are stored."""
    rows = con.execute(
        "SELECT training_type FROM data.sessions GROUP BY training_type ORDER BY count(*) DESC, 1"
    ).fetchall()
    return tuple(row[0] for row in rows)


def session_types_of(
    con: DuckDBPyConnection, activity_ids: Sequence[int]
) -> tuple[TrainingType, ...]:
    """The kind of training of each of some understood runs."""
    rows = con.execute(
        "SELECT training_type FROM data.sessions "
        "WHERE activity_id IN (SELECT unnest(?::BIGINT[])) ORDER BY started_at, activity_id",
        [list(activity_ids)],
    ).fetchall()
    return tuple(row[0] for row in rows)


def _where(wanted: RunFilter) -> str:
    return _FROM if wanted.flag is None else f"{_FROM} AND {_FLAGS[wanted.flag]}"


def _values(wanted: RunFilter) -> dict[str, object]:
    return {
        "since": wanted.since,
        "until": wanted.until,
        "sensor": wanted.sensor,
        "training_type": wanted.training_type,
        "words": wanted.words,
    }
