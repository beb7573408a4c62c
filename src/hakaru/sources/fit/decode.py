"""What columns does a FIT file hold? The only module that drives the decoder.

`fitdecode` reads frames; nothing here gates on checksums, and what was read before a fault stays.
"""

from __future__ import annotations

import io
import struct

import fitdecode

from hakaru.running.activity import Issue
from hakaru.sources.fit import messages
from hakaru.sources.fit.chain import Segment, split_chain
from hakaru.sources.fit.columns import FitColumns
from hakaru.sources.fit.records import RecordGatherer
from hakaru.sources.fit.user import user_of

_HEADER_BYTES = 12
_DECODER_FAULTS = (
    fitdecode.FitError,
    struct.error,
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    TypeError,
    ValueError,
)
"""What damaged bytes make the decoder raise; each ends the reading of one file of the chain."""


def decode_fit(data: bytes, *, path: str = "FIT data") -> list[FitColumns]:
    """Columns of every FIT file in the bytes (usually one). Raises Unreadable if none begins."""
    return [_decode_segment(data, segment) for segment in split_chain(data, path=path)]


def _decode_segment(data: bytes, segment: Segment) -> FitColumns:
    body = data[segment.body_start : segment.body_end]
    header = struct.pack("<BBHI4s", _HEADER_BYTES, 0x20, 0, len(body), b".FIT")
    footer = b"" if segment.truncated else b"\0\0"
    stream = io.BytesIO(header + body + footer)
    records, summaries = RecordGatherer(), list[messages.Message]()
    fault = _read_frames(stream, records, summaries)
    issues = list(segment.issues)
    if fault is not None and not segment.truncated:
        offset_byte = segment.body_start + stream.tell() - len(header)
        issues.append(Issue(code="decode_stopped", message=fault, offset_byte=offset_byte))
    return _columns(
        records,
        summaries,
        partial=segment.truncated or fault is not None,
        issues=tuple(issues),
    )


def _read_frames(
    stream: io.BytesIO, records: RecordGatherer, summaries: list[messages.Message]
) -> str | None:
    """Feed every data message to the gatherers; the words of the fault that ended it, else None."""
    reader = fitdecode.FitReader(
        stream,
        processor=None,
        check_crc=fitdecode.CrcCheck.DISABLED,
        error_handling=fitdecode.ErrorHandling.IGNORE,
    )
    try:
        for frame in reader:
            if frame.frame_type != fitdecode.FIT_FRAME_DATA:
                continue
            name = frame.name
            if name == "record":
                records.add(frame)
            elif name in messages.WANTED:
                summaries.append(
                    messages.Message(
                        name=name, fields=_fields_of(frame), n_records_before=records.n_records
                    )
                )
    except _DECODER_FAULTS as exc:
        return f"reading stopped here: {exc!r}"
    return None


def _fields_of(message: fitdecode.FitDataMessage) -> dict[str, object]:
    """Profile name to value; a field that was sent overrides one derived from another, developer
    fields are left out (their names collide), invalid values are absent."""
    fields: dict[str, object] = {}
    for one in message.fields:
        definition = one.field_def
        if one.value is None or (definition is not None and definition.is_dev):
            continue
        if definition is None and one.name in fields:
            continue
        fields[one.name] = one.value
        if definition is not None and definition.name == "product":
            fields["product_number"] = one.raw_value
    return fields


def _columns(
    records: RecordGatherer,
    summaries: list[messages.Message],
    *,
    partial: bool,
    issues: tuple[Issue, ...],
) -> FitColumns:
    timestamp_s, native, developer = records.columns(messages.developer_scales(summaries))
    return FitColumns(
        file_id=messages.file_id_of(summaries),
        timestamp_s=timestamp_s,
        native=native,
        developer=developer,
        laps=messages.laps_of(summaries),
        sessions=messages.sessions_of(summaries),
        sports=messages.sports_of(summaries),
        events=messages.events_of(summaries),
        devices=messages.devices_of(summaries),
        zones=messages.zones_of(summaries),
        targets=messages.targets_of(summaries),
        user=user_of(summaries),
        vo2_max_ml_per_kg_min=messages.last_number(summaries, "max_met_data", field="vo2_max"),
        utc_offset_s=messages.utc_offset_of(summaries),
        partial=partial,
        issues=issues,
    )
