"""Which facts do the splits of a run hold for a text?"""

from __future__ import annotations

from collections.abc import Sequence

from hakaru.guard.evidence import Fact
from hakaru.running.sections.figures import figures
from hakaru.running.sections.spread import Half, Spread, pace_s_per_km, spread_of
from hakaru.running.splits import Split

SHOWN_MOST = 24
"""Splits that are listed one by one; of a longer run the fastest and the slowest are among them."""

FIRST, SECOND = "first half", "second half"
"""The halves of the splits that are compared (of repetitions, where there are some). Averages are
over these splits too; the run as a whole, leftovers and recoveries included, has its own."""


def split_facts(splits: Sequence[Split]) -> tuple[Fact, ...]:
    """Range, halves and change of pace and heart rate, then pace and heart rate of each split."""
    spread = spread_of(splits)
    if spread is None:
        return ()
    extremes = {
        "fastest": pace_s_per_km(spread.fastest),
        "slowest": pace_s_per_km(spread.slowest),
    }
    return (
        *figures("splits", {"count": float(len(spread.compared))}, unit="count"),
        *figures("pace", extremes, unit="s/km"),
        *figures("pace", {"delta": spread.change_s_per_km}, unit="s/km", scope=SECOND),
        *figures("pace", {"average": spread.whole.pace_s_per_km}, unit="s/km"),
        *figures("heart_rate", {"average": spread.whole.heart_rate_bpm}, unit="bpm"),
        *_half_facts(spread.first, FIRST),
        *_half_facts(spread.second, SECOND),
        *(fact for split in _listed(spread) for fact in _one(split)),
    )


def split_scope(split: Split) -> str:
    """How the facts of one split are told apart: 'split 3'."""
    return f"split {split.split_index}"


def _half_facts(half: Half | None, scope: str) -> tuple[Fact, ...]:
    if half is None:
        return ()
    return (
        *figures("pace", {"actual": half.pace_s_per_km}, unit="s/km", scope=scope),
        *figures("heart_rate", {"actual": half.heart_rate_bpm}, unit="bpm", scope=scope),
    )


def _listed(spread: Spread) -> Sequence[Split]:
    """The extremes wherever they are, and the first of the others; in their order."""
    extremes = {spread.fastest.split_index, spread.slowest.split_index}
    others = [split.split_index for split in spread.compared if split.split_index not in extremes]
    listed = extremes | set(others[: SHOWN_MOST - len(extremes)])
    return [split for split in spread.compared if split.split_index in listed]


def _one(split: Split) -> tuple[Fact, ...]:
    scope = split_scope(split)
    return (
        *figures("pace", {"actual": pace_s_per_km(split)}, unit="s/km", scope=scope),
        *figures("heart_rate", {"actual": split.heart_rate_bpm}, unit="bpm", scope=scope),
    )
