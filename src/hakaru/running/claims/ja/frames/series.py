"""Frames about many places: the fastest, how many, all of them or none, from each to the next."""

from __future__ import annotations

from dataclasses import replace

from hakaru.guard.claims import (
    Bound,
    Compare,
    Count,
    Every,
    Limit,
    Said,
    Series,
    Trend,
    place_of,
)
from hakaru.running.claims.ja.clause import bound_for, relation_for
from hakaru.running.claims.ja.clauses import Phrase, Word
from hakaru.running.claims.ja.figures import Figure, Token
from hakaru.running.claims.ja.frames.comparisons import Comparisons
from hakaru.running.claims.ja.meaning import (
    OTHER_SIDE,
    Refused,
    Term,
    is_numbered,
    metric_of_figure,
)

_FAR_FRAC = 0.02
"""How far the best one is from the next at least, where it stands out."""
_BEST = frozenset({"ピーク", "頂点", "山", "最高", "トップ", "ピーク時"})
"""Of a pace these are its fastest."""
_COUNTERS = ("本", "区間", "スプリット", "ラップ", "つ", "回")


class Places(Comparisons):
    """What holds of several places together."""

    # --- extremes ------------------------------------------------------------------------------

    def extremes(self) -> None:
        """The place with the highest or the lowest value."""
        token, most = self.word("extreme"), self.word("most")
        second = self.word("second")
        if second is not None and token is None and self.topic.extreme is not None:
            self.take("second")
            self.drop("most", "adj", "noun")
            self._second()
            return
        if token is None and most is None and not self._alone_extreme():
            return
        adjective = None
        if token is None:
            adjective = self.word("adj", "climbs")
            if adjective is None or adjective.denied:
                raise Refused
        which, own = self._which(token)
        placed = [p for p in self.phrases if any(is_numbered(t.place) for t in p.terms)]
        metric = own or self._metric_named(adjective)
        if adjective is not None and adjective.kind == "climbs":
            which = "highest"
        elif adjective is not None:
            which = "highest" if relation_for(metric, adjective) == "higher" else "lowest"
        elif not own and metric == "pace":
            which = _best(token)
        self.take("extreme", "most")
        if adjective is not None:
            self.take("adj", "climbs")
        for phrase in self._counts():
            if int(phrase.terms[0].figure.value) != sum(  # type: ignore[union-attr]
                is_numbered(t.place) for p in placed for t in p.terms
            ):
                raise Refused
            self.use(phrase)
        self.drop("noun", "be")
        over = self.word("over")
        if over is not None and over.name == "reach" and not over.denied:
            self.take("over")
        if any(p.particle.startswith(("より", "対", "から")) for p in self.phrases):
            raise Refused
        self._extreme(metric, which, placed, own_metric=bool(own), judged=adjective is not None)

    def _alone_extreme(self) -> bool:
        """Whether it is said that one place alone was fast, or slow: "3km目だけが速く"."""
        adjective = self.word("adj")
        placed = [t for p in self.phrases for t in p.terms if is_numbered(t.place)]
        ahead = any(p.particle.startswith(("より", "対")) for p in self.phrases)
        if adjective is None or adjective.name != "speed" or ahead or len(placed) != 1:
            return False
        return self.take("only") is not None

    def _stands_out(self, series: Series, which: str, places: list[str]) -> None:
        """Refuse "by far" where the next one is close."""
        names = {p.token.name for p in self.parts if isinstance(p, Word)
                 and p.token.kind == "degree"}  # fmt: skip
        values = sorted(float(f.value) for f in self.facts.series(series) if f.scope not in places)
        own = [float(f.value) for f in self.facts.series(series) if f.scope in places]
        if not names or not values or not own:
            return
        next_one, last = (values[0], max(own)) if which == "lowest" else (values[-1], min(own))
        if "small" in names or abs(next_one - last) < _FAR_FRAC * next_one:
            raise Refused
        self.drop("degree")

    def _which(self, token: Token | None) -> tuple[str, str]:
        if token is None:
            return "", ""
        which, _, metric = token.name.partition(" ")
        return which, metric

    def _metric_named(self, adjective: Token | None) -> str:
        names = [t.metric for p in self.phrases for t in p.terms
                 if t.metric and not t.states and not p.particle.startswith("で")]  # fmt: skip
        if len(set(names)) > 1:
            raise Refused
        if adjective is not None and adjective.kind == "climbs":
            return adjective.name
        if adjective is not None and adjective.name == "speed":
            if names and names[0] != "pace":
                raise Refused
            return "pace"
        if names:
            return names[0]
        if adjective is not None and (metric := self.topic.terms[0].metric):
            return metric
        figures = [m for p in self.phrases for t in p.terms if (m := metric_of_figure(t))]
        if len(set(figures)) == 1 and not self.topic.terms[0].metric:
            return figures[0]
        if self.topic.terms[0].metric:
            return self.topic.terms[0].metric
        raise Refused

    def _extreme(self, metric: str, which: str, placed: list[Phrase], *,
                 own_metric: bool, judged: bool) -> None:  # fmt: skip
        places = [t.place or "" for p in placed for t in p.terms]
        for phrase in placed:
            self.use(phrase)
        values = [(t, replace(t, metric=t.metric or (metric_of_figure(t) if not self._is(metric, t)
                                                     else metric)))
                  for p in placed for t in p.terms if t.states]  # fmt: skip
        if not (own_metric or judged) and any(t.metric != metric for _, t in values):
            raise Refused
        others = [p for p in self.phrases if p.states]
        about = self._about_series()
        if not places:
            carried = self.topic.terms
            named = [t.place for t in carried if is_numbered(t.place)]
            stated = own_metric and any(self._is(metric, t) for p in others for t in p.terms)
            if len(named) == 1 and about.series is None and not (self._own_subject or stated):
                places = [named[0] or ""]
        kind = place_of(places[0])[0] if places else (about.series[0] if about.series else "split")
        term = replace(about, metric=metric, place=None, series=about.series or (kind, None, None))
        series = self.meaning.series(term)
        if not places:
            low, high = self.meaning.ends(series)
            places = [low if which == "lowest" else high]
            figure = self._own_figure(others, metric)
            values = [(figure, replace(figure, metric=metric))]
        self._stands_out(series, which, places)
        self.claims.append(self.meaning.extreme(series, which, places))
        self.named = {metric}
        subject = Term(metric=metric, place=places[0])
        self.about = (subject,) if len(places) == 1 else tuple(
            replace(subject, place=place) for place in places)  # fmt: skip
        for _, value in values:
            self.state(value, replace(subject, place=places[0]))
        self.extreme = (which, metric, tuple(places))
        if len(places) == 1 and values == []:
            self._values_of(metric, places[0], others)

    def _is(self, metric: str, term: Term) -> bool:
        figure = term.figure
        return figure is not None and figure.of(self.meaning.unit(metric)) is not None

    @property
    def _own_subject(self) -> bool:
        return any(p.is_topic and any(t.placed for t in p.terms) for p in self.phrases)

    def _about_series(self) -> Term:
        """What limits the places that are spoken of; its metric is known."""
        merged = Term()
        for phrase in self.phrases:
            if not phrase.is_topic:
                continue
            for term in phrase.terms:
                if term.ref not in ("", "actual") or term.attr:
                    raise Refused
                if term.placed:
                    if merged.placed or term.place in ("first half", "second half"):
                        raise Refused
                    merged = replace(merged, place=term.place, series=term.series)
            self.use(phrase)
        if merged.place in ("", "work"):
            merged = replace(merged, place=None)
        if merged.place:
            raise Refused
        return merged

    def _own_figure(self, others: list[Phrase], metric: str) -> Term:
        for phrase in others:
            for term in phrase.terms:
                if self._is(metric, term) and not term.placed and term.metric in ("", metric):
                    self.use(phrase)
                    if len(phrase.terms) != 1:
                        raise Refused
                    return term
        raise Refused

    def _values_of(self, metric: str, place: str, others: list[Phrase]) -> None:
        for phrase in others:
            term = phrase.terms[0]
            if (
                phrase in self.parts
                and len(phrase.terms) == 1
                and not term.named
                and self._is(metric, term)
            ):
                self.use(phrase)
                self.state(replace(term, metric=metric, place=place))

    def _second(self) -> None:
        assert self.topic.extreme is not None
        which, metric, before = self.topic.extreme
        placed = [p for p in self.phrases if any(is_numbered(t.place) for t in p.terms)]
        if len(placed) != 1 or len(placed[0].terms) != 1:
            raise Refused
        self.use(placed[0])
        term = placed[0].terms[0]
        place = term.place or ""
        series = self.meaning.series(Term(metric=metric, series=(place_of(place)[0], None, None)))
        self.claims.append(self.meaning.extreme(series, which, (*before, place)))
        self.about = (Term(metric=metric, place=place),)
        if term.states:
            self.state(replace(term, metric=term.metric or metric))
        self.extreme = (which, metric, (*before, place))

    def apart(self) -> None:
        """How far the fastest and the slowest lie apart."""
        words = [
            p.token
            for p in self.parts
            if isinstance(p, Word) and p.token.kind in ("extreme", "most")
        ]
        if self.word("diff") is None or len(words) != 2:
            return
        figure = self.figure_of_difference(self.word("diff") or _NONE)
        placed = [
            p for p in self.phrases if all(is_numbered(t.place) and not t.metric for t in p.terms)
        ]
        if figure is None or (len(placed) not in (0, 2) and len(placed) + 1 != 2):
            raise Refused
        adjectives = [p.token for p in self.parts if isinstance(p, Word) and p.token.kind == "adj"]
        whiches = [self._one_end(token, adjectives) for token in words]
        if sorted(whiches) != ["highest", "lowest"]:
            raise Refused
        places = [t.place or "" for p in placed for t in p.terms]
        stated = [t for p in placed for t in p.terms if t.states]
        kind = place_of(places[0])[0] if places else "split"
        series = self.meaning.series(Term(metric="pace", series=(kind, None, None)))
        low, high = self.meaning.ends(series)
        places = places or [low if which == "lowest" else high for which in whiches]
        if len(places) != 2:
            raise Refused
        for phrase in placed:
            self.use(phrase)
        self.drop("noun", "be", "degree")
        self.take("diff")
        while self.take("extreme", "most", "adj"):
            pass
        for which, place in zip(whiches, places, strict=True):
            self.claims.append(self.meaning.extreme(series, which, [place]))
        for term in stated:
            self.state(replace(term, metric="pace"))
        ends = [f"pace.actual@{place}" for place in places]
        self.differ(ends[0], ends[1], figure)
        self.about = (Term(metric="pace"),)

    def _one_end(self, token: Token, adjectives: list[Token]) -> str:
        if token.kind == "extreme":
            which, _, metric = token.name.partition(" ")
            if metric != "pace":
                raise Refused
            return which
        if not adjectives:
            raise Refused
        adjective = adjectives.pop(0)
        if adjective.name != "speed" or adjective.denied:
            raise Refused
        return "lowest" if adjective.sign > 0 else "highest"

    # --- all, none, so many --------------------------------------------------------------------

    def counted(self) -> None:
        """How many places lie on one side of a figure: all, none, or a number of them."""
        self._totals()
        nothing, counts = self._nothing(), self._counts()
        others = self._others()
        every = self._every(sure=nothing or bool(counts))
        if not (every or nothing or counts):
            return
        limit = None if self.word("diff") else self._limit()
        if limit is None:
            if every and not nothing:
                self._all_of(every)
            return
        figure, token = limit
        kind = "repetition" if self._of_reps(counts, every) else "split"
        n = self._n(counts, kind)
        if every is not None and every.kind == "each":
            self.take("each")
        self.take("all")
        only = self.take("only") is not None
        self.drop("noun", "each", "be")
        if nothing:
            self.take("present")
        term = self._counted_term(figure, token, kind)
        series = self.meaning.series(term)
        quantity = figure.of(self.facts.series(series)[0].unit)
        if quantity is None:
            raise Refused
        bound: Bound = figure.bound or bound_for(term.metric, token or _NONE)
        if others:
            side = OTHER_SIDE[bound] if nothing else bound
            self._all_but(Every(series, side, quantity, others), n)
        elif nothing and n is None:
            self.claims.append(Every(series, OTHER_SIDE[bound], quantity))
        elif n is not None and not nothing:
            self.claims.append(Count(series, bound, quantity, n))
            self._these(only, term.metric, bound, quantity, n)
        elif every and not nothing:
            self.claims.append(Every(series, bound, quantity))
        else:
            raise Refused

    def _every(self, *, sure: bool) -> Token | None:
        """The word that says that all are meant; a bound of several places needs none."""
        every, each, several = self.word("all"), self.word("each"), self._about_several()
        if every is not None or (each is not None and several):
            return every or each
        bounded = any(t.figure and t.figure.bound for p in self.phrases for t in p.terms)
        about_one = len([p for p in self.phrases if p.is_topic]) == 1 or self.word("noun")
        if sure or not bounded or not (several or (each is not None and about_one)):
            return None
        return each or _EVERY

    def _about_several(self) -> bool:
        """Whether several places are named already."""
        own = [t for p in self.phrases if p.is_topic for t in p.terms]
        return any(t.series for t in (own or self.topic.terms))

    def _totals(self) -> None:
        """Numbers of all places: they must be right, and say which places are meant."""
        while (token := self.take("all n", "of n")) is not None:
            kind = token.name.partition(" ")[2]
            if token.first != len(self.meaning.numbers(kind)):
                raise Refused
            if token.kind == "all n":
                self.parts.insert(0, Word(token=Token(kind="all", name=kind)))

    def _others(self) -> tuple[str, ...]:
        """Those that are left out of what is said of all or none: "3km目のほかに"."""
        token = self.word("others")
        if token is None:
            return ()
        phrase = self.before(token)
        terms: tuple[Term, ...] = self.topic.terms if phrase is None else phrase.terms
        if not terms or not all(is_numbered(term.place) for term in terms):
            raise Refused
        if phrase is not None:
            self.use(phrase)
            for term in terms:
                if term.states:
                    self.state(term)
        self.about = None
        return tuple(term.place or "" for term in terms)

    def _all_but(self, claim: Every, n: int | None) -> None:
        """All of a series but some, which lie on the other side."""
        self.take("others")
        if n not in (None, len(self.facts.series(claim.series)) - len(claim.without)):
            raise Refused
        at, side = f"{claim.series.metric}.actual@", OTHER_SIDE[claim.bound]
        self.claims += [claim, *(Limit(at + p, side, claim.said) for p in claim.without)]

    def _these(self, only: bool, metric: str, bound: Bound, limit: Said, n: int) -> None:
        """Those that were spoken of right before."""
        before = [name for name in self.topic.said if name.startswith(f"{metric}.actual@")]
        if only:
            self.claims += [Limit(name, bound, limit) for name in before[-n:]]

    def _nothing(self) -> bool:
        token = self.word("present")
        return token is not None and token.denied and self.word("noun") is not None

    def _counts(self) -> list[Phrase]:
        return [
            p for p in self.phrases
            if len(p.terms) == 1 and (f := p.terms[0].figure) is not None
            and f.counter in _COUNTERS and not p.terms[0].named
        ]  # fmt: skip

    def _of_reps(self, counts: list[Phrase], every: Token | None) -> bool:
        figures = [p.terms[0].figure for p in counts]
        noun = self.word("noun")
        return bool(
            (every is not None and every.name == "repetition")
            or (noun is not None and noun.name == "repetition")
            or (self.meaning.has_reps and any(f is not None and f.counter == "本" for f in figures))
        )

    def _n(self, counts: list[Phrase], kind: str) -> int | None:
        numbers = []
        for phrase in counts:
            self.use(phrase)
            figure = phrase.terms[0].figure
            assert figure is not None
            if figure.bound:
                raise Refused
            numbers.append(int(figure.value))
        if not numbers:
            return None
        everything = len(self.meaning.numbers(kind))
        each = self.word("each") is not None or self.word("all") is not None
        if len(numbers) == 2:
            if numbers[0] != everything:
                raise Refused
            return numbers[1]
        if len(numbers) > 2 or (each and numbers[0] != everything):
            raise Refused
        return numbers[0]

    def _all_of(self, every: Token) -> None:
        """Every place: what is said holds from the lowest value to the highest."""
        kind = every.name or "split"
        if any(t.average for p in self.phrases for t in p.terms):
            self.drop("all")
            return
        if self._about_several():
            self.drop("all", "each")
            return
        self.take("all")
        self.parts.insert(0, Phrase(terms=(Term(series=(kind, None, None)),), particle="は"))

    def _limit(self) -> tuple[Figure, Token | None] | None:
        """A figure that splits are above or below of, and the word that says on which side."""
        for phrase in self.phrases:
            term = phrase.terms[0]
            if len(phrase.terms) != 1 or term.figure is None or term.placed or term.ref:
                continue
            if term.figure.counter in _COUNTERS:
                continue
            if term.figure.bound:
                self._keep_metric(phrase)
                return term.figure, None
            token = self.word("adj", "over")
            if token is None and phrase.particle.startswith(("より", "まで")):
                token = self.word("change")
            ahead = phrase.particle.startswith("より") and token is not None
            passed = token is not None and token.kind == "over" and (
                phrase.particle.startswith(("を", "に")))  # fmt: skip
            if token is not None and (ahead or passed):
                self._keep_metric(phrase)
                self.take(token.kind)
                return term.figure, token
        return None

    def _keep_metric(self, phrase: Phrase) -> None:
        place = self.parts.index(phrase)
        self.use(phrase)
        metric = phrase.terms[0].metric
        if metric:
            self.parts.insert(place, Phrase(terms=(Term(metric=metric),), particle="は"))

    def _counted_term(self, figure: Figure, token: Token | None, kind: str) -> Term:
        subject = self.subject()
        if not self.own:
            subject = replace(subject, place=None, series=None)
        metric = subject.metric
        implied = metric_of_figure(Term(figure=figure))
        if token is not None and token.kind == "adj" and token.name == "speed":
            metric = "pace"
        elif not metric:
            metric = "pace" if implied == "duration" else implied
        if subject.place == "":
            subject = replace(subject, place=None)
        if is_numbered(subject.place):
            raise Refused
        self.about = (replace(subject, metric=metric),)
        series = subject.series or (kind, None, None)
        return replace(subject, metric=metric, series=series, ref="", attr="")

    def only_these(self) -> None:
        """Only these places lie on one side of a figure."""
        placed = [p for p in self.phrases if _are_places(p)]
        numbers = any(_is_count(t) for p in self.phrases for t in p.terms)
        if self.word("others") or (self.word("only") is None and not (placed and numbers)):
            return
        limit = self._limit() if placed else None
        if limit is None:
            return
        figure, token = limit
        places = [t.place or "" for p in placed for t in p.terms if t.placed]
        for phrase in (*placed, *self._counts()):
            if phrase in self.parts:
                self.use(phrase)
            for term in phrase.terms:
                if _is_count(term) and int(term.figure.value) != len(places):  # type: ignore[union-attr]
                    raise Refused
        self.take("only")
        self.drop("noun", "be")
        term = self._counted_term(figure, token, place_of(places[0])[0])
        series = self.meaning.series(term)
        quantity = figure.of(self.facts.series(series)[0].unit)
        if quantity is None:
            raise Refused
        bound = figure.bound or bound_for(term.metric, token or _NONE)
        self.claims.append(Count(series, bound, quantity, len(places)))
        self.claims += [Limit(f"{term.metric}.actual@{place}", bound, quantity) for place in places]

    def trends(self) -> None:
        """Rising or falling from each place to the next."""
        token = self.word("trend", "drift")
        if token is None:
            return
        change = self.word("change", "adj")
        if token.name == "rising":
            change = Token(kind="change", sign=1)
        if change is None or change.denied or any(p.states for p in self.phrases):
            if self._ends() or (token.kind == "trend" and self.topic.said):
                self.take("trend", "drift")
                return
            raise Refused
        self.take("trend", "drift")
        self.take("change", "adj")
        self.drop("degree", "drift", "noun", "be", "trend")
        subject = self.subject()
        metric = "pace" if change.name in ("speed", "pace") else subject.metric
        kind = "repetition" if self.meaning.has_reps else "split"
        term = replace(subject, metric=metric, series=subject.series or (kind, None, None))
        series = self.meaning.series(term)
        relation = relation_for(metric, change)
        if token.kind == "trend":
            self.claims.append(Trend(series, relation))
            return
        facts = self.facts.series(series)
        self.claims.append(Compare(facts[-1].id, relation, facts[0].id))
        self.about = (replace(subject, metric=metric),)


def _best(token: Token | None) -> str:
    """Which end a peak of pace is: its fastest."""
    if token is None or token.text not in _BEST:
        raise Refused
    return "lowest"


def _are_places(phrase: Phrase) -> bool:
    """Whether a phrase names places, and perhaps how many they are."""
    named = [term for term in phrase.terms if is_numbered(term.place)]
    others = [term for term in phrase.terms if not is_numbered(term.place)]
    return bool(named) and all(map(_is_count, others)) and not phrase.states_more


def _is_count(term: Term) -> bool:
    return term.figure is not None and term.figure.counter in _COUNTERS and not term.named


_EVERY = Token(kind="all", name="split")
_NONE = Token(kind="")
