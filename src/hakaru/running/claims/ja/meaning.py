"""Facts of a run by what a Japanese sentence calls them, and claims about them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from hakaru.core.units import PERCENT
from hakaru.guard.claims import (
    SHOWN_DECIMALS,
    Bound,
    Claim,
    Compare,
    Extreme,
    Facts,
    Limit,
    Relation,
    Said,
    Series,
    Span,
    Value,
    holds,
    place_of,
    relation_of,
    shown_value,
)
from hakaru.records import frozen
from hakaru.running.claims.ja.figures import Figure

PHASES = ("warmup", "main", "work", "recovery", "cooldown")
HALVES = ("first half", "second half")
JUDGED = ("gct", "vo", "vr")
FORM = (*JUDGED, "cadence", "step_length", "leg_stiffness")
OTHER_SIDE: Mapping[Bound, Bound] = {
    "below": "at_least", "at_least": "below", "above": "at_most", "at_most": "above",
}  # fmt: skip
UNITS: Mapping[str, tuple[str, ...]] = {
    "gct": ("ms",), "vo": ("cm",), "vr": ("%",), "cadence": ("spm",), "step_length": ("cm",),
    "leg_stiffness": ("N/m/kg",), "pace": ("s/km",), "heart_rate": ("bpm",), "power": ("W",),
    "distance": ("km",), "duration": ("s",), "temperature": ("°C",), "climb": ("m", "m/km"),
    "descent": ("m",), "air": ("°C",), "humidity": ("%",), "wind": ("m/s",),
    "load": ("score",), "overall": ("score", "star"), "session": ("star",),
}  # fmt: skip
"""Units that a figure of a metric may be in."""
_METRIC_OF_UNIT: Mapping[str, str] = {
    "s/km": "pace", "bpm": "heart_rate", "spm": "cadence", "W": "power", "km": "distance",
    "°C": "temperature", "N/m/kg": "leg_stiffness", "star": "session", "s": "duration", "ms": "gct",
}  # fmt: skip
_ALIKE_PCT: Mapping[str, float] = {"pace": 1.0, "heart_rate": 1.5, "balance": 3.0}
_ALIKE_FORM_PCT = 1.5
_SHORTEST_SPLIT_M = 150.0
_LOWEST_RATIO_PCT = 4.0
"""The only share of a split from here on is the vertical ratio."""
_LOWEST_STEP_CM = 30.0
_SHORTEST_LAST_KM = 0.5
"""A shorter leftover is not called the last kilometre."""
_GAP_KM = 0.02
"""Splits and stretches may end so far apart where they end together."""
_SLOWEST_PACE = 900.0
"""s/km; a longer time without a name is no pace."""


class Refused(Exception):
    """A clause that is not understood."""


@frozen
class Term:
    """What a phrase names, and the figure that it states. `place`: a scope, "" the whole run, None:
    not said; `series`: kind and numbers of several places."""

    metric: str = ""
    place: str | None = None
    series: tuple[str, int | None, int | None] | None = None
    ref: str = ""
    attr: str = ""
    average: bool = False
    figure: Figure | None = None
    span: tuple[Figure, Figure] | None = None
    criteria: tuple[int | None, int | None] | None = None

    @property
    def states(self) -> bool:
        """Whether it says how much."""
        return self.figure is not None or self.span is not None or self.criteria is not None

    @property
    def named(self) -> bool:
        """Whether it says of what."""
        return bool(self.metric or self.ref or self.attr) or self.placed

    @property
    def placed(self) -> bool:
        """Whether it says where."""
        return self.place is not None or self.series is not None

    @property
    def bare(self) -> Term:
        """Without its figure."""
        return replace(self, figure=None, span=None, criteria=None)


def unit_of_figure(figure: Figure) -> str:
    """The unit that is meant first."""
    return figure.readings[0].unit


def metric_of_figure(term: Term) -> str:
    """The metric that a figure without a name is of; "": it could be several."""
    figure = term.figure or (term.span[0] if term.span else None)
    if figure is not None and figure.counter == "本":
        return "reps"
    if figure is None or figure.counter:
        return ""
    if figure.of("s/km") is not None and figure.of("s") is not None:
        return "pace" if figure.value < _SLOWEST_PACE else "duration"
    unit = unit_of_figure(figure)
    if unit == "m" and figure.value >= _SHORTEST_SPLIT_M and term.placed:
        return "distance"
    if unit == "%" and is_numbered(term.place) and figure.value >= _LOWEST_RATIO_PCT:
        return "vr"
    if unit == "cm" and figure.value < _LOWEST_STEP_CM:
        return "vo"
    return _METRIC_OF_UNIT.get(unit, "")


def fits(metric: str, term: Term) -> bool:
    """Whether the figure of a term can be of a metric."""
    figure = term.figure or (term.span[0] if term.span else None)
    if figure is None:
        return True
    if figure.signed and metric in FORM:
        return True
    units = UNITS.get(metric)
    if metric == "climb_per_km":
        return figure.of("m") is not None or figure.of("m/km") is not None
    if units is None:
        return metric not in ("", "criteria")
    if figure.counter == "bare":
        return any(figure.of(unit) is not None for unit in units)
    return any(figure.of(unit) is not None for unit in units) or (
        metric in JUDGED and unit_of_figure(figure) in ("score", "star", "points")
    )


def is_numbered(place: str | None) -> bool:
    """Whether a place is a split or a repetition."""
    return bool(place) and place_of(place or "")[0] != ""


class Meaning:
    """The facts of one run."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        kind = facts.by_id.get("kind.actual")
        self.has_reps = any(fact.scope.startswith("repetition ") for fact in facts.facts)
        self.kind = "" if kind is None else str(kind.value)

    def numbers(self, kind: str) -> list[int]:
        """The numbers of the places of a kind; what are not repetitions are splits."""
        if kind == "repetition" and not self.has_reps:
            kind = "split"
        places = (place_of(f.scope) for f in self.facts.facts if f.metric == "pace")
        return sorted({n for name, n in places if name == kind and n is not None})

    def scope(self, kind: str, number: int) -> str:
        """A place by its number; km are splits."""
        if kind == "km":
            self._is_km(number)
        if kind == "repetition" and self.has_reps:
            name = f"repetition {number}"
        else:
            other = f"other split {number}"
            name = other if f"pace.actual@{other}" in self.facts.by_id else f"split {number}"
        if f"pace.actual@{name}" not in self.facts.by_id:
            raise Refused
        return name

    def _is_km(self, number: int) -> None:
        """Refuse "km 3" where splits are no kilometres."""
        for place in range(1, number + 1):
            for name in ("split", "other split"):
                length = self.facts.number(f"distance.actual@{name} {place}")
                if length is not None and not 0.9 <= length <= 1.1 and place < number:
                    raise Refused

    def end(self, name: str, *, reps: bool) -> str:
        """The first or the last split or repetition."""
        kind = "repetition" if "repetition" in name or reps else "split"
        numbers = self.numbers(kind)
        if kind == "split":
            numbers = sorted({*numbers, *self.numbers("other split")})
            if name.startswith("last") and len(numbers) > 1:
                numbers = self._whole_ones(numbers)
        if not numbers:
            raise Refused
        number = numbers[-1] if name.startswith("last") else numbers[0]
        return self.scope(kind, number)

    def _whole_ones(self, numbers: list[int]) -> list[int]:
        """Without a leftover at the end, which nobody calls the last kilometre."""
        last = self.facts.number(f"distance.actual@{self.scope('split', numbers[-1])}")
        return numbers[:-1] if last is not None and last < _SHORTEST_LAST_KM else numbers

    def series(self, term: Term) -> Series:
        """The series of places that a term is about: those compared where it names none."""
        kind, first, last = term.series or ("split", None, None)
        if kind == "repetition" and not self.has_reps:
            kind = "split"
        if term.place == "main" and term.series is None:
            inside = [n for n in self.numbers("split") if self.lies_in("main", n)]
            first, last = (inside[0], inside[-1]) if inside else (0, 0)
        elif term.place in PHASES:
            if term.place != "work":
                raise Refused
        elif term.place:
            raise Refused
        series = Series(term.metric, "actual", kind, first, last)
        if len(self.facts.series(series)) < 2:
            raise Refused
        return series

    def lies_in(self, phase: str, number: int) -> bool:
        """Whether a split lies in a stretch from its first metre to its last."""
        lengths = [
            next((km for kind in ("split", "other split") if (
                km := self.facts.number(f"distance.actual@{kind} {n}")) is not None), 0.0)
            for n in range(1, number + 1)
        ]  # fmt: skip
        known = ("warmup", "main", "cooldown")
        if self.has_reps or phase not in known or not all(lengths):
            return False
        ends = [self.facts.number(f"phase.distance@{name}") or 0.0 for name in known]
        place = known.index(phase)
        start, end = sum(ends[:place]), sum(ends[: place + 1])
        return sum(lengths[:-1]) >= start - _GAP_KM and sum(lengths) <= end + _GAP_KM

    def unit(self, metric: str) -> str:
        """Unit of a metric."""
        for fact in self.facts.facts:
            if fact.metric == metric and fact.role == "actual":
                return fact.unit
        return (UNITS.get(metric) or ("",))[0]

    def ids(self, term: Term) -> list[str]:
        """The facts that a term may name, the likeliest first."""
        judged = term.metric in FORM and term.place in ("main", "work")
        at = f"@{term.place}" if term.place and not judged else ""
        return [name for name in self._names(term, at) if name in self.facts.by_id]

    def _names(self, term: Term, at: str) -> Iterator[str]:
        metric, place = term.metric, term.place or ""
        if term.attr in ("score", "penalty"):
            yield f"{metric or 'overall'}.{term.attr}{at}"
            return
        if term.attr == "delta":
            yield from (f"{metric}.delta_pct{at}", f"{metric}.delta{at}")
            return
        if term.ref == "asked":
            yield from (f"{name}.asked_{end}@{at}" for name, at in self.criteria_of(term)
                        for end in ("high", "low"))  # fmt: skip
            return
        if term.ref in ("high", "low") and metric in _CRITERIA:
            yield from (f"{name}.asked_{term.ref}@{at}" for name, at in self.criteria_of(term))
            return
        if term.ref == "criterion":
            yield from (f"{name}.criterion@{at}" for name, at in self.criteria_of(term))
            return
        if term.ref and term.ref != "actual":
            yield f"{metric}.{term.ref}{at}"
            return
        if metric in ("consistency", "settles"):
            yield from (f"{name}.criterion@{at}" for name, at in self.criteria_of(term))
        yield from _OTHER_NAMES.get(metric, _no_other)(place)
        yield f"{metric}.actual{at}"
        if not place and metric in ("pace", "heart_rate"):
            yield from (f"{metric}.average", f"{metric}.running")
            if self.has_reps and term.average:
                return
        if place in PHASES:
            yield from (f"{name}.criterion@{at}" for name, at in self.criteria_of(term))
        if metric in JUDGED:
            yield from (f"{metric}.score{at}", f"{metric}.star{at}", f"{metric}.penalty{at}")

    def criteria_of(self, term: Term) -> list[tuple[str, str]]:
        """The criteria that a metric at a place is judged by."""
        named = _CRITERIA.get(term.metric, ())
        return [
            (name, at) for name, at in named
            if term.place in (None, "", at) and f"{name}.criterion@{at}" in self.facts.by_id
            and (term.place == at or term.metric not in ("heart_rate", "pace", "distance"))
        ]  # fmt: skip

    def value(self, term: Term) -> list[Claim]:
        """What a term with a figure claims."""
        if term.span is not None:
            return self._span(term)
        figure = term.figure
        if figure is not None and term.metric == "climb_per_km":
            climbed = figure.of("m/km") or figure.of("m")
            per_km = () if climbed is None else (replace(climbed, unit="m/km"),)
            figure, term = replace(figure, readings=per_km), replace(term, metric="climb")
        if figure is None or term.series is not None:
            raise Refused
        if figure.signed and term.metric in FORM and not term.attr:
            term = replace(term, attr="delta", ref="")
        claims = [
            claim for name in self.ids(term) if (claim := self._says(name, figure)) is not None
        ]
        if not claims:
            raise Refused
        if figure.bound is not None:
            return claims[:1]
        return [next((claim for claim in claims if holds(claim, self.facts)), claims[0])]

    def _says(self, name: str, figure: Figure) -> Claim | None:
        fact = self.facts.by_id[name]
        quantity = figure.of(fact.unit)
        if quantity is None and name == "climb.per_km":
            return None
        if quantity is None and fact.role == "delta" and fact.unit == "%":
            quantity = figure.of("points")
            quantity = None if quantity is None else replace(quantity, unit="%")
        if fact.unit == "s/km" and unit_of_figure(figure) == "s":
            return None
        counts = figure.counter not in ("", "bare")
        if quantity is None or (counts and fact.unit not in ("count", "star")):
            return None
        if figure.bound is not None:
            return Limit(name, figure.bound, quantity)
        return Value(name, quantity)

    def _span(self, term: Term) -> list[Claim]:
        """Two figures: of a usual interval, or of all places."""
        assert term.span is not None
        low, high = term.span
        if term.ref:
            if term.ref not in ("range", "expected"):
                raise Refused
            ends = [replace(term.bare, ref=ref, figure=f)
                    for ref, f in (("low", low), ("high", high))]  # fmt: skip
            return [claim for end in ends for claim in self.value(end)]
        series = self.series(term)
        unit = self.facts.series(series)[0].unit
        low_end, high_end = low.of(unit), high.of(unit)
        if low_end is None or high_end is None:
            raise Refused
        low_end, high_end = sorted((low_end, high_end), key=lambda quantity: quantity.value)
        return [Span(series, low_end, high_end)]

    def fact(self, term: Term) -> str:
        """The one fact that a term names."""
        for name in self.ids(term):
            return name
        raise Refused

    def compare(self, left: str, relation: Relation, right: str, by: Figure | None) -> Claim:
        """How two facts stand to each other."""
        facts = self.facts.by_id
        if left not in facts or right not in facts or left == right:
            raise Refused
        size = None
        if by is not None:
            unit = facts[left].unit
            size = by.of("points" if unit == "%" else unit) or (by.of("%") if unit != "%" else None)
            if size is None and unit == "%":
                size = by.of("%")
            if size is None:
                raise Refused
        return Compare(left, relation, right, size)

    def alike(self, left: str, right: str, *, near: bool) -> Claim:
        """Two facts that are the same on the page, or nearly."""
        left_fact, right_fact = self.facts.by_id.get(left), self.facts.by_id.get(right)
        if left_fact is None or right_fact is None or left == right:
            raise Refused
        a, b = self.facts.number(left), self.facts.number(right)
        if a is None or b is None or left_fact.unit != right_fact.unit:
            raise Refused
        if not near:
            return Compare(left, "equal", right)
        shown_step = 10.0 ** -SHOWN_DECIMALS.get(left_fact.unit, 0)
        pct = _ALIKE_PCT.get(left_fact.metric, _ALIKE_FORM_PCT)
        slack = max(shown_step, pct / PERCENT * abs(b))
        return Compare(left, relation_of(a, b, left_fact.unit), right,
                       Said(value=0.0, unit=left_fact.unit if left_fact.unit != "%" else "points",
                            slack=slack))  # fmt: skip

    def ends(self, series: Series) -> tuple[str, str]:
        """The places of the lowest and of the highest value of a series."""
        facts = self.facts.series(series)
        ordered = sorted(facts, key=lambda f: shown_value(float(f.value), f.unit))
        return ordered[0].scope, ordered[-1].scope

    def extreme(self, series: Series, which: str, places: Sequence[str]) -> Claim:
        """Places have the lowest or the highest values of a series."""
        return Extreme(series, "lowest" if which == "lowest" else "highest", tuple(places))

    def count(self, name: str, number: int) -> Claim:
        """A number of things."""
        if name not in self.facts.by_id:
            raise Refused
        return Value(name, Said(value=float(number), unit="count", slack=0.0))


