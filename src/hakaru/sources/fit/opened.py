"""What does a FIT file hold, for somebody who looks at it in a notebook?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

import numpy as np

from hakaru.core.units import fit_time_to_datetime
from hakaru.running.activity import FloatArray, Issue
from hakaru.sources.fit.columns import (
    RELATIVE_BELOW_S,
    DeveloperColumn,
    DeveloperKey,
    FitColumns,
    FitDevice,
    FitEvent,
    FitFileId,
    FitLap,
    FitSession,
)
from hakaru.sources.fit.decode import decode_fit
from hakaru.sources.fit.series import series_of
from hakaru.sources.fit.timeline import Timeline

_MORE = (
    ("grade_pct", "grade"),
    ("accumulated_power_w", "accumulated_power"),
    ("gct_share_pct", "stance_time_percent"),
    ("respiration_per_min", "enhanced_respiration_rate"),
)
"""Columns of `records` besides those of a stored run, and the FIT fields they come from."""


@dataclass(frozen=True, kw_only=True, eq=False)
class FitFile:
    """One FIT file of any sport, as it was recorded: nothing is left out, cleaned or put in order.

    Attributes:
        started_at: the time of the first record; None: there is none, or the clock was never set.
        records: one array per quantity, all of one length (the records in the order of the file),
            NaN where a record says nothing: `elapsed_s` since the first record, and those of
            `distance_m`, `speed_mps`, `heart_rate_bpm`, `cadence_spm` (both feet), `power_w`,
            `gct_ms`, `gct_share_pct`, `gct_balance_left_pct`, `vo_cm`, `vr_pct`, `step_length_cm`,
            `elevation_m`, `grade_pct`, `latitude_deg`, `longitude_deg`, `temperature_c`,
            `respiration_per_min`, `accumulated_power_w`, `stryd_*` that the file holds.
        developer: the fields of apps, by (developer data index, field number); their labels are
            free text and may be those of other fields.
        laps, sessions, events, devices: the summaries; their times are seconds since the
            FIT epoch, 1989-12-31 00:00 UTC.
        n_unknown: how many messages of each kind (global message number) are not read.
        partial: some bytes could not be read; `issues` say which and how much was kept.
        following: further FIT files in the same file, where it is a chain.
    """

    path: str
    file_id: FitFileId
    started_at: datetime | None
    records: Mapping[str, FloatArray]
    developer: Mapping[DeveloperKey, DeveloperColumn]
    laps: tuple[FitLap, ...]
    sessions: tuple[FitSession, ...]
    events: tuple[FitEvent, ...]
    devices: tuple[FitDevice, ...]
    n_unknown: Mapping[int, int]
    partial: bool
    issues: tuple[Issue, ...]
    following: tuple[FitFile, ...] = ()


def open_fit(data: bytes, *, path: str) -> FitFile:
    """The FIT file in these bytes. Raises Unreadable where none begins."""
    links = decode_fit(data, path=path)
    following = tuple(_opened(columns, path) for columns in links[1:])
    return _opened(links[0], path, following=following)


def _opened(columns: FitColumns, path: str, *, following: tuple[FitFile, ...] = ()) -> FitFile:
    known_s = columns.timestamp_s[np.isfinite(columns.timestamp_s)]
    is_dated = bool(known_s.size and known_s[0] >= RELATIVE_BELOW_S)
    return FitFile(
        path=path,
        file_id=columns.file_id,
        started_at=fit_time_to_datetime(float(known_s[0])) if is_dated else None,
        records=_records(columns, float(known_s[0]) if known_s.size else 0.0),
        developer=columns.developer,
        laps=columns.laps,
        sessions=columns.sessions,
        events=columns.events,
        devices=columns.devices,
        n_unknown=columns.n_unknown,
        partial=columns.partial,
        issues=columns.issues,
        following=following,
    )


def _records(columns: FitColumns, start_s: float) -> Mapping[str, FloatArray]:
    every = np.arange(columns.timestamp_s.size)
    none = np.empty(0, dtype=np.int64)
    as_sent = Timeline(kept=every, twins=none, twin_of=none, issues=())
    more = {
        ours: columns.native[theirs]
        for ours, theirs in _MORE
        if theirs in columns.native and np.isfinite(columns.native[theirs]).any()
    }
    elapsed_s = columns.timestamp_s - start_s
    return {"elapsed_s": elapsed_s, **series_of(columns, as_sent, chosen=every), **more}
