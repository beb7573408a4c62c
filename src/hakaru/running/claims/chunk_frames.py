"""What the chunks of one clause say together, whatever their order: a few frames.

Each frame takes the chunks it states; a clause with a chunk that none takes is not understood.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, cast

from hakaru.guard.claims import (
    Bound, Cause, Claim, Compare, Count, Extreme, Flag, Limit, Relation, Said, Series, Text, Value, holds,
)  # fmt: skip
from hakaru.guard.evidence import Fact
from hakaru.running.claims.chunks import Chunk
from hakaru.running.claims.read_en_meaning import (
    SPLITS, WHOLE, Amount, Claims, Degree, Meaning, Spot, Stretch, in_unit,
)  # fmt: skip
from hakaru.running.claims.read_en_tokens import BARE, CLOCK, Figure

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

    # finding

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

    # reading

    def read(self) -> tuple[Claims, Topic] | None:
        """Its claims and what it leaves the next one; None: it is not understood."""
        try:
            for frame in (
                self.flags, self.words, self.balance, self.retention, self.criteria, self.needs, self.ranks, self.scores,
                self.within, self.signed, self.extremes, self.same, self.trends, self.compared,
                self.counted, self.values, self.absent,
            ):  # fmt: skip
                frame()
        except Refused:
            return None
        return self.ended()

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

    # frames of whole words

    def flags(self) -> None:
        """Phrases that say something whole."""
        for item in self.take("FLAG"):
            self.add(Flag(item.value[1:], item.value[0] == "+"))

    def words(self) -> None:
        """Kind of training, terrain, day."""
        for item in self.take("KIND"):
            known = self.facts.by_id.get("kind.actual")
            kinds = item.value.split(",")
            chosen = str(known.value) if known and known.value in kinds else kinds[0]
            self.add(Text("kind.actual", chosen))
        if not self.at("SAME"):
            for item in self.take("TERRAIN"):
                self.add(Text("terrain.actual", item.value))
        for item in self.take("DATE"):
            day = self.facts.by_id.get("date.activity")
            if day is None:
                raise Refused
            year = item.of or int(str(day.value)[:4])
            self.add(Text("date.activity", f"{year:04d}-{int(item.value):02d}-{item.n:02d}"))
        self.weather()
        for i in self.at("ONLYONE"):
            following = self.items[i + 1 : i + 2]
            if following and following[0].kind in ("AMT", "COUNT", "SHARE", "DEGREE"):
                self.used.add(i)

    def weather(self) -> None:
        """What the air is called, and what it partly explains."""
        if self.any("CAUSED") is not None:
            causes = [*self.take("CAUSE"), *self.take("WEATHER")]
            rels = self.take("REL")
            self.take("CAUSED", "METRIC")
            if (
                len(causes) != 1
                or any(r.value != "slower" for r in rels)
                or self.at("NEG", "AMT", "PLACE")
            ):
                raise Refused
            self.add(Cause("pace.actual", causes[0].value if causes[0].kind == "CAUSE" else "heat"))
        for item in self.take("WEATHER"):
            metric, bound, figure = item.value.split()
            said = Said(value=float(figure), unit="°C", slack=0.5)
            self.add(Limit(f"{metric}.actual", cast(Bound, bound), said))

    def absent(self) -> None:
        """A phase that there was, or was not."""
        spots = [spot for spot in self.own_spots() or self.topic.spots if spot in PHASES]
        missing = self.any("MISSING") is not None
        if not spots or not (missing or (self.any("NEG") is not None and not self.claims)):
            if self.any("PRESENT") is not None and self.claims:
                self.take("PRESENT")
            return
        self.take("MISSING", "PRESENT")
        if self.negated() and missing:
            raise Refused
        self.spots()
        self.take("ALL")
        for spot in spots:
            self.add(Flag(f"present.{spot}", False))

    def criteria(self) -> None:
        """Criteria met: so many of so many, all of them, all but one."""
        share = self.any("SHARE")
        named = self.any("CRIT")
        phased = [s for s in self.own_spots() or self.topic.spots if s in PHASES]
        share_of = share is not None and self.items[share].of != 100
        if share_of and self.topic.is_criteria:
            self.take("OTHER")
        carried = share_of and (self.topic.is_criteria or self.any("MET") is not None
                                or (bool(phased) and bool(self.own_spots())))  # fmt: skip
        if named is None and not carried:
            return
        if not self.own_spots() and not self.topic.open_spot:
            phased = [s for s in phased if self._counts_of(s)]
        places = list(phased) or [WHOLE]
        if phased:
            self.spots()
        self.is_criteria = True
        self.take("CRIT", "PRESENT")
        missed = bool(self.take("MISS"))
        self.take("MET")
        negated, every, only = self.negated(), self.take("ALL"), self.take("ONLYONE")
        shares, counts = self.take("SHARE"), self.take("COUNT")
        if len(shares) + len(counts) > 1 or self.any("AMT") is not None:
            raise Refused
        for place in places:
            scope = f"@{place}" if place else ""
            met, count = f"criteria.met{scope}", f"criteria.count{scope}"
            of = self.facts.number(count) or 0.0
            if only and missed and not negated:
                self.add(Value(met, _count(of - 1.0)))
                self._criterion()
            elif shares and negated:
                raise Refused
            elif shares:
                n = shares[0].of - shares[0].n if missed != negated else shares[0].n
                self.add((Value(met, _count(n)), Value(count, _count(shares[0].of))))
            elif every or (negated and missed):
                if missed != negated or (counts and negated):
                    raise Refused
                both = any(item.text == "both" for item in every)
                n = counts[0].n if counts else 2 if both else int(of)
                self.add((Value(met, _count(n)), Value(count, _count(n))))
            elif counts and not negated:
                self.add(Value(met, _count(of - counts[0].n if missed else counts[0].n)))
            else:
                raise Refused

    def _counts_of(self, phase: Spot) -> bool:
        """Whether a count of criteria may be that of the phase named before."""
        said = [
            i.of if i.kind == "SHARE" else i.n for i in self.items if i.kind in ("SHARE", "COUNT")
        ]
        said += [2 for i in self.items if i.kind == "ALL" and i.text == "both"]
        count = self.facts.number(f"criteria.count@{phase}")
        return all(n == count for n in said) and not (
            not said or self.facts.number("criteria.count") in said
        )

    def _criterion(self) -> None:
        for metric in self.metrics() if self.own_metrics() else ():
            name = {"overall": "form", "heart_rate": "heart_rate"}.get(metric, metric)
            flags = [flag for flag in self.facts.flags if flag.startswith(f"met.{name}")]
            self.add(tuple(Flag(flag, False) for flag in flags[:1]) or None)

    def needs(self) -> None:
        """Metrics of form that need improvement, or none."""
        if self.any("NEEDS") is None:
            return
        taken = self.take("NEEDS")
        negated, only, _ = (
            self.negated(),
            self.take("ONLYONE"),
            self.take("ALL", "MISSING", "COUNT"),
        )
        bad = (taken[0].value == "+") != negated
        judged = self.meaning.judged()
        metrics = tuple(m for m in self.metrics() if m in FORM)
        if not metrics:
            if bad or not negated or not judged:
                raise Refused
            metrics = judged
        if self.own_metrics() and set(self.own_metrics()) - set(FORM) - {"overall"}:
            raise Refused
        self.add(self.meaning.flags(metrics, good=not bad))
        if only:
            if not bad or len(metrics) != 1:
                raise Refused
            self.add(self.meaning.flags([m for m in judged if m not in metrics], good=True))

    def balance(self) -> None:
        """The shares of the two feet."""
        labels = [
            i for i, x in enumerate(self.items) if x.kind in ("LEFT", "RIGHT") or x.text == "left"
        ]
        named = "balance" in self.own_metrics()
        if not named and not (labels and "balance" in self.topic.metrics) and len(labels) < 2:
            return
        if self.any("REF") is not None and self.any("AMT") is None and self.any("SAME") is not None:
            self.take("REF", "SAME", "DEGREE", "METRIC")
            self.add(self.meaning.same("balance.left", "balance.usual", frac=0.01))
            return
        amounts = self.at("AMT")
        if not amounts or len(amounts) > 2:
            return
        self.metrics()
        self.used.update(labels)
        sides = [self._side(i, labels, order) for order, i in enumerate(amounts)]
        if len(set(sides)) != len(sides):
            raise Refused
        for i, side in zip(amounts, sides, strict=True):
            amount = self.items[i].amount
            assert amount is not None
            if amount.figure.unit not in ("%", BARE):
                raise Refused
            self.used.add(i)
            percent = replace(amount, figure=in_unit(amount.figure, "%"))
            self.add(self.meaning.of_ids([f"balance.{side}"], percent))
        self.take("SAME", "TREND")

    def _side(self, at: int, labels: list[int], order: int) -> str:
        if not labels:
            return ("left", "right")[order]
        if (
            len(labels) == 2
            and labels[0] < at < labels[1]
            and labels[1] - at == at - labels[0]
            and order
        ):
            raise Refused
        near = min(labels, key=lambda i: (abs(i - at), i))
        return "right" if self.items[near].kind == "RIGHT" else "left"

    def retention(self) -> None:
        """To what share of the work the heart rate came down in the recoveries."""
        name = "heart_rate_retention"
        fact = f"{name}.criterion@recovery"
        amounts = [
            i for i in self.at("AMT") if (a := self.items[i].amount) and a.figure.unit == "%"
        ]
        if fact not in self.facts.by_id or len(amounts) != 1 or self.any("RANGE") is not None:
            return
        amount = self.items[amounts[0]].amount
        limited = self.any("REF") is not None and self.topic.metrics == (name,)
        resting = "recovery" in self.own_spots() or self.noun == "rep" or self.topic.noun == "rep"
        if limited and self.any("REL") is not None and amount is not None:
            relation = self.take("REL")[0].value
            self.take("REF", "DEGREE")
            self.asked_metric = True
            self.add(self.meaning.of_ids([f"{name}.asked_high@recovery"], amount))
            self.add(self.meaning.compare(fact, relation, f"{name}.asked_high@recovery", None))
        elif "heart_rate" in (self.own_metrics() or self.topic.metrics) and resting and amount:
            if not any(self.items[i].value == "lower" for i in self.at("TREND")):
                return
            self.metrics()
            self.spots()
            self.take("TREND")
            self.add(self.meaning.of_ids([fact], amount))
            self.near_metric = name
        else:
            return
        self.used.add(amounts[0])

    def ranks(self) -> None:
        """As "lower than in 96 of 100 runs"."""
        shares = [i for i in self.at("SHARE") if self.items[i].of == 100]
        metrics = [m for m in self.own_metrics() or self.topic.metrics if m in WITH_USUAL]
        if len(shares) != 1 or len(metrics) != 1:
            return
        self.metrics()
        share, metric = self.items[shares[0]], metrics[0]
        self.used.add(shares[0])
        rel = self.any("REL")
        relation = None if rel is None else relation_by(self.items[rel].value, metric)
        if rel is None or relation is None:
            raise Refused
        self.used.add(rel)
        self.add((Value(f"{metric}.rank", _count(share.n)), Value(f"{metric}.rank_of", _count(100)),
                  Compare(f"{metric}.actual", cast(Relation, relation), f"{metric}.expected")))  # fmt: skip

    def scores(self) -> None:
        """Stars and points."""
        self._only_loss()
        for i in self.at("AMT"):
            amount = self.items[i].amount
            assert amount is not None
            unit = amount.figure.unit
            owners = self._owners(i)
            if unit == BARE and owners and owners[0] in ("load", "overall", "session", *FORM):
                bare = owners[0] in ("load", "overall") or (
                    owners[0] in FORM and self.any("PENALTY") is not None)  # fmt: skip
                unit = "score" if bare else unit
            if unit not in ("star", "score"):
                continue
            self.used.add(i)
            figure = in_unit(amount.figure, unit)
            self._score(owners, replace(amount, figure=figure), unit)
        if self.any("PENALTY") is not None and self.any("NEG") is not None:
            owners = tuple(m for m in self.metrics() if m in FORM) or self.meaning.judged()
            self.take("PENALTY")
            self.negated()
            zero = Said(value=0.0, unit="score", slack=0.05)
            self.add(tuple(Value(f"{m}.penalty", zero) for m in owners))

    def _only_loss(self) -> None:
        """As "the only points lost were for vertical oscillation"."""
        metrics = [m for m in self.own_metrics() if m in FORM]
        if not (self.at("PENALTY") and self.at("ONLYONE") and len(metrics) == 1) or self.at("AMT"):
            return
        self.take("PENALTY", "ONLYONE", "METRIC", "DEGREE")
        zero = Said(value=0.0, unit="score", slack=0.05)
        self.add(Limit(f"{metrics[0]}.penalty", "above", zero))
        others = [m for m in FORM if m not in metrics and f"{m}.penalty" in self.facts.by_id]
        self.add(tuple(Value(f"{m}.penalty", zero) for m in others))

    def _score(self, owners: tuple[str, ...], amount: Amount, unit: str) -> None:
        lost = bool(self.take("PENALTY")) or any(
            self.items[i].value == "lower" and not self.used.add(i) for i in self.at("TREND"))  # fmt: skip
        rated = [m for m in owners if m in (*FORM, "load", "overall", "session")
                 and not (unit == "star" and m == "load")]  # fmt: skip
        if owners and not rated and unit == "score":
            raise Refused
        if not rated:
            if unit != "star" or lost:
                raise Refused
            rated = ["session"]
        else:
            self.metrics()
        self.take("ALL")
        for metric in rated:
            if (lost and metric not in FORM) or (unit == "star" and metric == "load"):
                raise Refused
            role = "penalty" if lost else "actual" if metric == "load" else unit
            self.add(self.meaning.of_ids([f"{metric}.{role}"], amount))

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

    # frames of ranges

    def within(self) -> None:
        """Inside or outside of the usual range, and what that range is."""
        if self.any("RANGE") is None:
            return
        metrics = tuple(m for m in self.metrics() if m in WITH_USUAL)
        named = self.own_metrics()
        if not metrics or set(named) - set(metrics):
            raise Refused
        self.take("RANGE", "EDGE", "ALL", "REF")
        self._stated_range(metrics)
        sides, rels = self.take("SIDE"), self.take("REL")
        if rels:
            self.take("TREND")
        negated, degree = self.negated(), self.degree()
        if len(sides) + len(rels) > 1:
            raise Refused
        prep = any(i.kind == "p" and i.value == "in" and "in" == i.text for i in self.items)
        side = sides[0].value if sides else ""
        for metric in metrics:
            if rels:
                relation = relation_by(rels[0].value, metric)
                side = {"higher": "above", "lower": "below"}.get(relation or "", "?")
            if not side and prep and not any(i.kind == "SPAN" for i in self.items):
                side = "inside"
            if side:
                self.add(self.meaning.within(metric, side, degree, negated=negated))
            elif negated or degree or not any(i.kind == "SPAN" for i in self.items):
                raise Refused

    def _stated_range(self, metrics: Sequence[str]) -> None:
        for span in self.take("SPAN"):
            if len(metrics) != 1 or span.amount is None or span.other is None:
                raise Refused
            for role, amount in (("low", span.amount), ("high", span.other)):
                found = self.meaning.metric_of(amount.figure, metrics[0])
                if found is None or found[0] != metrics[0]:
                    raise Refused
                self.add(
                    self.meaning.of_ids([f"{metrics[0]}.{role}"], replace(amount, figure=found[1]))
                )

    def signed(self) -> None:
        """As "contact time +8.3 %"."""
        for i in self.at("AMT"):
            item = self.items[i]
            if not item.value or item.amount is None:
                continue
            owners = [m for m in self._owners(i) if m in WITH_USUAL]
            if len(owners) != 1 or item.amount.figure.unit == "°C":
                raise Refused
            self.used.add(i)
            self.metrics()
            self.take("REF")
            relation = "higher" if item.value == "plus" else "lower"
            self.add(self.meaning.compare(f"{owners[0]}.actual", relation,
                                          f"{owners[0]}.expected", item.amount))  # fmt: skip

    # frames of series

    def extremes(self) -> None:
        """The fastest, the highest: where, and what it was."""
        joined = [item for item in self.items if item.kind == "JOINT" and item.value == "fastest"]
        if self.any("EXT") is None and not joined:
            return
        found = self.take("EXT") or [Chunk("EXT", "fastest")]
        if len(found) == 2 and {one.value for one in found} == {"fastest", "slowest"}:
            self.spread()
            return
        if len(found) != 1 or self.at("REF", "NEG", "REL", "TREND", "SPAN", "SHARE"):
            raise Refused
        word = found[0]
        metric, which = self._which(word)
        kind = self.kind_of_series()
        series = Series(metric, "actual", kind)
        own = [i for i, item in enumerate(self.items) if item.kind in ("PLACE", "START", "END")]
        spots = self.spots()
        spots = self._apart_from(own, spots, series, which)
        if not own and not self.topic.open_spot and not self._of_before():
            spots = ()
        joint = bool(self.take("JOINT"))
        self.take("ALL", "ONLYONE")
        counts = self.take("COUNT")
        if any(isinstance(spot, Stretch) or not spot[-1:].isdigit() for spot in spots):
            raise Refused
        places = tuple(str(spot) for spot in spots)
        if not places:
            places = self._found(series, which, word.n or 1)
        elif word.n > 1:
            self.add(self._ranked(series, which, places, word.n))
        else:
            self.add(Extreme(series, cast(Literal["lowest"], which), places))
        if joint:
            self.add(tuple(Compare(f"{metric}.actual@{a}", "equal", f"{metric}.actual@{b}")
                           for a, b in zip(places, places[1:])))  # fmt: skip
        for count in counts:
            self._count_is(count, len(places))
        self.near_spots, self.near_metric = places, metric

    def _apart_from(
        self, own: list[int], spots: tuple[Spot, ...], series: Series, which: str
    ) -> tuple[Spot, ...]:
        """As "the slowest apart from the opening one": the second, behind that one."""
        aparts = [
            i for i, item in enumerate(self.items) if item.kind == "p" and item.value == "apart"
        ]
        if not aparts:
            return spots
        behind = [spot for i in own if i > aparts[0] for spot in self.items[i].spots]
        rest = tuple(s for s in spots if s not in behind) or tuple(
            s for s in self.topic.spots if s not in behind)  # fmt: skip
        if len(behind) != 1 or len(rest) != 1:
            raise Refused
        self.asked_spot = True
        self.add(Extreme(series, cast(Literal["lowest"], which), (str(behind[0]),)))
        return (*rest, *behind)

    def spread(self) -> None:
        """How far the fastest and the slowest are apart."""
        amounts, rels = self.take("AMT"), self.take("REL")
        apart = any(item.kind == "p" and item.value == "apart" for item in self.items)
        if len(amounts) != 1 or not (apart or rels) or self.own_spots():
            raise Refused
        first = next(item.value for item in self.items if item.kind == "EXT")
        if rels and rels[0].value not in ({"fastest": "faster", "slowest": "slower"}[first],):
            raise Refused
        series = Series("pace", "actual", self.kind_of_series())
        ordered = self._sorted(series, "lowest")
        if len(ordered) < 2:
            raise Refused
        self.take("METRIC", "COUNT")
        self.add(self.meaning.compare(f"pace.actual@{ordered[-1].scope}", "higher",
                                      f"pace.actual@{ordered[0].scope}", amounts[0].amount))  # fmt: skip

    def _count_is(self, count: Chunk, n: int) -> None:
        """As "the two fastest", "of the 14 splits"."""
        if count.n == n:
            return
        self.add(self._total(count))

    def _total(self, count: Chunk) -> Claims | None:
        if count.value == "rep":
            return (Value("repetitions.count", _count(count.n)),)
        figure = Figure(value=float(count.n), unit="count", slack=0.5)
        return self.meaning.of_ids(["splits.count", "splits.all"], Amount(figure))

    def _of_before(self) -> bool:
        return not self.at("AMT") and bool(self.topic.spots) and not self.noun

    def _which(self, word: Chunk) -> tuple[str, str]:
        fixed = {"fastest": ("pace", "lowest"), "slowest": ("pace", "highest"),
                 "climbed": ("climb", "highest"), "descended": ("descent", "highest")}  # fmt: skip
        if word.value in fixed:
            metric, which = fixed[word.value]
            own = set(self.own_metrics()) - {metric}
            if word.text in ("best", "top") and own:
                raise Refused
            for i in self.at("METRIC"):
                if self.items[i].value == metric:
                    self.used.add(i)
            return metric, which
        metrics = self.own_metrics()
        if not metrics:
            units = [self.items[i].amount for i in self.at("AMT")]
            of_unit = {"bpm": "heart_rate", "spm": "cadence", "W": "power", "ms": "gct"}
            metrics = tuple(of_unit[a.figure.unit] for a in units if a and a.figure.unit in of_unit)
        metrics = metrics or self.metrics()
        if len(metrics) != 1:
            raise Refused
        self.take("METRIC")
        relation = {"highest": "highest", "lowest": "lowest",
                    "longest": "highest", "shortest": "lowest"}[word.value]  # fmt: skip
        if metrics[0] == "pace" and word.value in ("highest", "lowest"):
            raise Refused
        if self.topic.metrics == metrics:
            self.asked_metric = True
        return metrics[0], relation

    def _found(self, series: Series, which: str, n: int) -> tuple[str, ...]:
        values = self._sorted(series, which)
        if len(values) < n or not self.at("AMT"):
            raise Refused
        return (values[n - 1].scope,)

    def _sorted(self, series: Series, which: str) -> list[Fact]:
        sign = 1.0 if which == "lowest" else -1.0
        return sorted(self.facts.series(series), key=lambda fact: sign * float(fact.value))

    def _ranked(self, series: Series, which: str, places: tuple[str, ...], n: int) -> Claims | None:
        ids = {fact.scope: fact for fact in self.facts.series(series)}
        if len(places) != 1 or places[0] not in ids:
            return None
        fact = ids[places[0]]
        bound: Bound = "below" if which == "lowest" else "above"
        limit = Said(value=float(fact.value), unit=fact.unit, slack=0.0)
        return (Count(series, bound, limit, n - 1),)

    def counted(self) -> None:
        """So many splits or repetitions."""
        for count in self.take("COUNT"):
            if not count.value:
                raise Refused
            if self.at("SAME", "MISSING", "NEG"):
                raise Refused
            self.add(self._total(count))

    def same(self) -> None:
        """Even halves, the usual value, one place like another."""
        if self.any("SAME") is None or self.any("REL") is not None:
            return
        exact = any(item.value == "exact" for item in self.take("SAME"))
        self.take("DEGREE", "TREND")
        if self.at("NEG", "EXT", "SPAN"):
            raise Refused
        spots = self.spots() if len(self.own_spots()) > 1 else self.own_spots()
        metrics = self.metrics() or ("pace",)
        if len(spots) == 1 and spots[0] in HALVES:
            spots = HALVES
            self.take("PLACE")
        if len(spots) == 2 and not any(isinstance(spot, Stretch) for spot in spots):
            for metric in metrics:
                one, other = (f"{metric}.actual@{spot}" for spot in spots)
                self.add((Compare(one, "equal", other),) if exact
                         else self.meaning.same(one, other, frac=0.015))  # fmt: skip
            self.take("ALL")
            self._both(metrics, spots)
        elif not spots and (self.take("REF") or self.topic.against):
            self.take("ALL")
            for metric in metrics:
                if metric not in WITH_USUAL:
                    raise Refused
                one, other = f"{metric}.actual", f"{metric}.expected"
                self.add((Compare(one, "equal", other),) if exact
                         else self.meaning.same(one, other, frac=0.01))  # fmt: skip
                self._beside(metric)
        else:
            raise Refused

    def _beside(self, metric: str) -> None:
        """The figures of both: the one behind the reference is of that."""
        amounts = self.at("AMT")
        refs = [i for i, item in enumerate(self.items) if item.kind == "REF"]
        for i in amounts:
            self.used.add(i)
            if refs and i > refs[0]:
                found, amount = self.metric_at(i, metric)
                self.add(
                    self.meaning.of_ids([f"{metric}.expected"], amount) if found == metric else None
                )
            else:
                self.value_at(i, metric, ())

    def _both(self, metrics: Sequence[str], spots: Sequence[Spot]) -> None:
        """One figure for both places, or one each."""
        amounts = self.at("AMT")
        if not amounts:
            return
        if len(metrics) != 1 or len(amounts) > 2:
            raise Refused
        chosen = amounts * 2 if len(amounts) == 1 else amounts
        self.used.update(amounts)
        for spot, i in zip(spots, chosen, strict=True):
            self.value_at(i, metrics[0], (spot,))

    # figures

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
        if found is None or figure.unit in ("%", "points", "cm") and found[0] != hint:
            raise Refused
        return found[0], replace(amount, figure=found[1])

    def value_at(
        self, i: int, hint: str | None, spots: Sequence[Spot], *, carried: bool = False
    ) -> None:
        """The figure is the value at each of the places; of the run where that was only carried."""
        metric, amount = self.metric_at(i, hint)
        if metric == "climb" and amount.figure.unit == "m" and self.take("PERKM"):
            amount = replace(amount, figure=in_unit(amount.figure, "m/km"))
        if metric == "temperature" and f"temperature.actual" not in self.facts.by_id and not spots:
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


def _count(n: float) -> Said:
    return Said(value=float(n), unit="count", slack=0.5)
