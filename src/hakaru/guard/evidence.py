"""What is known, as facts that a text may cite and must not contradict."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from hakaru.records import frozen


@frozen
class Fact:
    """One value a text may state.

    `metric` and `role` say what it is ("gct", "expected"); `scope` whose ("": the run or the
    whole, else for example "split 3"). `unit` is canonical: ms, cm, m, km, %, spm, bpm, W, s,
    s/km, km/h, °C, score, star, date, count ... A date has a text `value` and its other spellings
    in `aliases`. Differences (roles delta, delta_pct) are actual minus expected.
    """

    metric: str
    role: str
    value: float | str
    unit: str
    scope: str = ""
    aliases: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """How a reply refers to it: "gct.expected", "pace.actual@split 3"."""
        return f"{self.metric}.{self.role}" + (f"@{self.scope}" if self.scope else "")


@frozen
class Evidence:
    """All that one text may be about.

    `needs_improvement` says per metric whether it was judged to need improvement; a metric that
    is absent was not judged, and no word of praise or blame about it is supported. `causes` are
    the only explanations a text may give (ids such as "heat", "drift"); empty: it may give none.
    """

    facts: tuple[Fact, ...]
    needs_improvement: Mapping[str, bool] = field(default_factory=dict)
    causes: frozenset[str] = frozenset()
