"""Comparatives: one value against another, against what is expected, and how far apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hakaru.guard.claims import Limit, Said, Trend
from hakaru.running.claims.en.chunks import Chunk
from hakaru.running.claims.en.clause import (
    HALVES,
    PLACES,
    WITH_USUAL,
    Refused,
)
from hakaru.running.claims.en.frames.values import Values
from hakaru.running.claims.en.meaning import WHOLE, Degree, Spot, Stretch

_SMALLEST_VALUE = 60.0
"""Differences of heart rate, cadence or contact time are smaller than this."""
_CONCEDING = frozenset({"gave", "give", "gives", "giving", "conceded", "conced"})
_TIMES = frozenset({"pace", "distance", "duration", "climb", "descent", "power", "heart_rate"})
_RELATIONS: dict[str, tuple[frozenset[str] | None, str]] = {
    "faster": (frozenset({"pace"}), "lower"), "slower": (frozenset({"pace"}), "higher"),
    "longer": (frozenset({"gct", "distance", "duration", "step_length"}), "higher"),
    "shorter": (frozenset({"gct", "distance", "duration", "step_length"}), "lower"),
    "higher": (None, "higher"), "lower": (None, "lower"),
    "larger": (frozenset({"vo", "vr", "step_length"}), "higher"),
    "smaller": (frozenset({"vo", "vr", "step_length"}), "lower"),
    "stiffer": (frozenset({"leg_stiffness"}), "higher"),
    "softer": (frozenset({"leg_stiffness"}), "lower"),
    "more": (_TIMES - {"pace"} | set(WITH_USUAL), "higher"),
    "less": (_TIMES - {"pace"} | set(WITH_USUAL), "lower"),
    "off": (None, "off"), "sooner": (frozenset({"gct"}), "lower"),
    "later": (frozenset({"gct"}), "higher"),
    "noslower": (frozenset({"pace"}), "not higher"), "nofaster": (frozenset({"pace"}), "not lower"),
}  # fmt: skip


def relation_by(word: str, metric: str) -> str | None:
    """Which way a comparative goes for the values of a metric; None: it is not said of it."""
    metrics, relation = _RELATIONS.get(word, (frozenset(), ""))
    if metric == "pace" and word in ("higher", "lower"):
        return None
    return relation if metrics is None or metric in metrics else None


_BY_SECONDS = {
    "more": "slower", "less": "faster", "behind": "slower", "trailed": "slower", "trails": "slower",
    "trailing": "slower", "ahead": "faster", "in": "faster",
}  # fmt: skip
"""What so many seconds "more", or "ahead of" another place, say of a pace; "in front of"."""


class Comparisons(Values):
    """Frames that set figures and places against each other."""

    # comparisons

    def spread(self) -> None:
        """How far the fastest and the slowest, the highest and the lowest are apart."""
        words = [self.items[i].value for i in self.at("EXT")]
        pairs = ({"fastest", "slowest"}, {"highest", "lowest"})
        rels = self.at("REL")
        apart = self.has("APART") or bool(self.named("WITHIN")) or bool(rels)
        apart = apart or self.prep("between", "than") is not None
        amounts = self.at("AMT")
        if len(words) != 2 or set(words) not in pairs or not apart or len(amounts) != 1:
            return
        if self.own_spots() or self.has("NEG", "ALL") or len(rels) > 1:
            raise Refused
        own = self.own_metrics()
        metric = "pace" if "fastest" in words else own[0] if len(own) == 1 else ""
        sign = words[0] in ("fastest", "lowest")
        if rels and relation_by(self.items[rels[0]].value, metric) != (
            "lower" if sign else "higher"
        ):
            raise Refused
        ordered = self.in_order(self.meaning.series(metric, self.kind_of_series()), "lowest")
        amount = self.items[amounts[0]].amount
        if len(ordered) < 2 or amount is None:
            raise Refused
        figure = self.meaning.difference(amount.figure, ordered[0].unit)
        if figure is None:
            raise Refused
        self.used.update([*amounts, *rels, *self.at("EXT", "APART", "METRIC")])
        high, low = (f"{metric}.actual@{fact.scope}" for fact in (ordered[-1], ordered[0]))
        self.add(self.meaning.compare(high, "higher", low, replace(amount, figure=figure)))

    def close_together(self) -> None:
        """As "all ten splits lay within 12 s of each other": highest and lowest so far apart at
        most."""
        amounts = self.at("AMT")
        windows = [i + 1 for i in amounts if i + 1 in self.at("RANGE", "BAND", "APART")]
        near = bool(self.at("EACHOTHER") or windows) and any(
            self.items[i].value == "inside" for i in self.at("SIDE"))  # fmt: skip
        differ = self.has("APART") and self.has("QUANT", "COUNT") and not self.has("EACHOTHER")
        if len(amounts) != 1 or not (near or differ) or self.has("NEG", "EXT", "REL", "REF"):
            return
        amount = self.items[amounts[0]].amount
        if self.own_spots() or amount is None or len(self.own_metrics()) > 1:
            raise Refused
        if differ and amount.bound not in ("at_most", "below"):
            return
        own = self.own_metrics() or ("pace",)
        ordered = self.in_order(self.meaning.series(own[0], self.kind_of_series()), "lowest")
        figure = self.meaning.difference(amount.figure, ordered[0].unit) if ordered else None
        if figure is None or len(ordered) < 2 or figure.unit == "%":
            raise Refused
        for item in (*self.take("COUNT"), *self.take("QUANT")):
            noun, n = (item.value, item.n) if item.kind == "COUNT" else (item.text, item.n)
            self.add(self.total(n, noun) if n else ())
        self.used.update(
            [*amounts, *windows, *self.at("EACHOTHER", "SIDE", "APART", "METRIC", "ALL", "NOUN")]
        )
        low = float(ordered[0].value)
        limit = Said(value=low + figure.value, unit=ordered[0].unit, slack=figure.slack)
        self.add(Limit(f"{own[0]}.actual@{ordered[-1].scope}", "at_most", limit))
        self.near_metric = own[0]

    def differing(self) -> None:
        """Two places or halves so much apart, whichever is the higher."""
        spots = self.own_spots()
        if not spots and not self.own_metrics() and self.has("APART"):
            ends = tuple(name.partition("@")[2] for name in self.topic.pair)
            spots = self.topic.recent_spots or (ends if all(ends) else ())
        if not self.has("APART") or len(spots) != 2 or self.has("REL", "NEG"):
            return
        amounts = self.at("AMT")
        own = self.own_metrics() or (("pace",) if amounts and self.items[
            amounts[0]].figure.unit in ("s", "s/km") else self.topic.metrics)  # fmt: skip
        if len(amounts) != 1 or len(own) != 1 or self.has_stretch():
            raise Refused
        metric = own[0]
        left, right = (f"{metric}.actual@{spot}" for spot in spots)
        values = [self.facts.number(name) for name in (left, right)]
        if None in values:
            raise Refused
        amount = self.items[amounts[0]].amount
        unit = self.facts.by_id[left].unit
        assert amount is not None
        figure = self.meaning.difference(amount.figure, unit)
        if figure is None:
            raise Refused
        self.used.update(amounts)
        self.take("METRIC", "ALL", "APART", *PLACES)
        relation = "higher" if (values[0] or 0.0) > (values[1] or 0.0) else "lower"
        self.add(self.meaning.compare(left, relation, right, replace(amount, figure=figure)))
        self.near_metric, self.pair = metric, (left, right)

    def compared(self) -> None:
        """One value against another: of two places, of halves, of what is expected."""
        rels = self.at("REL")
        turned = self.at("TREND") if self._against_reference() else []
        if not rels and turned:
            rels = [i for i in turned if self.items[i].value in ("higher", "lower", "longer",
                                                                 "shorter")]  # fmt: skip
        if not rels and not self._repeats():
            return
        if rels and self.has("PREV") and self.has("QUANT", "ALL"):
            self._each_than_before(rels)
            return
        if len(rels) > 1 and self.items[rels[1]].text in ("off", "short", "short of"):
            rels = rels[:1]
        if len(rels) > 1:
            raise Refused
        by = self.prep("by")
        behind = [item.kind for item in self.items[(by or 0) + 1 :] if item.kind != "ONLY"]
        if by is not None and behind[:1] == ["PLACE"]:
            raise Refused
        word = self.items[rels[0]] if rels else Chunk("REL", self.topic.relation)
        self.used.update(rels)
        size = self._size(rels[0] if rels else None)
        slower = _BY_SECONDS.get(word.text.split(" ")[0], "")
        of_pace = not self.own_metrics() and set(self.topic.metrics) <= {"pace", "duration"}
        in_time = size is not None and self.items[size].figure.unit in ("s", "s/km")
        if slower and of_pace and in_time:
            word = replace(word, value=slower)
        negated = self.negated()
        metrics = self._compared_metrics(word, size)
        self.take("ALL", "ONLY")
        for metric in metrics:
            self._compare(metric, word, size, negated=negated)

    def _each_than_before(self, rels: Sequence[int]) -> None:
        """As "every kilometre was faster than the one before"."""
        spots, quants = self.own_spots(), [item.value for item in self.take("QUANT")]
        metric = "pace" if not self.own_metrics() else self.own_metrics()[0]
        relation = relation_by(self.items[rels[0]].value, metric) if len(rels) == 1 else None
        if relation not in ("lower", "higher") or len(spots) > 1 or "none" in quants:
            raise Refused
        series = self.meaning.series(metric, self.kind_of_series())
        for spot in spots:
            if not isinstance(spot, Stretch) or spot.first is None:
                raise Refused
            series = replace(series, first=max(1, spot.first - 1), last=spot.last)
        self.used.update(rels)
        self.take("PREV", "ALL", "METRIC", "DEGREE", *PLACES)
        self.add(Trend(series, "lower" if relation == "lower" else "higher"))
        self.near_metric = metric

    def restated(self) -> None:
        """As "16 ms longer than usual, which amounts to 6.6%": the same difference as a share."""
        amounts, topic = self.at("AMT"), self.topic
        kinds = {item.kind for item in self.items} - {"p", "HEDGE", "AMT"}
        if len(amounts) != 1 or kinds or topic.role != "expected" or len(topic.pair) != 2:
            return
        metric = topic.pair[0].partition(".")[0]
        relation = relation_by(topic.relation, metric) if topic.relation else None
        amount = self.items[amounts[0]].amount
        if relation not in ("higher", "lower") or amount is None or metric == "vr":
            return
        if amount.figure.unit == "%" and topic.pair == (f"{metric}.actual", f"{metric}.expected"):
            self.used.update(amounts)
            self.asked_metric = True
            self.add(self.meaning.compare(*(topic.pair[0], relation, topic.pair[1]), amount))
            self.pair, self.near_metric = topic.pair, metric

    def _against_reference(self) -> bool:
        roles = [self.items[i].value for i in self.named("REF")]
        return bool(set(roles) & {"expected", "target"}) and not self.own_spots()

    def _repeats(self) -> bool:
        """As "and vertical ratio by 6.4 percent": the comparison of the clause before."""
        by = self.prep("by")
        return bool(self.topic.relation and self.topic.role and by is not None
                    and self.own_metrics() and len(self.at("AMT")) <= 2)  # fmt: skip

    def _size(self, rel: int | None) -> int | None:
        """The figure that says by how much: right before the comparative, or behind "by"."""
        by = self.prep("by")
        for i in self.at("AMT"):
            if by is not None and i > by and not any(by < j < i for j in self.named("AMT")):
                self.used.add(i)
                return i
        if rel is None:
            return None
        before = rel - 1
        while (before >= 0 and self.items[before].kind in ("DEGREE", "HEDGE")) or (
                before >= 0 and self.items[before].value == "too"):  # fmt: skip
            before -= 1
        if (
            before in self.at("AMT")
            and not self._is_a_value(before)
            and not any(self.items[j].gap for j in range(before + 1, rel + 1))
        ):
            self.used.add(before)
            return before
        after = rel + 1
        if self.items[rel].text.split(" ")[0] in _CONCEDING and after in self.at("AMT"):
            self.used.add(after)
            return after
        than = after < len(self.items) and self.items[after].kind == "p" and self.items[
            after].value not in ("than", "to", "by")  # fmt: skip
        if after in self.at("AMT") and self._size_fits(after) and not than:
            role = self.neighbour(after, 1)
            against = self.items[after + 1 : after + 2]
            if role is not None and self.items[role].kind == "REF" and not (
                    against and against[0].value == "than"):  # fmt: skip
                return None
            self.used.add(after)
            return after
        return None

    def _is_a_value(self, i: int) -> bool:
        """Whether a figure is about as large as another one of its unit: both are values."""
        figure = self.items[i].figure
        others = [self.items[j].figure for j in self.at("AMT") if j != i]
        return figure.unit not in ("%", "s") and figure.value >= _SMALLEST_VALUE and any(
            other.unit == figure.unit and 0.5 <= other.value / figure.value <= 2.0
            for other in others
        )  # fmt: skip

    def _size_fits(self, i: int) -> bool:
        return self.items[i].figure.unit in ("%", "points")

    def _compared_metrics(self, word: Chunk, size: int | None) -> tuple[str, ...]:
        if word.value in ("sooner", "later") and not self.own_metrics():
            return ("gct",)
        if word.value in ("faster", "slower", "noslower", "nofaster"):
            self.used.update(i for i in self.at("METRIC") if self.items[i].value == "pace")
            return ("pace",)
        own = tuple(m for m in self.own_metrics() if relation_by(word.value, m) is not None)
        if own:
            for i in self.at("METRIC"):
                if set(self.items[i].value.split()) <= set(own):
                    self.used.add(i)
            return own
        figures = [self.items[i].figure.unit for i in ([size] if size is not None else [])]
        figures += [self.items[i].figure.unit for i in self.at("AMT")]
        for unit in figures:
            metric = self.meaning.default_metric(unit)
            if metric and relation_by(word.value, metric) is not None:
                if metric in self.topic.metrics:
                    self.asked_metric = True
                return (metric,)
        carried = tuple(m for m in self.topic.metrics if relation_by(word.value, m) is not None)
        self.asked_metric = True
        if len(carried) != 1:
            raise Refused
        return carried

    def _compare(self, metric: str, word: Chunk, size: int | None, *, negated: bool) -> None:
        relation = relation_by(word.value, metric) if word.kind == "REL" else trend_of(
            word.value, metric)  # fmt: skip
        if relation is None:
            raise Refused
        if relation == "off":
            if size is None:
                raise Refused
            self.role = "expected"
            actual, expected = (self.facts.number(f"{metric}.{r}") for r in ("actual", "expected"))
            relation = "higher" if (actual or 0.0) > (expected or 0.0) else "lower"
        negated = negated != relation.startswith("not ")
        relation = relation.removeprefix("not ")
        left, right = self._sides(metric)
        by = None if size is None else self.items[size].amount
        degree: Degree = self.degree()
        self.relation = word.value
        self.near_metric = metric
        self.add(self.meaning.compare(left, relation, right, by, degree=degree, negated=negated))
        self.pair = (left, right)

    def _sides(self, metric: str) -> tuple[str, str]:
        """The facts that are compared: what is spoken of, and what it is held against."""
        spots, than = self.own_spots(), self.prep("than")
        if len(self.named("PLACE")) > len(spots) or (
            len(spots) == 1 and spots == self.topic.spots and than is not None
        ):
            raise Refused
        roles = [i for i in self.named("REF") if self.items[i].value in ("expected", "target")]
        if roles or (self.topic.role in ("expected", "target") and metric in WITH_USUAL
                     and not spots):  # fmt: skip
            self._roles_taken(roles)
            role = self.role or self.topic.role
            if spots or metric not in WITH_USUAL:
                raise Refused
            self._figures_of(metric, role)
            return f"{metric}.actual", f"{metric}.{role}"
        return self._placed_sides(metric, spots, than)

    def _placed_sides(
        self, metric: str, spots: Sequence[Spot], than: int | None
    ) -> tuple[str, str]:
        """The same where places are compared."""
        averages = [i for i in self.named("REF") if self.items[i].value == "average"]
        others = self.take("PREV", "NEXT")
        self.take(*PLACES)
        if len(spots) == 2 and not self.has_stretch():
            placed = self.named("PLACE", "START", "END")
            first = self.items[placed[-1]].spots[0] if len(placed) == 2 else spots[1]
            is_behind = than is not None and placed and than < placed[0]
            left, right = (spots[1], spots[0]) if is_behind else (spots[0], first)
            if self.has("HALVES") or len(placed) != 2:
                raise Refused
            return self._pair(metric, left, right)
        if len(spots) == 1 and spots[0] in HALVES and not averages:
            other = self.meaning.half_beside(spots[0])
            is_right = than is not None and than < self.named("PLACE")[0]
            return self._pair(metric, *((other, spots[0]) if is_right else (spots[0], other)))
        if others and len(spots or self.topic.spots) == 1:
            self.asked_spot = not spots
            return self._pair(metric, *self._beside((spots or self.topic.spots)[0], others[0]))
        if averages and any(isinstance(spot, Stretch) for spot in spots or self.topic.spots):
            raise Refused
        if averages and len(spots or self.topic.spots) == 1 and than is not None:
            self.used.update(averages)
            self.asked_spot = not spots
            for i in self.at("AMT"):
                amount = self.items[i].amount
                figure = self.meaning.fit(self.items[i].figure, metric)
                if i > averages[0] and figure is not None and amount is not None:
                    self.used.add(i)
                    self.add(self.meaning.value(metric, WHOLE, replace(amount, figure=figure)))
            whole = self.meaning.ids(metric, WHOLE)[0]
            return f"{metric}.actual@{(spots or self.topic.spots)[0]}", whole
        return self._carried_sides(metric, spots, than)

    def _carried_sides(
        self, metric: str, spots: Sequence[Spot], than: int | None
    ) -> tuple[str, str]:
        """The same where a side was named before."""
        if len(spots) == 1 and len(self.topic.spots) == 1 and than is not None:
            self.asked_spot = True
            return self._pair(metric, self.topic.spots[0], spots[0])
        if len(spots) == 0 and len(self.topic.spots) == 1 and self.topic.spots[0] in HALVES:
            self.asked_spot = True
            here = str(self.topic.spots[0])
            return self._pair(metric, here, self.meaning.half_beside(here))
        if not spots and than is None and len(self.topic.pair) == 2 and "@" in self.topic.pair[0]:
            self.asked_spot = True
            return self._pair(metric, *(name.partition("@")[2] for name in self.topic.pair))
        if metric in WITH_USUAL and not spots and (
            self.prep("too") is not None or any(self.items[i].value == "off"
                                                or self.items[i].text.startswith("too ")
                                                for i in self.named("REL"))):  # fmt: skip
            return f"{metric}.actual", f"{metric}.expected"
        raise Refused

    def _beside(self, spot: Spot, other: Chunk) -> tuple[Spot, Spot]:
        kind, _, number = str(spot).rpartition(" ")
        if not number.isdigit():
            raise Refused
        return spot, f"{kind} {int(number) + (1 if other.kind == 'NEXT' else -1)}"

    def _pair(self, metric: str, left: Spot, right: Spot) -> tuple[str, str]:
        names = [f"{metric}.actual@{spot}" for spot in (left, right)]
        amounts = list(self.at("AMT"))
        fitting = [i for i in amounts if self.meaning.fit(self.items[i].figure, metric)]
        self.near_spots = (left,)
        if len(fitting) == 2:
            for i, spot in zip(fitting, (left, right), strict=True):
                self.value_at(i, (spot,), carried=False)
        elif len(fitting) == 1 and len(amounts) == 1:
            self.value_at(fitting[0], (left,), carried=False)
        return names[0], names[1]

    def _roles_taken(self, roles: Sequence[int]) -> None:
        if len({self.items[i].value for i in roles}) > 1:
            raise Refused
        self.used.update(roles)
        if roles:
            self.role = self.items[roles[0]].value
        averages = [i for i in self.named("REF") if self.items[i].value == "average"]
        self.used.update(averages)

    def _figures_of(self, metric: str, role: str) -> None:
        """Figures beside a comparison with what is expected: that one's, and the actual one's."""
        if self.named("EXT"):
            raise Refused
        refs = self.named("REF")
        amounts = [i for i in self.at("AMT")
                   if self.meaning.fit(self.items[i].figure, metric) is not None
                   and self.items[i].value not in ("plus", "minus")]  # fmt: skip
        for i in amounts:
            near = [r for r in refs if i - r > 0 and self.neighbour(i, -1) == r]
            joined = len(amounts) > 1 or self._than_before(i)
            near += [
                r
                for r in refs
                if joined and self.neighbour(i, 1) == r and self.neighbour(r, 1) not in amounts
            ]
            amount = self.items[i].amount
            figure = self.meaning.fit(self.items[i].figure, metric)
            assert amount is not None and figure is not None
            fitted = replace(amount, figure=figure)
            self.used.add(i)
            if near:
                self.add(self.meaning.of_ids([f"{metric}.{role}"], fitted))
            else:
                self.add(self.meaning.value(metric, WHOLE, fitted))

    def _than_before(self, i: int) -> bool:
        return any(self.items[j].value == "than" for j in self.named("p") if j < i)


def trend_of(word: str, metric: str) -> str | None:
    """Which way the values of a metric go: a pace that drops is slower."""
    if metric == "pace":
        return {"higher": "lower", "lower": "higher", "faster": "lower",
                "slower": "higher"}.get(word)  # fmt: skip
    if word in ("shorter", "longer"):
        return relation_by(word, metric)
    if metric in ("cadence", "power"):
        word = {"faster": "higher", "slower": "lower"}.get(word, word)
    return {"higher": "higher", "lower": "lower"}.get(word)
