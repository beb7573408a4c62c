"""What is read of every stored run at once: totals, efforts, conditions, and what the judge
needs."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from hakaru.core.errors import UnknownActivity
from hakaru.records import frozen
from hakaru.running.activity import RunTotals, surface_of
from hakaru.running.deviations import RunConditions
from hakaru.running.evaluate import RunToJudge
from hakaru.running.lessons import USUAL_RUNS, PastRun, PastRuns
from hakaru.running.records import EffortOfRun
from hakaru.running.similar_comparison import SideFigures
from hakaru.running.splits import Split
from hakaru.running.volume import FIRST_KNOWN_DAY, RatedMetric, RunFigures
from hakaru.store.air import with_air
from hakaru.store.recordings import FORM_COLUMNS, splits_between, where
from hakaru.store.rows import (
    AnyArray,
    Kind,
    aware,
    build,
    first_row,
    floats,
    kinds_of,
    naive_utc,
    number_column,
    select_list,
    stamp,
    text_column,
    texts,
)

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def read_totals(con: DuckDBPyConnection, activity_id: int) -> RunTotals:
    """What one run amounts to.

    Raises:
        UnknownActivity: nothing is stored under this id.
    """
    row = first_row(
        con,
        f"SELECT {select_list(RunTotals)} FROM activities WHERE activity_id = ?",
        values=[activity_id],
    )
    if row is None:
        raise UnknownActivity(activity_id)
    return build(RunTotals, row)


def side_figures(con: DuckDBPyConnection, activity_ids: Sequence[int] | None = None) -> SideFigures:
    """Form scores and recorders of those of the runs that have them; None: of every run."""
    ids = {"ids": None if activity_ids is None else list(activity_ids)}
    among = "($ids IS NULL OR activity_id IN (SELECT unnest($ids::BIGINT[])))"
    scores = con.execute(
        "SELECT activity_id, overall_score FROM data.run_verdicts "
        f"WHERE overall_score IS NOT NULL AND {among}",
        ids,
    ).fetchall()
    recorders = con.execute(
        "SELECT activity_id, min_by(coalesce(product, manufacturer, ''), device_index) "
        f"FROM devices WHERE role = 'recorder' AND {among} GROUP BY ALL",
        ids,
    ).fetchall()
    return SideFigures(
        form_score=dict(scores), power_device={key: name for key, name in recorders if name}
    )


SERIALS = (
    "SELECT activity_id, any_value(serial) FILTER (role = 'recorder') AS recorder, "
    "any_value(serial) FILTER (role = 'sensor') AS sensor, "
    "count(DISTINCT serial) FILTER (role = 'sensor') AS n_sensors, "
    "any_value(d.serial) FILTER (role = 'sensor' AND d.product = a.sensor_label) AS named "
    "FROM devices d JOIN activities a USING (activity_id) "
    "WHERE a.sensor_group IS NOT NULL GROUP BY activity_id"
)
"""The serial numbers that each measured run names."""
DEVICE_OF_FORM = (
    "CASE WHEN a.sensor_group = 'garmin-wrist' THEN d.recorder "
    "WHEN d.named IS NOT NULL THEN d.named WHEN d.n_sensors = 1 THEN d.sensor END"
)
"""The one of them whose readings of form they are."""


def run_conditions(con: DuckDBPyConnection, sensor_group: str) -> RunConditions:
    """Of every run of a sensor group. The device is the one whose serial number the file gives for
    what measured form: the watch itself at the wrist, else the strap or pod."""
    fetched = con.execute(
        f"SELECT a.activity_id, {text_column('a.gear', 'gear')}, "
        f"{number_column('s.temperature_c', 'temperature_c')}, "
        f"{number_column('s.climb_m_per_km', 'climb_m_per_km')}, "
        f"{text_column(DEVICE_OF_FORM, 'device')} "
        f"FROM activities a LEFT JOIN ({SERIALS}) d USING (activity_id) "
        "LEFT JOIN data.sessions s USING (activity_id) "
        "WHERE a.sensor_group = $group ORDER BY a.started_at, a.activity_id",
        {"group": sensor_group},
    ).fetchnumpy()
    return RunConditions(
        activity_id=np.asarray(fetched["activity_id"], dtype=np.int64),
        device=tuple(texts(fetched["device"]).tolist()),
        temperature_c=floats(fetched["temperature_c"]),
        climb_m_per_km=floats(fetched["climb_m_per_km"]),
        shoe=tuple(texts(fetched["gear"]).tolist()),
    )


def runs_named(con: DuckDBPyConnection, activity_ids: Sequence[int]) -> tuple[PastRun, ...]:
    """Some stored runs, oldest first."""
    return _heads(con, "list_contains(?::BIGINT[], activity_id)", [list(activity_ids)])


def runs_from(
    con: DuckDBPyConnection, sensor_group: str, since: datetime, *, limit: int
) -> tuple[PastRun, ...]:
    """The first runs of a sensor from a moment on, oldest first."""
    where = f"sensor_group = ? AND started_at >= ?::TIMESTAMP ORDER BY started_at LIMIT {limit}"
    first = _heads(con, where, [sensor_group, naive_utc(since)])
    if len(first) < limit:
        return first
    tied = _heads(  # runs that started together are judged together
        con, "sensor_group = ? AND started_at = ?", [sensor_group, naive_utc(first[-1].started_at)]
    )
    return (*(run for run in first if run.started_at < first[-1].started_at), *tied)


def start_after(con: DuckDBPyConnection, sensor_group: str, moment: datetime) -> datetime | None:
    """When the next run of a sensor started; None: there is none after the moment."""
    row = first_row(
        con,
        "SELECT min(started_at) FROM activities WHERE sensor_group = ? AND started_at > ?",
        values=[sensor_group, naive_utc(moment)],
    )
    return None if row is None else aware(row[0])


def is_first(con: DuckDBPyConnection, sensor_group: str, moment: datetime) -> bool:
    """Whether no run of a sensor started before a moment."""
    return not first_row(
        con,
        "SELECT 1 FROM activities WHERE sensor_group = ? AND started_at < ? LIMIT 1",
        values=[sensor_group, naive_utc(moment)],
    )


def n_runs_from(con: DuckDBPyConnection, sensor_group: str, since: datetime) -> int:
    """How many runs of a sensor started at a moment or later."""
    row = first_row(
        con,
        "SELECT count(*) FROM activities WHERE sensor_group = ? AND started_at >= ?",
        values=[sensor_group, naive_utc(since)],
    )
    return 0 if row is None else int(row[0])


@frozen
class SensorRuns:
    """Every stored run of one sensor in order of time, shape (n_runs,) each.

    `is_measured` says where there are form values, `is_learned` from which runs something may be
    learned. `elsewhere_since`: when the first run was
    measured by another sensor; None: none was.
    """

    sensor_group: str
    activity_id: NDArray[np.int64]
    started_at: NDArray[np.datetime64]
    sensor_label: NDArray[np.object_]
    gear: NDArray[np.object_]
    sub_sport: NDArray[np.object_]
    is_measured: NDArray[np.bool_]
    is_learned: NDArray[np.bool_]
    elsewhere_since: datetime | None

    def before(self, moment: datetime) -> int:
        """How many started before a moment."""
        return int(np.searchsorted(self.started_at, stamp(moment), side="left"))

    def until(self, moment: datetime) -> int:
        """How many started at a moment or before."""
        return int(np.searchsorted(self.started_at, stamp(moment), side="right"))

    def since(self, place: int, *, memory: timedelta) -> int:
        """The first run that weighs something for the one at a place."""
        if not place:
            return 0
        oldest = self.started_at[place - 1] - np.timedelta64(memory)
        return int(np.searchsorted(self.started_at, oldest, side="left"))


def sensor_runs(con: DuckDBPyConnection, sensor_group: str) -> SensorRuns:
    """Every stored run of a sensor."""
    fetched = con.execute(
        "SELECT activity_id, started_at, "
        f"{', '.join(text_column(name, name) for name in ('sensor_label', 'gear', 'sub_sport'))}, "
        "coalesce(coverage_frac > 0, FALSE) AS measured, "
        "NOT coalesce(not_learned, FALSE) AS learned, "
        "coalesce(sensor_group = $group, FALSE) AS own FROM activities "
        "WHERE sensor_group = $group OR coverage_frac > 0",
        {"group": sensor_group},
    ).fetchnumpy()
    started_at = np.asarray(fetched["started_at"], dtype="datetime64[us]")
    activity_id = np.asarray(fetched["activity_id"], dtype=np.int64)
    is_own = np.asarray(fetched["own"], dtype=np.bool_)
    others = started_at[~is_own]
    rows = np.lexsort((activity_id, started_at))
    rows = rows[is_own[rows]]
    return SensorRuns(
        sensor_group=sensor_group,
        activity_id=activity_id[rows],
        started_at=started_at[rows],
        sensor_label=texts(fetched["sensor_label"])[rows],
        gear=texts(fetched["gear"])[rows],
        sub_sport=texts(fetched["sub_sport"])[rows],
        is_measured=np.asarray(fetched["measured"], dtype=np.bool_)[rows],
        is_learned=np.asarray(fetched["learned"], dtype=np.bool_)[rows],
        elsewhere_since=_utc(others.min()) if others.size else None,
    )


def sensor_splits(
    con: DuckDBPyConnection,
    runs: SensorRuns,
    first: int,
    end: int,
    *,
    names: Sequence[str] = FORM_COLUMNS,
) -> Mapping[str, AnyArray]:
    """Columns of the splits of the runs from one place up to another, in order of time: those of
    `recordings.split_columns`, and `place`, that of the run."""
    ids = runs.activity_id[first:end]
    columns = dict(splits_between(con, ids, names))
    order = np.argsort(ids)
    place = first + order[np.searchsorted(ids, columns["activity_id"], sorter=order)]
    rows = np.lexsort((columns["split_index"], place))
    columns["place"] = place
    columns["started_at"] = runs.started_at[place]
    columns["sensor_label"] = runs.sensor_label[place]
    columns["gear"] = runs.gear[place]
    columns["sub_sport"] = runs.sub_sport[place]
    return where(columns, rows)


def to_judge(
    con: DuckDBPyConnection,
    chosen: Sequence[PastRun],
    *,
    every_run: SensorRuns,
    columns: Mapping[str, AnyArray],
) -> tuple[RunToJudge, ...]:
    """Some runs of a sensor with their splits, and what the runner's earlier runs say about each.

    `columns` are those of `sensor_splits` up to the last of them. Of a split, only what they have
    is known.
    """
    past = _past(con, chosen, every_run, columns)
    judged = []
    for run in chosen:
        place = int(np.flatnonzero(every_run.activity_id == run.activity_id)[0])
        judged.append(
            RunToJudge(
                activity_id=run.activity_id,
                day=run.day,
                sensor_group=every_run.sensor_group,
                splits=_splits_at(columns, place),
                usual_left_pct=past.usual_left_pct(run),
                started_at=run.started_at,
                known_elsewhere=past.known_elsewhere(run),
                sensor_label=every_run.sensor_label[place],
                shoe=every_run.gear[place],
                surface=surface_of(every_run.sub_sport[place]),
            )
        )
    return tuple(judged)


def run_to_explain(
    con: DuckDBPyConnection, activity_id: int, *, splits: tuple[Split, ...]
) -> RunToJudge:
    """One run as it was judged, by its splits, without what only its rank and its balance need.

    Raises:
        UnknownActivity: no such run is stored.
    """
    row = first_row(
        con,
        "SELECT activity_date, started_at, sensor_group, sensor_label, gear, sub_sport "
        "FROM activities WHERE activity_id = ? AND sensor_group IS NOT NULL",
        values=[activity_id],
    )
    if row is None:
        raise UnknownActivity(activity_id)
    return RunToJudge(
        activity_id=activity_id,
        day=row[0],
        sensor_group=row[2],
        splits=with_air(con, activity_id, splits),
        started_at=aware(row[1]),
        sensor_label=row[3],
        shoe=row[4],
        surface=surface_of(row[5]),
    )


def _splits_at(columns: Mapping[str, AnyArray], place: int) -> tuple[Split, ...]:
    """The splits of the run at a place."""
    rows = slice(*np.searchsorted(columns["place"], (place, place + 1)).tolist())
    kinds = {name: kind for name, kind in kinds_of(Split).items() if name in columns}
    values = [_plain(columns[name][rows], kind) for name, kind in kinds.items()]
    return tuple(Split(**dict(zip(kinds, row, strict=True))) for row in zip(*values, strict=True))


def _plain(column: AnyArray, kind: Kind) -> list[Any]:
    """The values of a column as fields of a split; None: missing."""
    if kind == "text":
        return list(column)
    known = {"whole": int, "flag": bool}.get(kind, float)
    return [None if math.isnan(value) else known(value) for value in column.tolist()]


def _past(
    con: DuckDBPyConnection,
    chosen: Sequence[PastRun],
    runs: SensorRuns,
    columns: Mapping[str, AnyArray],
) -> PastRuns:
    """The balance of the runs of a sensor up to the last of some, as far back as anything asks,
    and the first run of another sensor."""
    balance = _left_pct(columns)
    usual = (runs.is_measured & runs.is_learned).tolist()
    judged_from = runs.before(chosen[0].started_at)
    read_from = int(columns["place"][0]) if columns["place"].size else judged_from
    n_before = sum(place < judged_from and usual[place] for place in balance)
    if read_from and n_before < USUAL_RUNS:
        balance = _left_pct(sensor_splits(con, runs, 0, read_from, names=_BALANCE)) | balance
    measured = [place for place in balance if usual[place]]
    first = max(bisect_left(measured, judged_from) - USUAL_RUNS, 0)
    known = [
        replace(chosen[0], started_at=_utc(runs.started_at[place]), left_pct=balance[place])
        for place in measured[first:]
    ]
    since = runs.elsewhere_since
    others = [] if since is None else [replace(chosen[0], started_at=since, sensor_group=None)]
    return PastRuns([*others, *known])


_BALANCE = ("gct_balance_left_pct", "running_s")


def _left_pct(columns: Mapping[str, AnyArray]) -> dict[int, float]:
    """The left share of contact time of each run that has one, by its place."""
    left_pct, running_s = columns["gct_balance_left_pct"], columns["running_s"]
    rows = np.flatnonzero(np.isfinite(left_pct) & (running_s > 0.0))
    if not rows.size:
        return {}
    places, first = np.unique(columns["place"][rows], return_index=True)
    weighted = np.add.reduceat(left_pct[rows] * running_s[rows], first)
    shares = weighted / np.add.reduceat(running_s[rows], first)
    return dict(zip(places.tolist(), shares.tolist(), strict=True))


def _heads(con: DuckDBPyConnection, where: str, values: Sequence[object]) -> tuple[PastRun, ...]:
    rows = con.execute(
        "SELECT activity_id, activity_date, started_at, sensor_group FROM activities "
        f"WHERE {where}",
        list(values),
    ).fetchall()
    runs = [
        PastRun(
            activity_id=row[0],
            day=row[1],
            started_at=row[2].replace(tzinfo=UTC),
            sensor_group=row[3],
            left_pct=None,
        )
        for row in rows
    ]
    return tuple(sorted(runs, key=lambda run: (run.started_at, run.activity_id)))


def _utc(moment: np.datetime64) -> datetime:
    naive = moment.item()
    assert isinstance(naive, datetime)
    return naive.replace(tzinfo=UTC)


_TOTALS: Mapping[str, str] = {
    "distance_m": "coalesce(a.device_distance_m, a.distance_m)",
    "time_s": "coalesce(a.device_timer_s, a.device_elapsed_s, a.elapsed_s)",
    "elapsed_s": "coalesce(a.device_elapsed_s, a.elapsed_s)",
    "climb_m": "coalesce(a.device_ascent_m, a.elevation_gain_m)",
    "heart_rate_bpm": "coalesce(a.device_heart_rate_avg_bpm, a.heart_rate_avg_bpm)",
}
"""The totals of a run: as the watch states them, else ours."""
_OTHERS: Mapping[str, str] = {
    "day": "a.activity_date",
    "training_type": "s.training_type",
}


def run_figures(
    con: DuckDBPyConnection,
    *,
    since: date | None = None,
    until: date | None = None,
    activity_ids: Sequence[int] | None = None,
) -> tuple[RunFigures, ...]:
    """What each stored run adds up to, oldest first; `since` and `until` are local days, both
    included."""
    expressions = {**_TOTALS, **_OTHERS}
    selected = ", ".join(expressions.get(name, f"a.{name}") for name in kinds_of(RunFigures))
    rows = con.execute(
        f"SELECT {selected} FROM activities a LEFT JOIN data.sessions s USING (activity_id) "
        "WHERE ($since IS NULL OR a.activity_date >= $since) "
        "AND ($until IS NULL OR a.activity_date <= $until) "
        "AND ($ids IS NULL OR list_contains($ids::BIGINT[], a.activity_id)) "
        "ORDER BY a.started_at, a.activity_id",
        {
            "since": since,
            "until": until,
            "ids": None if activity_ids is None else list(activity_ids),
        },
    ).fetchall()
    return tuple(build(RunFigures, row) for row in rows)


def first_and_last_day(con: DuckDBPyConnection) -> tuple[date, date] | None:
    """The local days of the oldest and the newest run, of those whose day is known where there are
    any; None: none is stored."""
    known = f"FILTER (activity_date >= DATE '{FIRST_KNOWN_DAY}')"
    row = first_row(
        con,
        f"SELECT coalesce(min(activity_date) {known}, min(activity_date)), max(activity_date) "
        "FROM activities",
    )
    return None if row is None or row[0] is None else (row[0], row[1])


_OVER_DURATION = (
    "(SELECT activity_id, duration_s AS elapsed_s, speed_mps * duration_s AS distance_m, "
    "CAST(NULL AS DOUBLE) AS start_elapsed_s FROM best_efforts WHERE speed_mps IS NOT NULL)"
)


def efforts_over_distance(con: DuckDBPyConnection) -> tuple[EffortOfRun, ...]:
    """The fastest run over each distance in each local year, the earlier of two equals."""
    return _best_by_year(con, table="distance_efforts", per="distance_m", order="elapsed_s")


def efforts_over_duration(con: DuckDBPyConnection) -> tuple[EffortOfRun, ...]:
    """The furthest run in each duration in each local year, the earlier of two equals."""
    return _best_by_year(con, table=_OVER_DURATION, per="elapsed_s", order="distance_m DESC")


def efforts_of_runs(
    con: DuckDBPyConnection, *, over_m: float | None, over_s: float | None
) -> tuple[EffortOfRun, ...]:
    """What every run has over one record distance, or in one record duration."""
    selected = ", ".join(
        "a.activity_date" if name == "day" else f"e.{name}" for name in kinds_of(EffortOfRun)
    )
    table, where = (
        (_OVER_DURATION, "elapsed_s = $over")
        if over_m is None
        else ("distance_efforts", "distance_m = $over")
    )
    rows = con.execute(
        f"SELECT {selected} FROM {table} e JOIN activities a USING (activity_id) "
        f"WHERE e.{where} ORDER BY a.started_at, e.activity_id",
        {"over": over_s if over_m is None else over_m},
    ).fetchall()
    return tuple(build(EffortOfRun, row) for row in rows)


def rated_metrics(
    con: DuckDBPyConnection, *, activity_ids: Sequence[int] | None = None
) -> tuple[RatedMetric, ...]:
    """How far each rated metric of each run, or of some, was from the runner's own usual."""
    rows = con.execute(
        f"SELECT {select_list(RatedMetric)} FROM metric_verdicts WHERE rated "
        "AND ($ids IS NULL OR list_contains($ids::BIGINT[], activity_id)) "
        "ORDER BY metric, activity_id",
        {"ids": None if activity_ids is None else list(activity_ids)},
    ).fetchall()
    return tuple(build(RatedMetric, row) for row in rows)


def sensor_groups(con: DuckDBPyConnection, *, activity_ids: Sequence[int]) -> Mapping[int, str]:
    """With which kind of sensor form was measured, of those of some runs where it was."""
    rows = con.execute(
        "SELECT activity_id, sensor_group FROM activities WHERE sensor_group IS NOT NULL "
        "AND list_contains($ids::BIGINT[], activity_id)",
        {"ids": list(activity_ids)},
    ).fetchall()
    return dict(rows)


def _best_by_year(
    con: DuckDBPyConnection, *, table: str, per: str, order: str
) -> tuple[EffortOfRun, ...]:
    selected = ", ".join(
        "a.activity_date" if name == "day" else f"e.{name}" for name in kinds_of(EffortOfRun)
    )
    rows = con.execute(
        f"SELECT {selected} FROM {table} e JOIN activities a USING (activity_id) "
        f"QUALIFY row_number() OVER (PARTITION BY year(a.activity_date), e.{per} "
        f"ORDER BY e.{order}, a.started_at, e.activity_id) = 1 "
        f"ORDER BY e.{per}, a.started_at"
    ).fetchall()
    return tuple(build(EffortOfRun, row) for row in rows)
