"""How values change over a run, in English clauses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hakaru.guard.claims import Trend
from hakaru.running.claims import read_en_words as words
from hakaru.running.claims.read_en_clauses import Clauses, Step
from hakaru.running.claims.read_en_meaning import (
    WHOLE,
    Amount,
    Claims,
    Spot,
    Stretch,
)
from hakaru.running.claims.read_en_parts import Topic


class Changes(Clauses):
    """Changes and figures behind places."""

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
            own = (
                self._amount_at(metric, spot, amount) if metric in ("pace", "heart_rate") else None
            )
            if own is not None:
                found.append((own, end))
        return found

    # changes

    def _moves(self, at: int, topic: Topic, degree: str) -> Iterator[Step]:
        """As "rose from A in km 2 to B in km 3", "slowed down to 7:12/km", "faded"."""
        for move, end in words.MOVE.at(self.tokens, at):
            degree = "large" if move.endswith("!") else degree
            metric, relation = self._moved(topic, move.rstrip("!"))
            if metric is None:
                continue
            if move == "faster" and (named := self.phrase(end, "the pace")):
                end = named  # noqa: PLW2901
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
        """As "began at 123 bpm in km 1 and rose to 137 bpm by km 12"."""
        if (
            topic.about != "metric"
            or topic.metric is None
            or topic.metrics
            or topic.spot is not None
        ):
            return
        for verb in ("began at", "started at", "started out at", "began", "started"):
            begin = self.phrase(at, verb)
            if begin is None:
                continue
            for first, left, middle in self._figure_place(begin):
                for joint in ("and", ", and", "before", ", before", ", then", "and then"):
                    following = self.phrase(middle, joint)
                    for move, end in words.MOVE.at(self.tokens, following) if following else ():
                        metric, relation = self._moved(topic, move.rstrip("!"))
                        goal = self.phrase(end, "to")
                        if metric is None or goal is None or first is None:
                            continue
                        start = left or self.meaning.scope("split", 1)
                        for second, right, last in self._figure_place(goal):
                            claims = self._changed(
                                metric, relation, "", (start, first), (right, second)
                            )
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

    def _from_to(
        self, at: int, topic: Topic, metric: str, relation: str, level: str
    ) -> Iterator[Step]:
        begin = self.phrase(at, ", from") or self.phrase(at, "from")
        if begin is None:
            return
        for first, left, middle in self._figure_place(begin):
            kind = replace(topic, spot=left).place_kind
            for word in ("to", ", to"):
                end = self.phrase(middle, word)
                if end is None:
                    continue
                for second, right, last in self._figure_place(end, kind=kind):
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
                    if claims is None:
                        continue
                    yield last, claims, replace(topic, spot=None)
                    if left is None and right is None:
                        for text in _AFTER_HALFWAY[:-1]:
                            tail = self.phrase(last, text) or self.phrase(last, f", {text}")
                            if tail is not None:
                                yield tail, claims, replace(topic, spot="second half")

    def _ends_of(self, spot: Spot | None) -> tuple[str, str] | None:
        if not isinstance(spot, Stretch) or spot.first is None or spot.last is None:
            return None
        return f"{spot.kind} {spot.first}", f"{spot.kind} {spot.last}"

    def _figure_place(
        self, at: int, *, kind: str = ""
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
        compared = self.meaning.compare(ids[0], relation, ids[1], None, degree=level)  # type: ignore[arg-type]
        return None if compared is None else claims + compared

    def _by_halves(
        self, at: int, topic: Topic, metric: str, relation: str, level: str
    ) -> Iterator[Step]:
        """As "after halfway", "in the second half [to 134 bpm]", "by 3 bpm between the halves"."""
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
                claims = self.meaning.compare(second, relation, first, by, degree=level_said)  # type: ignore[arg-type]
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
                            yield (
                                going + 3,
                                (*claims, *before_claims, *after_claims),
                                replace(topic, spot="second half"),
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

    def _to(self, at: int, topic: Topic, metric: str, relation: str, level: str) -> Iterator[Step]:
        """As "to 7:12/km in km 8": against the place before it."""
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
                claims = self.meaning.compare(left, relation, right, None, degree=level)  # type: ignore[arg-type]
                if claims is not None:
                    yield (
                        last,
                        own + claims,
                        replace(topic, spot=None if topic.front is None else spot),
                    )

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
        """As "from split to split": at every place."""
        for text in ("with every split", "from split to split", "with each split", "every split",
                     "with every kilometre", "from kilometre to kilometre",
                     "in every split"):  # fmt: skip
            end = self.phrase(at, text)
            if end is not None and topic.spot is None:
                series = self.meaning.series(metric, WHOLE)
                yield end, (Trend(series, relation),), topic  # type: ignore[arg-type]

    def _split_kind(self, at: int, topic: Topic) -> Iterator[Step]:
        """As "ran a negative split", "lost about 5 seconds"."""
        if topic.about not in ("you", "run"):
            return
        first, second = "pace.actual@first half", "pace.actual@second half"
        yield from self._named_split(at, first, second)
        halves = topic.last is not None and topic.last.place_kind == "half"
        for text, relation in (
            ("lost", "higher"),
            ("gained", "lower"),
            ("were", ""),
            ("dropped", "higher"),
        ):
            end = self.phrase(at, text)
            if end is None or not halves or not relation:
                continue
            for amount, behind in self.amount(end):
                if amount.figure.unit not in ("s", "s/km"):
                    continue
                claims = self.meaning.compare(second, relation, first, amount)
                if claims is not None:
                    yield behind, claims, topic

    def _named_split(self, at: int, first: str, second: str) -> Iterator[Step]:
        """As "executed a slight negative split"."""
        for verb in ("ran", "run", "was", "had", "is", "executed", "finished with", "produced",
                     "delivered"):  # fmt: skip
            end = self.phrase(at, verb)
            if end is None:
                continue
            begin = self.past_determiner(end)
            for degree, named in [("", begin), *words.DEGREE.at(self.tokens, begin)]:
                for word, relation in (("negative", "lower"), ("positive", "higher")):
                    behind = self.phrase(named, f"{word} split")
                    if behind is None:
                        continue
                    claims = self.meaning.compare(second, relation, first, None, degree=degree)
                    for last in dict.fromkeys((behind, self._as_run(behind))):
                        if claims is not None:
                            yield last, claims, Topic(about="metric", metric="pace")

    def _as_run(self, at: int) -> int:
        return self.phrase(at, "run") or at


_AFTER_HALFWAY = (
    "after halfway", "in the second half", "over the second half", "between the halves",
    "from the first half to the second", "from the first half to the second half",
    "from first to second half", "in the second half of the run", "through the second half",
    "from one half to the next", "from half to half", "over the course of the run", "over the run",
    "as the run went on", "as the run progressed", "through the run", "during the second half", "",
)  # fmt: skip
