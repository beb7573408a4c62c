"""English clauses about the fastest, the slowest, the highest and the lowest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hakaru.guard.claims import Extreme
from hakaru.running.claims import read_en_words as words
from hakaru.running.claims.read_en_clauses import Step
from hakaru.running.claims.read_en_meaning import Amount, Claims, Spot, Stretch
from hakaru.running.claims.read_en_parts import Topic
from hakaru.running.claims.read_en_tokens import BARE
from hakaru.running.claims.read_en_verbs import Verbs

_CAME = words.Table({
    "was|were|is|are|came|came in|occurred|fell|,|being|came at|was run|was recorded|was seen"
    "|came with"
    "|came during|was reached|was measured|was in|came on|:|were in|showed|arrived in|was set": "",
})  # fmt: skip


class Extremes(Verbs):
    """Clauses that name extremes."""

    # extremes

    def superlatives(self, at: int, topic: Topic) -> Iterator[Step]:
        """As "Your fastest kilometre was km 8 at 6:16/km",
        "Split 12, at 4:04/km, was the fastest"."""
        for metric, which, unit, n, amount, end in self._superlative(at, topic):
            after = Topic(about="", which=(metric, which), unit=unit)
            for _, begin in _CAME.at(self.tokens, end):
                begin = self.skip(begin, words.DEGREE) if self.word(begin, "again") else begin  # noqa: PLW2901
                yield from self._named(begin, after, amount, n)
                if amount is None and n == 1 and unit:
                    yield from self._extreme_value(begin, after)
            if self.word(end, "("):
                yield from self._named(end + 1, after, amount, n, closed=True)
        yield from self._place_first(at, topic)
        yield from self._places_first(at)
        yield from self._trailing(at, topic)
        yield from self.in_order(at)
        if not topic.about and (behind := self.phrase(at, "a negative split")):
            claims = self.meaning.compare(
                "pace.actual@second half", "lower", "pace.actual@first half", None
            )
            if claims is not None:
                yield behind, claims, Topic(about="metric", metric="pace")
        yield from self.between_extremes(at)

    def _superlative(
        self, at: int, topic: Topic
    ) -> Iterator[tuple[str, str, str, int, Amount | None, int]]:
        """As "the two fastest splits", "the highest heart rate (137 bpm)", "the slowest": metric,
        side, unit, how many, figure."""
        begin = self.past_determiner(at)
        figure = self.figure(begin)
        n = 1
        if figure is not None and figure.unit == BARE and figure.value in (2.0, 3.0):
            n, begin = int(figure.value), begin + 1
        for (metric, which), end in words.SUPERLATIVE.at(self.tokens, begin):
            if metric == "pace":
                last_unit = topic.unit or ""
                for unit, behind in words.UNIT_OF_RUN.at(self.tokens, end):
                    for amount, last in self._own_figure(behind, "pace"):
                        yield "pace", which, unit, n, amount, last
                if topic.which is not None and topic.which[0] == "pace":
                    yield "pace", which, last_unit or "split", n, None, end
            elif metric is None:
                begin2 = next(
                    (e for text in ("average", "mean") if (e := self.phrase(end, text))), end
                )
                for named, behind in words.METRIC.at(self.tokens, begin2):
                    if named == "pace":
                        continue
                    for amount, last in self._own_figure(behind, named):
                        yield named, which, "", n, amount, last
                if topic.which is not None and topic.which[0] != "pace":
                    yield topic.which[0], which, topic.unit, n, None, end

    def _own_figure(self, at: int, metric: str) -> Iterator[tuple[Amount | None, int]]:
        """Its figure behind a name: "of 137 bpm", "(137 bpm)", ", 137 bpm,"."""
        at = self.skip(at, words.FILLER)
        yield None, at
        begin = at + 1 if self.word(at, "of", "(", ",", "at") else at
        begin = begin + 1 if self.word(at, ",") and self.word(begin, "at") else begin
        for amount, end in self.amount(begin):
            found = self.meaning.metric_of(amount.figure, metric)
            if found is None or found[0] != metric:
                continue
            if self.word(at, "(", ",") and not self.word(end, ")", ","):
                continue
            yield replace(amount, figure=found[1]), end + (1 if self.word(at, "(", ",") else 0)

    def _named(
        self, at: int, topic: Topic, amount: Amount | None, n: int, *, closed: bool = False
    ) -> Iterator[Step]:
        """The places of an extreme, each perhaps with its figure."""
        assert topic.which is not None, "only of an extreme"
        metric, which = topic.which
        begin = next(
            (at + 1 for word in ("in", "at", "during", "with", "on") if self.word(at, word)), at
        )
        for spots, claims, end in self._listed_places(begin, topic, n, ()):
            claim = self.meaning.extreme(metric, which, spots)
            if claim is None or not self._fits(claim, topic.unit):
                continue
            own: Claims = ()
            if amount is not None:
                if n != 1:
                    continue
                own = self._amount_at(metric, spots[0], amount) or ()
                if not own:
                    continue
            if closed and not self.word(end, ")"):
                continue
            after = replace(topic, about="place", spot=spots[0] if n == 1 else None, last=None)
            yield end + int(closed), (claim, *claims, *own), after

    def _fits(self, claim: object, unit: str) -> bool:
        kind = claim.series.kind if isinstance(claim, Extreme) else ""
        return (kind == "repetition") == (unit == "rep") or not unit or self.meaning.has_reps

    def _listed_places(
        self, at: int, topic: Topic, n: int, before: tuple[Spot, ...]
    ) -> Iterator[tuple[tuple[Spot, ...], Claims, int]]:
        metric = topic.which[0] if topic.which else "pace"
        kind = topic.unit or "split"
        named = kind
        for spot, end in self.place(at, kind=named):
            spots = (*before, spot)
            for claims, last in [((), end), *self.figures_of(end, spot, metric)]:
                if len(spots) == n:
                    yield spots, claims, last
                    continue
                begin = (
                    self.phrase(last, ", and") or self.phrase(last, "and") or self.phrase(last, ",")
                )
                if begin is not None:
                    inner = replace(topic, unit=kind)
                    for more, rest, behind in self._listed_places(begin, inner, n, spots):
                        yield more, claims + rest, behind
        if not before and n > 1:
            for unit, end in words.UNIT_OF_RUN.at(self.tokens, at):
                for spot, last in self.place(end, kind=unit):
                    begin = self.phrase(last, "and")
                    if begin is None or self.figure(end) is None:
                        continue
                    for other, behind in self.place(begin, kind=unit):
                        yield (spot, other), (), behind

    def _extreme_value(self, at: int, topic: Topic) -> Iterator[Step]:
        """As "The fastest split was 5:10/km [in km 5]": the figure of the extreme."""
        assert topic.which is not None, "only of an extreme"
        metric, which = topic.which
        begin = self.phrase(at, "at") or at
        for amount, end in self.amount(begin):
            found = self.meaning.metric_of(amount.figure, metric)
            if found is None or found[0] != metric or metric != "pace":
                continue
            role = "fastest" if which == "lowest" else "slowest"
            claims = self.meaning.of_ids((f"pace.{role}",), replace(amount, figure=found[1]))
            if claims is None:
                continue
            yield end, claims, topic
            for spot, _, last in self.place_phrase(end):
                claim = self.meaning.extreme(metric, which, (spot,))
                own = self._amount_at(metric, spot, amount)
                if claim is not None and own is not None and self._fits(claim, topic.unit):
                    yield last, (claim, *own), topic

    def _place_first(self, at: int, topic: Topic) -> Iterator[Step]:  # noqa: ARG002
        """As "Km 5 was the quickest split, at 5:10/km"."""
        for spot, end in self.place(at):
            for claims, begin in [((), end), *self._aside_figures(end, spot)]:
                for verb in (
                    "was",
                    "is",
                    "were",
                    "stood out as",
                    "turned out to be",
                    "proved",
                    "being",
                    "",
                ):
                    middle = self.phrase(begin, verb)
                    if middle is None:
                        continue
                    middle = middle + 1 if self.word(middle, "also", "again") else middle
                    if not verb and not self.word(middle, "the", "your"):
                        continue
                    first = self.past_determiner(middle)
                    for metric, which, unit, n, _, last in self._super_bare(first):
                        claim = self.meaning.extreme(metric, which, (spot,))
                        if claim is None or n != 1 or not self._fits(claim, unit):
                            continue
                        after = Topic(about="place", spot=spot, which=(metric, which), unit=unit)
                        last = self.skip(last, words.FILLER)  # noqa: PLW2901
                        yield last, (*claims, claim), after
                        for own, behind in self.figures_of(last, spot, metric):
                            yield behind, (*claims, claim, *own), after

    def _places_first(self, at: int) -> Iterator[Step]:
        """As "Km 9 (6:11/km) and km 8 (6:16/km) were the fastest"."""
        begin = Topic(which=("pace", "lowest"), unit="split")
        for n in (2, 3):
            for spots, claims, end in self._listed_places(at, begin, n, ()):
                if not self.word(end, "were"):
                    continue
                for metric, which, unit, _, _, last in self._super_bare(
                    self.past_determiner(end + 1)
                ):
                    claim = self.meaning.extreme(metric, which, spots)
                    if claim is not None and self._fits(claim, unit):
                        yield self.skip(last, words.FILLER), (*claims, claim), Topic()

    def in_order(self, at: int) -> Iterator[Step]:
        """As "Km 1 and km 2 were run at 6:36/km and 6:29/km", "the last two kilometres"."""
        listed: list[tuple[tuple[Spot, ...], int]] = []
        topic = Topic(which=("pace", "lowest"), unit="split")
        for n in (2, 3):
            listed += [
                (spots, end)
                for spots, claims, end in self._listed_places(at, topic, n, ())
                if not claims
            ]
        for stretch, _, end in self.stretch(at):
            if isinstance(stretch, Stretch) and stretch.first and stretch.last:
                numbers = range(stretch.first, stretch.last + 1)
                if len(numbers) <= 3 and stretch.first < stretch.last:
                    listed.append((tuple(f"{stretch.kind} {number}" for number in numbers), end))
        for spots, end in listed:
            for verb in (
                "were run at",
                "were run in",
                "were",
                "came in at",
                "were at",
                "averaged",
                "went by in",
            ):
                begin = self.phrase(end, verb)
                if begin is not None:
                    yield from self._figures_in_order(begin, spots, ())

    def _figures_in_order(self, at: int, spots: tuple[Spot, ...], before: Claims) -> Iterator[Step]:
        for amount, end in self.amount(at):
            figure = amount.figure
            named = "heart_rate" if figure.unit == "bpm" else "pace"
            own = self._amount_at(named, spots[0], amount)
            if own is None:
                continue
            if len(spots) == 1:
                yield end, before + own, Topic()
                continue
            begin = self.phrase(end, ", and") or self.phrase(end, "and") or self.phrase(end, ",")
            if begin is not None:
                yield from self._figures_in_order(begin, spots[1:], before + own)

    def _trailing(self, at: int, topic: Topic) -> Iterator[Step]:
        """As ", the highest of any split" behind a value at a place."""
        begin = self.past_determiner(at)
        spot = topic.spot
        if not isinstance(spot, str) or begin == at:
            return
        for (metric, which), end in words.SUPERLATIVE.at(self.tokens, begin):
            named = metric or topic.metric or ""
            if named not in ("pace", "heart_rate") or (metric is None and named == "pace"):
                continue
            if topic.metric not in (None, named):
                continue
            claim = self.meaning.extreme(named, which, (spot,))
            if claim is None:
                continue
            unit_end = next((e for _, e in words.UNIT_OF_RUN.at(self.tokens, end)), None)
            value_end = self.phrase(end, "value") or self.phrase(end, "average") or unit_end or end
            for text in ("of any split", "of all splits", "of any kilometre", "of all",
            "of the run", "of any km",
                         "of the day", "of the session", "of the workout", ""):  # fmt: skip
                last = self.phrase(value_end, text)
                if last is not None and (text or value_end > end):
                    yield last, (claim,), Topic()

    def between_extremes(self, at: int) -> Iterator[Step]:
        """As "The difference between your fastest and slowest kilometre was 29 seconds"."""
        begin = self.past_determiner(at)
        yield from self._fastest_than_slowest(begin)
        for text in ("difference between", "gap between", "spread between", "range between"):
            end = self.phrase(begin, text)
            if end is None:
                continue
            end = self.past_determiner(end)
            for pair in ("fastest and slowest", "slowest and fastest", "quickest and slowest",
                         "fastest and the slowest"):  # fmt: skip
                middle = self.phrase(end, pair)
                if middle is None:
                    continue
                for unit, last in words.UNIT_OF_RUN.at(self.tokens, middle):
                    if (unit == "rep") != self.meaning.has_reps and unit != "split":
                        continue
                    verb = (
                        self.phrase(last, "was")
                        or self.phrase(last, "is")
                        or self.phrase(last, "came to")
                    )
                    for amount, behind in self.amount(verb) if verb is not None else ():
                        claims = self.meaning.compare(
                            "pace.slowest", "higher", "pace.fastest", amount
                        )
                        if claims is not None and amount.figure.unit in ("s", "s/km"):
                            yield behind, claims, Topic()

    def _fastest_than_slowest(self, at: int) -> Iterator[Step]:
        """As "your fastest rep was 21 seconds per km faster than your slowest"."""
        for first, second, word in (
            ("fastest", "slowest", "faster"),
            ("slowest", "fastest", "slower"),
        ):
            begin = self.phrase(at, first)
            for unit, end in words.UNIT_OF_RUN.at(self.tokens, begin) if begin is not None else ():
                if (unit == "rep") != self.meaning.has_reps and unit != "split":
                    continue
                verb = self.phrase(end, "was")
                for amount, middle in self.amount(verb) if verb is not None else ():
                    last = self.phrase(middle, f"{word} than")
                    last = None if last is None else self.phrase(self.past_determiner(last), second)
                    claims = self.meaning.compare("pace.slowest", "higher", "pace.fastest", amount)
                    if last is None or claims is None or amount.figure.unit not in ("s", "s/km"):
                        continue
                    tail = next((e for _, e in words.UNIT_OF_RUN.at(self.tokens, last)), last)
                    yield tail, claims, Topic()

    def _super_bare(self, at: int) -> Iterator[tuple[str, str, str, int, None, int]]:
        for (metric, which), end in words.SUPERLATIVE.at(self.tokens, at):
            if metric != "pace":
                continue
            yield "pace", which, "", 1, None, end
            for unit, behind in words.UNIT_OF_RUN.at(self.tokens, end):
                yield "pace", which, unit, 1, None, behind

    def _aside_figures(self, at: int, spot: Spot) -> Iterator[tuple[Claims, int]]:
        for own, end in self.figures_of(at, spot, "pace"):
            if self.word(at, ",") and self.word(end, ","):
                yield own, end + 1
            elif self.word(at, "("):
                yield own, end
