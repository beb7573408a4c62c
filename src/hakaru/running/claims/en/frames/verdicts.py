"""Verdicts of a clause: stars and points, usual ranges, limits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from hakaru.guard.claims import (
    Bound,
    Claim,
    Flag,
    Limit,
    Said,
    Value,
)
from hakaru.running.claims.en.chunks import Chunk
from hakaru.running.claims.en.clause import FORM, PHASES, WITH_USUAL, Refused
from hakaru.running.claims.en.frames.comparisons import relation_by
from hakaru.running.claims.en.frames.criteria import Criteria
from hakaru.running.claims.en.frames.values import Values
from hakaru.running.claims.en.meaning import WHOLE, Amount, Claims, Spot, in_unit
from hakaru.running.claims.en.tokens import BARE

_STARS = 5.0


class Verdicts(Values, Criteria):
    """Marks, and what is usual."""

    # stars and points

    def scores(self) -> None:
        """Stars and points, given and lost."""
        self._full_marks()
        self._of_hundred()
        self._only_loss()
        lost = self.has("LOST") or (
            self.topic.is_lost and bool(set(self.own_metrics()) & set(FORM)))  # fmt: skip
        for i in self.at("INSTEAD"):
            self._instead(i)
        amounts = [i for i in self.at("AMT") if self._unit_of_score(i, lost=lost)]
        self.is_lost = lost and bool(amounts)
        owners = [self._owner(i, amounts) for i in amounts]
        named = {self.items[j].value for j in self.named("METRIC")}
        if len(amounts) == 1 and {"session", "overall"} <= named and self.has("ALL") and not lost:
            owners = [("session", "overall")]
        units = [self._unit_of_score(i, lost=lost) for i in amounts]
        if len(set(zip(owners, units, strict=True))) < len(amounts):
            raise Refused
        for i, owner in zip(amounts, owners, strict=True):
            self.used.add(i)
            item = self.items[i]
            assert item.amount is not None
            unit = self.unit = self._unit_of_score(i, lost=lost)
            amount = replace(item.amount, figure=in_unit(item.figure, unit))
            self._score(owner, amount, unit, lost=lost)
        if amounts:
            self._scores_taken(amounts, owners, lost=lost)
        elif lost and self.has("NEG"):
            self._nothing_lost()
        elif lost and self._where_lost() and not self.has("AMT") and not self.own_metrics():
            self.take("LOST")
            self._lost_where()

    def _scores_taken(
        self, amounts: Sequence[int], owners: Sequence[tuple[str, ...]], *, lost: bool
    ) -> None:
        if amounts:
            self.take("LOST", "ALL", "ONLY")
            if any(self.items[i].figure.value == _STARS for i in amounts):
                self.used.update(i for i in self.at("EXT") if self.items[i].text == "maximum")
            for i in self.at("START", "END"):
                self.swap(i, Chunk("p", "in"))
                self.used.add(i)
            falls = not self.own_spots() and any(
                self.items[i].value == "lower" and self._leads_to(i, amounts)
                for i in self.at("TREND"))  # fmt: skip
            if falls and owners and owners[0] == ("overall",):
                hundred = Said(value=100.0, unit="score", slack=0.0)
                self.add(Limit("overall.score", "below", hundred))
            if not self.own_spots():
                self.used.update(i for i in self.at("TREND") if self.items[i].value == "lower"
                                 and self._leads_to(i, amounts))  # fmt: skip
            if lost and self.has("NEG"):
                raise Refused

    def _leads_to(self, i: int, amounts: Sequence[int]) -> bool:
        """Whether it fell to a score: "fell to 78.7"."""
        first = next((j for j in amounts if j > i), 0)
        between = self.items[i + 1 : first]
        return (
            bool(between)
            and between[-1].value == "to"
            and all(item.kind == "p" or item.value in ("overall", "session") for item in between)
        )

    def _unit_of_score(self, i: int, *, lost: bool) -> str:  # noqa: PLR0911
        """Whether a figure counts stars or points: "star", "score" or ""."""
        figure = self.items[i].figure
        if figure.unit in ("star", "score"):
            return "" if self._is_apart_in_points(i) else figure.unit
        if figure.unit != BARE:
            return ""
        near = [self.items[j].value for j in self.named("METRIC")]
        small = figure.value <= _STARS or self.topic.unit == "score"
        if self.topic.unit and small and set(near) & {*FORM, "overall"}:
            return self.topic.unit
        rated = self.named("SCORED") or "gct vo vr" in near
        if rated and set(near) & {*FORM, "overall", "gct vo vr"} and not lost:
            return "score" if figure.value > _STARS else ""
        names = near or list(self.topic.metrics)
        before = self.items[i - 1] if i else Chunk("")
        if self.neighbour(i, 1) in self.named("INSTEAD") and figure.value <= _STARS:
            return "star"
        if "session" in names and (before.kind != "INSTEAD") and figure.value <= _STARS:
            return "star"
        if self.topic.is_lost and (not near or set(near) & set(FORM)):
            return "score"
        if lost and set(names) & {*FORM, "overall"}:
            return "score"
        if set(names) & {"load", "overall"} and not set(names) & set(FORM):
            return "score"
        return "star" if lost and figure.value <= _STARS and not near else ""

    def _is_apart_in_points(self, i: int) -> bool:
        """As "vertical ratio was 1.6 points lower": a difference of percentages, no mark."""
        compared = self.items[i + 1 : i + 2]
        return bool(compared) and compared[0].kind == "REL" and self.own_metrics() == ("vr",)

    def _of_hundred(self) -> None:
        """As "100 out of 100"."""
        for i in self.at("SHARE"):
            own = [m for m in self.own_metrics() or self.topic.metrics if m in (*FORM, "overall")]
            if self.items[i].of == 100 and len(own) == 1 and not self.has("REL", "RUNS"):
                self.used.add(i)
                points = Said(value=float(self.items[i].n), unit="score", slack=0.5)
                self.add(Value(f"{own[0]}.score", points))
                self._scored(own)
                self.asked_metric = True

    def _instead(self, i: int) -> None:
        """As "four stars instead of five": a star was lost."""
        self.used.add(i)
        after = self.neighbour(i, 1)
        if after is None or self.items[after].kind != "AMT":
            raise Refused
        figure = self.items[after].figure
        if figure.unit not in ("star", "score", BARE):
            metric, amount = self.metric_at(after)
            if metric not in WITH_USUAL or self.own_spots():
                raise Refused
            self.used.add(after)
            self.add(self.meaning.of_ids([f"{metric}.expected"], amount))
            return
        if figure.value != _STARS or figure.unit not in ("star", BARE):
            raise Refused
        self.used.add(after)
        owner = self.own_metrics() or self.topic.metrics
        if not set(owner) & {"overall", *FORM}:
            self.add(Flag("star_lost.session", True))

    def _owner(self, i: int, amounts: Sequence[int]) -> tuple[str, ...]:
        """What a score is of: named nearest, else before, else the session."""
        rated = {*FORM, "load", "overall", "session"}
        if self.items[i].figure.unit == "score" or self.items[i].figure.value > _STARS:
            rated -= {"session"}
        named = [j for j in self.named("METRIC") if set(self.items[j].value.split()) & rated]
        if named and len(amounts) == len(named) > 1:
            return tuple(self.items[named[amounts.index(i)]].value.split())
        if len(amounts) == 1 and named and self.has("LOST", "ALL"):
            own = [m for j in named for m in self.items[j].value.split() if m in FORM]
            if own:
                return tuple(own)
        if named:
            near = min(named, key=lambda j: (abs(j - i), j > i))
            return tuple(self.items[near].value.split())
        carried = tuple(m for m in self.topic.metrics if m in rated)
        unit = self.items[i].figure.unit
        if carried and not (unit == "star" and carried == ("load",)):
            self.asked_metric = True
            return carried
        return ("session",)

    def _score(self, owners: tuple[str, ...], amount: Amount, unit: str, *, lost: bool) -> None:
        if lost:
            self._lost_where()
        for metric in owners:
            if lost:
                self._lost_score(metric, amount, unit)
            elif metric == "load":
                self.add(self.meaning.of_ids(["load.actual"], amount) if unit == "score" else None)
            elif unit == "score" and metric == "session":
                raise Refused
            else:
                self.add(self.meaning.of_ids([f"{metric}.{unit}"], amount))
        self._scored(owners)

    def _lost_where(self) -> None:
        """The phase that cost a star missed a criterion."""
        where = self._where_lost()
        phases = [spot for spot in where if spot in PHASES]
        if len(phases) != len(where):
            raise Refused
        self.take("PLACE")
        self.asked_spot = self.asked_spot or not self.own_spots()
        for phase in phases:
            of = self.facts.number(f"criteria.count@{phase}")
            if of is None:
                raise Refused
            self.add(Flag("star_lost.session", True))
            missed = Said(value=of, unit="count", slack=0.0)
            self.add(Limit(f"criteria.met@{phase}", "below", missed))

    def _where_lost(self) -> Sequence[Spot]:
        """The places named, or the phase that was just said to have missed something."""
        carried = not self.own_metrics() and self.join in ("so", "and", ",")
        phases = self.topic.spots if carried and set(self.topic.spots) <= set(PHASES) else ()
        return self.own_spots() or phases

    def _lost_score(self, metric: str, amount: Amount, unit: str) -> None:
        if unit == "score":
            fact = f"{metric}.penalty" if metric in FORM else ""
            if metric == "overall":
                value = self.facts.number("overall.score")
                judged = [m for m in FORM if self.facts.number(f"{m}.penalty")]
                fact = f"{judged[0]}.penalty" if len(judged) == 1 and value is not None else ""
                if not fact and amount.bound is None:
                    kept = replace(amount.figure, value=100.0 - amount.figure.value)
                    fact, amount = "overall.score", replace(amount, figure=kept)
            self.add(self.meaning.of_ids([fact], amount) if fact else None)
            return
        if amount.bound is not None or metric in FORM:
            raise Refused
        left = Said(value=_STARS - amount.figure.value, unit="star", slack=0.5)
        self.add(Value(f"{metric}.star", left))

    def _scored(self, owners: Sequence[str]) -> None:
        for j in self.at("METRIC"):
            if set(self.items[j].value.split()) & {
                *owners,
                *(("overall",) if self.is_lost else ()),
            }:
                self.used.add(j)
        self.near_metric = owners[0] if len(owners) == 1 else ""

    def _nothing_lost(self) -> None:
        own = self.own_metrics() or (self.topic.metrics if self.topic.open_metric else ())
        self.asked_metric = True
        self.take("LOST", "METRIC", "ALL")
        self.negated()
        if any(self.items[i].value == "session" for i in self.named("METRIC")):
            self.add((Value("session.star", Said(value=_STARS, unit="star", slack=0.5)),))
            return
        form = [m for m in own if m in FORM] or (self.meaning.judged() if "overall" in own else ())
        whole = self.facts.number("session.star")
        if not form and not self.own_metrics() and whole != _STARS:
            form = self.meaning.judged()
        zero = Said(value=0.0, unit="score", slack=0.05)
        if form:
            self.add(tuple(Value(f"{m}.penalty", zero) for m in form))
        else:
            self.add((Value("session.star", Said(value=_STARS, unit="star", slack=0.5)),))

    def _full_marks(self) -> None:
        if not self.has("FULL"):
            return
        own = [m for m in self.own_metrics() or self.topic.metrics if m in (*FORM, "overall")]
        if self.take("OTHER"):
            own = [m for m in self.meaning.judged() if m not in own]
        self.take("FULL")
        session = any(self.items[i].value == "session" for i in self.named("METRIC"))
        phases = [spot for spot in self.own_spots() if spot in PHASES]
        if (session or phases) and not self.own_metrics():
            if phases:
                self._praised_phase(phases, good=True)
            else:
                five = Said(value=_STARS, unit="star", slack=0.5)
                self.add(Value("session.star", five))
            return
        self.asked_metric = True
        if not own:
            raise Refused
        hundred = Said(value=100.0, unit="score", slack=0.05)
        self.add(tuple(Value(f"{m}.score", hundred) for m in own))
        self._scored(own)
        self.near_metric = own[0] if len(own) == 1 else ""

    def _only_loss(self) -> None:
        """As "the only points lost were for vertical oscillation"."""
        metrics = [m for m in self.own_metrics() if m in FORM]
        alone = self.has("LOST") and self.has("ONLY", "ALL") and len(metrics) == 1
        if not alone or self.has("AMT", "NEG"):
            return
        self.take("LOST", "ONLY", "METRIC", "DEGREE", "ALL")
        zero = Said(value=0.0, unit="score", slack=0.05)
        self.add(Limit(f"{metrics[0]}.penalty", "above", zero))
        others = [m for m in FORM if m not in metrics and f"{m}.penalty" in self.facts.by_id]
        self.add(tuple(Value(f"{m}.penalty", zero) for m in others))

    # usual ranges

    def ranges(self) -> None:
        """Inside, below or above the usual range; what its edges are."""
        self._expected_span()
        sided = self.has("SIDE") and (self.has("RANGE", "SPAN") or (
            self.has("REF") and not self.own_spots()))  # fmt: skip
        if self._tolerated() or not (self.has("RANGE", "EDGE") or sided):
            return
        carried = self.own_metrics() or self.topic.metrics
        if sided and not self.has("RANGE") and not set(carried) & set(WITH_USUAL):
            if any(self.items[i].value != "inside" for i in self.at("SIDE")) or self.has("NEG"):
                raise Refused
            self.take("SIDE")
            return
        both = any(self.items[i].text == "both" for i in self.named("ALL"))
        carried = self.topic.recent[-2:] if both and not self.own_metrics() else carried
        metrics = [m for m in carried if m in WITH_USUAL]
        if not metrics:
            metrics = self._by_unit()
        loose = {self.items[i].text for i in self.at("RANGE")} <= {"window", "corridor", "range"}
        if not metrics and loose and self.has("SPAN") and not self.has("EDGE", "REF"):
            if any(self.items[i].value != "inside" for i in self.at("SIDE")) or self.has("NEG"):
                raise Refused
            self.take("RANGE", "SIDE")
            return
        if not metrics or self.own_spots():
            raise Refused
        self._ranges_of(metrics)

    def elided(self) -> None:
        """As "contact time was not" behind "oscillation was within its range"."""
        metrics = [m for m in self.own_metrics() if m in WITH_USUAL]
        said, _, which = self.topic.relation.partition(" ")
        kinds = {item.kind for item in self.items} - {"p", "HEDGE"}
        if kinds != {"METRIC", "NEG"} or not metrics or len(metrics) != len(self.own_metrics()):
            return
        for metric in metrics:
            relation = relation_by(said, metric)
            if said == "side":
                self.add(self.meaning.within(metric, which, "", negated=True))
            elif said == "needs" and metric in FORM:
                self.add(self.meaning.flags([metric], good=which == "+"))
            elif self.topic.role == "expected" and relation in ("higher", "lower"):
                left, right = f"{metric}.actual", f"{metric}.expected"
                self.add(self.meaning.compare(left, relation, right, None, negated=True))
            else:
                raise Refused
        self.take("METRIC", "NEG")

    def _ranges_of(self, metrics: Sequence[str]) -> None:
        if not set(self.own_metrics()) & set(metrics):
            self.asked_metric = True
        self.used.update(i for i in self.at("METRIC")
                         if set(self.items[i].value.split()) <= set(metrics))  # fmt: skip
        roles = [self.items[i].value for i in self.at("REF")]
        if set(roles) - {"expected", "average", "asked"}:
            raise Refused
        edges = self._crossed(metrics) or self._edges(metrics)
        side = self._side_of_range(metrics[0])
        self.take("RANGE", "REF")
        if side:
            degree, negated = self.degree(), self.negated()
            self.relation = "" if degree or negated else f"side {side}"
            self.take("ALL")
            for metric in metrics:
                self.add(self.meaning.within(metric, side, degree, negated=negated))
            if self.take("ONLY"):
                if negated or len(metrics) != 1 or metrics[0] not in FORM:
                    raise Refused
                for metric in self.meaning.judged():
                    if metric not in metrics:
                        other = "inside" if side != "inside" else "outside"
                        self.add(self.meaning.within(metric, other, "", negated=False))
        elif not edges:
            raise Refused
        self._actuals(metrics)
        if len(metrics) == 1:
            self.near_metric = metrics[0]

    def _expected_span(self) -> None:
        """As "expected oscillation runs from 9.4 to 10.5 cm": what is expected as a range."""
        roles = [i for i in self.at("REF") if self.items[i].value == "expected"]
        own = [m for m in self.own_metrics() if m in WITH_USUAL]
        kinds = {item.kind for item in self.items} - {"p", "HEDGE", "WITHIN", "AMT"}
        if roles and len(own) == 1 and kinds == {"REF", "METRIC", "SPAN"} and not self.at("AMT"):
            i = roles[0]
            self.swap(i, replace(self.items[i], kind="RANGE", value="usual", text="range"))

    def _tolerated(self) -> bool:
        """As "inside the 5% tolerance": so far at most from what is expected."""
        if not self.has("TOLERANCE"):
            return False
        metrics = [m for m in self.own_metrics() or self.topic.metrics if m in WITH_USUAL]
        amounts = [i for i in self.at("AMT") if self.items[i].figure.unit == "%"]
        sides = {item.value for item in self.take("SIDE")}
        if len(metrics) != 1 or len(amounts) != 1 or sides != {"inside"} or self.has("NEG"):
            raise Refused
        self.used.update([*amounts, *self.at("TOLERANCE", "METRIC", "REF")])
        self.asked_metric = True
        wide = self.items[amounts[0]].figure.value
        for bound, value in (("at_most", wide), ("at_least", -wide)):
            share = Said(value=value, unit="%", slack=0.0)
            self.add(Limit(f"{metrics[0]}.delta_pct", cast(Bound, bound), share))
        return True

    def limits(self) -> None:
        """What a phase showed against the limit of its criterion."""
        asked = [i for i in self.at("REF") if self.items[i].value == "asked"]
        metrics = self.own_metrics() or self.topic.metrics
        spots = self.own_spots() or self.topic.spots
        if metrics == ("consistency",) and not set(spots) & set(PHASES):
            spots = ("work",) if self.meaning.has_reps else ("main",)
        missed = not asked and self.has("MISS") and self.prep("by") is not None
        if (len(asked) != 1 and not (missed and len(self.at("AMT")) == 1)) or len(metrics) != 1 or (
                len(spots) != 1 or spots[0] not in PHASES):  # fmt: skip
            return
        low, high = self.meaning.limits(metrics[0], str(spots[0]))
        rels = self.at("REL", "MISS") or self.at("SIDE")
        words = {"higher": "higher", "lower": "lower", "x": "higher", "inside": "lower"}
        relation = words.get(self.items[rels[0]].value) if len(rels) == 1 else None
        if not high or relation is None or self.has("NEG"):
            raise Refused
        self.used.update([*asked, *rels])
        size = None
        for i in self.at("AMT"):
            amount = self.items[i].amount
            figure = self.meaning.fit(self.items[i].figure, metrics[0])
            if amount is None or figure is None:
                raise Refused
            self.used.add(i)
            if missed:
                size = replace(amount, figure=figure)
            elif i > asked[0] or (i == asked[0] - 1 and i > rels[0]):
                self.add(self.meaning.of_ids([high], replace(amount, figure=figure)))
            elif rels[0] - 1 == i and self.items[rels[0]].kind == "REL":
                size = replace(amount, figure=figure)
            else:
                self.add(self.meaning.of_ids([low], replace(amount, figure=figure)))
        self.add(self.meaning.compare(low, relation, high, size))
        self.metrics()
        self.spots()

    def _by_unit(self) -> list[str]:
        units = [self.items[i].figure.unit for i in self.at("AMT", "SPAN")]
        metrics = [self.meaning.default_metric(unit) for unit in units]
        fitting = [m for m in metrics if m in WITH_USUAL]
        if fitting:
            return fitting[:1]
        for metric in WITH_USUAL:
            for i in self.at("SPAN"):
                item = self.items[i]
                if self.holds(self._edge_claims(metric, item)):
                    return [metric]
        return []

    def _edge_claims(self, metric: str, item: Chunk) -> Claims | None:
        assert item.amount is not None and item.other is not None
        made: list[Claim] = []
        for amount, edge in ((item.amount, "low"), (item.other, "high")):
            figure = self.meaning.fit(amount.figure, metric)
            if figure is None:
                return None
            made += self.meaning.of_ids([f"{metric}.{edge}"], Amount(figure)) or ()
        return tuple(made)

    def _edges(self, metrics: Sequence[str]) -> bool:
        """Figures of the range itself."""
        spans, edges = self.at("SPAN"), self.at("EDGE")
        if spans:
            if len(spans) > 1 or len(metrics) != 1:
                raise Refused
            self.used.update(spans)
            self.add(self._edge_claims(metrics[0], self.items[spans[0]]))
        taken = bool(spans)
        for i in edges:
            near = [j for j in self.at("AMT") if abs(j - i) <= 3 and self._fits(j, metrics[0])]
            near = [j for j in near if self.items[j].value not in ("plus", "minus")]
            if len(metrics) == 1 and near and self._is_edge_figure(near):
                j = min(near, key=lambda n: (n < i, abs(n - i)))
                amount = self.items[j].amount
                figure = self.meaning.fit(self.items[j].figure, metrics[0])
                assert amount is not None and figure is not None
                self.used.update((i, j))
                bound = amount.bound
                name = f"{metrics[0]}.{self.items[i].value}"
                self.add(self.meaning.of_ids([name], Amount(figure)))
                if bound is not None:
                    self.add(Limit(f"{metrics[0]}.actual", bound, figure.said))
                taken = True
        return taken

    def _crossed(self, metrics: Sequence[str]) -> bool:
        """By how much an edge was crossed."""
        by, edges, rels = self.prep("by"), self.at("EDGE"), self.at("REL")
        sizes = [i for i in self.at("AMT") if by is not None and i > by]
        if by is None and len(metrics) == len(rels) == 1:  # "7 ms above the top of your range"
            actual = self.facts.number(f"{metrics[0]}.actual") or 0.0
            near = [i for i in self.at("AMT") if i == rels[0] - 1 and self._fits(i, metrics[0])]
            sizes = [i for i in near if 3.0 * self.items[i].figure.value < actual]
        if len(edges) != 1 or len(rels) != 1 or len(sizes) != 1 or len(metrics) != 1:
            return False
        relation = relation_by(self.items[rels[0]].value, metrics[0])
        self.used.update(sizes)
        name = f"{metrics[0]}.{self.items[edges[0]].value}"
        if relation is None:
            raise Refused
        size = self.items[sizes[0]].amount
        self.add(self.meaning.compare(f"{metrics[0]}.actual", relation, name, size))
        for i in self.at("AMT"):
            amount, figure = (
                self.items[i].amount,
                self.meaning.fit(self.items[i].figure, metrics[0]),
            )
            if i in sizes:
                continue
            if amount is None or figure is None:
                raise Refused
            self.used.add(i)
            of = f"{metrics[0]}.actual" if i < min(edges[0], rels[0]) else name
            self.add(self.meaning.of_ids([of], replace(amount, figure=figure)))
        self.used.update([*edges, *rels, *self.at("BAND")])
        return True

    def _fits(self, i: int, metric: str) -> bool:
        return self.meaning.fit(self.items[i].figure, metric) is not None

    def _is_edge_figure(self, near: Sequence[int]) -> bool:
        """Whether one of the figures is that of the edge: none is, where it was only crossed."""
        if not self.has("REL", "SIDE"):
            return True
        edge = self.at("EDGE")[0] if self.at("EDGE") else -1
        if near == [edge + 2] and self.items[edge + 1].value == "of":
            return True
        if near == [edge + 1] and self.items[edge].text.endswith(" of"):
            return True
        amounts = [amount for j in near if (amount := self.items[j].amount) is not None]
        return len(near) > 1 or any(amount.bound is not None for amount in amounts)

    def _side_of_range(self, metric: str) -> str:
        """Where it lies: "inside", "outside", "below" or "above"; "" where that is not said."""
        edges = [item.value for item in self.take("EDGE")]
        sides = [item.value for item in self.take("SIDE")]
        rels = [i for i in self.at("REL") if relation_by(self.items[i].value, metric)
                in ("higher", "lower")]  # fmt: skip
        words = ["above" if relation_by(self.items[i].value, metric) == "higher" else "below"
                 for i in rels]  # fmt: skip
        self.used.update(rels)
        named = list(dict.fromkeys([*sides, *words]))
        if len(named) == 2 and "outside" in named:
            named.remove("outside")
        if len(named) > 1 or len(set(edges)) > 1:
            raise Refused
        if not named:
            return ""
        if edges:
            way = "above" if edges[0] == "high" else "below"
            if named[0] in ("inside", "outside"):
                return way if named[0] == "outside" else ""
            return way if named[0] == way else "inside"
        return named[0]

    def _actuals(self, metrics: Sequence[str]) -> None:
        """The figures of the run beside those of its range."""
        for i in self.at("AMT"):
            item = self.items[i]
            if item.value in ("plus", "minus") or item.amount is None or item.amount.bound:
                continue
            fitting = [m for m in metrics if self._fits(i, m)]
            if not fitting:
                continue
            metric, amount = self.metric_at(i) if len(fitting) > 1 else (fitting[0], item.amount)
            figure = self.meaning.fit(item.figure, metric)
            if metric not in fitting or figure is None:
                raise Refused
            self.used.add(i)
            self.add(self.meaning.value(metric, WHOLE, replace(amount, figure=figure)))
