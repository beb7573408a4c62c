"""Frames of comparison: against what is usual, another place, a figure; changes; what is alike."""

from __future__ import annotations

from dataclasses import replace

from hakaru.guard.claims import Flag, Limit, Relation, Span, Value, Within
from hakaru.running.claims.ja.clause import Clause, bound_for, relation_for, step_of
from hakaru.running.claims.ja.clauses import Phrase, Word
from hakaru.running.claims.ja.figures import Figure, Token
from hakaru.running.claims.ja.meaning import (
    FORM,
    HALVES,
    PHASES,
    Refused,
    Term,
    is_numbered,
    metric_of_figure,
)

_SMALL_FRAC = 0.1
"""How far off a figure is at most that is missed by a little."""
_MUCH_FRAC = 0.02
"""How far apart two things are at least that differ much."""


class Comparisons(Clause):
    """How one thing stands to another."""

    def within(self) -> None:
        """Inside, below or above the usual interval."""
        ranged = [p for p in self.phrases if any(t.ref == "range" for t in p.terms)]
        inside, outside = self.word("inside"), self.word("outside")
        if not ranged and not inside and not outside:
            return
        over = self.word("over")
        rests = any(p.particle.startswith(("に", "で", "の")) for p in ranged)
        if not (inside or outside or over or (rests and self._rests())):
            return
        for phrase in ranged:
            about = [t for t in phrase.terms if t.metric]
            if about and not any(p.is_topic and p not in ranged for p in self.phrases):
                bare = Phrase(terms=(Term(metric=about[0].metric),), particle="は")
                self.parts.insert(0, bare)
            self.use(phrase)
            for term in phrase.terms:
                if term.states:
                    self.state(replace(term, metric=term.metric or self._metric()))
        self._value_beside()
        for subject in self.subjects():
            metric = subject.metric or next(iter(self._implied()), "")
            if metric not in FORM or subject.place:
                raise Refused
            self._within(metric, over, outside=outside is not None and not outside.denied)
        if self.take("only"):
            self._others_inside({subject.metric for subject in self.subjects()})
        self.take("inside", "outside") if inside or outside else self.take("over")
        self.drop("degree")
        self._each_said()

    def _rests(self) -> bool:
        be = self.word("be")
        return be is not None and be.text.startswith(("収ま", "とどま", "留ま", "に収ま", "入"))

    def _metric(self) -> str:
        for phrase in self.phrases:
            for term in phrase.terms:
                if term.metric:
                    return term.metric
        return self.topic.terms[0].metric

    def _implied(self) -> list[str]:
        return [m for phrase in self.phrases for t in phrase.terms if (m := t.metric)]

    def _value_beside(self) -> None:
        """Figures of subjects that are compared: "上下動9.0cmは"."""
        for phrase in list(self.phrases):
            if (
                self.about is None
                and phrase.states
                and phrase.particle.startswith(("は", "が", "も", "で", "と"))
                and all(
                    (t.metric or t.placed) and t.states and t.ref in ("", "actual") and not t.attr
                    for t in phrase.terms
                )
            ):
                self._stated_subjects(phrase)
                return

    def _stated_subjects(self, phrase: Phrase) -> None:
        place = self.parts.index(phrase)
        self.use(phrase)
        bare = Phrase(terms=tuple(t.bare for t in phrase.terms), particle="は")
        self.parts.insert(place, bare)
        for subject in self.subjects():
            own = next(
                (t for t in phrase.terms if t.metric in ("", subject.metric)
                 and (not t.placed or t.place == subject.place)), None,
            )  # fmt: skip
            if own is None:
                raise Refused
            self.state(replace(own, ref="", place=subject.place, series=subject.series))

    def _within(self, metric: str, over: Token | None, *, outside: bool) -> None:
        ends = f"{metric}.low", f"{metric}.high"
        fact = f"{metric}.actual"
        if outside:
            value, high = self.facts.number(fact), self.facts.number(ends[1])
            side = "above" if value is not None and high is not None and value > high else "below"
        elif over is not None:
            if over.denied or over.name not in ("above", "below"):
                raise Refused
            side = over.name
        else:
            side = "inside"
        self.claims.append(Within(fact, side, *ends))  # type: ignore[arg-type]

    def _others_inside(self, named: set[str]) -> None:
        """Only those that are named lie outside of what is usual."""
        if any(isinstance(claim, Within) and claim.side == "inside" for claim in self.claims):
            raise Refused
        for metric in FORM:
            if metric not in named and f"{metric}.low" in self.facts.by_id:
                self._within(metric, None, outside=False)

    def compared(self) -> None:
        """More or less than something else, perhaps by so much."""
        token = self.word("adj", "over", "change")
        if token is None:
            return
        if token.kind == "adj" and self._steady(token):
            return
        right = self._comparand(token)
        self._compares = right is not None and (right.placed or bool(right.ref))
        if right is None and token.kind == "change" and self._ends():
            return
        if right is None and token.kind == "change" and self._recovered(token):
            return
        if right is None and token.kind == "change" and token.denied and self._held(token):
            return
        by = self._by(token)
        if not self.own:
            self.about = None
        self._value_beside()
        self.take("adj", "over", "change")
        self.degree = next((p.token.name for p in self.parts if isinstance(p, Word)
                            and p.token.kind == "degree"), "")  # fmt: skip
        if any(isinstance(p, Word) and p.token.text == "大きく" for p in self.parts) and (
            token.text != "大きく"
        ):
            self.degree = "big"
        small = any(isinstance(p, Word) and p.token.name == "small" for p in self.parts)
        self.drop("degree")
        if right is not None and not right.named and right.figure is not None:
            self._limited(token, right, small=small)
            self.beyond_by(right.figure, by)
            return
        for subject in self.subjects():
            self._against(subject, token, right, by)
        self._each_said()

    def _steady(self, token: Token) -> bool:
        """Whether it is said that pace varied little: what is asked for was met."""
        about = [t for p in self.phrases if p.is_topic for t in p.terms] or self.topic.terms
        if token.name not in ("size", "amount") or len(about) != 1 or (
            about[0].metric != "consistency"
        ):  # fmt: skip
            return False
        if any(p.particle.startswith("より") for p in self.phrases):
            raise Refused
        named = self.meaning.criteria_of(self.subject())
        if len(named) != 1 or f"met.{named[0][0]}@{named[0][1]}" not in self.facts.flags:
            raise Refused
        steady = (token.sign < 0) is not token.denied
        self.claims.append(Flag(f"met.{named[0][0]}@{named[0][1]}", steady))
        self.take("adj")
        self.drop("degree")
        return True

    def _recovered(self, token: Token) -> bool:
        """Whether it is the heart rate after the recoveries, which is lower than before them."""
        if any(t.metric != "retention" for t in self.subjects()) or token.denied:
            return False
        if relation_for("heart_rate", token) != "lower":
            raise Refused
        self.take("change")
        self.drop("degree")
        for phrase in self.phrases:
            if phrase.particle.startswith("まで"):
                place = self.parts.index(phrase)
                self.parts[place] = replace(phrase, particle="")
        return True

    def _held(self, token: Token) -> bool:
        """Whether pace did not fall: the second half was no slower than the first."""
        subjects = self.subjects()
        if any(p.states for p in self.phrases) or len(subjects) != 1 or token.sign > 0:
            return False
        metric = "pace" if token.name == "pace" else subjects[0].metric or "pace"
        if metric != "pace" or subjects[0].place not in (None, "", HALVES[1]):
            raise Refused
        self.take("change")
        self.drop("all", "degree")
        first, second = (f"pace.actual@{half}" for half in HALVES)
        self.claims.append(self.meaning.alike(second, first, near=True))
        return True

    def _each_said(self) -> None:
        each = self.take("each")
        if each is not None and len(self.subjects()) < 2:
            raise Refused

    def _comparand(self, token: Token) -> Term | None:
        """What stands with より, or what a verb of passing passes."""
        for phrase in self.phrases:
            ahead = phrase.particle.startswith(("より", "対"))
            passed = token.kind == "over" and phrase.particle.startswith(("を", "に", "には"))
            first = phrase.terms[0]
            origin = phrase.particle.startswith("から") and (
                first.ref == "expected" or (first.placed and not phrase.states)
            )
            bare_ref = token.kind == "over" and phrase.terms[-1].ref in ("low", "high", "target")
            bare = phrase.terms[0].figure is not None and not phrase.terms[0].named
            refers = phrase.terms[0].ref in ("target", "low", "high", "expected")
            refers = refers and not phrase.terms[0].metric
            passed = passed or (token.kind == "over" and (bare or refers) and (
                phrase.particle.startswith(("は", "も"))))  # fmt: skip
            if len(phrase.terms) == 1 and (ahead or passed or origin or (bare_ref and
                                           not phrase.particle.startswith("は"))):  # fmt: skip
                if token.kind == "change" and phrase.particle.startswith("対") and phrase.states:
                    continue
                self.use(phrase)
                return phrase.terms[0]
        return None

    def _by(self, token: Token) -> Figure | None:
        phrase = self.before(token)
        if phrase is None or phrase.particle not in ("", "も") or len(phrase.terms) != 1:
            return None
        term = phrase.terms[0]
        figure = step_of(term)
        if figure is None or term.named or figure.counter not in ("", "bare"):
            return None
        if figure.bound and not any(p.particle.startswith("より") for p in self.phrases) and (
            not self._compares
        ):  # fmt: skip
            return None
        self.use(phrase)
        return figure

    _compares = False

    def _limited(self, token: Token, right: Term, *, small: bool) -> None:
        """Against a figure that somebody chose."""
        assert right.figure is not None
        for subject in self.subjects():
            metric = subject.metric or metric_of_figure(right)
            if token.kind == "adj" and token.name == "speed":
                metric = "pace"
            if metric == "duration" and right.figure.of("s/km") and subject.place:
                metric = subject.metric or "pace"
            term = replace(subject, metric=metric)
            bound = bound_for(metric, token)
            if token.name == "reach" and token.text.startswith("達") and not token.denied:
                self.state(replace(right, metric=metric), term)
                continue
            names = self.meaning.ids(term)
            limits = [
                Limit(name, bound, limit)
                for name in names
                if (limit := right.figure.of(self.facts.by_id[name].unit)) is not None
            ]
            if not limits or term.series is not None:
                raise Refused
            value = self.facts.number(limits[0].fact) or 0.0
            if small and abs(value - limits[0].said.value) > _SMALL_FRAC * abs(value):
                raise Refused
            self.claims.append(limits[0])
            if self.about == (subject,):
                self.about = (term,)

    def _against(self, subject: Term, token: Token, right: Term | None, by: Figure | None) -> None:
        metric = self._compared_metric(subject, token, right, by)
        left = replace(subject, metric=metric, ref="", attr="")
        if right is None and by is not None and self._ramped(left, token, by):
            return
        if right is None:
            right = self._implied_right(left, token)
        if right.ref in ("high", "low") and self.meaning.criteria_of(left):
            right = replace(right, ref="asked")
        if right.ref == "range":
            self._beyond_range(left, right, relation_for(metric, token), by)
            return
        other = replace(right.bare, metric=right.metric or metric)
        if other.metric != metric or left.series or other.series or not (other.ref or other.placed):
            raise Refused
        if right.states:
            self.state(replace(right, metric=metric), left)
        if other.ref == "asked":
            self._asked(left, token, by)
            return
        if (other.ref and left.place) or other.ref == "actual":
            raise Refused
        relation = self._relation(metric, token)
        self._as_much(left, other)
        if other.placed and not other.ref and not left.placed:
            half = other.place in HALVES and not left.average
            left = replace(left, place=HALVES[1 - HALVES.index(other.place or "")] if half else "")
        denied = token.denied and token.name != "reach"
        self.compare(left, relation, other, by, denied=denied)
        self.right = other
        if other.ref and self.facts.flags.get(f"needs_improvement.{metric}") is True:
            self.missed = "form"
        if len(self.subjects()) == 1:
            self.about = (left,)

    def _ramped(self, left: Term, token: Token, by: Figure) -> bool:
        """Whether it is how much the heart rate rose within the warm-up."""
        fact = self.facts.by_id.get("heart_rate_ramp.criterion@warmup")
        if (left.metric, left.place, token.kind) != ("heart_rate", "warmup", "change") or (
            fact is None or token.denied or token.sign < 0
        ):  # fmt: skip
            return False
        quantity = by.of(fact.unit)
        if quantity is None:
            raise Refused
        self.claims.append(Value(fact.id, quantity))
        self.about = (left,)
        return True

    def _compared_metric(self, subject: Term, token: Token, right: Term | None,
                         by: Figure | None) -> str:  # fmt: skip
        """The metric of a comparison, by whatever part of the clause names it."""
        metric = subject.metric or (right.metric if right else "")
        stated = {metric_of_figure(t) for p in self.phrases for t in p.terms if t.states}
        if metric and metric not in self.named and len(stated) == 1 and not (
            stated & {"", metric}
        ):  # fmt: skip
            metric = next(iter(stated))
        if token.name in ("speed", "pace"):
            if metric not in ("", "pace"):
                raise Refused
            return "pace"
        if not metric and token.name == "length" and subject.place in PHASES and any(
            f.of("km") for p in self.phrases for t in p.terms if (f := t.figure)
        ):  # fmt: skip
            return "distance"
        if not metric and token.kind == "adj":
            metric = self._metric()
        if not metric and by is not None:
            metric = metric_of_figure(Term(figure=by))
        if metric:
            return metric
        return next(iter(stated)) if len(stated) == 1 else ""

    degree = ""

    def _as_much(self, left: Term, other: Term) -> None:
        """Refuse "much" of a small difference, and "a little" of a large one."""
        if not self.degree:
            return
        a, b = (self.facts.number(self.meaning.fact(t.bare)) for t in (left, other))
        if a is None or b is None or not b:
            return
        apart = abs(a - b) / abs(b)
        if (self.degree == "big" and apart < _MUCH_FRAC) or (
            self.degree == "small" and apart > _SMALL_FRAC
        ):
            raise Refused

    def _beyond_range(self, left: Term, right: Term, relation: Relation, by: Figure | None) -> None:
        """Longer or shorter than the usual interval."""
        metric = left.metric
        if metric not in FORM or left.place or by is not None or relation == "equal":
            raise Refused
        if right.states:
            self.state(replace(right, metric=metric), left)
        side = "below" if relation == "lower" else "above"
        self.claims.append(Within(f"{metric}.actual", side, f"{metric}.low", f"{metric}.high"))  # type: ignore[arg-type]
        self.about = (left,)

    def _asked(self, left: Term, token: Token, by: Figure | None) -> None:
        """Against what a stretch is asked for."""
        named = self.meaning.criteria_of(left)
        if len(named) != 1:
            raise Refused
        flag = f"met.{named[0][0]}@{named[0][1]}"
        if token.name == "reach":
            if flag not in self.facts.flags:
                raise Refused
            self.claims.append(Flag(flag, not token.denied))
        else:
            relation = relation_for(left.metric, token)
            ends = replace(left, ref="criterion"), replace(left, ref="asked")
            self.compare(ends[0], relation, ends[1], by, denied=token.denied)
        self.missed = "criterion" if self.facts.flags.get(flag) is False else ""
        self.about = (left,)

    def _relation(self, metric: str, token: Token) -> Relation:
        if token.kind == "over" and token.name == "reach":
            if not token.denied or metric == "pace":
                raise Refused
            return "lower"
        return relation_for(metric, token)

    def _implied_right(self, left: Term, token: Token) -> Term:
        """What a comparison leaves out: the other half, the one before, what is usual."""
        if left.place in HALVES:
            return Term(place=HALVES[1 - HALVES.index(left.place)])
        before = self.topic.right
        same = any(t.place == left.place for t in self.topic.terms)
        if before is not None and is_numbered(before.place) and left.placed and not same:
            here = self.topic.terms[0]
            if token.kind != "change" or len(self.topic.terms) > 1 or not is_numbered(here.place):
                raise Refused
            return Term(place=here.place)
        if before is not None and before.placed and left.placed and same:
            return before.bare if not before.metric else replace(before.bare, metric=left.metric)
        if left.metric in FORM and not left.placed:
            return Term(ref=before.ref if before is not None and before.ref else "expected")
        if left.metric == "distance" and left.place in PHASES and token.name == "length":
            main = next(
                (p for p in ("work", "main") if f"phase.distance@{p}" in self.facts.by_id), ""
            )
            return Term(place=main)
        if token.kind == "change" and left.place in ("warmup", "recovery", "cooldown"):
            return Term(place="work" if self.meaning.has_reps else "main")
        become = token.kind == "change" or "くな" in token.text
        if become and is_numbered(left.place):
            return self._previous(left)
        if token.kind == "adj" and is_numbered(left.place):
            return Term(place="")
        raise Refused

    def _previous(self, left: Term) -> Term:
        kind, _, number = (left.place or "").rpartition(" ")
        scope = "repetition" if kind == "repetition" else "split"
        return Term(place=self.meaning.scope(scope, int(number) - 1))

    # --- changes -------------------------------------------------------------------------------

    def _ends(self) -> bool:
        return any(p.particle.startswith("から") and p.states for p in self.phrases)

    def changed(self) -> None:
        """From one figure to another."""
        source = next((p for p in self.phrases if p.particle.startswith("から") and p.states), None)
        if source is None or len(source.terms) != 1:
            return
        token = self.word("change", "adj")
        beside = None if token is None else self.before(token)
        goal = next(
            (p for p in self.phrases[self.phrases.index(source) + 1 :]
             if p.states and (p.particle or p is not beside)), None,
        )  # fmt: skip
        if goal is None:
            self._from_one(source)
            return
        if len(goal.terms) != 1:
            raise Refused
        self.use(source)
        self.use(goal)
        self._between(source, goal)
        source, goal = self.source or source, self.goal or goal
        token = self.take("change", "adj")
        self.drop("degree", "be")
        by = self._loose_by(token)
        subjects = self.subjects()
        if len(subjects) == 2 and not (source.terms[0].placed or goal.terms[0].placed):
            source = replace(source, terms=(replace(source.terms[0], place=subjects[0].place),))
            goal = replace(goal, terms=(replace(goal.terms[0], place=subjects[1].place),))
            subjects = (replace(subjects[0], place=None),)
        if len(subjects) != 1:
            raise Refused
        subject = subjects[0]
        metric = source.terms[0].metric or subject.metric
        first = replace(source.terms[0], metric=metric)
        last = replace(goal.terms[0], metric=goal.terms[0].metric or metric)
        self._from_to(subject, first, last, token, by)

    source: Phrase | None = None
    goal: Phrase | None = None

    def _between(self, source: Phrase, goal: Phrase) -> None:
        """From one place to another, named apart from the figures."""
        start = next((p for p in self.phrases if p.particle.startswith("から") and not p.states
                      and len(p.terms) == 1 and p.terms[0].placed), None)  # fmt: skip
        end = next((p for p in self.phrases if not p.states
                    and p.particle.startswith(("に", "へ", "まで"))
                    and len(p.terms) == 1 and p.terms[0].placed), None)  # fmt: skip
        if start is None or end is None:
            return
        self.use(start)
        self.use(end)
        if source.terms[0].placed or goal.terms[0].placed:
            raise Refused
        first_place, last_place = start.terms[0].place, end.terms[0].place
        self.source = replace(source, terms=(replace(source.terms[0], place=first_place),))
        self.goal = replace(goal, terms=(replace(goal.terms[0], place=last_place),))

    def _from_one(self, source: Phrase) -> None:
        """From a figure of another place to what the clause is about."""
        token = self.word("change", "adj")
        term = source.terms[0]
        if token is None or not (term.placed or term.ref):
            raise Refused
        self.use(source)
        by = self._by(token)
        self._value_beside()
        self.take("change", "adj")
        self.drop("degree", "be")
        self._against(self.subject(), token, term, by)

    def _loose_by(self, token: Token | None) -> Figure | None:
        for phrase in self.phrases:
            term = phrase.terms[0]
            alone = len(phrase.terms) == 1 and not phrase.particle and not term.named
            if alone and term.figure and token is not None:
                self.use(phrase)
                return term.figure
        return None

    def _from_to(self, subject: Term, first: Term, last: Term, token: Token | None,
                 by: Figure | None) -> None:  # fmt: skip
        if (
            last.figure is not None
            and first.figure is not None
            and (first.figure.counter == "bare" and last.figure.counter != "bare")
        ):
            unit = last.figure.readings[0].unit
            quantity = first.figure.of(unit)
            if quantity is None:
                raise Refused
            first = replace(first, figure=replace(first.figure, counter="", readings=(quantity,)))
        first = self.complete(first, replace(subject, place=None, series=None))
        last = self.complete(last, replace(subject, place=None, series=None))
        if first.metric != last.metric or not first.metric:
            raise Refused
        start, end = self._two_places(subject, first, last)
        if start is None:
            self._fell_over(subject, first, last, token)
            return
        first, last = (
            replace(first, place=start, series=None),
            replace(last, place=end, series=None),
        )
        self.state(first)
        self.state(last)
        last_fact, first_fact = self.meaning.fact(last.bare), self.meaning.fact(first.bare)
        if token is None:
            self.claims.append(self.by_truth(last_fact, first_fact, by))
        else:
            relation = relation_for(last.metric, token)
            self.compare(last, relation, first, by, denied=token.denied)
        self.about = (replace(last.bare),)
        self.right = first.bare

    def _two_places(self, subject: Term, first: Term, last: Term) -> tuple[str | None, str | None]:
        start, end = first.place, last.place
        if start is not None and end is None and subject.placed:
            end = subject.place
        if start is not None and end is not None:
            return start, end
        if start is not None or end is not None:
            if end is not None and is_numbered(end) and start is None and not subject.placed:
                raise Refused
            raise Refused
        right = self.topic.right
        if right is not None and right.placed and subject.placed and right.place != subject.place:
            return right.place, subject.place
        if subject.place in HALVES and subject.place == HALVES[1]:
            return HALVES
        if is_numbered(subject.place):
            return self._previous(subject).place, subject.place
        if not subject.place and subject.series is None and last.metric in ("pace", "heart_rate"):
            return HALVES
        return None, None

    def _fell_over(self, subject: Term, first: Term, last: Term, token: Token | None) -> None:
        """Of the whole run: its highest value came before its lowest, or the other way round."""
        if (
            subject.place
            or token is None
            or token.denied
            or first.figure is None
            or last.figure is None
        ):
            raise Refused
        series = self.meaning.series(replace(subject, metric=first.metric, place=None))
        rises = relation_for(first.metric, token) == "higher"
        low, high = (first.figure, last.figure) if rises else (last.figure, first.figure)
        unit = self.facts.series(series)[0].unit
        lowest, highest = low.of(unit), high.of(unit)
        if lowest is None or highest is None:
            raise Refused
        bottom, top = (int(place.rpartition(" ")[2]) for place in self.meaning.ends(series))
        if (bottom < top) is not rises:
            raise Refused
        self.claims.append(Span(series, lowest, highest))
        self.about = (replace(subject, metric=first.metric),)
