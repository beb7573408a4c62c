"""What an independent reader (fitdecode) says of a FIT file, in the words of our profile table."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import fitdecode

from hakaru.sources.fit.columns import DeveloperKey
from hakaru.sources.fit.profile import MESSAGES, RECORD, ProfileMessage

Key = str | DeveloperKey
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
        elif definition.def_num in known.fields:
            name = known.fields[definition.def_num]
            is_named = isinstance(value, str) and not name.is_text
            sent[name.name] = one.raw_value if is_named else value
    return {**derived, **sent}


def any_known(values: tuple[object, ...]) -> bool:
    """Whether an array holds any value at all."""
    return any(value is not None for value in values)


def differences(expected: Sequence[object], found: Sequence[object]) -> list[str]:
    """The first few places where two sequences differ, in words."""
    told = [
        f"{place}: fitdecode {one!r}, ours {other!r}"
        for place, (one, other) in enumerate(zip(expected, found, strict=False))
        if one != other
    ]
    if len(expected) != len(found):
        told.append(f"fitdecode has {len(expected)}, we have {len(found)}")
    return told[:5]
