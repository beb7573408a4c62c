"""What a Japanese sentence about a run claims, where every word of it is understood.

A sentence is read from left to right: phrases (a place, a metric, a reference, a figure, each with
its particle) wait for the word that says something of them, which turns them into claims. What
nothing has used at the end, an unknown word, or a second way to read it, refuses the sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache

from hakaru.guard.claims import (
    Cause,
    Claim,
    Compare,
    Facts,
    place_of,
)
from hakaru.running.claims.read_ja_figures import Token
from hakaru.running.claims.read_ja_phrases import NOUNS
from hakaru.running.claims.read_ja_session import Session
from hakaru.running.claims.read_ja_statements import (
    Phrase,
    Term,
    Unread,
    first_unit,
    unit_metric,
    unit_of,
)
from hakaru.running.claims.read_ja_words import tokens_of


def claims_of_sentence(sentence: str, facts: Facts) -> tuple[Claim, ...] | None:
    """The claims of a sentence, list or table. None: it cannot be read completely."""
    try:
        return _claims(sentence, facts)
    except Unread:
        return None


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
        raise Unread
    return tuple(dict.fromkeys(claims))


@lru_cache(maxsize=64)
def _cached(text: str) -> tuple[Token, ...] | None:
    return tokens_of(text)


def _tokens(text: str) -> tuple[Token, ...]:
    tokens = _cached(text)
    if tokens is None:
        raise Unread
    return tokens


def _table(lines: Sequence[str], facts: Facts) -> Iterable[Claim]:
    """Rows of places below a head of metrics, or rows of metrics below a head of references."""
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]
    cells = [row for row, line in zip(rows, lines, strict=True) if not _RULE.match(line)]
    head, body = (cells[0], cells[1:]) if cells else ([""], [])
    if head[0] not in ("区間", "スプリット", "ラップ", "項目", "指標", "距離", "フェーズ"):
        raise Unread
    for row in body:
        if len(row) != len(head):
            raise Unread
        for title, cell in zip(head[1:], row[1:], strict=True):
            yield from _Reader(facts, _tokens(f"{row[0]}の{title}は{cell}")).read()


class _Reader(Session):
    """One sentence, word by word."""

    def read(self) -> list[Claim]:
        """Every claim; Unread where a word is left over."""
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            if self._again(token):
                self.at += 1
            elif token.kind in NOUNS:
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
            or self.trend
            or self.gap
            or self.none
            or self.rank
            or not self.claims
        ):
            raise Unread
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

    def _word(self, token: Token) -> None:
        after, self.after = self.after, ""
        if token.kind in _MARKS:
            _MARKS[token.kind](self, token)
        elif token.kind in _SAYS:
            _SAYS[token.kind](self, token)
            self.after = self.after or "said"
        elif token.kind in _AFTER:
            _AFTER[token.kind](self, token, after)
        else:
            raise Unread

    def _every(self, token: Token) -> None:
        self.all_of = token.name
        self._take("particle")

    def _nothing(self, _token: Token) -> None:
        self.none = self.selection is None

    def _conjunction(self, _token: Token, after: str) -> None:
        if after not in ("said", "compared"):
            self._flush()
        self.comparand = None
        self._clause_ended()

    def _comma(self, _token: Token, after: str) -> None:
        if len(self.pending) == 1 and after == "phrase":
            phrase = self.pending[0]
            placed = all(_is_place(term) for term in phrase.terms)
            if not phrase.particle and placed and self.extreme:
                self._flush()
            elif not phrase.particle and placed:
                self.pending = []
                self._topic(phrase.terms)
        self._flush_stated()
        self.after = after

    def _goes_on(self, token: Token, after: str) -> None:
        """A word that adds nothing to what was said before it."""
        said = after in ("said", "compared")
        last = self.pending[-1] if self.pending else None
        if token.text in _A_RUN and last is not None and last.particle == "の":
            self.pending.pop()
            self._flush()
            self.topics = (Term(),)
            self._assert(last.terms)
            after = "said"
        joins = token.kind in ("particle", "colon") and token.name in "のにでがはと"
        during = token.kind == "during" and self.topics[0].metric == "retention"
        if not (token.kind == "filler" or during or (said and (token.kind == "tail" or joins))):
            raise Unread
        self.after = after

    def _noun(self, token: Token, after: str) -> None:
        """A split as such, after words that choose some."""
        self.at -= 1
        if after == "phrase" and self._chosen():
            after = "selected"
        self.at += 1
        if after == "selected" or self.extreme:
            self._take("particle")
            if self.extreme and token.name == "repetition":
                self.reps = True
            return
        raise Unread

    def _clause_ended(self) -> None:
        if self.near or self.degree or self.most:
            raise Unread

    def _flush_stated(self) -> None:
        """At a comma: what has a figure is said."""
        if self.pending and all(self._stated(phrase) for phrase in self.pending):
            self._flush()

    def _stated(self, phrase: Phrase) -> bool:
        stated = any(term.states for term in phrase.terms) or bool(self.extreme)
        plain = all(not term.names and first_unit(term) in _TOTALS for term in phrase.terms)
        ends = phrase.particle in ("", "で", "と") or (phrase.particle == "を" and plain)
        return stated and ends

    def _be(self, token: Token, after: str) -> None:
        if token.denied:
            raise Unread
        if self._chosen():
            return
        if not self.pending:
            if after not in ("said", "compared"):
                raise Unread
            self.after = after
            return
        self._flush()
        self._clause_ended()
        self.after = "said"

    def _chosen(self) -> bool:
        """Whether a limit chooses splits ("those at 150 bpm or more were ...")."""
        if self._peek().kind != "noun" or len(self.pending) != 1:
            return False
        terms = self.pending[0].terms
        figure = terms[0].figure
        if len(terms) != 1 or terms[0].names or figure is None or figure.bound is None:
            return False
        topic = self.topics[0]
        if topic.place or topic.series or self.all_of:
            raise Unread
        metric = topic.metric or unit_metric(terms[0])
        if metric == "pace" and figure.bound != "at_most":
            raise Unread
        series = self._series(Term(metric=metric))
        said = figure.of(unit_of(self.facts, series)) or figure.readings[0]
        self.pending, self.selection, self.after = [], (metric, figure.bound, said), "selected"
        return True

    def _cause(self, token: Token) -> None:
        if token.text == "風" and self._peek(1).kind in ("unknown", "present"):
            self._topic((Term(metric="wind"),), also=self._peek().name == "も")
            self.at += 1
            return
        if self._take("effect"):
            self._take("comma")
            self.cause = token.name
            return
        if self._take("particle", "が") or self._take("particle", "は"):
            metric = self._peek()
            if metric.kind != "metric" or metric.name != "pace" or self.pending:
                raise Unread
            self.at += 1
            if not (self._take("particle", "に") and self._take("impact")):
                raise Unread
            self.claims.append(Cause("pace.actual", token.name))
            self.after = "said"
            return
        topic = self.topics[0]
        if (
            not self._take("affected")
            or len(self.topics) > 1
            or topic.metric != "pace"
            or self.pending
        ):
            raise Unread
        self.claims.append(Cause("pace.actual", token.name))
        self.after = "said"

    def _opening(self, _token: Token) -> None:
        """Begun slowly: slower than the average of all."""
        terms = [term for phrase in self.pending for term in phrase.terms]
        places = [topic.place or "" for topic in self.topics]
        if len(terms) not in (0, len(places)) or not all(place_of(p)[0] == "split" for p in places):
            raise Unread
        self._flush()
        for place in places:
            self.claims.append(Compare(f"pace.actual@{place}", "higher", "pace.average"))
        self.after = "said"


def _is_place(term: Term) -> bool:
    """Whether it names a place and nothing else."""
    placed = term.place is not None or term.series is not None
    return placed and not (term.metric or term.ref or term.attr or term.states)


_A_RUN = ("セッション", "ラン", "練習", "トレーニング")

_TOTALS = ("km", "s", "s/km")

_MARKS: Mapping[str, Callable[[_Reader, Token], None]] = {
    "most": lambda reader, _token: setattr(reader, "most", True),
    "trend": lambda reader, _token: setattr(reader, "trend", True),
    "near": lambda reader, _token: setattr(reader, "near", True),
    "flagged": lambda reader, _token: setattr(reader, "flagged", True),
    "degree": lambda reader, token: setattr(reader, "degree", token.name),
    "stop": lambda reader, _token: reader._flush(),
    "all": _Reader._every,
    "each": _Reader._each_of,
    "nothing": _Reader._nothing,
    "subject": _Reader._subject,
    "adj": _Reader._adjective,
    "over": _Reader._over,
    "change": _Reader._change,
    "extreme": _Reader._extremal,
    "cause": _Reader._cause,
    "eq": _Reader._equal,
    "differ": _Reader._differ,
    "run": _Reader._climbed,
    "different": _Reader._different,
    "order": _Reader._in_order,
}
_SAYS: Mapping[str, Callable[[_Reader, Token], None]] = {
    "flag": _Reader._flag,
    "noflag": _Reader._none_needed,
    "nopenalty": _Reader._no_penalty,
    "met": _Reader._met,
    "unknown": _Reader._unknown,
    "date": _Reader._date,
    "word": _Reader._text,
    "opening": _Reader._opening,
    "made": _Reader._made,
    "unrated": _Reader._unrated,
    "splits": _Reader._splits_kind,
}
_AFTER: Mapping[str, Callable[[_Reader, Token, str], None]] = {
    "comma": _Reader._comma,
    "conj": _Reader._conjunction,
    "be": _Reader._be,
    "present": _Reader._present,
    "noun": _Reader._noun,
    **dict.fromkeys(("filler", "tail", "particle", "colon", "during"), _Reader._goes_on),
}
"""What a word does: waits for others, says something by itself, or depends on what went before."""
