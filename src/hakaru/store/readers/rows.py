"""Splits and samples of a run, as rows or in few figures.

Stretches are half-open, [start, end) of elapsed time (resolutions row 36). Statistics take the
running samples with believable values, as splits do; rows are as recorded. How long and how far was
run in a split is what the split says, which cuts the seconds at its bounds. Where the runner was
leaves the program only by an export that asks for it.

Statistics weigh each split by its running time, a pace and a climb by distance (resolutions
row 9); only what was run counts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from hakaru.core.errors import BadArgument, NotRecorded
from hakaru.core.i18n import in_context, message
from hakaru.core.units import METRES_PER_KM, format_pace, speed_to_pace_s_per_km
from hakaru.records import frozen
from hakaru.running.activity import WHILE_RUNNING, FloatArray
from hakaru.running.anomalies.steps import Anomaly
from hakaru.running.splits import Split
from hakaru.running.validity import (
    PACE,
    BoolArray,
    Motion,
    Statistics,
    read_motion,
    series_statistics,
    weighted_statistics,
)
from hakaru.store.readers.base import (
    REPLY_BYTES,
    BaseDBReader,
    Cell,
    Reference,
    Run,
    TableResult,
    checked_size,
)
from hakaru.store.recordings import SERIES_COLUMNS, read_recording, read_series, read_splits
from hakaru.store.rows import kinds_of
from hakaru.store.sessions import judged_anomalies

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
                raise NotRecorded(run.activity_id, message("a run with splits"))
            if split not in splits:
                raise BadArgument(
                    "split",
                    split,
                    message(
                        "a whole number between {low} and {high}", low=min(splits), high=max(splits)
                    ),
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
            raise NotRecorded(run.activity_id, message("a run with form second by second"))
        return anomalies


def _check_range(start_s: float, end_s: float) -> None:
    if not start_s >= 0.0:
        raise BadArgument(
            "start_s", start_s, message(in_context("expected", "at least {low}"), low=0)
        )
    if not end_s > start_s:
        raise BadArgument("end_s", end_s, message("a moment after {start} s", start=f"{start_s:g}"))


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
        raise NotRecorded(run.activity_id, message("a run with samples"))
    inside = _inside(series["elapsed_s"], span_s)
    if not inside.any():
        last_s = float(series["elapsed_s"][-1])
        raise BadArgument(
            "start_s",
            span_s[0],
            message("within the run, which ends at {end} s", end=f"{last_s:g}"),
        )
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
        facts={**_bounds(span_s), **_amounts(motion, inside), **_pace_text(statistics), **facts},
        missing=tuple(name for name in figures if name not in statistics),
    )


def _bounds(span_s: tuple[float, float]) -> Mapping[str, Cell]:
    return {"start_s": float(span_s[0]), "end_s": float(span_s[1])}


def _pace_text(statistics: Mapping[str, Statistics]) -> Mapping[str, Cell]:
    """The mean pace as it is said."""
    mean = statistics[PACE].mean_value if PACE in statistics else None
    return {} if not mean else {"mean_pace": f"{format_pace(mean)}/km"}


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


ALL_WARNING = (
    "deprecated: use export() for whole splits, or get_splits_pace_hr, get_splits_form_metrics "
    "and get_splits_elevation with statistics_only"
)


@frozen
class SplitTimeRange:
    """When a split took place: [start, end) in elapsed seconds."""

    split: int
    start_elapsed_s: float
    end_elapsed_s: float


def _pace(split: Split) -> float | None:
    return speed_to_pace_s_per_km(split.speed_mps) if split.speed_mps else None


def _stretch_pace(split: Split) -> float | None:
    """As every page and report shows it: of all of the split where it was mostly walked."""
    speed_mps = split.stretch_speed_mps
    return speed_to_pace_s_per_km(speed_mps) if speed_mps else None


def _running_speed(split: Split) -> float | None:
    return split.speed_mps


def _gain_per_km(split: Split) -> float | None:
    return _per_km(split.elevation_gain_m, split.distance_m)


def _loss_per_km(split: Split) -> float | None:
    return _per_km(split.elevation_loss_m, split.distance_m)


def _per_km(climb_m: float | None, distance_m: float) -> float | None:
    return None if climb_m is None or not distance_m > 0.0 else climb_m * METRES_PER_KM / distance_m


_COMPUTED: Mapping[str, Callable[[Split], float | None]] = {
    "pace_s_per_km": _pace,
    "running_speed_mps": _running_speed,
    "elevation_gain_m_per_km": _gain_per_km,
    "elevation_loss_m_per_km": _loss_per_km,
}
_WEIGHTS: Mapping[str, str] = {
    "pace_s_per_km": "running_distance_m",
    "elevation_gain_m_per_km": "distance_m",
    "elevation_loss_m_per_km": "distance_m",
    "grade_pct": "distance_m",
}
"""By what a column is weighed where not by running time."""

_FORM = ("gct_ms", "vo_cm", "vr_pct", "cadence_spm", "step_length_cm")
_ELEVATION = ("elevation_gain_m", "elevation_loss_m", "grade_pct")
_ELEVATION_FIGURES = ("elevation_gain_m_per_km", "elevation_loss_m_per_km", "grade_pct")


class SplitsReader(BaseDBReader):
    """The splits of one run."""

    def get_splits_pace_hr(
        self, activity_id: Reference, statistics_only: bool = False
    ) -> TableResult:
        """Distance, pace and heart rate; a split that was mostly walked has the pace of all of it,
        statistics are over what was run.

        Raises:
            UnknownActivity, AmbiguousActivity: the reference does not name one run.
            NotRecorded: the run has no splits.
        """
        figures = ("pace_s_per_km", "heart_rate_bpm")
        run, splits = self._splits(activity_id)
        if statistics_only:
            return _statistics(run, splits, figures=figures)
        return _table(run, splits, columns=("distance_m", *figures))

    def get_splits_form_metrics(
        self, activity_id: Reference, statistics_only: bool = False
    ) -> TableResult:
        """Contact time, oscillation, ratio, cadence and step length; judging is left to
        `get_form_evaluations`.

        Raises:
            UnknownActivity, AmbiguousActivity: the reference does not name one run.
            NotRecorded: the run has no splits.
        """
        run, splits = self._splits(activity_id)
        if statistics_only:
            return _statistics(run, splits, figures=_FORM)
        return _table(run, splits, columns=_FORM)

    def get_splits_elevation(
        self, activity_id: Reference, statistics_only: bool = False
    ) -> TableResult:
        """Climb, descent and net grade; as statistics per kilometre, with the totals.

        Raises:
            UnknownActivity, AmbiguousActivity: the reference does not name one run.
            NotRecorded: the run has no splits.
        """
        run, splits = self._splits(activity_id)
        if not statistics_only:
            return _table(run, splits, columns=("distance_m", *_ELEVATION))
        every = {name: _total(splits, name) for name in _ELEVATION[:2]}
        totals = {name: total for name, total in every.items() if total is not None}
        return _statistics(run, splits, figures=_ELEVATION_FIGURES, facts=totals)

    def get_splits_all(
        self, activity_id: Reference, max_output_size: int = REPLY_BYTES
    ) -> TableResult:
        """Every stored column of every split. Deprecated: `export` has no limit of size.

        A split's speed is called what it is there, that of its running seconds:
        `running_speed_mps`.

        Raises:
            UnknownActivity, AmbiguousActivity: the reference does not name one run.
            BadArgument: a size out of range.
            NotRecorded: the run has no splits.
        """
        limit_bytes = checked_size(max_output_size)
        run, splits = self._splits(activity_id)
        stored = (name for name in kinds_of(Split) if name != "split_index")
        names = tuple("running_speed_mps" if name == "speed_mps" else name for name in stored)
        return _table(run, splits, columns=names, warning=ALL_WARNING, limit_bytes=limit_bytes)

    def get_split_time_ranges(self, activity_id: Reference) -> tuple[SplitTimeRange, ...]:
        """When each split took place.

        Raises:
            UnknownActivity, AmbiguousActivity: the reference does not name one run.
            NotRecorded: the run has no splits.
        """
        _, splits = self._splits(activity_id)
        return tuple(
            SplitTimeRange(
                split=split.split_index,
                start_elapsed_s=split.start_elapsed_s,
                end_elapsed_s=split.end_elapsed_s,
            )
            for split in splits
        )

    def _splits(self, activity: Reference) -> tuple[Run, tuple[Split, ...]]:
        with self.reading(activity) as (con, run):
            splits = read_splits(con, run.activity_id)
        if not splits:
            raise NotRecorded(run.activity_id, message("a run with splits"))
        return run, splits


def split_statistics(splits: Sequence[Split], figures: Sequence[str]) -> Mapping[str, Statistics]:
    """Statistics of figures over what was run; one that no split has is left out."""
    by_name: dict[str, Statistics] = {}
    for name in figures:
        values = np.array([_cell(split, name) for split in splits], dtype=np.float64)
        weights = [getattr(split, _WEIGHTS.get(name, "running_s")) for split in splits]
        weighted = weighted_statistics(values, np.array(weights, dtype=np.float64))
        if weighted is not None:
            by_name[name] = weighted
    return by_name


def _statistics(
    run: Run,
    splits: Sequence[Split],
    *,
    figures: tuple[str, ...],
    facts: Mapping[str, Cell] | None = None,
) -> TableResult:
    statistics = split_statistics(splits, figures)
    return TableResult(
        activity_id=run.activity_id,
        day=run.day,
        rows_name="splits",
        columns=figures,
        statistics=statistics,
        facts={"n_splits": len(splits), **_measured(figures), **(facts or {})},
        missing=tuple(name for name in figures if name not in statistics),
    )


def _table(
    run: Run,
    splits: Sequence[Split],
    *,
    columns: tuple[str, ...],
    warning: str | None = None,
    limit_bytes: int = REPLY_BYTES,
) -> TableResult:
    shown_names = [
        name for name in columns if any(_shown(split, name) is not None for split in splits)
    ]
    rows = tuple(
        (split.split_index, *(_shown(split, name) for name in shown_names)) for split in splits
    )
    return TableResult(
        activity_id=run.activity_id,
        day=run.day,
        rows_name="splits",
        columns=("split", *shown_names),
        rows=rows if shown_names else (),
        facts={"n_splits": len(splits), **_measured(columns)},
        missing=tuple(name for name in columns if name not in shown_names),
        warning=warning,
        limit_bytes=limit_bytes,
    )


def _measured(columns: Sequence[str]) -> Mapping[str, Cell]:
    """That a speed leaves out standing; form and slope need no such word."""
    return (
        {"measured": WHILE_RUNNING} if {"pace_s_per_km", "running_speed_mps"} & {*columns} else {}
    )


def _cell(split: Split, name: str) -> Cell:
    compute = _COMPUTED.get(name)
    value: Cell = getattr(split, name) if compute is None else compute(split)
    return value


def _shown(split: Split, name: str) -> Cell:
    """A cell of a line that is shown by itself; statistics are over what was run."""
    return _stretch_pace(split) if name == "pace_s_per_km" else _cell(split, name)


def _total(splits: Sequence[Split], name: str) -> float | None:
    numbers = [value for split in splits if (value := getattr(split, name)) is not None]
    return float(np.sum(numbers)) if numbers else None