_CRITERIA: Mapping[str, tuple[tuple[str, str], ...]] = {
    "consistency": (("pace_consistency", "main"), ("work_consistency", "work")),
    "settles": (("heart_rate_settles", "cooldown"),),
    "retention": (("heart_rate_retention", "recovery"),),
    "heart_rate": (("heart_rate_settles", "cooldown"), ("heart_rate_retention", "recovery"),
                   ("warmup_heart_rate", "warmup")),
    "pace": (("pace", "warmup"), ("pace", "cooldown"), ("pace", "recovery")),
    "form": (("form", "work"),),
}  # fmt: skip
"""By metric: criterion and stretch."""


def _no_other(_place: str) -> tuple[str, ...]:
    return ()


def _distance(place: str) -> tuple[str, ...]:
    return (f"phase.distance@{place}",) if place in PHASES else ()


def _duration(place: str) -> tuple[str, ...]:
    if place == "work":
        return ("repetition.duration", f"duration.actual@{place}")
    return ("duration.actual", "duration.elapsed") if not place else ()


def _climb(place: str) -> tuple[str, ...]:
    return ("climb.per_km", "climb.total") if not place else ()


_OTHER_NAMES: Mapping[str, Callable[[str], tuple[str, ...]]] = {
    "air": lambda place: () if place else ("temperature.actual",),
    "distance": _distance,
    "duration": _duration,
    "climb": _climb,
    "descent": lambda place: () if place else ("descent.total",),
    "load": lambda place: () if place else ("load.actual",),
    "overall": lambda place: () if place else ("overall.score", "overall.star"),
    "session": lambda place: () if place else ("session.star",),
    "reps": lambda place: ("repetitions.count",) if place in ("", "work") else (),
    "splits": lambda place: () if place else ("splits.count", "splits.all"),
    "rep_duration": lambda place: ("repetition.duration",) if place in ("", "work") else (),
    "rep_distance": lambda place: ("repetition.distance",) if place in ("", "work") else (),
    "retention": lambda place: (
        ("heart_rate.actual@after recovery",) if place in ("", "recovery") else ()
    ),
    "balance_left": lambda place: () if place else ("balance.left",),
    "balance_right": lambda place: () if place else ("balance.right",),
}
"""Facts of other names, by the place that is spoken of ("" the run)."""
