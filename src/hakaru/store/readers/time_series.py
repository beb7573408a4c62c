"""What happened second by second in a stretch of a run, in figures or as recorded?

Stretches are half-open, [start, end) of elapsed time (resolutions row 36). Statistics take the
running samples with believable values, as splits do; rows are as recorded. How long and how far was
run in a split is what the split says, which cuts the seconds at its bounds. Where the runner was
leaves the program only by an export that asks for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from hakaru.core.errors import BadArgument, NotRecorded
from hakaru.running.activity import FloatArray
from hakaru.running.anomalies.steps import Anomaly
from hakaru.running.validity import PACE, BoolArray, Motion, read_motion, series_statistics
from hakaru.store.anomalies import judged_anomalies
from hakaru.store.readers.base import BaseDBReader, Reference, Run
from hakaru.store.readers.replies import Cell, TableResult
from hakaru.store.recordings import read_recording
from hakaru.store.series import SERIES_COLUMNS, read_series
from hakaru.store.splits import read_splits

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_PLACE = frozenset({"latitude_deg", "longitude_deg"})
_ROWS = tuple(name for name in SERIES_COLUMNS if name not in _PLACE)
_FIGURES = (PACE, *(name for name in _ROWS if name not in ("elapsed_s", "distance_m", "speed_mps")))


class TimeSeriesReader(BaseDBReader):
    """The samples of one run."""

    def get_split_time_series_detail(
        self, activity_id: Reference, split: int, *, statistics_only: bool = True
    ) -> TableResult:
        """The samples of one split.

        Raises:
            UnknownActivity, AmbiguousActivity: the reference does not name one run.
            BadArgument: the run has no such split.
            NotRecorded: it has no splits or no samples.
        """
        with self.reading(activity_id) as (con, run):
            splits = {
                stored_split.split_index: stored_split
                for stored_split in read_splits(con, run.activity_id)
            }
            if not splits:
                raise NotRecorded(run.activity_id, "a run with splits")
            if split not in splits:
                raise BadArgument(
                    "split", split, f"a whole number between {min(splits)} and {max(splits)}"
                )
            chosen = splits[split]
            span_s = (chosen.start_elapsed_s, chosen.end_elapsed_s)
            facts: dict[str, Cell] = {"split": split, "role": chosen.role}
            if statistics_only:
                facts["running_s"] = chosen.running_s
                facts["running_distance_m"] = chosen.running_distance_m
            return _detail(con, run, span_s, facts=facts, statistics_only=statistics_only)

    def get_time_range_detail(
        self,
        activity_id: Reference,
        start_s: float,
        *,
        end_s: float,
        statistics_only: bool = True,
    ) -> TableResult:
        """The samples of [start, end).

        Raises:
            UnknownActivity, AmbiguousActivity: the reference does not name one run.
            BadArgument: an empty range, or one without samples.
            NotRecorded: the run has no samples at all.
        """
        _check_range(start_s, end_s)
        with self.reading(activity_id) as (con, run):
            return _detail(con, run, (start_s, end_s), facts={}, statistics_only=statistics_only)

    def get_time_series_statistics(
        self, activity_id: Reference, start_s: float, *, end_s: float
    ) -> TableResult:
        """Statistics of [start, end); raises as `get_time_range_detail`."""
        return self.get_time_range_detail(activity_id, start_s, end_s=end_s)

    def get_time_series_raw(
        self,
        activity_id: Reference,
        start_s: float = 0.0,
        *,
        end_s: float = np.inf,
        columns: Sequence[str] | None = None,
    ) -> Mapping[str, FloatArray]:
        """Columns of [start, end) as recorded, shape (n_samples,); NaN where nothing is known.

        `columns` None: all but the place.

        Raises:
            UnknownActivity, AmbiguousActivity: the reference does not name one run.
            BadArgument: an empty range, or an unknown column.
        """
        _check_range(start_s, end_s)
        asked = _ROWS if columns is None else tuple(columns)
        wanted = tuple(dict.fromkeys(("elapsed_s", *asked)))
        with self.reading(activity_id) as (con, run):
            series = read_series(con, run.activity_id, columns=wanted)
        inside = _inside(series["elapsed_s"], (start_s, end_s))
        return {name: series[name][inside] for name in asked}

    def detect_anomalies_sql(self, activity_id: Reference) -> tuple[Anomaly, ...]:
        """The sustained steps of form that were found when the run was understood.

        Raises:
            UnknownActivity, AmbiguousActivity: the reference does not name one run.
            NotRecorded: nothing of the run could be judged second by second.
        """
        with self.reading(activity_id) as (con, run):
            anomalies = judged_anomalies(con, run.activity_id)
        if anomalies is None:
            raise NotRecorded(run.activity_id, "a run with form second by second")
        return anomalies


def _check_range(start_s: float, end_s: float) -> None:
    if not start_s >= 0.0:
        raise BadArgument("start_s", start_s, "at least 0")
    if not end_s > start_s:
        raise BadArgument("end_s", end_s, f"a moment after {start_s:g} s")


def _detail(
    con: DuckDBPyConnection,
    run: Run,
    span_s: tuple[float, float],
    *,
    facts: Mapping[str, Cell],
    statistics_only: bool,
) -> TableResult:
    recording = read_recording(con, run.activity_id)
    series, pauses = recording.series, recording.pauses
    if not series["elapsed_s"].size:
        raise NotRecorded(run.activity_id, "a run with samples")
    inside = _inside(series["elapsed_s"], span_s)
    if not inside.any():
        last_s = float(series["elapsed_s"][-1])
        raise BadArgument("start_s", span_s[0], f"within the run, which ends at {last_s:g} s")
    if not statistics_only:
        return _as_rows(run, series, inside=inside, facts={**facts, **_bounds(span_s)})
    motion = read_motion(series, pauses)
    figures = tuple(name for name in _FIGURES if name == PACE or name in series)
    statistics = series_statistics(series, motion, columns=figures, inside=inside)
    return TableResult(
        activity_id=run.activity_id,
        day=run.day,
        rows_name="samples",
        columns=figures,
        statistics=statistics,
        facts={**_bounds(span_s), **_amounts(motion, inside), **facts},
        missing=tuple(name for name in figures if name not in statistics),
    )


def _bounds(span_s: tuple[float, float]) -> Mapping[str, Cell]:
    return {"start_s": float(span_s[0]), "end_s": float(span_s[1])}


def _amounts(motion: Motion, inside: BoolArray) -> Mapping[str, Cell]:
    running = motion.running & inside
    return {
        "n_samples": int(np.count_nonzero(inside)),
        "n_running_samples": int(np.count_nonzero(running)),
        "running_s": float(motion.active_s[running].sum()),
        "running_distance_m": float(motion.step_m[running].sum()),
    }


def _as_rows(
    run: Run,
    series: Mapping[str, FloatArray],
    *,
    inside: BoolArray,
    facts: Mapping[str, Cell],
) -> TableResult:
    columns = tuple(name for name in _ROWS if name in series)
    table = np.column_stack([series[name][inside] for name in columns])
    rows = [
        tuple(None if missing else value for value, missing in zip(row, gaps, strict=True))
        for row, gaps in zip(table.tolist(), np.isnan(table).tolist(), strict=True)
    ]
    return TableResult(
        activity_id=run.activity_id,
        day=run.day,
        rows_name="samples",
        columns=columns,
        rows=tuple(rows),
        facts={**facts, "n_samples": len(rows)},
    )


def _inside(elapsed_s: FloatArray, span_s: tuple[float, float]) -> BoolArray:
    inside: BoolArray = (elapsed_s >= span_s[0]) & (elapsed_s < span_s[1])
    return inside
