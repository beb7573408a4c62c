"""Which targets did the parts of the product have, and does the committed figure meet each?

`targets.toml` names figures of one benchmark by a pattern and the most or least they may be; the
worst figure counts. `because` says why one is missed: tests want it there, and only there.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

Figures = Mapping[str, object]
SEPARATOR = " > "


@dataclass(frozen=True, kw_only=True)
class Target:
    """A bound on the figures of one benchmark at `at`, its names joined by ` > ` with `*` for any.

    `part` is the number of the part of the product that set it.
    """

    part: int
    says: str
    benchmark: str
    at: str
    least: float | None = None
    most: float | None = None
    because: str = ""


@dataclass(frozen=True, kw_only=True)
class Found:
    """The worst figure of a target, where it stands, and how many were looked at."""

    worst: float
    at: str
    n: int
    met: bool


def all_targets() -> tuple[Target, ...]:
    """Those of every part, in order."""
    text = Path(__file__).with_name("targets.toml").read_text(encoding="utf-8")
    return tuple(Target(**one) for one in tomllib.loads(text)["target"])


def looked_at(target: Target, figures: Figures) -> Found:
    """The figures of its benchmark against the target.

    Raises:
        LookupError: there is no such figure.
    """
    found = dict(_matching(figures, target.at.split(SEPARATOR)))
    if not found:
        raise LookupError(f"no figure of {target.benchmark} is at {target.at!r}")
    pick = min if target.least is not None else max
    at = pick(found, key=found.__getitem__)
    return Found(worst=found[at], at=at, n=len(found), met=_meets(target, found[at]))


def bound_text(target: Target) -> str:
    """The bound as a page shows it."""
    parts = [
        f"{sign} {number_text(bound)}"
        for sign, bound in (("≥", target.least), ("≤", target.most))
        if bound is not None
    ]
    return ", ".join(parts)


def number_text(number: float) -> str:
    """A number as a page shows it."""
    return f"{number:,.10g}"


def _meets(target: Target, value: float) -> bool:
    return (target.least is None or value >= target.least) and (
        target.most is None or value <= target.most
    )


def _matching(
    figures: object, names: list[str], above: tuple[str, ...] = ()
) -> Iterator[tuple[str, float]]:
    if isinstance(figures, Mapping) and names:
        for key, value in figures.items():
            if fnmatchcase(str(key), names[0]):
                yield from _matching(value, names[1:], (*above, str(key)))
    elif isinstance(figures, list) and not names:
        for place, value in enumerate(figures):
            yield from _matching(value, names, (*above, str(place)))
    elif isinstance(figures, int | float) and not names:
        yield SEPARATOR.join(above), float(figures)
