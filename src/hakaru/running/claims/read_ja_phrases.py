"""Phrases of a Japanese sentence, and what the sentence is about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hakaru.guard.claims import (
    Bound,
    Said,
    Series,
    Value,
    place_of,
)
from hakaru.running.claims.read_ja_figures import Figure, Token
from hakaru.running.claims.read_ja_statements import (
    HALVES,
    METRIC_OF_UNIT,
    PHASES,
    Phrase,
    Statements,
    Term,
    Unread,
    first_unit,
    unit_metric,
)

NOUNS = frozenset({"place", "metric", "avg", "ref", "attr", "figure", "range", "count"})

_BOUND_WORDS: dict[str, Bound] = {
    "at_least": "at_least", "at_most": "at_most", "below": "below", "above": "above",
}  # fmt: skip


class Phrases(Statements):
    """Reads phrases into terms, and keeps what the sentence is about."""

    def _phrase(self) -> None:
        terms = self._terms()
        particle = ""
        if terms == (Term(),):
            self._of_all()
            return
        if self._take("each"):
            particle = "は"
        if self._take("only"):
            exact = self.flagged or self.selection is not None
            self.only = not exact
            particle = "" if exact else "が"
        while self._peek().kind == "particle":
            word = self._peek()
            joined = particle + word.name
            if (
                particle
                and self._peek(-1).kind == "particle"
                and joined not in ("まで" + "は", "とも", "までに", "でも")
            ):
                break
            particle = particle or joined
            self.at += 1
        if particle == "と" and self._peek().kind == "near":
            self.at += 1
            self.near = True
        self.after = "phrase"
        self._place_phrase(Phrase(terms=terms, particle=particle))

    def _of_all(self) -> None:
        """Only how many there are: "of all 14 splits"."""
        if self._peek().kind == "filler" or self._peek(-1).name.startswith("of"):
            self.all_of = ""
        if self._peek().name in ("で", "の", "が", "は", "では"):
            self.at += 1

    def _terms(self) -> tuple[Term, ...]:
        """Phrases joined by の, and lists of things of one kind."""
        terms: list[Term] = []
        first_kind = self._peek().kind
        term = Term()
        while True:
            token = self._peek()
            if token.kind in NOUNS:
                if self._begins(term, token):
                    terms.append(term)
                    term = Term()
                self.at += 1
                term = self._with(term, token)
            elif token.kind == "open":
                self.at += 1
                term, more = self._bracket(term)
                if more:
                    terms.append(term)
                    terms += more[:-1]
                    term = more[-1]
                    if self._peek().kind in NOUNS:
                        raise Unread
            elif (
                token.kind == "particle" and token.name == "の" and self._peek(1).kind in NOUNS
            ) or (token.kind == "be" and token.text in ("である", "という") and term.ref):
                self.at += 1
            elif self._lists(token, first_kind, term):
                self.at += 1
                terms.append(term)
                term = Term()
            else:
                break
        return _shared([*terms, term])

    def _begins(self, term: Term, token: Token) -> bool:
        """Whether a word cannot belong to the same thing as those before it."""
        placed = term.place is not None or term.series is not None
        if token.kind in ("figure", "range"):
            return term.states
        joined = self._peek(-1).name == "の" and not (term.figure and term.figure.counter)
        states = term.states and not joined
        if token.kind == "metric":
            return bool(term.metric) or states
        return token.kind == "place" and (placed or states)

    def _lists(self, token: Token, first_kind: str, term: Term) -> bool:
        """Whether a comma, "and" or dot goes on with the same kind of thing."""
        follows = self._peek(1)
        if token.kind == "join" or (token.kind == "particle" and token.name == "と"):
            several = first_kind not in ("figure", "range") or len(self.topics) > 1
            return follows.kind == first_kind and several
        if token.kind != "comma" or follows.kind != first_kind:
            return False
        if first_kind in ("figure", "metric"):
            return first_kind == "figure" or term.states or not term.states
        return first_kind == "place" and term.states == (self._figure_before_particle())

    def _figure_before_particle(self) -> bool:
        """Whether the phrase that follows has a figure before its particle."""
        for token in self.tokens[self.at + 1 : self.at + 8]:
            if token.kind in ("figure", "range"):
                return not (token.figures[0].counter)
            if token.kind in ("comma", "be") or (token.kind == "particle" and token.name != "の"):
                return False
        return False

    def _with(self, term: Term, token: Token) -> Term:
        match token.kind:
            case "metric":
                average = token.name.startswith("mean ")
                metric = token.name.removeprefix("mean ")
                return replace(term, metric=metric, average=term.average or average)
            case "avg":
                return replace(term, average=True)
            case "ref" if not term.ref and (not term.states or self._peek(-2).name == "の"):
                return replace(term, ref=token.name)
            case "attr" if not term.attr:
                return replace(term, attr=token.name)
            case "figure":
                return replace(term, figure=self._bounded(token.figures[0]))
            case "range":
                return replace(term, span=(token.figures[0], token.figures[1]))
            case "place" if term.place is None and term.series is None:
                return self._at_place(term, token)
            case "count":
                return self._counted(term, token)
        raise Unread

    def _bounded(self, figure: Figure) -> Figure:
        token = self._peek()
        if token.kind == "bound":
            self.at += 1
            return replace(figure, bound=_BOUND_WORDS[token.name])
        return figure

    def _counted(self, term: Term, token: Token) -> Term:
        number = token.first or 0
        follows = self.tokens[self.at :]
        match token.name.split():
            case ["criteria", "some"] if not any(token.kind == "met" for token in follows):
                raise Unread
            case ["criteria", *how]:
                told: dict[str, tuple[int | None, int | None]] = {
                    "": (token.last, number), "all": (number, number), "every": (None, None),
                    "missed": (-number, None), "some": (number, None),
                    "turned": (number, token.last),
                }  # fmt: skip
                return replace(term, criteria=told["".join(how)])
            case ["rank"] if not term.names and not term.states:
                return replace(term, ref=f"rank {token.last} {number}")
            case ["metrics"]:
                return self._form_metrics(number)
            case ["all" | "of" as part, kind]:
                self._splits_counted(float(number), kind)
                if part == "all":
                    self.all_of = "split"
                return term
        raise Unread

    def _form_metrics(self, number: int) -> Term:
        if number != sum(name.startswith("needs_improvement.") for name in self.facts.flags):
            raise Unread
        return Term(metric=" ".join(self._judged))

    def _splits_counted(self, number: float, kind: str) -> None:
        fact = "splits.count"
        if kind == "repetition":
            self.reps = True
            fact = "repetitions.count"
        self.claims.append(Value(fact, Said(value=number, unit="count", slack=0.0)))

    def _at_place(self, term: Term, token: Token) -> Term:
        kind, _, part = token.name.partition(" ")
        number = token.first
        if kind in ("km", "split", "repetition") and number is not None:
            self.reps = self.reps or kind == "repetition"
            self._is_km(kind, token.last or number)
            if part == "lastly":
                end = self._end_of("last repetition" if kind == "repetition" else "last")
                if place_of(end)[1] != number:
                    raise Unread
                part = ""
            if part:
                name = self._kind(kind)
                if kind == "repetition" and name != kind:
                    raise Unread
                last = token.last if part == "range" else None
                if any(not self._is_place(kind, n) for n in (number, last or number)):
                    raise Unread
                return replace(term, series=Series("", "actual", name, number, last))
            return replace(term, place=self._scope(kind, number))
        if token.name in ("last", "opening", "last repetition"):
            return replace(term, place=self._end_of(token.name))
        if token.name == "whole":
            return replace(term, place="")
        return replace(term, place=token.name)

    def _is_km(self, kind: str, number: int) -> None:
        """Refuse "km 3" where splits are no kilometres."""
        if kind != "km":
            return
        for place in range(1, number + 1):
            for name in ("split", "other split"):
                length = self.facts.number(f"distance.actual@{name} {place}")
                if length is not None and not 0.9 <= length <= 1.1 and place < number:
                    raise Unread

    def _is_place(self, kind: str, number: int) -> bool:
        scope = self._scope(kind, number)
        return any(fact.scope == scope for fact in self.facts.facts)

    def _scope(self, kind: str, number: int) -> str:
        if kind == "repetition":
            return f"repetition {number}"
        other = f"other split {number}"
        return other if f"pace.actual@{other}" in self.facts.by_id else f"split {number}"

    def _end_of(self, name: str) -> str:
        kind = "repetition" if name == "last repetition" else "split"
        places = [place_of(fact.scope) for fact in self.facts.facts if fact.metric == "pace"]
        numbers = [number for found, number in places if found == kind and number is not None]
        if not numbers:
            raise Unread
        return f"{kind} {min(numbers) if name == 'opening' else max(numbers)}"

    def _bracket(self, term: Term) -> tuple[Term, list[Term]]:
        """A figure or other names of what stands before a bracket, or further facts of it."""
        more: list[Term] = []
        for inside in self._inside_bracket():
            if not inside.states:
                if inside.place is not None and term.place is None:
                    term = replace(term, place=inside.place)
                elif not inside.metric or inside.metric != term.metric:
                    raise Unread
            elif inside.names:
                more.append(self._aside(inside, term))
            elif not term.states:
                term = replace(
                    term, figure=inside.figure, span=inside.span, criteria=inside.criteria
                )
            elif inside.figure is None:
                raise Unread
            elif inside.figure.signed:
                metric = self._metric_of(term)
                more.append(Term(metric=metric, attr="delta", figure=inside.figure, aside=True))
            else:
                more.append(Term(figure=inside.figure, place=term.place, aside=True))
        return term, more

    def _inside_bracket(self) -> list[Term]:
        inside: list[Term] = []
        while not self._take("close"):
            if self._peek().kind not in NOUNS:
                raise Unread
            inside += self._terms()
            particle = self._peek()
            if particle.kind == "particle" and particle.name == "は" and inside[-1].ref:
                self.at += 1
                if self._peek().kind in NOUNS and not inside[-1].states:
                    figures = self._terms()
                    inside[-1] = replace(inside[-1], figure=figures[0].figure, span=figures[0].span)
            self._take("colon")
            if self._peek().kind in ("comma", "join"):
                self.at += 1
        return inside

    def _aside(self, inside: Term, term: Term) -> Term:
        """A further fact of the same thing; a signed figure of a reference is a difference."""
        metric = inside.metric or self._metric_of(term)
        signed = inside.figure is not None and inside.figure.signed
        if signed and inside.ref == "expected" and not inside.attr:
            return replace(inside, metric=metric, aside=True, ref="", attr="delta")
        return replace(inside, metric=metric, aside=True)

    def _metric_of(self, term: Term) -> str:
        return term.metric or self.topics[0].metric

    def _place_phrase(self, phrase: Phrase) -> None:
        particle = phrase.particle
        if self.all_of and all(term.average for term in phrase.terms):
            self.all_of = ""
        if particle in ("は", "も", "には") and self._is_passed(phrase.terms):
            self.pending.append(replace(phrase, particle="を"))
            return
        if particle == "には" and self._peek().kind == "over":
            self.pending.append(replace(phrase, particle="に"))
            return
        if self.extreme and particle in ("は", "が", "も") and all(map(_placed, phrase.terms)):
            self._extreme_is(phrase.terms)
            self.topic_at = -1
            return
        if particle in ("は", "が", "も", "では", "には", "とも", "までは", "でも") or self._take(
            "colon"
        ):
            self._topic(phrase.terms, also=particle == "も")
            return
        if particle in ("で", "に", "の") and all(
            not term.states and term.names and not term.ref for term in phrase.terms
        ):
            if particle == "の" and self._peek().kind not in ("extreme", "most", "all"):
                raise Unread
            if self.extreme or self.selection:
                self._named(phrase.terms)
                return
            if all(not term.metric for term in phrase.terms) or particle == "の":
                self._topic(phrase.terms)
                return
        if particle == "より":
            self._compare_with(phrase.terms)
            return
        self.pending.append(phrase)

    def _named(self, terms: tuple[Term, ...]) -> None:
        """Places of an extreme or of a choice that was spoken of before."""
        raise NotImplementedError

    def _extreme_is(self, terms: tuple[Term, ...]) -> None:
        """The places of an extreme that was named before."""
        raise NotImplementedError

    def _is_passed(self, terms: tuple[Term, ...]) -> bool:
        """Whether a reference with は or も is what the verb that follows is about."""
        ahead = 1 if self._peek().kind in ("degree", "figure") else 0
        return self._peek(ahead).kind == "over" and all(
            term.ref and not term.metric for term in terms
        )

    def _complete(self, term: Term) -> Term:
        """With metric and place of what the sentence is about."""
        about = self.topics[0]
        alike = {topic.metric for topic in self.topics}
        metric = term.metric or (about.metric if len(alike) == 1 else "")
        if metric == "rating" and about.metric in ("overall", "session", "gct", "vo", "vr"):
            metric = about.metric
        place = term.place
        series = term.series
        if place is None and series is None:
            places = {(topic.place, topic.series) for topic in self.topics}
            whole = metric in ("overall", "session", "rating", "load") and not self._unsaid
            if len(places) == 1 and not term.ref and not whole:
                place, series = about.place, about.series
                own = term.metric and term.average and place not in (None, "", *HALVES, *PHASES)
                if own or (
                    term.metric
                    and term.metric not in ("pace", "heart_rate")
                    and (place not in (None, "") and not self._exists(term.metric, place))
                ):
                    raise Unread
        own_metric = METRIC_OF_UNIT.get(first_unit(term), "")
        implied = not term.metric and about.implied
        if implied and term.states and own_metric not in ("", "rating", metric):
            metric = ""
        return replace(
            term, metric=metric, place=place, series=series, implied=term.implied or implied
        )

    def _phases_of(self, place: str | None) -> list[str]:
        """The stretches with criteria: all, or those that were not spoken of yet."""
        if place not in ("phases", "others"):
            return [""]
        return [p for p in self._rated_phases if place == "phases" or p not in self.counted]

    @property
    def _unsaid(self) -> bool:
        """Whether nothing was said yet of what the sentence is about."""
        return len(self.claims) == self.topic_at

    @property
    def _rated_phases(self) -> list[str]:
        facts = self.facts.facts
        return [
            fact.scope
            for fact in facts
            if fact.metric == "criteria" and fact.role == "met" and fact.scope
        ]

    def _exists(self, metric: str, place: str) -> bool:
        if metric in ("criteria", "distance", "duration", "rating", "reps", "rep_duration"):
            return True
        return f"{metric}.actual@{place}" in self.facts.by_id

    def _each(self) -> bool:
        """A word that means each of several things, or of one series every value."""
        token = self._peek()
        if token.kind != "each":
            return False
        self.at += 1
        self._each_of(token)
        return True

    def _each_of(self, token: Token) -> None:
        if len(self.topics) == 1 and not self.topics[0].metric.count(" "):
            if self.topics[0].place == "phases" or token.text in ("それぞれ", "各", "各々"):
                return
            told = dict.fromkeys(term.place for term in self.said_of if term.place in PHASES)
            topic = self.topics[0]
            about = topic.place in PHASES or (topic.place is None and topic.implied)
            if about and len(told) > 1:
                if token.text in ("どちらも", "ともに", "共に") and len(told) > 2:
                    raise Unread
                self.topics = tuple(Term(place=place) for place in told)
                return
            metrics = dict.fromkeys(t.metric for t in self.said_of if t.metric and not t.place)
            if self.topics[0].place is None and len(metrics) > 1 and token.text != "すべて":
                if token.text in ("どちらも", "ともに", "共に") and len(metrics) > 2:
                    raise Unread
                self.topics = tuple(Term(metric=metric) for metric in metrics)
                return
            if self.topics[0].series is not None or token.text in ("すべて", "全て", "いずれも"):
                self.all_of = "split"
                return
            raise Unread

    def _topic(self, terms: tuple[Term, ...], *, also: bool = False) -> None:
        terms = tuple(
            replace(term, metric=metric)
            for term in terms
            for metric in (term.metric.split() or [""])
        )
        terms = tuple(
            replace(term, place=place) if term.place in ("phases", "others") else term
            for term in terms
            for place in self._phases_of(term.place)
        )
        if not terms:
            raise Unread
        if self._selects(terms):
            return
        if self._gaps(terms):
            return
        if self.cause and not any(term.names for term in terms):
            raise Unread
        completed = tuple(self._complete(term) for term in terms)
        unsaid = self._unsaid
        for term in completed:
            if term.states:
                self._state(term)
        topics = tuple(
            replace(term, figure=None, span=None, criteria=None)
            for term in completed
            if not term.aside
        )
        if unsaid and self.also and also:
            topics = (*self.topics, *topics)
        elif unsaid and any(_overrides(topic, self.topics[0]) for topic in topics):
            raise Unread
        moved = any(
            (topic.place, topic.series) != (self.topics[0].place, self.topics[0].series)
            for topic in topics
        )
        if moved and self.weighed and self.comparand is not None and not self.comparand.ref:
            self.comparand = None
        self.topics, self.topic_at, self.also = topics, len(self.claims), also
        self._each()

    def _gaps(self, terms: tuple[Term, ...]) -> bool:
        """Whether a topic is the difference of two places."""
        metric = terms[-1].metric
        if not metric.startswith("gap:"):
            return False
        places = [term.place for term in terms]
        if len(places) != 2 or not all(places):
            raise Unread
        self.gap = (metric.removeprefix("gap:"), places[0] or "", places[1] or "")
        return True

    def _selects(self, terms: tuple[Term, ...]) -> bool:
        """Whether a topic is a count of splits ("three of them"), not a thing."""
        figure = terms[0].figure
        if len(terms) != 1 or figure is None or not figure.counter or terms[0].names:
            return False
        self.pending.append(Phrase(terms=terms, particle="count"))
        return True

    def _compare_with(self, terms: tuple[Term, ...]) -> None:
        if len(terms) != 1 or not self.compared:
            raise Unread
        term = terms[0]
        about = self.topics[0]
        self.compared, self.weighed = term.names and term.states, False
        if not term.names and term.figure is not None:
            self.comparand = term
            return
        metric = term.metric or about.metric
        if term.states:
            metric = metric or unit_metric(term)
            self._state(replace(term, metric=metric))
        self.comparand = term


def _placed(term: Term) -> bool:
    return term.place is not None and not (term.metric or term.ref or term.attr)


def _overrides(topic: Term, before: Term) -> bool:
    """Whether a new topic drops what an earlier one named and nothing was said of."""
    place = before.place is not None and topic.place != before.place
    metric = bool(before.metric) and not before.implied and topic.metric != before.metric
    return place or metric or (before.series is not None and topic.series != before.series)


def _shared(terms: Sequence[Term]) -> tuple[Term, ...]:
    """A place that was said once holds for what follows it in the same list."""
    shared: list[Term] = []
    last = terms[-1]
    if last.metric and all(term.place is not None and not term.states for term in terms):
        terms = [replace(term, metric=term.metric or last.metric) for term in terms]
    if last.criteria and all(t.place is not None and not t.states for t in terms[:-1]):
        terms = [replace(term, criteria=last.criteria) for term in terms]
    for term in terms:
        if (
            shared
            and term.metric
            and term.place is None
            and shared[-1].place is not None
            and not term.ref
        ):
            shared.append(replace(term, place=shared[-1].place))
        else:
            shared.append(term)
    return tuple(shared)
