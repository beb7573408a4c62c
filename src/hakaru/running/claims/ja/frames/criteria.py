"""Frames about criteria: how many were met, which were missed, stars that were lost for it."""

from __future__ import annotations

from dataclasses import replace

from hakaru.guard.claims import Flag
from hakaru.running.claims.ja.clause import Clause
from hakaru.running.claims.ja.clauses import Phrase
from hakaru.running.claims.ja.figures import Token
from hakaru.running.claims.ja.meaning import PHASES, Refused, Term

_CRITERIA = frozenset({"consistency", "settles", "retention", "form"})


class Criteria(Clause):
    """What a stretch was asked for, and whether it did it."""

    def criteria(self) -> None:
        """So many criteria of a stretch, or of all of them, that were met."""
        met, full = self.word("met"), self.word("full")
        if self._by_name(met) or self._lost_some(met):
            return
        terms = [t for p in self.phrases for t in p.terms]
        named = self._has_counts() or any(t.metric == "criteria" for t in terms)
        named = named or full is not None or self.topic.terms[0].metric == "criteria"
        bare = any(map(self._bare_count, terms))
        if not (bare or any(t.criteria for t in terms) or ((met or full) and named)):
            if met is not None:
                self._met_by_name(met.denied)
            return
        self._add_counts()
        counted = self._with_criteria()
        self.take("met")
        everything = self.take("full") is not None
        each = self.take("each") or self.take("all")
        self.drop("noun", "be", "each")
        if met is not None and met.denied:
            self._not_met(counted, each=each is not None)
        elif counted:
            self._say(counted)
        elif everything or each or met:
            subjects = self._stretches()
            if self.take("only") is not None:
                raise Refused
            for subject in subjects:
                self._all_met(subject.place or "")
        else:
            raise Refused

    def _with_criteria(self) -> list[Phrase]:
        return [p for p in self.phrases if any(t.criteria for t in p.terms)]

    def _by_name(self, met: Token | None) -> bool:
        """Whether one criterion is named that was met or not."""
        own = any(t.metric in _CRITERIA for p in self.phrases for t in p.terms)
        if met is None or self._with_criteria() or not (
            own or self.topic.terms[0].metric in _CRITERIA
        ):  # fmt: skip
            return False
        for phrase in self.phrases:
            if all(t.metric == "criteria" and not t.placed for t in phrase.terms):
                self.use(phrase)
        only = self.take("only") is not None
        self._met_by_name(met.denied)
        if only:
            self._all_others(met.denied)
        return True

    def _all_others(self, denied: bool) -> None:
        """What only one criterion is, no other one of its stretch is."""
        named = {c.name for c in self.claims if isinstance(c, Flag)}
        ends = {name.partition("@")[2] for name in named}
        self.claims += [
            Flag(name, denied)
            for name in self.facts.flags
            if name.startswith("met.") and name.partition("@")[2] in ends and name not in named
        ]

    def _lost_some(self, met: Token | None) -> bool:
        """Whether a number of criteria was lost."""
        lost = self.word("change", "lost", "missed")
        if met is not None or lost is None or lost.denied or not (
            lost.text.startswith(("落と", "失", "逃", "取りこぼ"))
            and (self._has_counts() or self._with_criteria())
        ):  # fmt: skip
            return False
        self._add_counts()
        self.take("change", "lost", "missed")
        self._missed_some(self._with_criteria())
        return True

    def _not_met(self, counted: list[Phrase], *, each: bool) -> None:
        if counted or each:
            self._missed_some(counted)
            return
        for subject in self._stretches():
            at = f"@{subject.place}" if subject.place else ""
            met, count = f"criteria.met{at}", f"criteria.count{at}"
            self.claims.append(self.meaning.compare(met, "lower", count, None))
        self.missed = "criterion"

    def _say(self, counted: list[Phrase]) -> None:
        """Numbers of criteria of the stretches that are named, or spoken of."""
        counts = [term for phrase in counted for term in self.use(phrase).terms]
        if any(t.criteria is None or t.metric not in ("", "criteria") or t.ref for t in counts):
            raise Refused
        subjects = self._stretches()
        if self.take("only") is not None:
            met, count = counts[0].criteria or (None, None)
            self._only_criteria([t.place or "" for t in subjects], partly=met != count)
        for term in counts:
            n_met, count = term.criteria or (None, None)
            places = [term] if term.place else list(subjects)
            total = sum(self.facts.number(f"criteria.count@{p.place}") or 0 for p in places)
            for place in places:
                if len(places) > 1 and n_met == count == total:
                    self._all_met(place.place or "")
                elif len(places) > 1 and self._different(places):
                    raise Refused
                else:
                    self._counted(place.place or "", n_met, count)
            if term.place:
                self.about = (Term(metric="criteria", place=term.place),)

    def _missed_some(self, counted: list[Phrase]) -> None:
        """So many criteria that were not met, perhaps of so many."""
        if len(counted) != 1 or len(counted[0].terms) != 1 or counted[0].particle.startswith("も"):
            raise Refused
        self.use(counted[0])
        self.drop("noun", "be", "only")
        term = counted[0].terms[0]
        assert term.criteria is not None
        n_missed, count = term.criteria
        places = [term] if term.place else list(self._stretches())
        if len(places) != 1 or n_missed is None or places[0].place == "phases":
            raise Refused
        if n_missed == count and self.word("each"):
            raise Refused
        self._counted(places[0].place or "", -n_missed, count)
        self.missed = "criterion"

    def _only_criteria(self, places: list[str], *, partly: bool) -> None:
        """The other stretches met all of theirs, where these did not."""
        for fact in self.facts.facts:
            if fact.metric == "criteria" and fact.role == "met" and fact.scope not in ("", *places):
                if not partly:
                    raise Refused
                self._all_met(fact.scope)

    def _different(self, places: list[Term]) -> bool:
        return len({self.facts.number(f"criteria.count@{p.place}") for p in places}) > 1

    def _has_counts(self) -> bool:
        return any(f.counter in ("項目", "つ") or self._bare_count(t) for p in self.phrases
                   for t in p.terms if (f := t.figure) is not None and not t.metric)  # fmt: skip

    def _bare_count(self, term: Term) -> bool:
        """Whether it is how many criteria a stretch met, behind how many there were in all."""
        bare = term.figure is not None and term.figure.counter == "bare"
        return bare and term.place in PHASES and self.topic.terms[0].metric == "criteria"

    def _add_counts(self) -> None:
        """Numbers of criteria side by side: so many of so many, or all of so many."""
        matching = [
            phrase
            for phrase in self.phrases
            if len(phrase.terms) == 1
            and (figure := phrase.terms[0].figure) is not None
            and (figure.counter in ("項目", "つ", "個") or self._bare_count(phrase.terms[0]))
            and phrase.terms[0].place in (None, "", *PHASES)
            and phrase.terms[0].metric in ("", "criteria")
        ]
        if not matching:
            return
        if len(matching) > 1 and any(self._bare_count(p.terms[0]) for p in matching):
            raise Refused
        numbers = [int(f.value) for p in matching if (f := p.terms[0].figure) is not None]
        every = self.word("each", "full", "all") is not None
        for phrase in matching[1:]:
            self.use(phrase)
        if len(numbers) == 2:
            criteria: tuple[int | None, int | None] = (numbers[1], numbers[0])
        elif len(numbers) == 1 and every:
            criteria = (numbers[0], numbers[0])
        elif len(numbers) == 1:
            criteria = (numbers[0], None)
        else:
            raise Refused
        place = self.parts.index(matching[0])
        self.parts[place] = replace(
            matching[0], terms=(Term(criteria=criteria, place=matching[0].terms[0].place),)
        )

    def _stretches(self) -> tuple[Term, ...]:
        """The stretches that the clause is about, with the figures that are given of them."""
        for phrase in list(self.phrases):
            if all(t.place in PHASES and not t.criteria for t in phrase.terms) and phrase.states:
                place = self.parts.index(phrase)
                self.use(phrase)
                for term in phrase.terms:
                    if term.states:
                        self.state(term)
                bare = tuple(t.bare for t in phrase.terms)
                self.parts.insert(place, replace(phrase, terms=bare, asides=(), particle="は"))
        subjects = self.subjects()
        terms = []
        for subject in subjects:
            if subject.metric not in ("", "criteria", "distance", "session") or subject.ref:
                raise Refused
            if subject.place and subject.place not in (*PHASES, "phases"):
                raise Refused
            terms.append(Term(metric="criteria", place=subject.place))
        if len(terms) == 1 and terms[0].place == "phases":
            terms = [Term(metric="criteria", place=f.scope) for f in self.facts.facts
                     if f.metric == "criteria" and f.role == "met" and f.scope]  # fmt: skip
        self.about = tuple(terms)
        return self.about

    def _all_met(self, place: str) -> None:
        at = f"@{place}" if place else ""
        self.claims.append(
            self.meaning.compare(f"criteria.met{at}", "equal", f"criteria.count{at}", None)
        )

    def _counted(self, place: str, n_met: int | None, count: int | None) -> None:
        at = f"@{place}" if place else ""
        if n_met is not None and n_met < 0:
            total = self.facts.number(f"criteria.count{at}")
            n_met += int(total or 0)
        if n_met is not None:
            self.claims.append(self.meaning.count(f"criteria.met{at}", n_met))
        if count is not None:
            self.claims.append(self.meaning.count(f"criteria.count{at}", count))

    def _met_by_name(self, denied: bool) -> None:
        """One criterion by its name."""
        subjects = self.subjects()
        for subject in subjects:
            names = [f"met.{name}@{at}" for name, at in self.meaning.criteria_of(subject)]
            if len(names) != 1 or names[0] not in self.facts.flags:
                raise Refused
            self.claims.append(Flag(names[0], not denied))
            self.missed = "criterion" if denied else self.missed
        self.take("met")
