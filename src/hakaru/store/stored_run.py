"""What is stored of one run, and which table holds which part of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from hakaru.core.i18n import parts_of
from hakaru.core.memo import Found
from hakaru.records import frozen
from hakaru.running.activity import (
    DeviceInfo,
    DeviceSummary,
    HeartRateZone,
    Issue,
    Lap,
    PlannedStep,
    Provenance,
    Recording,
    RunTotals,
    Weather,
)
from hakaru.running.athlete.efforts import Effort
from hakaru.running.records import DistanceEffort
from hakaru.running.session.model import SegmentFigures
from hakaru.running.session.understand import Anatomy
from hakaru.running.splits import Split
from hakaru.store.rows import Kind, kinds_of, values_of


@frozen
class StoredRun:
    """A recording with what was derived from it alone; all are written and replaced together.

    `anatomy` None: not taken apart (yet); then it has no segments and efforts. `found`: what was
    found about its samples on the way.
    """

    recording: Recording
    splits: tuple[Split, ...]
    totals: RunTotals
    anatomy: Anatomy | None = None
    found: Found = Found()


@frozen
class Pause:
    """One stretch during which the recording stood still."""

    start_elapsed_s: float
    end_elapsed_s: float


@frozen
class Child:
    """A table with any number of rows per activity; `index` keeps their order.

    `sentence` is a field whose message is stored with its parts, as `<sentence>_parts`.
    """

    table: str
    row_type: type
    index: str | None
    rows: Callable[[StoredRun], Sequence[object]]
    sentence: str | None = None

    @property
    def kinds(self) -> Mapping[str, Kind]:
        """The columns of the table, in the order of `values`."""
        head: dict[str, Kind] = {"activity_id": "whole"}
        if self.index is not None:
            head[self.index] = "whole"
        tail: dict[str, Kind] = {} if self.sentence is None else {f"{self.sentence}_parts": "text"}
        return {**head, **kinds_of(self.row_type), **tail}

    def values(self, run: StoredRun) -> Iterable[tuple[object, ...]]:
        """The rows of one run."""
        for position, row in enumerate(self.rows(run)):
            head = (run.recording.activity_id, *([] if self.index is None else [position]))
            sentences = () if self.sentence is None else (getattr(row, self.sentence),)
            yield (*head, *values_of(row), *map(parts_of, sentences))


LAPS = Child(table="laps", row_type=Lap, index="lap_index", rows=lambda run: run.recording.laps)
STEPS = Child(
    table="planned_steps",
    row_type=PlannedStep,
    index=None,
    rows=lambda run: run.recording.planned_steps,
)
PAUSES = Child(
    table="pauses",
    row_type=Pause,
    index="pause_index",
    rows=lambda run: [
        Pause(start_elapsed_s=start_s, end_elapsed_s=end_s)
        for start_s, end_s in run.recording.pauses
    ],
)
DEVICES = Child(
    table="devices",
    row_type=DeviceInfo,
    index="device_index",
    rows=lambda run: run.recording.devices,
)
ISSUES = Child(
    table="recording_issues",
    row_type=Issue,
    index="issue_index",
    rows=lambda run: run.recording.issues,
    sentence="message",
)
PROVENANCE = Child(
    table="recording_sources",
    row_type=Provenance,
    index="source_index",
    rows=lambda run: run.recording.provenance,
)
ZONES = Child(
    table="data.heart_rate_zones",
    row_type=HeartRateZone,
    index=None,
    rows=lambda run: run.recording.heart_rate_zones,
)
WEATHER = Child(
    table="weather",
    row_type=Weather,
    index=None,
    rows=lambda run: [run.recording.weather] if says_something(run.recording.weather) else [],
)
SPLITS = Child(table="data.splits", row_type=Split, index=None, rows=lambda run: run.splits)
SEGMENTS = Child(
    table="data.session_segments",
    row_type=SegmentFigures,
    index=None,
    rows=lambda run: () if run.anatomy is None else run.anatomy.figures,
)
EFFORTS = Child(
    table="best_efforts",
    row_type=Effort,
    index=None,
    rows=lambda run: () if run.anatomy is None else run.anatomy.efforts,
)
DISTANCE_EFFORTS = Child(
    table="distance_efforts",
    row_type=DistanceEffort,
    index=None,
    rows=lambda run: () if run.anatomy is None else run.anatomy.distance_efforts,
)
DERIVED = (SPLITS, SEGMENTS, EFFORTS, DISTANCE_EFFORTS)
"""What a new version of the code may derive again from a stored recording."""
CHILDREN = (LAPS, STEPS, PAUSES, DEVICES, ISSUES, PROVENANCE, ZONES, WEATHER, *DERIVED)

PHYSIOLOGY: Mapping[str, Mapping[str, str]] = {
    "vo2_max": {
        "vo2_max_ml_per_kg_min": "precise_value",
        "vo2_max_on": "measured_on",
        "fitness_age_years": "fitness_age",
    },
    "lactate_threshold": {
        "lt_heart_rate_bpm": "heart_rate",
        "lt_speed_mps": "speed_mps",
        "lt_on": "measured_on",
        "ftp_w": "functional_threshold_power",
        "ftp_on": "power_measured_on",
        "weight_kg": "weight_kg",
    },
    "athlete_reports": {
        name: name
        for name in (
            "heart_rate_max_bpm",
            "heart_rate_rest_bpm",
            "height_cm",
            "age_years",
            "sex",
        )
    },
}
"""Table to field of `Physiology` to column."""

RECORDED_TABLES = (
    "activities",
    "data.time_series_metrics",
    *(child.table for child in CHILDREN),
    *PHYSIOLOGY,
    "hr_efficiency",
)
SESSION_TABLES = (
    "data.sessions",
    "session_athlete",
    "session_athlete_sources",
    "session_phases",
    "session_criteria",
    "session_deductions",
)
"""What was understood with the athlete of that date in mind."""
JUDGED_TABLES = (
    "data.run_verdicts",
    "data.run_verdict_history",
    "metric_verdicts",
    "metric_verdict_history",
    "form_evaluation_refusals",
    "performance_trends",
    "section_analyses",
    "run_notes",
    "training_labels",
    "form_anomalies",
    "anomaly_coverage",
    "session_inputs",
    *SESSION_TABLES,
)

ACTIVITY_KINDS: Mapping[str, Kind] = {
    "activity_id": "whole",
    "activity_date": "day",
    "series_columns": "text",
    "n_samples": "whole",
    "n_splits": "whole",
    **kinds_of(Recording),
    **kinds_of(RunTotals),
    **{f"device_{name}": kind for name, kind in kinds_of(DeviceSummary).items()},
}


def activity_values(run: StoredRun) -> tuple[object, ...]:
    """The row of `activities`, in the order of `ACTIVITY_KINDS`."""
    recording = run.recording
    return (
        recording.activity_id,
        recording.day,
        ",".join(recording.series),
        len(recording.series["elapsed_s"]),
        len(run.splits),
        *values_of(recording),
        *values_of(run.totals),
        *values_of(recording.summary),
    )


def says_something(weather: Weather | None) -> bool:
    """Whether anything at all was reported."""
    return weather is not None and any(value is not None for value in values_of(weather))
