"""Stand-in: a reader of a few English sentences."""

from __future__ import annotations

import re

from hakaru.core.errors import BadArgument
from hakaru.guard.claims import Claim, Facts, Value
from hakaru.guard.claims_json import in_units_of, quantity_from

_SAID = re.compile(
    r"(?:the |your )?(distance|average heart rate|cadence|ground contact time) was (.*?)[.]?",
    re.I,
)
_IDS = {
    "distance": "distance.actual",
    "average heart rate": "heart_rate.actual",
    "cadence": "cadence.actual",
    "ground contact time": "gct.actual",
}


def claims_of_sentence(sentence: str, facts: Facts) -> tuple[Claim, ...] | None:
    """The claims of a sentence."""
    match = _SAID.fullmatch(sentence)
    try:
        said = None if match is None else quantity_from(match[2])
    except BadArgument:
        said = None
    if match is None or said is None:
        return None
    return (in_units_of(Value(_IDS[match[1].lower()], said), facts),)
