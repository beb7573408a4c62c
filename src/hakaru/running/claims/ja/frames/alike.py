"""Frames of what is alike, and of how far two things lie apart."""

from __future__ import annotations

from dataclasses import replace

from hakaru.guard.claims import Claim, Series, Span
from hakaru.running.claims.ja.clauses import Phrase
from hakaru.running.claims.ja.figures import Figure, Token
from hakaru.running.claims.ja.frames.comparisons import Comparisons
from hakaru.running.claims.ja.meaning import (
    HALVES,
    Refused,
    Term,
    is_numbered,
    metric_of_figure,
)

_BALANCE = frozenset({"balance", "balance_left", "balance_right"})


_STEADY_WIDTH = 1.1
"""The upper end of values that are called steady is at most so many times their lower end."""


class Alike(Comparisons):
    """Two things that are the same, nearly, or so much apart."""

    def _is_narrow(self) -> bool:
        """Whether it is a narrow range of places that is called steady."""
        terms = [term for phrase in self.phrases for term in phrase.terms]
        spans = [term.span for term in terms if term.span is not None]
        if len(spans) != 1 or any(term.ref for term in terms):
            return False
        low, high = sorted(figure.value for figure in spans[0])
        return 0.0 < high <= _STEADY_WIDTH * low

    def same(self) -> None:
        """Two things that are alike."""
        token = self.word("same")
        if token is None:
            return
        near = self.word("near", "degree") is not None or token.name != "exact"
        if token.name == "near" and self._is_narrow():
            self.take("same")
            self.drop("near", "degree")
            return
        other = next(
            (p for p in self.phrases if p.particle.startswith(("と", "対", "より"))
             and len(p.terms) == 1 and (p.terms[0].ref or p.terms[0].placed)), None,
        )  # fmt: skip
        usual = next((p for p in self.phrases if p.terms[-1].ref == "expected" and not p.states
                      and not p.terms[-1].metric), None)  # fmt: skip
        other = other or usual
        if other is not None:
            self.use(other)
        elif token.name == "usual":
            other = Phrase(terms=(Term(ref="expected"),))
        self._value_beside()
        pair = self._two_figures()
        self.take("same")
        self.drop("near", "degree")
        subjects = self.subjects()
        if pair:
            self._two_alike(subjects, pair, near=near)
        elif other is not None:
            for subject in subjects:
                self._like(subject, other.terms[0], near=near)
            self._each_said()
        else:
            self._alike_alone(subjects, near)

    def _two_alike(
        self, subjects: tuple[Term, ...], pair: tuple[Term, Term], *, near: bool
    ) -> None:
        """Two figures of one thing at two places: "152と153で"."""
        subject = subjects[0]
        bare = (replace(term, place=None) for term in pair)
        start, end = self._two_places(subject, *bare)
        if start is None or len(subjects) != 1:
            raise Refused
        whole = replace(subject, place=None)
        ends = [
            replace(self.complete(term, whole), place=place)
            for term, place in zip(pair, (start, end), strict=True)
        ]
        for term in ends:
            self.state(term)
        self._alike(ends[1], ends[0], near)

    def _like(self, subject: Term, other: Term, *, near: bool) -> None:
        """One thing as what is usual, or as another place."""
        right = replace(other.bare, metric=other.metric or subject.metric)
        if subject.metric in _BALANCE and right.ref == "expected" and not subject.place:
            self.claims.append(self.meaning.alike("balance.left", "balance.usual", near=True))
            return
        if other.states:
            self.state(replace(other, metric=right.metric), subject)
        if right.ref and subject.place:
            raise Refused
        if right.place in HALVES and not subject.placed:
            subject = replace(subject, place=HALVES[1 - HALVES.index(right.place)])
        self._alike(subject, right, near or bool(other.ref))

    def _two_figures(self) -> tuple[Term, Term] | None:
        for phrase in self.phrases:
            if len(phrase.terms) == 2 and all(t.figure and not t.placed for t in phrase.terms):
                self.use(phrase)
                return phrase.terms[0], phrase.terms[1]
        return None

    def _alike(self, left: Term, right: Term, near: bool) -> None:
        if not left.metric and is_numbered(left.place):
            left, right = replace(left, metric="pace"), replace(right, metric="pace")
        left_fact, right_fact = self.meaning.fact(left.bare), self.meaning.fact(right.bare)
        self.claims.append(self.meaning.alike(left_fact, right_fact, near=near))
        self.right = right.bare

    def _alike_alone(self, subjects: tuple[Term, ...], near: bool) -> None:
        """What is alike where nothing is named that it is like."""
        if len(subjects) == 2 and all(term.placed for term in subjects):
            self.take("each")
            self._alike(subjects[1], subjects[0], near)
        elif {term.metric for term in subjects} <= _BALANCE:
            self.claims.append(self.meaning.alike("balance.left", "balance.right", near=near))
        elif len(subjects) != 1:
            self._last_alike("", near)
        elif not (self._span_alike(subjects[0], near) or self._like_last(subjects[0], near)):
            self._one_alike(subjects[0], near)

    def _span_alike(self, subject: Term, near: bool) -> bool:
        """Whether it is of many places, from the lowest value to the highest."""
        spanned = [p for p in self.phrases if len(p.terms) == 1 and p.terms[0].span]
        if len(spanned) == 1:
            term = self.use(spanned[0]).terms[0]
            self.state(term, subject)
            series = self.meaning.series(self.complete(term, subject))
        elif not subject.place and subject.metric and (self.word("all") or subject.series):
            self.take("all")
            series = self.meaning.series(subject)
        else:
            return False
        self.claims.append(self._ends_alike(series, near=near))
        return True

    def _like_last(self, subject: Term, near: bool) -> bool:
        """Whether a place is like the one that was spoken of before."""
        if not is_numbered(subject.place) or not self.topic.said:
            return False
        last = self.topic.said[-1]
        metric = last.partition(".")[0]
        name = self.meaning.fact(replace(subject, metric=metric).bare)
        if subject.metric not in ("", metric) or name == last or "@" not in last:
            return False
        self.claims.append(self.meaning.alike(name, last, near=near))
        return True

    def _one_alike(self, subject: Term, near: bool) -> None:
        """One thing, as what it was compared with before, or as the other half."""
        before = self.topic.right
        if before is not None and before.ref and not subject.place and subject.metric:
            self._alike(subject, replace(before, metric=subject.metric), near)
        elif subject.place in HALVES:
            other = HALVES[1 - HALVES.index(subject.place)]
            self._alike(subject, replace(subject, place=other), near)
        else:
            self._last_alike(subject.metric, near)

    def _last_alike(self, metric: str, near: bool) -> None:
        """The last two figures of one metric."""
        facts = [*self.topic.said, *self.said]
        two = [name for name in facts if not metric or name.partition(".")[0] == metric][-2:]
        if len(two) != 2 or two[0].partition("@")[0] != two[1].partition("@")[0]:
            raise Refused
        self.claims.append(self.meaning.alike(two[1], two[0], near=near))

    def _ends_alike(self, series: Series, *, near: bool) -> Claim:
        low, high = self.meaning.ends(series)
        name = f"{series.metric}.{series.role}@"
        return self.meaning.alike(name + high, name + low, near=near)

    def differs(self) -> None:
        """How far two things lie apart."""
        token = self.word("diff")
        if token is None:
            return
        figure = self.figure_of_difference(token)
        if figure is None:
            raise Refused
        for phrase in list(self.phrases):
            if phrase.states and all(t.placed and t.states for t in phrase.terms):
                self.use(phrase)
                for term in phrase.terms:
                    self.state(term, self.topic.terms[0])
        usual = next((p for p in self.phrases if p.particle.startswith(("と", "より", "から"))
                      and len(p.terms) == 1 and p.terms[0].ref == "expected"), None)  # fmt: skip
        if usual is not None:
            self._from_usual(self.use(usual).terms[0], figure)
            return
        self.take("diff")
        self.drop("degree", "near", "be")
        subjects = self.subjects()
        if len(subjects) == 1 and subjects[0].place in HALVES:
            subjects = tuple(replace(subjects[0], place=half) for half in HALVES)
        placed = [term for term in subjects if term.placed]
        if len(placed) == 2:
            metric = placed[0].metric or metric_of_figure(Term(figure=figure))
            metric = "pace" if metric == "duration" else metric
            left, right = (self.meaning.fact(replace(t, metric=metric)) for t in placed)
        else:
            left, right = self._last_two(subjects[0], token)
        self.differ(left, right, figure)
        places = [name.partition("@")[2] for name in (left, right)]
        if all(map(is_numbered, places)):
            metric = left.partition(".")[0]
            self.about = (Term(metric=metric, place=places[0]),)
            self.right = Term(metric=metric, place=places[1])

    def _from_usual(self, usual: Term, figure: Figure) -> None:
        self._value_beside()
        self.take("diff")
        self.drop("degree", "near", "be")
        left = replace(self.subject(), ref="", attr="")
        if left.place or figure.bound:
            raise Refused
        right = replace(usual, metric=left.metric)
        if right.states:
            self.state(right, left)
        left_fact, right_fact = self.meaning.fact(left), self.meaning.fact(right.bare)
        self.claims.append(self.by_truth(left_fact, right_fact, figure))

    def _last_two(self, subject: Term, token: Token) -> tuple[str, str]:
        spans = [claim for claim in self.claims if isinstance(claim, Span)]
        if token.name.startswith("extremes") or spans:
            series = spans[-1].series if spans else None
            series = series or self.meaning.series(replace(subject, metric="pace", place=None))
            low, high = self.meaning.ends(series)
            return f"{series.metric}.actual@{high}", f"{series.metric}.actual@{low}"
        facts = list(dict.fromkeys((*self.topic.said, *self.said)))[-2:]
        if len(facts) != 2 or facts[0].partition(".")[0] != facts[1].partition(".")[0]:
            raise Refused
        return facts[1], facts[0]
