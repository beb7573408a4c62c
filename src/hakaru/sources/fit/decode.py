"""From the bytes of a FIT file to columns and summary messages.

Nothing here gates on checksums, and what was read before a fault stays.

Two messages outside the published profile carry it. Their meaning was found by users who compared
files with what their watches show (GoldenCheetah pull request 2986, Runalyze issues 1725 and 2264,
fit4ruby): MET x 3.5 in 1/1024 before the run and in 1/65536 after it, threshold heart rate in bpm,
threshold speed in tenths of a km/h. Four real files agree with what they say elsewhere. A value
that no runner has is left out, so that a watch which counts otherwise says nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from operator import itemgetter
from pathlib import Path
from typing import get_args

import numpy as np

from hakaru.core.errors import Unreadable
from hakaru.core.i18n import message
from hakaru.core.units import KMH_PER_MPS, fit_time_to_datetime
from hakaru.records import frozen
from hakaru.running.activity import FloatArray, Issue, Sex
from hakaru.sources import archive
from hakaru.sources.files import read_regular, shown
from hakaru.sources.fit import messages
from hakaru.sources.fit.definitions import (
    RELATIVE_BELOW_S,
    DeveloperColumn,
    DeveloperKey,
    FitColumns,
    FitDevice,
    FitEvent,
    FitFileId,
    FitLap,
    FitSession,
    FitUser,
    FitWatchMetrics,
    Group,
    OffsetArray,
)
from hakaru.sources.fit.messages import Message, Messages, last_number, read_fields
from hakaru.sources.fit.profile import (
    LAP,
    MAX_MET,
    MESSAGES,
    RECORD,
    RUN_METRICS,
    SESSION,
    SEXES,
    USER_METRICS,
    USER_PROFILE,
    name_of,
)
from hakaru.sources.fit.records import HeaderTimes, Records, records_of
from hakaru.sources.fit.salvage import MESSAGES_MAX, TooManyMessages, Walked, walk
from hakaru.sources.fit.scan import Segment, split_chain
from hakaru.sources.fit.series import Timeline, series_of

_MOST = 20_000
_MOST_OF: Mapping[int, int] = {SESSION: 64, LAP: 5_000}
"""More messages of a kind come from no device; the first ones are read."""
_TIME = "timestamp"
_Place = tuple[int, Group]


def summaries_of(
    data: bytes,
    groups: Sequence[Group],
    *,
    records_at: OffsetArray,
    header_times: HeaderTimes | None = None,
) -> tuple[list[Message], int]:
    """The summary messages in the order of the file, and how many were too many to be read."""
    places = sorted(_places(groups), key=itemgetter(0))
    chosen = list(_first_of_each(places))
    at = np.array([offset for offset, _ in chosen], dtype=np.int64)
    before = np.searchsorted(records_at, at).tolist()
    messages = []
    for (offset, group), n_records_before in zip(chosen, before, strict=True):
        definition = group.definition
        fields = read_fields(data, definition, at=offset)
        if header_times is not None and _TIME not in fields:
            time_s = header_times.at(offset)
            if time_s is not None:
                fields[_TIME] = time_s
        messages.append(
            Message(
                number=definition.global_number,
                fields=fields,
                n_records_before=n_records_before,
            )
        )
    return messages, len(places) - len(chosen)


def _places(groups: Sequence[Group]) -> Iterator[_Place]:
    for group in groups:
        number = group.definition.global_number
        if number != RECORD and number in MESSAGES:
            for offset in group.offsets:
                yield offset, group


def _first_of_each(places: Sequence[_Place]) -> Iterator[_Place]:
    seen: Counter[int] = Counter()
    for offset, group in places:
        number = group.definition.global_number
        seen[number] += 1
        if seen[number] <= _MOST_OF.get(number, _MOST):
            yield offset, group


_SEXES: tuple[Sex, ...] = get_args(Sex)


def user_of(file_messages: Messages) -> FitUser:
    """The last user_profile message that sets each. The maximum heart rate set for running goes
    before the general one; the sex is not known where messages differ in it."""
    stated = {
        name_of(SEXES, message.fields.get("gender"))
        for message in file_messages
        if message.number == USER_PROFILE
    }
    maximum_bpm = _last(file_messages, "default_max_running_heart_rate")
    if maximum_bpm is None:
        maximum_bpm = _last(file_messages, "default_max_heart_rate")
    age_years = _last(file_messages, "age")
    return FitUser(
        weight_kg=_last(file_messages, "weight"),
        height_m=_last(file_messages, "height"),
        age_years=None if age_years is None else int(age_years),
        sex=next((sex for sex in _SEXES if stated == {sex}), None),
        max_heart_rate_bpm=maximum_bpm,
        resting_heart_rate_bpm=_last(file_messages, "resting_heart_rate"),
    )


def _last(file_messages: Messages, field: str) -> float | None:
    return last_number(file_messages, USER_PROFILE, field=field)


_ML_PER_MET = 3.5
_BEFORE_PER_MET, _AFTER_PER_MET = 1024.0, 65536.0
_TENTHS = 10.0
_VO2_MAX = (20.0, 90.0)
_THRESHOLD_BPM = (90.0, 220.0)
_THRESHOLD_MPS = (1.5, 7.0)


def watch_metrics_of(file_messages: Messages) -> FitWatchMetrics:
    """VO2max after the run, else before it; threshold as of before the run."""
    after = last_number(file_messages, RUN_METRICS, field="max_met_raw")
    before = last_number(file_messages, USER_METRICS, field="max_met_raw")
    tenths_kmh = last_number(file_messages, USER_METRICS, field="threshold_speed_raw")
    speed_mps = None if tenths_kmh is None else tenths_kmh / _TENTHS / KMH_PER_MPS
    vo2_max = _possible(_ml(after, _AFTER_PER_MET), _VO2_MAX)
    return FitWatchMetrics(
        vo2_max_ml_per_kg_min=vo2_max or _possible(_ml(before, _BEFORE_PER_MET), _VO2_MAX),
        threshold_heart_rate_bpm=_possible(
            last_number(file_messages, USER_METRICS, field="threshold_heart_rate_raw"),
            _THRESHOLD_BPM,
        ),
        threshold_speed_mps=_possible(speed_mps, _THRESHOLD_MPS),
    )


def _ml(raw: float | None, per_met: float) -> float | None:
    return None if raw is None else _ML_PER_MET * raw / per_met


def _possible(value: float | None, bounds: tuple[float, float]) -> float | None:
    return value if value is not None and bounds[0] <= value <= bounds[1] else None


def decode_fit(data: bytes, *, path: str = "FIT data") -> list[FitColumns]:
    """Columns of every FIT file in the bytes (usually one).

    Raises:
        Unreadable: none begins, or one holds more messages than are read.
    """
    columns = []
    for segment in split_chain(data, path=path):
        try:
            walked = walk(data, segment)
        except TooManyMessages as exc:
            reason = message("it holds more than {n} messages, which no run has", n=MESSAGES_MAX)
            raise Unreadable(path, reason) from exc
        columns.append(columns_of(data, segment, walked=walked))
    return columns


def columns_of(data: bytes, segment: Segment, *, walked: Walked) -> FitColumns:
    """What one file of a chain says, from the messages that were found in it."""
    times = HeaderTimes(data, walked.groups) if walked.has_compressed else None
    n_bytes = segment.body_end - segment.body_start
    records = records_of(data, walked.groups, n_bytes=n_bytes, header_times=times)
    summaries, n_too_many = summaries_of(
        data, walked.groups, records_at=records.at, header_times=times
    )
    issues = (
        *segment.issues,
        *walked.issues,
        *_left_out(records, n_too_many=n_too_many),
    )
    return FitColumns(
        file_id=messages.file_id_of(summaries),
        timestamp_s=records.timestamp_s,
        native=records.native,
        developer=records.developer,
        laps=messages.laps_of(summaries),
        sessions=messages.sessions_of(summaries),
        sports=messages.sports_of(summaries),
        events=messages.events_of(summaries),
        devices=messages.devices_of(summaries),
        zones=messages.zones_of(summaries),
        targets=messages.targets_of(summaries),
        user=user_of(summaries),
        workout_name=messages.workout_name_of(summaries),
        steps=messages.steps_of(summaries),
        vo2_max_ml_per_kg_min=messages.last_number(summaries, MAX_MET, field="vo2_max"),
        watch=watch_metrics_of(summaries),
        utc_offset_s=messages.utc_offset_of(summaries),
        n_unknown=_unknown(walked.groups),
        partial=segment.truncated or walked.partial,
        issues=issues,
    )


def _unknown(groups: Sequence[Group]) -> Mapping[int, int]:
    """How many messages of each kind (global number) the profile does not know."""
    counted: Counter[int] = Counter()
    for group in groups:
        number = group.definition.global_number
        if number not in MESSAGES and group.offsets:
            counted[number] += len(group.offsets)
    return dict(counted)


def _left_out(records: Records, *, n_too_many: int) -> list[Issue]:
    issues = []
    if records.n_left_out:
        text = message(
            "{n} fields that hardly any record carries were left out", n=records.n_left_out
        )
        issues.append(Issue(code="fields_left_out", message=text))
    if n_too_many:
        text = message("{n} summaries are more than a run can have and were left out", n=n_too_many)
        issues.append(Issue(code="summaries_left_out", message=text))
    return issues


_MORE = (
    ("grade_pct", "grade"),
    ("accumulated_power_w", "accumulated_power"),
    ("gct_share_pct", "stance_time_percent"),
    ("respiration_per_min", "enhanced_respiration_rate"),
)
"""Columns of `records` besides those of a stored run, and the FIT fields they come from."""


@frozen(eq=False)
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


def read_fit(path: Path | str) -> FitFile:
    """Everything that Hakaru reads of a FIT file (or a gzipped one), as arrays with units.

        run = read_fit("activity.fit")
        run.records["gct_ms"], run.records["speed_mps"]  # one value per record

    Raises:
        Unreadable: it cannot be opened, or it is no FIT file. A damaged one is read as far as it
            goes: see `partial` and `issues`.
    """
    file = Path(path)
    data = read_regular(file)
    if archive.is_gzip(data):
        data = archive.gunzip(data, where=shown(file)).data
    return open_fit(data, path=shown(file))
