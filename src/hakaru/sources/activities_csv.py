"""Which runs does an Activities.csv of Garmin Connect list?

One row per activity, totals only, in the language, number style and units of the account. Its
times are those of the wall clock: `started_at` holds them as if they were UTC, without an offset.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from hakaru.core.errors import Refused, Unreadable
from hakaru.core.units import CM_PER_M
from hakaru.running.activity import DeviceSummary, Issue, Provenance, Recording
from hakaru.sources.activity_list.cells import read_balance_left_pct
from hakaru.sources.activity_list.dates import read_local_time
from hakaru.sources.activity_list.table import ActivityTable, read_table
from hakaru.sources.activity_list.units import ListUnits, RunFigures, units_of
from hakaru.sources.files import where_of
from hakaru.sources.garmin_connect.summary import has_form
from hakaru.sources.sports import RunType, names_another_sport, run_type

_PACE_TOLERANCE_FRAC = 0.05
_LOCAL_TIME = Issue(code="local_time", message="the list has wall-clock times without an offset")
_UNIT_UNKNOWN = Issue(
    code="unit_unknown",
    message="nothing tells kilometres from miles: distance, speed and climb are left out",
)
_UNIT_INFERRED = Issue(
    code="unit_inferred", message="kilometres are inferred from the language and number style"
)
_OSCILLATION_UNKNOWN = Issue(
    code="unit_unknown", message="the unit of the vertical oscillation is unclear: it is left out"
)
_INCONSISTENT = Issue(
    code="inconsistent_units", message="pace, distance and time of the row do not agree"
)


def read_activities_csv(data: bytes, *, provenance: Provenance) -> tuple[Recording, ...]:
    """Every run of the list, in the order of its rows.

    Raises:
        Refused: a list of activities, but no run among them.
        Unreadable: not such a list.
    """
    where = where_of(provenance)
    table = read_table(data, where=where)
    kinds = [(row, _kind(table, row)) for row in table.rows]
    runs = [(row, kind) for row, kind in kinds if kind is not None]
    if not runs:
        raise Refused(where, f"no run among the {len(kinds)} activities of the list")
    figures = [_figures(table, row) for row, _ in runs]
    units = units_of(figures, likely_metric=table.likely_metric)
    recordings = [_recording(table, row, kind, units) for row, kind in runs]
    dated = [replace(run, provenance=(provenance,)) for run in recordings if run is not None]
    if not dated:
        raise Unreadable(where, "no row has a date like 2026-01-04 12:38:59")
    left_out = {
        "not_a_run": len(kinds) - len(runs),
        "undated": len(runs) - len(dated),
        "broken_row": table.broken,
    }
    issues = tuple(
        Issue(code=code, message=f"{count} rows of the list are left out")
        for code, count in left_out.items()
        if count
    )
    return (replace(dated[0], issues=(*dated[0].issues, *issues)), *dated[1:])


def _kind(table: ActivityTable, row: Sequence[str]) -> RunType | None:
    """What the type cell names; in an unknown language, contact time and pace make it a run."""
    words = table.cell(row, "type")
    kind = run_type(words)
    if kind is not None or names_another_sport(words):
        return kind
    return RunType() if table.number(row, "gct") and table.seconds(row, "pace") else None


def _figures(table: ActivityTable, row: Sequence[str]) -> RunFigures:
    return RunFigures(
        distance=table.number(row, "distance") or np.nan,
        time_s=table.seconds(row, "time") or np.nan,
        cadence_spm=table.number(row, "cadence") or np.nan,
        step_m=table.number(row, "step_length") or np.nan,
        vr_pct=table.number(row, "vr") or np.nan,
        vo=table.number(row, "vo") or np.nan,
    )


def _recording(
    table: ActivityTable, row: Sequence[str], kind: RunType, units: ListUnits
) -> Recording | None:
    """None: the row has no date."""
    started_at = read_local_time(table.cell(row, "date"), table.date_order)
    if started_at is None:
        return None
    summary, doubts = _summary(table, row, units)
    measured = has_form(summary)
    return Recording(
        started_at=started_at,
        sport="running",
        sub_sport=kind.sub_sport,
        title=table.cell(row, "title").strip() or None,
        series={"elapsed_s": np.empty(0)},
        sensor_group="garmin-unknown" if measured else None,
        sensor_label="sensor not named" if measured else None,
        summary=summary,
        issues=(_LOCAL_TIME, *doubts),
        provenance=(),
    )


def _summary(
    table: ActivityTable, row: Sequence[str], units: ListUnits
) -> tuple[DeviceSummary, tuple[Issue, ...]]:
    """The totals of a row in SI, and what is doubtful about them."""
    distance_m, speed_mps, doubts = _distance_and_speed(table, row, units)
    vo = table.number(row, "vo")
    if vo is not None and units.vo_cm is None:
        doubts = (*doubts, _OSCILLATION_UNKNOWN)
    summary = DeviceSummary(
        distance_m=distance_m,
        elapsed_s=table.seconds(row, "elapsed"),
        timer_s=table.seconds(row, "time"),
        heart_rate_avg_bpm=table.number(row, "heart_rate"),
        heart_rate_max_bpm=table.number(row, "heart_rate_max"),
        cadence_avg_spm=table.number(row, "cadence"),
        power_avg_w=table.number(row, "power"),
        power_normalized_w=table.number(row, "power_normalized"),
        speed_avg_mps=speed_mps,
        gct_avg_ms=table.number(row, "gct"),
        vo_avg_cm=_times(vo, units.vo_cm),
        vr_avg_pct=table.number(row, "vr"),
        gct_balance_left_avg_pct=read_balance_left_pct(table.cell(row, "balance")),
        step_length_avg_cm=_times(table.number(row, "step_length"), CM_PER_M),
        ascent_m=_times(table.number(row, "ascent"), units.climb_m),
        descent_m=_times(table.number(row, "descent"), units.climb_m),
        calories_kcal=table.number(row, "calories"),
    )
    return summary, doubts


def _distance_and_speed(
    table: ActivityTable, row: Sequence[str], units: ListUnits
) -> tuple[float | None, float | None, tuple[Issue, ...]]:
    """Distance and speed in SI and what is doubtful; track runs count metres in a list of km."""
    distance, pace_s = table.number(row, "distance"), table.seconds(row, "pace")
    if units.distance_m is None:
        return None, None, (_UNIT_UNKNOWN,)
    doubts = (_UNIT_INFERRED,) if units.inferred else ()
    speed_mps = None if pace_s is None else units.distance_m / pace_s
    distance_m = _times(distance, units.distance_m)
    timer_s = table.seconds(row, "time")
    if speed_mps is None or distance_m is None or timer_s is None:
        return distance_m, speed_mps, doubts
    if _agree(distance_m, speed_mps * timer_s):
        return distance_m, speed_mps, doubts
    if distance is not None and _agree(distance, speed_mps * timer_s):
        return distance, speed_mps, doubts
    return distance_m, speed_mps, (*doubts, _INCONSISTENT)


def _agree(pace_s_per_km: float, other: float) -> bool:
    return abs(pace_s_per_km / other - 1.0) <= _PACE_TOLERANCE_FRAC


def _times(value: float | None, factor: float | None) -> float | None:
    return None if value is None or factor is None else value * factor
