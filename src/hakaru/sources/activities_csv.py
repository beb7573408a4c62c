"""Runs that an activity list of Garmin Connect holds.

One row per activity, totals only, in the language, number style and units of the account. Its
times are those of the wall clock: `started_at` holds them as if they were UTC, without an offset.

Nothing in the file says so. Steps per minute times step length is the speed, and the ratio times
the step is the oscillation: whichever unit makes these true is the unit (miles show 1.6 for 1).
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain

import numpy as np

from hakaru.core.errors import Refused, Unreadable
from hakaru.core.i18n import message
from hakaru.core.units import (
    CM_PER_INCH,
    CM_PER_M,
    METRES_PER_FOOT,
    METRES_PER_KM,
    METRES_PER_MILE,
    MM_PER_CM,
    SECONDS_PER_MINUTE,
)
from hakaru.records import frozen
from hakaru.running.activity import DeviceSummary, FloatArray, Issue, Provenance, Recording
from hakaru.sources.files import COLUMNS_MAX, refuse_costly_table, where_of
from hakaru.sources.garmin.documents import has_form
from hakaru.sources.list_columns import (
    CellStyle,
    Column,
    DateOrder,
    columns_by_content,
    date_order_of,
    form_columns,
    is_english,
    named_columns,
    read_balance_left_pct,
    read_local_time,
    read_number,
    read_seconds,
    scaled,
    style_of,
)
from hakaru.sources.timeline import RunType, names_another_sport, run_type

_AGREEMENT_FRAC = 0.12
"""Median over the file; single runs leave 0.97-1.03 where they stood at lights."""
_LENGTHS = (METRES_PER_KM, METRES_PER_MILE)
_OSCILLATIONS_CM = (1.0, CM_PER_INCH, 1 / MM_PER_CM)


@frozen
class ListUnits:
    """`distance_m` is metres per unit of distance and pace, `climb_m` per unit of height, `vo_cm`
    centimetres per unit of oscillation; None: the file does not tell."""

    distance_m: float | None
    climb_m: float | None
    vo_cm: float | None
    inferred: bool = False


@frozen
class RunFigures:
    """What one run states, in the file's units; NaN where missing. `step_m` in metres."""

    distance: float
    time_s: float
    cadence_spm: float
    step_m: float
    vr_pct: float
    vo: float


def units_of(runs: Sequence[RunFigures], *, likely_metric: bool) -> ListUnits:
    """The units that the runs agree with.

    Args:
        runs: every run of the file.
        likely_metric: what language and number style suggest; used, and marked as inferred, only
            where no run states cadence, step and distance.
    """
    table = np.array(
        [
            (run.distance, run.time_s, run.cadence_spm, run.step_m, run.vr_pct, run.vo)
            for run in runs
        ],
        dtype=float,
    ).reshape(len(runs), 6)
    distance, time_s, cadence_spm, step_m, vr_pct, vo = np.where(table > 0, table, np.nan).T
    with np.errstate(over="ignore", invalid="ignore"):  # what no run has is no ratio
        lengths_m = cadence_spm * step_m / SECONDS_PER_MINUTE * time_s / distance
        vo_ratios = vr_pct * step_m / vo
    length_m, tested = _nearest(lengths_m, _LENGTHS)
    inferred = length_m is None and not tested and likely_metric
    if inferred:
        length_m = METRES_PER_KM
    vo_cm, _ = _nearest(vo_ratios, _OSCILLATIONS_CM)
    climb_m = {METRES_PER_KM: 1.0, METRES_PER_MILE: METRES_PER_FOOT}.get(length_m or 0.0)
    return ListUnits(distance_m=length_m, climb_m=climb_m, vo_cm=vo_cm, inferred=inferred)


