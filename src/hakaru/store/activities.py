"""Stored runs: which there are, which one a user means, and the files they came from.

The key is the content (sha256) and the name inside an archive, so that a file that moved is known
and an ingest that was interrupted goes on where it stopped.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING, Any, Literal

from hakaru.core.errors import AmbiguousActivity, BadArgument, NoFormData, UnknownActivity
from hakaru.core.i18n import Message, message, parts_of, term, with_parts
from hakaru.core.names import training
from hakaru.core.units import METRES_PER_KM, speed_to_pace_s_per_km
from hakaru.records import frozen
from hakaru.running.activity import FloatArray, SensorGroup, SourceKind, TotalsBasis
from hakaru.running.session.model import TrainingType, is_fragment
from hakaru.running.verdict import UnratedReason
from hakaru.store.overview import IS_FRAGMENT, Sorting
from hakaru.store.references import run_number, run_of_day, runs_back
from hakaru.store.rows import (
    Kind,
    build,
    first_row,
    floats,
    insert_rows,
    kinds_of,
    naive_utc,
    select_list,
    values_of,
)

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from hakaru.proposals.changes import Source


@frozen
class StoredActivity:
    """One line of the list of runs. None: not recorded; scores None: no verdict yet.

    Distance, times, speed and means are the watch's over its timer (`running.activity.RunTotals`);
    `running_s` is the time that was run, `recorded_until_s` where a file that is cut off ends;
    `training_type` and `temperature_c` are the session's.
    `refusal` says why there is no verdict, None where nobody has tried or there is one.
    """

    activity_id: int
    activity_date: date
    started_at: datetime
    utc_offset_s: int | None
    sport: str
    title: str | None
    distance_m: float | None
    timer_s: float | None
    elapsed_s: float | None
    speed_mps: float | None
    heart_rate_avg_bpm: float | None
    power_avg_w: float | None
    totals_basis: TotalsBasis | None
    running_s: float | None
    sensor_group: SensorGroup | None
    sensor_label: str | None
    coverage_frac: float | None
    partial: bool
    simulated: bool
    n_samples: int
    n_splits: int
    overall_score: float | None
    overall_stars: int | None
    unrated_reason: UnratedReason | None
    n_runs: int | None
    refusal: str | None
    gear: str | None = None
    training_type: TrainingType | None = None
    temperature_c: float | None = None
    recorded_until_s: float | None = None

    @property
    def pace_s_per_km(self) -> float | None:
        """Timer time per kilometre; None where distance or time is not known."""
        return speed_to_pace_s_per_km(self.speed_mps) if self.speed_mps else None

    @property
    def is_fragment(self) -> bool:
        """Whether it is too short to be counted as a run."""
        return is_fragment(self.running_s, self.elapsed_s)

    @property
    def judged(self) -> bool:
        """Whether there is a verdict, rated or not."""
        return self.n_runs is not None


_COLUMN_OF = {
    **{
        name: f"e.{name}" for name in ("overall_score", "overall_stars", "unrated_reason", "n_runs")
    },
    "refusal": "r.reason",
    "training_type": "s.training_type",
    "temperature_c": "s.temperature_c",
}
"""Where the columns of `StoredActivity` stand that are not those of the run itself."""
_SELECTED = ", ".join(_COLUMN_OF.get(name, f"a.{name}") for name in kinds_of(StoredActivity))
_JOINED = (
    "LEFT JOIN data.run_verdicts e USING (activity_id) "
    "LEFT JOIN form_evaluation_refusals r USING (activity_id) "
    "LEFT JOIN data.sessions s USING (activity_id) "
)


@frozen
class Overlap:
    """A stored run whose time overlaps another recording's: perhaps the same run."""

    activity_id: int
    started_at: datetime
    elapsed_s: float
    overlap_s: float
    distance_m: float | None
    sport: str
    garmin_activity_id: int | None
    n_samples: int


_ELAPSED = "coalesce(a.elapsed_s, a.device_elapsed_s, a.device_timer_s, 0.0)"


