"""What the parts of an English sentence about a run say of its facts: claims, by id."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
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
    Value,
    Within,
    holds,
)
from hakaru.guard.evidence import Fact
from hakaru.records import frozen
from hakaru.running.claims.en.tokens import BARE, CLOCK, Figure

FORM_METRICS = ("gct", "vo", "vr")

UNIT_METRIC: Mapping[str, str] = {
    "s/km": "pace", "bpm": "heart_rate", "ms": "gct", "spm": "cadence", "km": "distance",
    "s": "duration", "W": "power", "°C": "temperature", "N/m/kg": "leg_stiffness", "m/km": "climb",
}  # fmt: skip
"""What a figure is of where no word says it."""

METRIC_UNITS: Mapping[str, frozenset[str]] = {
    "consistency": frozenset({"%"}), "session": frozenset({"star"}),
    "overall": frozenset({"score"}),
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


@frozen(kw_only=False)
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

FORM_LIKE = ("gct", "vo", "vr", "cadence", "step_length", "leg_stiffness")
_OFTEN_BARE = (*FORM_LIKE, "heart_rate", "load", "power", "climb", "descent")
"""Metrics whose figure may stand without its unit."""
_CRITERIA_OF: Mapping[str, tuple[str, ...]] = {
    "heart_rate": ("heart_rate_settles", "warmup_heart_rate", "recovery_heart_rate"),
    "pace": ("pace",), "distance": ("distance",),
    "consistency": ("pace_consistency", "work_consistency"),
}  # fmt: skip
"""Criteria of phases that look at a metric."""
_FACTORS = {("m", "cm"): 100.0, ("m", "km"): 0.001, ("cm", "ms"): 0.0, ("km", "m"): 1000.0}
_FACTORS = {key: factor for key, factor in _FACTORS.items() if factor}

STEADY_S_PER_KM, STEADY_BPM = 3.0, 2.0


@frozen(kw_only=False)
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

    def scope(self, kind: str, n: int) -> str | None:  # noqa: PLR0911
        """The place of one split or repetition; None: the words cannot mean one. Negative numbers
        count from the end."""
        if kind == "rep":
            if not self.has_reps:
                return None
            last = int(self.facts.number("repetitions.count") or 0)
            return f"repetition {n if n > 0 else last + 1 + n}"
        if kind == "compared":
            compared = self._series("pace", "split")
            at = n - 1 if n > 0 else n
            return compared[at].scope if -len(compared) <= at < len(compared) else None
        if kind == "km" and self.has_reps:
            return None
        if n < 0:
            numbers = [int(fact.scope.split()[-1]) for fact in self._series("pace", "split")]
            others = [int(fact.scope.split()[-1]) for fact in self._series("pace", "other split")]
            if len(numbers) < -n:
                return None
            if kind != "km" and others and max(others) > max(numbers):
                last = others[n] if len(others) >= -n else 0
                return f"other split {last}" if last > max(numbers) else None
            return f"split {numbers[n]}"
        if kind == "km" and not self._is_km(n):
            return None
        own = f"split {n}"
        return own if f"pace.actual@{own}" in self.facts.by_id else f"other split {n}"

    def _series(self, metric: str, kind: str) -> Sequence[Fact]:
        return self.facts.series(Series(metric, "actual", kind))

    def ends(self, kind: str, first: int, last: int) -> tuple[str | None, str | None]:
        """The first and the last place of a stretch; rows of the table that are each a kilometre
        are called so even where one before them was shorter."""
        low, high = self.scope(kind, first), self.scope(kind, last)
        if kind != "km" or (low and high) or self.has_reps or first < 1:
            return low, high
        rows = [self.facts.number(f"distance.actual@split {n}") for n in range(first, last + 1)]
        if any(km is None or abs(km - 1.0) > 0.05 for km in rows):
            return low, high
        return f"split {first}", f"split {last}"

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
        if metric == "consistency":
            names = ("pace_consistency.criterion@main", "work_consistency.criterion@work")
            return tuple(name for name in names if name in self.facts.by_id) or names[:1]
        if spot == SPLITS:
            if metric in ("duration", "distance"):
                return (f"repetition.{metric}",)
            own = (f"{metric}.actual",) if metric in FORM_LIKE else ()
            names = (f"{metric}.average", *own, f"{metric}.actual@work")
            return tuple(name for name in names if name in self.facts.by_id) or names[:1]
        if spot:
            phase = f"phase.distance@{spot}"
            if metric == "distance" and phase in self.facts.by_id:
                return (phase,)
            if spot == "work" and metric in FORM_LIKE:
                return (f"{metric}.actual",)
            more = tuple(f"{name}.criterion@{spot}" for name in _CRITERIA_OF.get(metric, ()))
            known = tuple(name for name in more if name in self.facts.by_id)
            return (f"{metric}.actual@{spot}", *known)
        if metric in ("pace", "heart_rate"):
            more = () if self.has_reps else (f"{metric}.average",)
            return (f"{metric}.actual", f"{metric}.running", *more)
        if metric in ("climb", "descent"):
            return (f"{metric}.total", f"{metric}.actual")
        return (f"{metric}.actual", *((f"{metric}.elapsed",) if metric == "duration" else ()))

    def fit(self, figure: Figure, metric: str) -> Figure | None:
        """The figure in the unit of a metric; None: it cannot be one of it."""
        units = METRIC_UNITS.get(metric, frozenset())
        unit = next(iter(units), "")
        if figure.unit in units or (metric == "climb" and figure.unit == "m/km"):
            return figure
        if figure.unit == CLOCK and metric in ("pace", "duration"):
            return in_unit(figure, "s/km" if metric == "pace" else "s")
        if figure.unit == BARE and metric in _OFTEN_BARE:
            return in_unit(figure, unit)
        factor = _FACTORS.get((figure.unit, unit))
        if factor is None or metric in ("climb", "descent"):
            return None
        return Figure(
            value=figure.value * factor, unit=unit, slack=figure.slack * factor,
            last_digit_value=figure.last_digit_value * factor,
        )  # fmt: skip

    def default_metric(self, unit: str) -> str:
        """What a figure is of where no word says it; "": its unit does not say it."""
        return UNIT_METRIC.get(unit, "")

    # claims

    def value(self, metric: str, spot: Spot, amount: Amount) -> Claims | None:
        """A metric has a value at a place."""
        ids = ("climb.per_km",) if amount.figure.unit == "m/km" else self.ids(metric, spot)
        if isinstance(spot, Stretch):
            if amount.bound is None:
                return None
            series = Series(metric, "actual", spot.kind, spot.first, spot.last)
            return (Every(series, amount.bound, amount.figure.said),)
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

    def series(self, metric: str, kind: str) -> Series:
        """The values of a metric at all places of a kind."""
        return Series(metric, "actual", kind)

    def count(self, n: int) -> Claims | None:
        """So many splits there are: all of them, or those that are compared."""
        figure = Figure(value=float(n), unit="count", slack=0.5)
        return self.of_ids(["splits.count", "splits.all"], Amount(figure))

    def role(self, metric: str, role: str, spots: Sequence[Spot], amount: Amount) -> Claims | None:
        """What is expected of a metric, or asked of it, has a value."""
        if role == "asked":
            phases = [str(spot) for spot in spots] or ["cooldown", "warmup", "recovery", "work"]
            names = [
                f"{name}.asked_{edge}@{phase}"
                for phase in phases
                for name in _CRITERIA_OF.get(metric, ())
                for edge in ("high", "low")
            ]
            own = [f"{metric}.{edge}" for edge in ("high", "low", "target")]
            known = [name for name in (*names, *own) if name in self.facts.by_id]
            return self.of_ids(known, amount)
        return self.of_ids([f"{metric}.{role}"], amount)

    def limits(self, metric: str, phase: str) -> tuple[str, str]:
        """What a phase showed of a metric, and what its criterion allows at most; "": nothing."""
        for name in _CRITERIA_OF.get(metric, ()):
            fact, high = (f"{name}.{role}@{phase}" for role in ("criterion", "asked_high"))
            if fact in self.facts.by_id and high in self.facts.by_id:
                return fact, high
        return "", ""

    def signed(self, metric: str, sign: str, amount: Amount | None) -> Claims | None:
        """A deviation from what is expected, as "+3.9%", "-11 ms"."""
        if amount is None or f"{metric}.delta" not in self.facts.by_id:
            return None
        figure = amount.figure
        value = figure.value if sign == "plus" else -figure.value
        own = self.facts.by_id[f"{metric}.delta"].unit
        name = f"{metric}.delta_pct" if figure.unit == "%" else f"{metric}.delta"
        unit = "%" if figure.unit == "%" else own if figure.unit in (own, BARE) else ""
        return (Value(name, Said(value=value, unit=unit, slack=figure.slack)),) if unit else None

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

    def compare(  # one sentence part each  # noqa: PLR0911, PLR0912
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
        if by is not None:
            by = replace(by, figure=_difference(by.figure, unit) or by.figure)
        if by is not None and by.bound is None and right.endswith(".expected"):
            stated = self._stated_delta(left, relation, by.figure)
            if stated is not None and not degree:
                return stated
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

    def _stated_delta(self, left: str, relation: str, figure: Figure) -> Claims | None:
        """The deviation that the page states, where that is the figure."""
        metric = left.partition(".")[0]
        fact = self.facts.by_id.get(f"{metric}.{'delta_pct' if figure.unit == '%' else 'delta'}")
        if fact is None or fact.unit != figure.unit:
            return None
        sign = 1.0 if relation == "higher" else -1.0
        claim = Value(fact.id, Said(value=sign * figure.value, unit=fact.unit, slack=figure.slack))
        return (claim,) if holds(claim, self.facts) else None

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

    def strict(self, bound: Bound, quantity: Said) -> Said:
        """A limit that a pace keeps as the page shows it: "under 4:15" is 4:14 at most."""
        if quantity.unit != "s/km" or bound not in ("below", "above"):
            return quantity
        return replace(quantity, value=quantity.value + (-0.5 if bound == "below" else 0.5))

    def flag(self, name: str, *, holds: bool) -> Claims:
        """Something is so, or is not."""
        return (Flag(name, holds),)

    def half_beside(self, half: Spot) -> str:
        """The other half."""
        return "second half" if half == "first half" else "first half"

    def difference(self, figure: Figure, unit: str) -> Figure | None:
        """A figure as the difference of two facts of a unit; None: it cannot be one."""
        return _difference(figure, unit)

    def is_difference(self, figure: Figure, metric: str) -> bool:
        """Whether a figure can be the difference of two values of a metric."""
        unit = next(iter(METRIC_UNITS.get(metric, ("",))))
        return _difference(figure, unit) is not None

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
    if figure.unit in ("s", CLOCK, BARE) and unit == "s/km":
        return in_unit(figure, "s/km")
    if figure.unit == BARE and unit:
        return in_unit(figure, unit)
    return None
