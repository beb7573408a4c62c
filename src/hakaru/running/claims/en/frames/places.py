"""Values over places: bounds that all keep or so many, and extremes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from hakaru.guard.claims import (
    Bound,
    Claim,
    Compare,
    Count,
    Every,
    Limit,
    Relation,
    Said,
    Series,
)
from hakaru.running.claims.en.chunks import Chunk
from hakaru.running.claims.en.clause import (
    HALVES,
    PHASES,
    PLACES,
    Refused,
)
from hakaru.running.claims.en.frames.comparisons import relation_by
from hakaru.running.claims.en.frames.values import Values
from hakaru.running.claims.en.meaning import Amount, Claims, Spot, Stretch
from hakaru.running.claims.en.tokens import BARE, CLOCK, Figure

_OPPOSITE: dict[Bound, Bound] = {
    "below": "at_least", "above": "at_most", "at_least": "below", "at_most": "above",
}  # fmt: skip


class Places(Values):
    """What holds over places."""

    # bounds

    def bounded(self) -> None:
        """Every split below a figure, none of them, so many, these only."""
        self._complement()
        for i in self.at("SHARE"):
            if not self.items[i].value and self.items[i].text != "criteria" and self._of_pace():
                noun = "rep" if self.kind_of_series() == "repetition" else "split"
                self.swap(i, replace(self.items[i], value=noun))
        for i in self.at("AMT"):
            amount = self.items[i].amount
            assert amount is not None
            if amount.bound is None or amount.close or self._is_size(i):
                continue
            metric, fitted = self.metric_at(i)
            self._bare_count(i)
            quantified = self.has("QUANT") or self._counts()
            through = len(self.own_spots()) == 2 and self.prep("from", "between") is not None
            if not (quantified or through or self.has("NEG", "ALL", "ONLY") or self.has_stretch()):
                continue
            self.used.add(i)
            self._named(metric)
            way = "lower" if amount.bound in ("below", "at_most") else "higher"
            self.used.update(j for j in self.at("TREND") if self.items[j].value == way and j < i)
            self.asked_spot = self.asked_spot or bool(self.topic.spots and not self.own_spots())
            self.add(self._over(metric, fitted))

    def _complement(self) -> None:
        """As "the others quicker" behind "half of them at 4:00 or slower": the same said again."""
        rels, metrics = self.at("REL"), self.topic.metrics
        bound = self.topic.relation.removeprefix("count ")
        if not (self.has("OTHER") and len(rels) == len(metrics) == 1) or len(bound) == len(
                self.topic.relation) or self.at("AMT", "METRIC", "NEG", *PLACES):  # fmt: skip
            return
        way = "lower" if bound in ("above", "at_least") else "higher"
        if relation_by(self.items[rels[0]].value, metrics[0]) != way:
            raise Refused
        self.take("OTHER", "REL", "ALL")

    def _of_pace(self) -> bool:
        amounts = [self.items[i] for i in self.at("AMT")]
        return len(amounts) == 1 and amounts[0].figure.unit in (CLOCK, "s/km") and not (
            self.has("CRIT", "MET", "RUNS"))  # fmt: skip

    def _bare_count(self, i: int) -> None:
        """As "six were run under 4:15" behind "of the ten splits"."""
        j = i - 1
        while j > 0 and j in self.used and self.items[j].kind in ("METRIC", "p", "HEDGE"):
            j -= 1
        if (
            j in self.at("AMT")
            and self._is_kilometres(j)
            and self.items[i].figure.unit
            in (
                CLOCK,
                "s/km",
            )
        ):
            self.swap(j, Chunk("COUNT", "km", n=int(self.items[j].figure.value)))
        elif j in self.at("AMT") and self.items[j].figure.unit == BARE and self.topic.noun:
            n = self.items[j].figure.value
            if n == int(n):
                self.swap(j, Chunk("COUNT", self.topic.noun, n=int(n)))

    def _is_kilometres(self, i: int) -> bool:
        """A whole number of kilometres: "six kilometres were slower than 6:00"."""
        figure = self.items[i].figure
        return figure.unit == "km" and figure.slack == 0.5 and not self.own_spots()

    def _is_size(self, i: int) -> bool:
        """Whether the figure is a difference: "more than 3 bpm higher"."""
        after = self.neighbour(i, 1)
        return after is not None and self.items[after].kind in ("REL",) and after == i + 1

    def _counts(self) -> bool:
        return any(self.items[i].value for i in self.at("COUNT", "SHARE"))

    def _over(self, metric: str, amount: Amount) -> Claims:
        bound = cast(Bound, amount.bound)
        negated, quants = self.negated(), self.take("QUANT")
        counts = [item for item in self.take("COUNT", "SHARE") if item.value]
        kind = self.kind_of_series()
        series = self.meaning.series(metric, kind)
        none = negated != any(item.value == "none" for item in quants)
        bound = _OPPOSITE[bound] if none and not counts else bound
        limit = self.meaning.strict(bound, amount.figure.said)
        if len(quants) + len(counts) > 1:
            raise Refused
        if counts:
            if negated or self.has("ALL", "ONLY"):
                self.take("ONLY")
            spots = self.own_spots()
            if negated or self.has("ALL") or (spots and len(spots) != counts[0].n):
                raise Refused
            self.take(*PLACES)
            total = self.total(counts[0].of, counts[0].value) if counts[0].of else ()
            each = tuple(Limit(f"{metric}.actual@{spot}", bound, limit) for spot in spots)
            self.relation, self.near_metric = "" if spots else f"count {bound}", metric
            return Count(series, bound, limit, counts[0].n), *(total or ()), *each
        if quants and negated and quants[0].value == "none":
            raise Refused
        total = tuple(
            claim for item in quants if item.n for claim in self.total(item.n, item.text) or ()
        )
        behind = any(self.items[i].value == "after" for i in self.named("PLACE"))
        if quants and self.has_stretch() and len(self.own_spots()) == 1:
            if quants[0].n not in (0, len(self._each(self.own_spots()))):
                raise Refused
            return self._at_places(metric, bound, limit, none=none)
        exempt = [i for i in self.at("OTHER") if self.items[i].text == "butone"]
        if quants and exempt and not self.own_spots() and not none:
            self.used.update(exempt)
            n = len(self.facts.series(series)) - 1
            return *total, Count(series, bound, limit, n)
        if not self.own_spots() or (quants and not (behind and not quants[0].n)):
            return *total, *self._everywhere(metric, bound, limit, kind)
        return self._at_places(metric, bound, limit, none=none)

    def _everywhere(self, metric: str, bound: Bound, limit: Said, kind: str) -> Claims:
        """All places of a kind; a peak is what a heart rate never exceeds."""
        without = tuple(str(s) for s in (self.own_spots() or self.topic.spots)
                        if self.has("OTHER"))  # fmt: skip
        if self.take("OTHER") and self.own_spots():
            self.take(*PLACES)
        self.take("ALL", "ONLY")
        upper = bound in ("at_most", "below") and metric == "heart_rate" and not self.averaged()
        peak = self.meaning.series("heart_rate_max", kind)
        if upper and self.facts.series(peak):
            return (Every(peak, bound, limit, without),)
        return (Every(self.meaning.series(metric, kind), bound, limit, without),)

    def _at_places(self, metric: str, bound: Bound, limit: Said, *, none: bool) -> Claims:
        spots = self.stretched(self.spots())
        only = bool(self.take("ONLY"))
        self.take("ALL")
        claims: list[Claim] = []
        column = self.bounded_column(metric, bound, spots)
        if metric == "heart_rate" == column and not self.averaged() and set(spots) & set(PHASES):
            raise Refused
        for spot in spots:
            if isinstance(spot, Stretch):
                series = Series(column, "actual", spot.kind, spot.first, spot.last)
                claims.append(Every(series, bound, limit))
            elif column != metric:
                claims.append(Limit(f"{column}.actual@{spot}", bound, limit))
            else:
                claims.append(Limit(self.meaning.ids(metric, spot)[0], bound, limit))
        if only:
            if none or any(isinstance(spot, Stretch) for spot in spots):
                raise Refused
            series = self.meaning.series(metric, str(spots[0]).rpartition(" ")[0])
            claims.append(Count(series, bound, limit, len(spots)))
        self.near_spots = tuple(spots)
        return tuple(claims)

    # extremes

    def extremes(self) -> None:
        """Fastest, slowest, highest, lowest, joint or not."""
        extremes = self.at("EXT")
        places = self.named("PLACE", "START", "END")
        if len(extremes) > 1 and len(places) != len(extremes):
            raise Refused
        if len(extremes) == 1 and self._after_another(extremes[0]):
            return
        for order, i in enumerate(extremes):
            self.used.add(i)
            if self.has("NEG"):
                raise Refused
            word = self.items[i]
            if self.has("TREND") and self.items[i + 1 : i + 2] and (
                    self.items[i + 1].kind == "METRIC"):  # fmt: skip
                raise Refused
            metric, which = self._which(i)
            figures = [self.items[j].figure for j in self.at("AMT")]
            if (
                len(extremes) == 1
                and len(figures) == 1
                and self.own_metrics() == (metric,)
                and (self.meaning.fit(figures[0], metric) is None and not self._rated(figures[0]))
            ):
                raise Refused
            spots = self._places_of(order, len(extremes), places)
            if self.has("JOINT"):
                self.take("JOINT", "ALL")
            self.add(self._extreme(word, metric, which, spots, len(extremes)))
        for item in self.take("JOINT"):
            if item.value != "fastest":
                raise Refused
            self.add(self._extreme_at("pace", "lowest", self.spots()))

    def _after_another(self, i: int) -> bool:
        """As "the slowest apart from the opening one": that one is, and this one comes next."""
        others = self.at("OTHER")
        placed = [j for j in self.named("PLACE", "START", "END") if others and j > others[0]]
        rest = [s for s in self.own_spots() if not placed or s not in self.items[placed[0]].spots]
        here = rest or list(self.topic.spots)
        if len(others) != 1 or len(placed) != 1 or len(here) != 1 or self.items[i].n > 1:
            return False
        if self.has("NEG", "QUANT", "COUNT", "JOINT", "TREND", "REL"):
            raise Refused
        metric, which = self._which(i)
        series = self.meaning.series(metric, self.kind_of_series())
        self.used.update([i, others[0]])
        self.add(self.meaning.extreme(metric, which, self.items[placed[0]].spots))
        self.add(self._ranked(series, which, (here[0],), 2))
        relation: Relation = "lower" if which == "highest" else "higher"
        own, other = (f"{metric}.actual@{s}" for s in (here[0], self.items[placed[0]].spots[0]))
        self.add(Compare(own, relation, other))
        self.take(*PLACES)
        self.asked_spot = not rest
        for j in self.at("AMT"):
            self.value_at(j, (here[0],), carried=False)
        self.near_spots = (here[0],)
        return True

    def _rated(self, figure: Figure) -> bool:
        return figure.unit in ("star", "score", BARE)

    def _places_of(self, order: int, n: int, places: list[int]) -> tuple[Spot, ...]:
        if n == 1 or not places:
            return self.own_spots() if places else ()
        if len(places) == n:
            return self.items[places[order]].spots
        raise Refused

    def _extreme(
        self, word: Chunk, metric: str, which: str, spots: tuple[Spot, ...], n: int
    ) -> Claims | None:
        series = self.meaning.series(metric, self.kind_of_series())
        counts = self.take("COUNT") if n == 1 else []
        spots = self._each(spots)
        for item in self.take("QUANT"):
            if item.n:
                self.add(self.total(item.n, item.text))
        if not spots and self._of_before():
            spots, self.asked_spot = self.topic.spots, True
        elif not spots:
            spots = self._by_figure(series, which, max(word.n, 1))
            for item in counts:
                if item.n > 1 and (
                    not item.value or self.items.index(item) < self.items.index(word)
                ):
                    raise Refused
                self.add(self.total(item.n, item.value) if item.n > 1 else ())
        else:
            for item in counts:
                if item.n != len(spots):
                    self.add(self.total(item.n, item.value) if item.value else None)
        self.take(*PLACES) if n == 1 else None
        self.near_spots, self.pair = spots, ()
        if word.n > 1:
            return self._ranked(series, which, spots, word.n)
        claims = self._extreme_at(metric, which, spots)
        if metric == "heart_rate" and which == "highest" and not self.averaged():
            peak = self._extreme_at("heart_rate_max", which, spots)
            if self.holds(peak) and self._figure_is(spots):
                self._take_peak(spots)
                return peak
        return claims

    def _figure_is(self, spots: Sequence[Spot]) -> bool:
        """Whether the peak is meant: its figure is there, or the average is not the highest."""
        for i in self.at("AMT"):
            figure = self.items[i].figure
            if figure.unit in ("bpm", BARE):
                value = self.facts.number(f"heart_rate_max.actual@{spots[0]}")
                return value is not None and abs(value - figure.value) <= 0.5
        return True

    def _take_peak(self, spots: Sequence[Spot]) -> None:
        for i in self.at("AMT"):
            amount = self.items[i].amount
            if amount is not None and amount.figure.unit in ("bpm", BARE):
                figure = self.meaning.fit(amount.figure, "heart_rate")
                if figure is not None:
                    self.used.add(i)
                    name = f"heart_rate_max.actual@{spots[0]}"
                    self.add(self.meaning.of_ids([name], replace(amount, figure=figure)))
                return

    def _extreme_at(self, metric: str, which: str, spots: tuple[Spot, ...]) -> Claims | None:
        if len(spots) == 1 and spots[0] in PHASES and metric in ("pace", "heart_rate", "power"):
            return self._extreme_phase(metric, which, str(spots[0]))
        if any(spot in HALVES or spot in ("warmup", "cooldown", "main") for spot in spots):
            if len(spots) == 1 and spots[0] in HALVES and metric in ("pace", "heart_rate"):
                other = HALVES[1 - HALVES.index(str(spots[0]))]
                relation: Relation = "lower" if which == "lowest" else "higher"
                return (Compare(f"{metric}.actual@{spots[0]}", relation,
                                f"{metric}.actual@{other}"),)  # fmt: skip
            return None
        claim = self.meaning.extreme(metric, which, spots)
        return None if claim is None else (claim,)

    def _extreme_phase(self, metric: str, which: str, phase: str) -> Claims | None:
        """One phase against each of the others."""
        relation: Relation = "lower" if which == "lowest" else "higher"
        others = [f"{metric}.actual@{each}" for each in PHASES if each != phase]
        known = [name for name in others if name in self.facts.by_id]
        return tuple(Compare(f"{metric}.actual@{phase}", relation, name) for name in known) or None

    def _of_before(self) -> bool:
        return len(self.topic.spots) == 1 and str(self.topic.spots[0])[-1:].isdigit() and (
            self.topic.open_spot or not self.at("AMT") or self._carries())  # fmt: skip

    def _carries(self) -> bool:
        """Whether the clause goes on about the place before: "also your fastest, at 5:22/km"."""
        is_subject = self.items[0].kind == "EXT" and len(self.items) > 1 and (
            self.items[1].kind in ("TREND", "METRIC"))  # fmt: skip
        is_subject = is_subject and self.topic.metrics != ("pace",)
        return not self.noun and not is_subject

    def _by_figure(self, series: Series, which: str, n: int) -> tuple[Spot, ...]:
        """The place that holds the extreme, where its figure is stated."""
        kinds = {item.kind for item in self.behind} - {"p", "HEDGE"}
        if kinds and kinds <= set(PLACES):
            raise Refused
        ordered = self.in_order(series, which)
        if len(ordered) < n or not self.at("AMT"):
            raise Refused
        return (ordered[n - 1].scope,)

    def _which(self, i: int) -> tuple[str, str]:
        """The metric that a superlative is of, and which end of its values."""
        word = self.items[i]
        fixed = {"furthest": ("distance", "highest"),
                 "fastest": ("pace", "lowest"), "slowest": ("pace", "highest"),
                 "climbed": ("climb", "highest"), "descended": ("descent", "highest")}  # fmt: skip
        after = self.items[i + 1] if i + 1 < len(self.items) else Chunk("")
        if word.value in fixed:
            metric, which = fixed[word.value]
            if word.value == "fastest" and after.kind == "METRIC" and after.value == "cadence":
                self.used.add(i + 1)
                return "cadence", "highest"
            if word.text in ("best", "top", "weakest") and set(self.own_metrics()) - {metric}:
                raise Refused
            self.used.update(j for j in self.at("METRIC") if self.items[j].value == metric)
            return metric, which
        which = {"highest": "highest", "lowest": "lowest",
                 "longest": "highest", "shortest": "lowest"}[word.value]  # fmt: skip
        units = {self.items[j].figure.unit for j in self.at("AMT")}
        if word.text.startswith("peak") and units and units <= {CLOCK, "s/km"}:
            return "pace", "lowest"
        metric = self._metric_near(i, after)
        if metric == "pace" or " " in metric:
            raise Refused
        long = ("gct", "step_length", "distance", "duration")
        if word.value in ("longest", "shortest") and metric not in long:
            raise Refused
        return metric, which

    def _metric_near(self, i: int, after: Chunk) -> str:
        names = self.named("METRIC")
        following = [j for j in names if j > i]
        near = following[:1] == [i + 2] and self.items[i + 1].kind in ("p", "DEGREE", "REF")
        if after.kind == "METRIC" or near:
            self.used.add(following[0])
            return self.items[following[0]].value
        before = [j for j in names if j < i]
        if before:
            self.used.add(before[-1])
            return self.items[before[-1]].value
        units = [self.meaning.default_metric(self.items[j].figure.unit) for j in self.at("AMT")]
        own = [unit for unit in units if unit and unit not in ("pace", "distance", "duration")]
        if not own and following:
            self.used.add(following[0])
            return self.items[following[0]].value
        if not own and len(self.topic.metrics) == 1:
            self.asked_metric = True
            return self.topic.metrics[0]
        if len(set(own)) != 1:
            raise Refused
        return own[0]

    def _ranked(self, series: Series, which: str, places: tuple[Spot, ...], n: int) -> Claims:
        ids = {fact.scope: fact for fact in self.facts.series(series)}
        if len(places) != 1 or str(places[0]) not in ids:
            raise Refused
        fact = ids[str(places[0])]
        bound: Bound = "below" if which == "lowest" else "above"
        limit = Said(value=float(fact.value), unit=fact.unit, slack=0.0)
        return (Count(series, bound, limit, n - 1),)