def list_activities(
    con: DuckDBPyConnection,
    *,
    since: date | None = None,
    until: date | None = None,
    sensor_group: str | None = None,
    limit: int | None = None,
) -> tuple[StoredActivity, ...]:
    """Stored runs, newest first; `since` and `until` are local days, both included."""
    rows = con.execute(
        f"SELECT {_SELECTED} FROM activities a {_JOINED}"
        "WHERE ($since IS NULL OR a.activity_date >= $since) "
        "AND ($until IS NULL OR a.activity_date <= $until) "
        "AND ($group IS NULL OR a.sensor_group = $group) "
        "ORDER BY a.started_at DESC, a.activity_id LIMIT $limit",
        {"since": since, "until": until, "group": sensor_group, "limit": limit},
    ).fetchall()
    return tuple(map(_activity, rows))


def _activity(row: Sequence[Any]) -> StoredActivity:
    activity = build(StoredActivity, row)
    refusal = activity.refusal
    if refusal is None:
        return activity
    return replace(activity, refusal=refusal_again(activity.activity_id, refusal))


def refusal_again(activity_id: int, reason: str) -> Message:
    """Why a run has no verdict, as it was stored, again knowing what it was made of."""
    made = NoFormData(message("activity {activity_id}", activity_id=activity_id)).message
    return made if made == reason else term(reason)


_LIKE_A_DAY = re.compile(r"\d{4}-\d{1,2}-\d{1,2}(\.\d+)?")


def resolve_activity(con: DuckDBPyConnection, reference: str | int | date) -> int:
    """The run that a person, a program or a model means.

    Our id or Garmin's; a local day (a date, or text YYYY-MM-DD), with `.2` behind it for the second
    run of that day; `latest`; or `-1`, `-2`: so many runs before the latest.

    Raises:
        UnknownActivity: nothing is stored for it.
        AmbiguousActivity: that day has several runs.
        BadArgument: it is written like a day, and there is no such day.
    """
    if isinstance(reference, int) and abs(reference) >= 2**63:
        raise UnknownActivity(reference)
    moment = isinstance(reference, datetime)
    text = f"{reference:%Y-%m-%d}" if moment else str(reference).strip()
    back, number, day = runs_back(text), run_number(text), run_of_day(text)
    if back is not None:
        activity_ids = _newest(con, before=back)
    elif number is not None:
        activity_ids = _ids(con, "$value IN (activity_id, garmin_activity_id)", number)
    else:
        activity_ids = () if day is None else _of_day(con, *day)
    if not activity_ids and day is None and _LIKE_A_DAY.fullmatch(text):
        raise BadArgument("activity", text, message("a day that there is, as YYYY-MM-DD"))
    if not activity_ids:
        raise UnknownActivity(reference, empty=back == 0)
    if len(activity_ids) > 1 and day is not None:
        raise AmbiguousActivity(reference, _told_apart(con, activity_ids, day=day[0]))
    return activity_ids[0]


def _newest(con: DuckDBPyConnection, *, before: int) -> tuple[int, ...]:
    """The run that has so many newer ones, if there is one."""
    row = first_row(
        con,
        "SELECT activity_id FROM activities ORDER BY started_at DESC, activity_id LIMIT 1 OFFSET ?",
        values=[before],
    )
    return () if row is None else (row[0],)


def _of_day(con: DuckDBPyConnection, day: date, which: int | None) -> tuple[int, ...]:
    """The runs of a local day, or the one of that number, from 1."""
    activity_ids = _ids(con, "activity_date = $value", day)
    return activity_ids if which is None else activity_ids[max(which - 1, 0) : which]


def _told_apart(con: DuckDBPyConnection, ids: tuple[int, ...], *, day: date) -> Mapping[int, str]:
    """How each run of a day is named, and what it was: local time, distance, kind of training."""
    rows = con.execute(
        "SELECT a.activity_id, a.started_at, a.utc_offset_s, "
        "coalesce(a.device_distance_m, a.distance_m), s.training_type FROM activities a "
        "LEFT JOIN data.sessions s USING (activity_id) "
        "WHERE a.activity_id IN (SELECT unnest(?::BIGINT[])) ORDER BY a.started_at, a.activity_id",
        [list(ids)],
    ).fetchall()
    return {row[0]: _told(f"{day}.{number}", *row[1:]) for number, row in enumerate(rows, start=1)}


