"""What an English clause says of its topic: values, comparisons, changes, extremes, verdicts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from hakaru.guard.claims import Every, Limit, Said, Text, Value
from hakaru.running.claims import read_en_words as words
from hakaru.running.claims.read_en_meaning import (
    SPLITS,
    WHOLE,
    Amount,
    Claims,
    Degree,
    Spot,
    Stretch,
    in_unit,
)
from hakaru.running.claims.read_en_parts import Parts, Reference, Topic
from hakaru.running.claims.read_en_tokens import BARE, CLOCK, Figure

Step: TypeAlias = tuple[int, Claims, Topic]
Saying: TypeAlias = Callable[[Topic, Spot | None], Claims | None]
"""What one complement claims of a topic at a place."""

_PREPOSITION = words.Table({"at|to|of|:": "", "as": ""})
JOIN = words.Table({
    ",|and|, and|but|, but|, still|with|, with|at|, at|for|, for|in|at an|with an|, with an"
    "|while|, while"
    "|against": "",
})  # fmt: skip


class Clauses(Parts):
    """Predicates and clauses without a subject of the usual kind."""

    def phrase_figures(self, at: int, text: str) -> int | None:
        """As `phrase`; number words are figures."""
        position = at
        for word in text.split():
            figure = self.figure(position)
            if word == "three":
                if figure is None or figure.value != 3.0 or figure.unit != BARE:
                    return None
            elif not self.word(position, word):
                return None
            position += 1
        return position

    def _complements(self, at: int, topic: Topic) -> Iterator[Step]:
        yield from self._more(at, topic, ())

    def _more(self, at: int, topic: Topic, sayings: tuple[Saying, ...]) -> Iterator[Step]:
        """Complements, each perhaps with a place, which is that of all before it that have none."""
        begin = self.skip(at, words.FILLER)
        if not sayings:
            for spot, claims, end in self.place_phrase(begin):
                if topic.spot is None:
                    end = end + 1 if self.word(end, ",") else end  # noqa: PLW2901
                    inner = replace(topic, spot=spot, front=spot)
                    for last, more, after in self._more(end, inner, ()):
                        yield last, claims + more, after
        for saying, end in self._complement(begin, topic):
            listed = (*sayings, saying)
            settled = self.skip(end, words.FILLER)
            for behind in dict.fromkeys((end, settled)):
                said = self._said(listed, topic, topic.spot)
                if said is not None:
                    yield behind, said, topic
                for _, following in JOIN.at(self.tokens, behind):
                    yield from self._more(following, topic, listed)
                yield from self._placed(behind, topic, listed)

    def _placed(self, at: int, topic: Topic, listed: tuple[Saying, ...]) -> Iterator[Step]:
        if topic.spot is not None and topic.front is None and topic.about != "run":
            return
        if topic.front is not None:
            return
        for spot, more, end in self.place_phrase(at, kind=topic.hint):
            claims = self._said(listed, topic, spot)
            if claims is None:
                continue
            claims += more
            placed = replace(topic, spot=spot)
            yield end, claims, placed
            hinted = replace(topic, hint=placed.place_kind)
            for _, following in JOIN.at(self.tokens, end):
                compared = any(True for _ in self._relations(following, placed))
                inner = replace(placed, front=spot) if compared else hinted
                for last, rest, after in self._more(following, inner, ()):
                    yield last, claims + rest, after

    def _said(self, sayings: tuple[Saying, ...], topic: Topic, spot: Spot | None) -> Claims | None:
        listed: list[Claims] = []
        for saying in sayings:
            for metric in topic.metrics or (topic.metric,):
                claims = saying(replace(topic, metric=metric), spot)
                if claims is None:
                    return None
                listed.append(claims)
        return tuple(claim for claims in listed for claim in claims)

    def _complement(self, at: int, topic: Topic) -> Iterator[tuple[Saying, int]]:
        if topic.verb not in ("not", "fall"):
            yield from self._values(at, topic)
            yield from self._spans(at, topic)
            yield from self._balances(at, topic)
            yield from self._own_metric(at)
            yield from self._states(at, topic)
        yield from self._up_from(at, topic)
        yield from self._relations(at, topic)
        yield from self._ranges(at, topic)
        yield from self._goods(at, topic)

    def _values(self, at: int, topic: Topic) -> Iterator[tuple[Saying, int]]:
        begin = next((end for _, end in _PREPOSITION.at(self.tokens, at)), at)
        if self.word(at, "in") and (figure := self.figure(at + 1)) is not None:
            begin = at + 1 if figure.unit in (CLOCK, "s") and topic.about == "place" else at
        for amount, end in self.amount(begin):
            if topic.verb == "about":
                continue
            amount_said = amount

            def saying(
                inner: Topic, spot: Spot | None, amount: Amount = amount_said
            ) -> Claims | None:
                return self._value_of(inner, spot, amount)

            longer = end + 1 if self.word(end, "long") else end
            yield saying, longer
            for text in (
                ", compared with",
                ", compared to",
                ", against",
                ", versus",
                "against",
                "versus",
                "vs",
                "compared with",
                "compared to",
                "(",
            ):
                behind = self.phrase(end, text)
                if behind is not None:
                    yield from self._against(saying, behind, topic, amount, closed=text == "(")

    def _against(
        self, saying: Saying, at: int, topic: Topic, amount: Amount, *, closed: bool
    ) -> Iterator[tuple[Saying, int]]:
        found = self.meaning.metric_of(amount.figure, topic.metric)
        if found is None:
            return
        metric = found[0]
        begin = at + 1 if closed and self.word(at, "vs", "versus", "against") else at
        for reference, end in self.reference(begin, metric, kind=topic.place_kind):
            if reference.stated is None and (reference.role or reference.spot):
                figure = self.figure(end)
                if figure is None:
                    continue
                reference, end = replace(reference, stated=figure), end + 1  # noqa: PLW2901
            if closed:
                if not self.word(end, ")"):
                    continue
                end += 1  # noqa: PLW2901

            def both(
                inner: Topic, spot: Spot | None, reference: Reference = reference
            ) -> Claims | None:
                own = saying(inner, spot)
                other = self.claims_of_reference(reference, inner.metric or metric)
                return None if own is None or other is None else own + other

            if reference.role or reference.spot:
                yield both, end

    def _value_of(self, topic: Topic, spot: Spot | None, amount: Amount) -> Claims | None:
        metric = topic.metric
        if metric == "overall":
            unit = "score" if amount.figure.unit == BARE else amount.figure.unit
            role = {"score": "score", "star": "star"}.get(unit)
            figure = in_unit(amount.figure, unit)
            return role and self.meaning.of_ids(
                (f"overall.{role}",), replace(amount, figure=figure)
            )  # type: ignore[return-value]
        of_split = topic.about == "place" and isinstance(spot, str) and "split " in spot
        if metric is None and amount.figure.unit == CLOCK and of_split:
            metric = "pace"
        found = self.meaning.metric_of(amount.figure, metric)
        if found is None:
            return None
        named, figure = found
        if topic.about == "metric" and named != metric and named not in ("pace", "heart_rate"):
            return None
        if topic.about == "place" and named in ("cadence",) and spot == SPLITS:
            return None
        if isinstance(spot, Stretch) and amount.bound is None:
            return None
        if topic.verb == "stay" and amount.bound is None and spot is None and named == "pace":
            return None
        if topic.verb == "stay" and amount.bound is not None and named in ("pace", "heart_rate"):
            spot = Stretch("split") if spot is None else spot
        return self.meaning.value(
            named, WHOLE if spot is None else spot, replace(amount, figure=figure)
        )

    def _spans(self, at: int, topic: Topic) -> Iterator[tuple[Saying, int]]:  # noqa: ARG002
        for low, high, end in self.between(at):

            def saying(
                inner: Topic, spot: Spot | None, low: Figure = low, high: Figure = high
            ) -> Claims | None:
                first = self.meaning.metric_of(low, inner.metric)
                second = self.meaning.metric_of(high, inner.metric)
                if first is None or second is None or first[0] != second[0]:
                    return None
                named = first[0]
                if named not in ("pace", "heart_rate") or (
                    spot and spot not in (SPLITS,) and isinstance(spot, str)
                ):
                    return None
                return (self.meaning.span(named, spot or WHOLE, first[1], second[1]),)

            yield saying, end
        for low_value, high_value, end in self.decade(at):

            def decade(
                inner: Topic, spot: Spot | None, low: float = low_value, high: float = high_value
            ) -> Claims | None:
                if inner.metric not in ("heart_rate", "cadence"):
                    return None
                unit = "bpm" if inner.metric == "heart_rate" else "spm"
                bottom = Said(value=low, unit=unit, slack=0.0)
                top = Said(value=high, unit=unit, slack=0.0)
                if isinstance(spot, Stretch) or (inner.verb == "stay" and not spot):
                    series = self.meaning.series(inner.metric, spot or WHOLE)
                    return Every(series, "at_least", bottom), Every(series, "below", top)
                fact = self.meaning.ids(inner.metric, spot or WHOLE)[0]
                return Limit(fact, "at_least", bottom), Limit(fact, "below", top)

            yield decade, end

    def _up_from(self, at: int, topic: Topic) -> Iterator[tuple[Saying, int]]:
        """As "up from 131 bpm in the first": against another place."""
        for text, relation in (("up from", "higher"), ("down from", "lower")):
            begin = self.phrase(at, text)
            if begin is None or topic.metric in (None, "pace") or topic.verb == "not":
                continue
            for reference, end in self.reference(begin, topic.metric or "", kind=topic.place_kind):
                if reference.figure is None:
                    yield self._relation(reference, f"={relation}", None, "", topic), end

    def _balances(self, at: int, topic: Topic) -> Iterator[tuple[Saying, int]]:
        if topic.metric != "balance":
            return
        figure = self.figure(at)
        if figure is not None and figure.unit == "%":
            end = self.skip_side(at + 1)
            side = next((s for s in ("left", "right") if self.word(end, s)), None)
            if side:
                claims = (Value(f"balance.{side}", figure.said),)
                yield (lambda _topic, _spot: claims), end + 1
        for text in ("practically your usual split", "close to your usual split",
                     "practically unchanged", "close to your usual balance"):  # fmt: skip
            behind = self.phrase(at, text)
            if behind is not None:
                limit = Limit("balance.shift", "at_most", Said(value=0.5, unit="%", slack=0.0))
                yield (lambda _t, _s, c=(limit,): c), behind  # type: ignore[misc]

    def skip_side(self, at: int) -> int:
        """Behind "on the" before left or right."""
        return self.phrase(at, "on the") or self.phrase(at, "to the") or at

    def _own_metric(self, at: int) -> Iterator[tuple[Saying, int]]:
        """As "an average heart rate of 133 bpm", "heart rate at 149 bpm", "heart rate between"."""
        yield from self._figure_first(at)
        begin = self.phrase(at, "at") or self.phrase(at, "with") or at
        average = self.phrase(begin, "an average of")
        if average is not None:
            yield from self._values(average, Topic())
            return
        for named, end in self.metric(begin):
            for verb_end in dict.fromkeys(
                [end, *(e for v, e in words.LINK.at(self.tokens, end) if v != "stay")]
            ):
                inner = Topic(about="metric", metric=named)
                for saying, behind in (
                    *self._values(verb_end, inner),
                    *self._spans(verb_end, inner),
                ):

                    def own(
                        _: Topic,
                        spot: Spot | None,
                        saying: Saying = saying,
                        m: str = named,
                    ) -> Claims | None:
                        return saying(Topic(about="metric", metric=m), spot)

                    yield own, behind

    def _figure_first(self, at: int) -> Iterator[tuple[Saying, int]]:
        """As "71 % humidity", "a 133 bpm average heart rate", "45 m of climb"."""
        for amount, end in self.amount(at):
            of = self.phrase(end, "of") or end
            for named, last in self.metric(of):
                if of > end and named not in ("climb", "descent", "humidity", "wind", "headwind"):
                    continue
                figure, behind = amount.figure, last
                if (
                    named == "climb"
                    and figure.unit == "m"
                    and (per := self.phrase(last, "per km") or self.phrase(last, "per kilometre"))
                ):
                    figure, behind = in_unit(figure, "m/km"), per
                found = self.meaning.metric_of(figure, named)
                if found is None or found[0] != named:
                    continue
                said = replace(amount, figure=found[1])

                def own(
                    _: Topic, spot: Spot | None, said: Amount = said, m: str = named
                ) -> Claims | None:
                    return self.meaning.value(m, spot or WHOLE, said)

                yield own, behind

    def _states(self, at: int, topic: Topic) -> Iterator[tuple[Saying, int]]:
        """As "flat", "a tempo run", "practically identical to the expected", "even"."""
        if topic.about == "run":
            begin = self.past_determiner(at)
            for claims, end in self.kind(begin):
                yield (lambda _t, _s, c=claims: c), end  # type: ignore[misc]
                if self.word(end, "of"):
                    for amount, last in self.amount(end + 1):
                        own = self.meaning.value("distance", WHOLE, amount)
                        if amount.figure.unit == "km" and own is not None:
                            yield (lambda _t, _s, c=claims + own: c), last  # type: ignore[misc]
        for _, end in words.STEADY.at(self.tokens, at):
            if topic.metric in ("pace", "heart_rate") and topic.spot in (None, WHOLE, SPLITS):
                steady = self._steady(topic.metric)
                yield (lambda _t, _s, c=steady: c), end  # type: ignore[misc]
        if topic.about == "run" or topic.metric in ("wind", "temperature", "humidity"):
            for (metric, bound, figure), end in words.WEATHER.at(self.tokens, at):
                if topic.metric in (None, metric):
                    unit = self.meaning.unit_of(metric)
                    said = Said(value=figure, unit=unit, slack=0.0)
                    limit = (Limit(f"{metric}.actual", bound, said),)  # type: ignore[arg-type]
                    yield (lambda _t, _s, c=limit: c), end  # type: ignore[misc]
        if topic.about == "run":
            for terrain, end in words.TERRAIN.at(self.tokens, at):
                flat = (Text("terrain.actual", terrain),)
                yield (lambda _t, _s, c=flat: c), end  # type: ignore[misc]
        yield from self._like_reference(at, topic)

    def _like_reference(self, at: int, topic: Topic) -> Iterator[tuple[Saying, int]]:
        """As "practically identical to the expected"."""
        for text in ("in line with", "close to", "practically identical to", "right at",
                     "practically at", "virtually identical to", "right on", "almost identical to",
                     "very close to", "nearly identical to", "almost exactly", "right in line with",
                     "essentially at", "practically the same as", "on par with"):  # fmt: skip
            begin2 = self.phrase(at, text)
            if begin2 is None or topic.metric is None:
                continue
            for reference, end in self.reference(begin2, topic.metric, kind=topic.place_kind):
                if reference.role or reference.spot:

                    def same(
                        inner: Topic, spot: Spot | None, reference: Reference = reference
                    ) -> Claims | None:
                        metric = inner.metric or ""
                        stated = self.claims_of_reference(reference, metric)
                        if stated is None:
                            return None
                        left = self.meaning.ids(metric, spot or WHOLE)
                        right = self.right_ids(reference, metric)
                        return *stated, *self.meaning.same(left[0], right[0], frac=0.01)

                    yield same, end

    def _steady(self, metric: str) -> Claims:
        """Every split within 5 % of the average."""
        average = self.meaning.facts.number(f"{metric}.average")
        unit = self.meaning.unit_of(metric)
        series = self.meaning.series(metric, WHOLE)
        value = -1.0 if average is None else average
        return (
            Every(series, "at_least", Said(value=0.95 * value, unit=unit, slack=0.0)),
            Every(series, "at_most", Said(value=1.05 * value, unit=unit, slack=0.0)),
        )

    def _relations(self, at: int, topic: Topic) -> Iterator[tuple[Saying, int]]:
        """As "3.9 % shorter than expected", "slightly above the target", "slower"."""
        begin = self.phrase(at, "by") or at
        options: list[tuple[Amount | None, Degree, int]] = [(None, "", begin)]
        options += [(amount, "", end) for amount, end in self.amount(begin)]
        plain = begin + 1 if self.word(begin, "only", "just", "still", "also") else begin
        options += [(None, degree, end) for degree, end in words.DEGREE.at(self.tokens, plain)]
        for by, degree, end in options:
            end = self.phrase(end, "per km") or self.phrase(end, "per kilometre") or end  # noqa: PLW2901
            for word, behind in words.COMPARATIVE.at(self.tokens, end):
                if self.word(behind, "than"):
                    yield from self._compared(behind + 1, topic, word, by, degree)
                    yield from self._beyond_range(behind + 1, topic, word, by, degree)
                elif self.word(behind, "in", "over", "during"):
                    yield from self._compared_places(behind, topic, word, by, degree)
                elif topic.against is not None:
                    yield self._relation(topic.against, word, by, degree, topic), behind
                elif isinstance(topic.spot, str) and topic.spot.endswith("half"):
                    other = "second half" if topic.spot.startswith("first") else "first half"
                    yield self._relation(Reference(spot=other), word, by, degree, topic), behind
            for relation, behind in words.ABOVE.at(self.tokens, end):
                yield from self._compared(behind, topic, f"={relation}", by, degree)

    def _compared(
        self, at: int, topic: Topic, word: str, by: Amount | None, degree: Degree
    ) -> Iterator[tuple[Saying, int]]:
        metric = self._metric_by(word, topic)
        if metric is None:
            return
        for reference, end in self.reference(at, metric, kind=topic.place_kind):
            if reference.figure is not None and by is not None:
                continue
            amount, last = by, end
            if by is None and (self.word(end, "by") or self.phrase(end, ", by")):
                begin = end + (1 if self.word(end, "by") else 2)
                for found, behind in self.amount(begin):
                    amount, last = found, behind
                    break
            yield self._relation(reference, word, amount, degree, topic), last
            if amount is not by:
                yield self._relation(reference, word, by, degree, topic), end

    def _compared_places(
        self, at: int, topic: Topic, word: str, by: Amount | None, degree: Degree
    ) -> Iterator[tuple[Saying, int]]:
        """As "3 bpm higher in the second half than in the first"."""
        if topic.spot is not None:
            return
        for spot, _, end in self.place_phrase(at):
            if not self.word(end, "than"):
                continue
            kind = replace(topic, spot=spot).place_kind
            for reference, last in self.reference(
                end + 1, self._metric_by(word, topic) or "", kind=kind
            ):
                if reference.spot is None:
                    continue
                saying = self._relation(reference, word, by, degree, topic)

                def placed(
                    inner: Topic, _: Spot | None, spot: Spot = spot, saying: Saying = saying
                ) -> Claims | None:
                    return saying(inner, spot)

                yield placed, last

    def _beyond_range(
        self, at: int, topic: Topic, word: str, by: Amount | None, degree: Degree
    ) -> Iterator[tuple[Saying, int]]:
        """As "shorter than your usual range of 284-300 ms"."""
        if by is not None or topic.metric is None:
            return
        for claims, end in self.own_range(at, topic.metric):

            def saying(inner: Topic, spot: Spot | None, claims: Claims = claims) -> Claims | None:
                relation = words.relation_by(word, inner.metric or "")
                if relation is None or spot is not None or inner.verb == "not":
                    return None
                side = "above" if relation == "higher" else "below"
                found = self.meaning.within(inner.metric or "", side, degree, negated=False)
                return None if found is None else (*claims, *found)

            yield saying, end

    def _metric_by(self, word: str, topic: Topic) -> str | None:
        if topic.metric is not None:
            return topic.metric
        return "pace" if word in ("faster", "slower") else None

    def _relation(
        self,
        reference: Reference,
        word: str,
        by: Amount | None,
        degree: Degree,
        topic: Topic,  # noqa: ARG002
    ) -> Saying:
        def saying(inner: Topic, spot: Spot | None) -> Claims | None:
            metric = self._metric_by(word, inner)
            if metric is None or inner.metric == "overall":
                return None
            relation = word[1:] if word[0] == "=" else words.relation_by(word, metric)
            if relation is None:
                return None
            negated = inner.verb == "not"
            if reference.figure is not None:
                return self._against_figure(
                    inner, spot, metric, relation, reference.figure, negated
                )
            if metric == "pace" and word[0] == "=":
                return None
            stated = self.claims_of_reference(reference, metric)
            left = () if isinstance(spot, Stretch) else self.meaning.ids(metric, spot or WHOLE)
            if stated is None or not left:
                return None
            claims: Claims = stated
            rights = self.right_ids(reference, metric)
            pair = [(a, b) for a in left[:1] for b in rights[:1]]
            for one, other in pair:
                compared = self.meaning.compare(
                    one, relation, other, by, degree=degree, negated=negated
                )
                if compared is None:
                    return None
                claims += compared
            return claims

        return saying

    def _against_figure(
        self, topic: Topic, spot: Spot | None, metric: str, relation: str, figure: Figure, neg: bool
    ) -> Claims | None:
        found = self.meaning.metric_of(figure, metric)
        if found is None or found[0] != metric:
            return None
        bound = {
            ("higher", False): "above", ("lower", False): "below",
            ("higher", True): "at_most", ("lower", True): "at_least",
        }[relation, neg]  # fmt: skip
        amount = Amount(found[1], bound)  # type: ignore[arg-type]
        if topic.verb == "stay" and not isinstance(spot, str) and metric in ("pace", "heart_rate"):
            return (self.meaning.every(metric, spot or WHOLE, bound, found[1]),)  # type: ignore[arg-type]
        return self.meaning.value(metric, spot or WHOLE, amount)

    def _ranges(self, at: int, topic: Topic) -> Iterator[tuple[Saying, int]]:
        """As "comfortably inside your usual range", "within the 5 % tolerance"."""
        options: list[tuple[Degree, int]] = [("", at)]
        options += list(words.DEGREE.at(self.tokens, at))
        for degree, end in options:
            for text, side in _SIDES:
                begin = self.phrase(end, text)
                if begin is None:
                    continue
                if topic.metric is not None:
                    for claims, behind in self.own_range(begin, topic.metric):
                        yield partial(self._in_range, claims, side, degree), behind
                yield from self._tolerances(begin, side)

    def _in_range(
        self, claims: Claims, side: str, degree: Degree, /, inner: Topic, spot: Spot | None
    ) -> Claims | None:
        if spot is not None or inner.metric is None:
            return None
        found = self.meaning.within(inner.metric, side, degree, negated=inner.verb == "not")
        return None if found is None else (*claims, *found)

    def _tolerances(self, at: int, side: str) -> Iterator[tuple[Saying, int]]:
        begin = self.past_determiner(at)
        figure = self.figure(begin)
        if side != "inside" or figure is None or figure.unit != "%":
            return
        if not self.word(begin + 1, "tolerance"):
            return

        def saying(topic: Topic, _: Spot | None) -> Claims | None:
            if topic.verb == "not" or topic.metric is None:
                return None
            fact, limit = f"{topic.metric}.delta_pct", figure.value
            return (
                Value(f"{topic.metric}.tolerance", figure.said),
                Limit(fact, "at_most", Said(value=limit, unit="%", slack=0.0)),
                Limit(fact, "at_least", Said(value=-limit, unit="%", slack=0.0)),
            )

        yield saying, begin + 2

    def _goods(self, at: int, topic: Topic) -> Iterator[tuple[Saying, int]]:
        for good, end in words.GOOD.at(self.tokens, at):
            if topic.verb == "not" and self.word(at, "a"):
                continue

            def saying(inner: Topic, spot: Spot | None, good: bool = good) -> Claims | None:
                if spot is not None or inner.about != "metric":
                    return None
                if inner.metric not in words.FORM_METRICS:
                    return None
                return self.meaning.flags((inner.metric,), good=good != (inner.verb == "not"))

            yield saying, end


_SIDES: tuple[tuple[str, str], ...] = (
    ("inside", "inside"), ("within", "inside"), ("in", "inside"), ("outside of", "outside"),
    ("outside", "outside"), ("above", "above"), ("below", "below"), ("beyond", "above"),
    ("under", "below"), ("over", "above"),
)  # fmt: skip
