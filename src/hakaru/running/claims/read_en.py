"""English sentences about one run, read as claims where every word of them is understood.

A sentence is clauses; a clause is what it is about (a metric, a place, the runner, the run) and
what it says of it. Whatever the closed vocabulary does not hold makes the whole unreadable; where
the grammar finds several readings, the claims of all of them are returned, so that all must hold.
The reader of chunks (`read_en_chunks`) comes first; this grammar reads what that one does not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import TypeAlias

from hakaru.guard.claims import Claim, Facts
from hakaru.running.claims import read_en_chunks
from hakaru.running.claims import read_en_words as words
from hakaru.running.claims.read_en_meaning import SPLITS, WHOLE, Amount, Claims, Spot
from hakaru.running.claims.read_en_notes import Notes
from hakaru.running.claims.read_en_parts import Reference, Topic
from hakaru.running.claims.read_en_tokens import Figure, tokens_of

_READINGS = 6
_TOKENS_MOST = 90

Step: TypeAlias = tuple[int, Claims, Topic]


def claims_of_sentence(sentence: str, facts: Facts) -> tuple[Claim, ...] | None:
    """What a sentence claims; None: not every word of it is understood.

    Whether the claims are true is `holds`'s business; a figure that may be either of two natural
    averages of the run (the watch's, or that of the time spent running) becomes the one it fits.
    """
    by_chunks = read_en_chunks.claims_of_sentence(sentence, facts)
    if by_chunks is not None:
        return by_chunks
    tokens = tokens_of(sentence)
    if not tokens or len(tokens) > _TOKENS_MOST:
        return None
    readings = list(islice(Sentence(tokens, facts).readings(), _READINGS))
    claims = tuple(dict.fromkeys(claim for reading in readings for claim in reading))
    return claims or None


class Sentence(Notes):
    """One sentence from its first token to its last."""

    _against_now: Reference | None = None

    def readings(self) -> Iterator[Claims]:
        """The claims of each way in which the whole sentence can be read."""
        start = self.skip(0, words.OPENER)
        start = start + 1 if self.word(start, ",") else start
        yield from self._rest(start, (), Topic())
        yield from self.noted()

    def _rest(self, at: int, claims: Claims, topic: Topic) -> Iterator[Claims]:
        for end, more, after in self._clause(at, topic):
            yield from self._after(end, claims + more, after)

    def _after(self, at: int, claims: Claims, topic: Topic) -> Iterator[Claims]:
        at = self.skip(at, words.FILLER)
        if self._is_end(at):
            yield claims
            return
        for _, end in words.SEPARATOR.at(self.tokens, at):
            begin = self.skip(end, words.OPENER)
            begin = begin + 1 if begin > end and self.word(begin, ",") else begin
            carried = isinstance(topic.spot, str) and topic.spot and self.word(end - 1, "with")
            front = topic.spot if carried and topic.about == "place" else None
            yield from self._rest(begin, claims, replace(topic, front=front, against=None))

    def _is_end(self, at: int) -> bool:
        return at == len(self.tokens) or (at == len(self.tokens) - 1 and self.word(at, ".", "!"))

    # clauses

    def _clause(self, at: int, topic: Topic) -> Iterator[Step]:
        yield from self._plain_clause(at, topic)
        yield from self._fronted(at, replace(topic, front=None))

    def _fronted(self, at: int, topic: Topic) -> Iterator[Step]:
        """As "In km 8, ...", "At 280 ms, ...", "Across 14 splits ...", "On 17 April, ..."."""
        for spot, claims, end in self.place_phrase(at):
            begin = end + 1 if self.word(end, ",") else end
            for last, more, after in self._plain_clause(
                begin, replace(topic, front=spot, spot=None)
            ):
                yield last, claims + more, after
        if self.word(at, "on"):
            for claims, end in self.date(at + 1):
                begin = end + 1 if self.word(end, ",") else end
                for last, more, after in self._plain_clause(begin, topic):
                    yield last, claims + more, after
        for text in ("compared with", "compared to", "relative to", "against", "versus"):
            behind = self.phrase(at, text)
            if behind is not None:
                yield from self._compared_with(behind, topic)
        if self.word(at, "at", "with"):
            yield from self._with_figures(at + 1, topic)
        if self.word(at, "with", "after", "at"):
            yield from self._with_parts(at, topic)

    def _with_parts(self, at: int, topic: Topic) -> Iterator[Step]:
        """As "With 48 m of elevation gain, ...", "After a 1.9 km warm-up, ..."."""
        begin = self.past_determiner(at + 1)
        found: list[tuple[Claims | None, int]] = []
        if self.word(at, "with"):
            found += [(saying(Topic(), WHOLE), end) for saying, end in self._figure_first(begin)]
        for amount, end in self.amount(begin):
            for spot, last in self.place(end):
                if isinstance(spot, str) and amount.figure.unit in ("km", "s", "s/km"):
                    metric = words.UNIT_METRIC[amount.figure.unit]
                    found.append((self.meaning.value(metric, spot, amount), last))
        if self.word(at, "with", "at"):
            found += [
                (said, end)
                for end, said, _ in self._complements(at + 1, Topic(about="run"))
                if self.word(at, "with") or self.word(end + 1, "you", "this", "it")
            ]
        for claims, end in dict.fromkeys(found):
            if claims is None or not self.word(end, ","):
                continue
            for last, more, after in self._plain_clause(end + 1, topic):
                yield last, claims + more, after

    def _compared_with(self, at: int, topic: Topic) -> Iterator[Step]:
        """As "Compared with the expected 292 ms, contact time was 3.9 % shorter"."""
        for metric in (*words.FORM_METRICS, "cadence", "pace", "heart_rate"):
            for reference, end in self.reference(at, metric):
                if not self.word(end, ",") or reference.figure is not None:
                    continue
                against = replace(topic, against=reference)
                for last, more, after in self._plain_clause(end + 1, against):
                    stated = self.claims_of_reference(reference, metric)
                    of_place = after.metric is None and reference.spot and reference.stated is None
                    if (
                        (after.metric == metric or of_place)
                        and not after.metrics
                        and stated is not None
                    ):
                        yield last, stated + more, after

    def _with_figures(self, at: int, topic: Topic) -> Iterator[Step]:
        """The figures before a comma are of what the clause is about."""
        for amount, end in self.amount(at):
            begin = end + 1 if self.word(end, ",") else end
            if begin == end and not self.word(end, "your", "the"):
                continue
            for last, more, after in self._plain_clause(begin, topic):
                if after.metric is None or after.metrics:
                    continue
                found = self.meaning.metric_of(amount.figure, after.metric)
                if found is None or found[0] != after.metric:
                    continue
                own = self.meaning.value(found[0], after.spot or WHOLE, amount_of(amount, found[1]))
                if own is not None:
                    yield last, own + more, after

    def _plain_clause(self, at: int, topic: Topic) -> Iterator[Step]:
        at = self.skip(at, words.FILLER)
        for subject, claims, end in self._subjects(at, topic):
            for last, more, after in self.predicate(end, subject):
                yield last, claims + more, after
        yield from self.superlatives(at, topic)
        yield from self.quantified(at, topic)
        yield from self.listed_figures(at, topic)
        yield from self.there_was(at, topic)
        yield from self.started(at)
        yield from self.recovered(at)
        yield from self.held_session(at)
        yield from self.unknown(at)
        yield from self.criteria_clause(at, topic)
        if topic.about:
            yield from self.predicate(at, topic)

    def _subjects(self, at: int, topic: Topic) -> Iterator[tuple[Topic, Claims, int]]:  # noqa: PLR0912
        """What a clause is about."""
        front = topic.front
        self._against_now = topic.against
        if self.word(at, "you"):
            yield Topic(about="you", spot=front, front=front, last=topic), (), at + 1
            if front is None and self.word(
                at + 1, "ran", "covered", "completed", "started", "took"
            ):
                for place, end in self.place(at + 2):
                    yield Topic(about="place", spot=place, last=topic), (), end
        if self.word(at, "it") and topic.about and front is None:
            yield topic, (), at + 1
        yield from self._runs(at, front)
        for text in ("overall form score", "form score", "overall score", "form", "overall form",
                     "overall form rating", "overall verdict", "form rating"):  # fmt: skip
            name_end = self.phrase(self.past_determiner(at), text)
            if name_end is not None:
                yield Topic(about="metric", metric="overall", front=front), (), name_end
        for subject, claims, end in self._metrics(at, front):
            yield replace(subject, last=topic), claims, end
        for spot, end in self.place(at, kind=topic.place_kind):
            if front is None and isinstance(spot, str):
                of_place = Topic(about="place", spot=spot, last=topic, against=topic.against)
                yield of_place, (), end
                for claims, behind in self._place_aside(end, spot):
                    yield of_place, claims, behind
        if front is None:
            for spot, claims, end in self.all_places(at):
                if spot == SPLITS and self.figure(at) is None:
                    yield Topic(about="place", spot=spot), claims, end

    def _place_aside(self, at: int, spot: str) -> Iterator[tuple[Claims, int]]:
        """As "of roughly 5 km", "(6:11/km, 133 bpm)", ", at 6:11/km,"."""
        if self.word(at, "of"):
            for amount, end in self.amount(at + 1):
                own = self.meaning.value("distance", spot, amount)
                if amount.figure.unit == "km" and own is not None:
                    yield own, end
        for own, end in self.figures_of(at, spot, "pace"):
            if self.word(at, "("):
                yield own, end
            elif self.word(at, ",") and self.word(end, ","):
                yield own, end + 1

    def _runs(self, at: int, front: Spot | None) -> Iterator[tuple[Topic, Claims, int]]:
        begin = self.past_determiner(at)
        found = [(claims, end) for claims, end in self.kind(begin)]
        found += [((), end) for _, end in words.RUN.at(self.tokens, begin)]
        for amount, middle in self.amount(begin) if begin > at else ():
            own = self.meaning.value("distance", WHOLE, amount)
            if amount.figure.unit == "km" and own is not None:
                found += [(own + claims, end) for claims, end in self.kind(middle)]
                found += [(own, end) for _, end in words.RUN.at(self.tokens, middle)]
        if self.word(at, "it", "this"):
            found += [((), at + 1)]
        for claims, end in found:
            if front is not None:
                continue
            topic = Topic(about="run", metric=None, spot=WHOLE)
            for preposition in ("on", "of", "from"):
                if self.word(end, preposition):
                    begin = self.past_determiner(end + 1)
                    for day, behind in self.date(begin):
                        yield topic, claims + day, behind
            yield topic, claims, end
            if self.word(end, "of", "over", "("):
                for amount, behind in self.amount(end + 1):
                    own = self.meaning.value("distance", WHOLE, amount)
                    if amount.figure.unit != "km" or own is None:
                        continue
                    if self.word(end, "("):
                        behind += 1 if self.word(behind, ")") else 99  # noqa: PLW2901
                    yield topic, claims + own, behind

    def _metrics(self, at: int, front: Spot | None) -> Iterator[tuple[Topic, Claims, int]]:
        spot = front if front is not None else None
        balance = (
            self.phrase(self.past_determiner(at), "contact time balance")
            or self.phrase(self.past_determiner(at), "ground contact time balance")
            or self.phrase(self.past_determiner(at), "ground contact balance")
            or self.phrase(self.past_determiner(at), "balance")
        )
        if balance is not None:
            yield Topic(about="metric", metric="balance"), (), balance
        first = self.past_determiner(at)
        if self.word(first, "rep", "work", "interval", "repetition") and self.meaning.has_reps:
            for named, end in self.metric(first + 1):
                if (
                    front is None
                    and named in ("pace", "heart_rate")
                    and not self.word(first + 1, "the")
                ):
                    yield Topic(about="metric", metric=named, spot=SPLITS, front=SPLITS), (), end
        for named, end in self.metric(at):
            topic = Topic(
                about="metric", metric=named, spot=spot, front=spot, against=self._against_now
            )
            if self.word(end, "balance"):
                continue
            yield topic, (), end
            if front is None:
                for place, claims, behind in self.place_phrase(end):
                    yield replace(topic, spot=place, front=place), claims, behind
            yield from self._aside(end, topic)
            if self.word(end, "and", ","):
                yield from self._more_metrics(end, topic, (named,))
        begin = self.past_determiner(at)
        for text in ("all three form metrics", "all three metrics", "all three",
                     "all of the form metrics", "all form metrics", "all the form metrics",
                     "all rated metrics", "all three of the metrics",
                     "all three rated metrics"):  # fmt: skip
            all_end = self.phrase_figures(begin, text)
            if all_end is not None:
                metrics = words.FORM_METRICS
                yield Topic(about="metric", metric=metrics[0], metrics=metrics), (), all_end

    def _more_metrics(
        self, at: int, topic: Topic, named: tuple[str, ...]
    ) -> Iterator[tuple[Topic, Claims, int]]:
        """As "Contact time and vertical oscillation", "A, B and C"."""
        begin = self.phrase(at, ", and") or at + 1
        for metric, end in self.metric(begin):
            if metric in named:
                continue
            more = (*named, metric)
            if not self.word(at, ",") or self.word(at + 1, "and"):
                yield replace(topic, metrics=more), (), end
            if self.word(end, ",", "and"):
                yield from self._more_metrics(end, topic, more)

    def _aside(self, at: int, topic: Topic) -> Iterator[tuple[Topic, Claims, int]]:
        """As ", at 255 ms, " and "(255 ms)" and "of 255 ms" behind a name."""
        begin, close = None, ""
        if self.word(at, ",") and self.word(at + 1, "at"):
            begin, close = at + 2, ","
        elif self.word(at, "("):
            begin, close = at + 1, ")"
        elif self.word(at, "of", "at"):
            begin = at + 1
        if begin is None or topic.metric is None:
            return
        for amount, end in self.amount(begin):
            if close and not self.word(end, close):
                continue
            found = self.meaning.metric_of(amount.figure, topic.metric)
            if found is None or found[0] != topic.metric:
                continue
            claims = self.meaning.value(
                topic.metric, topic.spot or WHOLE, amount_of(amount, found[1])
            )
            if claims is not None:
                behind = end + 1 if close else end
                yield topic, claims, behind
                if self.word(behind, "and"):
                    for other, more, last in self._metrics(behind + 1, topic.front):
                        if other.metric and other.metric != topic.metric and not other.metrics:
                            both = (topic.metric, other.metric)
                            yield replace(topic, metrics=both), claims + more, last


def amount_of(amount: Amount, figure: Figure) -> Amount:
    """The same hedge around a figure in the unit that was meant."""
    return replace(amount, figure=figure)
