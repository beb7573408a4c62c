"""Which reports, broken reports and desks are proposals measured on? Seeded."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from tests.proposals.factories import good_organizer

from hakaru.core.i18n import Lang
from hakaru.proposals.desk import Desk
from hakaru.proposals.nodes import STATUSES, Node

NOW = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)
IDS = ("n1", "n2", "n3")
LANGUAGES: tuple[Lang, ...] = ("ja", "en")

ORGANIZER = good_organizer()
"""A report that breaks no rule."""

_WORDS = ("n1", "n9", "", " \u200b", "べき", "してください", "まず見る", "案A", "\u202e", "READY")
_TITLES = (
    "企画書",
    "marathon plan",
    "見積もりを待つ",
    "<script>x</script>",
    "推奨\u200b案",
    "靴を買う",
)
_KEYS = (*ORGANIZER, "options", "risks", "next_action", "title", "context", "node_ids", "x")


def values(n: int, *, seed: int) -> Iterator[object]:
    """Any JSON, and good reports with any JSON put somewhere into them."""
    rng = random.Random(seed)
    for place in range(n):
        if place % 2:
            yield _value(rng, depth=4)
        else:
            yield planted(rng.randint(1, 6), rng=rng)


def planted(n_wrong: int, *, rng: random.Random) -> dict[str, Any]:
    """A good report, of which so many values were replaced or left out."""
    report = copy.deepcopy(ORGANIZER)
    for _ in range(n_wrong):
        inner: Any = report
        for _ in range(rng.randint(0, 3)):
            below = [one for one in _inside(inner) if isinstance(one, dict | list) and one]
            inner = rng.choice(below) if below else inner
        key = rng.choice(list(inner) if isinstance(inner, dict) else range(len(inner)))
        if isinstance(inner, dict) and len(inner) > 1 and rng.random() < 0.3:
            del inner[key]
        else:
            inner[key] = _value(rng, depth=2)
    return report


def desks(n: int, *, seed: int) -> Iterator[Desk]:
    """0 to 200 nodes in both languages, hostile titles among them."""
    rng = random.Random(seed)
    for place in range(n):
        size = place % 201
        yield Desk(
            nodes=tuple(_node(rng, at) for at in range(size)),
            now=NOW,
            lang=LANGUAGES[place % 2],
            focus_id=None if size == 0 or place % 3 else "n0",
        )


def _node(rng: random.Random, at: int) -> Node:
    return Node(
        id=f"n{at}",
        title=f"{rng.choice(_TITLES)} {rng.randint(0, 40)}",
        status=rng.choice(STATUSES),
        updated_at=NOW - timedelta(days=rng.randint(0, 900)),
        context="- a\n- b" if rng.random() < 0.1 else "",
        parent_id=f"n{rng.randrange(at)}" if at and rng.random() < 0.2 else None,
    )


def _inside(value: Any) -> list[Any]:
    return list(value.values() if isinstance(value, dict) else value)


def _value(rng: random.Random, depth: int) -> object:
    kind = rng.randrange(8 if depth else 5)
    if kind < 5:
        return rng.choice((None, rng.random() < 0.5, rng.randint(-9, 9), rng.choice(_WORDS), 0.5))
    n = rng.randint(0, 5)
    if kind == 5:
        return [_value(rng, depth - 1) for _ in range(n)]
    return {rng.choice(_KEYS): _value(rng, depth - 1) for _ in range(n)}
