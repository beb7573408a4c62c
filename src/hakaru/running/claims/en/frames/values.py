"""Plain figures of a clause: which metric, at which place, in which role each is; and those that
are a part of another, as a share of time in a band."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from hakaru.guard.claims import Bound, Claim, Every, Limit, Said, Series, Span, Value
from hakaru.running.claims.en.chunks import Chunk
from hakaru.running.claims.en.clause import (
    HALVES,
    PHASES,
    PLACES,
    WITH_USUAL,
    Clause,
    Refused,
    count_of,
)
from hakaru.running.claims.en.meaning import (
    METRIC_UNITS,
    SPLITS,
    WHOLE,
    Amount,
    Claims,
    Spot,
    Stretch,
    in_unit,
)
from hakaru.running.claims.en.tokens import BARE, CLOCK

_OF_THE_RUN = ("load", "overall", "session", "balance", "humidity", "wind")
_OF_ONE_METRIC = frozenset({"ms", "bpm", "spm", "W", "s/km", "°C", "N/m/kg", "cm"})
_LONG_CLOCK_S = 900.0
_SHORTEST_STEP_CM = 40.0
_ROUND_TIME_S = 600.0
_PRACTICALLY_ALL = 97.0


class Values(Clause):
    """Figures that nothing else takes."""

    # figures

    def of_reps(self) -> bool:
        """Whether figures without a place are of the repetitions as one."""
        named = any(
            item.value == "rep" or item.text == "rep"
            for item in self.items
            if item.kind in ("NOUN", "COUNT", "QUANT")
        )
        before = self.topic.noun == "rep" and not self.named("OVERALL")
        return self.meaning.has_reps and not self.own_spots() and (named or before)

    def about_reps(self) -> bool:
        """Whether repetitions are spoken of, one or all."""
        named = any(str(spot).startswith("repetition") for spot in self.own_spots())
        return self.of_reps() or (named and self.meaning.has_reps)

    def metric_at(self, i: int) -> tuple[str, Amount]:
        """Which metric a figure is of: by its unit and by what is named nearest."""
        item = self.items[i]
        assert item.amount is not None
        if self._clashes(i):
            raise Refused
        for metric in self._candidates(i):
            figure = self.meaning.fit(item.figure, metric)
            if figure is not None:
                if metric in self.topic.metrics:
                    self.asked_metric = True
                return metric, replace(item.amount, figure=figure)
        raise Refused

    def _clashes(self, i: int) -> bool:
        """Whether the metric right before a figure cannot be told in its unit: "bounce 256 ms"."""
        j = i - 1
        while j >= 0 and (self.items[j].kind, self.items[j].value) in (
                ("p", "of"), ("p", "exactly"), ("REF", "average")):  # fmt: skip
            j -= 1
        if j < 0 or self.items[j].kind != "METRIC" or self.items[j].value not in METRIC_UNITS:
            return False
        if self.items[j].value in ("session", "overall", "distance", "duration"):
            return False
        unit = self.items[i].figure.unit
        return unit in _OF_ONE_METRIC and self.meaning.fit(
            self.items[i].figure, self.items[j].value) is None  # fmt: skip

    def _candidates(self, i: int) -> Iterable[str]:
        item = self.items[i]
        if item.text and item.kind == "AMT":
            yield item.text
            return
        unit = item.figure.unit
        if unit == CLOCK and self.prep("lasted") is not None and self.about_reps():
            yield "duration"
            return
        named = [(j, m) for j in self.named("METRIC") for m in self.items[j].value.split()]
        near = [m for j, m in named if j in (i - 1, i + 1)]
        left = [m for j, m in reversed(named) if j < i]
        right = [m for j, m in named if j > i]
        if unit in ("cm", "m") and any(m == "distance" for _, m in named):
            near = [*near, "step_length"]
        ordered = [*near, *left, *right] if unit != BARE or left else [*right]
        if unit == BARE and near:
            before = [m for j, m in named if j == i - 1]
            ordered = [*before, *near] if before or not left else [*left]
        if unit == CLOCK and "pace" not in ordered and "duration" not in ordered:
            ordered.append("duration" if item.figure.value >= _LONG_CLOCK_S else "pace")
        if not ordered or unit != BARE:
            ordered += [*([self.near_metric] if self.near_metric else []), *self.topic.metrics]
        yield from ordered
        default = self.meaning.default_metric(unit)
        if unit == "m" and self.named("EXT"):
            words = {self.items[j].value for j in self.named("EXT")}
            yield from (
                m for w, m in (("climbed", "climb"), ("descended", "descent")) if w in words
            )
        if unit == "m" and all(m == "session" for _, m in named):
            words = {self.items[j].value for j in self.named("TREND")}
            yield from (m for w, m in (("higher", "climb"), ("lower", "descent")) if w in words)
        if unit == "m" and self.spots_named() and not named:
            yield "distance"
        if unit == "cm" and not named:
            yield "step_length" if item.figure.value >= _SHORTEST_STEP_CM else "vo"
        if default:
            yield default

    def spots_named(self) -> bool:
        """Whether it is about a part of the run."""
        return bool(self.own_spots() or self.topic.spots or self.of_reps())

    def role_at(self, i: int, metric: str) -> str:
        """Whether a figure is what was expected, asked or usual: by the word right before it, or
        right behind where another figure is the actual one."""
        before, after = self.neighbour(i, -1), self.neighbour(i, 1)
        if before is not None and self.items[before].kind == "METRIC":
            before = self.neighbour(before, -1)
            before = before if before is not None and self.items[before].value == "expected" and (
                before + 1 in self.named("METRIC")) else None  # fmt: skip
        for j, is_behind in ((before, False), (after, True)):
            if j is None or self.items[j].kind != "REF" or self.items[j].value == "average":
                continue
            if metric not in WITH_USUAL and self.items[j].value == "expected":
                continue
            if is_behind and self._claims_behind(j, i):
                continue
            self.used.add(j)
            return self.items[j].value
        return ""

    def _claims_behind(self, ref: int, i: int) -> bool:
        """Whether the word belongs to a figure behind it, or the figure before it is the actual."""
        behind = self.neighbour(ref, 1)
        if behind is not None and self.items[behind].kind == "AMT":
            return True
        if not self.own_metrics() and self.topic.metrics and not self.topic.open_metric:
            return False
        others = [j for j in self.named("AMT") if j < i]
        than = any(self.items[j].value in ("than", "to") for j in range(i) if
                   self.items[j].kind == "p")  # fmt: skip
        return not (others or than or (self.named("REL") and self.named("REL")[0] < i))

    def spots_at(self, i: int, amounts: Sequence[int]) -> tuple[Spot, ...]:
        """The places that a figure is of, by where they stand in the clause."""
        places = self.named(*PLACES)
        spots = self.own_spots()
        unit = self.items[i].figure.unit
        same = [j for j in amounts if self.items[j].figure.unit == unit]
        counts = [item.n for item in self.items if item.kind == "COUNT" and item.value == "rep"]
        if not spots and len(same) > 1 and counts == [len(same)] and self.meaning.has_reps:
            return (f"repetition {same.index(i) + 1}",)
        if len(same) == len(places) == len(spots) > 1 and len(same) == len(amounts):
            item = self.items[places[same.index(i)]]
            return item.spots
        if len(spots) == 1 and isinstance(spots[0], Stretch) and len(same) > 1:
            each = self._each(spots)
            return (each[same.index(i)],) if len(each) == len(same) else spots
        if len(places) <= 1:
            if len(spots) > 1 and not any(isinstance(spot, Stretch) for spot in spots):
                alike = [j for j in amounts if self.items[j].figure.unit ==
                         self.items[i].figure.unit]  # fmt: skip
                if len(alike) == len(spots):
                    return (spots[alike.index(i)],)
            return spots
        before = [j for j in places if j < i]
        first = before and places[0] < amounts[0]
        if not first or (len(before) == len(places) and self._is_forward(amounts, places)):
            following = [j for j in places if j > i]
            before = following[:1] or before
        item = self.items[before[-1]]
        return HALVES if item.kind == "HALVES" else item.spots

    def _is_forward(self, amounts: Sequence[int], places: Sequence[int]) -> bool:
        return amounts[0] < places[0]

    def value_at(self, i: int, spots: Sequence[Spot], *, carried: bool) -> None:
        """The figure is the value at each of the places; of the run where that was only carried."""
        if self.items[i].value in ("plus", "minus"):
            self._signed(i)
            return
        metric, amount = self.metric_at(i)
        if metric in ("pace", "duration") and self.items[i].figure.unit == CLOCK:
            metric, amount = self._clock(i, metric, amount, spots)
        self.used.add(i)
        if metric == "climb" and amount.figure.unit == "m" and self.take("PERKM"):
            amount = replace(amount, figure=in_unit(amount.figure, "m/km"))
        role = self.role_at(i, metric)
        if role:
            self.role = role
            self.add(self.meaning.role(metric, role, spots, amount))
        elif metric in _OF_THE_RUN or amount.figure.unit == "m/km":
            self.add(self.meaning.value(metric, WHOLE, amount))
        else:
            self.add(self._value(metric, amount, spots, carried=carried))
        self._named(metric)

    def _signed(self, i: int) -> None:
        """A deviation, of the metric named before it."""
        named = [m for j in self.named("METRIC") if j < i for m in self.items[j].value.split()]
        if not named:
            self.asked_metric = True
        metric = (named or list(self.topic.metrics) or [""])[-1]
        self.used.add(i)
        self._named(metric)
        self.add(self.meaning.signed(metric, self.items[i].value, self.items[i].amount))

    def _clock(
        self, i: int, metric: str, amount: Amount, spots: Sequence[Spot]
    ) -> tuple[str, Amount]:
        """Whether 3:53 of a repetition is its pace or how long it took: whichever is right."""
        if not (self.of_reps() or spots) or {"pace", "duration"} & set(self.own_metrics()):
            return metric, amount
        lasted = self.prep("lasted") is not None
        if self.about_reps() == lasted:
            return metric, amount
        other = "duration" if metric == "pace" else "pace"
        figure = self.meaning.fit(self.items[i].figure, other)
        if figure is None or self.holds(self._value(metric, amount, spots, carried=False)):
            return metric, amount
        turned = replace(amount, figure=figure)
        is_other = self.holds(self._value(other, turned, spots, carried=False))
        return (other, turned) if is_other else (metric, amount)

    def _value(
        self, metric: str, amount: Amount, spots: Sequence[Spot], *, carried: bool
    ) -> Claims | None:
        claims: list[Claim] = []
        if not amount.close and not self.of_reps():
            metric = self.bounded_column(metric, amount.bound, spots)
        for spot in spots or ((SPLITS,) if self.of_reps() else (WHOLE,)):
            value = self.meaning.value(metric, spot, amount)
            if value is None:
                return None
            claims += value
        if self.holds(tuple(claims)):
            return tuple(claims)
        whole = self.meaning.value(metric, WHOLE, amount)
        judged = f"{metric}.actual@judged"
        of_form = {*self.own_metrics(), *self.topic.metrics} & {*WITH_USUAL, "overall"}
        if metric == "pace" and not self.own_spots() and of_form and judged in self.facts.by_id:
            at_pace = self.meaning.of_ids([judged], amount)
            if self.holds(at_pace):
                self.used.update(j for j in self.at("METRIC") if self.items[j].value == "overall")
                return at_pace
        is_loose = (
            not self.named("EXT")
            and carried
            and self.noun != "rep"
            and (bool(self.own_metrics()) or metric in ("distance", "duration"))
        )
        return whole if is_loose and self.holds(whole) else tuple(claims)

    def _named(self, metric: str) -> None:
        """The name of a metric that now has its figure."""
        for j in self.at("METRIC"):
            if metric in self.items[j].value.split():
                self.used.add(j)

    def values(self) -> None:
        """Figures that nothing else has taken: of the places and metrics near them."""
        self._spans()
        amounts = self.at("AMT")
        if not amounts or self._rather(amounts):
            return
        if self.at("NEG", "MISSING", "LOST", "INSTEAD"):
            raise Refused
        if self._paired(amounts):
            return
        carried = not self.own_spots()
        if carried:
            self.asked_spot = True
        self.take("ALL", "ONLY")
        listed = self.topic.spots if carried and self.topic.open_spot else ()
        if len(listed) > 1 and len(listed) != len(amounts):
            raise Refused
        for order, i in enumerate(amounts):
            spots = self.spots_at(i, amounts)
            spots = self._carried_spots() if carried and not spots else spots
            spots = (listed[order],) if len(listed) > 1 else spots
            before = self.items[i - 1] if i else Chunk("")
            if before.kind == "p" and before.value == "by":
                raise Refused
            self.value_at(i, self._each(spots), carried=carried)
        if not carried:
            self.near_spots = self.own_spots()
            self.take(*PLACES)

    def is_of_another(self, amounts: Sequence[int]) -> bool:
        """Whether a figure alone cannot be of the metric named right before it: "the lowest
        cadence, 127 bpm"."""
        metrics = self.topic.metrics
        if not (self.topic.is_bare or self.topic.open_metric) or len(metrics) != 1:
            return False
        if self.topic.open_metric and self.items[0].kind == "AMT":
            first = self.items[0].figure
            return first.unit in _OF_ONE_METRIC and self.meaning.fit(first, metrics[0]) is None
        if len(amounts) != 1 or {item.kind for item in self.items} - {"AMT", "p", "HEDGE"}:
            return False
        figure = self.items[amounts[0]].figure
        return figure.unit in _OF_ONE_METRIC and self.meaning.fit(figure, metrics[0]) is None

    def _rather(self, amounts: list[int]) -> bool:
        """As "and oscillation 8.2 cm rather than 8.3 cm", where the clause before was about what
        is expected."""
        than, own = self.prep("than"), self.own_metrics()
        expected = self.topic.role == "expected" or any(
            self.items[i].value == "expected" for i in self.named("REF"))  # fmt: skip
        if not expected or than is None or len(amounts) != 2 or len(own) != 1:
            return False
        if own[0] not in WITH_USUAL or self.own_spots() or not amounts[0] < than < amounts[1]:
            return False
        if self.has("NEG", "REL", "TREND", "EXT"):
            return False
        for i, role in zip(amounts, ("actual", "expected"), strict=True):
            amount, figure = self.items[i].amount, self.meaning.fit(self.items[i].figure, own[0])
            if figure is None or amount is None:
                raise Refused
            self.add(self.meaning.of_ids([f"{own[0]}.{role}"], replace(amount, figure=figure)))
        self.used.update(amounts)
        self.take("METRIC", "REF")
        self.role, self.near_metric = "expected", own[0]
        return True

    def averaged(self) -> bool:
        """Whether a mean is spoken of, not each moment."""
        metrics = self.named("METRIC")
        near = [i for i in self.named("REF") if self.items[i].value == "average"
                and any(abs(i - j) <= 2 for j in metrics)]  # fmt: skip
        mean = any(self.items[i].value == "average" for i in self.named("REF"))
        return bool(near) or (mean and not metrics) or any(
            "average" in self.items[j].text for j in metrics)  # fmt: skip

    def bounded_column(self, metric: str, bound: Bound | None, spots: Sequence[Spot]) -> str:
        """Whose values keep a bound at places: a heart rate that did not rise above a figure did
        not do so at any moment, so its peak is bounded."""
        if metric != "heart_rate" or bound is None or self.averaged():
            return metric
        peak, upper = "heart_rate_max", bound in ("at_most", "below")
        if not spots or set(spots) <= {*PHASES, WHOLE}:
            return peak if upper and f"{peak}.actual" in self.facts.by_id and not any(
                spots) else metric  # fmt: skip
        kinds = {s.kind if isinstance(s, Stretch) else s.rpartition(" ")[0] for s in spots}
        known = all(self.facts.series(self.meaning.series(peak, kind)) for kind in kinds)
        if not upper or set(spots) & set(HALVES) or not known:
            raise Refused
        return peak

    def _carried_spots(self) -> tuple[Spot, ...]:
        spots = self.near_spots if self.near_spots is not None else self.topic.spots
        if self.named("OVERALL"):
            return ()
        return spots if len(spots) == 1 else ()

    def _paired(self, amounts: list[int]) -> bool:
        """The two figures of what was just compared: "220 ms against 223 ms"."""
        joint = self.prep("than", "to", "became")
        both = any(self.items[i].text == "both" for i in self.at("ALL"))
        if both and len(amounts) == 1 and len(self.topic.pair) == 2 and not self.own_spots():
            self.take("ALL")
            amounts = amounts * 2
        if len(amounts) != 2 or len(self.topic.pair) != 2 or self.own_metrics() or self.own_spots():
            return False
        if amounts[1] not in (amounts[0], amounts[0] + 1) and not (
            joint is not None and amounts[0] < joint < amounts[1]
        ):
            return False
        metric = self.topic.pair[0].partition(".")[0]
        for i, fact in zip(amounts, self.topic.pair, strict=True):
            amount = self.items[i].amount
            figure = self.meaning.fit(self.items[i].figure, metric)
            if figure is None or amount is None:
                raise Refused
            self.used.add(i)
            self.add(self.meaning.of_ids([fact], replace(amount, figure=figure)))
        self.asked_metric = self.asked_spot = True
        return True

    def _each(self, spots: tuple[Spot, ...]) -> tuple[Spot, ...]:
        """The places of a stretch, one by one."""
        if len(spots) != 1 or not isinstance(spots[0], Stretch):
            return spots
        series = Series("pace", "actual", spots[0].kind, spots[0].first, spots[0].last)
        each = tuple(fact.scope for fact in self.facts.series(series))
        if not each:
            raise Refused
        return each

    def _spans(self) -> None:
        """Between two figures: lowest and highest of a stretch, or bounds of each value."""
        for i in self.at("SPAN"):
            span = self.items[i]
            assert span.amount is not None and span.other is not None
            metric, low = self.metric_at(i)
            high = self.meaning.fit(span.other.figure, metric)
            if high is None or self.has("NEG"):
                raise Refused
            if span.value == "decade":
                self._decade(i, metric, low, replace(span.other, figure=high))
                continue
            self.used.add(i)
            self._named(metric)
            self.take("ALL", "ONLY", "PERKM")
            spots = self.spots()
            if not self.own_spots() and not self.topic.open_spot:
                spots = ()
            claims = self._span(metric, spots, low, replace(span.other, figure=high))
            self.add(claims)
            self.near_metric = metric
            for claim in claims:
                if isinstance(claim, Span):
                    ordered = self.in_order(claim.series, "highest")
                    self.pair = (ordered[0].id, ordered[-1].id) if ordered else ()

    def _decade(self, i: int, metric: str, low: Amount, high: Amount) -> None:
        """As "in the 130s": from 130 to below 140."""
        self.used.add(i)
        self._named(metric)
        self.take("ALL", "SIDE")
        for spot in self.stretched(self.spots()) or (Stretch(self.kind_of_series()),):
            if not isinstance(spot, Stretch):
                raise Refused
            series = Series(metric, "actual", spot.kind, spot.first, spot.last)
            self.add((Every(series, "at_least", low.figure.said),
                      Every(series, "below", high.figure.said)))  # fmt: skip

    def _span(self, metric: str, spots: Sequence[Spot], low: Amount, high: Amount) -> Claims:
        quants = [self.items[j] for j in self.named("QUANT")]
        if any(item.value == "none" for item in quants):
            raise Refused
        for item in (*self.take("QUANT"), *self.take("COUNT")):
            if item.n:
                self.add(self.total(item.n, item.value if item.kind == "COUNT" else item.text))
        whole = self.meaning.series(metric, self.kind_of_series())
        if not spots:
            return self._bounds(whole, low, high)
        claims: list[Claim] = []
        for spot in self.stretched(spots):
            if isinstance(spot, Stretch):
                series = Series(metric, "actual", spot.kind, spot.first, spot.last)
                claims += self._bounds(series, low, high)
            elif self.named("EXT"):
                raise Refused
            else:
                fact = self.meaning.ids(metric, spot)[0]
                claims += (Limit(fact, "at_least", low.figure.said),
                           Limit(fact, "at_most", high.figure.said))  # fmt: skip
        return tuple(claims)

    def _bounds(self, series: Series, low: Amount, high: Amount) -> Claims:
        """Lowest and highest, exactly: nobody writes a range that is wider."""
        pair = sorted((low.figure, high.figure), key=lambda figure: figure.value)
        return (Span(series, pair[0].said, pair[1].said),)

    def stretched(self, spots: tuple[Spot, ...] | Sequence[Spot]) -> tuple[Spot, ...]:
        """From one place to another, where a clause is not about a change."""
        if len(spots) != 2 or (self.prep("from") is None and self.prep("between") is None):
            return tuple(spots)
        if self.has_stretch():
            return tuple(spots)
        parts = [str(spot).rpartition(" ") for spot in spots]
        if parts[0][0] != parts[1][0] or not all(part[2].isdigit() for part in parts):
            raise Refused
        return (Stretch(parts[0][0], int(parts[0][2]), int(parts[1][2])),)

    def total(self, n: int, noun: str) -> Claims | None:
        """So many splits, kilometres or repetitions there are."""
        if noun == "rep":
            return (Value("repetitions.count", count_of(n)),)
        return self.meaning.count(n)


