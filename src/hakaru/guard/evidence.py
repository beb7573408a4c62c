"""What is known, as facts that a text may cite and must not contradict?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from hakaru.core.units import PERCENT


@dataclass(frozen=True, kw_only=True)
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


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """All that one text may be about.

    `needs_improvement` says per metric whether it was judged to need improvement; a metric that
    is absent was not judged, and no word of praise or blame about it is supported. `causes` are
    the only explanations a text may give (ids such as "heat", "drift"); empty: it may give none.
    """

    facts: tuple[Fact, ...]
    needs_improvement: Mapping[str, bool] = field(default_factory=dict)
    causes: frozenset[str] = frozenset()

    def with_differences(self) -> Evidence:
        """The same with each actual-expected pair's delta and delta_pct, where not given."""
        ids = {fact.id for fact in self.facts}
        return Evidence(
            facts=self.facts + tuple(fact for fact in self._differences() if fact.id not in ids),
            needs_improvement=self.needs_improvement,
            causes=self.causes,
        )

    def _differences(self) -> list[Fact]:
        expected = {
            (fact.metric, fact.scope): fact for fact in self.facts if fact.role == "expected"
        }
        differences: list[Fact] = []
        for fact in self.facts:
            other = expected.get((fact.metric, fact.scope))
            if fact.role != "actual" or other is None or fact.unit != other.unit:
                continue
            if isinstance(fact.value, str) or isinstance(other.value, str) or not other.value:
                continue
            delta = fact.value - other.value
            differences += [
                _like(fact, role="delta", value=delta, unit=fact.unit),
                _like(fact, role="delta_pct", value=PERCENT * delta / other.value, unit="%"),
            ]
        return differences


def _like(fact: Fact, *, role: str, value: float, unit: str) -> Fact:
    return Fact(metric=fact.metric, role=role, value=value, unit=unit, scope=fact.scope)
