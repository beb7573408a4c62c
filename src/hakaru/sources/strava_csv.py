"""Which runs does the activities.csv of a Strava export list?

One row per activity, totals only, in SI units beside those of the account: a column that is there
twice counts the second time. Its times are in UTC. The recordings themselves lie beside it.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from hakaru.core.errors import Refused, Unreadable
from hakaru.core.units import FEET_PER_STRIDE, METRES_PER_KM, METRES_PER_MILE
from hakaru.running.activity import DeviceSummary, Issue, Provenance, Recording
from hakaru.sources.activity_list.cells import CellStyle, read_number, style_of
from hakaru.sources.activity_list.dates import DateOrder, date_order_of, read_local_time
from hakaru.sources.cost import COLUMNS_MAX, refuse_costly_table
from hakaru.sources.files import where_of
from hakaru.sources.sports import RunType, run_type

SIGNS = ("activity id", "activity date", "activity type")
"""Headers by which the list is known."""

_ROWS_MAX = 100_000
_LENGTHS_M = (1.0, METRES_PER_KM, METRES_PER_MILE)
_AGREEMENT_FRAC = 0.12
_STRIDES_MAX = 120.0
"""Above it a cadence counts both feet."""
_UNIT_UNKNOWN = Issue(
    code="unit_unknown",
    message="nothing tells kilometres from miles: distance, speed and climb are left out",
)


@dataclass(frozen=True, kw_only=True)
class _List:
    """The rows of runs; `order` and `style` are how it writes dates and numbers."""

    rows: Sequence[tuple[Sequence[str], RunType]]
    columns: Mapping[str, int]
    order: DateOrder
    style: CellStyle

    def text(self, row: Sequence[str], name: str) -> str:
        """A cell, '' where the list has no such column."""
        at = self.columns.get(name)
        return "" if at is None else row[at]

    def number(self, row: Sequence[str], name: str) -> float | None:
        """A number above zero; None: not recorded."""
        value = read_number(self.text(row, name), self.style)
        return value if value is not None and value > 0 else None

    def median(self, name: str) -> float:
        """Of a column over all runs, NaN where nobody recorded it."""
        numbers = [value for row, _ in self.rows if (value := self.number(row, name)) is not None]
        return float(np.median(numbers)) if numbers else float("nan")


def read_strava_csv(data: bytes, *, provenance: Provenance) -> tuple[Recording, ...]:
    """Every run of the list, in the order of its rows.

    Raises:
        Refused: a list of activities, but no run among them.
        Unreadable: not such a list, or its dates can be read in two ways.
    """
    where = where_of(provenance)
    listed, n_rows = _read(data, where=where)
    if not listed.rows:
        raise Refused(where, f"no run among the {n_rows} activities of the list")
    metres = _metres_per_unit(listed)
    both_feet = 1.0 if listed.median("average cadence") > _STRIDES_MAX else FEET_PER_STRIDE
    recordings = [
        _recording(listed, row, kind, _summary(listed, row, metres, both_feet), provenance)
        for row, kind in listed.rows
    ]
    unclear = () if metres is not None else (_UNIT_UNKNOWN,)
    runs = tuple(replace(run, issues=unclear) for run in recordings if run is not None)
    if not runs:
        raise Unreadable(where, "no row has a date like 2026-01-04 12:38:59")
    return runs


def _read(data: bytes, *, where: str) -> tuple[_List, int]:
    """The runs, and how many rows of all kinds there are."""
    text = data.decode("utf-8-sig", errors="replace")
    refuse_costly_table(text, delimiter=",", path=where)
    try:
        header, *body = csv.reader(io.StringIO(text))
    except (csv.Error, ValueError) as exc:
        raise Unreadable(where, f"damaged CSV: {exc}") from exc
    if len(body) > _ROWS_MAX:
        raise Unreadable(where, f"it lists more than {_ROWS_MAX} activities")
    if len(header) > COLUMNS_MAX:
        raise Unreadable(where, f"it has {len(header)} columns; at most {COLUMNS_MAX} are read")
    columns = {name.strip().lower(): at for at, name in enumerate(header)}
    rows = [row for row in body if len(row) == len(header)]
    if not set(SIGNS) <= columns.keys() or not rows:
        raise Unreadable(where, "the list has no activity")
    kinds = [(row, run_type(row[columns["activity type"]])) for row in rows]
    listed = _List(
        rows=[(row, kind) for row, kind in kinds if kind is not None],
        columns=columns,
        order=date_order_of((row[columns["activity date"]] for row in rows), where=where),
        style=style_of(row[at] for row in rows for at in range(len(header))),
    )
    return listed, len(rows)


def _metres_per_unit(listed: _List) -> float | None:
    """What the distances count in, by speed and time, which are in SI; None: nothing tells."""
    ratios = []
    for row, _ in listed.rows:
        speed_mps, moving_s = (
            listed.number(row, name) for name in ("average speed", "moving time")
        )
        distance = listed.number(row, "distance")
        if speed_mps is not None and moving_s is not None and distance is not None:
            ratios.append(speed_mps * moving_s / distance)
    if not ratios:
        return None
    median = float(np.median(ratios))
    near = (length_m for length_m in _LENGTHS_M if abs(median / length_m - 1.0) <= _AGREEMENT_FRAC)
    return next(near, None)


def _recording(
    listed: _List,
    row: Sequence[str],
    kind: RunType,
    summary: DeviceSummary,
    provenance: Provenance,
) -> Recording | None:
    """None: the row has no date."""
    started_at = read_local_time(listed.text(row, "activity date"), listed.order)
    if started_at is None:
        return None
    return Recording(
        started_at=started_at,
        sport="running",
        sub_sport=kind.sub_sport,
        title=listed.text(row, "activity name").strip() or None,
        series={"elapsed_s": np.empty(0)},
        summary=summary,
        provenance=(provenance,),
    )


def _summary(
    listed: _List, row: Sequence[str], metres: float | None, both_feet: float
) -> DeviceSummary:
    """Times, heart rate and power as they stand; lengths only where their unit is known."""
    distance, cadence = listed.number(row, "distance"), listed.number(row, "average cadence")
    summary = DeviceSummary(
        elapsed_s=listed.number(row, "elapsed time"),
        timer_s=listed.number(row, "moving time"),
        heart_rate_avg_bpm=listed.number(row, "average heart rate"),
        heart_rate_max_bpm=listed.number(row, "max heart rate"),
        cadence_avg_spm=None if cadence is None else both_feet * cadence,
        power_avg_w=listed.number(row, "average watts"),
        calories_kcal=listed.number(row, "calories"),
    )
    if metres is None:
        return summary
    return replace(
        summary,
        distance_m=None if distance is None else metres * distance,
        speed_avg_mps=listed.number(row, "average speed"),
        ascent_m=listed.number(row, "elevation gain"),
        descent_m=listed.number(row, "elevation loss"),
    )
