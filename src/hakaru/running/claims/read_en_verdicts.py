"""Frames of whole words and verdicts: phases, criteria, stars, ranges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from hakaru.guard.claims import (
    Bound,
    Cause,
    Compare,
    Flag,
    Limit,
    Relation,
    Said,
    Text,
    Value,
)  # fmt: skip
from hakaru.running.claims.read_en_chunks import Chunk
from hakaru.running.claims.read_en_frames import (
    FORM,
    PHASES,
    WITH_USUAL,
    Clause,
    Refused,
    count_of,
    relation_by,
)
from hakaru.running.claims.read_en_meaning import (
    WHOLE,
    Amount,
    Spot,
    in_unit,
)  # fmt: skip
from hakaru.running.claims.read_en_tokens import BARE


class Verdicts(Clause):
    """What is said of the run or of form as a whole."""

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
        said = next(iter([*shares, *counts]), None)
        for place in places:
            scope = f"@{place}" if place else ""
            if only and missed and not negated:
                of = self.facts.number(f"criteria.count{scope}") or 0.0
                self.add(Value(f"criteria.met{scope}", count_of(of - 1.0)))
                self._criterion()
            else:
                self._met_of(scope, said, every, missed=missed, negated=negated)

    def _met_of(
        self, scope: str, said: Chunk | None, every: Sequence[Chunk], *, missed: bool, negated: bool
    ) -> None:
        met, count = f"criteria.met{scope}", f"criteria.count{scope}"
        of = self.facts.number(count) or 0.0
        if said is not None and said.kind == "SHARE":
            if negated:
                raise Refused
            n = said.of - said.n if missed else said.n
            self.add((Value(met, count_of(n)), Value(count, count_of(said.of))))
        elif every or (negated and missed):
            if missed != negated or (said is not None and negated):
                raise Refused
            both = any(item.text == "both" for item in every)
            n = said.n if said is not None else 2 if both else int(of)
            self.add((Value(met, count_of(n)), Value(count, count_of(n))))
        elif said is not None and not negated:
            self.add(Value(met, count_of(of - said.n if missed else said.n)))
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
        need = self.any("NEEDS")
        if need is None:
            return
        if any(i > need for i in self.at("NEG")):
            raise Refused
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
        usual = Compare(f"{metric}.actual", cast(Relation, relation), f"{metric}.expected")
        rank = Value(f"{metric}.rank", count_of(share.n))
        self.add((rank, Value(f"{metric}.rank_of", count_of(100)), usual))

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
        falls = [i for i in self.at("TREND") if self.items[i].value == "lower"]
        self.used.update(falls)
        lost = bool(self.take("PENALTY")) or bool(falls)
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
        prep = any(i.kind == "p" and i.value == "in" and i.text == "in" for i in self.items)
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
