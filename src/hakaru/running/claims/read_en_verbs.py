"""Verbs of English sentences about a run, and what follows each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hakaru.guard.claims import Compare, Flag, Limit, Said, Trend, Value
from hakaru.running.claims import read_en_words as words
from hakaru.running.claims.read_en_clauses import _JOIN, Clauses, Step, Topic
from hakaru.running.claims.read_en_meaning import SPLITS, WHOLE, Amount, Claims, Spot, Stretch, in_unit
from hakaru.running.claims.read_en_tokens import BARE, Figure


class Verbs(Clauses):
    """Predicates."""

    def predicate(self, at: int, topic: Topic) -> Iterator[Step]:
        """A verb and all that follows it in the clause."""
        begin = self.skip(at, words.FILLER)
        for degree, end in [("", begin), *self._degrees(begin)]:
            yield from self._predicate(end, topic, degree)

    def _degrees(self, at: int) -> list[tuple[str, int]]:
        return list(words.DEGREE.at(self.tokens, at))

    def _predicate(self, at: int, topic: Topic, degree: str) -> Iterator[Step]:
        for verb, end in words.LINK.at(self.tokens, at):
            if degree:
                break
            kind = replace(topic, verb=verb)
            yield from self._complements(end, kind)
            if self.word(end, "not"):
                yield from self._complements(end + 1, replace(kind, verb="not"))
        if not degree:
            yield from self._negated(at, topic)
            yield from self._elliptic(at, topic)
            yield from self._verdicts(at, topic)
            yield from self._ratings(at, topic)
            yield from self._exceeding(at, topic)
            yield from self._covering(at, topic)
            yield from self._peaks(at, topic)
            yield from self._began(at, topic)
            yield from self._split_kind(at, topic)
            yield from self.criteria(at, topic)
        yield from self._moves(at, topic, degree)

    def _elliptic(self, at: int, topic: Topic) -> Iterator[Step]:
        """Without a verb: "and the second 4:19/km", "HR to 152 bpm", "a mean pace of ..."."""
        begin = at + 1 if self.word(at, "to", "at", ":", "of") else at
        if topic.about in ("metric", "place") and self.figure(begin) is not None:
            yield from self._complements(at, replace(topic, verb=""))
        elif topic.about in ("metric",) and self.word(at, "at", "about", "around", "within"):
            yield from self._complements(at, replace(topic, verb=""))
        elif any(True for _ in words.COMPARATIVE.at(self.tokens, begin)) and topic.about:
            yield from self._complements(at, replace(topic, verb=""))

    def _negated(self, at: int, topic: Topic) -> Iterator[Step]:
        """ "never dropped below 135 bpm", "did not exceed 140 bpm", "was never slower than"."""
        for text, relation in _NEVER:
            end = self.phrase(at, text)
            if end is None:
                continue
            for reference, behind in self.reference(end, topic.metric or "pace"):
                if reference.figure is None:
                    continue
                metric = topic.metric or "pace"
                found = self.meaning.metric_of(reference.figure, metric)
                if found is None or found[0] != metric or metric not in ("pace", "heart_rate"):
                    continue
                bound = "at_least" if relation == "lower" else "at_most"
                every = self.meaning.every(metric, topic.spot or WHOLE, bound, found[1])  # type: ignore[arg-type]
                if topic.spot is None or isinstance(topic.spot, Stretch):
                    yield behind, (every,), topic
                if topic.spot is None:
                    for spot, more, last in self.place_phrase(behind):
                        if isinstance(spot, Stretch):
                            own = self.meaning.every(metric, spot, bound, found[1])  # type: ignore[arg-type]
                            yield last, (*more, own), topic

    def _verdicts(self, at: int, topic: Topic) -> Iterator[Step]:
        if topic.about != "metric" or topic.spot is not None:
            return
        metrics = topic.metrics or ((topic.metric,) if topic.metric else ())
        if not all(metric in words.FORM_METRICS for metric in metrics):
            return
        for good, end in words.NEEDS.at(self.tokens, at):
            yield end, self.meaning.flags(metrics, good=good), topic

    def _ratings(self, at: int, topic: Topic) -> Iterator[Step]:
        """ "scored 87.3 points", "earned four stars", "lost 12.7 points", "cost no points"."""
        who = {"you": "session", "run": "session", "place": None}.get(topic.about, topic.metric)
        if who is None or topic.metrics and not all(m in words.FORM_METRICS for m in topic.metrics):
            return
        if topic.spot not in (None, WHOLE):
            return
        targets = topic.metrics or (who,)
        for text, role in _RATING:
            end = self.phrase(at, text)
            if end is None:
                continue
            if role == "penalty" and self.word(end, "no", "without"):
                behind = self.phrase(end, "no points")
                if behind is not None:
                    none = Said(value=0.0, unit="score", slack=0.05)
                    yield behind, tuple(Value(f"{m}.penalty", none) for m in targets), topic
                continue
            begin = end
            for word in ("a", "the", "all", "full", "an overall"):
                begin = self.phrase(begin, word) or begin
            for amount, behind in self.amount(begin):
                unit = amount.figure.unit
                if unit == BARE and role in ("score", "star"):
                    unit = "score"
                if role == "star" and unit == "score":
                    if amount.figure.value <= 5.0 and amount.figure.unit == BARE:  # noqa: PLR2004
                        unit = "star"
                    actual = unit
                else:
                    actual = "star" if unit == "star" else role
                if unit not in ("score", "star") or (role == "penalty" and unit == "star"):
                    continue
                behind = self.phrase(behind, "rating") or behind
                said = replace(amount, figure=in_unit(amount.figure, unit))
                claims = [self.meaning.of_ids((f"{m}.{actual}",), said) or () for m in targets]
                said_claims = tuple(c for group in claims for c in group)
                yield behind, said_claims, topic
                yield from self._also_rated(behind, targets, said_claims, topic)
                each = self.phrase(behind, "each")
                if each is not None and topic.metrics:
                    yield each, tuple(c for group in claims for c in group), topic

    def _also_rated(
        self, at: int, targets: tuple[str, ...], claims: Claims, topic: Topic
    ) -> Iterator[Step]:
        """ "and five stars", "with a score of 100" behind a rating."""
        for text in ("and", "with", "for", ", and", ", or", ", for", "and a score of", "with a score of",
                     "and scored", "and earned"):  # fmt: skip
            begin = self.phrase(at, text)
            if begin is None:
                continue
            for amount, end in self.amount(self.past_determiner(begin)):
                unit = amount.figure.unit
                if unit == BARE and "score" in text:
                    unit = "score"
                if unit not in ("score", "star"):
                    continue
                said = replace(amount, figure=in_unit(amount.figure, unit))
                more = [self.meaning.of_ids((f"{m}.{unit}",), said) or () for m in targets]
                end = self.phrase(end, "rating") or end
                yield end, (*claims, *(c for group in more for c in group)), topic

    def _exceeding(self, at: int, topic: Topic) -> Iterator[Step]:
        """ "exceeded the expected value", "cleared the 165 spm lower bound"."""
        if topic.metric is None or topic.about != "metric" or topic.metrics:
            return
        for text, relation in _EXCEED:
            end = self.phrase(at, text)
            if end is None:
                continue
            word = f"={relation}"
            side = "above" if relation == "higher" else "below"
            for ends, behind in self.own_range(end, topic.metric):
                found = self.meaning.within(topic.metric, side, "", negated=False)
                if found is not None and topic.spot is None:
                    yield behind, (*ends, *found), topic
            for reference, behind in self.reference(end, topic.metric):
                for by, last in [(None, behind), *self._by(behind)]:
                    saying = self._relation(reference, word, by, "", topic)
                    claims = saying(replace(topic, verb=""), topic.spot)
                    if claims is not None:
                        yield last, claims, topic

    def _by(self, at: int) -> list[tuple[Amount, int]]:
        return list(self.amount(at + 1)) if self.word(at, "by") else []

    def _covering(self, at: int, topic: Topic) -> Iterator[Step]:
        """ "you covered 14.22 km in 1:31:37 at ...", "you ran 10 repetitions", "it took 91 min"."""
        if topic.about not in ("you", "run", "place"):
            return
        for text, metric in _COVER:
            end = self.phrase(at, text)
            if end is None or topic.metric not in (None, metric):
                continue
            spot = topic.spot if topic.spot is not None else WHOLE
            for amount, behind in self.amount(end):
                found = self.meaning.metric_of(amount.figure, metric)
                if found is None:
                    if amount.figure.unit == BARE and topic.about == "you":
                        yield from self._ran_reps(end, topic)
                    continue
                if found[0] != metric and metric != "any":
                    if found[0] in ("distance", "duration", "pace") and metric == "distance":
                        pass
                    else:
                        continue
                said = replace(amount, figure=found[1])
                claims = self.meaning.value(found[0], spot, said)
                if claims is None or isinstance(spot, Stretch):
                    continue
                after = replace(topic, metric=None, spot=spot or None)
                yield behind, claims, after
                yield from self._tail(behind, claims, after)
        for text, metric in (("climbed", "climb"), ("descended", "descent"), ("gained", "climb")):
            end = self.phrase(at, text)
            if end is None or topic.about == "place":
                continue
            for amount, behind in self.amount(end):
                claims = self.meaning.value(metric, WHOLE, amount)
                if amount.figure.unit in ("m", "m/km") and claims is not None:
                    yield behind, claims, topic

    def _tail(self, at: int, claims: Claims, topic: Topic) -> Iterator[Step]:
        """ "in 1:31:37", "at an average of 6:27/km and 133 bpm" behind a distance."""
        at = self.skip(at, words.FILLER)
        begin = self.phrase(at, ", in") or self.phrase(at, "in")
        figure = self.figure(begin) if begin is not None else None
        if begin is not None:
            for amount, end in self.amount(begin):
                found = self.meaning.metric_of(amount.figure, "duration")
                if found is None or found[0] != "duration":
                    continue
                own = self.meaning.value("duration", topic.spot or WHOLE, replace(amount, figure=found[1]))
                if own is not None:
                    yield end, claims + own, topic
                    yield from self._tail(end, claims + own, topic)
        if figure is None or begin is None:
            for _, end in _JOIN.at(self.tokens, at):
                inner = replace(topic, about="you", metric=None, verb="")
                begin2 = next((e for v, e in words.LINK.at(self.tokens, end) if v == ""), end)
                for last, more, after in self._complements(begin2, inner):
                    yield last, claims + more, after

    def _ran_reps(self, at: int, topic: Topic) -> Iterator[Step]:
        """ "10 repetitions of about 1:41 each"."""
        for unit, figure, claims, end in self.counted(at):
            if unit != "rep" or figure is None:
                continue
            after = replace(topic, metric=None)
            yield end, claims, after
            for text in ("at an average of", "at", "averaging", "at an average pace of", ", averaging",
                         "in an average of", "with an average pace of"):  # fmt: skip
                begin = self.phrase(end, text)
                for amount, behind in self.amount(begin) if begin is not None else ():
                    own = self._amount_at("pace", SPLITS, amount)
                    if own is not None and amount.figure.unit == "s/km":
                        yield behind, claims + own, after
            if not self.word(end, "of"):
                continue
            for amount, behind in self.amount(end + 1):
                said: Claims | None = None
                found = self.meaning.metric_of(amount.figure, "duration")
                if found is not None and found[0] == "duration":
                    said = self.meaning.of_ids(("repetition.duration",), replace(amount, figure=found[1]))
                elif amount.figure.unit in ("km", "m"):
                    metres = amount.figure.unit == "m"
                    km = Figure(
                        value=amount.figure.value / 1000.0, unit="km",
                        slack=amount.figure.slack / 1000.0, step=amount.figure.step / 1000.0,
                    ) if metres else amount.figure  # fmt: skip
                    said = self.meaning.of_ids(("repetition.distance",), replace(amount, figure=km))
                if said is None:
                    continue
                behind = behind + 1 if self.word(behind, "each") else behind
                yield behind, claims + said, after

    def _peaks(self, at: int, topic: Topic) -> Iterator[Step]:
        """ "peaked at 154 bpm in km 7", "was highest in km 12, at 137 bpm"."""
        if topic.about != "metric" or topic.metric is None:
            return
        options = list(words.PEAK.at(self.tokens, at))
        for verb, end in words.LINK.at(self.tokens, at):
            begin = self.phrase(end, "the") or end
            for (metric, which), behind in words.SUPERLATIVE.at(self.tokens, begin):
                if verb == "" and metric in (None, topic.metric):
                    options.append((which, behind))
        for which, end in options:
            if topic.metric == "pace" and which in ("highest", "lowest") and options[0][0] == which:
                if not any(True for _ in words.SUPERLATIVE.at(self.tokens, end - 1)):
                    which = "lowest" if which == "highest" else "highest"
                elif self.word(end - 1, "highest", "lowest"):
                    continue
            first = list(self.amount(end + 1)) if self.word(end, "at", "of") else []
            for amount, behind in [*first, (None, end)]:
                for spot, _, last in self.place_phrase(behind):
                    claim = self.meaning.extreme(topic.metric, which, (spot,))
                    if claim is None:
                        continue
                    own = self._amount_at(topic.metric, spot, amount)
                    if own is None:
                        continue
                    after = replace(topic, spot=spot)
                    yield last, (claim, *own), after
                    if amount is None:
                        for said, tail in self.figures_of(last, spot, topic.metric):
                            yield tail, (claim, *said), after

    def _amount_at(self, metric: str, spot: Spot, amount: Amount | None) -> Claims | None:
        if amount is None:
            return ()
        found = self.meaning.metric_of(amount.figure, metric)
        if found is None:
            return None
        return self.meaning.value(found[0], spot, replace(amount, figure=found[1]))

    def figures_of(self, at: int, spot: Spot, metric: str) -> Iterator[tuple[Claims, int]]:
        """Figures behind a place: "at 5:10/km", "(6:11/km)", ", at 137 bpm", "in 5:10"."""
        at = at + 1 if self.word(at, ",") and self.word(at + 1, "at", "with", "in") else at
        close = self.word(at, "(")
        if not close and not self.word(at, "at", "with", "in", ":"):
            return
        for amount, end in self.amount(at + 1):
            own = self._amount_at(metric, spot, amount)
            if own is None:
                continue
            for more, last in [((), end), *self._second_figure(end, spot)]:
                if not close:
                    yield own + more, last
                elif self.word(last, ")"):
                    yield own + more, last + 1

    def _second_figure(self, at: int, spot: Spot) -> list[tuple[Claims, int]]:
        begin = self.phrase(at, "and") or self.phrase(at, ",") or self.phrase(at, "at")
        if begin is None:
            return []
        begin = self.phrase(begin, "at") or begin
        found: list[tuple[Claims, int]] = []
        for amount, end in self.amount(begin):
            metric = words.UNIT_METRIC.get(amount.figure.unit)
            own = self._amount_at(metric, spot, amount) if metric in ("pace", "heart_rate") else None
            if own is not None:
                found.append((own, end))
        return found

    # changes

    def _moves(self, at: int, topic: Topic, degree: str) -> Iterator[Step]:
        """ "rose from A in km 2 to B in km 3", "slowed down to 7:12/km", "faded"."""
        for move, end in words.MOVE.at(self.tokens, at):
            degree = "large" if move.endswith("!") else degree
            metric, relation = self._moved(topic, move.rstrip("!"))
            if metric is None:
                continue
            if move == "faster" and (named := self.phrase(end, "the pace")):
                end = named
            level, begin = degree, end
            if not level:
                level, begin = next(iter(words.DEGREE.at(self.tokens, end)), ("", end))
            begin = self.skip(begin, words.FILLER)
            after = replace(topic, metric=metric, verb="")
            yield from self._from_to(begin, after, metric, relation, level)
            yield from self._by_halves(begin, after, metric, relation, level)
            yield from self._to(begin, after, metric, relation, level)
            yield from self._steadily(begin, after, metric, relation)

    def _began(self, at: int, topic: Topic) -> Iterator[Step]:
        """ "began at 123 bpm in km 1 and rose to 137 bpm by km 12"."""
        if topic.about != "metric" or topic.metric is None or topic.metrics or topic.spot is not None:
            return
        for verb in ("began at", "started at", "started out at", "began", "started"):
            begin = self.phrase(at, verb)
            if begin is None:
                continue
            for first, left, middle in self._figure_place(begin, topic.metric, None):
                for joint in ("and", ", and", "before", ", before", ", then", "and then"):
                    following = self.phrase(middle, joint)
                    for move, end in words.MOVE.at(self.tokens, following) if following else ():
                        metric, relation = self._moved(topic, move.rstrip("!"))
                        goal = self.phrase(end, "to")
                        if metric is None or goal is None or first is None:
                            continue
                        start = left or self.meaning.scope("split", 1)
                        for second, right, last in self._figure_place(goal, metric, None):
                            claims = self._changed(metric, relation, "", (start, first), (right, second))
                            if right is not None and claims is not None:
                                yield last, claims, replace(topic, spot=None)

    def _moved(self, topic: Topic, move: str) -> tuple[str | None, str]:
        metric = topic.metric
        if topic.about == "you" and move in ("faster", "slower"):
            metric = "pace"
        if topic.about == "place" or metric is None or topic.metrics:
            return None, ""
        if metric == "pace":
            return {"faster": ("pace", "lower"), "slower": ("pace", "higher")}.get(move, (None, ""))
        if move in ("faster", "slower"):
            return None, ""
        relation = words.relation_by(move, metric)
        return (None, "") if relation is None else (metric, relation)

    def _from_to(  # noqa: PLR0913, PLR0917
        self, at: int, topic: Topic, metric: str, relation: str, level: str
    ) -> Iterator[Step]:
        begin = self.phrase(at, ", from") or self.phrase(at, "from")
        if begin is None:
            return
        for first, left, middle in self._figure_place(begin, metric, topic.front):
            kind = replace(topic, spot=left).place_kind
            for word in ("to", ", to"):
                end = self.phrase(middle, word)
                if end is None:
                    continue
                for second, right, last in self._figure_place(end, metric, None, kind=kind):
                    if left is None and right is None and topic.front not in (None, "second half"):
                        ends = self._ends_of(topic.front)
                        if ends is None:
                            continue
                        left_end, right_end = ends
                        claims = self._changed(
                            metric, relation, level, (left_end, first), (right_end, second)
                        )
                        if claims is not None and first is not None and second is not None:
                            yield last, claims, replace(topic, spot=None)
                        continue
                    claims = self._changed(metric, relation, level, (left, first), (right, second))
                    if claims is not None:
                        yield last, claims, replace(topic, spot=None)

    def _ends_of(self, spot: Spot | None) -> tuple[str, str] | None:
        if not isinstance(spot, Stretch) or spot.first is None or spot.last is None:
            return None
        return f"{spot.kind} {spot.first}", f"{spot.kind} {spot.last}"

    def _figure_place(
        self, at: int, metric: str, front: Spot | None, *, kind: str = ""
    ) -> Iterator[tuple[Amount | None, Spot | None, int]]:
        """A figure, a place, or both: "6:29/km in km 2", "km 2 (6:29/km)", "the first half"."""
        for amount, end in self.amount(at):
            yield amount, None, end
            for preposition in ("in", "for", "at", "over", "during", "by", "on"):
                if self.word(end, preposition):
                    for spot, last in self.place(end + 1, kind=kind):
                        yield amount, spot, last
        begin = self.phrase(at, "in") or at
        for spot, end in self.place(begin, kind=kind):
            yield None, spot, end
            if self.word(end, "(") and self.word(end + 2, ")"):
                for amount, last in self.amount(end + 1):
                    yield amount, spot, last + 1

    def _changed(
        self,
        metric: str,
        relation: str,
        level: str,
        begin: tuple[Spot | None, Amount | None],
        end: tuple[Spot | None, Amount | None],
    ) -> Claims | None:
        """From one place to another; figures without places are those of the halves."""
        left, right = begin[0], end[0]
        if left is None and right is None:
            left, right = "first half", "second half"
            if begin[1] is None or end[1] is None:
                return None
        if left is None or right is None or isinstance(left, Stretch) or isinstance(right, Stretch):
            return None
        claims: Claims = ()
        for spot, amount in ((left, begin[1]), (right, end[1])):
            own = self._amount_at(metric, spot, amount)
            if own is None:
                return None
            claims += own
        ids = self.meaning.ids(metric, right)[0], self.meaning.ids(metric, left)[0]
        compared = self.meaning.compare(ids[0], relation, ids[1], None, level, False)  # type: ignore[arg-type]
        return None if compared is None else claims + compared

    def _by_halves(  # noqa: PLR0913, PLR0917
        self, at: int, topic: Topic, metric: str, relation: str, level: str
    ) -> Iterator[Step]:
        """ "after halfway", "in the second half [to 134 bpm]", "by 3 bpm between the halves"."""
        options: list[tuple[Amount | None, int]] = [(None, at)]
        if self.word(at, "by"):
            options += [(amount, end) for amount, end in self.amount(at + 1)]
        second, first = (f"{metric}.actual@{half} half" for half in ("second", "first"))
        for by, end in options:
            for text in _AFTER_HALFWAY:
                behind = self.phrase(end, text)
                if behind is None or (text == "" and not self._of_halves(topic)):
                    continue
                level_said = level if by is None else ""
                claims = self.meaning.compare(second, relation, first, by, level_said, False)  # type: ignore[arg-type]
                if claims is None:
                    continue
                yield behind, claims, replace(topic, spot="second half")
                going = next((e for t in (", going from", ", from", "from", ", moving from")
                              if (e := self.phrase(behind, t))), None)  # fmt: skip
                if going is not None and by is None:
                    first_figure, second_figure = self.figure(going), self.figure(going + 2)
                    if first_figure and second_figure and self.word(going + 1, "to"):
                        before_claims = self._amount_at(metric, "first half", Amount(first_figure))
                        after_claims = self._amount_at(metric, "second half", Amount(second_figure))
                        if before_claims and after_claims:
                            yield going + 3, (*claims, *before_claims, *after_claims), replace(
                                topic, spot="second half"
                            )
                begin = self.phrase(behind, "to")
                for amount, last in self.amount(begin) if begin else ():
                    own = self._amount_at(metric, "second half", amount)
                    if own is not None and by is None:
                        yield last, claims + own, replace(topic, spot="second half")

    def _of_halves(self, topic: Topic) -> bool:
        """Whether the halves are what is spoken of anyway."""
        last = topic.last
        return topic.front == "second half" or (last is not None and last.spot == "second half")

    def _to(  # noqa: PLR0913, PLR0917
        self, at: int, topic: Topic, metric: str, relation: str, level: str
    ) -> Iterator[Step]:
        """ "to 7:12/km in km 8": against the place before it."""
        begin = self.phrase(at, "to")
        if begin is None:
            return
        for amount, end in self.amount(begin):
            found = [(topic.front, end)] if isinstance(topic.front, str) else []
            if not found:
                for word in ("in", "by", "for", "over", "during"):
                    if self.word(end, word):
                        found += list(self.place(end + 1))  # type: ignore[arg-type]
            for spot, last in found:
                before = self.before(spot)
                own = self._amount_at(metric, spot, amount) if isinstance(spot, str) else None
                if before is None or own is None or isinstance(spot, Stretch):
                    continue
                left, right = f"{metric}.actual@{spot}", f"{metric}.actual@{before}"
                claims = self.meaning.compare(left, relation, right, None, level, False)  # type: ignore[arg-type]
                if claims is not None:
                    yield last, own + claims, replace(topic, spot=None if topic.front is None else spot)

    def before(self, spot: Spot | None) -> str | None:
        """The place before one of its kind."""
        if spot == "second half":
            return "first half"
        if not isinstance(spot, str) or not spot[-1:].isdigit():
            return None
        kind, _, number = spot.rpartition(" ")
        for other in ("split", "other split") if kind == "split" else (kind,):
            before = f"{other} {int(number) - 1}"
            if f"pace.actual@{before}" in self.meaning.facts.by_id:
                return before
        return None

    def _steadily(self, at: int, topic: Topic, metric: str, relation: str) -> Iterator[Step]:
        """ "from split to split": at every place."""
        for text in ("with every split", "from split to split", "with each split", "every split",
                     "with every kilometre", "from kilometre to kilometre", "in every split"):  # fmt: skip
            end = self.phrase(at, text)
            if end is not None and topic.spot is None:
                series = self.meaning.series(metric, WHOLE)
                yield end, (Trend(series, relation),), topic  # type: ignore[arg-type]

    def _split_kind(self, at: int, topic: Topic) -> Iterator[Step]:
        """ "ran a negative split", "lost about 5 seconds"."""
        if topic.about not in ("you", "run"):
            return
        first, second = "pace.actual@first half", "pace.actual@second half"
        for verb in ("ran", "run", "was", "had", "is", "executed", "finished with", "produced", "delivered"):
            end = self.phrase(at, verb)
            if end is None:
                continue
            for degree, begin in [("", self.past_determiner(end)), *words.DEGREE.at(self.tokens, self.past_determiner(end))]:
                for word, relation in (("negative", "lower"), ("positive", "higher")):
                    behind = self.phrase(begin, f"{word} split")
                    if behind is not None:
                        claims = self.meaning.compare(second, relation, first, None, degree, False)  # type: ignore[arg-type]
                        for last in dict.fromkeys((behind, self._as_run(behind))):
                            if claims is not None:
                                yield last, claims, Topic(about="metric", metric="pace")
        halves = topic.last is not None and topic.last.place_kind == "half"
        for text, relation in (("lost", "higher"), ("gained", "lower"), ("were", ""), ("dropped", "higher")):
            end = self.phrase(at, text)
            if end is None or not halves or not relation:
                continue
            for amount, behind in self.amount(end):
                if amount.figure.unit not in ("s", "s/km"):
                    continue
                claims = self.meaning.compare(second, relation, first, amount, "", False)
                if claims is not None:
                    yield behind, claims, topic

    def _as_run(self, at: int) -> int:
        return self.phrase(at, "run") or at

    # criteria

    def criteria(self, at: int, topic: Topic) -> Iterator[Step]:
        """ "met 3 of 4 criteria", "met all four criteria", "3 of 4"."""
        if not (topic.about in ("place", "run") and isinstance(topic.spot, str)):
            return
        begin = next((end for word in ("met", "fulfilled", "satisfied", "hit", "passed", "at", "with", "ticked")
                      if (end := self.phrase(at, word))), at)  # fmt: skip
        begin = begin + 1 if begin > at and self.word(begin, "only", "just") else begin
        where = f"@{topic.spot}" if topic.spot else ""
        known = self.meaning.facts.number(f"criteria.count{where}")
        for text in ("all criteria", "all of its criteria", "all its criteria", "every criterion",
                     "all of their criteria", "all their criteria"):  # fmt: skip
            last = self.phrase(begin, text)
            if last is not None and begin != at and known is not None:
                yield last, (Value(f"criteria.met{where}", _counted(known)),), replace(topic, verb="criteria")
        for met, count, end in self.shares(begin):
            behind = self.phrase(end, "criteria") or self.phrase(end, "criterion") or end
            if behind == end and begin != at and not self._share_only(topic):
                continue
            if behind == end and not self._share_only(topic):
                continue
            claims: Claims = (Value(f"criteria.count{where}", _counted(count)),)
            claims = (Value(f"criteria.met{where}", _counted(met)), *claims)
            behind = self.phrase(behind, "each") or behind
            yield behind, claims, replace(topic, verb="criteria")

    def _share_only(self, topic: Topic) -> bool:
        return topic.last is not None and topic.last.verb == "criteria"

    def shares(self, at: int) -> Iterator[tuple[float, float, int]]:
        """ "3 of 4", "3 out of 4", "all 4", "none of its 4", "all of its 4"."""
        for text in ("all", "all of its", "all of the", "each of the", "all of"):
            begin = self.phrase(at, text)
            figure = self.figure(begin) if begin is not None else None
            if begin is not None and figure is not None and figure.unit == BARE:
                yield figure.value, figure.value, begin + 1
        for text in ("both of its", "both", "both of the"):
            begin = self.phrase(at, text)
            if begin is not None:
                yield 2.0, 2.0, begin
        for text in ("none of its", "none of the", "0 of"):
            begin = self.phrase(at, text)
            figure = self.figure(begin) if begin is not None else None
            if begin is not None and figure is not None and figure.unit == BARE:
                yield 0.0, figure.value, begin + 1
        met = self.figure(at)
        begin = self.phrase(at + 1, "of") or self.phrase(at + 1, "out of") or self.phrase(at + 1, "/")
        if met is None or begin is None or met.unit != BARE or met.step != 1.0:
            return
        begin = self.past_determiner(begin)
        begin = begin + 1 if self.word(begin, "its") else begin
        count = self.figure(begin)
        if count is not None and count.unit == BARE and count.step == 1.0:
            yield met.value, count.value, begin + 1


def _counted(value: float) -> Said:
    return Said(value=value, unit="count", slack=0.0)


_NEVER: tuple[tuple[str, str], ...] = (
    ("never dropped below", "lower"), ("did not drop below", "lower"), ("never fell below", "lower"),
    ("did not fall below", "lower"), ("never exceeded", "higher"), ("did not exceed", "higher"),
    ("never went above", "higher"), ("never rose above", "higher"), ("did not rise above", "higher"),
    ("never climbed above", "higher"), ("never topped", "higher"), ("never went below", "lower"),
    ("did not go above", "higher"), ("never got above", "higher"), ("was never above", "higher"),
    ("was never below", "lower"), ("never dipped below", "lower"), ("never went over", "higher"),
)  # fmt: skip

_RATING: tuple[tuple[str, str], ...] = (
    ("scored", "score"), ("earned", "star"), ("got", "star"), ("received", "star"),
    ("was rated", "star"), ("is rated", "star"), ("were rated", "star"), ("was rated at", "star"),
    ("was awarded", "star"), ("lost", "penalty"), ("cost", "penalty"), ("was worth", "star"),
    ("reached", "star"), ("rated", "star"), ("was given", "star"), ("earning", "star"),
    ("scoring", "score"), ("losing", "penalty"), ("costing", "penalty"), ("was docked", "penalty"),
    ("gave you", "star"), ("was scored at", "score"), ("corresponds to", "star"), ("is worth", "star"), ("scores", "score"), ("earns", "star"), ("gets", "star"), ("loses", "penalty"), ("came out at", "star"),
    ("received a score of", "score"), ("took", "star"), ("achieved", "star"),
)  # fmt: skip

_EXCEED: tuple[tuple[str, str], ...] = (
    ("exceeded", "higher"), ("cleared", "higher"), ("topped", "higher"), ("surpassed", "higher"),
    ("beat", "higher"), ("fell short of", "lower"), ("missed", "lower"), ("undercut", "lower"),
    ("exceeds", "higher"), ("clears", "higher"), ("was short of", "lower"), ("came in short of", "lower"),
    ("came in above", "higher"), ("came in below", "lower"), ("exceeding", "higher"), ("clearing", "higher"),
)  # fmt: skip

_COVER: tuple[tuple[str, str], ...] = (
    ("covered", "distance"), ("ran", "any"), ("took", "duration"), ("lasted", "duration"),
    ("went", "distance"), ("completed", "distance"), ("logged", "distance"), ("did", "distance"),
    ("finished", "distance"), ("was", "any"), ("ran for", "duration"), ("spanned", "distance"),
    ("averaged", "any"), ("covering", "distance"), ("lasting", "duration"), ("held", "any"),
    ("came to", "any"), ("totalled", "any"), ("totaled", "any"), ("averaging", "any"), ("taking", "duration"),
    ("clocked", "any"), ("made up", "distance"),
)  # fmt: skip

_AFTER_HALFWAY = (
    "after halfway", "in the second half", "over the second half", "between the halves",
    "from the first half to the second", "from the first half to the second half",
    "from first to second half", "in the second half of the run", "through the second half",
    "from one half to the next", "from half to half", "over the course of the run", "over the run",
    "as the run went on", "as the run progressed", "through the run", "during the second half", "",
)  # fmt: skip
