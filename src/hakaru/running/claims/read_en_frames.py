"""What the chunks of one clause say together, whatever their order: a few frames.

Each frame takes the chunks it states; a clause with a chunk that none takes is not understood.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

from hakaru.guard.claims import (
    Claim,
    Said,
    holds,
)  # fmt: skip
from hakaru.running.claims.read_en_chunks import Chunk
from hakaru.running.claims.read_en_meaning import (
    SPLITS,
    WHOLE,
    Amount,
    Claims,
    Degree,
    Meaning,
    Spot,
    Stretch,
    in_unit,
)  # fmt: skip
from hakaru.running.claims.read_en_tokens import BARE, CLOCK

FORM = ("gct", "vo", "vr")
WITH_USUAL = (*FORM, "cadence", "step_length", "leg_stiffness")
PHASES = ("warmup", "cooldown", "main", "work", "recovery")
HALVES = ("first half", "second half")
_WHOLE_ONLY = ("load", "overall", "session", "balance", "humidity", "wind")
_LONG_CLOCK_S = 900.0


class Refused(Exception):
    """The clause cannot be understood."""


@dataclass(frozen=True)
class Topic:
    """What the clauses before were about; `open`: named, but nothing said of it yet."""

    metrics: tuple[str, ...] = ()
    spots: tuple[Spot, ...] = ()
    noun: str = ""
    against: str = ""
    open_metric: bool = False
    open_spot: bool = False
    is_criteria: bool = False
    pair: tuple[str, ...] = ()


_RELATIONS: dict[str, tuple[frozenset[str] | None, str]] = {
    "faster": (frozenset({"pace"}), "lower"), "slower": (frozenset({"pace"}), "higher"),
    "longer": (frozenset({"gct", "distance", "duration", "step_length"}), "higher"),
    "shorter": (frozenset({"gct", "distance", "duration", "step_length"}), "lower"),
    "higher": (None, "higher"), "lower": (None, "lower"),
    "larger": (frozenset({"vo", "vr", "step_length"}), "higher"),
    "smaller": (frozenset({"vo", "vr", "step_length"}), "lower"),
    "stiffer": (frozenset({"leg_stiffness"}), "higher"),
    "softer": (frozenset({"leg_stiffness"}), "lower"),
    "more": (frozenset({"distance", "climb", "descent", "duration"}), "higher"),
    "less": (frozenset({"distance", "climb", "descent", "duration"}), "lower"),
}  # fmt: skip


def relation_by(word: str, metric: str) -> str | None:
    """Which way a comparative goes for the values of a metric; None: it is not said of it."""
    metrics, relation = _RELATIONS.get(word, (frozenset(), ""))
    return relation if metrics is None or metric in metrics else None


def count_of(n: float) -> Said:
    """A number of things."""
    return Said(value=float(n), unit="count", slack=0.5)


class Clause:
    """The chunks of one clause and what is taken of them."""

    def __init__(self, items: Sequence[Chunk], topic: Topic, meaning: Meaning) -> None:
        starred = any(i.amount is not None and i.amount.figure.unit == "star" for i in items)
        items = [i for i in items if starred or i.value != "session" or i.kind != "METRIC"]
        self.items = list(items)
        self.topic = topic
        self.meaning = meaning
        self.facts = meaning.facts
        self.used: set[int] = {at for at, item in enumerate(items) if item.kind in ("p", "NOUN")}
        self.asked_metric = self.asked_spot = False
        self.claims: list[Claim] = []
        self.near_metric = ""
        self.near_spots: tuple[Spot, ...] | None = None
        self.is_criteria = False
        self.against = ""
        self.pair: tuple[str, ...] = ()

    def at(self, *kinds: str) -> list[int]:
        """Where unused chunks of these kinds stand."""
        return [i for i, item in enumerate(self.items) if item.kind in kinds and i not in self.used]

    def any(self, *kinds: str) -> int | None:
        """The first unused chunk of these kinds."""
        return next(iter(self.at(*kinds)), None)

    def take(self, *kinds: str) -> list[Chunk]:
        """Every unused chunk of these kinds, used from now on."""
        places = self.at(*kinds)
        self.used.update(places)
        return [self.items[i] for i in places]

    def before(self, at: int) -> Chunk:
        """The chunk before, of whatever kind."""
        return self.items[at - 1] if at > 0 else Chunk("")

    def own_metrics(self) -> tuple[str, ...]:
        """The metrics that the clause names."""
        found: list[str] = []
        for item in self.items:
            if item.kind in ("METRIC", "METRICS"):
                found += item.value.split()
        return tuple(dict.fromkeys(found))

    def metrics(self) -> tuple[str, ...]:
        """What it is about: named here or before."""
        own = self.own_metrics()
        self.take("METRIC", "METRICS")
        if own:
            return own
        self.asked_metric = True
        return self.topic.metrics

    def own_spots(self) -> tuple[Spot, ...]:
        """The places that the clause names."""
        found: list[Spot] = []
        for item in self.items:
            if item.kind in ("PLACE", "START", "END"):
                found += item.spots
            elif item.kind == "HALVES":
                found += HALVES
        return tuple(found)

    def spots(self) -> tuple[Spot, ...]:
        """Places named here or before."""
        own = self.own_spots()
        self.take("PLACE", "START", "END", "HALVES")
        if own:
            return own
        self.asked_spot = True
        return self.topic.spots

    @property
    def noun(self) -> str:
        """Kilometres, splits or repetitions, as the clause says."""
        return next((i.value for i in self.items if i.kind in ("NOUN", "COUNT") and i.value), "")

    def kind_of_series(self) -> str:
        """The kind of places that a series is over."""
        for spot in self.own_spots() or (self.topic.spots if not self.noun else ()):
            if isinstance(spot, Stretch):
                return spot.kind
            if spot[-1:].isdigit():
                return spot.rpartition(" ")[0]
        rep = self.meaning.has_reps and self.noun in ("rep", "")
        return "repetition" if rep and self.noun == "rep" else "split"

    def add(self, claims: Claims | Claim | None) -> None:
        """One more statement; None: there is none to make of it."""
        if claims is None:
            raise Refused
        self.claims += claims if isinstance(claims, tuple) else (claims,)

    def negated(self) -> bool:
        """Whether it is denied: once; twice is not understood."""
        found = self.take("NEG")
        if [item.text for item in found] == ["neither", "nor"]:
            return True
        if len(found) > 1:
            raise Refused
        return bool(found)

    def degree(self) -> Degree:
        """Slightly or clearly."""
        found = {item.value for item in self.take("DEGREE")}
        found |= {"small" for item in self.items if item.kind == "REL" and item.n}
        if len(found) > 1:
            raise Refused
        return cast(Degree, found.pop()) if found else ""

    def ended(self) -> tuple[Claims, Topic] | None:
        """The end: everything taken, or only a topic for what follows."""
        topic, own, spots = self.topic, self.own_metrics(), self.own_spots()
        rest = {item.kind for i, item in enumerate(self.items) if i not in self.used}
        opens = not self.claims and rest <= {"METRIC", "METRICS", "PLACE", "START", "END", "HALVES"}
        if (rest and not opens) or (opens and not rest):
            return None
        if opens:
            if (own and topic.open_metric) or (spots and topic.open_spot):
                return None
            return (), replace(
                topic, metrics=own or topic.metrics, spots=spots or topic.spots,
                open_metric=bool(own) or topic.open_metric, noun=self.noun or topic.noun,
                open_spot=bool(spots) or topic.open_spot,
            )  # fmt: skip
        if topic.open_metric and not self.asked_metric and not (set(own) & set(topic.metrics)):
            return None
        if topic.open_spot and not self.asked_spot:
            return None
        if not self._all_claimed(own):
            return None
        near = spots or self.near_spots
        return tuple(self.claims), Topic(
            metrics=(self.near_metric,) if self.near_metric else own or topic.metrics,
            spots=near if near is not None else topic.spots,
            noun=self.noun or topic.noun, is_criteria=self.is_criteria,
            against=self.against, pair=self.pair or topic.pair,
        )  # fmt: skip

    def _all_claimed(self, own: tuple[str, ...]) -> bool:
        """Whether something is said of each metric that is named."""
        said = " ".join(str(claim) for claim in self.claims)
        both = any(item.kind == "ALL" and item.text == "both" for item in self.items)
        if both and any(item.kind == "METRICS" for item in self.items):
            return False
        about_form = "needs_improvement" in said or "form" in said or "penalty" in said
        return all(m in said or (m == "overall" and about_form) for m in own)

    def _owners(self, at: int) -> tuple[str, ...]:
        """The metrics a figure is of by nearness: those named before it, else behind, else of
        the clause before."""
        places = [i for i, item in enumerate(self.items) if item.kind in ("METRIC", "METRICS")]
        if not places:
            self.asked_metric = True
            return self.topic.metrics
        before = [i for i in places if i < at]
        amounts = [i for i, item in enumerate(self.items) if item.kind == "AMT"]
        if len(amounts) == 1 or len(places) == 1:
            return self.own_metrics() if len(amounts) == 1 else tuple(
                self.items[places[0]].value.split())  # fmt: skip
        if len(amounts) == len(places):
            return tuple(self.items[places[amounts.index(at)]].value.split())
        return tuple(self.items[before[-1] if before else places[0]].value.split())

    def of_reps(self) -> bool:
        """Whether figures without a place are of the repetitions as one."""
        named = any(i.value == "rep" for i in self.items if i.kind in ("NOUN", "COUNT"))
        before = self.topic.noun == "rep" and not self.own_spots()
        return self.meaning.has_reps and not self.own_spots() and (named or before)

    def metric_at(self, i: int, hint: str | None) -> tuple[str, Amount]:
        """Which metric a figure is of: by its unit, then by what is named nearest."""
        amount = self.items[i].amount
        assert amount is not None
        figure = amount.figure
        if figure.unit == CLOCK and any(i.kind == "p" and i.value == "lasted" for i in self.items):
            hint = "duration"
        if figure.unit == CLOCK and hint not in ("pace", "duration") and self.of_reps():
            lasted = self.meaning.value("duration", SPLITS, Amount(in_unit(figure, "s")))
            hint = "duration" if lasted and all(holds(c, self.facts) for c in lasted) else "pace"
        if figure.unit == CLOCK and hint not in ("pace", "duration"):
            long = figure.value >= _LONG_CLOCK_S
            hint = "duration" if long else "pace"
        found = self.meaning.metric_of(figure, hint)
        if found is None and figure.unit == BARE:
            raise Refused
        if found is None:
            found = self.meaning.metric_of(figure, None)
        if figure.unit == "m/km":
            return "climb", amount
        if found is None or (figure.unit in ("%", "points", "cm") and found[0] != hint):
            raise Refused
        return found[0], replace(amount, figure=found[1])

    def value_at(
        self, i: int, hint: str | None, spots: Sequence[Spot], *, carried: bool = False
    ) -> None:
        """The figure is the value at each of the places; of the run where that was only carried."""
        metric, amount = self.metric_at(i, hint)
        if metric == "climb" and amount.figure.unit == "m" and self.take("PERKM"):
            amount = replace(amount, figure=in_unit(amount.figure, "m/km"))
        if metric == "temperature" and "temperature.actual" not in self.facts.by_id and not spots:
            spots = (self.meaning.scope("split", 1) or WHOLE,)
        if (
            metric == "pace"
            and spots in ((), (WHOLE,))
            and any(x.kind == "REF" for x in self.items)
        ):
            ids = [*self.meaning.ids("pace", WHOLE), "pace.actual@judged"]
            self.add(self.meaning.of_ids(ids, amount))
            return
        if metric in _WHOLE_ONLY or amount.figure.unit == "m/km":
            spots = (WHOLE,)
        for spot in spots or (WHOLE,):
            claims = self.meaning.value(metric, spot, amount)
            if (
                carried
                and self.own_metrics()
                and (claims is None or not all(holds(c, self.facts) for c in claims))
            ):
                claims = self.meaning.value(metric, WHOLE, amount)
            self.add(claims)
