"""Which summary messages does a FIT file hold? All kinds of the profile but records, in order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter

import numpy as np

from hakaru.sources.fit.clock import HeaderTimes
from hakaru.sources.fit.groups import Group, OffsetArray
from hakaru.sources.fit.messages import Message
from hakaru.sources.fit.profile import LAP, MESSAGES, RECORD, SESSION
from hakaru.sources.fit.values import read_fields

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
