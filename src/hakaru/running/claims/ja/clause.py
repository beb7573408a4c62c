"""One clause of a Japanese sentence: its phrases and words, and what it is about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from hakaru.guard.claims import (
    Bound,
    Claim,
    Compare,
    Flag,
    Limit,
    Relation,
    Span,
    Value,
    evidence_of,
    holds,
    relation_of,
)
from hakaru.records import frozen
from hakaru.running.claims.ja.clauses import Part, Phrase, Word
from hakaru.running.claims.ja.figures import Figure, Token, between
from hakaru.running.claims.ja.meaning import (
    HALVES,
    OTHER_SIDE,
    Meaning,
    Refused,
    Term,
    fits,
    is_numbered,
    metric_of_figure,
)

_WHOLE = frozenset({"overall", "session", "load", "reps", "splits", "rep_duration", "retention",
                    "rep_distance", "balance", "balance_left", "balance_right"})  # fmt: skip
_NAMED: Mapping[str, tuple[str, ...]] = {
    "criteria": ("criteria", "met."), "air": ("temperature", "weather"),
    "humidity": ("humidity", "weather"),
    "climb_per_km": ("climb",), "reps": ("repetition",), "rep_duration": ("repetition",),
    "rep_distance": ("repetition",), "retention": ("heart_rate",),
    "consistency": ("consistency", "pace."),
    "settles": ("heart_rate",), "pace": ("pace",), "balance_left": ("balance",),
    "balance_right": ("balance",),
    "duration": ("duration",), "distance": ("distance",),
    "overall": ("overall", "form", "improvement", "penalty"),
    "session": ("session",), "rating": ("star",), "gct+vo+vr": ("gct",),
}  # fmt: skip
"""Facts that bear out a metric, where they have another name."""
_LENGTHS = frozenset({"gct", "step_length", "duration", "distance", "rep_duration"})


OTHER_WAY: Mapping[Bound, Bound] = {
    "below": "above", "at_most": "at_least", "at_least": "at_most", "above": "below",
}  # fmt: skip
"""A bound of values seen from the other end."""


@frozen
class Topic:
    """What a clause leaves the next one: its subjects, the fact that they were compared with, what
    had a figure, and the extreme that was named. `unsaid`: subjects of which nothing is said yet;
    `missed`: what could be a reason (a criterion that was not met, form that needs improvement,
    a "figure" that shows how it lies to the usual);
    `because`: that is why what comes next is so; `recent`: metrics of the run whose figures were
    given one by one, of each of which something may be said then."""

    terms: tuple[Term, ...] = (Term(),)
    right: Term | None = None
    said: tuple[str, ...] = ()
    extreme: tuple[str, str, tuple[str, ...]] | None = None
    unsaid: bool = False
    missed: str = ""
    because: bool = False
    recent: tuple[Term, ...] = ()


class Clause:
    """Parts of a clause that frames take until none is left."""

    def __init__(self, parts: Sequence[Part], topic: Topic, meaning: Meaning) -> None:
        self.parts = list(parts)
        self.topic = topic
        self.meaning = meaning
        self.facts = meaning.facts
        self.claims: list[Claim] = []
        self.said: list[str] = []
        self.right: Term | None = None
        self.extreme = topic.extreme
        self.about: tuple[Term, ...] | None = None
        self.named: set[str] = set()
        self.own = False
        self.slower = False
        self.eased = False
        self.missed = ""
        self.explained = False

    # --- parts ---------------------------------------------------------------------------------

    def word(self, *kinds: str) -> Token | None:
        """The first word of some kinds."""
        for part in self.parts:
            if isinstance(part, Word) and part.token.kind in kinds:
                return part.token
        return None

    def take(self, *kinds: str) -> Token | None:
        """That word, which nothing else may use then."""
        for part in self.parts:
            if isinstance(part, Word) and part.token.kind in kinds:
                self.parts.remove(part)
                return part.token
        return None

    def drop(self, *kinds: str) -> None:
        """All words of some kinds; what is denied must be said by a frame."""
        if any(isinstance(p, Word) and p.token.kind == "be" and p.token.denied for p in self.parts):
            raise Refused
        self.parts = [p for p in self.parts if isinstance(p, Phrase) or p.token.kind not in kinds]

    @property
    def phrases(self) -> list[Phrase]:
        """Phrases that nothing has used."""
        return [part for part in self.parts if isinstance(part, Phrase)]

    def use(self, phrase: Phrase) -> Phrase:
        """A phrase that a frame takes."""
        self.parts.remove(phrase)
        for aside in phrase.asides:
            self.state(aside)
        return phrase

    def before(self, token: Token) -> Phrase | None:
        """The phrase that stands right before a word, small words left out."""
        last: Phrase | None = None
        for part in self.parts:
            if isinstance(part, Phrase):
                last = part
            elif part.token is token:
                return last
            elif part.token.kind not in ("degree", "near", "filler", "trend", "drift"):
                last = None
        return None

    # --- subjects ------------------------------------------------------------------------------

    def subjects(self) -> tuple[Term, ...]:
        """What the clause is about, with what it leaves out taken from the clause before."""
        if self.about is None:
            own = [phrase for phrase in self.phrases if phrase.is_topic]
            self.own = bool(own)
            self.named = {t.metric for p in own for t in p.terms if t.metric} - {"rating"}
            merged: list[Term] = [Term()]
            for phrase in own:
                merged = [_merged(a, b) for a in merged for b in _each(phrase.terms)]
            for phrase in own:
                self.use(phrase)
            self.about = self._completed(merged, bool(own))
        return self.about

    def _completed(self, terms: list[Term], own: bool) -> tuple[Term, ...]:
        before = self.topic.terms
        if not own:
            return self._recent() or before
        metrics = {term.metric for term in before}
        places = {(term.place, term.series) for term in before}
        several = len(before) > 1 and all(term.placed for term in before)
        if len(terms) == 1 and several and not terms[0].placed and not terms[0].ref:
            return tuple(replace(b, metric=terms[0].metric or b.metric) for b in before)
        completed = []
        for term in terms:
            takes = not term.metric and len(metrics) == 1 and before[0].metric not in _WHOLE
            full = replace(term, metric=before[0].metric) if takes else term
            if not term.placed and len(places) == 1 and not term.ref:
                whole = before[0].place and full.metric in _WHOLE
                place = None if whole else before[0].place
                full = replace(full, place=place, series=before[0].series)
            completed.append(full)
        return tuple(completed)

    def _recent(self) -> tuple[Term, ...]:
        """What "both" and "each of them" mean: the metrics whose figures were given before."""
        each, recent = self.word("each"), self.topic.recent
        if each is None or len(self.topic.terms) > 1 or len(recent) < 2:
            return ()
        if len(recent) != 2 and each.text.startswith(("どちら", "両", "双方", "2つ")):
            raise Refused
        return recent

    def subject(self) -> Term:
        """The only subject."""
        subjects = self.subjects()
        if len(subjects) != 1:
            raise Refused
        return subjects[0]

    def complete(self, term: Term, subject: Term) -> Term:
        """A term with metric and place of the subject where it names none."""
        if term.figure and term.figure.counter == "本" and subject.place not in (None, "", "work"):
            raise Refused
        bare = not term.metric and not term.ref
        if bare and not term.placed and subject.ref not in ("", "actual"):
            term = replace(term, ref=subject.ref)
        if not term.metric and not term.attr and subject.attr:
            term = replace(term, attr=subject.attr)
        if term.metric == "overall" and term.figure and term.figure.of("star") and subject.placed:
            subject = Term()
        metric = self._metric_for(term, subject)
        if term.placed:
            return replace(term, metric=metric)
        place, series = subject.place, subject.series
        if metric in _WHOLE:
            place, series = None, None
        if term.ref not in ("", "actual", "asked", "criterion") and place:
            raise Refused
        return replace(term, metric=metric, place=place, series=series)

    def _metric_for(self, term: Term, subject: Term) -> str:
        """The metric that a figure is of: its own, the subject's, or what its unit says."""
        metric = term.metric
        share = term.figure is not None and term.figure.readings[0].unit == "%"
        if not metric and share and subject.metric == "heart_rate" and subject.place == "recovery":
            return "retention"
        if metric and not fits(metric, term):
            raise Refused
        if not metric:
            implied = metric_of_figure(replace(term, place=term.place or subject.place))
            metric = subject.metric if subject.metric and fits(subject.metric, term) else implied
            a_pace = term.figure is not None and term.figure.of("s/km") is not None
            placed = bool(term.place or subject.place)
            if metric == "duration" and (subject.metric == "pace" or (a_pace and placed)):
                metric = "pace"
        if metric == "rating":
            about = subject.metric
            metric = about if about in ("overall", "gct", "vo", "vr") else "session"
        if subject.metric and not (term.metric or term.placed) and metric != subject.metric:
            stated = self.said if subject.metric in self.named else (*self.topic.said, *self.said)
            of_subject = any(name.startswith(f"{subject.metric}.") for name in stated)
            if subject.metric not in ("rating", "criteria") and not of_subject:
                raise Refused
        return metric

    # --- saying --------------------------------------------------------------------------------

    def state(self, term: Term, subject: Term | None = None) -> None:
        """A figure of something."""
        full = self.complete(term, subject or (self.about or self.topic.terms)[0])
        if full.ref == "asked" and full.figure is not None and full.figure.bound:
            self._as_asked(full)
            return
        if full.attr == "penalty" and full.metric in self.explaining:
            self.explained = True
        if not full.metric and not full.attr:
            raise Refused
        if full.series is not None and full.figure is not None:
            full = replace(full, figure=None, span=(full.figure, full.figure))
        claims = self.meaning.value(full)
        self.claims += claims
        self.said += [claim.fact for claim in claims if hasattr(claim, "fact")]
        for claim in claims:
            if isinstance(claim, Span) and claim.low.value != claim.high.value:
                ends = self.meaning.ends(claim.series)
                self.said += [f"{claim.series.metric}.{claim.series.role}@{end}" for end in ends]

    def _as_asked(self, term: Term) -> None:
        """Within what is asked for, which the figure says: "目安の5%以内"."""
        named = self.meaning.criteria_of(term)
        assert term.figure is not None
        asked = replace(term, figure=replace(term.figure, bound=None))
        flag = f"met.{named[0][0]}@{named[0][1]}" if len(named) == 1 else ""
        if flag not in self.facts.flags:
            raise Refused
        self.claims += [*self.meaning.value(asked), Flag(flag, True)]

    @property
    def explaining(self) -> tuple[str, ...]:
        """Metrics whose deviation is why the clause is so."""
        about = self.topic.missed == "form" and self.topic.because
        return tuple(t.metric for t in self.topic.terms) if about else ()

    def compare(self, left: Term, relation: Relation, right: Term, by: Figure | None,
                *, denied: bool = False) -> None:  # fmt: skip
        """One thing against another."""
        left_fact, right_fact = self.meaning.fact(left.bare), self.meaning.fact(right.bare)
        if by is not None and by.bound is not None and not denied:
            self._apart_by_bound(left_fact, relation, right_fact, by)
            return
        if not denied:
            self.claims.append(self.meaning.compare(left_fact, relation, right_fact, by))
            return
        if by is not None:
            raise Refused
        opposite: Relation = "lower" if relation == "higher" else "higher"
        claims = [
            self.meaning.compare(left_fact, rel, right_fact, None) for rel in (opposite, "equal")
        ]
        self.claims.append(next((c for c in claims if holds(c, self.facts)), claims[0]))

    def _apart_by_bound(self, left: str, relation: Relation, right: str, by: Figure) -> None:
        """As "40秒以上速い": so much at least, or at most."""
        base, unit = self.facts.number(right), self.facts.by_id[left].unit
        size = by.of("points" if unit == "%" else unit)
        if base is None or size is None or relation == "equal" or by.bound is None:
            raise Refused
        self.claims.append(Compare(left, relation, right))
        sign, bound = (1.0, by.bound) if relation == "higher" else (-1.0, OTHER_WAY[by.bound])
        edge = replace(size, value=base + sign * size.value, unit=unit)
        self.claims.append(Limit(left, bound, edge))

    def differ(self, left: str, right: str, by: Figure) -> None:
        """Two facts that differ by so much, or by so much at most or at least."""
        told = self.by_truth(left, right, None if by.bound else by)
        if by.bound and isinstance(told, Compare):
            self._apart_by_bound(left, told.relation, right, by)
        else:
            self.claims.append(told)

    def beyond_by(self, limit: Figure, by: Figure | None) -> None:
        """By how much a figure that somebody chose was passed: 12 s below 40 minutes."""
        if by is None:
            return
        passed = self.claims[-1]
        if not isinstance(passed, Limit) or by.bound or limit.counter:
            raise Refused
        size = by.of(passed.said.unit)
        if size is None or len(self.subjects()) != 1:
            raise Refused
        sign = 1.0 if passed.bound in ("above", "at_least") else -1.0
        value = passed.said.value + sign * size.value
        self.claims.append(Value(passed.fact, replace(size, value=value)))

    def by_truth(self, left: str, right: str, by: Figure | None) -> Claim:
        """Two facts that differ, whichever is the larger."""
        a, b = self.facts.number(left), self.facts.number(right)
        if a is None or b is None:
            raise Refused
        relation = relation_of(a, b, self.facts.by_id[left].unit)
        return self.meaning.compare(left, relation, right, by)

    def ended(self) -> tuple[tuple[Claim, ...], Topic] | None:
        """What is claimed and what comes next; None: something is left over."""
        if any(isinstance(p, Word) and p.token.denied for p in self.parts):
            return None
        self.drop("be", "noun")
        subjects = self.subjects()
        if self.parts or (not self.claims and not any(term.named for term in subjects)):
            return None
        if any(term.ref not in ("", "actual") for term in subjects) and not self.claims:
            return None
        if self.slower and not any(
            isinstance(c, Compare) and c.left.startswith("pace") and c.relation == "higher"
            for c in self.claims
        ):
            return None
        if self.eased:
            self.claims += [
                Compare(f"pace.actual@{term.place}", "higher", "pace.average")
                for term in subjects
                if is_numbered(term.place)
            ]
            if not all(is_numbered(term.place) for term in subjects):
                return None
        if self.claims and not all(self._used(metric) for metric in self.named):
            return None
        if self.topic.unsaid and not all(self._kept(term, subjects) for term in self.topic.terms):
            return None
        terms = tuple(replace(term.bare, ref="", attr="", average=False) for term in subjects)
        stated = (*self.topic.said, *self.said)[-6:]
        return tuple(self.claims), Topic(
            terms=terms,
            right=self.right if self.right is not None else self.topic.right,
            said=stated,
            extreme=self.extreme,
            missed=self.missed,
            unsaid=not self.claims and (self.topic.unsaid or self.about is not None),
            recent=self._given(terms),
        )

    def _given(self, terms: tuple[Term, ...]) -> tuple[Term, ...]:
        """The metrics whose figures were given one by one up to here."""
        one = len(terms) == 1 and bool(terms[0].metric) and not terms[0].place
        if not one or terms[0].series or not all(isinstance(c, Value) for c in self.claims):
            return ()
        return tuple(dict.fromkeys((*self.topic.recent, *terms)))

    def _used(self, metric: str) -> bool:
        """Whether something is claimed of a metric that the clause names."""
        names = [*evidence_of(self.claims)]
        names += [c.name for c in self.claims if isinstance(c, Flag)]
        parts = _NAMED.get(metric, (metric, "unknown.form"))
        return any(part in name for name in names for part in parts)

    def _kept(self, before: Term, subjects: Sequence[Term]) -> bool:
        """Whether what the clause before was about and said nothing of is spoken of here."""
        placed = not before.placed or any(
            (t.place, t.series) == (before.place, before.series) for t in subjects
        )
        return placed and (not before.metric or any(t.metric == before.metric for t in subjects))

    def figure_of_difference(self, token: Token) -> Figure | None:
        """The figure beside a word of difference, taken; None: there is none."""
        place = next(
            i for i, p in enumerate(self.parts) if isinstance(p, Word) and p.token is token
        )
        near = [p for p in self.parts[max(0, place - 1) : place + 3] if isinstance(p, Phrase)]
        for phrase in near:
            term = phrase.terms[0]
            if (
                len(phrase.terms) == 1
                and term.figure
                and not term.named
                and not term.figure.counter
            ):
                self.use(phrase)
                return term.figure
        return None


