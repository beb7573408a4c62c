"""Frames about the session: its kind and day, its stretches and criteria, what was judged."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from hakaru.guard.claims import Cause, Flag, Limit, Said, Text, Value, Within
from hakaru.running.claims.ja.clause import relation_for
from hakaru.running.claims.ja.clauses import Phrase, Word
from hakaru.running.claims.ja.frames.comparisons import Comparisons
from hakaru.running.claims.ja.meaning import (
    FORM,
    HALVES,
    JUDGED,
    PHASES,
    UNITS,
    Refused,
    Term,
    fits,
    metric_of_figure,
    unit_of_figure,
)

_UNKNOWN = {"heart_rate": "heart_rate", "air": "weather", "humidity": "weather", "wind": "wind",
            "weather": "weather", "overall": "form"}  # fmt: skip
_LITTLE_M_PER_KM = 3.0
_EASY = ("recovery", "low_moderate", "aerobic_base")
"""Kinds of training that are run slowly."""


_RANKED_RUNS = 100.0
"""Of so many runs the facts say how many a metric lies beyond."""


class Session(Comparisons):
    """What is said of the session as a whole."""

    def agree(self) -> None:
        """Refuse a figure right behind a metric that it cannot be of."""
        for before, behind in pairwise(self.parts):
            if not (isinstance(before, Phrase) and isinstance(behind, Phrase)):
                continue
            metric, term = before.terms[-1].metric, behind.terms[0]
            own = metric_of_figure(term)
            if (
                metric in UNITS
                and before.is_topic
                and not term.metric
                and own
                and (
                    own != metric
                    and not fits(metric, term)
                    and not {own, metric} <= {"pace", "duration"}
                )
            ):
                raise Refused

    def full(self) -> None:
        """All stars or all points, beside the figure."""
        if self.word("full") is None:
            return
        figures = [f for p in self.phrases for t in p.terms if (f := t.figure) is not None]
        rated = [t.metric for p in self.phrases for t in p.terms
                 if t.metric in (*FORM, "overall", "session")]  # fmt: skip
        named = sum(len(p.terms) for p in self.phrases)
        if not figures and rated and (len(rated) == named or "overall" in rated):
            self.take("full")
            hundred = Said(value=100.0, unit="score", slack=0.05)
            five = Said(value=5.0, unit="star", slack=0.25)
            self.claims += [
                Value("session.star", five)
                if metric == "session"
                else Value(f"{metric}.score", hundred)
                for metric in rated
            ]
            return
        starred = any(t.metric in ("rating", "session") for p in self.phrases for t in p.terms)
        if len(figures) == 1 and (
            unit_of_figure(figures[0]) in ("star", "score")
            or (starred and figures[0].of("star") is not None)
        ):
            if figures[0].value not in (5.0, 100.0):
                raise Refused
            self.take("full")

    def ranked(self) -> None:
        """Among so many runs, how many it lies beyond."""
        token = self.word("rank n")
        if token is None:
            return
        direction = self.word("adj", "over")
        if direction is None or direction.denied:
            raise Refused
        self.take("rank n")
        self.take("adj", "over")
        self._value_beside()
        self.drop("noun", "be")
        subject = self.subject()
        if subject.metric not in FORM or subject.place:
            raise Refused
        metric = subject.metric
        n, of = float(token.last or 0), float(token.first or 0)
        scale = _RANKED_RUNS / of if 0.0 < of < _RANKED_RUNS else 1.0
        slack = 0.0 if scale == 1.0 else 0.5 * scale
        rank = Said(value=scale * n, unit="count", slack=slack)
        self.claims.append(Value(f"{metric}.rank", rank))
        self.claims.append(self.meaning.count(f"{metric}.rank_of", int(scale * of)))
        relation = relation_for(metric, direction)
        self.compare(Term(metric=metric), relation, Term(metric=metric, ref="expected"), None)

    def words(self) -> None:
        """The kind of training, the class of terrain, the day."""
        if self.word("easy") is not None:
            begun = any(isinstance(p, Word) and p.token.text.startswith("入") for p in self.parts)
            self.eased = begun
            if not self.eased and self.meaning.kind not in _EASY:
                raise Refused
            self.drop("easy")
        while (token := self.take("word")) is not None:
            if self.word("not") is not None:
                raise Refused
            kind, _, word = token.name.partition(" ")
            self.claims.append(Text(f"{kind}.actual", word))
        while (token := self.take("date")) is not None:
            year, _, day = token.name.partition("-")
            fact = self.facts.by_id.get("date.activity")
            known = "" if fact is None else str(fact.value)
            self.claims.append(Text("date.activity", f"{year or known[:4]}-{day}"))

    def judged(self) -> None:
        """What needs improvement, and what does not."""
        if self.take("noflag"):
            self.claims += [Flag(f"needs_improvement.{name}", False) for name in self._rated()]
            return
        if self.take("nopenalty"):
            named = [t.metric for t in self.subjects() if t.metric in JUDGED]
            for metric in named or self._rated():
                self.claims.append(self._penalty(metric))
            return
        if self.take("flagcount"):
            self._so_many_flagged()
            return
        for kind in ("flagged", "penalised"):
            if self.take(kind):
                self.take("only")
                self._only_those(kind)
                return
        token = self.word("flag")
        if token is None:
            return
        self.take("flag")
        denied = False
        while self.take("not"):
            denied = not denied
        needs = (token.sign < 0) is not denied
        only = self.take("only") is not None
        subjects = self.subjects()
        self.drop("each")
        named = [t.metric for t in subjects]
        if any(t.placed and t.place for t in subjects):
            raise Refused
        metrics = self._rated() if named == ["overall"] and not needs else named
        if not needs and not only and self._praised(subjects):
            return
        if not metrics or any(m not in JUDGED for m in metrics):
            raise Refused
        self.claims += [Flag(f"needs_improvement.{m}", needs) for m in metrics]
        self.explained = needs and set(metrics) <= set(self.explaining)
        if only:
            rest = [m for m in self._rated() if m not in metrics]
            self.claims += [Flag(f"needs_improvement.{m}", not needs) for m in rest]

    def _praised(self, subjects: tuple[Term, ...]) -> bool:
        """Praise of a rating: all stars; of what a criterion asks for: it was met."""
        if len(subjects) != 1 or subjects[0].ref or subjects[0].metric in JUDGED:
            return False
        subject = subjects[0]
        if subject.metric in ("session", "rating"):
            self.claims.append(Value("session.star", Said(value=5.0, unit="star", slack=0.25)))
            return True
        if subject.metric == "overall":
            self.claims.append(Value("overall.star", Said(value=5.0, unit="star", slack=0.25)))
            return False
        if subject.metric in FORM and not subject.place:
            low, high = f"{subject.metric}.low", f"{subject.metric}.high"
            self.claims.append(Within(f"{subject.metric}.actual", "inside", low, high))
            return True
        names = [f"met.{name}@{at}" for name, at in self.meaning.criteria_of(subject)]
        if len(names) != 1 or subject.metric == "pace" or names[0] not in self.facts.flags:
            raise Refused
        self.claims.append(Flag(names[0], True))
        return True

    def stars(self) -> None:
        """Stars that were lost, perhaps because a criterion was missed."""
        token = self.word("lost", "change")
        phrase = next((p for p in self.phrases if p.terms[0].metric == "rating"), None)
        if token is None or phrase is None or (token.kind == "change" and token.sign > 0):
            return
        if any(p.particle.startswith("に") for p in self.phrases):
            return
        terms = [t for p in self.phrases for t in p.terms if t.figure is not None]
        if len(terms) > 1 or token.denied:
            raise Refused
        figure = terms[0].figure if terms else None
        stars = figure.of("star") if figure else None
        if figure and stars is None:
            raise Refused
        for own in self.phrases:
            self.use(own)
            for term in own.terms:
                self._lost_at(term)
        self.take("lost", "change")
        self.about = (Term(metric="session"),)
        unmet = [n for n, met in self.facts.flags.items() if n.startswith("met.") and not met]
        if self.topic.because and (self.topic.missed != "criterion" or len(unmet) != 1):
            raise Refused
        if stars is not None:
            self.claims.append(Value("session.star", replace(stars, value=5.0 - stars.value)))
        self.claims.append(Flag("star_lost.session", True))
        self.explained = True

    def _lost_at(self, term: Term) -> None:
        """A stretch where a star was lost: it missed something."""
        if term.place in PHASES:
            met, count = f"criteria.met@{term.place}", f"criteria.count@{term.place}"
            self.claims.append(self.meaning.compare(met, "lower", count, None))
        elif term.placed or term.metric not in ("", "rating", "session"):
            raise Refused

    def _rated(self) -> list[str]:
        judged = [m for m in JUDGED if f"needs_improvement.{m}" in self.facts.flags]
        if not judged:
            raise Refused
        return judged

    def _penalty(self, metric: str) -> Value:
        return Value(f"{metric}.penalty", Said(value=0.0, unit="score", slack=0.05))

    def _so_many_flagged(self) -> None:
        """How many of the three need improvement."""
        figures = [p for p in self.phrases if p.states]
        flags = [f"needs_improvement.{name}" for name in self._rated()]
        figure = figures[0].terms[0].figure if len(figures) == 1 else None
        n = sum(self.facts.flags[name] for name in flags)
        if figure is None or figure.counter != "つ" or figure.bound or len(flags) != len(JUDGED):
            raise Refused
        self.use(figures[0])
        self.take("only")
        self.drop("noun", "be")
        right = figure.value == n
        self.claims += [Flag(name, self.facts.flags[name] is right) for name in flags]
        self.about = (Term(),)

    def _only_those(self, kind: str) -> None:
        """Exactly the metrics that are named."""
        self.drop("be", "each")
        named = []
        for phrase in self.phrases:
            if all(t.metric in (*JUDGED, "gct+vo+vr") and not t.placed for t in phrase.terms):
                self.use(phrase)
                named += [m for t in phrase.terms for m in t.metric.split("+")]
                figures = [f for t in phrase.terms if (f := t.figure) is not None]
                if any(t.span for t in phrase.terms) or any(f.value != len(named) for f in figures):
                    raise Refused
            elif all(t.metric == "overall" and not t.states for t in phrase.terms):
                self.use(phrase)
            elif (
                len(phrase.terms) == 1
                and (f := phrase.terms[0].figure)
                and f.counter in ("つ", "項目", "指標")
            ):
                if f.value != len(named) or phrase.terms[0].named:
                    raise Refused
                self.use(phrase)
        if not named:
            raise Refused
        self.drop("noun")
        for metric in self._rated():
            if kind == "flagged":
                self.claims.append(Flag(f"needs_improvement.{metric}", metric in named))
            elif metric in named:
                least = Said(value=0.05, unit="score", slack=0.0)
                self.claims.append(Limit(f"{metric}.penalty", "above", least))
            else:
                self.claims.append(self._penalty(metric))
        attr = "penalty" if kind == "penalised" else ""
        self.about = (Term(metric=named[0], attr=attr),) if len(named) == 1 else (Term(),)

    def unknown(self) -> None:
        """What is not known, and what was not rated."""
        if self.take("unrated"):
            if self.meaning.kind == "race" and any(isinstance(c, Text) for c in self.claims):
                self.take("effect")
            self.drop("noun", "be")
            self.claims.append(Flag("rated.session", False))
            return
        subject = self.word("subject")
        if subject is None and self.word("unknown") is None:
            return
        token = self.take("unknown") or self.take("present")
        if token is None or (token.kind == "present" and not token.denied):
            raise Refused
        names = []
        while self.take("subject"):
            names.append("weather")
        self.drop("noun", "be")
        names += [t.metric for t in self.subjects() if t.metric and (self.own or not names)]
        names = ["overall" if name in FORM else name for name in names]
        if not names or any(name not in _UNKNOWN for name in names):
            raise Refused
        self.claims += [Flag(f"unknown.{_UNKNOWN[name]}", True) for name in names]
        self.missed, self.explained = "data", self.topic.missed == "data"

    def presence(self) -> None:
        """Stretches that there are or are not."""
        token = self.word("present")
        if token is None:
            return
        if not token.denied and any(p.states for p in self.phrases):
            self.take("present")
            return
        subjects = self.subjects()
        self.drop("noun", "be", "each")
        if token.denied and self._absent(subjects):
            return
        if not subjects or any(t.place not in PHASES or t.ref for t in subjects):
            raise Refused
        if any(t.metric for t in subjects) and self.topic.terms[0].metric != subjects[0].metric:
            raise Refused
        self.take("present")
        self.claims += [Flag(f"present.{t.place}", not token.denied) for t in subjects]
        self.about = tuple(replace(t, metric="") for t in subjects)

    def _absent(self, subjects: tuple[Term, ...]) -> bool:
        """Climbing that there is none of, a rating that was not made."""
        names = [t.metric for t in subjects]
        if all(name in ("climb", "descent") for name in names):
            little = self.take("near") is not None
            for term in subjects:
                if little and not term.place and term.metric == "climb":
                    least = Said(value=_LITTLE_M_PER_KM, unit="m/km", slack=0.0)
                    self.claims.append(Limit("climb.per_km", "below", least))
                elif term.place and not little:
                    nothing = Said(value=0.0, unit="m", slack=0.5)
                    self.claims.append(Value(f"{term.metric}.actual@{term.place}", nothing))
                else:
                    raise Refused
        elif names == ["overall"] and not subjects[0].place:
            self.claims.append(Flag("unknown.form", True))
        elif names == ["session"] and not subjects[0].place:
            self.claims.append(Flag("rated.session", False))
            if self.meaning.kind == "race":
                self.take("effect")
        elif names == ["balance"]:
            self.take("near")
            self.claims.append(self.meaning.alike("balance.left", "balance.right", near=True))
        else:
            return False
        self.take("present")
        return True

    def halves(self) -> None:
        """A negative or a positive split."""
        token = self.take("splits")
        if token is None:
            return
        first, second = (f"pace.actual@{half}" for half in HALVES)
        by = next((p for p in self.phrases if len(p.terms) == 1 and p.terms[0].figure
                   and not p.terms[0].named and p.particle in ("", "の")), None)  # fmt: skip
        if self.word("not") is not None:
            raise Refused
        if token.name == "even":
            self.claims.append(self.meaning.alike(second, first, near=True))
        else:
            relation = "lower" if token.sign < 0 else "higher"
            size = None if by is None else self.use(by).terms[0].figure
            self.claims.append(self.meaning.compare(second, relation, first, size))  # type: ignore[arg-type]
        if first not in self.facts.by_id:
            raise Refused

    def caused(self) -> None:
        """What pace is partly put down to."""
        cause = self.word("cause")
        if cause is None:
            return
        affected = self.word("affected")
        if affected is None:
            if self.take("effect") is None:
                raise Refused
            self.take("cause")
            self.slower = True
            self.claims.append(Cause("pace.actual", cause.name))
            return
        self.take("cause")
        self.take("affected")
        if "ペース" in affected.text:
            self.claims.append(Cause("pace.actual", cause.name))
            return
        self.drop("noun", "be")
        subjects = self.subjects()
        if any(t.metric not in ("pace", "consistency") or t.place for t in subjects):
            raise Refused
        self.claims.append(Cause("pace.actual", cause.name))

    # --- the rest ------------------------------------------------------------------------------

    def climbed(self) -> None:
        """So many metres up or down."""
        token = self.word("climbs")
        if token is None or token.denied:
            return
        phrase = next((p for p in self.phrases if len(p.terms) == 1 and p.terms[0].figure
                       and (p.terms[0].figure.of("m") or p.terms[0].figure.of("m/km"))
                       and not p.terms[0].metric), None)  # fmt: skip
        if phrase is None:
            raise Refused
        self.take("climbs")
        self.use(phrase)
        subject = self.subject()
        if not subject.place and self.word("noun") is not None:
            raise Refused
        if subject.metric not in ("", token.name) and self.topic.terms[0].metric != subject.metric:
            raise Refused
        self.state(replace(phrase.terms[0], metric=token.name), replace(subject, metric=token.name))

    def values(self) -> None:
        """Figures of what stands before them."""
        figures = [phrase for phrase in self.phrases if phrase.states]
        if not figures:
            return
        if self.word("only") is not None:
            self._only_stretches(figures)
        each = self.word("each") is not None
        subjects = self.subjects()
        bare = [t for p in figures for t in p.terms]
        several = len(subjects) > 1
        if several and any(t.named for t in bare):
            raise Refused
        for phrase in figures:
            self._use_stated(phrase)
        if not several:
            self._one_by_one(subjects[0], bare)
        elif len(bare) in (1, len(subjects)):
            for subject, term in zip(subjects, bare * (len(subjects) // len(bare)), strict=True):
                self.state(term, subject)
        else:
            raise Refused
        if each:
            self._each_value(subjects, bare)

    def _use_stated(self, phrase: Phrase) -> None:
        """A phrase that only gives a figure: its particle must not say more."""
        moved = phrase.particle.startswith("まで") and (
            self.claims
            or any(isinstance(p, Word) and p.token.text.startswith("落ち着") for p in self.parts)
        )
        if phrase.particle.startswith(("から", "まで", "より")) and not moved:
            raise Refused
        referred = any(
            t.ref not in ("", "actual") and not (t.figure and t.figure.bound) for t in phrase.terms
        )
        if referred and phrase.particle.startswith(("に", "を")):
            raise Refused
        self.use(phrase)

    def _only_stretches(self, figures: list[Phrase]) -> None:
        """No other stretches than those of which something is said."""
        places = [t.place for p in figures for t in p.terms]
        if any(place not in PHASES for place in places):
            raise Refused
        self.take("only")
        others = [n for n in self.facts.flags if n.startswith("present.") and n[8:] not in places]
        self.claims += [Flag(name, False) for name in others]
        self.claims += [Flag(f"present.{place}", True) for place in places]

    def _each_value(self, subjects: tuple[Term, ...], bare: list[Term]) -> None:
        if len(subjects) < 2 and len(bare) < 2 and subjects[0].series is None:
            raise Refused
        self.take("each")

    def _one_by_one(self, subject: Term, terms: list[Term]) -> None:
        place, series = subject.place, subject.series
        for term in terms:
            if term.placed:
                place, series = term.place, term.series
            metric = term.metric or subject.metric
            at = replace(subject, place=place, series=series)
            if (
                not term.metric
                and subject.metric
                and metric_of_figure(term) not in ("", subject.metric)
            ):
                metric = ""
            if metric == "balance":
                self._balance(terms)
                return
            self.state(term, at)
        if len(terms) == 1 or any(t.placed for t in terms):
            last = self.complete(terms[-1], replace(subject, place=place, series=series))
            if terms[-1].placed or not subject.metric:
                keep = last.metric if len(terms) == 1 else subject.metric
                self.about = (replace(last.bare, metric=keep or last.metric, ref="", attr=""),)

    def _balance(self, terms: list[Term]) -> None:
        if len(terms) != 2:
            raise Refused
        for name, term in zip(("balance.left", "balance.right"), terms, strict=True):
            share = None if term.figure is None else term.figure.of("%")
            if share is None and term.figure is not None and term.figure.counter == "bare":
                share = replace(term.figure.readings[0], unit="%")
            if share is None:
                raise Refused
            self.claims.append(Value(name, share))
