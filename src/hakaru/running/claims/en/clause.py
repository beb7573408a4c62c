"""One clause: which figure is of which metric, at which place, in which role.

Chunks are taken by what they mean together, whatever their order; a clause with a chunk that
nothing takes is not understood.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from hakaru.guard.claims import (
    Claim,
    Said,
    Series,
    facts_named,
    holds,
)
from hakaru.guard.evidence import Fact
from hakaru.records import frozen
from hakaru.running.claims.en.chunks import Chunk
from hakaru.running.claims.en.meaning import (
    Claims,
    Degree,
    Meaning,
    Spot,
    Stretch,
)

FORM = ("gct", "vo", "vr")
WITH_USUAL = (*FORM, "cadence", "step_length", "leg_stiffness")
PHASES = ("warmup", "cooldown", "main", "work", "recovery")
HALVES = ("first half", "second half")
PLACES = ("PLACE", "START", "END", "HALVES")
_OF_THE_RUN = ("load", "overall", "session", "balance", "humidity", "wind")
_OF_ONE_METRIC = frozenset({"ms", "bpm", "spm", "W", "s/km", "°C", "N/m/kg", "cm"})
_LONG_CLOCK_S = 900.0


class Refused(Exception):
    """The clause cannot be understood."""


@frozen(kw_only=False)
class Topic:
    """What the clauses before were about; `open`: named, but nothing said of it yet."""

    metrics: tuple[str, ...] = ()
    spots: tuple[Spot, ...] = ()
    noun: str = ""
    role: str = ""
    relation: str = ""
    pair: tuple[str, ...] = ()
    recent: tuple[str, ...] = ()
    recent_spots: tuple[Spot, ...] = ()
    open_metric: bool = False
    open_spot: bool = False
    is_criteria: bool = False
    is_lost: bool = False
    is_bare: bool = False
    unit: str = ""


def _is_loose(item: Chunk) -> bool:
    """Whether a chunk says nothing by itself: "the run", "average"."""
    if item.kind == "METRIC" and item.value == "session":
        return not re.search("rating|score|star|mark", item.text)
    return item.kind in ("OVERALL", "SETTLE", "TIMES", "BAND") or (item.kind, item.value) in (
        ("REF", "average"),)  # fmt: skip


def count_of(n: float) -> Said:
    """A number of things."""
    return Said(value=float(n), unit="count", slack=0.5)


class Clause:
    """The chunks of one clause and what is taken of them."""

    def __init__(
        self, items: Sequence[Chunk], topic: Topic, meaning: Meaning, *,
        behind: Sequence[Chunk] = (), join: str = "",
    ) -> None:  # fmt: skip
        self.join = join
        self.behind = behind
        single = any(i.kind == "METRIC" and i.value in FORM for i in items)
        self.items = [
            (Chunk("COUNT", n=item.n) if item.n else Chunk("p", "metric"))
            if single and item.value == "gct vo vr"
            else item
            for item in items
        ]
        self.kinds = {item.kind for item in self.items}
        self.topic = topic
        self.meaning = meaning
        self.facts = meaning.facts
        self.used = {
            at for at, item in enumerate(self.items)
            if item.kind in ("p", "NOUN", "HEDGE", "WITHIN", "SCORED") or _is_loose(item)
            or (item.kind == "ONLY" and self._is_mere(at))
        }  # fmt: skip
        self.asked_metric = self.asked_spot = False
        self.claims: list[Claim] = []
        self.near_metric = ""
        self.near_spots: tuple[Spot, ...] | None = None
        self.is_criteria = self.is_lost = False
        self.unit = ""
        self.role = self.relation = ""
        self.pair: tuple[str, ...] = ()

    def _is_mere(self, at: int) -> bool:
        """As "only 7.8 cm", "just slightly": it leaves what is said as it is."""
        after = self.items[at + 1].kind if at + 1 < len(self.items) else ""
        if self.items[at].text == "just" and after == "REF":
            return True
        return after in ("AMT", "DEGREE", "SPAN", "REL", "HEDGE")

    # chunks

    def at(self, *kinds: str) -> list[int]:
        """Where unused chunks of these kinds stand."""
        if self.kinds.isdisjoint(kinds):
            return []
        return [i for i, item in enumerate(self.items) if item.kind in kinds and i not in self.used]

    def swap(self, at: int, chunk: Chunk) -> None:
        """Take a chunk for another one."""
        self.items[at] = chunk
        self.kinds.add(chunk.kind)

    def has(self, *kinds: str) -> bool:
        """Whether an unused chunk of these kinds is there."""
        return bool(self.at(*kinds))

    def named(self, *kinds: str) -> list[int]:
        """Where chunks of these kinds stand, used or not."""
        if self.kinds.isdisjoint(kinds):
            return []
        return [i for i, item in enumerate(self.items) if item.kind in kinds]

    def take(self, *kinds: str) -> list[Chunk]:
        """Every unused chunk of these kinds, used from now on."""
        places = self.at(*kinds)
        self.used.update(places)
        return [self.items[i] for i in places]

    def prep(self, *values: str) -> int | None:
        """Where the first of these small words stands."""
        return next((i for i in self.named("p") if self.items[i].value in values), None)

    def neighbour(self, at: int, step: int) -> int | None:
        """The next chunk on one side that is no small word."""
        at += step
        while 0 <= at < len(self.items) and self.items[at].kind in ("p", "HEDGE", "DEGREE"):
            at += step
        return at if 0 <= at < len(self.items) else None

    def add(self, claims: Claims | Claim | None) -> None:
        """One more statement; None: there is none to make of it."""
        if claims is None:
            raise Refused
        self.claims += claims if isinstance(claims, tuple) else (claims,)

    def holds(self, claims: Claims | None) -> bool:
        """Whether all of them are true."""
        return claims is not None and all(holds(claim, self.facts) for claim in claims)

    def negated(self) -> bool:
        """Whether it is denied: once; twice is not understood."""
        texts = [item.text for item in self.take("NEG")]
        if texts and set(texts) <= {"neither", "nor"}:
            return True
        if len(texts) > 1:
            raise Refused
        return bool(texts)

    def degree(self) -> Degree:
        """Slightly or clearly."""
        degrees = {item.value for item in self.take("DEGREE")}
        degrees |= {"small" for item in self.items if item.kind == "REL" and item.n}
        if len(degrees) > 1:
            raise Refused
        return cast(Degree, degrees.pop()) if degrees else ""

    # metrics and places

    def own_metrics(self) -> tuple[str, ...]:
        """The metrics that the clause names."""
        named = [m for i in self.named("METRIC") for m in self.items[i].value.split()
                 if m != "session"]  # fmt: skip
        return tuple(dict.fromkeys(named))

    def metrics(self) -> tuple[str, ...]:
        """What it is about: named here or before."""
        own = self.own_metrics()
        self.take("METRIC")
        if own:
            return own
        self.asked_metric = True
        if any(self.items[i].text == "both" for i in self.named("ALL")):
            return self.topic.recent[-2:]
        return self.topic.metrics

    def own_spots(self) -> tuple[Spot, ...]:
        """The places that the clause names."""
        spots: list[Spot] = []
        for i in self.named(*PLACES):
            spots += HALVES if self.items[i].kind == "HALVES" else self.items[i].spots
        return tuple(dict.fromkeys(spots))

    def spots(self) -> tuple[Spot, ...]:
        """Places named here or before."""
        own = self.own_spots()
        self.take(*PLACES)
        if own:
            return own
        self.asked_spot = True
        return self.topic.spots

    @property
    def noun(self) -> str:
        """Kilometres, splits or repetitions, as the clause says."""
        for item in self.items:
            if item.kind in ("NOUN", "COUNT") and item.value:
                return item.value
            if item.kind == "QUANT":
                return item.text
            if item.kind == "SHARE" and item.value:
                return item.value
        return ""

    def kind_of_series(self) -> str:
        """The kind of places that a series is over."""
        for spot in self.own_spots() or (self.topic.spots if not self.noun else ()):
            if isinstance(spot, Stretch):
                return spot.kind
            if spot[-1:].isdigit():
                return spot.rpartition(" ")[0]
        noun = self.noun or self.topic.noun
        return "repetition" if self.meaning.has_reps and noun == "rep" else "split"

    def ended(self) -> tuple[Claims, Topic] | None:
        """The end: everything taken, or only a topic for what follows."""
        topic, own, spots = self.topic, self.own_metrics(), self.own_spots()
        rest = {item.kind for i, item in enumerate(self.items) if i not in self.used}
        if not self.named("REL", "TREND", "SIDE", "RANGE", "SAME", "REF"):
            rest -= {"DEGREE"}
        if not self.claims and rest and rest <= {"METRIC", *PLACES}:
            return self._opened(own, spots)
        if rest:
            return None
        if not self.claims:
            return (), topic
        if topic.open_metric and not self.asked_metric and not (set(own) & set(topic.metrics)):
            return None
        if topic.open_spot and not self.asked_spot:
            return None
        if not self._all_claimed(own) or not self._placed(spots):
            return None
        near = spots or self.near_spots
        return tuple(self.claims), Topic(
            metrics=(self.near_metric,) if self.near_metric else own or topic.metrics,
            spots=near if near is not None else topic.spots,
            noun=self.noun or topic.noun, is_criteria=self.is_criteria, is_lost=self.is_lost,
            is_bare=bool(own) and not self.named("AMT", "SPAN", "SHARE", "COUNT"),
            unit=self.unit, role=self.role or topic.role,
            relation=self.relation or topic.relation,
            pair=self.pair or topic.pair, recent=(*topic.recent, *own)[-3:],
            recent_spots=(*topic.recent_spots, *spots)[-2:],
        )  # fmt: skip

    def _opened(self, own: tuple[str, ...], spots: tuple[Spot, ...]) -> tuple[Claims, Topic] | None:
        topic = self.topic
        if (own and topic.open_metric and spots) or (spots and topic.open_spot and not own):
            return None
        metrics = (*topic.metrics, *own) if topic.open_metric else own or topic.metrics
        return (), replace(
            topic, metrics=metrics, spots=spots or topic.spots,
            open_metric=bool(own) or topic.open_metric, noun=self.noun or topic.noun,
            open_spot=bool(spots) or topic.open_spot,
        )  # fmt: skip

    def _placed(self, spots: tuple[Spot, ...]) -> bool:
        """Whether something is said of each place that is named."""
        claimed = str(self.claims)
        return all(
            spot in claimed or re.search(rf"(?:first|last)={spot.rpartition(' ')[2]}\b", claimed)
            for spot in spots if not isinstance(spot, Stretch)
        )  # fmt: skip

    def _all_claimed(self, own: tuple[str, ...]) -> bool:
        """Whether something is said of each metric that is named."""
        names = " ".join(
            name for claim in self.claims for name in facts_named(claim) or (str(claim),)
        )
        about_form = any(
            w in names for w in ("needs_improvement", "form", "penalty", ".n_runs", "@judged")
        )
        loose = {
            "overall": about_form,
            "duration": "repetition.duration" in names or "band_share" in names,
            "heart_rate": "band_share" in names,
            "distance": "distance" in names or "step_length" in names,
            "pace": "consistency" in names,
            "gct": "balance" in names,
        }
        return all(metric in names or loose.get(metric, False) for metric in own)

    def has_stretch(self) -> bool:
        """Whether a stretch of several places is named."""
        return any(isinstance(spot, Stretch) for spot in self.own_spots())

    def in_order(self, series: Series, which: str) -> list[Fact]:
        """Values of a series, from its `which` ("lowest", "highest") on."""
        sign = 1.0 if which == "lowest" else -1.0
        return sorted(self.facts.series(series), key=lambda fact: sign * float(fact.value))
