"""The list of activities of a Strava account, and the recordings that lie beside it.

One row per activity, totals only, in SI units beside those of the account: a column that is there
twice counts the second time. Its times are in UTC. An account has its headers, types of activity
and numbers in its language; the order of the columns is the same in all of them. Where the headers
are not the English ones, the column that names files of recordings is looked for, and the others
stand where they stand from it; that elapsed time, distance and highest heart rate are there twice
under one name each proves it.

What the runner wrote about an activity besides its title is not read.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

import numpy as np

from hakaru.core.errors import Refused, Unreadable
from hakaru.core.i18n import message
from hakaru.core.units import FEET_PER_STRIDE, METRES_PER_KM, METRES_PER_MILE
from hakaru.records import frozen
from hakaru.running.activity import DeviceSummary, Issue, Provenance, Recording
from hakaru.running.same_run import merge
from hakaru.sources.activities_csv import ROWS_MAX, UNIT_UNKNOWN
from hakaru.sources.files import COLUMNS_MAX, number_or_none, refuse_costly_table, where_of
from hakaru.sources.list_columns import (
    CellStyle,
    DateOrder,
    date_order_of,
    read_local_time,
    read_number,
    style_of,
)
from hakaru.sources.timeline import RunType, names_another_sport, run_type

SIGNS = ("activity id", "activity date", "activity type")
"""Headers by which the list is known."""
FILE_NAMED = re.compile(r"(?:^|[,;\"])activities/\d+\.(?:fit|tcx|gpx)\b", re.MULTILINE)
"""What tells the list in any language: it names the files of recordings."""

_FILE = re.compile(r"activities/[^/\\]+\.(?:fit|tcx|gpx)(?:\.gz)?")
_AT_THE_BEGINNING = {
    "activity id": 0,
    "activity date": 1,
    "activity name": 2,
    "activity type": 3,
}
_FROM_THE_FILE = {"activity gear": -1, "filename": 0}
_FURTHER = {
    "elapsed time": 3,
    "moving time": 4,
    "distance": 5,
    "average speed": 7,
    "elevation gain": 8,
    "elevation loss": 9,
    "average cadence": 17,
    "max heart rate": 18,
    "average heart rate": 19,
    "average watts": 21,
    "calories": 22,
}
_TWICE = ((5, 3), (6, 5), (7, 18))
"""Places of columns, and those behind the file's at which they are once more."""
_DOTTED_DATE = re.compile(r"\d{1,2}\.\d{1,2}\.\d{4}\D.*")

_LENGTHS_M = (1.0, METRES_PER_KM, METRES_PER_MILE)
_AGREEMENT_FRAC = 0.12
_STRIDES_MAX = 120.0
"""Above it a cadence counts both feet."""


@frozen
class ListedActivity:
    """What the list says of one activity. `row_number` counts from 0 without the header, `file` is
    that of its recording, '' for none. `is_run` None: no type in the list is a word for running
    that is known, nor this one for another sport."""

    row_number: int
    file: str
    words: str
    is_run: bool | None
    sub_sport: str | None
    title: str | None
    gear: str | None
    event_kind: str | None
    summary: DeviceSummary

    @property
    def facts(self) -> tuple[object, ...]:
        """What is the same of it in every list, wherever its row stands."""
        return (self.words, self.title, self.gear, self.event_kind, self.summary)


@frozen
class _List:
    """All rows; `style` is how it writes numbers, None where every cell tells for itself."""

    rows: Sequence[Sequence[str]]
    kinds: Sequence[RunType | None]
    columns: Mapping[str, int]
    style: CellStyle | None

    def text(self, row: Sequence[str], name: str) -> str:
        """A cell, '' where the list has no such column."""
        at = self.columns.get(name)
        return "" if at is None else row[at]

    def number(self, row: Sequence[str], name: str) -> float | None:
        """A number above zero; None: not recorded."""
        text = self.text(row, name)
        value = _plain_number(text) if self.style is None else read_number(text, self.style)
        return value if value is not None and value > 0 else None

    def median(self, name: str) -> float:
        """Of a column over all runs, NaN where nobody recorded it."""
        numbers = [
            value
            for row, kind in zip(self.rows, self.kinds, strict=True)
            if kind is not None and (value := self.number(row, name)) is not None
        ]
        return float(np.median(numbers)) if numbers else float("nan")

    @property
    def knows_runs(self) -> bool:
        """Whether its word for running is known."""
        return any(kind is not None for kind in self.kinds)

    @property
    def date_cells(self) -> list[str]:
        """The dates as they are written."""
        return [self.text(row, "activity date") for row in self.rows]


def read_strava_csv(
    data: bytes, *, provenance: Provenance, only_rows: frozenset[int] | None = None
) -> tuple[Recording, ...]:
    """Every run of the list, in the order of its rows.

    Args:
        data: the list.
        provenance: where it is from.
        only_rows: those of which the recording is not beside the list; None: all.

    Raises:
        Refused: a list of activities, but no run among them.
        Unreadable: not such a list, or its dates can be read in two ways.
    """
    where = where_of(provenance)
    listed = _read(data, where=where)
    activities = [
        activity
        for activity in _activities(listed)
        if activity.is_run and (only_rows is None or activity.row_number in only_rows)
    ]
    if not activities:
        n_rows = len(listed.rows)
        raise Refused(where, message("no run among the {n} activities of the list", n=n_rows))
    order = _date_order(listed, where)
    unclear = () if _metres_per_unit(listed) is not None else (UNIT_UNKNOWN,)
    runs = tuple(
        _recording(activity, started_at, unclear, provenance)
        for activity in activities
        if (started_at := read_local_time(listed.date_cells[activity.row_number], order))
        is not None
    )
    if not runs:
        raise Unreadable(where, message("no row has a date like 2026-01-04 12:38:59"))
    return runs


