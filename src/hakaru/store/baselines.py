"""Which baselines were learned, and which one holds now? Versions are only ever added."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, cast

from hakaru.running.baseline.model import COVERAGES, MetricBaseline
from hakaru.running.metrics import MetricName
from hakaru.store.rows import Kind, build, first_row, insert_rows, kinds_of, select_list, values_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_Key = tuple[str, str, str, str]
_HALF_WIDTHS = tuple(f"half_width_{round(100 * coverage)}_frac" for coverage in COVERAGES)
_KINDS: dict[str, Kind] = {
    **kinds_of(MetricBaseline),
    **dict.fromkeys(_HALF_WIDTHS, "real"),
    **dict.fromkeys(("coef_alpha", "coef_d", "coef_a", "coef_b"), "real"),
}
_SELECT = (
    f"SELECT {select_list(MetricBaseline)}, {', '.join(_HALF_WIDTHS)} FROM data.form_baselines "
)


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
    rows = [_values(*pair) for pair in zip(baselines, versions, strict=True)]
    insert_rows(con, "data.form_baselines", kinds=_KINDS, rows=rows)
    return tuple(versions)


def current_baselines(
    con: DuckDBPyConnection,
    sensor_group: str,
    *,
    user_id: str = "default",
    condition_group: str = "default",
) -> Mapping[MetricName, MetricBaseline]:
    """The last version of each metric for one kind of sensor; a metric never trained is absent."""
    rows = con.execute(
        _SELECT
        + "WHERE sensor_group = ? AND user_id = ? AND condition_group = ? "
        + "QUALIFY row_number() OVER (PARTITION BY metric ORDER BY version DESC) = 1",
        [sensor_group, user_id, condition_group],
    ).fetchall()
    return {baseline.metric: baseline for baseline in map(_baseline, rows)}


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


def versions_of(
    con: DuckDBPyConnection,
    sensor_group: str,
    *,
    user_id: str = "default",
    condition_group: str = "default",
) -> tuple[MetricBaseline, ...]:
    """Every version of every metric for one kind of sensor, oldest window first."""
    rows = con.execute(
        _SELECT
        + "WHERE sensor_group = ? AND user_id = ? AND condition_group = ? "
        + "ORDER BY window_end, version",
        [sensor_group, user_id, condition_group],
    ).fetchall()
    return tuple(map(_baseline, rows))


def list_baselines(
    con: DuckDBPyConnection, *, user_id: str | None = None
) -> tuple[MetricBaseline, ...]:
    """All versions, newest first; `user_id` None: of every user."""
    rows = con.execute(
        _SELECT
        + "WHERE ($user_id IS NULL OR user_id = $user_id) "
        + "ORDER BY trained_at DESC, user_id, condition_group, sensor_group, metric, version DESC",
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