def _told(
    run: str,
    started_at: datetime,
    utc_offset_s: int | None,
    distance_m: float | None,
    kind: str | None,
) -> str:
    clock = f"{started_at + timedelta(seconds=utc_offset_s or 0):%H:%M}"
    distance = () if distance_m is None else (f"{distance_m / METRES_PER_KM:.2f} km",)
    details = ", ".join((clock, *distance))
    if kind is None:
        return f"{run} ({details})"
    return message("{run} ({details}, {kind})", run=run, details=details, kind=training(kind))


def local_day(con: DuckDBPyConnection, moment: datetime) -> date:
    """The day that a moment belongs to where the runner was last seen (UTC if nobody knows)."""
    return (naive_utc(moment) + _last_offset(con)).date()


def end_of_day(con: DuckDBPyConnection, day: date) -> datetime:
    """The last moment of a local day, where the runner was last seen."""
    return datetime.combine(day, time.max, tzinfo=UTC) - _last_offset(con)


def _last_offset(con: DuckDBPyConnection) -> timedelta:
    row = first_row(
        con,
        "SELECT utc_offset_s FROM activities WHERE utc_offset_s IS NOT NULL "
        "ORDER BY started_at DESC LIMIT 1",
    )
    return timedelta(seconds=row[0] if row else 0)


def find_overlapping(
    con: DuckDBPyConnection, started_at: datetime, *, elapsed_s: float
) -> tuple[Overlap, ...]:
    """Stored runs that share time with [started_at, started_at + elapsed_s], most shared first."""
    start = naive_utc(started_at)
    computed = {"elapsed_s": _ELAPSED, "overlap_s": _SHARED}
    selected = ", ".join(
        f"{computed.get(name, f'a.{name}')} AS {name}" for name in kinds_of(Overlap)
    )
    rows = con.execute(
        f"SELECT {selected} FROM activities a "
        "WHERE a.started_at < $end AND overlap_s > 0 ORDER BY overlap_s DESC, a.activity_id",
        {"start": start, "end": start + timedelta(seconds=elapsed_s)},
    ).fetchall()
    return tuple(build(Overlap, row) for row in rows)


def overlaps_between(
    con: DuckDBPyConnection, since: datetime, until: datetime
) -> tuple[Overlap, ...]:
    """The stored runs that started between two moments, in order of time; `overlap_s` is 0, since
    no other recording is asked for."""
    known = {"elapsed_s": _ELAPSED, "overlap_s": "0.0"}
    selected = ", ".join(known.get(name, f"a.{name}") for name in kinds_of(Overlap))
    rows = con.execute(
        f"SELECT {selected} FROM activities a WHERE a.started_at BETWEEN ? AND ? "
        "ORDER BY a.started_at, a.activity_id",
        [naive_utc(since), naive_utc(until)],
    ).fetchall()
    return tuple(build(Overlap, row) for row in rows)


_SHARED = (
    f"epoch(least(a.started_at + to_microseconds(CAST({_ELAPSED} * 1e6 AS BIGINT)), $end)"
    " - greatest(a.started_at, $start))"
)


def _ids(con: DuckDBPyConnection, where: str, value: int | date) -> tuple[int, ...]:
    rows = con.execute(
        f"SELECT activity_id FROM activities WHERE {where} ORDER BY started_at, activity_id",
        {"value": value},
    ).fetchall()
    return tuple(row[0] for row in rows)


RunFlag = Literal["improve", "no_verdict", "partial", "short", "simulated"]
"""Something to look at: a metric outside the runner's own range on the side
that costs, no verdict, a damaged file, too short to be counted, no real run."""