def _nearest(ratios: FloatArray, factors: tuple[float, ...]) -> tuple[float | None, bool]:
    """The factor that the median ratio agrees with, and whether there was any ratio."""
    finite = ratios[np.isfinite(ratios)]
    if not finite.size:
        return None, False
    median = float(np.median(finite))
    near = [factor for factor in factors if abs(median / factor - 1) <= _AGREEMENT_FRAC]
    return (near[0] if near else None), True


_ENCODINGS = ("cp932", "gb18030", "cp949", "cp1250", "cp1252")
"""What spreadsheets save in where they do not save UTF-8; the one whose headers are known wins."""
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_DELIMITERS = ",;\t"
_NEEDED: tuple[Column, ...] = ("type", "date", "time")
_SHOWN_HEADERS = 4
ROWS_MAX = 100_000
"""More than anybody runs in a life; a few kilobytes can unpack to millions."""


@frozen
class ActivityTable:
    """The rows of the list, where each column is, and how numbers are written.

    `date_order` is how it writes dates; `broken` counts rows that had not as many cells as the
    header; `likely_metric` says that language or number style are those of a country that runs in
    kilometres.
    """

    rows: Sequence[Sequence[str]]
    columns: Mapping[Column, int]
    style: CellStyle
    date_order: DateOrder
    likely_metric: bool
    broken: int

    def cell(self, row: Sequence[str], column: Column) -> str:
        """The text of a cell, '' where the list has no such column."""
        index = self.columns.get(column)
        return "" if index is None else row[index]

    def number(self, row: Sequence[str], column: Column) -> float | None:
        """A number above zero: the list writes both 0 and '--' for what was not measured."""
        value = read_number(self.cell(row, column), self.style)
        return value if value is not None and value > 0 else None

    def seconds(self, row: Sequence[str], column: Column) -> float | None:
        """A duration or pace above zero, in seconds."""
        return read_seconds(self.cell(row, column)) or None


def read_table(data: bytes, *, where: str) -> ActivityTable:
    """The list as a table.

    Raises:
        Refused: the list of an account without activities.
        Unreadable: not an activity list.
    """
    lines = _lines(data, where)
    if len(lines) > ROWS_MAX:
        raise Unreadable(where, message("it lists more than {n} activities", n=ROWS_MAX))
    header, body = lines[0], [row for row in lines[1:] if row]
    if len(header) > COLUMNS_MAX:
        raise Unreadable(
            where,
            message(
                "it has {n} columns; at most {limit} are read", n=len(header), limit=COLUMNS_MAX
            ),
        )
    rows = [row for row in body if len(row) == len(header)]
    style = style_of(chain.from_iterable(rows))
    named = named_columns(header)
    is_named = set(_NEEDED) <= named.keys()
    placed = form_columns(rows, style) if is_named else columns_by_content(rows, style)
    taken = set(named.values())
    columns = {column: at for column, at in placed.items() if at not in taken} | named
    if not set(_NEEDED) <= columns.keys():
        shown = ", ".join(name.strip() for name in header[:_SHOWN_HEADERS])
        raise Unreadable(
            where,
            message(
                "not an activity list of Garmin Connect: it begins with {shown}", shown=repr(shown)
            ),
        )
    if not rows:
        raise Refused(where, message("the list has no activity"))
    order = date_order_of((row[columns["date"]] for row in rows), where=where)
    return ActivityTable(
        rows=rows,
        columns=columns,
        style=style,
        date_order=order,
        likely_metric=style.decimal == "," or not is_english(header),
        broken=len(body) - len(rows),
    )


def _lines(data: bytes, where: str) -> list[list[str]]:
    """Rows of cells, the header first, in the encoding that makes most headers known."""
    if data.startswith(_UTF16_MARKS):
        texts = [_decoded(data, "utf-16")]
    else:
        texts = [_decoded(data, "utf-8-sig")]
        if texts[0] is None:
            texts = [_decoded(data, encoding) for encoding in _ENCODINGS]
    written = [text.lstrip() for text in texts if text is not None and text.strip()]
    if not written:
        raise Unreadable(where, message("it holds no text of an activity list"))
    return _split(max(written, key=lambda text: _n_known_headers(text, where)), where)


