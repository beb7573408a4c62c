"""Changes from place to place, and what stays the same."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise, product
from typing import cast

from hakaru.guard.claims import (
    Claim,
    Compare,
    Relation,
    Series,
    Trend,
)
from hakaru.running.claims.en.chunks import Chunk
from hakaru.running.claims.en.clause import (
    HALVES,
    PLACES,
    WITH_USUAL,
    Refused,
)
from hakaru.running.claims.en.frames.comparisons import Comparisons, trend_of
from hakaru.running.claims.en.meaning import (
    WHOLE,
    Claims,
    Degree,
    Spot,
    Stretch,
    in_unit,
)
from hakaru.running.claims.en.tokens import BARE


def _in_time(spot: Spot) -> tuple[int, str]:
    """Where a place stands in the run."""
    number = str(spot).rpartition(" ")[2]
    return (int(number) if number.isdigit() else 0, str(spot))


_EXACTLY = frozenset(
    {"exactly",  "same", "identical", "equal", "unchanged", "bang", "spot", "dead",
     "matched", "match", "matches", "equalled", "level"}
)  # fmt: skip


_BEFORE = {"cooldown": ("main", "work"), "recovery": ("work",)}
"""What a phase comes down from."""

_STEADY_WIDTH = 1.1
"""The upper end of values that are called steady is at most so many times their lower end."""


class Changes(Comparisons):
    """Rising, falling, staying."""

    # changes

    def trends(self) -> None:
        """Rose, fell, sped up, slowed: between figures, places or halves."""
        trends = self.at("TREND") or self._lost_time()
        if not trends:
            self._became()
            return
        if self._height(trends):
            return
        words = {self.items[i].value for i in trends}
        self.used.update(trends)
        if len(words) != 1 or self.has("NEG"):
            raise Refused
        word = words.pop()
        metric = self._changed(word)
        relation = trend_of(word, metric)
        if relation is None:
            raise Refused
        self.near_metric = metric
        steadily = bool(self.take("STEADILY"))
        self._change(metric, cast(Relation, relation), steadily=steadily)

    def _lost_time(self) -> list[int]:
        """As "you lost five seconds": slower by so much."""
        lost = self.at("LOST")
        units = {self.items[i].figure.unit for i in self.at("AMT")}
        if len(lost) != 1 or units not in ({"s"}, {"s/km"}) or self.own_metrics():
            return []
        self.swap(lost[0], replace(self.items[lost[0]], kind="TREND", value="slower"))
        return lost

    def _became(self) -> None:
        """As "5:28/km became 5:25/km": from one half to the other."""
        amounts = self.at("AMT")
        joint = self.prep("became", "to")
        if joint is None or len(amounts) != 2 or not amounts[0] < joint < amounts[1]:
            return
        if self.own_spots() not in ((), HALVES) or self.has("NEG", "REF", "SIDE"):
            return
        metrics = {self.metric_at(i)[0] for i in amounts}
        if len(metrics) != 1:
            return
        metric = metrics.pop()
        first, last = (self.items[i].figure.value for i in amounts)
        relation: Relation = "lower" if last < first else "higher" if last > first else "equal"
        self.take("METRIC", *PLACES)
        self.asked_metric = True
        self.used.update(amounts)
        self.near_metric = metric
        self.add(self._between(metric, relation, amounts, (HALVES,)))

    def _height(self, trends: Sequence[int]) -> bool:
        """Metres climbed or dropped: "gained 31 m", "plunged 86 m"."""
        amounts = [i for i in self.at("AMT") if self.items[i].figure.unit in ("m", "m/km")]
        if len(amounts) != 1 or len(trends) != 1 or self.own_metrics():
            return False
        metric = {"higher": "climb", "lower": "descent"}.get(self.items[trends[0]].value)
        if metric is None:
            return False
        self.used.update([*trends, *self.at("PERKM")])
        spots = self.own_spots() or self.near_spots or self.topic.spots
        amount = self.items[amounts[0]].amount
        assert amount is not None
        self.used.add(amounts[0])
        self.asked_spot = True
        self.take(*PLACES)
        self.near_spots = self.own_spots() or self.near_spots
        spot = spots[0] if len(spots) == 1 and amount.figure.unit == "m" else WHOLE
        self.add(self.meaning.value(metric, spot, amount))
        return True

    def _changed(self, word: str) -> str:
        own = self.own_metrics()
        if word in ("faster", "slower") and own in (("cadence",), ("power",)):
            self.take("METRIC")
            return own[0]
        if word in ("faster", "slower"):
            self.used.update(i for i in self.at("METRIC") if self.items[i].value == "pace")
            return "pace"
        own = self.own_metrics()
        if len(own) == 1:
            self.take("METRIC")
            return own[0]
        units = [self.meaning.default_metric(self.items[i].figure.unit) for i in self.at("AMT")]
        units = [unit for unit in units if unit]
        if not own and units and len(set(units)) == 1:
            if units[0] in self.topic.metrics:
                self.asked_metric = True
            return units[0]
        if own or len(self.topic.metrics) != 1:
            raise Refused
        self.asked_metric = True
        return self.topic.metrics[0]

    def _change(self, metric: str, relation: Relation, *, steadily: bool) -> None:
        by = self.prep("by")
        amounts = [i for i in self.at("AMT") if self.meaning.fit(self.items[i].figure, metric)
                   or self.items[i].figure.unit == "%"
                   or self.meaning.is_difference(self.items[i].figure, metric)]  # fmt: skip
        sizes = [i for i in amounts if by is not None and i > by][:1]
        if not sizes and len(amounts) == 1 and self.prep("from") is None and not self._leads():
            difference = self.meaning.is_difference(self.items[amounts[0]].figure, metric)
            fits = self.meaning.fit(self.items[amounts[0]].figure, metric) is not None
            if difference and (not fits or self._follows_trend(amounts[0])):
                sizes = amounts
        self.used.update(sizes)
        if self._ramped(metric, relation, sizes):
            return
        ends = self._ends()
        values = [i for i in amounts if i not in sizes]
        degree = self.degree()
        if ends is None:
            self._change_of_run(metric, relation, values, sizes, degree, steadily)
            return
        first, last, whole = ends
        left, right = self._led_to(metric, last), f"{metric}.actual@{first}"
        size = self.items[sizes[0]].amount if sizes else None
        if steadily or (whole is not None and not values and not sizes):
            if whole is None:
                raise Refused
            series = Series(metric, "actual", whole.kind, whole.first, whole.last)
            self.add(Trend(series, relation))
        self.add(self.meaning.compare(left, relation, right, size, degree=degree))
        self.relation, self.pair = "", (right, left)
        self.near_spots = (last,)
        if len(values) == 2:
            self._agrees(relation, values)
            for i, spot in zip(values, (first, last), strict=True):
                self.value_at(i, (spot,), carried=False)
        elif len(values) == 1 and len(self.at("AMT")) == 1:
            self.value_at(values[0], (last if not self._is_from(values[0]) else first,),
                          carried=False)  # fmt: skip
        elif values:
            raise Refused

    def _is_narrow(self) -> bool:
        """Whether it is a narrow span that is called steady."""
        spans = [self.items[i] for i in self.at("SPAN")]
        if len(spans) != 1 or spans[0].other is None:
            return False
        low, high = sorted((spans[0].figure.value, spans[0].other.figure.value))
        return 0.0 < high <= _STEADY_WIDTH * low

    def _ramped(self, metric: str, relation: Relation, sizes: Sequence[int]) -> bool:
        """Whether it is how much the heart rate rose within the warm-up."""
        fact = "heart_rate_ramp.criterion@warmup"
        within = (metric, relation, self.own_spots()) == ("heart_rate", "higher", ("warmup",))
        if not (within and len(sizes) == 1 and fact in self.facts.by_id):
            return False
        self.take("PLACE", "METRIC")
        amount = self.items[sizes[0]].amount
        assert amount is not None
        figure = in_unit(amount.figure, "bpm") if amount.figure.unit == BARE else amount.figure
        self.add(self.meaning.of_ids([fact], replace(amount, figure=figure)))
        return True

    def _follows_trend(self, i: int) -> bool:
        return any(j in (i - 1, i - 2) for j in self.named("TREND"))

    def _is_from(self, i: int) -> bool:
        return i > 0 and self.items[i - 1].value == "from"

    def _ends(self) -> tuple[Spot, Spot, Stretch | None] | None:
        """Where a change begins and ends, and the stretch it runs over; None: nowhere named."""
        spots = self.own_spots()
        if len(self.named("PLACE")) > 1 and len(spots) == 1:
            raise Refused
        self.take(*PLACES)
        if not spots and len(self.topic.spots) == 1 and self.topic.spots[0] in HALVES:
            spots, self.asked_spot = self.topic.spots, True
        numbered = [str(s).rpartition(" ") for s in spots if not isinstance(s, Stretch)]
        if len(spots) == 1 and isinstance(spots[0], Stretch):
            stretch = spots[0]
            series = Series("pace", "actual", stretch.kind, stretch.first, stretch.last)
            each = [fact.scope for fact in self.facts.series(series)]
            if len(each) < 2:
                raise Refused
            return each[0], each[-1], stretch
        if len(spots) == 2 and len(numbered) == 2:
            placed = self.named(*PLACES)
            ordered = spots
            tos = [j for j in self.named("p") if self.items[j].value in ("to", "from")]
            if len(placed) == 2 and tos and self._starts_at(placed[1]):
                ordered = (spots[1], spots[0])
            (kind, _, low), (other, _, high) = (str(s).rpartition(" ") for s in ordered)
            if kind == other and low.isdigit() and high.isdigit():
                return ordered[0], ordered[1], Stretch(kind, int(low), int(high))
            return ordered[0], ordered[1], None
        if len(spots) == 1 and (parts := self._parts_of(str(spots[0]))):
            return *parts, None
        if len(spots) == 1 and len(self.topic.spots) == 1 and self.topic.spots[0] != spots[0] and (
                numbered[0][2].isdigit() and str(self.topic.spots[0])[-1:].isdigit()):  # fmt: skip
            self.asked_spot = True
            kind, _, low = str(self.topic.spots[0]).rpartition(" ")
            if kind == numbered[0][0]:
                return self.topic.spots[0], spots[0], Stretch(kind, int(low), int(numbered[0][2]))
        if len(spots) == 1 and numbered and numbered[0][2].isdigit():
            return self._before(numbered[0], str(spots[0]))
        if not spots:
            return None
        raise Refused

    def _parts_of(self, spot: str) -> tuple[Spot, Spot] | None:
        """From what half or phase to what: "in the cool-down it fell to 137 bpm"."""
        begun = self.prep("from") is not None and self.prep("to") is None
        if spot in HALVES:
            other = self.meaning.half_beside(spot)
            return (spot, other) if begun else (other, spot)
        before = [p for p in _BEFORE.get(spot, ()) if f"pace.actual@{p}" in self.facts.by_id]
        return (before[0], spot) if before and self._leads() and self.prep("from") is None else None

    def _led_to(self, metric: str, spot: Spot) -> str:
        """The fact that a change led to: in a cool-down what the heart rate settled at."""
        settled = f"heart_rate_settles.criterion@{spot}"
        known = metric == "heart_rate" and settled in self.facts.by_id and self._leads()
        return settled if known else f"{metric}.actual@{spot}"

    def _leads(self) -> bool:
        """Whether a change is told by where it led to: "fell to", "came down to"."""
        words = [self.items[i].text for i in self.named("TREND")]
        return self.prep("to") is not None or any(text.endswith(" to") for text in words)

    def _starts_at(self, place: int) -> bool:
        return self.items[place - 1].value == "from"

    def _before(
        self, parts: tuple[str, str, str], spot: str
    ) -> tuple[Spot, Spot, Stretch | None] | None:
        """Of one place: what it was just before it."""
        kind, _, number = parts
        return (f"{kind} {int(number) - 1}", spot, None) if int(number) > 1 else None

    def _change_of_run(
        self, metric: str, relation: Relation, values: Sequence[int], sizes: Sequence[int],
        degree: Degree, steadily: bool,
    ) -> None:  # fmt: skip
        """A change without a place: from half to half, from the first split to the last."""
        if steadily:
            self.add(Trend(self.meaning.series(metric, self.kind_of_series()), relation))
        series = self.facts.series(self.meaning.series(metric, self.kind_of_series()))
        ends = [series[0].scope, series[-1].scope] if len(series) > 1 else []
        if len(values) == 2 and not sizes and ends:
            options: Sequence[Sequence[Spot]] = (ends,)
            if f"{metric}.actual@first half" in self.facts.by_id:
                options = (HALVES, ends)
            placed = [name.partition("@")[2] for name in self.topic.pair]
            if len(placed) == 2 and all(placed):
                options, self.asked_spot = (sorted(placed, key=_in_time),), True
            self.add(self._between(metric, relation, values, options))
            self.used.update(values)
            return
        pair = None if values else self._sides_of_change(metric, ends, sized=bool(sizes))
        if pair is not None:
            size = self.items[sizes[0]].amount if sizes else None
            self.add(self.meaning.compare(pair[1], relation, pair[0], size, degree=degree))
            self.pair = pair if self.named("COUNT") else self.pair
        elif not steadily:
            raise Refused

    def _sides_of_change(
        self, metric: str, ends: Sequence[str], *, sized: bool
    ) -> tuple[str, str] | None:
        """From what to what a change without a figure of its own goes: over the repetitions, of
        the places just compared, from half to half, from what is expected."""
        spots = self.topic.spots
        at = f"{metric}.actual@"
        if self.named("COUNT") and ends:
            return f"{at}{ends[0]}", f"{at}{ends[1]}"
        if sized and len(self.topic.pair) == 2 and "@" in self.topic.pair[0]:
            self.asked_spot = True
            first, last = sorted((name.partition("@")[2] for name in self.topic.pair), key=_in_time)
            return f"{at}{first}", f"{at}{last}"
        if metric == "pace" and not set(spots) - set(HALVES):
            return f"{at}first half", f"{at}second half"
        if metric in WITH_USUAL and not spots:
            return f"{metric}.expected", f"{metric}.actual"
        if len(spots) == 1 and spots[0] in HALVES:
            self.asked_spot = True
            return f"{at}{self.meaning.half_beside(spots[0])}", f"{at}{spots[0]}"
        return None

    def _agrees(self, relation: Relation, values: Sequence[int]) -> None:
        """A change that its own figures contradict was not understood."""
        first, last = (self.items[i].figure.value for i in values)
        if {"lower": last > first, "higher": last < first}.get(relation, last != first):
            raise Refused

    def _between(
        self, metric: str, relation: Relation, values: Sequence[int],
        options: Sequence[Sequence[Spot]],
    ) -> Claims:  # fmt: skip
        """The two figures at the two ends of one of these pairs of places."""
        self._agrees(relation, values)
        made: Claims = ()
        for first, last in options:
            claims: list[Claim] = [Compare(f"{metric}.actual@{last}", relation,
                                           f"{metric}.actual@{first}")]  # fmt: skip
            for i, spot in zip(values, (first, last), strict=True):
                amount, figure = (
                    self.items[i].amount,
                    self.meaning.fit(self.items[i].figure, metric),
                )
                if amount is None or figure is None:
                    raise Refused
                value = self.meaning.value(metric, spot, replace(amount, figure=figure))
                claims += value or ()
            made = tuple(claims)
            if self.holds(made):
                break
        return made

    # sameness

    def same(self) -> None:
        """Even halves, the usual value, one place like another."""
        self._adjectives()
        if self.has("REL") or not (self.has("SAME") or self._is_what_was_expected()):
            return
        words = self.take("SAME")
        exact = any(item.value == "exact" for item in words)
        self.is_exact = any(
            item.value == "exact" and item.text.split()[0] in _EXACTLY for item in words
        )
        if any(item.value == "exactly" for item in self.items if item.kind == "p"):
            self.is_exact = exact
        if not exact and self._is_narrow() and not self.named("REF", "EXT"):
            return
        self.take("DEGREE", "TREND", "ALL")
        if self.has("EXT", "SPAN"):
            raise Refused
        spots = self.own_spots()
        roles = [i for i in self.named("REF") if self.items[i].value in ("expected", "target")]
        if spots and spots[0] in HALVES and len(spots) == 1:
            spots = HALVES
        if not spots and not roles and len(self.topic.spots) and self.topic.spots[0] in HALVES:
            spots, self.asked_spot = HALVES, True
        if self._even_part(spots):
            return
        if self.has("NEG"):
            raise Refused
        metrics = self.metrics() or ("pace",)
        if len(spots) >= 2 and not self.has_stretch():
            self.take(*PLACES)
            for metric, (place, next_place) in product(metrics, pairwise(spots)):
                left, right = f"{metric}.actual@{place}", f"{metric}.actual@{next_place}"
                self.add((Compare(left, "equal", right),) if exact
                         else self.meaning.same(left, right, frac=0.015))  # fmt: skip
                self.pair = (left, right)
            self._both(metrics, spots)
            return
        itself = any(re.search("expected|usual|should be|target", item.text) for item in words)
        if spots or not (roles or self.topic.role or exact or itself):
            raise Refused
        self._roles_taken(roles)
        self._same_as_expected(metrics, words)

    def _same_as_expected(self, metrics: Sequence[str], words: Sequence[Chunk]) -> None:
        for metric in metrics:
            if metric not in WITH_USUAL:
                raise Refused
            role = self.role or self.topic.role or "expected"
            left, right = f"{metric}.actual", f"{metric}.{role}"
            if right not in self.facts.by_id:
                raise Refused
            loose = any(item.text == "close to" for item in words)
            near = self.meaning.same(left, right, frac=0.03 if loose else 0.015)
            self.add(Compare(left, "equal", right) if self.is_exact else near)
            self._figures_of(metric, role)

    def _is_what_was_expected(self) -> bool:
        """As "cadence was what was expected"."""
        refs = [self.items[i] for i in self.at("REF") if self.items[i].text.startswith("what ")]
        than = self.prep("than") is not None
        return bool(refs) and not than and not self.own_spots() and not self.has("TREND", "SIDE")

    def _adjectives(self) -> None:
        """As "bounce was low", "contact time was elevated": against what is expected."""
        for item in self.take("ADJ"):
            metrics = [m for m in self.own_metrics() or self.topic.metrics if m in WITH_USUAL]
            if len(metrics) != 1 or self.own_spots() or self.has("NEG"):
                raise Refused
            metric, relation = metrics[0], cast(Relation, item.value)
            if not self.has("AMT", "REL", "SPAN"):
                self.take("METRIC", "ALL", "REF")
            if metric not in self.own_metrics():
                self.asked_metric = True
            self.add(Compare(f"{metric}.actual", relation, f"{metric}.expected"))

    def _even_part(self, spots: tuple[Spot, ...]) -> bool:
        """An even pace, over the run or a part of it: what its criterion says."""
        own = self.own_metrics()
        carried = not own and self.topic.metrics not in ((), ("pace",))
        if set(own) - {"pace", "distance"} or self.has("REF") or self.topic.role or carried:
            return False
        if len(spots) > 1 or set(spots) - {"main", "work"}:
            return False
        if not (own or spots or self.noun or self.has("QUANT")) or self.at("AMT"):
            return False
        flags = [name for name in self.facts.flags if "_consistency@" in name]
        if not flags:
            return False
        holds = not self.negated()
        self.take("METRIC", "QUANT", "STEADILY", *PLACES)
        for name in flags:
            self.add(self.meaning.flag(name, holds=holds))
        return True

    def _both(self, metrics: Sequence[str], spots: Sequence[Spot]) -> None:
        """One figure for both places, or one each."""
        amounts = self.at("AMT")
        if not amounts:
            return
        if len(metrics) != 1 or len(amounts) not in (1, len(spots)):
            raise Refused
        chosen = amounts * len(spots) if len(amounts) == 1 else amounts
        for spot, i in zip(spots, chosen, strict=True):
            self.value_at(i, (spot,), carried=False)
