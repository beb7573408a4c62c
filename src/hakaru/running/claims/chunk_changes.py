"""Frames of clauses that compare, that tell of a change, or that state plain figures."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from hakaru.guard.claims import (
    Bound,
    Count,
    Every,
    Relation,
    Series,
    Span,
    Trend,
)  # fmt: skip
from hakaru.running.claims.chunk_frames import (
    HALVES,
    WITH_USUAL,
    Refused,
    Topic,
    relation_by,
)
from hakaru.running.claims.chunk_places import Places
from hakaru.running.claims.read_en_meaning import (
    SPLITS,
    WHOLE,
    Amount,
    Claims,
    Degree,
    Spot,
    Stretch,
)
from hakaru.running.claims.read_en_tokens import BARE, CLOCK

_DIFFERENCES = {"%", "points"}
_OF_SPEED = {"faster", "slower"}


class Statement(Places):
    """A clause with all of its frames."""

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

    def compared(self) -> None:
        """Against a reference, a place or a figure."""
        rels = self.at("REL")
        if not rels:
            return
        if len(rels) != 1 or self.at("EXT", "TREND", "RANGE"):
            raise Refused
        r = rels[0]
        self.used.add(r)
        word = self.items[r].value
        negated, degree = self.negated(), self.degree()
        metrics = self._compared_metrics(word, r)
        by, right, left = self._roles(r, metrics)
        if self.any("REF") is not None or (self.topic.against and not self._then(r)
                                           and right is None and not self.own_spots()):  # fmt: skip
            self._with_usual(metrics, word, by, right, left, negated=negated, degree=degree)
        elif self._then(r) or (right is None and len(self.own_spots() or self.topic.spots) > 0):
            self._with_place(r, metrics, word, by, right, left, negated=negated, degree=degree)
        elif right is not None and by is None and not degree:
            self._limit(metrics, word, right, left, negated=negated)
        else:
            raise Refused

    def _then(self, r: int) -> bool:
        return any(item.kind == "p" and item.value == "than"
                   and any(later.kind in ("PLACE", "START", "END") for later in self.items[i:])
                   for i, item in enumerate(self.items))  # fmt: skip

    def _compared_metrics(self, word: str, r: int) -> tuple[str, ...]:
        own = self.own_metrics()
        if word in _OF_SPEED:
            metrics = own if "pace" in own else ("pace",)
            if own and "pace" not in own:
                raise Refused
            self.take("METRIC")
            if self.topic.metrics == ("pace",):
                self.asked_metric = True
            return metrics
        if (not own and not self.topic.metrics) or word in ("atleast", "atmost", "higher", "lower"):
            amounts = [self.items[i].amount for i in self.at("AMT")]
            units = {"s/km": "pace", "bpm": "heart_rate", "spm": "cadence", "km": "distance",
                     "ms": "gct", "s": "duration", "W": "power", "°C": "temperature"}  # fmt: skip
            named = [units[a.figure.unit] for a in amounts if a and a.figure.unit in units]
            if not own and named and named[-1] not in self.topic.metrics:
                return (named[-1],)
        found = self.metrics()
        if not found:
            raise Refused
        return found

    def _roles(self, r: int, metrics: tuple[str, ...]) -> tuple[int | None, int | None, int | None]:
        """Which figure is the difference, which is of the other one, which of the first."""
        by = right = left = None
        for i in self.at("AMT"):
            item, amount = self.items[i], self.items[i].amount
            assert amount is not None
            unit = amount.figure.unit
            between = self.items[i + 1 : r]
            if not self._may_be(unit, metrics):
                continue
            adjacent = (
                i < r and not self.items[i + 1].gap and all(x.kind == "DEGREE" for x in between)
            )
            said_by = self.before(i).value == "by" and self.before(i).kind == "p"
            differs = (unit in _DIFFERENCES and metrics[0] != "vr") or (
                unit == "s" and metrics[0] == "pace") or unit == "points"  # fmt: skip
            if said_by or adjacent or differs:
                if by is not None:
                    raise Refused
                by = i
            elif i > r and self.before(i).text != "at":
                if right is not None:
                    raise Refused
                right = i
            else:
                if left is not None:
                    raise Refused
                left = i
        for i in (by, right, left):
            if i is not None:
                self.used.add(i)
        return by, right, left

    def _may_be(self, unit: str, metrics: tuple[str, ...]) -> bool:
        """Whether a figure may be a value or a difference of the metric; others state their own."""
        own = {self.meaning.unit_of(metric) for metric in metrics}
        others = {"s/km", "bpm", "ms", "spm", "km", "W", "°C"}
        return unit not in others - own

    def _by(self, by: int | None) -> Amount | None:
        return None if by is None else self.items[by].amount

    def _with_usual(
        self, metrics: tuple[str, ...], word: str, by: int | None, right: int | None,
        left: int | None, *, negated: bool, degree: Degree,
    ) -> None:  # fmt: skip
        refs = self.take("REF")
        role = refs[0].value if refs else self.topic.against
        spots = self.spots() if self.own_spots() else ()
        self.take("ALL")
        if len(refs) > 1 or role == "asked" or spots:
            raise Refused
        if (right is not None or left is not None) and len(metrics) != 1:
            raise Refused
        for metric in metrics:
            relation = relation_by(word, metric)
            if metric not in WITH_USUAL or relation is None:
                raise Refused
            other = f"{metric}.{role}"
            if right is not None:
                found, amount = self.metric_at(right, metric)
                if found != metric:
                    raise Refused
                self.add(self.meaning.of_ids([other], amount))
            if left is not None:
                self.value_at(left, metric, ())
            self.add(self.meaning.compare(f"{metric}.actual", relation, other, self._by(by),
                                          degree=degree, negated=negated))  # fmt: skip
        self.against = role
        if len(metrics) == 1:
            self.pair = (f"{metrics[0]}.actual", f"{metrics[0]}.{role}")

    def _with_place(
        self, r: int, metrics: tuple[str, ...], word: str, by: int | None, right: int | None,
        left: int | None, *, negated: bool, degree: Degree,
    ) -> None:  # fmt: skip
        if len(metrics) != 1 or self.at("ALL", "SPAN", "SHARE", "COUNT"):
            raise Refused
        metric = metrics[0]
        relation = relation_by(word, metric)
        first, second = self._sides(r)
        if relation is None:
            raise Refused
        one, other = (f"{metric}.actual@{spot}" for spot in (first, second))
        for i, spot in ((left, first), (right, second)):
            if i is not None:
                self.value_at(i, metric, (spot,))
        amount = self._by(by)
        self.add(self.meaning.compare(one, relation, other, amount, degree=degree, negated=negated))
        self.near_spots, self.pair, self.near_metric = (first,), (one, other), metric

    def _sides(self, r: int) -> tuple[str, str]:
        """The two places: the one behind "than" is the second."""
        own = [(i, spot) for i, item in enumerate(self.items) for spot in item.spots]
        thans = [
            i for i, item in enumerate(self.items) if item.kind == "p" and item.value == "than"
        ]
        then = thans[0] if thans else r
        spots = [spot for _, spot in own]
        behind = [spot for i, spot in own if i > then]
        self.take("PLACE", "START", "END")
        if len(own) == 2 and len(behind) == 1:
            pair = [spot for spot in spots if spot not in behind] + behind
        elif len(own) == 2 and thans and len(behind) == 2:
            pair = [spots[1], spots[0]] if then < own[0][0] < r else spots
            if not then < own[0][0] < r:
                raise Refused
        elif len(own) == 1 and behind and thans:
            self.asked_spot = True
            if self.topic.spots[-1:] == (spots[0],):
                raise Refused
            before = [spot for spot in self.topic.spots if spot != spots[0]]
            pair = [before[-1] if before else self._half(spots[0]), spots[0]]
        elif len(own) == 1:
            pair = [spots[0], self._half(spots[0])]
        elif not own and len(self.topic.spots) == 1:
            self.asked_spot = True
            pair = [self.topic.spots[0], self._half(self.topic.spots[0])]
        else:
            raise Refused
        if len(pair) != 2 or any(isinstance(spot, Stretch) for spot in pair) or pair[0] == pair[1]:
            raise Refused
        return str(pair[0]), str(pair[1])

    def _half(self, spot: Spot) -> Spot:
        if spot not in HALVES:
            raise Refused
        return HALVES[1 - HALVES.index(str(spot))]

    def _limit(
        self, metrics: tuple[str, ...], word: str, right: int, left: int | None, *, negated: bool
    ) -> None:
        """Above or below a figure: at a place, everywhere, so many times."""
        hint = metrics[0] if len(metrics) == 1 else None
        metric, amount = self.metric_at(right, hint)
        if metric not in metrics or amount.bound is not None:
            raise Refused
        if metric == "pace" and word in ("higher", "lower") and not any(
                item.text in ("under", "over") for item in self.items):  # fmt: skip
            raise Refused
        bound = self._bound(word, metric, negated=negated)
        figure = amount.figure
        every, shares, counts = self.take("ALL"), self.take("SHARE"), self.take("COUNT")
        series = Series(metric, "actual", self.kind_of_series())
        spots = self.spots() if self.own_spots() or self.topic.open_spot else ()
        if left is not None:
            self.value_at(left, metric, spots)
        if shares or (counts and not every):
            if negated or spots or len(shares) + len(counts) != 1:
                raise Refused
            n = shares[0].n if shares else counts[0].n
            self.add(Count(series, bound, figure.said, n))
            if shares:
                total = replace(shares[0], n=shares[0].of, value=self.noun)
                self.add(self._total(total))
            return
        for count in counts:
            self.add(self._total(count))
        spots = self._stretched(spots)
        stretches = [spot for spot in spots if isinstance(spot, Stretch)]
        if stretches:
            self.add(tuple(self.meaning.every(metric, spot, bound, figure) for spot in stretches))
        elif spots:
            for spot in spots:
                self.add(self.meaning.value(metric, spot, Amount(figure, bound)))
        elif every or negated:
            self.add(Every(series, bound, figure.said))
        else:
            self.add(self.meaning.value(metric, WHOLE, Amount(figure, bound)))

    def _stretched(self, spots: tuple[Spot, ...]) -> tuple[Spot, ...]:
        """From one place to another, where a clause is not about a change."""
        preps = [item.value for item in self.items if item.kind == "p"]
        if len(spots) != 2 or "from" not in preps or "to" not in preps:
            return spots
        (kind, first), (other, last) = (str(spot).rsplit(" ", 1) for spot in spots)
        if kind != other or not (first.isdigit() and last.isdigit()):
            raise Refused
        return (Stretch(kind, int(first), int(last)),)

    def _bound(self, word: str, metric: str, *, negated: bool) -> Bound:
        fixed: dict[str, Bound] = {"atleast": "at_least", "atmost": "at_most"}
        relation = relation_by(word, metric)
        if word in fixed and not negated:
            return fixed[word]
        if relation is None:
            raise Refused
        if negated:
            return "at_most" if relation == "higher" else "at_least"
        return "above" if relation == "higher" else "below"

    def trends(self) -> None:
        """Rises and falls: from a figure to another, by so much, from place to place."""
        if self.any("TREND") is None:
            return
        trends = self.take("TREND")
        if (
            self.at("REL")
            and self.at("AMT")
            and self.at("NEG", "ALL")
            and not self.at("REF", "RANGE")
        ):
            return
        if len({t.value for t in trends}) != 1 or self.at("NEG", "EXT", "RANGE", "REL"):
            raise Refused
        word = trends[0].value
        if self._climbed(word):
            return
        metrics = self._trend_metrics(word)
        if len(metrics) != 1:
            raise Refused
        metric = metrics[0]
        relation = {"higher": "higher", "lower": "lower"}.get(word) or relation_by(word, metric)
        if metric == "pace" and word in ("higher", "lower"):
            relation = ("higher" if word == "lower" else "lower") if self._lost_time() else None
            if word == "higher" and trends[0].text.startswith("drift"):
                relation = "higher"
        if relation is None:
            raise Refused
        degree = self.degree()
        if self.any("REF") is not None:
            self.take("REF")
            amounts = self.at("AMT")
            if len(amounts) > 1 or metric not in WITH_USUAL:
                raise Refused
            self.used.update(amounts)
            by = self._by(amounts[0] if amounts else None)
            self.add(
                self.meaning.compare(
                    f"{metric}.actual", relation, f"{metric}.expected", by, degree=degree
                )
            )
            return
        self._moved(metric, relation, degree)

    def _trend_metrics(self, word: str) -> tuple[str, ...]:
        if word in _OF_SPEED:
            self.take("METRIC")
            return self.own_metrics() or ("pace",)
        if self._lost_time():
            return ("pace",)
        own = self.own_metrics()
        for i in self.at("AMT"):
            amount = self.items[i].amount
            unit = amount.figure.unit if amount else ""
            found = {"bpm": "heart_rate", "spm": "cadence", "W": "power", "°C": "temperature"}.get(
                unit
            )
            if not own and found:
                return (found,)
        return self.metrics()

    def _lost_time(self) -> bool:
        """As "you lost 4 s per km"."""
        said = any(x.kind == "TREND" and x.text in ("lost", "loses", "losing", "gained", "gaining")
                   for x in self.items)  # fmt: skip
        units = {x.amount.figure.unit for x in self.items if x.amount is not None}
        return said and units <= {"s", "s/km"} and not self.own_metrics()

    def _climbed(self, word: str) -> bool:
        """Metres up or down."""
        amounts = [i for i in self.at("AMT")
                   if (a := self.items[i].amount) is not None and a.figure.unit in ("m", "m/km")]  # fmt: skip
        if not amounts or word not in ("higher", "lower"):
            return False
        spots = self.spots() if self.own_spots() or self.topic.open_spot else self.topic.spots
        self.asked_spot = True
        named = set(self.own_metrics())
        metric = "climb" if word == "higher" else "descent"
        if named - {metric}:
            if named != {"climb", "descent"} - {metric} or word == "higher":
                raise Refused
            metric = "descent"
        self.take("METRIC", "ALL", "ONLYONE")
        for i in amounts:
            self.used.add(i)
            self.value_at(i, metric, spots)
        self.near_spots = spots
        return True

    def _moved(self, metric: str, relation: str, degree: Degree) -> None:
        spots = list(self.spots() if self.own_spots() else ())
        if not spots and len(self.topic.spots) == 1:
            spots = list(self.spots())
        stretches = [spot for spot in spots if isinstance(spot, Stretch)]
        amounts = self._ends()
        self.take("ALL")
        if stretches:
            if len(spots) != 1 or len(amounts) not in (0, 2):
                raise Refused
            stretch = stretches[0]
            self.add(Trend(self.meaning.series(metric, stretch), cast(Relation, relation)))
            spots = [f"{stretch.kind} {stretch.first}", f"{stretch.kind} {stretch.last}"]
        elif len(spots) == 1 and spots[0] in HALVES and [w for w, _ in amounts] != ["from"]:
            spots = list(HALVES) if spots[0] == HALVES[1] else []
        elif len(spots) == 1 and [w for w, _ in amounts] == ["from"] and len(self.topic.spots) == 1:
            spots, self.asked_spot = [spots[0], self.topic.spots[0]], True
        elif len(spots) == 1 and amounts:
            spots = [self._opposite(spots[0]), spots[0]]
        elif not spots and len(amounts) == 2:
            spots = list(self.topic.spots if len(self.topic.spots) == 2 else ())
            self.asked_spot = bool(spots) or self.asked_spot
            spots = spots or [
                str(self.meaning.scope("split", 1)),
                str(self.meaning.scope("split", -1)),
            ]
        elif not spots and not amounts and self._is_split():
            spots = list(HALVES)
        elif not spots and len(self.topic.spots) == 2:
            spots, self.asked_spot = list(self.topic.spots), True
        if len(spots) != 2:
            raise Refused
        self._moved_between(metric, relation, degree, [str(spot) for spot in spots], amounts)

    def _is_split(self) -> bool:
        return any(item.kind == "TREND" and item.text.endswith(" split") for item in self.items)

    def _opposite(self, spot: Spot) -> Spot:
        first = self.meaning.scope("split", 1)
        if first is None or spot == first:
            raise Refused
        return first

    def _ends(self) -> list[tuple[str, int]]:
        """The figures with the word before each: from, to, by."""
        found = [
            (self.before(i).value if self.before(i).kind == "p" else "", i) for i in self.at("AMT")
        ]
        self.used.update(i for _, i in found)
        if len(found) > 2:
            raise Refused
        return found

    def _moved_between(
        self,
        metric: str,
        relation: str,
        degree: Degree,
        spots: list[str],
        amounts: list[tuple[str, int]],
    ) -> None:
        first, second = spots
        ends = [i for word, i in amounts if word != "by"]
        by = [i for word, i in amounts if word == "by"]
        if len(ends) == 2:
            own = [i for i, item in enumerate(self.items) if item.spots]
            words = [word for word, _ in amounts]
            if words == ["to", "from"]:
                ends = ends[::-1]
                if len(own) == 2:
                    first, second = second, first
            self.value_at(ends[0], metric, (first,))
            self.value_at(ends[1], metric, (second,))
        elif len(ends) == 1:
            word = next(word for word, _ in amounts if word != "by")
            if word == "to" or (word == "at" and not by):
                self.value_at(ends[0], metric, (second,))
            elif word == "from":
                self.value_at(ends[0], metric, (first,))
            else:
                by = ends
        one, other = f"{metric}.actual@{second}", f"{metric}.actual@{first}"
        amount = self._by(by[0]) if len(by) == 1 else None
        self.add(self.meaning.compare(one, relation, other, amount, degree=degree))
        self.near_spots, self.pair, self.near_metric = (second,), (other, one), metric

    # plain figures

    def values(self) -> None:
        """Figures that nothing else has taken: of the places and metrics near them."""
        self._spans()
        amounts = self.at("AMT")
        if not amounts:
            return
        self._apart()
        amounts = self.at("AMT")
        if self.at("NEG", "MISSING", "PENALTY"):
            raise Refused
        if self._paired(amounts):
            return
        places = [i for i, item in enumerate(self.items) if item.kind in ("PLACE", "START", "END")]
        halves = self.any("HALVES") is not None
        carried = not places and not halves
        spots = tuple(self.spots()) if not carried else (
            self.near_spots if self.near_spots is not None else self.topic.spots)  # fmt: skip
        self.asked_spot = self.asked_spot or carried
        every = self.take("ALL")
        spots = self._each(spots, len(amounts))
        if len(spots) > 1 and carried and not every:
            if not self.own_metrics():
                raise Refused
            spots = ()
        if not spots and self.of_reps():
            spots, carried = (SPLITS,), False
        for order, i in enumerate(amounts):
            hint = self._hint(i)
            self.used.add(i)
            if self.before(i).kind == "p" and self.before(i).value == "by":
                raise Refused
            if self._of_usual(i, hint):
                continue
            of = self._spots_of(i, order, amounts, spots, places, hint)
            self.value_at(i, hint, of, carried=carried and self.near_spots is None)
        if self.at("METRIC"):
            self._name_metrics()
        if spots:
            self.near_spots = tuple(spots)

    def _paired(self, amounts: list[int]) -> bool:
        """The two figures of what was just compared: "220 ms against 223 ms"."""
        joint = [i for i, x in enumerate(self.items) if x.kind == "p" and x.value in ("than", "to")]
        if len(amounts) != 2 or len(self.topic.pair) != 2 or self.own_metrics() or self.own_spots():
            return False
        if not any(amounts[0] < i < amounts[1] for i in joint):
            return False
        metric = self.topic.pair[0].partition(".")[0]
        for i, fact in zip(amounts, self.topic.pair, strict=True):
            found, amount = self.metric_at(i, metric)
            if found != metric:
                raise Refused
            self.used.add(i)
            self.add(self.meaning.of_ids([fact], amount))
        self.asked_metric = self.asked_spot = True
        return True

    def _each(self, spots: tuple[Spot, ...], n: int) -> tuple[Spot, ...]:
        """The places of a stretch: one figure for each, or one rough figure for all."""
        if not any(isinstance(spot, Stretch) for spot in spots):
            return spots
        if len(spots) != 1 or not isinstance(spots[0], Stretch):
            raise Refused
        stretch = spots[0]
        series = Series("pace", "actual", stretch.kind, stretch.first, stretch.last)
        each = tuple(fact.scope for fact in self.facts.series(series))
        if n not in (1, len(each)) or not each:
            raise Refused
        return each

    def _name_metrics(self) -> None:
        self.take("METRIC", "METRICS")

    def _apart(self) -> None:
        """A stated gap between two places is not read here."""
        if any(item.kind == "p" and item.value == "apart" for item in self.items):
            raise Refused

    def _hint(self, i: int) -> str | None:
        owners = self._owners(i)
        amount = self.items[i].amount
        assert amount is not None
        own = self.own_metrics()
        if len(own) > 1:
            for metric in own:
                found = self.meaning.metric_of(amount.figure, metric)
                if amount.figure.unit not in (BARE, CLOCK) and found and found[0] == metric:
                    return metric
        return self.near_metric or (owners[0] if owners else None)

    def _of_usual(self, i: int, hint: str | None) -> bool:
        """A figure beside "expected", "usual" is of that."""
        refs = self.at("REF")
        taken = [j for j, item in enumerate(self.items) if item.kind == "REF"]
        amount = self.items[i].amount
        if taken and hint is None and amount is not None:
            hint = {"ms": "gct", "spm": "cadence", "N/m/kg": "leg_stiffness"}.get(
                amount.figure.unit
            )
        if not taken or hint not in WITH_USUAL:
            return False
        near = self.items[i - 1].kind == "REF" if i else False
        behind = i + 1 < len(self.items) and self.items[i + 1].kind == "REF" and not any(
            j > i + 1 for j in self.at("AMT"))  # fmt: skip
        if not (near or behind):
            return False
        self.used.update(refs)
        role = self.items[i - 1 if near else i + 1].value
        found, amount = self.metric_at(i, hint)
        if found != hint or role == "asked":
            raise Refused
        self.against = role
        self.near_metric = hint
        self.add(self.meaning.of_ids([f"{hint}.{role}"], amount))
        return True

    def _spots_of(
        self, i: int, order: int, amounts: list[int], spots: tuple[Spot, ...], places: list[int],
        hint: str | None,
    ) -> tuple[Spot, ...]:  # fmt: skip
        if len(spots) <= 1 or len(amounts) == 1:
            return spots
        if len(spots) == len(amounts):
            return (spots[order],)
        if len(amounts) % len(spots) == 0 and len(places) == len(spots):
            behind = [j for j in places if j < i]
            chosen = behind[-1] if behind else places[0]
            return self.items[chosen].spots
        raise Refused

    def _spans(self) -> None:
        """Between two figures: every value of a stretch, or lowest and highest of all."""
        for i in self.at("SPAN"):
            span = self.items[i]
            assert span.amount is not None and span.other is not None
            own = self.own_metrics()
            hint = (
                own[0]
                if len(own) == 1
                else self.topic.metrics[0]
                if self.topic.metrics and not own
                else None
            )
            low, high = (self._as_metric(amount, hint) for amount in (span.amount, span.other))
            if low[0] != high[0]:
                raise Refused
            metric = low[0]
            self.metrics()
            self.used.add(i)
            for count in self.take("COUNT"):
                self.add(self._total(count))
            self.take("ALL")
            spots = self.spots() if self.own_spots() or self.topic.open_spot else ()
            series = Series(metric, "actual", self.kind_of_series())
            if not spots:
                self.add(
                    Span(
                        series,
                        *sorted((low[1].figure.said, high[1].figure.said), key=lambda s: s.value),
                    )
                )
                continue
            for spot in self._stretched(spots):
                if not isinstance(spot, Stretch):
                    raise Refused
                self.add(self.meaning.span(metric, spot, low[1].figure, high[1].figure))

    def _as_metric(self, amount: Amount, hint: str | None) -> tuple[str, Amount]:
        found = self.meaning.metric_of(amount.figure, hint)
        if found is None and amount.figure.unit == CLOCK:
            found = self.meaning.metric_of(amount.figure, "pace")
        if found is None or (found[0] != hint and amount.figure.unit in ("%", "cm", "points")):
            raise Refused
        return found[0], replace(amount, figure=found[1])
