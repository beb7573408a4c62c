"""What columns does a FIT file hold? Bytes to columns, without a step of Python per record.

Nothing here gates on checksums, and what was read before a fault stays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from hakaru.core.errors import Unreadable
from hakaru.running.activity import Issue
from hakaru.sources.fit import messages
from hakaru.sources.fit.chain import Segment, split_chain
from hakaru.sources.fit.clock import HeaderTimes
from hakaru.sources.fit.columns import FitColumns
from hakaru.sources.fit.groups import Group
from hakaru.sources.fit.profile import MAX_MET, MESSAGES
from hakaru.sources.fit.records import Records, records_of
from hakaru.sources.fit.salvage import MESSAGES_MAX, TooManyMessages, Walked, walk
from hakaru.sources.fit.summaries import summaries_of
from hakaru.sources.fit.user import user_of
from hakaru.sources.fit.watch_metrics import watch_metrics_of


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
            reason = f"it holds more than {MESSAGES_MAX} messages, which no run has"
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
        text = f"{records.n_left_out} fields that hardly any record carries were left out"
        issues.append(Issue(code="fields_left_out", message=text))
    if n_too_many:
        text = f"{n_too_many} summaries are more than a run can have and were left out"
        issues.append(Issue(code="summaries_left_out", message=text))
    return issues
