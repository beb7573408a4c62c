"""What do the splits of a run show, row by row or in few figures?

Statistics weigh each split by its running time, a pace and a climb by distance (resolutions
row 9); only what was run counts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from hakaru.core.errors import NotRecorded
from hakaru.core.units import METRES_PER_KM, speed_to_pace_s_per_km
from hakaru.running.activity import WHILE_RUNNING
from hakaru.running.splits import Split
from hakaru.running.validity import Statistics, weighted_statistics
from hakaru.store.readers.base import BaseDBReader, Reference, Run
from hakaru.store.readers.replies import REPLY_BYTES, Cell, TableResult, checked_size
from hakaru.store.rows import kinds_of
from hakaru.store.splits import read_splits

ALL_WARNING = (
    "deprecated: use export() for whole splits, or get_splits_pace_hr, get_splits_form_metrics "
    "and get_splits_elevation with statistics_only"
)


@dataclass(frozen=True, kw_only=True)
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
            raise NotRecorded(run.activity_id, "a run with splits")
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