def read_strava_list(data: bytes, *, where: str) -> tuple[ListedActivity, ...]:
    """What the list says of every activity, whatever sport.

    Raises:
        Unreadable: not such a list.
    """
    return _activities(_read(data, where=where))


def with_listed(
    recordings: Sequence[Recording], listed: ListedActivity, *, origin: Provenance
) -> tuple[Recording, ...]:
    """The recording of a file with what the list says of it; of several they stay as they are."""
    if len(recordings) != 1:
        return tuple(recordings)
    (recording,) = recordings
    beside = _recording(listed, recording.started_at, (), origin)
    return (merge(recording, replace(beside, utc_offset_s=recording.utc_offset_s)),)


def refuse_other_sport(listed: ListedActivity, *, where: str) -> None:
    """Refuse what the list calls another sport. Raises Refused."""
    if listed.is_run is False:
        raise Refused(
            where,
            message("no run: the list of the archive says {said}", said=repr(listed.words)),
        )


def _read(data: bytes, *, where: str) -> _List:
    text = data.decode("utf-8-sig", errors="replace")
    refuse_costly_table(text, delimiter=",", path=where)
    try:
        header, *body = csv.reader(io.StringIO(text))
    except (csv.Error, ValueError) as exc:
        raise Unreadable(where, message("damaged CSV: {error}", error=exc)) from exc
    if len(body) > ROWS_MAX:
        raise Unreadable(where, message("it lists more than {n} activities", n=ROWS_MAX))
    if len(header) > COLUMNS_MAX:
        raise Unreadable(
            where,
            message(
                "it has {n} columns; at most {limit} are read", n=len(header), limit=COLUMNS_MAX
            ),
        )
    named = {name.strip().lower(): at for at, name in enumerate(header)}
    rows = [row for row in body if len(row) == len(header)]
    is_english = set(SIGNS) <= named.keys()
    columns = named if is_english else _columns_by_place(header, rows)
    if not set(SIGNS) <= columns.keys() or not rows:
        raise Unreadable(where, message("the list has no activity"))
    style = style_of(row[at] for row in rows for at in range(len(header)))
    return _List(
        rows=rows,
        kinds=[run_type(row[columns["activity type"]]) for row in rows],
        columns=columns,
        style=style if is_english else None,
    )


def _columns_by_place(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Mapping[str, int]:
    """The columns of a list in another language; empty where no column names recordings."""
    counts = [
        sum(_FILE.fullmatch(row[at].strip()) is not None for row in rows)
        for at in range(len(header))
    ]
    at_file = max(range(len(header)), key=lambda at: counts[at], default=0)
    if not header or not counts[at_file] or at_file <= max(_AT_THE_BEGINNING.values()):
        return {}
    columns = dict(_AT_THE_BEGINNING)
    columns |= {name: at_file + offset for name, offset in _FROM_THE_FILE.items()}
    last = at_file + max(_FURTHER.values())
    if last < len(header) and all(header[at] == header[at_file + by] for at, by in _TWICE):
        columns |= {name: at_file + offset for name, offset in _FURTHER.items()}
    return columns


def _plain_number(text: str) -> float | None:
    """A number whose only mark is that of its fraction; None: it is none."""
    bare = text.strip()
    return number_or_none(bare if "." in bare else bare.replace(",", "."))


def _activities(listed: _List) -> tuple[ListedActivity, ...]:
    metres = _metres_per_unit(listed)
    both_feet = 1.0 if listed.median("average cadence") > _STRIDES_MAX else FEET_PER_STRIDE
    return tuple(_activity(listed, number, metres, both_feet) for number in range(len(listed.rows)))


def _activity(
    listed: _List, row_number: int, metres: float | None, both_feet: float
) -> ListedActivity:
    row, kind = listed.rows[row_number], listed.kinds[row_number]
    words = listed.text(row, "activity type").strip()
    file = listed.text(row, "filename").strip()
    other = kind is None and (listed.knows_runs or names_another_sport(words))
    return ListedActivity(
        row_number=row_number,
        file=file if _FILE.fullmatch(file) else "",
        words=words,
        is_run=True if kind is not None else False if other else None,
        sub_sport=None if kind is None else kind.sub_sport,
        title=listed.text(row, "activity name").strip() or None,
        gear=_gear(listed, row),
        event_kind="competition" if listed.number(row, "competition") else None,
        summary=_summary(listed, row, metres, both_feet),
    )


def _gear(listed: _List, row: Sequence[str]) -> str | None:
    """The shoes of a run, as they are called; older lists call the column otherwise."""
    return listed.text(row, "activity gear").strip() or None


def _date_order(listed: _List, where: str) -> DateOrder:
    cells = listed.date_cells
    if all(_DOTTED_DATE.fullmatch(cell.strip()) for cell in cells):
        return "day"
    return date_order_of(cells, where=where)


def _metres_per_unit(listed: _List) -> float | None:
    """What the distances count in, by speed and time, which are in SI; None: nothing tells."""
    ratios = []
    for row, kind in zip(listed.rows, listed.kinds, strict=True):
        if kind is None:
            continue
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
    activity: ListedActivity,
    started_at: datetime,
    issues: tuple[Issue, ...],
    provenance: Provenance,
) -> Recording:
    return Recording(
        started_at=started_at,
        sport="running",
        sub_sport=activity.sub_sport,
        title=activity.title,
        event_kind=activity.event_kind,
        gear=activity.gear,
        series={"elapsed_s": np.empty(0)},
        summary=activity.summary,
        issues=issues,
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