_FLAGS: Mapping[RunFlag, str] = {
    "improve": "EXISTS (SELECT 1 FROM metric_verdicts m "
    "WHERE m.activity_id = a.activity_id AND m.needs_improvement)",
    "no_verdict": "e.activity_id IS NULL",
    "partial": "a.partial",
    "short": IS_FRAGMENT,
    "simulated": "a.simulated",
}
_FROM = (
    f"FROM activities a {_JOINED}"
    "WHERE ($since IS NULL OR a.activity_date >= $since) "
    "AND ($until IS NULL OR a.activity_date <= $until) "
    "AND ($sensor IS NULL OR a.sensor_group = $sensor) "
    "AND ($training_type IS NULL OR s.training_type = $training_type) "
    "AND ($words IS NULL OR contains(lower(coalesce(a.title, '')), lower($words))) "
    "AND ($shoe IS NULL OR contains(lower(coalesce(a.gear, '')), lower($shoe))) "
    "AND ($least_m IS NULL OR a.distance_m >= $least_m) "
    "AND ($most_m IS NULL OR a.distance_m <= $most_m) "
    "AND ($above_c IS NULL OR s.temperature_c > $above_c)"
)
RunOrder = Literal["newest", "fastest", "longest", "warmest", "contact"]
"""`contact`: contact time furthest above what was expected first."""
_ORDERS: Mapping[RunOrder, str] = {
    "newest": "a.started_at DESC",
    "fastest": "a.speed_mps DESC NULLS LAST",
    "longest": "a.distance_m DESC NULLS LAST",
    "warmest": "s.temperature_c DESC NULLS LAST",
    "contact": "(SELECT any_value(z) FROM metric_verdicts m WHERE m.activity_id = a.activity_id "
    "AND m.metric = 'gct' AND m.rated) DESC NULLS LAST",
}


@frozen
class RunFilter:
    """What somebody looks for; None: anything. `since` and `until` are local days, included.

    `words` stand in the title, `shoe` in the name of the shoes; `least_m` and `most_m` are the
    distance at least and at most, `above_c` the temperature that was exceeded.
    """

    training_type: str | None = None
    sensor: str | None = None
    since: date | None = None
    until: date | None = None
    flag: RunFlag | None = None
    words: str | None = None
    shoe: str | None = None
    least_m: float | None = None
    most_m: float | None = None
    above_c: float | None = None


@frozen
class FoundRun:
    """One run of a list."""

    activity: StoredActivity
    needs_improvement: bool


@frozen
class RunCloud:
    """All runs that match as points in order of time: arrays of one shape, NaN where unknown."""

    day_number_days: FloatArray
    speed_mps: FloatArray
    score: FloatArray
    activity_ids: tuple[int, ...] = ()


def find_runs(
    con: DuckDBPyConnection,
    wanted: RunFilter,
    *,
    limit: int | None = None,
    offset: int = 0,
    order: RunOrder | Sorting = "newest",
) -> tuple[FoundRun, ...]:
    """The runs that match, from the `offset`-th on."""
    by = order.sql if isinstance(order, Sorting) else _ORDERS[order]
    rows = con.execute(
        f"SELECT coalesce({_FLAGS['improve']}, false), {_SELECTED} {_where(wanted)} "
        f"ORDER BY {by}, a.started_at DESC, a.activity_id LIMIT $limit OFFSET $offset",
        {**_values(wanted), "limit": limit, "offset": offset},
    ).fetchall()
    return tuple(FoundRun(needs_improvement=row[0], activity=_activity(row[1:])) for row in rows)


def run_cloud(con: DuckDBPyConnection, wanted: RunFilter) -> RunCloud:
    """Every run that matches, as a point."""
    columns = con.execute(
        "SELECT date_diff('day', DATE '1970-01-01', a.activity_date) AS day_number, "
        f"a.speed_mps, e.overall_score, a.activity_id {_where(wanted)} ORDER BY a.started_at",
        _values(wanted),
    ).fetchnumpy()
    return RunCloud(
        day_number_days=floats(columns["day_number"]),
        speed_mps=floats(columns["speed_mps"]),
        score=floats(columns["overall_score"]),
        activity_ids=tuple(columns["activity_id"].tolist()),
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
        "shoe": wanted.shoe,
        "least_m": wanted.least_m,
        "most_m": wanted.most_m,
        "above_c": wanted.above_c,
    }


