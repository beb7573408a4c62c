"""Which baselines were learned, from what, and which one holds at a moment?

A version is laid when a run is judged by it, and stays as long as its inputs stay what they were.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING, cast

from hakaru.running.baseline.model import COVERAGES, MetricBaseline
from hakaru.running.metrics import METRICS, MetricName
from hakaru.store.rows import (
    Kind,
    build,
    first_row,
    insert_rows,
    kinds_of,
    naive_utc,
    select_list,
    values_of,
)

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_Key = tuple[str, str, str, str]
_DIGEST = "inputs_sha256"
_HALF_WIDTHS = tuple(f"half_width_{round(100 * coverage)}_frac" for coverage in COVERAGES)
_KINDS: dict[str, Kind] = {
    **kinds_of(MetricBaseline),
    **dict.fromkeys(_HALF_WIDTHS, "real"),
    **dict.fromkeys(("coef_alpha", "coef_d", "coef_a", "coef_b"), "real"),
    _DIGEST: "text",
}
_SELECT = (
    f"SELECT {select_list(MetricBaseline)}, {', '.join(_HALF_WIDTHS)} FROM data.form_baselines "
)


@dataclass(frozen=True, kw_only=True)
class Learned:
    """How much was learned of one kind of sensor: so many runs, up to a local day."""

    sensor_group: str
    n_runs: int
    until: date


@dataclass(frozen=True, kw_only=True)
class LaidVersion:
    """A numbered version, and the digest of what it was learned from."""

    baseline: MetricBaseline
    inputs_sha256: str


def append_baselines(
    con: DuckDBPyConnection, baselines: Sequence[MetricBaseline]
) -> tuple[int, ...]:
    """Store baselines as new versions, counted per user, condition, sensor and metric from 1.

    Returns their versions, in the order given; what `version` they carried is ignored.
    """
    last = _last_versions(con)
    versions = []
    for baseline in baselines:
        key = _key(baseline)
        last[key] = last.get(key, 0) + 1
        versions.append(last[key])
    rows = [(*_values(*pair), None) for pair in zip(baselines, versions, strict=True)]
    insert_rows(con, "data.form_baselines", kinds=_KINDS, rows=rows)
    return tuple(versions)


def add_versions(con: DuckDBPyConnection, laid: Sequence[LaidVersion]) -> None:
    """Store numbered versions with what they were learned from."""
    rows = [
        (*_values(version.baseline, version.baseline.version or 0), version.inputs_sha256)
        for version in laid
    ]
    insert_rows(con, "data.form_baselines", kinds=_KINDS, rows=rows)


def last_versions(
    con: DuckDBPyConnection, sensor_group: str, *, user_id: str
) -> dict[MetricName, int]:
    """The highest number per metric of one sensor, for the default conditions."""
    return dict(
        con.execute(
            "SELECT metric, max(version) FROM data.form_baselines WHERE sensor_group = ? "
            "AND user_id = ? AND condition_group = 'default' GROUP BY metric",
            [sensor_group, user_id],
        ).fetchall()
    )


def learned_versions(
    con: DuckDBPyConnection, sensor_group: str, *, user_id: str, digests: Collection[str]
) -> Mapping[str, MetricBaseline]:
    """What was learned from the same inputs before, by their digests."""
    rows = con.execute(
        _SELECT.replace("SELECT", f"SELECT {_DIGEST},", 1)
        + "WHERE sensor_group = ? AND user_id = ? AND condition_group = 'default' "
        + f"AND {_DIGEST} IN (SELECT unnest(?::VARCHAR[]))",
        [sensor_group, user_id, sorted(digests)],
    ).fetchall()
    return {row[0]: _baseline(row[1:]) for row in rows}


def forget_versions(
    con: DuckDBPyConnection,
    sensor_group: str,
    metric: MetricName,
    *,
    user_id: str,
    since: datetime | None,
    until: datetime | None,
    but: Collection[int],
) -> None:
    """Remove the versions of a stretch of time that nothing is judged by.

    The stretch goes by the newest run that was learned from: from `since` on and before `until`;
    None: no bound. `but` are the numbers that stay.
    """
    con.execute(
        "DELETE FROM data.form_baselines WHERE sensor_group = $group AND metric = $metric "
        "AND user_id = $user AND condition_group = 'default' "
        "AND ($since IS NULL OR window_end >= $since) AND ($until IS NULL OR window_end < $until) "
        "AND version NOT IN (SELECT unnest($but::INTEGER[]))",
        {
            "group": sensor_group,
            "metric": metric,
            "user": user_id,
            "since": None if since is None else naive_utc(since),
            "until": None if until is None else naive_utc(until),
            "but": sorted(but),
        },
    )


def baselines_before(
    con: DuckDBPyConnection,
    sensor_group: str,
    moment: datetime | None,
    *,
    user_id: str = "default",
    condition_group: str = "default",
) -> Mapping[MetricName, MetricBaseline]:
    """What was known of one sensor before a moment (None: now): per metric the version that was
    learned from the newest runs before it; a metric of which nothing was known is absent."""
    rows = con.execute(
        _SELECT
        + "WHERE sensor_group = $group AND user_id = $user AND condition_group = $condition "
        + "AND ($before IS NULL OR window_end < $before) "
        + "QUALIFY row_number() OVER (PARTITION BY metric "
        + "ORDER BY window_end DESC NULLS LAST, version DESC) = 1",
        {
            "group": sensor_group,
            "user": user_id,
            "condition": condition_group,
            "before": None if moment is None else naive_utc(moment),
        },
    ).fetchall()
    by_metric = {baseline.metric: baseline for baseline in map(_baseline, rows)}
    return {metric: by_metric[metric] for metric in METRICS if metric in by_metric}


def current_baselines(
    con: DuckDBPyConnection,
    sensor_group: str,
    *,
    user_id: str = "default",
    condition_group: str = "default",
) -> Mapping[MetricName, MetricBaseline]:
    """What is known of one kind of sensor now; a metric of which nothing is known is absent."""
    return baselines_before(
        con, sensor_group, None, user_id=user_id, condition_group=condition_group
    )


def learned_from(con: DuckDBPyConnection, *, user_id: str) -> tuple[Learned, ...]:
    """From how many runs of each sensor was learned, and up to when; the newest sensor first."""
    rows = con.execute(
        "SELECT sensor_group, count(*), max(started_at), max_by(activity_date, started_at) "
        "FROM activities WHERE coverage_frac > 0 AND sensor_group IN ("
        "SELECT sensor_group FROM data.form_baselines WHERE user_id = ?) "
        "GROUP BY sensor_group ORDER BY 3 DESC",
        [user_id],
    ).fetchall()
    return tuple(Learned(sensor_group=row[0], n_runs=row[1], until=row[3]) for row in rows)


def baseline_version(
    con: DuckDBPyConnection,
    sensor_group: str,
    *,
    metric: MetricName,
    version: int,
    user_id: str = "default",
) -> MetricBaseline | None:
    """One version for the default conditions; None where it was never stored."""
    row = first_row(
        con,
        _SELECT
        + "WHERE sensor_group = ? AND metric = ? AND version = ? "
        + "AND user_id = ? AND condition_group = 'default'",
        values=[sensor_group, metric, version, user_id],
    )
    return None if row is None else _baseline(row)


def list_baselines(
    con: DuckDBPyConnection, *, user_id: str | None = None
) -> tuple[MetricBaseline, ...]:
    """All versions, newest first; `user_id` None: of every user."""
    rows = con.execute(
        _SELECT
        + "WHERE ($user_id IS NULL OR user_id = $user_id) "
        + "ORDER BY window_end DESC NULLS LAST, trained_at DESC, user_id, condition_group, "
        + "sensor_group, metric, version DESC",
        {"user_id": user_id},
    ).fetchall()
    return tuple(map(_baseline, rows))


def _last_versions(con: DuckDBPyConnection) -> dict[_Key, int]:
    rows = con.execute(
        "SELECT user_id, condition_group, sensor_group, metric, max(version) "
        "FROM data.form_baselines GROUP BY ALL"
    ).fetchall()
    return {cast("_Key", tuple(row[:4])): row[4] for row in rows}


def _key(baseline: MetricBaseline) -> _Key:
    return baseline.user_id, baseline.condition_group, baseline.sensor_group, baseline.metric


def _values(baseline: MetricBaseline, version: int) -> tuple[object, ...]:
    scalars = [
        version if name == "version" else value
        for name, value in zip(kinds_of(MetricBaseline), values_of(baseline), strict=True)
    ]
    linear = baseline.model_type == "linear"
    line = (baseline.intercept, baseline.slope) if linear else (None, None)
    return (*scalars, *baseline.half_widths, baseline.coef_alpha, baseline.coef_d, *line)


def _baseline(row: Sequence[object]) -> MetricBaseline:
    n_scalars = len(kinds_of(MetricBaseline))
    return build(MetricBaseline, row[:n_scalars], half_widths=tuple(row[n_scalars:]))
