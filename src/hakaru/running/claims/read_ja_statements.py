"""What a Japanese sentence names, and the claims that its figures and comparisons make."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import TypeVar

from hakaru.core.units import PERCENT
from hakaru.guard.claims import (
    SHOWN_DECIMALS,
    Bound,
    Cause,
    Claim,
    Compare,
    Every,
    Extreme,
    Facts,
    Limit,
    Relation,
    Said,
    Series,
    Span,
    Value,
    Within,
    holds,
    place_of,
    relation_of,
    shown_value,
)
from hakaru.running.claims.read_ja_figures import Figure, Token


class Unread(Exception):
    """Something that the grammar does not know."""


@dataclass(frozen=True, kw_only=True)
class Term:
    """What a phrase names: a fact by metric, place and reference, perhaps with its figure."""

    metric: str = ""
    place: str | None = None
    ref: str = ""
    attr: str = ""
    series: Series | None = None
    figure: Figure | None = None
    span: tuple[Figure, Figure] | None = None
    criteria: tuple[int | None, int | None] | None = None
    average: bool = False
    implied: bool = False
    aside: bool = False

    @property
    def names(self) -> bool:
        """Whether it names anything beside a figure."""
        return bool(self.metric or self.ref or self.attr or self.series or self.average) or (
            self.place is not None
        )

    @property
    def states(self) -> bool:
        """Whether it has a figure."""
        return bool(self.figure or self.span or self.criteria)


@dataclass(frozen=True, kw_only=True)
class Phrase:
    """Things named together, and the particle behind them."""

    terms: tuple[Term, ...]
    particle: str = ""


METRIC_OF_UNIT = {
    "s/km": "pace", "bpm": "heart_rate", "spm": "cadence", "W": "power", "km": "distance",
    "s": "duration", "°C": "temperature", "m/km": "climb", "m/s": "wind", "star": "rating",
}  # fmt: skip

FACTS_OF = {
    "balance_left": "balance.left", "balance_right": "balance.right",
    "climb_total": "climb.total", "climb_per_km": "climb.per_km", "air": "temperature.actual",
    "reps": "repetitions.count",
    "splits": "splits.count", "retention": "heart_rate.actual@after recovery",
    "load": "load.actual", "rep_duration": "repetition.duration",
    "rep_distance": "repetition.distance",
}  # fmt: skip

_PLACES_OF = {
    "retention": (None, "", "recovery", "work"), "rep_duration": (None, "", "work"),
    "rep_distance": (None, "", "work"), "reps": (None, "", "work"),
}  # fmt: skip

_LEAST_PCT = {"small": 0.0, "clear": 1.0, "big": 3.0}
"""From how much on something is plainly, or much, more."""

_RATHER = ("のほうが", "の方が", "のほうは", "の方は")

_BARE = frozenset({"load", "overall", "heart_rate", "heart_rate_max", "cadence", "power", "gct",
                   "leg_stiffness"})  # fmt: skip
"""Metrics whose figures may leave out their unit."""

_WHOLE_RUN = {
    "pace": ("actual", "running", "average"),
    "heart_rate": ("actual", "running", "average"),
}

PHASES = frozenset({"warmup", "main", "work", "recovery", "cooldown"})

HALVES = {"first half": "second half", "second half": "first half"}

LOWER_IS_MORE = frozenset({"pace"})

OTHER_SIDE: dict[Bound, Bound] = {
    "at_least": "below", "at_most": "above", "below": "at_least", "above": "at_most",
}  # fmt: skip


class Statements:
    """What a sentence claimed so far, what it is about, and what still waits."""

    def __init__(self, facts: Facts, tokens: Sequence[Token]) -> None:
        self.facts = facts
        self.tokens = tokens
        self.at = 0
        self.claims: list[Claim] = []
        self.topics: tuple[Term, ...] = (Term(),)
        self.pending: list[Phrase] = []
        self.comparand: Term | None = None
        self.compared = True
        self.all_of = ""
        self.most = False
        self.extreme: tuple[str, str, int] | None = None
        self.selection: tuple[str, Bound, Said] | None = None
        self.near = False
        self.degree = ""
        self.only = False
        self.reps = False
        self.cause = ""
        self.flagged = False
        self.trend = False
        self.gap: tuple[str, str, str] | None = None
        self.also = False
        self.none = False
        self.counted: list[str] = []
        self.rank: tuple[int, int] | None = None
        self.weighed = False
        self.topic_at = -1
        self.said_of: list[Term] = []
        self.after = ""

    def _peek(self, ahead: int = 0) -> Token:
        place = self.at + ahead
        return self.tokens[place] if 0 <= place < len(self.tokens) else END

    def _take(self, kind: str, name: str | None = None) -> bool:
        token = self._peek()
        if token.kind == kind and (name is None or token.name == name):
            self.at += 1
            return True
        return False

    @property
    def _judged(self) -> list[str]:
        names = [name for name in self.facts.flags if name.startswith("needs_improvement.")]
        return [name.partition(".")[2] for name in names]

    def _kind(self, kind: str) -> str:
        known = any(fact.scope.startswith("repetition ") for fact in self.facts.facts)
        return "repetition" if kind == "repetition" and known else "split"

    def _series(self, term: Term) -> Series:
        kind = self._kind("repetition" if self.reps else "split")
        series = term.series or Series("", "actual", kind)
        return replace(series, metric=term.metric)

    def _other_half(self) -> Term | None:
        """The half that was spoken of before this one."""
        other = HALVES.get(self.topics[0].place or "")
        if other is None or len(self.topics) > 1:
            return None
        said = [term for term in self.said_of if term.place == other]
        if any(token.text in _RATHER for token in self.tokens[: self.at]):
            return Term(metric=self.topics[0].metric, place=other)
        return Term(metric=said[-1].metric, place=other) if said else None

    def _count_kind(self, number: Figure) -> None:
        if number.counter not in ("本", "区間", "スプリット", "ラップ", "つ"):
            raise Unread
        self.reps = self.reps or number.counter == "本"

    def _state(self, term: Term) -> None:
        """One figure of one thing."""
        if term.metric and not term.average and not self.topics[0].metric and len(self.topics) == 1:
            pass
        bare = term.figure is not None and term.figure.counter == "bare"
        if not term.metric and bare and term.place and self.said_of:
            term = replace(term, metric=self.said_of[-1].metric)
        if not term.metric and term.criteria is None:
            metric = unit_metric(term, place=term.place)
            term = replace(term, metric=metric)
            if len(self.topics) == 1 and not self.topics[0].metric:
                self.topics = (replace(self.topics[0], metric=metric, implied=True),)
        if term.criteria is not None:
            self._say_criteria((term,))
        elif term.span is not None:
            self._span(term)
        elif term.figure is not None and (term.figure.bound or self.all_of):
            self._bounded_figure(term, term.figure)
        elif term.figure is not None:
            if term.series is not None:
                raise Unread
            self._value(term, term.figure)
        self.said_of.append(term)

    def _value(self, term: Term, figure: Figure) -> None:
        ids = self._ids(term, figure)
        claims = [Value(name, self._said_as(name, figure, term.attr)) for name in ids]
        self.claims.append(first_true(claims, self.facts))

    def _said_as(self, name: str, figure: Figure, attr: str = "") -> Said:
        """The reading in the unit of the fact; of a difference without a sign its amount."""
        fact = self.facts.by_id.get(name)
        said = None if fact is None else figure.of(fact.unit)
        said = said or figure.readings[0]
        if fact is not None and fact.unit == "m/km" and said.unit == "m":
            said = replace(said, unit="m/km")
        if attr == "delta" and not figure.signed and fact is not None:
            negative = not isinstance(fact.value, str) and fact.value < 0.0
            return replace(said, value=-said.value) if negative else said
        return said

    def _ids(self, term: Term, figure: Figure) -> list[str]:
        """The facts that a figure may be of; more than one only for the run as a whole."""
        metric, place = term.metric, term.place
        bare = figure.counter == "bare"
        unit = "star" if figure.counter == "つ" else figure.readings[0].unit
        if bare and metric not in _BARE:
            raise Unread
        if bare and metric not in ("load", "overall"):
            unit = ""
        if figure.counter and figure.counter not in ("bare", "つ"):
            return self._count_ids(term, figure)
        if metric in ("climb", "climb_total", "descent"):
            return [self._climb(term, unit)]
        if metric in FACTS_OF or metric in ("overall", "session", "rating"):
            return [self._whole_run_id(term, unit)]
        if metric == "balance" or (term.attr == "penalty" and not metric):
            raise Unread
        if term.attr or unit in ("star", "score"):
            role = unit if unit == "star" else term.attr or unit
            if role == "delta" and unit == "%":
                role = "delta_pct"
            if place:
                raise Unread
            return [f"{metric}.{role}"]
        return self._ids_at(metric, term.ref, place)

    def _whole_run_id(self, term: Term, unit: str) -> str:
        """What only the run as a whole has."""
        metric = term.metric
        if term.place not in _PLACES_OF.get(metric, (None, "")) or term.ref not in ("", "actual"):
            raise Unread
        if metric in FACTS_OF:
            return FACTS_OF[metric]
        role = "star" if unit == "star" else "score"
        name = "overall" if metric == "rating" and role == "score" else metric
        return f"{'session' if name == 'rating' else name}.{role}"

    def _climb(self, term: Term, unit: str) -> str:
        """Metres up or down of a place, of the run, or of each kilometre of it."""
        metric = "climb" if term.metric == "climb_total" else term.metric
        if term.ref or term.attr or term.series:
            raise Unread
        if not term.place:
            return f"{metric}.per_km" if unit == "m/km" else f"{metric}.total"
        return f"{metric}.actual@{term.place}"

    def _count_ids(self, term: Term, figure: Figure) -> list[str]:
        if term.metric in ("reps", "splits"):
            return [FACTS_OF[term.metric]]
        if term.metric or term.place not in (None, "", "work"):
            raise Unread
        if figure.counter in ("本",):
            return ["repetitions.count"]
        if figure.counter in ("区間", "スプリット", "ラップ"):
            return ["splits.count"]
        raise Unread

    def _ids_at(self, metric: str, ref: str, place: str | None) -> list[str]:
        if ref in ("expected", "low", "high", "target") and not place:
            return [f"{metric}.{ref}"]
        if ref not in ("", "actual"):
            raise Unread
        if place:
            if metric == "distance" and place in PHASES:
                return [f"phase.distance@{place}"]
            return [f"{metric}.actual@{place}"]
        if metric == "pace" and self.topics[0].series is not None:
            raise Unread
        names = [f"{metric}.{role}" for role in _WHOLE_RUN.get(metric, ("actual",))]
        return [name for name in names if name in self.facts.by_id] or names[:1]

    def _say_criteria(self, terms: tuple[Term, ...]) -> None:
        """How many criteria were met."""
        raise NotImplementedError

    def _span(self, term: Term) -> None:
        assert term.span is not None
        low, high = term.span
        if term.ref in ("range", "expected"):
            for role, figure in (("low", low), ("high", high)):
                self._value(replace(term, ref=role), figure)
            return
        if term.ref or term.attr or term.average or term.place in HALVES or term.place in PHASES:
            raise Unread
        if term.place and term.place != "":
            raise Unread
        self.all_of = ""
        if term.metric == "duration" and low.of("s/km") is not None:
            term = replace(term, metric="pace")
        series = self._series(term)
        unit = unit_of(self.facts, series)
        lowest, highest = low.of(unit) or low.readings[0], high.of(unit) or high.readings[0]
        if lowest.value > highest.value:
            lowest, highest = highest, lowest
        self.claims.append(Span(series, lowest, highest))

    def _bounded_figure(self, term: Term, figure: Figure) -> None:
        if figure.bound is None or term.attr or term.ref not in ("", "actual"):
            raise Unread
        if (term.metric == "pace" and figure.bound in ("at_least", "above")) or (
            term.metric == "pace" and self._peek(-1).text == "以下"
        ):
            raise Unread
        self._limit(term, figure.bound, figure)

    def _limit(self, term: Term, bound: Bound, figure: Figure) -> None:
        """A figure that something does not pass: one thing, or each of a series."""
        if self.all_of or term.series is not None:
            if term.place not in (None, "", "work" if self.reps else None) or term.average:
                raise Unread
            self.all_of = ""
            term = replace(term, metric="pace") if term.metric == "duration" else term
            series = self._series(term)
            said = figure.of(unit_of(self.facts, series)) or figure.readings[0]
            self.claims.append(Every(series, bound, said))
            return
        claims = [
            Limit(name, bound, self._said_as(name, figure)) for name in self._ids(term, figure)
        ]
        self.claims.append(first_true(claims, self.facts))

    def _in_range(self, term: Term) -> None:
        """Inside what is usual; with its ends, where they are written."""
        if (len(self.topics) > 1 and term.states) or term.place or term.series:
            raise Unread
        for topic in self.topics:
            if term.states:
                self._state(replace(term, metric=topic.metric))
            self._within(topic, "inside", denied=False, by=None)

    def _compare(
        self, left: Term, right: Term, *, higher: bool, by: Figure | None, denied: bool = False
    ) -> None:
        """Every topic against the comparand."""
        several = self.topics if len(self.topics) > 1 else (left,)
        for topic in several:
            self._compare_one(topic, right, higher=higher, by=by, denied=denied)
        self.near, self.degree, self.compared, self.weighed = False, "", True, True
        self.after = "compared"

    def _compare_one(
        self, left: Term, right: Term, *, higher: bool, by: Figure | None, denied: bool
    ) -> None:
        relation: Relation = "higher" if higher else "lower"
        if left.attr or left.ref not in ("", "actual") or self.near or self.all_of or left.series:
            raise Unread
        if right.ref == "range":
            self._within(left, "above" if higher else "below", denied=denied, by=by)
            return
        if not right.names:
            assert right.figure is not None
            bound: Bound = "above" if higher else "below"
            if by is not None:
                raise Unread
            self._limit(left, OTHER_SIDE[bound] if denied else bound, right.figure)
            return
        pairs = self._pairs(left, right)
        if denied:
            if by is not None or self.degree:
                raise Unread
            relation = self._not(relation, pairs[0])
        claims = [
            Compare(first, relation, second, None if by is None else self._by_as(first, by))
            for first, second in pairs
        ]
        claim = first_true(claims, self.facts)
        self._degree_fits(claim)
        self.claims.append(claim)
        if self.cause:
            if left.metric != "pace" or relation != "higher":
                raise Unread
            self.claims.append(Cause(claim.left, self.cause))
            self.cause = ""

    def _pairs(self, left: Term, right: Term) -> list[tuple[str, str]]:
        metric = left.metric or right.metric
        first, second = replace(left, metric=metric), replace(right, metric=right.metric or metric)
        if first.metric != second.metric or (right.attr or right.series):
            raise Unread
        if not (second.ref or second.place is not None or second.average):
            raise Unread
        if second.ref and first.place:
            raise Unread
        if metric in FACTS_OF and second.ref:
            usual = {"balance_left": "balance.usual"}.get(metric)
            if usual is None:
                raise Unread
            return [(FACTS_OF[metric], usual)]
        if metric in FACTS_OF or metric in ("overall", "session", "rating", "balance"):
            raise Unread
        lefts = self._ids_at(metric, first.ref, first.place)
        rights = self._ids_at(metric, second.ref, second.place)
        if second.place is None and not second.ref:
            rights = [name for name in rights if name.endswith(".average")] or rights
        pairs = [pair for pair in product(lefts, rights) if pair[0] != pair[1]]
        if not pairs or (first.place is None and not second.ref and not first.average):
            raise Unread
        return pairs

    def _by_as(self, name: str, figure: Figure) -> Said:
        fact = self.facts.by_id.get(name)
        unit = "" if fact is None else fact.unit
        if figure.signed:
            raise Unread
        return figure.of("points" if unit == "%" else unit) or figure.of("%") or figure.readings[0]

    def _not(self, relation: Relation, pair: tuple[str, str]) -> Relation:
        """What is not lower is higher or equal: whichever it is."""
        left, right = (self.facts.number(name) for name in pair)
        fact = self.facts.by_id.get(pair[0])
        opposite: Relation = "lower" if relation == "higher" else "higher"
        if left is None or right is None or fact is None:
            return opposite
        actual = relation_of(left, right, fact.unit)
        return opposite if actual == relation else actual

    def _degree_fits(self, claim: Compare) -> None:
        """Refuse a little that is much, and much that is a little."""
        left, right = self.facts.number(claim.left), self.facts.number(claim.right)
        if not self.degree or left is None or right is None or not right:
            return
        share_pct = PERCENT * abs(left - right) / abs(right)
        if (self.degree == "small" and share_pct > 5.0) or share_pct < _LEAST_PCT[self.degree]:
            raise Unread

    def _within(self, left: Term, side: str, *, denied: bool, by: Figure | None) -> None:
        metric = left.metric
        if by is not None or left.place or not metric or left.metric in FACTS_OF:
            raise Unread
        low, high = f"{metric}.low", f"{metric}.high"
        if denied:
            value, bottom, top = (self.facts.number(n) for n in (f"{metric}.actual", low, high))
            if value is None or bottom is None or top is None:
                raise Unread
            actual = "below" if value < bottom else "above" if value > top else "inside"
            if actual == side:
                raise Unread
            side = actual
        if side == "inside":
            self.claims.append(Within(f"{metric}.actual", "inside", low, high))
        elif side == "below":
            self.claims.append(Within(f"{metric}.actual", "below", low, high))
        else:
            self.claims.append(Within(f"{metric}.actual", "above", low, high))

    def _same(self, first: str, second: str, *, nearly: bool) -> Compare:
        """Equal as shown; "nearly" also within 1 %."""
        fact, other = self.facts.by_id.get(first), self.facts.number(second)
        value = self.facts.number(first)
        if fact is None or other is None or value is None or not nearly:
            return Compare(first, "equal", second)
        if shown_value(value, fact.unit) == shown_value(other, fact.unit):
            return Compare(first, "equal", second)
        digit = math.pow(10.0, -SHOWN_DECIMALS.get(fact.unit, 0))
        slack = max(abs(other) / PERCENT, 1.01 * digit)
        by = Said(value=0.0, unit="points" if fact.unit == "%" else fact.unit, slack=slack)
        return Compare(first, relation_of(value, other, fact.unit), second, by)

    def _say_extreme(self, which: str, metric: str, places: list[str], n: int) -> None:
        kinds = {place_of(place)[0] for place in places}
        if len(kinds) != 1 or not metric or (n and n != len(places)) or self.all_of:
            raise Unread
        kind = kinds.pop()
        if kind not in ("split", "repetition"):
            raise Unread
        series = Series(metric, "actual", kind)
        self.said_of += [Term(metric=metric, place=place) for place in places]
        self.claims.append(
            Extreme(series, "highest" if which == "highest" else "lowest", tuple(places))
        )

    def _place_of_extreme(self, which: str, metric: str) -> str:
        series = self.facts.series(self._series(Term(metric=metric)))
        if len(series) < 2:
            raise Unread
        ordered = sorted(series, key=lambda fact: self.facts.number(fact.id) or 0.0)
        return ordered[-1 if which == "highest" else 0].scope


def unit_metric(term: Term, place: str | None = None) -> str:
    """The metric that a unit alone speaks of."""
    figure = term.figure or (term.span[0] if term.span else None)
    if figure is None:
        raise Unread
    if figure.counter and figure.counter not in ("bare", "つ"):
        return ""
    unit = figure.readings[-1 if figure.counter == "つ" else 0].unit
    if unit == "s/km" and len(figure.readings) > 1 and place in (None, ""):
        unit = figure.readings[1].unit
    if unit not in METRIC_OF_UNIT or figure.counter == "bare":
        raise Unread
    return METRIC_OF_UNIT[unit]


def first_unit(term: Term) -> str:
    """The unit of its figure as it is written."""
    figure = term.figure or (term.span[0] if term.span else None)
    return "" if figure is None else "star" if figure.counter == "つ" else figure.readings[0].unit


def unit_of(facts: Facts, series: Series) -> str:
    """The unit of the facts of a series; "": there are none."""
    found = facts.series(series)
    return found[0].unit if found else ""


_C = TypeVar("_C", bound=Claim)


def first_true(claims: Sequence[_C], facts: Facts) -> _C:
    """Of what a figure of the whole run may mean, the claim that is true, else the first."""
    if not claims:
        raise Unread
    return next((claim for claim in claims if holds(claim, facts)), claims[0])


END = Token(kind="end")