def _n_known_headers(text: str, where: str) -> int:
    return len(named_columns(_split(text.partition("\n")[0], where)[0]))


def _decoded(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None


def _split(text: str, where: str) -> list[list[str]]:
    first = text.partition("\n")[0]
    delimiter = max(_DELIMITERS, key=first.count)
    refuse_costly_table(text, delimiter=delimiter, path=where)
    try:
        return list(csv.reader(io.StringIO(text), delimiter=delimiter))
    except csv.Error as exc:
        raise Unreadable(where, message("damaged CSV: {error}", error=exc)) from exc


UNIT_UNKNOWN = Issue(
    code="unit_unknown",
    message=message("nothing tells kilometres from miles: distance, speed and climb are left out"),
)
_PACE_TOLERANCE_FRAC = 0.05
_LOCAL_TIME = Issue(
    code="local_time", message=message("the list gives local times without a time zone")
)
_UNIT_INFERRED = Issue(
    code="unit_inferred",
    message=message("kilometres are inferred from the language and number style"),
)
_OSCILLATION_UNKNOWN = Issue(
    code="unit_unknown",
    message=message("the unit of the vertical oscillation is unclear: it is left out"),
)
_INCONSISTENT = Issue(
    code="inconsistent_units", message=message("pace, distance and time of the row do not agree")
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
        raise Refused(where, message("no run among the {n} activities of the list", n=len(kinds)))
    figures = [_figures(table, row) for row, _ in runs]
    units = units_of(figures, likely_metric=table.likely_metric)
    recordings = [_recording(table, row, kind, units) for row, kind in runs]
    dated = [replace(run, provenance=(provenance,)) for run in recordings if run is not None]
    if not dated:
        raise Unreadable(where, message("no row has a date like 2026-01-04 12:38:59"))
    left_out = {
        "not_a_run": len(kinds) - len(runs),
        "undated": len(runs) - len(dated),
        "broken_row": table.broken,
    }
    issues = tuple(
        Issue(code=code, message=message("{n} rows of the list are left out", n=count))
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
        event_kind=_event_kind(table.cell(row, "event")),
        series={"elapsed_s": np.empty(0)},
        sensor_group="garmin-unknown" if measured else None,
        sensor_label=message("sensor not named") if measured else None,
        summary=summary,
        issues=(_LOCAL_TIME, *doubts),
        provenance=(),
    )


def _event_kind(cell: str) -> str | None:
    """What the runner said on the service that the run was; None: nothing."""
    kind = cell.strip().lower()
    return kind if kind.isalpha() and kind != "uncategorized" else None


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
        vo_avg_cm=scaled(vo, units.vo_cm),
        vr_avg_pct=table.number(row, "vr"),
        gct_balance_left_avg_pct=read_balance_left_pct(table.cell(row, "balance")),
        step_length_avg_cm=scaled(table.number(row, "step_length"), CM_PER_M),
        ascent_m=scaled(table.number(row, "ascent"), units.climb_m),
        descent_m=scaled(table.number(row, "descent"), units.climb_m),
        calories_kcal=table.number(row, "calories"),
    )
    return summary, doubts


def _distance_and_speed(
    table: ActivityTable, row: Sequence[str], units: ListUnits
) -> tuple[float | None, float | None, tuple[Issue, ...]]:
    """Distance and speed in SI and what is doubtful; track runs count metres in a list of km."""
    distance, pace_s = table.number(row, "distance"), table.seconds(row, "pace")
    if units.distance_m is None:
        return None, None, (UNIT_UNKNOWN,)
    doubts = (_UNIT_INFERRED,) if units.inferred else ()
    speed_mps = None if pace_s is None else units.distance_m / pace_s
    distance_m = scaled(distance, units.distance_m)
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