class Margins(Values):
    """Figures that are a part of another one."""

    def banded(self) -> None:
        """For how much of a part the heart rate lay in the band that was asked."""
        bands = [i for i in self.at("BAND", "RANGE") if "band" in self.items[i].text.split()]
        metrics = self.own_metrics()
        parts = [s for s in ("main", "work") if f"band_share.criterion@{s}" in self.facts.by_id]
        here = [spot for spot in self.own_spots() or self.topic.spots if spot in PHASES] or parts
        if len(bands) != 1 or set(metrics) - {"duration"} != {"heart_rate"} or self.has("SPAN"):
            return
        sides = {item.value for item in self.take("SIDE")} or {"inside"}
        shares = [i for i in self.at("AMT") if self.items[i].figure.unit == "%"]
        if len(here) != 1 or here[0] not in parts or sides - {"inside"} or len(shares) > 1:
            raise Refused
        if self.has("NEG", "REL", "REF", "EDGE", "MISS"):
            raise Refused
        fact = f"band_share.criterion@{here[0]}"
        for i in shares:
            self.add(
                self.meaning.of_ids([fact], self.items[i].amount or Amount(self.items[i].figure))
            )
        if not shares:
            least = Said(value=_PRACTICALLY_ALL, unit="%", slack=0.0)
            self.add(Limit(fact, "at_least", least))
        self.used.update([*bands, *shares])
        self.take("METRIC", "ALL", "PLACE")
        self.near_metric, self.asked_spot = "heart_rate", True

    def beaten(self) -> None:
        """As "12 s inside forty minutes": how long it took, told from a round time."""
        amounts = self.at("AMT")
        words = self.at("SIDE", "REL")
        if len(amounts) != 2 or len(words) != 1 or self.own_spots() or self.of_reps():
            return
        small, large = sorted(amounts, key=lambda i: self.items[i].figure.value)
        figures = (self.items[small].figure, self.items[large].figure)
        if {figure.unit for figure in figures} != {"s"} or figures[1].value < _ROUND_TIME_S:
            return
        way = {"inside": -1.0, "lower": -1.0, "faster": -1.0, "higher": 1.0, "slower": 1.0}.get(
            self.items[words[0]].value)  # fmt: skip
        if way is None or self.has("NEG", "EXT", "REF") or set(self.own_metrics()) - {"duration"}:
            raise Refused
        value = figures[1].value + way * figures[0].value
        took = replace(figures[0], value=value)
        self.add(self.meaning.value("duration", "", Amount(took)))
        self.used.update([*amounts, *words, *self.at("METRIC")])
        self.near_metric = "duration"