def _each(terms: Sequence[Term]) -> list[Term]:
    """Terms of several metrics, one by one; a list shares what only one of them names."""
    last = terms[-1]
    shared = [
        replace(term, metric=last.metric)
        if not term.metric and term.placed and last.placed and last.metric
        else term
        for term in terms
    ]
    first = terms[0]
    shared = [
        replace(term, place=first.place, series=first.series)
        if term.metric and first.metric and not term.placed and first.placed
        else term
        for term in shared
    ]
    halves = [
        replace(t, place=half)
        for t in shared
        for half in (HALVES if t.place == "halves" else (t.place,))
    ]
    return [replace(t, metric=m) for t in halves for m in (t.metric.split("+") or [""])]


def _merged(former: Term, latter: Term) -> Term:
    """Two phrases that name one thing."""
    if (
        (former.metric and latter.metric)
        or (former.placed and latter.placed)
        or (former.ref and latter.ref)
    ):
        raise Refused
    return replace(
        former,
        metric=former.metric or latter.metric,
        place=former.place if former.placed else latter.place,
        series=former.series if former.placed else latter.series,
        ref=former.ref or latter.ref,
        attr=former.attr or latter.attr,
        average=former.average or latter.average,
    )


def step_of(term: Term) -> Figure | None:
    """How large a difference is said to be: a figure, or a narrow range."""
    if term.span is None:
        return term.figure
    low, high = term.span
    step = between(low, high)
    narrow = step.slack <= max(0.1 * step.value, low.slack)
    return step if narrow and low.value < high.value else None


