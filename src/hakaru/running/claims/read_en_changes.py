"""Frames of clauses that compare or tell of a change."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from hakaru.guard.claims import (
    Bound,
    Count,
    Every,
    Relation,
    Series,
    Trend,
)  # fmt: skip
from hakaru.running.claims.read_en_frames import (
    HALVES,
    WITH_USUAL,
    Refused,
    relation_by,
)
from hakaru.running.claims.read_en_meaning import (
    WHOLE,
    Amount,
    Degree,
    Spot,
    Stretch,
)
from hakaru.running.claims.read_en_values import Values

_DIFFERENCES = {"%", "points"}
_OF_SPEED = {"faster", "slower"}


class Changes(Values):
    """What is higher, what rose, what lies beyond a figure."""

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
        metrics = self._compared_metrics(word)
        by, right, left = self._roles(r, metrics)
        if self.any("REF") is not None or (self.topic.against and not self._then()
                                           and right is None and not self.own_spots()):  # fmt: skip
            self._with_usual(metrics, word, by, right, left, negated=negated, degree=degree)
        elif self._then() or (right is None and len(self.own_spots() or self.topic.spots) > 0):
            self._with_place(r, metrics, word, by, (left, right), negated=negated, degree=degree)
        elif right is not None and by is None and not degree:
            self._limit(metrics, word, right, left, negated=negated)
        else:
            raise Refused

    def _then(self) -> bool:
        return any(item.kind == "p" and item.value == "than"
                   and any(later.kind in ("PLACE", "START", "END") for later in self.items[i:])
                   for i, item in enumerate(self.items))  # fmt: skip

    def _compared_metrics(self, word: str) -> tuple[str, ...]:
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
        by: int | None = None
        right: int | None = None
        left: int | None = None
        for i in self.at("AMT"):
            amount = self.items[i].amount
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
        self.used.update(i for i in (by, right, left) if i is not None)
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
        self, r: int, metrics: tuple[str, ...], word: str, by: int | None,
        figures: tuple[int | None, int | None], *, negated: bool, degree: Degree,
    ) -> None:  # fmt: skip
        if len(metrics) != 1 or self.at("ALL", "SPAN", "SHARE", "COUNT"):
            raise Refused
        metric = metrics[0]
        relation = relation_by(word, metric)
        first, second = self._sides(r)
        if relation is None:
            raise Refused
        one, other = (f"{metric}.actual@{spot}" for spot in (first, second))
        for figure, spot in zip(figures, (first, second), strict=True):
            if figure is not None:
                self.value_at(figure, metric, (spot,))
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
            self._moved_from_usual(metric, relation, degree)
            return
        self._moved(metric, relation, degree)

    def _moved_from_usual(self, metric: str, relation: str, degree: Degree) -> None:
        self.take("REF")
        amounts = self.at("AMT")
        if len(amounts) > 1 or metric not in WITH_USUAL:
            raise Refused
        self.used.update(amounts)
        by = self._by(amounts[0] if amounts else None)
        expected = f"{metric}.expected"
        self.add(self.meaning.compare(f"{metric}.actual", relation, expected, by, degree=degree))

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
                   if (a := self.items[i].amount) and a.figure.unit in ("m", "m/km")]  # fmt: skip
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
