"""How is a JSON document changed so that it stays one, or nearly one?"""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any

from tests.sources.fit_mutation import mutated

PARTS = b"\x1e"
"""Between the documents of one set."""
_VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 0.5, 1e308, -1e308, 2**63, -(2**63), 10**40, 10**400, 1e-320,
    float("nan"), float("inf"), float("-inf"), "", " ", "0", "running", "cycling", "NaN", [], {},
    [None], [[]], [{}], {"": None}, "2024-05-04T06:00:00.0", "2024-05-04", "0001-01-01T00:00:00",
    "9999-12-31T23:59:59.9", "9999-12-31T23:59:59-14:00", "0001-01-01T00:00:00+14:00",
    "2024-W18-6", "\ud800", "\x00", "\u202e", "x" * 3000, -62135596800000, 253402300800000,
    1_714_802_400_000, 1e17, 86400, 4102444800,
)  # fmt: skip
_MOST_BYTES = 20_000


def changed_json(data: bytes, rng: Random) -> bytes:
    """One to eight changes of values, keys and nesting, and of its bytes at times."""
    parts = data.split(PARTS)
    at = rng.randrange(len(parts))
    parts[at] = _changed(parts[at], rng)
    if rng.random() < 0.05:
        parts.insert(rng.randrange(len(parts) + 1), rng.choice(parts))
    elif rng.random() < 0.05 and len(parts) > 1:
        del parts[at]
    return PARTS.join(parts)[:_MOST_BYTES]


def changed_lines(data: bytes, rng: Random) -> bytes:
    """The same for a file of one document a line."""
    lines = data.split(b"\n")
    for _ in range(rng.choice((1, 1, 2, 4))):
        at = rng.randrange(len(lines))
        choice = rng.random()
        if choice < 0.7:
            lines[at] = _changed(lines[at], rng)
        elif choice < 0.8 and len(lines) > 1:
            del lines[at]
        else:
            lines.insert(rng.randrange(len(lines) + 1), lines[at])
    return b"\n".join(lines)[:_MOST_BYTES]


def _changed(data: bytes, rng: Random) -> bytes:
    if rng.random() < 0.2:
        return mutated(data, rng)
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return mutated(data, rng)
    for _ in range(rng.choice((1, 1, 2, 3, 8))):
        value = _with_change(value, rng)
    try:
        text = json.dumps(value, ensure_ascii=rng.random() < 0.5)
    except (ValueError, RecursionError):
        return data
    return _in_bytes(text, rng)


def _in_bytes(text: str, rng: Random) -> bytes:
    choice = rng.random()
    if choice < 0.02:
        return text.encode("utf-16", errors="replace")
    if choice < 0.04:
        return b"\xef\xbb\xbf" + text.encode("utf-8", errors="replace")
    if choice < 0.06:
        return b"[" * 3000 + text.encode("utf-8", errors="replace")
    if choice < 0.1:
        return text[: rng.randrange(len(text) + 1)].encode("utf-8", errors="replace")
    return text.encode("utf-8", errors="surrogatepass")


def _places(value: Any, found: list[tuple[Any, Any]]) -> None:
    """(container, key or index) of everything inside; not deeper than this can go."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            found += [(one, key) for key in one]
            waiting += one.values()
        elif isinstance(one, list):
            found += [(one, at) for at in range(len(one))]
            waiting += one


def _with_change(value: Any, rng: Random) -> Any:
    places: list[tuple[Any, Any]] = []
    _places(value, places)
    if not places or rng.random() < 0.02:
        return rng.choice((value, [value], {"data": value}, rng.choice(_VALUES)))
    inside, key = rng.choice(places)
    choice = rng.random()
    if choice < 0.5:
        inside[key] = _value(inside[key], rng)
    elif choice < 0.65:
        del inside[key]
    elif choice < 0.75 and isinstance(inside, dict):
        inside[_key(places, rng)] = inside.pop(key)
    elif choice < 0.85:
        inside[key] = _copied(places, rng)
    elif isinstance(inside, list):
        inside[key:key] = [_copied(places, rng)] * rng.choice((1, 1, 2, 30))
    else:
        inside[_key(places, rng)] = _copied(places, rng)
    return value


def _value(now: Any, rng: Random) -> Any:
    choice = rng.random()
    if isinstance(now, int | float) and not isinstance(now, bool) and choice < 0.4:
        return rng.choice((-now, now * 1000 if abs(now) < 1e200 else 0, now + 1, str(now)))
    if choice < 0.5:
        return [now]
    return json.loads(json.dumps(rng.choice(_VALUES)))


def _key(places: Sequence[tuple[Any, Any]], rng: Random) -> str:
    """A key of this document, so that it means something where it comes to stand."""
    return str(rng.choice(places)[1])


def _copied(places: Sequence[tuple[Any, Any]], rng: Random) -> Any:
    inside, key = rng.choice(places)
    try:
        return json.loads(json.dumps(inside[key]))
    except (KeyError, IndexError, ValueError, RecursionError):
        return None
