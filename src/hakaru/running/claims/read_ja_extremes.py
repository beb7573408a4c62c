"""Words of a Japanese sentence that single something out: extremes, ranks, what is good or not."""

from __future__ import annotations

from dataclasses import replace

from hakaru.guard.claims import (
    Compare,
    Flag,
    Relation,
    Said,
    Value,
    place_of,
)
from hakaru.running.claims.read_ja_comparisons import SENSES, Comparisons, is_count
from hakaru.running.claims.read_ja_figures import Token
from hakaru.running.claims.read_ja_statements import (
    LOWER_IS_MORE,
    Phrase,
    Term,
    Unread,
    unit_metric,
)

_COUNTERS = frozenset({"区間", "本", "スプリット", "ラップ"})


class Extremes(Comparisons):
    """Turns words that single something out into claims."""

    def _ranked(self, token: Token, ref: str) -> None:
        """More, or less, than in so many of so many earlier runs."""
        metric = self.topics[0].metric
        sensed = token.kind == "over" or metric in SENSES[token.name]
        if len(self.topics) > 1 or self.topics[0].place or token.denied or not sensed:
            raise Unread
        for role, number in zip(("rank", "rank_of"), ref.split()[1:], strict=True):
            said = Said(value=float(number), unit="count", slack=0.0)
            self.claims.append(Value(f"{metric}.{role}", said))
        relation: Relation = "higher" if token.sign > 0 else "lower"
        self.claims.append(Compare(f"{metric}.actual", relation, f"{metric}.expected"))
        self.comparand, self.compared, self.after = None, True, "compared"

    def _differ(self, token: Token) -> None:
        """The difference of the two places that were spoken of last."""
        self._flush()
        if token.name == "extremes":
            ends = [self._place_of_extreme(which, "pace") for which in ("lowest", "highest")]
            self.gap = ("pace", ends[0], ends[1])
            return
        named = [term for term in self.said_of if term.place and term.metric]
        said = list({(term.metric, term.place): term for term in named}.values())
        if len(said) < 2 or self.gap is not None:
            raise Unread
        first, second = said[-2:]
        places = place_of(first.place or ""), place_of(second.place or "")
        if first.metric != second.metric or first.place == second.place:
            raise Unread
        if token.name == "adjacent" and (
            places[0][0] != places[1][0] or abs((places[0][1] or 0) - (places[1][1] or 0)) != 1
        ):
            raise Unread
        self.gap = (first.metric, first.place or "", second.place or "")

    def _different(self, _token: Token) -> None:
        """So much from another, whichever is higher."""
        by = self._by()
        taken = [phrase for phrase in self.pending if phrase.particle == "と"]
        if by is None or len(taken) != 1 or len(taken[0].terms) != 1 or len(self.topics) > 1:
            raise Unread
        self.pending.remove(taken[0])
        self._flush()
        self._compare_with(taken[0].terms)
        left, right = self._left(), self.comparand
        if right is None or not right.names:
            raise Unread
        pairs = self._pairs(left, replace(right, figure=None))
        first, second = (self.facts.number(name) or 0.0 for name in pairs[0])
        self._compare(left, replace(right, figure=None), higher=first > second, by=by)

    def _in_order(self, _token: Token) -> None:
        """The figures of a series from its first place to its last."""
        self._take("particle")
        figures = []
        while self._peek().kind == "figure":
            figures.append(self._peek().figures[0])
            self.at += 1
            self._take("comma") or self._take("particle", "と")
        counted = [phrase for phrase in self.pending if is_count(phrase)]
        self.pending = [phrase for phrase in self.pending if phrase not in counted]
        self._flush()
        metric = self.topics[0].metric or unit_metric(Term(figure=figures[-1] if figures else None))
        wanted = self.topics[0].series or self._series(Term(metric=metric))
        places = self.facts.series(replace(wanted, metric=metric))
        numbers = [phrase.terms[0].figure for phrase in counted]
        if len(figures) != len(places) or any(n and n.value != len(places) for n in numbers):
            raise Unread
        for fact, figure in zip(places, figures, strict=True):
            self._state(Term(metric=metric, place=fact.scope, figure=figure))
        self.after = "said"

    def _climbed(self, token: Token) -> None:
        """So many metres up or down at a place."""
        if self.most and not token.denied:
            self.most = False
            self._extreme("highest", token.name)
            return
        figure = self._by()
        self._flush()
        topic = self.topics[0]
        if figure is None or len(self.topics) > 1 or token.denied:
            raise Unread
        kind = place_of(topic.place or "")[0]
        if kind != "split" or figure.of("m") is None:
            raise Unread
        self._state(Term(metric=token.name, place=topic.place, figure=figure))
        self._take("noun")
        self.after = "said"

    def _superlative(self, token: Token) -> None:
        if token.denied:
            raise Unread
        metric = self.topics[0].metric
        if token.name == "speed" and metric in ("", "pace"):
            metric = "pace"
        if metric and metric not in SENSES[token.name]:
            raise Unread
        higher = (token.sign > 0) != (metric in LOWER_IS_MORE)
        self._extreme("highest" if higher else "lowest", metric)

    def _extremal(self, token: Token) -> None:
        which, _, metric = token.name.partition(" ")
        about = self.topics[0].metric
        if metric and about not in ("", metric):
            raise Unread
        if token.text == "ピーク" and about in ("pace", ""):
            phrase = self.pending[-1] if self.pending else None
            if phrase is None or unit_metric(phrase.terms[0], phrase.terms[0].place) != "pace":
                raise Unread
            which, metric = "lowest", "pace"
        if not metric and about in ("pace", ""):
            raise Unread
        self._take("particle", "に")
        self._extreme(which, metric or about)

    def _extreme(self, which: str, metric: str) -> None:
        """Of places that are known already, or of those that follow."""
        if self.near or self.degree or self.extreme:
            raise Unread
        n = self._how_many()
        follows = self._peek()
        topical = follows.kind in ("noun", "place") or (
            follows.kind == "particle" and follows.name in ("は", "が", "の", "も")
        ) or (follows.kind in ("colon",))  # fmt: skip
        placed = [term for phrase in self.pending for term in phrase.terms if term.place]
        ends = self._peek(1).kind in ("be", "stop", "end", "comma")
        if follows.kind == "noun" and ends and self.topics[0].place and not placed:
            self.at += 1
            topical = False
        if topical and not placed and not (n and any(topic.place for topic in self.topics)):
            unsaid = self._unsaid
            if unsaid and any(topic.place or topic.series for topic in self.topics):
                if follows.name == "の" and self._peek(1).kind == "figure":
                    self.at += 1
                    self._say_extreme(which, metric, [term.place or "" for term in self.topics], n)
                    return
                raise Unread
            self._flush()
            self._take("noun")
            self._take("particle") or self._take("colon")
            self.extreme = (which, metric, n)
            self.topics = (Term(metric=metric),)
            return
        terms = tuple(placed) or self.topics
        for phrase in self.pending:
            self._assert_extreme_figures(phrase, metric)
        self.pending = []
        self._say_extreme(which, metric, [term.place or "" for term in terms], n)
        self.topics = tuple(replace(term, figure=None, metric=metric) for term in terms)
        self.after = "said"

    def _how_many(self) -> int:
        """Of so many places together; 0: their number is not said."""
        follows = self._peek()
        if follows.kind != "figure" or follows.figures[0].counter not in _COUNTERS:
            return 0
        self.at += 1
        n = int(follows.figures[0].value)
        if not n:
            raise Unread
        return n

    def _assert_extreme_figures(self, phrase: Phrase, metric: str) -> None:
        if phrase.particle not in ("", "で", "と", "が", "の", "に", "を"):
            raise Unread
        if all(term.place for term in phrase.terms):
            for term in phrase.terms:
                if term.states:
                    self._state(replace(term, metric=term.metric or metric))
            return
        self._assert(phrase.terms)

    def _extreme_is(self, terms: tuple[Term, ...]) -> None:
        """The places, and figures, of an extreme that was named before."""
        assert self.extreme is not None
        which, metric, n = self.extreme
        self.extreme = None
        metric = metric or self.topics[0].metric or unit_metric(terms[0])
        places = [term.place for term in terms if term.place]
        if not places and len(terms) == 1 and terms[0].figure is not None:
            places = [self._place_of_extreme(which, metric)]
            terms = (replace(terms[0], place=places[0]),)
        if len(places) != len(terms) or any(term.metric not in ("", metric) for term in terms):
            raise Unread
        self._say_extreme(which, metric, places, n)
        for term in terms:
            if term.states:
                self._state(replace(term, metric=metric))
        self.topics = tuple(replace(term, figure=None, metric=metric) for term in terms)

    def _flag(self, token: Token) -> None:
        needs = token.sign < 0
        named = [p for p in self.pending if p.particle == "に" and all(t.metric for t in p.terms)]
        if named and len(named) == len(self.pending):
            self.pending = []
            self._topic(tuple(term for phrase in named for term in phrase.terms))
        self._flush()
        while self._take("not"):
            needs = not needs
        metrics = [term.metric for term in self.topics]
        if not all(metrics) or any(term.place or term.ref or term.attr for term in self.topics):
            raise Unread
        if self.degree or self.near or self.most or self.cause:
            raise Unread
        self.claims += [Flag(f"needs_improvement.{metric}", needs) for metric in metrics]
        if self.only:
            others = [name for name in self._judged if name not in metrics]
            self.claims += [Flag(f"needs_improvement.{name}", not needs) for name in others]
            self.only = False
        self.after = "said"
