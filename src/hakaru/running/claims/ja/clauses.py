"""Clauses of a Japanese sentence: phrases (what is named, its figure, its particle) and the words
that say something of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from hakaru.guard.claims import Bound
from hakaru.records import frozen
from hakaru.running.claims.ja.figures import Figure, Token
from hakaru.running.claims.ja.meaning import (
    HALVES,
    PHASES,
    Meaning,
    Refused,
    Term,
    is_numbered,
)

NAMES = frozenset({"place", "metric", "avg", "ref", "attr", "figure", "range", "count"})
"""Words that phrases are made of."""


@frozen
class Phrase:
    """Terms side by side with the particle behind them; `asides` stood in brackets."""

    terms: tuple[Term, ...]
    particle: str = ""
    asides: tuple[Term, ...] = ()

    @property
    def states(self) -> bool:
        """Whether it gives a figure."""
        return any(term.states for term in self.terms)

    @property
    def is_topic(self) -> bool:
        """Whether it says what the clause is about."""
        return not self.states and not self.particle.startswith(
            ("より", "対", "から", "まで", "と")
        )

    @property
    def states_more(self) -> bool:
        """Whether it gives a figure that is no number of places."""
        return any(t.span or t.criteria or (t.figure and t.figure.counter not in COUNTERS)
                   for t in self.terms)  # fmt: skip


@frozen
class Word:
    """A word that says something."""

    token: Token


Part = Phrase | Word


_LOOSE = frozenset({"degree", "filler", "near", "trend"})
_BY_CRITERION = frozenset({"consistency", "settles", "retention", "form"})


COUNTERS = ("本", "区間", "スプリット", "ラップ", "つ", "回")
"""Counters of places."""


_STARRED = frozenset({"gct", "vo", "vr", "overall", "session"})


class ClauseParser:
    """Puts the words of a clause together, from left to right."""

    def __init__(self, tokens: Sequence[Token], meaning: Meaning, here: str | None,
                 *, ranked: bool = False) -> None:  # fmt: skip
        self.tokens = tokens
        self.meaning = meaning
        self.here = here
        self.ranked = ranked
        self.at = 0

    def parts(self) -> list[Part]:
        """Phrases and words in their order; fillers and marks are dropped."""
        parts: list[Part] = []
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            if token.kind == "second" and not self.ranked and token.text.startswith("次"):
                token = Token(kind="place", name="next")
                self.tokens = [*self.tokens[: self.at], token, Token(kind="particle", name="は"),
                               *self.tokens[self.at + 1 :]]  # fmt: skip
            if token.kind == "count" and token.name.startswith(("all ", "of ", "rank")):
                self.at += 1
                parts.append(Word(token=replace(token, kind=f"{token.name.partition(' ')[0]} n")))
                continue
            if token.name == "after" and not self._goes_on_from_here():
                token = Token(kind="filler")
            if token.kind in NAMES:
                parts += _apart(self._phrase())
                continue
            self.at += 1
            if token.kind == "degree" and token.name == "small" and self._peek().kind in (
                "figure", "range"
            ):  # fmt: skip
                continue
            if token.text == "大きく" and self._peek().kind in ("change", "over", "adj", "degree"):
                token = replace(token, kind="degree", name="big")
            if token.kind == "comment":
                self._comments()
                continue
            if token.kind in ("filler", "comma", "open", "close", "colon", "stop", "nom", "join"):
                continue
            if token.kind == "particle":
                if not parts or token.name in ("より", "対", "から", "まで"):
                    raise Refused
                continue
            ahead = self._peek().kind in ("adj", "change", "over")
            last = parts[-1] if parts and token.text == "だけ" and ahead else None
            if isinstance(last, Phrase) and not last.terms[-1].named:
                continue
            parts.append(Word(token=token))
        reps = any(_is_of_reps(token) for token in self.tokens) and self.meaning.has_reps
        return [_in_work(part) for part in parts] if reps else parts

    def _goes_on_from_here(self) -> bool:
        """Whether "after that" names the places behind the one that was spoken of."""
        told = any(t.kind == "place" and t.first is not None for t in self.tokens)
        return is_numbered(self.here) and self._peek(1).name == "は" and not told

    def _comments(self) -> None:
        """Pass over a noun that says nothing checkable; nothing can rise, fall or be so of it."""
        if self._peek().kind != "particle" or self._peek().name not in ("が", "は", "も", "を"):
            return
        behind = (token for token in self.tokens[self.at + 1 :] if token.kind not in _LOOSE)
        token = next(behind, _NOTHING)
        if token.kind in ("change", "adj", "over", "climbs", "present", "same", "met", "extreme"):
            raise Refused

    def _peek(self, ahead: int = 0) -> Token:
        place = self.at + ahead
        return self.tokens[place] if 0 <= place < len(self.tokens) else _NOTHING

    def _phrase(self) -> Phrase:
        terms, asides = self._terms()
        particle = ""
        while self._peek().kind == "particle":
            particle += self._peek().name
            self.at += 1
        return Phrase(terms=tuple(terms), particle=particle, asides=tuple(asides))

    def _terms(self) -> tuple[list[Term], list[Term]]:
        terms: list[Term] = []
        asides: list[Term] = []
        term, first = Term(), self._peek().kind
        while True:
            token = self._peek()
            taken = self._with(term, token)
            if taken is None:
                terms.append(term)
                first = token.kind
                taken = self._with(Term(), token)
                if taken is None:
                    raise Refused
            term = taken
            self.at += 1
            while self._peek().kind == "open":
                term, more = self._bracket(term)
                asides += more
            if not self._goes_on(term):
                if self._lists(term, first):
                    terms.append(term)
                    term, first = Term(), self._peek().kind
                    continue
                break
        terms.append(term)
        return terms, asides

    def _goes_on(self, term: Term) -> bool:
        """Whether the next word belongs to the same term; の and colons join."""
        token = self._peek()
        joint = token.kind == "colon" or (token.kind == "particle" and token.name == "の")
        follows = self._peek(1)
        among = token.text.startswith(("のうち", "の中", "のなか")) and follows.kind == "figure"
        joint = joint or (token.kind == "filler" and not term.states and not among)
        if joint and follows.kind in NAMES:
            self.at += 1
            return True
        if joint and follows.kind == "filler" and self._peek(2).kind in NAMES:
            self.at += 2
            return True
        if token.text == "範囲" and term.span is not None:
            return True
        return token.kind in NAMES and not (term.states and token.kind not in ("figure", "range"))

    def _lists(self, term: Term, first: str) -> bool:
        """Whether a join or a comma leads to another name of the same kind."""
        token, follows = self._peek(), self._peek(1)
        if follows.kind not in NAMES or follows.name.startswith(("all ", "of ")):
            return False
        if token.kind == "each" and token.text == "とも":
            return False
        same = follows.kind == first or (
            token.name != "も" and {follows.kind, first} <= {"ref", "metric", "avg"}
        )
        if token.kind == "particle" and token.name in ("と", "も"):
            joins = same and (first != "figure" or self._two_alike(token))
        elif token.kind == "comma":
            joins = same and (not term.states or (bool(term.metric) and self._each_ahead()))
        else:
            joins = token.kind == "join"
        if joins:
            self.at += 1
        return joins

    def _each_ahead(self) -> bool:
        """Whether something is said of each of the things in a list."""
        return any(token.kind == "each" for token in self.tokens[self.at :])

    def _two_alike(self, token: Token) -> bool:
        """Whether two figures stand side by side, neither of which a verb passes."""
        before, behind, passed = self._peek(-1), self._peek(1), self._peek(2)
        if (
            token.name != "と"
            or passed.kind in ("adj", "change", "over", "diff")
            or (passed.kind == "particle" and passed.name in ("を", "より", "に"))
        ):
            return False
        units = [t.figures[0].readings[0].unit for t in (before, behind) if t.figures]
        return len(set(units)) == 1 or passed.kind in ("be", "filler", "stop", "")

    def _with(self, term: Term, token: Token) -> Term | None:
        """The term with one word more; None: that begins another."""
        match token.kind:
            case "avg":
                return replace(term, average=True)
            case "metric":
                return self._of_metric(term, token)
            case "ref":
                return self._against(term, token)
            case "attr" if not term.attr:
                return replace(term, attr=token.name)
            case "figure" | "count":
                return self._figured(term, token)
            case "range" if not term.states:
                return replace(term, span=(token.figures[0], token.figures[1]))
            case "place" if not term.placed or (term.place in PHASES and token.name[:2] == "km"):
                return self._placed_in(term, token) if term.placed else self._placed(term, token)
        return None

    def _of_metric(self, term: Term, token: Token) -> Term | None:
        if term.figure is not None and term.figure.counter in COUNTERS:
            counted = token.name in ("criteria", "rating") and term.figure.counter == "つ"
            return replace(term, metric=token.name) if counted and not term.metric else None
        if (token.name == "criteria" and term.metric in _BY_CRITERION) or (
            token.name == "rating" and term.metric in _STARRED
        ):
            return term
        another = term.metric or (term.states and term.placed)
        return None if another else replace(term, metric=token.name)

    def _against(self, term: Term, token: Token) -> Term | None:
        if token.text == "範囲" and term.span is not None:
            return term
        end = term.ref == "range" and token.name in ("low", "high") and term.span is None
        if term.ref and not end and not (term.ref == "expected" and token.name != "expected"):
            return None
        return replace(term, ref=token.name)

    def _figured(self, term: Term, token: Token) -> Term | None:
        if token.kind == "count":
            return self._counted(term, token)
        if token.figures[0].counter in COUNTERS and term.placed:
            if term.series is None or term.series[2] is None:
                return self._all_from(term, token)
            first, last = term.series[1] or 0, term.series[2]
            if int(token.figures[0].value) != last - first + 1:
                raise Refused
            return term
        if "+" in term.metric or term.states:
            return None
        ahead = self.tokens[self.at - 2] if self.at > 1 else token
        if ahead.kind == "place" and ahead.name.startswith(("last", "opening", "next")) and (
            token.figures[0].readings[0].unit == "km"
        ):  # fmt: skip
            raise Refused
        if term.metric == "criteria" and not token.figures[0].counter:
            term = replace(term, metric="", ref="asked")
        return replace(term, figure=self._bounded(token))

    def _all_from(self, term: Term, token: Token) -> Term | None:
        """From a place to the end: so many must remain; of other places a number stands apart."""
        if term.series is None or term.series[1] is None:
            return None
        kind, first = term.series[0], term.series[1]
        remaining = [n for n in self.meaning.numbers(kind) if n >= first]
        if int(token.figures[0].value) != len(remaining):
            raise Refused
        return term

    def _bounded(self, token: Token) -> Figure:
        """A figure with the bound that stands behind it: "以上", "未満"."""
        follows = self._peek(1)
        if follows.kind != "bound":
            return token.figures[0]
        self.at += 1
        return replace(token.figures[0], bound=cast(Bound, follows.name))

    def _counted(self, term: Term, token: Token) -> Term | None:
        """Criteria: so many met, of so many."""
        first, last = token.first, token.last
        if term.criteria is not None:
            return None
        if token.name == "criteria":
            return replace(term, criteria=(last, first))
        if token.name == "criteria turned":
            return replace(term, criteria=(first, last))
        if token.name == "criteria all":
            return replace(term, criteria=(first, first))
        if token.name == "criteria some":
            return replace(term, criteria=(first, None))
        if token.name == "criteria missed":
            return replace(term, criteria=(-(first or 0), None))
        if token.name == "metrics" and not term.metric:
            return replace(term, metric="gct+vo+vr") if first == 3 else None
        raise Refused

    def _placed(self, term: Term, token: Token) -> Term:
        kind, _, part = token.name.partition(" ")
        if term.states and kind in PHASES and is_numbered(self.here):
            raise Refused
        if token.first is not None:
            if part in ("range", "from"):
                name = "repetition" if kind == "repetition" else "split"
                self.meaning.scope(kind, token.first)
                if token.last is not None:
                    self.meaning.scope(kind, token.last)
                return replace(term, series=(name, token.first, token.last))
            if part == "lastly":
                ending = self.meaning.end("last", reps=kind == "repetition")
                if ending != self.meaning.scope(kind, token.first):
                    raise Refused
            return replace(term, place=self.meaning.scope(kind, token.first))
        if kind in ("last", "opening"):
            of_run = token.text.startswith(("走り", "スタート", "入り", "出だし"))
            of_run = of_run or term.metric == "temperature"
            place = self.meaning.end(token.name, reps=self.meaning.has_reps and not of_run)
            return self._same_place(term, place)
        if kind in ("next", "previous"):
            return replace(term, place=self._beside(1 if kind == "next" else -1))
        if kind == "after":
            name, _, number = (self.here or "").rpartition(" ")
            moves = any(t.kind in ("trend", "drift") for t in self.tokens)
            return replace(term, series=(name, int(number) + (not moves), None))
        if kind == "here":
            if self.here is None or self.here in ("", *HALVES):
                raise Refused
            return replace(term, place=self.here)
        if kind == "whole":
            return replace(term, place="")
        return replace(term, place=token.name)

    def _placed_in(self, term: Term, token: Token) -> Term | None:
        """Kilometres of a stretch, by their number in the run: they must lie in it."""
        ends = [n for n in (token.first, token.last) if n is not None]
        bare = replace(term, place=None)
        if token.name not in ("km", "km range") or not ends:
            return None
        if not all(self.meaning.lies_in(term.place or "", n) for n in ends):
            raise Refused
        return self._placed(bare, replace(token, name=token.name.replace("km", "split")))

    def _same_place(self, term: Term, place: str) -> Term:
        """The last one may be numbered too: both must be the same."""
        follows = self._peek(1)
        skip = 2 if follows.kind == "particle" and follows.name == "の" else 1
        number = self._peek(skip)
        if number.kind == "place" and number.first is not None and " " not in number.name:
            if self.meaning.scope(number.name, number.first) != place:
                raise Refused
            self.at += skip
        return replace(term, place=place)

    def _beside(self, step: int) -> str:
        """The place after or before the one that was spoken of."""
        kind, _, number = (self.here or "").rpartition(" ")
        if not kind or not number.isdecimal():
            raise Refused
        return self.meaning.scope("repetition" if kind == "repetition" else "split",
                                  int(number) + step)  # fmt: skip

    def _bracket(self, term: Term) -> tuple[Term, list[Term]]:
        """A figure, a place or a name of what stands before a bracket, or further facts of it."""
        self.at += 1
        more: list[Term] = []
        while self._peek().kind != "close":
            if self._peek().kind == "comma":
                self.at += 1
                continue
            if self._peek().kind not in NAMES:
                raise Refused
            terms, asides = self._terms()
            if asides or (self._peek().kind == "particle" and self._peek().name != "は"):
                raise Refused
            if self._peek().kind == "particle":
                self.at += 1
            for inside in terms:
                term = self._aside(term, inside, more)
        self.at += 1
        return term, more

    def _aside(self, term: Term, inside: Term, more: list[Term]) -> Term:
        if inside.named and not inside.states:
            if inside.placed and not term.placed and not (inside.metric or inside.ref):
                return replace(term, place=inside.place, series=inside.series)
            if inside.metric and inside.metric == term.metric and not inside.placed:
                return term
            raise Refused
        if not inside.named and not term.states:
            return replace(term, figure=inside.figure, span=inside.span, criteria=inside.criteria)
        more.append(replace(
            inside,
            metric=inside.metric or term.metric,
            place=inside.place if inside.placed else term.place,
            series=inside.series if inside.placed else term.series,
        ))  # fmt: skip
        return term


def _is_of_reps(token: Token) -> bool:
    return (token.kind == "count" and token.name.endswith(" repetition")) or (
        token.kind == "all" and token.name == "repetition"
    )


def _in_work(part: Part) -> Part:
    """An average "of the five repetitions" is that of the work, not of the run."""
    if isinstance(part, Word):
        return part
    terms = tuple(replace(term, place="work") if term.average and not term.placed else term
                  for term in part.terms)  # fmt: skip
    return replace(part, terms=terms)


def _apart(phrase: Phrase) -> list[Phrase]:
    """A place with its figure, and what is said of it: "メイン5.41kmの平均心拍は"."""
    if len(phrase.terms) != 2:
        return [phrase]
    first, last = phrase.terms
    if not (first.states and first.placed and not first.metric) or last.states or last.placed:
        return [phrase]
    about = replace(last, place=first.place, series=first.series)
    return [Phrase(terms=(first,)), replace(phrase, terms=(about,))]


_NOTHING = Token(kind="")
