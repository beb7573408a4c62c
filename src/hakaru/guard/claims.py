"""Claims: what a text may say, each of a kind whose truth is computed from facts, never parsed.

A claim names facts by id ("gct.actual", "pace.actual@split 3") or a series of facts by metric, role
and kind of place ("pace.actual@split"). What somebody wrote as a figure is a `Said`: it is right
where the fact lies within half of the last digit written, or where the page, which rounds, shows
that figure.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import pairwise
from typing import Literal, TypeAlias

from hakaru.core.units import PERCENT
from hakaru.guard.evidence import Fact
from hakaru.records import frozen

Relation = Literal["lower", "higher", "equal"]
"""Of values: a lower pace is a faster one."""

Bound = Literal["below", "at_most", "at_least", "above"]
Side = Literal["inside", "below", "above"]

FROM = "from_"
"""Roles of facts that hold how much of a value comes from a cause begin so."""

SHOWN_DECIMALS: Mapping[str, int] = {
    "cm": 1, "%": 1, "points": 1, "km": 2, "score": 1, "m/s": 1, "kN/m": 1, "km/h": 1, "m/km": 0,
}  # fmt: skip
"""Digits after the point on the page, by unit; others are whole."""

_ANSWERED_FINER = frozenset({"ms", "cm"})
"""Units with one digit more in an answer than on the page."""

_EPSILON = 1e-9
_SHOWN_APART_PCT = 0.5
"""Where rounding on the page moves a difference further than so many percent, only its true size is
right: 116 and 127 N/m/kg on the page may be 8.0 % apart, not 8.7 %."""


@frozen
class Said:
    """A figure as it was written, in the unit of facts. `slack` is half of the last digit written,
    more where it was called rough."""

    value: float
    unit: str
    slack: float


@frozen(kw_only=False)
class Series:
    """Facts of one metric and role over places of one kind: all of them, or those from `first` to
    `last` (numbers of places, both included; None: open)."""

    metric: str
    role: str
    kind: str
    first: int | None = None
    last: int | None = None


@frozen(kw_only=False)
class Value:
    """A fact has this value."""

    fact: str
    said: Said


@frozen(kw_only=False)
class Text:
    """A fact that is a word has this value: a day, a kind of training, a class of terrain."""

    fact: str
    said: str


@frozen(kw_only=False)
class Compare:
    """One fact is lower than, higher than or, as shown, equal to another, perhaps by so much (in
    their unit, or in % of the other)."""

    left: str
    relation: Relation
    right: str
    by: Said | None = None


@frozen(kw_only=False)
class Limit:
    """A fact lies on one side of a figure that somebody chose."""

    fact: str
    bound: Bound
    said: Said


@frozen(kw_only=False)
class Within:
    """A fact lies inside, below or above two others, such as its usual interval."""

    fact: str
    side: Side
    low: str
    high: str


@frozen(kw_only=False)
class Extreme:
    """The places of a series with its lowest or highest values: exactly these."""

    series: Series
    which: Literal["lowest", "highest"]
    places: tuple[str, ...]


@frozen(kw_only=False)
class Every:
    """Every value of a series (but those of `without`) lies on one side of a figure."""

    series: Series
    bound: Bound
    said: Said
    without: tuple[str, ...] = ()


@frozen(kw_only=False)
class Span:
    """The lowest and the highest value of a series are these."""

    series: Series
    low: Said
    high: Said


@frozen(kw_only=False)
class Count:
    """So many values of a series lie on one side of a figure."""

    series: Series
    bound: Bound
    limit: Said
    n: int


@frozen(kw_only=False)
class Trend:
    """The values of a series rise or fall from each place to the next."""

    series: Series
    relation: Relation


@frozen(kw_only=False)
class Held:
    """The last third of a series is on average like its first, as far as its values scatter: form
    that held, a cadence that did not fade."""

    series: Series


@frozen(kw_only=False)
class Flag:
    """Something is so, or is not: "needs_improvement.gct", "unknown.weather", "present.cooldown".
    A flag that nobody set can be claimed neither way."""

    name: str
    holds: bool


@frozen(kw_only=False)
class Cause:
    """A deviation is partly put down to something that was estimated ("heat").

    `by` is how much of the value comes from it, with a sign: below zero it made the value lower.
    Where that is known, it has to be said.
    """

    fact: str
    cause: str
    by: Said | None = None

    @property
    def share(self) -> str:
        """The id of the fact that holds how much it is: "gct.from_heat"."""
        return f"{self.fact.partition('.')[0]}.{FROM}{self.cause}"


Claim: TypeAlias = (
    Value
    | Text
    | Compare
    | Limit
    | Within
    | Extreme
    | Every
    | Span
    | Count
    | Trend
    | Held
    | Flag
    | Cause
)


@frozen
class Facts:
    """All that texts about one thing may claim. `causes` are (metric, cause) that were estimated;
    a metric "" is the thing as a whole."""

    facts: tuple[Fact, ...]
    flags: Mapping[str, bool]
    causes: frozenset[tuple[str, str]] = frozenset()

    @cached_property
    def by_id(self) -> Mapping[str, Fact]:
        """Each fact by its id."""
        return {fact.id: fact for fact in self.facts}

    def number(self, fact_id: str) -> float | None:
        """The value of a fact that is a number; None: there is none."""
        fact = self.by_id.get(fact_id)
        return None if fact is None or isinstance(fact.value, str) else fact.value

    def series(self, wanted: Series) -> tuple[Fact, ...]:
        """The facts of a series in the order of their places."""
        return tuple(
            fact
            for fact in self._of_kind.get((wanted.metric, wanted.role, wanted.kind), ())
            if _in_order(fact, wanted)
        )

    @cached_property
    def _of_kind(self) -> Mapping[tuple[str, str, str], tuple[Fact, ...]]:
        groups: dict[tuple[str, str, str], list[Fact]] = {}
        for fact in self.facts:
            kind = place_of(fact.scope)[0]
            if kind and not isinstance(fact.value, str):
                groups.setdefault((fact.metric, fact.role, kind), []).append(fact)
        return {key: tuple(facts) for key, facts in groups.items()}


def place_of(scope: str) -> tuple[str, int | None]:
    """Kind and number of a place: ("split", 3) of "split 3"; ("", None) of one without a number."""
    kind, _, number = scope.rpartition(" ")
    return (kind, int(number)) if kind and number.isdecimal() else ("", None)


def _in_order(fact: Fact, wanted: Series) -> bool:
    number = place_of(fact.scope)[1]
    return (
        number is not None
        and (wanted.first is None or number >= wanted.first)
        and (wanted.last is None or number <= wanted.last)
    )


def shown_value(value: float, unit: str) -> float:
    """The value that the page shows."""
    return round(value, SHOWN_DECIMALS.get(unit, 0)) + 0.0


def holds(claim: Claim, facts: Facts) -> bool:
    """Whether a claim is true. What names a fact that does not exist is not."""
    return _HOLDS[type(claim)](claim, facts)


def all_hold(claims: Iterable[Claim], facts: Facts) -> bool:
    """Whether every claim is true."""
    return all(holds(claim, facts) for claim in claims)


def says(value: float, unit: str, quantity: Said) -> bool:
    """Whether a figure that was written is this value, or what the page shows of it, or what an
    answer shows, which has one digit more: 106.46 cm stands there as 1.065 m, which is 1.07 m."""
    if unit != quantity.unit:
        return False
    shown = [value, shown_value(value, unit)]
    if unit in _ANSWERED_FINER:
        shown.append(round(value, SHOWN_DECIMALS.get(unit, 0) + 1))
    return any(abs(each - quantity.value) <= quantity.slack + _EPSILON for each in shown)


def _value(claim: Value, facts: Facts) -> bool:
    fact = facts.by_id.get(claim.fact)
    if fact is None or isinstance(fact.value, str):
        return False
    return says(fact.value, fact.unit, claim.said)


def _text(claim: Text, facts: Facts) -> bool:
    fact = facts.by_id.get(claim.fact)
    return fact is not None and (fact.value == claim.said or claim.said in fact.aliases)


def _compare(claim: Compare, facts: Facts) -> bool:
    left, right = facts.by_id.get(claim.left), facts.by_id.get(claim.right)
    if left is None or right is None or left.unit != right.unit or claim.left == claim.right:
        return False
    if isinstance(left.value, str) or isinstance(right.value, str):
        return False
    if relation_of(left.value, right.value, left.unit) != claim.relation:
        return False
    return (
        claim.by is None
        or _by(left.value, right.value, left.unit, quantity=claim.by)
        or _by_its_fact(claim, facts, claim.by)
    )


def _by_its_fact(claim: Compare, facts: Facts, by: Said) -> bool:
    """Whether a figure is what the page shows as the deviation from what is expected: rounded from
    what was not rounded before."""
    metric = claim.left.removesuffix(".actual")
    if (claim.left, claim.right) != (f"{metric}.actual", f"{metric}.expected"):
        return False
    apart = facts.by_id.get(f"{metric}.{'delta_pct' if by.unit == '%' else 'delta'}")
    if apart is None or isinstance(apart.value, str):
        return False
    written = replace(by, unit="%") if by.unit == "points" else by
    return says(abs(apart.value), apart.unit, written)


def relation_of(left_value: float, right_value: float, unit: str) -> Relation:
    """How two values stand to each other on the page."""
    first, second = shown_value(left_value, unit), shown_value(right_value, unit)
    if abs(first - second) < _EPSILON:
        return "equal"
    return "lower" if first < second else "higher"


def _by(left_value: float, right_value: float, unit: str, *, quantity: Said) -> bool:
    """Whether two values differ by a figure: as they are, or as the page shows them. A figure in %
    is relative to the other; between percentages the difference itself is said in points."""
    differences = [
        abs(left_value - right_value),
        abs(shown_value(left_value, unit) - shown_value(right_value, unit)),
    ]
    if quantity.unit == "%":
        exact, *shown = [
            PERCENT * difference / abs(right_value) for difference in differences if right_value
        ] or [math.inf]
        differences = [exact, *(each for each in shown if abs(each - exact) <= _SHOWN_APART_PCT)]
    elif quantity.unit != ("points" if unit == "%" else unit):
        return False
    return any(
        abs(difference - quantity.value) <= quantity.slack + _EPSILON for difference in differences
    )


def beyond(value: float, unit: str, bound: Bound, quantity: Said) -> bool:
    """Whether a value lies on that side of a figure: as it is, and as the page shows it."""
    if unit != quantity.unit:
        return False
    limit, shown = quantity.value, shown_value(value, unit)
    if bound in ("below", "above"):
        sign = 1.0 if bound == "above" else -1.0
        return sign * (value - limit) > 0.0 and sign * (shown - limit) > -_EPSILON
    sign = 1.0 if bound == "at_least" else -1.0
    return max(sign * (value - limit), sign * (shown - limit)) >= -_EPSILON


def _limit(claim: Limit, facts: Facts) -> bool:
    fact = facts.by_id.get(claim.fact)
    if fact is None or isinstance(fact.value, str):
        return False
    return beyond(fact.value, fact.unit, claim.bound, claim.said)


def _within(claim: Within, facts: Facts) -> bool:
    fact, low, high = (facts.by_id.get(name) for name in (claim.fact, claim.low, claim.high))
    if fact is None or low is None or high is None:
        return False
    if not fact.unit == low.unit == high.unit:
        return False
    value, bottom, top = (facts.number(name) for name in (claim.fact, claim.low, claim.high))
    if value is None or bottom is None or top is None:
        return False
    return claim.side == ("below" if value < bottom else "above" if value > top else "inside")


def _extreme(claim: Extreme, facts: Facts) -> bool:
    """The places hold the extreme values; one that ties with them on the page may stand for them,
    and the figure is no extreme where every value is the same."""
    series = facts.series(claim.series)
    named = set(claim.places)
    values = {fact.scope: shown_value(_number(fact), fact.unit) for fact in series}
    if not named or not named < values.keys():
        return False
    sign = 1.0 if claim.which == "highest" else -1.0
    inside = [sign * values[place] for place in named]
    outside = [sign * value for place, value in values.items() if place not in named]
    return min(inside) >= max(outside) - _EPSILON and max(inside) > min(outside) + _EPSILON


def _number(fact: Fact) -> float:
    assert not isinstance(fact.value, str), "series hold numbers"
    return fact.value


def _every(claim: Every, facts: Facts) -> bool:
    series = facts.series(claim.series)
    counted = [fact for fact in series if fact.scope not in claim.without]
    if not counted or len(series) - len(counted) != len(set(claim.without)):
        return False
    return all(beyond(_number(fact), fact.unit, claim.bound, claim.said) for fact in counted)


def _span(claim: Span, facts: Facts) -> bool:
    series = facts.series(claim.series)
    if len(series) < 2:
        return False
    lowest, highest = min(series, key=_number), max(series, key=_number)
    return says(_number(lowest), lowest.unit, claim.low) and says(
        _number(highest), highest.unit, claim.high
    )


def _count(claim: Count, facts: Facts) -> bool:
    series = facts.series(claim.series)
    n = sum(beyond(_number(fact), fact.unit, claim.bound, claim.limit) for fact in series)
    return bool(series) and n == claim.n


def _trend(claim: Trend, facts: Facts) -> bool:
    series = facts.series(claim.series)
    return len(series) > 1 and all(
        relation_of(_number(after), _number(before), after.unit) == claim.relation
        for before, after in pairwise(series)
    )


_HELD_LEAST_FRAC, _HELD_MOST_FRAC = 0.02, 0.05
"""A change of at most so much is none; one of more than that is a change however values scatter."""
_HELD_LEAST_PLACES = 3
_PER_STEP = 1.128
"""Mean size of a step between neighbours, in standard deviations of values that only scatter."""


def _held(claim: Held, facts: Facts) -> bool:
    values = [_number(fact) for fact in facts.series(claim.series)]
    if len(values) < _HELD_LEAST_PLACES:
        return False
    n = len(values) // _HELD_LEAST_PLACES
    first, last = sum(values[:n]) / n, sum(values[-n:]) / n
    step = sum(abs(after - before) for before, after in pairwise(values)) / (len(values) - 1)
    noise = 2.0 * step / _PER_STEP * math.sqrt(2.0 / n)
    level = abs(first)
    most = min(max(noise, _HELD_LEAST_FRAC * level), _HELD_MOST_FRAC * level)
    return abs(last - first) <= most


def _flag(claim: Flag, facts: Facts) -> bool:
    return facts.flags.get(claim.name) is claim.holds


def _cause(claim: Cause, facts: Facts) -> bool:
    if claim.by is None:
        return (claim.fact.partition(".")[0], claim.cause) in facts.causes
    share = facts.by_id.get(claim.share)
    if share is None or isinstance(share.value, str):
        return False
    quantity = replace(claim.by, unit="%") if claim.by.unit == "points" else claim.by
    return says(share.value, share.unit, quantity)


_HOLDS: Mapping[type, Callable[..., bool]] = {
    Value: _value,
    Text: _text,
    Compare: _compare,
    Limit: _limit,
    Within: _within,
    Extreme: _extreme,
    Every: _every,
    Span: _span,
    Count: _count,
    Trend: _trend,
    Held: _held,
    Flag: _flag,
    Cause: _cause,
}


def facts_named(claim: Claim) -> tuple[str, ...]:
    """The ids of the facts that a claim rests on; a series by the name of its column."""
    match claim:
        case Value() | Text() | Limit() | Cause(by=None):
            return (claim.fact,)
        case Cause():
            return claim.fact, claim.share
        case Compare():
            return claim.left, claim.right
        case Within():
            return claim.fact, claim.low, claim.high
        case Flag():
            return ()
        case _:
            series = claim.series
            return (f"{series.metric}.{series.role}@{series.kind}",)


def is_known(claim: Claim, facts: Facts) -> bool:
    """Whether everything that a claim names is known of the run: then it is true or false."""
    if isinstance(claim, Flag):
        return claim.name in facts.flags
    if isinstance(claim, Cause):
        return _has_cause(claim, facts)
    series = getattr(claim, "series", None)
    if isinstance(series, Series):
        return bool(facts.series(series))
    return all(name in facts.by_id for name in facts_named(claim))


def _has_cause(claim: Cause, facts: Facts) -> bool:
    return claim.share in facts.by_id or (claim.fact.partition(".")[0], claim.cause) in facts.causes


def rounding(text: str) -> float:
    """Half of the last digit of a figure as it is written."""
    decimals = len(text.partition(".")[2])
    return 0.5 * math.pow(10.0, -decimals)


def evidence_of(claims: Sequence[Claim]) -> tuple[str, ...]:
    """Every fact that claims rest on, once, in their order."""
    return tuple(dict.fromkeys(name for claim in claims for name in facts_named(claim)))


def is_one_story(claims: Sequence[Claim]) -> bool:
    """Whether no fact is given two figures: nobody says that, so it was not read."""
    figures: dict[str, object] = {}
    values = (claim for claim in claims if isinstance(claim, Value))
    return all(figures.setdefault(claim.fact, claim.said) == claim.said for claim in values)
