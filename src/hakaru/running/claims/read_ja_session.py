"""What a Japanese sentence says of the stretches of a session, their criteria and the ratings."""

from __future__ import annotations

from dataclasses import replace

from hakaru.guard.claims import Claim, Compare, Every, Flag, Said, Text, Value
from hakaru.running.claims.read_ja_extremes import Extremes
from hakaru.running.claims.read_ja_figures import Token
from hakaru.running.claims.read_ja_statements import OTHER_SIDE, PHASES, Term, Unread

_UNKNOWN = {"heart_rate": "heart_rate", "air": "weather", "humidity": "weather", "wind": "wind",
            "weather": "weather", "form": "form"}  # fmt: skip
_CRITERIA = {
    "c:consistency": ("_consistency",), "c:form": (".form",),
    "c:settles": ("heart_rate_settles", "heart_rate_retention"),
}  # fmt: skip
_RATED = {"form": "overall", "session": "session"}


class Session(Extremes):
    """Criteria that were met, stretches that there are, what was not rated."""

    def _say_criteria(self, terms: tuple[Term, ...]) -> None:
        """So many criteria of each place that is spoken of, or of all of them together."""
        named: list[str] = []
        for term in terms:
            if term.criteria is None or term.metric not in ("", "criteria") or term.ref:
                raise Unread
            places = [term.place] if term.place else self._criteria_places()
            if term.figure or term.span:
                self._state(replace(term, criteria=None, metric=""))
            self._criteria(places, *term.criteria)
            named += places
            self.counted += places
            if term.place:
                self.topics = (Term(place=term.place, metric="criteria"),)
        if self.only:
            met, count = terms[0].criteria or (None, None)
            partly = met is not None and met != count
            self.claims += [
                self._met_all(place, all_of=partly)
                for place in self._rated_phases
                if place not in named
            ]
            self.only = False

    def _criteria_places(self) -> list[str]:
        """The stretches that the sentence is about; none: all of the run."""
        places = []
        for topic in self.topics:
            if topic.metric == "retention" and topic.place in (None, "", "recovery"):
                places.append("recovery")
            elif topic.metric not in ("", "criteria") and not topic.implied:
                raise Unread
            else:
                places.append(topic.place or "")
        return places

    def _criteria(self, places: list[str], met: int | None, count: int | None) -> None:
        if not all(place in PHASES or (not place and len(places) == 1) for place in places):
            raise Unread
        scopes = [f"@{place}" if place else "" for place in places]
        told = [self.facts.number(f"criteria.count{scope}") for scope in scopes]
        together = len(places) > 1 and sum(number or 0.0 for number in told) == met == count
        if met is None or together:
            self.claims += [self._met_all(place) for place in places]
            return
        for scope, number in zip(scopes, told, strict=True):
            n_met = (number or 0.0) + met if met < 0 else float(met)
            self._says_count(f"criteria.met{scope}", n_met)
            if count is not None:
                self._says_count(f"criteria.count{scope}", float(count))

    def _says_count(self, fact: str, number: float) -> None:
        self.claims.append(Value(fact, Said(value=number, unit="count", slack=0.0)))

    def _met_all(self, place: str, *, all_of: bool = True) -> Claim:
        scope = f"@{place}" if place else ""
        relation: Claim = Compare(
            f"criteria.met{scope}", "equal" if all_of else "lower", f"criteria.count{scope}"
        )
        return relation

    def _met(self, token: Token) -> None:
        none, self.none = self.none, False
        waiting = self.pending
        if self._met_by_name(token):
            return
        if none and not token.denied:
            raise Unread
        if any(term.criteria for phrase in waiting for term in phrase.terms):
            if token.denied or not all(t.criteria for phrase in waiting for t in phrase.terms):
                raise Unread
            self._flush()
            self.after = "said"
            return
        self.pending = []
        about_criteria = all(topic.metric == "criteria" for topic in self.topics)
        for phrase in waiting:
            if phrase.particle not in ("を", "", "は") or any(
                term.metric != "criteria" for term in phrase.terms
            ):
                raise Unread
            about_criteria = True
            if any(term.place is not None for term in phrase.terms):
                self._topic(phrase.terms)
        if not about_criteria:
            raise Unread
        places = self._criteria_places()
        if token.denied:
            self._criteria(places, 0, None)
        else:
            self._criteria(places, None, None)
        self.after = "said"

    def _met_by_name(self, token: Token) -> bool:
        """Whether one criterion is named, and whether it was met."""
        terms = [term for phrase in self.pending for term in phrase.terms] or list(self.topics)
        if not all(term.metric.startswith("c:") for term in terms):
            return False
        self.pending = []
        for term in terms:
            at = f"@{term.place}" if term.place else "@"
            ends = _CRITERIA[term.metric]
            named = [
                name for name in self.facts.flags
                if name.startswith("met.") and name.partition("@")[0].endswith(ends) and at in name
            ]  # fmt: skip
            if len(named) != 1 or term.ref or term.states:
                raise Unread
            self.claims.append(Flag(named[0], not token.denied))
        self.after = "said"
        return True

    def _present(self, token: Token, after: str) -> None:
        if not token.denied and (self.selection is not None or after == "said"):
            self._flush()
            self.after = "said"
            return
        if self.selection is not None and token.denied:
            metric, bound, said = self.selection
            self.selection = None
            series = self._series(Term(metric=metric))
            self.claims.append(Every(series, OTHER_SIDE[bound], said))
            self.after = "said"
            return
        if token.denied and any(topic.attr == "penalty" for topic in self.topics):
            self._no_penalty(token)
            return
        waiting = [term for phrase in self.pending for term in phrase.terms]
        if not token.denied and waiting and all(t.states and not t.criteria for t in waiting):
            self._flush()
            self.after = "said"
            return
        terms = [term for phrase in self.pending for term in phrase.terms] or list(self.topics)
        self.pending = []
        for term in terms:
            if term.metric in ("climb", "descent") and token.denied and not term.states:
                said = Said(value=0.0, unit="m", slack=0.5)
                self.claims.append(Value(self._climb(term, "m"), said))
                continue
            if term.place not in PHASES or term.states or term.ref:
                raise Unread
            if term.metric and not term.implied:
                raise Unread
            self.claims.append(Flag(f"present.{term.place}", not token.denied))
        self._only_these([term.place or "" for term in terms], present=not token.denied)
        self.after = "said"

    def _only_these(self, places: list[str], *, present: bool) -> None:
        if self.only:
            names = [name for name in self.facts.flags if name.startswith("present.")]
            others = [name for name in names if name.partition(".")[2] not in places]
            self.claims += [Flag(name, not present) for name in others]
            self.only = False

    def _made(self, _token: Token) -> None:
        """A run is made of these stretches."""
        terms = tuple(term for phrase in self.pending for term in phrase.terms)
        if not terms:
            terms = self.topics
        if any(term.place not in PHASES for term in terms):
            raise Unread
        if any(phrase.particle not in ("", "で", "と", "が", "から") for phrase in self.pending):
            raise Unread
        self.pending = []
        for term in terms:
            self.claims.append(Flag(f"present.{term.place}", True))
            if term.states:
                self._state(term)
        self._only_these([term.place or "" for term in terms], present=True)
        self.after = "said"

    def _none_needed(self, _token: Token) -> None:
        self.claims += [Flag(f"needs_improvement.{name}", False) for name in self._judged]

    def _no_penalty(self, _token: Token) -> None:
        self._flush()
        named = [term.metric for term in self.topics if term.metric]
        for metric in named or self._judged:
            said = Said(value=0.0, unit="score", slack=0.05)
            self.claims.append(Value(f"{metric}.penalty", said))
        self.after = "said"

    def _unknown(self, token: Token) -> None:
        terms = [term for phrase in self.pending for term in phrase.terms] or list(self.topics)
        if all(term.place in PHASES for term in terms):
            self._present(Token(kind="present", denied=True, text=token.text), self.after)
            return
        self.pending = []
        for term in terms:
            if term.metric not in _UNKNOWN or term.place or term.ref or term.states:
                raise Unread
            self.claims.append(Flag(f"unknown.{_UNKNOWN[term.metric]}", True))
        self.after = "said"

    def _unrated(self, _token: Token) -> None:
        if self.pending:
            raise Unread
        self.claims.append(Flag("rated.session", False))
        self.after = "said"

    def _subject(self, token: Token) -> None:
        """The weather, of which nothing is known; form or session, which have stars."""
        also = self._peek().name == "も"
        self._take("particle", "は") or self._take("particle", "が") or self._take("particle", "も")
        follows = self._peek()
        if follows.kind == "figure" and token.name in _RATED:
            self._topic((Term(metric=_RATED[token.name]),), also=also)
        elif token.name == "session":
            return
        elif token.name == "form" and follows.kind == "flag":
            self._topic((Term(metric=" ".join(self._judged)),))
        elif follows.kind in ("unknown", "present", "comma", "subject", "metric"):
            self._topic((Term(metric=token.name),), also=also)
            if follows.kind == "present" and follows.denied:
                self.at += 1
                self._unknown(follows)
        else:
            raise Unread

    def _splits_kind(self, token: Token) -> None:
        """A negative split: the second half was the faster one."""
        if self.pending:
            raise Unread
        first, second = "pace.actual@first half", "pace.actual@second half"
        claim: Claim
        if token.name == "even":
            claim = self._same(second, first, nearly=True)
            steady = [name for name in self.facts.flags if "_consistency@" in name]
            self.claims += [Flag(name, True) for name in steady]
        else:
            claim = Compare(second, "lower" if token.sign < 0 else "higher", first)
        self.claims.append(claim)
        self.after = "said"

    def _date(self, token: Token) -> None:
        year, _, day = token.name.partition("-")
        fact = self.facts.by_id.get("date.activity")
        known = "" if fact is None else str(fact.value)
        self.claims.append(Text("date.activity", f"{year or known[:4]}-{day}"))
        self._said_word()

    def _text(self, token: Token) -> None:
        """A kind of run or of course; figures of it may stand before it."""
        kind, _, word = token.name.partition(" ")
        self.claims.append(Text(f"{kind}.actual", word))
        waiting, self.pending = self.pending, []
        if any(topic.place for topic in self.topics) and self._unsaid:
            raise Unread
        self.topics = (Term(),)
        for phrase in waiting:
            if phrase.particle not in ("の", "を", "", "で"):
                raise Unread
            self._assert(phrase.terms)
        self._said_word()

    def _said_word(self) -> None:
        """A day or a kind of run may be what the sentence is about, or what it says."""
        if self._peek().kind == "not":
            raise Unread
        while self._peek().kind == "particle" and self._peek().name in (
            "は", "の", "に", "で", "では", "を",
        ):  # fmt: skip
            self.at += 1
        self.topics = (Term(),)
        self.after = "said"
