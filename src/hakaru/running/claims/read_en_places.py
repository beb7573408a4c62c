"""Frames of series: where a metric was highest, and what was alike."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal, cast

from hakaru.guard.claims import (
    Bound,
    Compare,
    Count,
    Extreme,
    Said,
    Series,
    Value,
)  # fmt: skip
from hakaru.guard.evidence import Fact
from hakaru.running.claims.read_en_chunks import Chunk
from hakaru.running.claims.read_en_frames import (
    HALVES,
    WITH_USUAL,
    Refused,
    count_of,
)
from hakaru.running.claims.read_en_meaning import (
    Amount,
    Claims,
    Spot,
    Stretch,
)  # fmt: skip
from hakaru.running.claims.read_en_tokens import Figure
from hakaru.running.claims.read_en_verdicts import Verdicts


class Places(Verdicts):
    """What is said of places against each other."""

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
                           for a, b in pairwise(places)))  # fmt: skip
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
        slow, fast = (f"pace.actual@{one.scope}" for one in (ordered[-1], ordered[0]))
        self.add(self.meaning.compare(slow, "higher", fast, amounts[0].amount))

    def _count_is(self, count: Chunk, n: int) -> None:
        """As "the two fastest", "of the 14 splits"."""
        if count.n == n:
            return
        self.add(self._total(count))

    def _total(self, count: Chunk) -> Claims | None:
        if count.value == "rep":
            return (Value("repetitions.count", count_of(count.n)),)
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