def relation_for(metric: str, token: Token) -> Relation:
    """Which way a word says that a metric lies; a lower pace is a faster one."""
    up: Relation = "higher" if token.sign > 0 else "lower"
    down: Relation = "lower" if token.sign > 0 else "higher"
    match token.kind, token.name:
        case "adj", "speed":
            right = metric == "pace"
        case "adj", "length":
            right = metric in _LENGTHS
        case "adj", "width":
            right = metric == "step_length"
        case "adj", _:
            right = metric != "pace"
        case "change", "pace":
            right = metric == "pace"
        case "change", "shorter" | "longer":
            right = metric in _LENGTHS
        case "change", _:
            right = metric != "pace" or not token.text.startswith(("伸", "増", "減", "縮", "高"))
        case _:
            right = metric != "pace"
    if not right or not metric:
        raise Refused
    return down if metric == "pace" else up


def bound_for(metric: str, token: Token) -> Bound:
    """On which side of a figure a word says that a metric lies."""
    if token.kind == "over":
        if metric == "pace" and not token.text.startswith(("切", "割", "超", "越", "オーバー")):
            raise Refused
        bound: Bound = {"above": "above", "below": "below", "reach": "at_least"}[token.name]  # type: ignore[assignment]
    else:
        bound = "above" if relation_for(metric, token) == "higher" else "below"
    return OTHER_SIDE[bound] if token.denied else bound
