"""What a Japanese sentence about a run claims, where every word of it is understood.

A sentence is read from left to right: phrases (a place, a metric, a reference, a figure, each with
its particle) wait for the word that says something of them, which turns them into claims. What
nothing has used at the end, an unknown word, or a second way to read it, refuses the sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import TypeVar

from hakaru.core.units import PERCENT
from hakaru.guard.claims import (
    Bound,
    Cause,
    Claim,
    Compare,
    Count,
    Every,
    Extreme,
    Facts,
    Flag,
    Limit,
    Relation,
    Said,
    Series,
    Span,
    Text,
    Value,
    Within,
    holds,
    place_of,
    relation_of,
    shown_value,
)
from hakaru.running.claims.read_ja_words import Figure, Token, tokens_of


def claims_of_sentence(sentence: str, facts: Facts) -> tuple[Claim, ...] | None:
    """The claims of a sentence, list or table. None: it cannot be read completely."""
    try:
        return _claims(sentence, facts)
    except _Unread:
        return None


class _Unread(Exception):
    """Something that the grammar does not know."""


_BULLET = re.compile(r"^\s*(?:[-*・•]\s+|・|\d{1,2}[.)]\s+)")
_RULE = re.compile(r"^[\s|:\-]+$")


def _claims(sentence: str, facts: Facts) -> tuple[Claim, ...]:
    lines = [line for line in sentence.strip().split("\n") if line.strip()]
    claims: list[Claim] = []
    if lines and all(line.strip().startswith("|") for line in lines):
        claims = list(_table(lines, facts))
    else:
        for line in lines:
            for part in re.split(r"(?<=[。!！])", _BULLET.sub("", line)):
                if part.strip():
                    claims += _Reader(facts, _tokens(part)).read()
    if not claims:
        raise _Unread
    return tuple(dict.fromkeys(claims))


@lru_cache(maxsize=64)
def _cached(text: str) -> tuple[Token, ...] | None:
    return tokens_of(text)


def _tokens(text: str) -> tuple[Token, ...]:
    tokens = _cached(text)
    if tokens is None:
        raise _Unread
    return tokens


def _table(lines: Sequence[str], facts: Facts) -> Iterable[Claim]:
    """Rows of places below a head of metrics, or rows of metrics below a head of references."""
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]
    head, *body = [row for row, line in zip(rows, lines, strict=True) if not _RULE.match(line)]
    if head[0] not in ("区間", "スプリット", "ラップ", "項目", "指標", "距離", "フェーズ"):
        raise _Unread
    for row in body:
        if len(row) != len(head):
            raise _Unread
        for title, cell in zip(head[1:], row[1:], strict=True):
            yield from _Reader(facts, _tokens(f"{row[0]}の{title}は{cell}")).read()


@dataclass(frozen=True, kw_only=True)
class _Term:
    """What a phrase names: a fact by metric, place and reference, perhaps with its figure."""

    metric: str = ""
    place: str | None = None
    ref: str = ""
    attr: str = ""
    series: Series | None = None
    figure: Figure | None = None
    span: tuple[Figure, Figure] | None = None
    criteria: tuple[int, int] | None = None
    average: bool = False
    implied: bool = False
    aside: bool = False

    @property
    def names(self) -> bool:
        """Whether it names anything beside a figure."""
        return bool(self.metric or self.ref or self.attr or self.series or self.average) or (
            self.place is not None
        )

    @property
    def states(self) -> bool:
        """Whether it has a figure."""
        return bool(self.figure or self.span or self.criteria)


@dataclass(frozen=True, kw_only=True)
class _Phrase:
    terms: tuple[_Term, ...]
    particle: str = ""


_NOUNS = frozenset({"place", "metric", "avg", "ref", "attr", "figure", "range", "count"})
_METRIC_OF_UNIT = {
    "s/km": "pace", "bpm": "heart_rate", "spm": "cadence", "W": "power", "km": "distance",
    "s": "duration", "°C": "temperature", "m/km": "climb_per_km", "m/s": "wind", "star": "rating",
}  # fmt: skip
_FACTS_OF = {
    "balance_left": "balance.left", "balance_right": "balance.right",
    "climb_total": "climb.total", "climb_per_km": "climb.per_km", "reps": "repetitions.count",
    "splits": "splits.count", "retention": "heart_rate.actual@after recovery",
    "load": "load.actual", "rep_duration": "repetition.duration",
    "rep_distance": "repetition.distance",
}  # fmt: skip
_WHOLE_RUN = {
    "pace": ("actual", "running", "average"),
    "heart_rate": ("actual", "running", "average"),
}
_PHASES = frozenset({"warmup", "main", "work", "recovery", "cooldown"})
_HALVES = {"first half": "second half", "second half": "first half"}
_FORM = ("gct", "vo", "vr")
_LOWER_IS_MORE = frozenset({"pace"})
_SENSES = {
    "speed": frozenset({"pace", "cadence"}),
    "level": frozenset({"heart_rate", "cadence", "vo", "vr", "power", "temperature", "humidity",
                        "leg_stiffness", "overall", "load", "climb_total"}),
    "size": frozenset({"vo", "vr", "gct", "step_length", "leg_stiffness", "power", "load"}),
    "length": frozenset({"gct", "distance", "duration", "step_length"}),
    "amount": frozenset({"cadence", "climb_total", "climb_per_km"}),
    "width": frozenset({"step_length"}),
}  # fmt: skip
_BOUND_WORDS: dict[str, Bound] = {
    "at_least": "at_least", "at_most": "at_most", "below": "below", "above": "above",
}  # fmt: skip
_OTHER_SIDE: dict[Bound, Bound] = {
    "at_least": "below", "at_most": "above", "below": "at_least", "above": "at_most",
}  # fmt: skip


class _Reader:
    """One sentence: what was claimed so far, what it is about, and what still waits."""

    def __init__(self, facts: Facts, tokens: Sequence[Token]) -> None:
        self.facts = facts
        self.tokens = tokens
        self.at = 0
        self.claims: list[Claim] = []
        self.topics: tuple[_Term, ...] = (_Term(),)
        self.pending: list[_Phrase] = []
        self.comparand: _Term | None = None
        self.compared = True
        self.all_of = ""
        self.most = False
        self.extreme: tuple[str, str, int] | None = None
        self.selection: tuple[str, Bound, Said] | None = None
        self.near = False
        self.degree = ""
        self.only = False
        self.reps = False
        self.cause = ""
        self.flagged = False
        self.also = False
        self.weighed = False
        self.topic_at = -1
        self.said_of: list[_Term] = []
        self.after = ""

    # ---- walking

    def read(self) -> list[Claim]:
        """Every claim; _Unread where a word is left over."""
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            if self._again(token):
                self.at += 1
            elif token.kind in _NOUNS:
                self._phrase()
            else:
                self.at += 1
                self._word(token)
        self._flush()
        if (
            self._waits
            or self.extreme
            or self.selection
            or self.cause
            or self.flagged
            or not self.claims
        ):
            raise _Unread
        return self.claims

    def _again(self, token: Token) -> bool:
        """Whether a metric only closes what was said of it ("a faster pace")."""
        follows = self._peek(1)
        return (
            self.after == "compared"
            and token.kind == "metric"
            and token.name == self.topics[0].metric
            and (follows.kind == "be" or (follows.kind == "particle" and follows.name == "で"))
        )

    @property
    def _waits(self) -> bool:
        return bool(
            self.pending or self.all_of or self.most or self.near or self.degree or self.only
        ) or (not self.compared)

    def _peek(self, ahead: int = 0) -> Token:
        place = self.at + ahead
        return self.tokens[place] if 0 <= place < len(self.tokens) else _END

    def _take(self, kind: str, name: str | None = None) -> bool:
        token = self._peek()
        if token.kind == kind and (name is None or token.name == name):
            self.at += 1
            return True
        return False

    # ---- phrases

    def _phrase(self) -> None:
        terms = self._terms()
        particle = ""
        if terms == (_Term(),):
            self._of_all()
            return
        if self._take("each"):
            particle = "は"
        if self._take("only"):
            self.only = not self.flagged
            particle = "" if self.flagged else "が"
        while self._peek().kind == "particle":
            word = self._peek()
            joined = particle + word.name
            if (
                particle
                and self._peek(-1).kind == "particle"
                and joined not in ("まで" + "は", "とも", "までに", "でも")
            ):
                break
            particle = joined if not particle else particle
            self.at += 1
        if particle == "と" and self._peek().kind == "near":
            self.at += 1
            self.near = True
        self.after = "phrase"
        self._place_phrase(_Phrase(terms=terms, particle=particle))

    def _of_all(self) -> None:
        """Only how many there are: "of all 14 splits"."""
        if self._peek().kind == "filler" or self._peek(-1).name.startswith("of"):
            self.all_of = ""
        if self._peek().name in ("で", "の", "が", "は", "では"):
            self.at += 1

    def _terms(self) -> tuple[_Term, ...]:
        """Phrases joined by の, and lists of things of one kind."""
        terms: list[_Term] = []
        first_kind = self._peek().kind
        term = _Term()
        while True:
            token = self._peek()
            if token.kind in _NOUNS:
                if self._begins(term, token):
                    terms.append(term)
                    term = _Term()
                self.at += 1
                term = self._with(term, token)
            elif token.kind == "open":
                self.at += 1
                term, more = self._bracket(term)
                if more:
                    terms.append(term)
                    terms += more[:-1]
                    term = more[-1]
                    if self._peek().kind in _NOUNS:
                        raise _Unread
            elif token.kind == "particle" and token.name == "の" and self._continues(term):
                self.at += 1
            elif token.kind == "be" and token.text in ("である", "という") and term.ref:
                self.at += 1
            elif self._lists(token, first_kind, term):
                self.at += 1
                terms.append(term)
                term = _Term()
            else:
                break
        return _shared([*terms, term])

    def _continues(self, term: _Term) -> bool:
        return self._peek(1).kind in _NOUNS

    def _begins(self, term: _Term, token: Token) -> bool:
        """Whether a word cannot belong to the same thing as those before it."""
        placed = term.place is not None or term.series is not None
        if token.kind in ("figure", "range"):
            return term.states
        joined = self._peek(-1).name == "の" and not (term.figure and term.figure.counter)
        states = term.states and not joined
        if token.kind == "metric":
            return bool(term.metric) or states
        return token.kind == "place" and (placed or states)

    def _lists(self, token: Token, first_kind: str, term: _Term) -> bool:
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

    def _with(self, term: _Term, token: Token) -> _Term:
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
        raise _Unread

    def _bounded(self, figure: Figure) -> Figure:
        token = self._peek()
        if token.kind == "bound":
            self.at += 1
            return replace(figure, bound=_BOUND_WORDS[token.name])
        return figure

    def _counted(self, term: _Term, token: Token) -> _Term:
        number = token.first or 0
        match token.name.split():
            case ["criteria", "all"]:
                return replace(term, criteria=(number, number))
            case ["criteria", "turned"]:
                return replace(term, criteria=(number, token.last or 0))
            case ["criteria"]:
                return replace(term, criteria=(token.last or 0, number))
            case ["metrics"]:
                return self._form_metrics(number)
            case ["all" | "of" as part, kind]:
                self._splits_counted(float(number), kind)
                if part == "all":
                    self.all_of = "split"
                return term
        raise _Unread

    def _form_metrics(self, number: int) -> _Term:
        if number != sum(name.startswith("needs_improvement.") for name in self.facts.flags):
            raise _Unread
        return _Term(metric=" ".join(self._judged))

    @property
    def _judged(self) -> list[str]:
        names = [name for name in self.facts.flags if name.startswith("needs_improvement.")]
        return [name.partition(".")[2] for name in names]

    def _splits_counted(self, number: float, kind: str) -> None:
        fact = "splits.count"
        if kind == "repetition":
            self.reps = True
            fact = "repetitions.count"
        self.claims.append(Value(fact, Said(value=number, unit="count", slack=0.0)))

    def _at_place(self, term: _Term, token: Token) -> _Term:
        kind, _, part = token.name.partition(" ")
        number = token.first
        if kind in ("km", "split", "repetition") and number is not None:
            self.reps = self.reps or kind == "repetition"
            self._is_km(kind, token.last or number)
            if part:
                name = self._kind(kind)
                last = token.last if part == "range" else None
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
                    raise _Unread

    def _kind(self, kind: str) -> str:
        known = any(fact.scope.startswith("repetition ") for fact in self.facts.facts)
        return "repetition" if kind == "repetition" and known else "split"

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
            raise _Unread
        return f"{kind} {min(numbers) if name == 'opening' else max(numbers)}"

    def _bracket(self, term: _Term) -> tuple[_Term, list[_Term]]:
        """A figure or other names of what stands before a bracket, or further facts of it."""
        inside: list[_Term] = []
        while not self._take("close"):
            if self._peek().kind not in _NOUNS:
                raise _Unread
            inside += self._terms()
            particle = self._peek()
            if particle.kind == "particle" and particle.name in ("は", "より") and inside[-1].ref:
                self.at += 1
                direction = self._peek()
                if direction.kind in _NOUNS and not inside[-1].states:
                    figures = self._terms()
                    inside[-1] = replace(inside[-1], figure=figures[0].figure, span=figures[0].span)
            self._take("colon")
            if self._peek().kind in ("comma", "join"):
                self.at += 1
        more: list[_Term] = []
        for found in inside:
            if found.names and found.states:
                if (
                    found.figure is not None
                    and found.ref == "expected"
                    and not found.attr
                    and (found.figure.signed)
                ):
                    found = replace(found, ref="", attr="delta")
                own = found.metric or self._metric_of(term)
                more.append(replace(found, metric=own, aside=True))
            elif found.states and not term.states:
                term = replace(term, figure=found.figure, span=found.span, criteria=found.criteria)
            elif found.states and found.figure is not None and found.figure.signed:
                metric = self._metric_of(term)
                more.append(_Term(metric=metric, attr="delta", figure=found.figure, aside=True))
            elif found.states and found.figure is not None:
                more.append(_Term(figure=found.figure, place=term.place, aside=True))
            elif found.metric and not found.states and found.metric == term.metric:
                continue
            elif found.place is not None and term.place is None and not found.states:
                term = replace(term, place=found.place)
            else:
                raise _Unread
        return term, more

    def _metric_of(self, term: _Term) -> str:
        return term.metric or self.topics[0].metric

    def _place_phrase(self, phrase: _Phrase) -> None:
        particle = phrase.particle
        if self.all_of and all(term.average for term in phrase.terms):
            self.all_of = ""
        if particle in ("は", "が", "も", "では", "には", "とも", "までは", "でも") or self._take(
            "colon"
        ):
            self._topic(phrase.terms, also=particle == "も")
            return
        if particle in ("で", "に", "の") and all(
            not term.states and term.names and not term.ref for term in phrase.terms
        ):
            if particle == "の" and self._peek().kind not in ("extreme", "most", "all"):
                raise _Unread
            if all(not term.metric for term in phrase.terms) or particle == "の":
                self._topic(phrase.terms)
                return
        if particle == "より":
            self._compare_with(phrase.terms)
            return
        self.pending.append(phrase)

    # ---- what the sentence is about

    def _complete(self, term: _Term) -> _Term:
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
            if len(places) == 1 and not term.ref:
                place, series = about.place, about.series
                own = term.metric and term.average and place not in (None, "", *_HALVES, *_PHASES)
                if own or (
                    term.metric
                    and term.metric not in ("pace", "heart_rate")
                    and (place not in (None, "") and not self._exists(term.metric, place))
                ):
                    raise _Unread
        return replace(term, metric=metric, place=place, series=series)

    @property
    def _rated_phases(self) -> list[str]:
        facts = self.facts.facts
        return [
            fact.scope
            for fact in facts
            if fact.metric == "criteria" and fact.role == "met" and fact.scope
        ]

    def _exists(self, metric: str, place: str) -> bool:
        if metric in ("criteria", "distance", "duration", "rating"):
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
            if token.text in ("すべて", "全て", "いずれも"):
                self.all_of = "split"
                return
            raise _Unread

    def _topic(self, terms: tuple[_Term, ...], *, also: bool = False) -> None:
        terms = tuple(
            replace(term, metric=metric)
            for term in terms
            for metric in (term.metric.split() or [""])
        )
        terms = tuple(
            replace(term, place=place) if term.place == "phases" else term
            for term in terms
            for place in (self._rated_phases if term.place == "phases" else [""])
        )
        if self._selects(terms):
            return
        if self.cause and not any(term.names for term in terms):
            raise _Unread
        completed = tuple(self._complete(term) for term in terms)
        unsaid = len(self.claims) == self.topic_at
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
            raise _Unread
        moved = any(
            (topic.place, topic.series) != (self.topics[0].place, self.topics[0].series)
            for topic in topics
        )
        if moved and self.weighed and self.comparand is not None and not self.comparand.ref:
            self.comparand = None
        self.topics, self.topic_at, self.also = topics, len(self.claims), also
        self._each()

    def _selects(self, terms: tuple[_Term, ...]) -> bool:
        """Whether a topic is a count of splits ("three of them"), not a thing."""
        figure = terms[0].figure
        if len(terms) != 1 or figure is None or not figure.counter or terms[0].names:
            return False
        self.pending.append(_Phrase(terms=terms, particle="count"))
        return True

    def _compare_with(self, terms: tuple[_Term, ...]) -> None:
        if len(terms) != 1 or not self.compared:
            raise _Unread
        term = terms[0]
        about = self.topics[0]
        self.compared, self.weighed = term.names and term.states, False
        if not term.names and term.figure is not None:
            self.comparand = term
            return
        metric = term.metric or about.metric
        if term.states:
            metric = metric or _unit_metric(term)
            self._state(replace(term, metric=metric))
        self.comparand = term

    # ---- words that say something

    def _word(self, token: Token) -> None:
        after, self.after = self.after, ""
        match token.kind:
            case "comma":
                self._flush_stated()
                self.after = after
            case "stop":
                self._flush()
            case "filler":
                self.after = after
            case "conj":
                if after not in ("said", "compared") and not (
                    after == "phrase" and token.text in ("で、",)
                ):
                    self._flush()
                self.comparand = None
                self._clause_ended()
            case "be":
                self._be(token, after)
            case "tail":
                if after not in ("said", "compared"):
                    raise _Unread
                self.after = after
            case "adj":
                self._adjective(token)
            case "over":
                self._over(token)
            case "change":
                self._change(token)
            case "extreme":
                self._extremal(token)
            case "most":
                self.most = True
            case "all":
                self.all_of = token.name
                self._take("particle")
            case "each":
                self._each_of(token)
            case "near":
                self.near = True
            case "degree":
                self.degree = token.name
            case "eq":
                self._equal(token)
            case "flag":
                self._flag(token)
            case "noflag":
                self.claims += [Flag(f"needs_improvement.{name}", False) for name in self._judged]
                self.after = "said"
            case "nopenalty":
                self._no_penalty()
            case "during" if self.topics[0].metric == "retention":
                self.after = after
            case "met":
                self._met(token)
            case "present":
                self._present(token, after)
            case "nothing":
                if self.selection is None:
                    raise _Unread
            case "unknown":
                self._unknown()
            case "subject":
                self._subject(token)
            case "date":
                self._date(token)
            case "word":
                self._text(token)
            case "cause":
                self._cause(token)
            case "opening":
                self._opening()
            case "colon" | "particle" if after in ("said", "compared") and (
                token.name in ("の", "に", "で", "が", "は", "と")
            ):
                self.after = after
            case "flagged":
                self.flagged = True
            case "noun":
                self._noun(token, after)
            case _:
                raise _Unread

    def _noun(self, token: Token, after: str) -> None:
        """A split as such, after words that choose some."""
        if after == "selected" or self.extreme:
            self._take("particle")
            if self.extreme and token.name == "repetition":
                self.reps = True
            return
        raise _Unread

    def _clause_ended(self) -> None:
        if self.near or self.degree or self.most:
            raise _Unread

    def _flush_stated(self) -> None:
        """At a comma: what has a figure is said."""
        if self.pending and all(self._stated(phrase) for phrase in self.pending):
            self._flush()

    def _stated(self, phrase: _Phrase) -> bool:
        stated = any(term.states for term in phrase.terms) or bool(self.extreme)
        return phrase.particle in ("", "で", "と") and stated

    def _flush(self) -> None:
        """Say every figure that waits."""
        waiting, self.pending = self.pending, []
        for phrase in waiting:
            within = phrase.particle == "within" and all(term.span for term in phrase.terms)
            if phrase.particle not in ("", "で", "と", "に", "を", "count") and not within:
                raise _Unread
            self._assert(phrase.terms)

    def _be(self, token: Token, after: str) -> None:
        if token.denied:
            raise _Unread
        if not self.pending:
            if after not in ("said", "compared"):
                raise _Unread
            self.after = after
            return
        self._flush()
        self._clause_ended()
        self.after = "said"

    def _assert(self, terms: tuple[_Term, ...]) -> None:
        """Say figures of what the sentence is about."""
        if self.flagged:
            self.flagged, self.only = False, True
            self.topics = terms
            self._flag(_NEEDED)
            return
        if self.selection is not None:
            self._selected(terms)
            return
        if len(terms) == 1 and terms[0].ref == "range" and not terms[0].metric:
            self._in_range(terms[0])
            return
        if self.extreme is not None:
            self._extreme_is(terms)
            return
        if not all(term.states for term in terms):
            raise _Unread
        bare = [term for term in terms if not term.names]
        if len(bare) == len(terms) and len(self.topics) > 1:
            if len(terms) == len(self.topics):
                pairs = list(zip(self.topics, terms, strict=True))
            elif len(terms) == 1:
                pairs = [(topic, terms[0]) for topic in self.topics]
            else:
                raise _Unread
            for topic, term in pairs:
                self._state(_merge(topic, term))
            return
        for term in terms:
            if term.names:
                self._state(self._complete(term))
            elif len(bare) > 1 and len({_first_unit(t) for t in bare}) < len(bare):
                raise _Unread
            else:
                topic = self.topics[0]
                speaks = _METRIC_OF_UNIT.get(_first_unit(term), "rating")
                if (
                    (len(bare) > 1 or topic.implied)
                    and topic.metric
                    and speaks != "rating"
                    and (speaks != topic.metric)
                ):
                    topic = replace(topic, metric="")
                self._state(_merge(topic, term))

    # ---- claims of figures

    def _state(self, term: _Term) -> None:
        """One figure of one thing."""
        if term.metric and not term.average and not self.topics[0].metric and len(self.topics) == 1:
            pass
        if not term.metric and term.criteria is None:
            metric = _unit_metric(term, place=term.place)
            term = replace(term, metric=metric)
            if len(self.topics) == 1 and not self.topics[0].metric:
                self.topics = (replace(self.topics[0], metric=metric, implied=True),)
        if term.criteria is not None:
            self._criteria(term)
        elif term.span is not None:
            self._span(term)
        elif term.figure is not None and (term.figure.bound or self.all_of):
            self._bounded_figure(term, term.figure)
        elif term.figure is not None:
            if term.series is not None:
                raise _Unread
            self._value(term, term.figure)
        self.said_of.append(term)

    def _value(self, term: _Term, figure: Figure) -> None:
        ids = self._ids(term, figure)
        claims = [Value(name, self._said_as(name, figure, term.attr)) for name in ids]
        self.claims.append(_first_true(claims, self.facts))

    def _said_as(self, name: str, figure: Figure, attr: str = "") -> Said:
        """The reading in the unit of the fact; of a difference without a sign its amount."""
        fact = self.facts.by_id.get(name)
        said = None if fact is None else figure.of(fact.unit)
        said = said or figure.readings[0]
        if fact is not None and fact.unit == "m/km" and said.unit == "m":
            said = replace(said, unit="m/km")
        if attr == "delta" and not figure.signed and fact is not None:
            negative = not isinstance(fact.value, str) and fact.value < 0.0
            return replace(said, value=-said.value) if negative else said
        return said

    def _ids(self, term: _Term, figure: Figure) -> list[str]:
        """The facts that a figure may be of; more than one only for the run as a whole."""
        metric, place = term.metric, term.place
        unit = "star" if figure.counter == "つ" else figure.readings[0].unit
        if figure.counter == "bare" and metric not in ("load", "overall"):
            raise _Unread
        if figure.counter and figure.counter not in ("bare", "つ"):
            return self._count_ids(term, figure)
        if metric in _FACTS_OF:
            return [_FACTS_OF[metric]]
        if metric == "balance":
            raise _Unread
        if term.attr == "penalty" and not metric:
            raise _Unread
        if metric in ("overall", "session", "rating"):
            role = "star" if unit == "star" else "score"
            name = "overall" if metric == "rating" and role == "score" else metric
            if name == "rating":
                name = "session" if "session.star" in self.facts.by_id else "overall"
            return [f"{name}.{role}"]
        if term.attr or unit in ("star", "score"):
            role = unit if unit == "star" else term.attr or unit
            if role == "delta" and unit == "%":
                role = "delta_pct"
            if place:
                raise _Unread
            return [f"{metric}.{role}"]
        return self._ids_at(metric, term.ref, place, average=term.average)

    def _count_ids(self, term: _Term, figure: Figure) -> list[str]:
        if term.metric in ("reps", "splits"):
            return [_FACTS_OF[term.metric]]
        if term.metric or term.place not in (None, "", "work"):
            raise _Unread
        if figure.counter in ("本",):
            return ["repetitions.count"]
        if figure.counter in ("区間", "スプリット", "ラップ"):
            return ["splits.count"]
        raise _Unread

    def _ids_at(self, metric: str, ref: str, place: str | None, *, average: bool) -> list[str]:
        if ref in ("expected", "low", "high", "target") and not place:
            return [f"{metric}.{ref}"]
        if ref not in ("", "actual"):
            raise _Unread
        if place:
            if metric == "distance" and place in _PHASES:
                return [f"phase.distance@{place}"]
            return [f"{metric}.actual@{place}"]
        if metric == "pace" and self.topics[0].series is not None:
            raise _Unread
        names = [f"{metric}.{role}" for role in _WHOLE_RUN.get(metric, ("actual",))]
        return [name for name in names if name in self.facts.by_id] or names[:1]

    def _criteria(self, term: _Term) -> None:
        met, count = term.criteria or (0, 0)
        if term.metric not in ("", "criteria") or term.place not in _PHASES:
            raise _Unread
        for role, number in (("met", met), ("count", count)):
            said = Said(value=float(number), unit="count", slack=0.0)
            self.claims.append(Value(f"criteria.{role}@{term.place}", said))

    def _span(self, term: _Term) -> None:
        assert term.span is not None
        low, high = term.span
        if term.ref in ("range", "expected"):
            for role, figure in (("low", low), ("high", high)):
                self._value(replace(term, ref=role), figure)
            return
        if term.ref or term.attr or term.average or term.place in _HALVES or term.place in _PHASES:
            raise _Unread
        if term.place and term.place != "":
            raise _Unread
        self.all_of = ""
        series = self._series(term)
        unit = _unit_of(self.facts, series)
        lowest, highest = low.of(unit) or low.readings[0], high.of(unit) or high.readings[0]
        if lowest.value > highest.value:
            lowest, highest = highest, lowest
        self.claims.append(Span(series, lowest, highest))

    def _series(self, term: _Term) -> Series:
        kind = self._kind("repetition" if self.reps else "split")
        series = term.series or Series("", "actual", kind)
        return replace(series, metric=term.metric)

    def _bounded_figure(self, term: _Term, figure: Figure) -> None:
        if figure.bound is None or term.attr or term.ref not in ("", "actual"):
            raise _Unread
        if (
            term.metric == "pace"
            and figure.bound in ("at_least", "above")
            or (term.metric == "pace" and self._peek(-1).text == "以下")
        ):
            raise _Unread
        self._limit(term, figure.bound, figure)

    def _in_range(self, term: _Term) -> None:
        """Inside what is usual; with its ends, where they are written."""
        if len(self.topics) > 1 and term.states:
            raise _Unread
        for topic in self.topics:
            if term.states:
                self._state(replace(term, metric=topic.metric))
            self._within(topic, "inside", denied=False, by=None)

    def _limit(self, term: _Term, bound: Bound, figure: Figure) -> None:
        """A figure that something does not pass: one thing, or each of a series."""
        if self.all_of or term.series is not None:
            if term.place not in (None, "") or term.average:
                raise _Unread
            self.all_of = ""
            series = self._series(term)
            said = figure.of(_unit_of(self.facts, series)) or figure.readings[0]
            self.claims.append(Every(series, bound, said))
            return
        claims = [
            Limit(name, bound, self._said_as(name, figure)) for name in self._ids(term, figure)
        ]
        self.claims.append(_first_true(claims, self.facts))

    # ---- comparisons

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

    def _adjective(self, token: Token) -> None:
        if token.text == "大きく" and self._peek().kind in ("change", "over", "adj"):
            self.degree = "big"
            return
        if self.most:
            self.most = False
            self._superlative(token)
            return
        by = self._by()
        self._flush()
        left, right = self._left(token), self.comparand or self._other_half()
        if right is None:
            raise _Unread
        metric = left.metric or (right.metric if right.names else _unit_metric(right))
        if token.name == "speed" and not metric:
            metric = "pace"
        if not metric and by is not None:
            metric = _unit_metric(_Term(figure=by))
        if metric not in _SENSES[token.name]:
            raise _Unread
        higher = (token.sign > 0) != (metric in _LOWER_IS_MORE)
        self._compare(
            replace(left, metric=metric), right, higher=higher, by=by, denied=token.denied
        )
        if self.topics[0].metric == "" and len(self.topics) == 1:
            self.topics = (replace(self.topics[0], metric=metric),)

    def _other_half(self) -> _Term | None:
        """The half that was spoken of before this one."""
        other = _HALVES.get(self.topics[0].place or "")
        if other is None or len(self.topics) > 1:
            return None
        said = [term for term in self.said_of if term.place == other]
        return _Term(metric=said[-1].metric, place=other) if said else None

    def _left(self, token: Token) -> _Term:
        if len(self.topics) == 1:
            return self.topics[0]
        if self.comparand is None or not self.comparand.ref:
            raise _Unread
        return self.topics[0]

    def _compare(
        self, left: _Term, right: _Term, *, higher: bool, by: Figure | None, denied: bool = False
    ) -> None:
        """Every topic against the comparand."""
        several = self.topics if len(self.topics) > 1 else (left,)
        for topic in several:
            self._compare_one(topic, right, higher=higher, by=by, denied=denied)
        self.near, self.degree, self.compared, self.weighed = False, "", True, True
        self.after = "compared"

    def _compare_one(
        self, left: _Term, right: _Term, *, higher: bool, by: Figure | None, denied: bool
    ) -> None:
        relation: Relation = "higher" if higher else "lower"
        if left.attr or left.ref not in ("", "actual") or self.near or self.all_of or left.series:
            raise _Unread
        if right.ref == "range":
            self._within(left, "above" if higher else "below", denied=denied, by=by)
            return
        if not right.names:
            assert right.figure is not None
            bound: Bound = "above" if higher else "below"
            if by is not None:
                raise _Unread
            self._limit(left, _OTHER_SIDE[bound] if denied else bound, right.figure)
            return
        pairs = self._pairs(left, right)
        if denied:
            if by is not None or self.degree:
                raise _Unread
            relation = self._not(relation, pairs[0])
        claims = [
            Compare(first, relation, second, None if by is None else self._by_as(first, by))
            for first, second in pairs
        ]
        claim = _first_true(claims, self.facts)
        self._degree_fits(claim)
        self.claims.append(claim)
        if self.cause:
            if left.metric != "pace" or relation != "higher":
                raise _Unread
            self.claims.append(Cause(claim.left, self.cause))
            self.cause = ""

    def _pairs(self, left: _Term, right: _Term) -> list[tuple[str, str]]:
        metric = left.metric or right.metric
        first, second = replace(left, metric=metric), replace(right, metric=right.metric or metric)
        if first.metric != second.metric or (right.attr or right.series):
            raise _Unread
        if not (second.ref or second.place is not None or second.average):
            raise _Unread
        if second.ref and first.place:
            raise _Unread
        if metric in _FACTS_OF and second.ref:
            usual = {"balance_left": "balance.usual"}.get(metric)
            if usual is None:
                raise _Unread
            return [(_FACTS_OF[metric], usual)]
        if metric in _FACTS_OF or metric in ("overall", "session", "rating", "balance"):
            raise _Unread
        lefts = self._ids_at(metric, first.ref, first.place, average=first.average)
        rights = self._ids_at(metric, second.ref, second.place, average=second.average)
        if second.place is None and not second.ref:
            rights = [name for name in rights if name.endswith(".average")] or rights
        pairs = [pair for pair in product(lefts, rights) if pair[0] != pair[1]]
        if not pairs or (first.place is None and not second.ref and not first.average):
            raise _Unread
        return pairs

    def _by_as(self, name: str, figure: Figure) -> Said:
        fact = self.facts.by_id.get(name)
        unit = "" if fact is None else fact.unit
        if figure.signed:
            raise _Unread
        return figure.of("points" if unit == "%" else unit) or figure.of("%") or figure.readings[0]

    def _not(self, relation: Relation, pair: tuple[str, str]) -> Relation:
        """What is not lower is higher or equal: whichever it is."""
        left, right = (self.facts.number(name) for name in pair)
        fact = self.facts.by_id.get(pair[0])
        opposite: Relation = "lower" if relation == "higher" else "higher"
        if left is None or right is None or fact is None:
            return opposite
        actual = relation_of(left, right, fact.unit)
        return opposite if actual == relation else actual

    def _degree_fits(self, claim: Compare) -> None:
        """Refuse a little that is much, and much that is a little."""
        left, right = self.facts.number(claim.left), self.facts.number(claim.right)
        if not self.degree or left is None or right is None or not right:
            return
        share_pct = PERCENT * abs(left - right) / abs(right)
        if (self.degree == "small" and share_pct > 8.0) or (
            self.degree == "big" and share_pct < 5.0
        ):
            raise _Unread

    def _within(self, left: _Term, side: str, *, denied: bool, by: Figure | None) -> None:
        metric = left.metric
        if by is not None or left.place or not metric or left.metric in _FACTS_OF:
            raise _Unread
        low, high = f"{metric}.low", f"{metric}.high"
        if denied:
            value, bottom, top = (self.facts.number(n) for n in (f"{metric}.actual", low, high))
            if value is None or bottom is None or top is None:
                raise _Unread
            actual = "below" if value < bottom else "above" if value > top else "inside"
            if actual == side:
                raise _Unread
            side = actual
        if side == "inside":
            self.claims.append(Within(f"{metric}.actual", "inside", low, high))
        elif side == "below":
            self.claims.append(Within(f"{metric}.actual", "below", low, high))
        else:
            self.claims.append(Within(f"{metric}.actual", "above", low, high))

    def _over(self, token: Token) -> None:
        """上回る, 切る ...: a figure, a reference or another place is passed."""
        by = self._by()
        taken = [phrase for phrase in self.pending if phrase.particle == "を"]
        counted = [phrase for phrase in self.pending if _counts(phrase)]
        self.pending = [p for p in self.pending if p not in taken and p not in counted]
        self._flush()
        if len(taken) > 1 or len(counted) > 1:
            raise _Unread
        bound: Bound = "above" if token.sign > 0 else "below"
        target = taken[0].terms if taken else (() if self.comparand is None else (self.comparand,))
        if len(target) != 1:
            raise _Unread
        right = target[0]
        if not right.names and right.figure is not None and by is None:
            self._past_figure(token, bound, right.figure, counted)
            return
        if counted:
            raise _Unread
        metric = self.topics[0].metric or right.metric
        if metric == "pace" or not metric:
            raise _Unread
        if right.states and taken:
            self._state(replace(right, metric=right.metric or metric))
        higher = token.sign > 0
        self._compare(replace(self.topics[0], metric=metric), replace(right, metric=right.metric or metric),
                      higher=higher, by=by, denied=token.denied)  # fmt: skip

    def _past_figure(
        self, token: Token, bound: Bound, figure: Figure, counted: list[_Phrase]
    ) -> None:
        topic = self.topics[0]
        if len(self.topics) > 1 or figure.bound or self.near:
            raise _Unread
        metric = topic.metric or _unit_metric(_Term(figure=figure))
        if metric == "pace" and token.text.startswith(("上回", "下回")):
            raise _Unread
        bound = _OTHER_SIDE[bound] if token.denied else bound
        self.degree = "" if self.degree == "small" else self.degree
        term = replace(topic, metric=metric)
        series = self._series(term)
        said = figure.of(_unit_of(self.facts, series)) or figure.readings[0]
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

    def _count_kind(self, number: Figure) -> None:
        if number.counter not in ("本", "区間", "スプリット", "ラップ", "つ"):
            raise _Unread
        self.reps = self.reps or number.counter == "本"

    def _selected(self, terms: tuple[_Term, ...]) -> None:
        """How many splits, or which, are on one side of a figure."""
        assert self.selection is not None
        metric, bound, said = self.selection
        self.selection = None
        series = self._series(_Term(metric=metric))
        number = terms[-1].figure
        if number is not None and number.counter and terms[-1].names:
            if number.value != len(terms):
                raise _Unread
            terms = (*terms[:-1], replace(terms[-1], figure=None))
        elif len(terms) == 1 and number is not None and number.counter:
            self._count_kind(number)
            series = self._series(_Term(metric=metric))
            self.claims.append(Count(series, bound, said, int(number.value)))
            return
        self.claims.append(Count(series, bound, said, len(terms)))
        for term in terms:
            if not term.place or term.metric not in ("", metric) or term.ref or term.attr:
                raise _Unread
            self.claims.append(Limit(f"{metric}.actual@{term.place}", bound, said))
            if term.states:
                self._state(replace(term, metric=metric))

    def _change(self, token: Token) -> None:
        """Something rises or falls, from one value or place to another."""
        if token.denied:
            raise _Unread
        by = self._by()
        source: _Term | None = None
        target: _Term | None = None
        rest: list[_Phrase] = []
        for phrase in self.pending:
            if len(phrase.terms) != 1:
                raise _Unread
            term = phrase.terms[0]
            if phrase.particle == "から" and source is None:
                source = term
            elif (
                phrase.particle in ("へ", "まで", "に", "と", "で")
                and target is None
                and (term.states or term.place is not None)
            ):
                target = term
            elif phrase.particle in ("を",) and term.metric and not term.states and not term.place:
                self.topics = (replace(self.topics[0], metric=term.metric),)
            else:
                rest.append(phrase)
        if rest:
            raise _Unread
        self.pending = []
        about = self.topics[0]
        if len(self.topics) > 1:
            raise _Unread
        metric = (
            about.metric
            or (token.name == "pace" and "pace")
            or _unit_metric(target or source or _Term())
        )
        if token.name == "pace" and metric != "pace":
            raise _Unread
        if metric == "retention" and target is not None and source is None and token.sign < 0:
            self._state(replace(target, metric=metric))
            self.after = "said"
            return
        higher = (token.sign > 0) != (
            metric in _LOWER_IS_MORE and token.name not in ("shorter", "longer")
        )
        if token.name in ("shorter", "longer") and metric not in ("pace", "gct", "duration"):
            raise _Unread
        left = replace(about, metric=metric)
        if target is not None:
            place = target.place if target.place is not None else about.place
            left = replace(left, place=place, figure=target.figure, span=target.span)
            if target.ref or target.span or target.series:
                raise _Unread
            if left.states:
                self._state(left)
        right = self._changed_from(source, left, metric)
        if source is not None and source.states:
            if not source.names:
                raise _Unread
            self._state(replace(right, figure=source.figure))
        self.topics = (replace(left, figure=None, span=None),)
        self._compare(self.topics[0], replace(right, figure=None), higher=higher, by=by)
        self.comparand = None

    def _changed_from(self, source: _Term | None, left: _Term, metric: str) -> _Term:
        """What it was before: as the sentence says, the other half, or the place before."""
        if source is not None:
            if source.metric not in ("", metric) or source.span or source.series:
                raise _Unread
            return replace(source, metric=metric)
        if self.comparand is not None and self.comparand.names:
            return self.comparand
        place = left.place or ""
        if place in _HALVES:
            if place == "first half":
                raise _Unread
            return _Term(metric=metric, place=_HALVES[place])
        kind, number = place_of(place)
        before = [
            term for term in self.said_of
            if term.metric == metric and term.place and term.place != place
        ]  # fmt: skip
        if before:
            return _Term(metric=metric, place=before[-1].place)
        if kind and number is not None and number > 1:
            return _Term(metric=metric, place=f"{kind} {number - 1}")
        raise _Unread

    def _equal(self, token: Token) -> None:
        right = self.comparand
        taken = [p for p in self.pending if p.particle in ("と", "の", "") and p.terms[0].names]
        if taken:
            self.pending = [p for p in self.pending if p not in taken]
            if len(taken) != 1 or len(taken[0].terms) != 1:
                raise _Unread
            self._flush()
            self._compare_with(taken[0].terms)
            right = self.comparand
        else:
            self._flush()
        nearly = self.near or token.name == "nearly"
        if right is None or self.degree or not right.names:
            raise _Unread
        for topic in self.topics:
            if right.ref == "range":
                raise _Unread
            if topic.metric == "balance":
                topic = replace(topic, metric="balance_left")
            pairs = self._pairs(topic, replace(right, metric=topic.metric))
            claims = [self._same(first, second, nearly=nearly) for first, second in pairs]
            self.claims.append(_first_true(claims, self.facts))
        self.near, self.compared = False, True
        self.after = "compared"

    def _same(self, first: str, second: str, *, nearly: bool) -> Compare:
        """Equal as shown; "nearly" also within 1 %."""
        fact, other = self.facts.by_id.get(first), self.facts.number(second)
        value = self.facts.number(first)
        if fact is None or other is None or value is None or not nearly:
            return Compare(first, "equal", second)
        if shown_value(value, fact.unit) == shown_value(other, fact.unit):
            return Compare(first, "equal", second)
        slack = abs(other) / PERCENT
        by = Said(value=0.0, unit="points" if fact.unit == "%" else fact.unit, slack=slack)
        return Compare(first, relation_of(value, other, fact.unit), second, by)

    # ---- superlatives

    def _superlative(self, token: Token) -> None:
        if token.denied:
            raise _Unread
        metric = self.topics[0].metric
        if token.name == "speed" and metric in ("", "pace"):
            metric = "pace"
        if metric and metric not in _SENSES[token.name]:
            raise _Unread
        higher = (token.sign > 0) != (metric in _LOWER_IS_MORE)
        self._extreme("highest" if higher else "lowest", metric)

    def _extremal(self, token: Token) -> None:
        which, _, metric = token.name.partition(" ")
        about = self.topics[0].metric
        if metric and about not in ("", metric):
            raise _Unread
        if not metric and about in ("pace", ""):
            raise _Unread
        self._take("particle", "に")
        self._extreme(which, metric or about)

    def _extreme(self, which: str, metric: str) -> None:
        """Of places that are known already, or of those that follow."""
        if self.near or self.degree or self.extreme:
            raise _Unread
        n = 0
        follows = self._peek()
        if follows.kind == "figure" and follows.figures[0].counter in (
            "区間",
            "本",
            "スプリット",
            "ラップ",
        ):
            self.at += 1
            n = int(follows.figures[0].value)
            follows = self._peek()
        topical = follows.kind == "noun" or (
            follows.kind == "particle" and follows.name in ("は", "が", "の", "も")
        ) or (follows.kind in ("colon",))  # fmt: skip
        placed = [term for phrase in self.pending for term in phrase.terms if term.place]
        if topical and not placed and not n:
            unsaid = len(self.claims) == self.topic_at
            if unsaid and any(topic.place or topic.series for topic in self.topics):
                if follows.name == "の" and self._peek(1).kind == "figure":
                    self.at += 1
                    self._say_extreme(which, metric, [term.place or "" for term in self.topics], n)
                    return
                raise _Unread
            self._flush()
            self._take("noun")
            self._take("particle") or self._take("colon")
            self.extreme = (which, metric, n)
            self.topics = (_Term(metric=metric),)
            return
        terms = tuple(placed) or self.topics
        for phrase in self.pending:
            self._assert_extreme_figures(phrase, metric)
        self.pending = []
        self._say_extreme(which, metric, [term.place or "" for term in terms], n)
        self.topics = tuple(replace(term, figure=None, metric=metric) for term in terms)
        self.after = "said"

    def _assert_extreme_figures(self, phrase: _Phrase, metric: str) -> None:
        if phrase.particle not in ("", "で", "と", "が", "の", "に"):
            raise _Unread
        if all(term.place for term in phrase.terms):
            for term in phrase.terms:
                if term.states:
                    self._state(replace(term, metric=term.metric or metric))
            return
        self._assert(phrase.terms)

    def _say_extreme(self, which: str, metric: str, places: list[str], n: int) -> None:
        kinds = {place_of(place)[0] for place in places}
        if len(kinds) != 1 or not metric or (n and n != len(places)) or self.all_of:
            raise _Unread
        kind = kinds.pop()
        if kind not in ("split", "repetition"):
            raise _Unread
        series = Series(metric, "actual", kind)
        self.claims.append(
            Extreme(series, "highest" if which == "highest" else "lowest", tuple(places))
        )

    def _extreme_is(self, terms: tuple[_Term, ...]) -> None:
        """The places, and figures, of an extreme that was named before."""
        assert self.extreme is not None
        which, metric, n = self.extreme
        self.extreme = None
        metric = metric or self.topics[0].metric or _unit_metric(terms[0])
        places = [term.place for term in terms if term.place]
        if not places and len(terms) == 1 and terms[0].figure is not None:
            places = [self._place_of_extreme(which, metric)]
            terms = (replace(terms[0], place=places[0]),)
        if len(places) != len(terms) or any(term.metric not in ("", metric) for term in terms):
            raise _Unread
        self._say_extreme(which, metric, places, n)
        for term in terms:
            if term.states:
                self._state(replace(term, metric=metric))
        self.topics = tuple(replace(term, figure=None, metric=metric) for term in terms)

    def _place_of_extreme(self, which: str, metric: str) -> str:
        series = self.facts.series(self._series(_Term(metric=metric)))
        if len(series) < 2:
            raise _Unread
        ordered = sorted(series, key=lambda fact: self.facts.number(fact.id) or 0.0)
        return ordered[-1 if which == "highest" else 0].scope

    # ---- verdicts, phases, words

    def _flag(self, token: Token) -> None:
        needs = token.sign < 0
        self._flush()
        while self._take("not"):
            needs = not needs
        metrics = [term.metric for term in self.topics]
        if not all(metrics) or any(term.place or term.ref or term.attr for term in self.topics):
            raise _Unread
        if self.degree or self.near or self.most or self.cause:
            raise _Unread
        self.claims += [Flag(f"needs_improvement.{metric}", needs) for metric in metrics]
        if self.only:
            others = [name for name in self._judged if name not in metrics]
            self.claims += [Flag(f"needs_improvement.{name}", not needs) for name in others]
            self.only = False
        self.after = "said"

    def _no_penalty(self) -> None:
        self._flush()
        named = [term.metric for term in self.topics if term.metric]
        for metric in named or self._judged:
            said = Said(value=0.0, unit="score", slack=0.05)
            self.claims.append(Value(f"{metric}.penalty", said))
        self.after = "said"

    def _met(self, token: Token) -> None:
        stated = [phrase for phrase in self.pending if any(term.criteria for term in phrase.terms)]
        if stated:
            if token.denied or len(stated) != len(self.pending):
                raise _Unread
            self._flush()
            self.after = "said"
            return
        for phrase in self.pending:
            if phrase.particle not in ("を", "") or any(
                term.metric != "criteria" for term in phrase.terms
            ):
                raise _Unread
        about_criteria = bool(self.pending)
        for phrase in self.pending:
            if any(term.place is not None for term in phrase.terms):
                self._topic(phrase.terms)
        about_criteria = about_criteria or all(t.metric == "criteria" for t in self.topics)
        self.pending = []
        places = [term.place or "" for term in self.topics]
        if not about_criteria or not all(place in _PHASES for place in places):
            raise _Unread
        for place in places:
            if token.denied:
                said = Said(value=0.0, unit="count", slack=0.0)
                self.claims.append(Value(f"criteria.met@{place}", said))
            else:
                self.claims.append(
                    Compare(f"criteria.met@{place}", "equal", f"criteria.count@{place}")
                )
        self.after = "said"

    def _present(self, token: Token, after: str) -> None:
        if not token.denied and (self.selection is not None or after == "said"):
            self._flush()
            self.after = "said"
            return
        if self.selection is not None and token.denied:
            metric, bound, said = self.selection
            self.selection = None
            series = self._series(_Term(metric=metric))
            self.claims.append(Every(series, _OTHER_SIDE[bound], said))
            self.after = "said"
            return
        if token.denied and any(topic.attr == "penalty" for topic in self.topics):
            self._no_penalty()
            return
        terms = [term for phrase in self.pending for term in phrase.terms] or list(self.topics)
        self.pending = []
        for term in terms:
            if term.place not in _PHASES or term.states or term.metric or term.ref:
                raise _Unread
            self.claims.append(Flag(f"present.{term.place}", not token.denied))
        self.after = "said"

    def _unknown(self) -> None:
        terms = [term for phrase in self.pending for term in phrase.terms] or list(self.topics)
        self.pending = []
        names = {"heart_rate": "heart_rate", "temperature": "weather", "humidity": "weather",
                 "wind": "wind", "weather": "weather", "form": "form"}  # fmt: skip
        for term in terms:
            if term.metric not in names or term.place or term.ref or term.states:
                raise _Unread
            self.claims.append(Flag(f"unknown.{names[term.metric]}", True))
        self.after = "said"

    def _subject(self, token: Token) -> None:
        self._take("particle", "は") or self._take("particle", "が") or self._take("particle", "も")
        if self._peek().kind != "unknown":
            raise _Unread
        self.topics = (_Term(metric=token.name),)

    def _date(self, token: Token) -> None:
        year, _, day = token.name.partition("-")
        fact = self.facts.by_id.get("date.activity")
        known = "" if fact is None else str(fact.value)
        self.claims.append(Text("date.activity", f"{year or known[:4]}-{day}"))
        self._said_word()

    def _text(self, token: Token) -> None:
        kind, _, word = token.name.partition(" ")
        self.claims.append(Text(f"{kind}.actual", word))
        waiting, self.pending = self.pending, []
        self.topics = (_Term(),)
        for phrase in waiting:
            if phrase.particle != "の":
                raise _Unread
            self._assert(phrase.terms)
        self._said_word()

    def _said_word(self) -> None:
        """A day or a kind of run may be what the sentence is about, or what it says."""
        if self._peek().kind == "not":
            raise _Unread
        while self._peek().kind == "particle" and self._peek().name in (
            "は",
            "の",
            "に",
            "で",
            "では",
            "を",
        ):
            self.at += 1
        self.topics = (_Term(),)
        self.after = "said"

    def _cause(self, token: Token) -> None:
        if self._take("effect"):
            self._take("comma")
            self.cause = token.name
            return
        topic = self.topics[0]
        if (
            not self._take("affected")
            or len(self.topics) > 1
            or topic.metric != "pace"
            or self.pending
        ):
            raise _Unread
        self.claims.append(Cause("pace.actual", token.name))
        self.after = "said"

    def _opening(self) -> None:
        """Begun slowly: slower than the average of all."""
        terms = [term for phrase in self.pending for term in phrase.terms]
        places = [topic.place or "" for topic in self.topics]
        if len(terms) not in (0, len(places)) or not all(place_of(p)[0] == "split" for p in places):
            raise _Unread
        self._flush()
        for place in places:
            self.claims.append(Compare(f"pace.actual@{place}", "higher", "pace.average"))
        self.after = "said"


def _counts(phrase: _Phrase) -> bool:
    """Whether a phrase is only how many splits there are."""
    term = phrase.terms[0]
    counter = term.figure is not None and term.figure.counter not in ("", "bare")
    return (
        phrase.particle in ("count", "で") and len(phrase.terms) == 1 and counter and not term.names
    )


def _overrides(topic: _Term, before: _Term) -> bool:
    """Whether a new topic drops what an earlier one named and nothing was said of."""
    place = before.place is not None and topic.place != before.place
    metric = bool(before.metric) and not before.implied and topic.metric != before.metric
    return place or metric or (before.series is not None and topic.series != before.series)


_END = Token(kind="end")
_NEEDED = Token(kind="flag", sign=-1)


def _merge(topic: _Term, term: _Term) -> _Term:
    return replace(topic, figure=term.figure, span=term.span, criteria=term.criteria,
                   attr=term.attr or topic.attr)  # fmt: skip


def _shared(terms: Sequence[_Term]) -> tuple[_Term, ...]:
    """A place that was said once holds for what follows it in the same list."""
    shared: list[_Term] = []
    last = terms[-1]
    if last.metric and all(term.place is not None and not term.states for term in terms):
        terms = [replace(term, metric=term.metric or last.metric) for term in terms]
    for term in terms:
        if (
            shared
            and term.metric
            and term.place is None
            and shared[-1].place is not None
            and not term.ref
        ):
            term = replace(term, place=shared[-1].place)
        shared.append(term)
    return tuple(shared)


def _unit_metric(term: _Term, place: str | None = None) -> str:
    """The metric that a unit alone speaks of."""
    figure = term.figure or (term.span[0] if term.span else None)
    if figure is None:
        raise _Unread
    if figure.counter and figure.counter not in ("bare", "つ"):
        return ""
    unit = figure.readings[-1 if figure.counter == "つ" else 0].unit
    if unit == "s/km" and len(figure.readings) > 1 and place in (None, ""):
        unit = figure.readings[1].unit
    if unit not in _METRIC_OF_UNIT or figure.counter == "bare":
        raise _Unread
    return _METRIC_OF_UNIT[unit]


def _first_unit(term: _Term) -> str:
    figure = term.figure or (term.span[0] if term.span else None)
    return "" if figure is None else "star" if figure.counter == "つ" else figure.readings[0].unit


def _unit_of(facts: Facts, series: Series) -> str:
    found = facts.series(series)
    return found[0].unit if found else ""


_C = TypeVar("_C", bound=Claim)


def _first_true(claims: Sequence[_C], facts: Facts) -> _C:
    """Of what a figure of the whole run may mean, the claim that is true, else the first."""
    if not claims:
        raise _Unread
    return next((claim for claim in claims if holds(claim, facts)), claims[0])
