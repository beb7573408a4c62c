"""What an independent reader (fitdecode) says of a FIT file, in the words of our profile table."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import fitdecode
import numpy as np

from hakaru.running.activity import FloatArray
from hakaru.sources.fit.decode import decode_fit, summaries_of
from hakaru.sources.fit.definitions import DeveloperKey, FitColumns
from hakaru.sources.fit.profile import MESSAGES, RECORD, ProfileMessage
from hakaru.sources.fit.records import HeaderTimes, records_of
from hakaru.sources.fit.salvage import walk
from hakaru.sources.fit.scan import split_chain

Key = str | DeveloperKey
EXCEPTIONS: Mapping[tuple[str, Key], str] = {}
"""(file, field) where fitdecode is wrong, with the bytes that show it. There are none."""
PACKED = {"speed", "distance"}
"""Record fields that three packed bytes give."""


@dataclass(frozen=True, kw_only=True)
class Link:
    """One file of a chain. Records map a name or a developer key to a number, messages the names
    of our table to values; what is missing is absent."""

    records: list[Mapping[Key, float]] = field(default_factory=list)
    messages: list[tuple[int, Mapping[str, object]]] = field(default_factory=list)
    n_unknown: Counter[int] = field(default_factory=Counter)


def read_plainly(data: bytes) -> list[Link]:
    """Every message that fitdecode finds before an error, without checksums and renaming."""
    links: list[Link] = []
    reader = fitdecode.FitReader(
        data,
        processor=None,
        check_crc=fitdecode.CrcCheck.DISABLED,
        error_handling=fitdecode.ErrorHandling.IGNORE,
    )
    try:
        for frame in reader:
            if isinstance(frame, fitdecode.FitHeader):
                links.append(Link())
            elif isinstance(frame, fitdecode.FitDataMessage):
                _take(links[-1], frame)
    except (fitdecode.FitError, ValueError, KeyError, TypeError, AssertionError):
        pass
    return links


def _take(link: Link, frame: fitdecode.FitDataMessage) -> None:
    number = frame.def_mesg.global_mesg_num
    if number not in MESSAGES:
        link.n_unknown[number] += 1
    elif number == RECORD:
        link.records.append(_record(frame))
    else:
        link.messages.append((number, _fields(frame, MESSAGES[number])))


def _record(frame: fitdecode.FitDataMessage) -> Mapping[Key, float]:
    derived: dict[Key, float] = {}
    sent: dict[Key, float] = {}
    for one in frame.fields:
        known = MESSAGES[RECORD].fields.get(one.def_num)
        definition = one.field_def
        if not isinstance(one.value, int | float) or not math.isfinite(one.value):
            continue
        if one.name == "timestamp" and not 0 <= one.value < 2**32:
            continue
        if definition is None and (one.name in _WANTED or one.name in PACKED):
            derived[one.name] = float(one.value)
        elif definition is not None and definition.is_dev:
            sent[definition.dev_data_index, definition.def_num] = float(one.value)
        elif definition is not None and (known is not None or one.name == "timestamp"):
            sent[one.name] = float(one.value)
    return {**derived, **sent}


_WANTED = {one.name for one in MESSAGES[RECORD].fields.values()} | {"timestamp"}


def _fields(frame: fitdecode.FitDataMessage, known: ProfileMessage) -> Mapping[str, object]:
    """Numbers where fitdecode has names, because names are a matter of the tables."""
    wanted = {one.name for one in known.fields.values()}
    derived: dict[str, object] = {}
    sent: dict[str, object] = {}
    for one in frame.fields:
        definition, value = one.field_def, one.value
        is_missing = value is None or (isinstance(value, tuple) and not any_known(value))
        if is_missing or (definition is not None and definition.is_dev):
            continue
        if definition is None:
            if one.name in wanted:
                derived[one.name] = value
        elif definition.def_num in known.fields and _is_stored_as_meant(definition, known):
            name = known.fields[definition.def_num]
            is_named = isinstance(value, str) and not name.is_text
            if name.is_time and not _is_time(value):
                continue
            sent[name.name] = one.raw_value if is_named else value
    return {**derived, **sent}


def _is_stored_as_meant(definition: fitdecode.types.FieldDefinition, known: ProfileMessage) -> bool:
    """Texts as texts, numbers as numbers: what else there is has no meaning to compare."""
    is_text = known.fields[definition.def_num].is_text
    return bool(definition.base_type.name not in ("byte", *(() if is_text else ("string",))))


def _is_time(value: object) -> bool:
    """Whether a number can be a time at all (an array is compared as it is)."""
    return not isinstance(value, int | float) or 0 <= value < 2**32


def any_known(values: tuple[object, ...]) -> bool:
    """Whether an array holds any value at all."""
    return any(value is not None for value in values)


def differences(expected: Sequence[object], found: Sequence[object]) -> list[str]:
    """The first few places where two sequences differ, in words."""
    told = [
        f"{place}: fitdecode {one!r}, ours {other!r}"
        for place, (one, other) in enumerate(zip(expected, found, strict=False))
        if one != other and not (one != one and other != other)
    ]
    if len(expected) != len(found):
        told.append(f"fitdecode has {len(expected)}, we have {len(found)}")
    return told[:5]


def differences_in(data: bytes, *, name: str) -> list[str]:
    """What differs between fitdecode and the decoder, in words; empty where nothing does."""
    links, segments, told = read_plainly(data), split_chain(data, path=name), list[str]()
    if len(links) != len(segments):
        return [f"fitdecode finds {len(links)} files, we {len(segments)}"]
    for expected, segment, columns in zip(links, segments, decode_fit(data), strict=True):
        walked = walk(data, segment)
        times = HeaderTimes(data, walked.groups) if walked.has_compressed else None
        records = records_of(data, walked.groups, n_bytes=len(data), header_times=times)
        found, n_too_many = summaries_of(
            data, walked.groups, records_at=records.at, header_times=times
        )
        told += record_differences(
            expected,
            all_columns(columns),
            name=name,
        )
        told += differences(expected.messages, [(one.number, one.fields) for one in found])
        told += differences([expected.n_unknown, 0], [columns.n_unknown, n_too_many])
    return told


def all_columns(columns: FitColumns) -> dict[Key, FloatArray]:
    pairs: list[tuple[Key, FloatArray]] = [("timestamp", columns.timestamp_s)]
    pairs += columns.native.items()
    pairs += [(key, one.value) for key, one in columns.developer.items()]
    return dict(pairs)


def record_differences(
    expected: Link, columns: Mapping[Key, FloatArray], *, name: str
) -> list[str]:
    told = []
    keys = {key for record in expected.records for key in record}
    keys |= {key for key, values in columns.items() if np.isfinite(values).any()}
    for key in sorted(keys - {key for file, key in EXCEPTIONS if file == name}, key=str):
        theirs = np.array([record.get(key, np.nan) for record in expected.records], dtype=float)
        ours = columns.get(key, np.full(len(expected.records), np.nan))
        if not np.array_equal(theirs, ours, equal_nan=True):
            told += [
                f"{key}: {difference}" for difference in differences(theirs.tolist(), ours.tolist())
            ]
    return told
