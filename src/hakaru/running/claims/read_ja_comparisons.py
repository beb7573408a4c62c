"""Words of a Japanese sentence that compare: directions, limits, changes, superlatives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hakaru.core.units import PERCENT
from hakaru.guard.claims import (
    Bound,
    Claim,
    Compare,
    Count,
    Limit,
    Said,
    Series,
    Trend,
    Value,
    all_hold,
    place_of,
    relation_of,
)
from hakaru.running.claims.read_ja_figures import Figure, Token
from hakaru.running.claims.read_ja_phrases import Phrases
from hakaru.running.claims.read_ja_statements import (
    HALVES,
    LOWER_IS_MORE,
    METRIC_OF_UNIT,
    OTHER_SIDE,
    Phrase,
    Term,
    Unread,
    first_true,
    first_unit,
    unit_metric,
    unit_of,
)

SENSES = {
    "speed": frozenset({"pace", "cadence"}),
    "level": frozenset({"heart_rate", "cadence", "vo", "vr", "power", "temperature", "humidity",
                        "leg_stiffness", "overall", "load", "climb_total", "air"}),
    "size": frozenset({"vo", "vr", "gct", "step_length", "leg_stiffness", "power", "load",
                       "climb", "descent"}),
    "length": frozenset({"gct", "distance", "duration", "step_length"}),
    "amount": frozenset({"cadence", "climb_total", "climb_per_km", "climb", "descent"}),
    "width": frozenset({"step_length"}),
}  # fmt: skip

_TOWARDS = ("へ", "まで", "に", "と", "で")
_AFTER_WORK = {"cooldown": ("work", "main"), "recovery": ("work",), "main": ("warmup",),
               "work": ("warmup",)}  # fmt: skip
"""What a stretch of a session is faster or slower than where nothing else is named."""
_ALIKE_PCT = 2.0
"""Splits that lie this close are nearly the same."""
_NEEDED = Token(kind="flag", sign=-1)


class Comparisons(Phrases):
    """Turns phrases that wait into claims."""

    def _flush(self) -> None:
        """Say every figure that waits."""
        waiting, self.pending = self._uncounted(), []
        for phrase in waiting:
            within = phrase.particle == "within" and all(term.span for term in phrase.terms)
            if phrase.particle not in ("", "で", "と", "に", "を", "count") and not within:
                raise Unread
            if phrase.particle == "に" and any(t.ref and t.ref != "range" for t in phrase.terms):
                raise Unread
            self._assert(phrase.terms)

    def _uncounted(self) -> list[Phrase]:
        """What waits, without "so many of them" and the limit that they keep."""
        counts = [
            phrase for phrase in self.pending if is_count(phrase) and phrase.particle == "count"
        ]
        if not counts or self.selection is not None:
            return self.pending
        limits = [phrase for phrase in self.pending if phrase not in counts]
        figure = limits[0].terms[0].figure if len(limits) == 1 else None
        number = counts[0].terms[0].figure
        if len(counts) > 1 or number is None or figure is None or figure.bound is None:
            raise Unread
        if limits[0].terms[0].names:
            raise Unread
        metric = self.topics[0].metric or unit_metric(limits[0].terms[0])
        if metric == "pace" and figure.bound != "at_most":
            raise Unread
        self._count_kind(number)
        series = self._series(replace(self.topics[0], metric=metric))
        said = figure.of(unit_of(self.facts, series)) or figure.readings[0]
        self.claims.append(Count(series, figure.bound, said, int(number.value)))
        return []

    def _named(self, terms: tuple[Term, ...]) -> None:
        self._assert(terms)
        self.after = "said"

    def _assert(self, terms: tuple[Term, ...]) -> None:
        """Say figures of what the sentence is about."""
        if self.flagged:
            self.flagged, self.only = False, True
            self.topics = terms
            self._flag(_NEEDED)
        elif self.gap is not None:
            self._apart(terms)
        elif self.selection is not None:
            self._selected(terms)
        elif any(term.criteria for term in terms):
            self._say_criteria(terms)
        elif len(terms) == 1 and terms[0].ref == "range" and not terms[0].metric:
            self._in_range(terms[0])
        elif self.extreme is not None:
            self._extreme_is(terms)
        elif not all(term.states for term in terms):
            raise Unread
        elif len(self.topics) > 1 and not any(term.names for term in terms):
            self._distribute(terms)
        else:
            self._say_each(terms)

    def _distribute(self, terms: tuple[Term, ...]) -> None:
        """As many figures as things, or one for all of them."""
        if len(terms) not in (1, len(self.topics)):
            raise Unread
        given = terms * len(self.topics) if len(terms) == 1 else terms
        for topic, term in zip(self.topics, given, strict=True):
            self._state(_merge(topic, term))

    def _say_each(self, terms: tuple[Term, ...]) -> None:
        units = [first_unit(term) for term in terms if not term.names]
        if len(set(units)) < len(units):
            raise Unread
        for term in terms:
            if term.names:
                self._state(self._complete(term))
                continue
            topic = self.topics[0]
            speaks = METRIC_OF_UNIT.get(first_unit(term), "rating")
            other = speaks not in ("rating", topic.metric)
            distance_of_all = speaks == "distance" and topic.metric in ("reps", "rep_duration")
            climbs = speaks == "climb" and topic.metric == "climb_total"
            if climbs or (other and (len(units) > 1 or topic.implied or distance_of_all)):
                topic = replace(topic, metric="")
            self._state(_merge(topic, term))

    def _by(self) -> Figure | None:
        """A figure right before a word of direction says by how much; others are said."""
        figure: Figure | None = None
        if self.pending:
            last = self.pending[-1]
            bare = len(last.terms) == 1 and last.particle == "" and not last.terms[0].names
            found = last.terms[0].figure
            if bare and found is not None and found.bound is None and not found.counter:
                figure = found
                self.pending.pop()
        return figure

    def _apart(self, terms: tuple[Term, ...]) -> None:
        """By how much two places differ."""
        assert self.gap is not None
        (metric, first, second), self.gap = self.gap, None
        figure = terms[0].figure
        if len(terms) != 1 or figure is None or terms[0].names or figure.signed:
            raise Unread
        left, right = f"{metric}.actual@{second}", f"{metric}.actual@{first}"
        values = self.facts.number(left), self.facts.number(right)
        higher = values[0] is not None and values[1] is not None and values[0] > values[1]
        by = self._by_as(left, figure)
        self.claims.append(Compare(left, "higher" if higher else "lower", right, by))

    def _adjective(self, token: Token) -> None:
        if any(p.particle == "から" for p in self.pending) and "くな" in token.text:
            self._change(replace(token, kind="change", name="pace" * (token.name == "speed")))
            return
        if token.text == "大きく" and self._peek().kind in ("change", "over", "adj"):
            self.degree = "big"
            return
        if self.most:
            self.most = False
            self._superlative(token)
            return
        by = self._by()
        self._flush()
        if self.comparand is not None and self.comparand.ref.startswith("rank"):
            self._ranked(token, self.comparand.ref)
            return
        if self._peek().kind == "noun" and self.comparand is not None and not self.comparand.names:
            self._choose(token, self.comparand)
            return
        left, right = self._left(), self.comparand or self._other_half() or self._in_brackets()
        if right is None:
            raise Unread
        metric = left.metric or (right.metric if right.names else unit_metric(right))
        if token.name == "speed" and not metric:
            metric = "pace"
        if not metric and by is not None:
            metric = unit_metric(Term(figure=by))
        if metric not in SENSES[token.name]:
            raise Unread
        higher = (token.sign > 0) != (metric in LOWER_IS_MORE)
        self._compare(
            replace(left, metric=metric), right, higher=higher, by=by, denied=token.denied
        )
        if self.topics[0].metric == "" and len(self.topics) == 1:
            self.topics = (replace(self.topics[0], metric=metric),)

    def _ranked(self, token: Token, ref: str) -> None:
        """Beside earlier runs."""
        raise NotImplementedError

    def _superlative(self, token: Token) -> None:
        """The most of all."""
        raise NotImplementedError

    def _flag(self, token: Token) -> None:
        """Good, or to be improved."""
        raise NotImplementedError

    def _choose(self, token: Token, right: Term) -> None:
        """Splits beyond a figure ("those slower than 6:20/km")."""
        topic, figure = self.topics[0], right.figure
        metric = topic.metric or unit_metric(right)
        if figure is None or token.denied or metric not in SENSES[token.name]:
            raise Unread
        if topic.place or topic.series or self.all_of or len(self.topics) > 1:
            raise Unread
        higher = (token.sign > 0) != (metric in LOWER_IS_MORE)
        series = self._series(Term(metric=metric))
        said = figure.of(unit_of(self.facts, series)) or figure.readings[0]
        self.selection = (metric, "above" if higher else "below", said)
        self.comparand, self.compared, self.after = None, True, "selected"

    def _in_brackets(self) -> Term | None:
        """What is usual, where it was written in brackets behind the figure."""
        said = self.said_of[-1] if self.said_of else Term()
        usual = said.aside and said.ref == "expected" and said.metric == self.topics[0].metric
        return Term(metric=said.metric, ref=said.ref) if usual else None

    def _left(self) -> Term:
        if len(self.topics) == 1:
            return self.topics[0]
        if self.comparand is None or not self.comparand.ref:
            raise Unread
        return self.topics[0]

    def _over(self, token: Token) -> None:
        """上回る, 切る ...: a figure, a reference or another place is passed."""
        by = self._by()
        wanted = ("に", "を") if token.name == "reach" else ("を",)
        taken = [phrase for phrase in self.pending if phrase.particle in wanted]
        counted = [phrase for phrase in self.pending if is_count(phrase)]
        self.pending = [p for p in self.pending if p not in taken and p not in counted]
        self._flush()
        if len(taken) > 1 or len(counted) > 1:
            raise Unread
        bound: Bound = "above" if token.sign > 0 else "below"
        target = taken[0].terms if taken else (() if self.comparand is None else (self.comparand,))
        if len(target) != 1:
            raise Unread
        right = target[0]
        if right.ref.startswith("rank"):
            self._ranked(token, right.ref)
            return
        if not right.names and right.figure is not None and by is None:
            self._past_figure(token, bound, right.figure, counted)
            return
        if counted:
            raise Unread
        metric = self.topics[0].metric or right.metric
        if metric == "pace" or not metric:
            raise Unread
        if right.states and taken:
            self._state(replace(right, metric=right.metric or metric))
        higher = token.sign > 0
        left = replace(self.topics[0], metric=metric)
        right = replace(right, metric=right.metric or metric)
        self._compare(left, right, higher=higher, by=by, denied=token.denied)

    def _past_figure(
        self, token: Token, bound: Bound, figure: Figure, counted: list[Phrase]
    ) -> None:
        topic = self.topics[0]
        if len(self.topics) > 1 or figure.bound or self.near:
            raise Unread
        metric = topic.metric or unit_metric(Term(figure=figure))
        several = self.all_of or topic.series or counted or self._peek().kind == "noun"
        if metric == "duration" and not topic.metric and several:
            metric = "pace"
        if metric == "pace" and token.text.startswith(("上回", "下回")):
            raise Unread
        bound = OTHER_SIDE[bound] if token.denied else bound
        self.degree = "" if self.degree == "small" else self.degree
        term = replace(topic, metric=metric)
        series = self._series(term)
        said = figure.of(unit_of(self.facts, series)) or figure.readings[0]
        if counted:
            number = counted[0].terms[0].figure
            assert number is not None
            self._count_kind(number)
            self.claims.append(Count(self._series(term), bound, said, int(number.value)))
        elif self._peek().kind == "noun" and topic.place in (None, "") and not self.all_of:
            self.selection = (metric, bound, said)
            self.after = "selected"
            return
        else:
            self._limit(term, bound, figure)
        self.after = "said"

    def _selected(self, terms: tuple[Term, ...]) -> None:
        """How many splits, or which, are on one side of a figure."""
        assert self.selection is not None
        metric, bound, said = self.selection
        self.selection = None
        series = self._series(Term(metric=metric))
        number = terms[-1].figure
        if number is not None and number.counter and terms[-1].names:
            if number.value != len(terms):
                raise Unread
            terms = (*terms[:-1], replace(terms[-1], figure=None))
        elif len(terms) == 1 and number is not None and number.counter:
            self._count_kind(number)
            series = self._series(Term(metric=metric))
            self.claims.append(Count(series, bound, said, int(number.value)))
            return
        self.claims.append(Count(series, bound, said, len(terms)))
        for term in terms:
            if not term.place or term.metric not in ("", metric) or term.ref or term.attr:
                raise Unread
            self.claims.append(Limit(f"{metric}.actual@{term.place}", bound, said))
            if term.states:
                self._state(replace(term, metric=metric))

    def _change(self, token: Token) -> None:
        """Something rises or falls, from one value or place to another."""
        steady = token.name == "trend" or self.trend or bool(self.all_of)
        self.trend, self.all_of = False, ""
        by = self._by()
        source, target = self._from_and_to()
        about = self.topics[0]
        metric = about.metric or ("pace" if token.name == "pace" else "")
        metric = metric or unit_metric(target or source or Term())
        if token.denied or len(self.topics) > 1 or not _changes(token, metric):
            raise Unread
        if metric == "retention" and target is not None and source is None and token.sign < 0:
            self._state(replace(target, metric=metric))
            self.after = "said"
            return
        timed = token.name in ("shorter", "longer")
        higher = (token.sign > 0) != (metric in LOWER_IS_MORE and not timed)
        last = self.said_of[-1] if self.said_of else Term()
        if source is None and target is None and about.place is None and last.metric == metric:
            about = replace(about, place=last.place)
        left = self._arrived(replace(about, metric=metric), target)
        if steady:
            self._steady(source, left, higher=higher, by=by)
            if source is None:
                self.after = "said"
                return
        right = self._changed_from(source, left, metric)
        if source is not None and source.states:
            if not source.names:
                raise Unread
            self._state(replace(right, figure=source.figure))
        self.topics = (replace(left, figure=None, span=None),)
        self._compare(self.topics[0], replace(right, figure=None), higher=higher, by=by)
        self.comparand = Term(place=right.place) if right.place in HALVES else None

    def _from_and_to(self) -> tuple[Term | None, Term | None]:
        """What waits, as where a change begins and where it ends."""
        source: Term | None = None
        target: Term | None = None
        waiting, self.pending = self.pending, []
        for phrase in waiting:
            term, particle = phrase.terms[0], phrase.particle
            if len(phrase.terms) != 1:
                self._stepwise(phrase)
            elif particle == "から":
                source = term if source is None else _together(source, term)
            elif particle in _TOWARDS and (term.states or term.place is not None):
                target = term if target is None else _together(target, term)
            elif particle == "を" and term.metric and not term.states and not term.place:
                self.topics = (replace(self.topics[0], metric=term.metric),)
            else:
                raise Unread
        if source is not None and target is not None and not (source.names or target.names):
            return self._over_the_run(source, target)
        return source, target

    def _over_the_run(self, source: Term, target: Term) -> tuple[Term, Term]:
        """From one figure to another without places: of the halves, or of the first and last."""
        metric = self.topics[0].metric
        if self.topics[0].place or len(self.topics) > 1:
            raise Unread
        ends = [("first half", "second half"), (self._end_of("opening"), self._end_of("last"))]
        meant = [
            (replace(source, place=first), replace(target, place=last)) for first, last in ends
        ]
        return next(
            (
                pair
                for pair in meant
                if all_hold([self._says_at(metric, term) for term in pair], self.facts)
            ),
            meant[0],
        )

    def _says_at(self, metric: str, term: Term) -> Claim:
        name = f"{metric}.actual@{term.place}"
        if term.figure is None:
            raise Unread
        return Value(name, self._said_as(name, term.figure))

    def _arrived(self, about: Term, target: Term | None) -> Term:
        """Where a change ends, said where it has a figure."""
        if target is None:
            return about
        if target.ref or target.span or target.series:
            raise Unread
        place = target.place if target.place is not None else about.place
        left = replace(about, place=place, figure=target.figure)
        if left.states:
            self._state(left)
        return left

    def _stepwise(self, phrase: Phrase) -> None:
        """Figures of several places, before a word that says how they went on."""
        if phrase.particle not in ("", "と", "で") or not all(
            t.place and t.states for t in phrase.terms
        ):
            raise Unread
        self._assert(phrase.terms)
        last = self._complete(phrase.terms[-1])
        self.topics = (replace(last, figure=None, span=None),)

    def _steady(self, source: Term | None, left: Term, *, higher: bool, by: Figure | None) -> None:
        """A change from each place to the next."""
        first, last = (place_of((term.place if term else "") or "") for term in (source, left))
        if by is not None or (source is None) != (not last[0]) or first[0] != last[0]:
            raise Unread
        kind = last[0] or "split"
        series = Series(left.metric, "actual", kind, first[1], last[1])
        self.claims.append(Trend(series, "higher" if higher else "lower"))

    def _changed_from(self, source: Term | None, left: Term, metric: str) -> Term:
        """What it was before: as the sentence says, the other half, or the place before."""
        if source is not None:
            if source.metric not in ("", metric) or source.span or source.series:
                raise Unread
            return replace(source, metric=metric)
        if self.comparand is not None and self.comparand.names:
            return self.comparand
        place = left.place or ""
        if place in HALVES:
            if place == "first half":
                raise Unread
            return Term(metric=metric, place=HALVES[place])
        kind, number = place_of(place)
        if place in _AFTER_WORK:
            names = [p for p in _AFTER_WORK[place] if self._exists(metric, p)]
            if names:
                return Term(metric=metric, place=names[0])
        before = [
            term for term in self.said_of
            if term.metric == metric and term.place and term.place != place
        ]  # fmt: skip
        if before:
            return Term(metric=metric, place=before[-1].place)
        if kind and number is not None and number > 1:
            return Term(metric=metric, place=f"{kind} {number - 1}")
        raise Unread

    def _equal(self, token: Token) -> None:
        right = self.comparand
        taken = [
            phrase for phrase in self.pending
            if phrase.particle in ("と", "の", "") and phrase.terms[0].names
            and not (len(phrase.terms) > 1 and all(term.states for term in phrase.terms))
        ]  # fmt: skip
        if taken:
            self.pending = [p for p in self.pending if p not in taken]
            if len(taken) != 1 or len(taken[0].terms) != 1:
                raise Unread
            self._flush()
            self._compare_with(taken[0].terms)
            right = self.comparand
        else:
            self._flush()
        nearly = self.near or token.name == "nearly"
        if right is None:
            self._alike(nearly=nearly)
            return
        if self.degree or not right.names:
            raise Unread
        for topic in self.topics:
            if right.ref == "range":
                raise Unread
            metric = "balance_left" if topic.metric == "balance" else topic.metric
            pairs = self._pairs(replace(topic, metric=metric), replace(right, metric=metric))
            claims = [self._same(first, second, nearly=nearly) for first, second in pairs]
            self.claims.append(first_true(claims, self.facts))
        self.near, self.compared = False, True
        self.after = "compared"

    def _alike(self, *, nearly: bool) -> None:
        """Two things that were spoken of are the same."""
        if self._peek().kind == "metric":
            token = self._peek()
            self.topics = tuple(replace(topic, metric=token.name) for topic in self.topics)
            self.at += 1
            self._take("particle", "で")
        terms: Sequence[Term] = self.topics
        if self.all_of and nearly and len(terms) == 1 and not terms[0].place:
            ends = [self._place_of_extreme(w, terms[0].metric) for w in ("lowest", "highest")]
            low, high = (f"{terms[0].metric}.actual@{place}" for place in ends)
            value, fact = self.facts.number(low) or 0.0, self.facts.by_id[low]
            by = Said(value=0.0, unit=fact.unit, slack=_ALIKE_PCT / PERCENT * value)
            relation = relation_of(self.facts.number(high) or 0.0, value, fact.unit)
            self.claims.append(Compare(high, relation, low, by))
            self.near, self.all_of, self.after = False, "", "compared"
            return
        if len(terms) != 2:
            terms = [term for term in self.said_of if term.metric == self.topics[0].metric][-2:]
        if len(terms) != 2 or self.degree or any(not t.place or not t.metric for t in terms):
            raise Unread
        for first, second in self._pairs(terms[0], terms[1]):
            self.claims.append(self._same(first, second, nearly=nearly))
        self.near, self.after = False, "compared"


def _changes(token: Token, metric: str) -> bool:
    """Whether a verb of change is said of a metric."""
    if token.name == "pace":
        return metric == "pace"
    return token.name not in ("shorter", "longer") or metric in ("pace", "gct", "duration")


def _together(one: Term, other: Term) -> Term:
    """A place and its figure that stand apart."""
    if one.names and not one.states and other.states and not other.names:
        return replace(one, figure=other.figure)
    raise Unread


def is_count(phrase: Phrase) -> bool:
    """Whether a phrase is only how many splits there are."""
    term = phrase.terms[0]
    counter = term.figure is not None and term.figure.counter not in ("", "bare")
    return (
        phrase.particle in ("count", "で") and len(phrase.terms) == 1 and counter and not term.names
    )


def _merge(topic: Term, term: Term) -> Term:
    return replace(topic, figure=term.figure, span=term.span, criteria=term.criteria,
                   attr=term.attr or topic.attr)  # fmt: skip