def write_label(
    con: DuckDBPyConnection,
    activity_id: int,
    *,
    training_type: TrainingType,
    source: Source,
    now: datetime,
) -> None:
    """Remember the runner's word for a run, and who said it; it outlives every new import."""
    insert_rows(
        con,
        "training_labels",
        kinds={
            "activity_id": "whole",
            "training_type": "text",
            "labelled_at": "moment",
            "source": "text",
        },
        rows=[(activity_id, training_type, now, source)],
        replace=True,
    )


def remove_label(con: DuckDBPyConnection, activity_id: int) -> None:
    """Leave the decision to the recording again."""
    con.execute("DELETE FROM training_labels WHERE activity_id = ?", [activity_id])


def read_labels(con: DuckDBPyConnection) -> Mapping[int, TrainingType]:
    """Every label by activity."""
    return dict(con.execute("SELECT activity_id, training_type FROM training_labels").fetchall())


def not_learned_runs(con: DuckDBPyConnection) -> frozenset[int]:
    """The runs from which nothing is to be learned, as the runner said."""
    rows = con.execute("SELECT activity_id FROM activities WHERE not_learned").fetchall()
    return frozenset(row[0] for row in rows)


Outcome = Literal["ingested", "duplicate", "refused", "failed"]


@frozen
class SourceRecord:
    """What came of one file. `member` is '' outside archives.

    `kind` None: not recognised. `reason` says why it was refused or failed, and `activity_id` where
    its run is stored; None otherwise. `recorded_at` None: set when it is written.
    """

    sha256: str
    path: str
    outcome: Outcome
    member: str = ""
    kind: SourceKind | None = None
    reason: str | None = None
    activity_id: int | None = None
    recorded_at: datetime | None = None


def record_sources(con: DuckDBPyConnection, records: Sequence[SourceRecord]) -> None:
    """Write down what came of files; a new outcome replaces the old one of the same content."""
    latest = {(record.sha256, record.member): record for record in records}
    now = datetime.now(UTC)
    rows = [
        (*values_of(replace(record, recorded_at=record.recorded_at or now)), _parts(record))
        for record in latest.values()
    ]
    kinds: Mapping[str, Kind] = {**kinds_of(SourceRecord), "reason_parts": "text"}
    insert_rows(con, "sources", kinds=kinds, rows=rows, replace=True)


def _parts(record: SourceRecord) -> str | None:
    return None if record.reason is None else parts_of(record.reason)


def _source(row: Sequence[Any]) -> SourceRecord:
    record = build(SourceRecord, row[1:])
    return replace(
        record, reason=None if record.reason is None else with_parts(record.reason, row[0])
    )


def seen_sources(con: DuckDBPyConnection) -> frozenset[tuple[str, str]]:
    """(sha256, member) of every file that need not be read again: all but the failed ones."""
    rows = con.execute("SELECT sha256, member FROM sources WHERE outcome <> 'failed'").fetchall()
    return frozenset((row[0], row[1]) for row in rows)


def known_sources(
    con: DuckDBPyConnection, keys: Sequence[tuple[str, str]]
) -> Mapping[tuple[str, str], SourceRecord]:
    """Those of the (sha256, member) pairs that were seen before, in one query."""
    rows = con.execute(
        f"SELECT reason_parts, {select_list(SourceRecord)} FROM sources "
        "WHERE sha256 IN (SELECT unnest(?::VARCHAR[]))",
        [[sha256 for sha256, _ in keys]],
    ).fetchall()
    wanted = set(keys)
    records = map(_source, rows)
    by_key = {(record.sha256, record.member): record for record in records}
    return {key: record for key, record in by_key.items() if key in wanted}


def sources_under(con: DuckDBPyConnection, folder: str) -> tuple[SourceRecord, ...]:
    """What came of every file below a folder whose content was new there, in order of names."""
    rows = con.execute(
        f"SELECT reason_parts, {select_list(SourceRecord)} FROM sources WHERE starts_with(path, ?) "
        "ORDER BY path, member",
        [folder],
    ).fetchall()
    return tuple(map(_source, rows))
