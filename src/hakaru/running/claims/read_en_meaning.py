"""What the parts of an English sentence about a run say of its facts: claims, by id."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, cast

from hakaru.guard.claims import (
    Bound,
    Claim,
    Compare,
    Every,
    Extreme,
    Facts,
    Flag,
    Limit,
    Relation,
    Said,
    Series,
    Span,
    Value,
    Within,
    holds,
)
from hakaru.guard.evidence import Fact
from hakaru.running.claims.read_en_tokens import BARE, CLOCK, Figure

FORM_METRICS = ("gct", "vo", "vr")

UNIT_METRIC: Mapping[str, str] = {
    "s/km": "pace", "bpm": "heart_rate", "ms": "gct", "cm": "vo", "spm": "cadence",
    "km": "distance",
    "s": "duration", "W": "power", "°C": "temperature",
}  # fmt: skip
"""What a figure is of where no word says it."""

METRIC_UNITS: Mapping[str, frozenset[str]] = {
    "gct": frozenset({"ms"}), "vo": frozenset({"cm"}), "vr": frozenset({"%"}),
    "cadence": frozenset({"spm"}), "step_length": frozenset({"cm"}),
    "leg_stiffness": frozenset({"N/m/kg"}), "heart_rate": frozenset({"bpm"}),
    "pace": frozenset({"s/km"}), "power": frozenset({"W"}), "temperature": frozenset({"°C"}),
    "humidity": frozenset({"%"}), "wind": frozenset({"m/s"}), "headwind": frozenset({"m/s"}),
    "load": frozenset({"score"}), "distance": frozenset({"km"}), "duration": frozenset({"s"}),
    "climb": frozenset({"m"}), "descent": frozenset({"m"}),
}  # fmt: skip

SPLITS = "@splits"
"""A place: all splits that are compared, as one."""

WHOLE = ""


@dataclass(frozen=True)
class Stretch:
    """Several places of one kind, each by itself; `every`: all of them, said so."""

    kind: str
    first: int | None = None
    last: int | None = None


Spot: TypeAlias = str | Stretch
Claims: TypeAlias = tuple[Claim, ...]
Degree: TypeAlias = Literal["", "small", "large"]

SMALL_FRAC, LARGE_FRAC = 0.04, 0.03
"""A difference of at most this share is slight, one of at least that share is clear."""

_OFTEN_BARE = ("cadence", "heart_rate", "load", "leg_stiffness", "power")
"""Metrics whose figure may stand without its unit."""

STEADY_S_PER_KM, STEADY_BPM = 3.0, 2.0


@dataclass(frozen=True)
class Amount:
    """A figure with what was said around it: a bound, or that the value is just below it."""

    figure: Figure
    bound: Bound | None = None
    close: bool = False


class Meaning:
    """Claims about one run."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.has_reps = "repetitions.count" in facts.by_id

    # places

    def scope(self, kind: str, n: int) -> str | None:
        """The place of one split or repetition; None: the words cannot mean one. Negative numbers
        count from the end."""
        if kind == "rep":
            if not self.has_reps:
                return None
            last = int(self.facts.number("repetitions.count") or 0)
            return f"repetition {n if n > 0 else last + 1 + n}"
        if kind == "km" and self.has_reps:
            return None
        if n < 0:
            numbers = [int(fact.scope.split()[-1]) for fact in self._series("pace", "split")]
            others = [int(fact.scope.split()[-1]) for fact in self._series("pace", "other split")]
            behind = [n for n in others if numbers and n > max(numbers)]
            if len(numbers) < -n or (behind and kind != "km"):
                return None
            return f"split {numbers[n]}"
        if kind == "km" and not self._is_km(n):
            return None
        own = f"split {n}"
        return own if f"pace.actual@{own}" in self.facts.by_id else f"other split {n}"

    def _series(self, metric: str, kind: str) -> Sequence[Fact]:
        return self.facts.series(Series(metric, "actual", kind))

    def _is_km(self, n: int) -> bool:
        """Whether the splits up to this one are kilometres, as far as their lengths are known."""
        for number in range(1, n + 1):
            for kind in ("split", "other split"):
                km = self.facts.number(f"distance.actual@{kind} {number}")
                if km is not None and abs(km - 1.0) > 0.05 and (number < n or km > 1.0):
                    return False
        return True

    def ids(self, metric: str, spot: Spot) -> tuple[str, ...]:  # noqa: PLR0911
        """The facts that a metric at a place may mean, the most natural first."""
        if isinstance(spot, Stretch):
            return ()
        if spot == SPLITS and self.has_reps and metric in ("duration", "distance"):
            return (f"repetition.{metric}",)
        if spot == SPLITS:
            return (f"{metric}.average",)
        if spot:
            if metric == "distance" and f"phase.distance@{spot}" in self.facts.by_id:
                return (f"phase.distance@{spot}",)
            if metric == "duration" and spot.startswith("repetition"):
                return (f"duration.actual@{spot}",)
            return (f"{metric}.actual@{spot}",)
        if metric in ("pace", "heart_rate"):
            more = () if self.has_reps else (f"{metric}.average",)
            return (f"{metric}.actual", f"{metric}.running", *more)
        if metric in ("climb", "descent"):
            return (f"{metric}.total", f"{metric}.actual")
        return (f"{metric}.actual",)

    def unit_of(self, metric: str) -> str:
        """The unit of the values of a metric."""
        return next(iter(METRIC_UNITS[metric]))

    def metric_of(self, figure: Figure, metric: str | None) -> tuple[str, Figure] | None:
        """Which metric a figure is of where the words name one, or none."""
        if metric == "climb" and figure.unit == "m/km":
            return "climb", figure
        if metric is not None:
            units = METRIC_UNITS.get(metric, frozenset())
            if figure.unit in units:
                return metric, figure
            if figure.unit == CLOCK and metric in ("pace", "duration"):
                return metric, in_unit(figure, "s/km" if metric == "pace" else "s")
            if figure.unit == BARE and metric in _OFTEN_BARE:
                return metric, in_unit(figure, next(iter(units)))
            if metric == "step_length" and figure.unit == "m":
                return metric, Figure(
                    value=figure.value * 100.0, unit="cm",
                    slack=figure.slack * 100.0, last_digit_value=figure.last_digit_value * 100.0,
                )  # fmt: skip
            if metric not in ("pace", "heart_rate", "distance", "duration", "cadence"):
                return None
        found = UNIT_METRIC.get(figure.unit)
        if found is None or found in ("vo", "gct"):
            return None
        return found, figure

    # claims

    def value(self, metric: str, spot: Spot, amount: Amount) -> Claims | None:
        """A metric has a value at a place."""
        ids = ("climb.per_km",) if amount.figure.unit == "m/km" else self.ids(metric, spot)
        if isinstance(spot, Stretch):
            if amount.bound is None:
                return None
            return (self.every(metric, spot, amount.bound, amount.figure),)
        return self.of_ids(ids, amount)

    def of_ids(self, ids: Sequence[str], amount: Amount) -> Claims | None:
        """One of some facts, whichever is right, has a value."""
        options = [self._amount(fact_id, amount) for fact_id in ids]
        for option in options:
            if all(holds(claim, self.facts) for claim in option):
                return option
        return options[0] if options else None

    def _amount(self, fact_id: str, amount: Amount) -> Claims:
        if amount.bound is None:
            return (Value(fact_id, amount.figure.said),)
        limit = Limit(fact_id, amount.bound, amount.figure.said)
        if not amount.close:
            return (limit,)
        return limit, Value(fact_id, _near(amount.figure))

    def every(self, metric: str, spot: Spot, bound: Bound, figure: Figure) -> Claim:
        """Each value of a stretch lies on one side."""
        return Every(self.series(metric, spot), bound, figure.said)

    def series(self, metric: str, spot: Spot) -> Series:
        """The values of a stretch; of all splits where none is named."""
        if isinstance(spot, Stretch):
            return Series(metric, "actual", spot.kind, spot.first, spot.last)
        return Series(metric, "actual", "split")

    def span(self, metric: str, spot: Spot, low: Figure, high: Figure) -> Claim:
        """Lowest and highest of a stretch."""
        low, high = sorted((low, high), key=lambda figure: figure.value)
        return Span(self.series(metric, spot), low.said, high.said)

    def extreme(self, metric: str, which: str, spots: Sequence[Spot]) -> Claim | None:
        """These places have the lowest or highest values."""
        if not all(isinstance(spot, str) and spot[-1:].isdigit() for spot in spots):
            return None
        kinds = {str(spot).rpartition(" ")[0] for spot in spots}
        if len(kinds) != 1:
            return None
        series = Series(metric, "actual", kinds.pop())
        places = tuple(str(spot) for spot in spots)
        return Extreme(series, cast(Literal["lowest", "highest"], which), places)

    def compare(  # one sentence part each
        self,
        left: str,
        relation: str,
        right: str,
        by: Amount | None,
        *,
        degree: Degree = "",
        negated: bool = False,
    ) -> Claims | None:
        """One fact against another, by so much, slightly or clearly."""
        value = self.facts.number(right)
        unit = self.facts.by_id[right].unit if right in self.facts.by_id else ""
        if value is None or left not in self.facts.by_id:
            return (Compare(left, cast(Relation, relation), right),)
        if negated:
            if by is not None or degree:
                return None
            bound: Bound = "at_most" if relation == "higher" else "at_least"
            return (Limit(left, bound, Said(value=value, unit=unit, slack=0.0)),)
        plain = Compare(left, cast(Relation, relation), right)
        more: list[Claim] = []
        if degree:
            frac = SMALL_FRAC if degree == "small" else LARGE_FRAC
            more.append(self._apart(left, relation, value, unit, frac * abs(value), degree))
        if by is None:
            return plain, *more
        figure = _difference(by.figure, unit)
        if figure is None:
            return None
        if by.bound is None:
            return Compare(left, cast(Relation, relation), right, figure.said), *more
        size = figure.value * abs(value) / 100.0 if figure.unit == "%" else figure.value
        if by.bound in ("above", "at_least"):
            more.append(self._apart(left, relation, value, unit, size, "large"))
        else:
            more.append(self._apart(left, relation, value, unit, size, "small"))
        if by.close:
            return Compare(left, cast(Relation, relation), right, _near(figure)), *more
        return plain, *more

    def _apart(
        self, left: str, relation: str, value: float, unit: str, size: float, degree: Degree
    ) -> Claim:
        limit = value + size if relation == "higher" else value - size
        outward = (relation == "higher") == (degree == "large")
        return Limit(
            left, "at_least" if outward else "at_most", Said(value=limit, unit=unit, slack=0.0)
        )

    def within(self, metric: str, side: str, degree: Degree, *, negated: bool) -> Claims | None:
        """A metric of form inside, below or above its usual interval, or outside of it."""
        fact, low, high = (f"{metric}.{role}" for role in ("actual", "low", "high"))
        bottom, top = self.facts.number(low), self.facts.number(high)
        if bottom is None or top is None:
            return (Within(fact, "inside", low, high),)
        if side == "outside" or (negated and side == "inside"):
            actual = self.facts.number(fact)
            below = actual is not None and actual < bottom
            negated, side = (side == "outside") and negated, "below" if below else "above"
            if negated:
                side, negated = "inside", False
        if negated:
            return None
        claims: Claims = (Within(fact, cast(Literal["inside"], side), low, high),)
        if not degree:
            return claims
        unit = self.facts.by_id[low].unit
        if side != "inside":
            edge = top if side == "above" else bottom
            frac = SMALL_FRAC if degree == "small" else LARGE_FRAC
            relation = "higher" if side == "above" else "lower"
            return *claims, self._apart(fact, relation, edge, unit, frac * edge, degree)
        margin = 0.15 * (top - bottom)
        inner = (
            Limit(fact, "at_least", Said(value=bottom + margin, unit=unit, slack=0.0)),
            Limit(fact, "at_most", Said(value=top - margin, unit=unit, slack=0.0)),
        )
        if degree == "large":
            return *claims, *inner
        actual = self.facts.number(fact)
        near_top = actual is not None and actual > (top + bottom) / 2.0
        edge_claim = (
            Limit(fact, "at_least", Said(value=top - margin, unit=unit, slack=0.0))
            if near_top
            else Limit(fact, "at_most", Said(value=bottom + margin, unit=unit, slack=0.0))
        )
        return *claims, edge_claim

    def same(self, left: str, right: str, *, frac: float) -> Claims:
        """Two facts that a text calls practically the same."""
        value = self.facts.number(right)
        if value is None:
            return (Compare(left, "equal", right),)
        unit = self.facts.by_id[right].unit
        size = frac * abs(value)
        return (
            Limit(left, "at_least", Said(value=value - size, unit=unit, slack=0.0)),
            Limit(left, "at_most", Said(value=value + size, unit=unit, slack=0.0)),
        )

    def flags(self, metrics: Sequence[str], *, good: bool) -> Claims:
        """Metrics that need improvement, or do not."""
        return tuple(Flag(f"needs_improvement.{metric}", not good) for metric in metrics)

    def judged(self) -> tuple[str, ...]:
        """The metrics of form that were judged."""
        return tuple(
            metric for metric in FORM_METRICS if f"needs_improvement.{metric}" in self.facts.flags
        )


def in_unit(figure: Figure, unit: str) -> Figure:
    """The same number in the unit that the words around it give."""
    return replace(figure, unit=unit)


def _near(figure: Figure) -> Said:
    slack = max(2.0 * figure.slack, 0.02 * abs(figure.value))
    return Said(value=figure.value, unit=figure.unit, slack=slack)


def _difference(figure: Figure, unit: str) -> Figure | None:
    """A figure as the difference of two facts of a unit; None: it cannot be one."""
    if figure.unit in (unit, "%") and not (unit == "%" and figure.unit != "%"):
        return figure
    if figure.unit == "points" and unit == "%":
        return figure
    if figure.unit == "score" and unit == "%":
        return in_unit(figure, "points")
    if figure.unit in ("s", CLOCK) and unit == "s/km":
        return in_unit(figure, "s/km")
    return None
