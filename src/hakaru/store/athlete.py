"""What the runner stated, watches reported and the best efforts showed, run by run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from hakaru.records import frozen
from hakaru.running.activity import HeartRateZone, Physiology, Sex
from hakaru.running.athlete.efforts import Effort, RunEfforts
from hakaru.running.athlete.model import Athlete, AthleteFact, Known, Quantity, as_reported
from hakaru.store.rows import Kind, aware, build, insert_rows, kinds_of, naive_utc, select_list
from hakaru.store.stored_run import PHYSIOLOGY

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from hakaru.proposals.changes import Source

SEX = "sex"
"""The one thing stated about an athlete that is no number."""

KNOWN: Mapping[str, Kind] = {
    "activity_id": "whole",
    "quantity": "text",
    "value": "real",
    "word": "text",
    "origin": "text",
    "method": "text",
    "measured_on": "day",
    "low": "real",
    "high": "real",
    "stale": "flag",
}


SOURCES: Mapping[str, Kind] = {
    "activity_id": "whole",
    "source_index": "whole",
    **{name: kind for name, kind in KNOWN.items() if name not in ("activity_id", "word")},
}


@frozen
class PastRun:
    """What one stored run says about the athlete. `physiology` None: its watch said nothing."""

    activity_id: int
    day: date
    started_at: datetime
    physiology: Physiology | None
    efforts: RunEfforts


@frozen
class StatedSex:
    """What the runner said, holding from a local day on."""

    sex: Sex
    since: date


def state_fact(
    con: DuckDBPyConnection,
    fact: AthleteFact | StatedSex,
    *,
    user_id: str,
    source: Source,
    now: datetime,
) -> None:
    """Remember what the runner says, and who says it; a newer word for the same day replaces it."""
    number = fact.value if isinstance(fact, AthleteFact) else None
    word = fact.sex if isinstance(fact, StatedSex) else None
    quantity = fact.quantity if isinstance(fact, AthleteFact) else SEX
    insert_rows(
        con,
        "athlete_facts",
        kinds={
            "user_id": "text",
            "quantity": "text",
            "since": "day",
            "value": "real",
            "word": "text",
            "stated_at": "moment",
            "source": "text",
        },
        rows=[(user_id, quantity, fact.since, number, word, now, source)],
        replace=True,
    )


def stated_facts(
    con: DuckDBPyConnection, *, user_id: str
) -> tuple[tuple[AthleteFact, ...], tuple[StatedSex, ...]]:
    """Everything the runner said, oldest first: numbers, and the sex."""
    rows = con.execute(
        "SELECT quantity, since, value, word FROM athlete_facts WHERE user_id = ? ORDER BY since",
        [user_id],
    ).fetchall()
    numbers = tuple(
        AthleteFact(quantity=row[0], value=row[2], since=row[1]) for row in rows if row[0] != SEX
    )
    return numbers, tuple(StatedSex(sex=row[3], since=row[1]) for row in rows if row[0] == SEX)


def past_runs(
    con: DuckDBPyConnection,
    *,
    since: datetime | None = None,
    before: datetime | None = None,
    efforts: StoredEfforts | None = None,
) -> tuple[PastRun, ...]:
    """The stored runs that started from one moment on and before another, oldest first. `efforts`:
    those of every run, None: read now."""
    rows = con.execute(
        "SELECT activity_id, activity_date, started_at FROM activities "
        "WHERE ($since IS NULL OR started_at >= $since) "
        "AND ($before IS NULL OR started_at < $before) ORDER BY started_at, activity_id",
        {
            "since": None if since is None else naive_utc(since),
            "before": None if before is None else naive_utc(before),
        },
    ).fetchall()
    chosen = None if since is None and before is None else [row[0] for row in rows]
    reported = _reported(con, chosen)
    of_runs = stored_efforts(con, chosen).of_runs if efforts is None else efforts.of_runs
    return tuple(
        PastRun(
            activity_id=row[0],
            day=row[1],
            started_at=_moment(row[2]),
            physiology=reported.get(row[0]),
            efforts=RunEfforts(of_runs.get(row[0], ())),
        )
        for row in rows
    )


def nth_start_before(con: DuckDBPyConnection, moment: datetime, *, n: int) -> datetime | None:
    """When the earliest of the `n` runs before a moment started; None: there is none."""
    rows = con.execute(
        "SELECT started_at FROM activities WHERE started_at < ? ORDER BY started_at DESC "
        f"LIMIT {n}",
        [naive_utc(moment)],
    ).fetchall()
    return _moment(rows[-1][0]) if rows else None


_Rows = list[tuple[Any, ...]]


@frozen
class StoredEfforts:
    """The best efforts of runs by activity, and the rows that they were made from."""

    of_runs: Mapping[int, RunEfforts]
    rows: Mapping[int, _Rows]


def stored_efforts(
    con: DuckDBPyConnection,
    activity_ids: Sequence[int] | None = None,
    *,
    earlier: StoredEfforts | None = None,
) -> StoredEfforts:
    """The best efforts of runs; None: of every run. `earlier` is what was read before a run
    changed: where the rows are the same, so are the efforts, with all that was found out of them.
    """
    rows: dict[int, _Rows] = {}
    columns, order = select_list(Effort), "ORDER BY duration_s"
    for row in _of_runs(con, "best_efforts", columns, activity_ids, order=order):
        rows.setdefault(row[0], []).append(row)
    known = {} if earlier is None else earlier.rows
    return StoredEfforts(
        of_runs={
            key: earlier.of_runs[key]
            if earlier is not None and known.get(key) == own
            else RunEfforts(map(_effort, own))
            for key, own in rows.items()
        },
        rows=rows,
    )


def _effort(row: tuple[Any, ...]) -> Effort:
    """What `build` makes of a row, in a third of the time: there are eight of every run."""
    _, duration_s, speed_mps, speed_heart_rate_bpm, heart_rate_bpm, power_w, of_summary = row
    return Effort(
        duration_s=duration_s,
        speed_mps=speed_mps,
        speed_heart_rate_bpm=speed_heart_rate_bpm,
        heart_rate_bpm=heart_rate_bpm,
        power_w=power_w,
        of_summary=of_summary,
    )


def watch_zones(con: DuckDBPyConnection, *, until: date) -> tuple[HeartRateZone, ...]:
    """The heart rate zones of the newest run up to a local day whose watch had any."""
    rows = con.execute(
        f"SELECT {select_list(HeartRateZone)} FROM data.heart_rate_zones WHERE activity_id = ("
        "SELECT a.activity_id FROM activities a SEMI JOIN data.heart_rate_zones USING "
        "(activity_id) WHERE a.activity_date <= ? ORDER BY a.started_at DESC LIMIT 1) "
        "ORDER BY zone_number",
        [until],
    ).fetchall()
    return tuple(build(HeartRateZone, row) for row in rows)


def known_rows(activity_id: int, athlete: Athlete) -> list[tuple[object, ...]]:
    """What was known for one session, in the order of `KNOWN`."""
    rows: list[tuple[object, ...]] = [
        (
            activity_id,
            quantity,
            known_value.value,
            None,
            known_value.origin,
            known_value.method,
            known_value.on,
            known_value.low,
            known_value.high,
            known_value.stale,
        )
        for quantity, known_value in athlete.known.items()
    ]
    if athlete.sex is not None:
        rows.append((activity_id, SEX, None, athlete.sex, "user", "stated", *[None] * 3, False))
    return rows


def source_rows(activity_id: int, athlete: Athlete) -> list[tuple[object, ...]]:
    """What else was said of each quantity, in the order of `SOURCES`."""
    return [
        (
            activity_id,
            index,
            quantity,
            known_value.value,
            known_value.origin,
            known_value.method,
            known_value.on,
            known_value.low,
            known_value.high,
            known_value.stale,
        )
        for quantity, views in athlete.sources.items()
        for index, known_value in enumerate(views)
    ]


def read_known(con: DuckDBPyConnection, activity_id: int, *, day: date) -> Athlete:
    """The athlete that `known_rows` and `source_rows` wrote down."""
    rows = con.execute(
        f"SELECT {', '.join(KNOWN)} FROM session_athlete WHERE activity_id = ?", [activity_id]
    ).fetchall()
    named_rows = [dict(zip(KNOWN, row, strict=True)) for row in rows]
    return Athlete(
        day=day,
        known={row["quantity"]: _known(row) for row in named_rows if row["quantity"] != SEX},
        sex=next((row["word"] for row in named_rows if row["quantity"] == SEX), None),
        sources=_read_sources(con, activity_id),
    )


def _read_sources(
    con: DuckDBPyConnection, activity_id: int
) -> Mapping[Quantity, tuple[Known, ...]]:
    rows = con.execute(
        f"SELECT {', '.join(SOURCES)} FROM session_athlete_sources WHERE activity_id = ? "
        "ORDER BY quantity, source_index",
        [activity_id],
    ).fetchall()
    sources: dict[Quantity, tuple[Known, ...]] = {}
    for row in rows:
        named = dict(zip(SOURCES, row, strict=True))
        quantity = named["quantity"]
        sources[quantity] = (*sources.get(quantity, ()), _known(named))
    return sources


def _known(row: Mapping[str, Any]) -> Known:
    names = [name for name in kinds_of(Known) if name != "on"]
    return Known(on=row["measured_on"], **{name: row[name] for name in names})


def _reported(
    con: DuckDBPyConnection, activity_ids: Sequence[int] | None
) -> Mapping[int, Physiology]:
    """What each watch believed, by activity; None: of every run."""
    fields: dict[int, dict[str, object]] = {}
    for table, columns in PHYSIOLOGY.items():
        for row in _of_runs(con, table, ", ".join(columns.values()), activity_ids):
            fields.setdefault(row[0], {}).update(zip(columns, row[1:], strict=True))
    return {
        key: as_reported(Physiology(**values))  # type: ignore[arg-type]
        for key, values in fields.items()
    }


def _of_runs(
    con: DuckDBPyConnection,
    table: str,
    columns: str,
    activity_ids: Sequence[int] | None,
    *,
    order: str = "",
) -> _Rows:
    """The id and some columns of the rows of some runs; None: of every run."""
    query = f"SELECT activity_id, {columns} FROM {table}"
    if activity_ids is None:
        return con.execute(f"{query} {order}").fetchall()
    if not activity_ids:
        return []
    chosen = set(activity_ids)  # a list of them for the engine takes twice as long
    rows = con.execute(
        f"{query} WHERE activity_id BETWEEN ? AND ? {order}", [min(chosen), max(chosen)]
    ).fetchall()
    return [row for row in rows if row[0] in chosen]


def _moment(value: object) -> datetime:
    moment = aware(value)
    assert moment is not None
    return moment
