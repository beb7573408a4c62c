"""Where does a freshly read run belong: a new activity, one that is there, or one to complete?"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Literal

import numpy as np

from hakaru.running.activity import Recording
from hakaru.running.same_run import merge, same_run
from hakaru.running.segment import split_recording
from hakaru.running.session.understand import dissect
from hakaru.running.spans import run_totals
from hakaru.store.activities import Overlap, find_overlapping
from hakaru.store.recordings import read_recording
from hakaru.store.stored_run import StoredRun

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

ZONE_SLACK = timedelta(hours=15)
"""A file with local times only may lie so far from the same run in UTC."""

_BESIDES = {"series", "provenance", "stored_id"}

Placed = Literal["new", "completed", "duplicate"]


@dataclass(frozen=True, kw_only=True)
class Placement:
    """Where one recording belongs, and the run to store. `completed`: it fills gaps of a stored
    run, and `run` is both together."""

    activity_id: int
    placed: Placed
    run: StoredRun


def prepare(recording: Recording) -> StoredRun:
    """A recording taken apart: structure, splits, totals, best efforts."""
    anatomy = dissect(recording)
    splits = split_recording(recording, anatomy.structure)
    return StoredRun(
        recording=recording,
        splits=splits,
        totals=run_totals(recording, splits),
        anatomy=anatomy,
    )


def place(con: DuckDBPyConnection, run: StoredRun) -> Placement:
    """Find the stored run that this one is another recording of, if any. Nothing is written."""
    twin = _twin(con, run.recording)
    if twin is None:
        return Placement(activity_id=run.recording.activity_id, placed="new", run=run)
    merged = replace(merge(twin, run.recording), stored_id=twin.activity_id)
    if _says_the_same(merged, twin):
        return Placement(activity_id=twin.activity_id, placed="duplicate", run=run)
    return Placement(activity_id=twin.activity_id, placed="completed", run=prepare(merged))


def _twin(con: DuckDBPyConnection, recording: Recording) -> Recording | None:
    """The stored recording of the same run; None: there is none."""
    length_s = elapsed_s(recording)
    overlaps = find_overlapping(
        con,
        recording.started_at - ZONE_SLACK,
        elapsed_s=length_s + 2 * ZONE_SLACK.total_seconds(),
    )
    for overlap in overlaps:
        if _may_be_same(overlap, recording, length_s):
            stored = read_recording(con, overlap.activity_id)
            if same_run(stored, recording):
                return stored
    return None


def _may_be_same(overlap: Overlap, recording: Recording, length_s: float) -> bool:
    """Cheap first look: the times overlap, or one side has no samples to place it exactly."""
    same_garmin_id = recording.garmin_activity_id == overlap.garmin_activity_id
    if recording.garmin_activity_id is not None and same_garmin_id:
        return True
    if overlap.n_samples == 0 or recording.series["elapsed_s"].size == 0:
        return True
    start = max(overlap.started_at, recording.started_at)
    end = min(
        overlap.started_at + timedelta(seconds=overlap.elapsed_s),
        recording.started_at + timedelta(seconds=length_s),
    )
    return end > start


def elapsed_s(recording: Recording) -> float:
    """How long the run took; 1 s where nobody says, so that it has a place in time."""
    samples = recording.series["elapsed_s"]
    summary = recording.summary
    lengths_s = [value for value in (summary.elapsed_s, summary.timer_s) if value is not None]
    return max([float(samples[-1]) if samples.size else 0.0, *lengths_s, 1.0])


def _says_the_same(merged: Recording, stored: Recording) -> bool:
    """Whether the other file added nothing but itself."""
    names = [field.name for field in fields(Recording) if field.name not in _BESIDES]
    same_facts = all(getattr(merged, name) == getattr(stored, name) for name in names)
    return (
        same_facts
        and merged.series.keys() == stored.series.keys()
        and all(
            np.array_equal(column, stored.series[name], equal_nan=True)
            for name, column in merged.series.items()
        )
    )
