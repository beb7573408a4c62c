"""What is said as a whole: days, kinds of run, criteria, what needs work, balance and ranks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import cast

from hakaru.core.units import PERCENT
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
)
from hakaru.running.claims.en.chunks import Chunk
from hakaru.running.claims.en.clause import FORM, PHASES, WITH_USUAL, Clause, Refused, count_of
from hakaru.running.claims.en.frames.comparisons import relation_by
from hakaru.running.claims.en.meaning import WHOLE, Spot, in_unit
from hakaru.running.claims.en.tokens import BARE

_GOOD_STARS = 4.0
_EXCEPT = ("except", "apart", "aside", "save", "bar", "other than", "excluding", "with the exc")


class Criteria(Clause):
    """What is said of the run, of a phase or of form as a whole."""

    # words

    def words(self) -> None:
        """Flags, kind of training, terrain, day, weather."""
        for item in self.take("FLAG"):
            if item.value == "-rated.session" and set(self.own_metrics()) & set(FORM):
                self.take("METRIC", "ALL")
                self.add(Flag("unknown.form", True))
                continue
            self.add(Flag(item.value[1:], item.value[0] == "+"))
        for item in self.take("KIND"):
            known = self.facts.by_id.get("kind.actual")
            kinds = item.value.split(",")
            chosen = str(known.value) if known and known.value in kinds else kinds[0]
            self.add(Text("kind.actual", chosen))
        self._weather()
        if not self.has("SAME"):
            for item in self.take("TERRAIN"):
                self.add(Text("terrain.actual", item.value))
        self._days()

    def _days(self) -> None:
        day = self.facts.by_id.get("date.activity")
        for item in self.take("DATE"):
            if day is None:
                raise Refused
            year = item.of or int(str(day.value)[:4])
            self.add(Text("date.activity", f"{year:04d}-{int(item.value):02d}-{item.n:02d}"))
        for item in self.take("WEEKDAY"):
            if day is None:
                raise Refused
            is_right = date.fromisoformat(str(day.value)).weekday() == int(item.value)
            self.add(Text("date.activity", str(day.value) if is_right else item.text))
        for item in self.take("MONTH"):
            if day is None or self.claims:
                raise Refused
            is_right = int(str(day.value)[5:7]) == int(item.value)
            self.add(Text("date.activity", str(day.value) if is_right else item.text))

    def _weather(self) -> None:
        """What the air is called, and what it partly explains."""
        if self.has("CAUSED"):
            causes = [*self.take("CAUSE"), *self.take("WEATHER")]
            rels = [*self.take("REL"), *self.take("NAMED")]
            self.take("CAUSED", "METRIC")
            if not causes and self.has("TERRAIN"):
                grounds = [i for i in self.take("TERRAIN") if i.value in ("hilly", "rolling")]
                causes = [replace(item, kind="CAUSE", value="hills") for item in grounds]
            if len(causes) != 1 or self.has("NEG", "AMT", "PLACE"):
                raise Refused
            if any(r.value not in ("slower", "-consistency") for r in rels):
                raise Refused
            self.add(Cause("pace.actual", causes[0].value if causes[0].kind == "CAUSE" else "heat"))
        for item in self.take("WEATHER"):
            metric, bound, figure = item.value.split()
            quantity = Said(value=float(figure), unit="°C", slack=0.5)
            self.add(Limit(f"{metric}.actual", cast(Bound, bound), quantity))

    def absent(self) -> None:
        """A phase that there was, or was not."""
        spots = [spot for spot in self.own_spots() or self.topic.spots if spot in PHASES]
        missing = self.has("MISSING")
        if spots and self.own_spots() and not missing and self.has("PRESENT") and not self.has(
                "NEG"):  # fmt: skip
            self.spots()
            self.take("PRESENT", "ALL")
            self.add(tuple(Flag(f"present.{spot}", True) for spot in spots))
            return
        if not spots or not (missing or (self.has("NEG") and not self.claims)):
            self.take("PRESENT")
            return
        self.take("MISSING", "PRESENT")
        if self.negated() and missing:
            raise Refused
        self.spots()
        self.take("ALL")
        self.add(tuple(Flag(f"present.{spot}", False) for spot in spots))

    # criteria

    def criteria(self) -> None:
        """Criteria met: so many of so many, all of them, all but one, or a named one."""
        self._named_criteria()
        self._excepts_no_phase()
        shares = [i for i in self.at("SHARE") if not self.items[i].value]
        share_of = bool(shares) and self.items[shares[0]].of != 100
        phased = [s for s in self.own_spots() or self.topic.spots if s in PHASES]
        in_phase = bool(set(self.own_spots()) & set(PHASES))
        counted = self.topic.is_criteria and (in_phase or self.has("MET", "MISS", "OTHER"))
        bare = [i for i in self.at("AMT") if counted and self.items[i].figure.unit == BARE]
        carried = share_of and (self.topic.is_criteria or self.has("MET", "MISS")
                                or (bool(phased) and bool(self.own_spots())))  # fmt: skip
        stated = any(self.items[i].text == "criteria" for i in shares)
        if (
            self.topic.is_criteria
            and self.has("MISS")
            and self.own_metrics()
            and not (self.has("CRIT", "SHARE", "AMT"))
        ):
            self.take("MISS", "ONLY")
            self._only_missed()
            self.spots()
            return
        if not (self.has("CRIT") or carried or bare or stated):
            return
        if not self.own_spots() and not self.topic.open_spot and self.join != "and":
            phased = [s for s in phased if self._counts_of(s)]
        places = list(phased) or [WHOLE]
        if phased:
            self.spots()
        self.is_criteria = True
        self.take("CRIT", "PRESENT", "OTHER")
        missed = bool(self.take("MISS"))
        met = bool(self.take("MET"))
        if met and missed:
            raise Refused
        if met and self.at("NEG") and self.at("NEG")[0] > self.named("MET")[0]:
            raise Refused
        self._counted_criteria(shares, bare, places, missed=missed, met=met)

    def _excepts_no_phase(self) -> None:
        """Refuse "all phases except the warm-up met their criteria", which tells of the others."""
        excepted = any(self.items[i].text.startswith(_EXCEPT) for i in self.at("OTHER"))
        phased = set(self.own_spots() or self.topic.spots) & set(PHASES)
        if phased and excepted and self.has("ALL", "QUANT") and self.has("CRIT", "MET", "MISS"):
            raise Refused

    def _counted_criteria(
        self,
        shares: Sequence[int],
        bare: Sequence[int],
        places: Sequence[Spot],
        *,
        missed: bool,
        met: bool,
    ) -> None:
        negated, every, only = self.negated(), self.take("ALL"), self.take("ONLY")
        counts = [self.items[i] for i in shares] + self.take("COUNT")
        self.used.update(shares)
        for i in bare:
            self.used.add(i)
            counts.append(Chunk("COUNT", n=int(self.items[i].figure.value)))
        loose = [i for i in self.at("AMT") if self.items[i].figure.unit in ("star", "score", BARE)]
        if len(counts) > 1 or loose:
            raise Refused
        if missed and not counts and not every and any(i.text == "one" for i in self.items):
            counts = [Chunk("COUNT", n=1)]
        number = next(iter(counts), None)
        if missed and not negated and (number.n == 1 if number else only):
            self.relation = "missed one"
        if missed and self.own_metrics() and not (counts or every or only or negated):
            self._only_missed()
            return
        for place in places:
            scope = f"@{place}" if place else ""
            if only and (missed != negated) and (missed or met) and number is None:
                of = self.facts.number(f"criteria.count{scope}") or 0.0
                self.add(Value(f"criteria.met{scope}", count_of(of - 1.0)))
                self._only_missed()
            else:
                self._met_of(scope, number, every, missed=missed, negated=negated, met=met)

    def _met_of(
        self, scope: str, number: Chunk | None, every: Sequence[Chunk],
        *, missed: bool, negated: bool, met: bool,
    ) -> None:  # fmt: skip
        fact, count = f"criteria.met{scope}", f"criteria.count{scope}"
        of = self.facts.number(count) or 0.0
        if number is not None and number.kind == "SHARE":
            if negated and not met:
                raise Refused
            n = number.of - number.n if missed != negated else number.n
            self.add((Value(fact, count_of(n)), Value(count, count_of(number.of))))
        elif every or (negated and missed):
            if missed != negated or (number is not None and negated):
                raise Refused
            both = any(item.text == "both" for item in every)
            n = number.n if number is not None else 2 if both else int(of)
            self.add((Value(fact, count_of(n)), Value(count, count_of(n))))
        elif number is not None and not negated and not (met or missed):
            self.add(Value(count, count_of(number.n)))
        elif number is not None and not negated:
            self.add(Value(fact, count_of(of - number.n if missed else number.n)))
        else:
            raise Refused

    def _only_missed(self) -> None:
        """The criterion that is named as the one missed."""
        for metric in self.own_metrics():
            names = {"overall": ("form",), "consistency": ("pace_cons", "work_cons")}.get(
                metric, (metric,))  # fmt: skip
            flags = [
                flag
                for flag in self.facts.flags
                if flag.startswith(tuple(f"met.{name}" for name in names))
                and self._in_phase(flag.partition("@")[2])
            ]
            self.take("METRIC")
            self.add(tuple(Flag(flag, False) for flag in flags) or None)

    def _counts_of(self, phase: Spot) -> bool:
        """Whether a count of criteria may be that of the phase named before."""
        counts = [i.of if i.kind == "SHARE" else i.n for i in self.items
                  if i.kind in ("SHARE", "COUNT")]  # fmt: skip
        counts += [2 for i in self.items if i.kind == "ALL" and i.text == "both"]
        count = self.facts.number(f"criteria.count@{phase}")
        return all(n == count for n in counts) and not (
            not counts or self.facts.number("criteria.count") in counts
        )

    def _named_criteria(self) -> None:
        """As "heart rate did not settle in the cool-down", "the form criterion was missed"."""
        self._settled()
        if self._is_the_missed_one():
            self.take("PLACE", "CRIT", "ONLY", "ALL", "REL")
            self.asked_metric = True
            self._only_missed()
        for item in self.take("NAMED"):
            missed = bool(self.take("MISS")) or item.value[0] == "-" or self.has("LOST")
            if not missed and item.value != "heart_rate_settles" and not self.has("MET", "NEG"):
                raise Refused
            bad = missed != self.negated()
            self.take("MET", "CRIT", "ONLY")
            name = item.value.removeprefix("-")
            flags = [
                flag for flag in self.facts.flags
                if flag.startswith("met.") and name in flag.partition("@")[0]
                and self._in_phase(flag.partition("@")[2])
            ]  # fmt: skip
            self.take("PLACE", "END", "DEGREE")
            if name == "form":
                self.used.update(i for i in self.at("METRIC") if self.items[i].value == "overall")
            if name in ("consistency", "heart_rate_settles"):
                metric = "pace" if name == "consistency" else "heart_rate"
                self.used.update(i for i in self.at("METRIC") if self.items[i].value == metric)
                self.asked_metric = self.asked_metric or metric in self.topic.metrics
            self.asked_spot = True
            self.add(tuple(Flag(flag, not bad) for flag in flags) or None)

    def _is_the_missed_one(self) -> bool:
        """As "three stars because of the pace variation", "one was missed: form"."""
        kinds = {item.kind for item in self.items} - {"p", "HEDGE", "PLACE", "CRIT", "ONLY", "ALL"}
        own, placed = self.own_metrics(), bool(set(self.own_spots()) & set(PHASES))
        named = self.topic.relation == "missed one" and not self.topic.open_metric
        if all(item.text == "too high" for item in self.items if item.kind == "REL"):
            kinds -= {"REL"}
        if kinds != {"METRIC"} or not (named or self.join == "because"):
            return False
        return (
            own == ("consistency",)
            or (named and own == ("overall",))
            or (placed and own in (("heart_rate",), ("pace",)))
        )

    def _settled(self) -> None:
        """Whether the heart rate came down in the cool-down."""
        if not self.named("SETTLE") or self.has("AMT", "SPAN"):
            return
        about = "heart_rate" in (self.own_metrics() or self.topic.metrics)
        if set(self.own_spots()) - {"cooldown"}:
            raise Refused
        here = self.own_spots() or self.topic.spots
        if not about or not (self.has("NEG", "MISS") or "cooldown" in here):
            return
        bad = self.negated() or bool(self.take("MISS"))
        self.used.update(i for i in self.at("METRIC") if self.items[i].value == "heart_rate")
        self.take("PLACE", "END", "DEGREE")
        self.asked_metric = self.asked_spot = True
        name = "met.heart_rate_settles@cooldown"
        self.add(self.meaning.flag(name, holds=not bad))

    def _in_phase(self, phase: str) -> bool:
        spots = [spot for spot in self.own_spots() if spot in PHASES]
        return not spots or phase in spots

    # what needs work

    def needs(self) -> None:
        """Metrics of form that need improvement, or none."""
        need = next(iter(self.at("NEEDS")), None)
        if need is None or self._so_many_need(good=self.items[need].value == "-"):
            return
        taken = self.take("NEEDS")
        negated, only = self.negated(), bool(self.take("ONLY"))
        counts = [item.n for item in self.take("COUNT", "QUANT") if item.n]
        self.take("ALL", "MISSING")
        bad = (taken[0].value == "+") != negated
        self.relation = "" if only else f"needs {'+' if bad else '-'}"
        judged = self.meaning.judged()
        if self.own_metrics() == ("balance",) and not bad and "balance.left" in self.facts.by_id:
            self.take("METRIC")
            for bound, percent in (("at_least", 49.0), ("at_most", 51.0)):
                share = Said(value=percent, unit="%", slack=0.0)
                self.add(Limit("balance.left", cast(Bound, bound), share))
            return
        usual = [m for m in self.own_metrics() if m in WITH_USUAL and m not in FORM]
        if usual and usual == list(self.own_metrics()) and not bad and not only:
            self.take("METRIC")
            for metric in usual:
                self.add(self.meaning.within(metric, "inside", "", negated=False))
            return
        phases = [spot for spot in self.own_spots() if spot in PHASES]
        if phases and not bad and not self.own_metrics() and not only:
            self._praised_phase(phases, good=True)
            return
        if self.own_metrics() and set(self.own_metrics()) - set(FORM) - {"overall"}:
            raise Refused
        metrics = tuple(m for m in self.metrics() if m in FORM)
        if not metrics:
            if bad or not judged:
                raise Refused
            metrics = judged
        if any(n != len(metrics) for n in counts):
            raise Refused
        self.add(self.meaning.flags(metrics, good=not bad))
        if only:
            if not bad:
                raise Refused
            self.add(self.meaning.flags([m for m in judged if m not in metrics], good=True))

    def _so_many_need(self, *, good: bool) -> bool:
        """As "two of the three metrics need work"."""
        shares = [self.items[i] for i in self.at("SHARE")]
        judged = self.meaning.judged()
        if len(shares) != 1 or shares[0].of != len(judged) or set(self.own_metrics()) - {*FORM}:
            return False
        if self.has("NEG", "ONLY", "AMT", "COUNT") or len(set(self.own_metrics())) not in (0, 3):
            raise Refused
        self.take("SHARE", "METRIC", "ALL", "NEEDS")
        names = [f"needs_improvement.{metric}" for metric in judged]
        right = sum(self.facts.flags[name] != good for name in names) == shares[0].n
        self.add(tuple(Flag(name, self.facts.flags[name] == right) for name in names))
        return True

    def praise(self) -> None:
        """Praise and blame: what they say of a figure must be so."""
        good, bad = self.take("GOOD"), self.take("BAD")
        if not good and not bad:
            return
        bare = not (
            self.claims or self.has("AMT", "SPAN", "SHARE", "COUNT", "REL", "SAME", "SIDE", "RANGE")
        )
        if bare and set(self.own_metrics()) & set(WITH_USUAL) and not self.topic.metrics:
            raise Refused
        if (good and bad) or self.has("NEG"):
            raise Refused
        own = self.own_metrics() or (self.topic.metrics if self.topic.open_metric else ())
        form = [m for m in own if m in FORM]
        phases = [spot for spot in self.own_spots() if spot in PHASES]
        if form:
            self.take("METRIC") if not self.has("AMT") else None
            self.asked_metric = True
            self.add(self.meaning.flags(form, good=bool(good)))
        elif phases:
            self._praised_phase(phases, good=bool(good))
        elif bad:
            raise Refused
        elif "overall" in own:
            least = Said(value=_GOOD_STARS, unit="star", slack=0.0)
            self.used.update(i for i in self.at("METRIC") if self.items[i].value == "overall")
            self.add(Limit("overall.star", "at_least", least))
        elif set(own) & set(WITH_USUAL):
            for metric in set(own) & set(WITH_USUAL):
                self.add(self.meaning.within(metric, "inside", "", negated=False))

    def _praised_phase(self, phases: Sequence[Spot], *, good: bool) -> None:
        if not self.has("AMT", "SPAN", "SHARE"):
            self.take("PLACE")
        self.asked_spot = True
        for phase in phases:
            met, count = f"criteria.met@{phase}", f"criteria.count@{phase}"
            of = self.facts.number(count)
            if of is None:
                raise Refused
            if good:
                self.add(Value(met, count_of(of)))
            else:
                self.add(Limit(met, "below", Said(value=of, unit="count", slack=0.0)))

    # balance, retention, ranks

    def balance(self) -> None:
        """The shares of the two feet."""
        labels = self.named("LEFT", "RIGHT")
        named = "balance" in self.own_metrics() or (
            bool(labels) and "gct" in self.own_metrics()
            and {self.items[i].figure.unit for i in self.at("AMT")} == {"%"})  # fmt: skip
        if not named and not (labels and "balance" in self.topic.metrics) and len(labels) < 2:
            return
        if self.has("REF") and not self.has("AMT") and self.has("SAME"):
            self.take("REF", "SAME", "DEGREE", "METRIC")
            self.add(self.meaning.same("balance.left", "balance.usual", frac=0.01))
            return
        amounts = self.at("AMT")
        span = self.at("SPAN")
        if span:
            item = self.items[span[0]]
            self.used.update(span)
            sides = [(item.amount, "left"), (item.other, "right")]
        elif not amounts or len(amounts) > 2:
            return
        else:
            sides = [(self.items[i].amount, self._side(i, labels, order))
                     for order, i in enumerate(amounts)]  # fmt: skip
        self.used.update([*labels, *amounts, *self.at("SAME", "ALL", "METRIC")])
        self.metrics()
        if len({side for _, side in sides}) != len(sides):
            raise Refused
        for amount, side in sides:
            assert amount is not None
            if amount.figure.unit not in ("%", BARE):
                raise Refused
            percent = replace(amount, figure=in_unit(amount.figure, "%"))
            self.add(self.meaning.of_ids([f"balance.{side}"], percent))

    def _side(self, at: int, labels: list[int], order: int) -> str:
        if not labels:
            return ("left", "right")[order]
        between = len(labels) == 2 and labels[0] < at < labels[1]
        if between and labels[1] - at == at - labels[0] and order:
            raise Refused
        near = min(labels, key=lambda i: (abs(i - at), i))
        return "right" if self.items[near].kind == "RIGHT" else "left"

    def retention(self) -> None:
        """To what share of the work the heart rate came down in the recoveries."""
        name = "heart_rate_retention"
        fact = f"{name}.criterion@recovery"
        if fact not in self.facts.by_id:
            fact = "heart_rate.actual@after recovery"
        amounts = [i for i in self.at("AMT") if self.items[i].figure.unit == "%"]
        if fact not in self.facts.by_id or len(amounts) != 1 or self.has("RANGE"):
            return
        amount = self.items[amounts[0]].amount
        assert amount is not None
        asked = [i for i in self.named("REF") if self.items[i].value == "asked"]
        resting = "recovery" in self.own_spots() or self.noun == "rep" or self.topic.noun == "rep"
        if asked and self.topic.metrics == (name,):
            self.used.update(asked)
            self.asked_metric = True
            high = f"{name}.asked_high@recovery"
            self.add(self.meaning.of_ids([high], replace(amount, bound=None)))
            relation = "higher" if amount.bound == "above" else "lower"
            if amount.bound is not None or self.has("REL"):
                words = self.take("REL")
                relation = words[0].value if words else relation
            self.take("DEGREE")
            self.add(Compare(fact, cast(Relation, relation), high))
        elif "heart_rate" in (self.own_metrics() or self.topic.metrics) and (
                resting or self.topic.spots == ("recovery",)):  # fmt: skip
            if not any(self.items[i].value == "lower" for i in self.at("TREND")):
                return
            self.metrics()
            self.spots()
            self.take("TREND", "ALL")
            if self.prep("by") == amounts[0] - 1:  # what it lost, not what is left
                left = replace(amount.figure, value=PERCENT - amount.figure.value)
                amount = replace(amount, figure=left)
            self.add(self.meaning.of_ids([fact], amount))
            self.near_metric = name
        else:
            return
        self.used.add(amounts[0])

    def minimum(self) -> None:
        """As "yet it satisfied the 164 minimum": at least the target."""
        targets = [i for i in self.at("REF") if self.items[i].value == "target"]
        metrics = [m for m in self.own_metrics() or self.topic.metrics if m in WITH_USUAL]
        amounts = self.at("AMT")
        if len(targets) != 1 or not self.has("MET") or len(metrics) != 1 or len(amounts) > 1:
            return
        name = f"{metrics[0]}.target"
        value = self.facts.by_id.get(name)
        if value is None or self.has("NEG", "REL", "CRIT", "SHARE"):
            raise Refused
        self.used.update([*targets, *amounts, *self.at("MET", "METRIC")])
        self.asked_metric = True
        for i in amounts:
            amount = self.items[i].amount
            figure = self.meaning.fit(self.items[i].figure, metrics[0])
            if amount is None or figure is None:
                raise Refused
            self.add(self.meaning.of_ids([name], replace(amount, figure=figure)))
        target = Said(value=float(value.value), unit=value.unit, slack=0.5)
        self.add(Limit(f"{metrics[0]}.actual", "at_least", target))

    def based(self) -> None:
        """On how many runs what is expected rests."""
        runs, basis = self.at("RUNS"), self.at("BASIS")
        if len(runs) != 1 or not basis or self.has("NEG", "SHARE"):
            return
        before = runs[0] - 1
        if before not in self.at("AMT", "COUNT"):
            return
        item = self.items[before]
        if item.kind == "AMT" and (item.figure.unit != BARE or item.figure.value % 1.0):
            return
        n = item.n if item.kind == "COUNT" else int(item.figure.value)
        metrics = [m for m in self.own_metrics() if m in WITH_USUAL] or list(self.meaning.judged())
        self.used.update([before, *runs, *basis])
        if not self.has("AMT", "SPAN", "REL", "SIDE"):
            self.take("METRIC", "REF")
            self.asked_metric = True
        self.add(tuple(Value(f"{m}.n_runs", count_of(n)) for m in metrics) or None)

    def ranks(self) -> None:
        """As "lower than in 96 of 100 runs", "in 90 out of 100 of your runs it is longer"."""
        shares = [
            i for i in self.at("SHARE")
            if (self.items[i].of == 100 and self.has("RUNS", "REL")) or self._of_runs(i)
        ]  # fmt: skip
        metrics = [m for m in self.own_metrics() or self.topic.metrics if m in WITH_USUAL]
        if len(shares) != 1 or len(metrics) != 1:
            return
        self.metrics()
        share, metric = self.items[shares[0]], metrics[0]
        self.used.update([shares[0], *self.at("RUNS")])
        rels = self.at("REL")
        relation = relation_by(self.items[rels[0]].value, metric) if len(rels) == 1 else None
        if relation is None:
            raise Refused
        self.used.update(rels)
        turned = shares[0] < rels[0] and all(i > rels[0] for i in self.at("AMT"))
        if turned:
            relation = {"higher": "lower", "lower": "higher"}[relation]
        role = "rank"
        deviates = self.meaning.compare(f"{metric}.actual", relation, f"{metric}.expected", None)
        if turned and not self.holds(deviates):  # "only one in ten is shorter": those beyond it
            role, relation = "beyond", {"higher": "lower", "lower": "higher"}[relation]
        usual = Compare(f"{metric}.actual", cast(Relation, relation), f"{metric}.expected")
        places = Said(value=100.0 * share.n / share.of, unit="count", slack=50.0 / share.of)
        rank = Value(f"{metric}.{role}", places)
        self.add((rank, Value(f"{metric}.rank_of", count_of(100)), usual))

    def _of_runs(self, i: int) -> bool:
        """As "nine out of ten of your runs"."""
        return self.items[i].of in (5, 10, 20) and self.items[i].value == "runs"
